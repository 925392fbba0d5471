"""EPD in and out."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnyx
from pnyx.adapters import epd
from pnyx.errors import InputError
from support.raising import raises_for
from support.shared_data import shared_data

MATE = "7k/8/5KQ1/8/8/8/8/8 w - -"


def test_positions_with_operations() -> None:
    text = f'# two\n\n{MATE} bm Qg7#; dm 1; id "k.1";\n  4k3/8/8/8/4P3/8/8/4K3 b - - am Kd7 Ke7; c0 "a; b";\n'
    first, second = epd.loads(text)
    assert first.position == pnyx.position("chess", f"{MATE} 0 1")
    assert first.operations == {"bm": ["g6g7"], "dm": 1, "id": "k.1"}
    assert second.operations == {"am": ["e8d7", "e8e7"], "c0": "a; b"}
    assert pnyx.solve(first.position).line == first.operations["bm"]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    records = [
        epd.Record(pnyx.position("chess", f"{MATE} 7 30"), {"bm": ["g6g7"], "pv": ["g6g7"], "dm": 1, "noop": None}),
        epd.Record(pnyx.position("chess"), {"pv": ["e2e4", "e7e5", "g1f3"], "ce": -12, "id": 'with "quotes"'}),
        epd.Record(pnyx.position("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")),
    ]
    assert epd.loads(epd.dumps(records)) == records
    epd.dump(records, tmp_path / "a.epd")
    assert epd.load(tmp_path / "a.epd") == records


@pytest.mark.parametrize(
    ("game", "line", "board"),
    [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pp] w - - bm P@e7;", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"),
        ("three-check", "4k3/8/8/8/8/8/8/4K2R w - - 1+2 bm Rh8;", "4k3/8/8/8/8/8/8/4K2R w - - 1+2 0 1"),
        ("three-check", "4k3/8/8/8/8/8/8/4K2R w - - 1+2 3 9", "4k3/8/8/8/8/8/8/4K2R w - - 1+2 3 9"),
        ("chess", f"{MATE} 3 9 bm Qg7;", f"{MATE} 3 9"),
        ("chess", f"{MATE} 3 9", f"{MATE} 3 9"),
        ("chess", MATE, f"{MATE} 0 1"),
    ],
)
def test_variants_and_clocks(game: str, line: str, board: str) -> None:
    (record,) = epd.loads(line, game)
    assert record.position == pnyx.position(game, board)
    assert epd.loads(epd.dumps([record]), game) == [record]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (f"{MATE}\n{MATE} bm Qa7;", "line 2, column 30: illegal san"),
        ("7k/8/8 w - -", "line 1"),
        ("7k/8/8/8/8/8/8/8 w - -", "line 1, column 1: .*king"),
        ("kk6/8/8/8/8/8/8/7K w - - id 1;", "line 1, column 1: .*king"),
    ],
)
def test_errors_name_the_line(text: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        epd.loads(text)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    start = pnyx.position("chess")
    for operations in ({"bm": ["e2e5"]}, {"shredder": True}, {"a b": 1}, {"id": ["e2e4"]}, {"c0": "two\nlines"}):
        with raises_for(operations, InputError):
            epd.dumps([epd.Record(start, operations)])
    with pytest.raises(InputError, match="variants"):
        epd.dumps([epd.Record(pnyx.position("tic-tac-toe"))])
    with pytest.raises(InputError, match="variants"):
        epd.loads(MATE, "go")
    (tmp_path / "bad.epd").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        epd.load(tmp_path / "bad.epd")


def test_collections_of_mates() -> None:
    text = '7k/8/5KQ1/8/8/8/8/8 w - - bm #1; 00:15; (#2 somewhere); id "one";'
    record = epd.loads(text)[0]
    assert record.operations == {"id": "one", "bm": "#1"}
    assert epd.loads(epd.dumps([record])) == [record]
    for name in ("classic_mates", "mates", "bratko_kopec"):
        assert len(epd.load(shared_data("chess") / f"{name}.epd")) > 20, name
