"""A thousand random sequences of commands: it never falls over, always answers, and every mate score is right."""

from __future__ import annotations

import chess
import pytest

from support.mate_brute import Mates
from support.uci_babble import babble
from support.uci_dialogue import Go, Here, Process, split

HERE, ELSEWHERE = 980, 20
BLOCK = 98
WAITING = 2
"""Each sequence of N waits for its searches."""


class Judge:
    """Checks all that was sent."""

    def __init__(self) -> None:
        self.mates = Mates()
        self.gos = 0
        self.scores = 0
        self.tried = 0
        """Short mates of sequences that wait: how many there are does not depend on the machine's speed."""

    def judge(self, go: Go, counts: bool = False) -> None:
        self.gos += 1
        self.scores += go.judge()
        assert not any("please report" in line for line in go.lines), go.lines
        for line in go.lines:
            if go.board is not None and " pv " in line and " score mate " in line:
                length, first = int(line.split(" score mate ")[1].split()[0]), line.split(" pv ")[1].split()[0]
                self.tried += self.try_everything(go.board, length, first) and counts

    def try_everything(self, board: chess.Board, length: int, first: str) -> bool:
        """Short mates by trying everything: the first move mates, or cannot prevent it. Whether it is a short one."""
        after = board.copy(stack=False)
        after.push_uci(first)
        if length in (1, 2):
            assert self.mates.is_mated(after, length - 1)
        elif length in (-1, -2):
            assert self.mates.mates(after, -length)
        return abs(length) in (1, 2)


@pytest.mark.parametrize("first", range(0, HERE, BLOCK))
def test_in_this_process(first: int) -> None:
    judge = Judge()
    for seed in range(first, first + BLOCK):
        here, boards, asked = Here(), [], 0
        waits = seed % WAITING == 1
        for line, board, patient in babble(seed, waits):
            assert here.engine.handle(line), (seed, line, board, patient)
            if patient:
                here.engine.wait()
            if line.startswith("go"):
                boards.append(None if board is None else board.copy())
            asked += line == "isready"
            assert here.said.count("readyok") == asked, (seed, line, board, patient)  # at once, whatever is going on
        here.send("stop")
        here.engine.wait()
        for go in split(here.said, boards):
            judge.judge(go, counts=waits)
    assert judge.gos > BLOCK
    # So that there was something to be wrong about.
    assert judge.tried > BLOCK / WAITING / 5


def test_in_a_process_of_its_own() -> None:
    judge = Judge()
    said, boards, asked = [], [], 0
    with Process() as engine:
        for seed in range(HERE, HERE + ELSEWHERE):
            engine.send("setoption name MultiPV value 1", "position startpos")
            for line, board, patient in babble(seed):
                engine.send(line)
                if line.startswith("go"):
                    boards.append(None if board is None else board.copy())
                if line == "isready":
                    asked += 1
                    said += engine.hear("readyok")
                while patient and sum(each.startswith("bestmove") for each in said) < len(boards):
                    said += engine.hear("bestmove .*")
        engine.send("stop")
        said += engine.end()
    assert said.count("readyok") == asked
    for go in split(said, boards):
        judge.judge(go)
    assert judge.gos > ELSEWHERE
