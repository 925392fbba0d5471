"""`pnyx proof`: walk through a proof in the terminal."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli import options
from pnyx.cli.group import ANSWERED, UNKNOWN, complain
from pnyx.cli.inputs import load_python_game, seconds, whole
from pnyx.cli.output import emit, is_unicode
from pnyx.errors import CertificateError

if TYPE_CHECKING:
    from pnyx import Proof, ProofNode
    from pnyx.api.proof import FoundLines

_DEEPEST, _MOST = 100, 1_000_000

_KNOWN = ("goal", "prover", "verdict", "nodes", "shared", "plies", "moves_to_win")


def proof(
    file: options.CertificateArgument,
    line: Annotated[
        str,
        typer.Option(
            metavar="MOVES",
            help='The moves to the node: "e2e4 e7e5", in chess also "1. e4 e5"; use ; between moves with spaces.',
        ),
    ] = "",
    depth: Annotated[str, typer.Option(metavar="D", help="Show D plies from there.")] = "1",
    find: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Find positions below that contain this text, and moves."),
    ] = None,
    most: Annotated[str, typer.Option(metavar="N", help="Show at most N moves, or N lines found.")] = "200",
    max_seconds: Annotated[str | None, typer.Option(metavar="S", help="Time limit for --find in seconds.")] = None,
    game: options.PythonGameOption = None,
    syzygy: options.SyzygyOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Walk through a certificate: show the chosen move, or all replies, at the end of a line.

    Exit status: 0 shown, 1 rejected, or nothing found within the time limit, 2 bad input.
    """
    import pnyx
    from pnyx.cli.progress import Notice

    deep, limit = whole("--depth", depth, 0, _DEEPEST), whole("--most", most, 1, _MOST)
    try:
        with Notice("checking"):
            walked = pnyx.Proof(file, load_python_game(game), syzygy=syzygy)
    except CertificateError as error:
        if as_json:
            emit(json.dumps(_answer(file, None) | {"reason": str(error), "node": None, "cut": False, "found": None}))
        else:
            complain(f"{file}: rejected: {error}")
        return UNKNOWN
    node = walked.at(split_line(line, walked))
    found = None
    if find is not None:
        with Notice("looking"):
            found = walked.find(find, below=node.line, most=limit, seconds=seconds("--max-seconds", max_seconds))
    tree = _Tree(limit)
    shown = tree.grow(node, deep)
    if as_json:
        told = {"node": shown, "cut": tree.cut, "found": None if found is None else _found(walked, found)}
        emit(json.dumps(_answer(file, walked) | told))
    else:
        emit(f"{walked}\n")
        _show(node)
        if found is None:
            _show_moves(shown, tree.cut)
        else:
            _show_found(walked, found)
    return UNKNOWN if found is not None and not found.lines and not found.complete else ANSWERED


def split_line(text: str, walked: Proof) -> list[str]:
    """The moves of a line as typed; in chess and its variants move numbers are allowed."""
    if ";" in text:
        return [move.strip() for move in text.split(";") if move.strip()]
    words = text.split()
    if walked.position.python_game is None:
        from pnyx.adapters.boards import BOARDS

        if walked.position.game in BOARDS:
            words = [re.sub(r"^\d+\.+", "", word) for word in words]
    return [word for word in words if word]


class _Tree:
    """A node and the nodes below it, up to the number that is shown."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.cut = False

    def grow(self, node: ProofNode, depth: int) -> dict[str, Any]:
        shown = node.to_json()
        moves = shown["moves"] if depth > 0 else []
        self.cut = self.cut or len(moves) > self.left
        moves = moves[: self.left]
        self.left -= len(moves)
        shown["moves"] = [
            {**move, "node": self.grow(node.play(move["move"]), depth - 1) if depth > 1 else None} for move in moves
        ]
        return shown


def _answer(file: str, walked: Proof | None) -> dict[str, Any]:
    answer: dict[str, Any] = {"file": file, "accepted": walked is not None, "reason": None}
    answer["game"] = None if walked is None else walked.position.game
    answer["position"] = None if walked is None else walked.position.text
    return answer | {name: None if walked is None else getattr(walked, name) for name in _KNOWN}


def _found(walked: Proof, found: FoundLines) -> dict[str, Any]:
    from pnyx.api.notation import line_text

    lines = [{"line": list(line), "line_text": line_text(walked.position, line)} for line in found.lines]
    return {"lines": lines, "complete": found.complete}


def _show(node: ProofNode) -> None:
    from pnyx import draw

    emit(draw.text(node.position, last_move=node.line[-1] if node.line else None, unicode=is_unicode()))
    emit(f"\n{f'After {node.line_text}' if node.line else 'At the root'}: {_extent(vars(node))}.")
    elsewhere = " Transposition: its record is elsewhere in the file." * node.shared
    if node.kind == "repetition":
        where = "before the root" if node.returns_to is None else f"after {_plies(node.returns_to)}"
        emit(f"Repetition: the same position occurred {where}.{elsewhere}")
    elif node.kind == "end":
        emit(f"The line ends here.{elsewhere}")
    elif elsewhere:
        emit(elsewhere.strip())


def _show_moves(shown: dict[str, Any], cut: bool) -> None:
    moves = shown["moves"]
    if moves:
        emit(f"\n{'The proof plays' if shown['kind'] == 'choice' else 'Every reply has an answer'}:")
        _show_level(moves, indent=2)
    if cut:
        emit("More moves are not shown: raise --most.")


def _show_level(moves: list[dict[str, Any]], indent: int) -> None:
    width = max(len(move["text"]) for move in moves)
    for move in moves:
        what = {"end": "the end", "repetition": "repetition"}.get(move["kind"]) or _extent(move)
        elsewhere = ", transposition" if move["shared"] and move["kind"] != "repetition" else ""
        emit(f"{'':{indent}}{move['text']:<{width}}  {what}{elsewhere}")
        if move["node"] is not None and move["node"]["moves"]:
            _show_level(move["node"]["moves"], indent + 2)


def _show_found(walked: Proof, found: FoundLines) -> None:
    lines = _found(walked, found)["lines"]
    emit("\nFound:" if lines else "\nNothing found." if found.complete else "\nNothing found within the time limit.")
    for line in lines:
        emit(f"  {line['line_text'] or '(here)'}")
    if lines and not found.complete:
        emit("There may be more. Use a larger --most N or --max-seconds S.")


def _extent(known: dict[str, Any]) -> str:
    positions = f"{known['size']:,} position{'s' * (known['size'] != 1)}"
    return positions if known["plies"] is None else f"{positions}, {_plies(known['plies'])}"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number:,} plies"
