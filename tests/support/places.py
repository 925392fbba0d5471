"""Where things are in the repository."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TESTS: Final = ROOT / "tests"
EXPERIMENTS: Final = ROOT / "experiments"
PUBLISHED: Final = EXPERIMENTS / "breuker-2001" / "published.csv"
"""The node counts that Breuker, van den Herik, Allis and Uiterwijk published."""
