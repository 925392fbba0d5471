"""Small one-eye problems of Go, and their answers by a search that knows nothing but the rules and the line played."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from pnyx.reference.rules.go_one_eye import PASS, OneEye, OneEyePosition


class Problem(NamedTuple):
    """A problem, whether the side to move wins, and whether super-ko decides that."""

    text: str
    mover_wins: bool
    by_super_ko: bool = False
    """Neither side can force its aim if the other may repeat positions."""


# fmt: off
PROBLEMS = [
    # Two, three and four points on the edge.
    Problem("..O/XXO rrs/CCs b b", False),
    Problem("...O/XXXO/OOOO rrrs/CCCs/ssss b b", True),
    Problem("...O/XXXO/OOOO rrrs/CCCs/ssss w b", True),
    Problem("....O/XXXXO/OOOOO rrrrs/CCCCs/sssss w b", True),
    Problem(".....O/OXXXXO/OOOOOO rrrrrs/sCCCCs/ssssss b b", False),
    # Around a corner; a pass was just made; a snapback; the eye is White's.
    Problem("..O/.XO/XXO/OO. rrs/rCs/CCs/ss. b b", False),
    Problem("..O/.XO/XXO/OO. rrs/rCs/CCs/ss. w b pass", True),
    Problem("....O/.XXOO/.XOO./OOO.. rrrrs/rCCss/rCss./sss.. b b", True),
    Problem("....X/.OOXX/.OXX./XXX.. rrrrs/rCCss/rCss./sss.. b w", True),
    Problem("OOO/XXO/..O sss/CCs/rrs w b", True),
    Problem("XXX/OOX/..X sss/CCs/rrs w w", False),
    # Many kos on the way, which do not change the answer.
    Problem("...O./OO.XO rrrrr/rrrCs b b", False),
    Problem("O...X/O.XXO rrrrC/rrCCs w b", True),
    Problem(".O.XO/.XXO./.XOO./OX... rrrCs/rCCs./rCss./sc... b b", True),
    # Super-ko decides.
    Problem("..../X..O rrrr/Crrs b b", True, True),
    Problem("O..X/.... Crrs/rrrr w w", True, True),
    Problem("..../OXXO rrrr/rCCr w b", False, True),
    Problem(".XXOO/....O rCCss/rrrrs b b", True, True),
    Problem("....X/.XXXO rrrrC/rCCCs w b", True, True),
    Problem("..XOO./...XOO rrcss./rrrCss b b", False, True),
    Problem(".XX./.OO. rCCr/rrrr w b", True, True),
    Problem("XX./XOO/O.. CCr/Crr/rrr b b", True, True),
    Problem("O...O/X..O. rrrrs/Crrs. b b", True, True),
    Problem(".XX/OXO/..O rCC/rCr/rrr w b", True, True),
    Problem("XXXXO./.....O CCCCs./rrrrrs w b", False, True),
]
# fmt: on


def mover_wins(text: str) -> bool:
    """Whether the side to move wins, searched with the whole line that was played."""
    rules, root = OneEye.read(text, {})
    known: dict[tuple[OneEyePosition, frozenset[Hashable]], bool] = {}

    def wins(position: OneEyePosition, line: frozenset[Hashable]) -> bool:
        outcome = rules.outcome(position)
        if outcome is not None:
            return outcome == position.turn
        if (position, line) not in known:
            after = [(move, rules.play(position, move)) for move in rules.moves(position)]
            legal = [p for move, p in after if move == PASS or rules.repetition_key(p) not in line]
            known[position, line] = any(not wins(p, line | {rules.repetition_key(p)}) for p in legal)
        return known[position, line]

    return wins(root, frozenset({rules.repetition_key(root)}))


def forces(text: str, player: int) -> bool:
    """Whether a player wins even if the opponent may repeat positions and stays content with that."""
    rules, root = OneEye.read(text, {})
    after: dict[OneEyePosition, list[OneEyePosition]] = {}
    todo = [root]
    while todo:
        position = todo.pop()
        if position not in after:
            after[position] = [rules.play(position, move) for move in rules.moves(position)]
            todo += after[position]
    won = {position for position in after if rules.outcome(position) == player}
    before = -1
    while len(won) > before:
        before = len(won)
        for position, following in after.items():
            quantifier = any if position.turn == player else all
            if following and quantifier(p in won for p in following):
                won.add(position)
    return root in won
