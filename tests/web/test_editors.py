"""Setting up positions by pressing squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import pnyx
from pnyx import draw
from pnyx.web.editing import edited
from pnyx.web.editors import is_editable
from pnyx.web.errors import ApiError
from pnyx.web.games import Games
from pnyx.web.states import state
from support.svg import parsed
from support.web_client import explorer

EDITABLE = sorted(game for game in pnyx.games() if is_editable(game))
GAMES = Games()
EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer("support.sample_games:Nim") as client:
        yield client


def change(client: httpx.Client, game: str, position: str | None, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/edit", json={"game": game, "position": position, **body})
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_all_board_games_can_be_edited() -> None:
    assert set(pnyx.games()) - set(EDITABLE) == {"graph"}


def test_a_mate_is_set_up_from_nothing(client: httpx.Client) -> None:
    found = change(client, "chess", None, 422, clear=True)
    assert found["text"] == EMPTY
    assert "a king is missing" in found["error"]
    parsed(found["svg"])
    assert len(found["squares"]) == 64
    assert len(found["palette"]) == 12
    text = found["text"]
    for square, piece in (("c8", "K"), ("a1", "R"), ("b6", "P"), ("a7", "p"), ("b7", "p"), ("b8", "b")):
        text = change(client, "chess", text, 422, square=square, piece=piece)["text"]
    done = change(client, "chess", text, square="a8", piece="k")
    assert done["text"] == "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
    assert pnyx.solve(done["text"], "mate").proven


@pytest.mark.parametrize("game", EDITABLE)
def test_every_piece_can_be_put_on_a_square_and_taken_off(game: str) -> None:
    start = state(GAMES.find(game, None, {}))
    squares = [square["name"] for square in start["squares"]]
    for entry, square in zip(start["palette"], squares[1::3], strict=False):
        put = changed(game=game, square=square, piece=entry["piece"])
        off = changed(game=game, position=put["text"], square=square, piece=None)
        assert off["text"] != put["text"] or entry["piece"] in ("region", "outside"), (entry, square)
        assert game == "connect-four" or square not in occupied(off), (entry, square)
        assert put["text"] == start["text"] or off["text"] != start["text"] or square not in occupied(start), (
            entry,
            square,
        )
    assert not occupied(changed(game=game, clear=True))


def changed(**body: Any) -> dict[str, Any]:
    """What is there after a change, whether it is a position or not."""
    try:
        return edited(GAMES, body)
    except ApiError as error:
        return error.more


def occupied(shown: dict[str, Any]) -> set[str | None]:
    """The squares on which something is drawn."""
    return {use.get("data-square") for use in parsed(shown["svg"]).iter("{http://www.w3.org/2000/svg}use")}


@pytest.mark.parametrize("game", [game for game in EDITABLE if game not in ("tic-tac-toe", "connect-four")])
def test_the_other_side_can_move(game: str) -> None:
    for player in pnyx.position(game).players:
        found = changed(game=game, turn=player)
        assert found.get("turn", player) == player, player
        again = changed(game=game, position=found["text"], turn=player)
        assert again["text"] == found["text"], player


@pytest.mark.parametrize(
    ("game", "before", "body", "after"),
    [
        ("tic-tac-toe", "X../.../... o", {"square": "b2", "piece": "O"}, "X../.O./... x"),
        ("connect-four", "4455", {"square": "4", "piece": "X"}, None),
        ("othello", None, {"square": "a1", "piece": "O"}, "O" + pnyx.position("othello").text[1:]),
        ("checkers", "B:W21:B1", {"square": "2", "piece": "W"}, "B:W21,K2:B1"),
        ("lines-of-action", "x7/8/8/8/8/8/8/o7 b", {"turn": "white"}, "x7/8/8/8/8/8/8/o7 w"),
        ("chess", "7k/8/8/8/8/8/8/RN2K3 w Q - 5 9", {"square": "b1", "piece": None}, "7k/8/8/8/8/8/8/R3K3 w Q - 0 9"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", {"square": "d4", "piece": "K"}, "4k3/8/8/8/3K4/8/8/R7 w - - 0 1"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 1+2 0 1", {"turn": "black"}, "4k3/8/8/8/8/8/8/4K3 b - - 1+2 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1", {"turn": "black"}, "4k3/8/8/8/8/8/8/4K3[Qp] b - - 0 1"),
        ("chess", "1k6/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1c1", {"turn": "white"}, "1k6/8/8/8/8/8/8/2R1K3 w - - 0 1"),
    ],
)  # fmt: skip
def test_one_change(
    client: httpx.Client, game: str, before: str | None, body: dict[str, Any], after: str | None
) -> None:
    found = change(client, game, before, **body)
    assert after is None or found["text"] == after
    assert found["text"] == pnyx.position(game, found["text"]).text


def test_discs_fall(client: httpx.Client) -> None:
    text = change(client, "connect-four", None, square="4", piece="X")["text"]
    assert text == "......./......./......./......./......./...X... o"
    text = change(client, "connect-four", text, square="4", piece="O")["text"]
    assert text == "......./......./......./......./...O.../...X... x"
    assert change(client, "connect-four", text, 422, square="1", piece=None)["error"].startswith("column 1 is empty")


def test_a_size_is_kept(client: httpx.Client) -> None:
    found = change(client, "othello", None, options={"size": "4"}, square="a1", piece="X")
    assert (found["text"], found["options"]) == ("X----OX--XO----- X", {"size": "4"})


@pytest.mark.parametrize(
    ("game", "body", "words"),
    [
        ("graph", {"square": "A", "piece": "x"}, "type the position"),
        ("support.sample_games:Nim", {"square": "A", "piece": "x"}, "type the position"),
        ("chess", {"square": "a9", "piece": "K"}, "expected a square from 'a1' to 'h8', not 'a9'"),
        ("chess", {"square": ["a1"], "piece": "K"}, "expected a square"),
        ("chess", {"square": "a1", "piece": "X"}, "unknown piece 'X'"),
        ("chess", {"square": "a1", "piece": {}}, "unknown piece"),
        ("chess", {"turn": "x"}, "unknown player 'x'"),
        ("tic-tac-toe", {"turn": "o"}, "follows from the stones"),
        ("chess", {"position": "nonsense", "square": "a1", "piece": "K"}, "expected a chess position as FEN"),
        ("tic-tac-toe", {"position": "X/" * 5000, "square": "a1", "piece": "X"}, "at most 2,000 characters"),
        ("go-one-eye", {"position": "X", "square": "a1", "piece": "X"}, "expected"),
        ("chess", {"options": {"syzygy": "/"}, "square": "a1", "piece": "K"}, "names files"),
    ],
)
def test_what_cannot_be_changed(client: httpx.Client, game: str, body: dict[str, Any], words: str) -> None:
    answer = client.post("/api/edit", json={"game": game, **body})
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_pieces_are_signs_of_the_notation() -> None:
    assert list(draw.pieces("chess")) == list("PNBRQKpnbrqk")
    assert draw.pieces("horde") == draw.pieces("chess")
    assert draw.pieces("graph") == {}
