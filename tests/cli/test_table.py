"""`pnyx table`: what its commands print, what ends a build, and that the same command goes on."""

from __future__ import annotations

import csv
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pnyx
from pnyx.cli.table import describe
from pnyx.report import plots
from support.table_bytes import rewritten
from support.write_faults import Done, command, files_up_to, fill, small_disk

WIN = "XX./OO./... x"
GAME = "support.sample_games:Nim"


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "three.pnyxtable"
    done = command("table", "build", "tic-tac-toe", "--out", path)
    assert (done.status, done.err) == (0, "")
    assert "tic-tac-toe: 765 positions from .../.../... x" in done.out
    assert f"(verify with `pnyx table check {path}`)" in done.out
    return path


class TestBuild:
    def test_several_starts_and_files_of_them_and_placements(self, tmp_path: Path) -> None:
        lines = tmp_path / "starts.txt"
        lines.write_text(f"# two\n{WIN}\n\nX../.../... o\n")
        ways: dict[str, tuple[object, ...]] = {
            "given": (WIN, "X../.../... o"),
            "listed": ("--starts-file", lines),
        }
        for name, arguments in ways.items():
            done = command("table", "build", "tic-tac-toe", *arguments, "--out", tmp_path / name, "--threads", "1")
            assert done.status == 0, (name, done)
        assert (tmp_path / "given").read_bytes() == (tmp_path / "listed").read_bytes()
        done = command("table", "build", "chess", "--placements", "KvK", "--out", tmp_path / "kings")
        assert "chess: 924 positions from all placements of KvK" in done.out
        assert command("table", "check", tmp_path / "kings").status == 0

    def test_options_of_the_game_and_of_the_table(self, tmp_path: Path) -> None:
        four = ("table", "build", "connect-four", "-o", "rows=4", "-o", "columns=4", "--out", tmp_path / "four")
        done = command(*four, "--max-positions", "1e3", "--json")
        printed = json.loads(done.out)
        assert (done.status, printed["complete"], printed["reason"]) == (1, False, "positions")
        assert sum(printed["by_ply"]) == printed["positions"] >= 1000
        done = command(*four, "--max-positions", "1000")
        assert (done.status, len(done.told)) == (1, 1)
        assert "limit reached, positions; the same call goes on from there" in done.err
        assert "Run the same command to go on." in done.out
        printed = json.loads(command(*four, "--json", "--memory", "500", "--max-seconds", "1000").out)
        assert (printed["complete"], printed["positions"], printed["reason"]) == (True, 80_541, None)
        assert json.loads(command("table", "probe", tmp_path / "four", "..../..../..../.... x", "--json").out)

    def test_a_game_in_python(self, tmp_path: Path) -> None:
        path = tmp_path / "nim"
        done = command("table", "build", GAME, "--out", path)
        assert done.status == 0
        assert f"pnyx table check {path} --game {GAME}" in done.out
        for arguments in (("check", path), ("check", path, "--python"), ("show", path)):
            assert command("table", *arguments, "--game", GAME).status == 0, arguments
            assert command("table", *arguments).status == 2, arguments

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("chess", "--placements", "KRK"), "expected the men of both sides, as KRvK"),
            (("tic-tac-toe", "--placements", "KRvK"), "--placements is for chess"),
            (("chess", "8/8/8/8/8/2k5/8/K1q5 w", "--placements", "KRvK"), "START and --placements exclude each other"),
            (("go-one-eye",), "there is no table of go-one-eye"),
            (("tic-tac-toe", "--starts-file", "no/such"), "cannot read 'no/such'"),
            (("tic-tac-toe", "--max-positions", "0"), "--max-positions must be at least 1 position"),
            (("tic-tac-toe", "--threads", "none"), "--threads must be a whole number"),
            (("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 0 1 moves a1a2"), "a table has no history"),
            (("nothing",), "nothing"),
        ],
    )
    def test_bad_input_is_one_line(self, arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
        done = command("table", "build", *arguments, "--out", tmp_path / "table")
        assert (done.status, done.out, len(done.told)) == (2, "", 1)
        assert words in done.err
        assert list(tmp_path.iterdir()) == []

    def test_another_file_is_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "table").write_text("mine")
        done = command("table", "build", "tic-tac-toe", "--out", tmp_path / "table")
        assert (done.status, done.out) == (2, "")
        assert "is there and is not this table" in done.err
        assert (tmp_path / "table").read_text() == "mine"


class TestShow:
    def test_counts_and_longest_wins(self, three: Path) -> None:
        done = command("table", "show", three)
        assert done.status == 0
        assert "For the player on move 390 are won, 151 drawn and 224 lost; the longest takes 5 plies." in done.out
        assert "x: win  x: loss  o: win  o: loss" in done.out
        assert "Longest win of x: 5 plies, from X../..O/... x" in done.out

    def test_json_has_the_numbers_of_the_api(self, three: Path) -> None:
        printed, table = json.loads(command("table", "show", three, "--json").out), pnyx.Table(three)
        assert printed["values"] == table.values
        for player, (here, plies) in table.longest_wins().items():
            assert printed["longest_wins"][player]["position"] == here.board, player
            assert len(printed["longest_wins"][player]["line"]) == plies, player
        for player, by_value in table.counts().items():
            for value in ("win", "loss"):
                rows = printed["by_player"][player][value]
                counts = by_value[value]
                assert {row["plies"]: row["positions"] for row in rows} == counts, (player, value)

    def test_zugzwangs(self, three: Path, tmp_path: Path) -> None:
        done = command("table", "show", three, "--zugzwangs")
        assert (done.status, done.out) == (2, "")
        assert "the board says whose turn it is" in done.err
        command("table", "build", "othello", "-o", "size=4", "--out", tmp_path / "othello")
        done = command("table", "show", tmp_path / "othello", "--zugzwangs")
        assert "Mutual zugzwangs: 19, in 7 of which the player on move loses, either one" in done.out
        assert "  XO--XXXXXOXOOOOO X: loss in 2 plies for black on move, draw for white" in done.out.splitlines()
        printed = json.loads(command("table", "show", tmp_path / "othello", "--zugzwangs", "--json").out)
        assert len(printed["mutual_zugzwangs"]) == 19

    def test_a_plot(self, three: Path, tmp_path: Path) -> None:
        if not plots.can_plot():
            pytest.skip("matplotlib is not installed")
        done = command("table", "show", three, "--plot", tmp_path / "plot.svg")
        assert f"Plot: {tmp_path / 'plot.svg'}" in done.out
        text = "".join(ElementTree.parse(tmp_path / "plot.svg").getroot().itertext())
        for label in ("x on move: win (254)", "o on move: loss", "plies to the end", "765 positions, 151 draws"):
            assert label in text, label


class TestProbe:
    def test_every_move_with_its_value(self, three: Path) -> None:
        done = command("table", "probe", three, WIN)
        assert done.out.splitlines()[-6:] == [
            "x on move: win in 1 ply",
            "  c3  win in 1 ply",
            "  c2  draw",
            "  a1  loss in 2 plies",
            "  b1  loss in 2 plies",
            "  c1  loss in 2 plies",
        ]

    def test_many_positions(self, three: Path) -> None:
        text = f"{WIN}\n.../.../... x\n"
        done = subprocess.run(
            [sys.executable, "-m", "pnyx", "table", "probe", three, "-", "XXX/OO./... o", "--json"],
            input=text,
            capture_output=True,
            text=True,
        )
        rows = json.loads(done.stdout)["positions"]
        assert [(row["value"], row["distance"], len(row["moves"])) for row in rows] == [
            ("win", 1, 5),
            ("draw", None, 9),
            ("loss", 0, 0),
        ]

    def test_what_is_not_there_is_not_called_anything_else(self, tmp_path: Path) -> None:
        command("table", "build", "tic-tac-toe", WIN, "--out", tmp_path / "part")
        done = command("table", "probe", tmp_path / "part", ".../.../... x", WIN)
        assert done.status == 1
        assert f"Not in the table: it is not reached from {WIN}." in done.out
        rows = json.loads(command("table", "probe", tmp_path / "part", ".../.../... x", "--json").out)["positions"]
        assert (rows[0]["value"], rows[0]["moves"]) == (None, [])

    def test_bad_input(self, three: Path) -> None:
        for given in ("nonsense", "..../..../.... x"):
            done = command("table", "probe", three, given)
            assert (done.status, done.out, len(done.told)) == (2, "", 1), given


class TestCheck:
    def test_right_tables(self, three: Path) -> None:
        assert command("table", "check", three).out == "Right: all 765 positions, by the rules in Rust.\n"
        done = command("table", "check", three, "--python", "--sample", "100")
        assert done.out == "Right: a sample of 100 of 765 positions, by the rules in pure Python.\n"
        printed = json.loads(command("table", "check", three, "--json").out)
        assert (printed["right"], printed["examined"], printed["starts"], printed["checker"]) == (
            True,
            765,
            True,
            "rust",
        )

    @pytest.mark.parametrize("how", [(), ("--python",)])
    def test_wrong_tables(self, how: tuple[str, ...], three: Path) -> None:
        def change(rows: Any) -> None:
            at = next(at for at, (_, entry) in enumerate(rows) if entry.distance == 3)
            rows[at] = rows[at][0], rows[at][1]._replace(distance=5)

        wrong = rewritten(three, change)
        done = command("table", "check", wrong, *how)
        assert (done.status, done.out, len(done.told)) == (1, "", 1)
        assert f"{wrong}: wrong: " in done.err
        printed = json.loads(command("table", "check", wrong, *how, "--json").out)
        assert (printed["right"], printed["examined"]) == (False, 0)
        assert printed["reason"]

    def test_starts_that_have_no_name(self, tmp_path: Path) -> None:
        four = pnyx.position("connect-four", rows=4, columns=4)
        starts = [after.play(reply) for move in four.moves() for after in [four.play(move)] for reply in after.moves()]
        pnyx.tabulate(four, starts, file=tmp_path / "four")
        done = command("table", "check", tmp_path / "four", "--sample", "10")
        assert "Whether its starts are in it is not known" in done.out

    def test_no_table(self, tmp_path: Path) -> None:
        (tmp_path / "text").write_text("something else")
        for path in (tmp_path / "nothing", tmp_path / "text", tmp_path):
            done = command("table", "check", path)
            assert (done.status, done.out, len(done.told)) == (2, "", 1), path


class TestExport:
    def test_csv(self, three: Path, tmp_path: Path) -> None:
        done = command("table", "export", three, tmp_path / "three.csv")
        assert done.out == f"765 positions: {tmp_path / 'three.csv'}\n"
        with open(tmp_path / "three.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        table = pnyx.Table(three)
        assert len(rows) == len(table)
        for row in rows:
            entry = table[row["position"]]
            distance = "" if entry.distance is None else str(entry.distance)
            assert (row["value"], row["distance"]) == (entry.value, distance), row
            assert row["turn"] == row["position"][-1], row

    def test_parquet_and_pandas(self, three: Path, tmp_path: Path) -> None:
        parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed")
        pandas = pytest.importorskip("pandas", reason="pandas is not installed")
        assert command("table", "export", three, tmp_path / "three.parquet").status == 0
        table = pnyx.Table(three)
        frame = table.to_pandas()
        read = parquet.read_table(tmp_path / "three.parquet").to_pandas()
        assert list(read.columns) == list(frame.columns) == ["position", "turn", "value", "distance"]
        assert (frame["value"] == "win").sum() == table.values["win"]
        assert frame["distance"].isna().sum() == table.values["draw"]
        assert frame.groupby("value", observed=True).size().to_dict() == table.values
        for name in ("position", "turn", "value"):
            assert list(read[name]) == list(frame[name]), name
        assert list(pandas.array(read["distance"], dtype="Int32").fillna(-1)) == list(frame["distance"].fillna(-1))

    def test_a_damaged_table_is_not_exported(self, three: Path, tmp_path: Path) -> None:
        whole = three.read_bytes()
        (tmp_path / "damaged").write_bytes(whole[:-1500] + bytes([whole[-1500] ^ 1]) + whole[-1499:])
        done = command("table", "export", tmp_path / "damaged", tmp_path / "three.csv")
        assert done.status in (2, 3)
        assert "is damaged" in done.err
        assert not (tmp_path / "three.csv").exists()

    def test_what_is_missing_is_said(self, three: Path, tmp_path: Path) -> None:
        done = command("table", "export", three, tmp_path / "three.txt")
        assert (done.status, done.out) == (2, "")
        assert "ends in .csv or .parquet" in done.err
        if find_spec("pyarrow") is None:
            assert "pip install 'pnyx[table]'" in command("table", "export", three, tmp_path / "three.parquet").err
        if find_spec("pandas") is None:
            with pytest.raises(pnyx.InputError, match="pandas, which is not installed"):
                pnyx.Table(three).to_pandas()


def test_progress_says_phase_frontier_rate_and_time_left() -> None:
    from pnyx.api.table import TableProgress

    progress = TableProgress("enumerating", 5_000, 4_000, 7, 1_000, 3 << 20, 2.0, 2_500.0)
    assert describe(progress) == "enumerating  5,000 positions  ply 7: 1,000  2,500/s  3 MiB  2 s"
    limit = pnyx.Limit(nodes=10_000, seconds=60, memory=64 << 20)
    assert describe(progress, limit) == "enumerating  5,000/10,000 positions  ply 7: 1,000  2,500/s  3/64 MiB  2/60 s"
    checking = TableProgress("valuing", 9_000, 3_000, 0, 0, 0, 2.0, 1_500.0)
    assert describe(checking, checking=True) == "checking  3,000/9,000 positions  1,500/s  2 s, 4 s left"


# Builds that end before their time


@contextmanager
def running(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A command in a process of its own, which is over when this is."""
    words = [sys.executable, "-m", "pnyx", "table", *map(str, arguments)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_an_interrupt_ends_it_and_the_same_command_goes_on(tmp_path: Path) -> None:
    arguments = ("build", "connect-four", "-o", "rows=4", "-o", "columns=6", "--out", tmp_path / "table")
    with running(*arguments) as process:
        while process.poll() is None and not (tmp_path / "table.part").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert "limit reached, stopped" in err
    assert "Run the same command to go on." in out
    done = command("table", *arguments[:-1], tmp_path / "table", "--max-positions", "10", "--json")
    assert json.loads(done.out)["positions"] > 10


def killed_builds(material: str, kills: int, folder: Path) -> int:
    """Kill builds at random moments until they were killed this often; the table must be the same each time."""
    began = time.monotonic()
    with running("build", "chess", "--placements", material, "--out", folder / "whole") as process:
        assert process.wait() == 0
    took = time.monotonic() - began
    whole, rng, done, rounds = (folder / "whole").read_bytes(), random.Random(f"kill {material}"), 0, 0
    while done < kills:
        file = folder / f"table-{rounds}"
        rounds += 1
        # A build that is killed when the table is there may leave its work file, which the next one removes.
        while not file.exists() or Path(f"{file}.part").exists():
            with running("build", "chess", "--placements", material, "--out", file) as process:
                if done < kills:
                    try:
                        process.wait(rng.uniform(0.2, 1) * took)
                    except subprocess.TimeoutExpired:
                        process.kill()
                        done += 1
                process.wait()
        assert file.read_bytes() == whole, rounds
        assert not Path(f"{file}.part").exists(), rounds
    return rounds


def test_killed_builds_go_on_to_the_same_file(tmp_path: Path) -> None:
    killed_builds("KQvK", 3, tmp_path)


@pytest.mark.soak
def test_fifty_killed_builds_go_on_to_the_same_file(tmp_path: Path) -> None:
    print(f"\n{killed_builds('KPvK', 50, tmp_path)} tables")


def build_in(folder: Path) -> Done:
    return command("table", "build", "tic-tac-toe", "--out", folder / "table")


def test_files_that_cannot_grow(three: Path, tmp_path: Path) -> None:
    """Whatever the size at which writing fails: one line, no table, and the same command makes it."""
    size = three.stat().st_size
    for limit in (0, 10, 100, 1_000, 2_000, size - 1):
        with files_up_to(limit):
            done = build_in(tmp_path)
        assert (done.status, done.out, len(done.told)) == (2, "", 1), (limit, done)
        assert "File too large" in done.err, limit
        assert not (tmp_path / "table").exists(), limit
    assert build_in(tmp_path).status == 0
    assert (tmp_path / "table").read_bytes() == three.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["table"]


def test_a_disk_that_is_full(three: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path, "512k") as disk:
        filler = fill(disk)
        done = build_in(disk)
        assert (done.status, done.out, len(done.told)) == (2, "", 1), done
        assert "No space left on device" in done.err
        assert not (disk / "table").exists()
        filler.unlink()
        assert build_in(disk).status == 0
        assert (disk / "table").read_bytes() == three.read_bytes()
