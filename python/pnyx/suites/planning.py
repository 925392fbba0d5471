"""The plan of a run: every position with its question, for every algorithm, and under which limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnyx._util.numbers import expect_whole
from pnyx.api import answering
from pnyx.api.answering import Kind
from pnyx.api.catalogue import algorithms as solvers
from pnyx.api.catalogue import searches
from pnyx.api.search import DEFAULT_EXACT, DEFAULT_SEARCH
from pnyx.api.solve import Limit, read_limits
from pnyx.errors import InputError
from pnyx.report.data import sample as spread
from pnyx.suites.answering import answer
from pnyx.suites.asking import Question, Wish, question_about
from pnyx.suites.contenders import Contender, read_contenders
from pnyx.suites.entries import BadLine, Entry, Options, Suite
from pnyx.suites.workers import answer_all

Key = tuple[str, str, str, str, str]
"""The key of a task in a file of results: game, its options, position, question, algorithm."""

_MIB = 1 << 20


def options_text(options: Options) -> str:
    """The options of a game, as results write them.

    >>> options_text((("k", "4"), ("rows", "5")))
    'k=4 rows=5'
    """
    return " ".join(f"{name}={value}" for name, value in options)


@dataclass(frozen=True)
class Task:
    """One question about one position for one algorithm."""

    entry: Entry
    question: Question
    contender: Contender

    @property
    def key(self) -> Key:
        """Its key."""
        entry = self.entry
        return entry.game, options_text(entry.options), entry.position, str(self.question), self.contender.label


@dataclass(frozen=True)
class Plan:
    """All tasks of a run, position by position, and their limits."""

    suite: Suite
    tasks: tuple[Task, ...]
    limit: Limit
    threads: int = 1

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The algorithms by their names in results."""
        return tuple(dict.fromkeys(task.contender.label for task in self.tasks))

    @property
    def questions(self) -> dict[str, int]:
        """The questions, and the number of positions for each."""
        asked = dict.fromkeys((task.entry, str(task.question)) for task in self.tasks)
        return dict(Counter(question for _, question in asked))

    @property
    def conditions(self) -> str:
        """The limits as text. Results under other limits are not reused.

        >>> Plan(Suite("", "", ()), (), Limit(nodes=1000, memory=1 << 30)).conditions
        'nodes=1000 memory=1024MiB threads=1'
        """
        limit = self.limit
        memory = None if limit.memory is None else f"{limit.memory / _MIB:g}MiB"
        seconds = None if limit.seconds is None else f"{limit.seconds:g}"
        given = {"nodes": limit.nodes, "seconds": seconds, "memory": memory, "threads": self.threads}
        return " ".join(f"{name}={value}" for name, value in given.items() if value is not None)

    def request(self, task: Task) -> answering.Question:
        """A task as it is sent to a process."""
        return answering.Question(
            game=task.entry.game,
            position=task.entry.position,
            game_options=dict(task.entry.options),
            kind=task.question.kind,
            goal=task.question.goal,
            depth=task.question.depth,
            algorithm=task.contender.name,
            options=dict(task.contender.options),
            preset=task.contender.preset,
            nodes=self.limit.nodes,
            seconds=self.limit.seconds,
            memory=self.limit.memory,
            threads=self.threads,
        )


def make_plan(
    suite: Suite,
    wish: Wish,
    algorithms: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    sample: int | None = None,
) -> Plan:
    """Choose the questions, and refuse invalid ones before the search.

    >>> entries = Entry(1, "connect-four", "44"), Entry(2, "lines-of-action", "2o5/8/8/8/8/8/8/x7 b")
    >>> [(str(task.question), task.contender.label) for task in make_plan(Suite("", "", entries), Wish()).tasks]
    [('score', 'mtd-double'), ('win', 'auto')]
    """
    _expect_one_sort(algorithms)
    if sample is not None:
        expect_whole("sample", sample)
    scored: Kind = "exact" if all(map(_is_search, algorithms)) else "value"
    asked: list[tuple[Entry, Question]] = []
    bad: list[BadLine] = []
    for found in (_asked(entry, wish, scored) for entry in spread(suite.entries, sample)):
        if isinstance(found, BadLine):
            bad.append(found)
        else:
            asked.append(found)
    if not asked:
        raise InputError(bad[0].problem)
    contenders = {
        searching: read_contenders(algorithms or _default(wish, searching), options, searching=searching)
        for searching in dict.fromkeys(question.searching for _, question in asked)
    }
    tasks = tuple(
        Task(entry, question, contender) for entry, question in asked for contender in contenders[question.searching]
    )
    lines = sorted([*suite.bad_lines, *bad], key=lambda each: each.line)
    plan = Plan(replace(suite, bad_lines=tuple(lines)), tasks, read_limits(limit), threads)
    kinds: dict[tuple[object, ...], Task] = {}
    for task in tasks:
        kinds.setdefault((task.entry.game, task.question, task.contender), task)
    for task in kinds.values():
        _rehearse(plan, task)
    return plan


def _expect_one_sort(algorithms: Sequence[str]) -> None:
    """Refuse a mix of algorithms that only return values and algorithms that only prove goals."""
    names = [text.partition(",")[0].strip() for text in algorithms]
    values = [name for name in names if name in searches() and name not in solvers()]
    answers = [name for name in names if name in solvers() and name not in searches()]
    if values and answers:
        raise InputError(
            f"{values[0]} returns values, and {answers[0]} proves goals: they cannot be compared, so run one after the "
            "other"
        )


def _asked(entry: Entry, wish: Wish, scored: Kind) -> tuple[Entry, Question] | BadLine:
    try:
        return entry, question_about(entry, wish, scored)
    except InputError as error:
        return BadLine(entry.line, str(error))


def _is_search(text: str) -> bool:
    """Whether an algorithm can give scores; a name that nothing has is left to be complained about later."""
    name = text.partition(",")[0].strip()
    return name in searches() or name not in solvers()


def _default(wish: Wish, searching: bool) -> list[str]:
    if not searching:
        return ["auto"]
    return [DEFAULT_EXACT if wish.depth is None else DEFAULT_SEARCH]


def _rehearse(plan: Plan, task: Task) -> None:
    """Run each kind of question with one node: invalid goals, options and numbers are reported once, before the run."""
    if task.question.searching and plan.threads != 1:
        raise InputError(f"threads must be 1 with algorithm {task.contender.name!r}: it is not parallel")
    if task.question.kind == "shortest" and task.contender.preset is not None:
        raise InputError(f"--shortest has no presets: leave {task.contender.preset!r} out")
    request: answering.Question = {**plan.request(task), "nodes": 1}
    if ":" not in task.entry.game:
        answer(request)
        return
    # A game of the user's is run in processes of its own only, whatever it does there.
    for _, found in answer_all([(task, request)], 1):
        kind, _, problem = found["reason"].partition(": ")
        if kind == InputError.__name__:
            raise InputError(problem)
