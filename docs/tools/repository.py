"""Files of the repository that are pages of the site as well, and links between them and the pages in `docs`.

They are not copied: `pages` says under which name the site shows them, and `relinked` turns links, which are right
where the file is in the repository, into links of the site. A link to something that the site does not show, such
as a source file, becomes plain words.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

# Code comes first, because brackets in it are no links.
_CODE_OR_LINK: Final = re.compile(
    r"^ *(?P<fence>`{3,})[\s\S]*?^ *(?P=fence)$"
    r"|`[^`\n]*`"
    r"|(?P<picture>!?)\[(?P<words>[^\[\]]*)\]\((?!\w+:|#)(?P<target>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)",
    re.MULTILINE,
)


@cache
def pages() -> dict[str, str]:
    """Paths of files in the repository, outside `docs`, and what they are called on the site.

    >>> pages()["REFERENCES.md"], pages()["experiments/README.md"]
    ('references.md', 'experiments/README.md')
    """
    found = {name: name.lower() for name in ("CHANGELOG.md", "CONTRIBUTING.md", "REFERENCES.md")}
    for pattern in ("README.md", "*/README.md", "*/runs/*/*.svg"):
        for path in sorted((ROOT / "experiments").glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            found[name] = name
    return found


def relinked(markdown: str, uri: str) -> str:
    """The text of the page that the site calls `uri`, with links of the site.

    >>> relinked("[format](docs/certificate-format.md), [rules](Makefile)", "references.md")
    '[format](certificate-format.md), rules'
    """
    place = {site: name for name, site in pages().items()}.get(uri, f"docs/{uri}")

    def change(found: re.Match[str]) -> str:
        target = found["target"]
        if target is None:
            return found[0]
        name = posixpath.normpath(posixpath.join(posixpath.dirname(place), target))
        if not (ROOT / name).exists():
            raise ValueError(f"{place}: expected a link to a file of the repository, got {target!r}")
        if f"{name}/README.md" in pages():
            name = f"{name}/README.md"
        site = name.removeprefix("docs/") if name.startswith("docs/") else pages().get(name)
        if site is None:
            return found["words"]
        link = posixpath.relpath(site, posixpath.dirname(uri) or ".") + (found["anchor"] or "")
        return f"{found['picture']}[{found['words']}]({link})"

    return _CODE_OR_LINK.sub(change, markdown)
