"""The one-eye problems made for the experiment of Kishimoto and Müller, and the results that are kept."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pnyx
from pnyx.cli import app
from pnyx.cli.reproduce import load
from pnyx.reference.rules.go_one_eye import OneEye
from pnyx.report import sample
from reporting.runs import FILE
from support.one_eye_problems import forces, mover_wins
from support.places import EXPERIMENTS

FOLDER = EXPERIMENTS / "kishimoto-mueller-2005"
KEPT = max(FOLDER.glob(f"runs/*/{FILE}"))
with (FOLDER / "problems.csv").open(newline="") as file:
    ROWS = list(csv.DictReader(file))
SIDES = [(row, mover) for row in ROWS for mover in "bw"]
NAMES = {"b": "black", "w": "white"}
MODES = ("full", "sim", "dup", "ignore")


@pytest.fixture(scope="module")
def modules() -> Iterator[Any]:
    """The modules of the experiment by name, while they can be imported."""
    sys.path.insert(0, str(FOLDER))
    yield __import__
    sys.path.remove(str(FOLDER))


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setenv("PNYX_DATA", "/nowhere")


def text(row: dict[str, str], mover: str) -> str:
    return f"{row['position']} {mover} {row['eye']}"


def nodes(row: dict[str, str], mover: str) -> int:
    return int(row[f"{NAMES[mover]}_nodes"])


def verdict(row: dict[str, str], mover: str) -> str:
    eye = row[f"{NAMES[mover]}_first"] == "eye"
    return "proven" if eye == (mover == row["eye"]) else "disproven"


def solve(row: dict[str, str], mover: str, ghi: str, limit: int = 100_000) -> pnyx.Result:
    options = {"ghi": ghi, "table": "exact"}
    return pnyx.solve(text(row, mover), None, "df-pn", game="go-one-eye", options=options, limit=pnyx.Limit(limit))


@cache
def kept(table: str, method: str) -> dict[str, dict[str, str]]:
    with KEPT.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["id"]: row for row in rows if (row["table"], row["method"]) == (table, method)}


def run(*arguments: str) -> Result:
    arguments = ("reproduce", "kishimoto-mueller-2005", *arguments)
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False, prog_name="pnyx")


# The problems


def test_there_are_enough_of_all_sizes_and_both_answers() -> None:
    assert len(ROWS) >= 70
    digits = Counter(len(str(max(nodes(row, "b"), nodes(row, "w")))) for row in ROWS)
    assert all(digits[count] >= 5 for count in range(1, 8)), digits
    answers = Counter((row["black_first"], row["white_first"]) for row in ROWS)
    assert len(answers) >= 4
    assert {row["place"] for row in ROWS} == {"corner", "side", "centre", "board"}
    assert {row["eye"] for row in ROWS} == {"b", "w"}


def test_all_are_problems_by_both_rules() -> None:
    for row, mover in SIDES:
        position = pnyx.position("go-one-eye", text(row, mover))
        rules, root = OneEye.read(text(row, mover), {})
        assert position.text == rules.position_text(root) == text(row, mover), (row, mover)
        assert position.outcome is rules.outcome(root) is None, (row, mover)
        assert len(rules.region) == int(row["points"]), (row, mover)


def test_none_is_another_one_turned_or_reflected_or_with_other_colours(modules: Any) -> None:
    shapes = modules("shapes")
    seen = set()
    for row in ROWS:
        seen.add(drawing_of(shapes, row["position"], row["eye"]).canonical())
    assert len(seen) == len(ROWS)


def drawing_of(shapes: Any, position: str, eye: str) -> Any:
    """The drawing of a text."""
    if eye == "w":
        position = position.translate(str.maketrans("XO", "OX"))
    stones, marks = (layer.split("/")[::-1] for layer in position.split())
    at = {(r, c): (stones[r][c], marks[r][c]) for r in range(len(stones)) for c in range(len(stones[0]))}
    return shapes.Drawing(
        len(stones),
        len(stones[0]),
        {point: stone for point, (stone, _) in at.items() if stone != "."},
        frozenset(point for point, (_, mark) in at.items() if mark in "rC"),
        frozenset(point for point, (_, mark) in at.items() if mark in "cC"),
    )


def test_they_come_from_the_seed(modules: Any) -> None:
    """What was drawn is drawn again; what was mutated from it, or needed very many draws, is not tried here."""
    make = modules("make_problems")
    compared = 0
    for row in ROWS:
        kind, _, number = row["made"].rpartition(" ")
        if "," in row["made"] or int(number.split(".")[1]) > 1_000:
            continue
        digits, place = map(int, number.split("."))
        drawing, eye = next(islice(make.drawings(kind, digits), place, None))
        assert (drawing.text(eye), eye) == (row["position"], row["eye"]), row
        compared += 1
    assert compared >= 40


def test_a_mutation_changes_one_point(modules: Any) -> None:
    shapes = modules("shapes")
    for row in ROWS:
        drawing = drawing_of(shapes, row["position"], row["eye"])
        assert drawing.text(row["eye"]) == row["position"], row
        for seed in range(5):
            other = shapes.mutate(Random(seed), drawing, harder=seed % 2 == 0)
            assert len(drawing.region ^ other.region) <= 1, (row, seed)
            inside = drawing.region & other.region
            changed = [p for p in inside if drawing.stones.get(p) != other.stones.get(p)]
            assert len(changed) + len(drawing.region ^ other.region) <= 1, (row, seed)


@pytest.mark.parametrize("mode", MODES)
def test_small_ones_are_solved_by_every_mode(mode: str) -> None:
    small = [(row, mover) for row, mover in SIDES if nodes(row, mover) <= 300]
    assert len(small) >= 40
    for row, mover in small:
        result = solve(row, mover, mode)
        if mode == "ignore" and result.unknown:
            assert (result.reason or "").startswith("certificate failed"), (row, mover)
        else:
            assert (result.verdict, result.checked) == (verdict(row, mover), True), row["id"]


def test_the_smallest_have_the_same_answer_by_tree_search_and_by_trying_everything() -> None:
    compared: Counter[str] = Counter()
    for row, mover in SIDES:
        if nodes(row, mover) <= 60:
            result = pnyx.solve(text(row, mover), None, "pn", game="go-one-eye", limit=pnyx.Limit(nodes=100_000))
            if not result.unknown:
                assert result.verdict == verdict(row, mover), row["id"]
                compared["pn"] += 1
        if int(row["points"]) <= 5:
            assert mover_wins(text(row, mover)) == (verdict(row, mover) == "proven"), row["id"]
            compared["everything"] += 1
    assert compared["pn"] >= 30
    assert compared["everything"] >= 8


@pytest.mark.parametrize("points", [8, pytest.param(9, marks=pytest.mark.soak)])
def test_where_super_ko_decides_nobody_forces_anything_without_it(points: int) -> None:
    decided = [(row, mover) for row, mover in SIDES if row[f"{NAMES[mover]}_super_ko"] == "yes"]
    assert len({row["id"] for row, _ in decided}) >= 10
    compared: Counter[bool] = Counter()
    for row, mover in SIDES:
        if int(row["points"]) > points or row[f"{NAMES[mover]}_super_ko"] == "?":
            continue
        first = "bw".index(mover)
        winner = first if verdict(row, mover) == "proven" else 1 - first
        decides = row[f"{NAMES[mover]}_super_ko"] == "yes"
        assert forces(text(row, mover), winner) is not decides, row["id"]
        compared[decides] += 1
    assert compared[True] >= 3
    assert compared[False] >= 10


# Ignoring the line


def test_ignoring_the_line_gives_answers_that_cannot_be_shown() -> None:
    flawed = [
        (row, mover)
        for row, mover in SIDES
        for found in [kept("1", "ignore")[f"{row['id']} {mover}"]]
        if found["reason"].startswith("certificate failed") and int(found["nodes"]) < 50_000
    ]
    assert len(flawed) >= 2
    failed = [(row, mover) for row, mover in flawed if solve(row, mover, "ignore").unknown]
    assert len(failed) >= 2
    for row, mover in failed:
        full = solve(row, mover, "full")
        assert full.verdict == verdict(row, mover), (row, mover)
        assert full.certificate is not None, (row, mover)


# The results


def test_all_results_are_kept() -> None:
    wanted = {f"{row['id']} {mover}" for row, mover in SIDES}
    for method in MODES:
        assert kept("1", method).keys() == wanted, method
    for method in ("full", "nagai", "bta"):
        assert len(kept("2", method)) >= 250, method


def test_no_kept_answer_is_wrong() -> None:
    for row, mover in SIDES:
        for method in MODES:
            found = kept("1", method)[f"{row['id']} {mover}"]
            assert found["verdict"] in (verdict(row, mover), "unknown"), (row, mover, method)
            if method != "ignore":
                assert found["reason"] in ("", "nodes", "memory"), (row, mover, method)


def test_the_kept_results_show_what_the_paper_found() -> None:
    results = {method: kept("1", method) for method in MODES}
    solved = {method: {i for i, row in rows.items() if row["verdict"] != "unknown"} for method, rows in results.items()}
    common = set.intersection(*solved.values())
    spent = {
        method: sum(int(rows[i]["nodes"]) + int(rows[i]["simulation_nodes"]) for i in common)
        for method, rows in results.items()
    }
    assert len(common) >= 120
    assert len(solved["full"]) >= len(solved["ignore"])
    assert solved["dup"] <= solved["full"]
    assert spent["full"] < 1.1 * spent["ignore"]
    assert spent["dup"] >= 1.5 * spent["full"]
    flawed = [row for row in results["ignore"].values() if row["reason"].startswith("certificate failed")]
    assert len(flawed) >= 2
    assert any(row["claimed"] != results["full"][row["id"]]["verdict"] for row in flawed)


def readme() -> str:
    """The README in one line, so that line ends do not matter."""
    return " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())


def test_what_the_readme_says_about_simulation_is_what_the_kept_run_has() -> None:
    sim, dup = kept("1", "sim"), kept("1", "dup")
    common = {i for i in sim if all(kept("1", method)[i]["verdict"] != "unknown" for method in MODES)}
    simulated = {i: int(sim[i]["simulation_nodes"]) for i in common}
    searched = {i: int(sim[i]["nodes"]) for i in common}
    without = {i: int(dup[i]["nodes"]) for i in common}
    largest, *others = sorted(common, key=lambda i: -simulated[i])
    assert largest == "e80 w"
    share = simulated[largest] / sum(simulated.values())
    assert f"e80 with White first has {share:.0%}".replace("%", " %") in readme()
    more = (sum(searched.values()) + sum(simulated.values())) / sum(without.values()) - 1
    assert f"takes {more:.0%}".replace("%", " %") + " more nodes than (a) here" in readme()
    rest = others[4:]
    fewer = 1 - sum(searched[i] + simulated[i] for i in rest) / sum(without[i] for i in rest)
    assert fewer > 0, "without the five largest it saves nodes"
    assert f"(b) takes {fewer:.0%}".replace("%", " %") + " fewer nodes than (a), so it saves nodes" in readme()
    searching = 1 - sum(searched.values()) / sum(without.values())
    calls = sum(int(sim[i]["simulation_calls"]) for i in common)
    with (FOLDER / "published.csv").open(newline="") as file:
        paper = {row["method"]: row for row in csv.DictReader(file)}
    theirs, theirs_without = int(paper["sim"]["nodes"]), int(paper["dup"]["nodes"])
    theirs_simulated = int(paper["sim"]["simulation_nodes"])
    assert f"where the paper has {1 - theirs / theirs_without:.0%}".replace("%", " %") + " fewer" in readme()
    theirs_saved = 1 - (theirs - theirs_simulated) / theirs_without
    saved = f"(b) takes {searching:.0%} fewer than (a), and in the paper {theirs_saved:.0%} fewer"
    assert saved.replace("%", " %") in readme()
    each = f"examines {sum(simulated.values()) / calls:.0f} positions on average, in the paper "
    assert f"{each}{theirs_simulated / int(paper['sim']['simulation_calls']):.0f};" in readme()
    assert (share, more, fewer, searching) == pytest.approx((0.71, 0.36, 0.12, 0.56), abs=0.005)


def test_what_the_readme_says_about_samples_is_what_the_kept_run_has() -> None:
    said = {}
    for table, methods in (("1", MODES), ("2", ("full", "nagai", "bta"))):
        by_method = [kept(table, method) for method in methods]
        of_all, of_sample = (
            [rows[i] for rows in by_method for i in sample(list(by_method[0]), count)] for count in (None, 40)
        )
        nodes = sum(int(row["nodes"]) + int(row["simulation_nodes"] or 0) for row in of_sample)
        seconds = sum(float(row["seconds"]) for row in of_sample)
        minutes = sum(float(row["seconds"]) for row in of_all) / 60
        said[table] = (f"{minutes:.0f} minutes for Table {table}", f"{nodes:,} ", f"{seconds:.0f}")
    first, second = said["1"], said["2"]
    assert f"took {first[0]} and {second[0]}" in readme()
    assert f"`--sample 40` searches {first[1]}nodes for Table 1 and {second[1]}for Table 2" in readme()
    assert f"which took {first[2]} and {second[2]} seconds of that" in readme()


# The command


def test_the_kept_run_is_read_again_without_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    one_eye = load("kishimoto-mueller-2005", FOLDER / "run.py").one_eye
    assert one_eye.METHODS.keys() == set(MODES)
    problems = {problem.id: problem for problem in one_eye.problems(FOLDER / "problems.csv")}
    measured = sys.modules["searching"].measured
    found = [measured(problems[i], method, row) for method in MODES for i, row in kept("1", method).items()]
    assert one_eye.wrong(found) == one_eye.unmet(found) == []
    without_dup = [each for each in found if each.method != "dup"]
    assert any("not 1.5 times as many" in words for words in one_eye.unmet(without_dup))


def test_a_sample_from_end_to_end(tmp_path: Path) -> None:
    done = run("--table", "1", "--sample", "4", "--out", str(tmp_path))
    assert done.exit_code == 0
    assert "Table 1: 4 problems, 4 solved by all" in done.stdout
    assert "| (c) (b) + NOCYCLE |" in done.stdout
    assert "Table 2" not in done.stdout
    found = list(csv.DictReader((tmp_path / FILE).read_text().splitlines()))
    assert len(found) == 16
    assert {row["checkers"] for row in found} <= {"1", "2"}
    assert not list(tmp_path.glob("*.svg"))


def test_a_wrong_answer_is_named(tmp_path: Path) -> None:
    arguments = ("--table", "1", "--sample", "2", "--out", str(tmp_path))
    assert run(*arguments).exit_code == 0
    lines = (tmp_path / FILE).read_text().splitlines()
    before, after = sorted(("proven", "disproven"), key=lambda word: word != lines[1].split(",")[3])
    lines[1] = lines[1].replace(before, after)
    (tmp_path / FILE).write_text("\n".join(lines) + "\n")
    done = run(*arguments)
    assert done.exit_code == 1
    assert f"e01 b {after} by ignore, known to be {before}" in done.stdout


def test_the_second_table_does_without_other_peoples_test_sets(tmp_path: Path) -> None:
    done = run("--table", "2", "--sample", "12", "--out", str(tmp_path))
    assert done.exit_code == 0
    assert "Without chess/mates.epd" in done.stderr
    assert "pawn endings, disproven: pn-bta" in done.stdout
    assert "LOA" not in done.stdout
