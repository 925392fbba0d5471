"""The checker that believes nothing but the rules.

    python -m pnyx.reference.check FILE [--game module:attribute] [--syzygy DIRECTORY] [--json]
        [--expect-position POSITION] [--expect-goal GOAL] [--expect-verdict VERDICT]
        [--expect-game GAME] [--expect-option KEY=VALUE]

It needs nothing native: the rules are those of `pnyx.reference.rules`, or the user's own object for a game written in
Python. Exit status: 0 accepted, 1 rejected or about another question than the expected one, 2 bad input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any, Final

from pnyx.errors import CertificateError, InputError, PnyxError, quoted
from pnyx.game import Game
from pnyx.reference.certificate import LONGEST_BODY, LONGEST_HEADER, CertificateFile, Header
from pnyx.reference.expected import other_goal, other_position, other_verdict
from pnyx.reference.rules import RuleBook, read_position, replay, split_history
from pnyx.reference.rules.base import TablesError
from pnyx.reference.walk import DEEPEST, Claim, walk
from pnyx.reference.walk_illegal import walk_illegal
from pnyx.reference.within import Within, read_moves

METHODS: Final = ("start", "turn", "outcome", "moves", "play")
GOALS: Final = ("win", "draw-or-better")
POSITION_SHOWN: Final = 200
NO_ROOT: Final = object()

YES: Final = {
    "mate": "mates",
    "mate-in": "mates",
    "mated": "mates",
    "mated-in": "mates",
    "win": "wins",
    "win-in": "wins",
    "draw-or-better": "can hold at least a draw",
    "promote": "promotes",
    "score": "scores at least",
}
NO: Final = {
    "mate": "cannot force mate",
    "mate-in": "has no mate in",
    "mated": "cannot force mate",
    "mated-in": "has no mate in",
    "win": "cannot force a win",
    "win-in": "has no win in",
    "draw-or-better": "cannot hold a draw",
    "promote": "cannot force a promotion",
    "score": "cannot score at least",
}

LENGTHS: Final = ("win", "win-in", "mate", "mate-in", "mated", "mated-in")
"""Goals that are reached in a number of moves, which a proof shows."""


@dataclass(frozen=True)
class Report(Header):
    """What a certificate shows: all of it checked.

    `moves_to_win` is the largest number of the prover's moves on any line of a proof, and `plies` the length of the
    longest line; both are `None` where a graph may have cycles, and the first also for a disproof.

    >>> from pnyx.reference.certificate import Certificate
    >>> report = check(Certificate("tic-tac-toe", {}, "XX./OO./... x", "win", "x", "impossible", "proven", 2,
    ...                            bytes([0, 4, 0])).to_bytes())
    >>> print(report)
    X wins in 1 from XX./OO./... x: checked, 2 positions.
    """

    shared: int
    moves_to_win: int | None
    plies: int | None

    @property
    def sentence(self) -> str:
        """What is now known, without a full stop."""
        who = f"the {self.prover} player" if self.prover in ("first", "second") else self.prover
        if self.verdict == "disproven":
            does = _words(NO, self.goal)
        elif (name := self.goal.partition(" ")[0]) not in LENGTHS or self.moves_to_win is None:
            does = _words(YES, self.goal)
        elif self.moves_to_win == 0:
            does = "has already won"
        else:
            does = f"{YES[name]} in {'at most ' * (self.moves_to_win > 1)}{self.moves_to_win}"
        position = self.position
        if len(position) > POSITION_SHOWN:
            position = f"{position[:POSITION_SHOWN]}..."
        limits = [f"{name}={self.options[name]}" for name in ("attack", "exclude") if name in self.options]
        under = f" with {' and '.join(limits)}" if limits else ""
        return f"{who[:1].upper()}{who[1:]} {does}{under} from {position}"

    @property
    def question(self) -> str:
        """The question that was checked, and the answer: game and rules, position, goal, prover and verdict."""
        rules = "".join(f" {name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.game}{rules}, position {self.position}, goal {self.goal} for {self.prover}: {self.verdict}"

    def __str__(self) -> str:
        return f"{self.sentence}: checked, {self.nodes:,} position{'s' * (self.nodes != 1)}."


def _words(table: dict[str, str], goal: str) -> str:
    """The goal in words; a number follows them."""
    name, _, number = goal.partition(" ")
    return f"{table[name]} {number}".rstrip()


def check(
    data: bytes,
    game: Game[Any, Any] | None = None,
    *,
    root: Hashable = NO_ROOT,
    max_body: int = LONGEST_BODY,
    max_depth: int = DEEPEST,
    syzygy: str = "",
) -> Report:
    """Check a certificate; one that shows nothing is a `CertificateError`.

    `game` is the object to take the rules from, when the game is not built in. It needs `parse` to read the position,
    unless that is given as `root`; without `move_text` the notation of a move is its `repr`. What the object itself
    raises comes out unchanged.

    A body of more than `max_body` bytes and a line of more than `max_depth` plies are refused. `syzygy` says where the
    tables are that a certificate may depend on; without them nothing can be said about it, which is an `InputError`.

    >>> check(b"something else")
    Traceback (most recent call last):
    pnyx.errors.CertificateError: line 1: expected 'pnyx certificate 2', got 'something else'
    """
    file = CertificateFile.open(data, max_body)
    certificate = file.header
    if game is None:
        if root is not NO_ROOT:
            raise InputError("expected a game with the root, got the root alone: pass game= too")
        rules, position, history = _built_in(certificate, syzygy)
    else:
        rules = game
        position, history = _given(certificate, game, root)
    claim = _claim(certificate, rules, position, history, file.version)
    follow = walk_illegal if claim.repetition == "illegal" else walk
    found = follow(claim, file.body, max_depth)
    return Report(
        **{**vars(certificate), "options": dict(certificate.options)},
        shared=found.shared,
        moves_to_win=found.moves if claim.proven and not (isinstance(rules, RuleBook) and rules.ends_early) else None,
        plies=found.plies,
    )


def _built_in(certificate: Header, syzygy: str) -> tuple[Game[Any, Any], Hashable, Sequence[Hashable]]:
    options = certificate.options
    if "syzygy" in options:  # nobody's file says which directories of ours to look into
        raise CertificateError("options: expected no place of tables, got syzygy")
    if "tables" in options and syzygy:
        options = {**options, "syzygy": syzygy}
    try:
        reading = read_position(certificate.game, certificate.position, options)
    except TablesError:
        raise
    except InputError as error:
        raise CertificateError(f"header: {error}") from None
    except ModuleNotFoundError as error:
        raise InputError(
            f"the rules of {certificate.game} need the package {error.name}: pip install {error.name}"
        ) from None
    _expect("options", dict(reading.rules.options), certificate.options)
    return reading.rules, reading.root, reading.history


def _given(certificate: Header, game: Any, root: Hashable) -> tuple[Hashable, Sequence[Hashable]]:
    """The root, when the rules are an object that came with the question."""
    missing = [name for name in METHODS if not callable(getattr(game, name, None))]
    if missing:
        raise InputError(f"expected a game with the methods {', '.join(METHODS)}, got one without {', '.join(missing)}")
    own_rules = isinstance(game, RuleBook)
    _expect("game", getattr(game, "name", type(game).__name__), certificate.game)
    _expect("options", dict(game.options) if own_rules else {}, certificate.options)
    if root is not NO_ROOT:
        if hasattr(game, "position_text"):
            # The header has one line for it.
            text = game.position_text(root).replace("\n", " ").replace("\r", " ")
            _expect("position", text, certificate.position)
        return root, ()
    if not hasattr(game, "parse"):
        raise InputError("expected a game with the method parse, to read the position, got one without: pass root= too")
    try:
        if own_rules:
            placement, moves = split_history(certificate.position)
            return replay(game, game.parse(placement), moves)
        return game.parse(certificate.position), ()
    except Exception as error:  # whatever the object raises, it means that this text is not a position
        raise CertificateError(f"position: the game does not read {quoted(certificate.position)}: {error}") from error


def _claim(certificate: Header, game: Any, root: Hashable, history: Sequence[Hashable], version: int) -> Claim:
    """What the header says, if it agrees with the game."""
    goal = certificate.goal
    goals = game.goals if isinstance(game, RuleBook) else (*GOALS, "win-in N")
    turn = game.turn(root)
    if turn not in (0, 1) or isinstance(turn, bool):
        raise CertificateError(f"the root: expected player 0 or 1 on move, got {quoted(turn)} from the game")
    prover = game.prover(goal, turn) if isinstance(game, RuleBook) else turn
    try:
        aimed: Any = game.aim(goal, prover) if isinstance(game, RuleBook) else None
        root = root if aimed is None else aimed.enter(root)
        moves = read_moves(goal, "win-in") if aimed is None else None
    except InputError as error:
        raise CertificateError(f"goal: {error}") from None
    if aimed is not None:
        game = aimed
    elif moves is None and (goal not in goals or goal not in (*GOALS, "mate")):
        raise CertificateError(f"goal: expected one of {', '.join(goals)}, got {quoted(goal)}")
    players = tuple(getattr(game, "players", ("first", "second")))
    if len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise CertificateError(f"players: expected the names of two players from the game, got {quoted(players)}")
    _expect("prover", players[prover], certificate.prover)

    rule = getattr(game, "repetition", "draw")
    if rule not in ("draw", "impossible", "illegal"):
        raise CertificateError(f"repetition: expected draw, impossible or illegal from the game, got {quoted(rule)}")
    draw = "satisfies" if goal == "draw-or-better" else "fails"
    repetition = draw if rule == "draw" else rule
    _expect("repetition", repetition, certificate.repetition)
    if history and rule == "impossible":
        raise CertificateError("position: expected no moves after it, because positions cannot repeat in this game")
    if moves is not None:
        if rule == "illegal":
            raise CertificateError("goal: expected no number of moves where repeating is illegal")
        game = Within(game, prover, moves, history)
        root, history = game.root(root), ()
    return Claim(
        game=game,
        root=root,
        prover=int(prover),
        goal=goal,
        repetition=repetition,
        proven=certificate.verdict == "proven",
        nodes=certificate.nodes,
        history=history,
        players=players,
        limit=read_moves(goal, "win-in", "mate-in", "mated-in"),
        version=version,
    )


def _expect(what: str, expected: object, given: object) -> None:
    if given != expected:
        raise CertificateError(f"{what}: expected {quoted(expected)}, got {quoted(given)}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    options = _parser().parse_args(arguments)
    report = None
    try:
        game = None if options.game is None else _load_game(options.game)
        data = _read_file(options.file)
        try:
            report = check(data, game, syzygy=options.syzygy)
            _expect_question(CertificateFile.open(data).header, game, options)
        except PnyxError:
            raise
        except Exception as error:
            if game is None:
                raise
            raise InputError(f"the game {options.game} raised {type(error).__name__}: {quoted(str(error))}") from error
    except CertificateError as error:
        if options.json:
            print(json.dumps({"checked": False, "reason": str(error)}))
        elif report is not None:
            print(f"Question: {report.question}")
        print(f"rejected: {error}", file=sys.stderr)
        return 1
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 2
    print(json.dumps({**asdict(report), "checked": True}) if options.json else f"{report}\nQuestion: {report.question}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m pnyx.reference.check", description="Check a certificate.")
    parser.add_argument("file", metavar="FILE", help="the certificate")
    parser.add_argument("--game", metavar="MODULE:ATTRIBUTE", help="the game's rules, if it is written in Python")
    parser.add_argument("--syzygy", metavar="DIRECTORY", default="", help="where Syzygy tables are")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--expect-position", metavar="POSITION", help="accept it only if it is about this position")
    parser.add_argument("--expect-goal", metavar="GOAL", help="accept it only if it is about this goal")
    parser.add_argument("--expect-verdict", choices=("proven", "disproven"), help="accept it only if it shows this")
    parser.add_argument("--expect-game", metavar="GAME", help="the game of that position, if it is built in")
    parser.add_argument(
        "--expect-option",
        metavar="KEY=VALUE",
        type=_setting,
        action="append",
        default=[],
        help="an option of that game",
    )
    return parser


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, got {quoted(text)}")
    return name, value


def _expect_question(header: Header, game: Any, options: argparse.Namespace) -> None:
    """A certificate that answers another question than the expected one is a `CertificateError`."""
    said = (
        other_position(header, game, options.expect_position, options.expect_game, dict(options.expect_option)),
        other_goal(header, options.expect_goal),
        other_verdict(header, options.expect_verdict),
    )
    if any(said):
        raise CertificateError(f"it answers another question: {'; '.join(filter(None, said))}")


def _load_game(name: str) -> Any:
    """The game that `module:attribute` names; a class means an object of it."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise InputError(f"expected a game as module:attribute, got {quoted(name)}")
    try:
        game: Any = import_module(module)
        for part in attribute.split("."):
            game = getattr(game, part)
        return game() if isinstance(game, type) else game
    except Exception as error:
        raise InputError(f"the game {quoted(name)} cannot be loaded: {type(error).__name__}: {error}") from error


def _read_file(path: str) -> bytes:
    # Compression never makes a body much longer, so nothing honest is larger than this.
    most = LONGEST_HEADER + LONGEST_BODY + LONGEST_BODY // 64
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"the file {quoted(path)} cannot be read: {reason}") from None
    if len(data) > most:
        raise InputError(f"the file {quoted(path)} is larger than any certificate that is read ({most} bytes)")
    return data


if __name__ == "__main__":
    sys.exit(main())
