"""`docs/guides/add-a-game.md`, its part about Rust: the game to copy has nothing that the guide does not name.

In the register, the variant to copy is that of Lines of Action: tic-tac-toe is compiled together with other games.
"""

from __future__ import annotations

import re

import pytest

from support.places import ROOT

GUIDE = (ROOT / "docs" / "guides" / "add-a-game.md").read_text(encoding="utf-8").partition("## In Rust")[2]
GAMES = ROOT / "crates" / "games" / "src"
TO_COPY = (GAMES / "tic_tac_toe.rs").read_text(encoding="utf-8")
REGISTER = (GAMES / "register.rs").read_text(encoding="utf-8")


def test_the_game_to_copy_has_rules_and_notation_and_what_may_wait() -> None:
    assert re.findall(r"^impl(?:<.*>)? (\w+)(?:<.*>)? for TicTacToe", TO_COPY, re.M) == ["Rules", "Notation", "Packed"]


def test_the_line_that_makes_it_a_game_is_in_the_guide() -> None:
    (line,) = re.findall(r"^plain_game!.*", TO_COPY, re.M)
    assert f"`{line}`" in GUIDE


def test_the_crate_names_it_where_the_guide_says() -> None:
    """In `lib.rs` and in the register."""
    naming = {path.name for path in GAMES.rglob("*.rs") if "tic_tac_toe" in path.read_text(encoding="utf-8")}
    assert naming == {"lib.rs", "register.rs"}


@pytest.mark.parametrize(
    ("named", "line"),
    [
        ("an entry in `SPECS`", r"    &lines_of_action::SPEC,"),
        ("a variant of `BuiltIn`", r"    LinesOfAction\(lines_of_action::LinesOfAction, lines_of_action::Position\),"),
        ("a line in `for_built_in!`", r"            \$crate::BuiltIn::LinesOfAction\(\$game, \$root\) => \$body,"),
        ("an arm in `open`", r'        "lines-of-action" => .*'),
    ],
)
def test_the_register_has_the_lines_that_the_guide_names(named: str, line: str) -> None:
    assert named in GUIDE
    assert len(re.findall(f"^{line}$", REGISTER, re.M)) == 1


def test_the_register_has_no_other_line_of_it() -> None:
    """The arm in `open` has two more."""
    lines = [line for line in REGISTER.splitlines() if re.search(r"lines.of.action|LinesOfAction", line)]
    assert len([line for line in lines if not line.startswith("use ")]) == 6
    assert len(re.findall(r"^.*(?:tic.tac.toe|TicTacToe)", REGISTER, re.M)) == 4


def test_it_is_as_long_as_the_guide_says() -> None:
    said = re.search(r"in (\d+) lines", GUIDE)
    assert said is not None
    assert abs(len(TO_COPY.splitlines()) - int(said[1])) < 10


def test_paths_in_the_guide_lead_to_files() -> None:
    named = set(re.findall(r"`((?:crates|docs|tests|python|fuzz)/[\w./-]+)`", GUIDE))
    assert len(named) > 10
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
