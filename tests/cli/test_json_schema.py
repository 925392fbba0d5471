"""What `--json` prints is what the schemas say, and the schemas say no more."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from typer.testing import CliRunner

import pnyx
from pnyx.api.catalogue import searches
from pnyx.cli import app

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
TABLE = ("table-build", "table-show", "table-probe", "table-check")
PLAIN = ("solve", "value", "moves", "search", "suite", "variations", "check", "perft", "size", "games", "algorithms")
NAMES = (*PLAIN, *TABLE)


def schema(name: str) -> Any:
    file = files("pnyx") / "schema" / f"{name}.schema.json"
    return json.loads(file.read_text(encoding="utf-8"))


def answer(*arguments: str) -> Any:
    """What a command prints, if the schema of its name agrees."""
    done = CliRunner().invoke(app, [*arguments, "--json"], catch_exceptions=False)
    assert done.stdout.count("\n") == 1
    printed = json.loads(done.stdout)
    validator(arguments[0]).validate(printed)
    return printed


def validator(name: str) -> Draft202012Validator:
    """What is valid by a schema; one may refer to another by the name of its file."""
    others: list[tuple[str, Resource[Any]]] = [
        (f"{other}.schema.json", Resource.from_contents(schema(other))) for other in (*NAMES, "cluster-solve")
    ]
    registry: Registry[Any] = Registry()
    return Draft202012Validator(schema(name), registry=registry.with_resources(others))


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["additionalProperties"] is False


SOLVED = [
    ("chess", MATE_IN_1),
    ("chess", "8/P7/8/kpQ5/2K5/8/8/8 w - - 0 1", "--goal", "win", "--all-moves"),
    ("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1"),
    ("chess", "--max-nodes", "100"),
    ("chess", "--max-nodes", "100", "--all-moves"),
    ("tic-tac-toe", "--goal", "draw-or-better"),
    ("tic-tac-toe",),
    ("tic-tac-toe", "--algorithm", "pn", "--max-nodes", "15000"),
    ("tic-tac-toe", "XXX/OO./... o"),
    ("graph", "A = win"),
    ("graph", "A max: B C; B min: A; C = draw", "--goal", "draw-or-better"),
]


MOVES = [
    ("tic-tac-toe", "XX./OO./... x"),
    ("tic-tac-toe", "XXX/OO./... o"),
    ("chess", MATE_IN_1, "--max-nodes", "20000"),
    ("chess", "--max-nodes", "100"),
    ("graph", "A max: B C; B min: A; C = draw"),
]


@pytest.mark.parametrize("arguments", MOVES, ids=" ".join)
def test_moves(arguments: tuple[str, ...]) -> None:
    printed = answer("moves", *arguments)
    odd = [row for row in printed["moves"] if row["proved"] != (row["value"] is not None)]
    assert odd == []


def test_an_unknown_move_has_no_distance() -> None:
    printed = answer("moves", "chess", "--max-nodes", "100")
    wrong = {**printed["moves"][0], "distance": 3}
    assert not validator("moves").is_valid({**printed, "moves": [wrong]})


SEARCHED = [
    ("chess", MATE_IN_1, "--depth", "3"),
    ("chess", "--max-nodes", "2000"),
    ("chess", "--depth", "6", "--max-nodes", "1"),
    ("othello", "-o", "size=4", "--exact", "--all-best"),
    ("othello", "--depth", "0"),
    ("lines-of-action", "--depth", "2", "--algorithm", "mtd-best"),
    ("graph", "repetition impossible; A max: B C; B = 3; C = -4", "--exact", "--algorithm", "mt", "-o", "bound=4"),
    ("graph", "A = win", "--depth", "1"),
]


@pytest.mark.parametrize("arguments", SEARCHED)
def test_search(arguments: tuple[str, ...]) -> None:
    assert set(answer("search", *arguments)) == set(schema("search")["required"])


@pytest.mark.parametrize("arguments", SOLVED)
def test_solve(arguments: tuple[str, ...]) -> None:
    assert set(answer("solve", *arguments)) == _keys(arguments)


def _keys(arguments: tuple[str, ...]) -> set[str]:
    moves = {"winning_moves", "unsettled_moves", "nodes_per_move"} if "--all-moves" in arguments else set()
    return set(schema("solve")["required"]) | moves


@pytest.mark.parametrize("arguments", [each for each in SOLVED if "--goal" not in each])
def test_value(arguments: tuple[str, ...]) -> None:
    printed = answer("value", *arguments)
    assert set(printed) == set(schema("value")["required"])
    for question in printed["questions"]:
        assert set(question) == _keys(arguments), question


@pytest.mark.parametrize("arguments", [("chess", MATE_IN_1), ("chess", "--max-nodes", "100")])
def test_shortest(arguments: tuple[str, ...]) -> None:
    printed = answer("solve", *arguments, "--shortest")
    assert set(printed) == {*_keys(arguments), "shortest", "questions"}
    for question in printed["questions"]:
        assert set(question) == _keys(arguments), question


def test_check(tmp_path: Path) -> None:
    file = tmp_path / "mate.pnyx"
    solved = answer("solve", "chess", MATE_IN_1, "--certificate", str(file))
    assert solved["certificate"] == str(file)
    accepted = answer("check", str(file))
    assert accepted["accepted"]
    assert list(accepted) == schema("check")["required"]
    assert answer("check", str(file), "--expect-position", MATE_IN_1, "--expect-verdict", "proven")["answers"] is True
    other = answer("check", str(file), "--expect-goal", "promote")
    assert (other["accepted"], other["answers"], other["goal"]) == (False, False, "mate")
    file.write_bytes(b"junk")
    rejected = answer("check", str(file), "--expect-goal", "promote")
    assert (rejected["accepted"], rejected["answers"]) == (False, None)
    assert set(rejected) == set(accepted) == set(other)


@pytest.mark.parametrize("game", ["tic-tac-toe", "chess", "go-one-eye"])
def test_size(game: str) -> None:
    found = answer("size", game, "--max-seconds", "0.5", "--playouts", "20")
    assert (found["complete"], found["table"]["fits"]) == {
        "tic-tac-toe": (True, True),
        "chess": (False, None),
        "go-one-eye": (True, False),
    }[game]


def test_table(tmp_path: Path) -> None:
    file = str(tmp_path / "table")
    part = str(tmp_path / "part")
    asked = [
        ("build", "othello", "-o", "size=4", "--out", file),
        ("build", "othello", "--max-positions", "1000", "--out", part),
        ("show", file),
        ("show", file, "--zugzwangs"),
        ("probe", file, "-----OX--XO----- X", "---------------- X"),
        ("check", file, "--sample", "50"),
        ("check", file, "--sample", "50", "--python"),
    ]
    for arguments in asked:
        done = CliRunner().invoke(app, ["table", *arguments, "--json"], catch_exceptions=False)
        printed, name = json.loads(done.stdout), f"table-{arguments[0]}"
        validator(name).validate(printed)
        assert list(printed) == schema(name)["required"], arguments
        for key in printed:
            assert not validator(name).is_valid({**printed, key: 0.5 if key != "seconds" else None}), (arguments, key)


def test_perft() -> None:
    assert set(answer("perft", "chess", "2")) == {"nodes", "seconds"}


def test_games() -> None:
    printed = answer("games")["games"]
    assert {each["name"]: (each["start"], each["goals"]) for each in printed} == {
        name: (info.start, list(info.goals)) for name, info in pnyx.games().items()
    }
    options = {option["name"]: option["default"] for option in printed[0]["options"]}
    assert (printed[0]["name"], options) == ("tic-tac-toe", {"rows": "3", "columns": "3", "k": "3"})


def test_algorithms() -> None:
    printed = answer("algorithms")
    for command, known in (("solve", pnyx.algorithms()), ("search", searches())):
        assert [(each["name"], each["parallel"], each["presets"]) for each in printed[command]] == [
            (info.name, info.parallel, list(info.presets)) for info in known.values()
        ], command


@pytest.mark.parametrize("name", ["games", "algorithms"])
def test_the_schemas_of_lists_are_strict(name: str) -> None:
    valid = validator(name).is_valid
    printed = answer(name)
    for key, infos in printed.items():
        assert not valid({other: value for other, value in printed.items() if other != key}), key
        assert not valid({**printed, key: []}), key
        assert not valid({**printed, key: [{**infos[0], "more": 1}]}), key
        for field in infos[0]:
            assert not valid({**printed, key: [{other: infos[0][other] for other in infos[0] if other != field}]}), (
                key,
                field,
            )


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "maybe"},
        {"verdict": "unknown"},
        {"reason": "nodes"},
        {"checked": False},
        {"checked": None},
        {"line": "d1d8"},
        {"nodes": -1},
        {"more": 1},
        {"winning_moves": []},
        {"value": "win"},
        {"shortest": None},
        {"questions": []},
    ],
)
def test_the_schema_of_solve_is_strict(change: dict[str, Any]) -> None:
    printed = answer("solve", "chess", MATE_IN_1)
    assert not validator("solve").is_valid({**printed, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"value": "lost"},
        {"value": None},
        {"possible_values": []},
        {"possible_values": ["win", "draw"]},
        {"reason": "nodes"},
        {"nodes": -1},
        {"verdict": "proven"},
        {"questions": []},
        {"questions": [{"verdict": "proven"}]},
    ],
)
def test_the_schema_of_value_is_strict(change: dict[str, Any]) -> None:
    printed = answer("value", "chess", MATE_IN_1)
    assert not validator("value").is_valid({**printed, **change})


@pytest.mark.parametrize("key", ["shortest", "questions"])
def test_what_belongs_to_the_shortest_mate_stands_together(key: str) -> None:
    valid = validator("solve").is_valid
    printed = answer("solve", "chess", MATE_IN_1, "--shortest")
    alone = answer("solve", "chess", MATE_IN_1)
    assert not valid({name: value for name, value in printed.items() if name != key})
    assert not valid({**alone, key: printed[key]})
    nested = {**printed["questions"][0], "shortest": printed["shortest"], "questions": printed["questions"]}
    assert not valid({**printed, "questions": [nested]}), "a question has no shortest mate of its own"


@pytest.mark.parametrize("key", ["value", "possible_values", "questions"])
def test_a_value_is_whole_and_its_questions_have_none(key: str) -> None:
    valid = validator("value").is_valid
    printed = answer("value", "chess", MATE_IN_1)
    assert not valid({name: value for name, value in printed.items() if name != key})
    nested = {**printed["questions"][0], key: printed[key]}
    assert not valid({**printed, "questions": [nested]}), "a question has no value of its own"
