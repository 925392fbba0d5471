"""Proofs that are kept to be walked: the last few of them, read when they are first examined."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pnyx
from pnyx.api.check import CHECKERS
from pnyx.api.goal_words import words_for
from pnyx.api.position import require_notations
from pnyx.api.result import Certificate
from pnyx.api.walked import Remembering
from pnyx.api.wording import sentence
from pnyx.errors import InputError
from pnyx.web.errors import ApiError
from pnyx.web.games import Shown
from pnyx.web.settings import Settings

if TYPE_CHECKING:
    from pnyx import Proof

_FACTS: Final = ("goal", "prover", "verdict", "nodes", "shared", "plies", "moves_to_win")
_FORGOTTEN: Final = "this proof is no longer stored: ask again, or load its certificate"


@dataclass
class Kept:
    """A certificate that was accepted, and the proof it holds once that has been read."""

    id: str
    file: Path
    nodes: int
    read: Callable[[bytes], Proof]
    game: str
    root: Shown | None = None
    checkers: tuple[str, ...] = CHECKERS[:1]
    _proof: Proof | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def proof(self) -> Proof:
        """The proof; reading a large one takes a second or two, once."""
        with self._lock:
            if self._proof is None:
                try:
                    data = self.file.read_bytes()
                except FileNotFoundError:
                    raise ApiError(404, _FORGOTTEN) from None
                self._proof = self.read(data)
            return self._proof

    @property
    def shown(self) -> Shown:
        """The root, as the page knows it."""
        position = self.proof.position
        return self.root or Shown(self.game, dict(position.options), position)

    @property
    def unwritable(self) -> str | None:
        """Why it cannot be saved, if it cannot."""
        game = self.proof.position.python_game
        if isinstance(game, Remembering):
            return (
                "it depends on earlier positions of the line, which a certificate of a game written in Python "
                "cannot store: save the proof you came from, or set up the position and ask again"
            )
        try:
            if game is not None:
                require_notations(game)
        except InputError as error:
            return str(error)
        return None

    @property
    def data(self) -> bytes:
        """The certificate's file; an `InputError` for a game written in Python that has no notation for it."""
        if (complaint := self.unwritable) is not None:
            raise InputError(complaint)
        return Certificate(self.file.read_bytes(), self.proof.position, self.nodes).data

    @property
    def sentence(self) -> str:
        """What it shows."""
        proof = self.proof
        return sentence(proof.prover, proof.goal, proof.verdict, proof.moves_to_win, proof.position.options)

    @property
    def success(self) -> str:
        """What a good move of the player on move at its root would do."""
        proof = self.proof
        return words_for(proof.goal).aims[proof.prover != proof.position.turn]

    def read_ahead(self) -> None:
        """Read it in advance; errors are reported when it is requested."""
        with contextlib.suppress(Exception):
            self.proof  # noqa: B018

    def to_json(self) -> dict[str, Any]:
        """The `ProofInfo` as the page gets it."""
        proof, shown = self.proof, self.shown
        return {
            "proof": self.id,
            "sentence": self.sentence,
            "success": self.success,
            "game": shown.game,
            "options": shown.options,
            "position": shown.position.text,
            "link": shown.link,
            **{name: getattr(proof, name) for name in _FACTS},
            "checkers": list(self.checkers),
            "unwritable": self.unwritable,
        }


class Proofs:
    """All proofs of a server, up to a number of proofs and of nodes; the oldest are dropped."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder
        self._kept: dict[str, Kept] = {}
        self._lock = threading.Lock()

    def found(self, file: Path, nodes: int, shown: Shown) -> Kept:
        """Keep the certificate that a search left in a file."""
        position = shown.position
        return self._keep(file, nodes, lambda data: pnyx.Proof(Certificate(data, position, nodes)), shown.game, shown)

    def given(self, file: Path, nodes: int, name: str, game: Any, checkers: tuple[str, ...]) -> Kept:
        """Keep a certificate from outside that was accepted; `game` is the game written in Python, if it is of one."""
        kept = self._keep(file, nodes, lambda data: pnyx.Proof(data, game), name, None)
        kept.checkers = checkers
        return kept

    def get(self, name: str) -> Kept:
        """The proof of this name."""
        with self._lock:
            if name not in self._kept:
                raise ApiError(404, _FORGOTTEN)
            return self._kept[name]

    def expect_room(self, nodes: int) -> None:
        """Raise an `ApiError` for a proof with more nodes than can be kept."""
        most = self._settings.proof_nodes
        if nodes > most:
            raise ApiError(422, f"the proof has {nodes:,} positions; at most {most:,} can be walked here")

    def _keep(self, file: Path, nodes: int, read: Callable[[bytes], Proof], game: str, root: Shown | None) -> Kept:
        self.expect_room(nodes)
        most = self._settings.proof_nodes
        name = secrets.token_hex(8)
        place = self._folder / f"{name}.pnyx"
        shutil.move(file, place)
        kept = Kept(name, place, nodes, read, game, root)
        with self._lock:
            self._kept[name] = kept
            while len(self._kept) > self._settings.proofs or sum(each.nodes for each in self._kept.values()) > most:
                oldest = self._kept.pop(next(iter(self._kept)))
                oldest.file.unlink(missing_ok=True)
        return kept
