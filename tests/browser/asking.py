"""Questions put to the server without the page, where a test is about what comes after them."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.request import Request, urlopen


def call(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer to a request, a POST if it has a body."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=60) as response:
        answer: dict[str, Any] = json.load(response)
        return answer


def proof_of(server: str, position: str, **question: Any) -> str:
    """The name of the proof that answers a question about a chess position."""
    asked = {"game": "chess", "options": {}, "position": position, "algorithm": "auto", **question}
    job = call(f"{server}api/jobs", asked)
    while job["answer"] is None:
        assert job["error"] is None, job["error"]
        time.sleep(0.05)
        job = call(f"{server}api/jobs/{job['job']}")
    name: str = job["answer"]["results"][0]["proof"]
    return name
