"""Looking into what is shown in notebooks: HTML that is safe anywhere, and the drawings in it."""

from __future__ import annotations

from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

from support.svg import parsed

TAGS = {"div", "span", "img", "table", "tr", "td", "details", "summary", "p", "code"}
PREFIX = "data:image/svg+xml;base64,"


class Page(HTMLParser):
    """A page that was read: its texts, its drawings, and how often each tag stands in it.

    Reading fails at what could run or load something, at colours that only a dark or a light page shows, and at what is
    not closed. Drawings that a game makes itself need not be all that ours are.
    """

    def __init__(self, html: str, *, own_drawings: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self._parsed = ElementTree.fromstring if own_drawings else parsed
        self.texts: list[str] = []
        self.drawings: list[ElementTree.Element] = []
        self.tags: list[str] = []
        self.deepest = 0
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        self.tags.append(tag)
        for name, value in attrs:
            assert name in {"style", "src", "alt", "open"}
            if name == "style":
                assert "url" not in (value or "")
                assert "color:" not in (value or ""), "the page knows whether it is dark"
            elif name == "src":
                assert value is not None
                assert value.startswith(PREFIX)
                self.drawings.append(self._parsed(b64decode(value.removeprefix(PREFIX)).decode()))
        if tag != "img":
            self._open.append(tag)
            self.deepest = max(self.deepest, len(self._open))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")
