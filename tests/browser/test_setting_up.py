"""The first step: positions by clicking, by moves, by text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from browser.visiting import LONG_MATE, Visit, chess

if TYPE_CHECKING:
    from playwright.sync_api import Route

NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}

Visits = Callable[..., Visit]


def placed(fen: str) -> dict[str, str]:
    """The pieces of a FEN by square, in words."""
    pieces = {}
    for row, rank in enumerate(fen.split()[0].split("/")):
        column = 0
        for sign in rank:
            if sign.isdigit():
                column += int(sign)
            else:
                colour = "white" if sign.isupper() else "black"
                pieces[f"{'abcdefgh'[column]}{8 - row}"] = f"{colour} {NAMES[sign.upper()]}"
                column += 1
    return pieces


def test_a_position_is_set_up_by_clicking_and_solved(visit: Visits) -> None:
    seen = visit("?game=chess")
    seen.page.get_by_text("Place pieces", exact=True).click()
    seen.button("Empty the board").click()
    assert "not a position yet" in seen.problem.lower()
    for square, piece in placed(LONG_MATE).items():
        seen.page.locator(f'.piece[title="{piece}"]').click()
        seen.square(square).click()
        seen.page.locator(f'.square[aria-label="{square}, {piece}"]').wait_for()
    seen.button("White to move").click()
    seen.page.locator("#setup .problem").wait_for(state="hidden")
    assert seen.pieces() == placed(LONG_MATE)
    assert seen.position.split()[:2] == LONG_MATE.split()[:2]
    assert seen.solve() == "A win for White"


def test_a_second_click_with_the_same_piece_takes_it_away(visit: Visits) -> None:
    seen = visit(chess("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"))
    seen.page.get_by_text("Place pieces", exact=True).click()
    seen.page.locator('.piece[title="white rook"]').click()
    seen.square("a1").click()
    seen.page.locator('.square[aria-label="a1, white rook"]').wait_for()
    seen.square("a1").click()
    seen.page.locator('.square[aria-label="a1"]').wait_for()
    assert len(seen.pieces()) == 3


def test_moves_are_played_by_clicking_from_and_to_and_taken_back(visit: Visits) -> None:
    seen = visit("?game=chess")
    start = seen.position
    seen.square("e2").click()
    assert seen.page.locator(".square.target").count() == 2
    seen.page.keyboard.press("Escape")
    assert seen.page.locator(".square.target, .square.selected").count() == 0
    seen.square("e2").click()
    seen.square("e4").click()
    seen.page.locator('.square[aria-label="e4, white pawn"]').wait_for()
    assert " b " in seen.position
    seen.button("Take back").click()
    seen.page.locator('.square[aria-label="e2, white pawn"]').wait_for()
    assert seen.position == start


def test_a_click_that_can_mean_several_moves_asks_which(visit: Visits) -> None:
    seen = visit(chess("8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    seen.square("a7").click()
    seen.square("a8").click()
    choices = seen.page.locator("#chooser .choices button")
    choices.first.wait_for()
    assert sorted(choices.all_inner_texts()) == ["a8=B", "a8=N", "a8=Q", "a8=R"]
    seen.page.locator("#chooser").get_by_role("button", name="a8=N").click()
    seen.page.locator('.square[aria-label="a8, white knight"]').wait_for()


def test_stones_are_put_where_one_clicks(visit: Visits) -> None:
    seen = visit("?game=connect-four")
    seen.square("4").click()
    seen.page.get_by_text("O to move", exact=True).wait_for()
    assert "...X..." in seen.position


def test_a_pasted_position_is_shown_and_a_wrong_one_is_explained_where_it_stands(visit: Visits) -> None:
    seen = visit("?game=chess")
    seen.field.fill("no position")
    seen.button("Show").click()
    assert "no position" in seen.problem
    seen.field.fill(LONG_MATE)
    seen.field.press("Enter")
    seen.page.locator('.square[aria-label="h3, black queen"]').wait_for()
    assert seen.page.locator(".problem:visible").count() == 0


def test_options_change_the_rules(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe")
    seen.page.get_by_text("Rules and options").click()
    for name in ("rows", "columns"):
        seen.page.get_by_label(name, exact=True).fill("4")
        seen.page.get_by_label(name, exact=True).press("Tab")
    seen.square("d4").click()
    seen.page.locator('.square[aria-label^="d4, "]').wait_for()
    assert "o.rows=4" in seen.page.url


def test_what_is_typed_while_the_server_answers_stays(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe")
    seen.page.get_by_text("Rules and options").click()
    held: list[Route] = []
    seen.page.route("**/api/position*", lambda route: held.append(route))
    seen.page.get_by_label("rows", exact=True).fill("4")
    with seen.page.expect_request("**/api/position*"):
        seen.page.get_by_label("rows", exact=True).press("Tab")
    columns = seen.page.get_by_label("columns", exact=True)
    columns.fill("5")
    (request,) = held
    request.continue_()
    seen.square("c4").wait_for()
    assert columns.input_value() == "5"
    seen.page.unroute("**/api/position*")
    columns.press("Tab")
    seen.square("e4").wait_for()


def test_every_kind_of_board_is_shown_and_a_move_is_played(visit: Visits) -> None:
    seen = visit("?game=chess")
    for game in ("othello", "checkers", "lines-of-action", "go-one-eye", "graph", "crazyhouse"):
        seen.page.get_by_label("Game", exact=True).select_option(game)
        seen.page.wait_for_function("name => location.search.includes(`game=${name}`)", arg=game)
        before = seen.position
        seen.page.locator("#setup .moves button").first.click()
        seen.page.wait_for_function("before => document.querySelector('textarea').value !== before", arg=before)
