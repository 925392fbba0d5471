"""The native module: rules, searches and the Rust checker. Private; `pnyx` is its face."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, Literal, TypeAlias, final

__all__ = [
    "DEFAULT_MEMORY",
    "Contents",
    "Goal",
    "Jobs",
    "MeasureResult",
    "Position",
    "Proof",
    "ProofPlace",
    "Question",
    "Report",
    "SearchResult",
    "ShortestResult",
    "Solution",
    "StopFlag",
    "Table",
    "TableReport",
    "TableRules",
    "__version__",
    "algorithms",
    "check",
    "check_game",
    "check_table",
    "expect_table",
    "games",
    "goal",
    "measure",
    "merge",
    "position",
    "preset",
    "python_position",
    "records",
    "search",
    "searches",
    "shortest",
    "solve",
    "table_answer",
    "tabulate",
    "value",
]

__version__: str

DEFAULT_MEMORY: int
"""The memory a search may use when no limit says otherwise."""

@final
class Position:
    """A position of a built-in game, or of a Python game, together with its game; `pnyx.Position` explains the rest.

    `rules` are those of the options that change the rules, as certificates name them.
    """

    game: str
    options: dict[str, str]
    rules: dict[str, str]
    text: str
    board: str
    identity: str
    turn: str
    players: tuple[str, str]
    outcome: str | None
    goals: list[str]
    repetition: str
    object: Any
    def moves(self) -> list[str]:
        """The legal moves in the game's notation and in the order the searches see."""
    def play(self, move: str) -> Position:
        """The position after a move, without history."""
    def packed(self) -> bytes:
        """The bytes of the position's representative in tables."""
    def unpacked(self, packed: bytes) -> Position:
        """The position of the same game with these bytes."""
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""

@final
class Goal:
    """What is asked of a position, as games declare it."""

    text: str
    name: str
    moves: int | None
    number: int | None
    threshold: str
    of_other: bool
    needs_last_move: bool
    opposite: tuple[str, bool] | None

_Report: TypeAlias = Callable[[int, float, int, int, int, list[str], str], None]

@final
class Question:
    """A question about a position, for `solve`, `value` and `shortest`."""

    def __new__(
        cls,
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
    ) -> Question: ...

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
    refused with an `InputError`: super-ko, histories, `win-in N`, `mate-in N`, `mated-in N`, `promote`, the option
    `exclude`.
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
class TableReport:
    """How far a table has come."""

    reason: str | None
    positions: int
    edges: int
    by_ply: list[int]
    memory_bytes: int
    seconds: float

@final
class TableRules:
    """The rules of a game written in Python, asked about many packed positions at once."""

    def __new__(cls, game: Any) -> TableRules: ...
    def pack(self, position: Any) -> bytes:
        """The bytes of a position's representative."""
    def unpack(self, bytes: bytes) -> Any:
        """The position with these bytes."""
    def expand(self, records: bytes, width: int) -> bytes:
        """What the rules say of the positions in records of one width, and the positions after their moves."""
    def answer(self, question: bytes) -> bytes:
        """An answer for the `rules` of `tabulate`."""

@final
class Table:
    """The file of a table."""

    def __new__(cls, path: str | PathLike[str]) -> Table: ...
    @property
    def game(self) -> str:
        """The game's name."""
    @property
    def options(self) -> str:
        """Its options, as JSON."""
    @property
    def starts(self) -> str:
        """What the starts are called."""
    @property
    def repetition(self) -> str:
        """What a repetition means: draw or impossible."""
    @property
    def symmetry(self) -> bool:
        """Whether one position stands for all that are symmetric to it."""
    @property
    def edges(self) -> int:
        """Moves between all positions."""
    @property
    def plies(self) -> int:
        """Plies of the enumeration."""
    @property
    def longest(self) -> int:
        """The largest distance."""
    @property
    def values(self) -> tuple[int, int, int]:
        """Wins, draws and losses of the player on move."""
    @property
    def record_bytes(self) -> int:
        """Bytes of a packed position."""
    def __len__(self) -> int: ...
    def get(self, packed: bytes) -> tuple[int, Literal["win", "draw", "loss"], int | None] | None:
        """The number of the player on move, the value and the distance of a position."""
    def at(self, number: int) -> tuple[bytes, tuple[int, Literal["win", "draw", "loss"], int | None]]:
        """A position by its number, with the same."""
    def counts(self) -> list[tuple[list[int], list[int], int, bytes | None, bytes | None]]:
        """By the player on move: wins and losses by distance, draws, a longest win and a longest loss."""

@final
class ShortestResult:
    """The shortest win, or bounds on its length."""

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
    largest_estimate: int
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

def goal(text: str, position: Position | None = None) -> Goal | None:
    """Read a goal of a position's game, or of any game; `None` if there is no such goal.

    An `InputError` says what is wrong with a number, but which numbers a board allows is not checked.
    """

def solve(
    position: Position, question: Question, *, stop: StopFlag | None = None, on_progress: _Report | None = None
) -> Solution:
    """Run a search. `on_progress` gets nodes, seconds, bytes, proof, disproof, the current line and the goal."""

def value(
    position: Position, question: Question, *, stop: StopFlag | None = None, on_progress: _Report | None = None
) -> list[tuple[str, Solution]]:
    """Answer the questions that the value takes, with one budget for all of them: (goal, what was found).

    The question's own goal has no meaning here.
    """

def shortest(
    position: Position, question: Question, *, stop: StopFlag | None = None, on_progress: _Report | None = None
) -> ShortestResult:
    """Look for the shortest win of a goal that has a form with a length, such as `win` or `mate`."""

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
    and `syzygy` says where the tables are that it may depend on.
    """

def merge(root: Position, goal: str, proven: bool, pieces: Iterable[tuple[Position, bytes | str | None]]) -> bytes:
    """One checked certificate for a root from pieces, each of which depends only on earlier ones or on itself.

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

def records() -> dict[str, list[tuple[str, str, str]]]:
    """The fields of every record above: name, type and meaning of each."""

def tabulate(
    position: Position,
    file: str | PathLike[str],
    starts: Iterable[bytes],
    name: str,
    *,
    rules: list[Callable[[bytes], bytes]] | None = None,
    max_positions: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    threads: int = 1,
    stop: StopFlag | None = None,
    on_progress: Callable[..., None] | None = None,
) -> TableReport:
    """Make a table of all that can be reached from the starts; `rules` are asked instead of the position's own."""

def check_table(
    position: Position,
    table: Table,
    starts: list[bytes],
    *,
    rules: list[Callable[[bytes], bytes]] | None = None,
    sample: int | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: StopFlag | None = None,
    on_progress: Callable[..., None] | None = None,
) -> tuple[int, int, int]:
    """Examine a table: how many positions, moves and starts are right."""

def expect_table(position: Position, table: Table) -> None:
    """Raise an `InputError` where a table is not about this position's game."""

def table_answer(
    position: Position,
    table: Table,
    goal: str,
    *,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    stop: StopFlag | None = None,
) -> Solution:
    """Whether a goal is reached from a position, as a table knows, with the certificate."""
