"""Why not this move? The question that is asked after it, held against the values of all positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from itertools import islice
from typing import Any, Literal

import pytest

import pnyx
from pnyx.api.walked import walked
from pnyx.errors import InputError
from pnyx.web.why import Try, question_after
from support.cases import Case
from support.cyclic_game import CYCLES, Cyclic, Leap
from support.random_games import random_graph
from support.win_in_cases import least_moves, win_in_case

RANK = {"loss": -1, "draw": 0, "win": 1}


def worth(position: pnyx.Position, player: str) -> int:
    """What a position is worth to a player, by its value."""
    value = pnyx.value(position, "df-pn").value
    assert value is not None
    return RANK[value] if position.turn == player else -RANK[value]


def verdicts(root: pnyx.Position, line: list[str], goal: str, prover: str, verdict: str) -> dict[str, bool]:
    """For every move after a line, whether the question says that it is as good as the proof's."""
    at = root
    for move in line:
        at = at.play(move)
    found = {}
    for move in at.moves():
        tried = question_after(root, line, move, goal, prover, verdict)
        (asked,) = tried.goals
        found[move] = pnyx.solve(tried.after, asked, "df-pn").verdict == tried.good
    return found


@pytest.mark.parametrize(
    ("game", "text", "options"),
    [
        ("tic-tac-toe", "X.O/.X./..O x", {}),
        ("tic-tac-toe", "X../.O./..X o", {}),
        ("tic-tac-toe", ".../.X./... o", {}),
        ("othello", "-----OX--XO----- X", {"size": "4"}),
        ("othello", "-X--OOX--XO----- O", {"size": "4"}),
        ("connect-four", "..../OX../XO../XO.. x", {"rows": "4", "columns": "4"}),
    ],
)
@pytest.mark.parametrize("goal", ["win", "draw-or-better"])
def test_both_sides_of_every_goal(game: str, text: str, options: dict[str, str], goal: str) -> None:
    root = pnyx.position(game, text, **options)
    prover, other = root.turn, next(name for name in root.players if name != root.turn)
    least = 1 if goal == "win" else 0
    proven = verdicts(root, [], goal, prover, "proven")
    assert proven == {move: worth(root.play(move), prover) >= least for move in root.moves()}
    for move in islice(root.moves(), 2):
        after = root.play(move)
        if after.outcome is None and after.turn == other:
            prevented = verdicts(root, [move], goal, prover, "disproven")
            assert prevented == {reply: worth(after.play(reply), prover) < least for reply in after.moves()}, move


def test_scores_are_turned_round() -> None:
    root = pnyx.position("othello", "-----OX--XO----- X", size="4")
    tried = question_after(root, [], root.moves()[0], "score -8", "black", "proven")
    assert (tried.after.turn, tried.goals, tried.good) == ("white", ("score 9",), "disproven")
    reached = [least for least in range(-16, 17) if pnyx.solve(tried.after, f"score {least}", "df-pn").proven]
    assert pnyx.solve(tried.after, "score 9", "df-pn").proven == (max(reached) > 8)


@pytest.mark.parametrize(
    ("goal", "line", "asked"),
    [
        ("mate", [], ("mated",)),
        ("mate-in 3", [], ("mated-in 2",)),
        ("mate-in 3", ["a1a6", "b8c7"], ("mated-in 1",)),
        ("mate-in 1", [], ()),
    ],
)
def test_mates_are_asked_about_from_the_other_side(goal: str, line: list[str], asked: tuple[str, ...]) -> None:
    root = pnyx.position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    move = "a6a7" if line else "a1a2"
    assert question_after(root, line, move, goal, "white", "proven").goals == asked


def test_mates_are_asked_about_from_the_same_side() -> None:
    root = pnyx.position("chess", "kbK5/pp6/1P6/8/8/8/R7/8 b - - 0 1")
    tried = question_after(root, [], "b8c7", "mated-in 2", "white", "disproven")
    assert (tried.after.turn, tried.goals, tried.good) == ("white", ("mate-in 2",), "disproven")


def test_a_goal_without_an_opposite() -> None:
    with pytest.raises(InputError, match="the goal 'promote' has no opposite"):
        question_after(pnyx.position("chess"), [], "e2e4", "promote", "white", "proven")


def test_words() -> None:
    root = pnyx.position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    tried = question_after(root, [], "a1a5", "mate", "white", "proven")
    answer = {"verdict": "disproven", "reason": None, "line": ["a7a6"], "results": []}
    assert tried.headline(answer) == "1.Ra5? is refuted by 1...a6"
    assert tried.headline({**answer, "verdict": "proven"}) == "1.Ra5 also mates"
    unknown = {**answer, "verdict": "unknown", "reason": "nodes"}
    assert tried.headline(unknown) == "Unknown whether 1.Ra5 also mates: the node limit was reached"
    stale = pnyx.position("chess", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1")
    tried = question_after(stale, [], "f2f7", "mate", "white", "proven")
    assert tried.headline({**answer, "line": []}) == "1.Qf7? ends the game: a draw"


@pytest.mark.parametrize(
    ("verdict", "results", "words"),
    [
        ("proven", [("proven", 1)], "1.Ra5 also mates, in at most 2"),
        (
            "proven",
            [("disproven", None), ("proven", 4)],
            "1.Ra5 also mates, in at most 5; it does not mate in 2: 1...a6",
        ),
        ("proven", [("unknown", None), ("proven", 4)], "1.Ra5 also mates, in at most 5"),
        ("disproven", [("disproven", None), ("disproven", None)], "1.Ra5? is refuted by 1...a6"),
        (
            "unknown",
            [("disproven", None), ("unknown", None)],
            "1.Ra5? does not mate in 2: 1...a6; unknown whether it mates later: the time limit was reached",
        ),
        (
            "unknown",
            [("unknown", None), ("unknown", None)],
            "Unknown whether 1.Ra5 also mates: the time limit was reached",
        ),
    ],
)
def test_words_about_length(verdict: str, results: list[tuple[str, int | None]], words: str) -> None:
    root = pnyx.position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    tried = question_after(root, [], "a1a5", "mate", "white", "proven", length=2)
    assert tried.goals == ("mated-in 1", "mated")
    told = [{"verdict": each, "moves_to_win": moves, "line": ["a7a6"]} for each, moves in results]
    reason = "seconds" if verdict == "unknown" else None
    assert tried.headline({"verdict": verdict, "reason": reason, "line": ["a7a6"], "results": told}) == words


def is_as_good(tried: Try) -> bool:
    """What the questions after a move say of it, or what is known without any."""
    if not tried.goals:
        return bool(tried.settled()["verdict"] == tried.good)
    (asked,) = tried.goals
    return pnyx.solve(tried.after, asked, "df-pn").verdict == tried.good


def wins_in_time(tried: Try) -> str:
    """The verdict on a goal that counts moves: asked at once, or after each reply."""
    if not tried.goals:
        return str(tried.settled()["verdict"])
    asked = [walked(tried.after, reply)[0] for reply in tried.replies] or [tried.after]
    return "proven" if all(pnyx.solve(each, tried.goals[0]).proven for each in asked) else "disproven"


def test_a_win_within_n_moves_against_its_definition() -> None:
    """Of every move that a proof does not choose, down to five plies, the questions say what plain recursion says."""
    seen = Counter[str | tuple[str, str]]()

    def look(case: Case, proof: pnyx.Proof, line: tuple[str, ...], passed: tuple[Hashable, ...]) -> None:
        rules, here, node = case.rules, passed[-1], proof.at(line)
        prover = rules.turn(case.root)
        made = sum(rules.turn(each) == prover for each in passed[:-1])
        for move in node.position.moves() if node.kind == "choice" else ():
            after = rules.play(here, rules.find_move(here, move))
            left = int(proof.goal.split()[1]) - made - (rules.turn(here) == prover)
            past = (*case.history, *passed)
            repeated = rules.repetition == "draw" and rules.outcome(after) is None and after in past
            wins = not repeated and least_moves(rules, after, left, past, prover) is not None
            tried = question_after(root, line, move, proof.goal, proof.prover, proof.verdict)
            found = wins_in_time(tried)
            if tried.returns == "draw":
                assert (found == "proven") == (proof.verdict == "disproven"), (str(case), line, move)
            else:
                assert (found == "proven") == wins, (str(case), line, move)
            seen[proof.verdict, "wins" if wins else "fails"] += 1
            seen["after replies"] += bool(tried.replies)
            seen["a repetition"] += tried.returns == "draw"
        for named in node.moves if len(line) < 5 and node.kind in ("choice", "replies") else ():
            look(case, proof, (*line, named.move), (*passed, rules.play(here, rules.find_move(here, named.move))))

    for case in map(win_in_case, range(150)):
        root = pnyx.position("graph", case.text)
        for number in (1, 2, 3):
            certificate = pnyx.solve(root, f"win-in {number}").certificate
            assert certificate is not None, (str(case), number)
            look(case, certificate.proof(), (), (case.root,))
    assert min(seen.values()) > 5, seen
    assert len(seen) == 6, seen


def agreements(root: pnyx.Position, proof: pnyx.Proof, line: tuple[str, ...] = ()) -> tuple[int, int]:
    """Ask about every move where a proof chooses, down to five plies; `all_moves` must agree.

    How often that was, and how often it would have been said otherwise if what was there before did not count.
    """
    node = proof.at(line)
    asked = differ = 0
    if node.kind == "choice":
        here = walked(root, line)[0]
        wanted = (
            proof.goal if here.turn == proof.prover else {"win": "draw-or-better", "draw-or-better": "win"}[proof.goal]
        )
        good = pnyx.solve(here, wanted, "df-pn", all_moves=True).winning_moves
        assert good is not None
        for move in here.moves():
            tried = question_after(root, line, move, proof.goal, proof.prover, proof.verdict)
            assert is_as_good(tried) == (move in good), (str(root), line, move)
            asked += 1
            if tried.goals:
                forgetful = pnyx.solve(node.position.play(move), tried.goals[0], "df-pn").verdict == tried.good
                differ += forgetful != (move in good)
    for named in node.moves if len(line) < 5 else ():
        below = agreements(root, proof, (*line, named.move))
        asked, differ = asked + below[0], differ + below[1]
    return asked, differ


@pytest.mark.parametrize("repetition", ["draw", "illegal"])
@pytest.mark.parametrize("kind", ["built in", "written in Python"])
def test_where_positions_come_back_it_says_what_all_moves_says(
    kind: str, repetition: Literal["draw", "illegal"]
) -> None:
    asked = differ = 0
    for seed in range(60):
        text = random_graph(random.Random(seed), repetition=repetition)
        root = pnyx.position("graph", text) if kind == "built in" else pnyx.position(Cyclic(text))
        for goal in ("win", "draw-or-better"):
            certificate = pnyx.solve(root, goal, "df-pn").certificate
            assert certificate is not None, (seed, goal)
            found = agreements(root, certificate.proof())
            asked, differ = asked + found[0], differ + found[1]
    assert asked > 200
    assert differ > 5, "none of these cases depends on what was there before"


@pytest.mark.parametrize("root", [pnyx.position("graph", CYCLES), pnyx.position(Leap())], ids=["built in", "Python"])
def test_a_move_that_only_leads_back_does_not_win(root: pnyx.Position) -> None:
    assert pnyx.solve(root, "win", all_moves=True).winning_moves == ["C"]
    tried = question_after(root, [], "B", "win", "max", "proven")
    answer = pnyx.solve(tried.after, tried.goals[0])
    told: dict[str, Any] = {"verdict": answer.verdict, "reason": None, "line": answer.line, "results": []}
    assert tried.headline(told) == "B? is refuted by A"
    assert pnyx.solve(root.play("B"), "draw-or-better").disproven, "but for what was there before"
    back = question_after(root, ["B"], "A", "draw-or-better", "min", "proven")
    assert back.settled()["headline"] == "A also holds at least a draw: it repeats an earlier position, which is a draw"
    back = question_after(root, ["C", "E", "F"], "A", "win", "max", "proven")
    assert back.settled()["headline"] == "A? repeats an earlier position, which is a draw"


@pytest.mark.parametrize(
    ("game", "text", "line"),
    [
        ("chess", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8 h1g1"),
        ("three-check", "4k3/8/8/8/8/8/4P3/4K2R w - - 3+3 0 1", "h1g1 e8d8 g1h1 d8e8"),
        ("checkers", "W:WK1:BK32", "1-6 32-28 6-1 28-32"),
        ("lines-of-action", None, "b1-b3 a2-c2 b3-b1 c2-a2"),
    ],
)
def test_positions_of_built_in_games_come_back(game: str, text: str | None, line: str) -> None:
    root, moves = pnyx.position(game, text), line.split()
    assert [walked(root, moves[:ply])[1] for ply in range(len(moves))] == [None] * len(moves)
    assert walked(root, moves)[1] == "draw"
    first = walked(root, moves[:2])[0]
    assert walked(first, moves[2:])[1] == "draw", "what was there before the root counts"


def test_what_was_there_before_a_proof_counts_too() -> None:
    """A proof about a try is walked, and other moves are asked about there."""
    for root in (pnyx.position("graph", CYCLES), pnyx.position(Leap())):
        after = walked(root, ["B"])[0]
        tried = question_after(after, [], "A", "draw-or-better", "min", "proven")
        assert tried.settled()["verdict"] == "proven", root


def test_a_move_that_must_not_be_played_is_said_to_be_one() -> None:
    root = pnyx.position("graph", CYCLES.replace("repetition draw", "repetition illegal"))
    tried = question_after(root, ["B"], "A", "win", "max", "disproven")
    assert tried.settled()["headline"] == "A is illegal: it repeats an earlier position"
    assert tried.settled()["verdict"] != tried.good
