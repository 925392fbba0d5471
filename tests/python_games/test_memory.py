"""Games written in Python under a limit of memory: what they hold is weighed, and freed when nobody needs it."""

from __future__ import annotations

import dataclasses
import enum
import json
import random
import subprocess
import sys
import weakref
from collections import Counter
from typing import Any, NamedTuple

import pytest

import pnyx
from pnyx import _core
from pnyx.reference import brute
from support.animal_shogi import AnimalShogi
from support.cyclic_game import Cyclic
from support.places import TESTS
from support.random_games import random_graph

MIB = 1 << 20


class Wrapped:
    """A name that is compared, and something that is not: equal positions are made of different things."""

    def __init__(self, name: str, ballast: bytes) -> None:
        self.name = name
        self.rest = (random.random(), ballast)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wrapped) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


@dataclasses.dataclass(frozen=True)
class Frozen:
    """Positions as many people write them."""

    name: str
    ballast: bytes
    colour: Colour


class Colour(enum.Enum):
    """Equals only itself, and is a part of positions."""

    RED = 1


class Node:
    """Equals only itself."""

    def __init__(self, name: str, ballast: bytes) -> None:
        self.name = name
        self.ballast = ballast


class Heavy(Cyclic):
    """A graph whose positions weigh as much as one likes, of several kinds."""

    def __init__(self, text: str, kind: str, ballast: int) -> None:
        super().__init__(text)
        self.kind = kind
        self.ballast = ballast
        self.nodes: dict[str, Node] = {}
        self.asked: Counter[str] = Counter()
        if kind == "keyed":
            self.repetition_key = name_of

    def wrap(self, name: str) -> Any:
        ballast = bytes(self.ballast)
        if self.kind == "wrapped":
            return Wrapped(name, ballast)
        if self.kind == "frozen":
            return Frozen(name, ballast, Colour.RED)
        if self.kind == "node":
            return self.nodes.setdefault(name, Node(name, ballast))
        return (name, ballast)

    def start(self) -> Any:
        return self.wrap(self.root)

    def turn(self, position: Any) -> int:
        return super().turn(name_of(position))

    def outcome(self, position: Any) -> Any:
        return super().outcome(name_of(position))

    def moves(self, position: Any) -> list[str]:
        self.asked[name_of(position)] += 1
        return super().moves(name_of(position))

    def play(self, position: Any, move: str) -> Any:
        return self.wrap(move)


def name_of(position: Any) -> str:
    name: str = position[0] if isinstance(position, tuple) else position.name
    return name


KINDS = ("tuple", "wrapped", "frozen", "node", "keyed")
BY_TABLE = ("auto", "df-pn", "pds", "pn-star", "pds-pn")
BY_GRAPH = ("pn", "pn2", "pn-dag", "pn-dcg", "pn-bta", "alpha-beta", "forced-win")


def compared(seed: int) -> tuple[str | None, bool]:
    """Ask about a random graph in very little memory, and compare; gives the reason of an unknown answer, and whether
    positions were freed."""
    rng = random.Random(seed)
    repetition: Any = rng.choice(("draw", "draw", "illegal", "impossible"))
    largest = 9 if repetition == "illegal" else 14
    text = random_graph(rng, smallest=5, largest=largest, repetition=repetition)
    game = Heavy(text, rng.choice(KINDS), ballast=2_000)
    algorithm = rng.choice(BY_TABLE + (() if repetition == "illegal" else BY_GRAPH))
    goal = rng.choice(("win", "draw-or-better"))
    memory = rng.choice((24_000, 32_000, 40_000, 48_000))
    result = pnyx.solve(game, goal, algorithm, limit=pnyx.Limit(nodes=20_000, memory=memory))
    about = f"{seed}: {algorithm} {goal} {game.kind} {memory} {text}"
    expected = brute.solve(game, game.start(), goal)
    if result.reason is None:
        assert result.verdict == ("proven" if expected else "disproven"), about
    else:
        # Equal positions that are made of different things may go before it is noticed that there are such.
        lost: tuple[str, ...] = ("certificate failed",) if game.kind == "wrapped" else ()
        # Where repeating is illegal, equality that leaves something out has to be said by a repetition key.
        lost += ("rules",) if game.kind == "wrapped" and repetition == "illegal" else ()
        assert result.reason.split(":")[0] in ("memory", "numbers", "nodes", "unsafe", "selections", *lost), about
    return result.reason, max(game.asked.values(), default=0) > 4


def compare(first: int, count: int) -> None:
    found = [compared(seed) for seed in range(first, first + count)]
    answered = [given_up for reason, given_up in found if reason is None]
    assert len(answered) > count / 3, Counter(reason for reason, _ in found)
    assert sum(answered) > count / 10


def test_verdicts_are_right_whatever_is_given_up() -> None:
    compare(0, 600)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1_000, 21_000, 2_000))
def test_verdicts_are_right_whatever_is_given_up_soak(first: int) -> None:
    compare(first, 2_000)


class IntOf(int):
    """Equals an int."""


class Coins:
    """A tree of positions of a kind that is chosen; no two lines meet, and nobody knows how it ends."""

    repetition = "impossible"

    def __init__(self, kind: str = "plain", plies: int = 60) -> None:
        self.kind = kind
        self.plies = plies
        self.alive: weakref.WeakSet[Any] = weakref.WeakSet()

    def wrap(self, ply: int, number: int) -> Any:
        if self.kind == "counted":
            position = Counted((ply, number))
            self.alive.add(position)
            return position
        wrapped: dict[str, Any] = {
            "plain": (ply, number),
            "alike": random.choice((Pair(ply, number), (float(ply), number), (ply, IntOf(number)))),
            "text": f"{ply} {number}",
            "set": frozenset({("ply", ply), ("number", number)}),
            "long": (ply, -number << 100),
            "frozen": Frozen(f"{ply} {number}", b"", Colour.RED),
            "nested": ((ply, None), (number, 1.5, [] == [], "é", b"x")),
            "shared": (ply, number, BOARD),
        }
        return wrapped[self.kind]

    def unwrap(self, position: Any) -> tuple[int, int]:
        numbers: dict[str, Any] = {
            "plain": lambda: position,
            "alike": lambda: map(int, position),
            "counted": lambda: position.numbers,
            "text": lambda: tuple(map(int, position.split())),
            "set": lambda: (dict(position)["ply"], dict(position)["number"]),
            "long": lambda: (position[0], -(position[1] >> 100)),
            "frozen": lambda: tuple(map(int, position.name.split())),
            "nested": lambda: (position[0][0], position[1][0]),
            "shared": lambda: position[:2],
        }
        ply, number = numbers[self.kind]()
        return ply, number

    def start(self) -> Any:
        return self.wrap(0, 1)

    def turn(self, position: Any) -> int:
        return self.unwrap(position)[0] % 2

    def outcome(self, position: Any) -> Any:
        ply, number = self.unwrap(position)
        return int(number % 7 < 3) if ply == self.plies else None

    def moves(self, position: Any) -> list[int]:
        return [1, 2, 3]

    def play(self, position: Any, move: int) -> Any:
        ply, number = self.unwrap(position)
        return self.wrap(ply + 1, (number * 37 + move * 101) % 1_000_003 + 1)


class Board:
    """What all positions refer to; equals only itself."""

    def __init__(self) -> None:
        self.squares = list(range(1_000, 3_000))


BOARD = Board()


class Counted:
    """A position that says when it is gone."""

    def __init__(self, numbers: tuple[int, int]) -> None:
        self.numbers = numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash(self.numbers)


class Pair(NamedTuple):
    """Equals a tuple."""

    ply: Any
    number: Any


@pytest.mark.parametrize("kind", ["plain", "alike", "text", "set", "long", "frozen", "nested", "shared", "counted"])
def test_a_position_that_comes_back_finds_what_was_known(kind: str) -> None:
    """With a table that keeps everything, giving positions up does not change a single node."""
    found = []
    for memory in (1 << 30, 3 << 18):
        game = Coins(kind)
        calls = Counter[str]()
        play = game.play

        def counted(position: Any, move: int, play: Any = play, calls: Counter[str] = calls) -> Any:
            calls["play"] += 1
            return play(position, move)

        game.play = counted  # type: ignore[method-assign]
        limit = pnyx.Limit(nodes=4_000, memory=memory)
        result = pnyx.solve(game, "win", "df-pn", options={"table": "exact"}, limit=limit)
        assert result.reason == "nodes", memory
        found.append((result.nodes, result.proof, result.disproof, calls["play"]))
    roomy, narrow = found
    assert roomy[:3] == narrow[:3]
    assert narrow[3] > roomy[3] * 1.02, "nothing was freed"


def test_what_all_positions_share_is_counted_once() -> None:
    """The board weighs 80 kB, which would be 160 MB if it were counted with each position."""
    limit = pnyx.Limit(nodes=2_000, memory=512 * MIB)
    told = [pnyx.solve(Coins(kind), "win", "pn", limit=limit).memory_bytes for kind in ("plain", "shared")]
    assert told[0] < told[1] < told[0] + 2 * MIB


def test_nothing_is_held_after_an_answer() -> None:
    game = Coins("counted")
    position = _core.python_position(game, game.start())
    solved = _core.solve(position, _core.Question("win", "df-pn", {}, max_nodes=2_000, max_memory=64 * MIB))
    assert solved.reason == "nodes"
    assert len(game.alive) == 1, "only the root is held, by its owner"
    assert position.play("1").object == game.play(game.start(), 1)
    _core.search(position, "alpha-beta", {}, depth=5, max_memory=64 * MIB)
    assert len(game.alive) <= 2


@pytest.mark.parametrize("algorithm", ["pn", "pn-dcg"])
def test_the_next_question_has_all_of_the_memory(algorithm: str) -> None:
    game = AnimalShogi()
    position = _core.python_position(game, game.start())
    nodes = []
    for _ in range(2):
        # Not the size at which a vector that doubles just fits, or just does not.
        solved = _core.solve(position, _core.Question("win", algorithm, {}, max_memory=MIB * 3 // 4))
        assert solved.reason == "memory"
        nodes.append(solved.nodes)
    assert nodes[1] > nodes[0] * 0.9


def test_auto_goes_on_when_its_memory_is_full() -> None:
    """Holding every position it takes 4 MiB for some 600 nodes."""
    limit = pnyx.Limit(nodes=6_000, memory=MIB)
    result = pnyx.solve(AnimalShogi(), "win", limit=limit)
    assert (result.reason, result.nodes) == ("nodes", 6_000)
    assert result.memory_bytes < MIB


def test_the_second_question_of_the_value_gets_its_memory() -> None:
    """The first one ends for want of memory, with a table that keeps everything."""
    game = AnimalShogi()
    position = _core.python_position(game, game.start())
    answers = _core.value(position, _core.Question("", "pn", {}, max_memory=MIB // 2))
    assert [(goal, answer.reason) for goal, answer in answers] == [("win", "memory"), ("draw-or-better", "memory")]
    assert min(answer.nodes for _, answer in answers) > 5_000


def test_moves_that_change_are_noticed() -> None:
    class Fickle(Coins):
        asked = 0

        def moves(self, position: Any) -> list[int]:
            self.asked += 1
            return [1, 2, 3][: 2 + self.asked // 3_000]

    with pytest.raises(pnyx.ContractError, match="their number has changed"):
        pnyx.solve(Fickle(), "win", "df-pn", limit=pnyx.Limit(nodes=20_000, memory=3 << 18))


PROGRAM = """
import json, re, sys
sys.path.insert(0, sys.argv[1])
import pnyx
from python_games.test_memory import *

def status(name):
    with open("/proc/self/status") as file:
        return 1024 * int(re.search(rf"{name}:\\s*(\\d+) kB", file.read())[1])

game, algorithm, options, nodes, memory = eval(sys.argv[2])
pnyx.solve(game, "win", algorithm, options=options, limit=pnyx.Limit(nodes=30, memory=memory))
before = status("VmRSS")
found = pnyx.solve(game, "win", algorithm, options=options, limit=pnyx.Limit(nodes=nodes, memory=memory))
print(json.dumps([found.reason, found.nodes, found.memory_bytes, status("VmHWM") - before, getattr(game, "told", 0)]))
"""


def measured(what: str) -> tuple[str, int, int, int, int]:
    """Search in a process of its own: the reason of its end, nodes, the memory told, what the system says, and what the
    game says."""
    program = [sys.executable, "-c", PROGRAM, str(TESTS), what]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    reason, nodes, told, peak, more = json.loads(done.stdout)
    return reason, nodes, told, peak, more


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the system says it elsewhere, if anywhere")


class Large(Coins):
    """Positions of 50 kB."""

    def wrap(self, ply: int, number: int) -> Any:
        if self.kind == "bytes":
            return (ply, number, bytes([number % 256]) * 50_000)
        return (ply, number, tuple(range(number + 1_000, number + 2_250)))

    def unwrap(self, position: Any) -> tuple[int, int]:
        return (position[0], position[1])


@on_linux
@pytest.mark.parametrize("kind", ["bytes", "numbers"])
@pytest.mark.parametrize(("algorithm", "nodes"), [("auto", 2_000), ("pn", 5_000)])
def test_large_positions_keep_to_the_limit(kind: str, algorithm: str, nodes: int) -> None:
    memory = 64 * MIB
    reason, count, told, peak, _ = measured(f"Large({kind!r}), {algorithm!r}, {{}}, {nodes}, {memory}")
    assert reason == "nodes"
    assert count >= nodes
    assert told <= memory
    assert peak < memory + 16 * MIB
    assert peak < told + memory / 2 + 16 * MIB, "the table may be half of it, and is used little by little"


class Small(Coins):
    """Small tuples; it counts the positions in which a move was made: those that were expanded are in the table."""

    def __init__(self) -> None:
        super().__init__()
        self.been = bytearray(61 * 1_000_004)
        self.told = 0

    def play(self, position: Any, move: int) -> Any:
        ply, number = position
        self.told += not self.been[1_000_004 * ply + number]
        self.been[1_000_004 * ply + number] = 1
        return super().play(position, move)


@on_linux
@pytest.mark.parametrize("options", [{}, {"table": "exact"}])
def test_a_position_in_the_table_costs_little(options: dict[str, str]) -> None:
    """At most 600 bytes, with all that is held beside the table."""
    reason, _, told, peak, positions = measured(f"Small(), 'df-pn', {options}, 60_000, {1 << 30}")
    assert reason == "nodes"
    assert positions > 30_000
    assert told / positions < 600
    assert peak / positions < 600
