"""The page as a visitor has it before them, with the words of its buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Request

LONG_MATE = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
"""Problem 281 of Reinfeld's Win at Chess: a mate in 13, solved at once."""

LONG_SEARCH = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 1"
"""Nobody mates here soon, and nothing shows it soon."""

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
"""A small one, held upright."""

STEPS = {"setup": "Position", "play": "Play", "search": "Search", "proof": "Proof"}


def chess(fen: str) -> str:
    """The address of a chess position."""
    return f"?game=chess&position={quote(fen)}"


def small_teeko() -> str:
    """The address of the small game that has a table, where the player on move wins in 11 plies."""
    return f"?game=lines:SmallTeeko&position={quote('.XOO/O.../...X/X... x')}"


class Visit:
    """One visitor."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.context = context
        self.server = server
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        # The browser notes every refusal of the server on the console; the page shows it to the visitor.
        refused = message.type == "error" and message.text.startswith("Failed to load resource")
        if message.type in ("error", "warning") and not refused:
            self.complaints.append(message.text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.server, "data:", "blob:")):
            self.strangers.append(request.url)

    def open(self, path: str = "") -> Visit:
        """Go to an address, and wait for the board."""
        self.page.goto(path or "/")
        self.page.locator("#board[data-waiting]").wait_for(state="detached")
        return self

    def step(self, name: str) -> None:
        """Open one of the steps."""
        self.page.get_by_role("tab", name=STEPS[name]).click()

    def square(self, name: str) -> Locator:
        """A square of the board."""
        return self.page.locator(f'.square[data-name="{name}"]')

    def button(self, words: str | re.Pattern[str]) -> Locator:
        """A button that can be seen."""
        return self.page.get_by_role("button", name=words).locator("visible=true")

    @property
    def field(self) -> Locator:
        """Where the text of a position stands."""
        return self.page.get_by_role("textbox", name="Position")

    @property
    def position(self) -> str:
        """The text of the position that is set up."""
        return self.field.input_value()

    @property
    def problem(self) -> str:
        """What the page says is wrong."""
        shown = self.page.locator(".problem:visible").first
        shown.wait_for()
        return shown.inner_text()

    def solve(self, path: str | None = None) -> str:
        """Ask for the value of the position and wait for the answer's headline."""
        if path is not None:
            self.open(path)
        self.step("search")
        self.button("Find the value").click()
        return self.answer

    @property
    def answer(self) -> str:
        """The headline of the answer, waited for."""
        headline = self.page.locator(".answer .headline")
        headline.wait_for(timeout=60_000)
        return headline.inner_text()

    def walk(self) -> None:
        """Open the proof of the first answer."""
        self.button("Walk through the proof").first.click()
        self.page.locator("#proof .replies").wait_for()

    @property
    def replies(self) -> Locator:
        """The moves of the node, as rows of the list."""
        return self.page.locator("button.reply")

    @property
    def line(self) -> list[str]:
        """The moves that led to the node."""
        return self.page.locator(".line button").all_inner_texts()[1:]

    def wait_for_line(self, plies: int) -> None:
        """Wait until the line has N moves."""
        self.page.wait_for_function(
            "count => document.querySelectorAll('.line button').length === count + 1", arg=plies
        )

    def pieces(self) -> dict[str, str]:
        """What stands on the board, as screen readers read it."""
        labels = self.page.locator(".square").evaluate_all("all => all.map(square => square.ariaLabel)")
        return dict(label.split(", ", 1) for label in labels if ", " in label)
