"""Which room of `python/pnyx` may import which; and nothing imports itself on the way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.imports import Graph, find_cycle, reach

PYTHON = Path(__file__).parents[2] / "python"

NATIVE = "pnyx._core"

LIBRARIES = {"errors", "_util", "reference", "game"}
"""What may be used everywhere, but for the rooms below it."""

OVER_THE_API = LIBRARIES | {"_core", "api", "draw", "adapters", "mates"}

MAY_IMPORT = {
    "errors": set[str](),
    "_util": {"errors"},
    "game": {"errors", "_util"},
    "reference": {"errors", "game"},
    "draw": LIBRARIES | {"api.position"},
    "adapters": LIBRARIES | {"api.position"},
    "api": LIBRARIES | {"_core", "draw", "adapters"},
    "mates": OVER_THE_API,
    "notebook": OVER_THE_API,
    "uci": OVER_THE_API,
    "web": OVER_THE_API,
    "cluster": OVER_THE_API,
    "report": OVER_THE_API,
    "suites": OVER_THE_API | {"report"},
}
"""The rooms and modules that a room may import, in functions too. Those not named, such as `cli`, may import all."""

EXCEPTIONS = {
    "pnyx.api.shown": {"notebook"},  # Objects show themselves in a notebook, which is imported when they do.
    "pnyx.game.testing": {"_core", "api.position", "draw"},  # It tries a game out, in all that is made of games.
}


@cache
def modules() -> dict[str, Path]:
    """The files of the package, by the names of their modules."""
    files = {".".join(path.relative_to(PYTHON).with_suffix("").parts): path for path in PYTHON.rglob("pnyx/**/*.py")}
    return {name.removesuffix(".__init__"): path for name, path in files.items()}


@cache
def public_names() -> dict[str, str]:
    """The modules of the public names, which are loaded when they are used."""
    stub = (PYTHON / "pnyx" / "__init__.pyi").read_text(encoding="utf-8")
    return {name: home for home, name in re.findall(r"^from (\S+) import (\w+)", stub, re.M)}


def target(module: str, name: str) -> str:
    """The module that `from module import name` needs.

    >>> target("pnyx", "solve"), target("pnyx", "draw"), target("pnyx.errors", "InputError")
    ('pnyx.api.solve', 'pnyx.draw', 'pnyx.errors')
    """
    full = f"{module}.{name}"
    if module == "pnyx" and name in public_names():
        return public_names()[name]
    return full if full in modules() or full == NATIVE else module


def imported(tree: ast.AST, *, at_once: bool) -> Iterator[str]:
    """The modules of the package that a file needs; `at_once`: those needed when it is imported.

    >>> def needs(text, at_once): return sorted(imported(ast.parse(text), at_once=at_once))
    >>> text = "import pnyx.draw\\ndef f():\\n    from pnyx import cli\\n    return pnyx.solve()"
    >>> needs(text, True), needs(text, False)
    (['pnyx.draw'], ['pnyx.api.solve', 'pnyx.cli', 'pnyx.draw'])
    >>> needs("if TYPE_CHECKING:\\n    from pnyx import cli", True)
    []
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("pnyx."))
        elif isinstance(node, ast.ImportFrom):
            if node.module is not None and node.module.split(".")[0] == "pnyx":
                yield from (target(node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "pnyx":
            yield target("pnyx", node.attr)
        elif at_once and (isinstance(node, ast.FunctionDef) or _is_for_types(node)):
            continue
        else:
            yield from imported(node, at_once=at_once)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@cache
def graph(*, at_once: bool = False) -> Graph:
    """What each module of the package needs."""
    found = dict[str, set[str]]()
    for name, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        # `pnyx` alone is its lazy list of names, and needs nothing.
        found[name] = set(imported(tree, at_once=at_once)) - {name, "pnyx"}
    return found


def room(module: str) -> str:
    """The part of the package that a module is in.

    >>> room("pnyx.api.solve"), room("pnyx.errors")
    ('api', 'errors')
    """
    return module.split(".")[1]


def is_among(module: str, names: set[str]) -> bool:
    """Whether a module is one of these, or in one of these rooms."""
    return room(module) in names or module.removeprefix("pnyx.") in names


@pytest.mark.parametrize("name", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_it_may(name: str) -> None:
    """Above all: web, notebook, uci, suites and cluster never import each other, and nobody the command line."""
    for module, needed in graph().items():
        if module != "pnyx" and room(module) == name:
            allowed = MAY_IMPORT[name] | EXCEPTIONS.get(module, set()) | {name}
            wrong = sorted(other for other in needed if not is_among(other, allowed))
            assert not wrong, f"{module} may not import {', '.join(wrong)}"


def test_the_reference_needs_nothing_native() -> None:
    """Who trusts only the pure Python can run it alone."""
    for module in graph():
        if module.startswith("pnyx.reference"):
            assert NATIVE not in reach(graph(), module), module


def test_modules_import_each_other_in_one_direction() -> None:
    """No cycles between what is needed at once, in any order of imports."""
    cycle = find_cycle(graph(at_once=True))
    assert cycle is None, " -> ".join(cycle)


def test_imports_are_seen() -> None:
    """An empty graph breaks no rule."""
    assert {NATIVE, "pnyx.errors", "pnyx.api.position"} <= graph()["pnyx.api.solve"]
    assert NATIVE in reach(graph(), "pnyx.cli.solve")
    for module, needed in EXCEPTIONS.items():
        for other in needed:
            assert any(is_among(each, {other}) for each in graph()[module]), f"{module} no longer needs {other}"
    assert set(MAY_IMPORT) <= {room(module) for module in graph() if module != "pnyx"}
