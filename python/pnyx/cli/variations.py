"""`pnyx variations`: all of a chess mate, as problemists want it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.cli.completion import complete_algorithms, complete_lengthless_mates
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import JsonOption, OptionsOption, open_position, read_limit, split_options, thread_count, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, is_unicode
from pnyx.errors import InputError
from pnyx.wording import counted, spent, unknown_name

if TYPE_CHECKING:
    from pnyx import Limit, Position, VariationsProgress

__all__ = ["variations"]

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
        str | None, typer.Option(help="The length of the mate; without it: the shortest.", metavar="N")
    ] = None,
    goal: Annotated[
        str,
        typer.Option(
            help="mate, or mated for the mate of the side to move.",
            metavar="G",
            autocompletion=complete_lengthless_mates,
        ),
    ] = "mate",
    set_play: Annotated[bool, typer.Option("--set-play", help="What if the other side were to move?")] = False,
    tries: Annotated[bool, typer.Option("--tries", help="First moves that fail to a single defence.")] = False,
    refutations: Annotated[
        str | None, typer.Option(help="First moves that fail to at most so many defences.", metavar="K")
    ] = None,
    short: Annotated[
        bool, typer.Option("--short/--no-short", help="Also show defences after which the mate comes sooner.")
    ] = False,
    all_defences: Annotated[bool, typer.Option("--all", help="Also show defences that let the threat happen.")] = False,
    form: Annotated[str, typer.Option("--format", help="text, pgn or json.", metavar="F")] = "text",
    as_json: JsonOption = False,
    algorithm: Annotated[
        str,
        typer.Option(help="How to search; see `pnyx algorithms`.", metavar="A", autocompletion=complete_algorithms),
    ] = "auto",
    option: OptionsOption = None,
    max_nodes: Annotated[str | None, typer.Option(help="Stop after so many nodes in all.", metavar="N")] = None,
    max_seconds: Annotated[str | None, typer.Option(help="Stop after so long in all.", metavar="S")] = None,
    memory: Annotated[str, typer.Option(help="Memory for the search, in MiB.", metavar="MIB")] = "1024",
    threads: Annotated[str, typer.Option(help="Threads to search with.", metavar="T")] = "1",
    max_tree: Annotated[str, typer.Option(help="Cut the tree after so many moves.", metavar="N")] = "10000",
) -> int:
    """Every way to mate: key and cooks, threats, defences and what follows, tries, set play.

    Defences after which the mate comes sooner than after others, and those that let the threat happen, are counted but
    not shown, unless --short and --all.

    Exit status: 0 all is settled, 1 something is not, or the tree was cut, 2 bad input.
    """
    import pnyx
    from pnyx import draw
    from pnyx.catalogue import algorithm_info

    form = _form(form, as_json)
    game_options, algorithm_options = split_options(option, _CHESS, algorithm_info(algorithm))
    root = _root(words, game_options)
    limit = read_limit(max_nodes, max_seconds, memory)
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), _watched(root, limit, quiet=form != "text") as on_progress:
        found = pnyx.variations(
            root,
            whole("--moves", moves),
            goal=goal,
            set_play=set_play,
            tries=tries or refutations is not None,
            refutations=1 if refutations is None else whole("--refutations", refutations) or 0,
            short=short,
            all_defences=all_defences,
            algorithm=algorithm,
            options=algorithm_options,
            limit=limit,
            threads=thread_count(threads),
            max_tree=whole("--max-tree", max_tree) or 0,
            on_progress=on_progress,
            stop=stop,
        )
    if form == "json":
        emit(json.dumps(found.to_json(), allow_nan=False))
    elif form == "pgn":
        emit(found.pgn)
    else:
        emit(draw.text(root, unicode=is_unicode()))
        emit(f"\n{found.text}")
        asked = counted(found.questions, "question")
        took = spent(found.nodes, found.seconds)
        emit(f"\nAsked: {asked} ({took}). Checked: the certificate of every answer was accepted.")
    return ANSWERED if found.complete else UNKNOWN


def _form(form: str, as_json: bool) -> str:
    if form not in _FORMS:
        raise InputError(unknown_name("format", form, _FORMS))
    if as_json and form == "pgn":
        raise InputError("--json and --format pgn are two forms: leave one of them out")
    return "json" if as_json else form


def _root(words: list[str], options: dict[str, str]) -> Position:
    """The position: the game need not be named, because it is always chess."""
    if words[0] == _CHESS:
        words = words[1:]
    elif len(words) == 2 and "/" not in words[0]:
        raise InputError(f"variations are those of mates in chess: expected a position of chess, not of {words[0]}")
    if not words:
        raise InputError("expected the position of a mate, as a FEN in quotes")
    if len(words) > 1:
        raise InputError("expected one position: it is one argument, so put it in quotes")
    return open_position(_CHESS, words[0], options)


def _watched(root: Position, limit: Limit, quiet: bool) -> AbstractContextManager[Callable[[VariationsProgress], None]]:
    from pnyx.cli.progress import spent_words, watched
    from pnyx.notation import line_text

    def numbers(progress: VariationsProgress) -> str:
        spent = spent_words(progress.nodes, progress.seconds, limit)
        return f"{progress.moves:,} moves  {progress.questions:,} questions  {spent}"

    def live(progress: VariationsProgress) -> str:
        return f"{numbers(progress)}\n{line_text(root, progress.line)}"

    return watched(numbers, live, lambda progress: progress.seconds, quiet=quiet)
