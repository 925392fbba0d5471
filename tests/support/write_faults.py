"""Disks that fail: every way in which a write can go wrong, and what a command did about it."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from typer.testing import CliRunner

from pnyx import _core
from pnyx.cli import app

ERRORS = (errno.ENOSPC, errno.EACCES, errno.ENOENT, errno.EIO)
"""A disk that is full, no permission, a directory that vanished, a disk that breaks."""

STEPS = ("open", "write", "fsync", "replace", "ftruncate", "mkdir")
"""What the Python side asks of the system in order to write. To remove a file is not made to fail: a full disk does not
prevent it, and where it is prevented a file under a name of no meaning is left."""


@dataclass
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str
    searched: bool = False
    """Whether something was searched, so that an answer could be lost."""

    @property
    def told(self) -> list[str]:
        """What standard error says, line by line."""
        return self.err.splitlines()


def command(*arguments: object) -> Done:
    """Run a command in this process; what it did not foresee is raised."""
    with mock.patch.object(_core, "Question", wraps=_core.Question) as questions:
        done = CliRunner().invoke(app, [str(each) for each in arguments], catch_exceptions=False, prog_name="pnyx")
    # Suites try with a single node whether a question can be asked.
    searched = any(call.kwargs["max_nodes"] != 1 for call in questions.call_args_list)
    return Done(done.exit_code, done.stdout, done.stderr, searched)


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file can grow beyond this size: what is written past it fails, in the middle of a write too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@dataclass
class Steps:
    """Counts what is asked of the system below a folder, and has one step fail, or all from one on."""

    folder: Path
    at: int = -1
    error: int = errno.ENOSPC
    onwards: bool = False
    taken: list[str] = field(default_factory=list)
    failed: int = 0
    _handles: set[int] = field(default_factory=set)

    @contextmanager
    def counted(self) -> Iterator[Steps]:
        wrapped: dict[str, Any] = {name: self._wrapped(name, getattr(os, name)) for name in STEPS}
        with mock.patch.multiple(os, **wrapped):
            yield self

    def _wrapped(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def step(target: Any, *arguments: Any, **more: Any) -> Any:
            if not self._is_ours(target) or (name == "open" and not arguments[0] & (os.O_WRONLY | os.O_RDWR)):
                return original(target, *arguments, **more)
            number = len(self.taken)
            self.taken.append(name)
            if number == self.at or (self.onwards and number > self.at >= 0):
                self.failed += 1
                if name == "write":  # half of it gets there
                    original(target, arguments[0][: len(arguments[0]) // 2])
                raise OSError(self.error, os.strerror(self.error))
            result = original(target, *arguments, **more)
            if name == "open":
                self._handles.add(result)
            return result

        return step

    def _is_ours(self, target: Any) -> bool:
        if isinstance(target, int):
            return target in self._handles
        return str(self.folder) in os.path.abspath(os.fspath(target))


def can_mount() -> bool:
    """Whether this process may have a small disk of its own."""
    return os.geteuid() == 0 and shutil.which("mount") is not None and shutil.which("umount") is not None


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of this size, mounted in the folder."""
    if not can_mount():
        pytest.skip("only root can mount a small disk")
    place = folder / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        pytest.skip(f"no small disk here: {mounted.stderr.decode(errors='replace').strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def fill(disk: Path) -> Path:
    """Take all the room that is left on a small disk; the file to remove to give it back."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    assert os.statvfs(disk).f_bfree == 0
    return filler
