"""`pnyx certificate`: write certificates from the store of a cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from pnyx.cli.group import ANSWERED
from pnyx.cli.output import emit
from pnyx.cli.saving import Saving

app = typer.Typer(help="Write certificates from stored results.", rich_markup_mode=None)


@app.callback()
def certificate() -> None:
    """Write certificates from stored results."""


@app.command("from-store")
def from_store(
    store: Annotated[str, typer.Argument(metavar="STORE_URL", help="The store of `pnyx cluster solve --store`.")],
    out: Annotated[str, typer.Option(help="The file to write.", metavar="FILE")],
    position: Annotated[
        str | None, typer.Option(help="A solved position of the store. Default: the root.", metavar="P")
    ] = None,
) -> int:
    """Write a position's certificate from the store of a cluster. The cluster may be running.

    Exit status: 0 written, 2 bad input or no answer in the store, 3 the certificate could not be written.
    """
    from pnyx._util.files import expect_writable
    from pnyx.cluster.certifying import certificate_of
    from pnyx.cluster.store import open_store

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
            emit(f"Certificate of {found.nodes:,} positions: {saved} (verify with `pnyx check {saved}{rules}`)")
    return saving.status(ANSWERED)
