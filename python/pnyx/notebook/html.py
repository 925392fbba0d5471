"""HTML in which nothing can be forgotten to be escaped: plain text becomes `Html` by `element` alone."""

from __future__ import annotations

from base64 import b64encode

from pnyx.draw.canvas import escape


class Html(str):
    """Text that is HTML already.

    >>> element("b", "a < b", Html("<br>"))
    '<b>a &lt; b<br></b>'
    """

    __slots__ = ()


def joined(*children: str) -> Html:
    """The children one after the other; those that are plain text are escaped.

    >>> joined("1 < 2 & ", Html("<i>so on</i>"))
    '1 &lt; 2 &amp; <i>so on</i>'
    """
    return Html("".join(child if isinstance(child, Html) else escape(child) for child in children))


def element(tag: str, *children: str, **attributes: str) -> Html:
    """An element; attributes are escaped, and an empty one stands without a value.

    >>> element("details", element("summary", "more"), open="")
    '<details open><summary>more</summary></details>'
    >>> element("p", style='color: "red"')
    '<p style="color: &quot;red&quot;"></p>'
    """
    said = "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attributes.items())
    return Html(f"<{tag}{said}>{joined(*children)}</{tag}>")


def image(svg: str, alt: str) -> Html:
    """A drawing as an image that stands for itself: its names cannot clash with those of others on the page.

    >>> image("<svg/>", alt="a < b")
    '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="a &lt; b" style="max-width: 100%">'
    """
    data = b64encode(svg.encode()).decode("ascii")
    return Html(f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(alt)}" style="max-width: 100%">')
