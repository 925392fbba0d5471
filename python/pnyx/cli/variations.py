"""`pnyx variations`: the full solution of a mate problem."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.api.wording import counted, spent, unknown_name
from pnyx.cli import options
from pnyx.cli.completion import complete_lengthless_mates
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import open_position, read_limit, split_options, thread_count, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit
from pnyx.cli.results import show_board
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Limit, Position
    from pnyx.mates import VariationsProgress

_FORMS = ("text", "pgn", "json")
_CHESS = "chess"


def variations(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[chess] POSITION",
            help="The position as a FEN, in one argument; - reads standard input.",
            show_default=False,
        ),
    ],
    moves: Annotated[
        str | None, typer.Option(help="The length of the mate. Default: the shortest.", metavar="N")
    ] = None,
    goal: Annotated[
        str,
        typer.Option(
            help="mate, or mated if the side to move is mated.",
            metavar="G",
            autocompletion=complete_lengthless_mates,
        ),
    ] = "mate",
    set_play: Annotated[
        bool, typer.Option("--set-play", help="Also show the play if the other side were to move.")
    ] = False,
    tries: Annotated[
        bool, typer.Option("--tries", help="Also show first moves that fail to a single defence.")
    ] = False,
    refutations: Annotated[
        str | None, typer.Option(help="Also show first moves that fail to at most K defences.", metavar="K")
    ] = None,
    short: Annotated[
        bool, typer.Option("--short/--no-short", help="Also show defences after which the mate comes sooner.")
    ] = False,
    all_defences: Annotated[
        bool, typer.Option("--all", help="Also show defences that do not stop the threat.")
    ] = False,
    form: Annotated[str, typer.Option("--format", help="text, pgn or json.", metavar="F")] = "text",
    as_json: options.JsonOption = False,
    algorithm: options.AlgorithmOption = "auto",
    option: options.OptionsOption = None,
    max_nodes: Annotated[str | None, typer.Option(help="Stop after N nodes in all.", metavar="N")] = None,
    max_seconds: Annotated[
        str | None, typer.Option(help="Time limit in seconds, for all searches together.", metavar="S")
    ] = None,
    memory: options.MemoryOption = options.DEFAULT_MIB,
    threads: options.ThreadsOption = "1",
    max_tree: Annotated[str, typer.Option(help="Cut the tree after N moves.", metavar="N")] = "10000",
) -> int:
    """List every mate: key and cooks, threats, defences with their mates, tries, set play.

    Defences that shorten the mate, and those that do not stop the threat, are counted but not shown. --short and --all
    show them.

    Exit status: 0 complete, 1 a move is undecided or the tree was cut, 2 bad input.
    """
    import pnyx
    from pnyx.api.catalogue import algorithm_info

    form = _form(form, as_json)
    game_options, algorithm_options = split_options(option, _CHESS, algorithm_info(algorithm))
    root = _root(words, game_options)
    limit = read_limit(max_nodes, max_seconds, memory)
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), _watched(root, limit, quiet=form != "text") as on_progress:
        found = pnyx.variations(
            root,
            None if moves is None else whole("--moves", moves),
            goal=goal,
            set_play=set_play,
            tries=tries or refutations is not None,
            refutations=1 if refutations is None else whole("--refutations", refutations),
            short=short,
            all_defences=all_defences,
            algorithm=algorithm,
            options=algorithm_options,
            limit=limit,
            threads=thread_count(threads),
            max_tree=whole("--max-tree", max_tree),
            on_progress=on_progress,
            stop=stop,
        )
    if form == "json":
        emit(json.dumps(found.to_json(), allow_nan=False))
    elif form == "pgn":
        emit(found.pgn)
    else:
        show_board(root)
        emit(f"\n{found.text}")
        asked = counted(found.questions, "question")
        took = spent(found.nodes, found.seconds)
        emit(f"\n{asked} ({took}). Checked: the certificate of every answer was accepted.")
    return ANSWERED if found.complete else UNKNOWN


def _form(form: str, as_json: bool) -> str:
    if form not in _FORMS:
        raise InputError(unknown_name("format", form, _FORMS))
    if as_json and form == "pgn":
        raise InputError("--json and --format pgn exclude each other: give only one")
    return "json" if as_json else form


def _root(words: list[str], options: dict[str, str]) -> Position:
    """The position. The game is always chess and need not be named."""
    if words[0] == _CHESS:
        words = words[1:]
    elif len(words) == 2 and "/" not in words[0]:
        raise InputError(f"pnyx variations is for chess mates: expected a chess position, not one of {words[0]}")
    if not words:
        raise InputError("expected a position, as a FEN in quotes")
    if len(words) > 1:
        raise InputError("expected one position: put it in quotes, as one argument")
    return open_position(_CHESS, words[0], options)


def _watched(root: Position, limit: Limit, quiet: bool) -> AbstractContextManager[Callable[[VariationsProgress], None]]:
    from pnyx.api.notation import line_text
    from pnyx.cli.progress import spent_words, watched

    def numbers(progress: VariationsProgress) -> str:
        spent = spent_words(progress.nodes, progress.seconds, limit)
        return f"{progress.moves:,} moves  {progress.questions:,} questions  {spent}"

    def live(progress: VariationsProgress) -> str:
        return f"{numbers(progress)}\n{line_text(root, progress.line)}"

    return watched(numbers, live, lambda progress: progress.seconds, quiet=quiet)
