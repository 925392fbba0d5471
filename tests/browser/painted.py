"""A game written in Python that draws itself, with styles of its own."""

from __future__ import annotations

from support.sample_games import Nim, NimPosition


class Painted(Nim):
    """Nim with sticks."""

    name = "sticks"

    def svg(self, position: NimPosition) -> str:
        sticks = "".join(f'<path class="stick" d="M{20 * stick + 20} 20v60"/>' for stick in range(position[0]))
        label = f'aria-label="{position[0]} sticks"'
        style = "<style>.stick { stroke: brown; stroke-width: 6 }</style>"
        return f'<svg width="200" viewBox="0 0 200 100" role="img" {label}>{style}{sticks}</svg>'
