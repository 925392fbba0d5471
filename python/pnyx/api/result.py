"""Results of searches: `pnyx.Result` and `pnyx.Certificate`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn

from pnyx._util.files import write_atomically
from pnyx.api.notation import line_text
from pnyx.api.position import Position, require_notations
from pnyx.api.shown import Shown, ShownOnBoard, shared_fields
from pnyx.api.wording import sentence, spent, why

if TYPE_CHECKING:
    from pnyx import _core
    from pnyx.api.check import CheckReport
    from pnyx.api.convergence import Convergence
    from pnyx.api.proof import Proof

Verdict = Literal["proven", "disproven", "unknown"]
"""The verdict of a search."""

Step = tuple[list[str], int, int, int]
"""One step of a trace: the line to the node expanded, then the root's proof number, disproof number and node count."""


class Simulation(NamedTuple):
    """Simulations: tests whether a verdict found on one path holds on another. How many were run, how many failed, and
    the nodes visited in them.

    >>> import pnyx
    >>> pnyx.solve("XX./OO./... x", goal="win").simulation
    Simulation(calls=0, failed=0, nodes=0)
    """

    calls: int
    failed: int
    nodes: int


@dataclass(frozen=True)
class Certificate(Shown):
    """The proof of a verdict, for a reader who trusts only the rules.

    Certificates of games written in Python need the game's notations (`move_text`, `position_text` and `parse`): those
    of a game without them cannot leave the process, and `data` raises an `InputError` that says what is missing.

    >>> import pnyx
    >>> certificate = pnyx.solve("XX./OO./... x", goal="win").certificate
    >>> certificate.data[:18]
    b'pnyx certificate 2'
    >>> certificate.check().verdict
    'proven'
    """

    _data: bytes = field(repr=False)
    _position: Position = field(repr=False)
    nodes: int | None
    """The nodes of its graph."""

    @property
    def position(self) -> Position:
        """The position it is about."""
        return self._position

    @property
    def data(self) -> bytes:
        """The certificate's file, as bytes."""
        if self._position.python_game is not None:
            require_notations(self._position.python_game)
        return self._data

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the file, whole or not at all, and return its path.

        >>> import pnyx, tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pnyx.solve("XX./OO./... x", goal="win").certificate.save(pathlib.Path(folder, "xx.pnyx"))
        ...     str(pnyx.check(path))
        'X wins in 1 from XX./OO./... x: checked, 2 positions, 2 checkers agree'
        """
        return write_atomically(path, self.data)

    def check(self) -> CheckReport:
        """Check it again, with both checkers. This needs no notations."""
        from pnyx.api.check import check

        data, within, place = self.subject()
        return check(data, game=within, syzygy=place)

    def proof(self) -> Proof:
        """The proof, to be walked move by move. This needs no notations.

        >>> import pnyx
        >>> pnyx.solve("XX./OO./... x", goal="win").certificate.proof().root.main_line()
        ('c3',)
        """
        from pnyx.api.proof import Proof

        return Proof(self)

    def subject(self) -> tuple[bytes, Position | None, str | None]:
        """What a checker in this process needs: the file, the position if only this process has the game, and the path
        of the Syzygy tables."""
        within = self._position if self._position.python_game is not None else None
        return self._data, within, self._position.options.get("syzygy")


@dataclass(frozen=True)
class Result(ShownOnBoard):
    """The answer to "can the prover reach the goal?", and the effort of the search. The prover is the player on move,
    except for the goals `mated` and `mated-in N` of chess.

    A result is not true or false by itself, because it may be unknown: ask for `verdict`, or for `proven`, `disproven`
    and `unknown`.

    >>> import pnyx
    >>> result = pnyx.solve(pnyx.position("tic-tac-toe"), goal="win")
    >>> result.verdict, result.disproven, result.checked
    ('disproven', True, True)
    """

    position: Position
    """The position asked about."""
    goal: str
    prover: str
    """The name of the player whose goal it is."""
    algorithm: str
    verdict: Verdict
    reason: str | None
    """Why the verdict is unknown: `nodes`, `seconds`, `memory`, `stopped`, `numbers`, `selections` (too many cycles),
    `plies` (a line was too long), `misdeclared` (a position was repeated in a game that declares repetition
    impossible), `unsafe: proven` or `unsafe: disproven` (a claim of `pn-dcg` that may be wrong), `certificate failed:
    ...` or, for a game written in Python, `rules: ...` (its methods contradict each other: which one, and where)."""
    nodes: int
    """The nodes counted, as the algorithm defines them."""
    seconds: float
    memory_bytes: int
    expansions: int
    """Nodes whose moves were generated."""
    generated: int
    """Positions generated, with repeats."""
    simulation: Simulation
    """The effort of simulations."""
    max_depth: int
    """The longest line searched, in moves of both sides."""
    proof: int
    """The root's proof number at the end; 2**32 - 1 is infinite."""
    disproof: int
    """The root's disproof number at the end."""
    line: list[str]
    """The principal variation in the game's notation."""
    moves_to_win: int | None
    """The prover reaches the goal in at most this many own moves, by the certificate."""
    plies: int | None
    """The longest line of the certificate, in moves of both sides."""
    winning_moves: list[str] | None
    """With `all_moves`: the first moves that reach the goal, at any length unless the goal limits it, as `mate-in N`
    does. The position itself is part of their lines and counts for repetition. So a move may be missing even though
    the position after it, solved alone, is won."""
    unsettled_moves: list[str] | None
    """With `all_moves`: the undecided first moves."""
    certificate: Certificate | None
    """The certificate of a verdict that is not unknown."""
    checked: bool | None
    """`True` if the checker accepted the certificate, `None` if there is none. The certificate of a game written in
    Python was also replayed with fresh calls of its methods."""
    trace: list[Step] | None = field(repr=False)
    """With `trace`: every step of the search, or of one search after another with `auto`."""
    resumed_nodes: int = 0
    """Nodes searched before the checkpoint that was resumed."""
    checkpoint_error: str | None = None
    """Why the last checkpoint could not be written; `None` if it was written."""
    history: Convergence | None = field(default=None, repr=False, compare=False)
    """With `history` or `trace`: the proof and disproof number of the root over time."""
    nodes_per_move: int | None = None
    """With `all_moves` and no limit of nodes or seconds: the node limit of each other first move."""

    @property
    def game(self) -> str:
        """The game's name."""
        return self.position.game

    @property
    def proven(self) -> bool:
        """Whether the goal can be forced."""
        return self.verdict == "proven"

    @property
    def disproven(self) -> bool:
        """Whether the goal cannot be forced."""
        return self.verdict == "disproven"

    @property
    def unknown(self) -> bool:
        """Whether the search ended without an answer; see `reason`."""
        return self.verdict == "unknown"

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def line_text(self) -> str:
        """The principal variation for display: numbered moves in standard algebraic notation for chess, else the moves
        as they are.

        >>> import pnyx
        >>> pnyx.solve("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").line_text
        '1. Qg7#'
        """
        return line_text(self.position, self.line)

    def to_json(self, certificate: str | None = None) -> dict[str, Any]:
        """The result as `pnyx solve --json` prints it; `certificate` is the path it was saved at.

        >>> import pnyx
        >>> answer = pnyx.solve("XX./OO./... x", goal="win").to_json()
        >>> answer["verdict"], answer["line"], answer["certificate"]
        ('proven', ['c3'], None)
        """
        answer: dict[str, Any] = {
            "game": self.game,
            "position": self.position.text,
            "goal": self.goal,
            "prover": self.prover,
            "algorithm": self.algorithm,
            "verdict": self.verdict,
            "reason": self.reason,
            "nodes": self.nodes,
            "expansions": self.expansions,
            "generated": self.generated,
            "simulation": self.simulation._asdict(),
            "seconds": self.seconds,
            "nodes_per_second": self.nodes_per_second,
            "memory_bytes": self.memory_bytes,
            "line": list(self.line),
            "moves_to_win": self.moves_to_win,
            "certificate": certificate,
            "checked": self.checked,
        }
        if self.winning_moves is not None:
            answer["winning_moves"] = list(self.winning_moves)
            answer["unsettled_moves"] = list(self.unsettled_moves or [])
            answer["nodes_per_move"] = self.nodes_per_move
        if self.checkpoint_error is not None:
            answer["checkpoint_error"] = self.checkpoint_error
        return answer

    def __bool__(self) -> NoReturn:
        raise TypeError("a result may be unknown, so it is neither true nor false: use .verdict or .proven")

    def __str__(self) -> str:
        words = sentence(self.prover, self.goal, self.verdict, self.moves_to_win, self.position.options)
        if self.verdict == "unknown" and self.reason is not None:
            words += f": {why(self.reason)}"
        return f"{words} ({spent(self.nodes, self.seconds)})."


def from_solution(
    position: Position, goal: str, algorithm: str, solution: _core.Solution, history: Convergence | None = None
) -> Result:
    """The result of a native search; `history` is the recorded convergence."""
    certificate = None
    if solution.certificate is not None:
        certificate = Certificate(solution.certificate, position, solution.certificate_nodes)
    return Result(
        **shared_fields(solution, Result, without=["certificate"]),
        position=position,
        goal=goal,
        algorithm=algorithm,
        simulation=Simulation(solution.simulation_calls, solution.simulation_failed, solution.simulation_nodes),
        certificate=certificate,
        # The search reports a verdict only once the Rust checker has accepted its certificate.
        checked=None if certificate is None else True,
        history=history,
    )
