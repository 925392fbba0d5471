"""Texts that are no positions: both rules refuse them, say why and where, and nothing worse happens."""

from __future__ import annotations

import random
from typing import Final

import pytest

import pnyx
from all_games import STARTS, Start
from pnyx.errors import InputError
from pnyx.reference.rules import read_position

STRINGS: Final = 100_000
ALPHABET: Final = "XO.xo-/ bwBWKQRNPkqrnp0123456789:,[]+~rsceé\t?;=#"
BY_LABEL: Final = {start.label: start for start in STARTS}


def texts(start: Start, rng: random.Random) -> str:
    """A random text, or one of the game's own with a few changes."""
    native = pnyx.position(start.game, start.text, options=dict(start.options))
    if rng.random() < 0.2:
        return "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(90)))
    for _ in range(rng.randrange(12)):
        if native.outcome is not None:
            break
        native = native.play(rng.choice(native.moves()))
    text = list(native.board)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            text.insert(place, rng.choice(ALPHABET))
        elif kind == 1 and text:
            del text[min(place, len(text) - 1)]
        elif kind == 2 and text:
            text[min(place, len(text) - 1)] = rng.choice(ALPHABET)
        else:
            other = rng.randrange(len(text) + 1)
            text[place:other] = text[other:place]
    return "".join(text)


@pytest.mark.parametrize("label", BY_LABEL)
def test_both_rules_read_the_same_texts(label: str) -> None:
    start, rng = BY_LABEL[label], random.Random(label)
    options = dict(start.options)
    accepted = refused = 0
    for _ in range(STRINGS // len(STARTS) + 1):
        text = texts(start, rng)
        try:
            board = pnyx.position(start.game, text, options=options).board
        except InputError as error:
            assert str(error).strip() and "\n" not in str(error), text
            board = None
        try:
            reading = read_position(start.game, text, options)
            again = reading.rules.position_text(reading.root)
        except InputError as error:
            assert str(error).strip() and "\n" not in str(error), text
            again = None
        assert board == again, text
        accepted, refused = accepted + (board is not None), refused + (board is None)
    assert accepted and refused
