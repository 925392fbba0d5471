"""Othello problems as files: `.obf`, as Edax writes them, and tables with the exact scores of endgames.

A line of an `.obf` file is a position, a semicolon, and moves with their scores; `%` begins a comment:

    --X--OXOOXOOX-XO O; B4:+10; B1:-2; % on 4 by 4 squares

A line of a table has six fields with tabs between them: name, squares, side to move, number of empty squares, best
score, and the moves that reach it with commas between them; `#` begins a line that is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from pnyx.errors import InputError, quoted
from pnyx.reference.rules.othello import Othello

FIELDS: Final = ("name", "squares", "to_move", "empties", "score", "best_moves")
SIZES: Final = {16: 4, 36: 6, 64: 8}
PASSES: Final = ("pa", "ps", "pass")
"""A pass has no square; Edax writes the first."""


@dataclass(frozen=True)
class OthelloProblem:
    """A position, the scores of some or all of its moves for the player on move, and the best score, where known.

    >>> OthelloProblem("OX-------------- O", (("c1", 16),), 16).best
    ('c1',)
    """

    position: str
    """As `pnyx.position("othello", ...)` reads it."""
    moves: tuple[tuple[str, int], ...] = ()
    """Moves and their scores, in the order of the file."""
    score: int | None = None
    """The best score for the player on move; empty squares count for the winner."""
    name: str = ""
    """What a table calls the problem; `.obf` files have no names."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves with the best score."""
        return tuple(move for move, score in self.moves if score == self.score)


def read(text: str) -> list[OthelloProblem]:
    """The problems in the text of an `.obf` file.

    >>> read("% one move wins everything\\nOX-------------- O; C1:+16;")
    [OthelloProblem(position='OX-------------- O', moves=(('c1', 16),), score=16, name='')]
    >>> read("OX-------------- O; C2:+16;")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: line 1, column 21: expected a legal move (c1), got 'C2'
    """
    found = (read_line(line, number) for number, line in _lines(text))
    return [problem for problem in found if problem is not None]


def read_line(line: str, number: int = 1) -> OthelloProblem | None:
    """The problem in a line of an `.obf` file, whose number is for messages; nothing if there is only a comment.

    >>> read_line("OX-------------- O; C1:+16;").score
    16
    """
    line = line.partition("%")[0]
    return _read_line(number, line) if line.strip() else None


def write(problems: Iterable[OthelloProblem]) -> str:
    """The text of an `.obf` file with these problems, one a line. Names are left out: the format has none.

    >>> write([OthelloProblem("OX-------------- O", (("c1", 16),))])
    'OX-------------- O; C1:+16;\\n'
    """
    lines = []
    for problem in problems:
        moves = [f"{'PA' if move == 'pass' else move.upper()}:{score:+d}" for move, score in problem.moves]
        lines.append("; ".join([problem.position, *moves]) + ";\n")
    return "".join(lines)


def read_table(text: str) -> list[OthelloProblem]:
    """The problems in the text of a table.

    >>> read_table("7\\tOX--------------\\tO\\t14\\t16\\tC1")
    [OthelloProblem(position='OX-------------- O', moves=(('c1', 16),), score=16, name='7')]
    """
    found = (read_row(line, number) for number, line in _lines(text))
    return [problem for problem in found if problem is not None]


def read_row(line: str, number: int = 1) -> OthelloProblem | None:
    """The problem in a line of a table, whose number is for messages; nothing if the line is empty or a comment.

    >>> read_row("7\\tOX--------------\\tO\\t14\\t16\\tC1").best
    ('c1',)
    """
    return _read_row(number, line) if line.strip() and not line.startswith("#") else None


def write_table(problems: Iterable[OthelloProblem]) -> str:
    """The text of a table with these problems; those without a name are numbered, and moves that are not best left out.

    >>> print(write_table([OthelloProblem("OX-------------- O", (("c1", 16),), 16)]).expandtabs(4))
    #name   squares to_move empties score   best_moves
    1   OX--------------    O   14  16  C1
    <BLANKLINE>
    """
    lines = ["#" + "\t".join(FIELDS) + "\n"]
    for number, problem in enumerate(problems, start=1):
        name = problem.name or str(number)
        if problem.score is None:
            raise InputError(f"expected a score for problem {quoted(name)}, got none: tables need one")
        board, mover = problem.position.split()
        best = ",".join("PA" if move == "pass" else move.upper() for move in problem.best)
        lines.append("\t".join([name, board, mover, str(board.count("-")), str(problem.score), best]) + "\n")
    return "".join(lines)


@dataclass(frozen=True)
class _Board:
    """A position that was read, with what its moves and scores must be among."""

    text: str
    squares: int
    legal: tuple[str, ...]


def _fail(number: int, start: int, message: str) -> NoReturn:
    """Raise an error about what begins after `start` characters of a line."""
    raise InputError(f"line {number}, column {start + 1}: {message}")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # Files of other systems end their lines with \r\n; a byte order mark says nothing here.
    lines = text.removeprefix("\ufeff").split("\n")
    return enumerate((line.removesuffix("\r") for line in lines), start=1)


def _fields(line: str, separator: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """The parts of a line without the blanks around them, each with the place where it begins."""
    for part in line.split(separator):
        yield start + len(part) - len(part.lstrip()), part.strip()
        start += len(part) + 1


def _read_line(number: int, line: str) -> OthelloProblem:
    (start, position), *rest = _fields(line, ";")
    if not rest:
        _fail(number, len(line.rstrip()), "expected ; after the side to move")
    squares = position.split()[0] if position else ""
    mover = position[len(squares) :].lstrip()
    board = _read_board(number, (start, squares), (start + len(position) - len(mover), mover))
    moves: list[tuple[str, int]] = []
    for at, field in rest:
        if not field:  # after the last semicolon, or between two
            continue
        move, colon, score = field.partition(":")
        if not colon:
            _fail(number, at, f"expected a move and its score, like D3:+6, got {quoted(field)}")
        found = _read_move(number, at, move.rstrip(), board, moves)
        moves.append((found, _read_score(number, at + len(move) + 1, score, board)))
    return OthelloProblem(board.text, tuple(moves), max((score for _, score in moves), default=None))


def _read_row(number: int, line: str) -> OthelloProblem:
    fields = list(_fields(line, "\t"))
    if len(fields) != len(FIELDS):
        _fail(
            number, 0, f"expected {len(FIELDS)} fields with tabs between them ({', '.join(FIELDS)}), got {len(fields)}"
        )
    name, squares, mover, empties, score, best = fields
    board = _read_board(number, squares, mover)
    seen = board.text.count("-")
    if empties[1] != str(seen):
        _fail(number, empties[0], f"expected {seen}, the number of empty squares, got {quoted(empties[1])}")
    best_score = _read_score(number, *score, board)
    moves: list[tuple[str, int]] = []
    for at, move in _fields(best[1], ",", best[0]) if best[1] else ():
        moves.append((_read_move(number, at, move, board, moves), best_score))
    return OthelloProblem(board.text, tuple(moves), best_score, name[1])


def _read_board(number: int, squares: tuple[int, str], mover: tuple[int, str]) -> _Board:
    start, board = squares
    for at, square in enumerate(board, start):
        if square not in "XxOo-.":
            _fail(number, at, f"expected X, O or -, got {quoted(square)}")
    if len(board) not in SIZES:
        _fail(number, start, f"expected 64, 36 or 16 squares, got {len(board)}")
    if mover[1] not in ("X", "x", "O", "o"):
        _fail(number, mover[0], f"expected X or O as the side to move, got {quoted(mover[1])}")
    text = f"{board.replace('.', '-')} {mover[1]}".upper()
    rules = Othello(SIZES[len(board)])
    return _Board(text, len(board), tuple(rules.moves(rules.parse(text))))


def _read_move(number: int, at: int, text: str, board: _Board, before: list[tuple[str, int]]) -> str:
    move = "pass" if text.lower() in PASSES else text.lower()
    if move not in board.legal:
        known = " ".join(sorted(board.legal)) or "none, the game is over"
        _fail(number, at, f"expected a legal move ({known}), got {quoted(text)}")
    if any(move == other for other, _ in before):
        _fail(number, at, f"expected every move once, got {quoted(text)} again")
    return move


def _read_score(number: int, at: int, text: str, board: _Board) -> int:
    at += len(text) - len(text.lstrip())
    text = text.strip()
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 3 and int(digits) <= board.squares):
        _fail(number, at, f"expected a score from -{board.squares} to {board.squares}, got {quoted(text)}")
    return int(text)
