"""The Syzygy tables that tests use, which are not part of the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.places import ROOT

_FOLDER = ROOT / ".venv" / "syzygy"


def table_files() -> Path:
    """A folder with the tables for up to four pieces, which `make test` fetches. Without it, skip."""
    if not (_FOLDER / "KQvKR.rtbw").is_file():
        pytest.skip(f"there are no Syzygy tables in {_FOLDER}: make .venv/tables")
    return _FOLDER
