"""Files that are written after an answer was found: what cannot be written costs nothing else."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from pnyx.cli.group import ANSWERED, UNWRITTEN, complain
from pnyx.errors import InputError

__all__ = ["Saving"]


class Saving:
    """Writes files while an answer is shown, and says in the end what could not be written.

    >>> from pnyx.files import write_atomically
    >>> with Saving() as saving:
    ...     _ = saving.save(lambda: write_atomically("no/such/folder/answer", b"42"))
    ...     print("The answer is 42.")
    The answer is 42.
    >>> saving.status(0)
    3
    """

    def __init__(self) -> None:
        self._failures: list[str] = []

    def save(self, write: Callable[[], object]) -> str | None:
        """What was written, as a text; `None` if it could not be."""
        try:
            return str(write())
        except InputError as error:
            self._failures.append(str(error))
            return None

    def status(self, otherwise: int) -> int:
        """The exit status of a command that would end with another if all were written."""
        return UNWRITTEN if self._failures and otherwise == ANSWERED else otherwise

    def __enter__(self) -> Saving:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for failure in self._failures:
            complain(failure)
