"""The JSON schemas of answers: types and meanings of their fields are those of the solver's records.

`python docs/tools/schemas.py` writes them; a test compares them with the records. What a schema says beyond a record
stays: fields that are printed only, narrower types, and what belongs together.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pnyx import _core

FOLDER: Final = Path(__file__).parents[2] / "python" / "pnyx" / "schema"

RECORDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "solve": {"Solution": (), "ShortestResult": ("properties", "shortest")},
    "search": {"SearchResult": ()},
    "check": {"Report": ()},
    "proof": {"ProofPlace": ("$defs", "node")},
}
"""The records of each schema, with the path to the object that shows them."""

_PRINTED: Final = {"solve": {"certificate"}, "search": {"iterations"}, "proof": {"moves"}}
"""Fields that are printed as something else: a certificate as the path of its file, iterations and moves as objects."""

_NARROWER: Final = ("enum", "const", "anyOf", "$ref")

_NULL: Final = " | None"

_PLAIN: Final[dict[str, dict[str, Any]]] = {
    "str": {"type": "string"},
    "bool": {"type": "boolean"},
    "int": {"type": "integer", "minimum": 0},
    "float": {"type": "number", "minimum": 0},
    "list[str]": {"type": "array", "items": {"type": "string"}},
    "dict[str, str]": {"type": "object", "additionalProperties": {"type": "string"}},
}


def json_type(kind: str) -> dict[str, Any]:
    """A Python type in terms of JSON Schema; what is counted is not negative.

    >>> json_type("int | None"), json_type("list[str]")
    ({'type': ['integer', 'null'], 'minimum': 0}, {'type': 'array', 'items': {'type': 'string'}})
    """
    plain = _PLAIN[kind.removesuffix(_NULL)]
    return {**plain, "type": [plain["type"], "null"]} if kind.endswith(_NULL) else plain


def object_at(schema: dict[str, Any], record: str) -> dict[str, Any]:
    """The object of a schema that shows a record.

    >>> object_at({"$defs": {"node": {"properties": {}}}}, "ProofPlace")
    {'properties': {}}
    """
    (path,) = (records[record] for records in RECORDS.values() if record in records)
    return _at(schema, path)


def _at(schema: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    shown = schema
    for part in path:
        shown = shown[part]
    return shown


def written(name: str) -> str:
    """A schema with its fields as the records have them."""
    schema: dict[str, Any] = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    for record, path in RECORDS[name].items():
        shown = _at(schema, path)
        for field, kind, meaning in _core.records()[record]:
            if field in shown["properties"] and field not in _PRINTED.get(name, ()):
                shown["properties"][field] = _property(shown["properties"][field], kind, meaning)
    return json.dumps(schema, indent=2) + "\n"


def _property(before: dict[str, Any], kind: str, meaning: str) -> dict[str, Any]:
    if any(word in before for word in _NARROWER):
        return {**before, "description": meaning}
    of_record = json_type(kind)
    if "null" in before.get("type", ()) and not kind.endswith(_NULL):
        of_record = json_type(kind + _NULL)
    return {"description": meaning, **of_record, **({"minimum": before["minimum"]} if "minimum" in before else {})}


if __name__ == "__main__":
    for each in RECORDS:
        (FOLDER / f"{each}.schema.json").write_text(written(each), encoding="utf-8")
