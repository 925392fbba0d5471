"""Seven relatives of chess, on python-chess.

A game ends by the variant's own rule, by checkmate or by stalemate; never for want of material. Notation: the FEN that
python-chess writes for positions, UCI for moves, `P@e4` for drops.
"""

from __future__ import annotations

from collections.abc import Hashable
from operator import itemgetter
from typing import ClassVar, Literal

import chess
import chess.variant

from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook
from pnyx.reference.rules.fen import MOST_CLOCK
from pnyx.reference.rules.variant_fen import read_variant_fen


class VariantPosition:
    """A position that never changes. Equal positions have the same future, as far as the rules look back.

    >>> rules = Crazyhouse()
    >>> rules.parse("4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1") == rules.parse("4k3/8/8/8/8/8/8/4K3[Pp] w - - 7 30")
    True
    >>> rules.parse("4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1") == rules.parse("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    False
    """

    __slots__ = ("_board", "identity", "moves")

    def __init__(self, board: chess.Board) -> None:
        self._board = board
        self.moves: list[chess.Move] = list(board.generate_legal_moves())
        """The legal moves, as python-chess finds them."""
        # A square on which nothing can be captured distinguishes no positions. (python-chess's own test of that
        # forgets what is special about an explosion.)
        if board.ep_square is not None and not any(map(board.is_en_passant, self.moves)):
            board.ep_square = None
        self.identity: Hashable = _identity(board)
        """What makes two positions the same."""

    @property
    def board(self) -> chess.Board:
        """The position as a board of python-chess: a copy.

        >>> Horde().start().board.turn == chess.WHITE
        True
        """
        return self._board.copy(stack=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariantPosition) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"VariantPosition({self._board.fen()!r})"


def _player(color: chess.Color) -> Literal[0, 1]:
    return 0 if color else 1


def _identity(board: chess.Board) -> Hashable:
    extra: Hashable = None
    if isinstance(board, chess.variant.ThreeCheckBoard):
        extra = tuple(board.remaining_checks)
    elif isinstance(board, chess.variant.CrazyhouseBoard):
        extra = (board.promoted, *map(str, board.pockets))
    return (
        board.board_fen(promoted=False),
        board.turn,
        board.clean_castling_rights(),
        board.ep_square,
        extra,
    )


class ChessVariant(RuleBook[VariantPosition, chess.Move]):
    """What the variants have in common; each is a class that names its board.

    >>> rules = Atomic()
    >>> rules.outcome(rules.parse("8/8/8/8/8/8/8/4K3 b - - 0 1"))
    0
    """

    players = ("white", "black")
    repetition = "draw"
    kind: ClassVar[type[chess.Board]]
    """The board of python-chess that knows the rules."""

    def start(self) -> VariantPosition:
        """The initial position."""
        return VariantPosition(self.kind())

    def turn(self, position: VariantPosition) -> int:
        """The player on move: 0 is White, 1 is Black."""
        return _player(position._board.turn)

    def outcome(self, position: VariantPosition) -> Outcome | None:
        """Who has won by the variant's rule or by mate, or a draw; repetitions are not examined."""
        board = position._board
        if board.is_variant_end():
            if board.is_variant_win():
                return _player(board.turn)
            return _player(not board.turn) if board.is_variant_loss() else "draw"
        if position.moves:
            return None
        return _player(not board.turn) if board.is_check() else "draw"

    def moves(self, position: VariantPosition) -> list[chess.Move]:
        """The legal moves."""
        return position.moves.copy()

    def play(self, position: VariantPosition, move: chess.Move) -> VariantPosition:
        """The position after the move."""
        board = position.board
        board.push(move)
        board.clear_stack()
        if move.drop == chess.PAWN:  # a pawn move like others; python-chess lets the clock run on
            board.halfmove_clock = 0
        return VariantPosition(board)

    def move_text(self, position: VariantPosition, move: chess.Move) -> str:
        """The move in UCI notation."""
        return move.uci()

    def position_text(self, position: VariantPosition) -> str:
        """A FEN; the en-passant square is written only where a capture is legal."""
        *fields, halfmoves, number = position._board.fen(en_passant="fen").split()
        return " ".join([*fields, *(str(min(int(clock), MOST_CLOCK)) for clock in (halfmoves, number))])

    def parse(self, text: str) -> VariantPosition:
        """The position that a FEN describes; one that breaks the rules is refused with every reason."""
        return VariantPosition(read_variant_fen(self.kind, self.name, text))

    def sorted_moves(self, position: VariantPosition) -> list[tuple[str, chess.Move]]:
        """The legal moves with their UCI notation, sorted by it."""
        return sorted(((move.uci(), move) for move in position.moves), key=itemgetter(0))


class Antichess(ChessVariant):
    """Captures are compulsory and kings are ordinary pieces; a player without pieces or moves has won.

    >>> rules = Antichess()
    >>> rules.outcome(rules.parse("8/p7/P7/8/8/8/8/8 b - - 0 1"))
    1
    """

    name = "antichess"
    kind = chess.variant.AntichessBoard

    def outcome(self, position: VariantPosition) -> Outcome | None:
        """The player who has lost all pieces, or who cannot move."""
        board = position._board
        for color in chess.COLORS:
            if not board.occupied_co[color]:
                return _player(color)
        return None if position.moves else _player(board.turn)


class Atomic(ChessVariant):
    """A capture blows up the two pieces and everything but pawns around them; who blows up the king has won.

    >>> rules = Atomic()
    >>> position = rules.parse("4k3/4p3/8/8/4R3/8/8/K7 w - - 0 1")
    >>> after = rules.play(position, rules.find_move(position, "e4e7"))
    >>> rules.position_text(after), rules.outcome(after)
    ('8/8/8/8/8/8/8/K7 b - - 0 1', 0)
    """

    name = "atomic"
    kind = chess.variant.AtomicBoard


class ThreeCheck(ChessVariant):
    """A player wins by the third check or by mate.

    >>> rules = ThreeCheck()
    >>> rules.outcome(rules.parse("4k3/8/8/8/8/8/4R3/4K3 b - - 0+3 0 1"))
    0
    """

    name = "three-check"
    kind = chess.variant.ThreeCheckBoard


class KingOfTheHill(ChessVariant):
    """A player wins by a king on d4, e4, d5 or e5, or by mate.

    >>> rules = KingOfTheHill()
    >>> rules.outcome(rules.parse("8/8/8/4k3/8/8/8/4K3 w - - 0 1"))
    1
    """

    name = "king-of-the-hill"
    kind = chess.variant.KingOfTheHillBoard


class RacingKings(ChessVariant):
    """The first king on the eighth rank has won, but Black may catch up at once for a draw; checks are not allowed.

    >>> rules = RacingKings()
    >>> rules.outcome(rules.parse("K6k/8/8/8/8/8/8/8 w - - 0 1"))
    'draw'
    """

    name = "racing-kings"
    kind = chess.variant.RacingKingsBoard


class Horde(ChessVariant):
    """White has pawns and no king and must mate; Black must capture everything.

    >>> rules = Horde()
    >>> rules.outcome(rules.parse("4k3/8/8/8/8/8/8/8 w - - 0 1"))
    1
    """

    name = "horde"
    kind = chess.variant.HordeBoard


class Crazyhouse(ChessVariant):
    """What is captured changes sides and can be dropped on the board.

    >>> rules = Crazyhouse()
    >>> [text for text, move in rules.sorted_moves(rules.parse("k7/8/8/8/8/8/8/7K[N] w - - 0 1"))][:3]
    ['N@a1', 'N@a2', 'N@a3']
    """

    name = "crazyhouse"
    kind = chess.variant.CrazyhouseBoard
