"""The explorer's positions: what the page learns about games and positions, and what it may not ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest

import pnyx
from support.svg import parsed
from support.web_client import MATE_IN_2, explorer


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer(
        "support.sample_games:Nim",
        "support.sample_games:BareNim",
        "support.web_games:Drawn",
        "support.web_games:Misdrawn",
        "support.sample_games:Broken",
        "support.board_games:Crosses",
        "support.board_games:Men",
        "support.board_games:Sticks",
        "support.board_games:Boardless",
        "support.board_games:BothDrawn",
    ) as client:
        yield client


def state(client: httpx.Client, path: str = "position", **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(client: httpx.Client, path: str = "position", status: int = 422, **body: Any) -> str:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


class TestAbout:
    def test_names_all_games_those_of_the_command_line_first(self, client: httpx.Client) -> None:
        games = client.get("/api/about").json()["games"]
        assert [game["name"] for game in games[:2]] == ["support.sample_games:Nim", "support.sample_games:BareNim"]
        assert {game["name"] for game in games} >= pnyx.games().keys()
        chess = next(game for game in games if game["name"] == "chess")
        assert (chess["title"], chess["editable"], chess["python"]) == ("Chess", True, False)
        assert chess["goals"][0] == "mate"
        assert chess["players"] == ["white", "black"]
        assert {"name", "default", "meaning"} == chess["options"][0].keys()
        assert "syzygy" not in [option["name"] for option in chess["options"]]
        assert games[0]["python"]
        assert not games[0]["editable"]

    def test_names_algorithms_and_limits(self, client: httpx.Client) -> None:
        about = client.get("/api/about").json()
        assert {each["name"] for each in about["algorithms"]} == pnyx.algorithms().keys()
        assert about["limits"].keys() == {"jobs", "seconds", "memory_mib", "upload_bytes", "threads"}
        assert about["version"]


class TestPosition:
    @pytest.mark.parametrize("game", sorted(pnyx.games()))
    def test_every_game_has_a_start(self, client: httpx.Client, game: str) -> None:
        found = state(client, game=game)
        assert found["text"] == pnyx.position(game).text
        parsed(found["svg"])
        moves = pnyx.position(game).moves()
        assert [move["move"] for move in found["moves"]] == moves
        names = [square["name"] for square in found["squares"]]
        assert bool(names) == (game != "graph")
        for move in found["moves"]:
            assert move["to"] in names or game == "graph" or move["move"] == "pass", move
            assert move["from"] is None or move["from"] in names, move
        for entry in found["palette"]:
            assert entry["svg"].startswith("<svg "), entry
            assert entry["title"], entry

    @pytest.mark.parametrize("game", sorted(pnyx.games()))
    def test_every_move_can_be_played(self, client: httpx.Client, game: str) -> None:
        first = pnyx.position(game).moves()[0]
        after = state(client, "play", game=game, move=first)
        assert after["board"] == pnyx.position(game).play(first).board

    def test_moves_are_written_for_people(self, client: httpx.Client) -> None:
        moves = {move["move"]: move for move in state(client, game="chess", position=MATE_IN_2)["moves"]}
        assert moves["a1a6"] == {"move": "a1a6", "text": "Ra6", "from": "a1", "to": "a6"}

    def test_squares_lie_where_the_pieces_are_drawn(self, client: httpx.Client) -> None:
        found = state(client, game="chess", position="k7/8/8/8/8/8/8/7K w - - 0 1")
        squares = {square["name"]: square for square in found["squares"]}
        for use in parsed(found["svg"]).iter("{http://www.w3.org/2000/svg}use"):
            square = squares[use.get("data-square", "")]
            assert (use.get("transform") or "").startswith(f"translate({square['x']:g} {square['y']:g})"), use

    def test_options_are_kept(self, client: httpx.Client) -> None:
        found = state(client, game="tic-tac-toe", options={"rows": 4, "columns": "4", "k": "4"})
        assert found["text"] == "..../..../..../.... x"
        assert found["options"] == {"rows": "4", "columns": "4", "k": "4"}

    def test_an_option_about_the_first_move_goes_with_it(self, client: httpx.Client) -> None:
        options = {"exclude": "a1a6"}
        after = state(client, "play", game="chess", position=MATE_IN_2, options=options, move="a1a2")
        assert after["options"] == {}
        assert state(client, game="chess", position=after["text"], options=after["options"])["text"] == after["text"]

    def test_the_link_leads_back(self, client: httpx.Client) -> None:
        found = state(client, game="tic-tac-toe", position="X../... o", options={"rows": 2, "k": 2})
        asked = dict(parse_qsl(found["link"].removeprefix("?")))
        options = {name[2:]: value for name, value in asked.items() if name.startswith("o.")}
        again = state(client, game=asked["game"], position=asked["position"], options=options)
        assert again == found

    def test_an_end_has_no_moves(self, client: httpx.Client) -> None:
        found = state(client, game="tic-tac-toe", position="XXX/OO./... o")
        assert (found["outcome"], found["moves"]) == ("x", [])

    def test_a_region_is_marked(self, client: httpx.Client) -> None:
        found = state(client, game="chess", options={"region": "a1-b2"})
        assert found["svg"].count('class="mark goal"') == 4

    def test_a_drawing_can_be_saved(self, client: httpx.Client) -> None:
        answer = client.get("/api/svg", params={"game": "tic-tac-toe", "position": "X../... o", "o.rows": "2"})
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["content-disposition"] == 'attachment; filename="position.svg"'
        assert "sandbox" in answer.headers["content-security-policy"]
        parsed(answer.text)


class TestPythonGames:
    def test_a_notation_is_read(self, client: httpx.Client) -> None:
        text = state(client, game="support.sample_games:Nim")["text"]
        assert state(client, game="support.sample_games:Nim", position=text)["game"] == "support.sample_games:Nim"

    def test_without_a_notation_what_was_shown_is_known(self, client: httpx.Client) -> None:
        start = state(client, game="support.sample_games:BareNim")
        first = state(client, "play", game="support.sample_games:BareNim", move=start["moves"][0]["move"])
        second = state(
            client, "play", game="support.sample_games:BareNim", position=first["text"], move=first["moves"][1]["move"]
        )
        again = state(client, game="support.sample_games:BareNim", position=second["text"])
        assert {**again, "svg": ""} == {**second, "svg": ""}
        assert state(client, game="support.sample_games:BareNim", position=start["text"]) == start

    def test_without_a_notation_nothing_else_is(self, client: httpx.Client) -> None:
        words = refused(client, game="support.sample_games:BareNim", position="(9, 9)")
        assert words == (
            "BareNim has no method 'parse' and no 'position_text', so '(9, 9)' cannot be read: "
            "play to it from the start"
        )

    def test_its_own_drawing_is_shown(self, client: httpx.Client) -> None:
        assert state(client, game="support.web_games:Drawn")["svg"] == "<svg><title>7</title></svg>"

    def test_where_it_fails_to_draw_its_text_is_shown(self, client: httpx.Client) -> None:
        shown = state(client, game="support.web_games:Misdrawn")
        assert "The first player to move" in shown["svg"]
        complaint = "Misdrawn.svg must give a text that begins with '<svg', not 7; the position is shown as its text"
        assert shown["warning"] == complaint
        assert state(client, game="support.web_games:Drawn")["warning"] is None

    def test_its_mistakes_are_shown(self, client: httpx.Client) -> None:
        answer = client.post("/api/position", json={"game": "support.sample_games:Broken"})
        assert (answer.status_code, answer.json()["error"]) == (500, "ZeroDivisionError: a mistake in moves()")
        assert "sample_games.py" in answer.json()["traceback"].splitlines()[1], "without our own frames"

    def test_it_takes_no_options(self, client: httpx.Client) -> None:
        assert "takes no options" in refused(client, game="support.sample_games:Nim", options={"heap": 3})

    def test_others_are_not_loaded(self, client: httpx.Client) -> None:
        assert refused(client, game="support.sample_games:Ring").startswith("unknown game 'support.sample_games:Ring'")


class TestRefusals:
    @pytest.mark.parametrize(
        ("body", "words"),
        [
            ({}, "'game' must be a text, not None"),
            ({"game": 3}, "'game' must be a text, not 3"),
            ({"game": "ches"}, "did you mean 'chess'?"),
            ({"game": "chess", "position": "8/8/8/8/8/8/8/8 w - - 0 1"}, "a king is missing"),
            ({"game": "chess", "position": ["x"]}, "'position' must be a text"),
            ({"game": "chess", "options": "fast"}, "'options' must be an object"),
            ({"game": "chess", "options": {"game": "x"}}, "unknown option of chess 'game'"),
            ({"game": "chess", "options": {"text": "x"}}, "unknown option of chess 'text'"),
            ({"game": "chess", "options": {"region": {}}}, "must be a text, a number, true or false"),
            (
                {"game": "chess", "options": {"syzygy": "/etc"}},
                "names files of the server and cannot be set on the page",
            ),
            ({"game": "chess", "options": {"SYZYGY": "/etc"}}, "unknown option of chess 'SYZYGY'"),
            ({"game": "graph", "position": "/etc/passwd"}, "a name has 1 to 64 of the letters"),
            ({"game": "chess", "position": "\ud800"}, "is not valid text: column 1 is not a character"),
        ],
    )
    def test_a_position_that_cannot_be(self, client: httpx.Client, body: dict[str, Any], words: str) -> None:
        headers = {"content-type": "application/json"}
        answer = client.post("/api/position", content=json.dumps(body), headers=headers)
        assert answer.status_code == 422
        assert words in answer.json()["error"]

    def test_a_move_that_cannot_be(self, client: httpx.Client) -> None:
        assert "'e2e5' is not a legal move here" in refused(client, "play", game="chess", move="e2e5")

    def test_files_are_not_read_for_a_drawing_either(self, client: httpx.Client) -> None:
        answer = client.get("/api/svg", params={"game": "chess", "o.syzygy": "/etc"})
        assert (answer.status_code, "names files" in answer.json()["error"]) == (422, True)

    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"chess"', b"\xff\xfe", b'{"game": NaN}', b"[" * 100_000])
    def test_what_is_no_json_object(self, client: httpx.Client, body: bytes) -> None:
        answer = client.post("/api/position", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["error"].startswith("the request ")

    def test_an_address_that_does_not_exist(self, client: httpx.Client) -> None:
        for path in ("/api/nothing", "/api/../../etc/passwd", "/..%2f..%2fapp.py", "/js/../../app.py"):
            assert client.get(path).status_code == 404, path
        assert client.get("/api/position").status_code in (404, 405)


class TestOwnBoards:
    """Games written in Python that say what stands on their boards are clicked to move."""

    def test_squares_and_what_moves_change(self, client: httpx.Client) -> None:
        found = state(client, game="support.board_games:Crosses")
        assert [square["name"] for square in found["squares"]] == ["a1", "b1", "c1", "d1"]
        first = found["moves"][0]
        assert first == {"move": "a", "text": "a", "from": None, "to": "a1", "emptied": [], "filled": ["a1"]}
        played = state(client, "play", game="support.board_games:Crosses", position=found["text"], move="b")
        assert played["warning"] is None
        assert [mark["data-square"] for mark in _marks(played["svg"])] == ["b1"]
        assert played["squares"] == found["squares"], "the squares stay where they are"

    def test_moves_from_square_to_square(self, client: httpx.Client) -> None:
        moves = {move["text"]: move for move in state(client, game="support.board_games:Men")["moves"]}
        assert len(moves) == 4
        for name in ("b2c2", "b2c2=S"):
            assert [moves[name][key] for key in ("from", "to", "emptied", "filled")] == ["b2", "c2", ["b2"], ["c2"]], (
                name
            )

    def test_blanks_are_no_squares(self, client: httpx.Client) -> None:
        found = state(client, game="support.board_games:Sticks")
        assert [square["name"] for square in found["squares"]] == ["a1", "b1", "d1", "e1"]
        assert {move["text"]: move["emptied"] for move in found["moves"]} == {
            "a": ["a1"],
            "ab": ["a1", "b1"],
            "b": ["b1"],
            "d": ["d1"],
            "de": ["d1", "e1"],
            "e": ["e1"],
        }
        assert {move["to"] for move in found["moves"]} == {None}

    def test_a_board_that_fails_is_played_by_its_moves(self, client: httpx.Client) -> None:
        found = state(client, game="support.board_games:Boardless")
        assert found["warning"].startswith("Boardless.board raised KeyError")
        assert (found["squares"], len(found["moves"])) == ([], 4)
        assert found["moves"][0]["filled"] == []

    def test_a_drawing_of_its_own_is_not_clicked(self, client: httpx.Client) -> None:
        found = state(client, game="support.board_games:BothDrawn")
        assert (found["squares"], found["moves"][0]["filled"]) == ([], [])

    def test_built_in_games_are_as_they_were(self, client: httpx.Client) -> None:
        assert state(client, game="chess")["moves"][0].keys() == {"move", "text", "from", "to"}


def _marks(svg: str) -> list[dict[str, str]]:
    return [dict(group.attrib) for group in parsed(svg).iter() if "last-move" in group.get("class", "")]
