"""The experiment on Plaat's thesis: its searches, its figures, and what it makes of results."""

from __future__ import annotations

import csv
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pnyx
from pnyx.api import catalogue
from pnyx.cli import app
from pnyx.cli.reproduce import load
from reporting.runs import FILE, Runs
from support.places import EXPERIMENTS

FOLDER = EXPERIMENTS / "plaat-1996"
SMALL = ("--sample", "2", "--shallower", "5")


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    monkeypatch.setenv("PNYX_DATA", "/nowhere")


@pytest.fixture(scope="module")
def plaat() -> Any:
    return load("plaat-1996", FOLDER / "run.py")


@pytest.fixture(scope="module")
def searches(plaat: Any) -> Any:
    return sys.modules["searches"]


@pytest.fixture(scope="module")
def claims(plaat: Any) -> Any:
    return sys.modules["claims"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["reproduce", "plaat-1996", *arguments], catch_exceptions=False, prog_name="pnyx")


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


# What is in the repository


def test_published_tables_are_whole(searches: Any) -> None:
    published = rows(FOLDER / "published.csv")
    tables = {(row["game"], row["nodes"], row["depth"]) for row in published}
    depths = {"checkers": "17", "othello": "10", "chess": "8"}
    assert tables == {(game, nodes, depth) for game, depth in depths.items() for nodes in ("leaf", "total")}
    for table in tables:
        mine = [row for row in published if (row["game"], row["nodes"], row["depth"]) == table]
        assert [row["position"] for row in mine] == [str(number) for number in range(1, 21)], table
        assert all(int(row[method]) > 50_000 for row in mine for method in searches.TITLES), table
    leaves = {(row["game"], row["position"]): row for row in published if row["nodes"] == "leaf"}
    for row in published:
        if row["nodes"] == "total":
            fewer = leaves[row["game"], row["position"]]
            assert all(int(row[method]) > int(fewer[method]) for method in searches.TITLES), row


def test_positions_follow_games(plaat: Any) -> None:
    positions = rows(FOLDER / "positions.csv")
    for game in ("checkers", "othello", "chess"):
        mine = [row for row in positions if row["game"] == game]
        assert [row["id"] for row in mine] == [str(number) for number in range(1, 21)], game
        for before, after in pairwise(mine):
            if before["match"] != after["match"]:
                continue
            assert int(after["ply"]) == int(before["ply"]) + 2, (game, before, after)
            first = pnyx.position(game, before["position"])
            second = [first.play(a).play(b) for a in first.moves() for b in first.play(a).moves()]
            assert after["position"] in {position.text for position in second}, (game, before, after)


def test_the_positions_can_be_made_again(tmp_path: Path) -> None:
    script = load("plaat positions", FOLDER / "make_positions.py")
    assert script.main(["--out", str(tmp_path)]) == 0
    assert (tmp_path / "positions.csv").read_bytes() == (FOLDER / "positions.csv").read_bytes()


@pytest.mark.parametrize("path", sorted(FOLDER.glob(f"runs/*/{FILE}")), ids=lambda path: str(path.parent.name))
def test_the_kept_results_show_what_the_readme_says(path: Path, plaat: Any, searches: Any, claims: Any) -> None:
    found: dict[tuple[str, str], list[Any]] = {}
    depths = {**plaat.DEPTHS["performance"], f"chess{searches.PLAIN_CHESS}": plaat.DEPTHS["plain"]["chess"]}
    for row in Runs(path, searches.RESULTS, searches.KEYS).rows.values():
        plain = searches.PLAIN_CHESS if row["method"].endswith(searches.PLAIN_CHESS) else ""
        if int(row["depth"]) == depths.get(row["set"] + plain) and "stored=" not in row["method"]:
            each = searches.measured(searches.Problem(row["set"], row["id"], ""), row)
            found.setdefault((row["set"], row["method"]), []).append(each)
    assert [some for some in found.values() if len(some) != 20] == []
    assert len(claims.claims(found)) == 17
    assert unmet(claims, found) == list(claims.KNOWN)
    words, wrong = claims.wrong_values(found)
    assert len(words) == 4
    assert wrong == []


# Runs


def test_the_readme_says_which_enhancements_the_searches_have(searches: Any) -> None:
    """The thesis' tests keep one bound, have no killers, and Chinook has ETC; the recipe says what is so here."""
    readme = " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    options = {
        name: {option.name: option.default for option in catalogue.searches()[name].options} for name in searches.TITLES
    }
    two = {searches.TITLES[name] for name, given in options.items() if given["bounds"] == "two"}
    one = {searches.TITLES[name] for name, given in options.items() if given["bounds"] == "one"}
    assert two == {"Alpha-Beta", "Aspiration NegaScout"}
    assert one == {"MT-SSS*", "MT-DUAL*", "MTD(f)"}
    assert "| two for Alpha-Beta and Aspiration NegaScout, one for MT-SSS*, MT-DUAL* and MTD(f)" in readme
    assert "Here Alpha-Beta and Aspiration NegaScout keep two bounds" in readme
    for given in options.values():
        assert (given["killers"], given["history"], given["etc"]) == ("on", "on", "off"), given
    for game in searches.GAMES:
        assert searches.OPTIONS[game].keys().isdisjoint({"bounds", "killers", "history", "etc"}), game
    assert "quiescence" not in searches.OPTIONS["checkers"]
    assert "All searches have killers and history, in Othello too" in readme
    assert "Checkers is searched without quiescence, and without ETC outside the figures of chapter 5" in readme


def test_a_driver_of_our_own_is_not_the_thesis() -> None:
    sources = {name: info.source for name, info in catalogue.searches().items()}
    assert sources.pop("mtd-double") == "ours, after Plaat 1996"
    assert set(sources.values()) == {"Plaat 1996"}


def test_a_sample_from_end_to_end(tmp_path: Path) -> None:
    arguments = (*SMALL, "--table", "othello", "--figure", "4.7", "--figure", "5.6", "--out", str(tmp_path))
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    assert "Cumulative leaf nodes, othello, depth 5" in done.stdout
    assert "othello: searches agree about 10 of 10 values." in done.stdout
    found = rows(tmp_path / FILE)
    assert len(found) == 2 * (5 + 5 + 5)
    assert (tmp_path / "figure-4.7.svg").exists()
    before = (tmp_path / FILE).read_bytes()
    again = run(*arguments)
    assert again.stdout == done.stdout
    assert "0 searches run now, 30 already in" in again.stderr
    (tmp_path / FILE).write_bytes(before[: len(before) // 2])
    third = run(*arguments)
    assert third.stdout == done.stdout
    assert len(rows(tmp_path / FILE)) == 30


@pytest.mark.parametrize("figure", ["4.1", "4.15", "4.18", "4.24", "4.28", "5.1"])
def test_every_kind_of_figure(tmp_path: Path, figure: str) -> None:
    done = run(*SMALL, "--figure", figure, "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert f"Figure {figure}. " in done.stdout


def test_simulated_trees(tmp_path: Path) -> None:
    done = run("--sample", "2", "--shallower", "6", "--figure", "4.21", "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    leaves: dict[str, set[str]] = {}
    for row in rows(tmp_path / FILE):
        leaves.setdefault(row["set"], set()).add(row["leaf_nodes"])
    # In perfect order all guesses lead to the minimal tree: 5² + 5¹ - 1 leaves.
    assert leaves["simulated-100"] == {"29"}
    assert len(leaves["simulated-20"]) > 1


def test_minimal_graphs(tmp_path: Path) -> None:
    arguments = ("--sample", "2", "--shallower", "3", "--figure", "5.2", "--figure", "5.8", "--out", str(tmp_path))
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    found = rows(tmp_path / "measures.csv")
    assert [row for row in found if not int(row["minimal_graph_total"]) <= int(row["minimal_tree_total"])] == []
    before = (tmp_path / "measures.csv").read_bytes()
    assert run(*arguments).stdout == done.stdout
    assert (tmp_path / "measures.csv").read_bytes() == before


def test_the_wall_needs_its_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(*SMALL, "--figure", "wall", "--out", str(tmp_path))
    assert "No minimax wall" in done.stderr
    assert "Figure wall" not in done.stdout
    (tmp_path / "chess").mkdir()
    epd = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";\n'
    (tmp_path / "chess" / "bratko_kopec.epd").write_text(epd)
    monkeypatch.setenv("PNYX_DATA", str(tmp_path))
    done = run("--shallower", "3", "--figure", "wall", "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "No minimax wall" not in done.stderr
    found = {row["method"]: row for row in rows(tmp_path / FILE)}
    # The test of the value passes, the test of one more fails.
    value = int(found["mt wall=0"]["values"].split()[-1])
    assert int(found["mt wall=1"]["values"].split()[-1]) < value + 1


# Claims


def measured(searches: Any, name: str, method: str, leaf: int, total: int, value: int = 5) -> list[Any]:
    problems = [searches.Problem(name, str(number), "") for number in range(10)]
    return [
        searches.Measured(
            problem, method, [1, 2, 3], [1, 2, value], [1] * 3, [0, leaf, 0], [0, total, 0], [0.1, 0.2, 0.3], [(4, 3)]
        )
        for problem in problems
    ]


def results(searches: Any, mtd_f: int = 900, sss: int = 3000, etc: int = 800, othello: int = 950) -> dict[Any, Any]:
    base, plain = searches.BASE, searches.PLAIN_CHESS
    counts = {base: (1000, 2000), "mtd-f": (mtd_f, 1900), "mt-sss": (990, sss), "alpha-beta-tt": (1100, 2200)}
    found = {}
    for game in searches.GAMES:
        saved = {f"{base} etc=0": (othello if game == "othello" else etc, 1500)}
        for method, (leaf, total) in {**counts, **saved}.items():
            found[game, method] = measured(searches, game, method, leaf, total)
    for method in (base, "mtd-f"):
        found["chess", method + plain] = measured(searches, "chess", method + plain, *counts[method])
    return found


def unmet(claims: Any, found: Any) -> list[str]:
    return [claim for claim, holds in claims.claims(found).items() if not holds]


def test_what_is_not_as_in_the_thesis_is_named(claims: Any, searches: Any) -> None:
    assert len(claims.claims(results(searches))) == 17
    assert unmet(claims, results(searches)) == []
    games = ("checkers", "othello", "chess")
    where = [f"{game}{when}" for game in games for when in ("", ", one iteration before")]
    assert unmet(claims, results(searches, mtd_f=1001)) == [
        f"{words}: MTD(f) has fewer leaves than Aspiration NegaScout" for words in (*where, "chess quiescence=off")
    ]
    assert set(claims.KNOWN) < set(claims.claims(results(searches)))
    assert unmet(claims, results(searches, sss=1999)) == [
        f"{game}: SSS* has more nodes in all than Aspiration NegaScout" for game in games
    ]
    assert unmet(claims, results(searches, etc=970)) == [
        "ETC saves more in checkers than in othello",
        "ETC saves more in chess than in othello",
    ]
    assert "chess: ETC saves leaves" in unmet(claims, results(searches, etc=1001))


def test_values_that_differ_are_named(claims: Any, searches: Any) -> None:
    found = {
        ("othello", "mtd-f"): measured(searches, "othello", "mtd-f", 1, 1),
        ("othello", "mt-sss"): measured(searches, "othello", "mt-sss", 1, 1),
    }
    words, wrong = claims.wrong_values(found)
    assert (words, wrong) == (["othello: searches agree about 30 of 30 values."], [])
    found["othello", "mt-sss"][3] = measured(searches, "othello", "mt-sss", 1, 1, value=6)[3]
    words, wrong = claims.wrong_values(found)
    assert words == ["othello: searches agree about 29 of 30 values."]
    assert wrong == ["othello 3, depth 3: {5: ['mtd-f'], 6: ['mt-sss']}"]
    both = {
        ("chess", "mtd-f"): measured(searches, "chess", "mtd-f", 1, 1),
        ("chess", "mtd-f quiescence=off"): measured(searches, "chess", "mtd-f quiescence=off", 1, 1, value=9),
    }
    assert claims.wrong_values(both) == (
        [
            "chess: searches agree about 30 of 30 values.",
            "chess quiescence=off: searches agree about 30 of 30 values.",
        ],
        [],
    )
    trees = {("simulated-20", "mtd-f"): measured(searches, "simulated-20", "mtd-f", 1, 1, value=0)}
    assert len(claims.wrong_values(trees)[1]) == 10


def test_means_are_geometric(searches: Any) -> None:
    base = measured(searches, "chess", "a", 100, 1)
    twice = measured(searches, "chess", "b", 200, 1)
    half = measured(searches, "chess", "b", 50, 1)
    assert searches.relative([*twice[:5], *half[5:]], base, "leaf", 2) == pytest.approx(100)
    assert searches.relative(twice, base, "leaf", 2) == pytest.approx(200)
