"""Certificate files: the header, the compressed body, and the numbers in it.

The format is specified in `docs/certificate-format.md`. The contents of a file are checked here as far as that can be
done without the rules of a game; the rest is `pnyx.reference.check`. Nobody has reason to trust a file, so its body is
unpacked as it is read, a piece at a time, and never held as a whole.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from pnyx.errors import CertificateError, InputError, quoted

FIRST_WORDS: Final = "pnyx certificate "
VERSION: Final = 2
"""The version of the format that is written. All from 1 on are read."""
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
LOOKED_THROUGH: Final = 16 * 2**20
"""A body up to this long is looked through for damage before anything else: what a damaged graph says is of no use. A
longer one is found damaged only when it is read, so that a small file cannot keep a reader busy for nothing."""
_CHUNK: Final = 2**16


@dataclass(frozen=True)
class Header:
    """What a certificate claims about what.

    >>> Header("tic-tac-toe", {}, "XX./OO./... x", "win", "x", "impossible", "proven", 2).goal
    'win'
    """

    game: str
    options: Mapping[str, str]
    position: str
    goal: str
    prover: str
    repetition: str
    verdict: str
    nodes: int


@dataclass(frozen=True)
class Certificate(Header):
    """A certificate with its uncompressed body in memory.

    >>> certificate = Certificate(
    ...     game="graph", options={}, position="root A; repetition draw; A = win", goal="win", prover="max",
    ...     repetition="fails", verdict="proven", nodes=1, body=b"\\0")
    >>> data = certificate.to_bytes()
    >>> data.splitlines()[0]
    b'pnyx certificate 2'
    >>> Certificate.from_bytes(data) == certificate
    True
    """

    body: bytes
    version: int = VERSION

    def to_bytes(self) -> bytes:
        """The file."""
        values = {**vars(self), "options": _canonical(self.options), "body": len(self.body)}
        first = f"{FIRST_WORDS}{values.pop('version')}"
        for key, value in values.items():
            if "\n" in str(value):
                raise InputError(f"expected one line for {key}, got {quoted(value)}")
        return assemble([first, *(f"{key}: {value}" for key, value in values.items())], self.body)

    @classmethod
    def from_bytes(cls, data: bytes, max_body: int = LONGEST_BODY) -> Certificate:
        """Read a file whole; a body that says it is longer than `max_body` is refused before it is unpacked."""
        file = CertificateFile.open(data, max_body)
        return cls(**vars(file.header), body=b"".join(file.body.chunks()), version=file.version)


@dataclass(frozen=True)
class CertificateFile:
    """A file whose header has been read; its body is unpacked whenever it is read.

    >>> certificate = Certificate(
    ...     "tic-tac-toe", {}, "XX./OO./... x", "win", "x", "impossible", "proven", 2, b"\\0\\4\\0")
    >>> file = CertificateFile.open(certificate.to_bytes())
    >>> file.header.verdict, len(file.body), next(file.body.chunks())
    ('proven', 3, b'\\x00\\x04\\x00')
    """

    header: Header
    body: Body
    version: int = VERSION

    @classmethod
    def open(cls, data: bytes, max_body: int = LONGEST_BODY) -> CertificateFile:
        """Read the header. A file whose body says it is longer than `max_body` is refused, and so is a damaged one, if
        its body is short."""
        version, header, packed = _split(data)
        values = _read_header(header)
        length = int(values["body"])
        if length > max_body:
            raise CertificateError(f"body: expected at most {max_body} bytes, got {length}: allow more if you trust it")
        body = Body(packed, length, values["checksum"], zlib.crc32(header[: header.rindex(b"checksum: ")]))
        if length <= LOOKED_THROUGH:
            body.look_through()
        claimed: dict[str, Any] = {each.name: values[each.name] for each in fields(Header)}
        claimed |= {"options": _read_options(values["options"]), "nodes": int(values["nodes"])}
        return cls(Header(**claimed), body, version)


class Body:
    """The body of a file, which is unpacked piece by piece.

    `length` and `checksum` are what the header says, `begun` is the checksum of the header's lines.

    >>> body = Body(memoryview(zlib.compress(bytes(100_000))), 100_000, f"{zlib.crc32(b'.' + bytes(100_000)):08x}",
    ...             zlib.crc32(b"."))
    >>> [len(chunk) for chunk in body.chunks()]
    [65536, 34464]
    """

    __slots__ = ("_begun", "_checksum", "_length", "_packed")

    def __init__(self, packed: memoryview, length: int, checksum: str, begun: int) -> None:
        self._packed = packed
        self._length = length
        self._checksum = checksum
        self._begun = begun

    def __len__(self) -> int:
        return self._length

    def chunks(self) -> Iterator[bytes]:
        """The body, never more than one byte longer than it should be; the last step finds out whether it is whole."""
        decompressor, checksum, read = zlib.decompressobj(), self._begun, 0
        for piece in self._pieces(decompressor):
            read += len(piece)
            if read > self._length:
                raise CertificateError(f"body: expected {self._length} bytes, got more")
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if not decompressor.eof:
            raise CertificateError(f"body: expected {self._length} bytes, got {read} and then the end of the file")
        if read < self._length:
            raise CertificateError(f"body: expected {self._length} bytes, got {read}")
        if decompressor.unused_data:
            raise CertificateError("body: expected the end of the file after it, got more bytes")
        if f"{checksum:08x}" != self._checksum:
            raise CertificateError(f"checksum: expected {checksum:08x}, got {self._checksum}: the file is damaged")

    def look_through(self) -> None:
        """Unpack everything once; what is damaged is a `CertificateError`."""
        for _ in self.chunks():
            pass

    def _pieces(self, decompressor: zlib._Decompress) -> Iterator[bytes]:
        """What comes out of the decompressor, which is fed little by little because it copies what it is fed."""
        place, fed, left = 0, b"", self._length
        while not decompressor.eof:
            if not fed:
                fed = bytes(self._packed[place : place + _CHUNK])
                place += len(fed)
            at_end = not fed
            try:
                piece = decompressor.decompress(fed, min(left + 1, _CHUNK))
            except zlib.error as error:
                what = f"body: expected a zlib stream, got something else or a damaged one ({error})"
                raise CertificateError(what) from None
            fed = decompressor.unconsumed_tail
            left -= len(piece)
            if piece:
                yield piece
            elif at_end:
                return
        if place < len(self._packed) and not decompressor.unused_data:
            raise CertificateError("body: expected the end of the file after it, got more bytes")


def assemble(lines: Sequence[str], body: bytes) -> bytes:
    """A file with these header lines (the checksum is added) and this body, right or wrong.

    >>> assemble(["pnyx certificate 2"], b"").splitlines()[1]
    b'checksum: 99e34b71'
    """
    head = "".join(f"{line}\n" for line in lines).encode()
    checksum = zlib.crc32(body, zlib.crc32(head))
    return head + f"checksum: {checksum:08x}\n\n".encode() + zlib.compress(body, 9)


def _split(data: bytes) -> tuple[int, bytes, memoryview]:
    """The version, the header with its line feeds, and the stream after the empty line."""
    line = data[: data.find(b"\n") if 0 <= data.find(b"\n") < 60 else 60].decode("utf-8", "replace")
    version = next((known for known in range(1, VERSION + 1) if line == f"{FIRST_WORDS}{known}"), None)
    if version is None or not data.startswith(line.encode() + b"\n"):
        raise CertificateError(f"line 1: expected '{FIRST_WORDS}{VERSION}', got {quoted(line)}")
    end = data.find(b"\n\n", 0, LONGEST_HEADER + 1)
    if end < 0:
        what = "none in 16 MiB" if len(data) > LONGEST_HEADER else "the end of the file"
        raise CertificateError(f"header: expected an empty line after it, got {what}")
    return version, data[: end + 1], memoryview(data)[end + 2 :]


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
    """Reads numbers from a body, one after the other, and holds no more of it than a piece.

    >>> numbers = Numbers(b"\\x05\\xac\\x02")
    >>> numbers.read(), numbers.read(), numbers.at_end()
    (5, 300, True)
    """

    __slots__ = ("_before", "_chunk", "_chunks", "_next")

    def __init__(self, body: bytes | Body) -> None:
        self._chunks = iter((body,)) if isinstance(body, bytes) else body.chunks()
        self._chunk = b""
        self._next = 0
        self._before = 0

    @property
    def place(self) -> int:
        """How many bytes have been read."""
        return self._before + self._next

    def at_end(self) -> bool:
        """Whether everything has been read; a file is then known to be whole."""
        return self._next == len(self._chunk) and not self._turn_over()

    def read(self) -> int:
        """The next number."""
        if self._next < len(self._chunk):
            byte = self._chunk[self._next]
            if byte < 128:
                self._next += 1
                return byte
        return self._read_on()

    def _read_on(self) -> int:
        start = self.place
        number = shift = 0
        while True:
            if self.at_end():
                raise CertificateError(f"byte {self.place} of the body: expected a number, got the end")
            byte = self._chunk[self._next]
            self._next += 1
            number |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift > 28:
                raise CertificateError(f"byte {start} of the body: expected a number below 2^32, got a longer one")
        if number > LARGEST_NUMBER:
            raise CertificateError(f"byte {start} of the body: expected a number below 2^32, got {number}")
        if byte == 0 and shift:
            raise CertificateError(f"byte {start} of the body: expected the shortest form of a number, got zeros")
        return number

    def _turn_over(self) -> bool:
        """Go on to the next piece; whether there is one."""
        for chunk in self._chunks:
            if chunk:
                self._before += len(self._chunk)
                self._chunk, self._next = chunk, 0
                return True
        return False


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
    shift: int = 0
    """For a limited goal: by how much its moves left differ from those that its first edge arrives with."""


def encode(root: Node, *, limited: bool = False) -> tuple[bytes, int]:
    """The body of a graph, and the number of its nodes. A node that is reached again becomes a reference. `limited` is
    a goal that limits the prover's moves.
    """
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
            body += leb128((2 if limited else 1) + places[numbers[node]])
            continue
        begun.add(node)
        if is_edge:
            body += leb128(1) + leb128(node.shift) if node.shift else leb128(0)
        if node.index is not None:
            body += leb128(node.index)
        pending.extend((target, True) for target in reversed(node.edges))
    return bytes(body), len(numbers)
