"""Small certificates of every game, for the tests of walking through them."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import pnyx
from pnyx.reference.certificate import Certificate


class Asked(NamedTuple):
    """A question that is quickly answered."""

    game: str
    text: str
    goal: str = "win"
    options: tuple[tuple[str, str], ...] = ()
    algorithm: str = "df-pn"


ASKED: Final = (
    Asked("tic-tac-toe", "XX./OO./... x"),
    Asked("tic-tac-toe", ".../.../... x"),
    Asked("tic-tac-toe", "X../.O./..X o", "draw-or-better", algorithm="pn"),
    Asked("tic-tac-toe", "XXX/OO./... o"),
    Asked("connect-four", "..../..../XO../OX.. x"),
    Asked("connect-four", "..../..../XO../OX.. x", "score -2"),
    Asked("othello", "-----OX--XO----- X"),
    Asked("othello", "-----OX--XO----- X", "score -10"),
    Asked("checkers", "W:WK15,K18:B11,K1"),
    Asked("lines-of-action", "8/8/3x4/2x3x1/4o3/1o4o1/8/o7 w"),
    Asked("lines-of-action", "8/8/3x4/2x5/6x1/1o3o2/8/o7 b"),
    Asked("go-one-eye", "....O/XXXXO/OOOOO rrrrs/CCCCs/sssss w b"),
    Asked("go-one-eye", "..../X..O rrrr/Crrs b b"),
    Asked("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate"),
    Asked("chess", "7k/8/8/8/8/8/8/K6R b - - 0 1"),
    Asked("chess", "7k/8/8/8/8/8/8/K6R b - - 0 1 moves h8g8 h1h2 g8f8 h2h1"),
    Asked("chess", "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1 moves g1h2 f3f2", "draw-or-better"),
    Asked("chess", "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1"),
    Asked("chess", "k7/8/8/3K4/8/8/8/7R w - - 0 1", "mate-in 3"),
    Asked("chess", "k7/8/8/3K4/8/8/8/7R w - - 0 1", "mate-in 2"),
    Asked("chess", "k7/8/1K6/8/8/8/8/2R4n b - - 0 1", "mated"),
    Asked("chess", "k7/8/1K6/8/8/8/8/2R4n b - - 0 1", "mated-in 1"),
    Asked("chess", "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", "promote", (("region", "a4-e8"),)),
    Asked("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate-in 2", (("exclude", "a1a6"),)),
    Asked("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate", (("attack", "replies<=7"),)),
    Asked("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 98 90", "win", (("fifty-move-rule", "on"),)),
    Asked("antichess", "8/p7/8/8/8/8/P7/7N w - - 0 1"),
    Asked("atomic", "4k3/4p3/8/8/8/8/4R3/K7 w - - 0 1"),
    Asked("three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1"),
    Asked("king-of-the-hill", "k7/8/8/8/8/8/8/2K5 w - - 0 1"),
    Asked("racing-kings", "8/8/8/K7/7k/8/8/8 w - - 0 1"),
    Asked("horde", "8/8/8/8/8/3P4/1k1P4/8 b - - 0 1"),
    Asked("crazyhouse", "6k1/5p1p/8/8/8/8/8/4K3[QN] w - - 0 1"),
    Asked("graph", "A max: B C; B min: A D E; C min: A E; D max: B F; E max: C F G; F = loss; G = win"),
    Asked("graph", "A max: B C; B min: A; C = draw", "draw-or-better"),
    Asked("graph", "A max: B; B min: A C; C max: B D; D = loss moves B C B A"),
)


MORPHY: Final = next(asked for asked in ASKED if asked.goal == "mate")


def label(asked: Asked) -> str:
    """A short name for reports."""
    return f"{asked.game} {asked.goal} {asked.text[:20]}"


@cache
def certificate(asked: Asked) -> pnyx.Certificate:
    """The certificate of the answer."""
    position = pnyx.position(asked.game, asked.text, **dict(asked.options))
    found = pnyx.solve(position, asked.goal, asked.algorithm, limit=pnyx.Limit(nodes=300_000))
    assert found.certificate is not None, f"{asked}: {found}"
    return found.certificate


@cache
def proof(asked: Asked) -> pnyx.Proof:
    """Its proof."""
    return certificate(asked).proof()


def tower(levels: int, width: int = 10) -> tuple[bytes, int]:
    """A proof in which max names a move, and min has N replies, over and over, without sharing anything."""
    names = [f"x{level}_{reply}" for level in range(levels) for reply in range(width)]
    text = "root m0; repetition draw; m0 max: r0; "
    for level in range(levels):
        replies = names[level * width : (level + 1) * width]
        text += f"r{level} min: {' '.join(replies)}; "
        last = level == levels - 1
        text += "".join(f"{name} = win; " if last else f"{name} max: r{level + 1}; " for name in replies)
    record = b""
    for _ in range(levels):
        reply = record and bytes([0, 0]) + record
        record = (b"\0" + reply) * width
    body = bytes([0, 0, 0]) + record
    nodes = 2 + sum(width**level for level in range(1, levels + 1)) + sum(width**level for level in range(1, levels))
    return Certificate("graph", {}, text[:-2], "win", "max", "fails", "proven", nodes, body).to_bytes(), nodes
