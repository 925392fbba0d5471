"""Certificates of the API: saved, read, checked, rejected."""

from __future__ import annotations

import contextlib
import importlib
from pathlib import Path
from typing import Any

import pytest

import pnyx
from support.raising import raises_for
from support.sample_games import BareNim, Nim

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
WIN_IN_1 = "XX./OO./... x"


class TestCertificates:
    def test_save_and_check(self, tmp_path: Path) -> None:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        assert certificate.nodes == 2
        path = certificate.save(tmp_path / "mate.pnyx")
        assert path.read_bytes() == certificate.data
        assert list(tmp_path.iterdir()) == [path], "nothing temporary is left"
        report = pnyx.check(path)
        assert report == pnyx.check(str(path)) == pnyx.check(certificate.data) == certificate.check()
        assert str(report) == f"White mates in 1 from {MATE_IN_1}: checked, 2 positions, 2 checkers agree"
        assert (report.verdict, report.moves_to_win, report.checkers) == ("proven", 1, ("rust", "python"))

    def test_saving_replaces(self, tmp_path: Path) -> None:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        (tmp_path / "mate.pnyx").write_text("something else")
        certificate.save(tmp_path / "mate.pnyx")
        assert pnyx.check(tmp_path / "mate.pnyx").verdict == "proven"

    def test_what_cannot_be_written(self, tmp_path: Path) -> None:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        for path in (tmp_path, tmp_path / "nowhere" / "x", ""):
            with raises_for(path, pnyx.InputError, match="cannot write"):
                certificate.save(path)

    def test_what_cannot_be_read(self, tmp_path: Path) -> None:
        with pytest.raises(pnyx.InputError, match="cannot read"):
            pnyx.check(tmp_path / "nothing")
        with pytest.raises(pnyx.InputError, match="cannot read"):
            pnyx.check(tmp_path)
        with pytest.raises(pnyx.InputError, match="a certificate must be a path or bytes, not 7"):
            pnyx.check(7)  # type: ignore[arg-type]

    def test_python_games(self) -> None:
        nim = Nim(6)
        certificate = pnyx.solve(nim).certificate
        assert certificate is not None
        report = certificate.check()
        assert (report.game, report.prover, report.moves_to_win) == ("nim", "ann", 2)
        assert pnyx.check(certificate.data, game=Nim(99)) == report
        with pytest.raises(
            pnyx.InputError, match="about 'nim', which is not built in: pass that game, with game= in Python"
        ):
            pnyx.check(certificate.data)
        with pytest.raises(
            pnyx.InputError, match="is not a game: a game needs the methods start, turn, outcome, moves and play"
        ):
            pnyx.check(certificate.data, game="nim")

    def test_python_games_without_notations(self, tmp_path: Path) -> None:
        result = pnyx.solve(BareNim(6))
        assert result.checked
        assert result.certificate is not None
        for use in (lambda: result.certificate.data, lambda: result.certificate.save(tmp_path / "x")):
            with raises_for(use, pnyx.InputError, match="no 'move_text' and no 'position_text' and no 'parse'"):
                use()

    @pytest.mark.parametrize("data", [b"", b"\0" * 100, b"pnyx certificate 2\n", bytes(range(256))])
    def test_junk(self, data: bytes) -> None:
        with pytest.raises(pnyx.CertificateError):
            pnyx.check(data)

    def test_damage_is_rejected_or_changes_nothing(self) -> None:
        certificate = pnyx.solve(WIN_IN_1).certificate
        assert certificate is not None
        data, report = certificate.data, certificate.check()
        for length in range(len(data)):
            with raises_for(length, pnyx.CertificateError):
                pnyx.check(data[:length])
        for place in range(len(data)):
            flipped = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
            # A compressed stream has bits that mean nothing.
            with contextlib.suppress(pnyx.CertificateError):
                assert pnyx.check(flipped) == report, place

    def test_disagreement_is_a_rejection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        proof = importlib.import_module("pnyx.api.check")
        honest = proof.run_checker
        certificate = pnyx.solve(WIN_IN_1).certificate
        assert certificate is not None

        def other_number(checker: str, data: bytes, game: Any, syzygy: None) -> dict[str, Any]:
            report: dict[str, Any] = honest(checker, data, game, syzygy)
            return {**report, "nodes": 99} if checker == "python" else report

        def one_rejects(checker: str, data: bytes, game: Any, syzygy: None) -> dict[str, Any]:
            if checker == "rust":
                raise pnyx.CertificateError("no")
            report: dict[str, Any] = honest(checker, data, game, syzygy)
            return report

        monkeypatch.setattr(proof, "run_checker", other_number)
        with pytest.raises(pnyx.CertificateError, match="disagree about nodes: rust says 2, python says 99"):
            certificate.check()
        monkeypatch.setattr(proof, "run_checker", one_rejects)
        with pytest.raises(pnyx.CertificateError, match="disagree: python accepts it, the other one rejects it: no"):
            certificate.check()
