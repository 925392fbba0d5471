"""The documentation: its code runs, its links lead somewhere, its figures are as drawn, nothing public is missing."""

from __future__ import annotations

import pydoc
import re
import shutil
from pathlib import Path

import pytest

import doc_figures
import parts
import pnyx
import repository
from support.doc_pages import DOCS, LANGUAGES, blocks, run_page

PAGES = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
RUN = [name for name, text in PAGES.items() if any(block.language in LANGUAGES for block in blocks(text))]
WRONG = {
    "doctest": "```pycon\n>>> 1 + 1\n3\n```\n",
    "python": "```python\nassert False\n```\n",
    "output": "```console\n$ pnyx --version\npnyx 0.0.0\n```\n",
    "status": "```console\n$ pnyx show chess nonsense\n```\n",
    "shown status": "```console\n$ pnyx show chess nonsense\n...\n$ echo $?\n1\n```\n",
    "program": "```console\n$ make test\n```\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if shutil.which("bash") is None:
        pytest.skip("commands of the documentation need bash")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", RUN)
def test_the_code_of_a_page_runs(name: str, folder: Path) -> None:
    if name == "guides/cluster.md":
        pytest.importorskip("ray", reason="Ray is not installed")
    run_page(PAGES[name], name, folder)


@pytest.mark.parametrize("markdown", WRONG.values(), ids=WRONG.keys())
def test_code_that_does_not_do_what_it_shows_is_noticed(markdown: str, folder: Path) -> None:
    with pytest.raises(AssertionError):
        run_page(markdown, "page", folder)


def test_links_lead_to_files() -> None:
    """What stands behind # is checked when the site is built."""
    for name, text in PAGES.items():
        repository.relinked(text, name)
    for place, site in repository.pages().items():
        if site.endswith(".md"):
            repository.relinked((repository.ROOT / place).read_text(encoding="utf-8"), site)
    with pytest.raises(ValueError, match=r"nothing\.md"):
        repository.relinked("[here](nothing.md)", "index.md")


def test_pages_ask_only_for_what_there_is() -> None:
    for name, text in PAGES.items():
        rest = parts.expanded(text)
        for block in blocks(text):
            rest = rest.replace(block.code, "")
        assert "<!--" not in rest, name


def test_requests_in_a_block_are_shown() -> None:
    page = "```markdown\n<!-- options: nothing -->\n```\n"
    assert parts.expanded(page) == page
    with pytest.raises(KeyError):
        parts.expanded("<!-- options: nothing -->\n")


def test_figures_are_what_the_code_draws() -> None:
    drawn = doc_figures.drawn()
    kept = {path.name: path.read_text(encoding="utf-8") for path in doc_figures.FOLDER.glob("*.svg")}
    assert sorted(kept) == sorted(drawn)
    assert [file for file, svg in drawn.items() if kept[file] != svg] == [], "run docs/tools/doc_figures.py"


def test_every_figure_is_on_a_page() -> None:
    text = "".join(PAGES.values())
    assert [file for file in doc_figures.drawn() if f"figures/{file})" not in text] == []


def test_every_public_name_is_in_the_reference() -> None:
    text = "".join(text for name, text in PAGES.items() if name.startswith("reference/"))
    asked = re.findall(r"^::: pnyx\.(\w+)$", text, re.MULTILINE)
    assert sorted(asked) == sorted(pnyx.__all__)


def test_other_names_in_the_reference_are_in_the_module_it_says() -> None:
    text = "".join(text for name, text in PAGES.items() if name.startswith("reference/"))
    asked = re.findall(r"^::: (pnyx\.\w+\..+)$", text, re.MULTILINE)
    assert "pnyx.api.catalogue.searches" in asked
    assert [path for path in asked if pydoc.locate(path) is None] == []


def test_every_algorithm_has_a_page() -> None:
    assert [name for name in pnyx.algorithms() if name != "auto" and f"algorithms/{name}.md" not in PAGES] == []
