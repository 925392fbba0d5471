"""Running suites: processes that break, runs that are stopped or killed, and several algorithms side by side."""

from __future__ import annotations

import csv
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pnyx
from pnyx.errors import InputError, PnyxError
from pnyx.suites import Outcome, read_suite
from support.suite_cases import MATES, row, written

LIMIT = pnyx.Limit(nodes=20_000, memory=64 << 20)
ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def test_mates_are_found_and_compared(tmp_path: Path) -> None:
    results = pnyx.suite(written(tmp_path, MATES), limit=LIMIT)
    assert [(each.question, each.answer, each.length, each.agrees) for each in results.outcomes] == [
        ("mate", "proven", 2, "yes"),
        ("mate", "proven", 1, "yes"),
        ("mated", "proven", 1, "yes"),
    ]
    (summary,) = results.summaries
    assert (summary.algorithm, summary.solved, summary.right, summary.at_length, summary.wrong) == ("auto", 3, 3, 3, 0)
    assert results.outcomes[0].moves == "a1a6 b7a6 b6b7"


def test_the_shortest_mates(tmp_path: Path) -> None:
    results = pnyx.suite(written(tmp_path, MATES), shortest=True, limit=LIMIT)
    assert [each.headline for each in results.outcomes] == [
        "White mates in 2, and no sooner",
        "White mates in 1, and no sooner",
        "White mates in 1, and no sooner",
    ]
    assert [each.agrees for each in results.outcomes] == ["yes"] * 3


def test_what_contradicts_the_file_is_wrong(tmp_path: Path) -> None:
    text = MATES.replace("#2", "#3").replace("#1;", "#-1;")
    results = pnyx.suite(written(tmp_path, text), goal="mate", limit=LIMIT)
    assert [each.line for each in results.wrong] == [2, 3]


def test_scores(tmp_path: Path) -> None:
    path = written(
        tmp_path, "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 2\n", "fours"
    )
    results = pnyx.suite(path)
    assert [(each.answer, each.agrees) for each in results.outcomes] == [("-1", "yes"), ("1", "no")]
    valued = pnyx.suite(path, "df-pn")
    assert [(each.answer, each.agrees) for each in valued.outcomes] == [("loss", "yes"), ("win", "yes")]


def test_best_moves(tmp_path: Path) -> None:
    path = written(tmp_path, "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Ka2;\n")
    results = pnyx.suite(path, depth=2)
    assert [each.agrees for each in results.outcomes] == ["yes", "missed"]
    assert results.wrong == ()


def test_another_move_than_the_suites_is_not_solved(tmp_path: Path) -> None:
    lines = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Ka2;\n"
    path = written(tmp_path, f"{lines}6k1/5ppp/8/8/8/8/8/K4R2 w - - am Ka2;\n")
    out = tmp_path / "results.csv"
    for found_done in (0, 3):  # as it is searched, and as it is read again
        results = pnyx.suite(path, depth=2, out=out)
        assert results.found_done == found_done, found_done
        assert [each.status for each in results.outcomes] == ["solved", "missed", "solved"], found_done
        summary = results.summaries[0]
        assert (summary.solved, summary.missed, summary.right) == (2, 1, 2), found_done
        assert "| solved                        |     2 |" in str(results), found_done
    path.write_text(path.read_text().replace("bm Ka2", "bm Re8"))
    mended = pnyx.suite(path, depth=2, out=out)
    assert [each.status for each in mended.outcomes] == ["solved"] * 3, "what the suite says now is what counts"


def test_running_out_is_unknown_with_its_reason(tmp_path: Path) -> None:
    results = pnyx.suite(written(tmp_path, ENDLESS), limit=pnyx.Limit(nodes=100))
    (outcome,) = results.outcomes
    assert (outcome.status, outcome.answer, outcome.reason, outcome.agrees) == ("unknown", "", "nodes", "")
    assert results.summaries[0].unknown == {"nodes": 1}


def test_algorithms_side_by_side(tmp_path: Path) -> None:
    results = pnyx.suite(written(tmp_path, MATES + ENDLESS), ["pn", "df-pn", "pn,init=unit"], limit=LIMIT, jobs=2)
    assert [each.algorithm for each in results.outcomes[:3]] == ["pn", "df-pn", "pn,init=unit"]
    assert [each.line for each in results.outcomes] == sorted(each.line for each in results.outcomes)
    first = results.comparisons[0]
    assert (first.first, first.second, first.both, first.neither) == ("pn", "df-pn", 3, 1)
    pairs = list(zip(results.outcomes[0:9:3], results.outcomes[1:9:3], strict=True))
    product = 1.0
    for left, right in pairs:
        product *= left.nodes / right.nodes
    assert first.nodes == pytest.approx(product ** (1 / 3))
    assert results.contradictions == ()
    assert row(str(results), "pn : df-pn")[:4] == ["3", "0", "0", "1"]


def test_a_sample(tmp_path: Path) -> None:
    results = pnyx.suite(written(tmp_path, MATES), sample=2, limit=LIMIT)
    assert [each.line for each in results.outcomes] == [2, 3]


# Processes


def test_a_game_that_breaks_costs_its_positions_only(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    path = written(tmp_path, "3a\n5a\n4a\n6a\n7b\n2a\n", "heaps")
    results = pnyx.suite(path, "pn", game="support.suite_cases:Fragile", out=out, jobs=2)
    by_position = {each.position: each for each in results.outcomes}
    assert [by_position[heap].answer for heap in ("3a", "4a", "2a")] == ["proven", "disproven", "proven"]
    assert by_position["5a"].reason == "ZeroDivisionError: five"
    assert by_position["6a"].reason.startswith("the process died (SIGKILL, perhaps out of memory)")
    assert {each.position for each in results.failed} >= {"5a", "6a"}
    # They are not done again unless that is asked for.
    assert pnyx.suite(path, "pn", game="support.suite_cases:Fragile", out=out).found_done == 6
    again: list[Outcome] = []
    pnyx.suite(path, "pn", game="support.suite_cases:Fragile", out=out, retry=True, on_result=again.append)
    assert {each.position for each in again} == {each.position for each in results.failed}
    assert pnyx.suite(path, "pn", game="support.suite_cases:Fragile", out=out).found_done == 6


def test_a_goal_that_ones_own_game_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown goal of nim 'mate'"):
        pnyx.suite(written(tmp_path, "3a\n", "heaps"), "pn", goal="mate", game="support.sample_games:Nim")


def test_a_process_that_cannot_start_is_no_failure_of_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    suite = read_suite(written(tmp_path, MATES))
    with pytest.raises(PnyxError, match=r"cannot start .* for the searches"):
        pnyx.suite(suite, limit=LIMIT)


def test_a_stop_flag_keeps_what_is_done(tmp_path: Path) -> None:
    stop = pnyx.StopFlag()
    path, out = written(tmp_path, f"{MATES}{ENDLESS}\n{ENDLESS[:-3]}9 9\n"), tmp_path / "results.csv"

    def on_result(outcome: Outcome) -> None:
        if outcome.line == 4:
            stop.set()

    results = pnyx.suite(path, limit=pnyx.Limit(memory=16 << 20), out=out, on_result=on_result, stop=stop)
    assert results.interrupted
    assert [each.line for each in results.outcomes] == [2, 3, 4]
    assert len(out.read_text().splitlines()) == 4


def test_an_exception_ends_the_processes(tmp_path: Path) -> None:
    def on_result(outcome: Outcome) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "results.csv"
    with pytest.raises(KeyboardInterrupt):
        pnyx.suite(written(tmp_path, MATES), limit=LIMIT, out=out, on_result=on_result)
    assert len(out.read_text().splitlines()) == 2, "what was found before is kept"


@pytest.mark.parametrize("jobs", [0, True, "2", 5000])
def test_jobs_must_be_a_number(tmp_path: Path, jobs: object) -> None:
    with pytest.raises(InputError, match="jobs must be a whole number"):
        pnyx.suite(written(tmp_path, MATES), jobs=jobs)  # type: ignore[arg-type]


# Killed


def command(path: Path, out: Path) -> list[str]:
    limits = ["--max-nodes", "3000", "--memory", "16", "--jobs", "2"]
    return [sys.executable, "-m", "pnyx", "suite", str(path), "--out", str(out), *limits]


def generated(positions: int) -> str:
    """Mates and others that take some hundredths of a second each."""
    lines = [ENDLESS[:-3] + f"{place % 40} {place + 1}" for place in range(positions)]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("ending", "kills"),
    [("csv", 3), *(pytest.param(ending, 25, marks=pytest.mark.soak) for ending in ("csv", "jsonl"))],
)
def test_killed_at_random_moments_it_does_no_position_twice(tmp_path: Path, ending: str, kills: int) -> None:
    total = 20 * kills
    path, out = written(tmp_path, generated(total)), tmp_path / f"results.{ending}"
    moments = random.Random(ending)
    kept = b""
    for _ in range(kills):
        process = subprocess.Popen(command(path, out), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # Some time after the first results of this run, so that every run gets somewhere.
        while process.poll() is None and (not out.exists() or out.stat().st_size <= len(kept)):
            time.sleep(0.005)
        time.sleep(moments.uniform(0, 0.05))
        process.kill()
        process.communicate()
        found = out.read_bytes()
        assert found.startswith(kept), "what was done stays as it is"
        kept = found[: found.rfind(b"\n") + 1]
    done = subprocess.run(command(path, out), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    before = len(kept.splitlines()) - (ending == "csv")
    assert f"{total - before} solved now, {before} already in" in done.stdout
    assert out.read_bytes().startswith(kept)
    rows = out.read_text().splitlines()[ending == "csv" :]
    assert len(rows) == len(set(rows)) == total
    if ending == "csv":
        with out.open(newline="") as file:
            assert sorted(int(row["line"]) for row in csv.DictReader(file)) == list(range(1, total + 1))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc to see other processes")
def test_no_process_outlives_a_killed_run(tmp_path: Path) -> None:
    path = written(tmp_path, f"{MATES}{ENDLESS}\n")
    arguments = [sys.executable, "-m", "pnyx", "suite", str(path), "--memory", "16"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        _read_until_the_last(process)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        time.sleep(0.2)
        process.kill()
    assert children
    for _ in range(200):
        if not any(map(_runs, children)):
            return
        time.sleep(0.05)
    pytest.fail("a process went on searching")


def _read_until_the_last(process: subprocess.Popen[str]) -> None:
    """Wait until three of four positions are done, so that the process of the last one is at work."""
    assert process.stdout is not None
    while "3/4" not in process.stdout.readline():
        assert process.poll() is None


def _runs(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    path, out = written(tmp_path, f"{MATES}{ENDLESS}\n"), tmp_path / "results.csv"
    arguments = [sys.executable, "-m", "pnyx", "suite", str(path), "--out", str(out), "--memory", "16"]
    # The parent process may ignore the signal, and processes inherit that.
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, preexec_fn=_listen_to_interrupts) as process:
        _read_until_the_last(process)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
    assert process.returncode == 130
    assert row(rest, "solved") == ["3"]
    assert "Interrupted: 1 of 4 are left; run the same command to resume." in rest
    assert len(out.read_text().splitlines()) == 4


def _listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
