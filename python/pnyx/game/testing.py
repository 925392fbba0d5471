"""Tests whether a game follows the protocol of `pnyx.Game`, by random play."""

from __future__ import annotations

import copy
import random
from collections import Counter, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from pnyx import _core
from pnyx._util.numbers import expect_whole, is_whole
from pnyx.api.position import NOTATIONS, as_position, missing_methods, require_game
from pnyx.api.position import position as read_position
from pnyx.errors import ContractError, InputError, PnyxError, quoted
from pnyx.game.steps import Steps

__all__ = ["ContractError", "GameReport", "check_game"]

_DRAWN = 200
"""Positions whose drawings are examined; drawing may be slow."""

_EQUAL_TO_ITSELF = 3
"""How often an object is asked whether it is equal to itself."""

_CHANCES = 30
"""How often a position is asked before `play` is blamed for other answers."""

_SWEPT = 300
"""Positions nearest to the start that are all examined."""

_KEPT = 100_000
"""Positions that later ones are compared with."""

_TWINS = 4
"""Equal positions, made of different parts, that another one is compared with."""

_MOST_MOVES = 1_000_000
"""Moves of one position, after which nobody waits for the last one."""


@dataclass(frozen=True)
class GameReport:
    """The report of `check_game` on a game without errors: what was tested.

    >>> GameReport("Nim", 50, 210, 30)
    GameReport(game='Nim', playouts=50, plies=210, comparisons=30)
    >>> print(GameReport("Nim", 50, 210, 30))
    Nim: rules are consistent: 50 play-outs, 210 moves, 30 comparisons
    """

    game: str
    playouts: int
    plies: int
    """Moves played."""
    comparisons: int
    """Pairs of positions compared with each other."""

    def __str__(self) -> str:
        return (
            f"{self.game}: rules are consistent: {self.playouts:,} play-outs, {self.plies:,} moves, "
            f"{self.comparisons:,} comparisons"
        )


def check_game(
    game: Any, *, position: Any = None, playouts: int = 50, max_plies: int = 200, seed: int = 0
) -> GameReport:
    """Test the contract of a game by random play-outs, from its start or from a position.

    `game` is an object written in Python or the name of a built-in game; `position` is then a position of that object
    or a text. An error is raised as a `ContractError`, an `AssertionError` that says where; an exception of the game
    itself is passed on.

    Of an object written in Python, the 300 positions nearest to the start are examined too, and each play-out is
    played again with its moves in another order. Positions that are equal must have the same turn, outcome and moves,
    which lead to equal positions, though they were reached in different ways and differ in what they are made of. If
    the game has a method `canonical`, the positions that it returns must have the same turn and outcome, and moves that
    lead to the same representatives as often. If it has a method `board`, the rows must be of equal length, and equal
    positions must have equal boards.

    >>> from pnyx.game.testing import check_game
    >>> class Stuck:
    ...     def start(self): return 0
    ...     def turn(self, position): return 0
    ...     def outcome(self, position): return None
    ...     def moves(self, position): return []
    ...     def play(self, position, move): return position
    >>> check_game(Stuck())
    Traceback (most recent call last):
        ...
    pnyx.errors.ContractError: Stuck.moves returns no move and Stuck.outcome returns None, at 0: return the outcome
    """
    for name, value, least in (("playouts", playouts, 1), ("max_plies", max_plies, 1), ("seed", seed, 0)):
        expect_whole(name, value, least, 2**32 - 1)
    if isinstance(game, str):
        start = read_position(game, position)
    else:
        try:
            require_game(game)
        except InputError as error:
            raise ContractError(str(error)) from None
        first = game.start() if position is None else position
        tester = _Tester(game)
        tester.sweep(first)
        tester.play_outs(first, playouts, max_plies, random.Random(seed))
        start = as_position(first, game)
    try:
        plies, compared = _core.check_game(start.native, playouts, max_plies, seed)
    except PnyxError as error:
        raise ContractError(str(error)) from error
    return GameReport(start.game, playouts, plies, compared + (0 if isinstance(game, str) else tester.comparisons))


class _Answers(NamedTuple):
    """The game's facts about a position; `turn` may be missing where the game is over, `board` if it has none."""

    turn: Any
    outcome: Any
    moves: list[Any]
    board: tuple[str, ...] | None


class _Tester:
    """The checks in Python, whose messages can name the author's own objects."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.name = type(game).__name__
        self.repetition = getattr(game, "repetition", "draw")
        self.key: Callable[[Any], Hashable] = getattr(game, "repetition_key", lambda position: position)
        self.has_key = hasattr(game, "repetition_key")
        self.has_exemptions = hasattr(game, "may_repeat")
        self.has_canonical = not missing_methods(game, ("canonical",))
        self.has_estimate = not missing_methods(game, ("estimate",))
        self.notations = [name for name in NOTATIONS if not missing_methods(game, (name,))]
        self.numbers = [name for name in ("evaluate", "score") if not missing_methods(game, (name,))]
        self.by_key: dict[Hashable, Any] = {}
        self.contents = _core.Contents(by_value=self.repetition == "illegal")
        self.equal: dict[Hashable, dict[bytes, tuple[Any, _Answers]]] = {}
        self.kept = 0
        self.comparisons = 0
        self.undrawn = _DRAWN
        if self.repetition not in ("draw", "impossible", "illegal"):
            raise ContractError(
                f"{self.name}.repetition must be 'draw', 'impossible' or 'illegal', not {quoted(self.repetition)}"
            )
        self.check_players()
        try:
            self.steps = Steps(game)
        except InputError as error:
            raise ContractError(f"{self.name}.{error}") from None

    def check_players(self) -> None:
        players = getattr(self.game, "players", ("first", "second"))
        if not isinstance(players, (tuple, list)) or len(players) != 2:
            raise ContractError(f"{self.name}.players must be two names, not {quoted(players)}")
        if not all(isinstance(name, str) and name for name in players) or players[0] == players[1]:
            raise ContractError(f"{self.name}.players must be two different names, not {quoted(players)}")

    def sweep(self, start: Any) -> None:
        """The positions nearest to the start, distinguished by what they are made of."""
        met, waiting = {self.contents.content(start)}, deque([start])
        while waiting:
            position = waiting.popleft()
            for move in self.check_position(position):
                if len(met) >= _SWEPT:
                    break
                following = self.check_play(position, move)
                if (content := self.contents.content(following)) not in met:
                    met.add(content)
                    waiting.append(following)

    def play_outs(self, start: Any, playouts: int, max_plies: int, rng: random.Random) -> None:
        other_order = random.Random(0)
        for _ in range(playouts):
            played = self.play_out(start, max_plies, rng)
            self.play_in_order(start, played, other_order)

    def play_in_order(self, start: Any, played: list[Any], rng: random.Random) -> None:
        """Play the same moves in another order, as far as that is legal."""
        position, left = start, list(played)
        while possible := [move for move in self.check_position(position) if move in left]:
            move = rng.choice(possible)
            left.remove(move)
            position = self.check_play(position, move)

    def play_out(self, start: Any, max_plies: int, rng: random.Random) -> list[Any]:
        """Play at random; the moves made."""
        position, met, played = start, set[Hashable](), list[Any]()
        for _ in range(max_plies):
            moves = self.check_position(position)
            key = self.check_repetition_key(position, moves)
            if self.repetition == "impossible" and key in met:
                self.fail("repetition is 'impossible', but a position was repeated", position)
            met.add(key)
            if self.repetition == "illegal":
                moves = self.without_repetitions(position, moves, met)
            if not moves:
                break
            played.append(rng.choice(moves))
            position = self.check_play(position, played[-1])
        return played

    def without_repetitions(self, position: Any, moves: list[Any], met: set[Hashable]) -> list[Any]:
        """The moves that do not repeat a position of this play-out, or are exempt."""
        allowed = []
        for move in moves:
            exempt = False
            if self.has_exemptions:
                exempt = self.twice("may_repeat", position, move)
                if not isinstance(exempt, bool):
                    what = f"must return True or False, not {quoted(exempt)} for {quoted(move)}"
                    self.blame("may_repeat", what, position)
            if exempt or self.key(self.game.play(position, move)) not in met:
                allowed.append(move)
        return allowed

    def check_position(self, position: Any) -> list[Any]:
        """The clauses that speak of one position; its moves, none if it has an outcome."""
        self.check_hash("a position", position, position)
        turn = self.twice("turn", position)
        if not is_whole(turn, 0, 1):
            self.blame("turn", f"must return 0 or 1, not {quoted(turn)}", position)
        outcome = self.twice("outcome", position)
        if not (outcome is None or outcome == "draw" or is_whole(outcome, 0, 1)):
            self.blame("outcome", f"must return None, 0, 1 or 'draw', not {quoted(outcome)}", position)
        self.check_position_text(position)
        board = self.check_board(position)
        self.check_drawing(position)
        self.check_number(position, outcome)
        moves = [] if outcome is not None else self.check_moves(position)
        if self.has_canonical:
            self.check_canonical(position, turn, outcome, moves)
        self.check_equal(position, _Answers(turn if outcome is None else None, outcome, moves, board))
        return moves

    def check_equal(self, position: Any, answers: _Answers) -> None:
        """What equal positions have in common, however they were reached."""
        content = self.contents.content(position)
        twins = self.equal.get(position)
        if twins is None:
            twins = {}
            if self.kept < _KEPT:
                self.equal[position] = twins
        if content in twins:
            self.compare_answers(twins[content], position, answers)
            return
        for twin in list(twins.values())[:_TWINS]:
            self.compare_answers(twin, position, answers)
            self.compare_plays(twin[0], position, answers.moves)
            if self.repetition == "illegal" and not self.has_key:
                self.fail(
                    f"this position and {quoted(twin[0])} are equal, but differ in what they are made of: where "
                    f"repeating is illegal, {self.name}.repetition_key must say what counts",
                    position,
                )
        if self.kept < _KEPT:
            self.kept += 1
            twins[content] = (position, answers)

    def compare_answers(self, twin: tuple[Any, _Answers], position: Any, answers: _Answers) -> None:
        self.comparisons += 1
        other, before = twin
        for method, now, then in zip(answers._fields, answers, before, strict=True):
            if now != then:
                what = f"returns {quoted(now)}, but {quoted(then)} at {quoted(other)}, which is equal to it"
                self.blame(method, what, position)

    def compare_plays(self, twin: Any, position: Any, moves: list[Any]) -> None:
        for move in moves:
            if (one := self.game.play(position, move)) != (other := self.game.play(twin, move)):
                what = f"returns {quoted(one)} for the move {quoted(move)}, but {quoted(other)} at {quoted(twin)}"
                self.blame("play", f"{what}, which is equal to it", position)

    def check_moves(self, position: Any) -> list[Any]:
        given = self.game.moves(position)
        if isinstance(given, (set, frozenset)):
            self.blame("moves", "returns a set, whose order is not fixed: return a list or a tuple", position)
        moves = self.drawn(given, position)
        for move in moves:
            self.check_hash("a move", move, position)
        if moves != self.drawn(self.game.moves(position), position):
            self.blame("moves", "returns other moves when called twice", position)
        if not moves:
            raise ContractError(
                f"{self.name}.moves returns no move and {self.name}.outcome returns None, at {quoted(position)}: "
                "return the outcome"
            )
        if len(set(moves)) != len(moves):
            self.blame("moves", f"returns {quoted(_repeated(moves))} twice", position)
        if "move_text" in self.notations:
            self.check_move_texts(position, moves)
        if self.has_estimate:
            self.check_estimate(position)
        return moves

    def drawn(self, given: Any, position: Any) -> list[Any]:
        """The moves of something to go through, one by one: it may have no end."""
        moves = []
        for move in given:
            moves.append(move)
            if len(moves) > _MOST_MOVES:
                self.blame("moves", f"returns more than {_MOST_MOVES:,} moves: it must end", position)
        return moves

    def check_canonical(self, position: Any, turn: int, outcome: Any, moves: list[Any]) -> None:
        """That the representative is one, and that play goes on from it as from the position."""
        before = self.look(position)
        canonical = self.twice("canonical", position)
        if canonical is None:
            self.blame("canonical", "returns None: it must return a position", position)
        self.check_hash("a position", canonical, position)
        if self.look(position) != before:
            self.blame("canonical", "changes its argument: it must return a new position", position)
        here = f"returns {quoted(canonical)}"
        if (other := self.game.canonical(canonical)) != canonical:
            what = "a representative must be its own"
            self.blame("canonical", f"{here}, but {quoted(other)} for that: {what}", position)
        for method, expected in (("turn", turn), ("outcome", outcome)):
            if (found := getattr(self.game, method)(canonical)) != expected:
                what = f"where {self.name}.{method} returns {quoted(found)}, not {quoted(expected)}"
                self.blame("canonical", f"{here}, {what}", position)
        if outcome is not None or canonical == position:
            return
        own = self.representatives(position, moves)
        others = self.representatives(canonical, self.drawn(self.game.moves(canonical), canonical))
        if (differ := next((which for which in own | others if own[which] != others[which]), None)) is not None:
            what = f"from which {others[differ]} moves lead to {quoted(differ)} or what it stands for"
            self.blame("canonical", f"{here}, {what}, but {own[differ]} from this position", position)

    def representatives(self, position: Any, moves: list[Any]) -> Counter[Any]:
        """The representatives of the positions after these moves, and how often each is reached."""
        return Counter(self.game.canonical(self.game.play(position, move)) for move in moves)

    def check_number(self, position: Any, outcome: Any) -> None:
        """Evaluations, and scores of final positions, for `pnyx.search`."""
        method = "evaluate" if outcome is None else "score"
        if method not in self.numbers:
            return
        given = getattr(self.game, method)(position)
        if (complaint := self.steps.complaint(given)) is not None:
            self.blame(method, f"{complaint}, not {quoted(given)}", position)
        score = self.steps.count(self.twice(method, position))
        if outcome is not None and (score > 0) - (score < 0) != {0: 1, 1: -1, "draw": 0}[outcome]:
            must = "must be above 0 where player 0 has won, below 0 where player 1 has won and 0 for a draw"
            where = f"where {self.name}.outcome returns {quoted(outcome)}"
            self.blame("score", f"{must}, not {quoted(given)} {where}", position)

    def check_estimate(self, position: Any) -> None:
        for prover in (0, 1):
            given = self.twice("estimate", position, prover)
            if not isinstance(given, tuple) or len(given) != 2 or not all(map(is_whole, given)):
                what = f"must return a tuple of two whole numbers from 1 on, not {quoted(given)} (prover {prover})"
                self.blame("estimate", what, position)

    def check_move_texts(self, position: Any, moves: list[Any]) -> None:
        texts = [self.game.move_text(position, move) for move in moves]
        for text, move in zip(texts, moves, strict=True):
            if not isinstance(text, str) or len(text.split()) != 1 or text != text.strip():
                what = f"must return a text without spaces, not {quoted(text)} for {quoted(move)}"
                self.blame("move_text", what, position)
        if len(set(texts)) != len(texts):
            self.blame("move_text", f"returns {quoted(_repeated(texts))} for two moves", position)

    def check_position_text(self, position: Any) -> None:
        if "position_text" not in self.notations:
            return
        text = self.game.position_text(position)
        if not isinstance(text, str) or not text.strip() or len(text.splitlines()) != 1:
            self.blame("position_text", f"must return one line of text, not {quoted(text)}", position)
        if " moves " in f"{text} ":
            self.blame("position_text", f"returns {quoted(text)}: ' moves ' is reserved for histories", position)
        if "parse" in self.notations and self.game.parse(text) != position:
            other = self.game.parse(text)
            self.blame("parse", f"reads {quoted(text)} as another position, {quoted(other)}", position)

    def check_board(self, position: Any) -> tuple[str, ...] | None:
        """That the game's board is rows of characters, and the same when asked again; the rows."""
        if missing_methods(self.game, ("board",)):
            return None
        from pnyx.draw.own_board import rows_of

        before = self.look(position) if self.undrawn else None
        try:
            rows, again = rows_of(self.game, position), rows_of(self.game, position)
        except ContractError as error:
            self.fail(str(error), position)
        if rows != again:
            self.blame("board", "returns another board when called twice", position)
        if before is not None and self.look(position) != before:
            self.blame("board", "changes its argument: it must leave the position alone", position)
        return rows

    def check_drawing(self, position: Any) -> None:
        """That the game's own drawing is one, of as many positions as is no bother."""
        if self.undrawn == 0:
            return
        self.undrawn -= 1
        if missing_methods(self.game, ("svg",)):
            return
        from pnyx.draw.own import Own

        try:
            Own(self.name, quoted(position), python_game=self.game, object=position).drawn()
        except ContractError as error:
            self.fail(str(error), position)

    def check_play(self, position: Any, move: Any) -> Any:
        before = self.look(position)
        following = self.game.play(position, move)
        if following is None:
            self.blame("play", f"returns None (move {quoted(move)}): it must return the next position", position)
        if self.look(position) != before:
            self.blame_chance(position)
            self.blame("play", f"changes its argument (move {quoted(move)}): it must return a new one", position)
        again = self.game.play(position, move)
        if following != again:
            what = f"returns two different positions for one move, {quoted(following)} and {quoted(again)}"
            equal = "equal positions must compare equal (a tuple or a frozen dataclass does)"
            self.blame("play", f"{what}: {equal}", position)
        self.check_hash("a position", following, position)
        if hash(following) != hash(again):
            self.fail(f"two equal positions, {quoted(following)}, have different hashes", position)
        return following

    def check_repetition_key(self, position: Any, moves: list[Any]) -> Hashable:
        key = self.key(position)
        if not self.has_key:
            return key
        self.check_hash("a repetition key", key, position)
        if self.key(position) != key:
            self.blame("repetition_key", "returns another value when called twice", position)
        twin = self.by_key.setdefault(key, position)
        # Where repeating is illegal, positions of one key may differ: a pass leaves the board as it is.
        if self.repetition != "illegal" and twin != position and self.future(twin) != self.future(position):
            what = f"returns {quoted(key)} here and at {quoted(twin)}"
            other = "which has another outcome, other moves, or moves that lead to other keys"
            self.blame("repetition_key", f"{what}, {other}", position)
        return key

    def future(self, position: Any) -> tuple[Any, ...]:
        outcome = self.game.outcome(position)
        if outcome is not None:
            return (outcome,)
        moves = {move: self.key(self.game.play(position, move)) for move in self.game.moves(position)}
        return (outcome, self.game.turn(position), moves)

    def look(self, position: Any) -> tuple[Any, ...]:
        """Everything by which a changed position could be told from the one it was."""
        try:
            image = copy.deepcopy(position)
        except Exception:  # an object that cannot be copied is examined from outside only
            image = None
        if image != position:  # as objects that compare by identity do
            image = None
        turn, outcome = self.game.turn(position), self.game.outcome(position)
        moves = None if outcome is not None else list(self.game.moves(position))
        return hash(position), repr(position), turn, outcome, moves, image

    def blame_chance(self, position: Any) -> None:
        """Fail if the rules give two answers for an unchanged position."""
        for _ in range(_CHANCES):
            self.twice("turn", position)
            if self.twice("outcome", position) is None:
                self.check_moves(position)

    def twice(self, method: str, *arguments: Any) -> Any:
        """The answer of a method, asked twice; the first argument is a position."""
        answer, position = getattr(self.game, method)(*arguments), arguments[0]
        if getattr(self.game, method)(*arguments) != answer:
            self.blame(method, "returns another answer when called twice", position)
        return answer

    def check_hash(self, what: str, value: Any, position: Any) -> None:
        kind = type(value).__name__
        try:
            hash(value)
        except TypeError:
            if type(value).__hash__ is None and not isinstance(value, (list, set, dict, bytearray)):
                self.fail(f"{what} needs __hash__ beside __eq__, but {kind} defines __eq__ alone", position)
            self.fail(f"{what} must be hashable, but {quoted(value)} is a {kind}", position)
        if not all(value == value for _ in range(_EQUAL_TO_ITSELF)):
            self.fail(f"{what} must be equal to itself, but __eq__ of {kind} returns False", position)

    def blame(self, method: str, what: str, position: Any) -> NoReturn:
        self.fail(f"{self.name}.{method} {what}", position)

    def fail(self, what: str, position: Any) -> NoReturn:
        raise ContractError(f"{what}; at {quoted(position)}")


def _repeated(values: list[Any]) -> Any:
    # Where equality is not to be relied on, nothing may be found.
    return next((value for place, value in enumerate(values) if value in values[:place]), values[-1])
