"""The drawn graphs of the concept pages. The searches in `pnyx.reference` make the numbers in them.

    python docs/tools/doc_figures.py

writes them to `docs/figures`. They are kept there, so that pages show them in the repository too; a test says when they
are out of date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pnyx.draw.graph import Graph as Drawing
from pnyx.draw.graph import Node as Shape
from pnyx.draw.graph import read
from pnyx.reference import df_pn, pn, pn_bta
from pnyx.reference.depth_first import Node as LineNode
from pnyx.reference.depth_first import generate_moves, numbers_of
from pnyx.reference.df_pn_problem import Problem as LineProblem
from pnyx.reference.minimax import mt, search_context
from pnyx.reference.rules.graph import Graph

FOLDER: Final = Path(__file__).parents[1] / "figures"

GAMES: Final = {
    "tree": "A max: B C; B min: D E F; C min: G H; D max: I; E = win; F max: J K; G max: L M; H = win; I = win;"
    " J = draw; K = win; L = loss; M = loss",
    "breuker": "A max: B; B min: C D; C max: F E; D max: F; F min: C G; E min: H; G = win; H max: I; I min: W; W = win",
    "kishimoto": "repetition illegal; A max: C B; B min: D; C min: D; D max: C",
    "bounds": "a max: b c; b min: d e; c min: f g; d max: h i; e max: j k; f max: l m; g max: n o; h = 3; i = 8; j = 9;"
    " k = 2; l = 4; m = 1; n = 7; o = 6",
    "proof": "A max: B; B min: C D; C max: E; D max: E; E min: F G; F = win; G = win",
    "disproof": "A max: B; B min: C; C max: D E; D min: A; E = loss",
}
"""The games that are drawn, by name."""


def plain(name: str, followed: str = "") -> str:
    """A game, with a line through it."""
    return replace(read(GAMES[name]), followed=tuple(followed.split())).svg()


def proof_numbers(expansions: int) -> str:
    """The tree of proof-number search after some expansions, and the line to the most-proving node."""
    game = Graph(GAMES["tree"])
    found = pn.search(game, game.start(), init="unit")
    nodes = [1, *(step[3] for step in found.steps)][expansions]
    found = pn.search(game, game.start(), init="unit", max_nodes=nodes)
    line = found.line(pn.select_most_proving_node(found.problem, found.root)) if found.verdict == "unknown" else []
    shapes, notes = dict[str, Shape](), dict[str, Sequence[str]]()
    stack = [found.root]
    while stack:
        node = stack.pop()
        shapes[node.position] = _shape(node.position, node, [child.position for child in node.children])
        notes[node.position] = (_number(node.proof), _number(node.disproof))
        stack += node.children
    return _figure(shapes, notes, (game.start(), *line))


def thresholds() -> str:
    """A node of df-pn with its thresholds, the numbers of its children, and the thresholds of the chosen one."""
    moves = {"B": 3, "C": 5, "D": 7}
    leaves = [f"{name}{place}" for name, count in moves.items() for place in range(count)]
    inner = [f"{name} min: {' '.join(leaf for leaf in leaves if leaf[0] == name)}" for name in moves]
    game = Graph("; ".join(["A max: B C D", *inner, *(f"{leaf} = win" for leaf in leaves)]))
    problem = LineProblem(game, "A", epsilon=0.0)
    node = LineNode("A", "A", "OR", phi=12, delta=9)
    generate_moves(problem, node)
    best, second = df_pn.select_child(node)
    proof = min(node.phi, df_pn.beyond(problem, second))
    disproof = df_pn.room(problem, node, best)
    numbers = numbers_of(problem, node)
    notes = {"A": (f"{numbers.proof} < {node.phi}", f"{numbers.disproof} < {node.delta}")}
    shapes = {"A": Shape("A", "max", tuple(moves))}
    for child in node.children:
        assert child.numbers is not None
        bounds = (f" < {proof}", f" < {disproof}") if child is best else ("", "")
        notes[child.position] = (f"{child.numbers.proof}{bounds[0]}", f"{child.numbers.disproof}{bounds[1]}")
        shapes[child.position] = Shape(child.position, "min")
    return _figure(shapes, notes, ("A", best.position))


def twins() -> str:
    """The graph of the base-twin algorithm when it has expanded F; names of twins are in small letters."""
    found = pn_bta.search(Graph(GAMES["breuker"]), "A", init="unit", max_nodes=7)
    shapes, notes = dict[str, Shape](), dict[str, Sequence[str]]()
    for base in found.problem.table.values():
        children = [child.position if child.base_node is None else child.position.lower() for child in base.children]
        shapes[base.position] = _shape(base.position, base, children)
        notes[base.position] = (_number(base.proof), _number(base.disproof))
        for name, child in zip(children, base.children, strict=True):
            if child.base_node is not None:
                shapes[name] = _shape(name, child, [])
                notes[name] = (_number(child.proof), _number(child.disproof))
    return _figure(shapes, notes)


def null_windows() -> list[str]:
    """The bounds of all nodes after each pass of MTD(f) from the guess 6."""
    game = Graph(GAMES["bounds"])
    problem = search_context.Problem(game, "a", options=search_context.Options(bounds="two"))
    lower, upper, bound, figures = -search_context.INFINITY, search_context.INFINITY, 6, list[str]()
    while lower < upper:
        g = mt.mt(problem, problem.root, bound)
        lower, upper = (lower, g) if g < bound else (g, upper)
        bound = g if g < bound else g + 1
        notes = {str(key): _bounds(entry) for key, entry in problem.table.items()}
        shapes = {
            name: Shape(name, shape.turn, shape.moves, shape.value if name in notes else None)
            for name, shape in read(GAMES["bounds"]).nodes.items()
        }
        inner = {name: note for name, note in notes.items() if shapes[name].moves}
        figures.append(_figure({name: _closed(shape) for name, shape in shapes.items()}, inner))
    return figures


def _closed(shape: Shape) -> Shape:
    """A leaf that was not examined is drawn as a node without a value."""
    return Shape(shape.name, "max") if shape.turn is None and shape.value is None else shape


def _bounds(entry: Any) -> tuple[str, ...]:
    lower = [f"≥ {entry.lower}"] if entry.lower > -search_context.INFINITY else []
    upper = [f"≤ {entry.upper}"] if entry.upper < search_context.INFINITY else []
    return (f"= {entry.lower}",) if entry.lower == entry.upper else (*lower, *upper)


def _shape(name: str, node: pn.Node | pn_bta.Node, children: list[str]) -> Shape:
    if node.value is not None:
        return Shape(name, value="win" if node.value else "loss")
    return Shape(name, "max" if node.type == "OR" else "min", tuple(children))


def _number(number: int) -> str:
    return "∞" if number == pn.INFINITY else str(number)


def _figure(shapes: Mapping[str, Shape], notes: Mapping[str, Sequence[str]], followed: Sequence[str] = ()) -> str:
    root = next(iter(shapes))
    return Drawing("", root, "draw", dict(shapes), notes=notes, followed=tuple(followed)).svg()


def drawn() -> dict[str, str]:
    """All figures, by the names of their files."""
    figures = {
        "proof-numbers-1.svg": proof_numbers(1),
        "proof-numbers-2.svg": proof_numbers(2),
        "proof-numbers-3.svg": proof_numbers(4),
        "thresholds.svg": thresholds(),
        "history-draw.svg": plain("breuker", "A B C F C"),
        "history-win.svg": plain("breuker", "A B D F C E"),
        "barred-lost.svg": plain("kishimoto", "A C D"),
        "barred-won.svg": plain("kishimoto", "A B D C"),
        "twins.svg": twins(),
        "proof.svg": plain("proof"),
        "disproof.svg": plain("disproof"),
    }
    figures |= {f"null-windows-{place}.svg": svg for place, svg in enumerate(null_windows(), 1)}
    return figures


def main() -> None:
    """Write all figures, and forget those that are no longer drawn."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.svg"):
        path.unlink()
    for name, svg in drawn().items():
        (FOLDER / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
