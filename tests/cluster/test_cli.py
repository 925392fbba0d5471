"""`pnyx cluster` and `pnyx certificate from-store`: what they print, what they refuse, and going on from a store."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from typer.testing import CliRunner

import pnyx
from pnyx import cluster
from pnyx.cli import app
from pnyx.cli.cluster import describe
from pnyx.cluster import ClusterProgress, Spent
from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.pool import InlinePool
from pnyx.cluster.questions import ask
from pnyx.cluster.simulate import record_of, simulate
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import answer
from pnyx.cluster.storing import MemoryStore
from pnyx.errors import InputError

pytest.importorskip("sqlalchemy", reason="stores need SQLAlchemy")
from pnyx.cluster.store import open_store

OTHELLO = "-O-X-XOXXXX-OOOX X"
SMALL = JobSizes(100, 1000, 100, 20)
TAKEAWAY = """
class Takeaway:
    def start(self): return 4, 0
    def turn(self, position): return position[1]
    def outcome(self, position): return None if position[0] else 1 - position[1]
    def moves(self, position): return [n for n in (1, 2) if n <= position[0]]
    def play(self, position, move): return position[0] - move, 1 - position[1]
    def move_text(self, position, move): return str(move)
    def position_text(self, position): return f"{position[0]} {position[1]}"
    def parse(self, text): return tuple(map(int, text.split()))

game = Takeaway()
"""


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["cluster", *arguments], catch_exceptions=False)


def schema_of(name: str) -> Any:
    return json.loads((files("pnyx") / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))


def expect_schema(name: str, printed: str) -> Any:
    assert printed.count("\n") == 1
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    found = json.loads(printed)
    others = [
        (f"{other}.schema.json", Resource.from_contents(schema_of(other))) for other in ("solve", "cluster-solve")
    ]
    registry: Registry[Any] = Registry()
    Draft202012Validator(schema, registry=registry.with_resources(others)).validate(found)
    assert set(found) == set(schema["required"])
    return found


def answered_store(path: Path) -> str:
    """A store with the answer for tic-tac-toe."""
    question = ask("tic-tac-toe", pnyx.position("tic-tac-toe"), "win")
    store = open_store(str(path), question)
    pool = InlinePool(JobRunner(question).work, 2)
    assert answer(store, pool, SMALL).verdict == "disproven"
    store.close()
    return str(path)


def test_solving_stopping_and_going_on(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="workers need Ray")
    store, certificate = str(tmp_path / "run.store"), str(tmp_path / "run.pnyx")
    arguments = ["solve", "tic-tac-toe", "--goal", "win", "--workers", "1", "--store", store]
    arguments += ["--least-nodes", "100", "--most-nodes", "1e3", "--json", "--certificate", certificate]
    stopped = run(*arguments, "--max-jobs", "5")
    first = expect_schema("cluster-solve", stopped.stdout)
    assert stopped.exit_code == 1
    assert (first["verdict"], first["reason"], first["jobs"], first["certificate"]) == ("unknown", "jobs", 5, None)
    done = run(*arguments)
    second = expect_schema("cluster-solve", done.stdout)
    assert done.exit_code == 0
    assert (second["verdict"], second["certificate"], second["taken_up"]) == ("disproven", certificate, 5)
    assert pnyx.check(certificate).verdict == "disproven"


def test_the_value_takes_two_questions_with_a_store_and_a_certificate_each(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="workers need Ray")
    store, certificate = str(tmp_path / "run.store"), str(tmp_path / "run.pnyx")
    arguments = ["value", "tic-tac-toe", "--workers", "1", "--store", store, "--certificate", certificate]
    arguments += ["--least-nodes", "100", "--most-nodes", "1e3"]
    stopped = run(*arguments, "--json", "--max-jobs", "5")
    assert stopped.exit_code == 1
    first = expect_schema("value", stopped.stdout)
    assert (first["value"], first["possible_values"], first["reason"]) == (None, ["win", "draw", "loss"], "jobs")
    assert [each["goal"] for each in first["questions"]] == ["win"]
    done = run(*arguments)
    assert done.exit_code == 0
    for words in ("Value: a draw.", "X cannot force a win", "X can hold at least a draw", "5 jobs resumed"):
        assert words in done.stdout, words
    second = expect_schema("value", run(*arguments, "--json").stdout)
    assert (second["value"], second["nodes"]) == ("draw", 0)
    saved = [each["certificate"] for each in second["questions"]]
    assert saved == [certificate, str(tmp_path / "run.draw-or-better.pnyx")]
    assert [pnyx.check(path).verdict for path in saved] == ["disproven", "proven"]
    assert {path.name for path in tmp_path.glob("*.store")} == {"run.store", "run.draw-or-better.store"}


def test_a_store_is_a_source_of_certificates(tmp_path: Path) -> None:
    store, out = answered_store(tmp_path / "run.store"), str(tmp_path / "out.pnyx")

    def from_store(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["certificate", "from-store", store, "--out", out, *arguments])

    assert from_store().exit_code == 0
    assert pnyx.check(out).position == ".../.../... x"
    other = from_store("--position", ".X./.../... o")
    assert other.exit_code == 0, other.output
    report = pnyx.check(out)
    # X cannot win, so O can hold a draw: the words of a certificate for the player on move.
    assert (report.position, report.goal, report.verdict) == (".X./.../... o", "draw-or-better", "proven")
    nothing = from_store("--position", "X../O../X.. o")
    assert nothing.exit_code == 2
    assert "has no answer for" in nothing.stderr


def test_a_certificate_of_a_game_in_python_says_how_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "takeaway.py").write_text(TAKEAWAY)
    monkeypatch.syspath_prepend(tmp_path)
    store, out = str(tmp_path / "run.store"), str(tmp_path / "out.pnyx")
    assert cluster.solve("takeaway:game", goal="win", sizes=JobSizes(1, 1), store=store).verdict == "proven"
    told = CliRunner().invoke(app, ["certificate", "from-store", store, "--out", out])
    assert f"`pnyx check {out} --game takeaway:game`" in told.output
    checked = CliRunner().invoke(app, ["check", out, "--game", "takeaway:game"])
    assert checked.exit_code == 0, checked.output


def test_simulations_are_told(tmp_path: Path) -> None:
    store = answered_store(tmp_path / "run.store")
    found = expect_schema("cluster-simulate", run("simulate", store, "--workers", "1,2,8", "--json").stdout)
    assert [each["workers"] for each in found["runs"]] == [1, 2, 8]
    table = run("simulate", store, "--workers", "1,2").stdout
    assert table.count("\n") == 4


def test_what_was_recorded_is_simulated_job_by_job() -> None:
    question = ask("othello", pnyx.position("othello", size=4), "win")
    store = MemoryStore(question)
    result = answer(store, InlinePool(JobRunner(question).work), JobSizes(300, 3000, 300, 50))
    record = record_of(store)
    one = simulate(record, 1)
    # The same workers do the same jobs in the same order, so the time is the sum of theirs.
    assert (one.jobs, one.settled) == (result.spent.jobs, True)
    work = sum(report.seconds for report in record.jobs.values())
    assert one.seconds == pytest.approx(work + one.jobs * (record.coordinating + record.under_way), rel=0.01)
    many = simulate(record, 64)
    assert many.settled
    assert many.jobs >= one.jobs * 0.5


def test_scores_are_simulated_where_the_recorded_run_has_not_been() -> None:
    question = ask("othello", pnyx.position("othello", "-----OX--XO----- X"), "score 2")
    store = MemoryStore(question)
    answer(store, InlinePool(JobRunner(question, "pn").work), JobSizes(1, 1))
    assert simulate(record_of(store), 8).jobs > 0
    with pytest.raises(InputError, match="expected at most"):
        simulate(record_of(store), 10**9)


def test_runs_without_an_end_are_not_simulated() -> None:
    question = ask("chess", pnyx.position("chess"), "mate")
    with pytest.raises(InputError, match="expected the store of a finished run"):
        record_of(MemoryStore(question))


def test_progress_is_told_in_a_few_lines() -> None:
    root = pnyx.position("chess")
    progress = ClusterProgress(Spent(2, 10.0, 7), 120, 2, 5, 8, (("e2e4", "e7e5"), ()))
    words = describe(root, progress)
    assert words.splitlines()[1:] == ["  1. e4 e5", "  (the root)"]
    for word in ("120 positions", "7 jobs", "2 running", "idle 100%", "proof 5", "disproof 8"):
        assert word in words, word


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "--workers", "0"], "at least 1"),
        (["chess", "--workers", "many"], "whole number"),
        (["go-one-eye"], "where repetition is illegal"),
        (["chess", "--growth", "5"], "two numbers"),
        (["chess", "--growth", "nan,5"], "finite number"),
        (["chess", "--most-nodes", "1e30"], "or fewer"),
        (["chess", "--memory", "0"], "--memory must be at least 1 MiB, not '0'"),
        (["chess", "--store", "postgresql://host:port/runs"], "expected the path of a store"),
        (["chess", "--least-nodes", "10", "--most-nodes", "5"], "the smallest job"),
        (["chess", "--certificate", "no/such/folder/file"], "no directory"),
        (["chess", "--algorithm", "nothing"], "unknown algorithm"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], words: str) -> None:
    done = CliRunner().invoke(app, ["cluster", "solve", *arguments])
    assert done.exit_code == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_random_orders_of_workers_give_certificates_through_a_store(tmp_path: Path) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        question = ask("othello", pnyx.position("othello", OTHELLO), "win")
        store = open_store(str(tmp_path / f"{seed}.store"), question)
        pool = InlinePool(JobRunner(question).work, 3, lambda jobs, rng=rng: rng.randrange(len(jobs)))  # type: ignore[misc]
        result = answer(store, pool, JobSizes(5, 50, 20, 5))
        store.close()
        assert result.verdict == pnyx.solve(question.open(), "win").verdict, seed
        assert result.certificate is not None, seed
        assert result.certificate.check().verdict == result.verdict, seed
