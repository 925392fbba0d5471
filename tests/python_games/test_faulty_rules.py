"""Games whose rules break the contract get no wrong answer, and sound ones lose none."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import pytest

import pnyx
from pnyx import _core
from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Job
from pnyx.cluster.questions import Question
from pnyx.game.testing import check_game
from support.faulty_games import FAULTY, GOALS, SOUND, GraphGame, RandomMoves, text_of, truth
from support.raising import raises_for
from support.sample_games import BareNim, EndlessMoves, LineGo, Nim, NimPosition

ALGORITHMS = tuple(pnyx.algorithms())
REFUSING = ("pn-dag", "pn-dcg", "pn-bta", "alpha-beta", "forced-win")
"""Algorithms that search no game in which repeating is illegal."""
LIMIT = pnyx.Limit(nodes=20_000)
SHARE = 40
CHUNK = 200
SOUND_SHARES = {what: 5 if what == "recording" else SHARE for what in SOUND}
"""Where positions hold the whole game, the replay takes long. Five graphs have all algorithms and goals."""


class Heap:
    """A heap and who is on move, which `==` forgets."""

    def __init__(self, size: int, turn: int) -> None:
        self.size, self.turn = size, turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.size == other.size

    def __hash__(self) -> int:
        return hash(self.size)

    def __repr__(self) -> str:
        return f"Heap({self.size}, {self.turn})"


class ForgetsTurn:
    """Nim by somebody who has forgotten whose turn it is."""

    name = "forgets-turn"

    def __init__(self, size: int = 9) -> None:
        self.size = size

    def start(self) -> Heap:
        return Heap(self.size, 0)

    def turn(self, position: Heap) -> int:
        return position.turn

    def outcome(self, position: Heap) -> int | None:
        return None if position.size else 1 - position.turn

    def moves(self, position: Heap) -> list[int]:
        return list(range(1, min(3, position.size) + 1))

    def play(self, position: Heap, move: int) -> Heap:
        return Heap(position.size - move, 1 - position.turn)

    def move_text(self, position: Heap, move: int) -> str:
        return str(move)

    def position_text(self, position: Heap) -> str:
        return f"{position.size} {position.turn}"

    def parse(self, text: str) -> Heap:
        size, turn = text.split()
        return Heap(int(size), int(turn))


class Chance(BareNim):
    """Nim with some of the moves, others each time."""

    def moves(self, position: NimPosition) -> list[int]:
        moves = super().moves(position)
        return random.sample(moves, random.randint(1, len(moves)))


@pytest.mark.parametrize("size", range(1, 14))
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_equality_that_forgets_the_turn_gives_no_wrong_answer(algorithm: str, size: int) -> None:
    result = pnyx.solve(ForgetsTurn(size), "win", algorithm)
    if result.unknown:
        assert result.reason is not None
        assert result.reason.startswith("rules: turn() returned another answer at '")
        assert result.checked is None
    else:
        assert result.verdict == ("disproven" if size % 4 == 0 else "proven")


def test_the_reason_names_the_method_and_both_positions() -> None:
    result = pnyx.solve(ForgetsTurn(9), "win")
    assert (
        result.reason
        == "rules: turn() returned another answer at '3 1' than at '3 0', which counts as the same position"
    )
    assert "the game's rules are inconsistent: turn() returned another answer" in str(result)
    result = pnyx.solve(Chance(7), "win")
    # Where it is noticed is a matter of chance.
    assert re.fullmatch(
        r"rules: moves\(\) returned other moves when asked again at \([1-7], [01]\)", result.reason or ""
    )


def test_moves_by_chance_give_no_answer() -> None:
    verdicts = Counter(pnyx.solve(Chance(7), "win").verdict for _ in range(200))
    assert verdicts == {"unknown": 200}


@pytest.mark.parametrize("game", [ForgetsTurn(9), Chance(7)])
def test_values_and_lists_of_moves_are_replayed_too(game: Any) -> None:
    assert pnyx.value(game).unknown
    listed = pnyx.solve(game, "win", all_moves=True)
    assert listed.unknown
    assert listed.winning_moves is not None
    true = {"2": False, "1": True, "3": False} if isinstance(game, ForgetsTurn) else {}
    for move in listed.winning_moves:
        assert true.get(move), f"{move} does not win"


def test_jobs_are_replayed_too() -> None:
    position = _core.python_position(ForgetsTurn(9), Heap(9, 0))
    found = _core.Jobs(position, "win", "df-pn", {}).solve(position, max_nodes=10_000)
    assert (found.verdict, found.certificate) == ("unknown", None)
    assert (found.reason or "").startswith("rules: turn() ")
    runner = JobRunner(Question("python_games.test_faulty_rules:ForgetsTurn", "9 0", "win"))
    assert runner.work(Job(1, "9 0", 10_000)).verdict == "unknown"


class Turncoat(Nim):
    """Says at some time that the other one wins."""

    turned = False

    def outcome(self, position: NimPosition) -> int | None:
        outcome = super().outcome(position)
        return 1 - outcome if self.turned and outcome is not None else outcome


def test_a_certificate_is_replayed_when_it_is_checked_or_walked() -> None:
    game = Turncoat(7)
    certificate = pnyx.solve(game, "win").certificate
    assert certificate is not None
    position = certificate.position.native
    assert _core.check(certificate.data, position).verdict == "proven"
    game.turned = True
    for read in (_core.check, _core.Proof):
        # What was asked before may be remembered or not.
        with raises_for(read, pnyx.CertificateError, match=r"rules: outcome\(\) returned another answer|does not fit"):
            read(certificate.data, position)
    with pytest.raises(pnyx.CertificateError):
        certificate.check()


def _answers(what: str, seeds: range) -> Iterator[tuple[int, str, pnyx.Result, Any]]:
    """The answers about games with something wrong, over all goals and algorithms."""
    for seed in seeds:
        text = text_of(seed, what)
        for place, goal in enumerate(GOALS):
            rng = random.Random(f"{what} {seed} game")
            game = RandomMoves(text, rng) if what == "random moves" else FAULTY[what](text, rng)
            algorithm = ALGORITHMS[(2 * seed + place) % len(ALGORITHMS)]
            if algorithm in REFUSING and game.repetition == "illegal":
                algorithm = "auto"
            yield seed, goal, pnyx.solve(game, goal, algorithm, limit=LIMIT), game


def assert_never_wrong(what: str, seeds: range) -> None:
    counts = Counter[str]()
    for seed, goal, result, game in _answers(what, seeds):
        if result.unknown:
            counts["rules" if str(result.reason).startswith("rules: ") else "unknown"] += 1
            continue
        # Chance leaves nothing that could be the truth but that of all moves.
        asked = GraphGame(text_of(seed, what)) if what == "random moves" else game
        assert (result.verdict, result.checked) == (truth(asked, goal), True), f"{what}, seed {seed}, {goal}"
        counts["right"] += 1
    assert counts["rules"] > 0
    assert counts["right"] > 0


def assert_no_answer_is_lost(what: str, seeds: range) -> None:
    # Where repeating is illegal, positions must be made of what counts, or have a key.
    rules = ("draw", "impossible", "illegal") if what in ("plain", "keyed") else ("draw", "impossible")
    for seed in seeds:
        text = text_of(seed, what, rules)
        for place, goal in enumerate(GOALS):
            game = SOUND[what](text)
            algorithm = ("pn", "df-pn", "auto", "pds", "pn2")[(2 * seed + place) % 5]
            result = pnyx.solve(game, goal, algorithm)
            about = f"{what}, seed {seed}, {goal}, {algorithm}"
            assert (result.verdict, result.reason) == (truth(GraphGame(text), goal), None), about


KINDS = (*FAULTY, "random moves")


@pytest.mark.parametrize("what", KINDS)
def test_no_injected_rule_gives_a_wrong_answer(what: str) -> None:
    assert_never_wrong(what, range(SHARE))


@pytest.mark.soak
@pytest.mark.parametrize("begin", range(SHARE, 1000, CHUNK))
@pytest.mark.parametrize("what", KINDS)
def test_no_injected_rule_gives_a_wrong_answer_soak(what: str, begin: int) -> None:
    assert_never_wrong(what, range(begin, min(begin + CHUNK, 1000)))


@pytest.mark.parametrize(("what", "share"), SOUND_SHARES.items())
def test_no_sound_game_loses_an_answer(what: str, share: int) -> None:
    assert_no_answer_is_lost(what, range(share))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("what", "begin"), [(what, begin) for what in SOUND for begin in range(SOUND_SHARES[what], 1000, CHUNK)]
)
def test_no_sound_game_loses_an_answer_soak(what: str, begin: int) -> None:
    assert_no_answer_is_lost(what, range(begin, min(begin + CHUNK, 1000)))


@pytest.mark.parametrize("what", FAULTY)
def test_check_game_finds_what_the_replay_finds(what: str) -> None:
    found = 0
    for seed in range(SHARE):
        text = text_of(seed, what)
        result = pnyx.solve(FAULTY[what](text, random.Random(seed)), "win", "pn")
        if str(result.reason).startswith("rules: "):
            found += 1
            with raises_for(seed, pnyx.ContractError):
                check_game(FAULTY[what](text, random.Random(seed)))
    assert found > 0


def test_check_game_finds_an_equality_that_forgets_the_turn() -> None:
    with pytest.raises(pnyx.ContractError, match=r"turn returns ., but . at Heap\(., .\), which is equal to it"):
        check_game(ForgetsTurn())
    with pytest.raises(pnyx.ContractError, match="moves returns other moves when called twice"):
        check_game(Chance())


def test_check_game_asks_for_a_key_where_repeating_is_illegal() -> None:
    text = "repetition illegal; root a; a max: b; b min: a c; c = win"
    with pytest.raises(pnyx.ContractError, match="repetition_key must say what counts"):
        check_game(SOUND["counting"](text))
    result = pnyx.solve(SOUND["counting"](text), "win")
    assert (result.reason or "").startswith("rules: __eq__ leaves out what a position is made of")
    check_game(SOUND["keyed"](text))
    assert pnyx.solve(SOUND["keyed"](text), "win").verdict == truth(GraphGame(text), "win")


class Numbered(LineGo):
    """Go whose positions have the turn as a truth value at times: it counts as the number that it is equal to."""

    def turn(self, position: Any) -> int:
        return int(position[1])

    def play(self, position: Any, move: int) -> Any:
        board, turn, passes = super().play((position[0], int(position[1]), position[2]), move)
        return board, bool(turn) if passes else turn, passes


def test_where_repeating_is_illegal_numbers_count_by_their_value() -> None:
    for goal in GOALS:
        assert pnyx.solve(Numbered(), goal).verdict == pnyx.solve(LineGo(), goal).verdict, goal


class Raising(BareNim):
    """Fails when it is asked again."""

    def __init__(self, method: str, error: type[BaseException]) -> None:
        super().__init__(7)
        self.method, self.error, self.asked = method, error, Counter[Any]()

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in ("turn", "outcome", "moves", "play"):
            return found

        def ask(*arguments: Any) -> Any:
            self.asked[name, arguments] += 1
            if name == self.method and self.asked[name, arguments] > 1:
                raise self.error("a mistake")
            return found(*arguments)

        return ask


@pytest.mark.parametrize("method", ["turn", "outcome", "moves", "play"])
def test_what_a_method_raises_when_asked_again_is_a_reason(method: str) -> None:
    result = pnyx.solve(Raising(method, ValueError), "win")
    assert (result.reason or "").startswith(f"rules: {method}() raised ValueError (a mistake) when asked again at (")
    with pytest.raises(KeyboardInterrupt):
        pnyx.solve(Raising(method, KeyboardInterrupt), "win")


class Sneaky(BareNim):
    """`play` changes its argument, and returns another one."""

    def start(self) -> Any:
        return Heap(7, 0)

    def turn(self, position: Any) -> int:
        return int(position.turn)

    def outcome(self, position: Any) -> int | None:
        return None if position.size > 0 else 1 - position.turn

    def moves(self, position: Any) -> list[int]:
        return list(range(1, min(3, position.size) + 1))

    def play(self, position: Any, move: int) -> Any:
        after = Heap(position.size - move, 1 - position.turn)
        position.turn = 1 - position.turn
        return after


def test_a_play_that_changes_its_argument_is_found() -> None:
    assert (pnyx.solve(Sneaky(), "win").reason or "").startswith("rules: ")


class Suit(IntEnum):
    RED = 1
    BLACK = 2


@dataclass(frozen=True)
class Frozen:
    board: tuple[int, ...]
    last: int = field(compare=False)

    @cached_property
    def size(self) -> int:
        return len(self.board)


class Slotted:
    __slots__ = ("board", "turn")

    def __init__(self, board: Any, turn: int) -> None:
        self.board, self.turn = board, turn


def test_what_objects_are_made_of() -> None:
    content = _core.Contents(by_value=False).content
    ring: list[Any] = [1]
    ring.append(ring)
    other: list[Any] = [1]
    other.append(other)
    asked = Frozen((1,), 0)
    assert asked.size == 1
    for one, same in [
        ((1, "a", b"b", None, 2.5), (1, "a", b"b", None, 2.5)),
        (2**100, 2**100),
        ({1, 2, 3}, {3, 2, 1}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (ring, other),
        (asked, Frozen((1,), 0)),
        (Slotted([1], 0), Slotted([1], 0)),
        (Heap(3, 0), Heap(3, 0)),
        (Suit.RED, Suit(1)),
        ("\ud800", "\ud800"),
    ]:
        assert content(one) == content(same), (one, same)
    different: list[Any] = [
        *(0, False, 0.0, "", b"", None, (), [], {}, set(), frozenset(), "0"),
        *(1, True, 1.0, Suit.RED, -1, 2**70, -(2**70), 2**64, "\ud800", "\ud801", ring),
        *((1, 2), (2, 1), ((1,), 2), (1, (2,)), [1, 2], {1: 2}, {2: 1}, {1, 2}),
        *(Heap(3, 0), Heap(3, 1), Frozen((1,), 0), Frozen((1,), 1), Slotted([1], 0), Slotted([1], 1), Slotted([2], 0)),
        *(Frozen, Heap, len, lambda: 0, object(), iter([1])),
    ]
    assert len({content(each) for each in different}) == len(different)
    by_value = _core.Contents(by_value=True).content
    assert by_value((1, 0, 2)) == by_value((True, 0.0, 2.0)) != by_value((1, 0, 2.5))


def test_what_is_nested_deeply_or_tells_nothing_is_told_apart() -> None:
    class Silent(Heap):
        def __reduce_ex__(self, protocol: Any) -> Any:
            raise TypeError("nobody's business")

    content = _core.Contents(by_value=False).content
    assert len({content(Silent(*parts)) for parts in ((3, 0), (3, 0), (3, 1), (4, 0))}) == 3
    deep: Any = 0
    for _ in range(100_000):
        deep = (deep,)
    assert content(deep) == content(deep)


class LargeMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return (str(number) * 100_000 for number in itertools.count(100))


class SameMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return itertools.repeat(1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_moves_without_end_are_ended_by_the_limits(algorithm: str) -> None:
    result = pnyx.solve(EndlessMoves(), "win", algorithm, limit=pnyx.Limit(seconds=0.1))
    assert (result.verdict, result.reason) == ("unknown", "seconds")
    result = pnyx.solve(EndlessMoves(), "win", algorithm, limit=pnyx.Limit(memory=1 << 20))
    assert (result.verdict, result.reason) == ("unknown", "memory")


def test_moves_without_end_elsewhere() -> None:
    little = pnyx.Limit(seconds=0.1)
    stop = pnyx.StopFlag()
    stop.set()
    assert pnyx.solve(LargeMoves(), "win", limit=pnyx.Limit(memory=8 << 20)).reason == "memory"
    assert pnyx.solve(EndlessMoves(), "win", stop=stop).reason == "stopped"
    assert pnyx.solve(EndlessMoves(), "win", all_moves=True, limit=little).reason == "seconds"
    assert pnyx.value(EndlessMoves(), limit=little).questions[0].reason == "seconds"
    for depth in (3, 200):  # the second on a stack of its own
        assert pnyx.search(EndlessMoves(), depth, limit=little).reason == "seconds", depth
    with pytest.raises(pnyx.ContractError, match=r"moves\(\) returns 1 twice"):
        pnyx.solve(SameMoves())
    with pytest.raises(pnyx.ContractError, match="moves returns more than 1,000,000 moves: it must end"):
        check_game(EndlessMoves())


class Heavy(str):
    """Says that it takes much memory."""

    __slots__ = ()

    def __sizeof__(self) -> int:
        return 1 << 28


class HeavyMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return (Heavy(number) for number in itertools.count())


def test_without_a_limit_the_moves_of_a_position_take_no_more_than_a_gibibyte() -> None:
    with pytest.raises(pnyx.ContractError, match=r"moves\(\) must come to an end, but 4 moves take 1024 MiB already"):
        pnyx.position(HeavyMoves()).moves()
