"""The page when its server ends and returns, and when it asks for a token."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from browser.visiting import LONG_SEARCH, Visit, chess
from support.web_client import PATIENCE, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TOKEN, OTHER = "blue-whales-sing-at-night", "grey-whales-sleep-all-day"
Opens = Callable[..., Visit]


@pytest.fixture
def port() -> int:
    """A port that is free, to be used again by the next server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found: int = listener.getsockname()[1]
        return found


@pytest.fixture
def opens(browser: Browser, port: int) -> Iterator[Opens]:
    """Opens the page of whatever listens at the port."""
    visits: list[Visit] = []

    def begin(path: str = "") -> Visit:
        address = f"http://127.0.0.1:{port}/"
        context = browser.new_context(base_url=address, reduced_motion="reduce")
        context.set_default_timeout(30_000)
        visits.append(Visit(context, address))
        return visits[-1].open(path)

    yield begin
    for each in visits:
        each.context.close()
    assert [message for each in visits for message in each.complaints] == []


def end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)


def test_the_page_says_that_the_server_has_ended_and_takes_it_back(opens: Opens, port: int) -> None:
    with started("--port", str(port)) as (process, _):
        seen = opens(chess(LONG_SEARCH))
        place = seen.page.get_by_role("status").and_(seen.page.locator("#server-gone"))
        assert place.inner_text() == ""
        end(process)
        place.locator("p").wait_for()  # though nobody has done anything
    words = place.inner_text()
    assert words.startswith("The server has stopped or cannot be reached.")
    assert f"pnyx web --port {port}" in words
    before = seen.pieces()
    seen.square("c4").click()
    seen.square("d5").click()
    assert "The server does not answer" in seen.problem
    assert seen.pieces() == before, "what was there stays"
    with started("--port", str(port)):
        place.locator("p").wait_for(state="detached")
        seen.page.locator("#announcer", has_text="The server is back.").wait_for(state="attached")
        assert seen.page.locator(".problem:visible").count() == 0
        seen.square("c4").click()
        seen.square("d5").click()
        seen.page.locator('.square[aria-label="d5, white pawn"]').wait_for()
        assert len(seen.pieces()) == len(before) - 1


def test_a_search_that_runs_when_the_server_is_killed(opens: Opens, port: int) -> None:
    with started("--port", str(port)) as (process, _):
        seen = opens(chess(LONG_SEARCH))
        seen.step("search")
        seen.button("Find the value").click()
        seen.page.locator(".live-title", has_text="Searching").wait_for()
        process.kill()
        seen.page.locator("#server-gone p").wait_for()
        assert "The server does not answer" in seen.problem
        seen.button("Find the value").wait_for()
    with started("--port", str(port)):
        seen.page.locator("#server-gone p").wait_for(state="detached")
        assert seen.page.locator(".problem:visible").count() == 0
        seen.button("Find the value").click()
        seen.button("Stop").click()
        assert seen.answer == "Undecided: you stopped the search"


def test_the_token_opens_the_page_and_leaves_the_address(opens: Opens, port: int) -> None:
    with started("--port", str(port), "--host", "0.0.0.0", "--token", TOKEN):
        seen = opens(f"?game=othello&token={TOKEN}")
        seen.page.wait_for_url(re.compile(r"game=othello"))
        assert "token" not in seen.page.url
        seen.page.reload()
        seen.page.locator("#board[data-waiting]").wait_for(state="detached")
        assert TOKEN not in seen.page.evaluate("document.cookie"), "scripts do not see it"
        stranger = seen.context.browser.new_context(base_url=seen.server).new_page()  # type: ignore[union-attr]
        stranger.goto("/")
        stranger.get_by_role("heading", name="This server needs a token").wait_for()
        stranger.context.close()
    with started("--port", str(port), "--host", "0.0.0.0", "--token", OTHER):
        place = seen.page.locator("#server-gone p", has_text="The server needs another token.")
        place.wait_for()
        another = seen.context.new_page()
        another.goto(f"/?token={OTHER}")
        another.locator("#board[data-waiting]").wait_for(state="detached")
        place.wait_for(state="detached")
