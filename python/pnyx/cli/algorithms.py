"""`pnyx algorithms`: how to search."""

from __future__ import annotations

from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit, option_lines

__all__ = ["algorithms"]


def algorithms() -> int:
    """List the algorithms with their sources, options and presets."""
    import pnyx

    for place, info in enumerate(pnyx.algorithms().values()):
        if place:
            emit()
        emit(f"{info.name}: {info.description}")
        emit(f"  source: {info.source}")
        emit(f"  threads: {'any number' if info.parallel else 'one'}")
        if info.presets:
            emit(f"  presets: {', '.join(info.presets)}")
        for line in option_lines(info.options):
            emit(line)
    return ANSWERED
