"""Does a built site fetch anything from elsewhere? Links may lead anywhere; scripts, styles and pictures are its own.

python docs/tools/offline.py site
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

_FOREIGN: Final = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_IN_STYLES: Final = re.compile(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^'\")\s]+)", re.IGNORECASE)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            address = (value or "").strip()
            fetches = name in ("src", "srcset", "data", "poster") or (
                name == "href" and tag in ("link", "use", "image")
            )
            if fetches and _FOREIGN.match(address):
                self.found.append(address)
            if name == "style":
                self.found += _IN_STYLES.findall(address)


def fetched(name: str, text: str) -> list[str]:
    """The foreign addresses that a file of the site fetches.

    >>> fetched("a.html", '<a href="https://b.org">b</a><script src="https://c.org/d.js"></script>')
    ['https://c.org/d.js']
    >>> fetched("a.css", "@import url(//fonts.org/f.css); p { color: red }")
    ['//fonts.org/f.css']
    """
    page = _Page()
    if name.endswith((".html", ".svg")):
        page.feed(text)
    if name.endswith((".html", ".svg", ".css")):
        page.found += _IN_STYLES.findall(re.sub(r"<code>.*?</code>", "", text, flags=re.DOTALL))
    return page.found


def main(folder: str) -> int:
    """Look through all files; what was found is printed, and makes the exit status 1."""

    def everything() -> Iterator[str]:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in (".html", ".svg", ".css"):
                yield from (f"{path}: {address}" for address in fetched(path.name, path.read_text(encoding="utf-8")))

    found = list(everything())
    print("\n".join(found) or f"{folder}: nothing is fetched from elsewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
