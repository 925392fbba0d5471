"""The arguments that all experiments understand."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from pnyx.errors import InputError, quoted


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        given, rest = super().parse_known_args(args, namespace)
        # Asked for nothing in particular, an experiment shows all it has.
        given.asked = bool(given.table or given.figure)
        if not given.asked:
            given.table, given.figure = self.get_default("tables"), self.get_default("figures")
        return given, rest


def parser(name: str, description: str, tables: Sequence[str], figures: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The arguments that all experiments understand; a wrong one is an `InputError`.

    Without `--table` and `--figure` the namespace has all of both, and its `asked` is false.

    >>> arguments = parser("nobody-1999", "Count again.", ["1", "2"], ["speed"])
    >>> given = arguments.parse_args(["--table", "2", "--sample", "3"])
    >>> given.table, given.figure, given.sample, given.out, given.jobs, given.asked
    (['2'], [], 3, None, 1, True)
    >>> arguments.parse_args([]).table
    ['1', '2']
    """
    made = _Parser(prog=f"pnyx reproduce {name}", description=description, allow_abbrev=False)
    made.set_defaults(tables=list(tables), figures=list(figures))
    made.add_argument("--table", action="append", default=[], choices=list(tables), help="show this table; repeatable")
    made.add_argument(
        "--figure", action="append", default=[], choices=list(figures), help="draw this figure; repeatable"
    )
    made.add_argument("--sample", metavar="N", type=_count, help="only N problems, spread evenly over the set")
    made.add_argument("--out", metavar="DIR", type=Path, help="where results and figures go (runs/<date>)")
    made.add_argument("--jobs", metavar="J", type=_count, default=1, help="number of parallel searches (1)")
    return made


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {quoted(text)}")
    return int(text)
