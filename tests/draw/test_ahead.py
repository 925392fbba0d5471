"""Moves that can be played, drawn on boards: in every game, at the right squares."""

from __future__ import annotations

import re

import pytest

import pnyx
from pnyx import draw
from pnyx.draw.arrows import arrow
from pnyx.draw.ground import Grid
from support.all_games import STARTS, Start
from support.sample_games import Nim
from support.svg import SVG, classed, parsed


def ahead(position: pnyx.Position, *moves: str) -> str:
    return draw.ahead(position, {move: position.play(move) for move in moves}).svg()


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.label)
def test_every_move_of_every_game(start: Start) -> None:
    options = {name.replace("-", "_"): value for name, value in start.options}
    position = pnyx.position(start.game, start.text, **options)
    moves = position.moves()
    drawn = parsed(ahead(position, *moves))
    assert len(classed(drawn, "next-move")) == len([move for move in moves if move != "pass"])
    assert classed(drawn, "last-move") == []
    without = classed(parsed(draw.svg(position)), "next-move")
    assert without == []


def test_a_disc_falls_where_it_will_lie() -> None:
    position = pnyx.position("connect-four", "4455")
    frame = classed(parsed(ahead(position, "4")), "next-move")[0]
    disc = next(use for use in parsed(draw.svg(position)).iter(f"{SVG}use") if use.get("data-square") == "42")
    place = re.match(r"translate\((\S+) (\S+)\) scale\((\S+)\)", disc.get("transform") or "")
    assert place is not None
    x, y, scale = map(float, place.groups())
    left, top, across = (float(frame.get(name, "")) for name in ("x", "y", "width"))
    assert left + across / 2 == pytest.approx(x + 22.5 * scale, abs=0.1)
    assert top + across / 2 == pytest.approx(y - 22.5 * scale, abs=0.1), "one above"


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four", "othello", "go-one-eye"])
def test_a_move_is_not_taken_for_a_stone(game: str) -> None:
    position = pnyx.position(game)
    (frame,) = classed(parsed(ahead(position, next(move for move in position.moves() if move != "pass"))), "next-move")
    assert frame.tag == f"{SVG}rect"
    stones = "".join(piece.svg() for piece in draw.pieces(game).values())
    assert str(frame.get("stroke")) not in stones


def test_an_arrow_points_to_where_the_piece_goes() -> None:
    grid = Grid("ruled", 0, 0, 10, 8, 8)
    for way in ([(0, 0), (7, 0)], [(7, 7), (0, 0)], [(3, 3), (4, 5)], [(0, 0), (2, 2), (4, 0)]):
        path = arrow(grid, way)
        tip = "L{:g} {:g}L".format(*grid.centre(way[-1]))
        assert path.count(tip) == 1, way
        assert path.count("M") == len(way), f"{way}: a bar for each step, and the head"


def test_nothing_to_draw() -> None:
    assert arrow(Grid("ruled", 0, 0, 10, 8, 8), []) == ""


def test_other_pictures_stay_as_they_are() -> None:
    graph = pnyx.position("graph", "root A; repetition draw; A max: B C; B = win; C = draw")
    assert ahead(graph, "B") == draw.svg(graph)
    nim = pnyx.position(Nim())
    assert ahead(nim, "take3") == draw.svg(nim)
