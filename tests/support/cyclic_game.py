"""Graphs with cycles as games written in Python: the same rules as the game `graph`, by five methods."""

from __future__ import annotations

import re
from typing import Any


class Cyclic:
    """A graph in the notation of the game `graph`, as `random_games` makes them; positions are names of nodes."""

    players = ("max", "min")

    def __init__(self, text: str) -> None:
        self.text = text
        self.root: str
        self.repetition: Any
        self.root, self.repetition = re.findall(r"root (\w+); repetition (\w+)", text)[0]
        self.inner: dict[str, tuple[str, list[str]]] = {
            name: (mover, moves.split()) for name, mover, moves in re.findall(r"(\w+) (m\w+): ([^;]+)", text)
        }
        self.final = dict(re.findall(r"(\w+) = (-?\w+)", text))

    def start(self) -> str:
        return self.root

    def turn(self, position: str) -> int:
        return self.players.index(self.inner[position][0]) if position in self.inner else 0

    def outcome(self, position: str) -> Any:
        value = self.final.get(position)
        if value is None or value == "draw":
            return value
        score = {"win": 1, "loss": -1}.get(value) or int(value)
        return "draw" if score == 0 else int(score < 0)

    def moves(self, position: str) -> list[str]:
        return self.inner[position][1]

    def play(self, position: str, move: str) -> str:
        return move

    def move_text(self, position: str, move: str) -> str:
        return move


CYCLES = "root A; repetition draw; A max: B C; B min: A D; C min: E; D = win; E max: F G; F min: A; G = win"
"""At A both moves win, if earlier positions of the line is forgotten: B leads back to A, where C wins."""


class BareLeap(Cyclic):
    """A small game whose positions can be repeated, without a notation for them."""

    def __init__(self) -> None:
        super().__init__(CYCLES)


class Leap(BareLeap):
    """The same with a notation."""

    def position_text(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        return text
