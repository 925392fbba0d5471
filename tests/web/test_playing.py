"""The explorer's games against Pnyx: how a game stands, values of moves, replies, hints, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import pnyx
from pnyx.api.play import LEVELS
from pnyx.web.games import Games
from pnyx.web.playing import play_question
from pnyx.web.replies import reply
from pnyx.web.settings import Settings
from pnyx.web.tables import Tables
from support.web_client import ended, explorer

TIC_TAC_TOE = "tic-tac-toe"
LEAP = "support.cyclic_game:BareLeap"
GAMES = Games()


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer(LEAP, "support.sample_games:BareNim", seconds=30.0, threads=2) as client:
        yield client


def match(client: httpx.Client, game: str, line: list[str]) -> dict[str, Any]:
    answer = client.post("/api/match", json={"game": game, "line": line})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def answered(client: httpx.Client, kind: str, **body: Any) -> dict[str, Any]:
    job = client.post(f"/api/{kind}", json=body)
    assert job.status_code == 201, job.text
    done = ended(client, job.json()["job"])
    assert done["state"] == "done", done
    answer: dict[str, Any] = done["answer"]
    return answer


def refused(client: httpx.Client, path: str, **body: Any) -> str:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 422, answer.text
    return str(answer.json()["error"])


def test_how_a_game_stands(client: httpx.Client) -> None:
    found = match(client, TIC_TAC_TOE, ["a1", "b2"])
    assert (found["turn"], found["line"], found["last_text"], found["line_text"]) == ("x", ["a1", "b2"], "b2", "a1 b2")
    assert (found["ending"], len(found["moves"]), len(found["squares"])) == (None, 7, 9)
    over = match(client, TIC_TAC_TOE, ["a1", "b2", "a2", "b1", "a3"])
    assert (over["ending"], over["winner"], over["words"], over["moves"]) == ("rules", "x", "X has won", [])
    assert match(client, "chess", ["g1f3", "e7e5"])["line_text"] == "1. Nf3 e5"


def test_an_earlier_position_ends_a_game_also_of_a_game_without_notation(client: httpx.Client) -> None:
    found = match(client, LEAP, ["B", "A"])
    assert (found["ending"], found["winner"], found["moves"]) == ("repetition", "draw", [])
    answer = answered(client, "moves", game=LEAP, line=["B"])
    assert [(row["move"], row["value"], row["words"]) for row in answer["moves"]] == [
        ("A", "draw", "draw"),
        ("D", "loss", "loss in 1 ply"),
    ]
    assert answer["table"] == 7


def test_the_table_of_a_small_game_serves_all_later_questions(client: httpx.Client) -> None:
    reply = answered(client, "reply", game=TIC_TAC_TOE, line=["a1"])
    assert reply["table"] == 765
    assert reply["choice"] == {
        "move": "b2",
        "text": "b2",
        "kind": "proved",
        "words": "proved: draw",
        "value": "draw",
        "distance": None,
    }
    at_once = client.post("/api/moves", json={"game": TIC_TAC_TOE, "line": ["a1"]}).json()
    assert (at_once["state"], len(at_once["answer"]["moves"])) == ("done", 8), "no worker is needed"
    # In the middle of a game the table of its start is used, not one more.
    later = answered(client, "hint", game=TIC_TAC_TOE, position="XX./OO./... x", level="random")
    assert (later["table"], later["choice"]["move"], later["choice"]["words"]) == (765, "c3", "proved: win in 1 ply")


def test_unknown_values_are_unknown_and_guesses_are_guesses(tmp_path: Path) -> None:
    def ask(kind: str) -> dict[str, Any]:
        body = {"game": "chess", "max_seconds": 0.5}
        _, question = play_question(GAMES, Settings(), Tables(GAMES), tmp_path, kind, body)
        for table in question["made"]:
            Path(table).parent.mkdir(exist_ok=True)
            Path(table).with_suffix(".none").touch()  # as a worker leaves it that found the game too large
        return reply(question, pnyx.StopFlag())

    answer = ask("moves")
    assert answer["table"] is None
    assert {(row["value"], row["words"]) for row in answer["moves"]} == {(None, "unknown: the time limit was reached")}
    assert (ask("reply")["choice"]["kind"], ask("hint")["choice"]["words"]) == ("guess", "a guess")


def test_a_level_is_said_and_a_seed_repeats_it(client: httpx.Client) -> None:
    level = answered(client, "reply", game=TIC_TAC_TOE, line=["a1"], level="random", seed=3)["choice"]
    assert (level["kind"], level["words"], level["value"]) == ("level", "as level random plays", None)
    assert answered(client, "reply", game=TIC_TAC_TOE, line=["a1"], level="random", seed=3)["choice"] == level


def test_the_page_learns_the_levels(client: httpx.Client) -> None:
    assert [level["name"] for level in client.get("/api/about").json()["levels"]] == list(LEVELS)


def test_what_is_refused(client: httpx.Client) -> None:
    assert "unknown level 'best'" in refused(client, "reply", game=TIC_TAC_TOE, level="best")
    assert "the game is over" in refused(client, "moves", game=LEAP, line=["B", "A"])
    assert "'line' must be a list of moves" in refused(client, "match", game=TIC_TAC_TOE, line="a1")
    assert "z9" in refused(client, "match", game=TIC_TAC_TOE, line=["z9"])
    assert "'seed'" in refused(client, "reply", game=TIC_TAC_TOE, seed="x")
