"""What may happen to a damaged certificate: both checkers reject it, or both accept it and it is true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from pnyx import _core
from pnyx.errors import CertificateError
from pnyx.reference import brute, check
from pnyx.reference.certificate import Certificate
from pnyx.reference.rules import read_position
from support.cases import GOALS, VARIANTS, Case, compared, solution
from support.mutated_claims import MUTATIONS
from support.mutations import Decoded

Checker = Callable[[bytes], "check.Report | _core.Report"]


def in_rust(data: bytes) -> _core.Report:
    return _core.check(data)


def in_python(data: bytes) -> check.Report:
    return check.check(data)


BOTH: tuple[Checker, ...] = (in_rust, in_python)


def reports_of(data: bytes, checkers: Sequence[Checker]) -> list[dict[str, Any]]:
    """What those checkers report that accept a file."""
    reports = []
    for checker in checkers:
        with suppress(CertificateError):
            reports.append(compared(checker(data)))
    return reports


def accepted(data: bytes, checkers: Sequence[Checker] = BOTH) -> bool:
    """Whether the checkers accept a file; they must agree, and it must be true."""
    reports = reports_of(data, checkers)
    if not reports:
        return False
    assert len(reports) == len(checkers), f"only some checkers accept {data!r}"
    assert all(report == reports[0] for report in reports), f"the checkers report different things about {data!r}"
    assert_true(reports[0], data)
    return True


def accepted_by_both(data: bytes) -> bool:
    """Whether both checkers accept a file; they must agree. Whether it is true is not asked."""
    reports = reports_of(data, BOTH)
    assert len(reports) in (0, len(BOTH)), f"only one checker accepts {data!r}"
    return bool(reports)


def assert_true(report: dict[str, Any], data: bytes) -> None:
    """What a checker reports is so by brute force, and no line is shorter than it can be."""
    reading = read_position(report["game"], report["position"], report["options"])
    distances = brute.distances(reading.rules, reading.root, report["goal"], reading.history)
    proven = (reading.root in distances) == (report["goal"] == "win")
    assert report["verdict"] == ("proven" if proven else "disproven"), f"a false claim is accepted: {data!r}"
    assert report["prover"] == reading.rules.players[reading.rules.turn(reading.root)], data
    if report["plies"] is not None and reading.root in distances:
        assert report["plies"] >= distances[reading.root], f"too short a line is accepted: {data!r}"


def damage(case: Case, kinds: Iterable[str], checkers: Sequence[Checker] = BOTH) -> Counter[tuple[str, bool]]:
    """Damage the certificate of a case once in each way; gives how often what was accepted."""
    rng = random.Random(f"damage {case.seed}")
    data = solution(case, GOALS[case.seed % 2], VARIANTS[case.seed // 2 % len(VARIANTS)]).certificate
    assert data is not None, case
    proof = Decoded(Certificate.from_bytes(data))
    assert proof.rewritten() == proof.certificate.to_bytes(), case
    counts = Counter[tuple[str, bool]]()
    for kind in kinds:
        damaged = MUTATIONS[kind](proof, rng)
        if damaged is not None:
            ok = accepted(damaged, checkers)
            counts[kind, ok] += 1
            if kind == "edge_unshared" and checkers is BOTH:
                assert ok or proof.positions[proof.root] in proof.history, f"a sound certificate is refused: {case}"
    return counts
