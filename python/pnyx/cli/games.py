"""`pnyx games`: list the built-in games."""

from __future__ import annotations

import json
from dataclasses import asdict

from pnyx.cli.group import ANSWERED
from pnyx.cli.options import JsonOption
from pnyx.cli.output import emit, option_lines


def games(as_json: JsonOption = False) -> int:
    """List the built-in games with their goals and options."""
    import pnyx

    if as_json:
        emit(json.dumps({"games": [asdict(info) for info in pnyx.games().values()]}))
        return ANSWERED
    for place, info in enumerate(pnyx.games().values()):
        if place:
            emit()
        emit(f"{info.name}: {info.description}")
        emit(f"  start: {info.start}")
        emit(f"  goals: {', '.join(info.goals)}")
        for line in option_lines(info.options):
            emit(line)
    return ANSWERED
