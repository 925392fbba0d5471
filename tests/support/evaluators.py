"""What some games think of positions that are not final: numbers for depth-limited searches, seen from player 0.

They are the evaluators of the compiled games written a second time, square by square.
"""

from __future__ import annotations

from pnyx.reference.rules.lines_of_action import STONES, LinesOfAction, LinesOfActionPosition
from pnyx.reference.rules.othello import DISCS, Othello, OthelloPosition


def lines_of_action(position: LinesOfActionPosition) -> int:
    """Stones close together, in solid shapes and free to move are good; Black's points less White's.

    >>> lines_of_action(LinesOfAction().start())
    0
    >>> lines_of_action(LinesOfAction().parse("8/8/3xx3/3xx3/8/8/o6o/8 b"))
    320
    """
    black, white = (_shape(position.cells, player) for player in (0, 1))
    return black - white


def _shape(cells: str, player: int) -> int:
    """100 points off for each square of mean distance from the centre of one's stones, a king's distance; 20 for each
    two by two squares with three or four stones; 2 for each move."""
    stones = [divmod(square, 8) for square, cell in enumerate(cells) if cell == STONES[player]]
    count = len(stones)
    rows, columns = sum(row for row, _ in stones), sum(column for _, column in stones)
    # Everything `count` times as large, so that the centre lies on whole numbers.
    distances = sum(max(abs(count * row - rows), abs(count * column - columns)) for row, column in stones)
    filled = [
        sum((row + down, column + right) in stones for down in (0, 1) for right in (0, 1))
        for row in range(7)
        for column in range(7)
    ]
    quads = sum(corners >= 3 for corners in filled)
    moves = LinesOfAction().moves(LinesOfActionPosition(cells, player))
    return -(100 * distances // (count * count)) + 20 * quads + 2 * (0 if moves == ["pass"] else len(moves))


def othello(position: OthelloPosition) -> int:
    """Moves, corners, and discs once the last squares are being filled; Black's points less White's.

    >>> othello(Othello().start())
    0
    >>> othello(Othello(4).parse("XXX---OX-------- O"))
    52
    """
    cells = position.cells
    size = int(len(cells) ** 0.5)
    rules = Othello(size)
    corners = [cells[0], cells[size - 1], cells[-size], cells[-1]]
    # Discs count when fewer than 12 of 64 squares are empty.
    weight = max(12 * len(cells) // 64 - cells.count("-"), 0)
    black, white = (
        4 * len(rules._placements(cells, player)) + 40 * corners.count(disc) + weight * cells.count(disc)
        for player, disc in enumerate(DISCS)
    )
    return black - white
