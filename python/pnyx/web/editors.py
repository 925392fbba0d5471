"""Changing positions by hand."""

from __future__ import annotations

from typing import Any

__all__ = ["is_editable", "palette"]


def is_editable(game: str) -> bool:
    """Whether positions of a built-in game can be set up by pressing squares."""
    return bool(palette(game))


def palette(game: str) -> list[dict[str, Any]]:
    """The pieces that can be put on a board of this game."""
    from pnyx import draw

    return [{"piece": sign, "title": piece.name, "svg": piece.svg()} for sign, piece in draw.pieces(game).items()]
