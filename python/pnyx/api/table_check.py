"""A table examined by the rules in pure Python: `Table.check(checker="python")`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from pnyx import _core
from pnyx.api.position import Position
from pnyx.errors import CertificateError, InputError
from pnyx.reference.packing import Packing, packing_of
from pnyx.reference.rules import RuleBook, read_position
from pnyx.reference.table import TableFile, check_table

if TYPE_CHECKING:
    from pnyx.api.table import Table, TableProgress

_BETWEEN: Final = 0.1
"""Seconds between two reports."""


def check_in_python(
    table: Table,
    starts: Iterable[Position],
    sample: int | None,
    stop: _core.StopFlag | None,
    on_progress: Callable[[TableProgress], None] | None,
) -> int:
    """Examine a table without any native code but one helper, which is not believed for built-in games.

    The helper says which position a record is. For a built-in game that position is packed in Python and compared with
    the record. The positions of a game written in Python are objects that only the native module can pack: what it says
    is believed as far as two positions might have the same bytes.
    """
    file = TableFile(table.path)
    root = table.root
    game = root.python_game
    images: Packing
    if game is not None:
        native = _core.TableRules(game)
        rules, images = game, lambda position: [native.pack(position)]
        objects = [start.object for start in starts]
    else:
        rules = _rules(file, root)
        images = packing_of(rules, symmetry=file.symmetry)
        objects = [rules.parse(start.board) for start in starts]
    if getattr(rules, "repetition", "draw") != file.texts["repetition"]:
        raise CertificateError(f"its header says 'repetition: {file.texts['repetition']}', which the game's is not")

    def position_at(number: int) -> Any:
        try:
            found = root.native.unpacked(file[number][0])
            return found.object if game is not None else rules.parse(found.board)
        except InputError as error:
            raise CertificateError(str(error)) from None

    watch = _Watch(min(sample or len(file), len(file)), stop, on_progress)
    return check_table(file, rules, position_at, images, starts=objects, sample=sample, watch=watch)


def _rules(file: TableFile, root: Position) -> RuleBook[Any, Any]:
    if file.game == "graph":
        raise InputError(
            "there is no second reading of a graph's bytes: examine its table with the other checker, rust"
        )
    # The size of the board is that of the root.
    return read_position(file.game, root.board, file.options).rules


class _Watch:
    """Tells of the progress, and ends the check when the flag is set."""

    def __init__(
        self, total: int, stop: _core.StopFlag | None, listener: Callable[[TableProgress], None] | None
    ) -> None:
        self._total, self._stop, self._listener = total, stop, listener
        self._began = self._last = time.monotonic()

    def __call__(self, examined: int) -> None:
        if self._stop is not None and self._stop.is_set():
            raise InputError("the check ended early: stopped")
        now = time.monotonic()
        if self._listener is None or now - self._last < _BETWEEN:
            return
        from pnyx.api.table import TableProgress

        self._last, seconds = now, now - self._began
        rate = examined / seconds
        self._listener(TableProgress("valuing", self._total, examined, 0, 0, 0, seconds, rate))
