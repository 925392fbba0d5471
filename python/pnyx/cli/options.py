"""Arguments and options that several commands have, declared once."""

from __future__ import annotations

from typing import Annotated

import typer

from pnyx.cli.completion import complete_algorithms, complete_games, complete_goals, complete_options

DEFAULT_MIB = "1024"

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game (see `pnyx games`), or module:attribute for one written in Python.",
        show_default=False,
        autocompletion=complete_games,
    ),
]
PositionArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="POSITION",
        help="The position in the game's notation, as one argument; - reads standard input; "
        "a graph may also be the path of a file. Default: the game's start.",
        show_default=False,
    ),
]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="KEY=VALUE",
        help="Set an option; may be repeated.",
        autocompletion=complete_options,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
CertificateArgument = Annotated[str, typer.Argument(metavar="FILE", help="The certificate.", show_default=False)]
PythonGameOption = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="MODULE:ATTRIBUTE", help="The game written in Python that the certificate is about."
    ),
]
SyzygyOption = Annotated[
    str | None,
    typer.Option("--syzygy", metavar="DIRECTORY", help="The directory of Syzygy tables, if the certificate uses them."),
]
GoalOption = Annotated[
    str | None,
    typer.Option(
        help="The goal of the player on move: win, 'win-in 3', '#3' or another. Default: the game's first goal (see "
        "`pnyx games`).",
        metavar="G",
        autocompletion=complete_goals,
    ),
]
AlgorithmOption = Annotated[
    str,
    typer.Option(help="The algorithm; see `pnyx algorithms`.", metavar="A", autocompletion=complete_algorithms),
]
TwoCertificatesOption = Annotated[
    str | None,
    typer.Option(
        help="Write the certificate of the first question to a file; that of the second goes beside it, "
        "to NAME.draw-or-better.pnyx.",
        metavar="FILE",
    ),
]
PresetOption = Annotated[str | None, typer.Option(help="A named set of options.", metavar="P")]
MaxNodesOption = Annotated[str | None, typer.Option(help="Stop after N nodes.", metavar="N")]
MaxSecondsOption = Annotated[str | None, typer.Option(help="Time limit in seconds.", metavar="S")]
MemoryOption = Annotated[str, typer.Option(help="Memory for the search, in MiB.", metavar="MIB")]
ThreadsOption = Annotated[str, typer.Option(help="Number of search threads.", metavar="T")]
