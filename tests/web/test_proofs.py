"""The explorer's proofs: walked node by node, searched, asked about, saved, and loaded from outside."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess.pgn
import httpx
import pytest

import pnyx
from pnyx.reference.certificate import Certificate as Written
from support.cyclic_game import CYCLES
from support.web_client import MATE_IN_2, asked, ended, explorer

BYTES = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer(
        "support.sample_games:Nim",
        "support.sample_games:BareNim",
        "support.cyclic_game:Leap",
        "support.cyclic_game:BareLeap",
        "support.three_mens_morris:ThreeMensMorris",
    ) as client:
        yield client


def proof_of(client: httpx.Client, **question: Any) -> str:
    """The name of the proof that a question leads to."""
    job = ended(client, asked(client, **question)["job"])
    return str(job["answer"]["results"][0]["proof"])


@pytest.fixture(scope="module")
def morphy(client: httpx.Client) -> str:
    return proof_of(client, game="chess", position=MATE_IN_2, goal="mate")


def node(client: httpx.Client, proof: str, *line: str) -> dict[str, Any]:
    answer = client.get(f"/api/proofs/{proof}/node", params={"line": ",".join(line)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def why(client: httpx.Client, proof: str, line: list[str], move: str) -> str:
    answer = client.post(f"/api/proofs/{proof}/why", json={"line": line, "move": move})
    assert answer.status_code == 201, answer.text
    return str(ended(client, answer.json()["job"])["answer"]["headline"])


class TestWalking:
    def test_what_it_shows(self, client: httpx.Client, morphy: str) -> None:
        info = client.get(f"/api/proofs/{morphy}").json()
        assert info["sentence"] == "White mates in at most 2"
        assert (info["game"], info["position"], info["goal"], info["prover"]) == ("chess", MATE_IN_2, "mate", "white")
        assert (info["verdict"], info["nodes"], info["plies"], info["moves_to_win"]) == ("proven", 16, 3, 2)
        assert info["checkers"] == ["rust"]

    def test_the_root(self, client: httpx.Client, morphy: str) -> None:
        root = node(client, morphy)
        assert (root["kind"], root["size"], root["plies"], root["line"]) == ("choice", 16, 3, [])
        assert [(move["move"], move["text"], move["kind"]) for move in root["moves"]] == [("a1a6", "Ra6", "replies")]
        assert root["main_line"] == ["a1a6", "b7a6", "b6b7"]
        assert root["state"]["text"] == MATE_IN_2
        others = {move["move"] for move in root["other_moves"]}
        assert others == set(pnyx.position("chess", MATE_IN_2).moves()) - {"a1a6"}
        assert {"move": "a1a5", "text": "Ra5"} in root["other_moves"]

    def test_every_line_to_its_end(self, client: httpx.Client, morphy: str) -> None:
        waiting, seen = [node(client, morphy)], 0
        while waiting:
            at = waiting.pop()
            seen += 1
            if at["kind"] == "end":
                assert at["state"]["outcome"] == "white", at["line"]
                assert at["moves"] == at["other_moves"] == [], at["line"]
            if at["kind"] == "replies":
                assert len(at["moves"]) == len(at["state"]["moves"]), at["line"]
                assert at["other_moves"] == [], at["line"]
            assert at["size"] == 1 + sum(move["size"] for move in at["moves"] if not move["shared"]), at["line"]
            waiting += [node(client, morphy, *at["line"], move["move"]) for move in at["moves"]]
        assert seen == 16

    def test_the_last_move_is_marked(self, client: httpx.Client, morphy: str) -> None:
        at = node(client, morphy, "a1a6", "b7a6")
        assert at["line_text"] == "1. Ra6 bxa6"
        assert at["state"]["svg"].count('class="mark last-move"') == 2

    def test_a_line_as_a_json_list(self, client: httpx.Client, morphy: str) -> None:
        answer = client.get(f"/api/proofs/{morphy}/node", params={"line": '["a1a6", "b7a6"]'})
        assert answer.json()["line"] == ["a1a6", "b7a6"]

    @pytest.mark.parametrize(
        "line", ["a1a5", "a1a6,", ",", "a1a6,b7a6,b6b7,a1a1", "[", '["a1a6", 3]', "\x00", "x" * 9999]
    )
    def test_a_line_that_leaves_the_proof(self, client: httpx.Client, morphy: str, line: str) -> None:
        answer = client.get(f"/api/proofs/{morphy}/node", params={"line": line})
        assert answer.status_code == 422
        assert "move" in answer.json()["error"]

    def test_searching(self, client: httpx.Client, morphy: str) -> None:
        found = client.get(f"/api/proofs/{morphy}/find", params={"text": "b7#"}).json()
        line = {"line": ["a1a6", "b7a6", "b6b7"], "line_text": "1. Ra6 bxa6 2. b7#"}
        assert found == {"lines": [line], "complete": True}
        below = {"text": "b7#", "below": "a1a6,b8c7"}
        assert client.get(f"/api/proofs/{morphy}/find", params=below).json()["lines"] == []
        assert client.get(f"/api/proofs/{morphy}/find", params={"text": " "}).status_code == 422

    def test_a_disproof(self, client: httpx.Client) -> None:
        proof = proof_of(client, game="tic-tac-toe", goal="win")
        root = node(client, proof)
        assert (root["kind"], root["moves_to_win"]) == ("replies", None)
        reply = node(client, proof, "b2")
        assert (reply["kind"], reply["state"]["turn"]) == ("choice", "o")

    def test_a_game_without_a_notation(self, client: httpx.Client) -> None:
        proof = proof_of(client, game="support.sample_games:BareNim", goal="win")
        at = node(client, proof, "3")
        assert at["state"]["game"] == "support.sample_games:BareNim"
        played = client.post(
            "/api/play", json={"game": "support.sample_games:BareNim", "position": at["state"]["text"], "move": "1"}
        )
        assert played.status_code == 200
        refused = client.get(f"/api/proofs/{proof}/certificate")
        assert refused.status_code == 422
        assert "BareNim cannot write certificates" in refused.json()["error"]
        assert client.get(f"/api/proofs/{proof}").json()["unwritable"] == refused.json()["error"]

    def test_moves_with_commas(self) -> None:
        with explorer("support.web_games:Heaps") as client:
            proof = proof_of(client, game="support.web_games:Heaps", goal="win")
            move = node(client, proof)["moves"][0]["move"]
            assert "," in move
            answer = client.get(f"/api/proofs/{proof}/node", params={"line": f'["{move}"]'})
            assert answer.json()["line"] == [move]


class TestWhyNot:
    def test_a_refuted_try(self, client: httpx.Client, morphy: str) -> None:
        proof = proof_of(client, game="chess", position=MATE_IN_2, goal="mate-in 2")
        assert why(client, proof, [], "a1a5") == "1.Ra5? is refuted by 1...a6"
        assert node(client, morphy)["moves_to_win"] == 2
        question = {"line": [], "move": "a1a7", "max_seconds": 0.5}
        job = client.post(f"/api/proofs/{morphy}/why", json=question).json()["job"]
        answer = ended(client, job)["answer"]
        late = "1.Rxa7+? does not mate in 2: 1...Bxa7; unknown whether it mates later: the time limit was reached"
        assert (answer["headline"], answer["verdict"]) == (late, "unknown")
        assert [result["verdict"] for result in answer["results"]] == ["disproven", "unknown"]

    def test_another_way(self, client: httpx.Client, morphy: str) -> None:
        words = why(client, morphy, [], "a1a5")
        assert re.fullmatch("1.Ra5 also mates, in at most [0-9]+; it does not mate in 2: 1...a6", words), words
        proof = proof_of(client, game="chess", position="7k/8/5KQ1/8/8/8/8/8 w - - 0 1", goal="mate-in 2")
        assert why(client, proof, [], "f6f7") == "1.Kf7? ends the game: a draw"

    def test_a_move_too_few(self, client: httpx.Client) -> None:
        proof = proof_of(client, game="chess", position="7k/8/5KQ1/8/8/8/8/8 w - - 0 1", goal="mate-in 1")
        assert why(client, proof, [], "g6b1") == "1.Qb1? is too slow"

    def test_the_side_that_prevents(self, client: httpx.Client) -> None:
        proof = proof_of(client, game="tic-tac-toe", goal="win")
        chosen = node(client, proof, "b2")["moves"][0]["move"]
        assert chosen in ("a1", "a3", "c1", "c3")
        assert why(client, proof, ["b2"], "a2").startswith("a2? is refuted by ")
        corner = next(name for name in ("a1", "a3") if name != chosen)
        assert why(client, proof, ["b2"], corner) == f"{corner} also prevents the win"

    @pytest.mark.parametrize(
        ("game", "position", "moves", "winning", "failing", "few"),
        [
            ("tic-tac-toe", "X../.../.O. x", 3, {"a1", "b2", "c3"}, "a2", 200),
            ("support.three_mens_morris:ThreeMensMorris", "o../.x./... x", 4, {"b1", "c2"}, "b3", 100),
        ],
    )
    def test_a_win_within_n_moves_is_asked_about_after_every_reply(
        self, client: httpx.Client, game: str, position: str, moves: int, winning: set[str], failing: str, few: int
    ) -> None:
        proof = proof_of(client, game=game, position=position, goal=f"win-in {moves}")
        (chosen,) = (move["move"] for move in node(client, proof)["moves"])
        other = min(winning - {chosen})
        assert chosen in winning
        assert why(client, proof, [], other) == f"{other} also wins in time"
        asked = {"line": [], "move": other, "max_nodes": few}
        answer = ended(client, client.post(f"/api/proofs/{proof}/why", json=asked).json()["job"])["answer"]
        assert answer["headline"] == f"Unknown whether {other} also wins in time: the node limit was reached"
        assert "X wins in" in answer["details"], "after one of the replies"
        job = client.post(f"/api/proofs/{proof}/why", json={"line": [], "move": failing}).json()["job"]
        answer = ended(client, job)["answer"]
        reply = answer["line"][0]
        assert answer["headline"] == f"{failing}? is refuted by {reply}"
        (result,) = answer["results"]
        assert result["headline"] == f"After {reply}: X has no win in {moves - 1}"
        refutation = node(client, result["proof"])
        assert (refutation["line"], refutation["kind"], refutation["state"]["turn"]) == ([], "replies", "x")
        after = client.post("/api/match", json={"game": game, "position": position, "line": [failing, reply]}).json()
        assert refutation["state"]["board"] == after["board"]

    def test_its_own_move_and_answers_are_no_question(self, client: httpx.Client, morphy: str) -> None:
        for line, move in (([], "a1a6"), (["a1a6"], "b7a6"), ([], "a1z9"), ([], "")):
            answer = client.post(f"/api/proofs/{morphy}/why", json={"line": line, "move": move})
            assert answer.status_code == 422, (line, move)

    def test_the_refutation_can_be_walked(self, client: httpx.Client, morphy: str) -> None:
        job = client.post(f"/api/proofs/{morphy}/why", json={"line": [], "move": "a1a5"}).json()
        found = ended(client, job["job"])
        assert found["question"]["why"] == {"proof": morphy, "line": [], "move": "a1a5"}
        proof = found["answer"]["results"][0]["proof"]
        assert node(client, proof)["moves"][0]["text"] == "a6"

    @pytest.mark.parametrize("game", ["graph", "support.cyclic_game:Leap", "support.cyclic_game:BareLeap"])
    def test_what_was_on_the_board_before_counts(self, client: httpx.Client, game: str) -> None:
        proof = proof_of(client, game=game, position=CYCLES if game == "graph" else None, goal="win")
        assert [move["move"] for move in node(client, proof)["moves"]] == ["C"]
        job = client.post(f"/api/proofs/{proof}/why", json={"line": [], "move": "B"}).json()["job"]
        answer = ended(client, job)["answer"]
        assert answer["headline"] == "B? is refuted by A"
        refutation = answer["results"][0]["proof"]
        assert node(client, refutation)["moves"][0]["kind"] == "repetition"
        back = node(client, refutation, "A")
        assert (back["kind"], back["returns_to"]) == ("repetition", None)
        saved = client.get(f"/api/proofs/{refutation}/certificate")
        if game == "graph":
            assert pnyx.check(saved.content).position.endswith(" moves B")
        else:
            assert "it depends on earlier positions of the line" in saved.json()["error"]


class TestSaving:
    def test_the_certificate(self, client: httpx.Client, morphy: str) -> None:
        answer = client.get(f"/api/proofs/{morphy}/certificate")
        assert answer.headers["content-disposition"] == 'attachment; filename="proof.pnyx"'
        assert pnyx.check(answer.content).nodes == 16

    def test_a_game(self, client: httpx.Client, morphy: str) -> None:
        answer = client.get(f"/api/proofs/{morphy}/pgn")
        assert answer.headers["content-type"].startswith("application/x-chess-pgn")
        game = chess.pgn.read_game(io.StringIO(answer.text))
        assert game is not None
        assert not game.errors
        assert game.headers["Result"] == "1-0"
        assert game.headers["FEN"] == MATE_IN_2
        assert [move.uci() for move in game.mainline_moves()] == ["a1a6", "b7a6", "b6b7"]
        assert len(game.variations[0].variations) == 7
        assert [each for each in game.variations[0].variations if not each.variations[0].board().is_checkmate()] == []

    def test_a_game_from_a_line_on(self, client: httpx.Client, morphy: str) -> None:
        text = client.get(f"/api/proofs/{morphy}/pgn", params={"line": "a1a6,b8c7"}).text
        assert text.endswith("1. Ra6 Bc7 2. Rxa7# 1-0")

    def test_only_chess_has_such_games(self, client: httpx.Client) -> None:
        proof = proof_of(client, game="tic-tac-toe", position="XX./OO./... x", goal="win")
        assert client.get(f"/api/proofs/{proof}/pgn").status_code == 422


class TestLoading:
    def test_a_good_one(self, client: httpx.Client) -> None:
        data = pnyx.solve(MATE_IN_2, "mate").certificate
        assert data is not None
        answer = client.post("/api/proofs", content=data.data, headers=BYTES)
        assert answer.status_code == 201, answer.text
        info = answer.json()
        assert (info["sentence"], info["checkers"]) == ("White mates in at most 2", ["rust", "python"])
        assert node(client, info["proof"])["state"]["text"] == MATE_IN_2

    def test_one_of_a_game_written_in_python(self, client: httpx.Client) -> None:
        from support.sample_games import Nim

        data = pnyx.solve(Nim(), "win").certificate
        assert data is not None
        info = client.post("/api/proofs", content=data.data, headers=BYTES).json()
        assert info["game"] == "support.sample_games:Nim"
        assert node(client, info["proof"])["state"]["game"] == "support.sample_games:Nim"

    def test_one_of_a_game_that_the_explorer_was_not_started_with(self, client: httpx.Client) -> None:
        from support.sample_games import LineGo

        data = pnyx.solve(LineGo(), "win").certificate
        assert data is not None
        answer = client.post("/api/proofs", content=data.data, headers=BYTES)
        assert (answer.status_code, answer.json()["rejected"]) == (422, False)
        assert "start the explorer with pnyx web module:Class" in answer.json()["error"]

    def test_options_come_along(self, client: httpx.Client) -> None:
        data = pnyx.solve(pnyx.position("othello", size=4), "win").certificate
        assert data is not None
        info = client.post("/api/proofs", content=data.data, headers=BYTES).json()
        at = node(client, info["proof"])
        again = {"game": info["game"], "position": at["state"]["text"], "options": at["state"]["options"]}
        assert client.post("/api/position", json=again).json()["text"] == at["state"]["text"]

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"pnyx certificate 2\n",
            b"\x00" * 1000,
            b"pnyx certificate 2\ngame: " + b"\xff" * 300,
            b"pnyx certificate 2\ngame: support.sample_games:Nim\n",
        ],
    )
    def test_a_bad_one(self, client: httpx.Client, data: bytes) -> None:
        answer = client.post("/api/proofs", content=data, headers=BYTES)
        assert answer.status_code == 422
        assert answer.json()["rejected"] is True
        assert "accepted" not in answer.json()["error"], "the page says that it was rejected"

    @pytest.mark.parametrize(
        "change",
        [{"goal": "mate-in 1"}, {"verdict": "disproven"}, {"body": bytes(1 << 25)}, {"game": "horde"}, {"nodes": 15}],
        ids=["goal", "verdict", "body", "game", "nodes"],
    )
    def test_one_that_is_well_formed_but_wrong(self, client: httpx.Client, change: dict[str, Any]) -> None:
        good = pnyx.solve(MATE_IN_2, "mate").certificate
        assert good is not None
        bad = replace(Written.from_bytes(good.data), **change).to_bytes()
        answer = client.post("/api/proofs", content=bad, headers=BYTES)
        assert (answer.status_code, answer.json().get("rejected")) == (422, True), answer.text

    def test_the_second_checker_can_be_asked_later(self, client: httpx.Client, morphy: str) -> None:
        info = client.post(f"/api/proofs/{morphy}/check", json={}).json()
        assert info["checkers"] == ["rust", "python"]


def test_a_slow_check_is_cut_short() -> None:
    data = pnyx.solve(pnyx.position("tic-tac-toe"), "win").certificate
    assert data is not None
    with explorer(check_seconds=0.01) as client:
        answer = client.post("/api/proofs", content=data.data, headers=BYTES)
        assert answer.status_code == 422
        assert answer.json()["rejected"] is False
        assert "takes too much time or memory: it exceeded its time limit" in answer.json()["error"]


def test_large_ones_are_read_by_one_checker_until_the_other_is_asked() -> None:
    data = pnyx.solve(MATE_IN_2, "mate").certificate
    assert data is not None
    with explorer(second_nodes=15) as client:
        info = client.post("/api/proofs", content=data.data, headers=BYTES).json()
        assert info["checkers"] == ["rust"]
        assert client.post(f"/api/proofs/{info['proof']}/check", json={}).json()["checkers"] == ["rust", "python"]
        assert client.get(f"/api/proofs/{info['proof']}").json()["checkers"] == ["rust", "python"]


def test_the_oldest_are_forgotten() -> None:
    with explorer(proofs=1) as client:
        first = proof_of(client, game="tic-tac-toe", position="XX./OO./... x", goal="win")
        second = proof_of(client, game="tic-tac-toe", position="XX./OO./... x", goal="draw-or-better")
        assert client.get(f"/api/proofs/{first}").status_code == 404
        assert client.get(f"/api/proofs/{second}").status_code == 200


def test_large_ones_are_not_kept() -> None:
    data = pnyx.solve(MATE_IN_2, "mate").certificate
    assert data is not None
    with explorer(proof_nodes=10) as client:
        job = ended(client, asked(client, game="chess", position=MATE_IN_2, goal="mate")["job"])
        assert (job["state"], job["answer"]["results"][0]["proof"]) == ("done", None)
        answer = client.post("/api/proofs", content=data.data, headers=BYTES)
        assert answer.status_code == 422
        assert "at most 10 can be walked here" in answer.json()["error"]


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with explorer() as client:
        proof_of(client, game="tic-tac-toe", position="XX./OO./... x", goal="win")
        client.post("/api/proofs", content=b"nonsense", headers=BYTES)
        (folder,) = tmp_path.iterdir()
        assert [path.suffix for path in folder.iterdir() if path.name != "lock"] == [".pnyx"]
        assert (folder / "lock").is_file()
    assert not list(tmp_path.iterdir())
