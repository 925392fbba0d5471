"""A real server and a real browser; without them, the tests of the page are skipped and say what is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

import pnyx
from browser.visiting import Visit
from pnyx.api.loading import load_game
from support.places import EXPERIMENTS, TESTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_GAMES = (
    "support.sample_games:Nim",
    "support.web_games:Heaps",
    "browser.painted:Painted",
    "support.board_games:Crosses",
    "support.board_games:Men",
    "support.board_games:Sticks",
    "support.board_games:Handful",
    "support.web_games:Trap",
    "support.web_games:Failing",
    "support.cyclic_game:Leap",
    "support.three_mens_morris:ThreeMensMorris",
    "support.sample_games:Broken",
)
_GALLERY = EXPERIMENTS / "small-games"
_WITH_TABLE = "lines:SmallTeeko"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `pnyx web`, started as a user would, with games written in Python and a table of one of them."""
    for module in ("starlette", "uvicorn"):
        pytest.importorskip(module, reason=f"the explorer needs {module}: pip install pnyx[web]")
    table = tmp_path_factory.mktemp("tables") / "small-teeko.pnyxtable"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(_GALLERY)
        pnyx.tabulate(load_game(_WITH_TABLE), file=table)
    command = [sys.executable, "-m", "pnyx", "web", *_GAMES, _WITH_TABLE, "--table", str(table)]
    command += ["--port", "0", "--no-browser"]
    path = os.pathsep.join([str(TESTS), str(_GALLERY), *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, f"expected the server's address, got {line!r}"
            yield found[0]
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it; `PNYX_CHROMIUM` says where it is if not on the path."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: make browser installs it")
    place = os.environ.get("PNYX_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if place is None:
        pytest.skip("no chromium: make browser installs it, or PNYX_CHROMIUM can say where it is")
    # Chromium refuses its sandbox to root, which CI often is.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=place, args=arguments)
        yield launched
        launched.close()


@pytest.fixture
def visit(server: str, browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Opens the page in a browser of its own kind (`viewport`, `color_scheme`, ...).

    Afterwards nothing may have been written to its console, and nothing asked of other hosts.
    """
    visits: list[Visit] = []

    def begin(path: str = "", **kind: Any) -> Visit:
        context = browser.new_context(base_url=server, reduced_motion="reduce", **kind)
        context.set_default_timeout(20_000)
        visits.append(Visit(context, server))
        return visits[-1].open(path)

    yield begin
    for each in visits:
        each.context.close()
    assert [message for each in visits for message in each.complaints] == []
    assert [url for each in visits for url in each.strangers] == []
