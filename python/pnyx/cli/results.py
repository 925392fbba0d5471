"""The order in which `pnyx solve` and `pnyx value` print an answer, whose words are in `api`; saving certificates."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.output import emit, is_unicode
from pnyx.cli.saving import Saving

if TYPE_CHECKING:
    from pnyx import Limit, Position, Progress, Result, Value
    from pnyx.cluster import ClusterResult, ClusterValue

_LONGEST_LINE = 80
"""The most moves of a line that are shown."""


def expect_certificate(path: str, root: Any) -> None:
    """Say that no certificate can be written before the search, not after it."""
    from pnyx._util.files import expect_writable
    from pnyx.api.position import require_notations

    if root.python_game is not None:
        require_notations(root.python_game)
    expect_writable(path)


def certificate_files(certificate: str | None, second: str | None, root: Position) -> list[str | None]:
    """The files for the certificates, by question: the one given, then `FILE.SECOND.pnyx` beside it.

    A file that could not be written is refused here.
    """
    files = [certificate]
    if second is not None:
        if certificate is None or (os.path.exists(certificate) and not os.path.isfile(certificate)):
            files.append(certificate)  # nothing stands beside a pipe or /dev/null
        else:
            stem, ending = os.path.splitext(certificate)
            files.append(f"{stem}.{second}{ending}")
    for path in filter(None, files):
        expect_certificate(path, root)
    return files


def save_certificates(
    results: Sequence[Result | ClusterResult], files: Sequence[str | None], saving: Saving
) -> list[str | None]:
    """Write the certificates there are; the files they are in, by question."""
    return [_save(result, file, saving) for result, file in zip(results, files, strict=False)]


def _save(result: Result | ClusterResult, file: str | None, saving: Saving) -> str | None:
    certificate = result.certificate
    return None if file is None or certificate is None else saving.save(lambda: certificate.save(file))


def show_board(position: Position) -> None:
    """Print a position, in characters that the output takes."""
    from pnyx import draw

    emit(draw.text(position, unicode=is_unicode()))


def show_results(
    results: Sequence[Result], files: Sequence[str | None], saved: Sequence[str | None], game: str, limit: Limit
) -> None:
    """Print the answer to each question, and what to try next if a search ran out."""
    from pnyx.api.advice import advice

    for result, wanted, written in zip(results, files, saved, strict=False):
        _show_result(game, result, wanted, written)
    if (last := next((result for result in reversed(results) if result.unknown), None)) is not None:
        lines = advice(last.position, last.goal, last.algorithm, last.reason, limit, game=game)
        if lines:
            emit("\n".join(["", *lines]))


def show_value(
    answer: Value | ClusterValue,
    files: Sequence[str | None],
    as_json: bool,
    show: Callable[[Sequence[str | None]], None],
) -> int:
    """Print a value, and by `show` the answers to its questions, with the files of certificates; the exit status."""
    with Saving() as saving:
        saved = save_certificates(answer.questions, files, saving)
        if as_json:
            emit(json.dumps(answer.to_json(saved), allow_nan=False))
        else:
            show_board(answer.position)
            emit(f"\nValue: {answer.headline}.")
            show(saved)
    return saving.status(UNKNOWN if answer.unknown else ANSWERED)


def _show_result(game: str, result: Result, wanted: str | None, saved: str | None) -> None:
    """Print the answer to a question, whose certificate was to be saved in one file, and is in the other."""
    from pnyx.api.notation import line_text, move_texts
    from pnyx.api.wording import counted, moves_title, table_use

    emit(f"\n{result}")
    if result.resumed_nodes:
        emit(f"Resumed after {counted(result.resumed_nodes, 'node')}.")
    if result.line:
        more = len(result.line) - _LONGEST_LINE
        rest = f" … and {more} more (--json shows all)" if more > 0 else ""
        emit(f"Line: {line_text(result.position, result.line[:_LONGEST_LINE])}{rest}")
    if result.winning_moves is not None:
        for title, moves in (
            (moves_title(result.goal), result.winning_moves),
            (_unsettled(result), result.unsettled_moves),
        ):
            emit(f"{title}: {' '.join(move_texts(result.position, moves or [])) or 'none'}")
    if result.certificate is not None and result.checked:
        size = f" of {counted(result.certificate.nodes, 'position')}" if result.certificate.nodes is not None else ""
        emit(f"Checked: the certificate{size} was accepted{table_use(result.position.options)}.")
    show_certificate(result.position, game, wanted, saved)


def show_certificate(root: Position, game: str, wanted: str | None, saved: str | None) -> None:
    """Print where a certificate is, or that it is not where it was wanted."""
    if saved is not None:
        rules = "" if root.python_game is None else f" --game {game}"
        emit(f"Certificate: {saved} (verify with `pnyx check {saved}{rules}`)")
    elif wanted is not None:
        emit(f"Certificate: none, {wanted} was not written.")


def _unsettled(result: Result) -> str:
    """The title of the list of undecided first moves."""
    if not result.unsettled_moves or result.nodes_per_move is None:
        return "Undecided moves"
    each = f"after at most {result.nodes_per_move:,} nodes each"
    return f"Undecided moves, {each} (set other limits with --max-nodes and --max-seconds)"


def watched_search(root: Position, limit: Limit, quiet: bool) -> AbstractContextManager[Callable[[Progress], None]]:
    """Show the numbers of a search while it runs."""
    from pnyx.cli import progress

    return progress.watched(
        lambda so_far: progress.numbers(so_far, limit),
        lambda so_far: progress.describe(root, so_far, limit),
        lambda so_far: so_far.seconds,
        quiet=quiet,
    )
