"""The tour of the house in CONTRIBUTING.md: four questions from the command to the answer, hop by hop.

`docs/tools/house_map.py` writes it, and a test compares.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]


class Hop(NamedTuple):
    """A place where the question is handed on: a file, the first line that holds a text, and what happens there."""

    file: str
    line: str
    what: str


_WALKS: Final = {
    "`pnyx solve chess FEN --goal mate`": (
        Hop("python/pnyx/cli/solve.py", "def solve(", "reads the arguments"),
        Hop("python/pnyx/cli/inputs.py", "def open_root(", "finds the game and its options"),
        Hop("python/pnyx/api/position.py", "def position(", "opens the position"),
        Hop("crates/python/src/position.rs", "pub(crate) fn position(", "conversion from Python"),
        Hop("crates/solver/src/open.rs", "pub fn open(", "a session: the position with its history"),
        Hop("crates/games/src/register.rs", "pub fn open(", "the game of this name reads the text"),
        Hop("python/pnyx/api/solve.py", "def solve(", "validates options, limits and threads"),
        Hop("python/pnyx/api/goal.py", "def read_goal(", "reads the goal"),
        Hop("crates/python/src/position.rs", "pub(crate) fn solve(", "makes a `Question`"),
        Hop("crates/solver/src/solve.rs", "impl<G: Playable> Solve for", "from the question to the answer"),
        Hop("crates/solver/src/prepared.rs", "pub(crate) fn prepare(", "options of the algorithm, memory split"),
        Hop("crates/solver/src/automatic.rs", "pub fn search(", "the portfolio of `auto`"),
        Hop("crates/solver/src/proof_search.rs", "pub fn run(", "one search, and a safer one if it has no proof"),
        Hop("crates/search/src/solve.rs", "pub fn solve_with", "search, certificate, check"),
        Hop("crates/search/src/pn/forced_win.rs", "impl ProofAlgorithm for", "the algorithm for mates"),
        Hop("crates/search/src/extract/mod.rs", "pub fn extract", "makes the certificate"),
        Hop("crates/proof/src/check.rs", "pub fn check_and_report", "the checker"),
        Hop("python/pnyx/api/result.py", "def from_solution(", "the `Result`"),
        Hop("python/pnyx/cli/results.py", "def show_results(", "prints it, in the words of `api/wording.py`"),
    ),
    "A question of the explorer's page": (
        Hop("python/pnyx/web/static/js/search/question.js", "export class", "the form becomes a question"),
        Hop("python/pnyx/web/job_routes.py", "def ask(", "the address"),
        Hop("python/pnyx/web/explorer.py", "def ask(", "the position and its limits"),
        Hop("python/pnyx/web/questions.py", "def read_question(", "reads the body"),
        Hop("python/pnyx/web/jobs.py", "def add(", "a job, which runs or waits"),
        Hop("python/pnyx/web/workers.py", "def start(", "a worker for it"),
        Hop("python/pnyx/_util/process.py", "class Process", "the process runner"),
        Hop("python/pnyx/web/answers.py", "def _answer(", "inside the worker"),
        Hop("python/pnyx/api/answering.py", "def ask(", "the answerer, as for suites"),
        Hop("python/pnyx/api/solve.py", "def solve(", "from here as above"),
        Hop("python/pnyx/web/answers.py", "def _results(", "the answer as messages, certificates as files"),
        Hop("python/pnyx/web/jobs.py", "def _message(", "the job takes them"),
        Hop("python/pnyx/web/events.py", "class Streams", "what the page is told"),
        Hop("python/pnyx/web/static/js/search/answer.js", "export function", "what it shows"),
    ),
    "`pnyx cluster solve`, one job": (
        Hop("python/pnyx/cli/cluster.py", "def solve(", "reads the arguments"),
        Hop("python/pnyx/cluster/solving.py", "def solve(", "opens store and workers"),
        Hop("python/pnyx/cluster/questions.py", "def ask(", "the question, as it is stored"),
        Hop("python/pnyx/cluster/coordinator.py", "def run(", "until the root is solved"),
        Hop(
            "python/pnyx/cluster/coordinator.py",
            "def _next(",
            "a job: leaf from `tree.py`, size from `sizes.py`, and its worker",
        ),
        Hop("python/pnyx/cluster/ray_pool.py", "def submit(", "to a worker"),
        Hop("python/pnyx/cluster/job_runner.py", "def work(", "inside the worker"),
        Hop("crates/python/src/jobs.rs", "    fn solve(", "conversion from Python"),
        Hop("crates/solver/src/jobs.rs", "impl<G: Playable> Jobs for", "searches with the tables of earlier jobs"),
        Hop("python/pnyx/cluster/judging.py", "def objection(", "checks the certificate"),
        Hop("python/pnyx/cluster/tree.py", "def settle(", "what follows for the tree"),
        Hop("python/pnyx/cluster/certifying.py", "def certificate_of(", "one certificate out of all"),
    ),
    "`pnyx search othello --exact`": (
        Hop("python/pnyx/cli/search.py", "def search(", "reads the arguments"),
        Hop("python/pnyx/api/search.py", "def search(", "validates them"),
        Hop("crates/python/src/position.rs", "pub(crate) fn search(", "makes a `SearchQuestion`"),
        Hop("crates/solver/src/value_search.rs", "impl<G: Playable> SearchValue for", "to a depth, or to the end"),
        Hop("crates/games/src/valued.rs", "fn with_exact", "whether the game has tests of its own"),
        Hop("crates/solver/src/value_search.rs", "impl<G: Playable> ExactTask<G> for", "the driver, and its answer"),
        Hop("crates/games/src/othello/exact/mod.rs", "impl Exact for", "Othello's tests"),
    ),
}


def tour() -> str:
    """A numbered list for each walk, with file and line of each hop."""
    parts = []
    for title, hops in _WALKS.items():
        files = len({hop.file for hop in hops})
        rows = [f"{n}. `{hop.file}:{_line(hop)}`: {hop.what}" for n, hop in enumerate(hops, 1)]
        parts.append("\n".join([f"**{title}**: {len(hops)} hops in {files} files", "", *rows, ""]))
    return "\n".join(parts)


def _line(hop: Hop) -> int:
    lines = (ROOT / hop.file).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if hop.line in line:
            return number
    raise LookupError(f"{hop.file} has no line with {hop.line!r}: mend the tour in docs/tools/tour.py")
