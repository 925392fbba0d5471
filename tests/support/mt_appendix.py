"""The example of appendix A of A. Plaat, *Research Re: Search & Re-Search* (1996): its tree, and the printed tables.

The drawings of the tree are not in the text; the tables and the explanations give all of it that any search sees. Five
of the 16 leaves are never evaluated, and their values may be anything. The letters are those of section A.1, the order
in which Alpha-Beta visits the nodes; sections A.2 and A.3 use the order of SSS*'s visits.

Errata, for the columns used here
    - Figure A.3, row 7: f+ is 5. Row 11: f+ is 12.
    - Figure A.21, row 56: g is 10, as in row 44. (34 is what the leaf was worth before it was changed to 10, for the
      sake of a deep cutoff.)
    - Figures A.17 to A.21 leave out the rows of parents that go on to another child, but not all of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pnyx.reference.minimax import INFINITY

OPEN_LEAVES: Final = ("y1", "y2", "z", "r1", "r2")
"""The leaves that no search evaluates: two below y, the second child of j; one below p; two below r, the second of u.
(The letter r is that of section A.2.)"""


def tree(*values: int) -> str:
    """The tree, with these values for the leaves that no search evaluates."""
    unknown = "; ".join(f"{name} = {value}" for name, value in zip(OPEN_LEAVES, values, strict=True))
    return (
        "root a; a max: b n; b min: c j; c max: d g; d min: e f; e = 41; f = 5; g min: h i; h = 12; i = 90;"
        "j max: k y; k min: l m; l = 101; m = 80; y min: y1 y2;"
        "n min: o u; o max: p r; p min: q z; q = 10; r min: s t; s = 36; t = 35;"
        f"u max: v r'; v min: w x; w = 50; x = 36; r' min: r1 r2; {unknown}"
    )


SSS_LETTERS: Final = dict(zip("abcdefghnopqrstuvwx", "abcdenfghijklmopqst", strict=True)) | {"r'": "r"}
"""What sections A.2 and A.3 call the nodes."""


class Row(NamedTuple):
    """A row of Figure A.3, without the column of cutoffs."""

    n: str
    alpha: int
    beta: int
    g: int
    lower: int
    lower_tree: str
    upper: int
    upper_tree: str


def _number(text: str) -> int:
    return {"-": -INFINITY, "+": INFINITY}[text] if text in "-+" else int(text)


def _row(text: str) -> Row:
    n, alpha, beta, g, lower, lower_tree, upper, upper_tree = text.split()
    sets = [tree.strip(".") for tree in (lower_tree, upper_tree)]
    return Row(n, _number(alpha), _number(beta), _number(g), _number(lower), sets[0], _number(upper), sets[1])


# n, alpha, beta, g, f-, T-, f+, T+; - and + are infinite, and a dot is an empty tree.
FIGURE_A3: Final = [
    _row(line)
    for line in """
        a - + - - . + .
        b - + + - . + .
        c - + - - . + .
        d - + + - . + .
        e - + 41 41 e 41 e
        d - 41 41 - . 41 de
        f - 41 5 5 f 5 f
        d - 5 5 5 def 5 df
        c 5 + 5 5 cdef + .
        g 5 + + - . + .
        h 5 + 12 12 h 12 h
        g 5 12 12 - . 12 gh
        i 5 12 90 90 i 90 i
        g 5 12 12 12 ghi 12 gh
        c 12 + 12 12 cghi 12 cdfgh
        b - 12 12 - . 12 bcdfgh
        j - 12 - - . + .
        k - 12 + - . + .
        l - 12 101 101 l 101 l
        k - 12 101 - . 101 kl
        m - 12 80 80 m 80 m
        k - 12 80 80 klm 80 km
        j 80 12 80 80 jklm + .
        b - 12 12 12 bcghijklm 12 bcdfgh
        a 12 + 12 12 abcghijklm + .
        n 12 + + - . + .
        o 12 + - - . + .
        p 12 + + - . + .
        q 12 + 10 10 q 10 q
        p 12 10 10 - . 10 pq
        o 12 + 10 - . + .
        r 12 + + - . + .
        s 12 + 36 36 s 36 s
        r 12 36 36 - . 36 rs
        t 12 36 35 35 t 35 t
        r 12 35 35 35 rst 35 rt
        o 35 + 35 35 orst 35 opqrt
        n 12 35 35 - . 35 nopqrt
        u 12 35 - - . + .
        v 12 35 + - . + .
        w 12 35 50 50 w 50 w
        v 12 35 50 - . 50 vw
        x 12 35 36 36 x 36 x
        v 12 35 36 36 vwx 36 vx
        u 36 35 36 36 uvwx + .
        n 12 35 35 35 norstuvwx 35 nopqrt
        a 35 + 35 35 anorstuvwx 35 abcdfghnopqrt
    """.strip().splitlines()
]

# The node, the operator, the list after it, and the upper bound of the root: Figures A.7, A.9, A.11 and A.13.
SSS_STEPS: Final = """
    a 6 bL+ hL+ | +
    b 5 cL+ hL+ | +
    c 6 dL+ fL+ hL+ | +
    d 5 eL+ fL+ hL+ | +
    e 4 fL+ hL+ eS41 | +
    f 5 gL+ hL+ eS41 | +
    g 4 hL+ eS41 gS12 | +
    h 5 iL+ eS41 gS12 | +
    i 6 jL+ lL+ eS41 gS12 | +
    j 5 kL+ lL+ eS41 gS12 | +
    k 4 lL+ eS41 gS12 kS10 | +
    l 5 mL+ eS41 gS12 kS10 | +
    m 4 eS41 mS36 gS12 kS10 | 41
    e 2 nL41 mS36 gS12 kS10 | 41
    n 4 mS36 gS12 kS10 nS5 | 36
    m 2 oL36 gS12 kS10 nS5 | 36
    o 4 oS35 gS12 kS10 nS5 | 35
    o 3 lS35 gS12 kS10 nS5 | 35
    l 1 iS35 gS12 nS5 | 35
    i 2 pL35 gS12 nS5 | 35
    p 6 qL35 rL35 gS12 nS5 | 35
    q 5 sL35 rL35 gS12 nS5 | 35
    s 4 sS35 rL35 gS12 nS5 | 35
    s 2 tL35 rL35 gS12 nS5 | 35
    t 4 tS35 rL35 gS12 nS5 | 35
    t 3 qS35 rL35 gS12 nS5 | 35
    q 1 pS35 gS12 nS5 | 35
    p 3 hS35 gS12 nS5 | 35
    h 1 aS35 | 35
""".strip().splitlines()

# Gamma, the nodes with their g, and the bounds of inner nodes that are stored afterwards: Figures A.15, A.17, A.19 and
# A.21. Rows in brackets are not printed.
MT_PASSES: Final = [
    (
        INFINITY,
        "a- b+ c- d+ e41 d41 c41 f+ g12 f12 c41 b41 a41 h+ i- j+ k10 j10 i10 l+ m36 l36 i36 h36 a41",
        "a<41 b<41 c<41 d<41 f<12 h<36 i<36 j<10 l<36",
    ),
    (
        41,
        "a- b+ c- d+ e41 (d41) n5 d5 c5 f12 c12 b12 a12 h36 a36",
        "a<36 b<12 c<12 d<5 f<12 h<36 i<36 j<10 l<36",
    ),
    (
        36,
        "a- b12 (a12) h+ i- j10 (i10) l+ m36 (l36) o35 l35 i35 h35 a35",
        "a<35 b<12 c<12 d<5 f<12 h<35 i<35 j<10 l<35",
    ),
    (
        35,
        "a- b12 (a12) h+ i- j10 (i10) l+ m36 (l36) o35 l35 i35 (h35) p- q+ s50 (q50) t36 q36 p36 h35 a35",
        "a>35 b<12 c<12 d<5 f<12 h>35 i>35 j<10 l>35 p>36 q>36",
    ),
]
PRINTED_ROWS: Final = (25, 14, 12, 18)
"""How many rows the four figures have."""


def sss_step(line: str) -> tuple[int, str, list[tuple[str, str, int]], int]:
    """A line of `SSS_STEPS`: operator, node, list, upper bound of the root."""
    entries, _, bound = line.partition("|")
    n, operator, *states = entries.split()
    return int(operator), n, [(state[0], state[1], _number(state[2:])) for state in states], _number(bound.strip())


def mt_rows(text: str) -> list[tuple[str, int, bool]]:
    """The rows of a pass: node, g, and whether it is printed."""
    words = [(word.strip("()"), word[0] != "(") for word in text.split()]
    return [(word[0], _number(word[1:]), printed) for word, printed in words]


def mt_bounds(text: str) -> dict[str, tuple[int, int]]:
    """The bounds that are stored after a pass."""
    return {
        word[0]: (-INFINITY, int(word[2:])) if word[1] == "<" else (int(word[2:]), INFINITY) for word in text.split()
    }
