"""Games of OpenSpiel through the adapter: the same verdicts as the built-in games, and refusals with the reason."""

from __future__ import annotations

import pickle
import random
import re
from typing import Any

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.game.testing import check_game
from pnyx.reference.check import check

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'pnyx[open-spiel]')")

from pnyx.adapters.open_spiel import OpenSpielGame, OpenSpielPosition  # noqa: E402

GOALS = ("win", "draw-or-better")


def tic_tac_toe(state: Any) -> pnyx.Position:
    """The same position in the built-in game: OpenSpiel numbers the squares row by row from the top."""
    rows = "/".join(str(state).upper().split())
    return pnyx.position("tic-tac-toe", f"{rows} {'xo'[state.current_player()]}")


def opening(name: str, plies: int, rng: random.Random) -> Any:
    """A state after some random moves that is not the end of the game."""
    while True:
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


@pytest.mark.parametrize("identity", ["history", "string"])
@pytest.mark.parametrize("goal", GOALS)
def test_tic_tac_toe_has_the_built_in_verdict_and_node_count(identity: Any, goal: str) -> None:
    game = OpenSpielGame("tic_tac_toe", identity=identity)
    result, built_in = (pnyx.solve(asked, goal, "pn") for asked in (game, pnyx.position("tic-tac-toe")))
    assert (result.verdict, result.nodes) == (built_in.verdict, built_in.nodes)
    assert result.certificate is not None
    assert check(result.certificate.data, game).verdict == result.verdict


def test_positions_are_what_was_played() -> None:
    """So a copy is the same position, and a search that has given one up knows it again."""
    game = OpenSpielGame(opening("tic_tac_toe", 3, random.Random(1)))
    position = game.play(game.start(), game.moves(game.start())[0])
    copied = pickle.loads(pickle.dumps(position))
    assert (copied, str(copied.state)) == (position, str(position.state))
    large = OpenSpielGame("connect_four")
    result = pnyx.solve(large, limit=pnyx.Limit(nodes=800, memory=400_000))
    assert (result.reason, result.memory_bytes < 400_000) == ("nodes", True)


def test_tic_tac_toe_after_random_openings() -> None:
    rng = random.Random(3)
    verdicts = set()
    for case in range(50):
        state = opening("tic_tac_toe", rng.randint(2, 7), rng)
        game = OpenSpielGame(state, identity=("history", "string")[case % 2])
        for goal in GOALS:
            verdict = pnyx.solve(game, goal).verdict
            assert verdict == pnyx.solve(tic_tac_toe(state), goal).verdict, f"case {case}: {state.history()}, {goal}"
            verdicts.add((goal, verdict))
    assert len(verdicts) == 4


def test_connect_four_three_in_a_row_with_open_ends() -> None:
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in (3, 3, 2, 2, 1):
        state.apply_action(column)
    result = pnyx.solve(OpenSpielGame(state), "draw-or-better")
    assert (result.verdict, result.plies) == ("disproven", 2)
    state.apply_action(6)
    result = pnyx.solve(OpenSpielGame(state), "win", all_moves=True)
    assert result.winning_moves is not None
    assert {"x0", "x4"} <= set(result.winning_moves)


def test_who_is_on_move_is_the_word_of_the_game() -> None:
    """A player who closes a box in dots and boxes moves again."""
    game = OpenSpielGame("dots_and_boxes(num_rows=1,num_cols=1)")
    position = game.start()
    turns = []
    while game.outcome(position) is None:
        turns.append(game.turn(position))
        position = game.play(position, game.moves(position)[0])
    assert turns == [0, 1, 0, 1]
    assert game.outcome(position) == 1
    assert pnyx.solve(game, "draw-or-better").verdict == "disproven"


def test_player_0_need_not_begin() -> None:
    fen = "7k/5K2/8/8/8/8/8/6R1 w - - 0 1"
    game = OpenSpielGame(pyspiel.load_game("chess").new_initial_state(fen))
    assert game.turn(game.start()) == 1
    result = pnyx.solve(game, "win")
    assert result.verdict == "proven"
    assert result.position.turn == "player1"
    assert game.name == f"open_spiel/chess from FEN: {fen}"


@pytest.mark.parametrize("identity", ["history", "string"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "hex(board_size=3)", "nim", "othello"])
def test_games_keep_the_contract(name: str, identity: Any) -> None:
    check_game(OpenSpielGame(name, identity=identity), playouts=3, max_plies=30)


@pytest.mark.parametrize(("identity", "same"), [("history", False), ("string", True)])
def test_positions_by_history_never_meet_and_by_string_do(identity: str, same: bool) -> None:
    game = OpenSpielGame("tic_tac_toe", identity=identity)  # type: ignore[arg-type]
    first, second = game.parse("0 4 8"), game.parse("8 4 0")
    assert (first == second) == same
    assert (hash(first) == hash(second)) == same
    assert game.parse("0 4 8") == first
    assert game.parse("0 4") != first


def played(game: OpenSpielGame, *moves: str) -> OpenSpielPosition:
    position = game.start()
    for move in moves:
        actions = {text: action for action, text in position.texts().items()}
        position = game.play(position, actions[move])
    return position


@pytest.mark.parametrize(("identity", "comes_back"), [("history", False), ("string", True)])
def test_boards_come_back_and_histories_do_not(identity: Any, comes_back: bool) -> None:
    game = OpenSpielGame("xiangqi", identity=identity, repetition="draw")
    to_and_fro = ("R(9,0)-(8,0)", "r(0,0)-(1,0)", "R(8,0)-(9,0)", "r(1,0)-(0,0)")
    assert (played(game, *to_and_fro) == game.start()) == comes_back


def test_a_rule_on_repetition_is_kept_by_the_history() -> None:
    """OpenSpiel ends Lines of Action when a board is repeated, which no single board shows."""
    game = OpenSpielGame("lines_of_action")
    assert game.outcome(played(game, "b1-h1", "a2-c2", "h1-b1")) is None
    assert game.outcome(played(game, "b1-h1", "a2-c2", "h1-b1", "c2-a2")) == "draw"


def test_the_callers_state_stays_his_own() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    game = OpenSpielGame(state)
    state.apply_action(4)
    assert game.moves(game.start()) == list(range(9))
    child = game.play(game.start(), 4)
    assert game.moves(child) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert game.moves(game.start()) == list(range(9))


def test_moves_with_the_same_text_are_told_apart() -> None:
    class Ambiguous:
        def legal_actions(self) -> list[int]:
            return [3, 5, 8]

        def current_player(self) -> int:
            return 0

        def action_to_string(self, player: int, action: int) -> str:
            return "stay here" if action == 8 else "go"

    assert OpenSpielPosition((), state=Ambiguous(), by_string=False).texts() == {3: "go#3", 5: "go#5", 8: "stay_here"}


def test_certificates_are_saved_and_read_again(tmp_path: Any) -> None:
    game = OpenSpielGame("tic_tac_toe")
    result = pnyx.solve(pnyx.position(game, "4 1"), "win")
    assert result.verdict == "proven"
    assert result.certificate is not None
    path = result.certificate.save(tmp_path / "spiel.pnyx")
    assert check(path.read_bytes(), OpenSpielGame("tic_tac_toe")).verdict == "proven"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", "it has chance moves, and players do not see everything"),
        ("backgammon", "it has chance moves"),
        ("phantom_ttt", "players do not see everything"),
        ("oshi_zumo", "players move at the same time"),
        ("chinese_checkers(players=3)", "it has 3 players"),
        ("morpion_solitaire", "it has 1 player"),
        ("nonsense", "expected a game of OpenSpiel such as"),
        ("hex(nonsense=3)", "OpenSpiel refuses 'hex(nonsense=3)'"),
    ],
)
def test_other_games_are_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=re.escape(reason)):
        OpenSpielGame(name)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="a state of one or a name, got 7"):
        OpenSpielGame(7)
    with pytest.raises(InputError, match="identity must be 'history' or 'string', not 'hash'"):
        OpenSpielGame("tic_tac_toe", identity="hash")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="repetition must be"):
        OpenSpielGame("tic_tac_toe", repetition="win")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected numbers of actions or 'start', got ''"),
        ("4 4", "expected as action 2 one of 0, 1, 2, 3, 5, 6, 7, 8, got '4' in '4 4'"),
        ("four", "expected as action 1"),
        ("0 3 1 4 2 5", "expected as action 6 the end, for the game is over, got '5'"),
    ],
)
def test_bad_positions_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        OpenSpielGame("tic_tac_toe").parse(text)
