"""Tables changed on purpose: their positions and entries as lists, and files of them with every checksum right."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

from pnyx.reference.table import BLOCK, FIRST_LINE, Entry, TableFile

Rows = list[tuple[bytes, Entry]]


def code(entry: Entry) -> int:
    """The number that a file has for an entry."""
    if entry.winner is None or entry.distance is None:
        return entry.turn
    return 2 * (1 + 2 * entry.distance + (entry.winner != entry.turn)) + entry.turn


def rewritten(path: Path, change: Callable[[Rows], object], **header: object) -> Path:
    """Another file with changed rows, their counts in the header unless that is to say something else."""
    table = TableFile(path)
    rows = list(table)
    change(rows)
    values = [0 if entry.winner is None else 1 if entry.winner == entry.turn else 2 for _, entry in rows]
    numbers = {
        **table.numbers,
        "positions": len(rows),
        **{name: values.count(value) for value, name in enumerate(("draws", "wins", "losses"))},
        "longest": max(entry.distance or 0 for _, entry in rows),
    }
    texts = {**table.texts, **{name: numbers[name] for name in table.numbers}, **header}
    head = "".join(
        f"{line}\n" for line in (FIRST_LINE, *(f"{name}: {value}" for name, value in texts.items()))
    ).encode()
    body, directory = b"", b""
    for at in range(0, len(rows), BLOCK):
        some = rows[at : at + BLOCK]
        block = b"".join(record for record, _ in some)
        block += b"".join(code(entry).to_bytes(numbers["entry"], "little") for _, entry in some)
        body += block
        directory += some[0][0] + zlib.crc32(block).to_bytes(4, "little")
    sums = f"checksum: {zlib.crc32(head):08x}\n\n".encode(), zlib.crc32(directory).to_bytes(4, "little")
    changed = path.with_name(f"changed-{path.name}")
    changed.write_bytes(head + sums[0] + body + directory + sums[1])
    return changed
