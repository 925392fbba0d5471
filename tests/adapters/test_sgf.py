"""Go problems as SGF files: what is read, what is written, and where mistakes are said to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnyx.adapters import sgf
from pnyx.errors import InputError
from support.one_eye_problems import PROBLEMS

CORNER = "..O/XXO rrs/CCs b b"


@pytest.mark.parametrize("problem", [problem.text for problem in PROBLEMS])
def test_written_problems_are_read_back(problem: str) -> None:
    assert sgf.read(sgf.write(problem)) == [problem]


def test_a_file_with_several_games_and_their_moves() -> None:
    problems = [
        CORNER,
        f"{CORNER} moves pass a2 b2",
        f"{CORNER} pass",
        "O../.O./... rrr/rrr/rrr w w moves pass",
        "O.OO/.O.X rrss/Lsrc b b",
    ]
    assert sgf.read(sgf.write(problems)) == problems
    assert sgf.read("\n\n".join(sgf.write(problem) for problem in problems).encode()) == problems


def test_the_largest_board_and_the_default_size() -> None:
    empty = "/".join(["." * 19] * 18)
    problem = f"{'.' * 18}X/{empty} {'r' * 18}C/{empty} w b moves s19 pass j19"
    assert sgf.read(sgf.write(problem)) == [problem]
    assert sgf.read("(;AB[sa]TR[aa:sa]MA[sa];W[ra];B[];W[ia])") == [problem]


def test_compressed_points_setup_in_several_nodes_and_erased_stones() -> None:
    data = """
        (;FF[4] GM[1] SZ [3:2]
          AB[aa:bb] AW[ca:cb] ; AE[aa:ba] PL[B]
          ; TR[aa:bb] ; MA[ab:bb] C[comments (;may have brackets, and \\] too\\\\])
    """
    assert sgf.read(data) == [CORNER]


def test_variations_later_marks_and_unknown_properties_are_ignored() -> None:
    data = """(;SZ[3:2]AB[ab][bb]AW[ca][cb]TR[aa][ba][ab][bb]MA[ab][bb]GN[x]XYZ[1][2]
        (;B[ba]TR[cc](;W[tt])(;W[aa];SZ[junk]))
        (;B[aa];AB[zz]))"""
    assert sgf.read(data) == [f"{CORNER} moves b2 pass"]


def test_old_long_names_and_byte_order_marks() -> None:
    data = "(;SiZe[3:2]AddBlack[ab][bb]AddWhite[ca][cb]TR[aa:bb]MA[ab:bb])"
    assert sgf.read(data) == [CORNER]
    assert sgf.read(b"\xef\xbb\xbf" + data.encode()) == [CORNER]
    assert sgf.read(data.replace("SiZe", "C[\u00e9]SZ").encode("latin-1")) == [CORNER]


def test_the_side_to_move_and_the_colour_of_the_eye() -> None:
    body = "SZ[3:2]AW[ab][bb]AB[ca][cb]TR[aa:bb]MA[ab:bb]"
    assert sgf.read(f"(;{body})")[0].endswith(" b w")
    assert sgf.read(f"(;{body};W[aa])")[0].endswith(" w w moves a2")
    assert sgf.read(f"(;{body}PL[w])")[0].endswith(" w w")
    assert sgf.read("(;SZ[2]TR[aa:bb]EYE[W])") == ["../.. rr/rr b w"]


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ("", "line 1, column 1", "expected a game"),
        ("hello", "line 1, column 1", "expected '('"),
        ("(;SZ[3]", "line 1, column 8", "1 open '('"),
        ("(;SZ[3]\n AB[aa", "line 2, column 4", "expected ']'"),
        ("(;SZ[3]\n AB)", "line 2, column 4", "expected '[' after 'AB'"),
        ("(SZ[3])", "line 1, column 2", "expected ';' before a property"),
        ("()", "line 1, column 2", "expected ';' after '('"),
        ("((;))", "line 1, column 2", "expected ';' after '('"),
        ("(;(;B[aa]);W[aa])", "line 1, column 11", "after a variation"),
        ("(;(;B[aa])W[aa])", "line 1, column 11", "before a property"),
        ("(;)x", "line 1, column 4", "expected '('"),
        ("(;SZ[3]SZ[3])", "line 1, column 8", "once in a node"),
        ("(;sz[3])", "line 1, column 3", "in capitals"),
        ("(;SZ[20])", "line 1, column 6", "1 to 19, got '20'"),
        ("(;SZ[3:0])", "line 1, column 6", "1 to 19"),
        ("(;SZ[3][4])", "line 1, column 9", "one value of SZ"),
        ("(;GM[2])", "line 1, column 6", "GM[1]"),
        ("(;SZ[3]AB[ad])", "line 1, column 11", "3 columns and 3 rows, got 'ad'"),
        ("(;SZ[3]AB[a])", "line 1, column 11", "got 'a'"),
        ("(;SZ[3]AB[cc:aa])", "line 1, column 11", "top left corner first"),
        ("(;SZ[3]AB[aa]\nAW[aa])", "line 2, column 4", "every point once"),
        ("(;SZ[3]PL[X])", "line 1, column 11", "expected PL to be one of B, W"),
        ("(;SZ[3]TR[aa]EYE[B]\n;B[aa]AB[bb])", "line 2, column 10", "before the first move"),
        ("(;SZ[3]TR[aa]EYE[B]\n;B[aa];PL[B])", "line 2, column 11", "before the first move"),
        ("(;SZ[3]TR[aa]EYE[B]\n;B[aa]W[bb])", "line 2, column 9", "B and W"),
        ("(;SZ[3]TR[aa]EYE[B]\n;B[aa];B[bb])", "line 2, column 10", "a move of W"),
        ("(;SZ[3]TR[aa])", "line 1, column 1", "MA marks no stone"),
        ("(;SZ[3]TR[aa]AB[ba]AW[bb]MA[ba][bb])", "line 1, column 1", "both colours"),
        ("\n(;SZ[3]AB[aa]EYE[B])", "line 2, column 1", "expected a region"),
        ("(;SZ[3]TR[aa]EYE[B];B[cc])", "line 1, column 1", "move 1: expected a legal move"),
        ("(;SZ[3]TR[aa]EYE[B])\n(;SZ[0])", "line 2, column 6", "1 to 19"),
    ],
)
def test_mistakes_are_told_with_their_place(data: str, where: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        sgf.read(data)
    assert str(caught.value).startswith(f"{where}: "), caught.value
    assert what in str(caught.value)


def test_deep_nesting_is_no_trouble() -> None:
    depth = 100_000
    problem = "(;SZ[2]TR[aa:bb]EYE[B]" + "(;C[x]" * depth + ")" * depth + ")"
    assert sgf.read(problem) == ["../.. rr/rr b b"]
    with pytest.raises(InputError, match="100000 open"):
        sgf.read("(;" * depth)


def test_problems_that_cannot_be_are_not_written() -> None:
    with pytest.raises(InputError, match="legal move"):
        sgf.write(f"{CORNER} moves c1")
    with pytest.raises(InputError, match="fields"):
        sgf.write("nothing")


PIECES = ["AB[aa]", "AB[cc]", "AW[bb]", "AW[ca]", "C[x]", "PL[W]", ";B[ab]", ";W[]", " ", "(", ")", ";", "[", "B[b]"]
"""Pieces of problems, of which many fit."""


def test_any_text_is_read_or_refused() -> None:
    counts = {"read": 0, "refused": 0}

    @settings(max_examples=300)
    @given(
        st.text(alphabet="()[];:\\ABWTRMSZ123abc\n ", max_size=80)
        | st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
        st.booleans(),
    )
    def read(text: str, inside: bool) -> None:
        data = f"(;SZ[3]TR[aa:cc]EYE[B]{text})" if inside else text
        try:
            problems = sgf.read(data)
        except InputError:
            counts["refused"] += 1
            return
        counts["read"] += 1
        assert sgf.read(sgf.write(problems)) == problems

    read()
    assert min(counts.values()) >= 10, counts
