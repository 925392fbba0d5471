"""Writing files beside an answer, which is shown even if a write fails; failures are reported at the end."""

from __future__ import annotations

from collections.abc import Callable

from pnyx.cli.group import ANSWERED, UNWRITTEN, complain
from pnyx.errors import InputError


class Saving:
    """Writes files while an answer is shown, and reports failed writes at the end.

    >>> from pnyx._util.files import write_atomically
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
        """The path of the written file; `None` if writing failed."""
        try:
            return str(write())
        except InputError as error:
            self._failures.append(str(error))
            return None

    def status(self, otherwise: int) -> int:
        """The exit status of a command: `status` if every file was written, else 3."""
        return UNWRITTEN if self._failures and otherwise == ANSWERED else otherwise

    def __enter__(self) -> Saving:
        return self

    def __exit__(self, *error: object) -> None:
        for failure in self._failures:
            complain(failure)
