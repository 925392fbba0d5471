"""Reading files of bounded size, writing files atomically, and locking.

Failures are `InputError`s.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from pnyx.errors import InputError, quoted


def read_bounded(path: str | os.PathLike[str], most: int) -> bytes:
    """The bytes of a file that has at most `most` of them.

    >>> read_bounded("no/such/file", 10)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: cannot read 'no/such/file': No such file or directory
    """
    name = quoted(os.fspath(path))
    try:
        with open(path, "rb") as file:
            return read_stream(file, most, name)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {name}: {why_not(error)}") from error


def read_stream(stream: BinaryIO, most: int, name: str) -> bytes:
    """Everything a stream still holds, when that is at most `most` bytes; `name` is for the message."""
    try:
        data = stream.read(most + 1)
    except OSError as error:
        raise InputError(f"cannot read {name}: {why_not(error)}") from error
    if len(data) > most:
        raise InputError(f"{name} has more than {most:,} bytes, the limit")
    return data


def write_atomically(path: str | os.PathLike[str], data: bytes | Callable[[BinaryIO], object]) -> Path:
    """Write a file atomically: some bytes, or whatever a function writes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder, "answer"), b"42").read_bytes()
    b'42'
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():  # a pipe or a terminal: there is nothing to replace
            with open(target, "wb") as file:
                _write(file, data)
        else:
            _replace(target, data)
    except InputError:  # of what is to be written, not of the file
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {quoted(os.fspath(path))}: {why_not(error)}") from error
    return Path(path)


def expect_writable(path: str | os.PathLike[str]) -> None:
    """Raise an `InputError` unless a file can be written here now, so that it is known before a search.

    >>> expect_writable("no/such/folder/answer")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: cannot write 'no/such/folder/answer': there is no directory 'no/such/folder'
    """
    name = quoted(os.fspath(path))
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise InputError(f"cannot write {name}: it is a directory")
        if not target.parent.is_dir():
            raise InputError(f"cannot write {name}: there is no directory {quoted(os.path.dirname(os.fspath(path)))}")
        if target.exists() and not target.is_file():  # a pipe or a terminal: to write to it is to be read
            if not os.access(target, os.W_OK):
                raise InputError(f"cannot write {name}: Permission denied")
            return
        trial = _new_beside(target, b"?", sync=False)
        trial.unlink()
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {name}: {why_not(error)}") from error


class Taken(Exception):
    """Another process has the lock; `by` is its number, if it is known."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


class Lock:
    """Locks out other runs until it is closed or the process ends, however it ends.

    It is a lock on a file of this name, which is removed in the end. One that a killed run leaves behind hinders
    nobody, because nobody holds it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Lock(Path(folder, "run.lock")):
    ...         try:
    ...             Lock(Path(folder, "run.lock"))
    ...         except Taken as taken:
    ...             print(taken.by == str(os.getpid()))
    ...     os.listdir(folder)
    True
    []
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.path.abspath(path)
        while True:
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
            try:
                held = os.read(self._handle, 21)
                if held.strip(b"0123456789"):
                    raise InputError(
                        f"{quoted(self._path)} is not a lock file of Pnyx: choose another name, or move it away"
                    )
                if not try_lock(self._handle):
                    raise Taken(_number(held))
                if is_at(self._handle, self._path):
                    break
            except BaseException:
                os.close(self._handle)
                raise
            # The previous holder has removed the file after we opened it.
            os.close(self._handle)
        try:
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, str(os.getpid()).encode())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the lock."""
        with contextlib.suppress(OSError):
            # Only while it is locked is the file of this name certainly ours.
            if is_at(self._handle, self._path):
                os.unlink(self._path)
        os.close(self._handle)

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@contextlib.contextmanager
def reserved(path: str | os.PathLike[str] | None, what: str) -> Iterator[str | None]:
    """Nobody else writes to this file meanwhile, by whatever link; and it was tried that something can be written
    beside it. Yields the file that the path leads to.

    >>> with reserved("no/such/folder/run", "checkpoints"):
    ...     pass
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: cannot write 'no/such/folder/run': there is no directory 'no/such/folder'
    """
    if path is None:
        yield None
        return
    expect_writable(path)
    name, real = quoted(os.fspath(path)), os.path.realpath(path)
    try:
        lock = Lock(f"{real}.lock")
    except Taken as taken:
        who = f"another run (process {taken.by})" if taken.by else "another run"
        raise InputError(f"{who} is writing {what} to {name}: wait for it, or choose another file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {name}: its lock {quoted(f'{real}.lock')}: {why_not(error)}") from error
    with lock:
        yield real


def try_lock(handle: int) -> bool:
    """Lock an open file against other processes and other handles; returns whether that succeeded."""
    try:
        import fcntl
    except ImportError:  # there are systems without it
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # nor do all file systems have it
        return True
    return True


def is_at(handle: int, path: str | os.PathLike[str]) -> bool:
    """Whether an open file still has this name: it may have been removed, or replaced by another."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:  # its directory may be gone, or a file by now
        return False


def why_not(error: Exception) -> str:
    """The system's error message without the file's name.

    >>> why_not(FileNotFoundError(2, "No such file or directory", "answer"))
    'No such file or directory'
    """
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _replace(target: Path, data: bytes | Callable[[BinaryIO], object]) -> None:
    temporary = _new_beside(target, data)
    try:
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _write(file: BinaryIO, data: bytes | Callable[[BinaryIO], object]) -> None:
    if isinstance(data, bytes):
        file.write(data)
    else:
        data(file)


def _new_beside(target: Path, data: bytes | Callable[[BinaryIO], object], sync: bool = True) -> Path:
    """A new file with these contents, forced to the disk, under a name that nobody else has."""
    temporary = target.with_name(f".pnyx-{secrets.token_hex(8)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            _write(file, data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _number(data: bytes) -> str:
    """The number of the process that is written in a lock; empty if there is none yet."""
    return data.decode() if data.isdigit() else ""
