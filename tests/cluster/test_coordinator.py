"""The coordinator, with workers in this process: right answers by small jobs in any order, whatever workers say."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import pnyx
from pnyx import cluster
from pnyx.cluster.coordinator import ClusterLimit, Coordinator
from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Failure, Job, Report
from pnyx.cluster.outcome import ClusterResult
from pnyx.cluster.pool import InlinePool
from pnyx.cluster.questions import Question, ask
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import answer
from pnyx.cluster.storing import MemoryStore
from pnyx.errors import InputError
from pnyx.reference import brute
from pnyx.reference.rules.graph import Graph
from support.raising import raises_for
from support.random_games import random_detours, random_graph, random_mnk

SMALL = JobSizes(3, 30, 20, 5)
MATE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
Work = Callable[[Job, str], Any]


def settle(
    store: MemoryStore, rng: random.Random, spoil: Callable[[Work], Work] = lambda work: work, **more: Any
) -> ClusterResult:
    """The answer by two or three workers with small budgets, of whom any may be first."""
    question = store.question
    runners = [JobRunner(question, rng.choice(("df-pn", "pn", "pds-pn"))) for _ in range(3)]
    work = spoil(lambda job, worker: rng.choice(runners).work(job, worker))
    pool = InlinePool(work, rng.choice((1, 2, 3)), lambda jobs: rng.randrange(len(jobs)))
    return answer(store, pool, more.pop("sizes", SMALL), **more)


def expect_shown(result: ClusterResult, proven: bool) -> None:
    assert result.verdict == ("proven" if proven else "disproven"), result
    assert result.certificate is not None
    report = result.certificate.check()
    assert (report.verdict, report.goal) == (result.verdict, result.question.goal)
    assert report.position == result.question.open().text


def graph_question(seed: int, goal: str) -> tuple[Question, bool]:
    rng = random.Random(seed)
    text = random_detours(rng, seed % 2, 8) if seed % 3 == 0 else random_graph(rng, largest=20)
    game = Graph(text)
    return ask("graph", pnyx.position("graph", text), goal), brute.solve(game, game.start(), goal)


@pytest.mark.parametrize("goal", ["win", "draw-or-better"])
@pytest.mark.parametrize("chunk", range(4))
def test_graphs_agree_with_brute_force_and_certificates_hold(goal: str, chunk: int) -> None:
    for seed in range(chunk * 40, (chunk + 1) * 40):
        question, truth = graph_question(seed, goal)
        expect_shown(settle(MemoryStore(question), random.Random(seed)), truth)


@pytest.mark.parametrize("goal", ["win", "draw-or-better"])
def test_mnk_games_agree_with_one_search(goal: str) -> None:
    rng = random.Random(7)
    for seed in range(40):
        text, options = random_mnk(rng, empty=8)
        root = pnyx.position("tic-tac-toe", text, **options)
        store = MemoryStore(ask("tic-tac-toe", root, goal))
        expect_shown(settle(store, random.Random(seed)), pnyx.solve(root, goal).proven)


@pytest.mark.parametrize("goal", ["score 3", "score -2"])
def test_scores(goal: str) -> None:
    start = pnyx.position("othello", size=4)
    store = MemoryStore(ask("othello", start, goal))
    result = settle(store, random.Random(1), sizes=JobSizes(200, 2000, 50, 10))
    expect_shown(result, pnyx.solve(start, goal).proven)


def test_where_the_game_is_over_scores_need_no_worker() -> None:
    question = ask("othello", pnyx.position("othello", "-XXXXXOOXXO-X--- O"), "score 2")
    store = MemoryStore(question)

    def spoil(work: Work) -> Work:
        return lambda job, worker: Failure(job, worker, "killed")

    result = settle(store, random.Random(1), spoil)
    expect_shown(result, pnyx.solve(question.open(), question.goal).proven)


@pytest.mark.parametrize("goal", ["mate", "mated"])
def test_mates(goal: str) -> None:
    root = pnyx.position("chess", MATE)
    if goal == "mated":
        root = root.play("e5d6")
    store = MemoryStore(ask("chess", root, goal))
    result = settle(store, random.Random(1), sizes=JobSizes(20, 200, 50, 10), limit=ClusterLimit(jobs=2000))
    if goal == "mate":
        expect_shown(result, True)
    else:
        assert result.verdict == pnyx.solve(root, "mated", limit=pnyx.Limit(nodes=500_000)).verdict


def test_a_run_goes_on_from_its_store_and_no_job_is_done_twice() -> None:
    for seed in range(30):
        question, truth = graph_question(seed, "win")
        store = MemoryStore(question)
        runs = 0
        while (result := settle(store, random.Random(seed + runs), limit=ClusterLimit(jobs=2))).verdict == "unknown":
            assert result.reason == "jobs", (seed, runs)
            assert result.spent.jobs == 2, (seed, runs)
            runs += 1
        expect_shown(result, truth)
        positions = [job.position for job, _ in store.jobs()]
        assert len(set(positions)) == len(positions), seed


def test_an_answered_store_answers_without_jobs() -> None:
    question, truth = graph_question(5, "win")
    store = MemoryStore(question)
    settle(store, random.Random(1))
    result = settle(store, random.Random(2))
    expect_shown(result, truth)
    assert result.spent.jobs == 0


def lie(report: Any, rng: random.Random, other: Report) -> Any:
    """Something wrong about a job."""
    opposite = {"proven": "disproven", "disproven": "proven", "unknown": "proven"}[report.verdict]
    lies: list[Any] = [
        replace(report, verdict=opposite),
        replace(report, verdict=opposite, certificate=other.certificate),
        replace(report, verdict="proven", certificate=b"pnyx certificate 2\n"),
        replace(report, verdict="disproven", certificate=None),
        replace(report, verdict="maybe"),
        replace(report, position="nowhere"),
        replace(report, verdict="unknown", children=((7, "x"),)),
        replace(report, verdict="unknown", proof=-1),
        replace(report, nodes=10**40),
        replace(report, seconds=float("nan")),
    ]
    return rng.choice(lies)


def test_wrong_workers_cannot_make_a_wrong_answer() -> None:
    refused = 0
    for seed in range(60):
        question, truth = graph_question(seed, "win")
        rng = random.Random(seed)
        other = JobRunner(question).work(Job(1, question.position, 100_000))

        def spoil(work: Work, rng: random.Random = rng, other: Report = other) -> Work:
            def wrong(job: Job, worker: str) -> Any:
                if rng.random() < 0.2:
                    return Failure(job, worker, "killed")
                report = work(job, worker)
                return lie(report, rng, other) if rng.random() < 0.4 else report

            return wrong

        result = settle(MemoryStore(question), rng, spoil)
        expect_shown(result, truth)
        refused += result.spent.refused
    assert refused > 50


def test_a_certificate_that_depends_on_a_history_is_refused() -> None:
    """On the way Y C X the only move repeats Y, so that min holds a draw; without that history max wins."""
    graph = "A max: X Z; X min: Y; Y max: C W; C max: X; W = win; Z = loss"
    question = ask("graph", pnyx.position("graph", f"root A; {graph}"), "win")
    led = pnyx.position("graph", f"root Y; {graph} moves C X")
    found = pnyx.solve(led, "draw-or-better")
    assert found.verdict == "proven"
    assert found.certificate is not None
    certificate = found.certificate.data
    lies = 0

    def spoil(work: Work) -> Work:
        def wrong(job: Job, worker: str) -> Any:
            nonlocal lies
            report = work(job, worker)
            if job.position != led.identity or lies:
                return report
            lies += 1
            return replace(report, verdict="disproven", reason=None, children=None, certificate=certificate)

        return wrong

    told: list[str] = []
    result = settle(
        MemoryStore(question),
        random.Random(1),
        spoil,
        sizes=JobSizes(1, 1),
        on_wrong=lambda worker, why: told.append(why),
    )
    expect_shown(result, True)
    assert lies == 1
    assert "with a history" in told[0]


def test_no_worker_ends_a_run_by_saying_that_repetition_was_declared_impossible() -> None:
    question, truth = graph_question(3, "win")
    lies = 0

    def spoil(work: Work) -> Work:
        def wrong(job: Job, worker: str) -> Any:
            nonlocal lies
            lies += 1
            report = work(job, worker)
            return report if lies > 1 else replace(report, verdict="unknown", reason="misdeclared", certificate=None)

        return wrong

    result = settle(MemoryStore(question), random.Random(1), spoil)
    expect_shown(result, truth)
    assert result.spent.refused == 1


def test_absurd_numbers_of_children_do_no_harm() -> None:
    for seed in range(30):
        question, truth = graph_question(seed, "draw-or-better")
        rng = random.Random(seed)

        def spoil(work: Work, rng: random.Random = rng) -> Work:
            def absurd(job: Job, worker: str) -> Report:
                report: Report = work(job, worker)
                moves = question_moves(job.position)
                numbers = tuple((m, rng.choice((0, 2**62)), rng.choice((0, 2**62))) for m in [*moves, "no move"])
                return replace(report, children=numbers)

            return absurd

        def question_moves(position: str) -> list[str]:
            return pnyx.position("graph", position).moves()

        expect_shown(settle(MemoryStore(question), rng, spoil), truth)


def test_positions_whose_jobs_are_always_lost_are_expanded() -> None:
    question, truth = graph_question(2, "win")
    result = settle(MemoryStore(question), random.Random(1), lambda work: lambda job, w: Failure(job, w, "killed"))
    assert result.verdict == ("proven" if truth else "disproven")
    assert result.spent.repeated >= 3
    assert result.spent.jobs == 0


def test_only_jobs_in_work_are_repeated() -> None:
    question, truth = graph_question(9, "win")
    rng = random.Random(3)
    killed = 0

    def spoil(work: Work) -> Work:
        def dying(job: Job, worker: str) -> Any:
            nonlocal killed
            if rng.random() < 0.3:
                killed += 1
                return Failure(job, worker, "killed")
            return work(job, worker)

        return dying

    result = settle(MemoryStore(question), rng, spoil)
    expect_shown(result, truth)
    assert result.spent.repeated == killed


def test_limits_and_stopping_are_told() -> None:
    question = ask("chess", pnyx.position("chess"), "mate")
    for limit, reason in ((ClusterLimit(jobs=3), "jobs"), (ClusterLimit(nodes=200), "nodes")):
        result = settle(MemoryStore(question), random.Random(1), limit=limit)
        assert (result.verdict, result.reason, result.certificate) == ("unknown", reason, None), limit
    stop = pnyx.StopFlag()
    stop.set()
    assert settle(MemoryStore(question), random.Random(1), stop=stop).reason == "stopped"
    assert cluster.solve("chess", limit=ClusterLimit(seconds=0.1), sizes=SMALL).reason == "seconds"


def test_what_the_store_has_is_taken_up_with_a_word_and_can_be_stopped() -> None:
    question = ask("tic-tac-toe", pnyx.position("tic-tac-toe"), "win")
    store = MemoryStore(question)
    everything = settle(store, random.Random(1), sizes=JobSizes(1, 1), limit=ClusterLimit(jobs=500)).positions

    class Flag:
        looked = 0

        def is_set(self) -> bool:
            self.looked += 1
            return self.looked > 100

    result = settle(store, random.Random(2), stop=Flag())
    assert (result.reason, result.spent.jobs) == ("stopped", 0)
    assert 50 < result.spent.taken_up <= 100
    assert result.positions < everything
    seconds = iter(range(10**6))
    told: list[int] = []
    pool = InlinePool(JobRunner(question).work)
    run = Coordinator(
        store,
        pool,
        SMALL,
        ClusterLimit(seconds=100),
        clock=lambda: next(seconds),
        on_progress=lambda progress: told.append(progress.spent.taken_up),
    )
    assert run.run() == "seconds"
    assert run.spent.seconds < 110
    assert len(set(told)) > 20


def test_a_child_goes_to_the_worker_that_knows_its_parent() -> None:
    question, _ = graph_question(9, "win")
    asked: list[tuple[str, str | None]] = []

    class Watched(InlinePool):
        def submit(self, job: Job, prefer: str | None = None) -> str:
            asked.append((job.position, prefer))
            return super().submit(job, prefer)

    runner = JobRunner(question, "pn")
    run = Coordinator(MemoryStore(question), Watched(runner.work, 2), JobSizes(2, 2))
    run.run()
    assert asked[0] == (question.position, None)
    assert {prefer for _, prefer in asked[1:]} <= {"worker-1", "worker-2", None}
    assert any(prefer is not None for _, prefer in asked[1:])


@pytest.mark.parametrize(
    ("game", "text", "goal", "options", "words"),
    [
        ("go-one-eye", None, "win", {}, "where repetition is illegal"),
        ("chess", None, "mate-in 3", {}, "use the goal mate"),
        ("chess", None, "promote", {}, "it has no opposite for positions where the other side is on move"),
        ("chess", MATE, "mate", {"exclude": "f6f7"}, "'exclude'"),
        ("chess", MATE, "mate", {"attack": "checks"}, "'attack'"),
        ("chess", f"{MATE} moves f6f1 g8g7", "mate", {}, "without history"),
        ("chess", None, "mat", {}, "unknown goal"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    game: str, text: str | None, goal: str, options: dict[str, str], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        cluster.solve(game, text, goal, game_options=options)


def test_bad_sizes_and_limits_are_refused() -> None:
    odd = [{"a": number} for number in (math.nan, math.inf)] + [{"b": number} for number in (0, math.nan, math.inf)]
    for settings in ({"least": 0}, {"least": 10, "most": 5}, {"most": 10**30}, *odd):
        with raises_for(settings, InputError):
            JobSizes(**settings)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        ClusterLimit(jobs=0)
    for memory in (-1, 0, 10**30):
        with raises_for(memory, InputError, match="the memory of a worker"):
            cluster.solve("tic-tac-toe", memory=memory)


def test_the_value_is_that_of_one_process() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        text = random_detours(rng, seed % 2, 8) if seed % 3 == 0 else random_graph(rng, largest=20)
        alone, many = pnyx.value(pnyx.position("graph", text)), cluster.value("graph", text, sizes=SMALL)
        assert many.value == alone.value is not None, seed
        asked = [(result.question.goal, result.verdict) for result in many.questions]
        assert asked == [(result.goal, result.verdict) for result in alone.questions], seed
        assert [each.check().verdict for each in many.certificates] == [verdict for _, verdict in asked], seed


@pytest.mark.parametrize("sort", ["jobs", "nodes"])
def test_the_questions_of_a_value_share_the_limit(sort: str) -> None:
    known = cluster.value("tic-tac-toe", sizes=JobSizes(100, 1000))
    first, second = (getattr(result.spent, sort) for result in known.questions)
    assert getattr(known.spent, sort) == first + second
    seen: list[int] = []
    less = cluster.value(
        "tic-tac-toe",
        sizes=JobSizes(100, 1000),
        limit=ClusterLimit(**{sort: first + 1}),
        on_progress=lambda progress: seen.append(getattr(progress.spent, sort)),
    )
    assert (less.possible, less.reason) == (("draw", "loss"), sort)
    assert less.headline.startswith("undecided, but at most a draw for X: the")
    assert seen == sorted(seen), "progress is that of both questions"
    none = cluster.value("tic-tac-toe", sizes=JobSizes(100, 1000), limit=ClusterLimit(**{sort: 1}))
    assert (none.possible, len(none.questions)) == (("win", "draw", "loss"), 1)


def test_a_value_that_is_stopped_asks_no_second_question() -> None:
    stop = pnyx.StopFlag()
    stop.set()
    found = cluster.value("tic-tac-toe", stop=stop)
    assert (found.unknown, found.reason, len(found.questions)) == (True, "stopped", 1)


def test_what_cannot_be_asked_of_a_value() -> None:
    with pytest.raises(InputError, match="--second-store"):
        cluster.value("tic-tac-toe", store="postgresql://nobody@localhost/runs")
    with pytest.raises(InputError, match="needs a first one"):
        cluster.value("tic-tac-toe", second_store="second.store")
    with pytest.raises(InputError, match="where repetition is illegal"):
        cluster.value("go-one-eye")
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(cluster.value("tic-tac-toe", "XX./OO./... x"))
