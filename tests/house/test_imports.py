"""Which part of the house may import which: crates from each other, and the modules of a crate."""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path

import pytest

from support.imports import find_cycle

Name = tuple[str, ...]
"""The path of a module, or of something in it, from the root of its crate."""

ROOT = Path(__file__).parents[2]
CRATES = sorted(path.parent.parent for path in ROOT.glob("crates/*/src/lib.rs"))

MAY_DEPEND_ON = {
    "files": set[str](),
    "game": set[str](),
    "games": {"game"},
    "proof": {"game"},
    "search": {"files", "game", "proof"},
    "tables": {"files", "game"},
    "solver": {"game", "games", "proof", "search", "tables"},
    "python_games": {"game", "proof", "search", "solver", "tables"},
    "python": {"game", "games", "proof", "python_games", "search", "solver", "tables"},
}
"""Crates of ours that a crate may need."""


def dependencies(crate: Path) -> set[str]:
    """The crates of ours that a crate needs, its tests aside.

    >>> sorted(dependencies(ROOT / "crates" / "search"))
    ['files', 'game', 'proof']
    """
    table = re.search(r"^\[dependencies\]$(.*?)(?=^\[|\Z)", (crate / "Cargo.toml").read_text(), re.M | re.S)
    return {name.replace("-", "_") for name in re.findall(r"^pnyx-([\w-]+)", table[1], re.M)} if table else set()


def code(text: str) -> str:
    """Rust without comments and without the tests at the end.

    >>> code("use crate::a; // b\\n#[cfg(test)]\\nmod tests {")
    'use crate::a; \\n'
    """
    return re.sub(r"//.*", "", re.split(r"^#\[cfg\(test\)\]\nmod \w+ \{", text, maxsplit=1, flags=re.M)[0])


def spread(path: str) -> Iterator[str]:
    """The paths of a `use` with braces.

    >>> list(spread("a::{b, c::{d, e as f}}"))
    ['a::b', 'a::c::d', 'a::c::e']
    """
    before, brace, inside = path.partition("{")
    if not brace:
        yield path.split(" as ")[0].strip()
        return
    depth, part = 0, ""
    for letter in inside[: inside.rindex("}")] + ",":
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            yield from spread(before + part.strip()) if part.strip() else ()
            part = ""
        else:
            part += letter


def paths(text: str) -> Iterator[list[str]]:
    """All paths in Rust that begin with `crate`, `self` or `super`.

    >>> list(paths("use crate::{a::B, c}; let x = super::d::e();"))
    [['crate', 'a', 'B'], ['crate', 'c'], ['super', 'd', 'e']]
    """
    for use in re.findall(r"\buse\s+((?:crate|self|super)\b[^;]*);", text):
        yield from (path.split("::") for path in spread(re.sub(r"\s+", " ", use)))
    rest = re.sub(r"\buse\s[^;]*;", "", text)
    yield from (path.split("::") for path in re.findall(r"\b(?:crate|super)(?:::\w+)+", rest))


def module(source: Path, file: Path) -> Name:
    """The path of a file's module in its crate.

    >>> module(Path("src"), Path("src/pn/mod.rs")), module(Path("src"), Path("src/pn/pn.rs"))
    (('pn',), ('pn', 'pn'))
    """
    names = file.relative_to(source).with_suffix("").parts
    return names[:-1] if names[-1] in ("mod", "lib") else names


def absolute(path: list[str], here: Name) -> Name:
    """A path in the module `here`, from the root of its crate.

    >>> absolute(["super", "b", "C"], ("pn", "a")), absolute(["crate", "b"], ("pn", "a"))
    (('pn', 'b', 'C'), ('b',))
    """
    names, above = list(path), list(here)
    if names[0] in ("crate", "self"):
        above = [] if names.pop(0) == "crate" else above
    while names and names[0] == "super":
        names.pop(0)
        above.pop()
    return (*above, *names)


def brought_in(texts: Mapping[Name, str]) -> Mapping[Name, Name]:
    """Names that are in a module because a `use` brings them there, and where they come from."""
    found = dict[Name, Name]()
    for here, text in texts.items():
        for use in re.findall(r"^\s*(?:pub(?:\([^)]*\))? )?use\s+([^;]*);", text, re.M):
            for path in (path.split("::") for path in spread(re.sub(r"\s+", " ", use))):
                if path[0] in ("crate", "self", "super") or (*here, path[0]) in texts:
                    target = absolute(path, here)
                    name = (*here, target[-1])
                    found[name] = target
    return found


def home(path: Name, texts: Mapping[Name, str], brought: Mapping[Name, Name]) -> Name:
    """The module in which something is defined, whatever other modules show it."""
    seen = set[Name]()
    while path not in seen:
        seen.add(path)
        starts = (path[:length] for length in range(1, len(path) + 1))
        shown = next((start for start in starts if start not in texts and start in brought), None)
        path = path if shown is None else (*brought[shown], *path[len(shown) :])
    return next(path[:length] for length in range(len(path), -1, -1) if path[:length] in texts)


def shared(one: Name, other: Name) -> Name:
    """The folder that both are in.

    >>> shared(("pn", "a"), ("pn", "b", "c"))
    ('pn',)
    """
    return tuple(name for name, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def imports(crate: Path) -> dict[Name, dict[str, set[str]]]:
    """For each folder of a crate, what the modules in it import from each other; a folder in it counts as one.

    A module and those inside it may import each other.
    """
    source = crate / "src"
    texts = {module(source, file): code(file.read_text(encoding="utf-8")) for file in source.rglob("*.rs")}
    brought = brought_in(texts)
    graphs = defaultdict[Name, dict[str, set[str]]](lambda: defaultdict(set))
    for here, text in texts.items():
        if not here or here[-1] == "tests" or here[-1].endswith("_tests"):
            continue
        for path in paths(text):
            there = home(absolute(path, here), texts, brought)
            folder = shared(here, there)
            if len(folder) < min(len(here), len(there)):
                graphs[folder][here[len(folder)]].add(there[len(folder)])
    return graphs


def cycles(crate: Path) -> dict[str, list[str]]:
    """A cycle of each folder of a crate that has one."""
    found = {"/".join(folder): find_cycle(graph) for folder, graph in imports(crate).items()}
    return {folder: cycle for folder, cycle in found.items() if cycle is not None}


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_modules_of_a_folder_import_each_other_in_one_direction(crate: Path) -> None:
    """No cycles between the files and folders in any folder of a crate."""
    assert {folder: " -> ".join(cycle) for folder, cycle in cycles(crate).items()} == {}


def test_the_imports_of_a_crate_are_seen() -> None:
    """An empty graph has no cycles either."""
    seen = imports(ROOT / "crates" / "search")
    assert {"extract", "table", "path", "result", "budget"} <= seen[()]["pn"]
    assert "observer" in seen[()]["budget"]
    assert {"depth_first", "frame", "ghi"} <= seen["pn",]["df_pn"]
    assert "evidence" in seen["pn", "df_pn"]["lines"]


@pytest.mark.parametrize(
    ("file", "line", "cycle"),
    [
        ("observer.rs", "use crate::Budget;", {"": ["budget", "observer", "budget"]}),
        ("pn/ghi.rs", "use super::options::GHI;", {"pn": ["ghi", "options", "ghi"]}),
        ("pn/ghi.rs", "fn f() { crate::pn::Growth::new() }", {}),
        ("pn/ghi.rs", "use crate::pn::Pn as Other;", {"pn": ["ghi", "pn", "options", "ghi"]}),
        ("pn/ghi.rs", "fn f() { crate::pn::search() }", {"pn": ["ghi", "pn", "options", "ghi"]}),
        ("pn/df_pn/evidence.rs", "use super::{DfPn, lines};", {"pn/df_pn": ["evidence", "lines", "evidence"]}),
        ("pn/df_pn/lines.rs", "use super::*; use super::DfPn;", {}),
    ],
)
def test_cycles_are_found(file: str, line: str, cycle: dict[str, list[str]], tmp_path: Path) -> None:
    """In the crate of the searches, with one more import."""
    crate = tmp_path / "search"
    shutil.copytree(ROOT / "crates" / "search" / "src", crate / "src")
    source = crate / "src" / file
    source.write_text(f"{line}\n{source.read_text(encoding='utf-8')}", encoding="utf-8")
    assert cycles(crate) == cycle


@pytest.mark.parametrize("crate", CRATES, ids=lambda crate: crate.name)
def test_crates_need_only_what_they_may(crate: Path) -> None:
    """Above all: the checker knows no search, and the seam knows nothing."""
    assert dependencies(crate) <= MAY_DEPEND_ON[crate.name]


def test_two_crates_know_python() -> None:
    """Games written in Python, and the native module; the solver and all below it need no interpreter."""
    knows = [crate.name for crate in CRATES if re.search(r"^pyo3\b", (crate / "Cargo.toml").read_text(), re.M)]
    assert knows == ["python", "python_games"]


def test_every_crate_named_here_exists() -> None:
    assert set(MAY_DEPEND_ON) == {crate.name for crate in CRATES}
