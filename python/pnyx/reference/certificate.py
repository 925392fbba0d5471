"""Certificate files: the header, the compressed body, and the numbers in it.

The format is specified in `docs/certificate-format.md`. What stands in a file is checked here as far as that can be
done without the rules of a game; the rest is `pnyx.reference.check`.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pnyx.errors import CertificateError, InputError, quoted

__all__ = ["LONGEST_BODY", "LONGEST_HEADER", "Certificate", "Node", "Numbers", "assemble", "encode", "leb128"]

FIRST_LINE: Final = "pnyx certificate 1"
KEYS: Final = (
    "game",
    "options",
    "position",
    "goal",
    "prover",
    "repetition",
    "verdict",
    "nodes",
    "body",
    "checksum",
)
_CONTROL: Final = re.compile("[\\x00-\\x1f\\x7f-\\x9f]")
LONGEST_HEADER: Final = 16 * 2**20
"""The most bytes a header may have."""
LONGEST_BODY: Final = 2**30
"""The longest uncompressed body that is read unless asked otherwise."""
LARGEST_NUMBER: Final = 2**32 - 1


@dataclass(frozen=True)
class Certificate:
    """A certificate as the file holds it: the lines of the header, and the uncompressed body.

    >>> certificate = Certificate(
    ...     game="graph", options={}, position="root A; repetition draw; A = win", goal="win", prover="max",
    ...     repetition="fails", verdict="proven", nodes=1, body=b"\\0")
    >>> data = certificate.to_bytes()
    >>> data.splitlines()[0]
    b'pnyx certificate 1'
    >>> Certificate.from_bytes(data) == certificate
    True
    """

    game: str
    options: Mapping[str, str]
    position: str
    goal: str
    prover: str
    repetition: str
    verdict: str
    nodes: int
    body: bytes

    def to_bytes(self) -> bytes:
        """The file."""
        values = {
            "game": self.game,
            "options": _canonical(self.options),
            "position": self.position,
            "goal": self.goal,
            "prover": self.prover,
            "repetition": self.repetition,
            "verdict": self.verdict,
            "nodes": self.nodes,
            "body": len(self.body),
        }
        for key, value in values.items():
            if "\n" in str(value):
                raise InputError(f"expected one line for {key}, got {quoted(value)}")
        return assemble([FIRST_LINE, *(f"{key}: {value}" for key, value in values.items())], self.body)

    @classmethod
    def from_bytes(cls, data: bytes, max_body: int = LONGEST_BODY) -> Certificate:
        """Read a file; a body that says it is longer than `max_body` is refused before it is decompressed."""
        header, stream = _split(data)
        values = _read_header(header)
        length = int(values["body"])
        if length > max_body:
            raise CertificateError(f"body: expected at most {max_body} bytes, got {length}: allow more if you trust it")
        body = _decompress(stream, length)
        checksum = zlib.crc32(body, zlib.crc32(header[: header.rindex(b"checksum: ")]))
        if f"{checksum:08x}" != values["checksum"]:
            raise CertificateError(f"checksum: expected {checksum:08x}, got {values['checksum']}: the file is damaged")
        return cls(
            game=values["game"],
            options=_read_options(values["options"]),
            position=values["position"],
            goal=values["goal"],
            prover=values["prover"],
            repetition=values["repetition"],
            verdict=values["verdict"],
            nodes=int(values["nodes"]),
            body=body,
        )


def assemble(lines: Sequence[str], body: bytes) -> bytes:
    """A file with these header lines (the checksum is added) and this body, right or wrong.

    >>> assemble(["pnyx certificate 1"], b"").splitlines()[1]
    b'checksum: b2ce18b2'
    """
    head = "".join(f"{line}\n" for line in lines).encode()
    checksum = zlib.crc32(body, zlib.crc32(head))
    return head + f"checksum: {checksum:08x}\n\n".encode() + zlib.compress(body, 9)


def _split(data: bytes) -> tuple[bytes, bytes]:
    """The header with its line feeds, and the stream after the empty line."""
    first = FIRST_LINE.encode() + b"\n"
    if not data.startswith(first):
        line = data[: data.find(b"\n") if 0 <= data.find(b"\n") < 60 else 60].decode("utf-8", "replace")
        raise CertificateError(f"line 1: expected {FIRST_LINE!r}, got {quoted(line)}")
    end = data.find(b"\n\n", 0, LONGEST_HEADER + 1)
    if end < 0:
        what = "none in 16 MiB" if len(data) > LONGEST_HEADER else "the end of the file"
        raise CertificateError(f"header: expected an empty line after it, got {what}")
    return data[: end + 1], data[end + 2 :]


def _read_header(header: bytes) -> dict[str, str]:
    try:
        text = header.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CertificateError(
            f"header: expected UTF-8, got byte {error.object[error.start]:#04x} at {error.start}"
        ) from None
    lines = text.split("\n")[1:-1]
    values = {}
    for number, key in enumerate(KEYS, start=2):
        line = lines[number - 2] if number - 2 < len(lines) else ""
        if not line.startswith(f"{key}: ") or len(line) == len(key) + 2:
            raise CertificateError(f"line {number}: expected '{key}: ...', got {quoted(line)}")
        if _CONTROL.search(line):
            raise CertificateError(f"line {number}: expected no control characters, got {quoted(line)}")
        values[key] = line[len(key) + 2 :]
    if len(lines) > len(KEYS):
        raise CertificateError(f"line {len(KEYS) + 2}: expected an empty line, got {quoted(lines[len(KEYS)])}")
    for key, pattern, what in (
        ("repetition", "fails|satisfies|impossible|illegal", "fails, satisfies, impossible or illegal"),
        ("verdict", "proven|disproven", "proven or disproven"),
        ("nodes", "0|[1-9][0-9]{0,17}", "a number"),
        ("body", "0|[1-9][0-9]{0,17}", "a number"),
        ("checksum", "[0-9a-f]{8}", "eight hexadecimal digits"),
    ):
        if not re.fullmatch(pattern, values[key]):
            raise CertificateError(f"{key}: expected {what}, got {quoted(values[key])}")
    return values


def _canonical(options: Mapping[str, str]) -> str:
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _read_options(text: str) -> dict[str, str]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise CertificateError(f"options: expected a JSON object of texts, got {quoted(text)}")
    if _canonical(options) != text:
        raise CertificateError(f"options: expected {quoted(_canonical(options))}, got {quoted(text)}")
    return options


def _decompress(stream: bytes, length: int) -> bytes:
    """The body, never more than one byte longer than it should be."""
    decompressor = zlib.decompressobj()
    try:
        body = decompressor.decompress(stream, length + 1)
    except zlib.error as error:
        raise CertificateError(f"body: expected a zlib stream, got something else or a damaged one ({error})") from None
    if len(body) > length:
        raise CertificateError(f"body: expected {length} bytes, got more")
    if not decompressor.eof:
        raise CertificateError(f"body: expected {length} bytes, got {len(body)} and then the end of the file")
    if len(body) < length:
        raise CertificateError(f"body: expected {length} bytes, got {len(body)}")
    if decompressor.unused_data:
        raise CertificateError("body: expected the end of the file after it, got more bytes")
    return body


def leb128(number: int) -> bytes:
    """A number as the body holds it: seven bits a byte, the lowest first, in the shortest form.

    >>> leb128(5), leb128(300)
    (b'\\x05', b'\\xac\\x02')
    """
    groups = bytearray()
    while number > 127:
        groups.append(number & 127 | 128)
        number >>= 7
    groups.append(number)
    return bytes(groups)


class Numbers:
    """Reads numbers from a body, one after the other.

    >>> numbers = Numbers(b"\\x05\\xac\\x02")
    >>> numbers.read(), numbers.read(), numbers.at_end()
    (5, 300, True)
    """

    __slots__ = ("_body", "place")

    def __init__(self, body: bytes, place: int = 0) -> None:
        self._body = body
        self.place = place
        """How many bytes have been read."""

    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.place == len(self._body)

    def read(self) -> int:
        """The next number."""
        body, place = self._body, self.place
        number = shift = 0
        while True:
            if place == len(body):
                raise CertificateError(f"byte {place} of the body: expected a number, got the end")
            byte = body[place]
            place += 1
            number |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift > 28:
                raise CertificateError(f"byte {self.place} of the body: expected a number below 2^32, got a longer one")
        if number > LARGEST_NUMBER:
            raise CertificateError(f"byte {self.place} of the body: expected a number below 2^32, got {number}")
        if byte == 0 and shift:
            raise CertificateError(f"byte {self.place} of the body: expected the shortest form of a number, got zeros")
        self.place = place
        return number


@dataclass(eq=False)
class Node:
    """A node of a graph to be written: where the chooser moves `index` and one edge, else an edge for every move.

    The edges of a node are in the order of the moves sorted by notation. A final position has neither.

    >>> leaf = Node()
    >>> encode(Node(edges=[Node(index=1, edges=[leaf]), leaf]))
    (b'\\x01\\x02\\x00\\x01\\x00\\x01', 3)
    """

    index: int | None = None
    edges: list[Node] = field(default_factory=list)


def encode(root: Node) -> tuple[bytes, int]:
    """The body of a graph, and the number of its nodes. A node that is reached again becomes a reference."""
    numbers: dict[Node, int] = {root: 0}
    shared: set[int] = set()
    stack = [iter(root.edges)]
    while stack:
        target = next(stack[-1], None)
        if target is None:
            stack.pop()
        elif target in numbers:
            shared.add(numbers[target])
        else:
            numbers[target] = len(numbers)
            stack.append(iter(target.edges))
    places = {number: place for place, number in enumerate(sorted(shared))}
    body = bytearray(leb128(len(places)))
    before = 0
    for number in places:
        body += leb128(number - before)
        before = number

    begun: set[Node] = set()
    pending: list[tuple[Node, bool]] = [(root, False)]
    while pending:
        node, is_edge = pending.pop()
        if node in begun:
            body += leb128(1 + places[numbers[node]])
            continue
        begun.add(node)
        if is_edge:
            body += leb128(0)
        if node.index is not None:
            body += leb128(node.index)
        pending.extend((target, True) for target in reversed(node.edges))
    return bytes(body), len(numbers)
