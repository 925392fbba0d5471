"""`pnyx reproduce`: re-run a paper's experiments."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pnyx.api.wording import unknown_name
from pnyx.cli.completion import complete_experiments
from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit
from pnyx.errors import InputError, quoted

HELP = ("-h", "--help")
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Other options, --help among them, are passed on to the experiment."""


def reproduce(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The experiment. Without a name, all are listed.",
            autocompletion=complete_experiments,
        ),
    ] = None,
    experiments: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The directory of the experiments. Default: experiments/ of this checkout."),
    ] = None,
) -> int:
    """Re-run a paper's experiments and show the results beside the published ones.

    Experiments are part of the repository, not of the installed package. All have the options --table, --figure,
    --sample N, --out DIR and --jobs J; `pnyx reproduce NAME --help` lists the others. An interrupted run resumes where
    it stopped.

    Exit status: 0 all results are as expected, 1 some are not, 2 bad input.
    """
    if name in HELP:
        emit(context.get_help())
        return ANSWERED
    folder = find_experiments() if experiments is None else experiments
    known = {path.parent.name: path for path in sorted(folder.glob("*/run.py"))}
    if not known:
        raise InputError(f"there are no experiments in {quoted(str(folder))}: expected DIR/NAME/run.py")
    if name is None:
        for each, path in known.items():
            emit(f"{each:<24} {title_of(path.parent)}".rstrip())
        return ANSWERED
    if name.startswith("-"):
        raise InputError(f"expected the name of an experiment before {quoted(name)}: pnyx reproduce NAME [OPTIONS]")
    if name not in known:
        raise InputError(unknown_name("experiment", name, known))
    return int(load(name, known[name]).main(context.args))


def find_experiments() -> Path:
    """`experiments/` of the checkout that the current directory is in."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "experiments").is_dir() and (folder / "crates" / "proof").is_dir():
            return folder / "experiments"
    raise InputError(
        "the experiments are in the repository, not in the installed package, and this directory is not in a checkout: "
        "run pnyx reproduce in a clone of the repository, or use --experiments DIR"
    )


def title_of(folder: Path) -> str:
    """The title of an experiment: the first line of its README."""
    try:
        first = (folder / "README.md").read_text(encoding="utf-8").partition("\n")[0]
    except OSError:
        return ""
    return first.lstrip("# ").removeprefix(f"{folder.name}: ")


def load(name: str, path: Path) -> Any:
    """The module of an experiment, whose `main` runs it."""
    spec = importlib.util.spec_from_file_location(f"experiment {name}", path)
    if spec is None or spec.loader is None:
        raise InputError(f"cannot run {quoted(str(path))}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    places = [str(path.parent), str(path.parent.parent)]  # of modules beside its run.py, and of what all share
    sys.path[:0] = places
    try:
        spec.loader.exec_module(module)
    finally:
        for place in places:
            sys.path.remove(place)
    return module
