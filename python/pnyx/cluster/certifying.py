"""One certificate from the facts of a store."""

from __future__ import annotations

from collections.abc import Iterator

from pnyx import _core
from pnyx.api.position import Position
from pnyx.api.result import Certificate
from pnyx.cluster.questions import Question, asked_of, prover_of
from pnyx.cluster.storing import Fact, Store
from pnyx.errors import InputError, quoted


def certificate_of(store: Store, position: str | None = None) -> Certificate:
    """The certificate of the store's question, if it is answered; or of another position that is.

    Jobs have certificates of their own, and facts between them name moves. Together they make one graph, which is
    checked before it is returned.

    >>> from pnyx.cluster.storing import MemoryStore
    >>> certificate_of(MemoryStore(Question("tic-tac-toe", "XX./OO./... x", "win")))
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: the store has no answer yet for 'XX./OO./... x': resume with `pnyx cluster solve`
    """
    question = store.question
    root = question.open(position)
    facts = {fact.position: (order, fact) for order, fact in enumerate(store.facts())}
    if root.identity not in facts:
        raise InputError(
            f"the store has no answer yet for {quoted(root.identity)}: resume with `pnyx cluster solve`"
            if position is None
            else f"the store has no answer for {quoted(root.identity)}"
        )
    verdict = facts[root.identity][1].verdict
    needed = sorted(_needed(question, root, facts), key=lambda piece: piece[0])
    pieces = ((place, _reason(store, fact)) for _, place, fact in needed)
    goal, negated = asked_of(question.goal, root.turn == prover_of(question))
    data = _core.merge(root.native, goal, (verdict == "proven") != negated, pieces)
    return Certificate(data, root, _nodes(data))


def _needed(
    question: Question, root: Position, facts: dict[str, tuple[int, Fact]]
) -> Iterator[tuple[int, _core.Position, Fact]]:
    """The facts that the root's fact depends on."""
    seen = {root.identity}
    stack = [root]
    while stack:
        place = stack.pop()
        order, fact = facts[place.identity]
        yield order, place.native, fact
        if fact.job is not None:
            continue
        for move in place.moves() if fact.move is None else [fact.move]:
            after = place.play(move)
            name = after.identity
            if name in seen:
                continue
            seen.add(name)
            if name in facts:
                stack.append(after)
            elif after.outcome is None:
                raise InputError(
                    f"the store is damaged: it has no answer for {quoted(name)}, which another fact depends on"
                )


def _reason(store: Store, fact: Fact) -> bytes | str | None:
    if fact.job is None:
        return fact.move
    certificate = store.certificate(fact.job)
    if certificate is None:
        raise InputError(f"the store is damaged: it has no certificate of job {fact.job}")
    return certificate


def _nodes(data: bytes) -> int | None:
    """The nodes, as the head of the file counts them."""
    head = data.partition(b"\n\n")[0].decode()
    counts = [line.removeprefix("nodes: ") for line in head.splitlines() if line.startswith("nodes: ")]
    return int(counts[0]) if counts else None
