"""What a server has, and what it is asked to find out."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.files import why_not
from pnyx.web.errors import ApiError
from pnyx.web.fields import Body
from pnyx.web.folder import ServerFolder
from pnyx.web.games import Games
from pnyx.web.jobs import Job, Jobs
from pnyx.web.proofs import Kept, Proofs
from pnyx.web.questions import Question, read_question, search_question
from pnyx.web.settings import Settings
from pnyx.web.uploads import take
from pnyx.web.why import question_after
from pnyx.web.workers import Workers

__all__ = ["Explorer"]


_USUAL_SECONDS: Final = 10.0
"""What a question about another move may take, if the page says nothing."""


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
        self._folder = ServerFolder()
        self._uploads = threading.Semaphore(self.settings.uploads)
        self.workers = Workers()
        self.jobs = Jobs(self.settings, self._folder.path, self.workers)
        self.proofs = Proofs(self.settings, self._folder.path)

    def close(self) -> None:
        """End all searches, and remove what they left."""
        self.end()
        self._folder.close()

    def end(self) -> None:
        """End all searches and streams, so that nobody waits for them."""
        self.closing = True
        self.jobs.close()
        self.workers.close()

    def redirect_to(self, address: str) -> str:
        """The address of a page in a file that leads there. Everybody on the machine can see which page a browser is
        told to open, and only its owner can read the file."""
        file = self._folder.path / "open.html"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as page:
            page.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={escape(address)}">\n')
        return file.as_uri()

    def ask(self, body: Body) -> Job:
        """Have the question of a request answered."""
        question = read_question(self.games, self.settings, body)
        return self.jobs.add(question.asked, question.order, self._keeper(question))

    def ask_why(self, kept: Kept, line: Sequence[str], move: str, body: Body) -> Job:
        """Have it found out what comes of a move that a proof does not choose."""
        proof, root = kept.proof, kept.shown
        at = proof.at(line)
        if at.kind != "choice" or any(named.move == move for named in at.moves):
            raise InputError(f"{quoted(move)} is not a move that the proof leaves aside at this position")
        tried = question_after(root.position, at.line, move, proof.goal, proof.prover, proof.verdict, at.moves_to_win)
        shown = self.games.walked(root, [*at.line, move], tried.after)
        question = search_question(shown, self.settings, body, tried.goals, enough=tried.good, seconds=_USUAL_SECONDS)
        question.asked["why"] = {"proof": kept.id, "line": list(at.line), "move": move}
        if not tried.goals:
            return self.jobs.add_answered(question.asked, tried.settled())
        return self.jobs.add(question.asked, question.order, self._keeper(question, tried.headline))

    def take(self, file: Path) -> Kept:
        """Have a certificate from outside checked, and keep its proof."""
        return take(file, self.games, self.proofs, self.settings, self.workers)

    @contextlib.contextmanager
    def upload_folder(self) -> Iterator[Path]:
        """A folder for a certificate that is being checked; as many at once as may be."""
        if not self._uploads.acquire(blocking=False):
            raise ApiError(429, "as many certificates are being checked as may: try again in a moment")
        folder = self._folder.path / secrets.token_hex(8)
        try:
            folder.mkdir()
            yield folder
        except OSError as error:
            raise ApiError(507, f"the explorer cannot keep the certificate: {why_not(error)}") from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            self._uploads.release()

    def _keeper(
        self, question: Question, headline: Callable[[dict[str, Any]], str] | None = None
    ) -> Callable[[dict[str, Any], Path], dict[str, Any]]:
        """What keeps the proofs of an answer, and puts it into words of its own where there are any."""

        def keep(answer: dict[str, Any], folder: Path) -> dict[str, Any]:
            for result in answer["results"]:
                file, result["proof"] = result["proof"], None
                if file is not None and result["certificate_nodes"] <= self.settings.proof_nodes:
                    try:
                        kept = self.proofs.found(folder / file, result["certificate_nodes"], question.shown)
                    except OSError as error:  # of the disk: the answer is not to be lost as well
                        result["lost"] = why_not(error)
                        continue
                    result["proof"] = kept.id
                    threading.Thread(target=kept.read_ahead, daemon=True).start()
            return answer if headline is None else {**answer, "headline": headline(answer)}

        return keep
