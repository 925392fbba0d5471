"""Bulk perft of the built-in games beside OpenSpiel's move generators, measured in turns in one run.

Run by `make bench`. A leaf is a legal move of a position one ply above the depth, counted and not played. OpenSpiel is
measured in two ways, because it has no perft of its own and is driven from Python:

- `spiel perft`: the same tree walked by a loop in Python, `child` and `legal_actions` in C++; the loop's overhead is
  in the number;
- `spiel C++`: games between random players of OpenSpiel's own, which run in C++ from the first move to the last without
  a line of Python. Each move played makes one list of legal moves, as each position above the leaves does in perft;
  what is counted are the moves in these lists.

Below it, children of Lines of Action: the same positions of random games on both sides, each child played.

- `pnyx`: perft of two plies, which plays each child and counts its replies too;
- `spiel child`: `legal_actions` of the position and `child` for each of them, and nothing else;
- `spiel replies`: the same with `legal_actions` of each child, which is the work that ours does.

What is reported is the median over the rounds. Games that one of the two does not have are left out and named.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pnyx

ROUNDS = 5
SECONDS = 0.3
"""The time that one turn takes at least; what is shorter is repeated."""
POSITIONS, PLIES = 200, 60
"""Positions whose children are played, and how many moves there are before them at most."""
REQUIRED = 20
"""How many children of Lines of Action ours should play while OpenSpiel plays one."""


class Case(NamedTuple):
    """One game under both names, with depths that take a moderate time."""

    ours: str
    theirs: str
    depth: int
    their_depth: int
    leaves: int
    """What both should count at `their_depth`, where their rules have not parted yet: in OpenSpiel's checkers each
    jump of a multi-jump is a move, and its Lines of Action ends when a board is repeated."""


CASES = [
    Case("chess", "chess", 5, 3, 8_902),
    Case("checkers", "checkers", 9, 6, 36_768),
    Case("othello", "othello", 8, 6, 8_200),
    Case("connect-four", "connect_four", 8, 5, 16_807),
    Case("lines-of-action", "lines_of_action", 4, 3, 44_952),
]


def walk(state: Any, depth: int) -> int:
    """Perft by OpenSpiel, the last ply by the length of the list."""
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(walk(state.child(action), depth - 1) for action in actions)


def leaves_per_second(count: Callable[[], int]) -> float:
    """Leaves of one perft after the other until the time is up."""
    leaves, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        leaves += count()
    return leaves / elapsed


def moves_per_second(pyspiel: Any, game: Any, seed: int) -> float:
    """Legal moves listed in games between OpenSpiel's random players; the lists are counted afterwards, by replay."""
    histories: list[list[int]] = []
    spent = 0.0
    while spent < SECONDS:
        bots = [pyspiel.make_uniform_random_bot(player, seed + len(histories)) for player in range(2)]
        state = game.new_initial_state()
        begun = time.perf_counter()
        pyspiel.evaluate_bots(state, bots, seed + len(histories))
        spent += time.perf_counter() - begun
        histories.append(state.history())
    listed = 0
    for history in histories:
        state = game.new_initial_state()
        for action in history:
            listed += len(state.legal_actions())
            state.apply_action(action)
    return listed / spent


def measure(pyspiel: Any, case: Case) -> list[str]:
    """The figures of one row."""
    position, game = pnyx.position(case.ours), pyspiel.load_game(case.theirs)
    counts = {"Pnyx": position.perft(case.their_depth), "OpenSpiel": walk(game.new_initial_state(), case.their_depth)}
    for who, count in counts.items():
        assert count == case.leaves, f"{who} counts {count:,} leaves of {case.ours}, not {case.leaves:,}"
    rounds = [
        (
            leaves_per_second(lambda: position.perft(case.depth)),
            leaves_per_second(lambda: walk(game.new_initial_state(), case.their_depth)),
            moves_per_second(pyspiel, game, seed=1000 * turn),
        )
        for turn in range(ROUNDS)
    ]
    speeds = [statistics.median(column) for column in zip(*rounds, strict=True)]
    ratios = [statistics.median(turn[0] / turn[way] for turn in rounds) for way in (1, 2)]
    return [*(f"{speed / 1e6:,.2f} M" for speed in speeds), *(f"{ratio:,.0f}" for ratio in ratios)]


def lines_of_action(state: Any) -> str:
    """A state of OpenSpiel's Lines of Action in our notation."""
    board = "/".join(row[1:9] for row in str(state).splitlines()[:8])
    for run in range(8, 0, -1):
        board = board.replace("." * run, str(run))
    return f"{board} {'bw'[state.current_player()]}"


def middles_of_games(pyspiel: Any) -> list[tuple[pnyx.Position, Any]]:
    """Unfinished positions of random games on both sides, with as many moves."""
    rng = random.Random("children of lines of action")
    game = pyspiel.load_game("lines_of_action")
    found: list[tuple[pnyx.Position, Any]] = []
    while len(found) < POSITIONS:
        state = game.new_initial_state()
        for _ in range(rng.randrange(PLIES)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            position = pnyx.position("lines-of-action", lines_of_action(state))
            assert position.perft(1) == len(state.legal_actions()), position.text
            found.append((position, state))
    return found


def children(pyspiel: Any) -> None:
    """Print how many children a second are played."""
    sample = middles_of_games(pyspiel)
    played = sum(position.perft(1) for position, _ in sample)

    def ours() -> int:
        for position, _ in sample:
            position.perft(2)
        return played

    def child() -> int:
        return sum(len([state.child(action) for action in state.legal_actions()]) for _, state in sample)

    def replies() -> int:
        for _, state in sample:
            for action in state.legal_actions():
                state.child(action).legal_actions()
        return played

    assert child() == played
    ways = (ours, child, replies)
    rounds = [tuple(leaves_per_second(way) for way in ways) for _ in range(ROUNDS)]
    speeds = [statistics.median(column) for column in zip(*rounds, strict=True)]
    ratios = [statistics.median(turn[0] / turn[way] for turn in rounds) for way in (1, 2)]
    print(f"\nchildren of lines-of-action, each of them played, {len(sample)} positions of random games, children/s")
    print("  (pnyx counts the replies of each child too; spiel child does not, spiel replies does)")
    heads = ["pnyx", "spiel child", "spiel replies", "ratio", "ratio replies"]
    print(f"  {'':<30}" + "".join(f"{head:>16}" for head in heads))
    figures = [*(f"{speed / 1e6:,.2f} M" for speed in speeds), *(f"{ratio:,.0f}" for ratio in ratios)]
    print(f"  {'lines-of-action':<30}" + "".join(f"{figure:>16}" for figure in figures))
    verdict = "reached" if ratios[0] >= REQUIRED else "MISSED"
    print(f"  required of the ratio to spiel child: {REQUIRED}; {verdict} with {ratios[0]:,.0f}")


def main() -> None:
    """Print the table."""
    try:
        import pyspiel
    except ImportError:
        print("\nbulk perft beside OpenSpiel: left out, OpenSpiel is not installed (pip install 'pnyx[open-spiel]')")
        return
    heads = ["pnyx perft", "spiel perft", "spiel C++", "ratio", "ratio C++"]
    print(
        f"\nbulk perft from the start beside OpenSpiel {pyspiel.__version__}, leaves/s on one thread, {ROUNDS} rounds"
    )
    print(
        "  (spiel perft: pyspiel driven by a loop in Python; spiel C++: moves listed in its random games, all in C++)"
    )
    print(f"  {'':<30}" + "".join(f"{head:>16}" for head in heads))
    known, registered = pnyx.games(), pyspiel.registered_names()
    for case in CASES:
        if case.ours not in known or case.theirs not in registered:
            print(f"  {case.ours:<30}{'not in both':>16}")
            continue
        print(f"  {case.ours:<30}" + "".join(f"{figure:>16}" for figure in measure(pyspiel, case)))
    children(pyspiel)


if __name__ == "__main__":
    main()
