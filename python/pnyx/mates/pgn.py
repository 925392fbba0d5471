"""Variations as a game in PGN, with nested variations; a null move stands for passing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import chess.pgn

from pnyx.api.wording import why

if TYPE_CHECKING:
    from pnyx.mates.tree import Attack, Replies, Variations

_UNDECIDED = "undecided"


def write(found: Variations) -> str:
    """One game: its main line is the first key against the longest resistance.

    Tries, with their refutations first, and set play, after a null move, are variations of the first move.
    """
    game = chess.pgn.Game()
    game.setup(chess.Board(found.position.board))
    game.headers["Event"] = found.headline
    if found.verdict == "proven":
        game.headers["Result"] = "1-0" if found.mating == "white" else "0-1"
    comments = []
    if found.cut:
        comments.append("truncated: some lines stop early")
    if not found.settled and found.reason is not None:
        comments.append(f"some moves are undecided: {why(found.reason)}")
    game.comment = "; ".join(comments)
    for key in found.keys:
        _attack(game, key, chess.pgn.NAG_GOOD_MOVE)
    if found.replies is not None:
        _replies(game, found.replies)
    for each in found.tries or ():
        _attack(game, each, chess.pgn.NAG_MISTAKE)
    for ply in (*found.unsettled, *found.unsettled_tries):
        game.add_variation(chess.Move.from_uci(ply.move), comment=_UNDECIDED)
    if found.set_play is not None and found.set_play.defences:
        passed = game.add_variation(chess.Move.null(), comment="set play")
        _replies(passed, found.set_play, are_set=True)
    return game.accept(chess.pgn.StringExporter(columns=80))


def _attack(node: chess.pgn.GameNode, attack: Attack, *nags: int) -> None:
    child = node.add_variation(chess.Move.from_uci(attack.move), nags=nags)
    comments = ["zugzwang"] if attack.zugzwang else []
    if attack.replies is None:
        child.comment = "" if attack.mate else "and so on"
        return
    if attack.zugzwang is None:
        comments.append("threat undecided")
    child.comment = "; ".join(comments)
    _replies(child, attack.replies)
    if attack.threats:
        passed = child.add_variation(chess.Move.null(), comment=f"threat{'s' * (len(attack.threats) > 1)}")
        for threat in attack.threats:
            _attack(passed, threat)


def _replies(node: chess.pgn.GameNode, replies: Replies, are_set: bool = False) -> None:
    if not are_set:  # of set play, what is not set is left out
        for ply in replies.refutations:
            refutation = node.add_variation(chess.Move.from_uci(ply.move), comment="no mate in time")
            refutation.nags.add(chess.pgn.NAG_GOOD_MOVE)
    for defence in replies.defences:
        child = node.add_variation(chess.Move.from_uci(defence.move))
        if not defence.exact:
            child.comment = "perhaps shorter: undecided"
        for attack in defence.attacks:
            _attack(child, attack)
        for ply in defence.unsettled:
            child.add_variation(chess.Move.from_uci(ply.move), comment=_UNDECIDED)
    for ply in replies.unsettled:
        node.add_variation(chess.Move.from_uci(ply.move), comment=_UNDECIDED)
