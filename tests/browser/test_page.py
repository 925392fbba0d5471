"""The page as a whole: links, keyboard, dark, phones, games written in Python."""

from __future__ import annotations

import re
from collections.abc import Callable

from browser.visiting import LONG_MATE, PHONE, STEPS, Visit, chess

Visits = Callable[..., Visit]


def colours(seen: Visit) -> tuple[int, int]:
    """How light the paper and the ink are, from 0 to 765."""
    style = "getComputedStyle(document.documentElement)"
    found = seen.page.evaluate(f"() => [{style}.backgroundColor, {style}.color]")
    paper, ink = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in found)
    return paper, ink


def test_a_link_leads_to_the_same_position(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE), permissions=["clipboard-read", "clipboard-write"])
    seen.square("c7").click()
    seen.square("h7").click()
    seen.page.locator('.square[aria-label="h7, white rook"]').wait_for()
    seen.button("Copy link").click()
    seen.button("Link copied").wait_for()
    link = seen.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(seen.server)
    other = visit(link.removeprefix(seen.server))
    assert other.position == seen.position
    assert other.pieces() == seen.pieces()


def test_a_link_can_name_options_and_a_goal_and_a_wrong_one_is_explained(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe&o.rows=4&o.columns=4&o.k=4&goal=draw-or-better")
    assert seen.page.locator(".square").count() == 16
    seen.step("search")
    assert seen.page.get_by_label("Question").input_value() == "draw-or-better"
    seen.open("?game=chess&position=nonsense")
    assert "nonsense" in seen.problem
    assert seen.page.locator(".square").count() == 64
    seen.open("/#proof=gone")
    assert "no longer stored" in seen.problem


def test_everything_is_done_by_keyboard_alone(visit: Visits) -> None:
    seen = visit("?game=chess")
    page, keys = seen.page, seen.page.keyboard
    keys.press("?")
    page.get_by_role("heading", name="Keyboard").wait_for()
    keys.press("Escape")
    keys.press("b")
    focused = "document.activeElement.dataset.name"
    start = page.evaluate(focused)
    assert re.fullmatch("[a-h][1-8]", start)
    while not page.evaluate(focused).endswith("2"):
        keys.press("ArrowDown" if int(page.evaluate(focused)[1]) > 2 else "ArrowUp")
    while not page.evaluate(focused).startswith("e"):
        keys.press("ArrowRight")
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("Enter")
    page.locator('.square[aria-label="e4, white pawn"]').wait_for()
    keys.press("u")
    page.locator('.square[aria-label="e2, white pawn"]').wait_for()
    seen.open(chess(LONG_MATE))
    keys.press("3")
    keys.press("s")
    assert seen.answer == "A win for White"
    keys.press("Enter")
    page.locator("button.reply").first.wait_for()
    keys.press("ArrowRight")
    seen.wait_for_line(1)
    keys.press("w")
    keys.press("ArrowLeft")
    seen.wait_for_line(0)
    keys.press("w")
    assert page.evaluate("document.activeElement.closest('.why') !== null")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_dark_is_the_systems_choice_or_the_visitors(visit: Visits) -> None:
    dark = visit("?game=chess", color_scheme="dark")
    paper, ink = colours(dark)
    assert paper < 200 < 500 < ink
    dark.button("Use light colours").click()
    paper, ink = colours(dark)
    assert ink < 200 < 500 < paper
    dark.page.reload()
    assert colours(dark) == (paper, ink), "the choice is remembered"


def test_nothing_sticks_out_on_a_phone(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE), **PHONE)
    sizes = []
    seen.page.get_by_text("Place pieces", exact=True).tap()
    for step in STEPS:
        seen.step(step)
        sizes.append(seen.page.evaluate("document.documentElement.scrollWidth"))
    seen.solve()
    seen.walk()
    for ply in range(3):
        seen.replies.first.tap()
        seen.wait_for_line(ply + 1)
    sizes.append(seen.page.evaluate("document.documentElement.scrollWidth"))
    assert sizes == [360] * (len(STEPS) + 1)
    board = seen.page.locator("#board").bounding_box()
    assert board is not None
    assert board["width"] > 280


def test_a_game_written_in_python_is_played_solved_and_walked(visit: Visits) -> None:
    seen = visit()
    assert seen.page.get_by_label("Game", exact=True).input_value() == "support.sample_games:Nim"
    assert seen.position == "7a"
    seen.button("take1").click()
    seen.page.wait_for_function("() => document.querySelector('textarea').value === '6b'")
    assert seen.solve() == "A win for Bob"
    seen.walk()
    assert seen.replies.locator(".reply-move").all_inner_texts() == ["take2"]
    seen.page.keyboard.press("ArrowRight")
    seen.page.get_by_role("heading", name="Ann has 3 replies").wait_for()


def test_moves_with_commas_make_lines_and_links(visit: Visits) -> None:
    seen = visit()
    assert "win" in seen.solve("?game=support.web_games:Heaps").lower()
    seen.walk()
    for ply in (1, 2):
        seen.page.keyboard.press("ArrowRight")
        seen.wait_for_line(ply)
    assert [move for move in seen.line if "," not in move] == []
    seen.page.wait_for_url(re.compile("line=.*%22%2C%22"))
    seen.page.reload()
    seen.wait_for_line(2)


def test_a_game_that_draws_itself_does_so_in_its_own_colours(visit: Visits) -> None:
    seen = visit("?game=browser.painted:Painted")
    image = seen.page.get_by_role("img", name="7 sticks")
    image.wait_for()
    assert image.evaluate("image => image.tagName === 'IMG' && image.naturalWidth > 0")
    seen.button("take3").click()
    seen.page.get_by_role("img", name="4 sticks").wait_for()


def test_only_this_server_is_asked_and_nothing_foreign_may_run(visit: Visits) -> None:
    seen = visit("?game=chess")
    response = seen.page.request.get("/")
    assert "default-src 'self'" in response.headers["content-security-policy"]
    scripts = seen.page.locator("script").evaluate_all("all => all.map(script => script.src)")
    assert [script for script in scripts if not script.startswith(seen.server)] == []
    assert seen.page.locator("[style]").count() == seen.page.locator(".board[style], .square[style]").count()
