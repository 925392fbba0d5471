"""The one-eye problem of Go: its own rules, texts, and small problems with known answers."""

from __future__ import annotations

from itertools import product

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.reference.rules import perft, replay
from pnyx.reference.rules.go_one_eye import OneEye, OneEyePosition
from support.one_eye_problems import PROBLEMS, Problem, forces, mover_wins

CORNER = "..O/XXO rrs/CCs b b"
KO = ".XO./XO.O/.XO. rrrr/rrrr/rrrr b b"


def after(text: str, moves: str) -> tuple[OneEye, OneEyePosition]:
    rules, root = OneEye.read(text, {})
    position, _ = replay(rules, root, moves.split())
    assert isinstance(position, OneEyePosition)
    return rules, position


def text_after(text: str, moves: str) -> str:
    rules, position = after(text, moves)
    native = pnyx.position("go-one-eye", text)
    for move in moves.split():
        native = native.play(move)
    assert native.text == rules.position_text(position)
    return native.text


def outcome(text: str, moves: str = "") -> object:
    rules, position = after(text, moves)
    found = rules.outcome(position)
    winner = None if found is None or found == "draw" else rules.players[found]
    assert pnyx.position("go-one-eye", rules.position_text(position)).outcome == winner
    return winner


@pytest.mark.parametrize(("size", "known"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_positions_are_as_many_as_known(size: int, known: int) -> None:
    region = "/".join(["r" * size] * size)
    rules, _ = OneEye.read(f"{region.replace('r', '.')} {region} b b", {})
    points = list(rules.neighbours)
    count = 0
    for colours in product((None, 0, 1), repeat=len(points)):
        owner = dict(zip(points, colours, strict=True))
        taken = frozenset(point for point in points if owner[point] is not None)
        stones = [frozenset(point for point in taken if owner[point] == colour) for colour in (0, 1)]
        count += all(rules.liberties(rules.block(stones[owner[p] or 0], p), taken) for p in taken)
    assert count == known


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (None, (7, 43, 218, 893)),
        (".../.../... rrr/rrr/rrr b b", (10, 91, 738, 5281)),
    ],
)
def test_perft(text: str | None, known: tuple[int, ...]) -> None:
    rules, root = OneEye.read(text, {})
    for depth, count in enumerate(known, start=1):
        assert perft(rules, root, depth) == count, depth
        assert pnyx.position("go-one-eye", text).perft(depth) == count, depth


def test_captures() -> None:
    assert text_after(".O./OX./.O. rrr/rrr/rrr w b", "c2") == ".O./O.O/.O. rrr/rrr/rrr b b"
    assert text_after(".X.X./XO.OX rrrrr/rrrrr b w", "c1") == ".X.X./X.X.X rrrrr/rrrrr w w"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (".X/X. rr/rr w w", ["pass"]),
        (".XO./XOO. rrrr/rrrr w w", ["d1", "a2", "d2", "pass"]),
        (".XX/XO. rrr/rrr w w", ["a2", "pass"]),
        ("O.X/XX. srr/rrr w b", ["b2", "pass"]),
    ],
)
def test_suicide_is_illegal(text: str, moves: list[str]) -> None:
    rules, root = OneEye.read(text, {})
    assert rules.moves(root) == pnyx.position("go-one-eye", text).moves() == moves


def test_super_ko_compares_stones_and_mover() -> None:
    rules, root = OneEye.read(KO, {})
    taken = rules.play(root, "c2")
    back = rules.play(taken, "b2")
    assert rules.repetition == "illegal"
    assert rules.repetition_key(back) == rules.repetition_key(root)
    passed = rules.play(root, "pass")
    assert rules.repetition_key(passed) != rules.repetition_key(root)
    unpassed = rules.parse(KO.replace("b b", "w b"))
    assert rules.repetition_key(passed) == rules.repetition_key(unpassed)
    assert passed != unpassed
    assert [move for move in rules.moves(taken) if rules.may_repeat(taken, move)] == ["pass"]


def test_snapback() -> None:
    snapback = "OOO/XXO/..O sss/CCs/rrs w b"
    assert text_after(snapback, "a1 b1") == "OOO/XXO/.XO sss/CCs/rrs w b"
    assert outcome(snapback, "a1 b1") is None
    assert text_after(snapback, "a1 b1 a1") == "OOO/..O/O.O sss/LLs/rrs b b"
    assert outcome(snapback, "a1 b1 a1") == "white"


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        (".X../XX../.... rrrr/rrrr/.... w b", "black"),
        (".O../OO../.... rrrr/rrrr/.... b w", "white"),
        (".X../X.../.... rrrr/rrrr/.... w b", None),
        (".X../XX../.... .rrr/rrrr/.... w b", None),
        (".O../OO../.... rrrr/rrrr/.... b b", None),
        (".X../XX../..XX rrrr/rrrr/..cc w b", None),
        (".X../XX../..XX rCrr/rrrr/..cc w b", "black"),
        (".XO/XXO/OO. rCs/CCs/ss. w b", None),
        (".XO/XXO/OO. rCs/CCs/ss. b b", "black"),
        (".X./XXO/OO. rC./CCs/ss. w b", "black"),
        (".XO/XXO/.O. rCs/CCs/rs. w b", "black"),
        (". r b b", None),
        (".X. rrr w b", "black"),
        ("O.OO/.OO. rrss/Lsrl b b", "white"),
        ("O.OO/.O.X rrss/Lsrc b b", None),
    ],
)
def test_eyes(text: str, winner: str | None) -> None:
    assert outcome(text) == winner


def test_passes() -> None:
    assert text_after(CORNER, "pass") == "..O/XXO rrs/CCs w b pass"
    assert text_after(CORNER, "pass pass") == "..O/XXO rrs/CCs b b pass pass"
    assert text_after(CORNER, "pass b2 pass") == ".OO/XXO rrs/CCs w b pass"
    assert outcome(CORNER, "pass") is None
    assert outcome(CORNER, "pass pass") == "white"
    assert outcome("..O/XXO rrs/CCs w b pass", "pass") == "white"


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("", ["0 fields"]),
        ("../.. rr/rr b", ["3 fields"]),
        ("X?/..O rr/r c d pass go", ["column 2", "column 4", "column 11", "column 13", "column 15", "column 22"]),
        ("../.. rr/rr/rr b b", ["row", "3"]),
        ("../.. ../.. b b", ["region"]),
        ("XO/.. Cc/sL w w", ["C", "a2", "s", "a1"]),
        ("X./.. Lr/rr b b", ["a2", "C"]),
        ("X./.. l./rr b b", ["a2", "c"]),
        ("XO/O. rr/rr b b", ["a2", "liberty"]),
        ("../.. rr/rr b b pass pass pass", ["two passes"]),
        ("..../.../..... rrrr/rrr/rrrrr b b", ["row 2", "row 3", "column 6", "column 10"]),
        (f"{'.' * 20} {'r' * 20} b b", ["1 to 19", "20"]),
        ("/ / b b", ["1 to 19", "0"]),
        (f"{'?' * 100} r b b", ["column 1", "more"]),
        ("\x1f.. rr b b", ["column 1"]),
    ],
)
def test_bad_texts_are_refused_by_both_with_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(InputError) as first:
        OneEye.read(text, {})
    with pytest.raises(InputError) as second:
        pnyx.position("go-one-eye", text)
    for reason in reasons:
        assert reason in str(first.value), reason
        assert reason in str(second.value) or not text, reason


@pytest.mark.parametrize(
    "text",
    ["..O/XXO rrr/CCs b b", "..O/XXO rrs/rCs b b", "..O/XX. rrs/CC. b b", "..O rrs b b", "X.X/OOX rrs/CCs b w"],
)
def test_a_problem_reads_only_its_own_positions(text: str) -> None:
    rules, _ = OneEye.read(CORNER, {})
    with pytest.raises(InputError, match=r"this problem|expected"):
        rules.parse(text)


def test_texts_are_written_in_one_form() -> None:
    rules, root = OneEye.read(" ..o/xxO\trr./CC. B b\n", {})
    assert rules.position_text(root) == CORNER
    assert pnyx.position("go-one-eye", " ..o/xxO\trr./CC. B b\n").text == CORNER


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_answers_of_the_small_problems(problem: Problem) -> None:
    assert mover_wins(problem.text) == problem.mover_wins
    forced = forces(problem.text, 0) or forces(problem.text, 1)
    assert forced != problem.by_super_ko
    assert pnyx.position("go-one-eye", problem.text).text == problem.text
