"""Pascal Pons' test sets of Connect Four: his lines in and out, and his scores."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnyx
from pnyx.adapters import pons
from pnyx.adapters.pons import PonsRecord
from pnyx.errors import InputError
from pnyx.reference.rules.connect_four import ConnectFour, ConnectFourPosition
from support.raising import raises_for
from support.shared_data import shared_data

RECORDS = [PonsRecord("44455", -3), PonsRecord("12", None), PonsRecord("9", 0), PonsRecord("7", 18)]


def test_records_survive_being_written_and_read(tmp_path: Path) -> None:
    path = pons.write(tmp_path / "positions", RECORDS)
    assert path.read_text() == "44455 -3\n12\n9 0\n7 18\n"
    assert pons.read(path) == pons.read(str(path)) == pons.read(path.read_text().splitlines()) == RECORDS
    path.write_bytes(b"\r\n 44455\t-3\r\n\n12\r\n9 0\n7 18")
    assert pons.read(path) == RECORDS


@pytest.mark.parametrize(
    ("lines", "place", "given"),
    [
        (["44x55 3"], "line 1, column 3", "'x'"),
        (["12 1", " 1012"], "line 2, column 3", "'0'"),
        (["12 1", "", "12 1.5"], "line 3, column 4", "'1.5'"),
        (["12 +1"], "line 1, column 4", "'+1'"),
        (["12 1 2"], "line 1, column 6", "'2'"),
        (["-3"], "line 1, column 1", "'-'"),
        (["12 \u0661"], "line 1, column 4", "'\u0661'"),
    ],
)
def test_bad_lines_are_named(lines: list[str], place: str, given: str) -> None:
    with pytest.raises(InputError) as caught:
        pons.read(lines)
    assert str(caught.value).startswith(place)
    assert given in str(caught.value)


def test_bad_files_and_records_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("12 1\n1a\n")
    with pytest.raises(InputError, match=r"bad', line 2, column 2: .*'a'"):
        pons.read(bad)
    bad.write_bytes(b"12\xff")
    with pytest.raises(InputError, match=r"line 1, column 3: .*byte 255"):
        pons.read(bad)
    with pytest.raises(InputError, match="cannot read"):
        pons.read(tmp_path / "missing")
    for record in (PonsRecord("1 2"), PonsRecord(""), PonsRecord("1x"), PonsRecord("1", 100)):
        with raises_for(record, InputError, match="record 2"):
            pons.write(tmp_path / "out", [PonsRecord("1"), record])
    assert not (tmp_path / "out").exists()


def test_boards() -> None:
    assert pons.board("") == "......./......./......./......./......./....... x"
    assert pons.board("112", rows=2, columns=4) == "O.../XX.. o"
    with pytest.raises(InputError, match="column 8"):
        pons.board("12121213")


@pytest.mark.parametrize("name", ["Test_L1_R1", "Test_L2_R1", "Test_L3_R1"])
def test_both_sets_of_rules_read_all_positions(name: str) -> None:
    records = pons.read(shared_data("connect_four") / name)
    assert len(records) == 1000
    for record in records:
        native = pnyx.position("connect-four", record.moves)
        assert native.board == pons.board(record.moves), record
        assert native.outcome is None, record


def exact_score(rules: ConnectFour, position: ConnectFourPosition, low: int, high: int) -> int:
    """The score for the player on move with best play, by alpha-beta to the end of every game."""
    if rules.outcome(position) is not None:
        return rules.score(position, position.turn)
    for move in rules.moves(position):
        low = max(low, -exact_score(rules, rules.play(position, move), -high, -low))
        if low >= high:
            break
    return low


def can_win(rules: ConnectFour, position: ConnectFourPosition, prover: int) -> bool:
    """Whether the prover can force a win."""
    outcome = rules.outcome(position)
    if outcome is not None:
        return outcome == prover
    choose = any if position.turn == prover else all
    return choose(can_win(rules, rules.play(position, move), prover) for move in rules.moves(position))


def test_scores_of_positions_near_the_end() -> None:
    records = pons.read(shared_data("connect_four") / "Test_L3_R1")
    near = [record for record in records if len(record.moves) >= 34][:20]
    assert len(near) == 20
    assert {record.score for record in near} >= {-1, 0, 1}
    rules = ConnectFour()
    for record in near:
        assert record.score is not None, record
        position = rules.parse(record.moves)
        assert exact_score(rules, position, -21, 21) == record.score, record
        for goal, reached in ((record.score, True), (record.score + 1, False)):
            aimed = rules.aim(f"score {goal}", position.turn)
            assert aimed is not None, (record, goal)
            assert can_win(aimed, position, position.turn) == reached, (record, goal)
            verdict = pnyx.solve(record.moves, f"score {goal}", game="connect-four").verdict
            assert verdict == ("proven" if reached else "disproven"), (record, goal)
