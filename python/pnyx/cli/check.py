"""`pnyx check`: verify a certificate, and optionally that it answers your question."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli import options
from pnyx.cli.completion import complete_games, complete_goals
from pnyx.cli.group import ANSWERED, UNKNOWN, complain
from pnyx.cli.inputs import load_python_game, open_position, read_text, split_options
from pnyx.cli.output import emit
from pnyx.errors import CertificateError, InputError, OtherQuestionError, quoted

if TYPE_CHECKING:
    from pnyx import CheckReport


def _complete_verdicts(incomplete: str) -> Iterable[str]:
    from pnyx.api.expected import VERDICTS

    return [verdict for verdict in VERDICTS if verdict.startswith(incomplete)]


def check(
    file: options.CertificateArgument,
    game: options.PythonGameOption = None,
    syzygy: options.SyzygyOption = None,
    position: Annotated[
        str | None,
        typer.Option("--expect-position", metavar="POSITION", help="Accept only a certificate of this position."),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            "--expect-goal",
            metavar="GOAL",
            help="Accept only a certificate of this goal.",
            autocompletion=complete_goals,
        ),
    ] = None,
    verdict: Annotated[
        str | None,
        typer.Option(
            "--expect-verdict",
            metavar="VERDICT",
            help="Accept only this verdict: proven or disproven.",
            autocompletion=_complete_verdicts,
        ),
    ] = None,
    game_of_position: Annotated[
        str | None,
        typer.Option(
            "--expect-game",
            metavar="GAME",
            help="The built-in game of that position. Chess variants must be named.",
            autocompletion=complete_games,
        ),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--expect-option", metavar="KEY=VALUE", help="A game option of that position; may be repeated."),
    ] = None,
    as_json: options.JsonOption = False,
) -> int:
    """Verify a certificate with both checkers.

    A certificate answers the question in its header, which is printed. The --expect options compare it with yours.

    Exit status: 0 accepted, 1 rejected or the answer to another question, 2 bad input.
    """
    from pnyx.api.check import check as verify
    from pnyx.cli.progress import Notice

    loaded = load_python_game(game)
    asked = _position(file, position, (game_of_position, options), (loaded, syzygy))
    expected = {"position": position, "goal": goal, "verdict": verdict}
    told = expected if any(part is not None for part in expected.values()) else None
    report, reason = None, None
    try:
        with Notice("checking"):
            report = verify(
                file,
                game=loaded,
                syzygy=syzygy,
                expect_position=asked,
                expect_goal=goal,
                expect_verdict=verdict,  # type: ignore[arg-type]  # anything else is refused there
            )
    except OtherQuestionError as error:
        report, reason = error.report, str(error)
    except CertificateError as error:
        reason = str(error)
    if as_json:
        emit(json.dumps(_answer(file, report, told, reason)))
    else:
        if report is not None:
            emit(str(report))
            emit(f"Question: {report.question}")
        if reason is not None:
            complain(f"{file}: {reason if report else f'rejected: {reason}'}")
        elif told is not None:
            emit("The certificate answers your question.")
    return ANSWERED if reason is None else UNKNOWN


def _position(
    file: str, text: str | None, named: tuple[str | None, list[str] | None], given: tuple[Any, str | None]
) -> Any:
    """The expected position; a text if the certificate names its game."""
    (name, options), (python_game, syzygy) = named, given
    if text is None:
        for option, value in (("--expect-game", name), ("--expect-option", options)):
            if value:
                raise InputError(f"{option} needs --expect-position")
        return None
    if python_game is not None:
        if name is not None or options:
            raise InputError("--expect-game and --expect-option are for built-in games, but --game is given")
        return read_text(python_game, text)
    from pnyx.api.check import named_game, read_certificate

    own = name or named_game(read_certificate(file))
    if name is None and not options:
        return read_text(own, text)
    from pnyx.api.catalogue import games

    if own not in games():  # and never a module that a file names
        raise InputError(f"--expect-game is for built-in games, and {quoted(own)} is not one: use --game")
    loaded = own
    of_game, _ = split_options(options, loaded)
    if syzygy is not None and "tables" in of_game:
        of_game["syzygy"] = syzygy
    return open_position(loaded, text, of_game)


def _answer(
    file: str, report: CheckReport | None, expected: dict[str, str | None] | None, reason: str | None
) -> dict[str, Any]:
    known = ("game", "options", "position", "goal", "prover", "repetition", "verdict")
    answer: dict[str, Any] = {"file": file}
    answer.update((name, None if report is None else getattr(report, name)) for name in known)
    answer["accepted"] = reason is None
    answer["nodes"] = None if report is None else report.nodes
    answer["moves_to_win"] = None if report is None else report.moves_to_win
    answer["checkers"] = [] if report is None else list(report.checkers)
    answer["expected"] = expected
    answer["answers"] = None if report is None or expected is None else reason is None
    answer["reason"] = reason
    return answer
