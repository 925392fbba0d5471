"""Reading files of bounded size and writing them whole or not at all; failures are `InputError`s."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import BinaryIO

from pnyx.errors import InputError, quoted

__all__ = ["read_bounded", "read_stream", "write_atomically"]


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
        raise InputError(f"cannot read {name}: {_reason(error)}") from error


def read_stream(stream: BinaryIO, most: int, name: str) -> bytes:
    """Everything a stream still holds, when that is at most `most` bytes; `name` is for the message."""
    try:
        data = stream.read(most + 1)
    except OSError as error:
        raise InputError(f"cannot read {name}: {_reason(error)}") from error
    if len(data) > most:
        raise InputError(f"{name} holds more than {most:,} bytes, the most that is read")
    return data


def write_atomically(path: str | os.PathLike[str], data: bytes) -> Path:
    """Write a file so that its name never stands for half of it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder, "answer"), b"42").read_bytes()
    b'42'
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():  # a pipe or a terminal: there is nothing to replace
            target.write_bytes(data)
        else:
            _replace(target, data)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {quoted(os.fspath(path))}: {_reason(error)}") from error
    return Path(path)


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".pnyx-{secrets.token_hex(8)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink()
        raise


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
