"""The tour and the map of the house in CONTRIBUTING.md: source files, each with the first sentence of its head.

`python docs/tools/house_map.py` writes them; a test compares them with the files.
"""

from __future__ import annotations

import ast
import re
import subprocess
from itertools import takewhile
from pathlib import Path
from typing import Final

from tour import tour

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "CONTRIBUTING.md"

# The rooms, in the order in which one walks through the house. Rules and checkers before searches.
_ROOMS: Final = (
    "crates/files/src",
    "crates/game/src",
    "crates/games/src",
    "crates/proof/src",
    "crates/search/src",
    "crates/tables/src",
    "crates/solver/src",
    "crates/python_games/src",
    "crates/python/src",
    "python/pnyx",
    "tests/support",
    "docs/tools",
    "fuzz/src",
)

# Folders without a file of their own that could say what they are.
_FOLDERS: Final = {
    "docs/tools": "What builds the documentation site, and the generated parts of files",
    "python/pnyx/web/static/js": "The explorer's page: what starts it, and what all of its steps share",
    "python/pnyx/web/static/js/board": "The board beside the steps, and moves by clicking on it",
    "python/pnyx/web/static/js/page": "Parts of any page: dialogs, tabs, keys, messages, themes",
    "python/pnyx/web/static/js/play": "The second step: a game against Pnyx, and the values of moves",
    "python/pnyx/web/static/js/proof": "The fourth step: a proof",
    "python/pnyx/web/static/js/search": "The third step: a search",
    "python/pnyx/web/static/js/setup": "The first step: a position",
}


def first_sentence(path: Path) -> str:
    """What a source file says of itself first; nothing if it has no head."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        head = ast.get_docstring(ast.parse(text)) or ""
    else:
        mark = "//!" if path.suffix == ".rs" else ("//", "/**")
        lines = takewhile(lambda line: line.startswith(mark), text.splitlines())
        head = "\n".join(line.strip("/*! ") for line in lines)
    paragraph = " ".join(head.split("\n\n")[0].split())
    # The full stop after an initial ends no sentence.
    ended = re.match(r".*?(?<!\b[A-Z])\.(?= [A-Z`]|$)", paragraph)
    sentence = ended[0] if ended else paragraph
    # A link of Rust's documentation leads nowhere here.
    return re.sub(r"\[(`[^`]*`)\](\([^)]*\))?", r"\1", sentence).rstrip(".:").replace("|", "\\|")


def house_map() -> str:
    """A table for each room and each folder in it."""
    listed = subprocess.run(["git", "ls-files", *_ROOMS], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [Path(name) for name in listed.stdout.splitlines() if _is_source(name) and (ROOT / name).exists()]
    parts = []
    for room in _ROOMS:
        inside = [file for file in files if file.is_relative_to(room)]
        for folder in dict.fromkeys(sorted((file.parent for file in inside), key=lambda path: path.parts)):
            rows = [file for file in inside if file.parent == folder]
            parts.append(_table(folder, rows))
    return "\n".join(parts)


def _is_source(name: str) -> bool:
    if name.endswith("__main__.py") or re.search(r"(_tests|/tests|/models)\.rs$", name):
        return False
    return name.endswith((".rs", ".py", ".js"))


def _table(folder: Path, files: list[Path]) -> str:
    heads = [file for file in files if file.name in ("__init__.py", "lib.rs", "mod.rs")]
    name, beside = folder.as_posix(), folder.with_suffix(".rs")
    if heads:
        own, title = f" (`{heads[0].name}`)", first_sentence(ROOT / heads[0])
    elif (ROOT / beside).exists():
        own, title = f" (`{beside.name}` beside it)", first_sentence(ROOT / beside)
    else:
        own, title = "", _FOLDERS[name]
    lines = [f"**`{name}`**{own}: {title}", "", "| file | |", "|---|---|"]
    rows = [f"| `{file.name}` | {first_sentence(ROOT / file)} |" for file in files if file not in heads]
    return "\n".join([*(lines if rows else lines[:2]), *rows, ""])


def written(page: str) -> str:
    """The page with the tour and the map as they are now."""
    for name, text in (("tour", tour()), ("map", house_map())):
        begin, end = f"<!-- the {name}: made by docs/tools/house_map.py -->\n", f"<!-- end of the {name} -->\n"
        before, rest = page.split(begin)
        page = before + begin + "\n" + text + "\n" + end + rest.split(end)[1]
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
