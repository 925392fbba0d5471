"""Code in the documentation: the blocks of a page, and how they are run.

All blocks of a page are run in order, in one empty folder and with one set of Python names:

- `pycon` blocks, and `python` blocks with prompts, are doctests; `python` blocks without prompts are executed;
- `console` blocks have commands after `$`, which a shell runs, and what they print. Where nothing is shown, anything
  may be printed. The exit status must be 0, unless the next command is `echo $?`, which shows it;
- a block with a title is a file of that name;
- `...` stands for anything, also for several lines, in doctests too. It is for what changes from run to run, such as
  seconds, and for long outputs;
- blocks in other languages (`text`, `sh`) are not run. Commands that build, install or wait for somebody belong there.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, NamedTuple

from support.places import ROOT

DOCS: Final = ROOT / "docs"
LANGUAGES: Final = ("python", "pycon", "console")
"""What is run."""

_FENCE: Final = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>\w*)(?P<rest>.*)\n(?P<code>(?:.*\n)*?)(?P=indent)(?P=fence)$",
    re.MULTILINE,
)
_TITLE: Final = re.compile(r'title="([^"]+)"')
_RUNNABLE: Final = ("pnyx", "python", "cat", "head", "ls", "echo", "printf")
_SECONDS: Final = 120


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    title: str | None
    code: str
    line: int


def blocks(markdown: str) -> Iterator[Block]:
    """The fenced blocks of a page.

    >>> [block.language for block in blocks("```pycon\\n>>> 1\\n1\\n```\\n")]
    ['pycon']
    """
    for found in _FENCE.finditer(markdown):
        title = _TITLE.search(found["rest"])
        line = markdown.count("\n", 0, found.start()) + 2
        yield Block(found["language"], title[1] if title else None, dedent(found["code"]), line)


def run_page(markdown: str, name: str, folder: Path) -> None:
    """Run everything on a page in an empty folder; what is not as shown is an `AssertionError` that says where."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shell = Shell(folder)
    for block in blocks(markdown):
        where = f"{name}, line {block.line}"
        if block.title is not None:
            (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.title).write_text(block.code, encoding="utf-8")
        elif block.language in ("python", "pycon") and block.code.startswith(">>>"):
            _run_doctest(block, names, where)
        elif block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.code, name, "exec"), names)
        elif block.language == "console":
            shell.run(block.code, where)


def _run_doctest(block: Block, names: dict[str, Any], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.code, names, where, where, block.line - 1)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=told.append, clear_globs=False)
    assert runner.failures == 0, "".join(told)
    names.update(test.globs)


class Shell:
    """Runs the commands of a page, with the `pnyx` of this interpreter."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status = 0
        programs = folder / ".bin"
        programs.mkdir()
        for name, module in (("pnyx", "-m pnyx "), ("python", "")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
            program.chmod(0o755)
        self.environment = {
            **os.environ,
            "COLUMNS": "120",
            "NO_COLOR": "1",
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONUTF8": "1",
            "TERM": "dumb",
        }

    def run(self, code: str, where: str) -> None:
        """Run a block's commands, and compare what they print with what is shown."""
        parts = re.split(r"^\$ ((?:.*\\\n)*.*)\n", code, flags=re.MULTILINE)
        commands = list(zip(parts[1::2], parts[2::2], strict=True))
        assert code.startswith("$ "), f"{where}: expected a console block to begin with $ and a command"
        for place, (command, wanted) in enumerate(commands):
            asks_status = command == "echo $?"
            assert self.status == 0 or asks_status, f"{where}: the command before {command!r} ended with {self.status}"
            program = command.split()[0]
            assert program in _RUNNABLE, (
                f"{where}: {program} is not run here; put it into a block of another language, such as sh"
            )
            given = self._output(command)
            if wanted.strip():
                same = doctest.OutputChecker().check_output(wanted, given, doctest.ELLIPSIS)
                assert same, f"{where}: {command}\nshown:\n{wanted}\nprinted:\n{given}"
            if place == len(commands) - 1:
                assert self.status == 0, f"{where}: {command!r} ended with {self.status}, which is not shown\n{given}"

    def _output(self, command: str) -> str:
        ended = subprocess.run(
            ["bash", "-c", f"(exit {self.status}); {command}"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            timeout=_SECONDS,
            check=False,
        )
        self.status = ended.returncode
        return ended.stdout
