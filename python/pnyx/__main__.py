"""`python -m pnyx` is the command `pnyx`."""

from __future__ import annotations

from pnyx.cli import main

if __name__ == "__main__":
    main()
