"""Tables of chess endings from all placements of their men, against public facts and the Syzygy tables; zugzwangs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from pathlib import Path
from typing import Any, Final

import chess
import chess.syzygy
import pytest

import pnyx
from pnyx import _core
from pnyx.api.placements import Placements
from pnyx.api.zugzwang import cannot_swap, swapped
from pnyx.errors import InputError, TableIncompleteError
from support.raising import raises_for
from support.table_files import table_files

LONGEST: Final = {"KQvK": 10, "KRvK": 16, "KPvK": 28, "KBBvK": 19, "KBNvK": 33, "KQvKR": 35}
"""Moves of the longest mates, as any book of endings and every Nalimov table has them."""


@pytest.fixture(scope="module")
def ending(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], pnyx.Table]:
    folder, built = tmp_path_factory.mktemp("endings"), dict[str, pnyx.Table]()

    def table(men: str) -> pnyx.Table:
        if men not in built:
            built[men] = pnyx.tabulate("chess", Placements(men), file=folder / f"{men}.pnyxtable")
        return built[men]

    return table


def boards(men: str) -> Iterator[chess.Board]:
    """Every way to place the men, on all squares and with either side to move, as python-chess judges it."""
    white, black = men.split("v")
    pieces = [chess.Piece.from_symbol(symbol) for symbol in white + black.lower()]
    for squares in permutations(range(64), len(pieces)):
        board = chess.Board(None)
        for square, piece in zip(squares, pieces, strict=True):
            board.set_piece_at(square, piece)
        for board.turn in (True, False):
            if board.is_valid():
                yield board


@pytest.mark.parametrize("men", ["KvK"])
def test_placements_are_the_representatives_of_all_legal_boards(men: str) -> None:
    root = pnyx.position("chess").native
    expected = {pnyx.position("chess", board.fen()).native.packed() for board in boards(men)}
    found = [start.native.packed() for start in Placements(men)]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert root.unpacked(found[0]).packed() == found[0]


@pytest.mark.soak
@pytest.mark.parametrize("men", ["KRvK", "KPvK", "KvKN"])
def test_placements_of_three_men_are_the_representatives_of_all_legal_boards(men: str) -> None:
    test_placements_are_the_representatives_of_all_legal_boards(men)


@pytest.mark.parametrize("men", ["KRvK", pytest.param("KvKP", marks=pytest.mark.soak)])
def test_random_boards_are_among_the_placements(men: str) -> None:
    rng = random.Random(f"placements {men}")
    found, legal = {start.native.packed() for start in Placements(men)}, 0
    white, black = men.split("v")
    for case in range(300):
        board = chess.Board(None)
        for square, symbol in zip(rng.sample(range(64), 3), white + black.lower(), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            legal += 1
            assert pnyx.position("chess", board.fen()).native.packed() in found, (case, board.fen())
    assert legal > 100


def test_king_and_rook_have_28056_positions_with_black_to_move() -> None:
    """The number of Bain and Hoff's data set, which has White's king in the triangle a1-d1-d4 too (UCI, 1994)."""
    assert sum(1 for start in Placements("KRvK") if start.turn == "black") == 28_056


def test_pawns_are_placed_on_all_their_ranks() -> None:
    boards = [chess.Board(start.board) for start in islice(Placements("KPvK"), 500)]
    pawns = {chess.square_rank(square) for board in boards for square in board.pieces(chess.PAWN, chess.WHITE)}
    assert pawns == set(range(1, 7))


def test_placements_that_cannot_be_are_refused() -> None:
    for men in ("", "KRK", "KRvQ", "KRvKvK", "krvk", "KQRBNvK", "KXvK", 7):
        with raises_for(men, InputError, match="expected"):
            Placements(men)  # type: ignore[arg-type]


@pytest.mark.parametrize("men", ["KRvK", *(pytest.param(men, marks=pytest.mark.soak) for men in ("KQvK", "KPvK"))])
def test_the_longest_mates_are_as_long_as_they_are_known_to_be(men: str, ending: Any) -> None:
    table = ending(men)
    position, plies = table.longest_wins()["white"]
    assert (plies + 1) // 2 == LONGEST[men]
    assert list(table.longest_wins()) == ["white"]
    assert len(table.line(position)) == plies
    assert table.check(Placements(men), sample=2_000) == 2_000
    assert table.check(checker="python", sample=100) == 100


@pytest.mark.soak
@pytest.mark.parametrize("men", ["KBBvK", "KBNvK", "KQvKR"])
def test_the_longest_mates_of_four_men(men: str, tmp_path: Path) -> None:
    table = pnyx.tabulate("chess", Placements(men), file=tmp_path / "four.pnyxtable")
    assert (table.longest_wins()["white"][1] + 1) // 2 == LONGEST[men]
    assert table.check(Placements(men)) == len(table)
    agree_with_syzygy(table, range(len(table)))


def test_values_are_those_of_syzygy(ending: Any) -> None:
    table = ending("KRvK")
    agree_with_syzygy(table, random.Random("syzygy").sample(range(len(table)), 500))


@pytest.mark.soak
@pytest.mark.parametrize("men", ["KQvK", "KRvK", "KPvK", "KBvK", "KNvK"])
def test_values_of_all_positions_are_those_of_syzygy(men: str, ending: Any) -> None:
    table = ending(men)
    agree_with_syzygy(table, range(len(table)))


def agree_with_syzygy(table: pnyx.Table, numbers: Any) -> None:
    """Wins that the fifty-move rule would spoil are wins here."""
    with chess.syzygy.open_tablebase(str(table_files())) as syzygy:
        wanted = set(numbers)
        for number, (here, entry) in enumerate(table.items()):
            if number in wanted:
                wdl = syzygy.probe_wdl(chess.Board(here.board))
                assert entry.value == ("draw" if wdl == 0 else "win" if wdl > 0 else "loss"), here.board


@pytest.mark.soak
def test_zugzwangs_of_king_and_pawn(ending: Any) -> None:
    """The first in Beasley's list of all reciprocal zugzwangs with few men (2015) is Ka6 Pb7 - Kb8, where Black on move
    is mated in 9. In all of them White on move draws.
    """
    found = ending("KPvK").mutual_zugzwangs()
    assert len(found) == 80
    assert str(found[0]) == "1k6/1P6/K7/8/8/8/8/8 w - - 0 1: draw for white on move, loss in 18 plies for black"
    assert {(each.first_entry.value, each.second_entry.value) for each in found} == {("draw", "loss")}


def test_zugzwangs_are_those_of_the_definition() -> None:
    table = pnyx.tabulate(pnyx.position("othello", size=4))
    found = {frozenset((each.first, each.second)) for each in table.mutual_zugzwangs()}
    points = {"loss": -1, "draw": 0, "win": 1}
    expected = set()
    for here, entry in table.items():
        other = swapped(here)
        known = None if other is None else table.get(other)
        if other is None or known is None or here.outcome is not None or other.outcome is not None:
            continue
        own, others = points[entry.value], points[known.value]
        # Each would rather have what it gets when it is the other's turn.
        if own < -others and others < -own:
            expected.add(frozenset((here, table._unpacked(other.native.packed()))))
    kinds = [frozenset(table._unpacked(each.native.packed()) for each in pair) for pair in found]
    assert len(found) == 19
    assert set(kinds) == expected


class Heap:
    """Take one to three; who takes the last wins."""

    def start(self) -> Any:
        return (8, 0)

    def turn(self, position: Any) -> int:
        return int(position[1])

    def outcome(self, position: Any) -> Any:
        return None if position[0] else 1 - position[1]

    def moves(self, position: Any) -> Any:
        return range(1, min(3, position[0]) + 1)

    def play(self, position: Any, move: Any) -> Any:
        return (position[0] - move, 1 - position[1])


class Swapping(Heap):
    """The same where it says what a position with the other player on move is."""

    def swap(self, position: Any) -> Any:
        return None if position[0] == 8 else (position[0], 1 - position[1])


def test_zugzwangs_of_a_game_in_python() -> None:
    starts = [(8, 0), (8, 1)]
    found = pnyx.tabulate(Swapping(), starts).mutual_zugzwangs()
    assert [(each.first.object, each.second.object, each.full_point) for each in found] == [((4, 0), (4, 1), True)]
    with pytest.raises(InputError, match="no method 'swap'"):
        pnyx.tabulate(Heap(), starts).mutual_zugzwangs()


class Ending(Heap):
    """Player 0 on move loses, player 1 on move has drawn already."""

    def start(self) -> Any:
        return ("a", 0)

    def outcome(self, position: Any) -> Any:
        return {("a", 1): "draw", ("c", 0): 1}.get(position)

    def moves(self, position: Any) -> Any:
        return [{"a": "b", "b": "c"}[position[0]]]

    def play(self, position: Any, move: Any) -> Any:
        return (move, 1 - position[1])

    def swap(self, position: Any) -> Any:
        return (position[0], 1 - position[1])


def test_a_game_that_is_over_is_no_zugzwang() -> None:
    table = pnyx.tabulate(Ending(), [("a", 0), ("a", 1)])
    assert {entry.distance for _, entry in table.items("loss")} == {0, 2}
    assert table.mutual_zugzwangs() == []


def test_games_whose_board_says_who_is_on_move_have_no_zugzwangs() -> None:
    with pytest.raises(InputError, match="the board says whose turn it is"):
        pnyx.tabulate("tic-tac-toe").mutual_zugzwangs()
    for game in pnyx.games():
        start = pnyx.position(game)
        if cannot_swap(start) is None:
            other = swapped(start)
            assert other is not None, game
            assert other.turn != start.turn, game
            assert swapped(other) == pnyx.position(game, start.identity), game


@pytest.mark.parametrize(("many", "name"), [(False, None), (True, None), (True, "one stone")])
def test_a_table_knows_the_size_of_its_board(many: bool, name: str | None, tmp_path: Path) -> None:
    """Positions of another board have the same bytes, and are never taken for one another."""
    root, file = pnyx.position("tic-tac-toe", rows=3, columns=4), tmp_path / "table"
    starts = [root.play(move) for move in root.moves()] if many else None
    built = pnyx.tabulate(root, starts, file=file, name=name)
    tables = {"built": built, "opened": pnyx.Table(file), "named": pnyx.Table(file, "tic-tac-toe")}
    for case, table in {**tables, "of a position": pnyx.Table(file, root)}.items():
        assert next(iter(table)).board.count(".") in (11, 12), case
        for other in ("X../.../... o", pnyx.position("tic-tac-toe"), pnyx.position("tic-tac-toe", columns=5)):
            with raises_for((case, other), InputError, match="another board|option columns is 4"):
                table.get(other)
    with pytest.raises(InputError, match="another board"):
        pnyx.Table(file, pnyx.position("tic-tac-toe"))
    # The native module does not leave it to its caller.
    native = _core.Table(file)
    _core.expect_table(root.play("a1").native, native)
    for rows, columns in ((3, 3), (3, 5), (4, 3)):
        other = pnyx.position("tic-tac-toe", rows=rows, columns=columns)
        with raises_for((rows, columns), InputError, match="is a table of another board than"):
            _core.expect_table(other.native, native)


def test_starts_are_of_the_game() -> None:
    for case, start in {
        "another board": pnyx.position("tic-tac-toe", columns=4),
        "other rules": pnyx.position("tic-tac-toe", k=2),
        "belongs to": pnyx.position("othello"),
    }.items():
        with raises_for(case, InputError, match=f"{case}|other rules"):
            pnyx.tabulate("tic-tac-toe", [start])


def test_a_graph_is_read_from_its_starts(tmp_path: Path) -> None:
    graph = pnyx.position("graph", "root A; repetition draw; A max: B C; B min: A; C = win")
    pnyx.tabulate(graph, file=tmp_path / "graph")
    assert pnyx.Table(tmp_path / "graph").line(graph) == ["C"]
    pnyx.tabulate(graph, file=tmp_path / "named", name="something")
    with pytest.raises(InputError, match="give a position with game="):
        pnyx.Table(tmp_path / "named")
    assert pnyx.Table(tmp_path / "named", graph)[graph].value == "win"


def test_named_starts_are_made_as_they_are_needed(tmp_path: Path) -> None:
    made = 0

    def endless() -> Iterator[pnyx.Position]:
        nonlocal made
        for start in Placements("KRvK"):
            made += 1
            yield start
        raise AssertionError("all were asked for")

    for name, asked_for in ((None, 46_000), ("some", 10_000)):
        made = 0
        with pytest.raises((TableIncompleteError, AssertionError)):
            pnyx.tabulate("chess", endless(), name=name, file=tmp_path / "table", limit=pnyx.Limit(nodes=1_000))
        assert (made < asked_for) == (name is not None), (name, made)
    assert list(tmp_path.iterdir()) == []


def test_a_start_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    """A table of the starts before it would be taken for the table of all."""

    def starts() -> Iterator[pnyx.Position]:
        yield from islice(Placements("KvK"), 300)
        yield pnyx.position("othello")

    file = tmp_path / "table"
    for name in (None, "kings"):
        with pytest.raises(InputError, match="a start is a position of othello with other rules"):
            pnyx.tabulate("chess", starts(), name=name, file=file)
        assert list(tmp_path.iterdir()) == [], name
    assert len(pnyx.tabulate("chess", Placements("KvK"), name="kings", file=file)) == 924


def test_starts_of_a_table_that_is_there_are_not_made_again(tmp_path: Path) -> None:
    class Counted(Placements):
        made = 0

        def __iter__(self) -> Iterator[pnyx.Position]:
            self.made += 1
            return super().__iter__()

    file = tmp_path / "kings.pnyxtable"
    starts = Counted("KvK")
    for _ in range(2):
        table = pnyx.tabulate("chess", starts, file=file)
        assert (len(table), table.values, starts.made) == (924, {"win": 0, "draw": 924, "loss": 0}, 1)
    with pytest.raises(InputError, match="is there and is not this table"):
        pnyx.tabulate("chess", Counted("KBvK"), file=file)
