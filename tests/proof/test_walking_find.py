"""Looking for positions and moves in proofs: all of them are found, and nothing else."""

from __future__ import annotations

import random
import re

import pytest

import pnyx
from pnyx.adapters.boards import BOARDS
from pnyx.api.proof import FoundLines
from pnyx.errors import InputError
from pnyx.reference.certificate import Certificate
from support.proof_cases import ASKED, MORPHY, Asked, certificate, label, proof, tower
from support.proof_reader import PlainReading
from support.raising import raises_for

SAN = re.compile(r"([NBRQK]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(=[NBRQK])?[+#]?")


def means(text: str, move: pnyx.ProofMove, game: str) -> bool:
    """Whether a move is written so: the notation, or in chess the short one, which need not say all."""
    if text == move.move or game not in BOARDS:
        return text == move.move
    wanted, san = SAN.fullmatch(text), SAN.fullmatch(move.text)
    if wanted is None or san is None:
        return text.rstrip("+#") == move.text.rstrip("+#")  # castling and drops
    origin = all(part in move.move[:2] for part in wanted[2])
    signs = {"+": ("+", "#"), "#": ("#",)}.get(text[-1])
    parts = [(found[1], found[3], found[4], found[5]) for found in (wanted, san)]
    return parts[0] == parts[1] and origin and (signs is None or move.text.endswith(signs))


def mentions(text: str, node: pnyx.ProofNode) -> bool:
    board = node.position.board
    return text in (board.partition(";")[0].removeprefix("root ") if node.position.game == "graph" else board)


def expected(asked: Asked, text: str) -> set[tuple[str, ...]]:
    """All lines, by looking at every node."""
    lines = set()
    for line, _ in PlainReading(certificate(asked).data).records():
        node = proof(asked).at(line)
        if mentions(text, node):
            lines.add(line)
        lines.update((*line, move.move) for move in node.moves if means(text, move, asked.game))
    return lines


SMALL = [asked for asked in ASKED if proof(asked).nodes <= 260]


@pytest.mark.parametrize("asked", SMALL, ids=label)
def test_everything_is_found(asked: Asked) -> None:
    rng = random.Random(label(asked))
    walked = proof(asked)
    lines = [line for line, _ in PlainReading(certificate(asked).data).records()]
    node = walked.at(rng.choice(lines))
    board = node.position.board
    start = rng.randrange(len(board))
    texts = {"nowhere", board, board[start : start + 3], *(move.move for move in node.moves[:2])}
    texts |= {move.text for move in node.moves[:2]} | {move.text.rstrip("+#") for move in node.moves[-2:]}
    for text in sorted(texts):
        found = walked.find(text, most=10_000)
        assert found.complete, text
        assert len(found.lines) == len(set(found.lines)), text
        assert set(found.lines) == expected(asked, text), text
        for line in found.lines[:20]:
            assert walked.at(line).line == line, (text, line)


def test_below_a_line() -> None:
    walked = proof(MORPHY)
    below = walked.find("a6a7", below=["Ra6", "Bc7"])
    assert (below.lines, below.complete) == ([("a1a6", "b8c7", "a6a7")], True)
    assert walked.find("8", below=["Ra6", "Bc7", "Rxa7#"]).lines == [("a1a6", "b8c7", "a6a7")]
    with pytest.raises(InputError, match="leaves the proof"):
        walked.find("8", below=["a1a5"])


def test_as_many_as_were_asked_for() -> None:
    walked = proof(MORPHY)
    everything = walked.find("Rxa7")
    assert everything.complete
    assert len(everything.lines) == 6
    for most in range(1, 9):
        found = walked.find("Rxa7", most=most)
        assert found.lines == everything.lines[:most], most
        assert found.complete == (most >= 6), f"{most}: complete means that there are no more, not that there was room"


def test_running_out_is_said() -> None:
    walked = pnyx.Proof(tower(levels=4)[0])
    assert walked.find("x3_9", most=10_000).complete
    hurried = walked.find("nowhere", seconds=1e-9)
    assert (hurried.lines, hurried.complete) == ([], False)
    stop = pnyx.StopFlag()
    stop.set()
    assert not walked.find("nowhere", stop=stop).complete
    assert walked.find("nowhere", seconds=1_000_000).complete


def test_what_comes_back_is_reached_but_not_entered() -> None:
    # Max moves to B or C; C refers to D in B's record, and D to B. From C on, B is new, and D within it is not.
    text = "root A; repetition draw; A max: B C; B min: D; C min: D; D max: B"
    body = bytes([2, 1, 1, 0, 0, 0, 1, 0, 0, 2])
    walked = pnyx.Proof(Certificate("graph", {}, text, "win", "max", "fails", "disproven", 4, body).to_bytes())
    assert walked.find("B").lines == [("B",), ("B", "D", "B")]
    assert walked.find("D", below=["C", "D", "B"]).lines == [("C", "D", "B", "D")]
    assert walked.find("B", below=["C", "D", "B"]).lines == [("C", "D", "B")]
    assert walked.find("B", below=["B", "D", "B"]) == FoundLines([], True)


@pytest.mark.parametrize("text", ["", None, 7, b"Q"])
def test_something_must_be_looked_for(text: str) -> None:
    with pytest.raises(InputError, match="expected a text to find"):
        proof(MORPHY).find(text)


@pytest.mark.parametrize("most", [0, -1, True, 2.0])
def test_numbers_must_be_numbers(most: int) -> None:
    with pytest.raises(InputError, match="most must be a whole number from 1 on"):
        proof(MORPHY).find("Q", most=most)
    for seconds in (0, -1.0, float("nan"), "2"):
        with raises_for(seconds, InputError, match="limit 'seconds' must be"):
            proof(MORPHY).find("Q", seconds=seconds)  # type: ignore[arg-type]


def test_the_most_there_can_be_is_no_harm() -> None:
    assert len(proof(MORPHY).find("k", most=10**30).lines) == 16
