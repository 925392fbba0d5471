"""Reading graphs.

Statements are separated by `;` or line feeds; `#` begins a comment that ends with the line.

    root A                 # optional: otherwise the first node
    repetition draw        # optional: draw, impossible or illegal
    A max: B C             # max is on move and has two moves
    B min: A D             # a cycle
    C = win                # a leaf: win, draw or loss seen from max, or an integer
    D = -3

The same as JSON: `{"root": "A", "repetition": "draw", "nodes": {"A": {"turn": "max", "moves": ["B", "C"]}, ...,
"D": {"value": -3}}}`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Repetition

LONGEST_NAME: Final = 64
MOST_NODES: Final = 1_000_000
LARGEST_VALUE: Final = 2**31 - 1
TURNS: Final = ("max", "min")
FORMS: Final = "'NAME max: MOVES', 'NAME min: MOVES', 'NAME = VALUE', 'root NAME' or 'repetition RULE'"

# `moves` separates a position from the moves played after it, in every game's notation.
RESERVED: Final = ("root", "repetition", "moves")


class Inner(NamedTuple):
    """A node in which a player (0 is max, 1 is min) moves to one of some others.

    >>> read_graph("A max: B; B = win")[0]["A"]
    Inner(turn=0, moves=('B',))
    """

    turn: int
    moves: tuple[str, ...]


class Leaf(NamedTuple):
    """A final node: `"win"`, `"draw"` or `"loss"`, or an integer, all seen from max.

    >>> read_graph("A max: B; B = -3")[0]["B"]
    Leaf(value=-3)
    """

    value: str | int


def read_graph(text: str) -> tuple[dict[str, Inner | Leaf], str, Repetition]:
    """The nodes of a graph in order of definition, its root, and its repetition rule.

    >>> read_graph('{"nodes": {"A": {"turn": "min", "moves": ["B"]}, "B": {"value": 7}}}')
    ({'A': Inner(turn=1, moves=('B',)), 'B': Leaf(value=7)}, 'A', 'draw')
    """
    draft = _Draft()
    if _is_json(text):
        draft.read_json(text)
    else:
        draft.read_text(text)
    return draft.finish()


def without_comments(text: str) -> str:
    """A graph without the comments of its text notation, which may contain any word.

    >>> without_comments("A max: B # all moves of A")
    'A max: B '
    """
    return text if _is_json(text) else re.sub("#[^\n]*", "", text)


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


class _Draft:
    """A graph as read so far, before its names are looked up."""

    def __init__(self) -> None:
        self.root: str | None = None
        self.repetition: Repetition | None = None
        self.nodes: dict[str, Inner | Leaf] = {}
        self._place = 0
        """What is being read begins after this many characters of the line."""

    def read_text(self, text: str) -> None:
        for number, line in enumerate(without_comments(text).split("\n"), start=1):
            for statement in re.finditer("[^;]+", line):
                words = statement.group().strip()
                if words:
                    self._place = line.index(words, statement.start())
                    try:
                        self._read_statement(words)
                    except InputError as error:
                        place = f"line {number}, column {self._place + 1}"
                        raise InputError(f"{place}, {quoted(words)}: {error}") from None

    def _read_statement(self, statement: str) -> None:
        start, (head, *tail) = self._place, statement.split(maxsplit=1)
        rest = tail[0] if tail else ""
        after = start + len(statement) - len(rest)
        if head == "root":
            if self.root is not None:
                raise InputError("expected one root, got a second one")
            self._place = after
            self.root = _name(rest)
        elif head == "repetition":
            if self.repetition is not None:
                raise InputError("expected one repetition rule, got a second one")
            self._place = after
            self.repetition = _repetition(rest)
        else:
            _name(head)
            self._place = after
            node = self._read_node(rest)
            self._place = start
            self._add(head, node)

    def _read_node(self, text: str) -> Inner | Leaf:
        """What follows the name of a node."""
        if text.startswith("="):
            value = text[1:].strip()
            self._place += text.index(value, 1)
            return Leaf(_value(value))
        turn, colon, moves = text.partition(":")
        if not colon:
            raise InputError(f"expected {FORMS}, got {quoted(text)} after the name")
        player, start = _turn(turn.strip()), self._place + len(turn) + 1
        for move in re.finditer(r"\S+", moves):
            self._place = start + move.start()
            _name(move.group())
        return Inner(player, tuple(moves.split()))

    def read_json(self, text: str) -> None:
        try:
            graph = json.loads(text, object_pairs_hook=_object)
        except InputError:
            raise
        except (ValueError, RecursionError) as error:
            raise InputError(f"expected a graph as JSON, got {quoted(text)}: {error}") from None
        _expect_keys(graph, "the graph", ("root", "repetition", "nodes"))
        nodes = graph.get("nodes", {})
        if not isinstance(nodes, dict):
            raise InputError(f'expected "nodes" to be an object, got {quoted(nodes)}')
        if "repetition" in graph:
            self.repetition = _repetition(graph["repetition"])
        if "root" in graph:
            self.root = _name(graph["root"])
        for name, node in nodes.items():
            self._read_json_node(name, node)

    def _read_json_node(self, name: str, node: Any) -> None:
        try:
            self._add(name, _json_node(node))
        except InputError as error:
            raise InputError(f"node {quoted(name)}: {error}") from None

    def _add(self, name: str, node: Inner | Leaf) -> None:
        _name(name)
        if name in self.nodes:
            raise InputError(f"expected every node once, got {name} twice")
        if len(self.nodes) == MOST_NODES:
            raise InputError(f"expected at most {MOST_NODES} nodes, got more")
        if isinstance(node, Inner):
            if not node.moves:
                raise InputError(f"expected at least one move, got none: a leaf has a value, like '{name} = draw'")
            twice = _first_twice(node.moves)
            if twice is not None:
                raise InputError(f"expected every move once, got {quoted(twice)} twice")
        self.nodes[name] = node

    def finish(self) -> tuple[dict[str, Inner | Leaf], str, Repetition]:
        """The graph, if every name in it is defined."""
        if not self.nodes:
            raise InputError("expected a graph, got no nodes: write for instance 'A max: B C; B = win; C = draw'")
        root = self.root if self.root is not None else next(iter(self.nodes))
        missing = [f"{root} (the root)"] if root not in self.nodes else []
        for name, node in self.nodes.items():
            if isinstance(node, Inner):
                missing.extend(f"{quoted(move)} (a move of {name})" for move in node.moves if move not in self.nodes)
        if missing:
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
            raise InputError(f"expected every name to be defined, got no node for {', '.join(missing[:5])}{more}")
        return self.nodes, root, self.repetition or "draw"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, unless a key occurs in it twice: one of the two would be lost."""
    twice = _first_twice(key for key, _ in pairs)
    if twice is not None:
        raise InputError(f"expected every key of a JSON object once, got {quoted(twice)} twice")
    return dict(pairs)


def _first_twice(names: Iterable[str]) -> str | None:
    """The first name that has come before."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _expect_keys(value: Any, what: str, keys: tuple[str, ...]) -> None:
    if not isinstance(value, dict):
        raise InputError(f"expected {what} to be a JSON object, got {quoted(value)}")
    for key in value:
        if key not in keys:
            raise InputError(f"expected {what} to have the keys {', '.join(keys)}, got {quoted(key)}")


def _json_node(node: Any) -> Inner | Leaf:
    _expect_keys(node, "a node", ("turn", "moves", "value"))
    if set(node) == {"value"}:
        return Leaf(_value(node["value"]))
    if set(node) == {"turn", "moves"}:
        moves = node["moves"]
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise InputError(f'expected "moves" to be a list of names, got {quoted(moves)}')
        return Inner(_turn(node["turn"]), tuple(moves))
    raise InputError(f"expected turn and moves, or a value, got {quoted(', '.join(node))}")


def _turn(word: Any) -> int:
    if word not in TURNS:
        raise InputError(f"expected the player on move to be max or min, got {quoted(word)}")
    return TURNS.index(word)


def _repetition(word: Any) -> Repetition:
    if word == "draw":
        return "draw"
    if word == "impossible":
        return "impossible"
    if word == "illegal":
        return "illegal"
    raise InputError(f"expected the repetition rule to be draw, impossible or illegal, got {quoted(word)}")


def _value(word: Any) -> str | int:
    if word in ("win", "draw", "loss"):
        return str(word)
    if isinstance(word, str) and re.fullmatch(r"[+-]?[0-9]{1,20}", word):
        word = int(word)
    if isinstance(word, int) and not isinstance(word, bool) and -LARGEST_VALUE - 1 <= word <= LARGEST_VALUE:
        return word
    raise InputError(f"expected a value of win, draw, loss or an integer of 32 bits, got {quoted(word)}")


def _name(name: Any) -> str:
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME or not all(map(_in_names, name)):
        raise InputError(f"expected a name of 1 to {LONGEST_NAME} letters, digits or _ . ' + -, got {quoted(name)}")
    if name in RESERVED:
        raise InputError(f"expected a name, got the reserved word {name!r}")
    return name


def _in_names(character: str) -> bool:
    return (character.isascii() and character.isalnum()) or character in "_.'+-"
