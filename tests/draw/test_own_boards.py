"""Boards of games written in Python: what `board(position)` may return, and where it is shown."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx import draw
from pnyx.cli import app
from pnyx.draw.board import Board
from pnyx.draw.own_board import changes, piece
from pnyx.errors import ContractError, PnyxWarning
from pnyx.game.testing import check_game
from support.board_games import BadlyDrawn, Boardless, BothDrawn, Crosses, Men, RowPosition
from support.page import Page
from support.svg import SVG, classed, parsed, words


def after(game: Any, *moves: str) -> pnyx.Position:
    position = pnyx.position(game)
    for move in moves:
        position = position.play(move)
    return position


def test_a_board_in_a_terminal() -> None:
    assert str(after(Crosses(), "b", "d")).splitlines() == [
        "  ┌─────────┐",
        "1 │ · X · O │",
        "  └─────────┘",
        "    a b c d",
        "Cross to move",
    ]
    won = draw.text(after(Crosses(), "b", "d", "a"), last_move="a", unicode=False).splitlines()
    assert (won[1], won[-2:]) == ("1 | X X . O |", ["Cross has won", "last move: a"])


def test_text_and_list_are_the_same_board_and_the_command_line_shows_it() -> None:
    assert str(pnyx.position(Men())).splitlines()[1:3] == ["2 │ a a · │", "1 │ b · b │"]
    shown = CliRunner().invoke(app, ["show", "support.board_games:Crosses", "X..O0"])
    assert "X · · O" in shown.stdout


def test_a_board_as_svg_has_its_pieces_on_their_squares() -> None:
    drawn = parsed(after(Crosses(), "b", "d")._repr_svg_())
    used = {use.get("data-square"): use.get("href") for use in drawn.iter(f"{SVG}use")}
    assert used == {"b1": "#pnyx-cross", "d1": "#pnyx-ring"}
    assert words(drawn)[-1] == "Cross to move"
    assert drawn.get("aria-label") == "crosses position, Cross to move"


def test_every_sign_has_a_piece_of_its_own() -> None:
    signs = [chr(code) for code in range(0x21, 0x7F)] + list("●○■□♔♞")
    kinds = [piece(sign) for sign in signs]
    assert len({kind.name for kind in kinds}) == len({kind.shape for kind in kinds}) == len(signs)
    for kind in kinds:
        ElementTree.fromstring(kind.svg())


def test_moves_ahead_are_arrows_and_frames_where_it_is_clear_what_goes_where() -> None:
    position = pnyx.position(Men())
    moves = {move: position.play(move) for move in position.moves()}
    picture = draw.ahead(position, moves)
    assert isinstance(picture, Board)
    assert [len(way) for way in picture.arrows] == [2] * len(moves)
    start = pnyx.position(Crosses())
    ahead = draw.ahead(start, {"a": start.play("a"), "c": start.play("c")})
    assert isinstance(ahead, Board)
    assert list(ahead.arrows) == [((0, 0),), ((2, 0),)]
    assert len(classed(parsed(ahead.svg()), "next-move")) == 2


def test_a_notebook_shows_the_board_with_the_move_that_wins() -> None:
    drawn = Page(pnyx.solve(Crosses(), goal="win")._repr_html_()).drawings[0]
    assert words(drawn)[-1] == "Cross to move"
    assert len(classed(drawn, "next-move")) == 1


def test_a_move_is_what_changes_between_two_boards() -> None:
    before, *reached = [draw.picture_of(each) for each in (after(Men()), after(Men(), "a2a1"), after(Men(), "b2c2=S"))]
    assert isinstance(before, Board)
    assert [changes(before, board) for board in reached if isinstance(board, Board)] == [
        ([(0, 1)], [(0, 0)]),
        ([(1, 1)], [(2, 1)]),
    ]
    other = draw.picture_of(after(Crosses()))
    assert isinstance(other, Board)
    assert changes(before, other) == ([], [])


def test_a_drawing_of_its_own_wins_but_in_a_terminal() -> None:
    both = pnyx.position(BothDrawn())
    assert words(parsed(both._repr_svg_())) == ["....", "Cross to move"]
    assert str(both) == str(pnyx.position(Crosses()))
    assert draw.places(draw.picture_of(both)) == []
    check_game(BothDrawn())


def test_the_board_is_shown_where_the_own_drawing_fails() -> None:
    position = pnyx.position(BadlyDrawn())
    with pytest.warns(UserWarning, match=r"^BadlyDrawn.svg raised ZeroDivisionError: no ink; .* shown as its board$"):
        drawn = parsed(position._repr_svg_())
    assert words(drawn)[-1] == "Cross to move"
    assert len(draw.places(draw.picture_of(pnyx.position(Crosses())))) == 4


def test_a_board_that_fails_leaves_the_text_with_a_warning() -> None:
    position = pnyx.position(Boardless())
    for shown in (str, lambda position: position._repr_svg_()):
        with pytest.warns(PnyxWarning, match=r"^Boardless.board raised KeyError: '\.\.\.\.'; .* shown as its text$"):
            assert "....0" in shown(position), shown
    assert draw.attempt(draw.picture_of(position))[1] is not None
    with pytest.raises(KeyError):
        check_game(Boardless())


@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        (7, "Odd.board must return rows of characters, a list of texts or one, not 7"),
        ([], "Odd.board must return rows of at least one character each, not []"),
        ("\n", "Odd.board must return rows of at least one character each, not '\\n'"),
        (["ab", 3], "Odd.board must return rows of at least one character each, not ['ab', 3]"),
        (["ab", "a"], "Odd.board must return rows of equal length, not of 2 and 1 characters, 'ab' and 'a'"),
        (["a\tb"], "Odd.board must return characters that take one column each, not '\\t'"),
        (["a\u202eb"], "Odd.board must return characters that take one column each, not '\\u202e'"),
        (["🔴"], "Odd.board must return characters that take one column each, not '🔴'"),
        (["x" * 53], "Odd.board must return at most 99 rows of 52 characters, not 1 of 53"),
    ],
)
def test_what_is_no_board_is_refused(board: Any, complaint: str) -> None:
    class Odd(Crosses):
        def board(self, position: RowPosition) -> Any:
            return board

    with pytest.raises(ContractError, match=f"^{re.escape(complaint)}; at "):
        check_game(Odd())
    with pytest.warns(PnyxWarning, match=re.escape(complaint)):
        assert "....0" in str(pnyx.position(Odd()))


def test_check_game_finds_boards_that_change_or_differ() -> None:
    class Restless(Crosses):
        count = 0

        def board(self, position: RowPosition) -> Any:
            self.count += 1
            return [position[0], f"{self.count % 10}..."]

    with pytest.raises(ContractError, match=r"Restless.board returns another board when called twice"):
        check_game(Restless())

    class Row(tuple[Any, ...]):
        """A row that remembers who made it, which its `==` leaves out."""

        note = ""

        def __reduce__(self) -> Any:
            return (noted, (tuple(self), self.note))

    def noted(content: Any, note: str) -> Row:
        row = Row(content)
        row.note = note
        return row

    class Signed(Crosses):
        def play(self, position: Any, move: int) -> Any:
            return noted(super().play(tuple(position), move), "abcd"[move])

        def board(self, position: Any) -> Any:
            return [position[0], (getattr(position, "note", "") or ".") * 4]

    globals()["noted"] = noted
    try:
        with pytest.raises(ContractError, match=r"Signed.board returns .*, but .* at .*, which is equal to it"):
            check_game(Signed())
    finally:
        del globals()["noted"]

    class Eraser(Crosses):
        def start(self) -> Any:
            return Sheet("....", 0)

        def play(self, position: Any, move: int) -> Any:
            return Sheet(*super().play((position[0], position[1]), move))

        def board(self, position: Any) -> Any:
            position.looked += 1
            return [position[0]]

    class Sheet(tuple[Any, ...]):
        looked = 0

        def __new__(cls, *parts: Any) -> Sheet:
            return super().__new__(cls, parts)

        def __repr__(self) -> str:
            return f"Sheet({self[0]}, {self.looked})"

    with pytest.raises(ContractError, match=r"Eraser.board changes its argument"):
        check_game(Eraser())


@pytest.mark.parametrize("game", [Crosses(), Men()])
def test_good_boards_keep_the_contract(game: Any) -> None:
    check_game(game)
