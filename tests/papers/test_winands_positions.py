"""The sets of Lines of Action positions: they are what their script makes, and what it says of them is so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pnyx
from pnyx.cli.reproduce import load
from support.places import EXPERIMENTS

HERE = EXPERIMENTS / "winands-2003"


@pytest.fixture(scope="module")
def script() -> Any:
    return load("winands-2003 positions", HERE / "make_positions.py")


@pytest.fixture(scope="module")
def sets(script: Any) -> dict[str, list[Any]]:
    return {name: script.read(HERE / name) for name in script.ENOUGH}


def test_the_sets_are_large_enough_and_apart(script: Any, sets: dict[str, list[Any]]) -> None:
    for name, least in script.ENOUGH.items():
        assert len(sets[name]) >= least, name
        assert [row.id for row in sets[name]] == [f"{name[0]}{number}" for number in range(1, len(sets[name]) + 1)], (
            name
        )
    positions = [row.position for name, rows in sets.items() for row in rows]
    assert len(set(positions)) == len(positions)


def test_about_a_fifth_of_the_first_set_is_beyond_pn(script: Any, sets: dict[str, list[Any]]) -> None:
    usual = [row for row in sets[script.POSITIONS] if row.algorithm == "pn"]
    assert len(usual) == script.USUAL
    assert [row for row in usual if not script.EASY <= row.nodes < script.PN] == []
    beyond = [row for name, rows in sets.items() for row in rows if row.algorithm != "pn"]
    assert {row.algorithm for row in beyond} == {"df-pn"}
    assert [row for row in beyond if not row.nodes < script.DF_PN] == []
    assert [row for row in sets[script.HARD] if row.algorithm != "df-pn"] == []


def test_the_readme_says_what_a_position_must_be_to_get_in(script: Any, sets: dict[str, list[Any]]) -> None:
    """No win that takes `df-pn` longer than its limit is in the sets: so they are easier than the paper's."""
    readme = " ".join((HERE / "README.md").read_text(encoding="utf-8").split())
    usual = sum(row.algorithm == "pn" for row in sets[script.POSITIONS])
    others = len(sets[script.POSITIONS]) - usual
    assert f"by `pn` within {script.PN:,} nodes ({usual} of the {len(sets[script.POSITIONS])})" in readme
    hard = len(sets[script.HARD])
    assert (
        f"by `df-pn` within {script.DF_PN:,} calls of MID (the other {others}, and all {hard} of `hard.csv`)" in readme
    )
    largest = max(row.nodes for name, rows in sets.items() for row in rows if row.algorithm == "df-pn")
    assert 0.9 * script.DF_PN < largest < script.DF_PN, "the limit is what keeps harder ones out"


def test_no_two_of_a_kind_come_from_one_game(sets: dict[str, list[Any]]) -> None:
    kinds = [(row.game, row.algorithm) for name, rows in sets.items() for row in rows]
    assert len(set(kinds)) == len(kinds)


def test_positions_are_in_the_games_own_notation(sets: dict[str, list[Any]]) -> None:
    for name, rows in sets.items():
        for row in rows:
            position = pnyx.position("lines-of-action", row.position)
            assert (position.text, position.outcome) == (row.position, None), (name, row)


def test_a_sample_is_proved_again(script: Any, sets: dict[str, list[Any]]) -> None:
    """With the nodes that the files say."""
    for name, rows in sets.items():
        for row in sorted(rows, key=lambda row: int(row.nodes))[::60][:3]:
            found = script.proved(
                pnyx.position("lines-of-action", row.position), row.game, row.ply, row.algorithm, script.PN
            )
            assert found == script.Row("", *script.astuple(row)[1:]), (name, row)


def test_the_hard_ones_are_beyond_pn(script: Any, sets: dict[str, list[Any]]) -> None:
    for row in sets[script.HARD][:3]:
        found = script.solve(pnyx.position("lines-of-action", row.position), "pn", script.PN)
        assert (found.verdict, found.reason) == ("unknown", "nodes"), row


def test_games_are_made_again(script: Any, sets: dict[str, list[Any]], tmp_path: Path) -> None:
    """The first games give the first rows, also if the script is interrupted in between."""
    for games in ("2", "3"):
        script.main(["--games", games, "--out", str(tmp_path)])
    made = {name: script.read(tmp_path / name) for name in script.ENOUGH}
    assert made == {name: [row for row in rows if row.game < 3] for name, rows in sets.items()}
    assert sum(map(len, made.values())) > 2
