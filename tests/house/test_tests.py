"""The tests themselves: a reader of a failure can see which case it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.places import ROOT, TESTS
from support.unnamed_cases import unnamed_cases
from support.unnamed_rust_cases import unnamed_rust_cases

FILES = sorted(TESTS.rglob("test_*.py"))
RUST = [
    path for room in ("crates", "fuzz") for path in sorted((ROOT / room).rglob("*.rs")) if "target" not in path.parts
]
RUST = [path for path in RUST if "#[test]" in path.read_text(encoding="utf-8")]


def test_there_are_tests() -> None:
    assert len(FILES) > 100
    assert len(RUST) > 70


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_assertions_in_loops_name_their_case(path: Path) -> None:
    assert unnamed_cases(path.read_text(encoding="utf-8")) == [], (
        "give the assertion a message, compare the list of failing cases with [], or use parameters"
    )


@pytest.mark.parametrize(
    ("body", "unnamed"),
    [
        ("for a in b:\n  assert a", True),
        ("for a in b:\n  assert a, 'wrong'", True),
        ("for a in b:\n  assert a, a", False),
        ("for a in b:\n  assert a, f'wrong: {a}'", False),
        ("for a, c in b:\n  assert a == c, a", False),
        ("for a in b:\n  c = a + 1\n  assert a, c", False),
        ("for a in b:\n  with open(a) as c:\n    assert a, c", False),
        ("for a in b:\n  for c in a:\n    assert c, c", True),
        ("for a in b:\n  for c in a:\n    assert c, (a, c)", False),
        ("for a in b:\n  if a:\n    assert a", True),
        ("for a in b:\n  try:\n    pass\n  except ValueError:\n    assert a", True),
        ("for _ in b:\n  assert b", False),
        ("for a in b:\n  pass\nassert b", False),
        ("while b:\n  a = b.pop()\n  assert a", True),
        ("while b:\n  a = b.pop()\n  assert a, a", False),
        ("while a := f():\n  assert a", True),
        ("while f():\n  assert b", False),
        ("assert all(a for a in b)", True),
        ("assert b and all(map(f, b))", True),
        ("assert not any(a for a in b)", True),
        ("assert any(a for a in b)", False),
        ("assert all(a for a in b), b", False),
        ("assert [a for a in b if not a] == []", False),
    ],
)
def test_what_counts_as_named(body: str, unnamed: bool) -> None:
    source = "def test_it():\n" + "".join(f"  {line}\n" for line in body.splitlines())
    assert bool(unnamed_cases(source)) == unnamed


@pytest.mark.parametrize("path", RUST, ids=lambda path: str(path.relative_to(ROOT)))
def test_assertions_in_loops_of_rust_name_their_case(path: Path) -> None:
    assert unnamed_rust_cases(path.read_text(encoding="utf-8")) == [], "give the assertion a message"


@pytest.mark.parametrize(
    ("body", "unnamed"),
    [
        ("for a in b { assert!(a); }", True),
        ('for a in b { assert!(a, "wrong"); }', True),
        ('for a in b { assert!(a, "{a}"); }', False),
        ('for a in b { assert!(a, "wrong: {}", a.name()); }', False),
        ("for (a, c) in b { assert_eq!(a, c); }", True),
        ('for (a, c) in b { assert_eq!(a, c, "{a}"); }', False),
        ('for (a, c) in b { assert_ne!(f(a, ")"), [c, c], "{a:?}"); }', False),
        ('for a in b { let c = format!("{a}"); assert!(a, "{c}"); }', False),
        ('for a in b { let c = 1; assert!(a, "{c}"); }', True),
        ('for a in b { if a { assert!(f(&mut || { 1 }), "{b}"); } }', True),
        ('for a in b.map(|x| { x }) { assert!(a, "{}", a) }', False),
        ("for _ in b { assert!(b); }", False),
        ("for a in b { f(a); } assert!(b);", False),
        ("for a in b { /* assert!(a); */ }", False),
    ],
)
def test_what_counts_as_named_in_rust(body: str, unnamed: bool) -> None:
    assert bool(unnamed_rust_cases(f"#[test]\nfn it() {{ {body} }}\n")) == unnamed
