"""Texts that are no positions: both rules refuse them, say why and where, and nothing worse happens."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.reference.rules import read_position
from support.all_games import STARTS, Start
from support.raising import raises_for

STRINGS: Final = 100_000
ALPHABET: Final = "XO.xo-/ bwBWKQRNPkqrnp0123456789:,[]+~rsceé\t?;=#"
BY_LABEL: Final = {start.label: start for start in STARTS}


def texts(start: Start, rng: random.Random) -> str:
    """A random text, or one of the game's own with a few changes."""
    native = pnyx.position(start.game, start.text, **dict(start.options))
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


def read(reader: Callable[[str, str, dict[str, str]], str], start: Start, text: str) -> str | None:
    """What a set of rules makes of a text; `None` if it is refused."""
    try:
        return reader(start.game, text, dict(start.options))
    except InputError as error:
        message = str(error)
    assert message.strip(), text
    assert "\n" not in message, text
    return None


def native(game: str, text: str, options: dict[str, str]) -> str:
    return pnyx.position(game, text, **options).board


def reference(game: str, text: str, options: dict[str, str]) -> str:
    reading = read_position(game, text, options)
    return reading.rules.position_text(reading.root)


@pytest.mark.parametrize("label", BY_LABEL)
def test_both_rules_read_the_same_texts(label: str) -> None:
    start, rng = BY_LABEL[label], random.Random(label)
    accepted = 0
    for _ in range(STRINGS // len(STARTS) + 1):
        text = texts(start, rng)
        board = read(native, start, text)
        assert board == read(reference, start, text), text
        accepted += board is not None
    assert 0 < accepted < STRINGS // len(STARTS)


@pytest.mark.parametrize("label", BY_LABEL)
def test_a_foreign_character_is_named_with_its_column(label: str) -> None:
    start = BY_LABEL[label]
    options = dict(start.options)
    good = "  " + pnyx.position(start.game, start.text, **dict(start.options)).board
    board = len(good) - len(good.lstrip().partition(" ")[2])
    for place in range(2, len(good) + 1):
        for text in (f"{good[:place]}?{good[place:]}", f"{good[:place]}?{good[place + 1 :]}"):
            # On a board every character has a column of its own; elsewhere the word at fault has one.
            word = text.rindex(" ", 0, place) + 2
            columns = {place + 1} if place < board - 1 else {place + 1, word}
            for reader in (native, reference):
                with raises_for((place, text, reader), InputError) as caught:
                    reader(start.game, text, options)
                found = {int(number) for number in re.findall(r"column ([0-9]+)", str(caught.value))}
                assert found & columns, (place, reader, text, str(caught.value))
