"""`pnyx moves`: the value of every legal move, best first."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

import pnyx
from pnyx.cli import app

KQK = "8/8/8/8/8/2k5/7q/1K6 b - - 0 1"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["moves", *arguments], catch_exceptions=False, prog_name="pnyx")


def test_the_best_move_comes_first() -> None:
    done = run("tic-tac-toe", "XX./OO./... x")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    losses = [f"{move}  loss in 2 plies" for move in ("a1", "b1", "c1")]
    assert lines[8:13] == ["c3  win in 1 ply", "c2  draw", *losses]
    assert lines[-1].startswith("Value: a win for X. 5 moves (")


def test_a_table_knows_distances(tmp_path: Path) -> None:
    table = pnyx.tabulate(pnyx.position("chess", KQK), file=tmp_path / "kqk.pnyxtable")
    done = run("chess", KQK, "--table", str(tmp_path / "kqk.pnyxtable"), "--max-nodes", "100", "--json")
    told = json.loads(done.stdout)
    assert told["table"] == str(tmp_path / "kqk.pnyxtable")
    exact = dict(table.moves(KQK))
    of_table = [row for row in told["moves"] if row["source"] == "table"]
    assert len(of_table) > 10
    known = {row["move"]: (row["value"], row["distance"]) for row in of_table}
    assert known == {move: (entry.value, entry.distance) for move, entry in exact.items() if move in known}
    # Slow wins may come back to the position before the move, which would be a draw then.
    assert {row["reason"] for row in told["moves"] if not row["proved"]} <= {"nodes", "repetition"}


def test_unknown_moves_are_said_to_be_unknown_and_the_status_says_so() -> None:
    done = run("chess", "--max-nodes", "100")
    assert done.exit_code == 1
    assert "e4   unknown: the node limit was reached\n" in done.stdout
    assert "Value" not in done.stdout
    assert "loss" not in done.stdout


def test_a_game_that_is_over_has_no_moves() -> None:
    done = run("tic-tac-toe", "XXX/OO./... o")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "No moves: the game is over. X has won.")


def test_a_table_of_another_game_is_refused_on_one_line(tmp_path: Path) -> None:
    pnyx.tabulate("tic-tac-toe", file=tmp_path / "t.pnyxtable")
    done = run("chess", "--table", str(tmp_path / "t.pnyxtable"))
    assert done.exit_code == 2
    assert done.stderr.startswith("pnyx: ")
    assert done.stderr.count("\n") == 1
    done = run("chess", "--table", str(tmp_path / "none"))
    assert done.exit_code == 2
