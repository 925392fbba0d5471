"""Finds tests in Rust that assert in a loop without saying which case failed.

The message of an assertion must name a variable of a `for` around it, or something that a `let` in its body makes from
one. Property tests are left out, because `proptest` prints the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_HIDDEN: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?<!\w)b?r(#*)\".*?\"\1|\"(?:\\.|[^\"\\])*\"|'(?:\\[^']+|[^'\\\n])'", re.DOTALL
)
_TEST: Final = re.compile(r"#\[test\]\s*(?:#\[[^\]]*\]\s*)*fn\s+(\w+)")
_FOR: Final = re.compile(r"\bfor\s+([^;=]+?)\s+in\b")
_LET: Final = re.compile(r"\blet\s+([^;=]+?)\s*=\s*([^;]*)")
_ASSERT: Final = re.compile(r"\bassert(_eq|_ne)?!\s*\(")
_NAME: Final = re.compile(r"\b[a-z]\w*\b")
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}


class _Loop(NamedTuple):
    """Where the body of a loop begins and ends, and the names that identify its case."""

    begin: int
    end: int
    names: set[str]


def unnamed_rust_cases(source: str) -> list[tuple[str, int]]:
    """The tests of a file with the lines of such assertions.

    >>> unnamed_rust_cases("#[test]\\nfn sums() { for (a, b) in [(1, 2)] {\\nassert!(a + b > 3); } }")
    [('sums', 3)]
    >>> unnamed_rust_cases('#[test]\\nfn sums() { for (a, b) in [(1, 2)] {\\nassert!(a + b > 3, "{a} {b}"); } }')
    []
    """
    # Strings and comments are blank, so that their brackets do not count.
    code = _HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    found = []
    for test in _TEST.finditer(code):
        begin = code.index("{", test.end())
        end = _end(code, begin)
        loops = [*_loops(source, code, begin, end)]
        for place in _ASSERT.finditer(code, begin, end):
            around = [loop for loop in loops if loop.begin < place.start() < loop.end]
            said = _said(source, code, place)
            if around and not any(loop.names & said for loop in around):
                found.append((test[1], source.count("\n", 0, place.start()) + 1))
    return found


def _end(code: str, begin: int) -> int:
    """The place of the bracket that closes the one at `begin`."""
    waiting = []
    for place in range(begin, len(code)):
        letter = code[place]
        if letter in _CLOSING:
            waiting.append(_CLOSING[letter])
        elif waiting and letter == waiting[-1]:
            waiting.pop()
            if not waiting:
                return place
    raise ValueError(f"expected the bracket at {begin} to be closed")


def _loops(source: str, code: str, begin: int, end: int) -> Iterator[_Loop]:
    """The loops that have a case to name: a variable that does not begin with an underscore."""
    for head in _FOR.finditer(code, begin, end):
        place = head.end()
        while code[place] != "{":
            place = _end(code, place) + 1 if code[place] in _CLOSING else place + 1
        close = _end(code, place)
        if names := _names(head[1]):
            yield _Loop(place, close, _made(source, code, (place, close), names))


def _made(source: str, code: str, body: tuple[int, int], names: set[str]) -> set[str]:
    """These names, and those that the body of a loop makes from them."""
    before = 0
    while len(names) > before:
        before = len(names)
        for made in _LET.finditer(code, *body):
            if names & _mentioned(source, code, *made.span(2)):
                names = names | _names(made[1])
    return names


def _said(source: str, code: str, place: re.Match[str]) -> set[str]:
    """The names in an assertion's message."""
    first, last = place.end(), _end(code, place.end() - 1)
    commas, at = [], first
    while at < last:
        if code[at] in _CLOSING:
            at = _end(code, at)
        elif code[at] == ",":
            commas.append(at)
        at += 1
    values = 2 if place[1] else 1
    if len(commas) < values:
        return set()
    return _mentioned(source, code, commas[values - 1], last)


def _mentioned(source: str, code: str, begin: int, end: int) -> set[str]:
    """The names in a piece of code, those in its format strings included."""
    return {*re.findall(r"\{([a-z]\w*)", source[begin:end]), *_names(code[begin:end])}


def _names(code: str) -> set[str]:
    return set(_NAME.findall(code)) - {"mut", "ref"}
