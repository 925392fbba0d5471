"""What MkDocs calls while it builds the site; `mkdocs.yml` names this file."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from parts import algorithm_pages, expanded
from repository import ROOT, pages, relinked


def on_config(config: MkDocsConfig, **_: Any) -> MkDocsConfig:
    """Add the pages of the algorithms to the navigation."""
    (section,) = (entry["Algorithms"] for entry in config.nav or [] if "Algorithms" in entry)
    section.extend(algorithm_pages())
    return config


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the files outside `docs` that the site shows."""
    for name, site in pages().items():
        files.append(File.generated(config, site, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Put in what the page asks for, and make its links those of the site."""
    return expanded(relinked(markdown, page.file.src_uri))
