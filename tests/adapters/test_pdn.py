"""PDN files of checkers: games and positions in and out, and where a bad file is bad."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnyx.adapters.pdn import PdnGame, read_fen, read_pdn, write_pdn
from pnyx.errors import InputError
from pnyx.reference.rules import replay, split_history
from pnyx.reference.rules.checkers import Checkers

RULES = Checkers()
START = RULES.position_text(RULES.start())

FILE = r"""[Event "A \"casual\" game"]
[Black "One"]
[White "Two"]
[Result "1/2-1/2"]
[GameType "21,B,8,4,N1,0"]
; a comment to the end of the line
% another kind
1. 11-15 {they say (this} 23-19 $1 2. 8-11! 22-17 (2... 22-18 3. 15x22 (3. 1-1) 25x18)
3.11-16 24-20?! 4. 16X23 27x11 5. 7x16 20x11 1/2-1/2

[SetUp "1"]
[FEN "W:W18,K3:B10,14,K32."]
1... 18x9 *

[Event "No moves"]
1-0
"""


def test_a_file_of_games() -> None:
    first, second, third = read_pdn(FILE)
    assert first.position == START
    assert " ".join(first.moves) == "11-15 23-19 8-11 22-17 11-16 24-20 16x23 27x18x11 7x16 20x11"
    assert first.result == "1/2-1/2"
    assert first.tags["Event"] == 'A "casual" game'
    assert second == PdnGame("W:W18,K3:B10,14,K32", ("18x9",))
    assert second.text == "W:W18,K3:B10,14,K32 moves 18x9"
    assert third == PdnGame(START, (), {"Event": "No moves"}, "1-0")
    assert third.text == START


def test_what_is_written_is_read_again() -> None:
    games = read_pdn(FILE)
    written = write_pdn(games)
    assert read_pdn(written) == games
    assert read_pdn(written.replace("\n", "\r\n")) == games
    assert max(len(line) for line in written.splitlines()) <= 80
    assert '[SetUp "1"]\n[FEN "W:W18,K3:B10,14,K32"]\n\n1... 18x9 *\n' in written
    assert read_pdn("") == []
    assert write_pdn([]) == ""


def test_a_history_becomes_a_game_and_back() -> None:
    text = f"{START} moves 11-15 23-19 8-11"
    game = PdnGame.from_text(text, {"Event": "Study"})
    assert game.text == text
    placement, moves = split_history(game.text)
    replay(RULES, RULES.parse(placement), moves)
    assert "1. 11-15 23-19 2. 8-11 *" in write_pdn([game])


@pytest.mark.parametrize(
    ("fen", "short", "full"),
    [
        ("B:W6,15,24:B1", "1x28", "1x10x19x28"),
        ("B:W6,15,24:B1", "1x19x28", "1x10x19x28"),
        ("B:W6,15,24:B1", "1:10:19:28", "1x10x19x28"),
        ("B:W6,7,14,15:B2", "2x9x18", "2x9x18"),
        # The routes take the same pieces.
        ("B:W6,7,14,15:BK2", "2x2", "2x11x18x9x2"),
        ("B:W6,7,14,15:BK2", "2x9x2", "2x11x18x9x2"),
        ("B:W6,7,14,15:BK2", "2x9x11x2", "2x9x18x11x2"),
    ],
)
def test_short_captures(fen: str, short: str, full: str) -> None:
    (game,) = read_pdn(f'[FEN "{fen}"] 1. {short} *')
    assert game.moves == (full,)


@pytest.mark.parametrize("text", ["W:W20,21:B1,2,3,K30", '"W:B1-3,K30:W20, 21."', ' [FEN "W:W20,21:BK30,3,2,1"]\n'])
def test_positions(text: str) -> None:
    assert read_fen(text) == "W:W20,21:B1,2,3,K30"


def test_a_game_may_end_without_its_result() -> None:
    games = read_pdn('1. 11-15 23-19*\n[Event "next"]\n1. 9-13')
    assert [game.moves for game in games] == [("11-15", "23-19"), ("9-13",)]
    assert [game.result for game in games] == ["*", "*"]


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("1. 11-15\n2. 11-16", "line 2, column 4", "expected a legal move (21-17"),
        ("1. 11x15", "line 1, column 4", "got '11x15'"),
        ("1. 11-15-18", "line 1, column 4", "got '11-15-18'"),
        ("1. 11-150", "line 1, column 4", "expected a move like 11-15"),
        ("1. e3-f4", "line 1, column 4", "'e3-f4'"),
        ('[FEN "B:W6,7,14,15:B2"]\n  2x18', "line 2, column 3", "2x11x18, 2x9x18"),
        ('[FEN "B:W18:B14"] 14x23 1-2', "line 1, column 25", "the game is over"),
        ('\n[FEN "B:W99:B"]', "line 2, column 7", "1 to 32"),
        ('[SetUp "1"]\n*', "line 1, column 9", "FEN"),
        ('[GameType "20"] *', "line 1, column 12", "English checkers"),
        ("1. 11-15 {what", "line 1, column 10", "'}'"),
        ("1. 11-15 (what", "line 1, column 11", "'what'"),
        ("1. 11-15 (23-19", "line 1, column 10", "')'"),
        ("1. 11-15 )", "line 1, column 10", "'('"),
        ("[Event]", "line 1, column 1", "a tag like"),
    ],
)
def test_errors_name_line_and_column(text: str, place: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read_pdn(text)
    assert str(caught.value).startswith(f"{place}: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (PdnGame(result="3-0"), "'3-0'"),
        (PdnGame(tags={"no name": "x"}), "'no name'"),
        (PdnGame(tags={"Event": "two\nlines"}), "Event"),
        (PdnGame(moves=("11-15", "11-16")), "move 2"),
        (PdnGame("B:W"), "column"),
    ],
)
def test_what_is_no_game_is_not_written(game: PdnGame, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        write_pdn([game])


@given(st.one_of(st.text(), st.text('0123456789-x.*/ \n[]"{}()FEN:WBK,'), st.permutations(FILE.split()).map(" ".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    message = ""
    try:
        games = read_pdn(text)
    except InputError as error:
        games, message = [], str(error)
    assert not message or "column" in message
    for game in games:
        assert PdnGame.from_text(game.text, game.tags, game.result) == game, game
