"""The packages that are released: what is in them, and whether the wheel works where there is nothing else.

`make dist-test` builds them and says where they are; without that these tests are skipped.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from support.places import ROOT

VERSION: str = runpy.run_path(str(ROOT / ".ci" / "version.py"))["stated"]()
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"

# Compiled under one name on every system.
NATIVE = ("pnyx/_core.abi3.so", "pnyx/_core.pyd")


def _package(pattern: str) -> Path:
    folder = os.environ.get("PNYX_DIST")
    if folder is None:
        pytest.skip("no packages were built: make dist-test builds and tests them")
    found = sorted((ROOT / folder).glob(pattern))
    assert len(found) == 1, f"expected one package {pattern} in {folder}, got {found}"
    return found[0]


@pytest.fixture(scope="module")
def wheel() -> Path:
    return _package("*.whl")


@pytest.fixture(scope="module")
def wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


@pytest.fixture(scope="module")
def sdist_names() -> set[str]:
    """What the source package holds, without the folder that all of it is in."""
    with tarfile.open(_package("*.tar.gz")) as file:
        return {member.name.partition("/")[2] for member in file.getmembers() if member.isfile()}


def _tracked(*folders: str) -> set[str]:
    """The files of these folders that the repository holds."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *folders], cwd=ROOT, capture_output=True, check=True)
    return {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).exists()}


class TestWheel:
    def test_one_for_all_pythons(self, wheel: Path) -> None:
        assert wheel.name.startswith(f"pnyx-{VERSION}-cp310-abi3-")

    def test_has_all_of_the_package(self, wheel_names: set[str]) -> None:
        ours = {name.removeprefix("python/") for name in _tracked("python/pnyx")}
        assert ours <= wheel_names
        assert {"pnyx/py.typed", "pnyx/_core.pyi", "pnyx/schema/solve.schema.json"} <= wheel_names
        assert len(wheel_names.intersection(NATIVE)) == 1

    def test_has_nothing_else(self, wheel_names: set[str]) -> None:
        ours = {name.removeprefix("python/") for name in _tracked("python/pnyx")}
        about = f"pnyx-{VERSION}.dist-info/"
        rest = {name for name in wheel_names - ours if not name.startswith(about)}
        assert rest - set(NATIVE) == set()

    def test_says_what_it_is(self, wheel: Path, wheel_names: set[str]) -> None:
        about = f"pnyx-{VERSION}.dist-info"
        assert f"{about}/licenses/LICENSE" in wheel_names
        with zipfile.ZipFile(wheel) as file:
            metadata = Parser().parsestr(file.read(f"{about}/METADATA").decode())
            scripts = file.read(f"{about}/entry_points.txt").decode()
        assert metadata["Version"] == VERSION
        assert metadata["License-Expression"] == "GPL-3.0-or-later"
        assert metadata["Requires-Python"] == ">=3.10"
        assert {"cluster", "notebook", "open-spiel", "plot", "all"} <= set(metadata.get_all("Provides-Extra", []))
        assert "pnyx=pnyx.cli:main" in scripts.replace(" ", "")
        assert str(metadata.get_payload()).strip().startswith("# Pnyx")


class TestSourcePackage:
    def test_has_what_a_build_needs(self, sdist_names: set[str]) -> None:
        needed = {"Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO"}
        assert needed <= sdist_names
        crates = {name for name in _tracked("crates") if "/src/" in name or name.endswith("/Cargo.toml")}
        assert crates | _tracked("python/pnyx") <= sdist_names

    def test_has_nothing_that_was_built(self, sdist_names: set[str]) -> None:
        assert not [name for name in sdist_names if name.endswith((".so", ".pyd", ".pyc", ".rtbw"))]
        assert not [name for name in sdist_names if name.startswith(("target/", ".venv/", "dist/", "tests/"))]


@pytest.fixture(scope="module")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder far from the checkout, with an environment in which there is the wheel and what it needs."""
    place = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
    pip = [_tool(place, "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", ROOT / "constraints.txt", wheel], check=True, cwd=place, env=_clean())
    return place


class TestInstalled:
    """In that environment."""

    def test_the_version(self, place: Path) -> None:
        said = _run(place, "python", "-c", "import pnyx; print(pnyx.__version__, pnyx.__file__)").split(" ", 1)
        assert said[0] == VERSION
        assert str(place) in said[1]
        assert VERSION in _run(place, "pnyx", "--version")

    def test_the_examples_of_the_readme(self, place: Path) -> None:
        program = f"import doctest; print(doctest.testfile({str(ROOT / 'README.md')!r}, module_relative=False))"
        said = _run(place, "python", "-W", "error", "-c", program)
        assert "failed=0" in said
        assert "attempted=0" not in said

    def test_solve_and_check(self, place: Path) -> None:
        solved = _run(place, "pnyx", "solve", "chess", MORPHY, "--goal", "mate", "--certificate", "morphy.pnyx")
        assert "White mates in at most 2" in solved
        assert "2 checkers agree" in _run(place, "pnyx", "check", "morphy.pnyx")
        assert "White mates in at most 2" in _run(place, "python", "-m", "pnyx.reference.check", "morphy.pnyx")
        assert "chess" in _run(place, "pnyx", "games")

    def test_answers_draw_themselves(self, place: Path) -> None:
        program = f"import pnyx; print(pnyx.solve({MORPHY!r})._repr_html_())"
        assert "data:image/svg+xml" in _run(place, "python", "-W", "error", "-c", program)


def _tool(place: Path, name: str) -> str:
    scripts, ending = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return str(place / "venv" / scripts / f"{name}{ending}")


def _clean() -> dict[str, str]:
    """The environment without anything that could bring another Pnyx into play."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def _run(place: Path, name: str, *arguments: str) -> str:
    command = [_tool(place, name), *arguments]
    done = subprocess.run(command, cwd=place, env={**_clean(), "PYTHONUTF8": "1"}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()
