"""The independent rules: perft, notations, and what is refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import chess
import pytest

from pnyx.errors import InputError
from pnyx.game import Game
from pnyx.reference.rules import RuleBook, game_of, perft, read_position, split_history
from pnyx.reference.rules.chess import Chess
from pnyx.reference.rules.graph import Graph
from pnyx.reference.rules.tic_tac_toe import TicTacToe, TicTacToePosition

MATE = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"


def refused(name: str, text: str | None, *reasons: str, options: Mapping[str, str] | None = None) -> None:
    with pytest.raises(InputError) as caught:
        read_position(name, text, options)
    for reason in reasons:
        assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["tic-tac-toe", "graph", "chess"])
def test_rules_follow_the_protocol(name: str) -> None:
    rules = game_of(name)
    assert isinstance(rules, Game)
    assert rules.name == name
    assert len(rules.players) == 2
    assert rules.turn(rules.start()) == 0


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("tic-tac-toe", None, {}),
        ("tic-tac-toe", None, {"rows": "2", "columns": "7", "k": "4"}),
        ("graph", None, {}),
        ("chess", None, {}),
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {"fifty-move-rule": "on"}),
        ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 97 40", {"fifty-move-rule": "on"}),
        ("chess", None, {"en-passant": "always", "order": "papers"}),
    ],
)
def test_positions_survive_being_written_and_read(name: str, text: str | None, options: dict[str, str]) -> None:
    reading = read_position(name, text, options)
    rules, rng = reading.rules, random.Random(7)
    for _ in range(5):
        position = reading.root
        for _ in range(40):
            assert rules.parse(rules.position_text(position)) == position
            assert hash(rules.parse(rules.position_text(position))) == hash(position)
            if rules.outcome(position) is not None:
                break
            moves = list(rules.moves(position))
            texts = [rules.move_text(position, move) for move in moves]
            assert moves
            assert len(set(texts)) == len(texts)
            assert [text for text, _ in rules.sorted_moves(position)] == sorted(texts, key=str.encode)
            assert {move for _, move in rules.sorted_moves(position)} == set(moves)
            move = rng.choice(moves)
            assert rules.find_move(position, rules.move_text(position, move)) == move
            before = rules.position_text(position)
            position, old = rules.play(position, move), position
            assert rules.position_text(old) == before


# Games by name


def test_games_that_do_not_exist_are_refused() -> None:
    refused("chequers", None, "expected a game", "'chequers'")
    refused("ches", None, "expected a game", "'ches'")
    refused("chess", None, "fifty-move-rule", "'k'", options={"k": "3"})
    refused("graph", None, "(none)", options={"k": "3"})
    assert isinstance(game_of("graph"), Graph)


# Tic-tac-toe


def test_tic_tac_toe_perft_in_full() -> None:
    rules = TicTacToe()
    assert [perft(rules, rules.start(), depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    # Further down the sequences are counted by the position they lead to, which is much quicker.
    counts = []
    layer = Counter({rules.start(): 1})
    while layer:
        following: Counter[TicTacToePosition] = Counter()
        for position, ways in layer.items():
            for move in rules.moves(position):
                following[rules.play(position, move)] += ways
        layer = following
        counts.append(layer.total())
    assert counts == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]


def test_tic_tac_toe_reachable_positions() -> None:
    rules = TicTacToe()
    seen = {rules.start()}
    pending = [rules.start()]
    while pending:
        position = pending.pop()
        for move in rules.moves(position):
            target = rules.play(position, move)
            if target not in seen:
                seen.add(target)
                pending.append(target)
    assert len(seen) == 5478


def test_tic_tac_toe_moves_go_row_by_row_from_the_top() -> None:
    rules = TicTacToe(rows=2, columns=3)
    texts = [rules.move_text(rules.start(), move) for move in rules.moves(rules.start())]
    assert texts == ["a2", "b2", "c2", "a1", "b1", "c1"]


@pytest.mark.parametrize(
    ("text", "k", "outcome"),
    [
        ("XXX/OO./... o", "3", 0),
        ("XX./OOO/X.. x", "3", 1),
        ("X.O/.XO/X.O x", "3", 1),
        ("X.O/.X./O.X o", "3", 0),
        ("XXO/XO./O.. x", "3", 1),
        ("XXO/OOX/XOX o", "3", "draw"),
        ("XXX/OO./... o", "4", None),
        ("X o", "1", 0),
        ("X../... o", "3", None),
        ("XX/O. o", "2", 0),
    ],
)
def test_tic_tac_toe_outcomes(text: str, k: str, outcome: object) -> None:
    reading = read_position("tic-tac-toe", text, {"k": k})
    assert reading.rules.outcome(reading.root) == outcome
    assert bool(list(reading.rules.moves(reading.root))) == (outcome is None)


def test_tic_tac_toe_options() -> None:
    assert TicTacToe().options == {}
    assert read_position("tic-tac-toe", "..../..../.... x", {"k": "4", "rows": "3"}).rules.options == {"k": "4"}
    assert game_of("tic-tac-toe", {"columns": "5"}).start().cells == "." * 15
    refused("tic-tac-toe", None, "rows", "1 to 8", "'9'", options={"rows": "9"})
    refused("tic-tac-toe", None, "k", "'three'", options={"k": "three"})
    refused("tic-tac-toe", ".../... x", "3 rows", "with 2", options={"rows": "3"})
    with pytest.raises(InputError, match="columns"):
        TicTacToe(columns=0)


def test_tic_tac_toe_positions_that_are_refused() -> None:
    refused("tic-tac-toe", "", "1 to 8 rows, got 0")
    refused("tic-tac-toe", "........./......... x", "1 to 8 columns, got 9")
    refused("tic-tac-toe", ".../.../...", "side to move")
    refused("tic-tac-toe", ".../.../... z", "'z'")
    refused("tic-tac-toe", ".../.?./... x", "'?'", "column 6")
    refused("tic-tac-toe", ".../../... x", "rows of 3, 2, 3 squares")
    refused("tic-tac-toe", "XXX/.../... x", "as many X as O", "X has 3 in a row and is still to move")
    refused("tic-tac-toe", "XXX/OOO/... x", "both sides", "still to move")
    refused("tic-tac-toe", ".../.../... o", "one X more than O")
    assert TicTacToe().parse("xo-/.../... x") == TicTacToe().parse("XO./.../... X")


# Graphs


def test_graph_notations_agree() -> None:
    text = Graph("# a comment; with a semicolon\nroot B\nA max: B C\n\nB min: A C; C = -3; D = win # moves\nE = +0;")
    canonical = "root B; repetition draw; A max: B C; B min: A C; C = -3; D = win; E = 0"
    assert text.position_text(text.start()) == canonical
    json = Graph(
        '{"nodes": {"A": {"turn": "max", "moves": ["B", "C"]}, "B": {"moves": ["A", "C"], "turn": "min"},'
        ' "C": {"value": -3}, "D": {"value": "win"}, "E": {"value": 0}}, "root": "B", "repetition": "draw"}'
    )
    assert json.position_text(json.start()) == canonical
    assert json.parse(canonical) == "B"


def test_graph_rules() -> None:
    graph = Graph("A max: C B; B min: A; C = win; D = loss; E = draw; F = 5; G = -1; H = 0")
    assert graph.start() == "A"
    assert graph.repetition == "draw"
    assert graph.moves("A") == ("C", "B")
    assert graph.sorted_moves("A") == [("B", "B"), ("C", "C")]
    assert (graph.turn("A"), graph.turn("B"), graph.turn("C")) == (0, 1, 0)
    assert [graph.outcome(name) for name in "ABCDEFGH"] == [None, None, 0, 1, "draw", 0, 1, "draw"]
    assert graph.moves("C") == ()
    for rule in ("draw", "impossible", "illegal"):
        game = Graph(f"A = 1; repetition {rule}")
        assert game.repetition == rule, rule
        assert Graph(game.position_text("A")).repetition == rule, rule
    assert Graph('{"repetition": "illegal", "nodes": {"A": {"value": 1}}}').repetition == "illegal"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no nodes"),
        ("# nothing", "no nodes"),
        ("A max:", "at least one move"),
        ("A max: B C", "'B' (a move of A), 'C' (a move of A)"),
        ("A max: A B C D E F G", "'F' (a move of A) and 1 more"),
        ("A max: B B; B = win", "'B' twice"),
        ("A = win; A = loss", "A twice"),
        ("A mix: B", "max or min"),
        ("A = 1.5", "integer of 32 bits"),
        ("A = 2147483648", "integer of 32 bits"),
        ("A", "expected 'NAME max: MOVES'"),
        ("A=win", "line 1, column 1, 'A=win': expected a name"),
        ("A = win; root B", "B (the root)"),
        ("A = win; root A; root A", "second"),
        ("A = win\nrepetition never", "line 2"),
        ("A = win; repetition never", "draw, impossible or illegal"),
        ("A = win; repetition draw; repetition draw", "second"),
        ("root max: A; A = win", "a name"),
        ("moves = win", "reserved word 'moves'"),
        ("a/b = win", "'a/b'"),
        (f"{'n' * 65} = win", "1 to 64"),
        ("{", "JSON"),
        ("{" + '"nodes":' + "[" * 100_000, "JSON"),
        ('{"nodes": 3}', "object"),
        ('{"nodes": {"A": 3}}', "object"),
        ('{"nodes": {}}', "no nodes"),
        ('{"nodes": {"A": {"value": 1}, "A": {"value": 2}}}', "'A' twice"),
        ('{"nodes": {"A": {"value": true}}}', "True"),
        ('{"nodes": {"A": {"value": 1.0}}}', "1.0"),
        ('{"nodes": {"A": {"turn": "max"}}}', "turn and moves"),
        ('{"nodes": {"A": {"turn": "max", "moves": "A"}}}', "list of names"),
        ('{"nodes": {"A": {"turn": 0, "moves": ["A"]}}}', "max or min"),
        ('{"nodes": {"A": {"value": "win"}}, "start": "A"}', "'start'"),
        ('{"nodes": {"A": {"value": "win"}}, "root": 1}', "1"),
        ('{"nodes": {"root": {"value": "win"}}}', "reserved"),
    ],
)
def test_graphs_that_are_refused(text: str, reason: str) -> None:
    refused("graph", text, reason)


def test_graph_of_another_text_is_refused() -> None:
    with pytest.raises(InputError, match="another"):
        Graph("A = win").parse("A = draw")


def test_graph_with_many_moves_is_read_quickly() -> None:
    names = [f"n{number}" for number in range(20_000)]
    leaves = "; ".join(f"{name} = win" for name in names[1:])
    graph = Graph(f"n0 max: {' '.join(names)}; {leaves}")
    for _ in range(10_000):
        assert graph.find_move("n0", "n19999") == "n19999"


# Chess


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (chess.STARTING_FEN, [20, 400, 8902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", [24, 496, 9483]),
    ],
)
def test_chess_perft(fen: str, counts: list[int]) -> None:
    rules = Chess()
    assert [perft(rules, rules.parse(fen), depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        (chess.STARTING_FEN, None),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("8/8/8/8/8/6k1/6q1/7K w - - 0 1", 1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "draw"),
        ("7k/8/6K1/8/8/8/8/6N1 b - - 0 1", "draw"),
        ("7k/8/6K1/8/8/8/8/5NN1 b - - 0 1", None),
        ("7k/8/6K1/8/8/8/6R1/8 b - - 140 200", None),
    ],
)
def test_chess_outcomes(fen: str, outcome: object) -> None:
    rules = Chess()
    assert rules.outcome(rules.parse(fen)) == outcome


def test_chess_fifty_move_rule() -> None:
    on = Chess(fifty_move_rule=True)
    assert on.options == {"fifty-move-rule": "on"}
    assert (on.repetition, Chess().repetition) == ("impossible", "draw")
    assert on.outcome(on.parse("7k/8/6K1/8/8/8/6R1/8 w - - 99 200")) is None
    assert on.outcome(on.parse("7k/8/6K1/8/8/8/6R1/8 w - - 100 200")) == "draw"
    assert on.outcome(on.parse("7k/6Q1/6K1/8/8/8/8/8 b - - 100 1")) == 0
    assert on.parse("7k/8/6K1/8/8/8/6R1/8 w - - 3 9") != on.parse("7k/8/6K1/8/8/8/6R1/8 w - - 4 9")
    assert on.parse("7k/8/6K1/8/8/8/6R1/8 w - - 3 9") == on.parse("7k/8/6K1/8/8/8/6R1/8 w - - 3 10")


def test_chess_identity_and_en_passant() -> None:
    legal, always = Chess(), Chess(en_passant="always")
    capturable = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
    pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"
    nobody = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"
    for rules, same in ((legal, (False, True, True)), (always, (False, False, False))):
        for fen, expected in zip((capturable, pinned, nobody), same, strict=True):
            assert (rules.parse(fen) == rules.parse(fen.replace("e3", "-"))) is expected, (rules, same, fen)
    assert legal.position_text(legal.parse(nobody)) == nobody.replace("e3", "-")
    assert legal.position_text(legal.parse(capturable)) == capturable
    after = [rules.play(rules.start(), chess.Move.from_uci("e2e4")) for rules in (legal, always)]
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert after[0] == legal.parse(start)
    assert after[1] != always.parse(start)
    assert len({after[0], legal.parse(start)}) == 1
    assert legal.parse(MATE) != legal.parse(MATE.replace(" w ", " b "))
    assert legal.parse("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1") != legal.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert legal.parse(MATE) != MATE


def test_chess_order_of_the_papers() -> None:
    rules = read_position("chess", "8/1P6/8/8/8/8/k7/7K w - - 0 1", {"order": "papers"}).rules
    position = rules.parse("n1n5/1P6/8/7p/8/8/k7/7K w - - 0 1")
    texts = [rules.move_text(position, move) for move in rules.moves(position)]
    promotions = [f"b7{square}8{piece}" for square in "cba" for piece in "qrbn"]
    assert texts == [*promotions, "h1h2", "h1g2", "h1g1"]
    squares = [f"{file}{rank}" for rank in "87654321" for file in "hgfedcba"]
    start = [rules.move_text(rules.start(), move) for move in rules.moves(rules.start())]
    assert start == sorted(start, key=lambda text: (squares.index(text[:2]), squares.index(text[2:4])))


def test_chess_castling_is_written_as_the_kings_move() -> None:
    rules = Chess()
    position = rules.parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    texts = [text for text, _ in rules.sorted_moves(position)]
    assert "e1g1" in texts
    assert "e1c1" in texts
    assert "e1h1" not in texts
    castled = rules.play(position, rules.find_move(position, "e1g1"))
    assert rules.position_text(castled) == "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"


def test_chess_missing_fields_are_filled() -> None:
    rules = Chess()
    assert rules.position_text(rules.parse("7k/5Q2/6K1/8/8/8/8/8 w")) == MATE
    assert rules.position_text(rules.parse(" 7k/5Q2/6K1/8/8/8/8/8  w - -\n")) == MATE
    assert rules.position_text(rules.parse("7k/5Q2/6K1/8/8/8/8/8 w - - 12")) == MATE.replace("0 1", "12 1")


@pytest.mark.parametrize(
    "fen",
    [
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/7p/k1K5 b - - 0 1",
        "7k/pppppppp/pppppppp/8/8/8/8/K7 w - - 0 1",
        "4r3/8/8/8/1b5q/8/6n1/4K2k w - - 0 1",
        "k7/8/8/8/r3K2r/8/8/8 w - - 0 1",
    ],
)
def test_chess_composed_positions_are_accepted(fen: str) -> None:
    rules = Chess()
    position = rules.parse(fen)
    assert rules.position_text(position) == fen
    rules.outcome(position)


@pytest.mark.parametrize(
    ("fen", "reasons"),
    [
        ("", ["2 to 6 fields", "got 0"]),
        ("7k/5Q2/6K1/8/8/8/8/8", ["2 to 6 fields", "got 1"]),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1 bm Qg7", ["got 8"]),
        ("7k/5Q2/6K1/8/8/8/8 w - - 0 1", ["8 ranks", "column 1"]),
        ("7k/5Q2/6K1/8/8/8/8/9 w - - 0 1", ["column 20", "'9'"]),
        ("7k/5Q2/6K1/8/8/8/8/7 w - - 0 1", ["8 ranks"]),
        ("7k/5Q2/6K1/8/8/8/8/44 w - - 0 1", ["8 ranks"]),
        ("7k/5Q~2/6K1/8/8/8/8/8 w - - 0 1", ["'~'"]),
        ("7k/5Q2/6K1/8/8/8/8/8 x - - 0 1", ["w or b", "column 22", "'x'"]),
        ("7k/5Q2/6K1/8/8/8/8/8 w KX - 0 1", ["KQkq", "'KX'"]),
        ("7k/5Q2/6K1/8/8/8/8/8 w - e9 0 1", ["en-passant", "'e9'"]),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - -1 1", ["halfmove", "'-1'"]),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 0", ["number of the move", "'0'"]),
        ("8/8/8/8/8/8/8/8 w - - 0 1", ["white has no king", "black has no king"]),
        ("kk6/8/8/8/8/8/8/KK6 w - - 0 1", ["white has 2 kings", "black has 2 kings"]),
        ("P6k/8/8/8/8/8/8/Kp6 w - - 0 1", ["(b1, a8)"]),
        ("7k/6Q1/6K1/8/8/8/8/8 w - - 0 1", ["black is in check, but white is to move"]),
        ("8/8/8/8/8/8/8/kK6 w - - 0 1", ["black is in check"]),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", ["right Q ", "right k ", "right q "]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ["en-passant square e6"]),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", ["en-passant square e3"]),
        ("P7/8/8/8/8/8/8/K7 w K e6 0 1", ["no king", "(a8)", "right K", "e6"]),
    ],
)
def test_chess_positions_that_are_refused(fen: str, reasons: list[str]) -> None:
    refused("chess", fen, *reasons)


def test_chess_options() -> None:
    refused("chess", None, "fifty-move-rule", "off, on", "'yes'", options={"fifty-move-rule": "yes"})
    refused("chess", None, "order", "'x'", options={"order": "x"})
    rules = game_of("chess", {"fifty-move-rule": "off", "order": "papers", "en-passant": "always"})
    assert rules.options == {}
    with pytest.raises(InputError):
        Chess(order="mine")  # type: ignore[arg-type]


def test_chess_positions_do_not_change() -> None:
    position = Chess().start()
    position.board.push_uci("e2e4")
    assert position == Chess().start()
    assert repr(position) == f"ChessPosition('{chess.STARTING_FEN}')"


# History


def test_history_is_split_off_in_one_place() -> None:
    assert split_history(MATE) == (MATE, [])
    assert split_history(f"{MATE}  moves\tf7g7\n") == (MATE, ["f7g7"])
    assert split_history("removes A moves B moves") == ("removes A", ["B", "moves"])
    with pytest.raises(InputError, match="got none"):
        split_history(f"{MATE} moves")


def test_history_is_played() -> None:
    reading = read_position("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves a1a2 e8d8 a2a1")
    rules: RuleBook[Any, Any] = reading.rules
    texts = [rules.position_text(position) for position in [*reading.history, reading.root]]
    assert texts[0] == "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    assert texts[3] == "3k4/8/8/8/8/8/8/R3K3 b - - 3 2"
    assert len(texts) == 4


def test_history_in_graphs_and_comments() -> None:
    reading = read_position("graph", "A max: B # all moves of A\nB min: A C\nC = win moves B A # and some moves")
    assert (reading.root, reading.history) == ("A", ["A", "B"])


def test_history_that_repeats_is_refused_where_repeating_is_illegal() -> None:
    cycle = "A max: B; B min: A C; C min: A"
    assert read_position("graph", f"{cycle} moves B C A B").history == ["A", "B", "C", "A"]
    assert read_position("graph", f"repetition illegal; {cycle} moves B C").history == ["A", "B"]
    for moves in ("B A", "B C A", "B C A B"):
        refused("graph", f"repetition illegal; {cycle} moves {moves}", "'A'", "no repetition", "illegal in graph")


def test_history_with_illegal_moves_is_refused() -> None:
    refused("chess", f"{MATE} moves f7g7 h8g7", "move 2", "over")
    refused("chess", f"{MATE} moves f7e7 e2e4", "move 2", "legal move", "'e2e4'")
    refused("chess", f"{chess.STARTING_FEN} moves e2e5", "move 1", "...", "'e2e5'")
    refused("graph", "A max: B; B = win moves C", "move 1", "(B)", "'C'")
    refused("tic-tac-toe", "X../.../... o moves a3", "'a3'")
