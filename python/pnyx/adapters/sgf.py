r"""One-eye problems of Go as SGF files, in and out.

Problems are texts of the game `go-one-eye`, with ` moves ...` when the file has a main line of moves:

    >>> from pnyx.adapters import sgf
    >>> data = "(;GM[1]SZ[3:2]AB[ab][bb]AW[ca][cb]TR[aa][ba]MA[ab][bb]PL[B];B[ba];W[])"
    >>> sgf.read(data)
    ['..O/XXO rrs/ccs b b moves b2 pass']

| property | meaning |
|---|---|
| `SZ` | points on a side, or `columns:rows`; 19 if it is missing |
| `AB`, `AW`, `AE` | stones |
| `TR` | the region |
| `MA` | crucial stones: in the region if `TR` marks the point too. A mark without a stone is one that was captured |
| `PL` | the side to move; if it is missing, that of the first move, or Black |
| `EYE` | ours: the colour that wants the eye, `B` or `W`; if it is missing, that of the stones under `MA` |
| `PASSES` | ours: passes just before the first position, 1 or 2 |

All of them stand before the first move, in one node or in several. Marks at later nodes and all other properties are
ignored, and so are variations. SGF forbids two marks on one point of a node, so `write` puts `MA` into a second one.

The reader is our own: it is short, says where a mistake is, and takes boards that are not square.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.reference.rules import replay, split_history
from pnyx.reference.rules.go_one_eye import LARGEST, LETTERS, OneEye

_COORDINATES: Final = "abcdefghijklmnopqrs"
_SETUP: Final = ("AB", "AW", "AE")
_BEFORE_MOVES: Final = (*_SETUP, "PL", "EYE", "PASSES")
_VALUE: Final = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_SPACE: Final = re.compile(r"\s*")
_NAME: Final = re.compile(r"[A-Za-z]+")

Point = tuple[int, int]
"""Column and row from the top left, from 0 on."""


def read(data: str | bytes) -> list[str]:
    r"""The problems in an SGF file, one for each of its games.

    >>> read("(;SZ[3]AB[ba][ab][bb]TR[aa:cc]EYE[B]PL[W])")
    ['.X./XX./... rrr/rrr/rrr w b']
    >>> read("(;SZ[3]\n TR[aa:cd])")
    Traceback (most recent call last):
    pnyx.errors.InputError: line 2, column 5: expected a point of a board with 3 columns and 3 rows, got 'cd'
    """
    if isinstance(data, bytes):
        data = _decode(data)
    source = _Source(data.removeprefix("\ufeff"))
    return [_problem(source, place, line) for place, line in _main_lines(source)]


def write(problems: str | Iterable[str]) -> str:
    """An SGF file of one problem or of several, each with its moves if it has any.

    >>> print(write("..O/XXO rrs/CCs b b moves b2 pass"), end="")
    (;FF[4]GM[1]SZ[3:2]
    AB[ab][bb]
    AW[ca][cb]
    TR[aa][ba][ab][bb]
    PL[B]EYE[B]
    ;MA[ab][bb]
    ;B[ba];W[])
    """
    return "".join(_written(text) for text in ([problems] if isinstance(problems, str) else problems))


class _Value(NamedTuple):
    text: str
    place: int


_Node = dict[str, list[_Value]]


@dataclass(frozen=True)
class _Source:
    text: str

    def error(self, place: int, what: str) -> InputError:
        line = self.text.count("\n", 0, place) + 1
        column = place - self.text.rfind("\n", 0, place)
        return InputError(f"line {line}, column {column}: {what}")

    def skip_space(self, place: int) -> int:
        found = _SPACE.match(self.text, place)
        return found.end() if found else place


@dataclass
class _Level:
    """An open bracket: whether it is on the main line, has nodes, and has variations."""

    main: bool
    nodes: int = 0
    variations: int = 0


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # what SGF means by default; every byte is a character there


def _main_lines(source: _Source) -> list[tuple[int, list[_Node]]]:
    """Where each game begins, and the nodes of its main line. Nesting costs memory, but no recursion."""
    lines: list[tuple[int, list[_Node]]] = []
    levels: list[_Level] = []
    node: _Node | None = None
    place = source.skip_space(0)
    while place < len(source.text):
        symbol = source.text[place]
        if symbol == "(":
            if not levels:
                lines.append((place, []))
            elif not levels[-1].nodes:
                raise source.error(place, "expected ';' after '(', got another '('")
            else:
                levels[-1].variations += 1
            levels.append(_Level(not levels or (levels[-1].main and levels[-1].variations == 1)))
            node = None
        elif not levels:
            raise source.error(place, f"expected '(' where a game begins, got {quoted(symbol)}")
        elif symbol == ";":
            if levels[-1].variations:
                raise source.error(place, "expected '(' or ')' after a variation, got a node")
            levels[-1].nodes += 1
            node = {}
            if levels[-1].main:
                lines[-1][1].append(node)
        elif symbol == ")":
            if not levels.pop().nodes:
                raise source.error(place, "expected ';' after '(', got ')'")
            node = None
        elif _NAME.match(symbol):
            if node is None:
                raise source.error(place, f"expected ';' before a property, got {quoted(symbol)}")
            place = _read_property(source, place, node)
            continue
        else:
            raise source.error(place, f"expected a node, a property or a bracket, got {quoted(symbol)}")
        place = source.skip_space(place + 1)
    if levels:
        raise source.error(place, f"expected ')', got the end of the file with {len(levels)} open '('")
    if not lines:
        raise source.error(place, "expected a game, '(;...)', got none")
    return lines


def _read_property(source: _Source, start: int, node: _Node) -> int:
    """Put the property that begins at `start` into the node; the place after it."""
    found = _NAME.match(source.text, start)
    written = found.group() if found else ""
    name = re.sub("[a-z]", "", written)  # old files write AddBlack for AB
    if not name or name in node:
        why = "a property once in a node" if name else "a property's name in capitals"
        raise source.error(start, f"expected {why}, got {quoted(written)}")
    place = source.skip_space(start + len(written))
    values = node[name] = []
    while found := _VALUE.match(source.text, place):
        values.append(_Value(re.sub(r"\\(.)", _unescape, found.group(1), flags=re.DOTALL), place + 1))
        place = source.skip_space(found.end())
    if place < len(source.text) and source.text[place] == "[":
        raise source.error(place, f"expected ']' to end this value of {name}, got the end of the file")
    if not values:
        raise source.error(place, f"expected '[' after {quoted(written)}")
    return place


def _unescape(found: re.Match[str]) -> str:
    return "" if found.group(1) == "\n" else found.group(1)


@dataclass
class _Setup:
    """What the nodes before the first move say."""

    columns: int
    rows: int
    stones: dict[Point, str] = field(default_factory=dict)
    region: set[Point] = field(default_factory=set)
    crucial: set[Point] = field(default_factory=set)
    words: dict[str, str] = field(default_factory=dict)

    def drawn(self, symbols: Mapping[Point, str]) -> str:
        rows = ("".join(symbols.get((x, y), ".") for x in range(self.columns)) for y in range(self.rows))
        return "/".join(rows)


def _problem(source: _Source, start: int, line: list[_Node]) -> str:
    """The text of one game."""
    setup = _Setup(*_size(source, line[0]))
    moves: list[tuple[str, str, int]] = []
    for node in line:
        played = [name for name in ("B", "W") if name in node]
        if len(played) > 1:
            raise source.error(node["W"][0].place, "expected one move in a node, got B and W")
        late = next((name for name in _BEFORE_MOVES if name in node), None) if moves or played else None
        if late:
            raise source.error(node[late][0].place, f"expected {late} before the first move, in a node without one")
        if played:
            value = _only(source, node, played[0])
            moves.append((played[0], _move(source, setup, value), value.place))
        elif not moves:
            _read_setup(source, setup, node)
    first = moves[0][0] if moves else "B"
    mover = setup.words.get("PL", first)
    for number, (colour, _, place) in enumerate(moves):
        expected = mover if number % 2 == 0 else "BW".replace(mover, "")
        if colour != expected:
            raise source.error(
                place, f"expected a move of {expected}, got one of {colour}: a pass is written {expected}[]"
            )
    eye = setup.words.get("EYE") or _eye_colour(source, start, setup)
    try:
        rules, root = OneEye.read(_text(setup, mover, eye), {})
        text = rules.position_text(root)
        replay(rules, root, [name for _, name, _ in moves])
    except InputError as error:
        raise source.error(start, f"in the game that begins here: {error}") from None
    return f"{text} moves {' '.join(name for _, name, _ in moves)}" if moves else text


def _text(setup: _Setup, mover: str, eye: str) -> str:
    marks = dict.fromkeys(setup.region, "r")
    for point in setup.crucial:
        letter = "c" if setup.stones.get(point) == ("X" if eye == "B" else "O") else "l"
        marks[point] = letter.upper() if point in setup.region else letter
    passes = " pass" * int(setup.words.get("PASSES", "0"))
    return f"{setup.drawn(setup.stones)} {setup.drawn(marks)} {mover.lower()} {eye.lower()}{passes}"


def _eye_colour(source: _Source, place: int, setup: _Setup) -> str:
    colours = {setup.stones[point] for point in setup.crucial if point in setup.stones}
    if len(colours) != 1:
        seen = "stones of both colours" if colours else "no stone"
        raise source.error(
            place, f"expected to learn which colour wants the eye, but MA marks {seen}: write EYE[B] or EYE[W]"
        )
    return "B" if colours == {"X"} else "W"


def _size(source: _Source, root: _Node) -> tuple[int, int]:
    if "GM" in root and _only(source, root, "GM").text.strip() != "1":
        raise source.error(root["GM"][0].place, f"expected Go, GM[1], got {quoted(root['GM'][0].text)}")
    if "SZ" not in root:
        return LARGEST, LARGEST
    value = _only(source, root, "SZ")
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?::\s*([0-9]{1,2})\s*)?", value.text, re.ASCII)
    size = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not all(1 <= side <= LARGEST for side in size):
        raise source.error(value.place, f"expected a size from 1 to {LARGEST}, got {quoted(value.text)}")
    return size


def _read_setup(source: _Source, setup: _Setup, node: _Node) -> None:
    placed: set[Point] = set()
    for name, symbol in zip(_SETUP, "XO.", strict=True):
        for value in node.get(name, []):
            for point in _points(source, setup, value):
                if point in placed:
                    raise source.error(
                        value.place, f"expected every point once in AB, AW and AE, got {quoted(value.text)} again"
                    )
                placed.add(point)
                setup.stones.pop(point, None)
                if symbol != ".":
                    setup.stones[point] = symbol
    for name, marks in (("TR", setup.region), ("MA", setup.crucial)):
        for value in node.get(name, []):
            marks.update(_points(source, setup, value))
    for name, words in (("PL", ("B", "W")), ("EYE", ("B", "W")), ("PASSES", ("0", "1", "2"))):
        if name in node:
            value = _only(source, node, name)
            setup.words[name] = value.text.strip().upper()
            if setup.words[name] not in words:
                raise source.error(
                    value.place, f"expected {name} to be one of {', '.join(words)}, got {quoted(value.text)}"
                )


def _only(source: _Source, node: _Node, name: str) -> _Value:
    if len(node[name]) > 1:
        raise source.error(node[name][1].place, f"expected one value of {name}, got {len(node[name])}")
    return node[name][0]


def _points(source: _Source, setup: _Setup, value: _Value) -> list[Point]:
    """One point, or the rectangle between two."""
    corners = [_point(source, setup, corner, value.place) for corner in value.text.split(":", maxsplit=1)]
    (left, top), (right, bottom) = corners[0], corners[-1]
    if left > right or top > bottom:
        raise source.error(value.place, f"expected the top left corner first, got {quoted(value.text)}")
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def _point(source: _Source, setup: _Setup, text: str, place: int) -> Point:
    letters = text.strip()
    x, y = (_COORDINATES.find(letter) for letter in letters) if len(letters) == 2 else (-1, -1)
    if not (0 <= x < setup.columns and 0 <= y < setup.rows):
        board = f"a board with {setup.columns} columns and {setup.rows} rows"
        raise source.error(place, f"expected a point of {board}, got {quoted(text)}")
    return x, y


def _move(source: _Source, setup: _Setup, value: _Value) -> str:
    # Old files write a pass as a point beside the board.
    if value.text.strip() in ("", "tt"):
        return "pass"
    x, y = _point(source, setup, value.text, value.place)
    return f"{LETTERS[x]}{setup.rows - y}"


def _written(text: str) -> str:
    placement, moves = split_history(text)
    rules, root = OneEye.read(placement, {})
    replay(rules, root, moves)

    def listed(name: str, points: Iterable[str]) -> str:
        places = sorted((rules.rows - int(point[1:]), LETTERS.index(point[0])) for point in points)
        values = "".join(f"[{_COORDINATES[x]}{_COORDINATES[y]}]" for y, x in places)
        return f"{name}{values}\n" if values else ""

    size = str(rules.columns) if rules.rows == rules.columns else f"{rules.columns}:{rules.rows}"
    black, white = root.stones
    passes = f"PASSES[{root.passes}]" if root.passes else ""
    head = listed("AB", black) + listed("AW", white) + listed("TR", rules.region)
    crucial = listed("\n;MA", rules.crucial).rstrip("\n")
    colours = "BW"
    line = ""
    for number, move in enumerate(moves, start=root.turn):
        point = "" if move == "pass" else listed("", [move]).strip()[1:-1]
        line += f";{colours[number % 2]}[{point}]"
    words = f"PL[{colours[root.turn]}]EYE[{colours[rules.eye]}]{passes}"
    return f"(;FF[4]GM[1]SZ[{size}]\n{head}{words}{crucial}" + (f"\n{line}" if line else "") + ")\n"
