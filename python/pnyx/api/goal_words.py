"""Words for goals, and nothing else about them: what `pnyx.Goal` knows comes from the games. Pure Python."""

from __future__ import annotations

from typing import Final, NamedTuple


class GoalWords(NamedTuple):
    """The words for a goal, after the prover's name."""

    proven: str
    disproven: str
    unknown: str
    moves: str
    """The title of the list of first moves that reach it."""
    aims: tuple[str, str]
    """What a good move does for the prover, and for the other player."""
    question: str
    """What it asks for, in a list of goals."""
    counted: str = ""
    """The verb for a proof that shows the number of the prover's moves."""
    noun: str = ""
    """What is counted, if the goal has a form with a number of moves."""
    never: str = ""
    """That there is none, whatever its length."""
    done: str = ""
    """That none of the prover's moves is needed."""


_MATE: Final = GoalWords(
    "mates",
    "cannot force mate",
    "can force mate",
    "Winning moves",
    ("mates", "prevents mate"),
    "Mate",
    "mates",
    "mate",
    "cannot mate",
    "has mated",
)
_MATE_IN: Final = GoalWords(
    "mates in at most {}",
    "has no mate in {}",
    "has a mate in {}",
    "Moves that mate in {}",
    ("mates in time", "prevents mate in time"),
    "Mate in {} moves",
    "mates",
)
_WIN_IN: Final = GoalWords(
    "wins in at most {}",
    "has no win in {}",
    "has a win in {}",
    "Moves that win in {}",
    ("wins in time", "prevents a win in time"),
    "A win in {} moves",
    "wins",
)
_OTHER: Final = "Moves that reach the goal {goal!r}"

_WORDS: Final = {
    "win": GoalWords(
        "wins",
        "cannot force a win",
        "can force a win",
        "Winning moves",
        ("wins", "prevents the win"),
        "A win",
        "wins",
        "win",
        "cannot force a win",
        "has already won",
    ),
    "win-in": _WIN_IN,
    "draw-or-better": GoalWords(
        "can hold at least a draw",
        "cannot hold a draw",
        "can hold at least a draw",
        "Drawing or winning moves",
        ("holds at least a draw", "wins"),
        "At least a draw",
    ),
    "mate": _MATE,
    "mate-in": _MATE_IN,
    "mated": _MATE._replace(moves=_OTHER, question="The other side mates"),
    "mated-in": _MATE_IN._replace(moves=_OTHER, question="The other side mates in {} moves"),
    "promote": GoalWords(
        "promotes",
        "cannot force a promotion",
        "can force a promotion",
        _OTHER,
        ("promotes", "prevents the promotion"),
        "A promotion",
    ),
    "score": GoalWords(
        "scores at least {}",
        "cannot score at least {}",
        "can score at least {}",
        _OTHER,
        ("scores enough", "keeps the score down"),
        "A score of at least {}",
    ),
}
"""By the first word of the goal's text; its number replaces the braces."""

_ANY: Final = GoalWords(
    "reaches the goal {goal!r}",
    "cannot force the goal {goal!r}",
    "can force the goal {goal!r}",
    _OTHER,
    ("reaches the goal", "prevents the goal"),
    "{goal}",
)
"""For goals that have no words of their own."""


def words_for(goal: str) -> GoalWords:
    """The words for a goal.

    >>> words_for("mate-in 3").disproven, words_for("stalemate").proven
    ('has no mate in 3', "reaches the goal 'stalemate'")
    """
    word, _, number = goal.partition(" ")
    words = _WORDS.get(word, _ANY)
    proven, disproven, unknown, moves = (text.format(number, goal=goal) for text in words[:4])
    question = words.question.format(number, goal=goal)
    return words._replace(proven=proven, disproven=disproven, unknown=unknown, moves=moves, question=question)
