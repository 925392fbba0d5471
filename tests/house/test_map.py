"""The map in CONTRIBUTING.md shows the files as they are, and every source file says first what it is."""

from __future__ import annotations

from pathlib import Path

import house_map


def test_the_map_shows_the_files_as_they_are() -> None:
    """If this fails: `python docs/tools/house_map.py`."""
    page = house_map.PAGE.read_text(encoding="utf-8")
    assert page == house_map.written(page)


def test_the_first_sentence_is_found(tmp_path: Path) -> None:
    rust = tmp_path / "one.rs"
    rust.write_text("//! Depth-first search: see [`Table`](crate::Table).\n//!\n//! More.\nuse a;\n")
    assert house_map.first_sentence(rust) == "Depth-first search: see `Table`"
    python = tmp_path / "one.py"
    python.write_text('"""Reads files. And more.\n\nMuch more.\n"""\n')
    assert house_map.first_sentence(python) == "Reads files"
    python.write_text('"""The tree of A. Plaat: `tree`, and more. See there."""\n')
    assert house_map.first_sentence(python) == "The tree of A. Plaat: `tree`, and more"
    script = tmp_path / "one.js"
    script.write_text("// Draws arrows\n// and squares. And more.\nlet a; // not this\n")
    assert house_map.first_sentence(script) == "Draws arrows and squares"
    python.write_text("x = 1\n")
    assert house_map.first_sentence(python) == ""
