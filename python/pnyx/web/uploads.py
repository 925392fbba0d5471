"""Certificates from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnyx.catalogue import games as built_in
from pnyx.errors import CertificateError, InputError, quoted
from pnyx.proof import named_game
from pnyx.web.checking import checked, claimed_nodes
from pnyx.web.errors import ApiError
from pnyx.web.games import Games
from pnyx.web.proofs import Kept, Proofs
from pnyx.web.settings import Settings
from pnyx.web.workers import Workers

__all__ = ["take"]

_HEAD = 4096


def take(file: Path, games: Games, proofs: Proofs, settings: Settings, workers: Workers) -> Kept:
    """Have a file checked and keep the proof in it; an `ApiError` when it is not accepted."""
    # A graph takes no more memory than its number of nodes explains.
    proofs.expect_room(claimed_nodes(file))
    named = _python_game(file)
    name = None if named is None else games.python_name(named)
    try:
        report = checked(file, name, settings, workers)
    except CertificateError as error:
        raise ApiError(422, str(error), rejected=True) from None
    except InputError as error:
        raise ApiError(422, str(error) if named is None or name else _missing(named), rejected=False) from None
    game: Any = None if name is None else games.python_game(name)
    return proofs.given(file, report.nodes, name or report.game, game, report.checkers)


def _python_game(file: Path) -> str | None:
    """What the head of a certificate calls its game, unless that is built in."""
    with open(file, "rb") as opened:
        named = named_game(opened.read(_HEAD))
    return None if named is None or named in built_in() else named


def _missing(named: str) -> str:
    return (
        f"the certificate is about {quoted(named)}, which is not among the games here: if it is a game of your own, "
        "start the explorer with it, as pnyx web module:Class"
    )
