"""`pnyx reproduce`: count a paper's numbers again."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pnyx.cli.completion import complete_experiments
from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit
from pnyx.errors import InputError, quoted
from pnyx.wording import unknown_name

__all__ = ["CONTEXT", "find_experiments", "load", "reproduce", "title_of"]

HELP = ("-h", "--help")
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""What is not ours, --help too, is for the experiment to understand."""


def reproduce(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The experiment; without it, they are listed.",
            autocompletion=complete_experiments,
        ),
    ] = None,
    experiments: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the experiments are, if not in a directory above this one."),
    ] = None,
) -> int:
    """Count the numbers of a paper again, and put them beside the published ones.

    Experiments are part of the repository, not of the installed package. All understand --table, --figure, --sample N,
    --out DIR and --jobs J; `pnyx reproduce NAME --help` has the rest. A run that was interrupted goes on where it
    stopped.

    Exit status: 0 everything is as expected, 1 something is not, 2 bad input.
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
        "the experiments are in the repository, not in the installed package, and this directory is not in a checkout "
        "of it: clone the repository and call pnyx reproduce there, or say where they are with --experiments DIR"
    )


def title_of(folder: Path) -> str:
    """What an experiment is about: the first line of its README."""
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
    sys.path.insert(0, str(path.parent))  # an experiment may have modules beside its run.py
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module
