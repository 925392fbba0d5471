"""`pnyx.shortest` when it runs out: whatever it claims, a certificate shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.api.shortest import Shortest
from pnyx.cli import app

FAR = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
"""A mate in 13, of which longer ones are found at once."""
QUEEN = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"
"""A mate that takes long to find, while short ones are soon excluded."""

BISHOPS = "8/8/B7/3N4/k7/7B/8/4K3 w - - 0 1"
"""Here the first mate that is found takes 1,507 moves."""


def shown(answer: Shortest) -> dict[str, str]:
    """The verdicts that both checkers agree on, by goal."""
    reports = [certificate.check() for certificate in answer.certificates]
    assert all(report.checkers == ("rust", "python") for report in reports)
    return {report.goal: report.verdict for report in reports}


def assert_all_is_shown(answer: Shortest) -> None:
    claims = {}
    if answer.length:
        claims[f"mate-in {answer.length}"] = "proven"
    if answer.none_within:
        claims[f"mate-in {answer.none_within}"] = "disproven"
    assert shown(answer) == claims, answer


@pytest.mark.parametrize("nodes", [1, 100, 3_000, 5_000, 30_000])
@pytest.mark.parametrize("fen", [FAR, QUEEN])
def test_what_is_known_when_the_nodes_run_out_has_certificates(fen: str, nodes: int) -> None:
    answer = pnyx.shortest(fen, limit=pnyx.Limit(nodes=nodes))
    assert (answer.reason, answer.proved, answer.unknown) == ("nodes", False, answer.length is None)
    assert answer.nodes <= nodes
    assert_all_is_shown(answer)


def test_what_is_known_when_it_is_stopped_has_certificates() -> None:
    stop = pnyx.StopFlag()

    def watch(progress: pnyx.Progress) -> None:
        if progress.nodes > 30_000:
            stop.set()

    answer = pnyx.shortest(FAR, stop=stop, on_progress=watch)
    assert answer.reason == "stopped"
    assert answer.length is not None
    assert answer.none_within >= 2
    assert_all_is_shown(answer)


def test_a_mate_that_was_not_found_is_not_found_by_making_its_certificate() -> None:
    answer = pnyx.shortest(QUEEN, limit=pnyx.Limit(nodes=20_000))
    assert (answer.length, answer.none_within) == (None, 3)
    first, second = answer.questions
    assert (first.goal, first.verdict, first.reason, first.nodes) == ("mate", "unknown", "nodes", 20_000)
    assert (second.goal, second.verdict, second.nodes) == ("mate-in 3", "disproven", 20_000)
    assert answer.seconds > 0
    assert [question for question in answer.questions if not question.seconds >= answer.seconds] == []
    assert answer.headline == "no mate was found, and there is none in 3 (the node limit was reached)"


def test_the_command_line_says_what_is_excluded_and_writes_its_certificate(tmp_path: Path) -> None:
    file = tmp_path / "queen.pnyx"
    command = ("solve", "chess", QUEEN, "--shortest", "--max-nodes", "20000", "--certificate", str(file))
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1
    assert "Shortest: no mate was found, and there is none in 3 (the node limit was reached)." in done.stdout
    assert "White has no mate in 3 (20,000 nodes, " in done.stdout
    assert "1 node," not in done.stdout
    assert not file.exists()
    assert pnyx.check(tmp_path / "queen.shorter.pnyx").goal == "mate-in 3"
    told = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert told["shortest"]["none_within"] == 3
    assert [question["verdict"] for question in told["questions"]] == ["unknown", "disproven"]


def test_the_first_mate_may_take_more_than_1_000_moves() -> None:
    answer = pnyx.shortest(BISHOPS, limit=pnyx.Limit(nodes=130_000))
    assert answer.length is not None
    assert answer.length > 1_000
    assert answer.questions[0].goal == f"mate-in {answer.length}"
    assert_all_is_shown(answer)


def test_no_mate_at_all_is_none_within_a_million() -> None:
    answer = pnyx.shortest("8/8/8/8/8/5k2/7p/7K b - - 0 1", "mated", limit=pnyx.Limit(nodes=1_000))
    assert (answer.length, answer.proved, answer.none_within) == (None, True, 1_000_000)


def test_a_goal_that_is_no_text_is_bad_input() -> None:
    goal: Any = 5
    with pytest.raises(pnyx.InputError, match="must be a text"):
        pnyx.shortest("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", goal=goal)


def test_a_history_may_hide_a_shorter_mate() -> None:
    """`mated` knows of the history, `mated-in N` does not: what was learnt with it gives no certificate. There is
    one from a search of its own, or the reason why there is none.
    """
    moved = pnyx.shortest(
        pnyx.position("chess", "8/8/8/4K3/7k/Q7/8/8 w - - 0 1 moves e5f5 h4h5 f5e5 h5h4 a3c1"), "mated"
    )
    assert (moved.length, moved.proved, moved.reason) == (5, True, None)
    moved = pnyx.shortest(
        pnyx.position("chess", "8/8/8/8/1K5R/8/8/k7 w - - 0 1 moves b4b3 a1b1 b3b4 b1a1 h4h6"), "mated"
    )
    assert [question.reason for question in moved.questions if "certificate" in (question.reason or "")] == []
    assert moved.proved or moved.reason == "repetition"
