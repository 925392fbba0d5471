"""Looking into drawings: what every SVG must be, and what stands and is marked where."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    """The drawing as XML, after the demands every drawing must meet."""
    root = ElementTree.fromstring(svg.encode())
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert root[0].tag == SVG + "title"
    assert root[0].text
    assert root[1].tag == SVG + "desc"
    assert root[2].tag == SVG + "rect"
    assert root[2].get("fill"), "a background of its own"
    assert float(root.get("width", "")) > 0
    assert float(root.get("height", "")) > 0
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "g", "path", "text", "circle", "ellipse", "defs", "use"}
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "url(" not in value
            assert "http" not in value
            assert not name.endswith("href") or value.startswith("#")
    assert "nan" not in [number.lower() for number in re.findall(r' [xyrwh]\w*="(\w+)', svg)]
    identifiers = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(identifiers) == len(set(identifiers))
    return root


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def squares(root: ElementTree.Element, name: str) -> set[str | None]:
    return {element.get("data-square") for element in classed(root, name)}


def placed(root: ElementTree.Element) -> dict[str | None, str | None]:
    return {use.get("data-square"): use.get("href") for use in root.iter(SVG + "use")}


def words(root: ElementTree.Element) -> list[str | None]:
    return [element.text for element in root.iter(SVG + "text")]
