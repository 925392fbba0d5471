"""`pnyx check`: verify a certificate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli.group import ANSWERED, UNKNOWN, complain
from pnyx.cli.inputs import JsonOption, load_game
from pnyx.cli.output import emit
from pnyx.errors import CertificateError, InputError

if TYPE_CHECKING:
    from pnyx import CheckReport

__all__ = ["check"]


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The certificate.", show_default=False)],
    game: Annotated[
        str | None,
        typer.Option(metavar="MODULE:ATTRIBUTE", help="The game written in Python that the certificate speaks of."),
    ] = None,
    syzygy: Annotated[
        str | None,
        typer.Option(metavar="DIRECTORY", help="Where Syzygy tables are, if the certificate leans on them."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Verify a certificate with both checkers.

    Exit status: 0 accepted, 1 rejected, 2 bad input.
    """
    from pnyx.proof import check as verify

    loaded = None if game is None else load_game(game)
    if isinstance(loaded, str):
        raise InputError(f"{loaded} is built in: --game is for games written in Python, as module:attribute")
    try:
        report = verify(file, game=loaded, syzygy=syzygy)
    except CertificateError as error:
        if as_json:
            emit(json.dumps(_answer(file, None, str(error))))
        else:
            complain(f"{file}: rejected: {error}")
        return UNKNOWN
    emit(json.dumps(_answer(file, report, None)) if as_json else str(report))
    return ANSWERED


def _answer(file: str, report: CheckReport | None, reason: str | None) -> dict[str, Any]:
    known = ("game", "options", "position", "goal", "prover", "repetition", "verdict")
    answer: dict[str, Any] = {"file": file}
    answer.update((name, None if report is None else getattr(report, name)) for name in known)
    answer["accepted"] = report is not None
    answer["nodes"] = None if report is None else report.nodes
    answer["moves_to_win"] = None if report is None else report.moves_to_win
    answer["checkers"] = [] if report is None else list(report.checkers)
    answer["reason"] = reason
    return answer
