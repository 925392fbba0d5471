"""Whole games against Pnyx in the browser: with hints, take-back and values, wide and on a phone, with keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.visiting import PHONE, Visit, small_teeko

Visits = Callable[..., Visit]
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LEAP = "?game=support.cyclic_game:Leap"

PYTHON_GAMES = {"support.three_mens_morris:ThreeMensMorris": "You have won"}
"""Games written in Python, and what comes of them if the visitor begins and follows the hints. The server has them."""


class Game:
    """A game in the Play tab."""

    def __init__(self, seen: Visit, *, second: bool = False, level: str = "perfect") -> None:
        self.seen = seen
        seen.step("play")
        if second:
            seen.page.locator("#play .switch label").nth(1).click()
        seen.page.get_by_label("How well Pnyx plays").select_option(level)
        seen.button("Start the game").click()
        self.settle()

    def settle(self) -> str:
        """Wait until it is the visitor's turn, or over; the headline then."""
        self.seen.page.wait_for_function(
            "() => /^(Your move|You |Pnyx has|A draw)/.test(document.querySelector('#play .headline').textContent)"
        )
        return self.headline

    @property
    def headline(self) -> str:
        return self.seen.page.locator("#play .headline").inner_text()

    @property
    def line(self) -> list[str]:
        return self.seen.page.locator("#play .line-text").inner_text().split()

    @property
    def said(self) -> str:
        return self.seen.page.locator("#play .said").first.inner_text()

    def move(self, name: str) -> str:
        """Make a move by its squares, or by its button where there are none, and wait for the answer."""
        before = len(self.line)
        squares = [self.seen.square(square) for square in re.findall("[a-z][0-9]", name)]
        if all(square.count() for square in squares) and squares:
            for square in squares:
                square.click()
        else:
            self.seen.page.locator("#play .valued", has_text=name).click()
        self.seen.page.wait_for_function(
            "count => document.querySelector('#play .line-text').textContent.split(' ').filter(Boolean).length > count",
            arg=before,
        )
        return self.settle()

    def hint(self) -> str:
        """Ask for a hint: the move it names."""
        self.seen.button("Hint").click()
        hinted = self.seen.page.locator("#play .hinted:visible strong")
        hinted.wait_for()
        return hinted.inner_text()


@pytest.mark.parametrize("kind", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_whole_game_of_tic_tac_toe_with_hints_and_take_back(visit: Visits, kind: dict[str, Any]) -> None:
    seen = visit("?game=tic-tac-toe", **kind)
    game = Game(seen)
    assert game.headline == "Your move: you are X"
    assert game.move("a1") == "Your move: you are X"
    assert game.said == "Pnyx played b2 proved: draw"
    game.move("b1")
    assert game.line[-1] == "c1", "the only answer"
    seen.button("Take back").click()
    assert game.line == ["a1", "b2"]
    assert seen.pieces() == {"a1": "cross", "b2": "ring"}
    seen.page.get_by_text("Show the value of every move").click()
    seen.page.locator(".values .chip").first.wait_for()
    assert set(seen.page.locator(".values .chip").all_inner_texts()) == {"draw"}
    assert seen.page.locator(".on-board").count() == 7
    seen.page.keyboard.press("v")
    seen.page.locator(".values .chip").first.wait_for(state="detached")
    while game.headline.startswith("Your move"):
        hinted = game.hint()
        assert seen.page.locator(".arrow.frame").count() == 1, hinted
        game.move(hinted)
    assert game.headline == "A draw"
    assert len(game.line) == 9
    assert seen.page.evaluate("document.documentElement.scrollWidth") == kind["viewport"]["width"]
    seen.button("Take back").click()
    assert game.headline == "Your move: you are X"
    seen.button("Resign").click()
    assert game.headline == "You resigned"
    seen.button("Play again").click()
    seen.page.wait_for_function("() => document.querySelector('#play .line-text').textContent === ''")
    assert game.settle() == "Your move: you are X"


def test_values_tell_a_blunder_from_a_good_move(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe")
    seen.square("a1").click()
    seen.square("a2").click()
    seen.page.wait_for_function("() => document.querySelector('textarea').value === '.../O../X.. x'")
    seen.button("Values of the moves").click()
    seen.page.locator(".moves .chip").first.wait_for()
    chips = dict(text.split(None, 1) for text in seen.page.locator(".moves > button").all_inner_texts())
    assert chips["b2"] == "win in 5 plies"
    assert chips["a3"] == "draw"
    kinds = seen.page.locator(".on-board").evaluate_all("all => all.map(chip => chip.textContent)")
    assert sorted(set(kinds)) == ["D", "W5"]
    seen.square("b2").click()
    seen.page.locator(".moves .chip").first.wait_for(state="detached")
    assert seen.page.locator(".on-board").count() == 0, "they were about the last position"


@pytest.mark.soak
def test_a_weak_level_can_be_beaten_and_says_what_it_is(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe")
    game = Game(seen, level="random")
    seen.page.get_by_text("Show the value of every move").click()
    while game.headline.startswith("Your move"):
        seen.page.locator(".values .chip").first.wait_for()
        game.move(seen.page.locator(".values .move-text").first.inner_text())
        if "played" in game.said:
            assert re.search("as level random plays|proved: win in 1 ply", game.said), game.line
    assert game.headline == "You have won"


def test_a_game_with_cycles_is_lost_or_drawn_by_repetition(visit: Visits) -> None:
    seen = visit(LEAP)
    game = Game(seen, second=True)
    assert game.said == "Pnyx played C proved: win in 3 plies"
    assert game.move("E") == "Pnyx has won"
    seen.button("New game").click()
    seen.page.locator("#play .switch label").first.click()
    seen.button("Start the game").click()
    game.settle()
    assert game.move("B") == "A draw: the position was on the board before"
    assert game.line == ["B", "A"]


@pytest.mark.parametrize("name", PYTHON_GAMES)
def test_a_whole_game_written_in_python_against_the_table(visit: Visits, name: str) -> None:
    seen = visit(f"?game={name}")
    game = Game(seen)
    game.move(game.hint())
    game.move(game.hint())
    seen.button("Take back").click()
    assert len(game.line) == 2
    while game.headline.startswith("Your move"):
        hinted = game.hint()
        assert "proved" in seen.page.locator("#play .hinted").inner_text(), hinted
        game.move(hinted)
        assert "proved" in game.said, hinted
    assert game.headline == PYTHON_GAMES[name]


@pytest.mark.parametrize("kind", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_kind_of_teeko_is_won_by_a_table_that_was_named(visit: Visits, kind: dict[str, Any]) -> None:
    """Every number here is the table's: a win in 11 plies is followed to its end, with one move taken back."""
    seen = visit(small_teeko(), **kind)
    game = Game(seen)
    said = []

    def follow() -> str:
        hinted = game.hint()
        said.append(seen.page.locator("#play .hinted").inner_text().removeprefix(f"Hint: {hinted} "))
        assert seen.page.locator(".arrow").count() == 1, hinted
        game.move(hinted)
        if game.headline.startswith("Your move"):
            said.append(game.said.partition(" proved: ")[2])
        return hinted

    follow()
    follow()
    hinted = follow()
    assert "A table of 43,067 positions" in seen.page.locator("#play").inner_text()
    seen.button("Take back").click()
    seen.page.get_by_text("Show the value of every move").click()
    first = seen.page.locator(".values .chip").first
    first.wait_for()
    assert first.inner_text() == "win in 7 plies"
    chips = seen.page.locator(".on-board").all_inner_texts()
    assert (len(chips), "W7" in chips) == (3, True), "one for each man"
    seen.square(hinted[:2]).click()
    chips = seen.page.locator(".on-board").all_inner_texts()
    assert (len(chips), "W7" in chips) == (seen.page.locator(".square.target").count(), True), "where it can go"
    seen.square(hinted[:2]).click()
    assert seen.page.locator(".on-board").count() == 3
    assert seen.page.locator(".picture .last-move").count() == 2, "what Pnyx has moved"
    seen.page.keyboard.press("v")
    game.move(hinted)
    while game.headline.startswith("Your move"):
        follow()
    assert game.headline == "You have won"
    wins = [f"proved: win in {plies} plies" for plies in (11, 9, 7, 5, 3)]
    losses = [f"loss in {plies} plies" for plies in (10, 8, 6, 4, 2)]
    assert said == [words for both in zip(wins, losses, strict=True) for words in both] + ["proved: win in 1 ply"]
    assert seen.page.evaluate("document.documentElement.scrollWidth") == kind["viewport"]["width"]


def test_a_game_is_played_by_keyboard_alone(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe")
    page, keys = seen.page, seen.page.keyboard
    keys.press("2")
    page.locator("#tab-play").focus()
    while page.evaluate("document.activeElement.textContent") != "Start the game":
        keys.press("Tab")
    keys.press("Enter")
    page.locator("#play .headline", has_text="Your move").wait_for()
    keys.press("b")
    keys.press("Enter")
    page.locator("#play .said", has_text="Pnyx played").wait_for()
    assert page.evaluate("document.activeElement.dataset.name") == "a1", "the keyboard keeps its place"
    keys.press("h")
    page.locator("#play .hinted:visible").wait_for()
    assert "Hint:" in page.locator("#announcer").inner_text()
    keys.press("v")
    page.locator(".values .chip").first.wait_for()
    keys.press("u")
    page.wait_for_function("() => document.querySelector('#play .line-text').textContent === ''")
    keys.press("n")
    seen.button("Start the game").wait_for()
