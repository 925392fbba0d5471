"""What a server has."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from pnyx.web.games import Games
from pnyx.web.jobs import Jobs
from pnyx.web.settings import Settings

__all__ = ["Explorer"]


class Explorer:
    """Games, jobs, proofs, and a folder for their files that goes with them.

    >>> explorer = Explorer()
    >>> explorer.games.names()[:2]
    ['tic-tac-toe', 'chess']
    >>> explorer.close()
    """

    def __init__(self, settings: Settings | None = None, games: Sequence[str] = ()) -> None:
        self.settings = settings or Settings()
        self.games = Games(games)
        self.closing = False
        self._folder = tempfile.TemporaryDirectory(prefix="pnyx-web-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self.jobs = Jobs(self.settings, folder)

    def close(self) -> None:
        """End all searches, and remove what they left."""
        self.closing = True
        self.jobs.close()
        self._folder.cleanup()
