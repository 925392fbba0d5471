"""The native module: rules, searches and the Rust checker. Private; `pnyx` is its face."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, final

__all__ = [
    "Contents",
    "Jobs",
    "MeasureResult",
    "Position",
    "Proof",
    "ProofPlace",
    "Report",
    "SearchResult",
    "ShortestResult",
    "Solution",
    "StopFlag",
    "__version__",
    "algorithms",
    "check",
    "check_game",
    "games",
    "measure",
    "merge",
    "position",
    "preset",
    "python_position",
    "search",
    "searches",
    "shortest",
    "solve",
    "value",
]

__version__: str

@final
class Position:
    """A position of a built-in game, or of a Python game, together with its game."""

    @property
    def game(self) -> str:
        """The game's name, as typed on the command line."""
    @property
    def options(self) -> dict[str, str]:
        """The game options that differ from the defaults."""
    @property
    def rules(self) -> dict[str, str]:
        """Those of them that change the rules, as certificates name them."""
    @property
    def text(self) -> str:
        """The position in the game's notation, with ` moves ...` where a history matters."""
    @property
    def board(self) -> str:
        """The position alone, without its history."""
    @property
    def identity(self) -> str:
        """The text without what does not matter for the future, and without the history; it can be read again."""
    @property
    def turn(self) -> str:
        """The name of the player on move."""
    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
    @property
    def outcome(self) -> str | None:
        """`None` while play goes on, else the winner's name or `"draw"`."""
    @property
    def goals(self) -> list[str]:
        """The goals that can be asked for, the default first."""
    @property
    def object(self) -> Any:
        """The Python position behind a Python game, else `None`."""
    def moves(self) -> list[str]:
        """The legal moves in the game's notation and in the order the searches see."""
    def play(self, move: str) -> Position:
        """The position after a move, without history."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""

@final
class Solution:
    """What a search found."""

    prover: str
    verdict: str
    reason: str | None
    nodes: int
    resumed_nodes: int
    checkpoint_error: str | None
    seconds: float
    memory_bytes: int
    proof: int
    disproof: int
    expansions: int
    generated: int
    simulation_calls: int
    simulation_failed: int
    simulation_nodes: int
    max_depth: int
    line: list[str]
    moves_to_win: int | None
    plies: int | None
    certificate: bytes | None
    certificate_nodes: int | None
    winning_moves: list[str] | None
    unsettled_moves: list[str] | None
    nodes_per_move: int | None
    children: list[tuple[str, int, int]] | None
    trace: list[tuple[list[str], int, int, int]] | None

@final
class Jobs:
    """Searches of many positions, without history, for the goal of a root; what they remember stays from job to job.

    The prover is that of the root. Without `max_memory` jobs may take 1 GiB. What depends on the way to a position is
    refused with an `InputError`: super-ko, histories, `mate-in N`, `mated-in N`, `promote`, the option `exclude`.
    """

    def __new__(
        cls, root: Position, goal: str, algorithm: str, options: dict[str, str], *, max_memory: int | None = None
    ) -> Jobs: ...
    @property
    def prover(self) -> str:
        """The name of the player who must reach the goal."""
    def question(self, position: Position) -> tuple[str, bool] | None:
        """The goal by which a certificate asks our question of a position, and whether its answer is the opposite one.

        `None` where there is none: `solve` refuses such a position, and it has to be expanded.
        """
    def solve(
        self, position: Position, *, max_nodes: int, max_seconds: float | None = None, stop: StopFlag | None = None
    ) -> Solution:
        """Whether our prover reaches our goal from a position.

        The verdict is the answer to our question; the certificate speaks of `question(position)` and of
        `position.identity`. `children`, of an unknown verdict: the moves with the proof and the disproof number of
        the positions after them, if the algorithm has a table.
        """

@final
class ShortestResult:
    """What is known of the shortest win."""

    length: int | None
    none_within: int
    reason: str | None
    nodes: int
    seconds: float
    memory_bytes: int
    resumed_nodes: int
    checkpoint_error: str | None
    questions: list[tuple[str, Solution]]

@final
class Report:
    """What the Rust checker found in a certificate: all of it checked."""

    game: str
    options: dict[str, str]
    position: str
    goal: str
    prover: str
    repetition: str
    verdict: str
    nodes: int
    shared: int
    moves_to_win: int | None
    plies: int | None

@final
class Proof:
    """A certificate that the Rust checker accepted, to be walked move by move; the arguments are those of `check`."""

    def __new__(
        cls, data: bytes, game: object | None = None, max_body: int | None = None, syzygy: str | None = None
    ) -> Proof: ...
    @property
    def position(self) -> Position:
        """The root."""
    @property
    def report(self) -> Report:
        """What the checker has established."""
    def at(self, line: list[str]) -> ProofPlace:
        """The node at the end of a line."""
    def main_line(self, line: list[str], most: int) -> list[str]:
        """The moves after a line that go on longest, or where lengths are unknown into the largest records."""
    def find(
        self, text: str, below: list[str], most: int, seconds: float | None = None, stop: StopFlag | None = None
    ) -> tuple[list[list[str]], bool]:
        """Lines to positions that contain a text or to moves written so, and whether these are all."""

@final
class ProofPlace:
    """A node of a proof, as it is met at the end of a line.

    A row of `moves` is the move, then the size, plies, moves to win, whether the record stands elsewhere, and the kind
    of the node it leads to.
    """

    line: list[str]
    number: int
    kind: str
    size: int
    plies: int | None
    moves_to_win: int | None
    shared: bool
    returns_to: int | None
    moves: list[tuple[str, int, int | None, int | None, bool, str]]

@final
class SearchResult:
    """What a search for a value found; values are seen from the player on move."""

    reason: str | None
    best_moves: list[str]
    line: list[str]
    may_hide_repetition: bool
    leaf_nodes: int
    interior_nodes: int
    transposition_nodes: int
    iterations: list[tuple[int | None, int, str, str | None, int, int, int, int, float, bool]]
    cuts: list[tuple[int, int]]
    seconds: float
    memory_bytes: int
    largest_opinion: int
    trace: list[tuple[list[str], int, int, int]] | None
    open: list[tuple[int, list[str], list[tuple[list[str], bool, int]]]] | None

@final
class MeasureResult:
    """How small a search could be: leaf, interior and transposition nodes of each tree or graph."""

    value: int
    may_hide_repetition: bool
    searched: tuple[int, int, int]
    cuts: list[tuple[int, int]]
    tree: tuple[int, int, int]
    graph: tuple[int, int, int]
    graph_etc: tuple[int, int, int]
    cheap: tuple[int, int, int] | None
    cheap_etc: tuple[int, int, int] | None

@final
class StopFlag:
    """Stops a running search from another thread or a signal handler."""

    def __new__(cls) -> StopFlag: ...
    def set(self) -> None:
        """Ask every search that was given this flag to stop."""
    def is_set(self) -> bool:
        """Whether the flag is set."""

@final
class Contents:
    """Tells what objects are made of. Its answers can be compared with each other, not with those of another one."""

    def __new__(cls, *, by_value: bool) -> Contents:
        """`by_value` takes numbers as `==` does: 1 is `True`."""
    def content(self, object: object) -> bytes:
        """What an object is made of, as 16 bytes."""

def position(game: str, text: str | None = None, options: dict[str, str] | None = None) -> Position:
    """Read a position of a built-in game; no text means the game's start."""

def python_position(game: object, position: object) -> Position:
    """Wrap a position of a game written in Python."""

def solve(
    position: Position,
    goal: str,
    algorithm: str,
    options: dict[str, str],
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    threads: int = 1,
    checkpoint: str | PathLike[str] | None = None,
    every: float = 60.0,
    resume: str | PathLike[str] | None = None,
    all_moves: bool = False,
    trace: bool = False,
    stop: StopFlag | None = None,
    on_progress: Callable[[int, float, int, int, int, list[str], str], None] | None = None,
) -> Solution:
    """Run a search. `on_progress` gets nodes, seconds, bytes, proof, disproof, the current line and the goal."""

def value(
    position: Position,
    algorithm: str,
    options: dict[str, str],
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    threads: int = 1,
    all_moves: bool = False,
    stop: StopFlag | None = None,
    on_progress: Callable[[int, float, int, int, int, list[str], str], None] | None = None,
) -> list[tuple[str, Solution]]:
    """Answer the questions that the value takes, with one budget for all of them: (goal, what was found)."""

def shortest(
    position: Position,
    goal: str,
    algorithm: str,
    options: dict[str, str],
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    threads: int = 1,
    checkpoint: str | PathLike[str] | None = None,
    every: float = 60.0,
    resume: str | PathLike[str] | None = None,
    stop: StopFlag | None = None,
    on_progress: Callable[[int, float, int, int, int, list[str], str], None] | None = None,
) -> ShortestResult:
    """Look for the shortest win of a goal that has a form with a length, `mate` or `mated`."""

def search(
    position: Position,
    algorithm: str,
    options: dict[str, str],
    *,
    depth: int | None = None,
    until_end: bool = False,
    all_best: bool = False,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: bool = False,
    stop: StopFlag | None = None,
    on_progress: Callable[[int, float, int, int | None, int | None, str | None], None] | None = None,
) -> SearchResult:
    """Search for a value; no depth means to the end of the game, `until_end` no deeper than lines go.

    `on_progress` gets nodes, seconds, bytes, depth, value and bound. An iteration is its depth, value, bound, best
    move, passes, leaf, interior and transposition nodes, seconds, and whether a draw by repetition may be hidden.
    """

def measure(
    position: Position,
    depth: int,
    *,
    minimaxed: int = 0,
    quiescence: bool = False,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    stop: StopFlag | None = None,
) -> tuple[MeasureResult | None, str | None]:
    """Measure how small a search of this depth could be; or the limit that was hit."""

def check(data: bytes, game: object | None = None, max_body: int | None = None, syzygy: str | None = None) -> Report:
    """Check a certificate with the Rust checker; `game` is the Python game it speaks of, if it does,
    and `syzygy` says where the tables are that it may lean on.
    """

def merge(root: Position, goal: str, proven: bool, pieces: Iterable[tuple[Position, bytes | str | None]]) -> bytes:
    """One checked certificate for a root from pieces, each of which leans on earlier ones or on itself alone.

    A piece is a position with the certificate of a job, with the move that the chooser plays there, or with `None`
    where the other side is on move and all moves are answered. Of several answers for a position the first counts.
    A `CertificateError` says what is wrong or missing.
    """

def check_game(position: Position, playouts: int, max_plies: int, seed: int) -> tuple[int, int]:
    """Test a game's contract by random play-outs: (plies played, positions compared), or an error."""

def games() -> list[tuple[str, str, str, list[str], list[tuple[str, str, str]]]]:
    """Name, description, start, goals and options (name, default, meaning) of every built-in game."""

def algorithms() -> list[tuple[str, str, str, bool, list[tuple[str, str, str]], list[str]]]:
    """Name, description, source, parallel form, options (name, default, meaning) and presets of every algorithm."""

def searches() -> list[tuple[str, str, str, bool, list[tuple[str, str, str]], list[str]]]:
    """The same of every algorithm that gives values."""

def preset(algorithm: str, name: str) -> tuple[dict[str, str], dict[str, str], str | None, int | None]:
    """A preset's algorithm options, game options (by game, `game.option`), goal and node limit."""
