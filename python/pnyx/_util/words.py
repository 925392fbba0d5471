"""Players' names as sentences have them."""

from __future__ import annotations

_NUMBERED = ("first", "second")
"""Players who have no other name."""


def player(name: str) -> str:
    """A player's name as it begins a sentence.

    >>> player("white"), player("first")
    ('White', 'The first player')
    """
    if name in _NUMBERED:
        return f"The {name} player"
    return name[:1].upper() + name[1:]


def player_within(name: str) -> str:
    """A player's name in the middle of a sentence.

    >>> player_within("white"), player_within("first")
    ('White', 'the first player')
    """
    return f"the {name} player" if name in _NUMBERED else player(name)
