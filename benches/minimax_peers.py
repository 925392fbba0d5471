"""Node rates of `pnyx.search` beside alpha-beta searches in Python: easyAI's and OpenSpiel's.

Run by `make bench`. Both sides search the same positions of the same game to the same depth, in turns in one run, and
without evaluations: what is not the end of the game is worth 0, except where an evaluation is named. Nodes are counted
the same way everywhere, as positions visited: the root, and each position that a move led to, as often as one did.
Ours are `SearchResult.nodes`; theirs are the calls of easyAI's `negamax` and of OpenSpiel's `_alpha_beta`, which visit
one position each. They are counted in a search of their own, so that counting costs them no time. Our times are those
of the whole of `pnyx.search`, with the line of best play, whose nodes are not counted.

- `alpha-beta`: our search without a table, which is what theirs are;
- `mtd-f`: our default, with its table. It visits fewer nodes, so that its rate is not all: `sooner by` is the ratio of
  the times that easyAI or OpenSpiel and our default take.

First the built-in games. Then Connect Four with rules written in Python for each side's own interface: ours as a
`pnyx.Game` of immutable positions, easyAI's in two ways, as the example that it comes with (a numpy array; positions
are copied), and on the same bitboards as ours with moves that are taken back. All three have the same evaluation, the
stones in the middle column. The ratio that is required is the one to the example. Where the rules are the same code,
most of the time on both sides is Python's own for these rules, and no search can be much faster than they are.

What is reported is the median over the rounds. What is not installed is left out and named.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pnyx

ROUNDS = 5
SECONDS = 0.3
"""The time that one turn takes at least; what is shorter is repeated."""
OPENINGS = (0, 4, 8)
"""Random moves before the positions that are searched."""
REQUIRED = {"easyAI": 100, "OpenSpiel": 10, "a game in Python": 10}
"""How many nodes ours should visit while the other visits one."""
SEARCHES = ("alpha-beta", "mtd-f")
INSTALL = "pip install 'pnyx[bench]'"


class Rated(NamedTuple):
    """The nodes of a search, and how many a second were visited in each round."""

    nodes: int
    rates: list[float]


@contextmanager
def counting(module: ModuleType, name: str) -> Iterator[list[int]]:
    """Count the calls of a function of a module that calls itself by its name there."""
    function, calls = getattr(module, name), [0]

    def counted(*arguments: Any, **named: Any) -> Any:
        calls[0] += 1
        return function(*arguments, **named)

    setattr(module, name, counted)
    try:
        yield calls
    finally:
        setattr(module, name, function)


def seconds(search: Callable[[], object]) -> float:
    """The time of one search, which is repeated if it is short."""
    times, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        search()
        times += 1
    return elapsed / times


def in_turns(searches: list[tuple[int, Callable[[], object]]]) -> list[Rated]:
    """Searches, with the nodes that each of them visits, one after the other in each round."""
    rounds = [[nodes / seconds(search) for nodes, search in searches] for _ in range(ROUNDS)]
    return [Rated(nodes, [turn[which] for turn in rounds]) for which, (nodes, _) in enumerate(searches)]


def ours(
    positions: list[Any], depth: int, algorithm: str, options: dict[str, str], game: Any = None
) -> tuple[int, Callable[[], object]]:
    """Our search of some positions, and the nodes it visits. Nothing is kept from one time to the next."""

    def search() -> int:
        return sum(pnyx.search(at, depth, algorithm, options=options, game=game).nodes for at in positions)

    return search(), search


def ratio(rated: Rated, other: Rated) -> float:
    """How many nodes the first visits while the other visits one."""
    return statistics.median(a / b for a, b in zip(rated.rates, other.rates, strict=True))


def row(name: str, rated: list[Rated]) -> list[float]:
    """Print one line, the other's search first; gives the ratios of ours."""
    theirs, plain, default = rated
    ratios = [ratio(one, theirs) for one in (plain, default)]
    speeds = [f"{statistics.median(one.rates) / 1e3:,.1f} k" for one in rated]
    figures = [f"{theirs.nodes:,}", f"{plain.nodes:,}", *speeds, *(f"{one:,.1f}" for one in ratios)]
    figures.append(f"{ratios[1] * theirs.nodes / default.nodes:,.1f}")
    print(f"  {name:<30}" + "".join(f"{figure:>18}" for figure in figures))
    return ratios


def heads(other: str) -> None:
    names = ["their nodes", "our nodes", other, *SEARCHES, *(f"ratio {name}" for name in SEARCHES), "sooner by"]
    print(f"  {'':<30}" + "".join(f"{name:>18}" for name in names))


def verdict(what: str, ratios: list[float]) -> None:
    required = REQUIRED[what]
    reached = "reached" if min(ratios) >= required else "MISSED"
    print(f"  required of the ratios to {what}: {required}; {reached} with {min(ratios):,.0f} at least")


# Connect Four in Python, for both sides.

BOTTOM = [1 << 7 * column for column in range(7)]
TOP = [1 << 7 * column + 5 for column in range(7)]
FULL = sum(0b111111 << 7 * column for column in range(7))
MIDDLE = 0b111111 << 7 * 3


def has_four(stones: int) -> bool:
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class Four:
    """For Pnyx: a position is the stones of the player on move, and the squares taken."""

    name, repetition, largest_value = "four", "impossible", 6

    def start(self) -> tuple[int, int]:
        return 0, 0

    def turn(self, position: tuple[int, int]) -> int:
        return position[1].bit_count() % 2

    def outcome(self, position: tuple[int, int]) -> Any:
        mover, taken = position
        if has_four(mover ^ taken):
            return 1 - taken.bit_count() % 2
        return "draw" if taken == FULL else None

    def moves(self, position: tuple[int, int]) -> list[int]:
        taken = position[1]
        return [column for column in range(7) if not taken & TOP[column]]

    def play(self, position: tuple[int, int], column: int) -> tuple[int, int]:
        mover, taken = position
        return mover ^ taken, taken | taken + BOTTOM[column]

    def evaluate(self, position: tuple[int, int]) -> int:
        mover, taken = position
        middle = 2 * (mover & MIDDLE).bit_count() - (taken & MIDDLE).bit_count()
        return -middle if taken.bit_count() % 2 else middle


def easy_games(easy: Any) -> dict[str, tuple[Callable[[], Any], Callable[[Any], float]]]:
    """Connect Four for easyAI: games, and how they are scored for the player on move."""
    shipped = importlib.import_module("easyAI.games.ConnectFour")

    class Bits(easy.TwoPlayerGame):  # type: ignore[misc]
        """The same bitboards, changed in place."""

        def __init__(self) -> None:
            self.players, self.current_player = [None, None], 1
            self.stones, self.taken = [0, 0], 0

        def possible_moves(self) -> list[int]:
            return [column for column in range(7) if not self.taken & TOP[column]]

        def make_move(self, column: int) -> None:
            stone = self.taken + BOTTOM[column] & ~self.taken
            self.stones[self.current_player - 1] |= stone
            self.taken |= stone

        def unmake_move(self, column: int) -> None:
            stone = (self.taken >> 7 * column & 0b111111) + 1 >> 1 << 7 * column
            self.stones[self.current_player - 1] ^= stone
            self.taken ^= stone

        def lose(self) -> bool:
            return has_four(self.stones[self.opponent_index - 1])

        def is_over(self) -> bool:
            return self.taken == FULL or self.lose()

        def scoring(self) -> int:
            if self.lose():
                return -100
            own, other = (self.stones[player - 1] & MIDDLE for player in (self.current_player, self.opponent_index))
            return own.bit_count() - other.bit_count()

    def middle(game: Any) -> float:
        if game.lose():
            return -100
        column = game.board[:, 3]
        return int((column == game.current_player).sum() - (column == game.opponent_index).sum())

    return {
        "its example": (lambda: shipped.ConnectFour([None, None]), middle),
        "the same bitboards": (Bits, lambda game: float(game.scoring())),
    }


def columns(plies: int) -> list[int]:
    """Random moves of Connect Four after which nobody has won, numbered from 0."""
    rng, game = random.Random(f"peers {plies}"), Four()
    while True:
        position, played = game.start(), []
        for _ in range(plies):
            if game.outcome(position) is None:
                played.append(rng.choice(game.moves(position)))
                position = game.play(position, played[-1])
        if game.outcome(position) is None:
            return played


def easy_search(
    easy: Any, start: Callable[[], Any], depth: int, scoring: Callable[[Any], float]
) -> tuple[int, Callable[[], object]]:
    """easyAI's search of the positions after the openings."""
    games = []
    for plies in OPENINGS:
        game = start()
        for column in columns(plies):
            game.play_move(column)
        games.append(game)
    negamax = easy.Negamax(depth, scoring)

    def search() -> None:
        for game in games:
            negamax(game)

    with counting(importlib.import_module("easyAI.AI.Negamax"), "negamax") as calls:
        search()
    return calls[0], search


def beside_easy_ai() -> None:
    """Print the tables for easyAI."""
    try:
        easy = importlib.import_module("easyAI")
        games = easy_games(easy)
    except ImportError as missing:
        print(f"\nnode rates beside easyAI: left out, {missing.name} is not installed ({INSTALL})")
        return
    print(f"\nnode rates beside easyAI's Negamax, nodes/s on one thread, Connect Four, {ROUNDS} rounds")
    heads("easyAI")
    start, _ = games["its example"]
    depth, texts = 4, ["".join(str(column + 1) for column in columns(plies)) for plies in OPENINGS]
    positions = [pnyx.position("connect-four", text) if text else pnyx.position("connect-four") for text in texts]
    theirs = easy_search(easy, start, depth, lambda game: -100 if game.lose() else 0)
    mine = [ours(positions, depth, algorithm, {"evaluator": "off"}) for algorithm in SEARCHES]
    verdict("easyAI", row(f"built in, {depth} plies", in_turns([theirs, *mine])))

    print(f"\nthe same game with rules in Python for both, evaluated by the middle column, {ROUNDS} rounds")
    heads("easyAI")
    four, roots = Four(), []
    for plies in OPENINGS:
        root = four.start()
        for column in columns(plies):
            root = four.play(root, column)
        roots.append(root)
    ratios: dict[str, list[float]] = {}
    for how, depth in (("its example", 4), ("the same bitboards", 8), ("the same bitboards", 10)):
        start, scoring = games[how]
        theirs = easy_search(easy, start, depth, scoring)
        mine = [ours(roots, depth, algorithm, {}, four) for algorithm in SEARCHES]
        ratios.setdefault(how, []).extend(row(f"{how}, {depth} plies", in_turns([theirs, *mine])))
    verdict("a game in Python", ratios["its example"])
    least = min(ratios["the same bitboards"])
    print(f"  (on the same bitboards, where most of the work is the rules', {least:.1f} at least)")


# OpenSpiel's states in our notations.


def connect_four(state: Any) -> str:
    return "/".join(str(state).split()).upper() + f" {'xo'[state.current_player()]}"


def othello(state: Any) -> str:
    rows = [line.split()[1:9] for line in str(state).splitlines() if line[:1].isdigit()]
    return "".join("".join(row) for row in rows).upper() + f" {'XO'[state.current_player()]}"


def checkers(state: Any) -> str:
    """Their first player is at the bottom; ours has the squares from 1 on."""
    squares: dict[str, list[int]] = {"o": [], "+": []}
    for line in str(state).splitlines()[:8]:
        for file, piece in enumerate(line[1:9]):
            if piece != ".":
                squares[piece].append(4 * (int(line[0]) - 1) + (7 - file) // 2 + 1)
    black, white = (",".join(map(str, sorted(squares[piece]))) for piece in "o+")
    return f"{'BW'[state.current_player()]}:W{white}:B{black}"


def lines_of_action(state: Any) -> str:
    board = "/".join(line[1:9] for line in str(state).splitlines()[:8])
    for run in range(8, 0, -1):
        board = board.replace("." * run, str(run))
    return f"{board} {'bw'[state.current_player()]}"


class Case(NamedTuple):
    """One game under both names, the depth, and the way from their states to our positions."""

    ours: str
    theirs: str
    depth: int
    text: Callable[[Any], str]


CASES = [
    Case("connect-four", "connect_four", 8, connect_four),
    Case("othello", "othello", 8, othello),
    Case("checkers", "checkers", 8, checkers),
    Case("lines-of-action", "lines_of_action", 4, lines_of_action),
    Case("chess", "chess", 4, str),
]


def sample(game: Any, case: Case) -> list[tuple[pnyx.Position, Any]]:
    """The positions after the openings on both sides, with as many moves."""
    rng, found = random.Random(f"peers {case.ours}"), []
    for plies in OPENINGS:
        while True:
            state = game.new_initial_state()
            for _ in range(plies):
                if not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))
            if not state.is_terminal():
                break
        position = pnyx.position(case.ours, case.text(state))
        assert position.perft(1) == len(state.legal_actions()), position.text
        found.append((position, state))
    return found


def beside_open_spiel() -> None:
    """Print the table for OpenSpiel."""
    # The file beside this one that has the package's name would be taken for it.
    sys.path[:] = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]
    try:
        pyspiel = importlib.import_module("pyspiel")
        minimax = importlib.import_module("open_spiel.python.algorithms.minimax")
    except ImportError as missing:
        print(f"\nnode rates beside OpenSpiel's alpha-beta: left out, {missing.name} is not installed ({INSTALL})")
        return
    print(f"\nnode rates beside OpenSpiel {pyspiel.__version__}'s alpha-beta in Python, nodes/s on one thread")
    heads("OpenSpiel")
    ratios = []
    for case in CASES:
        if case.theirs not in pyspiel.registered_names():
            print(f"  {case.ours:<30}{'not in OpenSpiel':>16}")
            continue
        game = pyspiel.load_game(case.theirs)
        positions = sample(game, case)

        def search(game: Any = game, case: Case = case, positions: list[tuple[Any, Any]] = positions) -> None:
            for _, state in positions:
                minimax.alpha_beta_search(game, state, lambda _: 0, case.depth)

        with counting(minimax, "_alpha_beta") as calls:
            search()
        roots = [position for position, _ in positions]
        mine = [ours(roots, case.depth, algorithm, {"evaluator": "off"}) for algorithm in SEARCHES]
        ratios += row(f"{case.ours}, {case.depth} plies", in_turns([(calls[0], search), *mine]))
    verdict("OpenSpiel", ratios)


def main() -> None:
    """Print the tables."""
    beside_easy_ai()
    beside_open_spiel()


if __name__ == "__main__":
    main()
