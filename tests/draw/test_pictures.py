"""Drawings: valid and safe SVG, the right pieces and marks, text as it should look."""

from __future__ import annotations

import doctest
import random
import re
import string
import subprocess
import sys
from dataclasses import dataclass, replace
from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnyx import draw
from pnyx.draw.board import Board, Piece
from pnyx.draw.graph import Graph, Node
from pnyx.draw.graph import read as read_graph
from pnyx.draw.ground import Mark
from pnyx.errors import InputError
from support.svg import SVG, classed, parsed, placed, squares, words

NAME_CHARACTERS = string.ascii_letters + string.digits + "_.'+-"
WIN_AT_CHESS_281 = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
FOOLS_MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
CYCLES = (
    "root A; repetition draw; A max: B C; B min: D E; C min: F A; D max: B G D; E = draw;"
    " F max: H C A; G = loss; H min: A I; I = 3"
)
HOSTILE = '</text><script>alert("1")</script>&\'\x00\x1b[2J\u202e]]><!--'


@pytest.mark.parametrize("module", ["pnyx.draw", *(found.name for found in iter_modules(draw.__path__, "pnyx.draw."))])
def test_examples(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def test_imports_nothing_native() -> None:
    program = (
        "import sys; from pnyx import draw; draw.svg('chess', '8/8/8/8/8/8/1r6/K1k5 w'); draw.svg('graph', 'A = 1');"
        "draw.svg('tic-tac-toe', '... x'); assert 'pnyx._core' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# Chess


def test_chess_text() -> None:
    assert draw.text("chess", WIN_AT_CHESS_281, last_move="a1a2").splitlines() == [
        "  ┌─────────────────┐",
        "8 │ · · ♖ · · · · · │",
        "7 │ · · ♖ · · · · ♟ │",
        "6 │ · · · · · ♟ · ♚ │",
        "5 │ · · · · · · ♞ · │",
        "4 │ · · · · · · · · │",
        "3 │ · ♙ · · ♕ ♙ ♙ ♛ │",
        "2 │[♜]· · · · · · · │",
        "1 │[·]· · · · · ♔ · │",
        "  └─────────────────┘",
        "    a b c d e f g h",
        "White to move",
    ]


def test_chess_text_in_ascii_with_neighbouring_marks() -> None:
    assert draw.text("chess", "4k3/8/8/8/8/8/3rq3/4K3 w - - 0 1", last_move="d2e2", unicode=False).splitlines() == [
        "  +-----------------+",
        "8 | . . . . k . . . |",
        "7 | . . . . . . . . |",
        "6 | . . . . . . . . |",
        "5 | . . . . . . . . |",
        "4 | . . . . . . . . |",
        "3 | . . . . . . . . |",
        "2 | . . .[r|q]. . . |",
        "1 | . . . .<K>. . . |",
        "  +-----------------+",
        "    a b c d e f g h",
        "White to move: checkmate",
    ]


def test_chess_svg() -> None:
    root = parsed(draw.svg("chess", WIN_AT_CHESS_281, last_move="a1a2"))
    assert placed(root) == {
        "c8": "#pnyx-white-rook",
        "c7": "#pnyx-white-rook",
        "h7": "#pnyx-black-pawn",
        "f6": "#pnyx-black-pawn",
        "h6": "#pnyx-black-king",
        "g5": "#pnyx-black-knight",
        "b3": "#pnyx-white-pawn",
        "e3": "#pnyx-white-queen",
        "f3": "#pnyx-white-pawn",
        "g3": "#pnyx-white-pawn",
        "h3": "#pnyx-black-queen",
        "a2": "#pnyx-black-rook",
        "g1": "#pnyx-white-king",
    }
    defined = {f"#{element.get('id')}" for element in root.iter() if element.get("id")}
    assert defined == set(placed(root).values())
    assert squares(root, "last-move") == {"a1", "a2"}
    assert squares(root, "check") == set()
    assert words(root) == [*"12345678", *"abcdefgh", "White to move"]
    assert root[1].text == WIN_AT_CHESS_281


def test_chess_svg_check_and_mate() -> None:
    root = parsed(draw.svg("chess", FOOLS_MATE, last_move="d8h4"))
    assert squares(root, "check") == {"e1"}
    assert squares(root, "last-move") == {"d8", "h4"}
    assert words(root)[-1] == "White to move: checkmate"
    assert root[0].text == "Chess position, White to move: checkmate"
    assert words(parsed(draw.svg("chess", "4k3/8/8/8/8/8/4r3/4K3 w")))[-1] == "White to move, in check"


@pytest.mark.parametrize("size", [90, 360, 1000])
def test_chess_size_is_the_longer_side(size: int) -> None:
    root = parsed(draw.svg("chess", FOOLS_MATE, size=size))
    assert max(float(root.get("width", 0)), float(root.get("height", 0))) == size


def test_chess_composed_position_without_kings_is_drawn() -> None:
    assert len(placed(parsed(draw.svg("chess", "QQQQQQQQ/8/8/8/8/8/8/8 b - - 0 1")))) == 8


# Tic-tac-toe


def test_tic_tac_toe_text() -> None:
    assert draw.text("tic-tac-toe", "X.O../.XX../..O.O/.X.O. x", last_move="d1", unicode=False).splitlines() == [
        "  +-----------+",
        "4 | X . O . . |",
        "3 | . X X . . |",
        "2 | . . O . O |",
        "1 | . X .[O]. |",
        "  +-----------+",
        "    a b c d e",
        "X to move",
    ]


@pytest.mark.parametrize(
    "position", ["X.O/.X./..O x", "X.O../.XX../..O.O/.X.O. x", "X/./O/./././././. o", "O x", "........ x"]
)
def test_tic_tac_toe_svg(position: str) -> None:
    root = parsed(draw.svg("tic-tac-toe", position, last_move="a1", size=200))
    kinds = list(placed(root).values())
    assert kinds.count("#pnyx-cross") == position.count("X")
    assert kinds.count("#pnyx-ring") == position.count("O")
    assert squares(root, "last-move") == {"a1"}
    assert max(float(root.get("width", 0)), float(root.get("height", 0))) == 200


def test_tic_tac_toe_places() -> None:
    root = parsed(draw.svg("tic-tac-toe", "X.O/.X./..O x"))
    assert placed(root) == {"a3": "#pnyx-cross", "c3": "#pnyx-ring", "b2": "#pnyx-cross", "c1": "#pnyx-ring"}
    assert words(root)[-1] == "X to move"
    assert words(parsed(draw.svg("tic-tac-toe", "X x")))[-1] == "board full"


# The board itself


def test_board_marks_and_long_labels() -> None:
    dot = Piece("dot", "●", "*", '<circle cx="22.5" cy="22.5" r="9"/>')
    board = Board(
        title="Dots & more",
        description="one dot",
        columns="abc",
        rows=["9", "10"],
        pieces={(1, 0): dot},
        marks={Mark.GOAL: [(1, 0), (2, 1)], Mark.LAST_MOVE: [(1, 0)]},
        pattern="checkered",
        status="<dot>",
    )
    assert board.text(unicode=False).splitlines() == [
        "   +-------+",
        "10 | . .(.)|",
        " 9 | .[*]. |",
        "   +-------+",
        "     a b c",
        "<dot>",
    ]
    root = parsed(board.svg())
    assert squares(root, "goal") == {"b9", "c10"}
    assert squares(root, "last-move") == {"b9"}
    assert root[0].text == "Dots & more"
    assert words(root)[-1] == "<dot>"


# Graphs


def test_graph_text() -> None:
    assert draw.text("graph", CYCLES, last_move="D").splitlines() == [
        "graph of 9 nodes, repetition draw",
        "A max",
        "├─ B min",
        "│  ├─ D max [last move]",
        "│  │  ├─ -> B",
        "│  │  ├─ G = loss",
        "│  │  └─ -> D",
        "│  └─ E = draw",
        "└─ C min",
        "   ├─ F max",
        "   │  ├─ H min",
        "   │  │  ├─ -> A",
        "   │  │  └─ I = 3",
        "   │  ├─ -> C",
        "   │  └─ -> A",
        "   └─ -> A",
    ]
    assert draw.text("graph", "root B; repetition draw; A max: B; B min: C; C = 1", unicode=False).splitlines() == [
        "graph of 3 nodes (1 out of the root's reach), repetition draw",
        "B min",
        "`- C = 1",
    ]


def test_graph_svg() -> None:
    root = parsed(draw.svg("graph", CYCLES, last_move="D"))
    names = {element.get("data-node") for element in classed(root, "node")}
    assert names == set("ABCDEFGHI")
    assert {element.get("data-node") for element in classed(root, "max")} == set("ADF")
    assert {element.get("data-node") for element in classed(root, "min")} == set("BCH")
    leaves = {kind: [element.get("data-node") for element in classed(root, kind)] for kind in ("win", "draw", "loss")}
    assert leaves == {"win": ["I"], "draw": ["E"], "loss": ["G"]}
    assert [element.get("data-node") for element in classed(root, "root")] == ["A"]
    assert len(classed(root, "last-move")) == 1
    for element in classed(root, "node"):
        shapes = {child.tag.removeprefix(SVG) for child in element}
        assert ("ellipse" in shapes) == (element.get("data-node") in set("BCH")), element.get("data-node")
    # Two paths an arrow: 14 moves, the root's arrow, and the one in the legend.
    assert len(list(root.iter(SVG + "path"))) == 2 * (14 + 1 + 1)
    curved = [path for path in root.iter(SVG + "path") if "C" in path.get("d", "")]
    assert len(curved) == 6


def test_graph_notes_and_a_line_that_is_followed() -> None:
    graph = read_graph("A max: B C; B min: A; C = win")
    plain, told = graph.svg(), replace(graph, notes={"B": ("1 < 2", "∞")}, followed=("A", "B", "A")).svg()
    assert (plain.count('stroke-width="3.2"'), told.count('stroke-width="3.2"')) == (0, 2)
    assert [text for text in parsed(told).itertext() if text in ("1 < 2", "∞")] == ["1 < 2", "∞"]


def test_graph_tree_keeps_the_order_of_moves_and_centres_parents() -> None:
    statements = [f"n{i} {'max' if i < 4 else 'min'}: n{2 * i} n{2 * i + 1}" for i in range(1, 16)]
    statements += [f"n{i} = {i}" for i in range(16, 32)]
    root = parsed(draw.svg("graph", "root n1; repetition impossible; " + "; ".join(statements)))
    centre = {}
    for element in classed(root, "node"):
        text = element.find(SVG + "text")
        assert text is not None, element.get("data-node")
        centre[element.get("data-node")] = float(text.get("x", ""))
    leaves = [centre[f"n{i}"] for i in range(16, 32)]
    assert leaves == sorted(leaves)
    for i in range(1, 16):
        assert centre[f"n{i}"] == pytest.approx((centre[f"n{2 * i}"] + centre[f"n{2 * i + 1}"]) / 2, abs=0.02), i


def random_graph(size: int, seed: int) -> str:
    source = random.Random(seed)
    moves: dict[int, set[int]] = {node: set() for node in range(size)}
    for node in range(1, size):
        moves[source.randrange(node)].add(node)
    for node in range(size):
        if moves[node]:
            moves[node] |= set(source.sample(range(size), min(size, source.randrange(3))))
    statements = [
        f"n{node} {source.choice(['max', 'min'])}: {' '.join(f'n{other}' for other in moves[node])}"
        if moves[node]
        else f"n{node} = {source.choice(['win', 'draw', 'loss', '0', '-12', '5'])}"
        for node in range(size)
    ]
    return "root n0; repetition draw; " + "; ".join(statements)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 17, 33, 60, 120])
def test_graph_nodes_do_not_overlap_and_stay_inside(size: int) -> None:
    for seed in range(4):
        root = parsed(draw.svg("graph", random_graph(size, seed)))
        across, down = map(float, root.get("viewBox", "").split()[2:])
        boxes = []
        for element in classed(root, "node"):
            rect, ellipse = element.find(SVG + "rect"), element.find(SVG + "ellipse")
            if rect is not None:
                x, y, w, h = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
            else:
                assert ellipse is not None, (seed, element.get("data-node"))
                x, y, w, h = (float(ellipse.get(name, "")) for name in ("cx", "cy", "rx", "ry"))
                x, y, w, h = x - w, y - h, 2 * w, 2 * h
            boxes.append((x, y, w, h))
            assert x >= 0, (seed, element.get("data-node"))
            assert y >= 0, (seed, element.get("data-node"))
            assert x + w <= across, (seed, element.get("data-node"))
            assert y + h <= down, (seed, element.get("data-node"))
        for i, (x, y, w, h) in enumerate(boxes):
            for other in boxes[:i]:
                apart = abs(x + w / 2 - other[0] - other[2] / 2) >= (w + other[2]) / 2 - 0.1
                assert apart or abs(y - other[1]) >= h, (seed, boxes[i], other)


def test_graph_far_too_large_is_capped_and_says_so() -> None:
    position = "root n0; repetition draw; " + "; ".join(f"n{i} max: n{i + 1} n0" for i in range(4999)) + "; n4999 = win"
    root = parsed(draw.svg("graph", position))
    assert len(classed(root, "node")) == 200
    assert "shown: the first 200 of 5,000 nodes" in words(root)
    lines = draw.text("graph", position).splitlines()
    assert len(lines) <= 202
    assert max(map(len, lines)) < 150
    wide = "root r; repetition draw; r max: " + " ".join(f"n{i}" for i in range(1000)) + "; "
    wide += "; ".join(f"n{i} = 0" for i in range(1000))
    assert len(classed(parsed(draw.svg("graph", wide)), "node")) == 200
    assert draw.text("graph", wide).splitlines()[-1] == "... the outline stops after 200 lines"


def test_graph_with_too_many_moves_is_capped_and_says_so() -> None:
    names = [f"n{i}" for i in range(60)]
    position = "; ".join(f"{name} max: {' '.join(names)}" for name in names)
    root = parsed(draw.svg("graph", position))
    assert len(classed(root, "node")) == 60
    assert "shown: 600 of the 3,600 moves between them" in words(root)


def test_graph_long_names_are_clipped_but_told() -> None:
    name = "an-absurdly-long-name-that-nobody-could-want-in-a-figure"
    root = parsed(draw.svg("graph", f"A max: {name}; {name} = -2147483648"))
    assert "an-absurdly…" in words(root)
    assert any(name in (title.text or "") for title in root.iter(SVG + "title"))


# Games without a drawing


def test_framed_text_and_svg() -> None:
    position = "heaps 3 4 5\n  漢字\n"
    assert draw.text("nim", position, last_move="2 from 1").splitlines() == [
        "┌─────────────┐",
        "│ heaps 3 4 5 │",
        "│   漢字      │",
        "└─────────────┘",
        "last move: 2 from 1",
    ]
    root = parsed(draw.svg("nim", position, last_move="2 from 1"))
    assert words(root) == ["heaps 3 4 5", "  漢字", "last move: 2 from 1"]
    assert root[0].text == "nim position"


def test_framed_text_is_wrapped_and_capped() -> None:
    lines = draw.text("nim", "x" * 100 + "\n" * 500).splitlines()
    assert max(map(len, lines)) == 80
    assert len(lines) <= 63
    many = draw.text("nim", "\n".join("ab" for _ in range(500))).splitlines()
    assert many[-2].startswith("│ ... 440 more lines")
    parsed(draw.svg("nim", ""))


# Untrusted texts


def hostile_graph() -> Graph:
    """The notation refuses such names; the drawing does not rely on it."""
    nodes = {HOSTILE: Node(HOSTILE, turn="min", moves=("a",)), "a": Node("a", value=1)}
    return Graph(HOSTILE, HOSTILE, HOSTILE, nodes, HOSTILE)


def test_hostile_texts_are_escaped() -> None:
    pictures = [
        draw.svg(HOSTILE, HOSTILE, last_move=HOSTILE),
        hostile_graph().svg(),
    ]
    for picture in pictures:
        root = parsed(picture)
        assert not list(root.iter(SVG + "script")), picture
        assert "<script" not in picture, picture
        assert "\x1b" not in picture, picture
        assert "\u202e" not in picture, picture
    for unicode in (True, False):
        for game in (HOSTILE, "nim"):
            shown = draw.text(game, HOSTILE, last_move=HOSTILE, unicode=unicode)
            assert "\x1b" not in shown, (unicode, game)
            assert "\x00" not in shown, (unicode, game)
            assert "\u202e" not in shown, (unicode, game)
        shown = hostile_graph().text(unicode=unicode)
        assert "\x1b" not in shown, unicode
        assert "\x00" not in shown, unicode
        assert "\u202e" not in shown, unicode


@settings(deadline=None)
@given(st.text(), st.text(), st.none() | st.text())
def test_any_text_gives_valid_drawings(game: str, position: str, last_move: str | None) -> None:
    picture = draw.picture("game " + game, position, last_move=last_move)
    parsed(picture.svg())
    assert picture.text(unicode=False).isascii()
    lines = picture.text().split("\n")
    assert lines[0].startswith("┌")


@settings(deadline=None)
@given(
    st.lists(st.text(string.ascii_letters + string.digits + "_.'+-", min_size=1, max_size=60), min_size=1, max_size=20)
)
def test_any_node_names_give_valid_drawings(names: list[str]) -> None:
    names = ["_" + name for name in dict.fromkeys(names)]
    chain = "; ".join(f"{name} min: {other} {name}" for name, other in zip(names, [*names[1:], "end"], strict=True))
    position = f"{chain}; end = -1"
    assert len(classed(parsed(draw.svg("graph", position)), "node")) == len(names) + 1
    assert draw.text("graph", position, unicode=False).isascii()


# The interface


@dataclass
class Shown:
    game: str
    board: str
    object: object = None


def test_objects_draw_themselves() -> None:
    shown = Shown("tic-tac-toe", "X.O/.X./..O x")
    assert draw.text(shown, last_move="c3") == draw.text("tic-tac-toe", shown.board, last_move="c3")
    assert draw.svg(shown, size=100) == draw.svg("tic-tac-toe", shown.board, size=100)


def test_python_game_with_a_built_in_name_is_framed() -> None:
    assert draw.text(Shown("chess", "(1, 2)", object=(1, 2))).splitlines()[1] == "│ (1, 2) │"


@pytest.mark.parametrize(
    ("game", "position", "last_move", "words"),
    [
        ("chess", "8/8/8", None, "expected a chess position as FEN, got '8/8/8'"),
        ("chess", WIN_AT_CHESS_281 + " moves e3e8", None, "expected a chess position as FEN"),
        ("chess", WIN_AT_CHESS_281, "e9", "expected the last move as UCI"),
        ("tic-tac-toe", "X.O/.X x", None, "rows of equal length"),
        ("tic-tac-toe", "X.O/.X.", None, "expected a tic-tac-toe position"),
        ("tic-tac-toe", "...", "a1", "expected a tic-tac-toe position"),
        ("tic-tac-toe", "... x", "d1", "from 'a1' to 'c1', got 'd1'"),
        ("tic-tac-toe", "... x", "", "from 'a1' to 'c1', got ''"),
        ("graph", "", None, "expected a graph, got no nodes"),
        ("graph", "A max: B", None, "'B'"),
        ("graph", "A max B; B = win", None, "'A max B'"),
        ("graph", "A = win", "Q", "the name of a node of the graph, got 'Q'"),
    ],
)
def test_bad_input_is_refused_with_the_reason(game: str, position: str, last_move: str | None, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        draw.svg(game, position, last_move=last_move)
    with pytest.raises(InputError, match=re.escape(words)):
        draw.text(game, position, last_move=last_move)


def test_bad_calls_are_refused() -> None:
    with pytest.raises(InputError, match="at least 1 pixel"):
        draw.svg("chess", FOOLS_MATE, size=0)
    with pytest.raises(InputError, match="give its text"):
        draw.text("chess")  # type: ignore[call-overload]
