"""Chess, on python-chess.

Final positions are checkmate, stalemate, insufficient material of both sides, and, with the fifty-move rule on, a
clock of 100 half-moves without mate; with Syzygy tables also what they decide. Notation: FEN for positions, UCI for
moves.

For the goal `promote` the game ends otherwise: a pawn of the prover that becomes a queen which cannot be captured at
once has reached the goal, and every ordinary end means that the prover has failed. The position after such a promotion
is marked with the queen's square, which is written after the FEN, as `d8=Q`.

For the goals `mate-in N`, `mated-in N` and `win-in N` a game is a draw as soon as the prover has made N moves without
mate. The moves made belong to the position; once there are any, those left are written after the FEN, as `left=2`. The
prover of `mated` and `mated-in N` is the side that is not to move at the root.

The options `attack` and `exclude` restrict the prover of a mate: a prover who has legal moves, but is allowed none, has
not mated, and the game is a draw. Where moves are excluded, positions after the first have the word `later` after the
FEN.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Final, Literal

import chess

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook, read_choice
from pnyx.reference.rules.fen import MOST_CLOCK, read_fen
from pnyx.reference.rules.mates import Attack, attack_text, read_attack, read_excluded
from pnyx.reference.rules.region import EVERYWHERE, read_region, region_text
from pnyx.reference.rules.tables import Tables, open_tables
from pnyx.reference.within import read_moves

FIFTY_MOVES: Final = 100
PROMOTIONS: Final = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
ORDERS: Final = ("native", "papers")
EN_PASSANT: Final = ("legal", "always")


class ChessPosition:
    """A position that never changes. Equal positions have the same future, as far as the rules look back.

    >>> rules = Chess()
    >>> rules.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") == rules.parse("4k3/8/8/8/8/8/4P3/4K3 w - - 7 30")
    True
    """

    __slots__ = ("_board", "_first", "_identity", "_made", "_mark", "_rules")

    def __init__(
        self,
        board: chess.Board,
        rules: Chess,
        mark: chess.Square | None = None,
        made: int = 0,
        first: bool = False,
    ) -> None:
        self._board = board
        self._rules = rules
        self._mark = mark
        self._made = made
        self._first = first
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
            self._identity = self._rules.identity(self._board), self._mark, self._made, self._first
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
    - `region`: squares that all moves begin and end on, as `"a4-e8"`; no text means the whole board;
    - `attack` and `exclude`: what the side that must mate may play, as `"checks,replies<=3"`, and what it must not
      begin with, as `"d1h5,e2e4"`;
    - `en_passant`: which positions are the same, not what is legal. `"legal"`: the square counts if a
      capture there is legal; `"always"`: after every double step;
    - `tables`: what decides positions with few pieces.

    >>> rules = Chess(order="papers")
    >>> [rules.move_text(rules.start(), move) for move in list(rules.moves(rules.start()))[:4]]
    ['h2h4', 'h2h3', 'g2g4', 'g2g3']
    """

    name = "chess"
    players = ("white", "black")
    goals = ("mate", "win", "draw-or-better", "promote", "mate-in N", "mated", "mated-in N", "win-in N")

    def __init__(
        self,
        fifty_move_rule: bool = False,
        order: Literal["native", "papers"] = "native",
        en_passant: Literal["legal", "always"] = "legal",
        region: str = "",
        attack: str = "",
        exclude: str = "",
        tables: Tables | None = None,
    ) -> None:
        if order not in ORDERS or en_passant not in EN_PASSANT:
            raise InputError(f"expected order {' or '.join(ORDERS)} and en_passant {' or '.join(EN_PASSANT)}")
        self.fifty_move_rule, self.order, self.en_passant = fifty_move_rule, order, en_passant
        self.repetition = "impossible" if fifty_move_rule else "draw"
        self.region = read_region(region)
        self.attack, self.exclude = read_attack(attack), read_excluded(exclude)
        if tables is not None and (self.region != EVERYWHERE or self.attack != Attack() or self.exclude):
            raise InputError(
                "expected no option region, attack or exclude with Syzygy tables, which know nothing of it"
            )
        self.tables, self.ends_early = tables, tables is not None
        options = {
            "fifty-move-rule": "on" if fifty_move_rule else "",
            "region": region_text(self.region),
            "attack": attack_text(self.attack),
            "exclude": ",".join(self.exclude),
            "tables": "" if tables is None else str(tables.most),
        }
        self.options = {name: value for name, value in options.items() if value}
        self._promoter: Literal[0, 1] | None = None
        # Who must mate, and with how many moves.
        self._mater: int | None = None
        self._allowed = 0
        # Whom the restrictions bind.
        self._bound: int | None = None
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
        rules = cls(
            fifty,
            "papers" if papers else "native",
            "always" if always else "legal",
            options.get("region", ""),
            attack=options.get("attack", ""),
            exclude=options.get("exclude", ""),
            tables=open_tables(options.get("tables", ""), options.get("syzygy", "")),
        )
        return rules, rules.start() if text is None else rules.parse(text)

    def identity(self, board: chess.Board) -> Hashable:
        """What makes two boards the same position: pieces, side to move, castling rights, en-passant square, clock."""
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
            board.ep_square if self._counts_en_passant(board) else None,
            min(board.halfmove_clock, FIFTY_MOVES) if self.fifty_move_rule else None,
        )

    def start(self) -> ChessPosition:
        """The initial position."""
        return ChessPosition(chess.Board(), self, first=self._excludes())

    def turn(self, position: ChessPosition) -> int:
        """The player on move: 0 is White, 1 is Black."""
        return 0 if position._board.turn else 1

    def outcome(self, position: ChessPosition) -> Outcome | None:
        """Who has mated, or a draw; repetitions are not examined."""
        end = self._end(position)
        if self._promoter is None:
            return end
        if position._mark is not None:
            return self._promoter
        return None if end is None else _other(self._promoter)

    def _end(self, position: ChessPosition) -> Outcome | None:
        board = position._board
        if not self._legal_moves(position):
            if not board.is_check():
                return "draw"
            return 1 if board.turn else 0
        if self._mater is not None and position._made >= self._allowed:
            return "draw"
        if self.fifty_move_rule and board.halfmove_clock >= FIFTY_MOVES:
            return "draw"
        if board.is_insufficient_material() or not self._allowed_moves(position):
            return "draw"
        return None if self.tables is None else self.tables.outcome(board, self.fifty_move_rule)

    def moves_left(self, position: ChessPosition) -> int | None:
        """The moves left for the mate.

        >>> rules = Chess().aim("mate-in 3", 0)
        >>> rules.moves_left(rules.start()), rules.moves_left(rules.with_moves_left(rules.start(), 2))
        (3, 2)
        """
        return None if self._mater is None else self._allowed - position._made

    def with_moves_left(self, position: ChessPosition, left: int) -> ChessPosition:
        """The same board with another number of moves left."""
        return ChessPosition(position._board, self, position._mark, self._allowed - left, position._first)

    def aim(self, goal: str, prover: int) -> Chess | None:
        """The rules for the goals `promote`, `mate-in N`, `mated`, `mated-in N` and `win-in N`.

        >>> rules = Chess().aim("promote", 0)
        >>> position = rules.parse("8/1P6/8/8/8/8/5k2/3K4 w - - 0 1")
        >>> after = rules.play(position, chess.Move.from_uci("b7b8q"))
        >>> rules.position_text(after), rules.outcome(after)
        ('1Q6/8/8/8/8/8/5k2/3K4 b - - 0 1 b8=Q', 0)
        """
        length = read_moves(goal, "mate-in", "mated-in", "win-in")
        bound = self._binds(goal, length)
        if goal not in ("promote", "mated") and length is None and not bound:
            return None
        if self.tables is not None and goal != "mated":
            raise InputError(f"expected no Syzygy tables for the goal {goal}, about which they say nothing")
        rest = attack_text(self.attack), ",".join(self.exclude)
        aimed = Chess(
            self.fifty_move_rule, self.order, self.en_passant, region_text(self.region), *rest, tables=self.tables
        )
        aimed._bound = prover if bound else None
        if goal == "promote":
            aimed._promoter = 1 if prover else 0
        if length is not None:
            aimed._mater, aimed._allowed = prover, length
            aimed.repetition = "impossible"
        return aimed

    def _binds(self, goal: str, length: int | None) -> bool:
        """Whether restrictions bind the prover of this goal."""
        if self.attack == Attack() and not self.exclude:
            return False
        if self.exclude and self.prover(goal, 0) != 0:
            raise InputError(f"expected no option exclude with the goal {quoted(goal)}: the other side moves first")
        wins = goal.startswith("win-in ")
        if goal in ("mate", "mated") or (length is not None and not wins):
            return True
        if goal in self.goals or wins:
            raise InputError(
                f"expected a goal mate, mate-in N, mated or mated-in N with restrictions, got {quoted(goal)}"
            )
        return False

    def enter(self, position: ChessPosition) -> ChessPosition:
        """The same board; excluded moves must be legal there.

        >>> rules = Chess(exclude="e2e5").aim("mate", 0)
        >>> rules.enter(rules.start())
        Traceback (most recent call last):
        pnyx.errors.InputError: expected legal moves in option exclude, got 'e2e5'
        """
        legal = {move.uci() for move in self._legal_moves(position)}
        for move in self.exclude if self._excludes() else ():
            if move not in legal:
                raise InputError(f"expected legal moves in option exclude, got {quoted(move)}")
        return ChessPosition(position._board, self, first=self._excludes())

    def _excludes(self) -> bool:
        return self._bound is not None and bool(self.exclude)

    def prover(self, goal: str, turn: int) -> int:
        """The prover: the player on move, or the other side for `mated` and `mated-in N`.

        >>> Chess().prover("mate-in 3", 0), Chess().prover("mated-in 3", 0)
        (0, 1)
        """
        return 1 - turn if goal == "mated" or goal.partition(" ")[0] == "mated-in" else turn

    def moves(self, position: ChessPosition) -> list[chess.Move]:
        """The legal moves, as far as they are allowed; a draw by material or by the clock does not take them away."""
        moves = self._allowed_moves(position).copy()
        if self.order == "papers":
            moves.sort(key=_papers_order)
        return moves

    def play(self, position: ChessPosition, move: chess.Move) -> ChessPosition:
        """The position after the move."""
        board = position._board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        queened = self._promoter == self.turn(position) and move.promotion == chess.QUEEN
        mark = move.to_square if queened and self._is_safe(board, move.to_square) else None
        made = position._made + (self._mater == self.turn(position))
        return ChessPosition(board, self, mark, made)

    def is_irreversible(self, position: ChessPosition, move: chess.Move) -> bool:
        """Captures and pawn moves; castling is left out, as the papers do."""
        return position._board.is_zeroing(move)

    def move_text(self, position: ChessPosition, move: chess.Move) -> str:
        """The move in UCI notation; castling is the king's move, as in `e1g1`."""
        return move.uci()

    def position_text(self, position: ChessPosition) -> str:
        """A FEN of six fields; the en-passant square is written only where it counts."""
        fields = position._board.fen(en_passant="fen").split()
        if not self._counts_en_passant(position._board):
            fields[3] = "-"
        # A clock beyond 100 means no more than 100.
        fields[4] = str(min(position._board.halfmove_clock, FIFTY_MOVES))
        fields[5] = str(min(position._board.fullmove_number, MOST_CLOCK))
        if position._mark is not None:
            fields.append(f"{chess.square_name(position._mark)}=Q")
        if position._made:
            fields.append(f"left={self._allowed - position._made}")
        if self._excludes() and not position._first:
            fields.append("later")
        return " ".join(fields)

    def parse(self, text: str) -> ChessPosition:
        """The position that a FEN describes; one that breaks the rules is refused with every reason."""
        fields = text.split()
        first = self._excludes()
        if first and fields[-1:] == ["later"]:
            first, text = False, " ".join(fields[:-1])
            fields.pop()
        if (self._promoter is None and self._mater is None) or len(fields) != 7:
            return ChessPosition(read_fen(text), self, first=first)
        if self._mater is not None:
            left = re.fullmatch("left=(0|[1-9][0-9]{0,6})", fields[6], re.ASCII)
            if left is None or int(left[1]) > self._allowed:
                raise InputError(f"expected the moves left after the FEN, as left=2, got {quoted(fields[6])}")
            made = self._allowed - int(left[1])
            return ChessPosition(read_fen(" ".join(fields[:6])), self, made=made, first=first)
        board = read_fen(" ".join(fields[:6]))
        if not re.fullmatch("[a-h][18]=Q", fields[6]):
            raise InputError(f"expected the square of a new queen after the FEN, as d8=Q, got {quoted(fields[6])}")
        square = chess.parse_square(fields[6][:2])
        is_new = board.piece_at(square) == chess.Piece(chess.QUEEN, not board.turn)
        on_last_rank = chess.square_rank(square) == (0 if board.turn else 7)
        provers = self._promoter == (1 if board.turn else 0)
        if not (is_new and on_last_rank and provers and self._is_safe(board, square)):
            raise InputError(f"expected {fields[6]} to name a new queen that cannot be captured in {quoted(text, 100)}")
        return ChessPosition(board, self, square)

    def sorted_moves(self, position: ChessPosition) -> list[tuple[str, chess.Move]]:
        """The legal moves, as far as they are allowed, with their UCI notation, sorted by it."""
        return sorted(map(_with_text, self._allowed_moves(position)), key=itemgetter(0))

    def _legal_moves(self, position: ChessPosition) -> list[chess.Move]:
        last, moves = self._last
        if last is not position:
            moves = self._inside(position._board)
            self._last = (position, moves)
        return moves

    def _allowed_moves(self, position: ChessPosition) -> list[chess.Move]:
        moves = self._legal_moves(position)
        if self._bound != self.turn(position):
            return moves
        excluded = self.exclude if position._first else ()
        return [move for move in moves if move.uci() not in excluded and self._may_attack(position, move)]

    def _may_attack(self, position: ChessPosition, move: chess.Move) -> bool:
        if self.attack == Attack():
            return True
        board = position._board.copy(stack=False)
        board.push(move)
        return self.attack.allows(board.is_check(), self._inside(board), board.king(board.turn))

    def _inside(self, board: chess.Board) -> list[chess.Move]:
        """The legal moves that stay in the region; when castling, king and rook must."""
        moves = list(board.generate_legal_moves())
        if self.region == EVERYWHERE:
            return moves
        return [move for move in moves if _squares(board, move) <= self.region]

    def _is_safe(self, board: chess.Board, queen: chess.Square) -> bool:
        return all(move.to_square != queen for move in self._inside(board))

    def _counts_en_passant(self, board: chess.Board) -> bool:
        if self.en_passant == "always" or board.ep_square is None:
            return True
        return any(map(board.is_en_passant, self._inside(board)))


def _other(player: Literal[0, 1]) -> Literal[0, 1]:
    return 0 if player else 1


def _squares(board: chess.Board, move: chess.Move) -> set[chess.Square]:
    """The squares that a move leaves and enters."""
    squares = {move.from_square, move.to_square}
    if board.is_kingside_castling(move):
        squares |= {move.from_square + 1, move.from_square + 3}
    elif board.is_queenside_castling(move):
        squares |= {move.from_square - 1, move.from_square - 4}
    return squares


def _papers_order(move: chess.Move) -> tuple[int, int, int]:
    promotion = PROMOTIONS.index(move.promotion) if move.promotion else 0
    return -move.from_square, -move.to_square, promotion


@lru_cache(maxsize=4096)
def _with_text(move: chess.Move) -> tuple[str, chess.Move]:
    """A move and its notation; chess knows less than 2,000, so one copy of each serves all positions."""
    return move.uci(), move
