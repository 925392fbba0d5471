"""Certificate files: their form, and what happens to those that are damaged, hostile or made up."""

from __future__ import annotations

import dataclasses
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnyx.errors import CertificateError, InputError
from pnyx.reference.certificate import Certificate, Numbers, assemble, leb128
from pnyx.reference.check import check
from support.certificate_builder import MATE_IN_1, MATE_IN_2, graph, rejected
from support.raising import raises_for

# The header


def lines_of(certificate: Certificate) -> list[str]:
    return certificate.to_bytes().split(b"\n\n")[0].decode().split("\n")[:-1]


def test_the_header_must_agree_with_the_game() -> None:
    good = graph("A max: B C; B = win; C = draw").certificate()
    for change, reason in [
        ({"game": "tic-tac-toe"}, "header"),
        ({"game": "othello"}, "header"),
        ({"game": "nim"}, "expected a game"),
        ({"goal": "mate"}, "goal: expected one of win, draw-or-better"),
        ({"goal": "draw-or-better"}, "repetition: expected 'satisfies'"),
        ({"prover": "min"}, "prover: expected 'max', got 'min'"),
        ({"prover": "white"}, "prover"),
        ({"repetition": "impossible"}, "repetition: expected 'fails'"),
        ({"repetition": "illegal"}, "repetition"),
        ({"verdict": "unknown"}, "verdict"),
        ({"verdict": "disproven"}, ""),
        ({"position": "A max: B"}, "header: expected every name to be defined"),
        ({"position": " "}, "header"),
    ]:
        rejected(dataclasses.replace(good, **change), reason)  # type: ignore[arg-type]


def test_the_form_of_the_header() -> None:
    good = graph("A max: B C; B = win; C = draw").certificate()
    lines = lines_of(good)
    assert check(assemble(lines, good.body)).nodes == 2
    for number in range(len(lines)):
        rejected(assemble(lines[:number] + lines[number + 1 :], good.body), f"line {number + 1}: expected")
        rejected(assemble([*lines[: number + 1], *lines[number:]], good.body), f"line {number + 2}: expected")
        if number:
            rejected(assemble([*lines[:number], lines[number] + "\r", *lines[number + 1 :]], good.body), "control")
            key = lines[number].split(":")[0]
            rejected(assemble([*lines[:number], f"{key}: ", *lines[number + 1 :]], good.body), f"line {number + 1}")
            rejected(assemble([*lines[:number], f"{key}:x", *lines[number + 1 :]], good.body), f"line {number + 1}")
    for key, values in {
        "nodes": ["-2", "02", "2.0", " 2", "2 ", "two", "9" * 30, "٢"],
        "body": ["-3", "03", "9" * 30],
        "options": ["[]", "{", '{"k":3}', "{ }", '{"b":"1","a":"2"}', '{"k":"3","k":"3"}', "null", "[" * 100_000],
        "verdict": ["PROVEN"],
        "repetition": ["Fails"],
    }.items():
        place = next(i for i, line in enumerate(lines) if line.startswith(f"{key}: "))
        for value in values:
            rejected(assemble([*lines[:place], f"{key}: {value}", *lines[place + 1 :]], good.body), f"{key}: expected")
    data = good.to_bytes()
    place = data.index(b"checksum: ") + len(b"checksum: ")
    rejected(data[:place] + b"ABCDEF01" + data[place + 8 :], "checksum: expected eight")
    rejected(data[:place] + b"0" + data[place:], "checksum: expected eight")
    rejected(data.replace(b"certificate 2", b"certificate 3"), "line 1", "certificate 3")
    rejected(data.replace(b"game: graph", b"game: \xff\xfe"), "UTF-8", "0xff")
    rejected(data.replace(b"\n\n", b"\n", 1))
    rejected(b"", "line 1")
    rejected(b"pnyx certificate 2\n", "header", "the end of the file")


def test_a_text_of_two_lines_is_not_written() -> None:
    with pytest.raises(InputError, match="position"):
        dataclasses.replace(MATE_IN_1, position="a\nb").to_bytes()


def test_long_headers() -> None:
    good = graph("A max: B C; B = win; C = draw").certificate()
    padded = good.position + ";" * (2**20)
    assert check(dataclasses.replace(good, position=padded).to_bytes()).nodes == 2
    rejected(dataclasses.replace(good, position=good.position + ";" * (16 * 2**20)), "none in 16 MiB")
    rejected(b"pnyx certificate 2\n" + b"a" * (17 * 2**20), "none in 16 MiB")
    rejected(dataclasses.replace(good, position=" " * 2**20))
    rejected(dataclasses.replace(good, position=good.position + " moves" * 2**18))


# The body


def test_damaged_files_are_rejected() -> None:
    for certificate in (MATE_IN_2, graph("A max: B; B min: A W; W = win").certificate()):
        data = certificate.to_bytes()
        for length in range(len(data)):
            rejected(data[:length])
        rejected(data + b"\0", "expected the end of the file")
        rejected(data + data)
        for bit in range(8 * len(data)):
            damaged = bytearray(data)
            damaged[bit // 8] ^= 1 << bit % 8
            try:
                same = Certificate.from_bytes(bytes(damaged)) == certificate
            except CertificateError:
                continue
            # Deflate has a few bits that mean nothing: those that fill up its last byte.
            assert same, (certificate, bit)
            assert bit >= 8 * (len(data) - 5), (certificate, bit)


def test_flipped_bits_with_the_right_checksum_never_prove_a_falsehood() -> None:
    for text in ("A max: B W; B min: A; W = win", "A max: B; B min: A W; W = win", "A max: A B; B min: A B C; C = win"):
        game = graph(text)
        good = game.certificate()
        for bit in range(8 * len(good.body)):
            body = bytearray(good.body)
            body[bit // 8] ^= 1 << bit % 8
            rejected(dataclasses.replace(good, body=bytes(body)))
        other = "disproven" if game.proven else "proven"
        rejected(dataclasses.replace(good, verdict=other))


def test_bodies_that_are_too_long_are_not_decompressed() -> None:
    bomb = zlib.compress(b"\0" * 2**27, 9)
    for declared, reason in ((2**31, "at most 1073741824 bytes"), (3, "expected 3 bytes, got more")):
        lines = lines_of(MATE_IN_1)
        head = "\n".join([*lines[:-1], f"body: {declared}", "checksum: 00000000", "", ""]).encode()
        tracemalloc.start()
        rejected(head + bomb, reason)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 2**20, (declared, reason)
    assert check(MATE_IN_1.to_bytes(), max_body=3).nodes == 2
    rejected(MATE_IN_1, "at most 2 bytes", max_body=2)


def test_the_body_must_be_one_zlib_stream() -> None:
    head = MATE_IN_1.to_bytes().split(b"\n\n")[0] + b"\n\n"
    rejected(head, "the end of the file")
    rejected(head + b"not zlib", "zlib")
    compressor = zlib.compressobj(wbits=-15)
    rejected(head + compressor.compress(MATE_IN_1.body) + compressor.flush(), "zlib")
    rejected(head + zlib.compress(MATE_IN_1.body + b"\0"), "got more")
    rejected(head + zlib.compress(MATE_IN_1.body[:-1]), "expected 3 bytes, got 2")
    rejected(head + zlib.compress(MATE_IN_1.body)[:-1], "then the end of the file")
    damaged = bytearray(zlib.compress(MATE_IN_1.body))
    damaged[-1] ^= 1
    rejected(head + bytes(damaged), "damaged")
    rejected(head + zlib.compress(bytes([0, 1, 0])), "checksum")


def test_promises_of_many_shared_nodes_cost_nothing() -> None:
    body = leb128(2**32 - 1) + b"\0" + b"\1" * 2**17
    certificate = dataclasses.replace(MATE_IN_1, body=body, nodes=len(body))
    rejected(dataclasses.replace(certificate, nodes=2**32), f"nodes: expected at most {len(body)}")
    data = certificate.to_bytes()
    tracemalloc.start()
    rejected(data, "got the end")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**23


def test_numbers() -> None:
    for number in (0, 1, 127, 128, 300, 16383, 16384, 2**32 - 1):
        numbers = Numbers(leb128(number))
        assert numbers.read() == number, number
        assert numbers.at_end(), number
    for data, reason in [
        (b"", "the end"),
        (b"\x80", "the end"),
        (b"\x80\x00", "shortest form"),
        (b"\xff\x80\x00", "shortest form"),
        (leb128(2**32), "below 2^32"),
        (b"\xff\xff\xff\xff\xff\x01", "below 2^32"),
        (b"\x80" * 100, "below 2^32"),
    ]:
        with raises_for((data, reason), CertificateError, match=reason.replace("^", r"\^")):
            Numbers(data).read()
    rejected(dataclasses.replace(MATE_IN_1, body=b"\x80\x00" + MATE_IN_1.body[1:]), "shortest form")
    rejected(dataclasses.replace(MATE_IN_1, body=MATE_IN_1.body[:-1] + b"\x80\x00"), "edge of node 0", "shortest form")


@given(st.binary(max_size=300))
def test_random_files_are_rejected(data: bytes) -> None:
    for prefix in (b"", b"pnyx certificate 2\n", MATE_IN_1.to_bytes().split(b"\n\n")[0] + b"\n\n"):
        rejected(prefix + data)


@given(st.binary(max_size=60), st.integers(0, 20), st.sampled_from(["proven", "disproven"]))
def test_random_bodies_never_prove_a_falsehood(body: bytes, nodes: int, verdict: str) -> None:
    for text, goal in [
        ("A max: B W; B min: A; W = win", "win"),
        ("A max: B; B min: A W; W = win", "win"),
        ("A max: B W; B min: A; W = loss", "draw-or-better"),
    ]:
        game = graph(text, goal)
        certificate = dataclasses.replace(game.certificate(), body=body, nodes=nodes, verdict=verdict)
        try:
            report = check(certificate.to_bytes())
        except CertificateError:
            continue
        assert (report.verdict == "proven") == game.proven, (text, goal)


@given(st.text(max_size=40), st.sampled_from(["game", "options", "position", "goal", "prover"]))
def test_random_header_values_are_rejected(value: str, key: str) -> None:
    lines = lines_of(MATE_IN_1)
    place = next(i for i, line in enumerate(lines) if line.startswith(f"{key}: "))
    changed = f"{key}: {value}"
    if changed != lines[place]:
        try:
            data = assemble([*lines[:place], changed, *lines[place + 1 :]], MATE_IN_1.body)
        except UnicodeEncodeError:
            return
        rejected(data)
