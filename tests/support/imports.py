"""Graphs of imports: cycles, and everything that a part needs."""

from __future__ import annotations

from collections.abc import Mapping

Graph = Mapping[str, set[str]]
"""What each part imports."""


def find_cycle(graph: Graph) -> list[str] | None:
    """Parts that import each other in a circle, the first one again at the end.

    >>> find_cycle({"a": {"b"}, "b": {"c"}, "c": set()})
    >>> find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c', 'b']
    """
    done = set[str]()

    def visit(part: str, line: list[str]) -> list[str] | None:
        if part in line:
            return [*line[line.index(part) :], part]
        if part not in done:
            for other in sorted(graph.get(part, ())):
                if cycle := visit(other, [*line, part]):
                    return cycle
            done.add(part)
        return None

    return next((cycle for part in sorted(graph) if (cycle := visit(part, []))), None)


def reach(graph: Graph, part: str) -> set[str]:
    """All that a part imports, directly and through others.

    >>> sorted(reach({"a": {"b"}, "b": {"c", "a"}}, "a"))
    ['a', 'b', 'c']
    """
    found, waiting = set[str](), [part]
    while waiting:
        for other in graph.get(waiting.pop(), set()) - found:
            found.add(other)
            waiting.append(other)
    return found
