"""Walking through proofs: every node is what the certificate says, read plainly and by other rules."""

from __future__ import annotations

import random
import re
from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pnyx
from pnyx import _core
from pnyx.errors import CertificateError, InputError
from pnyx.reference.certificate import Certificate, leb128
from search.test_every_algorithm import graph
from support.cases import GOALS, Case, case
from support.illegal_certificates import random_solved
from support.mutated_claims import MUTATIONS
from support.mutations import Decoded
from support.proof_cases import ASKED, MORPHY, Asked, certificate, label, proof, tower
from support.proof_reader import PlainReading, assert_same
from support.raising import raises_for
from support.sample_games import BareNim, LineGo, Nim, Ring
from support.table_files import table_files


@pytest.mark.parametrize("asked", ASKED, ids=label)
def test_every_node_is_as_the_certificate_says(asked: Asked) -> None:
    assert_same(proof(asked), PlainReading(certificate(asked).data))


def test_every_game_has_a_certificate_here() -> None:
    assert {asked.game for asked in ASKED} == set(pnyx.games())


SEARCHES: tuple[tuple[str, dict[str, str]], ...] = (
    ("df-pn", {"table": "exact"}),
    ("pn", {}),
    ("df-pn", {"table": "exact", "ghi": "dup"}),
)


@pytest.mark.parametrize("part", range(4))
def test_random_graphs_under_every_rule_about_repetition(part: int) -> None:
    # A fourth of them are those where repeating is illegal, whose proofs have two parts.
    for seed in range(part, 400, 4):
        random_case = graph(seed)
        position = _core.position(random_case.game, random_case.text, random_case.options)
        algorithm, options = SEARCHES[seed // 4 % len(SEARCHES)]
        found = _core.solve(position, _core.Question(GOALS[seed // 4 % 2], algorithm, options, max_nodes=20_000))
        if found.certificate is not None:
            assert_same(pnyx.Proof(found.certificate), PlainReading(found.certificate))


def test_random_graphs_with_a_history() -> None:
    returned = 0
    for seed in [seed for seed in range(300) if seed % 10 in (2, 3, 4)]:
        found = solved(case("graph", seed), GOALS[seed % 2])
        walked, plain = pnyx.Proof(found), PlainReading(found)
        assert_same(walked, plain)
        returned += any(node.kind == "repetition" for node in plain.nodes)
    assert returned > 3, "too few of them repeated the history"


def solved(asked: Case, goal: str) -> bytes:
    found = _core.solve(_core.position(asked.game, asked.text, asked.options), _core.Question(goal, "df-pn", {}))
    assert found.certificate is not None
    return found.certificate


@pytest.mark.parametrize("goal", GOALS)
def test_parts_and_keys_of_super_ko(goal: str) -> None:
    walked = 0
    for seed in range(120):
        made = random_solved(seed, goal)
        certificate = made.certificate()
        if " moves " not in certificate.position:  # the game is one of Python's here, and those have no history
            data = certificate.to_bytes()
            assert_same(pnyx.Proof(data, made.game), PlainReading(data, made.game))
            walked += 1
    assert walked > 20


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        (Nim(9), "win"),
        (Nim(8), "win"),
        (Ring(), "win"),
        (Ring(), "draw-or-better"),
        (LineGo(3), "win"),
        (BareNim(6), "win"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_games_written_in_python(game: Any, goal: str) -> None:
    found = pnyx.solve(game, goal, "df-pn")
    assert found.certificate is not None
    walked = found.certificate.proof()
    root: Hashable = game.start()
    assert_same(walked, PlainReading(found.certificate.subject()[0], game, root))
    assert walked.position.python_game is game
    leaf = walked.at(walked.root.main_line())
    assert leaf.moves == ()
    position = root
    for move in leaf.line:
        texts = {getattr(game, "move_text", lambda _, m: repr(m))(position, m): m for m in game.moves(position)}
        position = game.play(position, texts[move])
    assert leaf.position.native.object == position


def test_a_python_game_by_its_file(tmp_path: Path) -> None:
    found = pnyx.solve(Nim(9), "win", "df-pn")
    assert found.certificate is not None
    path = found.certificate.save(tmp_path / "nim.pnyx")
    assert pnyx.Proof(path, Nim(9)).root.moves[0].move == "take1"
    with pytest.raises(InputError, match="not built in"):
        pnyx.Proof(path)
    with pytest.raises(InputError, match="is not a game"):
        pnyx.Proof(path, "nim")


def test_a_proof_that_depends_on_tables() -> None:
    tables = table_files()
    found = pnyx.solve(pnyx.position("chess", "8/7P/8/8/P2p4/1k6/5K2/8 w - - 0 1", syzygy=tables), "win", "df-pn")
    assert found.certificate is not None
    walked = found.certificate.proof()
    assert (walked.moves_to_win, walked.root.moves_to_win) == (None, None)
    assert walked.at(walked.root.main_line()).kind == "end"
    assert str(walked).endswith("it relies on Syzygy tables for up to 4 pieces")
    again = pnyx.Proof(found.certificate.data, syzygy=tables)
    assert again.at(walked.root.main_line()).number == walked.at(walked.root.main_line()).number


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(ASKED), st.data())
def test_random_walks(asked: Asked, data: st.DataObject) -> None:
    node = proof(asked).root
    line: list[str] = []
    plain = not asked.options and " " not in asked.goal
    while node.moves:
        legal = node.position.moves()
        assert {move.move for move in node.moves} <= set(legal), (asked, node.line)
        assert [move.move for move in node.moves] == sorted(move.move for move in node.moves), (asked, node.line)
        if node.kind == "replies" and plain and asked.game != "go-one-eye":
            assert len(node.moves) == len(legal), (asked, node.line)
        assert node.kind in ("choice", "replies"), (asked, node.line)
        assert node.kind == "replies" or len(node.moves) == 1, (asked, node.line)
        assert node.size == 1 + sum(move.size for move in node.moves if not move.shared), (asked, node.line)
        if node.plies is not None:
            assert node.plies == 1 + max(move.plies or 0 for move in node.moves), (asked, node.line)
        chosen = data.draw(st.sampled_from(node.moves))
        line.append(chosen.move)
        node = node.play(chosen.move)
        told = (node.size, node.plies, node.moves_to_win, node.shared, node.kind)
        assert told == (chosen.size, chosen.plies, chosen.moves_to_win, chosen.shared, chosen.kind), (asked, node.line)
        assert node == proof(asked).at(line), (asked, node.line)
        assert node.line == tuple(line), (asked, node.line)
    assert node.kind in ("end", "repetition")
    with pytest.raises(InputError, match=f"move {len(line) + 1} of the line, 'a1', leaves the proof: the line ends"):
        node.play("a1")


@pytest.mark.parametrize("asked", ASKED, ids=label)
def test_main_lines_are_longest_where_lengths_are_known(asked: Asked) -> None:
    walked = proof(asked)
    line = walked.root.main_line()
    end = walked.at(line)
    assert end.moves == ()
    if walked.plies is not None:
        assert len(line) == walked.plies
    for ply in range(len(line)):
        node = walked.at(line[:ply])
        weights = [move.size if move.plies is None else move.plies for move in node.moves]
        assert node.moves[weights.index(max(weights))].move == line[ply], ply
        assert node.main_line()[0] == line[ply], ply


def test_positions_are_without_history() -> None:
    asked = next(asked for asked in ASKED if "moves" in asked.text and asked.game == "chess")
    walked = proof(asked)
    assert "moves" in walked.position.text
    assert walked.root.position.text == walked.position.board
    move = walked.root.moves[0].move
    assert walked.root.play(move).position == walked.position.play(move)


def test_moves_for_people_and_lines_in_their_notation() -> None:
    walked = proof(MORPHY)
    assert [move.text for move in walked.root.moves] == ["Ra6"]
    node = walked.at(["Ra6", "bxa6"])
    assert node.line == ("a1a6", "b7a6")
    assert node.line_text == "1. Ra6 bxa6"
    assert walked.at(["Ra6", "b7a6", "b7"]) == walked.at(["a1a6", "bxa6", "b7#"])


def test_an_ambiguous_move_is_none() -> None:
    found = pnyx.solve("6k1/8/8/8/8/8/8/K2R3R w - - 0 1", "mate-in 1", "df-pn")
    assert found.certificate is not None
    root = found.certificate.proof().root
    assert root.kind == "replies"
    assert root.play("Rde1").line == ("d1e1",)
    with pytest.raises(InputError, match=r"'Re1', leaves the proof: the moves there are a1a2 .* …"):
        root.play("Re1")


def test_leaving_the_proof_says_what_it_has() -> None:
    walked = proof(MORPHY)
    with pytest.raises(InputError, match=r"^move 1 of the line, 'a1a5', leaves the proof: the proof plays a1a6 there$"):
        walked.at(["a1a5"])
    with pytest.raises(InputError, match=r"^move 2 of the line, 'h1h2', .*: the moves there are b7a6 b8c7 .*b8h2$"):
        walked.at(["a1a6", "h1h2"])
    with pytest.raises(InputError, match=r"^move 4 of the line, 'a1', .*: the line ends there: the game is over$"):
        walked.at(["a1a6", "b7a6", "b6b7", "a1"])
    for wrong in ("a1a6", [1], [None], ["a1a6", b"b7a6"]):
        with raises_for(wrong, InputError, match="a line is a list of moves"):
            walked.at(wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="not valid text"):
        walked.at(["\ud800"])


def test_lines_that_come_back_say_where_to() -> None:
    # Min goes back and forth forever.
    body = bytes([1, 0, 0, 0, 1])
    circle = Certificate(
        "graph", {}, "root A; repetition draw; A max: B; B min: A", "win", "max", "fails", "disproven", 2, body
    )
    node = pnyx.Proof(circle.to_bytes()).at(["B", "A"])
    assert (node.kind, node.returns_to, node.number, node.size, node.shared) == ("repetition", 0, 0, 1, True)
    with pytest.raises(InputError, match="the line ends there: it repeats the position of ply 0"):
        node.play("B")
    assert node.proof.root.main_line() == ("B", "A")


def test_a_way_round_through_a_reference_stops_where_it_began() -> None:
    # Max moves to B or C; C refers to D in B's record, and D to B, which is not on the line A C D.
    text = "root A; repetition draw; A max: B C; B min: D; C min: D; D max: B"
    body = bytes([2, 1, 1, 0, 0, 0, 1, 0, 0, 2])
    walked = pnyx.Proof(Certificate("graph", {}, text, "win", "max", "fails", "disproven", 4, body).to_bytes())
    assert_same(
        walked, PlainReading(Certificate("graph", {}, text, "win", "max", "fails", "disproven", 4, body).to_bytes())
    )
    node = walked.at(["C", "D", "B"])
    assert (node.kind, node.shared, node.size) == ("choice", True, 2)
    again = node.play("D")
    assert (again.kind, again.returns_to, again.shared, again.size) == ("repetition", 2, False, 1)


def test_what_the_checker_refuses_is_no_proof() -> None:
    rng = random.Random(8)
    refused = 0
    for seed in range(120):
        asked = case("graph" if seed % 2 else "tic-tac-toe", seed)
        data = solved(asked, GOALS[seed % 2])
        decoded = Decoded(Certificate.from_bytes(data))
        for kind in rng.sample(list(MUTATIONS), 8):
            damaged = MUTATIONS[kind](decoded, rng)
            if damaged is not None:
                refused += refuses_alike(damaged)
    assert refused > 300


def refuses_alike(data: bytes) -> bool:
    """Whether the proof is refused: for the same reason as by the check."""
    try:
        report = _core.check(data)
    except CertificateError as error:
        with pytest.raises(CertificateError, match=f"^{re.escape(str(error))}$"):
            pnyx.Proof(data)
        return True
    walked = pnyx.Proof(data)
    assert walked.nodes == report.nodes
    assert_same(walked, PlainReading(data))
    return False


def test_more_nodes_than_promised_are_refused_at_once() -> None:
    good = Certificate.from_bytes(tower(levels=3)[0])
    for nodes in (1, 5, good.nodes - 1):
        with raises_for(nodes, CertificateError, match="more nodes than the header says"):
            pnyx.Proof(replace(good, nodes=nodes).to_bytes())
    with pytest.raises(CertificateError, match=f"nodes should be {good.nodes}, not '{good.nodes + 1}'"):
        pnyx.Proof(replace(good, nodes=good.nodes + 1).to_bytes())


@pytest.mark.parametrize("data", [b"", b"pnyx certificate 2\n", b"junk", b"pnyx certificate 1\ngame: chess\n\n"])
def test_what_is_no_certificate_is_no_proof(data: bytes) -> None:
    with pytest.raises(CertificateError):
        pnyx.Proof(data)


def test_files_that_cannot_be_read_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        pnyx.Proof(tmp_path / "nothing.pnyx")
    with pytest.raises(InputError, match="a certificate must be a path or bytes, not 42"):
        pnyx.Proof(42)  # type: ignore[arg-type]


def test_a_proof_of_a_hundred_thousand_nodes() -> None:
    data, nodes = tower(levels=5)
    walked = pnyx.Proof(data)
    assert (walked.nodes, walked.plies, nodes) == (nodes, 10, 122_222)
    node, rng = walked.root, random.Random(5)
    below = nodes
    for ply in range(10):
        assert (node.size, node.plies) == (below, 10 - ply), ply
        assert len(node.moves) == (1 if ply % 2 == 0 else 10), ply
        below = (below - 1) // len(node.moves)
        node = node.play(rng.choice(node.moves).move)
    assert (node.size, node.kind) == (1, "end")
    found = walked.find("x4_7", most=20_000)
    assert found.complete
    assert len(found.lines) == 10_000
    assert walked.at(found.lines[777]).line[-1] == "x4_7"
    assert walked.find("x4_7", below=("r0", "x0_3", "r1"), most=5_000).lines == [
        line for line in found.lines if line[1] == "x0_3"
    ]


def test_a_long_list_of_shared_nodes_costs_nothing() -> None:
    body = leb128(2**30) + b"\1" * 1000
    for nodes, reason in ((1_005, "ends too early"), (1, "node 1 is listed as shared"), (1_006, "cannot hold")):
        data = Certificate(
            "graph", {}, "root A; repetition draw; A = win", "win", "max", "fails", "proven", nodes, body
        ).to_bytes()
        with raises_for((nodes, reason), CertificateError, match=reason):
            pnyx.Proof(data)


def test_words_and_names() -> None:
    walked = proof(MORPHY)
    assert str(walked) == f"White mates in at most 2 from {MORPHY.text}: checked, 16 positions, 1 checker agrees"
    assert repr(walked) == f"<Proof: {walked}>"
    told = (walked.goal, walked.prover, walked.verdict, walked.nodes, walked.shared, walked.plies, walked.moves_to_win)
    assert told == ("mate", "white", "proven", 16, 0, 3, 2)
    assert walked.report.position == walked.position.text == MORPHY.text
