"""`pnyx new`: write a file for a game of your own, to fill in, with its tests."""

from __future__ import annotations

import importlib.util
import keyword
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import typer

from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit
from pnyx.errors import InputError, quoted

_TAKEN: Final = ("Position", "Move")
"""Names that the file uses itself."""


def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="The name of the file, without .py: a word such as my_game.", show_default=False
        ),
    ],
) -> int:
    """Write NAME.py, a game to fill in, and test_NAME.py, in the current directory.

    The game runs as it stands: it is Hexapawn, with comments that say what to change. No file is overwritten.

    Exit status: 0 written, 2 bad input.
    """
    _expect_name(name)
    title = class_name(name)
    paths = {path: _filled(template, name, title) for path, template in _files(name).items()}
    for path in paths:
        if path.exists() or path.is_symlink():
            raise InputError(f"{quoted(str(path))} is there already: choose another name, or move the file away")
    for path, text in paths.items():
        _write_new(path, text)
    emit(f"Wrote {' and '.join(map(str, paths))}: a game to fill in, which is Hexapawn as it stands.\n")
    emit("Next:")
    commands = {
        f"python -m pytest test_{name}.py": "test the rules (pip install pytest)",
        f"pnyx value {name}:{title}": "find out who wins, with a checked proof",
        f"pnyx web {name}:{title}": "play on the board in a browser (pip install 'pnyx[web]')",
    }
    width = max(map(len, commands))
    for command, meaning in commands.items():
        emit(f"  {command:<{width}}  # {meaning}")
    return ANSWERED


def class_name(name: str) -> str:
    """The name of the class in a file.

    >>> class_name("my_game"), class_name("l_game"), class_name("move"), class_name("_")
    ('MyGame', 'LGame', 'MoveGame', 'Game')
    """
    title = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    if not title.isidentifier() or keyword.iskeyword(title):
        return "Game"
    return f"{title}Game" if title in _TAKEN else title


def _expect_name(name: str) -> None:
    if name.endswith(".py") and name.removesuffix(".py").isidentifier():
        raise InputError(f"expected a name without .py, as in pnyx new {name.removesuffix('.py')}, not {quoted(name)}")
    if not (name.isidentifier() and name.isascii()):
        raise InputError(
            f"the name of a game's file must be a word of letters, digits and _ that begins with a letter, such as "
            f"my_game, not {quoted(name)}"
        )
    if keyword.iskeyword(name):
        raise InputError(f"{quoted(name)} is a word of Python: choose another name, such as {name}_game")
    if not Path(f"{name}.py").exists() and _is_module(name):
        raise InputError(f"there is a Python module {quoted(name)} already: choose another name, such as {name}_game")


def _is_module(name: str) -> bool:
    """Whether the name belongs to a module that is installed, which a file would hide."""
    if name in sys.stdlib_module_names:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # a module without a specification, such as __main__
        return True


def _files(name: str) -> dict[Path, str]:
    return {Path(f"{name}.py"): "game.py.txt", Path(f"test_{name}.py"): "test_game.py.txt"}


def _filled(template: str, name: str, title: str) -> str:
    text = (files("pnyx.cli") / "template" / template).read_text(encoding="utf-8")
    return text.replace("CLASS", title).replace("NAME", name)


def _write_new(path: Path, text: str) -> None:
    from pnyx._util.files import why_not

    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{quoted(str(path))} is there already: choose another name") from None
    except OSError as error:
        path.unlink(missing_ok=True)
        raise InputError(f"cannot write {quoted(str(path))}: {why_not(error)}") from error
