"""The value of a position: the right one, by questions whose certificates both checkers accept, within one budget."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

import pytest

import pnyx
from pnyx.reference import brute
from pnyx.reference.rules import read_position
from support.cases import Case, case
from support.one_eye_problems import PROBLEMS
from support.random_games import random_graph
from support.sample_games import BareNim, Broken, Nim, Ring

CASES = 200
# A loss; pn-dcg cannot say that it is no win, because it may have seen a repetition where there is none.
DOUBTED = "A min: B; B max: C A; C min: D; D = win"
# White's king is alone: no mate. Black's promotes: no draw, but that takes some thousand nodes.
LOST_ENDING = "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1"


class Offer:
    """Players count up in turn, and the second may make peace instead: no win, but nobody sees the end of it."""

    repetition = "impossible"

    def start(self) -> int:
        return 0

    def turn(self, position: int) -> int:
        return position % 2

    def outcome(self, position: int) -> Any:
        return pnyx.DRAW if position < 0 else None

    def moves(self, position: int) -> list[str]:
        return ["peace", "on"] if position % 2 else ["on"]

    def play(self, position: int, move: str) -> int:
        return -1 if move == "peace" else position + 1


def expected(rules: Any, root: Hashable, history: Sequence[Hashable] = ()) -> str:
    """The value by brute force."""
    if brute.solve(rules, root, "win", history):
        return "win"
    return "draw" if brute.solve(rules, root, "draw-or-better", history) else "loss"


def of_case(sample: Case, algorithm: str = "pn") -> pnyx.Value:
    return pnyx.value(pnyx.position(sample.game, sample.text, **sample.options), algorithm)


def verdicts(answer: pnyx.Value) -> list[tuple[str, str]]:
    return [(question.goal, question.verdict) for question in answer.questions]


def assert_rests_on_certificates(answer: pnyx.Value) -> None:
    """What both checkers say, and nothing else, makes the value; no question was asked in vain."""
    known = {}
    for question in answer.questions:
        assert question.unknown == (question.certificate is None), answer
        if question.certificate is not None:
            report = question.certificate.check()
            assert report.checkers == ("rust", "python")
            told = (report.goal, report.verdict, report.position, report.prover)
            assert told == (question.goal, question.verdict, answer.position.text, answer.position.turn)
            known[report.goal] = report.verdict
    values = {
        "win": known.get("win") == "proven",
        "draw": known.get("win") == "disproven" and known.get("draw-or-better") == "proven",
        "loss": known.get("draw-or-better") == "disproven",
    }
    assert [name for name, holds in values.items() if holds] == ([] if answer.value is None else [answer.value])
    assert [question.goal for question in answer.questions] == ["win", "draw-or-better"][: 1 + (answer.value != "win")]


class TestAgainstBruteForce:
    """Values of random positions."""

    @pytest.mark.parametrize("algorithm", list(pnyx.algorithms()))
    @pytest.mark.parametrize("game", ["graph", "tic-tac-toe"])
    def test_graphs_and_rows(self, game: str, algorithm: str) -> None:
        counts = Counter[str | None]()
        for seed in range(CASES):
            sample = case(game, seed)
            answer = of_case(sample, algorithm)
            right = expected(sample.rules, sample.root, sample.history)
            assert right in answer.possible, sample
            if not (algorithm == "pn-dcg" or (algorithm == "forced-win" and game == "graph")):
                assert answer.value == right, sample  # these two do not decide cycles
            assert_rests_on_certificates(answer)
            counts[right] += 1
        assert min(counts[value] for value in ("win", "draw", "loss")) > CASES // 20

    def test_graphs_in_which_repeating_is_illegal(self) -> None:
        counts = Counter[str | None]()
        for seed in range(CASES):
            text = random_graph(random.Random(f"value {seed}"), repetition="illegal", largest=9)
            sample = Case.read(seed, "graph", text)
            answer = of_case(sample)
            assert answer.value == expected(sample.rules, sample.root), sample
            assert_rests_on_certificates(answer)
            counts[answer.value] += 1
        assert min(counts[value] for value in ("win", "draw", "loss")) > CASES // 50

    @pytest.mark.parametrize(
        ("game", "options", "plies"),
        [
            ("connect-four", {"rows": "4", "columns": "4"}, 8),
            ("connect-four", {"rows": "4", "columns": "5"}, 11),
            ("othello", {"size": "4"}, 3),
        ],
    )
    def test_boards(self, game: str, options: dict[str, str], plies: int) -> None:
        values = set()
        for seed in range(25):
            rng = random.Random(f"value {game} {seed}")
            position = pnyx.position(game, **options)
            for _ in range(rng.randint(plies, plies + 6)):
                if position.outcome is None:
                    position = position.play(rng.choice(position.moves()))
            answer = pnyx.value(position)
            reading = read_position(game, position.text, options)
            assert answer.value == expected(reading.rules, reading.root), position
            assert_rests_on_certificates(answer)
            values.add(answer.value)
        assert values == {"win", "draw", "loss"}

    @pytest.mark.parametrize("problem", PROBLEMS[:12], ids=lambda problem: problem.text)
    def test_a_game_without_draws_takes_one_question(self, problem: Any) -> None:
        answer = pnyx.value(pnyx.position("go-one-eye", problem.text))
        assert answer.value == ("win" if problem.mover_wins else "loss")
        assert [question.goal for question in answer.questions] == ["win"]
        (certificate,) = answer.certificates
        assert certificate.check().verdict == answer.questions[0].verdict


class TestKnownValues:
    @pytest.mark.parametrize(
        ("position", "value"),
        [
            (pnyx.position("tic-tac-toe"), "draw"),
            (pnyx.position("tic-tac-toe", "XXX/OO./... o"), "loss"),
            (pnyx.position("tic-tac-toe", "XOX/XOO/OXX o"), "draw"),
            (pnyx.position("othello", size=4), "loss"),
            (pnyx.position("connect-four", rows=4, columns=4), "draw"),
            (pnyx.position("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), "win"),
            (pnyx.position("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1"), "draw"),
            (pnyx.position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "draw"),
            (pnyx.position("chess", LOST_ENDING), "loss"),
            (pnyx.position("graph", "A max: B C; B min: A; C = draw moves B A"), "draw"),
            (pnyx.position(Nim(), "7a"), "win"),
            (pnyx.position(Nim(), "8b"), "loss"),
            (pnyx.position(Ring()), "draw"),
        ],
        ids=lambda given: None if isinstance(given, str) else f"{given.game} {given.text}",
    )
    def test_known(self, position: pnyx.Position, value: str) -> None:
        answer = pnyx.value(position)
        assert (answer.value, answer.possible, answer.reason, answer.unknown) == (value, (value,), None, False)
        assert answer.position is position
        for certificate in answer.certificates:
            assert certificate.check().checkers == ("rust", "python"), certificate
        assert len(answer.certificates) == len(answer.questions) == (1 if value == "win" else 2)

    def test_whatever_solve_takes(self) -> None:
        answer = pnyx.value("XX./OO./... x")
        assert (answer.game, answer.algorithm) == ("tic-tac-toe", "auto")
        assert pnyx.value((4, 0), game=BareNim()).value == "loss"
        assert pnyx.value("A max: B; B = draw", "pn-bta", game="graph", options={"init": "unit"}).value == "draw"

    def test_words(self) -> None:
        assert str(pnyx.value("XX./OO./... x")).startswith("A win for X (")
        assert pnyx.value("A max: B; B = draw").headline == "a draw"
        assert pnyx.value(BareNim(8)).headline == "a loss for the first player"
        with pytest.raises(TypeError, match=r"neither true nor false: use \.value"):
            bool(pnyx.value(BareNim()))
        assert pnyx.value(BareNim())._repr_svg_().startswith("<svg")

    def test_all_moves_of_every_question(self) -> None:
        first, second = pnyx.value("A max: B C; B = draw; C = loss", all_moves=True).questions
        assert (first.winning_moves, first.unsettled_moves) == ([], [])
        assert (second.winning_moves, second.unsettled_moves) == (["B"], [])
        assert pnyx.value("XX./OO./... x", all_moves=True).questions[0].winning_moves == ["c3"]

    def test_a_preset_does_not_change_the_questions(self) -> None:
        answer = pnyx.value(LOST_ENDING, "pn", preset="breuker-2001")
        assert verdicts(answer) == [("mate", "disproven"), ("draw-or-better", "disproven")]
        assert answer.position.options == {"order": "papers", "en-passant": "always"}
        assert pnyx.solve(LOST_ENDING, algorithm="pn", preset="breuker-2001").goal == "mate"

    def test_bad_input(self) -> None:
        with pytest.raises(pnyx.InputError, match="unknown algorithm 'pm'"):
            pnyx.value("XX./OO./... x", "pm")
        with pytest.raises(pnyx.InputError, match="cannot search games in which repeating a position is illegal"):
            pnyx.value(pnyx.position("go-one-eye"), "pn-bta")
        with pytest.raises(ZeroDivisionError):
            pnyx.value(Broken())


class TestOneBudget:
    """The limits are for all questions together, and unknown is never taken for no."""

    def test_nothing_is_left_for_the_second_question(self) -> None:
        answer = pnyx.value(pnyx.position("chess"), limit=pnyx.Limit(nodes=1000))
        assert verdicts(answer) == [("mate", "unknown")]
        assert (answer.value, answer.reason, answer.possible) == (None, "nodes", ("win", "draw", "loss"))
        assert answer.certificates == ()
        assert answer.headline == "undecided: the node limit was reached"

    def test_the_second_question_gets_the_rest_of_the_nodes(self) -> None:
        first, second = pnyx.value(LOST_ENDING).questions
        needed = first.nodes + second.nodes
        for nodes in (needed, needed - 1, second.nodes, first.nodes + 1):
            answer = pnyx.value(LOST_ENDING, limit=pnyx.Limit(nodes=nodes))
            assert answer.questions[0].nodes == first.nodes, nodes
            if answer.unknown:
                assert (answer.reason, answer.possible) == ("nodes", ("draw", "loss")), nodes
                assert answer.headline == "undecided, but at most a draw for White: the node limit was reached", nodes
                assert nodes <= answer.nodes < nodes + 50, f"{nodes}: no more than one expansion beyond the limit"
            else:
                assert answer.nodes == needed, nodes
        assert answer.unknown
        assert pnyx.value(LOST_ENDING, limit=pnyx.Limit(nodes=needed + 1)).value == "loss"

    def test_no_nodes_are_left_after_a_first_no(self) -> None:
        nodes = pnyx.solve(LOST_ENDING, "mate").nodes
        answer = pnyx.value(LOST_ENDING, limit=pnyx.Limit(nodes=nodes))
        assert answer.questions[0].nodes == nodes
        assert (answer.value, answer.reason) == (None, "nodes")

    def test_a_lost_game_is_lost_when_the_first_question_is_open(self) -> None:
        answer = pnyx.value(DOUBTED, "pn-dcg", game="graph")
        assert verdicts(answer) == [("win", "unknown"), ("draw-or-better", "disproven")]
        assert answer.questions[0].reason == "unsafe: disproven"
        assert (answer.value, answer.reason, answer.unknown) == ("loss", None, False)
        assert_rests_on_certificates(answer)

    def test_at_least_a_draw(self) -> None:
        answer = pnyx.value("A max: B D; B min: A C; C max: B; D = draw", "pn-dcg", game="graph")
        assert verdicts(answer) == [("win", "unknown"), ("draw-or-better", "proven")]
        assert (answer.value, answer.possible, answer.reason) == (None, ("win", "draw"), "unsafe: disproven")
        assert answer.headline.startswith("undecided, but at least a draw for Max: pn-dcg found a disproof")

    def test_memory_is_for_one_question_at_a_time(self) -> None:
        start = pnyx.position("tic-tac-toe", rows=4, columns=4, k=4)
        answer = pnyx.value(start, "pn", limit=pnyx.Limit(memory=1 << 20, nodes=10_000_000))
        assert [(question.goal, question.reason) for question in answer.questions] == [
            ("win", "memory"),
            ("draw-or-better", "memory"),
        ]
        assert (answer.value, answer.reason) == (None, "memory")

    def test_time_is_for_all_questions(self) -> None:
        start = pnyx.position("tic-tac-toe", rows=4, columns=4, k=4)
        answer = pnyx.value(start, limit=pnyx.Limit(seconds=0.05))
        assert [(question.goal, question.reason) for question in answer.questions] == [("win", "seconds")]

    def test_a_stop_flag_ends_all_questions(self) -> None:
        stop = pnyx.StopFlag()
        stop.set()
        answer = pnyx.value(pnyx.position("tic-tac-toe"), stop=stop)
        assert [(question.goal, question.reason) for question in answer.questions] == [("win", "stopped")]

    def test_stopped_in_the_second_question(self) -> None:
        stop = pnyx.StopFlag()
        goals = []

        def watch(progress: pnyx.Progress) -> None:
            goals.append(progress.goal)
            if progress.goal == "draw-or-better":
                stop.set()

        answer = pnyx.value(Offer(), stop=stop, on_progress=watch, limit=pnyx.Limit(seconds=60))
        assert goals[-1] == "draw-or-better"
        assert [(question.verdict, question.reason) for question in answer.questions] == [
            ("disproven", None),
            ("unknown", "stopped"),
        ]
        assert (answer.reason, answer.possible) == ("stopped", ("draw", "loss"))

    def test_progress_counts_all_questions(self) -> None:
        seen: list[pnyx.Progress] = []
        answer = pnyx.value(Offer(), on_progress=seen.append, limit=pnyx.Limit(seconds=0.5))
        first, second = answer.questions
        assert (first.verdict, second.reason) == ("disproven", "seconds")
        assert {progress.goal for progress in seen} == {"draw-or-better"}
        assert [progress for progress in seen if not first.nodes < progress.nodes <= answer.nodes] == []


class TestJson:
    def test_the_first_question_with_the_value_beside_it(self) -> None:
        answer = pnyx.value("A max: B; B = draw")
        printed = answer.to_json(["one.pnyx", "two.pnyx"])
        first, second = printed.pop("questions")
        assert (printed.pop("value"), printed.pop("possible_values")) == ("draw", ["draw"])
        assert (printed["game"], printed["nodes"], printed["reason"]) == (answer.game, answer.nodes, None)
        assert first == answer.questions[0].to_json("one.pnyx")
        assert second == answer.questions[1].to_json("two.pnyx")
        assert [question["certificate"] for question in answer.to_json()["questions"]] == [None, None]
