"""A store whose disk may fail: changes that cannot be written are held in memory, and written as soon as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnyx._util.warn import tell
from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question
from pnyx.cluster.storing import Fact, MemoryStore, Store, StoreError

Change = Callable[[Store], None]
"""Something to be written."""


class HoldingStore:
    """A store in front of another one. Readers see all changes, held or written.

    A failure is reported once for each reason. The other store gets all changes in their order.

    >>> question = Question("tic-tac-toe", "XX./OO./... x", "win")
    >>> store = HoldingStore(MemoryStore(question))
    >>> store.note("size", "small")
    >>> store.notes(), store.held
    ({'size': 'small'}, 0)
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changes: list[Change] = []
        self._memory = MemoryStore(store.question)
        self._io_error = ""

    @property
    def held(self) -> int:
        """The changes that could not be written yet."""
        return len(self._changes)

    @property
    def question(self) -> Question:
        """What the whole store is about."""
        return self._store.question

    def record(self, job: Job, report: Report, facts: Sequence[Fact]) -> None:
        """Keep a finished job and what follows from it, all or nothing."""
        self._change(lambda store: store.record(job, report, facts))

    def learn(self, facts: Sequence[Fact]) -> None:
        """Keep facts that follow from earlier ones, all or nothing."""
        self._change(lambda store: store.learn(facts))

    def note(self, name: str, value: str) -> None:
        """Keep a small text about the run; a new one with the same name takes its place."""
        self._change(lambda store: store.note(name, value))

    def fact(self, position: str) -> Fact | None:
        """What is known about a position."""
        return self._store.fact(position) or self._memory.fact(position)

    def facts(self) -> Iterator[Fact]:
        """All facts, oldest first."""
        yield from self._store.facts()
        for fact in self._memory.facts():
            if self._store.fact(fact.position) is None:
                yield fact

    def job(self, position: str) -> tuple[Job, Report] | None:
        """The last finished job about a position; its report comes without the certificate."""
        return self._memory.job(position) or self._store.job(position)

    def jobs(self) -> Iterator[tuple[Job, Report]]:
        """All finished jobs by number; the reports come without certificates."""
        if not self._changes:
            yield from self._store.jobs()
            return
        held = {job.number: (job, report) for job, report in self._memory.jobs()}
        for job, report in self._store.jobs():
            if job.number not in held:
                held[job.number] = job, report
        yield from (held[number] for number in sorted(held))

    def certificate(self, number: int) -> bytes | None:
        """The certificate that a job brought."""
        return self._memory.certificate(number) or self._store.certificate(number)

    def next_number(self) -> int:
        """A job number that is larger than all that were recorded."""
        return max(self._store.next_number(), self._memory.next_number())

    def notes(self) -> dict[str, str]:
        """All such texts by name."""
        return {**self._store.notes(), **self._memory.notes()}

    def close(self) -> None:
        """Close the store, after a last try to write the held changes."""
        try:
            if self._changes and not self._write():
                tell(f"{self._io_error}; later results are not in it")
        finally:
            self._store.close()

    def _change(self, change: Change) -> None:
        self._changes.append(change)
        before = self._io_error
        if not self._write():
            change(self._memory)
            if self._io_error != before:
                tell(f"{self._io_error}; the run goes on, and results are written as soon as possible")

    def _write(self) -> bool:
        """Write what waits; whether nothing waits any more."""
        while self._changes:
            try:
                self._changes[0](self._store)
            except StoreError as error:
                self._io_error = str(error)
                return False
            except Exception:  # it would fail again, and block all later changes
                del self._changes[0]
                raise
            del self._changes[0]
        self._memory, self._io_error = MemoryStore(self._store.question), ""
        return True
