"""Files that are no files of other programs: read, or refused with line and column, and never slowly."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnyx.adapters import epd, obf, pdn, pgn, pons, sgf
from pnyx.errors import InputError

LONGEST: Final = 10.0
"""Seconds for a file of `LARGE` characters, on a slow and busy machine."""
LARGE: Final = 40_000


class Format(NamedTuple):
    """A reader, and files that it reads."""

    read: Callable[[str], Any]
    samples: tuple[str, ...]
    words: str
    """What they are made of, with | between."""
    again: Callable[[Any], Any] | None = None
    """Writes what was read and reads that."""


FORMATS: Final = {
    "pons": Format(
        lambda text: pons.read(text.split("\n")),
        ("44455 -3\n\n12 18\n7\n", "  1 0\r\n2252576253462244111563365343671351441 -1"),
        "1|7|9|0|-|-3|18|100|+1| |\n|\t|\r",
    ),
    "obf": Format(
        obf.read,
        (
            "-O--XXXX-XXOXXX- O; D1:+4; A3:+2;\nOX-------------- X; PA:-16;\n",
            "% nothing here\r\n\r\n  ox.............. \to ;c1 : 16 ;; % the end\r\n",
            "--------------OX----XO-------------- X;\n",
        ),
        "X|O|-|;|:|%|C1|PA|+16|-2|OX--------------| | X;|\n|\t|\r\n",
        lambda problems: obf.read(obf.write(problems)),
    ),
    "table": Format(
        obf.read_table,
        (
            "#name\n1\t-O--XXXX-XXOXXX-\tO\t5\t4\tD1\n2\tXXX--OX--XOXXO-O\tO\t5\t-10\tD2,A3\n",
            "7\tOX--------------\tO\t14\t16\tC1",
        ),
        "X|O|-|,|#|C1|PA|16|-2|14|OX--------------| |\t|\n|\r\n",
    ),
    "pdn": Format(
        pdn.read_pdn,
        (
            '[Event "A \\"casual\\" game"]\n[GameType "21"]\n;\n1. 11-15 {so} 23-19 $1 2. 8-11! 22-17 (2... 22-18) *',
            '[SetUp "1"]\n[FEN "W:W18,K3:B10,14,K32."]\n1... 18x9 1-0\n\n[Event "No moves"]\n1/2-1/2\n',
            '[FEN "B:W6,7,14,15:BK2"] 1. 2x2 *',
        ),
        '1|11-15|23-19|x|-|.|*|[|]|"|\\|{|}|(|)|;|%|$1|1-0|B:W|:B|,|K32|FEN|SetUp|[FEN "| |\n',
        lambda games: pdn.read_pdn(pdn.write_pdn(games)),
    ),
    "epd": Format(
        epd.loads,
        (
            '7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#; id "one";\n# two\n\n4k3/8/8/8/3pP3/8/8/4K3 b - e3 am Kd7; c0 "a; b";\n',
            "7k/8/5KQ1/8/8/8/8/8 w - - 3 40\n",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3; ce -12; dm 1.5; noop;",
        ),
        '7k|8|K|/|w|b| - -|Qg7|bm|pv|am|id|ce|dm|hmvc|fmvn|;|"|\\|0|1|.|e9|nan| |\n|#|O-O|[|~|3+3|shredder',
    ),
    "pgn": Format(
        pgn.loads,
        (
            '[White "Ann"]\n[Result "*"]\n\n1. e4 e5 {a} 2. Nf3 (2. f4 (2. d4)) 2... Nc6!? $1 *\n\n1. d4 1/2-1/2\n',
            '[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. O-O Kd7 2. a8=Q 1-0\n',
            '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 *\n',
        ),
        '[|]|"|\\|{|}|(|)|;|%|$1|*|1-0|1.|e4|e5|Nf3|O-O|a8=Q|P@d6|--|Z0|FEN|SetUp|Variant|Atomic|[FEN "|"]| |\n|\n\n',
    ),
    "sgf": Format(
        sgf.read,
        (
            "(;GM[1]SZ[3:2]AB[ab][bb]AW[ca][cb]TR[aa][ba]MA[ab][bb]PL[B];B[ba];W[])",
            "(;SZ[3]AB[ab][bb][cb]TR[aa:cc]EYE[B]PL[W]C[a \\] b](;W[ca])(;W[cc]))\n(;SZ[2]TR[aa:bb]EYE[B])",
        ),
        "(|)|;|[|]|:|\\|AB|AW|TR|MA|SZ|PL|EYE|PASSES|B|W|aa|bb|tt|3|19| |\n",
        lambda problems: sgf.read(sgf.write(problems)),
    ),
}


def refusal(read: Callable[[Any], Any], source: Any) -> str:
    """What the reader says against a file; nothing if it reads it."""
    try:
        read(source)
    except InputError as error:
        return str(error)
    return ""


@st.composite
def files(draw: st.DrawFn, form: Format) -> str:
    """Any text, words of the format in any order, or a good file with a few changes."""
    scraps = st.one_of(st.sampled_from(form.words.split("|")), st.characters())
    if draw(st.booleans()):
        return "".join(draw(st.lists(scraps, max_size=40)))
    text = draw(st.sampled_from(form.samples))
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 3)))
        text = text[:begin] + draw(st.one_of(st.just(""), scraps)) + text[end:]
    return text


def assert_place(text: str, message: str) -> None:
    """The message is one line and begins with a place that the text has."""
    found = re.match(r"line ([0-9]+), column ([0-9]+): .", message)
    assert found, (text, message)
    assert message.isprintable(), (text, message)
    assert len(message) < 2_000, (text, message)
    lines = text.removeprefix("\ufeff").split("\n")
    line, column = int(found[1]), int(found[2])
    assert 1 <= line <= len(lines), (text, message)
    assert 1 <= column <= len(lines[line - 1]) + 1, (text, message)


@pytest.mark.parametrize("name", FORMATS)
def test_samples_are_read(name: str) -> None:
    for sample in FORMATS[name].samples:
        assert FORMATS[name].read(sample), sample


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=200, derandomize=True, deadline=2_000, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_text_is_read_or_refused_with_its_place(name: str, data: st.DataObject) -> None:
    form = FORMATS[name]
    text = data.draw(files(form))
    message = refusal(form.read, text)
    if message:
        assert_place(text, message)
    elif form.again is not None:
        assert form.again(form.read(text)) == form.read(text)


@pytest.mark.parametrize("name", FORMATS)
def test_a_large_file_is_read_or_refused_soon(name: str) -> None:
    form = FORMATS[name]
    for scrap in (*form.words.split("|"), "0", "((", "[[", '"', "a"):
        for begun in ("", form.samples[0], '[Event "', "{", "(;SZ[3]C[", "1. e4 "):
            text = begun + scrap * (LARGE // len(scrap))
            start = time.perf_counter()
            message = refusal(form.read, text)
            assert time.perf_counter() - start < LONGEST, (begun, scrap)
            if message:
                assert_place(text, message)


@settings(max_examples=200, derandomize=True, deadline=2_000)
@given(st.one_of(st.binary(max_size=60), st.text("0123456789 -\n").map(str.encode)))
def test_any_bytes_are_a_file_of_columns_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("pons") / "positions"
    path.write_bytes(data)
    message = refusal(pons.read, path)
    assert not message or re.search(r", line [0-9]+, column [0-9]+: .", message), data


@settings(max_examples=300, derandomize=True, deadline=2_000)
@given(st.one_of(st.binary(max_size=60), files(FORMATS["sgf"]).map(lambda text: text.encode("utf-8", "ignore"))))
def test_any_bytes_are_an_sgf_file_or_refused(data: bytes) -> None:
    message = refusal(sgf.read, data)
    assert not message or re.match(r"line [0-9]+, column [0-9]+: .", message), data


@settings(max_examples=300, derandomize=True, deadline=2_000)
@given(st.one_of(st.text(), st.text('WBK:,-. 123[]"FEN'), st.just('[FEN "W:B1-3,K30:W20, 21?"]')))
def test_any_text_is_a_position_of_checkers_or_refused(text: str) -> None:
    message = refusal(pdn.read_fen, text)
    assert message.isprintable(), text
    if not message:
        assert pdn.read_fen(pdn.read_fen(text)) == pdn.read_fen(text)
