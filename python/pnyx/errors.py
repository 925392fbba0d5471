"""What can go wrong, as exceptions.

Running out of nodes, time or memory is no error: it is a result with the verdict `unknown`.
"""

from __future__ import annotations

from typing import Any


class PnyxError(Exception):
    """The base of every exception Pnyx raises on purpose.

    >>> issubclass(InputError, PnyxError), issubclass(CertificateError, PnyxError)
    (True, True)
    """


class InputError(PnyxError, ValueError):
    """Input that cannot be used: a bad position, move, goal, option, file or limit.

    >>> try:
    ...     raise InputError("expected a goal, got 'mat'")
    ... except ValueError as error:
    ...     print(error)
    expected a goal, got 'mat'
    """


class ContractError(PnyxError, AssertionError):
    """A game written in Python that does not follow the rules of `pnyx.Game`.

    >>> raise ContractError("expected an outcome of None, 0, 1 or 'draw', got 2")
    Traceback (most recent call last):
    pnyx.errors.ContractError: expected an outcome of None, 0, 1 or 'draw', got 2
    """


class CertificateError(PnyxError):
    """A certificate that is not accepted; the message says where and why.

    >>> raise CertificateError("node 3: move 7 of 5 was chosen")
    Traceback (most recent call last):
    pnyx.errors.CertificateError: node 3: move 7 of 5 was chosen
    """


class OtherQuestionError(CertificateError):
    """A certificate that was accepted, and answers another question than the one that was expected.

    `report` is what the certificate shows.

    >>> import pnyx
    >>> data = pnyx.solve("XX./OO./... x", goal="win").certificate.data
    >>> try:
    ...     pnyx.check(data, expect_goal="draw-or-better")
    ... except OtherQuestionError as error:
    ...     print(error.report.goal)
    win
    """

    def __init__(self, message: str, report: Any = None) -> None:
        super().__init__(message)
        self.report = report


class TableIncompleteError(PnyxError):
    """A limit ended the making of a table, so that there is none. The same call goes on if it names a file.

    `reason` is the limit, `positions` how many were found, and `by_ply` how many of them were new at each ply.

    >>> import pnyx
    >>> try:
    ...     pnyx.tabulate("connect-four", limit=pnyx.Limit(nodes=1_000))
    ... except TableIncompleteError as error:
    ...     error.reason, error.by_ply[:4]
    ('positions', (1, 4, 25, 121))
    """

    def __init__(self, message: str, reason: str, positions: int, by_ply: tuple[int, ...]) -> None:
        super().__init__(message)
        self.reason, self.positions, self.by_ply = reason, positions, by_ply

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.reason, self.positions, self.by_ply)


class PnyxWarning(UserWarning):
    """Something went wrong that cost no answer: a checkpoint could not be written, or a row of results was changed.

    The search goes on. On the command line it is one line on standard error.

    >>> import warnings
    >>> warnings.simplefilter("ignore", PnyxWarning)
    """


def quoted(value: object, width: int = 60) -> str:
    """A value as messages show it: in quotes, on one line, and not too long.

    >>> quoted("e2e5")
    "'e2e5'"
    >>> quoted("abc" * 100, width=20)
    "'abcabcabcab...cabc'"
    """
    if isinstance(value, str) and len(value) > 4 * width:
        # The text may be megabytes long; what is cut away here would not be shown anyway.
        value = value[: 2 * width] + value[-2 * width :]
    text = repr(value)
    if len(text) <= width:
        return text
    tail = width // 4
    return f"{text[: width - 3 - tail]}...{text[-tail:]}"
