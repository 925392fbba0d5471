"""`pnyx uci`: the UCI engine."""

from __future__ import annotations

import sys
from io import BufferedReader
from typing import cast

from pnyx.cli.group import ANSWERED
from pnyx.errors import InputError


def uci() -> int:
    """Run as a UCI engine that finds and proves mates, for chess programs and python-chess."""
    from pnyx.uci import serve

    if sys.stdin is None or sys.stdout is None:
        raise InputError("pnyx uci needs standard input and output, and one of them is closed")
    serve(cast(BufferedReader, sys.stdin.buffer), sys.stdout)
    return ANSWERED
