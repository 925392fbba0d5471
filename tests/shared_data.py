"""Other people's test sets, which are not part of the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_data(name: str) -> Path:
    """A folder of test sets: below `PNYX_DATA`, or below `shared/data` beside the checkout. Without it, skip."""
    given = os.environ.get("PNYX_DATA")
    root = Path(given) if given else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not (root / name).is_dir():
        pytest.skip(f"the test sets of {name} are not here; PNYX_DATA can say where they are")
    return root / name
