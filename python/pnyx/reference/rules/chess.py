"""Chess, on python-chess.

Final positions are checkmate, stalemate, insufficient material of both sides, and, with the fifty-move rule on, a
clock of 100 half-moves without mate. Notation: FEN for positions, UCI for moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Final, Literal

import chess

from pnyx.errors import InputError
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook, read_choice
from pnyx.reference.rules.fen import read_fen

__all__ = ["Chess", "ChessPosition"]

FIFTY_MOVES: Final = 100
PROMOTIONS: Final = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
ORDERS: Final = ("native", "papers")
EN_PASSANT: Final = ("legal", "always")
OPTIONS: Final = ("fifty-move-rule", "order", "en-passant")


class ChessPosition:
    """A position that never changes. Equal positions have the same future, as far as the rules look back.

    >>> rules = Chess()
    >>> rules.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") == rules.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 7 30")
    True
    """

    __slots__ = ("_board", "_identity", "_rules")

    def __init__(self, board: chess.Board, rules: Chess) -> None:
        self._board = board
        self._rules = rules
        self._identity: Hashable = None

    @property
    def board(self) -> chess.Board:
        """The position as a board of python-chess: a copy.

        >>> Chess().start().board.turn == chess.WHITE
        True
        """
        return self._board.copy(stack=False)

    @property
    def identity(self) -> Hashable:
        """What makes two positions the same.

        >>> Chess().start().identity == Chess(fifty_move_rule=True).start().identity
        False
        """
        if self._identity is None:
            self._identity = self._rules.identity(self._board)
        return self._identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChessPosition) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"ChessPosition({self._board.fen()!r})"


class Chess(RuleBook[ChessPosition, chess.Move]):
    """The rules of chess.

    - `fifty_move_rule`: a clock of 100 half-moves is a draw, and the clock belongs to the position;
    - `order`: the order of the moves, `"native"` (python-chess's own) or `"papers"` (squares from h8 down to a1, first
      whence, then where to, then promotions to queen, rook, bishop, knight);
    - `en_passant`: which positions are the same, not what is legal. `"legal"`: the square counts if a
      capture there is legal; `"always"`: after every double step.

    >>> rules = Chess(order="papers")
    >>> [rules.move_text(rules.start(), move) for move in list(rules.moves(rules.start()))[:4]]
    ['h2h4', 'h2h3', 'g2g4', 'g2g3']
    """

    name = "chess"
    players = ("white", "black")
    goals = ("mate", "win", "draw-or-better")

    def __init__(
        self,
        fifty_move_rule: bool = False,
        order: Literal["native", "papers"] = "native",
        en_passant: Literal["legal", "always"] = "legal",
    ) -> None:
        if order not in ORDERS or en_passant not in EN_PASSANT:
            raise InputError(f"expected order {' or '.join(ORDERS)} and en_passant {' or '.join(EN_PASSANT)}")
        self.fifty_move_rule, self.order, self.en_passant = fifty_move_rule, order, en_passant
        self.repetition = "impossible" if fifty_move_rule else "draw"
        self.options = {"fifty-move-rule": "on"} if fifty_move_rule else {}
        # Outcome and moves are asked one after the other, and both need the legal moves: the last answer is kept.
        self._last: tuple[ChessPosition | None, list[chess.Move]] = (None, [])

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[Chess, ChessPosition]:
        """The rules and the position that a FEN and some options describe; no text means the start.

        >>> rules, position = Chess.read(None, {"fifty-move-rule": "on"})
        >>> rules.repetition
        'impossible'
        """
        fifty = read_choice(options, "fifty-move-rule", ("off", "on")) == "on"
        papers = read_choice(options, "order", ORDERS) == "papers"
        always = read_choice(options, "en-passant", EN_PASSANT) == "always"
        rules = cls(fifty, "papers" if papers else "native", "always" if always else "legal")
        return rules, rules.start() if text is None else rules.parse(text)

    def identity(self, board: chess.Board) -> Hashable:
        """What makes two boards the same position: pieces, side to move, castling rights, en-passant square, clock."""
        counts = self.en_passant == "always" or board.has_legal_en_passant()
        return (
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            board.occupied_co[chess.WHITE],
            board.turn,
            board.clean_castling_rights(),
            board.ep_square if counts else None,
            board.halfmove_clock if self.fifty_move_rule else None,
        )

    def start(self) -> ChessPosition:
        """The initial position."""
        return ChessPosition(chess.Board(), self)

    def turn(self, position: ChessPosition) -> int:
        """The player on move: 0 is White, 1 is Black."""
        return 0 if position._board.turn else 1

    def outcome(self, position: ChessPosition) -> Outcome | None:
        """Who has mated, or a draw; repetitions are not looked at."""
        board = position._board
        if not self._legal_moves(position):
            if not board.is_check():
                return "draw"
            return 1 if board.turn else 0
        if self.fifty_move_rule and board.halfmove_clock >= FIFTY_MOVES:
            return "draw"
        return "draw" if board.is_insufficient_material() else None

    def moves(self, position: ChessPosition) -> list[chess.Move]:
        """The legal moves; a draw by material or by the clock does not take them away."""
        moves = self._legal_moves(position).copy()
        if self.order == "papers":
            moves.sort(key=_papers_order)
        return moves

    def play(self, position: ChessPosition, move: chess.Move) -> ChessPosition:
        """The position after the move."""
        board = position._board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        return ChessPosition(board, self)

    def is_irreversible(self, position: ChessPosition, move: chess.Move) -> bool:
        """Captures and pawn moves; castling is left out, as the papers do."""
        return position._board.is_zeroing(move)

    def move_text(self, position: ChessPosition, move: chess.Move) -> str:
        """The move in UCI notation; castling is the king's move, as in `e1g1`."""
        return move.uci()

    def position_text(self, position: ChessPosition) -> str:
        """A FEN of six fields; the en-passant square is written only where it counts."""
        return position._board.fen(en_passant="fen" if self.en_passant == "always" else "legal")

    def parse(self, text: str) -> ChessPosition:
        """The position that a FEN describes; one that breaks the rules is refused with every reason."""
        return ChessPosition(read_fen(text), self)

    def sorted_moves(self, position: ChessPosition) -> list[tuple[str, chess.Move]]:
        """The legal moves with their UCI notation, sorted by it."""
        return sorted(map(_with_text, self._legal_moves(position)), key=itemgetter(0))

    def _legal_moves(self, position: ChessPosition) -> list[chess.Move]:
        last, moves = self._last
        if last is not position:
            moves = list(position._board.generate_legal_moves())
            self._last = (position, moves)
        return moves


def _papers_order(move: chess.Move) -> tuple[int, int, int]:
    promotion = PROMOTIONS.index(move.promotion) if move.promotion else 0
    return -move.from_square, -move.to_square, promotion


@lru_cache(maxsize=4096)
def _with_text(move: chess.Move) -> tuple[str, chess.Move]:
    """A move and its notation; chess knows less than 2,000, so one copy of each serves all positions."""
    return move.uci(), move
