"""`Result`: its fields, sentences and JSON."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest

import pnyx
from support.sample_games import BareNim, Nim

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
WIN_IN_1 = "XX./OO./... x"


class TestResults:
    def test_fields(self) -> None:
        result = pnyx.solve(MATE_IN_1)
        assert (result.game, result.goal, result.algorithm) == ("chess", "mate", "auto")
        assert (result.verdict, result.reason, result.checked) == ("proven", None, True)
        assert (result.moves_to_win, result.plies) == (1, 1)
        assert result.line_text == "1. Rd8#"
        assert result._repr_svg_().startswith("<svg")
        with pytest.raises(FrozenInstanceError):
            result.verdict = "unknown"  # type: ignore[misc]

    def test_neither_true_nor_false(self) -> None:
        with pytest.raises(TypeError, match=r"\.verdict or \.proven"):
            bool(pnyx.solve(WIN_IN_1))

    @pytest.mark.parametrize(
        ("position", "goal", "sentence"),
        [
            (MATE_IN_1, "mate", "White mates in 1 ("),
            ("8/8/8/8/8/1k6/8/K2r4 w - - 0 1", "win", "White cannot force a win ("),
            (".../.../... x", "win", "X cannot force a win ("),
            (".../.../... x", "draw-or-better", "X can hold at least a draw ("),
            ("XX./OO./X.. o", "draw-or-better", "O can hold at least a draw ("),
            ("A = win", "win", "Max has already won ("),
            ("A max: B C; B min: D; C = loss; D max: E; E = win", "win", "Max wins in at most 2 ("),
        ],
    )
    def test_sentences(self, position: str, goal: str, sentence: str) -> None:
        words = str(pnyx.solve(position, goal))
        assert words.startswith(sentence)
        assert words.endswith(" s).")

    def test_sentences_of_python_games(self) -> None:
        assert str(pnyx.solve(Nim(6))).startswith("Ann wins in at most 2 (")
        assert str(pnyx.solve(BareNim(6))).startswith("The first player wins in at most 2 (")
        unknown = pnyx.solve(BareNim(40), limit=pnyx.Limit(nodes=10))
        assert str(unknown).startswith("Unknown whether the first player can force a win: the node limit was reached (")

    def test_json(self) -> None:
        result = pnyx.solve(WIN_IN_1)
        answer = json.loads(json.dumps(result.to_json()))
        assert list(answer) == [
            *(
                "game",
                "position",
                "goal",
                "prover",
                "algorithm",
                "verdict",
                "reason",
                "nodes",
                "expansions",
                "generated",
            ),
            *("simulation", "seconds", "nodes_per_second", "memory_bytes"),
            *("line", "moves_to_win", "certificate", "checked"),
        ]
        assert answer["position"] == WIN_IN_1
        assert result.to_json("file.pnyx")["certificate"] == "file.pnyx"
        assert {"winning_moves", "unsettled_moves"} < set(pnyx.solve(WIN_IN_1, all_moves=True).to_json())
