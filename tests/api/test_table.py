"""`pnyx.tabulate` and `pnyx.Table`: values and distances against brute force, files, limits, and games in Python."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import TableIncompleteError
from support.cyclic_game import Cyclic
from support.raising import raises_for
from support.random_games import random_graph
from support.whole_games import brute, rows


@pytest.mark.parametrize("repetition", ["draw", "impossible"])
@pytest.mark.parametrize("alternating", [1.0, 0.0])
def test_random_graphs_have_the_values_and_distances_of_brute_force(
    repetition: Literal["draw", "impossible"], alternating: float
) -> None:
    for seed in range(25):
        rng = random.Random(f"table {seed}")
        text = random_graph(rng, largest=20, alternating=alternating, repetition=repetition)
        game, graph = Cyclic(text), pnyx.position("graph", text)
        expected = brute(game)
        assert rows(pnyx.tabulate(game, threads=1)) == expected, text
        table = pnyx.tabulate(graph)
        assert len(table) == len(expected), text
        assert table[graph] == pnyx.tabulate(game, threads=2)[game.start()], text
        assert table.check() == len(expected), text


def test_tic_tac_toe() -> None:
    """765 positions that are not symmetric to each other, as is well known."""
    table = pnyx.tabulate("tic-tac-toe")
    assert (len(table), table.symmetry, str(table[table.starts])) == (765, True, "draw")
    assert sum(table.values.values()) == 765
    counts = table.counts()
    for value, number in table.values.items():
        assert sum(sum(counts[player][value].values()) for player in "xo") == number, value
    assert table.check() == 765


def test_the_board_of_connect_four_agrees_with_the_exact_search() -> None:
    start = pnyx.position("connect-four", rows=4, columns=4)
    table = pnyx.tabulate(start)
    rng = random.Random("table connect four")
    for _ in range(40):
        here = start
        while here.outcome is None and rng.random() < 0.9:
            here = here.play(rng.choice(here.moves()))
        if here.outcome is None:
            assert table[here].value == pnyx.value(here).value, here.text


def test_moves_are_sorted_and_best_play_ends_when_the_table_says() -> None:
    start = pnyx.position("connect-four", rows=4, columns=4)
    table = pnyx.tabulate(start)
    for player, (position, plies) in table.longest_wins().items():
        entries = [entry for _, entry in table.moves(position)]
        order = {"win": 0, "draw": 1, "loss": 2}
        assert [order[entry.value] for entry in entries] == sorted(order[entry.value] for entry in entries), player
        assert entries[0] == table[position], player
        line = table.line(position)
        assert len(line) == plies, player
        for move in line:
            position = position.play(move)
        assert position.outcome == player, (player, line)


class Cards(Enum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True)
class Heap:
    """A position as a dataclass, with all that may stand in one."""

    left: int
    turn: int
    card: Cards = Cards.LOW
    seen: frozenset[str] = frozenset({"b", "a"})
    big: int = 1 << 80
    half: float = 0.5


class Pair(NamedTuple):
    left: int
    turn: int


class Taking:
    """Take one to three; who takes the last wins. Positions are made by `make`."""

    repetition = "impossible"

    def __init__(self, make: Any) -> None:
        self.make = make

    def start(self) -> Any:
        return self.make(9, 0)

    def turn(self, position: Any) -> int:
        return int(position.turn)

    def outcome(self, position: Any) -> Any:
        return None if position.left else 1 - position.turn

    def moves(self, position: Any) -> Any:
        return range(1, min(3, position.left) + 1)

    def play(self, position: Any, move: int) -> Any:
        return self.make(position.left - move, 1 - position.turn)


@pytest.mark.parametrize("make", [Heap, Pair])
@pytest.mark.parametrize("threads", [1, 2])
def test_positions_may_be_objects_of_classes(make: Any, threads: int) -> None:
    game = Taking(make)
    table = pnyx.tabulate(game, threads=threads)
    assert rows(table) == brute(game)
    assert {type(position.object) for position in table} == {make}
    assert table.check(threads=threads) == len(table)


class WithParts(Taking):
    """Positions that are anything."""

    def __init__(self, parts: Any) -> None:
        super().__init__(Pair)
        self.parts = parts

    def start(self) -> Any:
        return (self.parts, 2, 0)

    def turn(self, position: Any) -> int:
        return int(position[2])

    def outcome(self, position: Any) -> Any:
        return None if position[1] else 1 - position[2]

    def moves(self, position: Any) -> Any:
        return range(1, position[1] + 1)

    def play(self, position: Any, move: int) -> Any:
        return (position[0], position[1] - move, 1 - position[2])


PARTS: tuple[Any, ...] = (
    0, -1, 159, 160, -32, -33, 127, 128, 255, 256, -128, -129, 2**31, -(2**31), 2**63 - 1, 2**63, -(2**63),
    -(2**63) - 1,
    1 << 200, -(1 << 200), 0.5, -1.25, 1e300, "", "a", "\u00e9\u20ac", "\ud800", b"", b"\x00\xff", None, (), ((), (1,)),
    frozenset(), frozenset({1, 2, frozenset({3})}), Cards.HIGH, Heap(1, 0), Pair(1, 1),
)  # fmt: skip


def test_what_positions_are_made_of_comes_back() -> None:
    for part in PARTS:
        rules = _core.TableRules(WithParts(part))
        packed = rules.pack((part, 3, 1))
        assert rules.unpack(packed) == (part, 3, 1), part
        assert rules.unpack(packed + b"\0\0") == (part, 3, 1), part


def test_different_parts_have_different_bytes_and_none_begins_with_another() -> None:
    rules = _core.TableRules(WithParts(0))
    packed = {part: rules.pack(part) for part in PARTS}
    for one, bytes_of_one in packed.items():
        for other, bytes_of_other in packed.items():
            assert one == other or not bytes_of_other.startswith(bytes_of_one), (one, other)


def test_equal_numbers_have_equal_bytes() -> None:
    rules = _core.TableRules(WithParts(0))
    assert rules.pack((1, True, 1.0)) == rules.pack((True, 1.0, 1))


def test_bytes_that_are_no_position_are_refused_or_read() -> None:
    """Whatever they are, it ends, with an object or with an error; shortened ones are always refused."""
    rules = _core.TableRules(WithParts(0))
    rng = random.Random("garbage")
    good = rules.pack(PARTS)
    read = 0
    for _ in range(3_000):
        garbage = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            garbage[rng.randrange(len(garbage))] = rng.randrange(256)
        with suppress(pnyx.InputError, pnyx.ContractError, TypeError, ValueError, KeyError, AttributeError):
            rules.unpack(bytes(garbage))
            read += 1
    assert 0 < read < 3_000
    for size in range(len(good)):
        with raises_for(size, pnyx.InputError):
            rules.unpack(good[:size])


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_the_rules_comes_through(threads: int) -> None:
    class Broken(Taking):
        def moves(self, position: Any) -> Any:
            if position.left == 4:
                raise ZeroDivisionError("four")
            return super().moves(position)

    with pytest.raises(ZeroDivisionError, match="four"):
        pnyx.tabulate(Broken(Pair), threads=threads)


def test_play_must_not_change_its_argument() -> None:
    class Mutable:
        """Equal by contents, and changed by `play`."""

        def __init__(self, left: int, turn: int) -> None:
            self.left, self.turn = left, turn

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Mutable) and (self.left, self.turn) == (other.left, other.turn)

        def __hash__(self) -> int:
            return hash((self.left, self.turn))

    class Changing(Taking):
        def play(self, position: Any, move: int) -> Any:
            position.left -= move
            return Mutable(position.left, 1 - position.turn)

    with pytest.raises(pnyx.ContractError, match="changed its argument"):
        pnyx.tabulate(Changing(Mutable), threads=1)


def test_a_wrong_declaration_is_told() -> None:
    game = Cyclic("root a; repetition draw; a max: b t; b min: a u; t = draw; u = draw")
    game.repetition = "impossible"
    with pytest.raises(TableIncompleteError, match="declare 'draw'") as error:
        pnyx.tabulate(game, threads=1)
    assert error.value.reason == "misdeclared"


def test_games_that_have_no_table_say_why() -> None:
    with pytest.raises(pnyx.InputError, match="there is no table of go-one-eye: repeating a position is illegal"):
        pnyx.tabulate("go-one-eye")
    with pytest.raises(pnyx.InputError, match="a table has no history"):
        pnyx.tabulate(pnyx.position("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 0 1 moves a1a2 c3b4"))
    with pytest.raises(pnyx.InputError, match="starts must not be empty"):
        pnyx.tabulate("tic-tac-toe", [])


def test_a_limit_ends_it_and_the_same_call_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "four.pnyxtable"
    start = pnyx.position("connect-four", rows=4, columns=4)
    with pytest.raises(TableIncompleteError, match="limit reached, positions") as error:
        pnyx.tabulate(start, file=file, limit=pnyx.Limit(nodes=5_000))
    assert error.value.positions >= 5_000
    assert not file.exists()
    whole = pnyx.tabulate(start, file=tmp_path / "other.pnyxtable", threads=1)
    assert len(pnyx.tabulate(start, file=file)) == len(whole)
    assert file.read_bytes() == whole.path.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["four.pnyxtable", "other.pnyxtable"]
    assert pnyx.Table(file)[start] == whole[start]


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "three.pnyxtable"
    pnyx.tabulate("tic-tac-toe", file=file)
    with pytest.raises(pnyx.InputError, match="is a table of tic-tac-toe"):
        pnyx.Table(file, pnyx.position("connect-four"))
    with pytest.raises(pnyx.InputError, match="is there and is not this table"):
        pnyx.tabulate("connect-four", file=file)
    with pytest.raises(pnyx.InputError):
        pnyx.Table(file)["....../....../....../....../....../....../....... x"]


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "three.pnyxtable"
    table = pnyx.tabulate("tic-tac-toe", file=file)
    whole = file.read_bytes()
    rng = random.Random("changed table")
    for case in range(60):
        changed = bytearray(whole)
        place = rng.randrange(len(changed))
        changed[place] ^= 1 << rng.randrange(8)
        other = tmp_path / "changed.pnyxtable"
        other.write_bytes(changed)
        with raises_for((case, place), pnyx.PnyxError):
            pnyx.Table(other).check()
    assert table.check() == 765


def test_chess_endings_from_one_position() -> None:
    """King and queen against king: no mate takes longer than 10 moves, as is well known."""
    table = pnyx.tabulate(pnyx.position("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 0 1"))
    wins = {player: plies for player, (_, plies) in table.longest_wins().items()}
    assert wins == {"black": 19}
    assert table.check(sample=500) == 500


def test_progress_is_told_and_a_flag_stops_it() -> None:
    stop, seen = pnyx.StopFlag(), []

    def watch(progress: Any) -> None:
        seen.append(progress)
        stop.set()

    with pytest.raises(TableIncompleteError, match="stopped"):
        pnyx.tabulate("connect-four", stop=stop, on_progress=watch)
    assert seen[0].phase == "enumerating"
    assert seen[0].positions > 0
