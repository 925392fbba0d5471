"""The folder of a server's files. It is removed with the server; those of killed servers at the next start."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import Final

_PREFIX: Final = "pnyx-web-"
_LOCK: Final = "lock"
"""The file that a server keeps locked as long as it runs."""


class ServerFolder:
    """A temporary folder, named by the process it belongs to.

    >>> folder = ServerFolder()
    >>> folder.path.is_dir()
    True
    >>> folder.close()
    >>> folder.path.exists()
    False
    """

    def __init__(self) -> None:
        _remove_left(Path(tempfile.gettempdir()))
        self._folder = tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self._lock: int | None = _locked(self.path)

    def close(self) -> None:
        """Remove it, with all that is in it."""
        self._folder.cleanup()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        # Where a file that is open cannot be removed, it can be now.
        shutil.rmtree(self.path, ignore_errors=True)


def _locked(folder: Path) -> int | None:
    """The handle of a folder's lock; others see the file only when it is locked."""
    new, lock = folder / f"{_LOCK}.new", folder / _LOCK
    try:
        if sys.platform == "win32":
            return os.open(lock, os.O_RDWR | os.O_CREAT)  # nobody else can remove a file that is open
        import fcntl

        handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        new.rename(lock)
    except OSError:  # a file system without locks: the number of the process is all there is
        return None
    return handle


def _remove_left(place: Path) -> None:
    """Remove the folders that killed servers left."""
    with contextlib.suppress(OSError):
        for folder in place.glob(f"{_PREFIX}*"):
            named = re.fullmatch(rf"{_PREFIX}([0-9]+)-\w+", folder.name)
            if named and _is_ours(folder) and not _is_used(folder, int(named[1])):
                shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder, and no link to one, of the user who runs this."""
    with contextlib.suppress(OSError):
        status = folder.lstat()
        return stat.S_ISDIR(status.st_mode) and (sys.platform == "win32" or status.st_uid == os.geteuid())
    return False


def _is_used(folder: Path, process: int) -> bool:
    """Whether a server that runs has this folder. When in doubt, one does."""
    lock = folder / _LOCK
    if sys.platform == "win32":
        try:
            lock.unlink()
        except OSError:
            return True
        return False
    import fcntl

    try:
        handle = os.open(lock, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:  # it has just begun, or is half removed
        return _is_running(process)
    except OSError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
