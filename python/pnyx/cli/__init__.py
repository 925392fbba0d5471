"""The command line, one file per command: `pnyx --help` lists them.

Exit status: 0 when an answer was found or a certificate accepted, 1 when the answer is unknown or the certificate
rejected, 2 for bad input, which gets one line on standard error, 3 when something was found but could not be written.
An exception raised by a game written in Python is a mistake in that game: it is shown with its traceback and ends the
program with status 1.

The commands import what they need when they run, so that `--help` and `--version` answer at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pnyx.cli import (
    algorithms,
    certificate,
    check,
    cluster,
    games,
    moves,
    new,
    perft,
    play,
    proof,
    reproduce,
    search,
    show,
    size,
    solve,
    suite,
    table,
    uci,
    value,
    variations,
    web,
)
from pnyx.cli.group import Group

app = typer.Typer(
    name="pnyx",
    cls=Group,
    help="Solve positions of two-player games and prove the answers.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("solve")(solve.solve)
app.command("value", short_help="Find the value of a position: win, draw or loss.")(value.value)
app.command("moves", short_help="Find the value of every legal move: win, draw or loss.")(moves.moves)
app.command("play", short_help="Play a game against a perfect, or a weaker, opponent.")(play.play)
app.command("search", short_help="Evaluate a position by a search of limited depth.")(search.search)
app.command("suite", short_help="Search all positions of a file and compare the answers with it.")(suite.suite)
app.add_typer(table.app, name="table")
app.add_typer(cluster.app, name="cluster")
app.command("variations", short_help="List every mate: keys, threats, defences, tries.")(variations.variations)
app.command("check")(check.check)
app.command("proof", short_help="Walk through a certificate, move by move.")(proof.proof)
app.add_typer(certificate.app, name="certificate")
app.command("uci", short_help="Run as a UCI engine that finds and proves mates.")(uci.uci)
app.command("perft")(perft.perft)
app.command("show")(show.show)
app.command("size", short_help="Find out how large a game is.")(size.size)
app.command("web")(web.web)
app.command("new", short_help="Write a file for a game of your own, to fill in.")(new.new)
app.command("games")(games.games)
app.command("algorithms", short_help="List the algorithms with options and presets.")(algorithms.algorithms)
app.command("reproduce", short_help="Re-run a paper's experiments.", context_settings=reproduce.CONTEXT)(
    reproduce.reproduce
)


def _print_version(asked: bool) -> None:
    if asked:
        import pnyx

        typer.echo(f"pnyx {pnyx.__version__}")
        raise typer.Exit()


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Solve positions of two-player games and prove the answers."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line with the arguments of this process."""
    app(prog_name="pnyx")


def main_uci() -> None:
    """Run `pnyx uci`, as a program by itself: some chess programs start an engine without arguments."""
    app(["uci"], prog_name="pnyx")
