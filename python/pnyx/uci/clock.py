"""Time management: the seconds for a move."""

from __future__ import annotations

from pnyx.uci.protocol import Go

_MOVES_TO_GO = 30
"""The moves for which a clock without a control must last."""

_LEAST = 0.001


def allotted(go: Go, white: bool, overhead: int) -> float | None:
    """The seconds for a move, or `None` when no clock runs; `overhead` are milliseconds lost on the way.

    >>> allotted(Go(movetime=500), True, 20)
    0.5
    >>> allotted(Go(wtime=60_020, btime=1), True, 20)
    2.0
    """
    if go.movetime is not None:
        return max(go.movetime / 1000, _LEAST)
    left, gain = (go.wtime, go.winc) if white else (go.btime, go.binc)
    if left is None:
        return None
    usable = max(left - overhead, 0) / 1000
    share = usable / (go.movestogo or _MOVES_TO_GO) + 0.75 * max(gain or 0, 0) / 1000
    return max(min(share, 0.5 * usable if (go.movestogo or 2) > 1 else 0.9 * usable), _LEAST)
