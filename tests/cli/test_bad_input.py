"""Bad input of every kind: one clear line on standard error, exit status 2, nothing on standard output."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.cli import app
from support.places import TESTS
from support.raising import raises_for

WIN_IN_1 = "XX./OO./... x"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture(autouse=True)
def beside_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS)


def refused(*arguments: str, text: str | bytes | None = None, status: int = 2) -> str:
    """Run a command that must fail, and give back its message."""
    done = CliRunner().invoke(app, arguments, input=text, catch_exceptions=False, prog_name="pnyx")
    assert done.exit_code == status, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert done.stderr.startswith("pnyx: ")
    assert done.stderr.endswith("\n")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip() != "pnyx:"
    return done.stderr


CHESS = [
    "",
    " ",
    "x",
    "8/8/8/8/8/8/8/8 w - - 0 1",  # no kings
    "8/8/8/8/8/8/8/K6k",  # no side to move
    "k7/8/8/8/8/8/8/K7/8 w - - 0 1",  # nine ranks
    "k8/8/8/8/8/8/8/K7 w - - 0 1",  # nine files
    "k7/8/8/8/8/8/8/K6Z w - - 0 1",  # no such piece
    "k7/8/8/8/8/8/8/K7 x - - 0 1",  # no such side
    "k7/8/8/8/8/8/8/K7 w KQ - 0 1",  # no rooks
    "k7/8/8/8/8/8/8/K7 w - e4 0 1",  # no such double step
    "k7/8/8/8/8/8/8/K7 w - - -1 1",  # a clock before its time
    "k7/8/8/8/8/8/8/K7 w - - 0 x",
    "kK6/8/8/8/8/8/8/8 w - - 0 1",  # kings side by side
    "k6P/8/8/8/8/8/8/K7 w - - 0 1",  # a pawn on the last rank
    "kR6/8/8/8/8/8/8/K7 w - - 0 1",  # the side that has moved is in check
    "k7/8/8/8/8/8/8/KK6 w - - 0 1",  # two kings
    f"{START} moves",
    f"{START} moves e2e5",  # not legal
    f"{START} moves e2e4 e2e4",
    f"{START} moves castles",
    f"{START} \n{START}",
    "\x1b[31mred",
    "ÄÖÜ",
    "a" * 100_000,
]
TIC_TAC_TOE = [
    "XX./OO.",  # no side to move
    "XX./OO./... z",
    "XX./OO/... x",  # ragged
    "XXX/OOO/... x",  # two winners
    "XXX/OO./... x",  # won by the side to move
    "XX./.../... x",  # too many stones
    "........./......... x",  # too wide
    "XQ./.../... x",
    f"{WIN_IN_1} moves z9",
    f"{WIN_IN_1} {WIN_IN_1}",
]
GRAPH = [
    "A max: B",  # B is not defined
    "A max: B; A max: B; B = win",  # A twice
    "A max: B B; B = win",  # a move twice
    "A = perhaps",
    "A sideways: B; B = win",
    "root Z; A = win",
    "repetition never; A = win",
    "A max:; B = win",
    "{",
    '{"nodes": {}}',
    '{"nodes": {"A": {"turn": "max", "moves": ["B"]}}}',
    '{"nodes": {"A": {"turn": "up", "moves": ["A"]}}}',
    '{"nodes": {"A": 7}}',
    "[1, 2]",
    "no-such-file.graph",
]


@pytest.mark.parametrize("position", CHESS)
def test_chess_positions(position: str) -> None:
    refused("solve", "chess", position)


@pytest.mark.parametrize("position", TIC_TAC_TOE)
def test_tic_tac_toe_positions(position: str) -> None:
    refused("solve", "tic-tac-toe", position)


@pytest.mark.parametrize("position", GRAPH)
def test_graphs(position: str) -> None:
    refused("solve", "graph", position)


@pytest.mark.parametrize("command", [("show", "chess"), ("perft", "chess", "2")])
def test_every_command_reads_positions_alike(command: tuple[str, ...]) -> None:
    assert refused(*command, "x") == refused("solve", "chess", "x")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ches",), "did you mean 'chess'"),
        (("Chess",), "did you mean 'chess'"),
        (("connect4",), "did you mean 'connect-four'"),
        (("",), "unknown game ''"),
        (("nowhere:Nim",), "no Python module 'nowhere'"),
        (("nowhere.at.all:Nim",), "no Python module 'nowhere'"),
        (("support.sample_games:Nom",), "module 'support.sample_games' has no 'Nom'; did you mean 'Nim'?"),
        (("support.sample_games:lineGo",), "did you mean 'LineGo'?"),
        (("hexapawn",), "name a game of your own as module:Class"),
        (("support.sample_games:",), "expected module:attribute"),
        ((":Nim",), "expected module:attribute"),
        (("a b:Nim",), "expected module:attribute"),
        (("support.sample_games:NeedsHeap",), "cannot be called without arguments"),
        (("json:dumps",), "is not a game: a game needs the methods start, turn, outcome, moves and play"),
        (("support.sample_games:BareNim", "7a"), "no method 'parse'"),
        (("support.sample_games:Nim", "many"), "cannot read the position 'many'"),
        (("support.sample_games:Nim", "-o", "heap=3"), "a game written in Python has no options here"),
        (("support.sample_games:Nim", "--threads", "2"), "written in Python"),
        (("support.sample_games:Nim", "--goal", "mate"), "unknown goal of nim 'mate'"),
        (("support.sample_games:BareNim", "--certificate", "x.pnyx"), "no 'move_text'"),
    ],
)
def test_games(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("solve", *arguments)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sample_games.py:Nim", "write sample_games:Nim, without .py"),
        ("sample_games", "name a game of your own as sample_games:Class"),
        ("sample_games.py", "name a game of your own as sample_games:Class"),
    ],
)
def test_a_module_in_this_folder(name: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TESTS / "support")
    assert message in refused("solve", name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--goal", "wim"), "did you mean 'win'"),
        (("--goal", "mate"), "expected one of win, draw-or-better"),
        (("--goal", ""), "unknown goal"),
        (("--algorithm", "minmax"), "unknown algorithm 'minmax'"),
        (("--preset", "breuker"), "did you mean 'breuker-2001'? (auto has no presets: choose an algorithm)"),
        (("--preset", "breuker-2001"), "use an algorithm that has it (pn, pn-dag, pn-dcg or pn-bta)"),
        (("--algorithm", "pn", "--preset", "breuker"), "of pn 'breuker': expected breuker-2001; did you mean"),
        (("-o", "k"), "key=value"),
        (("-o", "=4"), "key=value"),
        (("-o", "kk=4"), "unknown option 'kk'"),
        (("-o", "chess.order=papers"), "unknown option 'chess.order'"),
        (("-o", "k=4", "-o", "tic-tac-toe.k=4"), "given twice"),
        (("-o", "k=0"), "k"),
        (("-o", "k=99"), "k"),
        (("-o", "k=many"), "k"),
        (("-o", "rows=4"), "rows"),
        (("--algorithm", "pn", "-o", "evaluation=never"), "evaluation"),
        (("--algorithm", "pn", "-o", "evaluation="), "evaluation"),
        (("-o", "evaluation=delayed"), "auto has no option 'evaluation': use an algorithm that has it (pn)"),
        (("-o", "pn.evaluation=delayed"), "auto has no option 'evaluation': use an algorithm that has it (pn)"),
        (
            ("--algorithm", "pds", "-o", "epsilon=0"),
            "pds has no option 'epsilon': use an algorithm that has it (df-pn or",
        ),
        (("--algorithm", "pn", "--threads", "2"), "threads must be 1 with algorithm 'pn': it is not parallel"),
        (("--threads", "0"), "--threads must be at least 1, not '0'"),
        (("--threads", "-1"), "--threads must be at least 1, not '-1'"),
        (("--threads", "two"), "whole number"),
        (("--threads", "1000000"), "--threads must be at most 1,024"),
        (("--max-nodes", "0"), "--max-nodes must be at least 1 node, not '0'"),
        (("--max-nodes", "-1"), "--max-nodes must be at least 1 node, not '-1'"),
        (("--max-nodes", "1.5"), "whole number"),
        (("--max-nodes", "nan"), "whole number"),
        (("--max-nodes", "many"), "whole number"),
        (("--max-nodes", "1e30"), "--max-nodes must be at most 9,223,372,036,854,775,807 nodes, not '1e30'"),
        (("--max-nodes", "9" * 100), "at most"),
        (("--max-nodes",), "requires an argument"),
        (("--max-seconds", "0"), "--max-seconds must be more than 0 seconds, not '0'"),
        (("--max-seconds", "-1"), "more than 0"),
        (("--max-seconds", "nan"), "more than 0"),
        (("--max-seconds", "inf"), "--max-seconds must be at most 1,000,000,000 seconds, not 'inf'"),
        (("--max-seconds", "1e300"), "at most"),
        (("--max-seconds", "soon"), "must be a number"),
        (("--memory", "0"), "--memory must be at least 1 MiB, not '0'"),
        (("--memory", "-5"), "--memory must be at least 1 MiB, not '-5'"),
        (("--memory", "1e30"), "--memory must be at most 8,796,093,022,207 MiB, not '1e30'"),
        (("--memory", "lots"), "whole number"),
        (("--certificate", "nowhere/x.pnyx"), "no directory 'nowhere'"),
        (("--certificate", "."), "is a directory"),
        (("--jsn",), "--jsn"),
        (("extra",), "put it in quotes"),
    ],
)
def test_questions(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("solve", "tic-tac-toe", WIN_IN_1, *arguments)
    assert message in refused("solve", "tic-tac-toe", WIN_IN_1, "--json", *arguments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "standard input is empty"),
        (" \n\n", "standard input is empty"),
        ("nothing of the kind", ""),
        (b"\xff\xfe", "not UTF-8"),
        (f"{WIN_IN_1}\n{WIN_IN_1}\n", ""),
    ],
)
def test_standard_input(text: str | bytes, message: str) -> None:
    assert message in refused("solve", "tic-tac-toe", "-", text=text)


def test_standard_input_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnyx.cli.inputs._MOST_INPUT", 100)
    assert "more than 100 bytes" in refused("solve", "tic-tac-toe", "-", text="x" * 101)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("slove",), "did you mean 'solve'"),
        (("--nothing",), "--nothing"),
        (("solve",), "missing argument 'GAME'"),
        (("check",), "missing argument 'FILE'"),
        (("check", "no-such-file.pnyx"), "cannot read 'no-such-file.pnyx'"),
        (("check", "."), "cannot read '.'"),
        (("check", ""), "cannot read ''"),
        (
            ("check", "support/sample_games.py", "--game", "chess"),
            "chess is a built-in game: --game is for games written in Python",
        ),
        (("check", "support/sample_games.py", "--game", "nowhere:Nim"), "no Python module"),
        (("perft", "chess"), "missing argument 'DEPTH'"),
        (("perft", "chess", "deep"), "whole number"),
        (("perft", "chess", "1.5"), "whole number"),
        (("perft", "chess", "-1"), "-1"),
        (("perft", "chess", "256"), "from 0 to 255"),
        (("show", "chess", "--svg", "nowhere/x.svg"), "cannot write 'nowhere/x.svg'"),
        (("show", "chess", "--svg", "."), "cannot write '.'"),
        (("show", "chess", "-o", "order=random"), "order"),
        (("games", "chess"), "unexpected extra argument"),
        (("search", "chess"), "expected a depth or a limit: --depth D (plies), --exact"),
        (("search", "othello", "--memory", "64"), ", --max-nodes N or --max-seconds S"),
        (("search", "chess", "--max-nodes", "0"), "--max-nodes must be at least 1 node"),
        (("variations", START, "--memory", "0"), "--memory must be at least 1 MiB"),
        (("cluster", "solve", "chess", "--memory", "0"), "--memory must be at least 1 MiB"),
        (("cluster", "solve", "chess", "--max-jobs", "0"), "--max-jobs must be at least 1 job"),
        (("cluster", "solve", "chess", "--max-nodes", "0"), "--max-nodes must be at least 1 node"),
    ],
)
def test_other_commands(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments).replace("Did", "did")


JUNK = {
    "empty": b"",
    "binary": bytes(range(256)) * 10,
    "text": b"hello\n",
    "zeros": b"\0" * 10_000,
    "header only": b"pnyx certificate 2\ngame: chess\n",
    "version": b"pnyx certificate 9\n\n",
    "long line": b"pnyx certificate 2\n" + b"x" * 100_000,
    "escape codes": b"pnyx certificate 2\ngame: \x1b[2J\n",
}


@pytest.mark.parametrize("name", JUNK)
def test_junk_certificates(name: str, tmp_path: Path) -> None:
    file = tmp_path / "junk.pnyx"
    file.write_bytes(JUNK[name])
    assert "rejected: " in refused("check", str(file), status=1)


@pytest.mark.parametrize(
    "key", ["game", "options", "position", "goal", "prover", "repetition", "verdict", "nodes", "body"]
)
def test_changed_headers(key: str, tmp_path: Path) -> None:
    certificate = pnyx.solve(WIN_IN_1).certificate
    assert certificate is not None
    lines = certificate.data.split(b"\n")
    place = next(number for number, line in enumerate(lines) if line.startswith(key.encode() + b": "))
    lines[place] += b"0"
    file = tmp_path / "changed.pnyx"
    file.write_bytes(b"\n".join(lines))
    assert "rejected: " in refused("check", str(file), status=1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "chess", "x"),
        ("solve", "chess", "8/8/8/8/8/8/8/8", "w", "-", "-"),
        ("solve", "nowhere:Nim"),
        ("solve", b"chess", b"\xff\xfe"),
        ("check", "no-such-file.pnyx"),
        ("perft", "chess", "-1"),
    ],
)
def test_in_a_process_of_its_own(arguments: tuple[str | bytes, ...]) -> None:
    done = subprocess.run([sys.executable, "-m", "pnyx", *arguments], capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"pnyx: ")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "pnyx", "games"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 3
    assert done.stderr.startswith(b"pnyx: cannot write the output: ")
    assert done.stderr.count(b"\n") == 1


def test_surrogates_in_an_option_are_bad_input() -> None:
    with pytest.raises(pnyx.InputError, match="not valid text"):
        pnyx.solve(pnyx.position("tic-tac-toe"), algorithm="pn", options={"init": "\udc80"})


def test_a_history_goes_with_one_notion_of_the_same_position() -> None:
    text = "8/8/8/3p4/3P4/5R1K/8/7k w - d6 0 1 moves f3b3 h1g1"
    with pytest.raises(pnyx.InputError, match="does not support a history"):
        pnyx.solve(text, game="chess", algorithm="pn", preset="breuker-2001")


@pytest.mark.parametrize("limit", [5, 1.5, "1000", {"nodes": 5}, (5,)])
def test_a_limit_is_a_limit(limit: Any, tmp_path: Path) -> None:
    epd = tmp_path / "mates.epd"
    epd.write_text("7k/8/5KQ1/8/8/8/8/8 w - - bm #1;\n", encoding="utf-8")
    root = pnyx.position("tic-tac-toe")
    calls: list[Callable[[], Any]] = [
        lambda: pnyx.solve(root, limit=limit),
        lambda: pnyx.value(root, limit=limit),
        lambda: pnyx.search(root, 2, limit=limit),
        lambda: pnyx.measure(root, 2, limit=limit),
        lambda: pnyx.suite(epd, limit=limit),
    ]
    for call in calls:
        with raises_for(
            call, pnyx.InputError, match=r"^limit must be a pnyx.Limit, such as pnyx.Limit\(nodes=1000\), not "
        ):
            call()


class Heap:
    """A position that knows a move of Nim, and is equal to what `equal` says."""

    def __init__(self, size: int, turn: int) -> None:
        self.size, self.turn = size, turn

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.size}, {self.turn})"

    def __eq__(self, other: object) -> bool:
        return random.random() < 0.5


class Hashed(Heap):
    def __hash__(self) -> int:
        return hash((self.size, self.turn))

    __eq__ = Heap.__eq__


class Failing(Heap):
    def __hash__(self) -> int:
        raise ZeroDivisionError("of the hash")

    __eq__ = Heap.__eq__


class HeapGame:
    """Nim with positions of such a class."""

    def __init__(self, kind: type[Heap]) -> None:
        self.kind = kind

    def start(self) -> Heap:
        return self.kind(5, 0)

    def turn(self, position: Heap) -> int:
        return position.turn

    def outcome(self, position: Heap) -> int | None:
        return None if position.size else 1 - position.turn

    def moves(self, position: Heap) -> list[int]:
        return [size for size in (1, 2) if size <= position.size]

    def play(self, position: Heap, move: int) -> Heap:
        return self.kind(position.size - move, 1 - position.turn)


def test_equality_without_a_hash_is_told_as_that() -> None:
    with pytest.raises(
        pnyx.ContractError, match=r"needs __hash__ beside __eq__, but Heap\(5, 0\) is a Heap, which defines"
    ):
        pnyx.solve(HeapGame(Heap), "win")
    with pytest.raises(
        pnyx.ContractError, match="a position needs __hash__ beside __eq__, but Heap defines __eq__ alone"
    ):
        pnyx.testing.check_game(HeapGame(Heap))


def test_equality_at_random_is_not_called_unhashable() -> None:
    said = []
    for _ in range(20):
        with pytest.raises(pnyx.ContractError) as caught:
            pnyx.testing.check_game(HeapGame(Hashed))
        said.append(str(caught.value))
    assert [message for message in said if "hash" in message] == []
    assert any("must be equal to itself, but __eq__ of Hashed returns False" in each for each in said)


def test_moves_that_are_equal_at_random() -> None:
    class Moves(HeapGame):
        def moves(self, position: Any) -> Any:
            return [Hashed(size, 0) for size in (1, 2) if size <= position[0]]

        def play(self, position: Any, move: Any) -> Any:
            return position[0] - move.size, 1 - position[1]

        def start(self) -> Any:
            return 5, 0

        def turn(self, position: Any) -> int:
            return int(position[1])

        def outcome(self, position: Any) -> int | None:
            return None if position[0] else 1 - position[1]

    for _ in range(20):
        with pytest.raises(pnyx.ContractError):
            pnyx.testing.check_game(Moves(Hashed))


def test_what_a_hash_raises_is_shown() -> None:
    with pytest.raises(ZeroDivisionError, match="of the hash"):
        pnyx.solve(HeapGame(Failing), "win")
