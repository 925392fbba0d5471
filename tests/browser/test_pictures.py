"""Pictures of the page for the documentation: taken into `docs/images` when PNYX_SCREENSHOTS is set."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from browser.asking import proof_of
from browser.visiting import LONG_MATE, LONG_SEARCH, PHONE, Visit, chess

pytestmark = pytest.mark.skipif(
    not os.environ.get("PNYX_SCREENSHOTS"), reason="PNYX_SCREENSHOTS is not set: no pictures are taken"
)

IMAGES = Path(__file__).parent.parent.parent / "docs" / "images"
DESK = {"viewport": {"width": 1440, "height": 900}}

Visits = Callable[..., Visit]


def take(seen: Visit, name: str) -> None:
    """A picture of what is in the window."""
    IMAGES.mkdir(exist_ok=True)
    seen.page.mouse.move(0, 0)
    seen.page.wait_for_timeout(200)
    seen.page.screenshot(path=IMAGES / f"explorer-{name}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_proof(visit: Visits, server: str, scheme: str) -> None:
    proof = proof_of(server, LONG_MATE, goal="mate")
    seen = visit(f"#proof={proof}", color_scheme=scheme, **DESK)
    for ply in range(5 if scheme == "light" else 4):
        seen.page.keyboard.press("ArrowRight")
        seen.wait_for_line(ply + 1)
    if scheme == "dark":
        seen.page.locator(".why .moves button").nth(3).click()
        seen.page.locator(".why-headline").wait_for()
        seen.page.locator(".why-result button").last.blur()
    take(seen, f"proof-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search(visit: Visits, scheme: str) -> None:
    seen = visit(chess(LONG_SEARCH), color_scheme=scheme, **DESK)
    seen.step("search")
    seen.button("Solve").click()
    seen.page.wait_for_timeout(6000)
    seen.page.locator(".stop").blur()
    take(seen, f"search-{scheme}")
    seen.button("Stop").click()
    assert seen.answer


def test_setting_up(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE), **DESK)
    seen.page.get_by_text("Place pieces", exact=True).click()
    take(seen, "position-light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone(visit: Visits, server: str, scheme: str) -> None:
    proof = proof_of(server, LONG_MATE, goal="mate")
    seen = visit(f"#proof={proof}", color_scheme=scheme, **PHONE)
    for ply in range(5):
        seen.replies.first.tap()
        seen.wait_for_line(ply + 1)
    seen.page.evaluate("scrollTo(0, 0)")
    take(seen, f"phone-{scheme}")
