"""`pnyx certificate`: certificates out of other things."""

from __future__ import annotations

from typing import Annotated

import typer

from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit
from pnyx.cli.saving import Saving

__all__ = ["app"]

app = typer.Typer(help="Make certificates of what is known.", rich_markup_mode=None)


@app.callback()
def certificate() -> None:
    """Make certificates of what is known."""


@app.command("from-store")
def from_store(
    store: Annotated[str, typer.Argument(metavar="STORE_URL", help="The store of `pnyx cluster solve --store`.")],
    out: Annotated[str, typer.Option(help="The file to write.", metavar="FILE")],
    position: Annotated[
        str | None, typer.Option(help="A position that the store has an answer for; without it: the root.", metavar="P")
    ] = None,
) -> int:
    """Write the certificate of a position out of the store of a cluster, also while it runs.

    Exit status: 0 written, 2 bad input, or the store has no answer, 3 the certificate could not be written.
    """
    from pnyx.cluster.certifying import certificate_of
    from pnyx.cluster.store import open_store
    from pnyx.files import expect_writable

    expect_writable(out)
    opened = open_store(store, read_only=True)
    try:
        found = certificate_of(opened, position)
    finally:
        opened.close()
    with Saving() as saving:
        saved = saving.save(lambda: found.save(out))
        if saved is not None:
            game = opened.question.game
            rules = f" --game {game}" if ":" in game else ""
            emit(f"Certificate of {found.nodes:,} positions: {saved} (verify it with `pnyx check {saved}{rules}`)")
    return saving.status(ANSWERED)
