"""Checking certificates: two checkers that share no code must agree."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any, Literal, cast

from pnyx import _core
from pnyx._util.files import read_bounded
from pnyx.api.catalogue import games
from pnyx.api.goal import Goal
from pnyx.api.position import Position, require_game
from pnyx.api.shown import shared_fields
from pnyx.api.wording import sentence, table_use
from pnyx.errors import CertificateError, InputError, OtherQuestionError, quoted

CHECKERS = ("rust", "python")
"""The checkers, by what they are written in."""

_MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class CheckReport:
    """The report of a certificate that both checkers have accepted.

    >>> import pnyx
    >>> print(pnyx.check(pnyx.solve("XX./OO./... x", goal="win").certificate.data))
    X wins in 1 from XX./OO./... x: checked, 2 positions, 2 checkers agree
    """

    game: str
    options: dict[str, str]
    position: str
    goal: str
    prover: str
    repetition: str
    verdict: Literal["proven", "disproven"]
    nodes: int
    """The nodes of the certificate's graph."""
    shared: int
    """Transpositions: nodes with more than one parent."""
    moves_to_win: int | None
    """The prover reaches the goal in at most this many own moves."""
    plies: int | None
    """The longest line, in moves of both sides."""
    checkers: tuple[str, ...]
    """The checkers that agree."""

    @property
    def question(self) -> str:
        """The question that was checked, and the answer: game and rules, position, goal, prover and verdict.

        >>> import pnyx
        >>> pnyx.check(pnyx.solve("XX./OO./... x", goal="win").certificate.data).question
        'tic-tac-toe, position XX./OO./... x, goal win for x: proven'
        """
        rules = "".join(f" {name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.game}{rules}, position {self.position}, goal {self.goal} for {self.prover}: {self.verdict}"

    def __str__(self) -> str:
        words = sentence(self.prover, self.goal, self.verdict, self.moves_to_win, self.options)
        positions = "1 position" if self.nodes == 1 else f"{self.nodes:,} positions"
        agree = "1 checker agrees" if len(self.checkers) == 1 else f"{len(self.checkers)} checkers agree"
        return f"{words} from {self.position}: checked, {positions}, {agree}{table_use(self.options)}"


def check(
    certificate: str | os.PathLike[str] | bytes,
    game: Any = None,
    *,
    syzygy: str | os.PathLike[str] | None = None,
    expect_position: Any = None,
    expect_goal: str | Goal | None = None,
    expect_verdict: Literal["proven", "disproven"] | None = None,
) -> CheckReport:
    """Check a certificate, given as a file's path or as bytes, with both checkers.

    `game` is the game written in Python that the certificate is about, or a `pnyx.Position` of it, which is then taken
    as the root; it is left out for a built-in game. A certificate that either checker rejects, or about which they
    disagree, raises a `CertificateError`. A file that cannot be read, or whose game is missing, raises an `InputError`.

    A certificate may rely on Syzygy tables (see its `options`). The checkers then need the tables: `syzygy` is the
    directory, or several separated as in `PATH`; by default that of the environment variable `PNYX_SYZYGY`. Without
    the tables the certificate cannot be checked, which is an `InputError` too.

    A certificate answers the question in its header, which need not be yours; the report has it. With
    `expect_position`, `expect_goal` and `expect_verdict` a certificate of another question raises an
    `OtherQuestionError`, which is a `CertificateError`. The position is anything that `pnyx.solve` takes. A text is
    read by the default rules of the certificate's game; for other rules, and for variants of chess, give a
    `pnyx.position`. Positions are compared as the game compares them: irrelevant move counters are ignored, the history
    is not. Goals must be equal: `mate-in 3` is not `mate`.

    >>> import pnyx
    >>> data = pnyx.solve("XX./OO./... x", goal="win").certificate.data
    >>> pnyx.check(data, expect_position="XX./OO./... x", expect_goal="win").verdict
    'proven'
    >>> pnyx.check(data, expect_position=pnyx.position("tic-tac-toe"))
    Traceback (most recent call last):
        ...
    pnyx.errors.OtherQuestionError: it answers another question: the position is 'XX./OO./... x', not '.../.../... x'
    >>> pnyx.check(b"pnyx certificate 0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pnyx.errors.CertificateError: ...
    """
    data = certificate if isinstance(certificate, bytes) else read_certificate(certificate)
    require_rules(data, game)
    place = None if syzygy is None else os.fspath(syzygy)
    other = _difference(data, game, expect_position, expect_goal, expect_verdict)
    first, second = (_try(checker, data, game, place) for checker in CHECKERS)
    report = agreed(first, second)
    if other is not None:
        raise OtherQuestionError(f"it answers another question: {other}", report)
    return report


def _difference(data: bytes, game: Any, position: Any, goal: str | Goal | None, verdict: str | None) -> str | None:
    """How the question in a certificate's header differs from the expected one; `None` if it does not."""
    from pnyx.api.expected import Expected
    from pnyx.reference.certificate import CertificateFile

    expected = Expected(position, goal, verdict)
    if not expected:
        return None
    try:
        header = CertificateFile.open(data).header
    except CertificateError as error:  # no checker should accept this
        return str(error)
    return expected.difference(header, game)


def agreed(first: dict[str, Any] | CertificateError, second: dict[str, Any] | CertificateError) -> CheckReport:
    """The common report of both checkers, the Rust one first; a `CertificateError` unless they agree.

    >>> agreed(CertificateError("node 3 is missing"), CertificateError("no node 3"))
    Traceback (most recent call last):
        ...
    pnyx.errors.CertificateError: node 3 is missing
    """
    if isinstance(first, CertificateError) and isinstance(second, CertificateError):
        raise first
    for one, other in ((first, CHECKERS[1]), (second, CHECKERS[0])):
        if isinstance(one, CertificateError):
            raise CertificateError(f"the checkers disagree: {other} accepts it, the other one rejects it: {one}")
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    for name in first:
        if first[name] != second[name]:
            raise CertificateError(
                f"the checkers disagree about {name}: {CHECKERS[0]} says {quoted(first[name])}, "
                f"{CHECKERS[1]} says {quoted(second[name])}"
            )
    return CheckReport(**first, checkers=CHECKERS)


def _try(checker: str, data: bytes, game: Any, syzygy: str | None) -> dict[str, Any] | CertificateError:
    try:
        return run_checker(checker, data, game, syzygy)
    except CertificateError as error:
        return error


def run_checker(checker: str, data: bytes, game: Any = None, syzygy: str | None = None) -> dict[str, Any]:
    """The facts that one of the `CHECKERS` reports about a certificate that it accepts.

    >>> import pnyx
    >>> data = pnyx.solve("XX./OO./... x", goal="win").certificate.data
    >>> run_checker("rust", data) == run_checker("python", data)
    True
    """
    within = game if isinstance(game, Position) else None
    if checker == "rust":
        report: Any = _core.check(data, game if within is None else within.native, syzygy=syzygy)
    else:
        from pnyx.reference.check import check as check_in_python

        if within is None:
            report = check_in_python(data, game, syzygy=syzygy or "")
        else:
            report = check_in_python(data, within.python_game, root=within.object)
    return shared_fields(report, CheckReport)


def named_game(data: bytes) -> str | None:
    """The game that a certificate's header names.

    >>> named_game(b"pnyx certificate 2\\ngame: chess\\n")
    'chess'
    """
    named = re.match(rb"pnyx certificate [0-9]+\ngame: ([^\n]{1,200})\n", data)
    return None if named is None else named[1].decode(errors="replace")


def require_rules(data: bytes, game: Any) -> None:
    """Raise an `InputError` if the certificate's game is not built in and not given.

    >>> import pnyx
    >>> data = pnyx.solve("XX./OO./... x", goal="win").certificate.data
    >>> require_rules(data, None)
    """
    if game is not None:
        if not isinstance(game, Position):
            require_game(game)
        return
    named = named_game(data)
    if named is not None and named not in games() and _is_whole(data):
        raise InputError(
            f"the certificate is about {quoted(named)}, which is not built in: pass that game, with game= in Python "
            "or --game module:Class on the command line"
        )


def _is_whole(data: bytes) -> bool:
    """Whether the certificate is undamaged. In a damaged one the game's name may be wrong too."""
    from pnyx.reference.certificate import CertificateFile

    try:
        CertificateFile.open(data)
    except CertificateError:
        return False
    return True


def read_certificate(path: Any) -> bytes:
    """The bytes of a certificate's file; an `InputError` if this is not a path or cannot be read."""
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"a certificate must be a path or bytes, not {quoted(path)}")
    return read_bounded(cast("str | os.PathLike[str]", path), _MOST_BYTES)
