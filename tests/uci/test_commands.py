"""The UCI engine, command by command."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

import pnyx
from pnyx.uci.clock import allotted
from pnyx.uci.protocol import Go, read_go
from support.table_files import table_files
from support.uci_dialogue import Here

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
THREE_WAYS = "8/P7/8/kpQ5/2K5/8/8/8 w - - 0 1"
LOST = "8/8/8/8/8/1k6/7r/K7 w - - 0 1"
ROOK_ENDING = "8/8/8/8/8/5k2/7r/5K2 w - - 0 1"
BACK_RANK = "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"


@pytest.fixture
def here() -> Here:
    return Here()


class TestHandshake:
    def test_says_who_it_is(self, here: Here) -> None:
        here.send("uci")
        assert here.said[0].startswith("id name Pnyx ")
        assert here.said[-1] == "uciok"
        names = [line.split(" type ")[0].removeprefix("option name ") for line in here.said if "option" in line]
        assert {"Hash", "Threads", "MultiPV", "SyzygyPath", "Ponder"} <= set(names)
        assert not {"UCI_Chess960", "UCI_Variant"} & set(names)

    def test_unknown_words_are_passed_over(self, here: Here) -> None:
        here.send("xyzzy", "", "  ", "joho isready", "register later")
        assert here.said == ["readyok"]

    def test_debug_tells_of_every_question(self, here: Here) -> None:
        here.send("debug on")
        assert any(text.startswith("mate-in 1 of ") for text in here.go("mate 1", MATE_IN_1).strings)
        here.send("debug off", "debug perhaps")
        assert "debug takes on or off, not 'perhaps'" in here.said[-1]

    def test_quit_ends(self, here: Here) -> None:
        assert here.engine.handle("isready")
        assert not here.engine.handle("quit")


class TestMates:
    def test_mate_is_found(self, here: Here) -> None:
        go = here.go("mate 2", MORPHY)
        assert go.lengths == [2]
        assert go.best == "a1a6"
        assert "proved: White mates in 2" in go.strings

    def test_no_mate_is_said_in_words_and_has_no_score(self, here: Here) -> None:
        go = here.go("mate 1", MORPHY)
        assert go.strings[-1] == "proved: White has no mate in 1"
        assert [line for line in go.lines if "score" in line] == []

    def test_side_to_move_is_mated(self, here: Here) -> None:
        go = here.go("mate -1", LOST)
        assert go.lengths == [-1]
        assert go.lines[-1] == "bestmove a1b1 ponder h2h1"

    def test_side_to_move_is_not_mated_so_soon(self, here: Here) -> None:
        go = here.go("mate -1", ROOK_ENDING)
        assert go.strings[-1] == "proved: Black has no mate in 1"
        assert not go.lengths

    def test_nodes_find_the_shortest(self, here: Here) -> None:
        go = here.go("nodes 100000", MORPHY)
        assert go.lengths == [2]
        assert "proved: White mates in 2, and no sooner" in go.strings

    def test_nodes_find_that_it_is_mated(self, here: Here) -> None:
        go = here.go("nodes 100000", LOST)
        assert go.lengths == [-1]
        assert "proved: Black mates in 1, and no sooner" in go.strings

    def test_depth_counts_plies(self, here: Here) -> None:
        assert here.go("depth 2", MORPHY).lengths == []
        go = here.go("depth 3", MORPHY)
        assert go.lengths == [2]
        assert any(line.startswith("info depth 2 nodes") for line in go.lines)
        assert here.go("depth 2", LOST).lengths == [-1]

    def test_depth_finds_more_lines_that_take_longer(self, here: Here) -> None:
        here.send("setoption name MultiPV value 3")
        assert here.go("depth 3", THREE_WAYS).lengths == [1, 2, 2]

    def test_nothing_is_proved_with_one_node(self, here: Here) -> None:
        go = here.go("nodes 1", MORPHY)
        assert [line for line in go.lines if "score" in line] == []
        assert go.strings == [
            f"nothing proved; {go.best} is a shallow-search guess",
            "nothing proved (the node limit was reached)",
        ]

    @pytest.mark.parametrize("words", ["mate 1", "depth 2", "mate -1", "nodes 1", "mate 9 nodes 1"])
    def test_the_last_words_are_what_is_known_and_not_the_guess(self, here: Here, words: str) -> None:
        go = here.go(words, MORPHY)
        assert [text for text in go.strings if "guess" in text] == [
            f"nothing proved; {go.best} is a shallow-search guess"
        ]
        assert go.strings[-1].startswith(("proved: ", "nothing proved ("))

    def test_neither_side_can_mate(self, here: Here) -> None:
        go = here.go("", "8/8/4k3/8/8/4K3/8/4B3 w - - 0 1")
        assert "proved: White cannot force mate" in go.strings
        assert "proved: Black cannot force mate" in go.strings

    def test_mated_already(self, here: Here) -> None:
        go = here.go("", "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
        assert go.lines == ["info depth 0 score mate 0", "bestmove (none)"]

    def test_stalemate(self, here: Here) -> None:
        go = here.go("mate 3", "7k/5Q2/8/8/8/5K2/8/8 b - - 0 1")
        assert go.lines == ["info depth 0 score cp 0", "bestmove (none)"]

    @pytest.mark.parametrize("algorithm", ["auto", "forced-win", "df-pn", "pn"])
    def test_algorithms(self, here: Here, algorithm: str) -> None:
        here.send(f"setoption name Algorithm value {algorithm}", "setoption name Threads value 2")
        assert here.go("mate 2", MORPHY).lengths == [2]

    def test_attack_that_is_restricted(self, here: Here) -> None:
        here.send("setoption name Attack value checks")
        go = here.go("mate 2", MORPHY)
        assert go.strings[-1] == "proved: White has no mate in 2 with attack=checks"
        here.send("setoption name Attack value whatever")
        assert "attack" in here.said[-1]
        assert here.go("mate 2", MORPHY).strings[-1].endswith("attack=checks")


class TestSeveralLines:
    def test_each_line_has_its_own_move_and_length(self, here: Here) -> None:
        here.send("setoption name MultiPV value 10")
        go = here.go("nodes 1000000", THREE_WAYS)
        assert go.lengths == [1, 2, 2, 3, 3, 3]
        moves = [line.split(" pv ")[1].split()[0] for line in go.lines if " multipv " in line][-6:]
        assert sorted(moves) == sorted(pnyx.solve(THREE_WAYS, "mate", "auto", all_moves=True).winning_moves or [])
        assert go.best == "c5b5"

    def test_mate_in_n_keeps_to_n(self, here: Here) -> None:
        here.send("setoption name MultiPV value 10")
        assert here.go("mate 2", THREE_WAYS).lengths == [1, 2, 2]

    def test_each_defence_has_its_own_length(self, here: Here) -> None:
        here.send("setoption name MultiPV value 10")
        first, second = here.go("nodes 100000", ROOK_ENDING).lengths
        assert first < second < 0


class TestSearchMoves:
    def test_only_these_moves(self, here: Here) -> None:
        go = here.go("mate 3 searchmoves c4b3 c4d3", THREE_WAYS)
        assert go.best in ("c4b3", "c4d3")
        assert go.lengths
        go = here.go("searchmoves c4d5 mate 1", THREE_WAYS)
        assert go.strings[-1] == "proved: White has no mate in 1 by c4d5"
        assert go.best == "c4d5"

    def test_only_these_defences(self, here: Here) -> None:
        assert here.go("mate -1", BACK_RANK).lengths == []
        go = here.go("mate -1 searchmoves a8a2 a8a3", BACK_RANK)
        assert go.lengths == [-1]
        assert "proved: White mates in 1 after a8a3, a8a2, and no sooner" in go.strings
        assert go.best in ("a8a2", "a8a3")
        go = here.go("mate -1 searchmoves a8a2 g7g6", BACK_RANK)
        assert go.lengths == []
        assert "proved: White has no mate in 1 after one of a8a2, g7g6" in go.strings
        here.send("setoption name MultiPV value 2")
        assert here.go("nodes 10000 searchmoves a8a2 a8a3 a8a4", BACK_RANK).lengths == [-1, -1]

    def test_illegal_ones_are_named(self, here: Here) -> None:
        go = here.go("mate 1 searchmoves d1d8 e2e4 zzz", MATE_IN_1)
        assert sum("is not a legal move here" in text for text in go.strings) == 2
        assert go.best == "d1d8"
        go = here.go("mate 1 searchmoves e2e4", MATE_IN_1)
        assert "searchmoves has no legal move: searching all moves" in go.strings
        assert go.best == "d1d8"

    def test_none_are_all(self, here: Here) -> None:
        assert here.go("searchmoves mate 1", MATE_IN_1).best == "d1d8"

    def test_none_as_python_chess_says_it(self, here: Here) -> None:
        assert here.go("mate 1 searchmoves 0000", MATE_IN_1).best == "(none)"


class TestRulesThatTakeMatesAway:
    @pytest.mark.parametrize(("clock", "lengths"), [(97, [2]), (98, [])])
    def test_fifty_moves(self, here: Here, clock: int, lengths: list[int]) -> None:
        position = f"8/8/8/8/8/5K2/7R/6k1 w - - {clock} 100"
        go = here.go("mate 2", position)
        assert go.lengths == lengths
        assert ("proved: White has no mate in 2, by the fifty-move rule" in go.strings) == (not lengths)
        here.send("setoption name Fifty Move Rule value false")
        assert here.go("mate 2", position).lengths == [2]

    def test_a_position_that_came_twice(self, here: Here) -> None:
        # The key is 1. Ra6. Where it was played twice already, a third time is a draw.
        once = " a1a6 b8c7 a6a1 c7b8"
        here.send(f"position fen {MORPHY} moves{once}")
        assert here.go("mate 2").lengths == [2]
        here.send(f"position fen {MORPHY} moves{once}{once}")
        go = here.go("mate 2")
        assert go.lengths == []
        assert any("would repeat a position of the game" in text for text in go.strings)


class TestMemory:
    def test_a_proved_mate_is_carried_out(self, here: Here) -> None:
        """Whatever the other side does, the mate comes closer with every move, though each search has few nodes."""
        board = chess.Board("8/8/8/3k4/8/8/4K3/7R w - - 0 1")
        lengths: list[int] = []
        for ply in range(100):
            if board.is_checkmate():
                break
            here.send(f"position fen {board.root().fen()} moves {' '.join(move.uci() for move in board.move_stack)}")
            lengths += here.go(f"nodes {3000 if lengths else 300_000}").lengths
            board.push_uci(self.best(here))
            replies = list(board.legal_moves)
            if replies:
                board.push(replies[ply % len(replies)])
        assert board.is_checkmate()
        assert lengths == sorted(set(lengths), reverse=True)
        assert lengths[-1] == 1

    def best(self, here: Here) -> str:
        return here.said[-1].split()[1]

    def test_the_line_goes_on_without_a_search(self, here: Here) -> None:
        here.go("mate 2", MORPHY)
        here.send(f"position fen {MORPHY} moves a1a6 b7a6")
        assert here.go("mate 1 nodes 1").lengths == [1]

    def test_a_new_game_forgets(self, here: Here) -> None:
        here.go("mate 2", MORPHY)
        here.send("ucinewgame", f"position fen {MORPHY} moves a1a6 b7a6")
        assert here.go("nodes 1").lengths == []

    def test_the_same_moves_in_another_game(self, here: Here) -> None:
        here.go("mate 2", MORPHY)
        here.send(f"position fen {MORPHY.replace('kbK5', 'kb1K4')} moves a1a6 b7a6")
        assert here.go("mate 1 nodes 1").lengths == []


class TestWaiting:
    def test_an_endless_search_ends_by_stop(self, here: Here) -> None:
        here.send(f"position fen {MORPHY}")
        here.begin("infinite")
        here.until("no sooner")
        here.stays_silent()
        here.send("ponderhit")
        here.stays_silent()
        here.send("stop")
        assert here.last().best == "a1a6"

    @pytest.mark.parametrize("end", ["stop", "ponderhit"])
    def test_pondering_ends_by_a_word(self, here: Here, end: str) -> None:
        here.send(f"position fen {MORPHY}")
        here.begin("ponder wtime 1000 btime 1000")
        here.until("no sooner")
        here.stays_silent()
        here.send(end)
        assert here.last().best == "a1a6"

    def test_the_clock_stands_still_while_pondering(self, here: Here) -> None:
        here.begin("ponder movetime 1")
        here.until(" pn ")
        here.stays_silent()
        here.send("ponderhit")
        assert any("the time limit was reached" in text for text in here.last().strings)

    def test_a_second_go_ends_the_first(self, here: Here) -> None:
        here.begin("infinite")
        here.send("go nodes 1")
        here.engine.wait()
        assert sum(line.startswith("bestmove") for line in here.said) == 2

    def test_words_out_of_place(self, here: Here) -> None:
        here.send("stop", "ponderhit", "stop")
        assert here.said == []


class TestFiles:
    def test_certificates_are_written(self, here: Here, tmp_path: Path) -> None:
        file = tmp_path / "my mate.pnyx"
        here.send(f"setoption name Certificate File value {file}")
        assert f"certificate: {file}" in here.go("mate 2", MORPHY).strings
        assert pnyx.check(file).moves_to_win == 2
        here.go("mate 1", MORPHY)
        assert pnyx.check(file).verdict == "disproven"
        assert any("no certificate" in text for text in here.go("nodes 1", MORPHY).strings)

    def test_a_place_that_cannot_be_written(self, here: Here, tmp_path: Path) -> None:
        here.send(f"setoption name Certificate File value {tmp_path / 'nowhere' / 'mate.pnyx'}")
        assert any("cannot be written" in text for text in here.go("mate 2", MORPHY).strings)

    def test_tables_choose_the_move_and_give_no_score(self, here: Here) -> None:
        here.send(f"setoption name SyzygyPath value {table_files()}")
        go = here.go("nodes 3000", "8/7P/8/8/P2p4/1k6/5K2/8 w - - 0 1")
        assert any("White wins, ignoring the fifty-move rule; it relies on Syzygy" in text for text in go.strings)
        assert go.best == "h7h8q"
        go = here.go("nodes 100", "8/8/8/8/8/4k3/3p4/3K4 b - - 0 1")
        assert any("it is a draw" in text for text in go.strings)

    def test_no_tables(self, here: Here, tmp_path: Path) -> None:
        here.send(f"setoption name SyzygyPath value {tmp_path}")
        assert "Syzygy" in here.said[-1]
        assert here.go("mate 2", MORPHY).lengths == [2]


class TestBadInput:
    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("position", "position needs startpos, or fen and a FEN, not ''"),
            ("position fen", "position needs startpos, or fen and a FEN, not 'fen'"),
            ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "a king is missing"),
            ("position fen xyz", "not a FEN: 'xyz'"),
            ("position startpos moves e2e4 e2e4", "move 2 of the position is not legal"),
            ("position startpos moves e2e4\ufffd", "move 1 of the position is not legal"),
            ("position fen nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1", "Chess960 is not supported"),
            ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "not a FEN"),
        ],
    )
    def test_a_bad_position_is_none(self, here: Here, line: str, complaint: str) -> None:
        here.send(line)
        assert complaint in here.said[0]
        assert here.go().best == "(none)"
        here.send("position startpos", "isready")
        assert here.go("nodes 1").best != "(none)"

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("setoption", "expected setoption name N value V"),
            ("setoption name Hash", "option Hash takes 1 to 65536, not ''"),
            ("setoption name Hash value many", "option Hash takes 1 to 65536, not 'many'"),
            ("setoption name Threads value 0", "option Threads takes 1 to 1024, not '0'"),
            ("setoption name Ponder value maybe", "option Ponder takes true or false"),
            ("setoption name Algorithm value dfpn", "did you mean 'df-pn'?"),
            ("setoption name Thread value 3", "did you mean 'Threads'?"),
            ("setoption name UCI_Chess960 value true", "Chess960 is not supported"),
            ("setoption name UCI_Variant value atomic", "chess variants are not supported here"),
        ],
    )
    def test_a_bad_option_changes_nothing(self, here: Here, line: str, complaint: str) -> None:
        here.send(line)
        assert complaint in here.said[0]
        assert len(here.said) == 1

    def test_what_standard_chess_has_may_be_set(self, here: Here) -> None:
        here.send("setoption name UCI_Chess960 value false", "setoption name uci_variant value chess")
        here.send("setoption name Hash value 16", "SETOPTION nonsense")
        assert here.said == []

    def test_positions_that_other_programs_write(self, here: Here) -> None:
        for fen in (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 0",
            "kbK5/pp6/1P6/8/8/8/8/R7 w - -",
        ):
            here.send(f"position fen {fen}")
        here.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8c8")
        assert here.said == []

    def test_a_go_is_answered_whatever_it_says(self, here: Here) -> None:
        go = here.go("mate 0 nodes ten movetime 1 depth -5 wtime mate 3 ponde", MATE_IN_1)
        assert go.best == "d1d8"
        assert [text for text in go.strings if "go " in text] == [
            "go mate needs 1 to 1,000,000 moves, or -1 to -1,000,000, not 0",
            "go nodes needs a whole number, not 'ten'",
            "go wtime needs a whole number, not ''",
        ]


class TestTime:
    def test_a_share_of_the_clock(self) -> None:
        assert allotted(Go(), True, 20) is None
        assert allotted(Go(btime=1000), True, 20) is None
        assert allotted(Go(wtime=-50), True, 20) == 0.001
        assert allotted(Go(wtime=1, winc=1000), True, 20) == 0.001
        assert allotted(Go(btime=10_020, binc=1000, movestogo=10), False, 20) == 1.75
        assert allotted(Go(wtime=1020, movestogo=1), True, 20) == 0.9

    def test_numbers_without_end(self) -> None:
        go, complaints = read_go(["nodes", "9" * 30, "movetime", "9" * 5000])
        assert go.nodes == 2**62
        assert len(complaints) == 1

    def test_the_clock_ends_the_search(self, here: Here) -> None:
        go = here.go("movetime 50", chess.STARTING_FEN)
        assert any("the time limit was reached" in text for text in go.strings)
        assert here.go("wtime 300 btime 300").best != "(none)"

    def test_info_says_how_far_it_has_come(self, here: Here) -> None:
        here.begin("infinite")
        here.until(" pn ")
        here.send("stop")
        go = here.last()
        assert any(": pn " in text and " dn " in text for text in go.strings)
        for word in ("depth", "seldepth", "nodes", "nps", "hashfull", "time", "pv"):
            assert any(f" {word} " in line for line in go.lines if not line.startswith("info string")), word
