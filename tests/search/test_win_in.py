"""`win-in N` and the shortest win for every game: compiled search, twin, plain recursion and both checkers agree."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import CertificateError, InputError
from pnyx.reference import brute, forced_win
from pnyx.reference.certificate import Certificate
from pnyx.reference.check import check
from pnyx.reference.rules import game_of
from pnyx.reference.within import Within
from support.cases import Case, blocks
from support.cyclic_game import Cyclic
from support.forced_win_cases import LIMIT
from support.mistakes import Mistake
from support.random_games import random_mnk
from support.win_in_cases import MOST, alternates, least_moves, win_in_case

BLOCKS = blocks(100, 50, 10_000, 1_000)


def solved(case: Case, moves: int, algorithm: str = "forced-win", **how: Any) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(f"win-in {moves}", algorithm, {}, max_nodes=LIMIT, **how))


def judged(certificate: bytes, game: Any = None, **how: Any) -> str:
    """What both checkers say: the verdict, or that they reject it."""
    by_python: str
    try:
        by_python = check(certificate, game, **how).verdict
    except CertificateError:
        by_python = "rejected"
    by_rust: str
    try:
        by_rust = pnyx.check(certificate, game=game).verdict
    except CertificateError:
        by_rust = "rejected"
    assert by_python == by_rust, (by_python, by_rust)
    return by_python


def renamed(certificate: bytes, goal: str) -> bytes:
    """The same graph as the answer to another question."""
    return replace(Certificate.from_bytes(certificate), goal=goal).to_bytes()


# Random games


@pytest.mark.parametrize(("first", "count"), BLOCKS)
def test_random_graphs(first: int, count: int) -> None:
    """Verdicts are those of plain recursion, nodes those of the twin; certificates about one move more or less are
    rejected."""
    seen = Counter[Any]()
    for case in map(win_in_case, range(first, first + count)):
        least = least_moves(case.rules, case.root, history=case.history)
        for moves in range(1, MOST + 1):
            about = f"{case}, {moves} moves"
            truth = "proven" if least is not None and least <= moves else "disproven"
            found = solved(case, moves)
            assert (found.verdict, found.reason) == (truth, None), about
            twin = forced_win.search(case.rules, case.root, left=moves, history=case.history)
            assert (found.nodes, found.expansions) == (twin.nodes, twin.expansions), about
            assert (found.proof, found.disproof, twin.verdict) == (twin.proof, twin.disproof, truth), about
            assert solved(case, moves, "auto").verdict == truth, about
            assert found.certificate is not None, about
            assert judged(found.certificate) == truth, about
            if least is not None and moves in (least, least - 1):
                other = moves + (1 if moves < least else -1)
                if other > 0:
                    assert judged(renamed(found.certificate, f"win-in {other}")) == "rejected", about
                    seen["off by one"] += 1
        seen[least] += 1
        seen["history"] += bool(case.history)
        seen["not alternating"] += not alternates(case)
    assert min(seen[length] for length in (None, 1, 2, "history", "not alternating", "off by one")) > count // 25, seen


def test_the_game_with_counted_moves_is_the_definition() -> None:
    """Retrograde analysis of the second rules says what plain recursion says."""
    for case in map(win_in_case, range(300)):
        assert not wrong(case), str(case)


def wrong(case: Case) -> bool:
    least = least_moves(case.rules, case.root, history=case.history)
    for moves in range(1, MOST + 1):
        game = Within(case.rules, case.rules.turn(case.root), moves, case.history)
        if brute.solve(game, game.root(case.root)) != (least is not None and least <= moves):
            return True
    return False


@pytest.mark.parametrize(
    ("name", "function", "right", "mistaken"),
    [
        ("all moves count", "Within.play", "(self.game.turn(at) == self.prover)", "1"),
        ("the other side's count", "Within.play", "== self.prover", "!= self.prover"),
        ("moves are never used up", "Within.outcome", "left == 0 and", "left < 0 and"),
        ("one move too few", "Within.outcome", "left == 0 and", "left <= 1 and"),
        ("over on the other side's move", "Within.outcome", "and self.game.turn(at) == self.prover", "or False"),
        ("history is forgotten", "Within.outcome", "self._key(at) in self._before", "False"),
    ],
)
def test_mistakes_in_the_count_are_noticed(
    name: str, function: str, right: str, mistaken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnyx.reference import within

    Mistake(name, within, function, right, mistaken, frozenset()).make(monkeypatch)
    assert any(wrong(case) for case in map(win_in_case, range(300))), name


class Written(Cyclic):
    """A graph by five methods, and a notation."""

    def position_text(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        return text


def test_python_games() -> None:
    """The same for games by five methods, whose rules are asked again when a certificate is checked."""
    seen = Counter[str]()
    for case in map(win_in_case, range(0, 300, 3)):
        if case.history:
            continue
        game, least = Written(case.text), least_moves(case.rules, case.root)
        for moves in (1, 2, 3):
            found = pnyx.solve(game, f"win-in {moves}")
            assert found.proven == (least is not None and least <= moves), f"{case}, {moves} moves: {found}"
            assert found.certificate is not None, f"{case}, {moves} moves"
            data = found.certificate.data
            assert check(data, game, root=game.start()).verdict == found.verdict, f"{case}, {moves} moves"
            assert pnyx.check(data, game=pnyx.position(game)).verdict == found.verdict, f"{case}, {moves} moves"
            seen[found.verdict] += 1
    assert min(seen.values()) > 30, seen


# The shortest win


def test_the_shortest_win() -> None:
    """Both certificates stand: a win within the length, and none within one move less."""
    seen = Counter[int | None]()
    for case in map(win_in_case, range(200)):
        least = least_moves(case.rules, case.root, 9, case.history)
        found = pnyx.shortest(pnyx.position("graph", case.text))
        assert (found.length, found.proved, found.reason) == (least, True, None), f"{case}: {found}"
        seen[least] += 1
        for question in found.questions:
            assert question.certificate is not None, f"{case}, {question.goal}"
            assert judged(question.certificate.data) == question.verdict, f"{case}, {question.goal}"
        asked = [(question.goal, question.verdict) for question in found.questions]
        if least is None:
            assert asked == [("win", "disproven")], f"{case}: {asked}"
        elif least > 1:
            assert asked == [(f"win-in {least}", "proven"), (f"win-in {least - 1}", "disproven")], f"{case}: {asked}"
    assert min(seen[length] for length in (None, 1, 2, 3)) > 4, seen


def test_boards_on_which_players_alternate() -> None:
    """A win in N is one in 2 N - 1 plies, or in 2 N: what the oracle counts in plies, the goal counts in own moves."""
    seen = Counter[int]()
    rng = random.Random("boards")
    cases = [Case.read(0, "tic-tac-toe", *random_mnk(rng, empty=9)) for _ in range(120)]
    four = game_of("connect-four", {"rows": "4", "columns": "4"})
    while len(cases) < 180:
        position = four.start()
        for _ in range(rng.randint(6, 12)):
            if four.outcome(position) is None:
                position = four.play(position, rng.choice(list(four.moves(position))))
        if four.outcome(position) is None:
            cases.append(Case.read(0, "connect-four", four.position_text(position)))
    for case in cases:
        plies = brute.distances(case.rules, case.root).get(case.root)
        found = pnyx.shortest(pnyx.position(case.game, case.text, **case.options))
        assert found.proved, str(case)
        assert found.length == (None if plies is None else (plies + 1) // 2), f"{case}: {plies} plies"
        seen[found.length or 0] += 1
    assert min(seen[length] for length in (0, 1, 2, 3)) > 1, seen


def test_tables_count_plies_and_goals_own_moves() -> None:
    """Where players alternate, N = (plies + 1) // 2; elsewhere neither follows from the other."""
    compared = 0
    for case in map(win_in_case, range(300)):
        if case.history or not alternates(case) or case.rules.outcome(case.root) is not None:
            continue
        position = pnyx.position("graph", case.text)
        entry, found = pnyx.tabulate(position)[position], pnyx.shortest(position)
        assert found.length == (
            None if entry.value != "win" or entry.distance is None else (entry.distance + 1) // 2
        ), str(case)
        compared += found.length is not None
    assert compared > 20

    # By B in two plies, both of them max's; by C in three, one of them max's.
    text = "A max: B C; B max: W; C min: D; D min: W; W = win"
    position = pnyx.position("graph", text)
    assert str(pnyx.tabulate(position)[position]) == "win in 2 plies"
    found = pnyx.shortest(position)
    assert (found.length, found.line) == (1, ["C", "D", "W"])


def test_a_lost_move_of_the_other_side_needs_none_of_ones_own() -> None:
    """The last move may be the loser's, and wins with no move at all stand only before the game goes on."""
    text = "A max: B; B min: W; W = win"
    assert pnyx.solve(text, "win-in 1", game="graph").proven
    longer = "A max: B C; B min: D; C max: E; D max: E; E min: W; W = win"
    assert [pnyx.solve(longer, f"win-in {n}", game="graph").verdict for n in (1, 2)] == ["disproven", "proven"]


def test_a_position_before_the_root_is_a_draw() -> None:
    graph = "A min: B; B max: A C; C min: W A; W = win; A min: B"
    with pytest.raises(InputError):
        pnyx.position("graph", graph)
    graph = "root A; A min: B D; B max: D; D min: E; E max: W; W = win"
    at_b = pnyx.position("graph", graph).play("B")
    assert pnyx.shortest(at_b).length == 2
    # D was there before.
    graph = "root D; D min: E F; E max: W G; F max: D W2; G min: D; W = draw; W2 = draw"
    assert pnyx.shortest(pnyx.position("graph", graph + " moves E")).length is None


# Answers


def test_all_moves_that_win_in_time() -> None:
    """Each move is one that is won with one move less."""
    seen = Counter[int]()
    for case in map(win_in_case, range(0, 300, 3)):
        if case.history or case.rules.outcome(case.root) is not None:
            continue
        found = solved(case, 2, all_moves=True)
        right = []
        for move in case.rules.moves(case.root):
            game = Within(case.rules, case.rules.turn(case.root), 2)
            after = game.play(game.root(case.root), move)
            if brute.values(game, game.root(case.root))[after]:
                right.append(move)
        assert sorted(found.winning_moves or []) == sorted(right), str(case)
        assert not found.unsettled_moves, str(case)
        seen[len(right)] += 1
    assert min(seen[number] for number in (0, 1, 2)) > 2, seen


def test_several_threads() -> None:
    for case in map(win_in_case, range(100)):
        least = least_moves(case.rules, case.root, 3, case.history)
        assert (solved(case, 3, threads=2).verdict == "proven") == (least is not None), str(case)


def test_proofs_are_walked_and_words_fit() -> None:
    found = pnyx.solve("X.../O.../..../.... x", "win in 3", game="tic-tac-toe")
    assert (found.goal, found.moves_to_win) == ("win-in 3", 3)
    assert str(found).startswith("X wins in at most 3")
    assert found.certificate is not None
    proof = pnyx.Proof(found.certificate)
    assert len(proof.root.main_line()) == 5
    none = pnyx.solve("X.../O.../..../.... x", "win-in 2", game="tic-tac-toe")
    assert str(none).startswith("X has no win in 2")


@pytest.mark.parametrize("moves", [1, 2])
def test_chess_counts_as_for_mates(moves: int) -> None:
    fen = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1"
    mate, win = (pnyx.solve(fen, f"{goal}-in {moves}") for goal in ("mate", "win"))
    assert (win.verdict, win.nodes) == (mate.verdict, mate.nodes)
    assert win.certificate is not None
    assert judged(win.certificate.data) == win.verdict
    with pytest.raises(InputError, match="options attack and exclude bind the side that must mate"):
        pnyx.solve(pnyx.position("chess", fen, attack="checks"), "win-in 2")


# What is refused


@pytest.mark.parametrize(
    ("game", "goal", "message"),
    [
        ("tic-tac-toe", "draw-or-better-in 3", "draw-or-better takes no number of moves, because who does not lose"),
        ("chess", "promote-in 3", "unknown goal of chess 'promote-in 3': expected one of mate, win, "),
        ("tic-tac-toe", "win-in 0", "needs a number of moves from 1 to 1,000,000, like 'win-in 3', not 'win-in 0'"),
        ("go-one-eye", "win-in 3", "where repeating is illegal, what a move is good for depends on the way to it"),
    ],
)
def test_other_lengths_are_refused(game: str, goal: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pnyx.solve(pnyx.position(game), goal)


def test_super_ko_is_refused_with_the_reason() -> None:
    text = "root A; repetition illegal; A max: B C; B min: A; C = win"
    for position in (pnyx.position("graph", text), pnyx.position(Cyclic(text))):
        with pytest.raises(InputError, match="where repeating is illegal"):
            pnyx.solve(position, "win-in 1")
    with pytest.raises(InputError, match="moves are not counted where repeating is illegal"):
        pnyx.shortest(text, game="graph")
    certificate = pnyx.solve(text, "win", game="graph").certificate
    assert certificate is not None
    assert judged(renamed(certificate.data, "win-in 1")) == "rejected"


def test_other_algorithms_are_refused() -> None:
    with pytest.raises(InputError, match="counts moves, which only auto and forced-win do in tic-tac-toe"):
        pnyx.solve("XX./OO./... x", "win-in 1", "df-pn", game="tic-tac-toe")


def test_a_shortest_win_is_taken_up_again(tmp_path: Path) -> None:
    """Searches for lengths write checkpoints in every game, under `auto` too."""
    text, file = "X.../O.../..../.... x", tmp_path / "kept"
    whole = pnyx.shortest(text, game="tic-tac-toe")
    first = pnyx.shortest(text, game="tic-tac-toe", limit=pnyx.Limit(nodes=4_000), checkpoint=file)
    assert (first.proved, first.reason) == (False, "nodes")
    second = pnyx.shortest(text, game="tic-tac-toe", resume=file)
    assert (second.length, second.proved) == (whole.length, True)
    assert second.resumed_nodes >= 4_000
    assert second.nodes < whole.nodes
