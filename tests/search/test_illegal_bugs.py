"""The test of the tests where repeating is illegal: mistakes put into the search and the checker must be noticed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest

import reference.test_illegal_repetition as ordinary
from pnyx.errors import CertificateError
from pnyx.reference import pn
from pnyx.reference.check import check
from pnyx.reference.pn import Node, Problem
from pnyx.reference.walk import _Frame
from pnyx.reference.walk_illegal import BOUND, ENDS, FREE, _IllegalWalk
from support.illegal_claims import FALSE_CLAIMS, FalseClaim

CASES = 200

Patch = pytest.MonkeyPatch
Bug = Callable[[Patch], None]


# The checker


def begin_with(patch: Patch, change: Callable[[_IllegalWalk], None]) -> None:
    init = _IllegalWalk.__init__

    def begin(self: _IllegalWalk, *arguments: Any) -> None:
        init(self, *arguments)
        change(self)

    patch.setattr(_IllegalWalk, "__init__", begin)


def barred_moves_are_chosen(patch: Patch) -> None:
    barred = _IllegalWalk._barred

    def forgiving(self: _IllegalWalk, frame: _Frame, move: Any, target: Hashable) -> bool:
        return barred(self, frame, move, target) and not self.parts[-1].chooses

    patch.setattr(_IllegalWalk, "_barred", forgiving)


def no_move_is_exempt(patch: Patch) -> None:
    begin_with(patch, lambda self: setattr(self, "exempt", lambda position, move: False))


def every_move_is_exempt(patch: Patch) -> None:
    begin_with(patch, lambda self: setattr(self, "exempt", lambda position, move: True))


def alike_means_equal(patch: Patch) -> None:
    begin_with(patch, lambda self: setattr(self, "key", lambda position: position))


def history_forgotten_on_the_line(patch: Patch) -> None:
    begin_with(patch, lambda self: self.line.clear())


def history_forgotten_in_the_free_part(patch: Patch) -> None:
    begin_with(patch, lambda self: self.bound.clear())


def line_never_taken_back(patch: Patch) -> None:
    leave = _IllegalWalk._leave

    def forgetful(self: _IllegalWalk) -> None:
        line = set(self.line)
        leave(self)
        self.line = line

    patch.setattr(_IllegalWalk, "_leave", forgetful)


def references_to_what_is_alike(patch: Patch) -> None:
    patch.setattr(_IllegalWalk, "_same", lambda self, one, other: self.key(one) == self.key(other))


def cycles_in_the_free_part(patch: Patch) -> None:
    refer = _IllegalWalk._refer

    def forgiving(self: _IllegalWalk, frame: _Frame, place: int, target: Hashable) -> None:
        if place < len(self.shared):
            self.shared[place].ended = True
        refer(self, frame, place, target)

    patch.setattr(_IllegalWalk, "_refer", forgiving)


def not_compared(patch: Patch, adds: str, where: str) -> None:
    """When a node of some kind is added, it is not compared with those of another."""
    add = getattr(_IllegalWalk, adds)
    unlike = _IllegalWalk._unlike

    def careless(self: _IllegalWalk, *arguments: Any) -> None:
        with Patch.context() as inner:
            inner.setattr(
                _IllegalWalk,
                "_unlike",
                lambda self, what, number, key, others, place: (
                    place == where or unlike(self, what, number, key, others, place)
                ),
            )
            add(self, *arguments)

    patch.setattr(_IllegalWalk, adds, careless)


def free_nodes_not_compared_with_each_other(patch: Patch) -> None:
    not_compared(patch, "_add_free", FREE)


def free_nodes_not_compared_with_the_line(patch: Patch) -> None:
    not_compared(patch, "_add_free", BOUND)


def the_line_not_compared_with_free_nodes(patch: Patch) -> None:
    not_compared(patch, "_add_bound", FREE)


def ends_not_compared_with_free_nodes(patch: Patch) -> None:
    not_compared(patch, "_add_end", FREE)


def ends_not_compared_with_the_line(patch: Patch) -> None:
    not_compared(patch, "_add_end", BOUND)


def free_nodes_not_compared_with_ends(patch: Patch) -> None:
    not_compared(patch, "_add_free", ENDS)


def the_line_not_compared_with_ends(patch: Patch) -> None:
    not_compared(patch, "_add_bound", ENDS)


CHECKER_BUGS: list[tuple[Bug, bool]] = [
    (barred_moves_are_chosen, True),
    (no_move_is_exempt, True),
    (every_move_is_exempt, True),
    (alike_means_equal, True),
    (history_forgotten_on_the_line, True),
    (history_forgotten_in_the_free_part, False),
    (line_never_taken_back, False),
    (references_to_what_is_alike, False),
    (cycles_in_the_free_part, True),
    (free_nodes_not_compared_with_each_other, True),
    (free_nodes_not_compared_with_the_line, False),
    (the_line_not_compared_with_free_nodes, False),
    (ends_not_compared_with_free_nodes, False),
    (ends_not_compared_with_the_line, True),
    (free_nodes_not_compared_with_ends, False),
    (the_line_not_compared_with_ends, False),
]
"""With each mistake: whether random certificates show it within the usual number of cases."""


def accepted(claim: FalseClaim) -> bool:
    try:
        check(claim.certificate(), claim.solved().game)
    except CertificateError:
        return False
    return True


@pytest.mark.parametrize(("bug", "at_random"), CHECKER_BUGS)
def test_mistakes_in_the_checker(bug: Bug, at_random: bool, monkeypatch: Patch) -> None:
    assert [each for each in FALSE_CLAIMS if accepted(each)] == []
    bug(monkeypatch)
    assert any(map(accepted, FALSE_CLAIMS))
    if at_random:
        with pytest.raises(AssertionError, match="a false claim is accepted"):
            ordinary.random_certificates(0, CASES)


# The search


def history_forgotten(patch: Patch) -> None:
    patch.setattr(Problem, "_seen", lambda self, key: self.line[key] > 0)


def exempt_moves_barred(patch: Patch) -> None:
    patch.setattr(Problem, "barred", lambda self, node, move, key: self._seen(key))


def player_without_a_move_wins(patch: Patch) -> None:
    set_numbers = pn.set_proof_and_disproof_numbers

    def numbers(node: Node) -> None:
        set_numbers(node)
        if node.expanded and not node.children:
            node.proof, node.disproof = node.disproof, node.proof

    patch.setattr(pn, "set_proof_and_disproof_numbers", numbers)


def line_kept_as_a_set(patch: Patch) -> None:
    def enter(self: Problem, node: Node) -> None:
        self.line[node.key] = 1

    def leave(self: Problem, node: Node) -> None:
        self.line[node.key] = 0

    patch.setattr(Problem, "enter", enter)
    patch.setattr(Problem, "leave", leave)


@pytest.mark.parametrize(
    "bug",
    [history_forgotten, exempt_moves_barred, player_without_a_move_wins],
)
def test_mistakes_in_the_search(bug: Bug, monkeypatch: Patch) -> None:
    bug(monkeypatch)
    with pytest.raises(AssertionError):
        ordinary.agree(0, CASES)


def test_a_line_kept_as_a_set(monkeypatch: Patch) -> None:
    line_kept_as_a_set(monkeypatch)
    with pytest.raises(AssertionError):
        ordinary.test_the_search_takes_back_every_position_once()
