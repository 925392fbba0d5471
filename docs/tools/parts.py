"""Parts of pages that are taken from elsewhere when the site is built, so that they cannot go stale.

A page asks for them by a comment on a line of its own:

    <!-- code: python/pnyx/reference/pn.py expand_node Problem.key -->    functions, classes and methods of a file
    <!-- head: python/pnyx/reference/pn.py -->                            the sections of its docstring, as headings
    <!-- file: benches/runs/mates.txt -->                                 a text file as it is
    <!-- options: df-pn -->                                               an algorithm's options
    <!-- searches -->                                                     the searches for values
    <!-- games -->                                                        the games, with goals and options
    <!-- commands -->                                                     the help texts of the command line
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pnyx import OptionInfo

__all__ = ["expanded"]

ROOT: Final = Path(__file__).parents[2]

_REQUEST: Final = re.compile(r"^<!-- (code|head|file|options|searches|games|commands)(?:: (.+?))? -->$", re.MULTILINE)
_OPTIONS: Final = ("| option | default | meaning |", "|---|---|---|")
_SECTION: Final = re.compile(r"^(\S.*)\n((?:    .*\n)(?:    .*\n|\n)*)", re.MULTILINE)


def expanded(markdown: str) -> str:
    """The page with every request replaced by what it asks for."""
    return _REQUEST.sub(lambda found: _MAKERS[found[1]]((found[2] or "").split()), markdown)


def code(words: list[str]) -> str:
    """Definitions of a Python file, in the order in which they are named.

    >>> print(code(["python/pnyx/reference/growth.py", "Growth.second_level"]))  # doctest: +ELLIPSIS
    ```python title="python/pnyx/reference/growth.py"
    def second_level(self, x: int) -> int:
        ...
    ```
    """
    path, *names = words
    source = (ROOT / path).read_text(encoding="utf-8")
    lines, module = source.splitlines(), ast.parse(source)
    text = "\n\n\n".join(_definition(module, lines, name) for name in names)
    return f'```python title="{path}"\n{text}\n```'


def _definition(module: ast.Module, lines: list[str], name: str) -> str:
    node: ast.AST = module
    for part in name.split("."):
        body = getattr(node, "body", [])
        node = next(inner for inner in body if getattr(inner, "name", None) == part or _assigned(inner) == part)
    assert isinstance(node, ast.stmt)
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    return dedent("\n".join(lines[first - 1 : node.end_lineno]))


def _assigned(node: ast.AST) -> str | None:
    target = node.target if isinstance(node, ast.AnnAssign) else None
    return target.id if isinstance(target, ast.Name) else None


def head(words: list[str]) -> str:
    """The sections of a module's docstring: a title, and what is indented below it.

    >>> print(head(["python/pnyx/reference/mt/minimax.py"]).splitlines()[0])
    ## Paper
    """
    module = ast.parse((ROOT / words[0]).read_text(encoding="utf-8"))
    sections = _SECTION.findall(f"{ast.get_docstring(module)}\n")
    return "\n\n".join(f"## {title}\n\n{dedent(text).strip()}" for title, text in sections)


def file(words: list[str]) -> str:
    """A text file, word for word."""
    return f'```text title="{words[0]}"\n{(ROOT / words[0]).read_text(encoding="utf-8").rstrip()}\n```'


def options(words: list[str]) -> str:
    """A table of an algorithm's options."""
    import pnyx

    return _options_table(pnyx.algorithms()[words[0]].options)


def searches(_: list[str]) -> str:
    """A table of the searches for values, and one of all their options, whose defaults are not the same everywhere."""
    import pnyx

    infos = pnyx.searches().values()
    rows = [f"| `{info.name}` | {info.description} |" for info in infos]
    known = []
    meanings = {option.name: option.meaning for info in infos for option in info.options}
    for name, meaning in meanings.items():
        defaults = dict.fromkeys(option.default for info in infos for option in info.options if option.name == name)
        known.append(f"| `{name}` | {' or '.join(f'`{default}`' for default in defaults)} | {meaning} |")
    return "\n".join(["| name | |", "|---|---|", *rows, "", *_OPTIONS, *known, ""])


def games(_: list[str]) -> str:
    """A section for each game: its start, goals and options."""
    import pnyx

    parts = []
    for info in pnyx.games().values():
        parts.append(f"## `{info.name}`\n\n{info.description}\n")
        parts.append(f"Start: `{info.start}`\n\nGoals: {', '.join(f'`{goal}`' for goal in info.goals)}\n")
        if info.options:
            parts.append(_options_table(info.options))
    return "\n".join(parts)


def _options_table(options: Iterable[OptionInfo]) -> str:
    rows = (
        f"| `{option.name}` | {f'`{option.default}`' if option.default else ''} | {option.meaning} |"
        for option in options
    )
    return "\n".join([*_OPTIONS, *rows, ""])


def commands(_: list[str]) -> str:
    """The help text of each command, and of those under it."""
    import typer.main
    from typer.testing import CliRunner

    from pnyx.cli import app

    top: Any = typer.main.get_command(app)
    names: list[list[str]] = []
    for name in top.list_commands(None):
        command = top.get_command(None, name)
        under = command.list_commands(None) if hasattr(command, "list_commands") else []
        names.extend([name, other] for other in under)
        if not under:
            names.append([name])
    parts = []
    for words in names:
        told = CliRunner().invoke(app, [*words, "--help"], prog_name="pnyx", env={"COLUMNS": "100"})
        assert told.exit_code == 0, told.output
        parts.append(f"## `pnyx {' '.join(words)}`\n\n```text\n{told.output.rstrip()}\n```\n")
    return "\n".join(parts)


_MAKERS: Final[dict[str, Callable[[list[str]], str]]] = {
    "code": code,
    "head": head,
    "file": file,
    "options": options,
    "searches": searches,
    "games": games,
    "commands": commands,
}
