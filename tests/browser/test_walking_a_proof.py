"""The third step: through a proof, by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import pnyx
from browser.asking import proof_of
from browser.visiting import LONG_MATE, Visit

Visits = Callable[..., Visit]


@pytest.fixture(scope="module")
def proof(server: str) -> str:
    return proof_of(server, LONG_MATE, goal="mate")


@pytest.fixture
def walker(visit: Visits, proof: str) -> Visit:
    """A visitor before the proof of a long mate."""
    seen = visit(f"#proof={proof}")
    seen.replies.first.wait_for()
    return seen


def test_ten_plies_are_walked_by_mouse(walker: Visit) -> None:
    boards = set()
    for ply in range(10):
        row = walker.replies.first
        move = row.locator(".reply-move").inner_text()
        row.click()
        walker.wait_for_line(ply + 1)
        assert walker.line[-1] == move, ply
        boards.add(tuple(walker.pieces().items()))
    assert len(boards) == 10
    walker.page.wait_for_url(re.compile(r"line=(\w+%2C){9}\w+$"))
    walker.page.locator(".line button").nth(4).click()
    walker.wait_for_line(4)
    walker.page.wait_for_url(re.compile(r"line=(\w+%2C){3}\w+$"))
    walker.page.reload()
    walker.wait_for_line(4)


def test_ten_plies_are_walked_by_keyboard_and_back(walker: Visit) -> None:
    keys = walker.page.keyboard
    for ply in range(10):
        keys.press("ArrowDown" if ply == 1 else "Shift")
        keys.press("ArrowRight")
        walker.wait_for_line(ply + 1)
    for ply in (9, 8, 7):
        keys.press("ArrowLeft")
        walker.wait_for_line(ply)
    keys.press("Home")
    walker.wait_for_line(0)
    keys.press("End")
    walker.page.get_by_role("heading", name="The game ends: White wins").wait_for()
    assert walker.line[-1].endswith("#")


def test_replies_are_listed_with_sizes_and_lengths_and_walked_sideways(walker: Visit) -> None:
    walker.replies.first.click()
    walker.wait_for_line(1)
    walker.page.get_by_role("heading", name="Black has 2 replies").wait_for()
    sizes = [int(size) for size in walker.page.locator("button.reply .reply-size").all_inner_texts()]
    assert sizes == sorted(sizes, reverse=True)
    assert "at most" in (walker.replies.first.get_attribute("aria-label") or "")
    walker.page.get_by_label("Order of the moves").select_option("text")
    moves = walker.page.locator("button.reply .reply-move").all_inner_texts()
    walker.replies.first.click()
    walker.wait_for_line(2)
    assert walker.line[-1] == moves[0]
    walker.page.keyboard.press("]")
    walker.page.locator(".line [aria-current]", has_text=moves[1]).wait_for()
    walker.page.keyboard.press("[")
    walker.page.locator(".line [aria-current]", has_text=moves[0]).wait_for()


def test_moves_of_the_proof_are_played_on_the_board(walker: Visit) -> None:
    walker.square("c7").click()
    walker.square("h7").click()
    walker.wait_for_line(1)
    assert walker.line == ["Rxh7+"]


def test_why_not_another_move_is_answered_and_its_refutation_walked(walker: Visit) -> None:
    walker.page.locator(".why .moves").get_by_role("button", name="Rc1", exact=True).click()
    headline = walker.page.locator(".why-headline")
    headline.wait_for()
    assert re.match(r"1\.Rc1\? is refuted by 1\.\.\.\w+", headline.inner_text())
    refutation = headline.inner_text().split("...")[-1]
    walker.page.locator(".why-proof", has_text="White cannot force mate").get_by_role("button").click()
    walker.button("Back to the proof (from Rc1)").wait_for()
    assert walker.page.locator("#proof .headline").inner_text() == "White cannot force mate"
    assert walker.replies.locator(".reply-move").all_inner_texts() == [refutation]
    walker.button("Back to the proof (from Rc1)").click()
    walker.page.locator("#proof .headline", has_text="White mates").wait_for()


def test_another_move_on_the_board_asks_why_not(walker: Visit) -> None:
    walker.square("e3").click()
    walker.square("e8").click()
    walker.page.locator(".why-headline").wait_for()
    assert "Qe8? is refuted by" in walker.page.locator(".why-headline").inner_text()
    assert walker.line == []


def test_w_goes_to_other_moves_or_says_why_there_are_none(walker: Visit) -> None:
    keys, said = walker.page.keyboard, walker.page.locator(".why-none")
    announced = walker.page.locator("#announcer")
    keys.press("w")
    focused = walker.page.locator(".why .moves button:focus")
    focused.wait_for()
    assert not said.is_visible()
    keys.press("ArrowRight")
    walker.wait_for_line(1)
    assert not walker.page.locator(".why").is_visible()
    keys.press("w")
    said.wait_for()
    words = "Black is on move here, and the proof answers every move. Ask at a position where the proof chooses a move."
    assert (said.inner_text(), announced.inner_text()) == (words, words)
    keys.press("ArrowRight")
    walker.wait_for_line(2)
    assert not said.is_visible()
    keys.press("End")
    walker.page.get_by_role("heading", name="The game ends: White wins").wait_for()
    keys.press("w")
    said.wait_for()
    assert said.inner_text() == "The line ends here, so there is no move to ask about."


def test_lines_moves_and_positions_are_found(walker: Visit) -> None:
    page = walker.page
    field = page.get_by_role("searchbox", name="Go to or find")
    page.keyboard.press("/")
    field.fill("1. Rxh7+ Kg6 2. Qe8+ Kxh7")
    field.press("Enter")
    walker.wait_for_line(4)
    field.fill("1. Rxh7+ Kg6 2. Qa7")
    field.press("Enter")
    assert "no Qa7 after Rxh7+ Kg6: it continues with Qe8+" in walker.problem
    field.fill("Nf7")
    field.press("Enter")
    page.locator(".found li button").first.click()
    page.locator(".line [aria-current]", has_text="Nf7").wait_for()
    after = pnyx.position("chess", LONG_MATE).play("c7h7").play("h6h7")
    field.fill(f"{' '.join(after.board.split()[:4])} 77 99")
    field.press("Enter")
    walker.wait_for_line(2)
    assert walker.line == ["Rxh7+", "Kxh7"]
    field.fill("nowhere")
    field.press("Enter")
    page.locator(".found").get_by_text("is not in the proof").wait_for()


def test_the_tree_unfolds_and_leads_to_places(walker: Visit) -> None:
    page = walker.page
    page.keyboard.press("t")
    rows = page.locator(".tree-row")
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    page.wait_for_function("() => document.querySelectorAll('.tree-row').length === 4")
    assert rows.nth(0).get_attribute("aria-expanded") == "true"
    assert rows.nth(2).get_attribute("aria-level") == "3"
    page.keyboard.press("Enter")
    walker.wait_for_line(2)
    assert rows.nth(2).get_attribute("aria-selected") == "true"
    rows.nth(1).locator(".twig").click()
    page.wait_for_function("() => document.querySelectorAll('.tree-row').length === 2")
    rows.nth(0).locator(".tree-move").click()
    walker.wait_for_line(0)


def test_a_position_of_the_proof_is_set_up(walker: Visit) -> None:
    walker.replies.first.click()
    walker.wait_for_line(1)
    before = walker.pieces()
    walker.button("Use this position").click()
    walker.page.get_by_role("textbox", name="Position").wait_for()
    assert walker.pieces() == before
