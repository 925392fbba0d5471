"""Mistakes put into the searches in Python, as another text in one of their functions."""

from __future__ import annotations
import __future__

import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

import pytest

Question = TypeVar("Question")


@dataclass(frozen=True)
class Mistake:
    """A name, the function with the mistake, its right and its wrong text, and by what it must be noticed."""

    name: str
    module: ModuleType
    function: str
    right: str
    wrong: str
    signs: frozenset[str]

    def make(self, patch: pytest.MonkeyPatch) -> None:
        """Put it in, wherever the function goes by its name. What must be read is the right text, once.

        The function may be one that the module has from another: it stays at home there.
        """
        owner: Any = self.module
        *outer, name = self.function.split(".")
        for part in outer:
            owner = getattr(owner, part)
        function = getattr(owner, name)
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(self.right) == 1, f"{self.name}: {self.function} has {source.count(self.right)} such places"
        flags = __future__.annotations.compiler_flag
        code = compile(source.replace(self.right, self.wrong), f"<{self.name}>", "exec", flags, dont_inherit=True)
        found: dict[str, Any] = {}
        exec(code, vars(sys.modules[function.__module__]), found)
        if outer:
            patch.setattr(owner, name, found[name])
            return
        for loaded, module in list(sys.modules.items()):
            if loaded.startswith("pnyx.reference") and vars(module).get(name) is function:
                patch.setattr(module, name, found[name])


def assert_noticed(
    mistake: Mistake,
    questions: Iterable[Question],
    noticed: Callable[[Question], set[str]],
    patch: pytest.MonkeyPatch,
) -> None:
    """With the mistake, all of its signs are seen in some questions or others."""
    mistake.make(patch)
    assert_seen(mistake.signs, questions, noticed)


def assert_seen(signs: Set[str], questions: Iterable[Question], noticed: Callable[[Question], set[str]]) -> None:
    """All of these signs are seen, in some questions or others."""
    seen = set[str]()
    for question in questions:
        seen |= noticed(question)
        if signs <= seen:
            return
    assert seen >= signs


def both_tests(
    mistakes: Iterable[Mistake], questions: Callable[[], Iterable[Question]], noticed: Callable[[Question], set[str]]
) -> tuple[Callable[[], None], Callable[[Mistake, pytest.MonkeyPatch], None]]:
    """The tests of a file of mistakes: without any the search is not suspected, and each of them is noticed."""

    def test_the_right_search_is_not_suspected() -> None:
        assert not any(noticed(asked) for asked in questions())

    @pytest.mark.parametrize("mistake", mistakes, ids=lambda mistake: mistake.name)
    def test_mistakes_are_noticed(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
        assert_noticed(mistake, questions(), noticed, monkeypatch)

    return test_the_right_search_is_not_suspected, test_mistakes_are_noticed
