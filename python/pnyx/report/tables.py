"""Tables as text, which is Markdown too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def text_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown: the first column to the left, the others, which are numbers, to the right.

    >>> print(text_table(["", "nodes"], [["pn", "1,024"], ["pn-dag", "99"]]))
    |        | nodes |
    |:-------|------:|
    | pn     | 1,024 |
    | pn-dag |    99 |
    """
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    first, *others = widths
    rule = "|:" + "-" * (first + 1) + "|" + "".join("-" * (width + 1) + ":|" for width in others)
    shown = ["| " + " | ".join([f"{line[0]:<{first}}", *map(str.rjust, line[1:], others)]) + " |" for line in lines]
    return "\n".join([shown[0], rule, *shown[1:]])
