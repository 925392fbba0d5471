"""`pnyx games`: what can be played."""

from __future__ import annotations

from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit, option_lines

__all__ = ["games"]


def games() -> int:
    """List the built-in games with their goals and options."""
    import pnyx

    for place, info in enumerate(pnyx.games().values()):
        if place:
            emit()
        emit(f"{info.name}: {info.description}")
        emit(f"  start: {info.start}")
        emit(f"  goals: {', '.join(info.goals)}")
        for line in option_lines(info.options):
            emit(line)
    return ANSWERED
