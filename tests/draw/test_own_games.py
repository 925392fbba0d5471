"""Drawings of games written in Python: their own, or their text in a frame, with who is on move under either."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx import draw
from pnyx.cli import app
from pnyx.draw.own import Own
from pnyx.game.testing import ContractError, check_game
from support.page import Page
from support.sample_games import BareNim, Nim, NimPosition
from support.svg import SVG, words
from support.web_games import Drawn, Failing, Misdrawn, Unclosed


def own(svg: str) -> str:
    """The picture of a game that draws this."""

    class Heap:
        def svg(self, position: int) -> str:
            return svg

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return Own("heap", "7 left", status="Ann to move", python_game=Heap(), object=7).svg()


def sizes(svg: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """The size of a picture, and of the game's own drawing in it."""
    whole = ElementTree.fromstring(svg)
    (inner,) = whole.findall(f"{SVG}svg")
    (outer_x, outer_y), (x, y) = ((float(e.get("width", "")), float(e.get("height", ""))) for e in (whole, inner))
    return (outer_x, outer_y), (x, y)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('viewBox="0 0 40 20"', (300, 150)),
        ("viewBox='-1,-1 10 30'", (100, 300)),
        ('width="100%" height="100%" viewBox="0 0 40 20"', (300, 150)),
        ('width="80" viewBox="0 0 40 20"', (80, 40)),
        ('viewBox="0 0 40 20" height="10px"', (20, 10)),
        ('width="500" height="70"', (500, 70)),
    ],
)
def test_a_drawing_has_the_size_it_asks_for_and_without_one_a_usual_one(
    attributes: str, size: tuple[float, float]
) -> None:
    whole, inner = sizes(own(f"<svg {attributes} stroke='a > b'><g/></svg>"))
    assert inner == size
    assert size[0] < whole[0] < max(size[0] + 30, 170)
    assert size[1] < whole[1] < size[1] + 50
    assert sizes(own(f"<svg {attributes}/>"))[1] == size


def test_who_is_on_move_stands_under_it_and_its_name_is_kept() -> None:
    drawn = own('<svg viewBox="0 0 9 9" aria-label="7 sticks"><text>7</text></svg>')
    root = ElementTree.fromstring(drawn)
    assert words(root)[-1] == "Ann to move"
    assert root.get("aria-label") == "7 sticks, Ann to move"


def test_a_drawing_that_does_not_tell_its_size_stays_as_it_is() -> None:
    assert own('<svg width="4em"><g/></svg>') == '<svg width="4em"><g/></svg>'


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (Misdrawn(), "Misdrawn.svg must give a text that begins with '<svg', not 7"),
        (Unclosed(), "Unclosed.svg must give well-formed SVG, not '<svg><g></svg>': mismatched tag"),
        (Failing(), "Failing.svg raised ZeroDivisionError: no sticks to draw"),
    ],
)
def test_where_it_fails_the_text_is_shown_with_a_warning(game: Any, complaint: str, tmp_path: Path) -> None:
    position = pnyx.position(game)
    with pytest.warns(UserWarning, match=f"^{re.escape(complaint)}.*; the position is shown as its text$"):
        drawn = position._repr_svg_()
    assert words(ElementTree.fromstring(drawn)) == ["(7, 0)", "The first player to move"]
    error = ZeroDivisionError if isinstance(game, Failing) else ContractError
    with pytest.raises(error, match="no sticks" if error is ZeroDivisionError else re.escape(complaint)):
        check_game(game)
    file = tmp_path / "drawn.svg"
    shown = CliRunner().invoke(app, ["show", f"support.web_games:{type(game).__name__}", "--svg", str(file)])
    assert (shown.exit_code, file.read_text()) == (0, drawn)
    assert f"pnyx: {complaint}" in shown.stderr


def test_a_good_drawing_keeps_the_contract() -> None:
    check_game(Drawn())


def test_a_framed_text_says_who_is_on_move_and_how_it_ended() -> None:
    position = pnyx.position(Nim())
    assert str(position).splitlines()[-1] == "Ann to move"
    assert words(ElementTree.fromstring(draw.svg(position, last_move="take2")))[1:] == [
        "Ann to move",
        "last move: take2",
    ]
    over = pnyx.position(BareNim(1)).play("1")
    assert str(over).splitlines()[-1] == "The first player has won"


class Peaceful(BareNim):
    """Nobody wins."""

    def outcome(self, position: NimPosition) -> Any:
        return None if position[0] else "draw"


@pytest.mark.parametrize(
    ("position", "status"),
    [
        (pnyx.position("tic-tac-toe", "XXX/OO./... o"), "X has won"),
        (pnyx.position("tic-tac-toe", "XX./OO./... x"), "X to move"),
        (pnyx.position("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), "White has won: checkmate"),
        (pnyx.position("chess", "7k/8/8/8/8/8/8/K7 b - - 0 1"), "A draw"),
        (pnyx.position(Peaceful(1)).play("1"), "A draw"),
    ],
)
def test_nobody_is_to_move_when_the_game_is_over(position: pnyx.Position, status: str) -> None:
    assert str(position).splitlines()[-1] == status
    root = ElementTree.fromstring(draw.svg(position))
    assert words(root)[-1] == status
    assert root.get("aria-label", "").endswith(status) or position.python_game is not None


def test_answers_of_such_games_have_the_same_picture() -> None:
    page = Page(pnyx.solve(Nim())._repr_html_())
    assert words(page.drawings[0])[-1] == "Ann to move"
