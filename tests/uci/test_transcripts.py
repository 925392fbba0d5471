"""The engine meets chess programs as they are: handshakes, games and analyses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.uci_dialogue import Process

TRANSCRIPTS = Path(__file__).parent / "transcripts"


@pytest.mark.parametrize("name", sorted(path.stem for path in TRANSCRIPTS.glob("*.txt")))
def test_transcript(name: str) -> None:
    text = (TRANSCRIPTS / f"{name}.txt").read_text()
    end = b"\r\n" if r"# line ends: \r\n" in text else b"\n"
    asked = answered = 0
    with Process() as engine:
        for line in text.splitlines():
            mark, _, rest = line.partition(" ")
            if mark == ">":
                engine.send(rest, end=end)
                asked += bool(re.match("go( |$)", rest))
            elif mark == "<":
                answered += sum(each.startswith("bestmove") for each in engine.hear(rest))
        rest_of_it = engine.end()
    assert [line for line in rest_of_it if line.startswith("bestmove")] == []
    assert asked == answered > 0
