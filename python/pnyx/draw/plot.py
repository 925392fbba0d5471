"""Plots of numbers that change in steps, as SVG without any further library: the drawing of `Result.history`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from pnyx.draw.axis import Linear, Logarithmic, short
from pnyx.draw.canvas import FAINT, RULE, document, escape, label, number, width

_ACROSS, _DOWN = 560.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 50.0, 18.0, 34.0, 42.0
_LETTER: Final = 6.4
"""The width of a small letter, near enough."""


@dataclass(frozen=True)
class Series:
    """A number that keeps its value from each point to the next: points from left to right.

    >>> Series("proof", "#27608f", [(1, 1), (20, 5), (30, math.inf)]).points[-1]
    (30, inf)
    """

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


class Note(NamedTuple):
    """A line from top to bottom at a value, with a few words.

    >>> Note(20, "mate-in 3").text
    'mate-in 3'
    """

    x: float
    text: str


class _Room(NamedTuple):
    """The axes in place: from values to pixels, by halves from left to right."""

    across: Linear | Logarithmic
    down: Logarithmic

    def x(self, value: float) -> float:
        return round(2 * (_LEFT + self.across.place(value) * (_ACROSS - _LEFT - _RIGHT))) / 2

    def y(self, value: float) -> float:
        return round(_DOWN - _BOTTOM - self.down.place(value) * (_DOWN - _BOTTOM - _TOP), 1)


def plot(
    series: Sequence[Series],
    *,
    title: str,
    across: str,
    notes: Sequence[Note] = (),
    logarithmic: bool = False,
    size: int = 560,
) -> str:
    """Some series over one another; values on a logarithmic scale with places for 0 and infinity.

    `across` names what goes from left to right, which is on a logarithmic scale too if that is asked for.

    >>> print(plot([Series("proof", "#27608f", [(1, 1), (9, 0)])], title="Small", across="nodes").splitlines()[1])
    <title>Small</title>
    """
    points = [point for each in series for point in each.points]
    most_x = max((x for x, _ in points), default=1)
    most_y = max((y for _, y in points if math.isfinite(y)), default=1)
    room = _Room(Logarithmic(most_x, ends=False) if logarithmic else Linear(most_x), Logarithmic(most_y))
    body = [*_grid(room), *_notes(notes, room)]
    body += [_path(each, room) for each in series if each.points]
    body += [*_legend(series), label((_LEFT + _ACROSS - _RIGHT) / 2, _DOWN - 10, across, size=12, fill=FAINT)]
    ends = ", ".join(f"{each.name} {short(each.points[-1][1])}" for each in series if each.points)
    said = f"at the end, after {short(most_x)} {across}: {ends}" if ends else "nothing was recorded"
    return document(_ACROSS, _DOWN, body, title=title, description=said, scale=size / _ACROSS)


def _grid(room: _Room) -> list[str]:
    left, right, top, foot = _LEFT, _ACROSS - _RIGHT, _TOP, _DOWN - _BOTTOM
    lines, words = [], []
    for tick in room.down.ticks():
        y = room.y(tick)
        lines.append(f"M{number(left)} {number(y)}H{number(right)}")
        words.append(label(left - 7, y + 4, short(tick), size=11, fill=FAINT, anchor="end"))
    for tick in room.across.ticks():
        x = room.x(tick)
        lines.append(f"M{number(x)} {number(top)}V{number(foot)}")
        words.append(label(x, foot + 15, short(tick), size=11, fill=FAINT))
    return [f'<path d="{"".join(lines)}" fill="none" stroke="{RULE}" stroke-width="1"/>', *words]


def _notes(notes: Sequence[Note], room: _Room) -> list[str]:
    """Lines at the notes; words only where the words before leave room for them."""
    drawn, free = [], 0.0
    for x, text in notes:
        place = room.x(x)
        drawn.append(
            f'<path d="M{number(place)} {number(_TOP)}V{number(_DOWN - _BOTTOM)}" stroke="{FAINT}"'
            ' stroke-dasharray="3 3" fill="none"/>'
        )
        end = place + 4 + _LETTER * width(text)
        if place >= free and end < _ACROSS:
            drawn.append(label(place + 3, _TOP + 11, text, size=11, fill=FAINT, anchor="start"))
            free = end
    return drawn


def _path(series: Series, room: _Room) -> str:
    """Steps, with all points of one column of pixels drawn as one upright line, so that no peak is lost."""
    steps, last = "", math.nan
    for x, found in groupby(series.points, key=lambda point: room.x(point[0])):
        heights = [room.y(value) for _, value in found]
        stops = list(dict.fromkeys((heights[0], min(heights), max(heights))))
        stops += [heights[-1]] * (stops[-1] != heights[-1])
        if not steps:
            steps = f"M{number(x)} {number(heights[0])}"
        if stops != [last]:
            steps += f"H{number(x)}" + "".join(f"V{number(y)}" for y in stops)
        last = heights[-1]
    end = max((room.x(x) for x, _ in series.points), default=0)
    steps += f"H{number(end)}"
    return (
        f'<g data-series="{escape(series.name)}"><path d="{steps}" fill="none" stroke="{series.colour}"'
        ' stroke-width="1.8"/></g>'
    )


def _legend(series: Sequence[Series]) -> list[str]:
    drawn, x = [], _LEFT
    for each in series:
        drawn.append(f'<path d="M{number(x)} 18h18" stroke="{each.colour}" stroke-width="3" fill="none"/>')
        drawn.append(label(x + 24, 22, each.name, size=12, anchor="start"))
        x += 24 + 20 + _LETTER * width(each.name)
    return drawn
