"""What answers look like in a notebook: the right facts, the key move marked, safe and bounded HTML."""

from __future__ import annotations

from typing import Any

import pytest

import pnyx
from pnyx.notebook import answers, proof_tree
from pnyx.notebook.outline import outline
from support.page import Page
from support.sample_games import BareNim, LineGo, Nim, Ring
from support.svg import classed

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
WIN_AT_CHESS_281 = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
HOSTILE = '</td><script>alert("1")</script><img src=x onerror=alert(1)>&\''


def drawn(answer: Any) -> Page:
    """The page of an answer that draws itself."""
    return Page(answer._repr_html_())


def arrows(page: Page) -> int:
    """How many moves are marked on the first drawing."""
    return len(classed(page.drawings[0], "next-move"))


class TestResults:
    def test_a_proof(self) -> None:
        result = pnyx.solve(MORPHY, goal="mate")
        page = drawn(result)
        assert "White mates in at most 2" in page.text
        assert "1. Ra6 bxa6 2. b7#" in page.text
        assert "16 positions, checked" in page.text
        assert "1... Bc7 2. Rxa7#" in page.text, "the proof's tree"
        assert arrows(page) == 1

    def test_a_disproof_marks_no_move(self) -> None:
        page = drawn(pnyx.solve(".../.../... x", goal="win"))
        assert "X cannot force a win" in page.text
        assert "The disproof" in page.text
        assert "all 9 moves" in page.text
        assert arrows(page) == 0

    def test_unknown_does_not_look_like_no(self) -> None:
        page = drawn(pnyx.solve(pnyx.position("chess"), goal="mate", limit=pnyx.Limit(nodes=500)))
        assert "Unknown whether White can force mate: the node limit was reached" in page.text
        assert "cannot" not in page.text
        assert "proof number" in page.text
        assert arrows(page) == 0

    def test_every_winning_move_is_marked(self) -> None:
        result = pnyx.solve("8/8/8/8/8/5K2/7R/6k1 w - - 0 1", goal="mate-in 2", all_moves=True)
        assert result.winning_moves is not None
        assert len(result.winning_moves) > 1
        assert arrows(drawn(result)) == len(result.winning_moves)

    def test_a_prover_who_is_not_to_move_has_no_key(self) -> None:
        result = pnyx.solve("k7/8/1K6/8/8/8/8/7R b - - 0 1", goal="mated")
        assert result.proven
        assert arrows(drawn(result)) == 0

    def test_the_words_for_a_terminal_stay(self) -> None:
        plain, recorded = (pnyx.solve(MATE_IN_1, goal="mate", history=history) for history in (False, True))
        assert "history" not in repr(recorded)
        assert repr(plain).partition("seconds=")[0] == repr(recorded).partition("seconds=")[0]
        assert str(recorded).startswith("White mates in 1 (")
        assert recorded._repr_svg_().count('class="next-move"') == 1

    @pytest.mark.parametrize("game", [BareNim(), Nim(), Ring(), LineGo()], ids=lambda game: type(game).__name__)
    def test_games_written_in_python(self, game: Any) -> None:
        page = drawn(pnyx.solve(game, goal="win"))
        assert len(page.drawings) == 1
        assert "roof" in page.text

    def test_a_large_certificate_is_not_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(answers, "_READ_AT_ONCE", 15)
        result = pnyx.solve(MORPHY, goal="mate")
        page = drawn(result)
        assert "With 16 positions the proof is large: use certificate.proof()" in page.text
        assert "Bc7" not in page.text
        assert result.certificate is not None
        assert "A certificate of 16 positions" in drawn(result.certificate).text

    def test_a_certificate_that_cannot_be_read_says_why(self, monkeypatch: pytest.MonkeyPatch) -> None:
        result = pnyx.solve(MATE_IN_1, goal="mate")

        def refuse(self: pnyx.Certificate) -> pnyx.Proof:
            raise pnyx.InputError("the tables are gone")

        monkeypatch.setattr(pnyx.Certificate, "proof", refuse)
        assert "It cannot be drawn: the tables are gone" in drawn(result).text


class TestOtherAnswers:
    def test_a_value_has_its_questions(self) -> None:
        page = drawn(pnyx.value(pnyx.position("tic-tac-toe"), history=True))
        assert "A draw" in page.text
        assert "X cannot force a win" in page.text
        assert "X can hold at least a draw" in page.text
        assert "Proof and disproof number of the root" in page.text

    def test_an_unknown_value(self) -> None:
        page = drawn(pnyx.value(pnyx.position("chess"), limit=pnyx.Limit(nodes=100)))
        assert "Undecided: the node limit was reached" in page.text

    def test_a_shortest_mate(self) -> None:
        page = drawn(pnyx.shortest(MORPHY, history=True))
        assert "White mates in 2, and no sooner" in page.text
        assert "White has no mate in 1" in page.text
        assert arrows(page) == 1

    def test_variations(self) -> None:
        found = pnyx.variations(MORPHY, 2, tries=True)
        page = drawn(found)
        for line in found.text.splitlines()[1:]:
            assert " ".join(line.split()) in page.text, line
        assert page.text.count("White mates in 2") == 1
        assert arrows(page) == 1

    def test_variations_that_found_nothing(self) -> None:
        page = drawn(pnyx.variations("8/8/8/8/8/1k6/8/K7 w - - 0 1", 1))
        assert "White has no mate in 1" in page.text

    def test_long_texts_are_cut(self) -> None:
        page = Page(outline(["\n".join(f"line {i}" for i in range(50))], most=20))
        assert "line 19" in page.text
        assert "line 20" not in page.text
        assert "30 more lines" in page.text

    def test_a_search(self) -> None:
        page = drawn(pnyx.search(pnyx.position("othello"), depth=4))
        assert "looking 4 plies ahead" in page.text
        assert arrows(page) == 1


class TestProofs:
    def test_the_whole_of_a_small_proof(self) -> None:
        proof = pnyx.solve(MORPHY, goal="mate").certificate.proof()  # type: ignore[union-attr]
        page = drawn(proof)
        assert "White mates in at most 2" in page.text
        assert page.text.count("Rxa7#") == 6
        assert "not drawn" not in page.text
        assert arrows(page) == 1

    def test_a_place_in_it(self) -> None:
        proof = pnyx.solve(MORPHY, goal="mate").certificate.proof()  # type: ignore[union-attr]
        page = drawn(proof.at(["a1a6", "b7a6"]))
        assert "After 1. Ra6 bxa6" in page.text
        assert "the proof chooses one move" in page.text
        assert "2. b7#" in page.text
        assert "The root of the proof" in drawn(proof.root).text
        assert "the line ends here" in drawn(proof.at(["a1a6", "b7a6", "b6b7"])).text

    @pytest.mark.parametrize("most", [1, 10, 100])
    def test_rows_are_bounded(self, most: int) -> None:
        result = pnyx.solve(pnyx.position("tic-tac-toe"), goal="win", algorithm="pn")
        assert result.certificate is not None
        page = Page(proof_tree.tree(result.certificate.proof().root, most))
        rows = sum(text.lstrip().startswith(("a", "b", "c")) for text in page.texts)
        assert rows <= most + page.text.count("proof.at")
        assert "to show them: proof.at(" in page.text

    def test_what_is_not_drawn_can_be_asked_for(self) -> None:
        result = pnyx.solve(pnyx.position("tic-tac-toe"), goal="win", algorithm="pn")
        assert result.certificate is not None
        proof = result.certificate.proof()
        page = Page(proof_tree.tree(proof.root, 10))
        lines = [text for text in page.texts if text.startswith("proof.at(")]
        assert lines
        for line in lines:
            assert eval(line, {"proof": proof}).moves, line

    def test_long_lines_do_not_nest_without_end(self) -> None:
        # At every step min may also resign, so that no two steps share a row.
        steps = [f"A{i} min: B{i} W{i}; W{i} = win; B{i} max: A{i + 1}" for i in range(400)]
        graph = f"root R; repetition draw; R max: A0; {'; '.join(steps)}; A400 = win"
        result = pnyx.solve(graph, goal="win", algorithm="df-pn", game="graph")
        assert result.proven
        page = drawn(result)
        assert page.deepest < 300
        assert "to show them: proof.at(" in page.text

    def test_a_line_that_goes_round(self) -> None:
        graph = "root A; repetition draw; A max: B C; B min: A D; C = draw; D = win"
        result = pnyx.solve(graph, goal="win", algorithm="df-pn", game="graph")
        assert result.disproven
        assert "repeats the position of ply 0" in drawn(result).text


class Spiteful(BareNim):
    """A game whose every text is an attack on the page."""

    name = f"nim {HOSTILE}"
    players = (f"ann {HOSTILE}", "bob")

    def move_text(self, position: tuple[int, int], move: int) -> str:
        return f"{move}{HOSTILE}"

    def position_text(self, position: tuple[int, int]) -> str:
        return f"{position}{HOSTILE}"

    def parse(self, text: str) -> tuple[int, int]:
        raise ValueError(HOSTILE)


class TestHostileTexts:
    @pytest.mark.parametrize("ask", [pnyx.solve, pnyx.value], ids=["solve", "value"])
    def test_they_stay_text(self, ask: Any) -> None:
        page = drawn(ask(Spiteful()))
        assert "<script>" in page.text

    def test_in_proofs_too(self) -> None:
        result = pnyx.solve(Spiteful(9), goal="win")
        assert result.certificate is not None
        proof = result.certificate.proof()
        for shown in (proof, proof.root, proof.at(proof.root.main_line()[:1]), result.certificate):
            assert "<script>" in drawn(shown).text, shown
