"""What new visitors stumble over: mistakes in their own game, proofs not where they look, files of other games."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote_plus

import pytest

import pnyx
from browser.visiting import LONG_MATE, PHONE, Visit, chess

Visits = Callable[..., Visit]


def certificate(position: str, goal: str) -> bytes:
    found = pnyx.solve(position, goal=goal).certificate
    assert found is not None
    return found.data


def upload(seen: Visit, name: str, data: bytes) -> None:
    seen.step("proof")
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    seen.page.get_by_label("Open a certificate").set_input_files(file)  # type: ignore[arg-type]


def test_the_proof_step_offers_the_proofs_of_the_latest_answer(visit: Visits) -> None:
    seen = visit("?game=tic-tac-toe")
    assert seen.solve() == "A draw"
    seen.step("proof")
    assert seen.page.get_by_text("No proof is open").locator("visible=true").count() == 0
    assert seen.button("Walk through the proof").count() == 2
    seen.button("Walk through the proof").last.click()
    seen.page.locator("#proof .headline", has_text="X can hold at least a draw").wait_for()
    assert seen.button("Walk through the proof").count() == 1, "that of the other answer"
    seen.button("Walk through the proof").click()
    seen.page.locator("#proof .headline", has_text="X cannot force a win").wait_for()
    seen.page.get_by_role("heading", name="None of X's 9 moves wins").wait_for()
    seen.step("setup")
    seen.square("b2").click()
    seen.page.locator('.square[aria-label^="b2, "]').wait_for()
    seen.step("proof")
    assert seen.button("Walk through the proof").count() == 0, "the position is another one"


def test_a_proof_that_cannot_be_a_file_says_so_and_offers_none(visit: Visits) -> None:
    seen = visit("?game=support.web_games:Heaps")
    assert seen.solve() == "A win for the first player"
    seen.step("proof")
    seen.button("Walk through the proof").click()
    told = seen.page.locator(".unwritable")
    told.wait_for()
    assert "Heaps cannot write certificates: it has no 'move_text'" in told.inner_text()
    for name in ("Save certificate", "Verify with the second checker"):
        assert seen.button(name).locator("visible=true").count() == 0, name
    seen.open("?game=support.sample_games:Nim")
    seen.solve()
    seen.step("proof")
    seen.button("Walk through the proof").first.click()
    seen.button("Save certificate").wait_for()
    assert not told.is_visible()


def test_a_mistake_in_a_game_is_told_in_one_line_that_unfolds(visit: Visits) -> None:
    seen = visit("?game=support.web_games:Trap", **PHONE)
    seen.step("search")
    seen.button("Find the value").click()
    problem = seen.page.locator(".problem:visible")
    problem.wait_for()
    assert problem.locator("strong").inner_text() == "ZeroDivisionError: 3 left, and nobody thought of it"
    problem.get_by_text("Traceback", exact=True).click()
    assert seen.page.evaluate("document.documentElement.scrollWidth") == 360
    assert seen.page.get_by_text("Nodes/s").locator("visible=true").count() == 0, "nothing was searched"
    lines = problem.locator("pre").inner_text().splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert "web_games.py" in lines[1], "nothing of ours above it"
    assert len(lines) > 3


def test_a_game_that_cannot_be_opened_leaves_the_one_before(visit: Visits) -> None:
    seen = visit("?game=chess")
    choice = seen.page.get_by_label("Game", exact=True)
    choice.select_option("support.sample_games:Broken")
    assert "support.sample_games:Broken cannot be opened: ZeroDivisionError: a mistake in moves()" in seen.problem
    assert choice.input_value() == "chess"
    assert len(seen.pieces()) == 32
    choice.select_option("othello")
    seen.page.wait_for_function("() => location.search.includes('game=othello')")
    assert seen.page.locator(".problem:visible").count() == 0
    seen.open("?game=support.sample_games:Broken")
    assert "a mistake in moves" in seen.problem
    assert choice.input_value() == "tic-tac-toe"


def test_a_game_that_fails_to_draw_is_played_all_the_same(visit: Visits) -> None:
    seen = visit("?game=support.web_games:Failing")
    assert seen.problem.startswith("Failing.svg raised ZeroDivisionError: no sticks to draw")
    seen.page.get_by_role("img", name="Failing position").wait_for()
    seen.page.locator("#setup .moves button").first.click()
    seen.page.wait_for_function("() => document.querySelector('textarea').value === '(6, 1)'")
    seen.page.get_by_label("Game", exact=True).select_option("chess")
    seen.page.wait_for_function("() => location.search.includes('game=chess')")
    assert seen.page.locator(".problem:visible").count() == 0


def test_who_is_on_move_is_said(visit: Visits) -> None:
    seen = visit("?game=support.sample_games:Nim&position=2a")
    seen.page.get_by_role("heading", name="Ann to move: 2 moves").wait_for()
    seen.page.locator(".picture text", has_text="Ann to move").wait_for()
    seen.button("take2").click()
    seen.page.get_by_role("heading", name="Ann has won: the game is over").wait_for()
    assert "to move" not in seen.page.locator(".picture").inner_text()


def test_a_rejection_stands_above_the_proof_that_is_open_and_names_the_file_as_it_is(visit: Visits) -> None:
    seen = visit("?game=chess")
    good = certificate(LONG_MATE, "mate")
    upload(seen, "long.pnyx", good)
    seen.page.locator("#proof .headline").wait_for()
    upload(seen, "bad.pnyx", good.replace(b"goal: mate", b"goal: win "))
    assert seen.problem.startswith("bad.pnyx was rejected: ")
    assert seen.problem.endswith(" The proof below is the previous one.")
    assert "not accepted" not in seen.problem
    above, below = (seen.page.locator(f"#proof {place}").bounding_box() for place in (".problem:visible", ".headline"))
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


def test_the_address_names_the_game_of_the_proof(visit: Visits) -> None:
    seen = visit("?game=othello")
    upload(seen, "long.pnyx", certificate(LONG_MATE, "mate"))
    seen.page.wait_for_url(re.compile(r"game=chess.*#proof="))
    assert LONG_MATE in unquote_plus(seen.page.url)
    seen.page.reload()
    seen.page.locator("#proof .headline").wait_for()
    seen.step("setup")
    assert seen.position == LONG_MATE


def test_a_small_tree_takes_no_more_room_than_it_needs(visit: Visits) -> None:
    seen = visit("?game=chess", viewport={"width": 1440, "height": 900})
    upload(seen, "short.pnyx", certificate("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "mate"))
    seen.page.locator(".tree-row").nth(1).wait_for()
    assert seen.page.evaluate("document.querySelector('.tree').offsetHeight") < 100


def test_moves_are_written_as_they_are(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE))
    moves = seen.page.locator("#setup .moves button").first
    assert moves.evaluate("move => getComputedStyle(move).fontFeatureSettings") == '"calt" 0'


@pytest.mark.parametrize("kind", [{}, PHONE], ids=["desktop", "phone"])
def test_own_pictures_fit(visit: Visits, kind: dict[str, object]) -> None:
    seen = visit("?game=browser.painted:Painted", **kind)
    seen.page.get_by_role("img", name="7 sticks, Ann to move").wait_for()
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= seen.page.evaluate("innerWidth")
