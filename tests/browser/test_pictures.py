"""The pictures of the page in the documentation: what they show, and that the window holds it.

With PNYX_SCREENSHOTS set they are also written into `docs/images`.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

import pytest

from browser.asking import proof_of
from browser.visiting import LONG_MATE, LONG_SEARCH, PHONE, Visit, chess, small_teeko
from support.places import ROOT

IMAGES = ROOT / "docs" / "images"
WRITES = bool(os.environ.get("PNYX_SCREENSHOTS"))
DESKTOP = {"viewport": {"width": 1440, "height": 900}}

Visits = Callable[..., Visit]


def take(seen: Visit, name: str) -> None:
    """A picture of what is in the window: it has the size of the window, which nothing sticks out of."""
    seen.page.mouse.move(0, 0)
    seen.page.wait_for_timeout(200)
    picture = seen.page.screenshot()
    width, height, dense = seen.page.evaluate("[innerWidth, innerHeight, devicePixelRatio]")
    assert picture.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", picture[16:24]) == (width * dense, height * dense)
    assert seen.page.evaluate("document.documentElement.scrollWidth") == width
    if WRITES:
        IMAGES.mkdir(exist_ok=True)
        (IMAGES / f"explorer-{name}.png").write_bytes(picture)


def walk(seen: Visit, plies: int, step: Callable[[], None]) -> None:
    """Go down the proof of the long mate."""
    seen.replies.first.wait_for()
    for ply in range(plies):
        step()
        seen.wait_for_line(ply + 1)
    assert len(seen.line) == plies
    assert seen.line[0].endswith("Rxh7+")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_proof(visit: Visits, server: str, scheme: str) -> None:
    proof = proof_of(server, LONG_MATE, goal="mate")
    seen = visit(f"#proof={proof}", color_scheme=scheme, **DESKTOP)
    walk(seen, 5 if scheme == "light" else 4, lambda: seen.page.keyboard.press("ArrowRight"))
    if scheme == "dark":
        seen.page.locator(".why .moves button").nth(3).click()
        headline = seen.page.locator(".why-headline")
        headline.wait_for()
        assert "?" in headline.inner_text(), "the move is a mistake"
        seen.page.locator(".why-result button").last.blur()
    take(seen, f"proof-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search(visit: Visits, scheme: str) -> None:
    seen = visit(chess(LONG_SEARCH), color_scheme=scheme, **DESKTOP)
    seen.step("search")
    seen.button("Find the value").click()
    seen.page.wait_for_function("() => document.querySelectorAll('.plot .curve').length === 2")
    seen.page.wait_for_timeout(6000 if WRITES else 0)  # curves of some length
    seen.page.locator(".stop").blur()
    take(seen, f"search-{scheme}")
    seen.button("Stop").click()
    assert "stopped" in seen.answer


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_play(visit: Visits, scheme: str) -> None:
    seen = visit(small_teeko(), color_scheme=scheme, **DESKTOP)
    seen.step("play")
    seen.button("Start the game").click()
    seen.button("Hint").click()
    seen.page.locator("#play .hinted:visible strong").wait_for()
    seen.page.get_by_text("Show the value of every move").click()
    seen.page.locator(".values .chip").first.wait_for()
    assert seen.page.locator(".on-board").count() == 3
    take(seen, f"play-{scheme}")


def test_setting_up(visit: Visits) -> None:
    seen = visit(chess(LONG_MATE), **DESKTOP)
    seen.page.get_by_text("Place pieces", exact=True).click()
    seen.page.locator(".piece").first.wait_for()
    assert seen.page.locator(".piece:visible").count() >= 12
    assert seen.position == LONG_MATE
    take(seen, "position-light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone(visit: Visits, server: str, scheme: str) -> None:
    proof = proof_of(server, LONG_MATE, goal="mate")
    seen = visit(f"#proof={proof}", color_scheme=scheme, **PHONE)
    walk(seen, 5, lambda: seen.replies.first.tap())
    seen.page.evaluate("scrollTo(0, 0)")
    take(seen, f"phone-{scheme}")
