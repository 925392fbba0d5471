"""Boards of games written in Python: clicked to move, by mouse and by keyboard, on a wide screen and on a phone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from browser.visiting import PHONE, Visit

Visits = Callable[..., Visit]

SHOTS = os.environ.get("PNYX_OWN_BOARDS")
"""A folder for pictures of these games, to look at."""


def take(seen: Visit, name: str) -> None:
    """Nothing may stick out of the window."""
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if SHOTS:
        seen.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def game(name: str) -> str:
    return f"?game=support.board_games%3A{name}"


def selected(seen: Visit) -> list[str]:
    names = ".square.selected"
    return seen.page.locator(names).evaluate_all("all => all.map(square => square.dataset.name)")  # type: ignore[no-any-return]


def targets(seen: Visit) -> list[str]:
    names = ".square.target"
    return seen.page.locator(names).evaluate_all("all => all.map(square => square.dataset.name)")  # type: ignore[no-any-return]


def left(seen: Visit) -> list[str]:
    return seen.page.locator(".left:visible button").all_inner_texts()


def test_a_piece_is_put_where_one_clicks_and_the_game_is_played_to_its_end(visit: Visits) -> None:
    seen = visit(game("Crosses"))
    for square, piece in (("b1", "cross"), ("d1", "ring"), ("a1", "cross")):
        seen.square(square).click()
        seen.page.locator(f'.square[aria-label="{square}, {piece}"]').wait_for()
    seen.page.get_by_text("Cross has won: the game is over").wait_for()
    take(seen, "crosses")
    assert seen.pieces() == {"a1": "cross", "b1": "cross", "d1": "ring"}
    assert seen.page.locator(".picture .last-move").count() == 1
    seen.button("Take back").click()
    seen.page.locator('.square[aria-label="a1"]').wait_for()


def test_a_man_is_picked_up_and_put_down_and_what_squares_cannot_tell_is_asked(visit: Visits) -> None:
    seen = visit(game("Men"))
    seen.square("a2").click()
    assert (selected(seen), targets(seen), left(seen)) == (["a2"], ["a1"], [])
    seen.square("b2").click()
    assert (selected(seen), sorted(targets(seen))) == (["b2"], ["b1", "c2"])
    assert left(seen) == ["b2c2", "b2c2=S", "b2b1"]
    take(seen, "men-picked-up")
    seen.square("b2").click()
    assert (selected(seen), targets(seen), left(seen)) == ([], [], [])
    seen.square("b2").click()
    seen.square("c2").click()
    choices = seen.page.locator("#chooser .choices button")
    choices.first.wait_for()
    assert choices.all_inner_texts() == ["b2c2", "b2c2=S"]
    take(seen, "men-which")
    seen.page.locator("#chooser").get_by_role("button", name="Cancel").click()
    seen.page.wait_for_function("() => !document.querySelector('.square.selected')")
    assert (selected(seen), left(seen)) == ([], [])
    seen.square("c2").click()
    assert choices.all_inner_texts() == ["b2c2", "b2c2=S"], "nothing else comes to c2"
    seen.page.locator("#chooser").get_by_role("button", name="b2c2=S", exact=True).click()
    seen.page.locator('.square[aria-label="c2, A"]').wait_for()


def test_what_changes_more_or_fewer_squares_is_listed(visit: Visits) -> None:
    seen = visit(game("Sticks"))
    assert seen.page.locator(".square").count() == 4
    seen.square("a1").click()
    assert (selected(seen), targets(seen), left(seen)) == (["a1"], ["b1"], ["a", "ab"])
    take(seen, "sticks-left")
    seen.square("e1").click()
    assert (selected(seen), left(seen)) == (["e1"], ["de", "e"])
    seen.square("d1").click()
    seen.page.locator('.square[aria-label="d1"]').wait_for()
    assert seen.pieces().keys() == {"a1", "b1"}
    seen.square("a1").click()
    seen.page.locator(".left").get_by_role("button", name="a", exact=True).click()
    seen.page.locator('.square[aria-label="a1"]').wait_for()
    assert seen.page.locator(".left").is_hidden()
    seen.square("b1").click()
    seen.page.get_by_text("The first player has won: the game is over").wait_for()


def test_of_many_moves_the_one_that_more_clicks_would_rule_out_is_listed(visit: Visits) -> None:
    seen = visit(game("Handful"))
    seen.square("a1").click()
    assert seen.page.locator(".left .hint").inner_text() == "16 moves left: click another square"
    assert left(seen) == ["a"]
    seen.square("c1").click()
    assert left(seen) == ["ac", "abc", "acd", "abcd", "ace", "abce", "acde", "abcde"]
    seen.square("c1").click()
    seen.page.locator(".left").get_by_role("button", name="a", exact=True).click()
    seen.page.locator('.square[aria-label="a1"]').wait_for()
    assert len(seen.pieces()) == 4


def test_a_whole_game_by_keyboard(visit: Visits) -> None:
    seen = visit(game("Men"))
    seen.page.keyboard.press("b")
    assert seen.page.evaluate("document.activeElement.dataset.name") == "a1"
    seen.page.keyboard.press("ArrowUp")
    seen.page.keyboard.press("Enter")
    assert selected(seen) == ["a2"]
    assert seen.square("a2").get_attribute("aria-pressed") == "true"
    assert seen.page.locator("#announcer").inner_text() == "1 move left"
    seen.page.keyboard.press("Escape")
    assert (selected(seen), left(seen)) == ([], [])
    seen.page.keyboard.press("Enter")
    seen.page.keyboard.press("ArrowDown")
    seen.page.keyboard.press("Enter")
    seen.page.locator('.square[aria-label="a1, a"]').wait_for()
    assert seen.page.evaluate("document.activeElement.dataset.name") == "a1"
    assert "a1, a" in seen.page.evaluate("document.activeElement.ariaLabel")


def test_on_a_phone(visit: Visits) -> None:
    seen = visit(game("Men"), **PHONE)
    seen.square("b2").tap()
    assert left(seen) == ["b2c2", "b2c2=S", "b2b1"]
    take(seen, "men-phone")
    seen.page.locator(".left").get_by_role("button", name="b2b1").tap()
    seen.page.locator('.square[aria-label="b1, a"]').wait_for()


def test_moves_of_a_proof_are_walked_on_the_board(visit: Visits) -> None:
    seen = visit(game("Crosses"))
    assert seen.solve() == "A win for Cross"
    seen.walk()
    assert seen.page.locator(".arrow.frame").count() == 1
    seen.page.keyboard.press("ArrowRight")
    seen.wait_for_line(1)
    take(seen, "crosses-proof")
    seen.square("a1").click()
    seen.wait_for_line(2)


def test_advice_when_a_search_runs_out(visit: Visits) -> None:
    seen = visit("?game=chess")
    seen.step("search")
    seen.page.get_by_label("Nodes").fill("20")
    seen.button("Find the value").click()
    assert "Undecided" in seen.answer
    lines = seen.page.locator(".answer .advice li").all_inner_texts()
    assert lines == ["Next: a larger limit, such as 80 in “Nodes”.", lines[1]]
    assert lines[1].startswith("Or ")
    take(seen, "advice")
