"""Certificates and pictures: into the page and out of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import pnyx
from browser.visiting import LONG_MATE, Visit, chess

Visits = Callable[..., Visit]

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@pytest.fixture(scope="module")
def good() -> bytes:
    certificate = pnyx.solve(MORPHY, goal="mate").certificate
    assert certificate is not None
    return certificate.data


def test_a_good_certificate_is_checked_twice_and_walked_and_a_bad_one_is_refused(visit: Visits, good: bytes) -> None:
    seen = visit()
    seen.step("proof")
    page = seen.page
    page.get_by_text("No proof is open").wait_for()
    chooser = page.get_by_label("Open a certificate")
    chooser.set_input_files({"name": "morphy.pnyx", "mimeType": "application/octet-stream", "buffer": good})
    page.locator("#proof .headline", has_text="White mates in at most 2").wait_for()
    page.get_by_text("checked twice, in Rust and Python").wait_for()
    seen.replies.first.click()
    seen.wait_for_line(1)
    assert seen.line == ["Ra6"]

    bad = good.replace(b"goal: mate", b"goal: win ")
    chooser.set_input_files({"name": "bad.pnyx", "mimeType": "application/octet-stream", "buffer": bad})
    assert seen.problem.startswith("bad.pnyx was rejected")
    assert seen.line == ["Ra6"], "the proof that was open stays"


def test_a_certificate_is_dropped_on_the_page(visit: Visits, good: bytes) -> None:
    seen = visit()
    drop = """bytes => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(bytes)], "dropped.pnyx"));
        for (const type of ["dragenter", "dragover"]) {
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
        }
        const veiled = !document.getElementById("drop").hidden;
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
        return veiled && document.getElementById("drop").hidden;
    }"""
    assert seen.page.evaluate(drop, list(good))
    seen.page.locator("#proof .headline", has_text="White mates in at most 2").wait_for()
    assert seen.page.evaluate(drop, list(b"not a certificate"))
    assert "dropped.pnyx was rejected" in seen.problem.lower()


def test_certificates_games_and_pictures_are_saved(visit: Visits, tmp_path: Path) -> None:
    seen = visit()
    seen.solve(chess(LONG_MATE))
    seen.walk()
    saved = {}
    for words in ("Save certificate", "Save PGN", "Save picture"):
        with seen.page.expect_download() as download:
            seen.button(words).click()
        saved[words] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[words])
    seen.button("Verify with the second checker").click()
    seen.page.get_by_text("checked twice, in Rust and Python").wait_for()
    assert pnyx.check(saved["Save certificate"]).position == LONG_MATE
    assert "Rxh7+" in saved["Save PGN"].read_text()
    assert saved["Save picture"].read_text().startswith("<svg ")


def test_a_large_file_is_refused_before_it_is_sent(visit: Visits, tmp_path: Path) -> None:
    seen = visit()
    seen.step("proof")
    limit = json.loads(seen.page.request.get("/api/about").text())["limits"]["upload_bytes"]
    large = tmp_path / "large.pnyx"
    with large.open("wb") as file:
        file.truncate(limit + 1)
    seen.page.get_by_label("Open a certificate").set_input_files(large)
    assert "at most" in seen.problem
