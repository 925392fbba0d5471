"""`pnyx show`: draw a position."""

from __future__ import annotations

from typing import Annotated

import typer

from pnyx.cli.group import ANSWERED, complain
from pnyx.cli.inputs import open_root
from pnyx.cli.options import GameArgument, OptionsOption, PositionArgument
from pnyx.cli.output import emit, is_unicode
from pnyx.cli.saving import Saving


def show(
    game: GameArgument,
    position: PositionArgument = None,
    option: OptionsOption = None,
    svg: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Also write the drawing to a file, as SVG."),
    ] = None,
) -> int:
    """Draw a position and list its moves.

    Exit status: 0 drawn, 2 bad input, 3 the SVG file could not be written.
    """
    from pnyx import draw
    from pnyx._util.files import expect_writable, write_atomically
    from pnyx.api.notation import move_texts
    from pnyx.draw.status import status_of

    root, _ = open_root(game, position, option)
    if svg is not None:
        expect_writable(svg)
    moves_made = root.text.partition(" moves ")[2].split() if root.object is None else []
    last_move = moves_made[-1] if moves_made else None
    picture = draw.picture_of(root, last_move=last_move, marked=draw.marked(root))
    with Saving() as saving:
        saved = None
        if svg is not None:
            path = svg
            drawn, warning = draw.attempt(picture)
            saved = saving.save(lambda: write_atomically(path, drawn.encode()))
            if warning is not None:
                complain(warning)
        emit(picture.text(unicode=is_unicode()))
        emit()
        emit(root.text)
        if root.outcome is not None:
            emit(f"{status_of(root)}.")
        else:
            moves = move_texts(root, root.moves())
            emit(f"{len(moves)} move{'' if len(moves) == 1 else 's'}: {' '.join(moves)}")
        if saved is not None:
            emit(f"Drawing: {saved}")
    return saving.status(ANSWERED)
