"""Jobs: the same question about many positions, in any order, with tables that stay warm; identities of positions."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import InputError
from support.job_cases import CASES_OF_GAMES, JobCase, Named
from support.raising import raises_for

CASES, CHUNK = 600, 100
SOAK_CASES, SOAK_CHUNK = 40_000, 1_000

WAYS: tuple[tuple[str, dict[str, str]], ...] = (
    ("df-pn", {}),
    ("df-pn", {"table": "exact", "init": "unit"}),
    ("df-pn", {"tca": "off", "epsilon": "0"}),
    ("df-pn", {"table": "1500"}),
    ("df-pn", {"ghi": "sim"}),
    ("df-pn", {"ghi": "dup"}),
    ("df-pn", {"ghi": "nagai", "large": "4"}),
    ("df-pn", {"ghi": "nagai", "large": "1", "table": "1500"}),
    ("df-pn", {"ghi": "ignore"}),
    ("pds", {}),
    ("pds", {"table": "two-big", "stored": "4"}),
    ("pn-star", {}),
    ("pds-pn", {"a": "3", "b": "2"}),
    ("forced-win", {}),
    ("auto", {}),
    ("pn", {}),
    ("pn-bta", {}),
    ("pn2", {}),
    ("alpha-beta", {}),
)
TABLES = {"df-pn", "pds", "pn-star", "pds-pn", "forced-win", "auto"}


# Random graphs


def run(first: int, count: int, *, python: bool = False) -> tuple[int, int]:
    """Jobs at random positions; gives the numbers of answered and unanswered ones."""
    answered = unanswered = 0
    for seed in range(first, first + count):
        case = JobCase.numbered(seed, python=python)
        rng = random.Random(f"budgets {seed}")
        algorithm, options = rng.choice(WAYS)
        memory = rng.choice((None, 40_000, 1 << 20)) if not python else None
        jobs = _core.Jobs(case.position(case.root), case.goal, algorithm, options, max_memory=memory)
        about = f"{case}, {algorithm} {options}, {memory}"
        assert jobs.prover == case.rules.players[case.rules.turn(case.root)], about
        truth = {node: case.truth(node) for node in case.nodes}
        for _ in range(rng.randint(1, 30)):
            node = rng.choice(case.nodes)
            position = case.position(node)
            assert jobs.question(position) == case.question(node), about
            found = jobs.solve(position, max_nodes=rng.choice((1, 2, 3, 5, 8, 20, 500)))
            if found.verdict == "unknown":
                unanswered += 1
                assert found.certificate is None, about
                # What another job has left must not even mislead the search.
                misled = found.reason is not None and found.reason.startswith("certificate")
                assert not misled or options.get("ghi") == "ignore", f"{about}, {node}: {found.reason}"
                assert (found.children is not None) == (algorithm in TABLES), about
                if found.children is not None:
                    assert [move for move, _, _ in found.children] == position.moves(), about
                    for move, proof, disproof in found.children:
                        if options.get("ghi") != "ignore":
                            assert 0 not in (proof, disproof) or truth[move] == (proof == 0), f"{about}, {node} {move}"
                continue
            answered += 1
            assert (found.verdict == "proven") == truth[node], f"{about}, {node}"
            assert found.children is None, about
            assert found.certificate is not None, about
            case.assert_shown(node, found.verdict, found.certificate, f"{about}, {node}")
    return answered, unanswered


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_random_graphs(first: int) -> None:
    answered, unanswered = run(first, CHUNK)
    assert answered > 5 * CHUNK
    assert unanswered > CHUNK // 4


def test_random_graphs_as_games_in_python() -> None:
    answered, _ = run(0, 60, python=True)
    assert answered > 300


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, SOAK_CASES, SOAK_CHUNK))
def test_random_graphs_soak(first: int) -> None:
    run(first, SOAK_CHUNK)


# Built-in games


def walked(root: _core.Position, rng: random.Random, plies: int) -> _core.Position:
    """A position that random moves lead to, read again from its identity."""
    position = root
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    read = _core.position(position.game, position.identity, position.options)
    assert read.identity == position.identity
    return read


@pytest.mark.parametrize("algorithm", ["auto", "df-pn", "pds-pn", "pn"])
@pytest.mark.parametrize(("game", "text", "options", "goal"), CASES_OF_GAMES)
def test_games(game: str, text: str, options: dict[str, str], goal: str, algorithm: str) -> None:
    """Jobs agree with searches that share nothing, and with certificates of either player's questions."""
    rng = random.Random(f"{text} {goal} {algorithm}")
    root = _core.position(game, text, options)
    jobs = _core.Jobs(root, goal, algorithm, {}, max_memory=1 << 26)
    other = next(player for player in root.players if player != root.turn)
    assert jobs.prover == (other if goal == "mated" else root.turn)
    answers: dict[str, str] = {}
    for _ in range(25):
        position = walked(root, rng, rng.randint(0, 4))
        asked = jobs.question(position)
        assert asked is not None
        found = jobs.solve(position, max_nodes=rng.choice((5, 200, 3_000)))
        if found.verdict == "unknown":
            continue
        assert found.certificate is not None
        report = pnyx.check(found.certificate)
        said = "proven" if (found.verdict == "proven") != asked[1] else "disproven"
        assert (report.goal, report.verdict, report.position) == (asked[0], said, position.identity)
        assert answers.setdefault(position.identity, found.verdict) == found.verdict
        alone = _core.solve(position, _core.Question(asked[0], "df-pn", {}, max_nodes=20_000))
        assert alone.verdict in (said, "unknown")
    assert answers or algorithm not in ("auto", "df-pn")


def test_a_score_that_everybody_has_is_no_question_for_the_other_side() -> None:
    root = _core.position("othello", "-XXXXXOOXXO-X--- O")
    jobs = _core.Jobs(root, "score -16", "df-pn", {})
    assert jobs.question(root) == ("score -16", False)
    after = root.play(root.moves()[0])
    assert jobs.question(after) is None
    with pytest.raises(InputError, match="expand the position"):
        jobs.solve(after, max_nodes=10)


@pytest.mark.parametrize(
    ("game", "text", "options", "goal", "why"),
    [
        ("chess", "7k/8/8/8/8/8/8/R5K1 w - - 0 1", {}, "mate-in 3", "counts moves from the root"),
        ("chess", "7k/8/8/8/8/8/8/R5K1 b - - 0 1", {}, "mated-in 3", "counts moves from the root"),
        ("chess", "7k/P7/8/8/8/8/8/6K1 w - - 0 1", {}, "promote", "the move before a position"),
        ("chess", "7k/8/8/8/8/8/8/R5K1 w - - 0 1", {"exclude": "a1a8"}, "mate", "hold at the root only"),
        ("chess", "7k/8/8/8/8/8/8/R5K1 w - - 0 1 moves a1a2 h8g8", {}, "mate", "history"),
        ("chess", "7k/8/8/8/8/8/8/R5K1 w - - 0 1", {}, "score 3", "has no goal"),
        ("graph", "root A; repetition illegal; A max: B; B = win", {}, "win", "depends on the path to it"),
    ],
)
def test_what_depends_on_the_way_is_refused(game: str, text: str, options: dict[str, str], goal: str, why: str) -> None:
    root = _core.position(game, text, options)
    with pytest.raises(InputError, match=why):
        _core.Jobs(root, goal, "df-pn", {})
    with pytest.raises(InputError, match=why):
        _core.merge(root, goal, True, [])


def test_positions_of_other_games_are_refused() -> None:
    jobs = _core.Jobs(_core.position("tic-tac-toe"), "win", "df-pn", {})
    for other in (
        _core.position("connect-four"),
        _core.position("tic-tac-toe", "..../..../..../.... x", {"k": "4"}),
        _core.position("tic-tac-toe", "..../..../..../.... x"),
    ):
        with raises_for(other, InputError):
            jobs.solve(other, max_nodes=10)
    graph = _core.Jobs(_core.position("graph"), "win", "df-pn", {})
    with pytest.raises(InputError, match="another graph"):
        graph.solve(_core.position("graph", "A max: B; B = win"), max_nodes=10)
    later = _core.position("chess", "7k/8/8/8/8/8/8/R5K1 w - - 0 1 moves a1a2 h8g8")
    with pytest.raises(InputError, match="without a history"):
        _core.Jobs(_core.position("chess"), "mate", "df-pn", {}).solve(later, max_nodes=10)


# Warm tables


@pytest.mark.parametrize("algorithm", ["auto", "df-pn", "pds", "pn-star", "forced-win"])
def test_a_job_that_was_done_is_known(algorithm: str) -> None:
    root = _core.position("chess", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
    jobs = _core.Jobs(root, "mate", algorithm, {})
    first = jobs.solve(root, max_nodes=10_000)
    assert first.verdict == "proven"
    again = jobs.solve(root, max_nodes=10_000)
    assert (again.verdict, again.certificate) == ("proven", first.certificate)
    assert again.nodes < first.nodes
    child = jobs.solve(root.play(first.line[0]), max_nodes=10_000)
    assert child.nodes <= 1


def test_what_was_broken_off_goes_on() -> None:
    """Many small jobs come to an end where a single one of their size does not."""
    root = _core.position("chess", "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1")
    jobs = _core.Jobs(root, "mate", "df-pn", {})
    verdicts = [jobs.solve(root, max_nodes=300).verdict for _ in range(60)]
    assert verdicts[0] == "unknown"
    assert verdicts[-1] == "proven"


@pytest.mark.parametrize("options", [{"table": "exact"}, {}])
def test_memory_is_for_all_jobs_together(options: dict[str, str]) -> None:
    """A table that never forgets begins anew before it is full: no job is left without room."""
    root = _core.position("othello", "--------------OX----XO-------------- X")
    jobs = _core.Jobs(root, "score 1", "df-pn", options, max_memory=1 << 20)
    rng = random.Random(1)
    found = [jobs.solve(walked(root, rng, rng.randint(0, 20)), max_nodes=400) for _ in range(60)]
    assert max(solution.memory_bytes for solution in found) < 3 << 19
    assert {solution.reason for solution in found} == {None, "nodes"}


def test_a_python_game_begins_anew_when_it_holds_too_much() -> None:
    case = JobCase.numbered(3, python=True, largest=60)
    jobs = _core.Jobs(case.position(case.root), case.goal, "df-pn", {}, max_memory=20_000)
    for node in case.nodes * 3:
        found = jobs.solve(case.position(node), max_nodes=500)
        assert found.verdict == "unknown" or (found.verdict == "proven") == case.truth(node), node


def test_a_rule_that_fails_leaves_jobs_as_they_were() -> None:
    class Failing(Named):
        fails = False

        def moves(self, position: str) -> list[str]:
            if self.fails:
                raise ZeroDivisionError(position)
            return super().moves(position)

    case = JobCase.numbered(12, python=True)
    game = Failing(case.text)
    jobs = _core.Jobs(_core.python_position(game, case.root), case.goal, "df-pn", {})
    game.fails = True
    with pytest.raises(ZeroDivisionError):
        jobs.solve(_core.python_position(game, case.root), max_nodes=500)
    game.fails = False
    found = jobs.solve(_core.python_position(game, case.root), max_nodes=500)
    assert (found.verdict == "proven") == case.truth(case.root)


def test_a_stop_flag_stops_a_job() -> None:
    stop = pnyx.StopFlag()
    stop.set()
    jobs = _core.Jobs(_core.position("chess"), "mate", "df-pn", {})
    found = jobs.solve(_core.position("chess"), max_nodes=10**9, stop=stop)
    assert (found.verdict, found.reason) == ("unknown", "stopped")


# Identities


def test_equal_positions_have_equal_identities() -> None:
    """By any way: what is the same for the rules is the same text, and the text is read as the same position."""
    for game in ("chess", "three-check", "crazyhouse", "checkers", "lines-of-action", "othello", "go-one-eye"):
        start = _core.position(game)
        rng = random.Random(game)
        for _ in range(30):
            position = walked(start, rng, rng.randint(0, 30))
            assert position.identity == position.board, game
            assert pnyx.position(game, position.identity).identity == position.identity, game
    knights = _core.position("chess")
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        knights = knights.play(move)
    assert knights.identity == _core.position("chess").identity != knights.text
    counted = _core.position("chess", "7k/8/8/8/8/8/8/R5K1 w - - 93 90", {"fifty-move-rule": "on"})
    assert counted.identity == "7k/8/8/8/8/8/8/R5K1 w - - 93 1"
    assert _core.position("chess").play("e2e4").identity.split()[3] == "-"
    papers = _core.position("chess", None, {"en-passant": "always"}).play("e2e4")
    assert papers.identity.split()[3] == "e3"
    assert _core.python_position(Named(JobCase.numbered(2).text), "n0").identity == "n0"
