"""Finds tests that assert in a loop without saying which case failed.

The message of an assertion must name, for every loop around it, a variable of that loop or something that its body
makes from one; for a `while` loop that is anything its body assigns. A loop that only repeats (`for _ in range(3)`) has
no case to name. `assert all(...)` over cases is a loop too, and so is `assert not any(...)`: they need a message, or
better a comparison of the list of failing cases with an empty one. Where cases are cheap to set up,
parameters of the test are better than a loop: pytest prints their names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_LOOPS = (ast.For, ast.AsyncFor)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def unnamed_cases(source: str) -> list[tuple[str, int]]:
    """The tests of a module with the lines of such assertions.

    >>> unnamed_cases("def test_sums():\\n    for a, b in ((1, 2), (3, 4)):\\n        assert a + b > 3")
    [('test_sums', 3)]
    >>> unnamed_cases("def test_sums():\\n    for a, b in ((1, 2), (3, 4)):\\n        assert a + b > 3, a")
    []
    """
    tests = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, _FUNCTIONS) and node.name.startswith("test")
    )
    return [(test.name, line) for test in tests for line in _lines(test.body, [])]


def _lines(nodes: Iterable[ast.AST], loops: list[set[str]]) -> Iterator[int]:
    """Lines of assertions that leave out one of the loops around them; a loop is the names that identify its case."""
    for node in nodes:
        if isinstance(node, ast.Assert):
            said = set() if node.msg is None else _names(node.msg)
            if not all(names & said for names in loops) or (node.msg is None and _hides_cases(node.test)):
                yield node.lineno
        elif isinstance(node, _LOOPS):
            names = {name for name in _names(node.target) if not name.startswith("_")}
            inside = [*loops, _made(node.body, names)] if names else loops
            yield from _lines(node.body, inside)
            yield from _lines(node.orelse, loops)
        elif isinstance(node, ast.While):
            names = _assigned(node)
            yield from _lines(node.body, [*loops, names] if names else loops)
            yield from _lines(node.orelse, loops)
        elif not isinstance(node, ast.expr):
            yield from _lines(ast.iter_child_nodes(node), loops)


def _hides_cases(test: ast.expr) -> bool:
    """Whether this is `all(...)` or `not any(...)` over cases, alone or joined by `and`."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(map(_hides_cases, test.values))
    wanted = "all"
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        wanted, test = "any", test.operand
    return isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == wanted


def _assigned(loop: ast.While) -> set[str]:
    """The names that a loop sets in its condition and in its body."""
    named = {each.target.id for each in ast.walk(loop) if isinstance(each, ast.NamedExpr)}
    stored = {each.id for each in ast.walk(loop) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return {name for name in named | stored if not name.startswith("_")}


def _made(body: list[ast.stmt], names: set[str]) -> set[str]:
    """These names, and those that the statements of a loop make from them."""
    before = 0
    while len(names) > before:
        before = len(names)
        for node in (node for statement in body for node in ast.walk(statement)):
            if isinstance(node, ast.Assign) and names & _names(node.value):
                names = names.union(*map(_names, node.targets))
            elif isinstance(node, ast.withitem) and node.optional_vars and names & _names(node.context_expr):
                names |= _names(node.optional_vars)
    return names


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
