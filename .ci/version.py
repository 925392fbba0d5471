"""Does a tag such as v0.1.0 name the version that Cargo.toml states and that the changelog says was released?"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def stated() -> str:
    """The version of the workspace, which is the only place where it is written."""
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    found = re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"$', manifest, re.MULTILINE)
    if found is None:
        raise SystemExit("Cargo.toml states no version of the workspace")
    return found[1]


def latest() -> tuple[str, str]:
    """The version that the changelog begins with, and its date or the word Unreleased."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## \[([^\]]+)\] - (\S+)$", changes, re.MULTILINE)
    if found is None:
        raise SystemExit("CHANGELOG.md has no heading such as '## [0.1.0] - 2030-01-31'")
    return found[1], found[2]


def complaints(tag: str) -> list[str]:
    """What prevents a release under this tag."""
    version, date = latest()
    found = []
    if tag != f"v{stated()}":
        found.append(f"the tag is {tag!r}, but Cargo.toml says {stated()!r}: tag v{stated()}, or change the version")
    if version != stated():
        found.append(f"CHANGELOG.md begins with {version!r}, but Cargo.toml says {stated()!r}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        found.append(f"CHANGELOG.md gives {date!r} where the date of the release should be")
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("expected one argument, the tag")
    problems = complaints(sys.argv[1])
    print("\n".join(problems) or f"{sys.argv[1]} is the version everywhere")
    raise SystemExit(bool(problems))
