"""Certificates that unpack to far more than they are: reading them takes little memory, and stops early.

Each file is read in a process of its own, so that what it takes is not mixed up with anything else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from pnyx.reference.certificate import leb128
from support.bombs import CHESS, MIB, Claim, bomb

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system says it elsewhere, if anywhere")

LARGE: Final = 1_000
"""Mebibytes of the largest body here, in a file of one mebibyte."""

READERS: Final = ("rust", "python", "check", "proof", "merge", "judge")

PROGRAM: Final = """
import json, re, sys
import pnyx
from pnyx import _core
from pnyx.cluster.judging import Judge
from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question
from pnyx.errors import CertificateError
from pnyx.api.check import run_checker

def status(name):
    with open("/proc/self/status") as file:
        return 1024 * int(re.search(rf"{name}:\\s*(\\d+) kB", file.read())[1])

START = pnyx.position("chess")
JUDGE = Judge(Question("chess", START.text, "mate"))

def judge(data):
    job = Job(1, START.text, 1000)
    objection = JUDGE.objection(job, Report(1, START.text, "proven", None, 1000, 0.1, 0, 0, certificate=data))
    raise CertificateError(objection or "nothing")

READERS = {
    "rust": lambda data: run_checker("rust", data),
    "python": lambda data: run_checker("python", data),
    "check": pnyx.check,
    "proof": pnyx.Proof,
    "merge": lambda data: _core.merge(START.native, "mate", True, [(START.native, data)]),
    "judge": judge,
}

def refusal(reader, data):
    try:
        READERS[reader](data)
    except CertificateError as error:
        return str(error)

good = pnyx.solve("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").certificate.data
told = []
for reader, path in json.loads(sys.argv[1]):
    refusal(reader, good)
    with open(path, "rb") as file:
        data = file.read()
    before = status("VmRSS")
    told.append([refusal(reader, data), status("VmHWM") - before])
print(json.dumps(told))
"""


def read(*asked: tuple[str, Path]) -> list[tuple[str, int]]:
    """What readers say against files, and the bytes of memory they took to say so beside the file's own."""
    program = [sys.executable, "-c", PROGRAM, json.dumps([(reader, str(file)) for reader, file in asked])]
    told = json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
    return [(refusal, peak) for refusal, peak in told]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hundred nodes, says the header; a thousand mebibytes follow."""
    file = tmp_path_factory.mktemp("bombs") / "large.pnyx"
    file.write_bytes(bomb(CHESS, 100, LARGE))
    assert file.stat().st_size < 1.1 * MIB
    return file


def test_a_large_body_is_not_held(large: Path) -> None:
    for reader, (refusal, peak) in zip(READERS, read(*((reader, large) for reader in READERS)), strict=True):
        assert "header says" in refusal, reader
        assert peak < 16 * MIB, (reader, peak)


@pytest.mark.parametrize(
    ("reader", "nodes", "each"),
    [("rust", 20_000, 1_024), ("python", 1_000, 8_192), ("proof", 20_000, 1_024), ("merge", 20_000, 1_024)],
)
def test_memory_grows_with_the_number_that_the_header_says(tmp_path: Path, reader: str, nodes: int, each: int) -> None:
    """Every node is on the line here, which is the worst that a graph can do."""
    file = tmp_path / "deep.pnyx"
    file.write_bytes(bomb(CHESS, nodes, 32))
    [(refusal, peak)] = read((reader, file))
    assert "header says" in refusal
    assert peak < 4 * MIB + each * nodes, peak


SUPER_KO: Final = Claim("graph", "root A; repetition illegal; A max: B C; B min: A; C max: A", "win", "max", "illegal")
ONE_MOVE: Final = Claim("graph", "root A; repetition draw; A max: A B; B = win", "win", "max", "fails")


class Case(NamedTuple):
    """A body that is too long, and what each checker says against it."""

    claim: Claim
    nodes: int
    byte: int
    begin: bytes
    rust: str
    python: str


CASES: Final = (
    # More nodes than the body has bytes, or than there are numbers for.
    Case(CHESS, 2**32 - 1, 0, b"", "cannot hold", "nodes: expected at most"),
    Case(CHESS, 10**12, 0, b"", "nodes must be a number", "nodes: expected at most"),
    # A list of shared nodes that is longer than the graph, and one that does not go on.
    Case(CHESS, 100, 1, leb128(2**30) + b"\0", "node 100 is listed as shared", "expected a node below 100"),
    Case(CHESS, 100, 0, leb128(2**30) + b"\0", "does not ascend", "got the same again"),
    # Numbers that do not end.
    Case(CHESS, 100, 0x80, b"\0", "too large", "below 2^32"),
    # A graph that has ended.
    Case(ONE_MOVE, 2, 0, bytes([0, 1, 0]), "goes on after", "expected the end of the graph"),
    Case(SUPER_KO, 2, 0, bytes([0, 0, 0, 0]), "goes on after", "expected the end of the graph"),
)


@pytest.mark.parametrize("reader", ["rust", "python"])
def test_other_bodies_are_not_held_either(tmp_path: Path, reader: str) -> None:
    files = [tmp_path / f"{number}.pnyx" for number in range(len(CASES))]
    for file, case in zip(files, CASES, strict=True):
        file.write_bytes(bomb(case.claim, case.nodes, 32, case.byte, case.begin))
    for case, (refusal, peak) in zip(CASES, read(*((reader, file) for file in files)), strict=True):
        assert getattr(case, reader) in refusal, case
        assert peak < 4 * MIB, (case, peak)


def resident(command: list[str], status: int) -> int:
    """The most that any process of a command takes, the interpreter and all."""
    program = (
        "import json, resource, subprocess, sys; "
        "ended = subprocess.run(json.loads(sys.argv[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        "print(ended.returncode, 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    run = [sys.executable, "-c", program, json.dumps(command)]
    returned, peak = map(int, subprocess.run(run, capture_output=True, text=True, check=True).stdout.split())
    assert returned == status
    return peak


@pytest.mark.parametrize("command", [["pnyx", "check"], ["pnyx.reference.check"]], ids=" ".join)
def test_commands_take_little(large: Path, command: list[str]) -> None:
    assert resident([sys.executable, "-m", *command, str(large)], 1) < 150 * MIB


WEB: Final = """
import sys, tempfile
from pathlib import Path
from pnyx.errors import CertificateError
from pnyx.web.checking import checked
from pnyx.web.settings import Settings
from pnyx.web.workers import Workers

try:
    checked(Path(sys.argv[1]), None, Settings(), Workers())
except CertificateError as error:
    sys.exit(int("header says" in str(error)))
"""


def test_workers_of_the_explorer_take_little(large: Path) -> None:
    """Both checkers are asked, each in a worker of its own: a hundred nodes are few."""
    assert resident([sys.executable, "-c", WEB, str(large)], 1) < 150 * MIB
