"""What pytest should leave alone: examples that need a package which is not installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["python/pnyx/adapters/open_spiel.py"]
