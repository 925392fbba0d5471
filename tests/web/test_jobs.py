"""The explorer's questions: answered in processes of their own, within their limits, and stopped when asked to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pnyx.web.jobs import Job
from support.svg import parsed
from support.web_client import ENDLESS, MATE_IN_2, asked, ended, explorer, until


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    games = (
        "support.sample_games:Nim",
        "support.sample_games:BareNim",
        "support.sample_games:Broken",
        "support.sample_games:Endless",
    )
    own = ("support.web_games:Chatty", "support.web_games:Hungry", "support.web_games:Stuck")
    with explorer(*games, *own, seconds=30.0, memory_mib=256, grace=5.0, threads=2) as client:
        yield client


def answered(client: httpx.Client, **question: Any) -> dict[str, Any]:
    """The answer to a question."""
    job = ended(client, asked(client, **question)["job"])
    assert job["state"] == "done", job
    answer: dict[str, Any] = job["answer"]
    return answer


class TestAnswers:
    def test_a_goal(self, client: httpx.Client) -> None:
        answer = answered(client, game="chess", position=MATE_IN_2, goal="mate", threads=2)
        assert answer["headline"] == "White mates in at most 2"
        assert (answer["verdict"], answer["value"], answer["reason"]) == ("proven", None, None)
        assert answer["possible_values"] is None
        assert answer["line_text"] == "1. Ra6 bxa6 2. b7#"
        assert answer["details"].startswith("White mates in at most 2 (")
        (result,) = answer["results"]
        assert (result["goal"], result["verdict"]) == ("mate", "proven")
        assert result["certificate_nodes"] > 0
        assert result["proof"]

    def test_a_value(self, client: httpx.Client) -> None:
        answer = answered(client, game="tic-tac-toe", value=True)
        assert (answer["headline"], answer["value"], answer["verdict"]) == ("A draw", "draw", None)
        assert answer["possible_values"] == ["draw"]
        assert [(result["goal"], result["verdict"]) for result in answer["results"]] == [
            ("win", "disproven"),
            ("draw-or-better", "proven"),
        ]
        assert answer["nodes"] > 0

    def test_without_a_goal_the_first_one_of_the_game(self, client: httpx.Client) -> None:
        for game, goal in (("tic-tac-toe", "win"), ("chess", "mate")):
            (result,) = answered(client, game=game, max_nodes=10)["results"]
            assert result["goal"] == goal, game

    def test_the_shortest(self, client: httpx.Client) -> None:
        answer = answered(client, game="chess", position=MATE_IN_2, goal="mate", shortest=True)
        assert answer["headline"] == "White mates in 2, and no sooner"
        assert answer["advice"] == []
        assert [result["goal"] for result in answer["results"]] == ["mate-in 2", "mate-in 1"]

    def test_unknown_never_looks_like_no(self, client: httpx.Client) -> None:
        answer = answered(client, game="chess", position=ENDLESS, goal="mate", max_nodes=1000)
        assert answer["headline"] == "Unknown whether White can force mate: the node limit was reached"
        assert (answer["verdict"], answer["reason"]) == ("unknown", "nodes")
        assert answer["advice"][0] == "Next: a larger limit, such as 4000 in “Nodes”."
        assert answer["results"][0]["proof"] is None
        value = answered(client, game="chess", position=ENDLESS, value=True, max_nodes=1000)
        assert (value["verdict"], value["value"], value["reason"]) == ("unknown", None, "nodes")
        assert value["possible_values"] == ["win", "draw", "loss"]

    def test_options_of_game_and_algorithm(self, client: httpx.Client) -> None:
        question = {"game": "othello", "options": {"size": 4}, "goal": "win", "algorithm": "pn"}
        job = asked(client, **question, algorithm_options={"init": "unit"})
        assert job["question"]["options"] == {"size": "4"}
        assert ended(client, job["job"])["answer"]["headline"] == "Black cannot force a win"

    def test_a_game_written_in_python(self, client: httpx.Client) -> None:
        answer = answered(client, game="support.sample_games:Nim", goal="win")
        assert (answer["verdict"], answer["line"][0]) == ("proven", "take3")

    def test_one_without_a_notation_from_where_one_played_to(self, client: httpx.Client) -> None:
        after = client.post("/api/play", json={"game": "support.sample_games:BareNim", "move": "3"}).json()
        answer = answered(client, game="support.sample_games:BareNim", position=after["text"], goal="win")
        assert (answer["verdict"], bool(answer["results"][0]["proof"])) == ("disproven", True)

    def test_what_a_game_prints_is_no_answer(self, client: httpx.Client) -> None:
        answer = answered(client, game="support.web_games:Chatty", goal="win")
        assert answer["headline"].startswith("Ann wins")

    def test_a_mistake_in_a_game_is_shown(self, client: httpx.Client) -> None:
        job = ended(client, asked(client, game="support.sample_games:Broken", goal="win")["job"])
        assert (job["state"], job["answer"]) == ("failed", None)
        assert job["error"] == "ZeroDivisionError: a mistake in moves()"
        first, where, *_, last = job["traceback"].splitlines()
        assert (first, last) == ("Traceback (most recent call last):", job["error"])
        assert "sample_games.py" in where, "without our own frames"


class TestLimits:
    @pytest.mark.parametrize(
        ("question", "words"),
        [
            ({"max_seconds": 31}, "'max_seconds' must be above 0 and at most 30, not 31"),
            ({"max_seconds": 0}, "'max_seconds' must be above 0"),
            ({"max_seconds": "9"}, "'max_seconds' must be a number, not '9'"),
            ({"max_seconds": True}, "'max_seconds' must be a number"),
            ({"max_memory_mib": 257}, "'max_memory_mib' must be a whole number from 1 to 256, not 257"),
            ({"max_nodes": 0}, "'max_nodes' must be a whole number from 1 to"),
            ({"max_nodes": 1.5}, "'max_nodes' must be a whole number"),
            ({"threads": 3}, "'threads' must be a whole number from 1 to 2, not 3"),
            ({"threads": 2, "algorithm": "pn"}, "threads must be 1 with algorithm 'pn'"),
            ({"algorithm": "magic"}, "unknown algorithm 'magic'"),
            ({"algorithm_options": {"init": "x", "initt": 1}}, "auto has no option 'init'"),
            ({"goal": "mat"}, "did you mean 'mate'?"),
            ({"goal": 7}, "'goal' must be a text"),
            ({"goal": "mate-in 0"}, "the goal mate-in needs a number of moves"),
            ({"game": "othello", "goal": "score 65"}, "the goal score needs a whole number from -64 to 64"),
            ({"value": True, "goal": "mate"}, "the value and a goal are two questions"),
            ({"value": True, "shortest": True}, "the value and a goal are two questions"),
            ({"shortest": "yes"}, "'shortest' must be true or false"),
            ({"options": {"syzygy": "/"}}, "names files of the server and cannot be set on the page"),
        ],
    )
    def test_what_may_not_be_asked(self, client: httpx.Client, question: dict[str, Any], words: str) -> None:
        answer = client.post("/api/jobs", json={"game": "chess", **question})
        assert answer.status_code == 422
        assert words in answer.json()["error"]

    def test_seconds(self, client: httpx.Client) -> None:
        answer = answered(client, game="chess", position=ENDLESS, goal="mate", max_seconds=0.2)
        assert (answer["verdict"], answer["reason"]) == ("unknown", "seconds")

    def test_a_game_that_never_comes_back_is_ended(self, client: httpx.Client) -> None:
        job = ended(client, asked(client, game="support.web_games:Stuck", goal="win", max_seconds=0.2)["job"])
        assert (job["state"], job["error"]) == ("failed", "it exceeded its time limit and was killed")

    def test_memory_of_a_search(self, client: httpx.Client) -> None:
        question = {"game": "chess", "position": ENDLESS, "goal": "mate", "algorithm": "pn"}
        answer = answered(client, **question, max_memory_mib=1)
        assert (answer["verdict"], answer["reason"]) == ("unknown", "memory")

    def test_memory_of_a_game(self, client: httpx.Client) -> None:
        job = ended(client, asked(client, game="support.web_games:Hungry", goal="win")["job"])
        assert job["state"] == "failed"
        assert "memory" in job["error"]


class TestStopping:
    def test_what_is_known_is_told(self, client: httpx.Client) -> None:
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        running = until(client, job, lambda found: found["progress"] is not None)
        assert running["state"] == "running"
        assert client.post(f"/api/jobs/{job}/stop", json={}).status_code == 200
        found = ended(client, job)
        assert found["state"] == "stopped"
        assert (found["answer"]["verdict"], found["answer"]["reason"]) == ("unknown", "stopped")
        seconds, proof, disproof, nodes = found["history"][0]
        assert min(seconds, proof, disproof, nodes) >= 0
        progress = found["progress"]
        assert progress["nodes"] > 0
        assert progress["goal"] == "mate"
        parsed(progress["svg"])

    def test_events_tell_it_as_it_goes(self, client: httpx.Client) -> None:
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        events = []
        with client.stream("GET", f"/api/jobs/{job}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    events.append(line.removeprefix("event: "))
                if line.startswith("data: "):
                    data = json.loads(line.removeprefix("data: "))
                    if events == ["progress", "progress"]:
                        assert client.post(f"/api/jobs/{job}/stop", json={}).status_code == 200, line
        assert events[:2] == ["progress", "progress"]
        assert (events[-1], events.count("end")) == ("end", 1)
        assert data == client.get(f"/api/jobs/{job}").json()
        assert data["state"] == "stopped"

    def test_events_of_what_has_ended(self, client: httpx.Client) -> None:
        job = asked(client, game="tic-tac-toe", goal="win")["job"]
        ended(client, job)
        answer = client.get(f"/api/jobs/{job}/events").text
        assert answer.startswith("event: end\ndata: {")

    def test_a_game_that_does_not_hear_is_ended(self, client: httpx.Client) -> None:
        job = asked(client, game="support.web_games:Stuck", goal="win")["job"]
        client.post(f"/api/jobs/{job}/stop", json={})
        assert ended(client, job)["state"] == "stopped"

    def test_stopping_twice_or_late_does_no_harm(self, client: httpx.Client) -> None:
        job = asked(client, game="tic-tac-toe", goal="win")["job"]
        before = ended(client, job)
        assert client.post(f"/api/jobs/{job}/stop", json={}).json() == before

    def test_forgetting(self, client: httpx.Client) -> None:
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        assert client.delete(f"/api/jobs/{job}").status_code == 204
        assert client.get(f"/api/jobs/{job}").status_code == 404


def test_a_number_run_some_wait_and_the_rest_are_refused() -> None:
    endless = {"game": "chess", "position": ENDLESS, "goal": "mate"}
    with explorer(jobs=1, queued=2, streams=1) as client:
        first, second, third = (asked(client, **endless)["job"] for _ in range(3))
        refused = client.post("/api/jobs", json=endless)
        assert refused.status_code == 429
        assert refused.json()["error"].startswith("too many searches are running or waiting")
        states = [client.get(f"/api/jobs/{job}").json()["state"] for job in (first, second, third)]
        assert states == ["running", "queued", "queued"]
        assert client.post(f"/api/jobs/{second}/stop", json={}).json()["state"] == "stopped"
        with client.stream("GET", f"/api/jobs/{first}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            assert client.get(f"/api/jobs/{first}/events").status_code == 429
        client.delete(f"/api/jobs/{first}")
        assert until(client, third, lambda found: found["state"] == "running")


def test_a_long_history_is_thinned() -> None:
    job = Job({}, {}, lambda answer, folder: answer, Path("x"))
    for number in range(5000):
        job.take({"seconds": number / 4, "proof": number, "disproof": None, "nodes": 2 * number})
    assert 200 < len(job.history) <= 500
    assert job.history[0] == [0.0, 0, None, 0]
    assert job.history == sorted(job.history, key=lambda point: point[0] or 0.0)
