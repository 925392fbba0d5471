"""Files of results: whatever a kill leaves behind is continued, and nothing else is."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pnyx
from pnyx.errors import InputError, PnyxWarning
from pnyx.report.lines import csv_cells, csv_line
from pnyx.suites.answering import Answer, Status, failure
from pnyx.suites.asking import Question
from pnyx.suites.entries import Expected
from pnyx.suites.outcomes import COLUMNS, Outcome, from_cells, from_json, make_outcome, to_csv, to_json_line
from pnyx.suites.planning import Plan
from pnyx.suites.results_file import ResultsFile
from support.raising import raises_for
from support.suite_cases import MATES, plan_of, solved, written

PLAN = plan_of(4, ("pn", "df-pn,init=unit"))
TEXTS = st.text("ab, \"'\n\r\t;ü\u2028\x85", max_size=12)
"""Letters, and what could be taken for the end of a cell or a line."""


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    statuses: list[Status] = ["solved", "unknown", "failed"]
    return Answer(
        status=draw(st.sampled_from(statuses)),
        answer=draw(st.sampled_from(["proven", "disproven", "win or draw", "-3", ""])),
        length=draw(st.none() | st.integers(0, 99)),
        none_within=draw(st.none() | st.integers(0, 99)),
        reason=draw(TEXTS),
        headline=draw(TEXTS),
        nodes=draw(st.integers(0, 2**63)),
        seconds=draw(st.floats(0, 1e6)),
        memory_bytes=draw(st.integers(0, 2**63)),
        moves=draw(st.lists(st.sampled_from(["e2e4", "c3", "(2, 3)"]), max_size=3)),
    )


def outcomes(plan: Plan, found: list[Answer]) -> list[Outcome]:
    return [make_outcome(task, each, plan.conditions, "0.0") for task, each in zip(plan.tasks, found, strict=True)]


def fill(path: Path, found: list[Outcome], plan: Plan = PLAN) -> list[Outcome]:
    """Write what is missing, as a run does; what was there before is given back."""
    with ResultsFile(path, plan, "0.0") as file:
        before = list(file.done.values())
        for outcome in found:
            if outcome.key not in file.done:
                file.append(outcome)
    return before


@given(answers())
def test_outcomes_come_back_as_they_were_written(answer: Answer) -> None:
    (outcome,) = outcomes(plan_of(1), [answer])
    assert to_csv(outcome).count("\n") == 1
    assert from_cells(to_csv(outcome).removesuffix("\n")) == outcome
    assert from_json(to_json_line(outcome)) == outcome


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
@settings(max_examples=40)
@given(found=st.lists(answers(), min_size=8, max_size=8), where=st.floats(0, 1))
def test_a_file_torn_at_any_byte_is_completed_and_nothing_is_done_twice(
    ending: str, found: list[Answer], where: float
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"results.{ending}")
        wanted = outcomes(PLAN, found)
        assert fill(path, wanted) == []
        whole = path.read_bytes()
        path.write_bytes(whole[: round(where * len(whole))])
        kept = path.read_bytes().count(b"\n") - (ending == "csv")
        assert fill(path, wanted) == wanted[: max(kept, 0)]
        assert path.read_bytes() == whole
        assert fill(path, wanted) == wanted


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_every_single_byte(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"results.{ending}"
    plan = plan_of(2)
    wanted = outcomes(plan, [solved(headline="Müller"), solved("disproven")])
    fill(path, wanted, plan)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        fill(path, wanted, plan)
        assert path.read_bytes() == whole, end


def test_a_line_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    first, second, *_ = outcomes(PLAN, [solved()] * 8)
    with ResultsFile(path, PLAN, "0.0") as file:
        file.append(first)
        assert path.read_text().splitlines() == [",".join(COLUMNS), to_csv(first).strip()]
        file.append(second)
        assert len(path.read_text().splitlines()) == 3


def test_nothing_is_left_behind_when_nothing_was_found(tmp_path: Path) -> None:
    with ResultsFile(tmp_path / "results.csv", PLAN, "0.0"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_another_algorithm_is_added_beside_the_first(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    one, two = plan_of(3, ("pn",)), plan_of(3, ("pn", "df-pn"))
    fill(path, outcomes(one, [solved()] * 3), one)
    assert len(fill(path, outcomes(two, [solved()] * 6), two)) == 3
    assert len(path.read_text().splitlines()) == 7
    assert len(fill(path, outcomes(one, [solved()] * 3), one)) == 3


def test_what_the_suite_says_now_is_what_counts(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    plan = plan_of(1)
    fill(path, outcomes(plan, [solved(length=3)]), plan)
    (task,) = plan.tasks
    mended = replace(task, entry=replace(task.entry, line=7, name="mended", expected=Expected(mate=4)))
    with ResultsFile(path, replace(plan, tasks=(mended,)), "0.0") as file:
        (outcome,) = file.done.values()
    assert (outcome.line, outcome.id, outcome.agrees) == (7, "mended", "no")


def test_another_question_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    fill(path, outcomes(PLAN, [solved()] * 8))
    other = tuple(replace(task, question=Question("shortest", "mate")) for task in PLAN.tasks)
    for plan, version, words in (
        (
            plan_of(4, ("pn", "df-pn,init=unit"), nodes=2000),
            "0.0",
            "searched with nodes=1000 .*but the limits are now nodes=2000",
        ),
        (plan_of(3, ("pn", "df-pn,init=unit")), "0.0", "is about 'position 4', which is not in 'made up'"),
        (replace(PLAN, tasks=other), "0.0", "answers 'mate', but the question is now 'shortest mate'"),
        (PLAN, "0.1", "was written by pnyx 0.0, but this is 0.1"),
    ):
        before = path.read_bytes()
        with raises_for((plan, version, words), InputError, match=f"{words}.*choose another file with --out"):
            ResultsFile(path, plan, version)
        assert path.read_bytes() == before, (plan, version, words)


def test_two_runs_cannot_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "results.csv"
    with ResultsFile(path, PLAN, "0.0"), pytest.raises(InputError, match="another run is writing"):
        ResultsFile(path, PLAN, "0.0")
    fill(path, outcomes(PLAN, [solved()] * 8))


def test_what_failed_can_be_there_twice_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    plan = plan_of(1)
    (broken,), (right,) = outcomes(plan, [failure("killed")]), outcomes(plan, [solved()])
    with ResultsFile(path, plan, "0.0") as file:
        file.append(broken)
        file.append(right)
    assert fill(path, [], plan) == [right]
    with ResultsFile(path, plan, "0.0") as file:
        file.append(right)
    with pytest.raises(InputError, match=r"line 3 of .* repeats an earlier line: remove one"):
        ResultsFile(path, plan, "0.0")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("results.txt", None, "that ends in .csv or .jsonl"),
        ("missing/results.csv", None, "there is no directory '.*missing'"),
        ("results.csv", "a,b\n1,2\n", r"does not hold results of a suite .*\(expected 22 cells, got 2\)"),
        ("results.jsonl", "[]\n", "does not hold results of a suite"),
        ("results.jsonl", "{\n", "it is not JSON"),
    ],
)
def test_files_that_are_something_else_are_refused(tmp_path: Path, name: str, content: str | None, words: str) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=words):
        ResultsFile(tmp_path / name, PLAN, "0.0")
    if content is not None:
        assert (tmp_path / name).read_text() == content


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("position 2", 'position"\x00,2'),  # no row any more
        ("position 2", "position 3"),
        ("proven", "disproven"),
        ("solved", "unknown"),
        ("1000", "1001"),
        ("0.0", "0.1"),
    ],
)
def test_a_changed_line_is_named_and_searched_again(tmp_path: Path, ending: str, old: str, new: str) -> None:
    path = tmp_path / f"results.{ending}"
    wanted = outcomes(PLAN, [solved(nodes=1000)] * 8)
    fill(path, wanted)
    lines = path.read_text().splitlines(keepends=True)
    number = 3 + (ending == "csv")
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path.write_text("".join(lines))
    with ResultsFile(path, PLAN, "0.0") as file:
        assert [text.partition(" of ")[0] for text in file.changed] == [f"line {number}"]
        assert "was changed after it was written" in file.changed[0]
        assert list(file.done.values()) == wanted[:2] + wanted[3:]
        assert file.append(wanted[2]) is None
    with ResultsFile(path, PLAN, "0.0") as file:  # it is still there, and still does not count
        assert len(file.changed) == 1
        assert set(file.done.values()) == set(wanted)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_no_byte_can_be_changed_unnoticed(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"results.{ending}"
    plan = plan_of(2)
    wanted = outcomes(plan, [solved(headline="Müller, White mates"), solved("disproven", length=3)])
    fill(path, wanted, plan)
    whole = path.read_bytes()
    noticed = refused = same = 0
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 if place % 2 else 0x20
        path.write_bytes(changed)
        try:
            with ResultsFile(path, plan, "0.0") as file:
                found, told = list(file.done.values()), len(file.changed)
        except InputError:  # nothing in it is a row of ours
            refused += 1
            continue
        assert all(outcome in wanted for outcome in found), place
        if found == wanted and not (ending == "csv" and place < whole.index(b"\n")):
            same += 1
            continue
        assert told or place == len(whole) - 1, place  # without its end, the last row is half written
        noticed += 1
    assert noticed > 9 * refused
    # JSON has two ways to write a letter such as \\u00fc; they make no difference.
    assert same <= 2 * (ending == "jsonl")


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_row_of_another_file_keeps_its_checksum(tmp_path: Path, ending: str) -> None:
    """It is as it was written: whether it belongs here is another question."""
    first, second = tmp_path / f"first.{ending}", tmp_path / f"second.{ending}"
    wanted = outcomes(PLAN, [solved()] * 8)
    fill(first, wanted[:4])
    fill(second, wanted[4:])
    second.write_text("".join(path.read_text() for path in (second, first)))
    with ResultsFile(second, PLAN, "0.0") as file:
        assert len(file.done) == 8
        assert len(file.changed) == (ending == "csv")  # the second header


def test_rows_without_a_checksum_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    fill(path, outcomes(PLAN, [solved()] * 8))
    older = "".join(line.rpartition(",")[0] + "\n" for line in path.read_text().splitlines())
    path.write_text(older)
    with pytest.raises(
        InputError, match=r"does not hold results .* \(expected 22 cells, got 21\): choose another file"
    ):
        ResultsFile(path, PLAN, "0.0")
    assert path.read_text() == older


def test_a_run_reports_changed_lines_and_searches_them_again(tmp_path: Path) -> None:
    suite, out = written(tmp_path, MATES), tmp_path / "results.csv"
    limit = pnyx.Limit(nodes=10_000)
    first = pnyx.suite(suite, limit=limit, out=out)
    out.write_text(out.read_text().replace("White mates in 1", "White mates in 9", 1))
    with pytest.warns(PnyxWarning, match=r"line 3 of .* was changed after it was written \(its checksum is wrong\)"):
        second = pnyx.suite(suite, limit=limit, out=out)
    assert (second.found_done, len(second.outcomes)) == (2, 3)
    assert [each.headline for each in second.outcomes] == [each.headline for each in first.outcomes]


def test_cells_may_be_long() -> None:
    """A line of play has as many moves as the game, in one cell."""
    cells = ["a,b" * 100_000, "c"]
    assert csv_cells(csv_line(cells)) == cells
