"""Tables in pure Python, read and checked: packed positions, damage, and mistakes that both checkers find."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Literal

import chess
import pytest

import pnyx
from pnyx.errors import CertificateError, InputError
from pnyx.reference.packing import packing_of
from pnyx.reference.rules import VARIANTS, read_position
from pnyx.reference.table import Entry, TableFile, check_table
from support.cyclic_game import Cyclic
from support.raising import raises_for
from support.random_games import random_graph
from support.table_bytes import Rows, code, rewritten

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tic-tac-toe", {"rows": 3, "columns": 4}),
    ("tic-tac-toe", {"rows": 4, "columns": 4}),
    ("connect-four", {}),
    ("connect-four", {"rows": 4, "columns": 5}),
    ("othello", {}),
    ("othello", {"size": 6}),
    ("lines-of-action", {}),
    ("checkers", {}),
    ("chess", {}),
    ("chess", {"fifty_move_rule": True}),
    ("chess", {"region": "a1-h6"}),
    *((name, {}) for name in VARIANTS),
)

EN_PASSANT = "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_positions_are_packed_as_the_page_says(game: str, options: dict[str, Any]) -> None:
    """The native bytes are those of one of the symmetric positions, as they are read from the page here."""
    rng = random.Random(f"packed {game} {options}")
    symmetric = game not in (*VARIANTS, "checkers") and "region" not in options
    for case in range(2):
        here = pnyx.position(game, **options)
        for _ in range(60):
            if here.outcome is not None:
                break
            rules = read_position(game, here.board, here.options).rules
            images = packing_of(rules, symmetry=symmetric)(rules.parse(here.board))
            assert here.native.packed() in images, (case, here.board)
            alone = packing_of(rules, symmetry=False)(rules.parse(here.board))
            assert alone == images[:1], (case, here.board)
            here = here.play(rng.choice(here.moves()))


def test_a_pawn_that_can_be_captured_in_passing_is_packed() -> None:
    here = pnyx.position("chess", EN_PASSANT)
    rules = read_position("chess", EN_PASSANT).rules
    images = packing_of(rules, symmetry=True)(rules.parse(EN_PASSANT))
    assert here.native.packed() in images
    without = rules.parse(EN_PASSANT.replace("a3", "-"))
    assert set(packing_of(rules, symmetry=True)(without)).isdisjoint(images)


def test_the_images_of_a_chess_board_are_those_that_python_chess_makes() -> None:
    rules = read_position("chess").rules
    board = chess.Board("8/8/8/3k4/8/1Q6/8/K6n b - - 0 1")
    ways = (lambda b: b, chess.flip_vertical, chess.flip_horizontal, chess.flip_diagonal)
    boards = [board.transform(one).transform(two).transform(three) for one in ways for two in ways for three in ways]
    alone = packing_of(rules, symmetry=False)
    expected = {alone(rules.parse(each.fen()))[0] for each in boards}
    assert set(packing_of(rules, symmetry=True)(rules.parse(board.fen()))) == expected
    assert len(expected) == 8


TABLES: dict[str, Any] = {
    "tic-tac-toe": lambda: pnyx.position("tic-tac-toe"),
    "connect-four": lambda: pnyx.position("connect-four", rows=4, columns=3),
    "othello": lambda: pnyx.position("othello", "OOOO-OXXOOXX-X-- X"),
    "lines-of-action": lambda: pnyx.position("lines-of-action", "8/8/3x4/8/8/4o3/8/8 b"),
    "checkers": lambda: pnyx.position("checkers", "B:WK32:BK1"),
    "chess": lambda: pnyx.position("chess", "8/8/8/8/8/k7/1p6/1K6 w - - 0 1", region="a1-b3"),
    "king-of-the-hill": lambda: pnyx.position("king-of-the-hill", "4k3/8/8/3K4/8/8/8/8 b - - 0 1"),
    "in Python": lambda: pnyx.position(Cyclic(random_graph(random.Random("checked"), largest=24, alternating=0.5))),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_found_right(name: str) -> None:
    root = TABLES[name]()
    table = pnyx.tabulate(root)
    assert table.check([root], checker="python") == table.check([root]) == len(table)


def test_the_reader_finds_what_the_table_says(tmp_path: Path) -> None:
    table = pnyx.tabulate(pnyx.position("connect-four", rows=4, columns=3), file=tmp_path / "four.pnyxtable")
    file = TableFile(table.path)
    assert (len(file), file.game, file.options, file.symmetry) == (len(table), "connect-four", {}, True)
    for number, (record, entry) in enumerate(file):
        here, expected = table.root.native.unpacked(record), file.find(record)
        assert entry == expected == file[number][1], number
        known = table[pnyx.position("connect-four", here.board)]
        winner = None if known.value == "draw" else entry.turn if known.value == "win" else 1 - entry.turn
        assert (entry.winner, entry.distance) == (winner, known.distance), number
        assert Entry.of_code(code(entry)) == entry, number
    for packed in (b"\xff" * 30, b"\xff"):
        assert file.find(packed) is None, packed


def test_damage_is_found(tmp_path: Path) -> None:
    path = tmp_path / "three.pnyxtable"
    pnyx.tabulate("tic-tac-toe", file=path)
    whole, damaged = path.read_bytes(), tmp_path / "damaged"
    rng = random.Random("damaged tables")
    for case in range(100):
        at = rng.randrange(len(whole))
        cut = case % 4 == 0
        damaged.write_bytes(whole[:at] if cut else whole[:at] + bytes([whole[at] ^ 1 << case % 8]) + whole[at + 1 :])
        with raises_for((case, at), pnyx.PnyxError):
            list(TableFile(damaged))
    with pytest.raises(InputError, match="cannot read"):
        TableFile(tmp_path / "nothing")


def off_by_one(rows: Rows) -> None:
    """A counter that is off by one calls a position lost though one move draws."""
    at = next(at for at, (_, entry) in enumerate(rows) if entry.winner is None)
    record, entry = rows[at]
    rows[at] = record, Entry(entry.turn, 1 - entry.turn, 4)


def lost_successor(rows: Rows) -> None:
    del rows[len(rows) // 2]


def draw_for_loss(rows: Rows) -> None:
    at = next(at for at, (_, entry) in enumerate(rows) if entry.distance == 2)
    rows[at] = rows[at][0], Entry(rows[at][1].turn, None, None)


def short_resistance(rows: Rows) -> None:
    """The loser's distance is minimised."""
    at = next(at for at, (_, entry) in enumerate(rows) if entry.winner == 1 - entry.turn and entry.distance == 4)
    rows[at] = rows[at][0], rows[at][1]._replace(distance=2)


def long_win(rows: Rows) -> None:
    at = next(at for at, (_, entry) in enumerate(rows) if entry.winner == entry.turn and entry.distance == 1)
    rows[at] = rows[at][0], rows[at][1]._replace(distance=3)


def wrong_turn(rows: Rows) -> None:
    record, entry = rows[3]
    rows[3] = record, entry._replace(turn=1 - entry.turn)


def mirrored(record: bytes) -> bytes:
    """Another position that is symmetric to the one with these bytes."""
    rules = read_position("tic-tac-toe").rules
    board = pnyx.position("tic-tac-toe").native.unpacked(record).board
    return max(packing_of(rules, symmetry=True)(rules.parse(board)))


def not_mapped_back(rows: Rows) -> None:
    """A position stands there beside its mirror image."""
    record, entry = next((mirrored(record), entry) for record, entry in rows if mirrored(record) != record)
    assert record not in dict(rows)
    rows.append((record, entry))
    rows.sort()


def instead_of_its_image(rows: Rows) -> None:
    """A position stands there as another than its representative."""
    at = next(at for at, (record, _) in enumerate(rows) if mirrored(record) != record)
    rows[at] = mirrored(rows[at][0]), rows[at][1]
    rows.sort()


def out_of_order(rows: Rows) -> None:
    rows[5], rows[6] = rows[6], rows[5]


def no_position(rows: Rows) -> None:
    rows.append((bytes([242, 80]), rows[-1][1]))


MISTAKES: dict[Any, str] = {
    off_by_one: "is a draw",
    lost_successor: "missing",
    draw_for_loss: "not a draw",
    short_resistance: "is a loss in 4 plies",
    long_win: "is a win in 1 pl",
    wrong_turn: " is a ",
    not_mapped_back: "twice|represent",
    no_position: "no packed position",
    out_of_order: "does not stand where it belongs",
}
"""Mistakes, and what is said of them."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pnyx.tabulate("tic-tac-toe", [SMALL], file=tmp_path_factory.mktemp("table") / "small.pnyxtable").path


SMALL = "XO./.../... x"


@pytest.mark.parametrize("checker", ["rust", "python"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_found(mistake: Any, checker: Literal["rust", "python"], built: Path) -> None:
    assert pnyx.Table(rewritten(built, lambda rows: None)).path.read_bytes() == built.read_bytes()
    with pytest.raises(CertificateError, match=MISTAKES[mistake]):
        pnyx.Table(rewritten(built, mistake)).check(checker=checker)


def test_who_says_which_position_a_record_is_is_not_believed(built: Path) -> None:
    file, rules = TableFile(built), read_position("tic-tac-toe").rules
    images = packing_of(rules, symmetry=True)
    root = pnyx.position("tic-tac-toe").native

    def position_at(number: int) -> Any:
        return rules.parse(root.unpacked(file[number][0]).board)

    assert check_table(file, rules, position_at, images) == len(file)
    for wrong in (0, len(file) // 2, len(file) - 1):
        other = (wrong + 1) % len(file)
        with raises_for(wrong, CertificateError, match="is not"):
            check_table(file, rules, lambda n, w=wrong, o=other: position_at(o if n == w else n), images)  # type: ignore[misc]


def test_a_representative_is_for_the_native_side_to_choose(built: Path) -> None:
    """Another of the symmetric positions is not found by a native look-up; the values of the table are right."""
    other = pnyx.Table(rewritten(built, instead_of_its_image))
    assert other.check(checker="python") == len(other)
    with pytest.raises(CertificateError, match="represent"):
        other.check()


@pytest.mark.parametrize("checker", ["rust", "python"])
@pytest.mark.parametrize("name", ["edges", "wins", "draws", "losses", "longest"])
def test_a_wrong_header_is_found(name: str, checker: Literal["rust", "python"], built: Path) -> None:
    wrong = rewritten(built, lambda rows: None, **{name: TableFile(built).numbers[name] + 1})
    with pytest.raises(CertificateError, match=f"its header says '{name}: "):
        pnyx.Table(wrong).check(checker=checker)


@pytest.mark.parametrize("checker", ["rust", "python"])
def test_a_start_that_is_missing_is_found(checker: Literal["rust", "python"]) -> None:
    table = pnyx.tabulate("tic-tac-toe", ["XX./OO./... x"])
    with pytest.raises(CertificateError, match=r"start .* missing"):
        table.check(["X../.../... o"], checker=checker)


def test_a_graph_has_no_second_reading() -> None:
    table = pnyx.tabulate(pnyx.position("graph"))
    with pytest.raises(InputError, match="no second reading"):
        table.check(checker="python")
