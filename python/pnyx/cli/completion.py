"""Shell completion: the words offered after Tab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from pnyx.api.catalogue import AlgorithmInfo

Offers = list[tuple[str, str]]
"""Words, each with a line that explains it."""


def complete_games(incomplete: str) -> Offers:
    """The built-in games.

    >>> [name for name, _ in complete_games("che")]
    ['chess', 'checkers']
    """
    import pnyx

    return _beginning(incomplete, ((info.name, info.description) for info in pnyx.games().values()))


def complete_algorithms(incomplete: str) -> Offers:
    """The algorithms of `pnyx solve`."""
    import pnyx

    return _beginning(incomplete, _described(pnyx.algorithms()))


def complete_searches(incomplete: str) -> Offers:
    """The algorithms of `pnyx search`."""
    from pnyx.api.catalogue import searches

    return _beginning(incomplete, _described(searches()))


def complete_any_algorithm(incomplete: str) -> Offers:
    """The algorithms of both."""
    import pnyx
    from pnyx.api.catalogue import searches

    return _beginning(incomplete, _described({**searches(), **pnyx.algorithms()}))


def complete_goals(context: typer.Context, incomplete: str) -> Offers:
    """The goals of the game on the command line, or of all games; `win-in N` as one word, `win-in-3`."""
    numbers = range(1, 10) if "-in-" in incomplete else (2, 3)
    return _beginning(incomplete, _goals(_game(context), [str(number) for number in numbers]))


def complete_suite_goals(context: typer.Context, incomplete: str) -> Offers:
    """The same for a suite, where N is the number of each line."""
    return _beginning(incomplete, _goals(_game(context), ["N"]))


def complete_lengthless_mates(incomplete: str) -> Offers:
    """The goals of `pnyx variations`, which has the length as an option of its own."""
    return _beginning(incomplete, (("mate", "the side to move mates"), ("mated", "the side to move is mated")))


def complete_levels(incomplete: str) -> Offers:
    """The levels of `pnyx play`."""
    from pnyx.api.play import LEVELS

    return _beginning(incomplete, LEVELS.items())


def complete_options(context: typer.Context, incomplete: str) -> Offers:
    """Options of the game and algorithm on the command line, with their defaults, as `k=3`."""
    import pnyx
    from pnyx.api.catalogue import searches
    from pnyx.api.search import DEFAULT_EXACT, DEFAULT_SEARCH

    command, given = context.info_name, context.params
    named = given.get("algorithm")
    if command == "search" and not named:
        named = DEFAULT_EXACT if given.get("exact") else DEFAULT_SEARCH
    known = searches() if command == "search" else {**searches(), **pnyx.algorithms()}
    names = [named] if isinstance(named, str) else named or []
    owners: list[Any] = [pnyx.games().get(_game(context) or ""), *(known.get(name.partition(",")[0]) for name in names)]
    options = (option for owner in owners if owner is not None for option in owner.options)
    return _beginning(incomplete, ((f"{option.name}={option.default}", option.meaning) for option in options))


def complete_experiments(context: typer.Context, incomplete: str) -> Offers:
    """The experiments of the current checkout, or of the folder in `--experiments`."""
    from pnyx.cli.reproduce import find_experiments, title_of
    from pnyx.errors import InputError

    named = context.params.get("experiments")
    try:
        folder = find_experiments() if named is None else Path(named)
    except InputError:
        return []
    found = (path.parent for path in sorted(folder.glob("*/run.py")))
    return _beginning(incomplete, ((each.name, title_of(each)) for each in found))


def _game(context: typer.Context) -> str | None:
    """The game on the command line. An option whose value is still missing does not consume the argument."""
    if context.info_name == "variations":
        return "chess"
    positional = context.args[:1] if context.info_name != "suite" else []
    return context.params.get("game") or next(iter(positional), None)


def _goals(game: str | None, numbers: list[str]) -> Iterator[tuple[str, str]]:
    import pnyx

    known = pnyx.games()
    if game is not None and ":" in game:
        goals: Iterable[str] = ("win", "draw-or-better")
    elif game is not None and game in known:
        goals = known[game].goals
    else:
        goals = dict.fromkeys(goal for info in known.values() for goal in info.goals)
    for goal in goals:
        name, numbered, _ = goal.partition(" ")
        if not numbered:
            yield goal, ""
        elif name.endswith("-in"):  # other numbers may be negative, and need a space and so quotes
            yield from ((f"{name}-{number}", "") for number in numbers)


def _described(infos: dict[str, AlgorithmInfo]) -> Iterator[tuple[str, str]]:
    return ((info.name, info.description) for info in infos.values())


def _beginning(incomplete: str, offers: Iterable[tuple[str, str]]) -> Offers:
    return [(word, meaning) for word, meaning in offers if word.startswith(incomplete)]
