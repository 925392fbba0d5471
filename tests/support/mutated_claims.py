"""Certificates that say something else than they show: another verdict, goal, prover, position, rule or count.

What would be noticed by reading the header alone (who is on move, what a repetition means) is made to fit again, so
that the graph must show what is wrong.
"""

from __future__ import annotations

import random
from dataclasses import replace

from pnyx.errors import InputError
from pnyx.reference.certificate import Certificate, assemble
from pnyx.reference.rules import read_position
from support.mutations import MUTATIONS as MUTATIONS
from support.mutations import OTHER, Decoded, mutation

OTHER_GOAL = {"win": "draw-or-better", "draw-or-better": "win"}
CHARACTERS = " ;:=#-+/.,'\"{}[]\t\r\n\0é²\u2028"
OTHER_PROVER = {"max": "min", "min": "max", "x": "o", "o": "x"}


def fitting(claim: Certificate) -> Certificate:
    """The same with the prover and the repetition line that its position and goal require, if it can be read."""
    try:
        reading = read_position(claim.game, claim.position, claim.options)
    except InputError:
        return claim
    draw = "satisfies" if claim.goal == "draw-or-better" else "fails"
    return replace(
        claim,
        prover=reading.rules.players[reading.rules.turn(reading.root)],
        repetition=draw if reading.rules.repetition == "draw" else "impossible",
    )


@mutation
def header_misspelt(proof: Decoded, rng: random.Random) -> bytes | None:
    """One character more, less or other in the header, and the checksum that goes with it."""
    header = proof.certificate.to_bytes().partition(b"\nchecksum: ")[0].decode()
    place = rng.randrange(len(header))
    character = rng.choice((*CHARACTERS, rng.choice(header), ""))
    changed = header[:place] + character + header[place + rng.randrange(2) :]
    return assemble(changed.split("\n"), proof.certificate.body)


@mutation
def verdict_swapped(proof: Decoded, rng: random.Random) -> bytes | None:
    return replace(proof.certificate, verdict=OTHER[proof.certificate.verdict]).to_bytes()


@mutation
def goal_swapped(proof: Decoded, rng: random.Random) -> bytes | None:
    claim = replace(proof.certificate, goal=OTHER_GOAL[proof.certificate.goal])
    return (fitting(claim) if rng.random() < 0.8 else claim).to_bytes()


@mutation
def prover_swapped(proof: Decoded, rng: random.Random) -> bytes | None:
    return replace(proof.certificate, prover=OTHER_PROVER[proof.certificate.prover]).to_bytes()


@mutation
def repetition_swapped(proof: Decoded, rng: random.Random) -> bytes | None:
    words = {"fails", "satisfies", "impossible"} - {proof.certificate.repetition}
    return replace(proof.certificate, repetition=rng.choice(sorted(words))).to_bytes()


@mutation
def nodes_miscounted(proof: Decoded, rng: random.Random) -> bytes | None:
    return replace(proof.certificate, nodes=max(0, proof.certificate.nodes + rng.choice((-1, 1, 100)))).to_bytes()


@mutation
def position_replaced(proof: Decoded, rng: random.Random) -> bytes | None:
    """The same graph for another position: another root, another value, another rule, another history."""
    claim = proof.certificate
    if claim.game == "tic-tac-toe":
        return fitting(_other_board(claim, rng)).to_bytes()
    text, _, moves = claim.position.partition(" moves ")
    changed = _other_graph(text, rng, {str(position) for position in proof.positions.values()})
    if changed == text and moves:
        moves = " ".join(moves.split()[:-1])
    return fitting(replace(claim, position=f"{changed} moves {moves}" if moves else changed)).to_bytes()


def _other_board(claim: Certificate, rng: random.Random) -> Certificate:
    squares = list(claim.position)
    pairs = [(one, other) for one, a in enumerate(squares[:-2]) for other, b in enumerate(squares[:one]) if a != b]
    pairs = [(one, other) for one, other in pairs if "/" not in (squares[one], squares[other])]
    if not pairs or rng.random() < 0.2:
        k = int(claim.options.get("k", "3")) + rng.choice((-1, 1))
        return replace(claim, options={} if k == 3 else {"k": str(k)})
    one, other = rng.choice(pairs)
    squares[one], squares[other] = squares[other], squares[one]
    return replace(claim, position="".join(squares))


def _other_graph(text: str, rng: random.Random, concerned: set[str]) -> str:
    """One statement changed, mostly about a node that the proof speaks of; or nothing, so that the history changes."""
    statements = text.split("; ")
    names = [statement.split()[0] for statement in statements]
    if rng.random() < 0.1:
        return text
    place = rng.choice([i for i, name in enumerate(names) if name in concerned or rng.random() < 0.2] or [0])
    words = statements[place].split()
    if words[0] == "root":
        words[1] = rng.choice(names[2:])
    elif words[0] == "repetition":
        words[1] = "draw" if words[1] == "impossible" else "impossible"
    elif words[1] == "=":
        words[2] = rng.choice(("win", "draw", "loss"))
    elif rng.random() < 0.4:
        words[1] = "max:" if words[1] == "min:" else "min:"
    elif len(words) > 3 and rng.random() < 0.5:
        del words[rng.randrange(2, len(words))]
    elif others := set(names[2:]).difference(words[2:]):
        words.append(rng.choice(sorted(others)))
    statements[place] = " ".join(words)
    return "; ".join(statements)
