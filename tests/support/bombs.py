"""Small files that unpack to large bodies."""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple

MIB: Final = 1 << 20


class Claim(NamedTuple):
    """What a certificate says of which position."""

    game: str
    position: str
    goal: str
    prover: str
    repetition: str
    verdict: str = "proven"


CHESS: Final = Claim("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "mate", "white", "fails")
"""A line of chess has no end: a body of zeros goes on for as long as anybody reads it."""


def bomb(claim: Claim, nodes: int, mebibytes: int, byte: int = 0, begin: bytes = b"") -> bytes:
    """A certificate whose body is `begin`, and then one byte again and again. It is a thousand times smaller."""
    block = bytes([byte]) * MIB
    packer = zlib.compressobj(9)
    packed = packer.compress(begin) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    last = packer.flush()[:-4]
    lines = [
        "pnyx certificate 2",
        f"game: {claim.game}",
        "options: {}",
        f"position: {claim.position}",
        f"goal: {claim.goal}",
        f"prover: {claim.prover}",
        f"repetition: {claim.repetition}",
        f"verdict: {claim.verdict}",
        f"nodes: {nodes}",
        f"body: {len(begin) + mebibytes * MIB}",
    ]
    head = "".join(f"{line}\n" for line in lines).encode()
    checksum, adler = zlib.crc32(begin, zlib.crc32(head)), zlib.adler32(begin)
    for _ in range(mebibytes):
        checksum, adler = zlib.crc32(block, checksum), zlib.adler32(block, adler)
    head += f"checksum: {checksum:08x}\n\n".encode()
    return head + packed + again * mebibytes + last + adler.to_bytes(4, "big")
