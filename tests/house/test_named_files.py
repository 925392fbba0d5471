"""Files that the documentation names are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "REFERENCES.md",
    *(f"docs/{page.relative_to(ROOT / 'docs').as_posix()}" for page in sorted((ROOT / "docs").rglob("*.md"))),
]

TOP = ("crates", "python", "tests", "docs", "benches", "fuzz", "experiments", "notebooks", ".ci", ".github")

ENDINGS = "rs|pyi?|js|css|html|md|toml|ya?ml|ipynb|txt"

EXCEPTIONS = {
    "nim.py",  # the reader's own files
    "dodgem.py",
    "test_dodgem.py",
    "site/index.html",  # made by `make docs`
    "algorithms/dfs.md",  # of the algorithm that the guide adds
}


def named(page: str) -> Iterator[str]:
    """The files and folders that a page names in back-ticks; code blocks are not about this repository.

    >>> list(named("see `search.rs` and `crates/game`, `pnyx.solve` or `a / b`"))
    ['search.rs', 'crates/game']
    """
    prose = re.sub(r"^( *)```.*?^ *```$", "", page, flags=re.M | re.S)
    for word in re.findall(r"`([^`\s]+)`", prose):
        if re.fullmatch(rf"[\w.*/{{}},-]+\.({ENDINGS})", word) or (word.split("/")[0] in TOP and "/" in word):
            yield from alternatives(re.sub(r":\d+$", "", word))


def alternatives(name: str) -> list[str]:
    """The names that one with braces stands for; a placeholder such as `<game>` stands for anything.

    >>> alternatives("pn/{pds,pn2}.rs"), alternatives("games/<game>.rs")
    (['pn/pds.rs', 'pn/pn2.rs'], ['games/*.rs'])
    """
    found = re.search(r"\{([^{}]*)\}", name)
    if found is None:
        return [re.sub("<[^<>]*>", "*", name)]
    parts = found[1].split(",")
    return [each for part in parts for each in alternatives(name[: found.start()] + part + name[found.end() :])]


@cache
def there() -> frozenset[str]:
    """All files of the source tree and their folders, and how each can be named: by the end of its path."""
    found = {
        PurePosixPath(name) for name in ("Cargo.toml", "pyproject.toml", "mkdocs.yml", "CHANGELOG.md", "README.md")
    }
    for folder in TOP:
        found |= {PurePosixPath(path.relative_to(ROOT).as_posix()) for path in (ROOT / folder).rglob("*")}
    found |= {PurePosixPath(path.name) for path in ROOT.iterdir()}
    return frozenset("/".join(path.parts[start:]) for path in found for start in range(len(path.parts)))


def exists(name: str) -> bool:
    """Whether a file or folder of this name is there; `*` stands for anything."""
    plain = name.removesuffix("/")
    return any(PurePosixPath(each).match(plain) for each in there()) if "*" in plain else plain in there()


@pytest.mark.parametrize("page", PAGES)
def test_files_that_a_page_names_are_there(page: str) -> None:
    names = named((ROOT / page).read_text(encoding="utf-8"))
    assert [name for name in names if name not in EXCEPTIONS and not exists(name)] == []


def test_files_are_found_by_the_end_of_their_path() -> None:
    assert exists("crates/game/src/goal.rs")
    assert exists("pn/df_pn.rs")
    assert exists("python/pnyx/reference/forced_win*.py")
    assert not exists("f_pn.rs")
    assert not exists("crates/solver/src/no_such_file.rs")
