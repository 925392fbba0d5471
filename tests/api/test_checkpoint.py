"""Runs that are killed and taken up again: `checkpoint` and `resume`, from Python and on the command line."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

import pnyx
from support.raising import raises_for

# From Reinfeld's Win at Chess: a mate in 6. That there is none in 4 takes some ten thousand nodes.
FEN = "2b3k1/4rrpp/p2p4/2pP2RQ/1pP1Pp1N/1P3P1P/1q6/6RK w - - 0 1"
GOAL = "mate-in 4"
RUN = """
import sys, pnyx
pnyx.solve(sys.argv[1], sys.argv[2], "forced-win", checkpoint=sys.argv[3], every=0.005, resume=sys.argv[4] or None)
print("done", flush=True)
"""


def run_and_kill(goal: str, file: Path, resume: bool, seconds: float) -> bool:
    """Run a search with checkpoints and kill it; gives whether it was over before."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, FEN, goal, str(file), str(file) if resume else ""], stdout=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    # The clock begins with the first checkpoint, or there would be nothing to go on with.
    while not file.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    out, _ = process.communicate()
    return b"done" in out


def kill(times: int, folder: Path) -> None:
    rng = random.Random(9)
    killed = 0
    for i in range(times):
        goal = f"mate-in {rng.choice([4, 5])}"
        file = folder / f"{i}.checkpoint"
        killed += not run_and_kill(goal, file, False, rng.uniform(0, 0.4))
        if rng.random() < 0.4:
            run_and_kill(goal, file, True, rng.uniform(0, 0.4))
        with warnings.catch_warnings():
            # A run that is killed between two renamings leaves the file under another name, and that is reported.
            warnings.simplefilter("ignore")
            result = pnyx.solve(FEN, goal, "forced-win", resume=file)
        assert result.resumed_nodes > 0
        assert result.verdict == pnyx.solve(FEN, goal, "forced-win").verdict
        assert result.checked
    assert killed >= times // 4


def test_a_killed_run_is_taken_up(tmp_path: Path) -> None:
    kill(4, tmp_path)


@pytest.mark.soak
def test_fifty_killed_runs_are_taken_up(tmp_path: Path) -> None:
    kill(50, tmp_path)


def test_a_limit_leaves_a_checkpoint_to_go_on_with(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    first = pnyx.solve(FEN, GOAL, "forced-win", limit=pnyx.Limit(nodes=1_000), checkpoint=file)
    assert first.reason == "nodes"
    whole = pnyx.solve(FEN, GOAL, "forced-win")
    second = pnyx.solve(FEN, GOAL, "forced-win", resume=file)
    assert second.resumed_nodes == first.nodes
    assert (second.verdict, second.checked) == (whole.verdict, True)
    assert second.nodes < whole.nodes


def test_a_damaged_checkpoint_is_refused_and_the_one_before_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    for nodes in (1_000, 2_000):
        pnyx.solve(FEN, GOAL, "forced-win", limit=pnyx.Limit(nodes=nodes), checkpoint=file)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.warns(UserWarning, match="previous"):
        assert pnyx.solve(FEN, GOAL, "forced-win", resume=file).checked
    (tmp_path / "run.checkpoint.previous").unlink()
    with pytest.raises(pnyx.InputError, match=r"run\.checkpoint"):
        pnyx.solve(FEN, GOAL, "forced-win", resume=file)


def test_a_checkpoint_of_another_question_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    pnyx.solve(FEN, GOAL, "forced-win", checkpoint=file)
    with pytest.raises(pnyx.InputError, match="mate-in 4"):
        pnyx.solve(FEN, "mate-in 2", "forced-win", resume=file)
    with pytest.raises(pnyx.InputError, match="mate-in 4"):
        pnyx.solve(FEN, "mate-in 2", "forced-win", checkpoint=file)
    with pytest.raises(pnyx.InputError, match="only auto and forced-win can"):
        pnyx.solve(FEN, GOAL, "pn", checkpoint=file)
    with pytest.raises(pnyx.InputError, match=r"cannot write '.*folder': there is no directory '.*such'"):
        pnyx.solve(FEN, GOAL, "forced-win", checkpoint=tmp_path / "no" / "such" / "folder")


def test_auto_writes_a_checkpoint_or_says_that_it_cannot(tmp_path: Path) -> None:
    asked = [(pnyx.position(game), goal) for game in pnyx.games() for goal in pnyx.position(game).goals]
    for position, goal in asked:
        file = tmp_path / f"{position.game} {goal}"
        goal = goal.replace(" N", " 2")
        by_lengths = goal == "win-in 2" or (position.game == "chess" and goal != "promote")
        if by_lengths:
            pnyx.solve(position, goal, limit=pnyx.Limit(nodes=100), checkpoint=file)
        else:
            with raises_for((position, goal), pnyx.InputError, match="use the algorithm forced-win"):
                pnyx.solve(position, goal, limit=pnyx.Limit(nodes=100), checkpoint=file)
        assert file.exists() == by_lengths, (position.game, goal)


def test_the_shortest_mate_has_checkpoints_too(tmp_path: Path) -> None:
    file = tmp_path / "short.checkpoint"
    pnyx.shortest(FEN, limit=pnyx.Limit(nodes=500), checkpoint=file)
    answer = pnyx.shortest(FEN, resume=file)
    assert answer.resumed_nodes >= 500
    assert (answer.length, answer.proved) == (6, True)


def test_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    command = [sys.executable, "-m", "pnyx", "solve", "chess", FEN, "--goal", GOAL]
    first = subprocess.run([*command, "--checkpoint", str(file), "--max-nodes", "1000"], capture_output=True, text=True)
    assert first.returncode == 1, first.stderr
    second = subprocess.run([*command, "--resume", str(file)], capture_output=True, text=True)
    assert second.returncode == 0, second.stderr
    assert "\nResumed after " in second.stdout
