"""The second step: asking, watching, stopping."""

from __future__ import annotations

import re
from collections.abc import Callable

from browser.visiting import LONG_MATE, LONG_SEARCH, Visit, chess

Visits = Callable[..., Visit]


def test_a_long_search_is_watched_and_stopped(visit: Visits) -> None:
    seen = visit(chess(LONG_SEARCH))
    seen.step("search")
    seen.button("Find the value").click()
    page = seen.page
    page.wait_for_function("() => document.querySelectorAll('.plot .curve').length === 2")
    page.get_by_text("The line being searched").wait_for()
    page.wait_for_function("() => /^[1-9][0-9,]*$/.test(document.querySelector('.figure.nodes dd').textContent)")
    figures = page.locator(".figure dd").all_inner_texts()
    assert len(figures) == 4
    assert [figure for figure in figures if not re.match("[0-9]", figure)] == []
    page.locator(".line-now", has_text="1. ").wait_for()
    assert "after" in (page.locator(".plot").get_attribute("aria-label") or "")
    assert "#job=" in page.url
    seen.button("Stop").click()
    assert "stopped" in seen.answer
    assert page.get_by_text("The line being searched").locator("visible=true").count() == 0
    assert seen.button("Walk through the proof").count() == 0


def test_a_search_is_found_again_when_the_page_is_loaded_again(visit: Visits) -> None:
    seen = visit(chess(LONG_SEARCH))
    seen.step("search")
    seen.page.keyboard.press("s")
    seen.page.locator(".plot .curve").first.wait_for()
    seen.page.reload()
    seen.page.get_by_text("The line being searched").wait_for()
    seen.page.keyboard.press("x")
    assert "stopped" in seen.answer


def test_the_shortest_mate_has_two_proofs(visit: Visits) -> None:
    seen = visit(chess("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1"))
    seen.step("search")
    seen.page.get_by_label("The shortest win").check()
    seen.button("Solve").click()
    assert seen.answer == "White mates in 2, and no sooner"
    assert seen.button("Walk through the proof").count() == 2


def test_a_goal_with_a_number_and_an_algorithm_with_options_are_asked_for(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE))
    seen.step("search")
    page = seen.page
    page.get_by_label("Question").select_option("mate-in N")
    page.get_by_label("N", exact=True).fill("2")
    page.locator("#search summary").get_by_text("Algorithm", exact=True).click()
    page.get_by_label("Algorithm", exact=True).select_option("df-pn")
    page.get_by_text("Options of the algorithm").click()
    page.get_by_label("epsilon").fill("1")
    seen.button("Solve").click()
    assert seen.answer == "White has no mate in 2"


def test_what_cannot_be_asked_is_explained(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE))
    seen.step("search")
    seen.page.get_by_label("Seconds").fill("1000000")
    seen.button("Find the value").click()
    assert "at most" in seen.problem
    seen.page.get_by_label("Seconds").fill("5")
    seen.page.locator("#search summary").get_by_text("Algorithm", exact=True).click()
    seen.page.get_by_label("Algorithm", exact=True).select_option("df-pn")
    seen.page.get_by_text("Options of the algorithm").click()
    seen.page.get_by_label("epsilon").fill("much")
    seen.button("Find the value").click()
    assert "epsilon" in seen.problem


def test_the_button_says_what_is_asked(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE))
    seen.step("search")
    page, question = seen.page, seen.page.get_by_label("Question")
    submit = page.locator("#search button[type=submit]")
    shortest = page.get_by_label("Find the shortest win")
    assert submit.inner_text() == "Find the value"
    question.select_option("mated-in N")
    assert submit.inner_text() == "Solve"
    assert page.get_by_label("N", exact=True).is_visible()
    shortest.check()
    assert (question.input_value(), submit.inner_text()) == ("mate", "Solve")
    question.select_option("mated")
    assert shortest.is_checked()
    question.select_option("Win, draw or loss?")
    assert submit.inner_text() == "Find the value"
    assert not shortest.is_checked()
    assert not page.get_by_label("N", exact=True).is_visible()


def test_goals_in_an_address_are_chosen(visit: Visits) -> None:
    for goal, chosen, number in (("mate-in+7", "mate-in N", "7"), ("mated", "mated", "3"), ("no-such", "", "3")):
        seen = visit(f"{chess(LONG_MATE)}&goal={goal}")
        seen.step("search")
        question = seen.page.get_by_label("Question")
        assert question.input_value() == chosen, goal
        assert seen.page.get_by_label("N", exact=True).input_value() == number, goal
