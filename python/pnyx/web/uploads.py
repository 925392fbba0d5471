"""Certificates from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnyx.catalogue import games as built_in
from pnyx.errors import CertificateError, InputError
from pnyx.proof import named_game
from pnyx.web.checking import checked
from pnyx.web.errors import ApiError
from pnyx.web.games import Games
from pnyx.web.proofs import Kept, Proofs
from pnyx.web.settings import Settings
from pnyx.web.workers import Workers

__all__ = ["take"]

_HEAD = 4096


def take(file: Path, games: Games, proofs: Proofs, settings: Settings, workers: Workers) -> Kept:
    """Have a file checked and keep the proof in it; an `ApiError` when it is not accepted."""
    name = _python_game(file, games)
    try:
        report = checked(file, name, settings, workers)
    except CertificateError as error:
        raise ApiError(422, str(error), rejected=True) from None
    except InputError as error:
        raise ApiError(422, str(error), rejected=False) from None
    game: Any = None if name is None else games.python_game(name)
    return proofs.given(file, report.nodes, name or report.game, game, report.checkers)


def _python_game(file: Path, games: Games) -> str | None:
    """The name of the game written in Python that the head of a certificate names, if it is one of ours."""
    with open(file, "rb") as opened:
        named = named_game(opened.read(_HEAD))
    return None if named is None or named in built_in() else games.python_name(named)
