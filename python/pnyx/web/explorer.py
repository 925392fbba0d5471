"""The state of a server: games, jobs and proofs, and the requests on them."""

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

from pnyx._util.files import why_not
from pnyx.api.catalogue import games as built_in
from pnyx.api.check import named_game
from pnyx.api.walked import walked
from pnyx.errors import CertificateError, InputError, quoted
from pnyx.web.checking import checked, claimed_nodes
from pnyx.web.errors import ApiError
from pnyx.web.fields import Body
from pnyx.web.folder import ServerFolder
from pnyx.web.games import Games
from pnyx.web.jobs import Job, Jobs
from pnyx.web.playing import play_question
from pnyx.web.proofs import Kept, Proofs
from pnyx.web.questions import Question, read_question, search_question
from pnyx.web.settings import Settings
from pnyx.web.tables import Tables
from pnyx.web.why import question_after
from pnyx.web.workers import Workers

_HEAD: Final = 4096
"""The bytes of a certificate that name its game."""

_USUAL_SECONDS: Final = 10.0
"""What a question about another move may take, if the page says nothing."""


class Explorer:
    """Games, jobs, proofs, and a folder for their files that goes with them.

    >>> explorer = Explorer()
    >>> explorer.games.names()[:2]
    ['tic-tac-toe', 'chess']
    >>> explorer.close()
    """

    def __init__(self, settings: Settings | None = None, games: Sequence[str] = (), tables: Sequence[str] = ()) -> None:
        self.settings = settings or Settings()
        self.games = Games(games)
        self._tables = Tables(self.games, tables)
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
        opened with, and only its owner can read the file."""
        file = self._folder.path / "open.html"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as page:
            page.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={escape(address)}">\n')
        return file.as_uri()

    def ask(self, body: Body) -> Job:
        """Have the question of a request answered."""
        question = read_question(self.games, self.settings, body)
        return self.jobs.add(question.asked, question.searched, self._keeper(question))

    def ask_player(self, kind: str, body: Body) -> tuple[dict[str, Any], dict[str, Any]]:
        """A question about a game that is being played, for the page and for a worker."""
        return play_question(self.games, self.settings, self._tables, self._folder.path, kind, body)

    def ask_why(self, kept: Kept, line: Sequence[str], move: str, body: Body) -> Job:
        """Search the position after a move that a proof does not choose."""
        proof, root = kept.proof, kept.shown
        at = proof.at(line)
        if at.kind != "choice" or any(named.move == move for named in at.moves):
            raise InputError(f"{quoted(move)} is not an alternative to the proof's move at this position")
        tried = question_after(root.position, at.line, move, proof.goal, proof.prover, proof.verdict, at.moves_to_win)
        shown = self.games.walked(root, [*at.line, move], tried.after)
        question = search_question(
            shown,
            self.settings,
            body,
            tried.goals,
            enough=tried.good,
            replies=tried.replies,
            seconds=_USUAL_SECONDS,
        )
        question.asked["why"] = {"proof": kept.id, "line": list(at.line), "move": move}
        if not tried.goals:
            return self.jobs.add_answered(question.asked, tried.settled())
        return self.jobs.add(question.asked, question.searched, self._keeper(question, tried.headline))

    def take(self, file: Path) -> Kept:
        """Have a certificate from outside checked, and keep its proof; an `ApiError` when it is not accepted."""
        # A graph takes no more memory than its number of nodes explains.
        self.proofs.expect_room(claimed_nodes(file))
        with open(file, "rb") as opened:
            named = named_game(opened.read(_HEAD))
        own = None if named in built_in() else named
        name = None if own is None else self.games.python_name(own)
        try:
            report = checked(file, name, self.settings, self.workers)
        except CertificateError as error:
            raise ApiError(422, str(error), rejected=True) from None
        except InputError as error:
            missing = (
                f"the certificate is about {quoted(own)}, which is not among the games here: if it is a game of your "
                "own, start the explorer with pnyx web module:Class"
            )
            raise ApiError(422, str(error) if own is None or name else missing, rejected=False) from None
        game = None if name is None else self.games.python_game(name)
        return self.proofs.given(file, report.nodes, name or report.game, game, report.checkers)

    @contextlib.contextmanager
    def upload_folder(self) -> Iterator[Path]:
        """A folder for a certificate that is being checked; as many at once as may be."""
        if not self._uploads.acquire(blocking=False):
            raise ApiError(429, "too many certificates are being checked: try again in a moment")
        folder = self._folder.path / secrets.token_hex(8)
        try:
            folder.mkdir()
            yield folder
        except OSError as error:
            raise ApiError(507, f"the explorer cannot store the certificate: {why_not(error)}") from error
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
                reply, shown = result.pop("reply", ()), question.shown
                if reply:
                    shown = self.games.walked(shown, reply, walked(shown.position, reply)[0])
                if file is not None and result["certificate_nodes"] <= self.settings.proof_nodes:
                    try:
                        kept = self.proofs.found(folder / file, result["certificate_nodes"], shown)
                    except OSError as error:  # of the disk: the answer is not to be lost as well
                        result["lost"] = why_not(error)
                        continue
                    result["proof"] = kept.id
                    threading.Thread(target=kept.read_ahead, daemon=True).start()
            return answer if headline is None else {**answer, "headline": headline(answer)}

        return keep
