"""Opening a store by its address: one file (SQLite) by default, a database server (PostgreSQL) for a real cluster."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx.cluster.questions import Question
    from pnyx.cluster.sql_store import SqlStore

_NEEDED: Final = "pip install 'pnyx[cluster]'"


def open_store(url: str, question: Question | None = None, *, read_only: bool = False) -> SqlStore:
    """The store at a path, a URL `sqlite:///PATH` or a URL `postgresql://USER@HOST/DATABASE`.

    It is made if it is not there. Without a question it must be, and is about what it is about; a store that is about
    another question is refused. One coordinator has it at a time. Who only reads, as a certificate is made of what the
    store holds, can do so beside it.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from pnyx.cluster.questions import Question
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = str(Path(folder.name, "run.pnyx-store"))
    >>> store = open_store(path, Question("tic-tac-toe", "XX./OO./... x", "win"))
    >>> reader = open_store(path, read_only=True)
    >>> reader.question.goal
    'win'
    >>> reader.close()
    >>> store.close()
    >>> open_store(path, Question("tic-tac-toe", "XX./OO./... x", "draw-or-better"))
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: cannot use the store '...': it is about the goal 'win' of tic-tac-toe from 'XX./OO./... \
x', and not about the goal 'draw-or-better' of tic-tac-toe from 'XX./OO./... x'; choose another store
    >>> folder.cleanup()
    """
    if find_spec("sqlalchemy") is None:
        raise InputError(f"a store needs SQLAlchemy, which is not installed: {_NEEDED}")
    if url.startswith(("postgresql:", "postgres:", "postgresql+")) and find_spec("psycopg") is None:
        raise InputError(f"a store on PostgreSQL needs psycopg, which is not installed: {_NEEDED}")
    from pnyx.cluster.sql_store import SqlStore

    return SqlStore(url, question, read_only=read_only)
