"""`pnyx algorithms`: list the search algorithms."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from pnyx.cli.group import ANSWERED
from pnyx.cli.options import JsonOption
from pnyx.cli.output import emit, option_lines

if TYPE_CHECKING:
    from pnyx.api.catalogue import AlgorithmInfo


def algorithms(as_json: JsonOption = False) -> int:
    """List the algorithms of `pnyx solve` and of `pnyx search` with their sources, options and presets."""
    import pnyx
    from pnyx.api.catalogue import searches

    known = {"solve": pnyx.algorithms(), "search": searches()}
    if as_json:
        emit(json.dumps({command: [asdict(info) for info in infos.values()] for command, infos in known.items()}))
        return ANSWERED
    for place, (command, infos) in enumerate(known.items()):
        if place:
            emit("\n")
        emit(f"pnyx {command} --algorithm")
        for info in infos.values():
            _show(info)
    return ANSWERED


def _show(info: AlgorithmInfo) -> None:
    emit()
    emit(f"{info.name}: {info.description}")
    emit(f"  source: {info.source}")
    emit(f"  threads: {'any number' if info.parallel else 'one'}")
    if info.presets:
        emit(f"  presets: {', '.join(info.presets)}")
    for line in option_lines(info.options):
        emit(line)
