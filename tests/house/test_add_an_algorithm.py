"""`docs/guides/add-an-algorithm.md`: its blocks are files that are compiled and run, and the twins count the same."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import parts
import pnyx
from house.example import dfs
from pnyx.errors import InputError
from pnyx.reference import brute
from pnyx.reference.rules.graph import Graph
from support.cases import Case
from support.doc_pages import blocks
from support.places import ROOT

EXAMPLE = ROOT / "tests" / "house" / "example"
GUIDE = (ROOT / "docs" / "guides" / "add-an-algorithm.md").read_text(encoding="utf-8")
FILES = {block.title: block.code for block in blocks(GUIDE) if block.title is not None}
LINES = dict(re.findall(r"^In `([\w/.]+)`[^\n]*:\n\n```rust\n(.*\n)```$", GUIDE, re.M))
REGISTER = (ROOT / "crates" / "solver" / "src" / "register.rs").read_text(encoding="utf-8")

with (EXAMPLE / "dfs.tsv").open(encoding="utf-8", newline="") as file:
    CASES = list(csv.DictReader(file, delimiter="\t"))


def test_it_takes_three_files() -> None:
    assert [*FILES] == ["crates/search/src/dfs.rs", "python/pnyx/reference/dfs.py", "docs/algorithms/dfs.md"]


@pytest.mark.parametrize("title", FILES)
def test_the_files_of_the_guide_are_those_that_are_tested(title: str) -> None:
    assert FILES[title] == (EXAMPLE / title.rpartition("/")[2]).read_text(encoding="utf-8")


def test_it_takes_one_line_in_each_of_two_lists() -> None:
    """The guide shows no other code of Rust, and says of each line in which list it goes."""
    assert len(LINES) == 2
    assert set(LINES) == {"crates/search/src/lib.rs", "crates/solver/src/register.rs"}


@pytest.mark.parametrize("path", LINES)
def test_the_algorithm_beside_it_has_the_same_line(path: str) -> None:
    """`alpha-beta` stands where `dfs` would."""
    beside = LINES[path].replace("dfs", "alpha_beta").replace("Dfs", "AlphaBeta").replace("pnyx_search::", "")
    assert (ROOT / path).read_text(encoding="utf-8").count(f"\n{beside}") == 1


def test_the_line_of_the_module_is_there() -> None:
    """For tests alone, in the module that stands for the crate's root."""
    here = LINES["crates/search/src/lib.rs"].replace("pub mod", "pub(crate) mod")
    guide = (ROOT / "crates" / "solver" / "src" / "guide.rs").read_text(encoding="utf-8")
    assert f'#[path = "../../../tests/house/example/dfs.rs"]\n{here}' in guide


def test_the_line_of_the_register_is_there() -> None:
    """For tests alone, with the place where tests have the file."""
    line = LINES["crates/solver/src/register.rs"]
    assert REGISTER.count("Dfs") == line.count("Dfs")
    assert f"    #[cfg(test)]\n{line.replace('pnyx_search::', 'crate::guide::')}" in REGISTER


def test_the_site_lists_the_page_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The navigation and the tables of the algorithms are made from the register and the pages."""
    known = pnyx.algorithms()
    shutil.copytree(ROOT / "docs" / "algorithms", tmp_path / "docs" / "algorithms")
    for title, text in FILES.items():
        if title is not None and title.startswith("docs"):
            (tmp_path / title).write_text(text, encoding="utf-8")
    monkeypatch.setattr(parts, "ROOT", tmp_path)
    monkeypatch.setattr(pnyx, "algorithms", lambda: {**known, "dfs": None})
    pages = parts.algorithm_pages()
    assert pages == [*(f"algorithms/{name}.md" for name in [*known, "dfs"] if name != "auto"), pages[-1]]
    assert pages[-1] == "algorithms/minimax-family.md"
    assert "| [`dfs`](dfs.md) | depth first, to a depth | the tree | exact |" in parts.algorithms([])
    assert "| `dfs` | the root or a position that is played to, as often as it is |" in parts.nodes([])


def test_nothing_else_lists_the_pages() -> None:
    pages = re.compile(r"^ *- algorithms/|^\| \[", re.M)
    listed = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("mkdocs.yml", "docs/algorithms/index.md")}
    assert {name: len(pages.findall(text)) for name, text in listed.items()} == {
        "mkdocs.yml": 1,
        "docs/algorithms/index.md": 0,
    }


def test_users_do_not_see_it() -> None:
    assert "dfs" not in pnyx.algorithms()


def test_paths_in_the_guide_lead_to_files() -> None:
    named = set(re.findall(r"`((?:crates|docs|tests|python|experiments)/[\w./-]+)`", GUIDE))
    new = {title for title in FILES if title is not None}
    assert len(named) > 12
    assert [path for path in sorted(named - new) if not (ROOT / path).exists()] == []


def test_the_page_asks_for_what_the_twin_has() -> None:
    page = FILES["docs/algorithms/dfs.md"].replace("python/pnyx/reference/", "tests/house/example/")
    made = parts.expanded(page.replace("<!-- options: dfs -->", ""))
    assert re.findall(r"^## (.*)", made, re.M)[:4] == [
        "Paper",
        "What it answers",
        "Deviations and errata",
        "What counts as a node",
    ]
    assert "    def expand(self" in made


def search(row: dict[str, str], case: Case) -> dfs.DfsResult:
    limits: dict[str, Any] = {"depth": int(row["depth"]), "max_nodes": int(row["limit"]) if row["limit"] else None}
    return dfs.search(case.rules, case.root, row["goal"], **limits, history=case.history)


@pytest.mark.parametrize("row", CASES, ids=lambda row: f"{row['position']} {row['goal']}")
def test_the_twin_answers_as_the_compiled_search_does(row: dict[str, str]) -> None:
    """`crates/solver/src/guide.rs` asks the compiled one the same."""
    case = Case.read(0, row["game"], row["position"])
    found = search(row, case)
    assert (found.verdict, found.reason or "", str(found.nodes)) == (row["verdict"], row["reason"], row["nodes"])
    if found.verdict != "unknown":
        truth = brute.solve(case.rules, case.root, row["goal"], case.history)
        assert found.verdict == ("proven" if truth else "disproven")


def test_illegal_repetition_is_refused() -> None:
    with pytest.raises(InputError, match="use pn"):
        dfs.search(Graph("repetition illegal; A max: B; B min: A C; C = win"), "A")
