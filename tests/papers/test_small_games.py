"""The small games of the gallery: their rules, their whole tables, and the results that are kept in the repository."""

from __future__ import annotations

import csv
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.cli import app
from pnyx.cli.reproduce import load
from reporting import FILE
from support.places import EXPERIMENTS, ROOT
from support.whole_games import brute, rows

FOLDER = EXPERIMENTS / "small-games"
GALLERY: Any = load("small-games", FOLDER / "run.py")
NAMES = tuple(name for name, game in GALLERY.GAMES.items() if isinstance(game, type))
LATEST = max(FOLDER.glob(f"runs/*/{FILE}"))
KEPT = {row["game"]: row for row in csv.DictReader(LATEST.read_text(encoding="utf-8").splitlines())}
SMALL = tuple(
    name for name, row in KEPT.items() if name in NAMES and name != "kayles" and int(row["positions"]) < 3_000
)
"""Games of which brute force knows all positions in a moment. (Without symmetry Kayles has too many.)"""


SLOW = ("l-game", "teeko", "advanced-teeko")
"""Games with many moves, which take `check_game` seconds."""


class WithoutSymmetry:
    """A game without its `canonical`."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        if name == "canonical":
            raise AttributeError(name)
        return getattr(self._game, name)


@cache
def whole(name: str) -> pnyx.Table:
    return pnyx.tabulate(GALLERY.GAMES[name](), threads=1)


def random_line(game: Any, rng: random.Random, plies: int = 40) -> list[Any]:
    """The positions of a random game."""
    line = [game.start()]
    while len(line) <= plies and game.outcome(line[-1]) is None:
        line.append(game.play(line[-1], rng.choice(list(game.moves(line[-1])))))
    return line


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.soak if name in SLOW else ()) for name in NAMES])
def test_the_rules_follow_the_protocol(name: str) -> None:
    report = pnyx.testing.check_game(GALLERY.GAMES[name](), playouts=15)
    assert report.plies > 0


@pytest.mark.parametrize("name", NAMES)
def test_positions_and_moves_have_texts(name: str) -> None:
    """A position's text means it, moves have different texts, and the rows of a board are those of the text."""
    game, rng = GALLERY.GAMES[name](), random.Random(name)
    for position in [here for _ in range(10) for here in random_line(game, rng)]:
        text = game.position_text(position)
        assert game.parse(text) == position, text
        moves = [] if game.outcome(position) is not None else list(game.moves(position))
        assert len({game.move_text(position, move) for move in moves}) == len(moves), text
        drawn = "/".join(game.board(position)) if hasattr(game, "board") else ""
        if "/" in text:
            assert drawn.replace(" ", ".") in ("", text.partition(" ")[0]), text


@pytest.mark.parametrize("name", SMALL)
def test_tables_are_those_of_brute_force(name: str) -> None:
    """Without symmetry: the table of the game itself is compared with this one below."""
    game = WithoutSymmetry(GALLERY.GAMES[name]())
    assert rows(pnyx.tabulate(game, threads=1)) == brute(game)


@pytest.mark.parametrize("name", [name for name in SMALL if hasattr(GALLERY.GAMES[name], "canonical")])
def test_symmetry_changes_no_entry(name: str) -> None:
    game, table = GALLERY.GAMES[name](), whole(name)
    without = pnyx.tabulate(WithoutSymmetry(game), threads=1)
    assert [p.text for p, entry in without.items() if table[game.parse(p.text)] != entry] == []
    assert len({game.canonical(game.parse(p.text)) for p in without}) == len(table) < len(without)


@pytest.mark.parametrize("name", [*SMALL, "kayles", "l-game", "small-teeko", "octopawn"])
def test_tables_have_the_counts_that_are_kept(name: str) -> None:
    table, row = whole(name), KEPT[name]
    kept = [int(row[column]) for column in ("positions", "moves", "wins", "draws", "losses", "longest_win")]
    longest = max(plies for _, plies in table.longest_wins().values())
    assert [len(table), table.edges, *table.values.values(), longest] == kept


def test_what_is_kept_is_as_published() -> None:
    assert KEPT.keys() == GALLERY.published().keys() == GALLERY.GAMES.keys()
    assert GALLERY.different(list(KEPT.values()), GALLERY.published()) == []


def test_differences_are_told() -> None:
    changed = [{**KEPT["hexapawn"], "value": "first", "plies": ""}]
    assert GALLERY.different(changed, GALLERY.published()) == [
        "hexapawn: value first, published second",
        "hexapawn: plies none, published 6",
    ]


def test_the_page_shows_what_is_kept() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert GALLERY.table(list(KEPT.values()), GALLERY.published()) in page


def test_a_run_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same command goes on with what is missing; tables are kept on demand."""
    monkeypatch.chdir(ROOT)
    common = ["reproduce", "small-games", "--out", str(tmp_path), "--threads", "1", "--keep", str(tmp_path / "tables")]
    run = CliRunner().invoke
    done = run(app, [*common, "--only", "hexapawn", "nim"], catch_exceptions=False, prog_name="pnyx")
    assert (done.exit_code, "2 searches run now" in done.stderr) == (0, True), done.stderr
    assert "Not as published: nothing." in done.stdout
    done = run(app, [*common, "--only", "hexapawn", "pong-hau-ki"], catch_exceptions=False, prog_name="pnyx")
    assert (done.exit_code, "1 searches run now" in done.stderr) == (0, True), done.stderr
    assert sorted(path.stem for path in (tmp_path / "tables").iterdir()) == ["hexapawn", "nim", "pong-hau-ki"]
    done = run(app, [*common, "--only", "hexapawns"], prog_name="pnyx")
    assert (done.exit_code, "not 'hexapawns'" in done.stderr) == (2, True), done.stderr


# What is known of one game.


def test_the_l_game_has_the_published_positions() -> None:
    """2,296 arrangements up to symmetry; of these 15 are lost at once, and 14 more soon (Wikipedia, L game)."""
    table = whole("l-game")
    for player in ("red", "blue"):
        counts = table.counts()[player]
        at_once, soon = counts["loss"].pop(0), sum(counts["loss"].values())
        assert (at_once, soon, sum(sum(part.values()) for part in counts.values())) == (15, 14, 2296 - 15), player
    without = pnyx.tabulate(sys.modules["l_game"].LGame(), threads=1)
    assert len(without) == 36_736
    assert {value: count // 8 for value, count in without.values.items()} == table.values


def test_mu_torere_has_the_published_positions() -> None:
    """1,180 positions, of which 208 are won, 844 drawn and 128 lost (Wikipedia, Mū tōrere)."""
    table = pnyx.tabulate(WithoutSymmetry(GALLERY.GAMES["mu-torere"]()), threads=1)
    assert table.values == {"win": 208, "draw": 844, "loss": 128}


def test_the_first_move_of_dodgem_and_hexapawn() -> None:
    """Dodgem: the upper car ahead (Zillions of Games); hexapawn: White's middle pawn lasts longest (Wikipedia)."""
    assert whole("dodgem").best_moves(GALLERY.GAMES["dodgem"]().start()) == ["a3b3"]
    assert whole("hexapawn").best_moves(GALLERY.GAMES["hexapawn"]().start()) == ["b1b2"]


def test_nim_and_kayles_have_the_values_of_theory() -> None:
    """The player on move loses where the exclusive or of the heaps, or of the values of the rows, is zero."""

    @cache
    def value(row: int) -> int:
        after = {value(a) ^ value(row - taken - a) for taken in (1, 2) for a in range(row - taken + 1)}
        return next(n for n in range(100) if n not in after)

    for name, number in (("nim", lambda heap: heap), ("kayles", value)):
        for position, entry in whole(name).items():
            total = 0
            for heap in position.object[0]:
                total ^= number(heap)
            assert (entry.value == "loss") == (total == 0), (name, position.text)


def test_three_mens_morris_is_won_in_the_centre_only() -> None:
    game, table = GALLERY.GAMES["three-mens-morris"](), whole("three-mens-morris")
    values = {move: entry.value for move, entry in table.moves(game.start())}
    assert [move for move, value in values.items() if value == "win"] == ["b2"]
    assert "draw" in values.values()


def plain_teeko(cells: dict[tuple[int, int], str], size: int, turn: str) -> set[tuple[tuple[int, int], ...]]:
    """The moves of Teeko as somebody would write them who looks at the board."""
    free = {(row, column) for row in range(size) for column in range(size)} - cells.keys()
    own = [cell for cell, man in cells.items() if man == turn]
    if len(own) < (4 if size == 5 else 3):
        return {(cell,) for cell in free}
    return {(a, b) for a in own for b in free if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1}


def plain_goal(men: set[tuple[int, int]], sides: tuple[int, ...]) -> bool:
    """Whether four men stand in a row, or on the corners of an upright square with such a side."""
    if len(men) < 4:
        return False
    (top, left), (bottom, right) = (tuple(function(c[n] for c in men) for n in (0, 1)) for function in (min, max))
    height, width = bottom - top, right - left
    slope = {cell[0] - cell[1] for cell in men}, {cell[0] + cell[1] for cell in men}
    in_row = {height, width} == {0, 3} or (height == width == 3 and 1 in map(len, slope))
    corners = {(r, c) for r in (top, bottom) for c in (left, right)}
    return in_row or (height == width and height + 1 in sides and men == corners)


@pytest.mark.parametrize(("name", "sides"), [("teeko", (2,)), ("advanced-teeko", (2, 3, 4, 5))])
def test_teeko_has_the_moves_and_goals_of_plain_rules(name: str, sides: tuple[int, ...]) -> None:
    game, rng, won = GALLERY.GAMES[name](), random.Random(name), 0
    assert len(game.lines) == (44 if name == "teeko" else 58)
    for here in [here for _ in range(60) for here in random_line(game, rng)]:
        text = game.position_text(here)
        drawn, _, turn = text.partition(" ")
        lines = enumerate(drawn.split("/"))
        cells = {(row, column): man for row, line in lines for column, man in enumerate(line) if man != "."}
        for player, man in enumerate("XO"):
            goal = plain_goal({cell for cell, other in cells.items() if other == man}, sides)
            assert (game.outcome(here) == player) == goal, (text, player)
            won += goal
        if game.outcome(here) is None:
            names = ["".join(f"{'abcde'[c]}{5 - r}" for r, c in move) for move in plain_teeko(cells, 5, turn.upper())]
            assert sorted(game.move_text(here, move) for move in game.moves(here)) == sorted(names), text
    assert won > 3


def test_all_goals_of_teeko_are_those_of_plain_rules() -> None:
    game = GALLERY.GAMES["advanced-teeko"]()
    rng = random.Random("goals")
    for line in game.lines:
        men = {divmod(square, 5) for square in range(25) if line >> square & 1}
        assert plain_goal(men, (2, 3, 4, 5)), line
        moved = men - {rng.choice(sorted(men))} | {(rng.randrange(5), rng.randrange(5))}
        mask = sum(1 << 5 * row + column for row, column in moved)
        assert plain_goal(moved, (2, 3, 4, 5)) == (mask in game.lines), mask
