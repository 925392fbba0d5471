"""One record for an answer: the stub, the classes of the API and the JSON schemas have the solver's fields."""

from __future__ import annotations

import ast
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import pnyx
import schemas
from pnyx import _core

STUB = Path(__file__).parents[2] / "python" / "pnyx" / "_core.pyi"

RENAMED = {"Answer": "Solution"}
"""Records that have another name in Python."""


def stub_fields(record: str) -> list[tuple[str, str]]:
    """The fields of a class in the stub, with their types."""
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == record)
    return [
        (ast.unparse(each.target), ast.unparse(each.annotation))
        for each in found.body
        if isinstance(each, ast.AnnAssign)
    ]


@pytest.mark.parametrize("record", sorted(_core.records()))
def test_the_stub_has_the_fields_of_the_record(record: str) -> None:
    declared = []
    for name, kind, meaning in _core.records()[record]:
        for old, new in RENAMED.items():
            kind = kind.replace(old, new)
        declared.append((name, kind))
        assert meaning.endswith("."), name
    assert stub_fields(record) == declared


@pytest.mark.parametrize("name", sorted(schemas.RECORDS))
def test_schemas_are_those_of_the_records(name: str) -> None:
    """If this fails: `python docs/tools/schemas.py`."""
    file = schemas.FOLDER / f"{name}.schema.json"
    assert file.read_text(encoding="utf-8") == schemas.written(name)


SHOWN: list[tuple[str, Any, set[str]]] = [
    # What is not a field of the class: numbers that are shown together, sizes of the certificate, and parts of jobs.
    (
        "Solution",
        pnyx.Result,
        {"simulation_calls", "simulation_failed", "simulation_nodes", "certificate_nodes", "children"},
    ),
    ("ShortestResult", pnyx.Shortest, set()),
    ("SearchResult", pnyx.SearchResult, {"open"}),
    ("Report", pnyx.CheckReport, set()),
]


@pytest.mark.parametrize(("record", "shown", "others"), SHOWN, ids=lambda each: getattr(each, "__name__", None))
def test_the_api_shows_every_field(record: str, shown: Any, others: set[str]) -> None:
    """Under the same name: fields are copied by name."""
    names = {name for name, _, _ in _core.records()[record]}
    assert names - {each.name for each in fields(shown)} == others


NOT_PRINTED: dict[str, set[str]] = {
    # Parts of `simulation`; sizes and numbers of the certificate, the progress, and the trace, which only Python shows.
    "Solution": {"simulation_calls", "simulation_failed", "simulation_nodes", "certificate_nodes", "plies"}
    | {"children", "disproof", "max_depth", "proof", "resumed_nodes", "trace"},
    # The whole command's, which stand beside `shortest`, or in its first answer.
    "ShortestResult": {"checkpoint_error", "memory_bytes", "questions", "resumed_nodes"},
    "SearchResult": {"cuts", "largest_estimate", "open", "trace"},
    "Report": {"plies", "shared"},
    "ProofPlace": set(),
}
"""Fields of a record that no command prints."""

ONLY_PRINTED: dict[str, set[str]] = {
    # What names the question, and what is made of several fields.
    "Solution": {"game", "position", "goal", "algorithm"}
    | {"simulation", "nodes_per_second", "checked", "shortest", "questions"},
    "ShortestResult": {"proved"},
    "SearchResult": {"game", "position", "algorithm", "depth", "value", "bound", "outcome", "reached"},
    "Report": {"file", "accepted", "reason", "checkers", "expected", "answers"},
    "ProofPlace": {"line_text", "position"},
}
"""What commands print beside the fields of a record."""

RECORDS = [(name, record) for name, records in schemas.RECORDS.items() for record in records]


@pytest.mark.parametrize(("name", "record"), RECORDS, ids=str)
def test_a_field_of_a_record_is_printed_or_named_here(name: str, record: str) -> None:
    shown = schemas.object_at(json.loads((schemas.FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")), record)
    names = {field for field, _, _ in _core.records()[record]}
    printed = set(shown["properties"])
    assert names - printed == NOT_PRINTED[record], "fields that no schema has"
    assert printed - names == ONLY_PRINTED[record], "printed, but not fields"


def test_every_record_of_an_answer_has_a_schema() -> None:
    """The others are parts of Python objects: a goal, what `pnyx.measure` counts, and how a table was made."""
    assert set(_core.records()) - {record for _, record in RECORDS} == {"Goal", "MeasureResult", "TableReport"}
    assert set(NOT_PRINTED) == set(ONLY_PRINTED) == {record for _, record in RECORDS}


def test_a_value_is_printed_field_by_field() -> None:
    """It has no record of its own: it is made of the answers to its questions, in Python."""
    printed = json.loads((schemas.FOLDER / "value.schema.json").read_text(encoding="utf-8"))
    answer = pnyx.value("XX./OO./... x")
    assert set(printed["properties"]) == set(printed["required"]) == set(answer.to_json())
    names = {each.name for each in fields(answer)} - {"history"}
    names |= {name for name, kind in vars(pnyx.Value).items() if isinstance(kind, property)}
    shown = {"possible_values" if name == "possible" else name for name in names}
    others = {"unknown", "headline", "certificates"}  # in other words, or in the answers
    assert shown - others == set(printed["properties"])


def test_a_proof_is_printed_field_by_field() -> None:
    schema = json.loads((schemas.FOLDER / "proof.schema.json").read_text(encoding="utf-8"))
    node = pnyx.solve("XX./OO./... x", goal="win").certificate.proof().root.to_json()  # type: ignore[union-attr]
    assert set(schema["$defs"]["node"]["properties"]) == set(node)
