"""What the tests of jobs share: graphs whose positions are asked about in any order, and proofs made by hand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pnyx
from pnyx import _core
from pnyx.reference import brute
from pnyx.reference.rules.graph import Graph
from support.cyclic_game import Cyclic
from support.random_games import random_detours, random_graph

GOALS = ("win", "draw-or-better")
OPPOSITE = {"win": "draw-or-better", "draw-or-better": "win"}
ROOTS: tuple[tuple[str, str, dict[str, str], tuple[str, ...]], ...] = (
    ("chess", "1k6/ppp5/8/8/8/8/5PPP/3R2K1 w - - 3 40", {}, ("mate", "win", "draw-or-better")),
    ("chess", "1k6/ppp5/8/8/8/8/5PPP/3R2K1 b - - 3 40", {}, ("mated", "draw-or-better")),
    ("chess", "7k/5ppp/8/8/8/8/8/R5K1 w - - 93 90", {"fifty-move-rule": "on"}, ("mate", "win")),
    ("chess", "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1", {"attack": "checks"}, ("mate",)),
    ("chess", "QQQQQQQk/QQ6/8/8/8/8/QQQQQQQQ/K7 b - - 0 1", {}, ("mated", "win")),
    ("chess", "8/8/8/8/4p3/k7/3P4/K7 w - - 0 1", {"en-passant": "always"}, ("win", "draw-or-better")),
    ("othello", "-XXXXXOOXXO-X--- O", {}, ("score 1", "score -3", "score 5", "win", "draw-or-better", "score 16")),
    ("othello", "-----OX--XO----- X", {}, ("score 2", "score -15")),
    ("connect-four", "X.....O/O..X..O/X.OOOXX/X.XXOOX/O.XXXOO/OXOOOXX x", {}, ("win", "score 1", "score -2")),
    ("lines-of-action", "8/8/2x5/3xo3/4x3/8/6x1/o5o1 b", {}, ("win", "draw-or-better")),
    ("antichess", "8/8/8/8/8/1p6/P7/8 w - - 5 9", {}, ("win", "draw-or-better")),
    ("tic-tac-toe", "X../.O./... x", {}, ("win", "draw-or-better")),
)
CASES_OF_GAMES = [(game, text, options, goal) for game, text, options, goals in ROOTS for goal in goals]
"""Questions about built-in games, small enough for many small searches."""

Piece = tuple[_core.Position, bytes | str | None]


class Named(Cyclic):
    """A graph as a game in Python that can be written and read."""

    name = "named"

    def position_text(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        return text


@dataclass
class JobCase:
    """A graph, a goal of the player on move at its root, and the truth about all of its positions."""

    seed: int
    text: str
    goal: str
    python: bool = False
    rules: Graph = field(init=False)
    root: str = field(init=False)
    game: Named | None = field(init=False)
    _truths: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = Graph(self.text)
        self.root = self.rules.start()
        self.game = Named(self.text) if self.python else None

    @classmethod
    def numbered(cls, seed: int, *, python: bool = False, largest: int = 14) -> JobCase:
        rng = random.Random(f"jobs {seed}")
        if seed % 7 == 0:
            text = random_graph(rng, repetition="impossible", largest=largest + 6)
        elif seed % 7 == 1:
            text = random_detours(rng, attacker=rng.randrange(2), size=largest - 4, depth=1)
        else:
            text = random_graph(rng, largest=largest)
        return cls(seed, text, rng.choice(GOALS), python)

    def __str__(self) -> str:
        return f"case {self.seed}: {self.goal} in {self.text!r}"

    @property
    def nodes(self) -> list[str]:
        """The names of all positions."""
        return re.findall(r"(n\w+|t\w+|far\w*|end) (?:m..:|=)", self.text)

    def position(self, node: str) -> _core.Position:
        if self.game is not None:
            return _core.python_position(self.game, node)
        return _core.position("graph", re.sub(r"^root \w+", f"root {node}", self.text))

    def ours(self, node: str) -> bool:
        """Whether the prover is on move."""
        return self.rules.turn(node) == self.rules.turn(self.root)

    def question(self, node: str) -> tuple[str, bool]:
        return (self.goal, False) if self.ours(node) else (OPPOSITE[self.goal], True)

    def truth(self, node: str) -> bool:
        """Whether the prover reaches the goal, by the oracle."""
        if node not in self._truths:
            goal, negated = self.question(node)
            self._truths[node] = brute.solve(self.rules, node, goal) != negated
        return self._truths[node]

    def assert_shown(self, node: str, verdict: str, certificate: bytes, about: str) -> None:
        """Both checkers accept a certificate, and it answers the question about this position."""
        goal, negated = self.question(node)
        game = None if self.game is None else pnyx.position(self.game, node)
        report = pnyx.check(certificate, game)
        said = "disproven" if (verdict == "proven") == negated else "proven"
        assert (report.goal, report.verdict, report.position) == (goal, said, self.position(node).identity), about
        assert report.prover == self.rules.players[self.rules.turn(node)], about

    def pieces(self, jobs: _core.Jobs, rng: random.Random, budgets: Iterable[int]) -> dict[str, tuple[str, bytes]]:
        """Verdicts and certificates of positions, from jobs with random budgets."""
        found: dict[str, tuple[str, bytes]] = {}
        for nodes in budgets:
            node = rng.choice(self.nodes)
            solution = jobs.solve(self.position(node), max_nodes=nodes)
            if solution.certificate is not None:
                found.setdefault(node, (solution.verdict, solution.certificate))
        return found

    def may_go_round(self, proven: bool) -> bool:
        return self.rules.repetition == "draw" and proven == (self.goal == "draw-or-better")

    def proof(self, found: dict[str, tuple[str, bytes]], proven: bool, rng: random.Random) -> Iterator[Piece]:
        """Pieces that prove what is true of the root, in an order in which each depends on earlier ones only."""
        verdict = "proven" if proven else "disproven"
        settled = {node for node in self.nodes if self.rules.outcome(node) is not None and self.truth(node) == proven}
        shown = [(node, data) for node, (said, data) in found.items() if said == verdict]
        rng.shuffle(shown)
        # Where play may repeat, a player who stays among the right positions is right, whatever is settled.
        alike = {node for node in self.nodes if self.truth(node) == proven} if self.may_go_round(proven) else None
        while True:
            ready = dict(self._ready(settled if alike is None else alike, proven))
            ready = {node: move for node, move in ready.items() if node not in settled}
            if shown and (not ready or rng.random() < 0.5):
                node, data = shown.pop()
                settled.add(node)
                yield self.position(node), data
            elif ready:
                node = rng.choice(sorted(ready))
                settled.add(node)
                yield self.position(node), ready[node]
            else:
                return

    def _ready(self, good: set[str], proven: bool) -> Iterator[tuple[str, str | None]]:
        for node in self.nodes:
            if self.rules.outcome(node) is None and self.truth(node) == proven:
                moves = self.rules.moves(node)
                if self.ours(node) != proven:
                    if good.issuperset(moves):
                        yield node, None
                elif good.intersection(moves):
                    yield node, next(move for move in moves if move in good)
