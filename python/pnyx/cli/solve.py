"""`pnyx solve`: settle a position."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli.completion import complete_algorithms, complete_goals
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import (
    GameArgument,
    JsonOption,
    OptionsOption,
    PositionArgument,
    load_game,
    open_position,
    read_limit,
    real,
    split_options,
    thread_count,
)
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, is_unicode
from pnyx.cli.saving import Saving
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Limit, Position, Progress, Result

__all__ = ["expect_certificate", "solve"]

_LONGEST_LINE = 80
"""The most moves of a line that are shown."""


def solve(
    game: GameArgument,
    position: PositionArgument = None,
    goal: Annotated[
        str | None,
        typer.Option(
            help="What the player on move wants, such as win, mate or '#3'; without it: win, draw or loss?",
            metavar="G",
            autocompletion=complete_goals,
        ),
    ] = None,
    algorithm: Annotated[
        str,
        typer.Option(help="How to search; see `pnyx algorithms`.", metavar="A", autocompletion=complete_algorithms),
    ] = "auto",
    preset: Annotated[str | None, typer.Option(help="A named set of options.", metavar="P")] = None,
    option: OptionsOption = None,
    max_nodes: Annotated[str | None, typer.Option(help="Stop after so many nodes.", metavar="N")] = None,
    max_seconds: Annotated[str | None, typer.Option(help="Stop after so long.", metavar="S")] = None,
    memory: Annotated[str, typer.Option(help="Memory for the search, in MiB.", metavar="MIB")] = "1024",
    threads: Annotated[str, typer.Option(help="Threads to search with.", metavar="T")] = "1",
    all_moves: Annotated[
        bool,
        typer.Option(
            "--all-moves",
            help="Find every first move that reaches the goal: at any length, or within the length of 'mate-in N'. "
            "Without --max-nodes and --max-seconds each of the other moves gets ten times the nodes of the answer, at "
            "least 1,000,000 (100,000 in a game written in Python); after that it is unsettled.",
        ),
    ] = False,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Find the shortest mate, and prove that there is none shorter.")
    ] = False,
    certificate: Annotated[
        str | None,
        typer.Option(
            help="Write the certificate of the answer to a file; that of a second question goes beside it, "
            "to NAME.draw-or-better.pnyx, or NAME.shorter.pnyx with --shortest.",
            metavar="FILE",
        ),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(help="Write what is known to a file now and then, to go on with later.", metavar="FILE"),
    ] = None,
    every: Annotated[str, typer.Option(help="Seconds from one checkpoint to the next.", metavar="S")] = "60",
    resume: Annotated[str | None, typer.Option(help="Go on from a checkpoint.", metavar="FILE")] = None,
    as_json: JsonOption = False,
) -> int:
    """Settle a position: can the player on move reach the goal?

    Without --goal: is it a win, a draw or a loss for the player on move? That is one or two questions, can it win and
    can it hold a draw; they share the limits, and --certificate writes one file for each.

    Exit status: 0 an answer was found, 1 unknown, 2 bad input, 3 an answer was found and is shown, but its certificate
    could not be written.
    """
    import pnyx
    from pnyx import draw
    from pnyx.catalogue import algorithm_info
    from pnyx.solving import read_order

    loaded = load_game(game)
    game_options, algorithm_options = split_options(option, loaded, algorithm_info(algorithm))
    root = open_position(loaded, position, game_options)
    limit = read_limit(max_nodes, max_seconds, memory)
    if shortest:
        _shortest_fits(all_moves, preset)
        goal = goal or "mate"
    elif goal is None and preset is not None:
        goal = read_order(root, algorithm=algorithm, preset=preset).goal
    second = "shorter" if shortest else "draw-or-better"
    files = _files(certificate, second if shortest or goal is None else None)
    for path in filter(None, files):
        expect_certificate(path, root)
    kept = {"checkpoint": checkpoint, "every": real("--every", every), "resume": resume}
    if goal is None and (checkpoint is not None or resume is not None):
        raise InputError("a checkpoint is about one question: say which by --goal, or --shortest")
    if goal is None:
        kept = {}
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), _watched(root, limit, quiet=as_json) as on_progress:
        asked: dict[str, Any] = {
            "preset": preset,
            "options": algorithm_options,
            "limit": limit,
            "threads": thread_count(threads),
            "all_moves": all_moves,
            "on_progress": on_progress,
            "stop": stop,
            **kept,
        }
        if shortest:
            for unused in ("preset", "all_moves"):
                del asked[unused]
            answer = pnyx.shortest(root, goal or "mate", algorithm, **asked)
            several: pnyx.Value | pnyx.Shortest | None = answer
        else:
            several = pnyx.value(root, algorithm, **asked) if goal is None else None
        results = (pnyx.solve(root, goal, algorithm, **asked),) if several is None else several.questions
    with Saving() as saving:
        saved = [_save(result, file, saving) for result, file in zip(results, files, strict=False)]
        if as_json:
            found = results[0].to_json(saved[0]) if several is None else several.to_json(saved)
            emit(json.dumps(found, allow_nan=False))
        else:
            emit(draw.text(results[0].position, unicode=is_unicode()))
            if several is not None:
                emit(f"\n{'Shortest' if shortest else 'Value'}: {several.headline}.")
            for result, wanted, written in zip(results, files, saved, strict=False):
                emit()
                _show(result, wanted, written, game)
            trouble = answer.checkpoint_error if shortest else results[0].checkpoint_error
            if trouble is not None:
                emit(f"{trouble[:1].upper()}{trouble[1:]}.")
    unknown = results[0].unknown if several is None else several.unknown
    return saving.status(UNKNOWN if unknown else ANSWERED)


def _files(certificate: str | None, second: str | None) -> list[str | None]:
    """The files for the certificates, by question: the one given, then `FILE.SECOND.pnyx` beside it."""
    if certificate is None or second is None:
        return [certificate] * (1 if second is None else 2)
    if os.path.exists(certificate) and not os.path.isfile(certificate):
        return [certificate] * 2  # nothing stands beside a pipe or /dev/null
    stem, ending = os.path.splitext(certificate)
    return [certificate, f"{stem}.{second}{ending}"]


def _shortest_fits(all_moves: bool, preset: str | None) -> None:
    if all_moves:
        raise InputError("--shortest and --all-moves are two questions: ask them one after the other")
    if preset is not None:
        raise InputError("--shortest has no presets: leave --preset out")


def _save(result: Result, file: str | None, saving: Saving) -> str | None:
    certificate = result.certificate
    return None if file is None or certificate is None else saving.save(lambda: certificate.save(file))


def _show(result: Result, wanted: str | None, saved: str | None, game: str) -> None:
    """One question's answer."""
    from pnyx.notation import line_text, move_texts
    from pnyx.wording import counted, leaning, moves_title

    emit(str(result))
    if result.resumed_nodes:
        emit(f"Resumed: {counted(result.resumed_nodes, 'node')} went before.")
    if result.line:
        more = len(result.line) - _LONGEST_LINE
        rest = f" … and {more} more (--json gives all)" if more > 0 else ""
        emit(f"Line: {line_text(result.position, result.line[:_LONGEST_LINE])}{rest}")
    if result.winning_moves is not None:
        for title, moves in (
            (moves_title(result.goal), result.winning_moves),
            (_unsettled(result), result.unsettled_moves),
        ):
            emit(f"{title}: {' '.join(move_texts(result.position, moves or [])) or 'none'}")
    if result.certificate is not None and result.checked:
        size = f" of {counted(result.certificate.nodes, 'position')}" if result.certificate.nodes is not None else ""
        emit(f"Checked: its certificate{size} was accepted{leaning(result.position.options)}.")
    if saved is not None:
        rules = "" if result.position.python_game is None else f" --game {game}"
        emit(f"Certificate: {saved} (verify it with `pnyx check {saved}{rules}`)")
    elif wanted is not None:
        emit(f"Certificate: none, {wanted} was not written.")


def _unsettled(result: Result) -> str:
    """What the moves have in common about which nothing was found."""
    if not result.unsettled_moves or result.nodes_per_move is None:
        return "Unsettled moves"
    each = f"after at most {result.nodes_per_move:,} nodes each"
    return f"Unsettled moves, {each} (--max-nodes and --max-seconds set other limits)"


def _watched(root: Position, limit: Limit, quiet: bool) -> AbstractContextManager[Callable[[Progress], None]]:
    from pnyx.cli import progress

    return progress.watched(
        lambda so_far: progress.numbers(so_far, limit),
        lambda so_far: progress.describe(root, so_far, limit),
        lambda so_far: so_far.seconds,
        quiet=quiet,
    )


def expect_certificate(path: str, root: Any) -> None:
    """Say that no certificate can be written before the search, not after it."""
    from pnyx.files import expect_writable
    from pnyx.problem import require_notations

    if root.python_game is not None:
        require_notations(root.python_game)
    expect_writable(path)
