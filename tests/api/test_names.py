"""The public names, and what the catalogue says of games and algorithms."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pnyx

WIN_IN_1 = "XX./OO./... x"


def test_every_public_name_is_there() -> None:
    for name in pnyx.__all__:
        assert getattr(pnyx, name) is not None, name
        assert name in dir(pnyx), name
    assert isinstance(pnyx.__version__, str)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pnyx.nothing  # type: ignore[attr-defined]


def test_solve_stays_a_function_whatever_is_imported_first() -> None:
    code = (
        "import importlib, pkgutil, pnyx\n"
        "for module in pkgutil.iter_modules(pnyx.__path__):\n"
        "    if not module.name.startswith('__'): importlib.import_module('pnyx.' + module.name)\n"
        "names = ('solve', 'value', 'check', 'games', 'position', 'perft')\n"
        "assert all(callable(getattr(pnyx, name)) for name in names)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_reference_works_without_the_native_module() -> None:
    code = (
        "import sys\n"
        "sys.modules['pnyx._core'] = None\n"
        "import pnyx.reference.check, pnyx.errors, pnyx.game\n"
        "from pnyx import InputError, Game, DRAW\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_catalogue() -> None:
    assert {"tic-tac-toe", "graph", "chess"} <= set(pnyx.games())
    for info in pnyx.games().values():
        assert info.description, info.name
        assert info.goals, info.name
        assert pnyx.position(info.name, info.start) == pnyx.position(info.name), info.name
        for option in info.options:
            assert option.meaning, (info.name, option.name)
    for algorithm in pnyx.algorithms().values():
        assert algorithm.description, algorithm.name
        assert algorithm.source, algorithm.name
        for preset in algorithm.presets:
            assert pnyx.solve(WIN_IN_1, algorithm=algorithm.name, preset=preset).proven, (algorithm.name, preset)
