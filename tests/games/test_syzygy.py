"""Chess with Syzygy tables: the same verdicts, smaller certificates, and checkers that ask for the tables."""

from __future__ import annotations

import json
import os
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Final

import chess
import pytest
from typer.testing import CliRunner

import pnyx
from pnyx import _core
from pnyx.cli import app
from pnyx.errors import CertificateError, InputError, OtherQuestionError
from pnyx.reference import pn as twin
from pnyx.reference.certificate import Certificate
from pnyx.reference.check import check as check_in_python
from pnyx.reference.check import main
from pnyx.reference.rules import game_of, read_position
from pnyx.reference.rules.tables import Tables, open_tables
from support.raising import raises_for
from support.table_files import table_files

QUEEN: Final = "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1"
FIVE: Final = "8/7P/8/8/P2p4/1k6/5K2/8 w - - 0 1"


@pytest.fixture(autouse=True)
def _no_other_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PNYX_SYZYGY", raising=False)


@pytest.fixture
def tables() -> Path:
    return table_files()


def placed(rng: random.Random, symbols: str) -> str:
    """A random legal position of these pieces, with a capture in passing now and then."""
    while True:
        board = chess.Board(None)
        for symbol in symbols:
            board.set_piece_at(rng.randrange(64), chess.Piece.from_symbol(symbol))
        board.turn = rng.random() < 0.5
        if chess.popcount(board.occupied) != len(symbols):
            continue
        pawn = next(iter(board.pieces(chess.PAWN, not board.turn)), None)
        if pawn is not None and chess.square_rank(pawn) == (4 if board.turn else 3):
            behind = pawn + (8 if board.turn else -8)
            board.ep_square = behind if board.piece_at(behind) is None else None
        if board.is_valid():
            return board.fen(en_passant="fen")


def both_outcomes(fen: str, **options: object) -> str | None:
    """The outcome by both rules, which must agree."""
    native = pnyx.position("chess", fen, **options)
    texts = {name.replace("_", "-"): "on" if value is True else str(value) for name, value in options.items()}
    reading = read_position("chess", fen, texts)
    outcome = reading.rules.outcome(reading.root)
    assert native.outcome == (reading.rules.players[outcome] if isinstance(outcome, int) else outcome), fen
    return native.outcome


@pytest.mark.parametrize("symbols", ["KkQ", "KkR", "Kkp", "KkPp", "KkQr", "KkRn", "KkNp", "KkPP", "Kkqp", "KkBN"])
def test_both_rules_read_the_same_in_the_tables(symbols: str, tables: Path) -> None:
    rng = random.Random(symbols)
    found = [both_outcomes(placed(rng, symbols), syzygy=tables) for _ in range(300)]
    assert None not in found
    assert len(set(found)) > 1


def test_a_capture_in_passing_counts(tables: Path) -> None:
    assert both_outcomes("8/6k1/8/8/Pp6/8/4K3/8 b - a3 0 1", syzygy=tables) == "black"
    assert both_outcomes("8/6k1/8/8/Pp6/8/4K3/8 b - - 0 1", syzygy=tables) == "white"


@pytest.mark.parametrize(
    ("fen", "limit", "outcome"),
    [
        (QUEEN, 3, "white"),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 3, "draw"),
        ("8/8/8/3k4/8/7P/4Q3/4K3 w - - 0 1", 3, None),
        ("8/8/8/3k4/8/7P/4Q3/4K3 w - - 0 1", 4, "white"),
        (FIVE, 4, None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 4, None),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 4, "white"),
    ],
)
def test_few_pieces_and_no_castling(fen: str, limit: int, outcome: str | None, tables: Path) -> None:
    assert both_outcomes(fen, syzygy=tables, tables=limit) == outcome
    moves = pnyx.position("chess", fen, syzygy=tables, tables=limit).moves()
    assert bool(moves) == (outcome is None)


def test_the_fifty_move_rule(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert both_outcomes(QUEEN, syzygy=tables, fifty_move_rule=True) == "white"
    later = QUEEN.replace(" 0 1", " 1 1")
    assert both_outcomes(later, syzygy=tables, fifty_move_rule=True) is None
    assert both_outcomes(later, syzygy=tables) == "white"
    # No table for up to four pieces has a win that the rule spoils, so somebody has to pretend.
    book = open_tables("4", str(tables))
    assert book is not None
    white, black = chess.Board(QUEEN), chess.Board(QUEEN.replace(" w ", " b "))
    for value, won, lost, ruled in [
        (2, 0, 1, 0),
        (1, 0, 1, "draw"),
        (0, "draw", "draw", "draw"),
        (-1, 1, 0, "draw"),
        (-2, 1, 0, 1),
    ]:
        monkeypatch.setattr(book._shelf, "probe_wdl", lambda board, value=value: value)
        assert book.outcome(white, False) == won, value
        assert book.outcome(black, False) == lost, value
        assert book.outcome(white, True) == ruled, value


@pytest.mark.parametrize("symbols", ["KkQ", "KkR", "KkP"])
@pytest.mark.parametrize("goal", ["win", "draw-or-better"])
def test_verdicts_without_tables_are_the_same(symbols: str, goal: str, tables: Path) -> None:
    rng = random.Random(symbols + goal)
    verdicts = []
    for fen in [placed(rng, symbols) for _ in range(12)]:
        alone = pnyx.solve(pnyx.position("chess", fen), goal, "df-pn", limit=pnyx.Limit(nodes=200_000))
        helped = pnyx.solve(pnyx.position("chess", fen, syzygy=tables), goal, "df-pn")
        assert helped.certificate is not None, fen
        assert helped.certificate.nodes == 1, fen
        if not alone.unknown:
            assert alone.verdict == helped.verdict, fen
            verdicts.append(alone.verdict)
    assert len(set(verdicts)) == 2


@pytest.mark.parametrize(
    ("fen", "goal", "verdict"),
    [
        (FIVE, "win", "proven"),
        (FIVE, "draw-or-better", "proven"),
        ("8/8/1P6/1p3k2/3K2P1/8/8/8 b - g3 0 1", "win", "disproven"),
        ("8/5P2/8/4K3/8/5r2/1k5Q/8 b - - 0 1", "draw-or-better", "disproven"),
        ("8/5N2/8/5R2/8/1kp5/8/5K2 b - - 0 1", "mate", "disproven"),
    ],
)
def test_searches_and_certificates_are_smaller(fen: str, goal: str, verdict: str, tables: Path) -> None:
    alone = pnyx.solve(pnyx.position("chess", fen), goal, "df-pn")
    helped = pnyx.solve(pnyx.position("chess", fen, syzygy=tables), goal, "df-pn")
    assert alone.verdict == helped.verdict == verdict
    assert helped.nodes * 20 < alone.nodes
    assert alone.certificate is not None
    assert helped.certificate is not None
    assert (helped.certificate.nodes or 0) * 5 < (alone.certificate.nodes or 0)


SAY_NO: Final = ("pn", "pn2", "pn-dag", "pn-bta", "df-pn", "pds", "pds-pn", "alpha-beta", "auto")
ONLY_YES: Final = ("pn-star", "forced-win")


@pytest.mark.parametrize("algorithm", [*SAY_NO, *ONLY_YES])
def test_every_search_ends_at_the_tables(algorithm: str, tables: Path) -> None:
    for fen, verdict in [
        ("8/2R5/1K6/8/8/3k4/1p6/6N1 b - - 0 1", "proven"),
        ("7N/6p1/8/8/2R5/8/K7/7k b - - 0 1", "disproven" if algorithm in SAY_NO else "unknown"),
    ]:
        root = pnyx.position("chess", fen, syzygy=tables)
        found = pnyx.solve(root, "win", algorithm, limit=pnyx.Limit(nodes=10_000))
        assert (found.verdict, found.moves_to_win) == (verdict, None), fen


def test_a_certificate_says_that_it_depends_on_tables(tables: Path) -> None:
    helped = pnyx.solve(pnyx.position("chess", FIVE, syzygy=tables), "win", "df-pn")
    assert helped.certificate is not None
    header = Certificate.from_bytes(helped.certificate.data)
    assert dict(header.options) == {"tables": "4"}
    assert os.fsencode(tables) not in helped.certificate.data
    report = helped.certificate.check()
    assert str(report).startswith(f"White wins from {FIVE}: checked, ")
    assert str(report).endswith(", 2 checkers agree; it relies on Syzygy tables for up to 4 pieces")


def test_the_twin_searches_the_same(tables: Path) -> None:
    result = pnyx.solve(pnyx.position("chess", FIVE, syzygy=tables, order="papers"), "win", "pn", trace=True)
    reading = read_position("chess", FIVE, {"syzygy": str(tables), "order": "papers"})
    reference = twin.search(reading.rules, reading.root, "win", max_nodes=10_000)
    assert result.proven
    assert result.trace is not None
    assert [tuple(step) for step in result.trace] == [tuple(step) for step in reference.trace]


@pytest.fixture
def certificate(tables: Path, tmp_path: Path) -> Path:
    found = pnyx.solve(pnyx.position("chess", FIVE, syzygy=tables), "win", "df-pn").certificate
    assert found is not None
    return found.save(tmp_path / "five.pnyx")


def test_the_checkers_ask_for_the_tables(
    certificate: Path, tables: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = certificate.read_bytes()
    for check in (_core.check, check_in_python):
        with raises_for(check, InputError, match=r"(?s)syzygy=DIRECTORY.*--syzygy DIRECTORY.*PNYX_SYZYGY") as caught:
            check(data)
        assert not isinstance(caught.value, CertificateError), check
        with raises_for(check, InputError, match=r"35 of them"):
            check(data, syzygy=str(tmp_path))
        assert check(data, syzygy=str(tables)).verdict == "proven", check
    with pytest.raises(InputError, match="Syzygy tables are needed"):
        pnyx.check(certificate)
    assert pnyx.check(certificate, syzygy=tables).options == {"tables": "4"}
    monkeypatch.setenv("PNYX_SYZYGY", os.pathsep.join([str(tmp_path), str(tables)]))
    assert pnyx.check(certificate).verdict == "proven"


def test_the_command_line(certificate: Path, tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = CliRunner()
    without = run.invoke(app, ["check", str(certificate)])
    assert without.exit_code == 2
    assert "--syzygy" in without.output
    accepted = run.invoke(app, ["check", str(certificate), "--syzygy", str(tables), "--json"])
    assert accepted.exit_code == 0
    assert json.loads(accepted.stdout)["options"] == {"tables": "4"}
    assert main([str(certificate)]) == 2
    assert main([str(certificate), "--syzygy", str(tables)]) == 0
    assert "White wins from" in capsys.readouterr().out
    solved = run.invoke(app, ["solve", "chess", FIVE, "--goal", "win", "-o", f"syzygy={tables}", "-o", "tables=4"])
    assert solved.exit_code == 0
    assert "was accepted; it relies on Syzygy tables for up to 4 pieces." in solved.output


def test_tables_are_part_of_the_question(certificate: Path, tables: Path) -> None:
    """What depends on tables is not an answer where none are trusted."""
    command = [str(certificate), "--syzygy", str(tables), "--expect-position", FIVE, "--expect-goal", "win"]
    for arguments, status in ((command, 1), ([*command, "--expect-option", "tables=4"], 0)):
        assert CliRunner().invoke(app, ["check", *arguments]).exit_code == main(arguments) == status, arguments
    data = certificate.read_bytes()
    asked = pnyx.position("chess", FIVE, syzygy=tables)
    assert pnyx.check(data, syzygy=tables, expect_position=asked).verdict == "proven"
    with pytest.raises(OtherQuestionError, match="the rules are tables=4, not the default ones"):
        pnyx.check(data, syzygy=tables, expect_position=FIVE)


def rebuilt(data: bytes, options: dict[str, str]) -> bytes:
    """A certificate that claims to be about a game with these options."""
    return replace(Certificate.from_bytes(data), options=options).to_bytes()


def test_no_certificate_names_a_directory(certificate: Path, tables: Path) -> None:
    data = certificate.read_bytes()
    named = rebuilt(data, options={"tables": "4", "syzygy": str(tables)})
    denied = rebuilt(data, options={})
    other = rebuilt(data, options={"tables": "3"})
    for check in (_core.check, check_in_python):
        with raises_for(check, CertificateError, match="syzygy"):
            check(named, syzygy=str(tables))
        # Without the tables, or with fewer, what ended the game is no end.
        for wrong in (denied, other):
            with raises_for((check, wrong), CertificateError):
                check(wrong, syzygy=str(tables))
        with raises_for(check, CertificateError, match="tables"):
            check(rebuilt(data, options={"tables": "8"}), syzygy=str(tables))


def test_what_does_not_go_with_tables(tables: Path) -> None:
    both = (
        lambda **options: pnyx.position("chess", FIVE, **options),
        lambda **options: game_of("chess", {name: str(value) for name, value in options.items()}),
    )
    for refuse in both:
        for option, value in [("region", "a1-e8"), ("attack", "checks"), ("exclude", "h7h8q")]:
            with raises_for((refuse, option, value), InputError, match=option):
                refuse(syzygy=tables, **{option: value})
        with raises_for(refuse, InputError, match="from 3 to 7"):
            refuse(syzygy=tables, tables=8)
        with raises_for(refuse, InputError, match=r"110 of them .*such as K[QRBNP]+vK[QRBNP]*\.rtbw"):
            refuse(syzygy=tables, tables=5)
        with raises_for(refuse, InputError, match="cannot be used"):
            refuse(syzygy=tables / "elsewhere")
        with raises_for(refuse, InputError, match="PNYX_SYZYGY"):
            refuse(tables=4)
    for goal in ("promote", "mate-in 20", "mated-in 20"):
        with raises_for(goal, InputError, match=f"nothing about the goal '{goal}'"):
            pnyx.solve(pnyx.position("chess", FIVE, syzygy=tables), goal)
        with raises_for(goal, InputError, match=goal):
            game_of("chess", {"syzygy": str(tables)}).aim(goal, 0)
    with pytest.raises(InputError, match="the length of a win is unknown"):
        pnyx.shortest(pnyx.position("chess", FIVE, syzygy=tables))


def test_the_mate_of_the_side_to_move(tables: Path) -> None:
    fen = "8/5P2/8/4K3/8/5r2/1k5Q/8 b - - 0 1"
    found = pnyx.solve(pnyx.position("chess", fen, syzygy=tables), "mated")
    assert (found.verdict, found.moves_to_win) == ("proven", None)
    assert found.certificate is not None
    assert str(found.certificate.check()).startswith(f"White mates from {fen}: checked, ")


def test_a_line_that_goes_on_after_its_end_is_no_history(tables: Path) -> None:
    """What the tables say holds without a history, so that none can lead through their positions."""
    with pytest.raises(InputError, match="over"):
        pnyx.position("chess", f"{QUEEN} moves e1d1 d5d4", syzygy=tables)
    with pytest.raises(InputError, match="over"):
        read_position("chess", f"{QUEEN} moves e1d1 d5d4", {"syzygy": str(tables)})
    line = "8/8/8/3k4/5p2/8/3BQ3/4K3 w - - 0 1 moves e2d1 d5e4 d1c2 e4e5 d2f4"
    assert pnyx.position("chess", line, syzygy=tables).outcome == "white"


def test_a_table_that_cannot_be_read_is_no_answer(tables: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(tables, folder)
    damaged = folder / "KQvK.rtbw"
    damaged.write_bytes(b"\0" * 4 + damaged.read_bytes()[4:])
    with pytest.raises(InputError, match="KQvK"):
        pnyx.solve(pnyx.position("chess", QUEEN, syzygy=folder), "win")
    with pytest.raises(InputError, match="KQvK"):
        read_position("chess", QUEEN, {"syzygy": str(folder)}).rules.outcome(game_of("chess").parse(QUEEN))
    shutil.copy(tables / "KQvK.rtbw", damaged)
    assert pnyx.solve(pnyx.position("chess", QUEEN, syzygy=folder), "win").proven
    damaged.write_bytes(damaged.read_bytes()[:-1])
    damaged.rename(folder / "KRvK.rtbw")
    with pytest.raises(InputError, match="cannot be used"):
        pnyx.position("chess", QUEEN, syzygy=folder)


def test_tables_are_asked_for_by_name(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNYX_SYZYGY", str(tables))
    assert pnyx.position("chess", QUEEN).outcome is None
    assert pnyx.position("chess", QUEEN, tables=3).outcome == "white"
    assert game_of("chess").options == {}
    assert isinstance(open_tables("3", ""), Tables)
