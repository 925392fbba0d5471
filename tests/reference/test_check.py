"""The independent checker: what it accepts, what it says about it, and everything it must refuse."""

from __future__ import annotations

import dataclasses
import random

import chess
import pytest

from pnyx.errors import CertificateError
from pnyx.reference.certificate import Certificate, Node, encode
from pnyx.reference.check import Report, check
from pnyx.reference.rules.chess import Chess
from pnyx.reference.rules.graph import Graph
from support.certificate_builder import MATE_IN_1, MATE_IN_2, Solved, graph, mate, mate_tree, rejected, solved
from support.random_games import random_graph

LEAF = Node()


# What is accepted


@pytest.mark.parametrize(("goal", "verdict", "plies"), [("win", "disproven", 9), ("draw-or-better", "proven", 9)])
def test_tic_tac_toe_in_full(goal: str, verdict: str, plies: int) -> None:
    report = check(solved("tic-tac-toe", ".../.../... x", goal).certificate().to_bytes())
    assert (report.verdict, report.plies) == (verdict, plies)
    assert report.repetition == "impossible"
    assert report.shared > 0


def test_report_of_a_tic_tac_toe_win() -> None:
    game = solved("tic-tac-toe", "X../.O./..X o", "draw-or-better")
    assert check(game.certificate().to_bytes()).verdict == "proven"
    game = solved("tic-tac-toe", "X.O/.../... x", "win")
    certificate = game.certificate()
    assert check(certificate.to_bytes()) == Report(
        game="tic-tac-toe",
        options={},
        position="X.O/.../... x",
        goal="win",
        prover="x",
        repetition="impossible",
        verdict="proven",
        nodes=certificate.nodes,
        shared=certificate.body[0],
        moves_to_win=3,
        plies=game.ranks[game.root],
    )


def test_options_are_part_of_the_certificate() -> None:
    certificate = solved("tic-tac-toe", "XXX./OOO. x", "win", {"k": "4"}).certificate()
    assert certificate.options == {"k": "4"}
    assert check(certificate.to_bytes()).options == {"k": "4"}
    rejected(dataclasses.replace(certificate, options={}))
    rejected(dataclasses.replace(certificate, options={"k": "4", "rows": "2"}), "options", "expected")
    rejected(dataclasses.replace(certificate, options={"k": "04"}), "options")
    rejected(dataclasses.replace(certificate, options={"order": "papers"}), "'order'")
    rejected(dataclasses.replace(MATE_IN_1, options={"en-passant": "always"}), "options")


@pytest.mark.parametrize(
    ("text", "goal", "verdict", "moves_to_win", "plies", "shared"),
    [
        ("A max: B W; B min: A; W = win", "win", "proven", 1, 1, 0),
        ("A max: B; B min: A W; W = win", "win", "disproven", None, None, 1),
        ("A max: B; B min: A W; W = loss", "draw-or-better", "disproven", None, 2, 0),
        ("A max: B; B max: A W; W = loss", "draw-or-better", "proven", None, None, 1),
        ("A max: B C; B = draw; C = 3", "draw-or-better", "proven", None, None, 0),
        ("A max: B C; B = draw; C = 3; repetition impossible", "draw-or-better", "proven", 1, 1, 0),
        ("A min: B C; B = draw; C = 3; repetition impossible", "win", "disproven", None, 1, 0),
        ("A max: B; B min: C D; C max: E; D max: E; E min: F; F = win", "win", "proven", 2, 4, 1),
        ("A max: B; B max: C; C max: D; D min: E; E = win", "win", "proven", 3, 4, 0),
        ("A = win", "win", "proven", 0, 0, 0),
        ("A = draw", "win", "disproven", None, None, 0),
        ("A max: A", "win", "disproven", None, None, 1),
    ],
)
def test_graphs(text: str, goal: str, verdict: str, moves_to_win: int | None, plies: int | None, shared: int) -> None:
    report = check(graph(text, goal).certificate().to_bytes())
    assert report.verdict == verdict
    assert (report.moves_to_win, report.plies, report.shared) == (moves_to_win, plies, shared)


def test_a_proof_may_go_round_if_repetition_satisfies() -> None:
    certificate = graph("A max: B; B min: A", "draw-or-better").certificate()
    report = check(certificate.to_bytes())
    assert (report.verdict, report.repetition, report.moves_to_win, report.plies) == ("proven", "satisfies", None, None)
    assert str(report).startswith("Max can hold at least a draw from root A;")


def test_mates() -> None:
    report = check(MATE_IN_1.to_bytes())
    assert (report.moves_to_win, report.plies, report.nodes) == (1, 1, 2)
    assert str(report) == "White mates in 1 from 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1: checked, 2 positions."
    report = check(MATE_IN_2.to_bytes())
    assert (report.moves_to_win, report.plies) == (2, 3)
    assert "White mates in at most 2 from" in str(report)
    black = check(mate("8/8/8/8/8/6k1/5q2/7K b - - 0 1", 1).to_bytes())
    assert black.prover == "black"


def test_a_chess_disproof_with_a_cycle() -> None:
    # A wall of pawns with a king on either side: nothing ever happens.
    rules = Chess()
    game = Solved(rules, rules.parse("7k/8/8/8/p1p1p1p1/P1P1P1P1/8/K7 w - - 0 1"), "mate")
    assert len(game.targets) == 1024
    report = check(game.certificate().to_bytes())
    assert (report.verdict, report.plies, report.repetition) == ("disproven", None, "fails")
    assert str(report).startswith("White cannot force mate from")


def test_sentences() -> None:
    report = check(MATE_IN_1.to_bytes())
    words = {
        ("mate", "proven", 7): "White mates in at most 7 from",
        ("win", "proven", 1): "White wins in 1 from",
        ("win", "proven", None): "White wins from",
        ("win", "proven", 0): "White has already won from",
        ("draw-or-better", "proven", 3): "White can hold at least a draw from",
        ("mate", "disproven", None): "White cannot force mate from",
        ("win", "disproven", None): "White cannot force a win from",
        ("draw-or-better", "disproven", None): "White cannot hold a draw from",
    }
    for (goal, verdict, moves), sentence in words.items():
        changed = dataclasses.replace(report, goal=goal, verdict=verdict, moves_to_win=moves)
        assert changed.sentence.startswith(sentence), (sentence, goal, verdict, moves)
    assert dataclasses.replace(report, prover="first").sentence.startswith("The first player mates")
    assert len(dataclasses.replace(report, position="x" * 1000).sentence) < 300
    assert str(dataclasses.replace(report, nodes=1284)).endswith(": checked, 1,284 positions.")
    assert str(dataclasses.replace(report, nodes=1)).endswith(": checked, 1 position.")


def test_lines_of_many_plies() -> None:
    plies = 50_000
    statements = [f"n{i} {('max', 'min')[i % 2]}: n{i + 1}" for i in range(plies)]
    text = "; ".join(["root n0", "repetition draw", *statements, f"n{plies} = win"])
    body = b"\0" + b"\0\0\0" * (plies // 2)
    certificate = Certificate("graph", {}, text, "win", "max", "fails", "proven", plies + 1, body)
    report = check(certificate.to_bytes())
    assert (report.plies, report.moves_to_win) == (plies, plies // 2)
    rejected(certificate, "at most 20000 plies", "(19988 moves)", max_depth=20_000)


# The graph


def test_a_wrong_index_is_rejected() -> None:
    good = graph("A max: B C; B = win; C = draw")
    rejected(good.certificate(Node(1, [LEAF])), "node 1, after C", "suits max", "a draw")
    rejected(good.certificate(Node(2, [LEAF])), "node 0, the root", "0 to 1", "got 2")
    rejected(good.certificate(Node(2**32 - 1, [LEAF])), "got 4294967295")
    for index in range(1, 9):
        body = bytes([0, index, 0])
        rejected(dataclasses.replace(MATE_IN_1, body=body, nodes=2))


def test_a_dropped_reply_is_rejected() -> None:
    proof = graph("R max: A; A min: B C D; B = win; C = win; D = win")
    assert check(proof.certificate().to_bytes()).nodes == 5
    rejected(proof.certificate(Node(0, [Node(edges=[Node(), Node()])])), "edge of node 1", "after A D", "got the end")
    tree = mate_tree(Chess(), Chess().parse(MATE_IN_2.position), 2)
    assert tree is not None
    del tree.edges[0].edges[-1]
    body, nodes = encode(tree)
    rejected(dataclasses.replace(MATE_IN_2, body=body, nodes=nodes))


def test_a_redirected_edge_is_rejected() -> None:
    text = "A max: B; B min: C D; C max: E; D max: E; E min: F; F = win"
    right = graph(text).graph()
    shared = right.edges[0].edges[0].edges[0]
    assert right.edges[0].edges[1].edges[0] is shared
    right.edges[0].edges[1].edges[0] = right.edges[0].edges[0]
    rejected(graph(text).certificate(right), "edge of node 5", "after B D E", "position of node 2", "another position")


def test_a_cycle_in_a_proof_is_rejected() -> None:
    game = graph("A max: B W; B min: A; W = win")
    root = Node(0, [Node()])
    root.edges[0].edges.append(root)
    rejected(game.certificate(root), "edge of node 1", "after B A", "no cycle", "node 0")
    assert check(game.certificate().to_bytes()).verdict == "proven"


def test_a_cycle_in_a_disproof_of_a_draw_is_rejected() -> None:
    game = graph("A max: B; B min: A", "draw-or-better")
    root = Node(edges=[Node(0)])
    root.edges[0].edges.append(root)
    rejected(game.certificate(root, proven=False), "no cycle")


def test_a_cycle_where_there_cannot_be_one_is_rejected() -> None:
    game = graph("A max: B; B min: A; repetition impossible")
    root = Node(edges=[Node(0)])
    root.edges[0].edges.append(root)
    certificate = game.certificate(root, proven=False)
    assert certificate.repetition == "impossible"
    rejected(certificate, "no cycle")


def test_references() -> None:
    text = "root A; repetition draw; A max: B; B min: C D; C max: E; D max: E; E min: F; F = win"

    def certificate(*body: int) -> Certificate:
        return Certificate("graph", {}, text, "win", "max", "fails", "proven", 6, bytes(body))

    assert check(certificate(1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1).to_bytes()).shared == 1
    forward = certificate(1, 3, 0, 0, 0, 0, 1)
    rejected(forward, "edge of node 2", "0 shared nodes that have begun", "number 0")
    unknown = certificate(1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    rejected(unknown, "1 shared nodes that have begun", "number 1")
    unreferenced = certificate(2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    rejected(unreferenced, "shared node 1", "node 4, got none")
    twice = certificate(2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    rejected(twice, "shared node 1", "the same again")
    beyond = certificate(1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    rejected(beyond, "shared node 0", "below 6, got 6")


def test_lying_numbers_are_rejected() -> None:
    certificate = graph("A max: B C; B = win; C = draw").certificate()
    for nodes in (0, 1, 3, 10**17):
        rejected(dataclasses.replace(certificate, nodes=nodes), "expected")
    rejected(dataclasses.replace(certificate, nodes=1), "as the header says, got more")
    rejected(dataclasses.replace(certificate, nodes=3), "nodes: expected 2")
    rejected(dataclasses.replace(certificate, body=certificate.body + b"\0"), "expected the end of the graph")
    rejected(dataclasses.replace(certificate, body=certificate.body[:-1]), "got the end")
    rejected(dataclasses.replace(certificate, body=b"", nodes=0), "got the end")
    rejected(dataclasses.replace(certificate, body=b""), "nodes: expected at most 0 in a body of 0 bytes")


@pytest.mark.parametrize(
    ("value", "goal", "verdict", "suits"),
    [
        ("win", "win", "proven", True),
        ("draw", "win", "proven", False),
        ("loss", "win", "proven", False),
        ("win", "win", "disproven", False),
        ("draw", "win", "disproven", True),
        ("loss", "win", "disproven", True),
        ("win", "draw-or-better", "proven", True),
        ("draw", "draw-or-better", "proven", True),
        ("loss", "draw-or-better", "proven", False),
        ("win", "draw-or-better", "disproven", False),
        ("draw", "draw-or-better", "disproven", False),
        ("loss", "draw-or-better", "disproven", True),
    ],
)
def test_final_positions_must_suit_the_chooser(value: str, goal: str, verdict: str, suits: bool) -> None:
    certificate = graph(f"A = {value}", goal).certificate(Node(), verdict == "proven")
    if suits:
        assert check(certificate.to_bytes()).nodes == 1
    else:
        rejected(certificate, "node 0, the root", "suits")


def assert_no_forgery_lies(game: Solved, rng: random.Random, about: object) -> int:
    """Random graphs are no certificates of anything false. Returns how many were accepted, of ten."""
    accepted = 0
    for _ in range(10):
        proven = rng.random() < 0.5
        try:
            check(game.certificate(game.random_graph(rng, proven), proven).to_bytes())
        except CertificateError:
            continue
        accepted += 1
        assert proven == game.proven, about
    return accepted


@pytest.mark.parametrize("goal", ["win", "draw-or-better"])
def test_random_graphs(goal: str) -> None:
    rng = random.Random(2)
    verdicts = {True: 0, False: 0}
    forged = 0
    for number in range(400):
        game = graph(random_graph(rng, repetition="impossible" if number % 4 == 0 else "draw"), goal)
        verdicts[game.proven] += 1
        report = check(game.certificate().to_bytes())
        assert (report.verdict == "proven") == game.proven, number
        if game.root in game.ranks and game.proven and goal == "win":
            assert report.plies is not None, number
            assert report.plies >= game.ranks[game.root], number
        forged += assert_no_forgery_lies(game, rng, number)
    assert min(verdicts.values()) > 50
    assert forged > 50


# History


def test_a_position_of_the_history_fails_a_proof() -> None:
    text = "S max: A; A max: B W; B min: S; W = win"
    game = graph(f"{text} moves A")
    assert game.history == ["S"]
    assert check(game.certificate().to_bytes()).verdict == "proven"
    through = Node(0, [Node(edges=[Node(0, [Node(1, [Node()])])])])
    rejected(game.certificate(through), "node 2, after B S", "before the root", "repetition")
    without = graph(text.replace("S max", "root A; S max"))
    assert check(without.certificate(through).to_bytes()).moves_to_win == 3


def test_a_position_of_the_history_ends_a_disproof() -> None:
    text = "S max: A; A max: B; B min: S W; W = win"
    game = graph(f"{text} moves A")
    certificate = game.certificate()
    report = check(certificate.to_bytes())
    assert (report.verdict, report.nodes) == ("disproven", 3)
    assert report.position.endswith(" moves A")
    longer = Node(edges=[Node(0, [Node(edges=[Node(edges=[])])])])
    longer.edges[0].edges[0].edges[0] = longer
    rejected(game.certificate(longer), "expected")


def test_the_root_may_itself_stand_in_the_history() -> None:
    text = "A max: B; B min: A C; C = win"
    game = graph(f"{text} moves B A")
    assert game.history == ["A", "B"]
    report = check(game.certificate().to_bytes())
    assert (report.verdict, report.nodes) == ("disproven", 2)
    back = Node(edges=[Node()])
    assert check(game.certificate(back).to_bytes()).nodes == 2
    game = graph("A max: B; B min: A moves B A", "draw-or-better")
    assert check(game.certificate().to_bytes()).verdict == "proven"


def test_history_in_chess() -> None:
    # The root has been on the board before, which does not spoil its mate.
    game = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1 moves g1h1 a8b8 h1g1 b8a8"
    certificate = mate("k7/8/1K6/8/8/8/8/6R1 w - - 0 1", 1)
    assert check(dataclasses.replace(certificate, position=game).to_bytes()).moves_to_win == 1
    # A mate in two whose first move goes back to where the game was is none any more.
    assert check(MATE_IN_2.to_bytes()).moves_to_win == 2
    game = "k7/8/1K6/8/8/8/8/7R b - - 0 1 moves a8b8 b6c6 b8a8"
    rejected(dataclasses.replace(MATE_IN_2, position=game), "node 1, after c6b6", "before the root")


def test_history_where_positions_cannot_repeat_is_rejected() -> None:
    certificate = solved("tic-tac-toe", "XX./OO./... x", "win").certificate()
    rejected(dataclasses.replace(certificate, position="X../OO./... x moves b3"), "header")
    played = dataclasses.replace(certificate, position="XX./O../... o moves b2")
    rejected(played, "no moves after it")
    fifty = dataclasses.replace(
        MATE_IN_1,
        options={"fifty-move-rule": "on"},
        repetition="impossible",
        position="6k1/5Q2/6K1/8/8/8/8/8 b - - 0 1 moves g8h8",
    )
    rejected(fifty, "no moves after it")
    rejected(dataclasses.replace(certificate, position=certificate.position + " moves"), "got none")


def test_the_fifty_move_rule() -> None:
    on = dataclasses.replace(MATE_IN_1, options={"fifty-move-rule": "on"}, repetition="impossible")
    assert check(on.to_bytes()).options == {"fifty-move-rule": "on"}
    assert check(dataclasses.replace(on, position=on.position.replace("0 1", "99 80")).to_bytes()).moves_to_win == 1
    rejected(dataclasses.replace(on, position=on.position.replace("0 1", "100 80")), "node 0", "a draw")
    rejected(dataclasses.replace(on, repetition="fails"), "repetition")
    rejected(dataclasses.replace(MATE_IN_1, options={"fifty-move-rule": "off"}), "options")


def test_random_histories() -> None:
    rng = random.Random(3)
    made = 0
    while made < 150:
        rules = Graph(random_graph(rng))
        position, moves = rules.start(), []
        for _ in range(rng.randint(1, 4)):
            if rules.outcome(position) is None:
                moves.append(rng.choice(rules.moves(position)))
                position = moves[-1]
        if not moves or rules.outcome(position) is not None:
            continue
        made += 1
        for goal in ("win", "draw-or-better"):
            game = graph(f"{rules.position_text(rules.start())} moves {' '.join(moves)}", goal)
            assert (check(game.certificate().to_bytes()).verdict == "proven") == game.proven, goal
            assert_no_forgery_lies(game, rng, goal)


# References in chess compare positions


@pytest.mark.parametrize("fifty", [False, True])
def test_chess_references_compare_what_the_rules_compare(fifty: bool) -> None:
    rules = Chess(fifty_move_rule=fifty)
    left, right = "8/8/8/8/8/1k6/8/1K5R w - - 3 9", "8/8/8/8/8/1k6/8/1K5R w - - 4 9"
    assert (rules.parse(left) == rules.parse(right)) is not fifty
    castling = rules.parse("8/8/8/8/8/1k6/8/4K2R w K - 3 9")
    assert castling != rules.parse("8/8/8/8/8/1k6/8/4K2R w - - 3 9")
    assert rules.parse(chess.STARTING_FEN) == rules.start()
