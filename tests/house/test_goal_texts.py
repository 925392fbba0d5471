"""Only their owners compare the texts of goals: what others must know of a goal is a property of `pnyx.Goal`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pnyx

PACKAGE = Path(__file__).parents[2] / "python" / "pnyx"

OWNERS = ("reference", "mates", "uci", "api/goal.py", "api/goal_words.py")
"""The second implementation, the rooms of chess mates, and the two files about goals themselves."""

FILES = sorted(
    path.relative_to(PACKAGE)
    for path in PACKAGE.rglob("*.py")
    if not path.relative_to(PACKAGE).as_posix().startswith(OWNERS)
)

SCRIPTS = sorted((PACKAGE / "web" / "static" / "js").rglob("*.js"))

FORMS = {form.removesuffix(" N") for info in pnyx.games().values() for form in info.goals}
GOALS = FORMS | {form.removesuffix("-in") for form in FORMS}
ALSO_VALUES = {"win"}
"""Words that are not only goals: these count where the other side of the comparison is called a goal."""

METHODS = {"startswith", "endswith", "removeprefix", "removesuffix", "replace", "count", "find", "index"}


def compared_goals(source: str) -> Iterator[tuple[int, str]]:
    """Where a source compares the texts of goals, or has a table of them: line and text.

    >>> list(compared_goals('goal == "mate"'))
    [(1, 'mate')]
    >>> list(compared_goals('name in ("score", "x")')), list(compared_goals('goal.startswith("mate")'))
    ([(1, 'score')], [(1, 'mate')])
    >>> list(compared_goals('self.goal != "win"')), list(compared_goals('value == "win"'))
    ([(1, 'win')], [])
    >>> list(compared_goals('{"win": 1, "draw-or-better": 0}')), list(compared_goals('{"win": 1, "loss": 0}'))
    ([(1, 'draw-or-better')], [])
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides: list[ast.AST] = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            sides = [node.func.value, *node.args]
        elif isinstance(node, ast.Dict) and len(node.keys) > 1:
            sides = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.Match):
            sides = [node.subject, *(case.pattern for case in node.cases)]
        else:
            continue
        texts = {
            each.value
            for side in sides
            for each in ast.walk(side)
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        }
        about_goals = any("goal" in ast.unparse(side).lower() for side in sides if isinstance(side, ast.expr))
        for text in sorted(texts):
            word = text.partition(" ")[0]
            if word in GOALS and (about_goals or word not in ALSO_VALUES):
                yield node.lineno, text


def written_goals(script: str) -> Iterator[tuple[int, str]]:
    """Where a script has a goal as a string, or as the key of an object: line and text.

    >>> list(written_goals('goal === "mate" // "mated"')), list(written_goals("x = {\\n  'score N': 1, mated: 2 }"))
    ([(1, 'mate')], [(2, 'score N'), (2, 'mated')])
    >>> list(written_goals('el("p", { text: "No mate in 3" })')), list(written_goals('goal.startsWith("mate-in ")'))
    ([], [(1, 'mate-in ')])
    """
    for number, line in enumerate(script.splitlines(), start=1):
        code = line.split("//")[0]
        for found in re.finditer(r"""(["'`])(.*?)\1|([\w-]+):""", code):
            text = found[2] if found[3] is None else found[3]
            if text.removesuffix(" N").strip() in GOALS:
                yield number, text


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.name)
def test_scripts_have_no_goals(file: Path) -> None:
    """What the page must know of a goal is in the state of a position, or in the facts of a proof."""
    assert list(written_goals(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("file", FILES, ids=str)
def test_goals_are_not_compared_as_texts(file: Path) -> None:
    assert list(compared_goals((PACKAGE / file).read_text(encoding="utf-8"))) == []


def test_the_goals_are_those_of_the_games() -> None:
    assert {"win", "draw-or-better", "mate", "mate-in", "mated", "promote", "score"} <= GOALS
    assert len(FILES) > 100
    assert len(SCRIPTS) > 30
