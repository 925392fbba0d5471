"""`pnyx table show`, `probe` and `export`: what a table of a whole game says."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli import options
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import load_python_game
from pnyx.cli.output import emit, is_unicode, printable
from pnyx.cli.saving import Saving
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Position, Table
    from pnyx.api.table import TableEntry
    from pnyx.api.value import GameValue
    from pnyx.api.zugzwang import MutualZugzwang

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The file of the table.", show_default=False)]
GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="MODULE:ATTRIBUTE", help="The game written in Python that the table is about."),
]

_MOST_SHOWN = 20
"""The largest number of mutual zugzwangs shown; --json has all."""


def show(
    file: FileArgument,
    game: GameOption = None,
    zugzwangs: Annotated[bool, typer.Option("--zugzwangs", help="Also list the mutual zugzwangs.")] = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also plot the positions by distance, as SVG or PNG.")
    ] = None,
    as_json: options.JsonOption = False,
) -> int:
    """Show what a table has: positions by value and by distance, and the longest win of each player with a line.

    A mutual zugzwang is a position that is in the table with either player on move, and each of them would be better
    off if it were the other's turn.

    Exit status: 0 shown, 2 bad input, 3 the plot could not be written.
    """
    from pnyx._util.files import expect_writable
    from pnyx.report import plots
    from pnyx.report.distances import draw_distances

    table = _opened(file, game)
    if plot is not None:
        if not plots.can_plot():
            raise InputError(plots.MISSING)
        expect_writable(plot)
    pairs = table.mutual_zugzwangs() if zugzwangs else None
    with Saving() as saving:
        saved = None
        if plot is not None:
            path = Path(plot)

            def draw_plot() -> Path:
                draw_distances(table, path)
                return path

            saved = saving.save(draw_plot)
        if as_json:
            emit(json.dumps(_facts(table, pairs, saved), allow_nan=False))
        else:
            show_head(table)
            _show_distances(table)
            _show_longest(table)
            if pairs is not None:
                _show_zugzwangs(pairs)
            if saved is not None:
                emit(f"\nPlot: {saved}")
    return saving.status(ANSWERED)


def probe(
    file: FileArgument,
    positions: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION",
            help="Positions in the game's notation, each one argument; - reads them from standard input, one a line.",
            show_default=False,
        ),
    ],
    game: GameOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Look positions up: their values, and that of every move, the best first.

    Exit status: 0 all positions are in the table, 1 some are not, 2 bad input.
    """
    table = _opened(file, game)
    texts = [text for given in positions for text in (_lines() if given == "-" else [given])]
    asked = [_position(table, text) for text in texts]
    rows = [_probed(table, here) for here in asked]
    if as_json:
        emit(json.dumps({"file": file, "positions": rows}, allow_nan=False))
    else:
        for place, (here, row) in enumerate(zip(asked, rows, strict=True)):
            if place:
                emit()
            _show_probed(table, here, row, drawn=len(asked) == 1)
    return ANSWERED if all(row["value"] is not None for row in rows) else UNKNOWN


def export(
    file: FileArgument,
    out: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write: .csv, or .parquet.", show_default=False)
    ],
    game: GameOption = None,
) -> int:
    """Write all positions to a file for other programs: position, player on move, value and distance.

    Exit status: 0 written, 2 bad input, 3 the file could not be written.
    """
    from pnyx.api.table_export import expect_export
    from pnyx.cli.progress import Notice

    table = _opened(file, game)
    expect_export(out)
    with Saving() as saving, Notice("exporting"):
        saved = saving.save(lambda: table.export(out))
        if saved is not None:
            emit(f"{len(table):,} positions: {saved}")
    return saving.status(ANSWERED)


def show_head(table: Table) -> None:
    """What a table is about, and its counts."""
    values = table.values
    emit(printable(f"{table.game}: {len(table):,} positions from {table.starts}"))
    joined = "one position stands for all that are symmetric; " if table.symmetry else ""
    emit(f"Rules: {joined}repetition {table.repetition}; {table.edges:,} moves.")
    emit(
        f"For the player on move {values['win']:,} are won, {values['draw']:,} drawn and {values['loss']:,} lost; "
        f"the longest takes {_plies(table.longest)}."
    )


def _opened(file: str, game: str | None) -> Table:
    import pnyx

    return pnyx.Table(file, load_python_game(game))


def _position(table: Table, text: str) -> Position:
    from pnyx.api.table import placed

    here = placed(table.root, text)
    if here.text != here.board:
        raise InputError("a table knows positions without the moves before them: leave ' moves ...' out")
    return here


def _lines() -> list[str]:
    from pnyx._util.files import read_stream

    if sys.stdin is None:
        raise InputError("cannot read positions from standard input: it is closed")
    text = read_stream(sys.stdin.buffer, 1 << 26, "standard input").decode("utf-8-sig", "replace")
    return [line.strip() for line in text.splitlines() if line.strip()]


def _probed(table: Table, here: Position) -> dict[str, Any]:
    from pnyx.api.notation import move_texts

    entry = table.get(here)
    if entry is None:
        return {"position": here.board, "turn": here.turn, "value": None, "distance": None, "moves": []}
    moves = table.moves(here)
    names = move_texts(here, [move for move, _ in moves])
    return {
        "position": here.board,
        "turn": here.turn,
        **_entry(entry),
        "moves": [
            {"move": move, "shown": name, **_entry(after)} for (move, after), name in zip(moves, names, strict=True)
        ],
    }


def _entry(entry: TableEntry) -> dict[str, Any]:
    return {"value": entry.value, "distance": entry.distance}


def _show_probed(table: Table, here: Position, row: dict[str, Any], *, drawn: bool) -> None:
    from pnyx import draw
    from pnyx.api.table import TableEntry

    if drawn:
        emit(draw.text(here, unicode=is_unicode()))
    emit(printable(row["position"]))
    if row["value"] is None:
        emit(printable(f"Not in the table: it is not reached from {table.starts}."))
        return
    emit(f"{here.turn} on move: {TableEntry(row['value'], row['distance'])}")
    width = max((len(move["shown"]) for move in row["moves"]), default=0)
    for move in row["moves"]:
        emit(f"  {move['shown']:<{width}}  {TableEntry(move['value'], move['distance'])}")


def _facts(table: Table, pairs: list[MutualZugzwang] | None, plot: str | None) -> dict[str, Any]:
    longest = {
        player: {"position": here.board, "plies": plies, "line": table.line(here)}
        for player, (here, plies) in table.longest_wins().items()
    }
    counts = {
        player: {
            "win": [{"plies": plies, "positions": count} for plies, count in by_value["win"].items()],
            "draw": sum(by_value["draw"].values()),
            "loss": [{"plies": plies, "positions": count} for plies, count in by_value["loss"].items()],
        }
        for player, by_value in table.counts().items()
    }
    return {
        "file": str(table.path),
        "game": table.game,
        "options": table.root.native.rules,
        "starts": table.starts,
        "repetition": table.repetition,
        "symmetry": table.symmetry,
        "positions": len(table),
        "moves": table.edges,
        "values": table.values,
        "longest": table.longest,
        "by_player": counts,
        "longest_wins": longest,
        "mutual_zugzwangs": None if pairs is None else [_pair(pair) for pair in pairs],
        "plot": plot,
    }


def _pair(pair: MutualZugzwang) -> dict[str, Any]:
    return {
        "first": {"position": pair.first.board, **_entry(pair.first_entry)},
        "second": {"position": pair.second.board, **_entry(pair.second_entry)},
    }


def _show_distances(table: Table) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    players = table.counts()
    values: tuple[GameValue, ...] = ("win", "loss")
    columns = [(player, value) for player in players for value in values]
    plies = sorted({distance or 0 for player, value in columns for distance in players[player][value]})
    grid = Grid(box=None, pad_edge=False, header_style="")
    grid.add_column("plies", justify="right")
    for player, value in columns:
        grid.add_column(f"{player}: {value}", justify="right")
    for distance in plies:
        counts = [players[player][value].get(distance) for player, value in columns]
        grid.add_row(str(distance), *("" if count is None else f"{count:,}" for count in counts))
    if plies:
        console = Console(file=sys.stdout, width=max(40, 12 + sum(18 for _ in columns)), no_color=True, highlight=False)
        with console.capture() as captured:
            console.print(grid)
        emit("\nPositions by the player on move and the plies to the end:\n")
        for line in captured.get().splitlines():
            emit(line.rstrip())


def _show_longest(table: Table) -> None:
    from pnyx.api.notation import line_text

    for player, (here, plies) in table.longest_wins().items():
        emit()
        emit(printable(f"Longest win of {player}: {_plies(plies)}, from {here.board}"))
        emit(printable(line_text(here, table.line(here))))


def _show_zugzwangs(pairs: list[MutualZugzwang]) -> None:
    full = sum(pair.full_point for pair in pairs)
    emit(f"\nMutual zugzwangs: {len(pairs):,}, in {full:,} of which the player on move loses, either one")
    for pair in pairs[:_MOST_SHOWN]:
        emit(f"  {printable(str(pair))}")
    if len(pairs) > _MOST_SHOWN:
        emit(f"  and {len(pairs) - _MOST_SHOWN:,} more (--json shows all)")


def _plies(count: int) -> str:
    return f"{count:,} {'ply' if count == 1 else 'plies'}"
