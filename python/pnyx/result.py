"""What a search answers."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, cast

from pnyx.files import write_atomically
from pnyx.notation import line_text
from pnyx.problem import Position, require_notations
from pnyx.wording import sentence, spent

if TYPE_CHECKING:
    from pnyx import _core
    from pnyx.convergence import Convergence
    from pnyx.proof import CheckReport
    from pnyx.walking import Proof

__all__ = ["Certificate", "Result", "Step", "Verdict", "from_solution", "why"]

Verdict = Literal["proven", "disproven", "unknown"]
"""The answer of a search."""

Step = tuple[list[str], int, int, int]
"""One step of a trace: the line to the node worked on, then the root's proof number, disproof number and node count."""

_OUT_OF = {
    "nodes": "the node limit was reached",
    "seconds": "the time limit was reached",
    "memory": "the memory limit was reached",
    "stopped": "it was stopped",
    "numbers": "the proof numbers grew too large",
    "selections": "too many lines go round; -o selections=N allows more steps between two expansions",
    "plies": "a line was longer than the search can follow",
    "misdeclared": "a position came back, but the game declares repetition impossible: leave that out",
    "bound": "only a bound of the value is known",
    "repetition": "a draw by repetition may be hidden",
    "unsafe: proven": "pn-dcg says yes, but may see a repetition where there is none; -o unsafe=true has it tried",
    "unsafe: disproven": "pn-dcg says no, but may see a repetition where there is none; -o unsafe=true has it tried",
}


_RULES = "rules: "


class Simulation(NamedTuple):
    """Tries of a search whether the verdict of one line holds on another: how many, how many without success, and the
    positions looked at in them.

    >>> import pnyx
    >>> pnyx.solve("XX./OO./... x", goal="win").simulation
    Simulation(calls=0, failed=0, nodes=0)
    """

    calls: int
    failed: int
    nodes: int


@dataclass(frozen=True)
class Certificate:
    """What shows that a verdict is true, to a reader who trusts only the rules.

    Certificates of games written in Python need the game's notations (`move_text`, `position_text` and `parse`): those
    of a game without them cannot leave the process, and `data` raises an `InputError` that says what is missing.

    >>> import pnyx
    >>> certificate = pnyx.solve("XX./OO./... x", goal="win").certificate
    >>> certificate.data[:18]
    b'pnyx certificate 1'
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
        """Write the file, whole or not at all, and give back its path.

        >>> import pnyx, tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pnyx.solve("XX./OO./... x", goal="win").certificate.save(pathlib.Path(folder, "xx.pnyx"))
        ...     str(pnyx.check(path))
        'X wins in 1 from XX./OO./... x: checked, 2 positions, 2 checkers agree'
        """
        return write_atomically(path, self.data)

    def check(self) -> CheckReport:
        """Check it again, with both checkers. This needs no notations."""
        from pnyx.proof import check

        data, within, place = self.subject()
        return check(data, game=within, syzygy=place)

    def proof(self) -> Proof:
        """Its proof, to be walked move by move. This needs no notations.

        >>> import pnyx
        >>> pnyx.solve("XX./OO./... x", goal="win").certificate.proof().root.main_line()
        ('c3',)
        """
        from pnyx.walking import Proof

        return Proof(self)

    def subject(self) -> tuple[bytes, Position | None, str | None]:
        """What a reader in this process needs: the file, the position if only this process has the game, and where
        Syzygy tables are."""
        within = self._position if self._position.python_game is not None else None
        return self._data, within, self._position.options.get("syzygy")

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.certificate(self)


@dataclass(frozen=True)
class Result:
    """The answer to "can the prover reach the goal?", and what it cost. The prover is the player on move, but for the
    goals `mated` and `mated-in N` of chess.

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
    """Why the verdict is unknown: `nodes`, `seconds`, `memory`, `stopped`, `numbers`, `selections` (lines that go
    round), `plies` (a line was longer than the search can follow), `misdeclared` (a position came back in a game that
    declares repetition impossible), `unsafe: proven` or `unsafe: disproven` (what `pn-dcg` claims and may be wrong
    about), `certificate failed: ...` or, of a game written in Python, `rules: ...` (its methods contradict themselves:
    which one, and where)."""
    nodes: int
    """The nodes counted, as the algorithm defines them."""
    seconds: float
    memory_bytes: int
    expansions: int
    """Nodes whose moves were generated."""
    generated: int
    """Positions that were played to, as often as they were."""
    simulation: Simulation
    """What was spent on verdicts of other lines."""
    max_depth: int
    """The longest line looked at, in moves of both sides."""
    proof: int
    """The root's proof number at the end; 2**32 - 1 is infinite."""
    disproof: int
    """The root's disproof number at the end."""
    line: list[str]
    """The main line in the game's notation."""
    moves_to_win: int | None
    """The prover reaches the goal in at most this many own moves, by the certificate."""
    plies: int | None
    """The longest line of the certificate, in moves of both sides."""
    winning_moves: list[str] | None
    """With `all_moves`: the first moves that reach the goal, in any number of moves unless the goal has one, as
    `mate-in N` has. On their lines the position itself has been on the board, so a move may be missing though the
    position after it is won when it is asked about alone."""
    unsettled_moves: list[str] | None
    """With `all_moves`: the first moves about which nothing was found."""
    certificate: Certificate | None
    """The certificate of a verdict that is not unknown."""
    checked: bool | None
    """`True` when the certificate was accepted by the checker, `None` when there is nothing to check. The certificate
    of a game written in Python was also replayed by its rules, asked afresh."""
    trace: list[Step] | None = field(repr=False)
    """With `trace`: every step of the search, or of one search after another with `auto`."""
    resumed_nodes: int = 0
    """Nodes that went before the checkpoint that was taken up."""
    checkpoint_error: str | None = None
    """Why the last checkpoint could not be written, if it could not."""
    history: Convergence | None = field(default=None, repr=False, compare=False)
    """With `history` or `trace`: the numbers at the root as the search went."""
    nodes_per_move: int | None = None
    """With `all_moves`, where no limit of nodes or seconds was given: what each of the other first moves could take
    before it was left unsettled."""

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
        """The main line for people: numbered moves in short algebraic notation for chess, else the moves as they are.

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
        raise TypeError("a result may be unknown, so it is neither true nor false: ask for .verdict or .proven")

    def __str__(self) -> str:
        words = sentence(self.prover, self.goal, self.verdict, self.moves_to_win, self.position.options)
        if self.verdict == "unknown" and self.reason is not None:
            words += f": {why(self.reason)}"
        return f"{words} ({spent(self.nodes, self.seconds)})."

    def _repr_svg_(self) -> str:
        from pnyx.notebook import answers, cards

        return cards.board_svg(self.position, answers.keys(self))

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.result(self)


def why(reason: str) -> str:
    """The reason of an unknown verdict, for people.

    >>> why("nodes")
    'the node limit was reached'
    >>> why("rules: moves() returned other moves when asked again at (7, 0)")
    'the game breaks its contract: moves() returned other moves when asked again at (7, 0)'
    """
    if reason.startswith(_RULES):
        return f"the game breaks its contract: {reason.removeprefix(_RULES)}"
    return _OUT_OF.get(reason, reason)


def from_solution(
    position: Position, goal: str, algorithm: str, solution: _core.Solution, history: Convergence | None = None
) -> Result:
    """The result that a native search's solution amounts to; `history` is what was recorded on the way."""
    verdict = cast(Verdict, solution.verdict)
    certificate = None
    if solution.certificate is not None:
        certificate = Certificate(solution.certificate, position, solution.certificate_nodes)
    return Result(
        position=position,
        goal=goal,
        prover=solution.prover,
        algorithm=algorithm,
        verdict=verdict,
        reason=solution.reason,
        nodes=solution.nodes,
        seconds=solution.seconds,
        memory_bytes=solution.memory_bytes,
        expansions=solution.expansions,
        generated=solution.generated,
        simulation=Simulation(solution.simulation_calls, solution.simulation_failed, solution.simulation_nodes),
        max_depth=solution.max_depth,
        proof=solution.proof,
        disproof=solution.disproof,
        line=solution.line,
        moves_to_win=solution.moves_to_win,
        plies=solution.plies,
        winning_moves=solution.winning_moves,
        unsettled_moves=solution.unsettled_moves,
        nodes_per_move=solution.nodes_per_move,
        certificate=certificate,
        # The search reports a verdict only once the Rust checker has accepted its certificate.
        checked=None if certificate is None else True,
        trace=solution.trace,
        resumed_nodes=solution.resumed_nodes,
        checkpoint_error=solution.checkpoint_error,
        history=history,
    )
