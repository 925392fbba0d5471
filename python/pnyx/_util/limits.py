"""Hard limits of a worker process, for what the searches do not bound: Python games, mistakes; the machine's memory."""

from __future__ import annotations

import os
from typing import Final

_MIB: Final = 1 << 20
_OWN: Final = 768 * _MIB
"""Memory for the interpreter, the libraries, and writing and checking a certificate."""
_THREAD: Final = 96 * _MIB
"""The addresses that a thread sets apart for its stack and its own small objects."""
_LARGEST_FILE: Final = 1 << 30


def set_limits(memory: int, threads: int) -> None:
    """Have the system refuse memory far above the limit of the search, and files of more than a gibibyte.

    Where it cannot (on Windows, and for memory on macOS), the search's own limit is all there is.
    """
    try:
        import resource
    except ImportError:
        return
    os.nice(5)  # the page should stay quick
    for kind, most in (
        (resource.RLIMIT_AS, 2 * memory + _OWN + _THREAD * threads),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            continue


def machine_memory() -> int | None:
    """The bytes of memory that the machine has; `None` where it does not say.

    >>> (machine_memory() or 2**30) > 2**20
    True
    """
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
