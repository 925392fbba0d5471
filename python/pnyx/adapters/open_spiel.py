"""Games of OpenSpiel as games of Pnyx: any deterministic one of two players who see everything and move in turn.

    >>> import pnyx
    >>> from pnyx.adapters.open_spiel import OpenSpielGame
    >>> pnyx.solve(OpenSpielGame("tic_tac_toe"), goal="draw-or-better").verdict
    'proven'
    >>> pnyx.solve(OpenSpielGame("hex(board_size=2)")).line
    ['b1', 'a1', 'a2']

OpenSpiel comes with `pip install 'pnyx[open-spiel]'`. Its games run at the speed of games written in Python; the
built-in ones are far faster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, ClassVar, Final, Literal, get_args

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome, Repetition

Identity = Literal["history", "string"]
"""What makes two positions the same one; see `OpenSpielGame`."""

_START: Final = "start"


class OpenSpielPosition:
    """A state of OpenSpiel that never changes: the moves since the start, and the state they lead to when it is needed.

    >>> game = OpenSpielGame("tic_tac_toe")
    >>> position = game.play(game.start(), 4)
    >>> position.actions, position == game.play(game.start(), 4), position == game.start()
    ((4,), True, False)
    >>> print(game.play(position, 0).state)
    o..
    .x.
    ...
    """

    __slots__ = ("_before", "_by_string", "_key", "_state", "_texts", "actions")

    def __init__(self, actions: tuple[int, ...], *, state: Any = None, before: Any = None, by_string: bool) -> None:
        self.actions = actions
        self._state = state
        self._before = before
        self._by_string = by_string
        self._key: Hashable = None if by_string else actions
        self._texts: dict[int, str] = {}

    @property
    def state(self) -> Any:
        """The state, which belongs to this position: clone it before you change it."""
        if self._state is None:
            self._state, self._before = self._before.child(self.actions[-1]), None
        return self._state

    def after(self, action: int) -> OpenSpielPosition:
        """The position after a move.

        >>> OpenSpielGame("tic_tac_toe").start().after(4).after(0).actions
        (4, 0)
        """
        return OpenSpielPosition((*self.actions, action), before=self.state, by_string=self._by_string)

    def texts(self) -> dict[int, str]:
        """The legal actions with OpenSpiel's texts of them, without blanks and with the number where two are the same.

        >>> OpenSpielGame("ultimate_tic_tac_toe").start().texts()[3]
        'Choose_local_board_3'
        """
        if not self._texts:
            state = self.state
            player = state.current_player()
            words = {
                action: "_".join(state.action_to_string(player, action).split()) for action in state.legal_actions()
            }
            counts = Counter(words.values())
            self._texts = {action: word if counts[word] == 1 else f"{word}#{action}" for action, word in words.items()}
        return self._texts

    def _identity(self) -> Hashable:
        if self._key is None:
            self._key = (str(self.state), self.state.current_player())
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielPosition) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        # Searches recognise a position by its contents after the object was dropped.
        return _replayed, (str(self.state.get_game()), tuple(self.state.history()), self.actions, self._by_string)

    def __repr__(self) -> str:
        return f"<OpenSpiel position {_text(self.actions)}>"


class OpenSpielGame:
    """A game of OpenSpiel, by its name, as a `pyspiel.Game`, or as a `pyspiel.State` to begin with.

    `identity` says which positions are the same. A state of OpenSpiel may depend on all moves before it, by rules on
    repetition or by counters that are not shown; so the default is `"history"`: positions are the same if the same
    moves led to them. This is always right, and no two lines ever meet. With `"string"` positions are the same if their
    texts and the player on move are, so that a search can use what it knows of a position wherever it meets it again.
    That the text says everything the future depends on is then your promise, and the certificates rest on it.
    Where texts can be repeated in the course of a game, say what that means with `repetition`.

    >>> game = OpenSpielGame("connect_four(rows=4,columns=4)", identity="string")
    >>> game.name
    'open_spiel/connect_four(columns=4,rows=4)'
    >>> columns = [game.play(game.play(game.play(game.start(), a), b), c) for a, b, c in [(0, 1, 2), (2, 1, 0)]]
    >>> columns[0] == columns[1]
    True
    >>> OpenSpielGame("kuhn_poker")
    Traceback (most recent call last):
    pnyx.errors.InputError: kuhn_poker cannot be solved: it has chance moves, and players do not see everything
    """

    players: ClassVar[tuple[str, str]] = ("player0", "player1")
    """OpenSpiel's numbers of the players; player 0 is not the first to move in every game."""

    def __init__(self, game: Any, *, identity: Identity = "history", repetition: Repetition = "impossible") -> None:
        if identity not in get_args(Identity):
            raise InputError(f"identity must be 'history' or 'string', not {quoted(identity)}")
        if repetition not in get_args(Repetition):
            raise InputError(f"repetition must be 'draw', 'impossible' or 'illegal', not {quoted(repetition)}")
        loaded, state = _load(game)
        if reasons := _reasons(loaded):
            raise InputError(f"{loaded.get_type().short_name} cannot be solved: {', and '.join(reasons)}")
        # A copy, for the caller may go on playing with his own.
        state = loaded.new_initial_state() if state is None else state.clone()
        self.repetition = repetition
        self.name = _name(loaded, state)
        self._start = OpenSpielPosition((), state=state, by_string=identity == "string")

    def start(self) -> OpenSpielPosition:
        """The state that the game was made with, or the first of the game."""
        return self._start

    def turn(self, position: OpenSpielPosition) -> int:
        """The player on move; in a position with an outcome, player 0."""
        return 0 if position.state.is_terminal() else int(position.state.current_player())

    def outcome(self, position: OpenSpielPosition) -> Outcome | None:
        """The player with the higher return has won."""
        if not position.state.is_terminal():
            return None
        first, second = position.state.returns()
        return "draw" if first == second else 0 if first > second else 1

    def moves(self, position: OpenSpielPosition) -> list[int]:
        """The legal actions."""
        return list(position.state.legal_actions())

    def play(self, position: OpenSpielPosition, move: int) -> OpenSpielPosition:
        """The position after an action."""
        return position.after(move)

    def move_text(self, position: OpenSpielPosition, move: int) -> str:
        """The action's text, as in `OpenSpielPosition.texts`."""
        return position.texts()[move]

    def position_text(self, position: OpenSpielPosition) -> str:
        """The numbers of the actions since the start, or `start`.

        >>> game = OpenSpielGame("tic_tac_toe")
        >>> game.position_text(game.start()), game.position_text(game.parse("4 0 8"))
        ('start', '4 0 8')
        """
        return _text(position.actions)

    def parse(self, text: str) -> OpenSpielPosition:
        """The position after these actions, given by their numbers and counted from the start."""
        position = self._start
        words = text.split()
        for place, word in enumerate([] if words == [_START] else words, start=1):
            legal = [] if position.state.is_terminal() else self.moves(position)
            if word not in map(str, legal):
                expected = f"one of {', '.join(map(str, legal))}" if legal else "the end, for the game is over"
                raise InputError(f"expected as action {place} {expected}, got {quoted(word)} in {quoted(text)}")
            position = position.after(int(word))
        if not words:
            raise InputError(f"expected numbers of actions or {_START!r}, got {quoted(text)}")
        return position

    def __repr__(self) -> str:
        return f"<OpenSpielGame {self.name}>"


def _load(game: Any) -> tuple[Any, Any]:
    """The game, and the state if one was given."""
    try:
        import pyspiel
    except ImportError:
        raise InputError("OpenSpiel is not installed: pip install 'pnyx[open-spiel]'") from None
    if isinstance(game, pyspiel.State):
        return game.get_game(), game
    if isinstance(game, str):
        if game.split("(")[0] not in pyspiel.registered_names():
            raise InputError(
                f"expected a game of OpenSpiel such as 'tic_tac_toe' or 'hex(board_size=3)', got {quoted(game)}"
            )
        try:
            game = pyspiel.load_game(game)
        except pyspiel.SpielError as error:
            raise InputError(f"OpenSpiel refuses {quoted(game)}: {str(error).splitlines()[0]}") from None
    if not isinstance(game, pyspiel.Game):
        raise InputError(f"expected a game of OpenSpiel, a state of one or a name, got {quoted(game)}")
    return game, None


def _reasons(game: Any) -> list[str]:
    """Why a game is none that proofs can be found for; empty if it is one."""
    kind, count = game.get_type(), game.num_players()
    demands = {
        "it has chance moves": kind.chance_mode == kind.ChanceMode.DETERMINISTIC,
        "players do not see everything": kind.information == kind.Information.PERFECT_INFORMATION,
        "players move at the same time": kind.dynamics == kind.Dynamics.SEQUENTIAL,
        f"it has {count} player{'' if count == 1 else 's'} and not two": count == 2,
        "one player's gain is not the other's loss": kind.utility in (kind.Utility.ZERO_SUM, kind.Utility.CONSTANT_SUM),
        "it has rewards before the end": kind.reward_model == kind.RewardModel.TERMINAL,
    }
    return [reason for reason, met in demands.items() if not met]


def _name(game: Any, state: Any) -> str:
    """The game's name with its parameters, and the state if it is not the first: certificates are found by it."""
    name = f"open_spiel/{str(game).removesuffix('()')}"
    same = state.serialize() == game.new_initial_state().serialize()
    return name if same else f"{name} from {' '.join(state.serialize().split())}"


def _replayed(game: str, history: tuple[int, ...], actions: tuple[int, ...], by_string: bool) -> OpenSpielPosition:
    """The position after these actions of a game of this name; the last ones of them were played since the start."""
    state = _load(game)[0].new_initial_state()
    for action in history:
        state.apply_action(action)
    return OpenSpielPosition(actions, state=state, by_string=by_string)


def _text(actions: tuple[int, ...]) -> str:
    return " ".join(map(str, actions)) or _START
