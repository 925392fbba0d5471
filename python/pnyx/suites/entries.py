"""The parts of a suite: positions, their expected answers, and lines that could not be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Options = tuple[tuple[str, str], ...]
"""Options of a game, by name, in the order of their names."""


@dataclass(frozen=True)
class Expected:
    """The expected answer of a position; all fields may be missing.

    >>> str(Expected(mate=3)), str(Expected(mate=-2)), str(Expected(score=18)), str(Expected())
    ('mate in 3', 'mated in 2', 'score +18', '')
    """

    mate: int | None = None
    """The side to move mates in this many moves; 0 or less: it is mated in this many."""
    score: int | None = None
    """The score with best play, for the player on move."""
    verdict: str | None = None
    """`proven` or `disproven`, for the goal that goes with it, or `win`, `draw` or `loss`."""
    best: tuple[str, ...] = ()
    """Best moves, in the game's notation."""
    avoid: tuple[str, ...] = ()
    """Moves that are mistakes."""

    def __str__(self) -> str:
        if self.mate is not None:
            return f"mate in {self.mate}" if self.mate > 0 else f"mated in {-self.mate}"
        if self.score is not None:
            return f"score {self.score:+d}" if self.score else "score 0"
        if self.verdict is not None:
            return self.verdict
        if self.best:
            return f"best {' '.join(self.best)}"
        return f"avoid {' '.join(self.avoid)}" if self.avoid else ""


@dataclass(frozen=True)
class Entry:
    """One position of a suite.

    >>> Entry(7, "chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1").label
    'line 7'
    """

    line: int
    """Its line number in the file, from 1."""
    game: str
    """A built-in game's name, or `module:attribute` for one written in Python."""
    position: str
    """The position in the game's own notation."""
    name: str = ""
    """Its name in the file."""
    expected: Expected = Expected()
    options: Options = ()
    """Options of the game for this position."""
    goal: str | None = None
    """The goal the file names for it."""

    @property
    def label(self) -> str:
        """The position's name, or its line."""
        return self.name or f"line {self.line}"


@dataclass(frozen=True)
class BadLine:
    """A line that could not be read, and why."""

    line: int
    problem: str
    """The error; it names the line, and the column if known."""


@dataclass(frozen=True)
class Suite:
    """The positions of a file."""

    name: str
    """The file's name."""
    format: str
    """The format it was read in: `EPD`, `.obf`, ..."""
    entries: tuple[Entry, ...]
    bad_lines: tuple[BadLine, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """Notes that are not errors, such as a position that occurs twice."""

    @property
    def games(self) -> dict[str, int]:
        """The games of its positions, and how many there are of each."""
        return dict(Counter(entry.game for entry in self.entries))
