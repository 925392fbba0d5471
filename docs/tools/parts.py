"""Parts of pages that are taken from elsewhere when the site is built, so that they cannot go stale.

A page asks for them by a comment on a line of its own:

    <!-- code: python/pnyx/reference/pn.py expand_node Problem.key -->    functions, classes and methods of a file
    <!-- head: python/pnyx/reference/pn.py -->                            the sections of its docstring, as headings
    <!-- file: benches/runs/mates.txt -->                                 a text file as it is
    <!-- options: df-pn -->                                               an algorithm's options
    <!-- algorithms -->                                                   the algorithms, from the tables on their pages
    <!-- nodes -->                                                        what each of them counts as a node
    <!-- searches -->                                                     the searches for values
    <!-- games -->                                                        the games, with goals and options
    <!-- commands -->                                                     the help texts of the command line

Comments in fenced blocks are shown as they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pnyx.api.catalogue import OptionInfo

ROOT: Final = Path(__file__).parents[2]

_REQUEST: Final = re.compile(
    r"^(?P<fence>`{3,}).*\n(?:.*\n)*?(?P=fence)$"
    r"|^<!-- (?P<kind>code|head|file|options|algorithms|nodes|searches|games|commands)(?:: (?P<words>.+?))? -->$",
    re.MULTILINE,
)
_OPTIONS: Final = ("| option | default | meaning |", "|---|---|---|")
_AT_A_GLANCE: Final = re.compile(
    r"^\| looks next \| holds \| with repetitions \| a node is \|\n(?:\|---){4}\|\n\| (.*) \| (.*) \| (.*) \| (.*) \|$",
    re.MULTILINE,
)
_SECTION: Final = re.compile(r"^(\S.*)\n((?:    .*\n)(?:    .*\n|\n)*)", re.MULTILINE)


def expanded(markdown: str) -> str:
    """The page with every request replaced by what it asks for."""
    return _REQUEST.sub(lambda found: found[0] if found["fence"] else _made(found), markdown)


def _made(found: re.Match[str]) -> str:
    return _MAKERS[found["kind"]]((found["words"] or "").split())


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

    >>> print(head(["python/pnyx/reference/minimax/minimax.py"]).splitlines()[0])
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


def algorithm_pages() -> list[str]:
    """The pages of the algorithms in the order of the register, and then those of families."""
    names = list(_algorithms())
    others = sorted(path.stem for path in (ROOT / "docs" / "algorithms").glob("*.md"))
    names += [name for name in others if name not in (*names, "index")]
    return [f"algorithms/{name}.md" for name in names]


def at_a_glance(page: str) -> tuple[str, str, str, str]:
    """The row of the table that is on an algorithm's page: looks next, holds, with repetitions, a node is.

    >>> at_a_glance((ROOT / "docs" / "algorithms" / "pn.md").read_text(encoding="utf-8"))
    ('best first', 'the tree', 'exact: lines are kept apart', 'the root or a generated child')
    """
    found = _AT_A_GLANCE.search(page)
    if found is None:
        raise ValueError("expected a table on the algorithm's page: looks next, holds, with repetitions, a node is")
    looks_next, holds, repetitions, node = found.groups()
    return looks_next, holds, repetitions, node


def _algorithms() -> dict[str, tuple[str, str, str, str]]:
    """What the pages say of all algorithms of the register."""
    import pnyx

    folder, names = ROOT / "docs" / "algorithms", (name for name in pnyx.algorithms() if name != "auto")
    return {name: at_a_glance((folder / f"{name}.md").read_text(encoding="utf-8")) for name in names}


def algorithms(_: list[str]) -> str:
    """A table of the algorithms, with links to their pages."""
    rows = (f"| [`{name}`]({name}.md) | {' | '.join(row[:3])} |" for name, row in _algorithms().items())
    return "\n".join(["| | where it looks next | what it holds | with repetitions |", "|---|---|---|---|", *rows])


def nodes(_: list[str]) -> str:
    """A table of what the algorithms count."""
    counted: dict[str, list[str]] = {}
    for name, row in _algorithms().items():
        counted.setdefault(row[3], []).append(f"`{name}`")
    rows = (f"| {', '.join(names)} | {node} |" for node, names in counted.items())
    return "\n".join(["| | a node is |", "|---|---|", *rows])


def searches(_: list[str]) -> str:
    """A table of the searches for values, and one of all their options, whose defaults are not the same everywhere."""
    from pnyx.api.catalogue import searches

    infos = searches().values()
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
    "algorithms": algorithms,
    "nodes": nodes,
    "searches": searches,
    "games": games,
    "commands": commands,
}
