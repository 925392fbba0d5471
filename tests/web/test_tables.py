"""The explorer with tables that its command line named: what they are used for, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.api.loading import load_game
from pnyx.cli import app
from pnyx.web.games import Games
from pnyx.web.tables import Tables
from support.web_client import ended, explorer

LEAP = "support.cyclic_game:Leap"
CORNER = "X../.../... o"
"""After this move of the first player a table has fewer positions than the table of the whole game."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables that the server would not have made itself, and one of a board of another size."""
    folder = tmp_path_factory.mktemp("tables")
    pnyx.tabulate("tic-tac-toe", [CORNER], file=folder / "corner")
    leap = load_game(LEAP)
    pnyx.tabulate(leap, ["C"], file=folder / "leap")
    pnyx.tabulate(pnyx.position("tic-tac-toe", "../.. x", k=2), file=folder / "two")
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    named = [str(folder / name) for name in ("two", "corner", "leap")]
    with explorer(LEAP, tables=named, seconds=30.0, threads=2) as client:
        yield client


def answer(client: httpx.Client, kind: str, **body: Any) -> tuple[str, dict[str, Any]]:
    """The state of a job when it was asked, and its answer."""
    job = client.post(f"/api/{kind}", json=body)
    assert job.status_code == 201, job.text
    return job.json()["state"], ended(client, job.json()["job"])


def test_values_hints_and_replies_come_from_the_table_at_once(client: httpx.Client, folder: Path) -> None:
    size = len(pnyx.Table(folder / "corner"))
    for kind in ("moves", "reply", "hint"):
        state, job = answer(client, kind, game="tic-tac-toe", position=CORNER, line=["b2"])
        assert (state, job["answer"]["table"]) == ("done", size), kind
    assert size < 765
    _, job = answer(client, "reply", game="tic-tac-toe", line=["a1"])
    assert job["answer"]["table"] == 765, "where it knows nothing, the game is tabulated as always"


def test_a_game_written_in_python_has_its_table_too(client: httpx.Client, folder: Path) -> None:
    state, job = answer(client, "moves", game=LEAP, position="C")
    assert (state, job["answer"]["table"]) == ("done", len(pnyx.Table(folder / "leap", load_game(LEAP))))
    assert [(row["move"], row["value"]) for row in job["answer"]["moves"]] == [("E", "loss")]


def test_a_table_is_used_for_its_own_board_and_options(folder: Path, tmp_path: Path) -> None:
    games = Games()
    tables = Tables(games, [str(folder / "two")])
    for text, options, used in (("../.. x", {"k": "2"}, True), ("../.. x", {}, False), (None, {}, False)):
        shown = games.find("tic-tac-toe", text, options)
        assert bool(tables.places(shown, tmp_path)["given"]) == used, (text, options)


def test_a_table_that_is_damaged_later_on_is_said_to_be(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "damaged"
    data = bytearray((folder / "corner").read_bytes())
    data[data.index(b"\n\n") + 2] ^= 1  # in the first block: the header is as it was
    file.write_bytes(data)
    with explorer(tables=[str(file)]) as client:
        _, job = answer(client, "hint", game="tic-tac-toe", position=CORNER)
    assert job["state"] == "failed"
    assert job["error"] == f"{file} is damaged: the checksum of its positions 1 to 256 is wrong; build it again"


def test_what_is_refused_at_the_start(folder: Path, tmp_path: Path) -> None:
    def refused(file: Path, *games: str) -> str:
        done = CliRunner().invoke(app, ["web", "--no-browser", "--port", "0", *games, "--table", str(file)])
        assert (done.exit_code, done.stdout) == (2, "")
        return done.stderr

    assert "there is no file" in refused(tmp_path / "nothing")
    (tmp_path / "text").write_text("not a table of anything")
    assert "is no table of Pnyx" in refused(tmp_path / "text")
    (tmp_path / "short").write_bytes((folder / "corner").read_bytes()[:-9])
    assert "is damaged: it has" in refused(tmp_path / "short")
    other = refused(folder / "leap")
    assert other.startswith(f"pnyx: {folder / 'leap'} is a table of 'Leap', which is not among the games here: name")
    # A game of the same name by other rules: its repetitions mean something else.
    assert "is a table of Leap with the options" in refused(folder / "leap", "web.test_tables:Other")


class Other:
    """A game that calls itself as another one does."""

    name = "Leap"
    repetition = "impossible"

    def start(self) -> int:
        return 1

    def turn(self, position: int) -> int:
        return 0

    def outcome(self, position: int) -> int | None:
        return None if position else 0

    def moves(self, position: int) -> list[int]:
        return [1]

    def play(self, position: int, move: int) -> int:
        return position - move
