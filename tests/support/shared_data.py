"""Other people's test sets, which are not part of the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnyx.report import data_set
from support.places import ROOT


def shared_data(name: str) -> Path:
    """A folder of test sets: below `PNYX_DATA`, or below `shared/data` beside the checkout. Without it, skip."""
    folder = data_set(name, ROOT)
    if folder is None:
        pytest.skip(f"the test sets of {name} are not here; PNYX_DATA can say where they are")
    return folder
