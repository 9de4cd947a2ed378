"""The schemas against `validate`, in another validator than the JavaScript suite uses.

What `validate` calls structurally valid passes the schema of its dialect in `jsonschema`, and
what it calls structurally wrong fails it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import llm_types
import pytest
from files import TESTS

STRUCTURE = {
    "TYPE_MISMATCH",
    "MISSING_FIELD",
    "NEGATIVE_INTEGER",
    "NEGATIVE_OFFSET",
    "NOT_AN_INTEGER",
    "UNSAFE_INTEGER",
    "INTEGER_TOO_WIDE",
}
"""The findings that a schema can make too."""

SPAN: dict[str, Any] = {
    "file_path": "a.rs",
    "byte_start": 0,
    "byte_end": 1,
    "start_line": 1,
    "start_col": 0,
    "end_line": 1,
    "end_col": 1,
}

OPEN: dict[str, Any] = {
    "schema_version": "1.0.0",
    "execution_id": "6b008bad-4754",
    "data": {
        "pattern": "x",
        "match_count": 1,
        "matches": [
            {
                "match_id": "m1",
                "matched_text": "x",
                "span": SPAN,
                "context": {"before": ["a"]},
                "checksums": {"checksum_before": "sha256:0"},
                "context_before": ["a"],
                "context_after": "b",
            }
        ],
        "other": {"deep": [{**SPAN, "semantics": {"kind": "fn", "language": "rust"}}]},
    },
}
"""What stands where the schemas take any value: what older versions have beside a span, and a
span in a member that nobody knows."""


@cache
def checker(name: str) -> jsonschema.Draft202012Validator:
    schema = llm_types.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def structure(value: Any, dialect: str | None) -> list[tuple[str, str | None]]:
    validation = llm_types.validate(json.dumps(value), dialect=dialect)
    found = validation.diagnostics
    return [(one.code, one.pointer) for one in found if one.code in STRUCTURE]


def fixtures() -> Iterator[tuple[str, Any, str]]:
    """Documents of known dialects, one of each set of members."""
    seen = set()
    for path in sorted((TESTS / "fixtures").rglob("*.json")):
        if path.name.endswith(".meta.json") or path.stat().st_size > 20_000:
            continue
        try:
            text = path.read_text("utf-8")
            value = json.loads(text)
            dialect = llm_types.detect(text).dialect
        except ValueError:
            continue
        if dialect is None or not isinstance(value, dict):
            continue
        data = value.get("data")
        members = (dialect, *sorted(value), *(sorted(data) if isinstance(data, dict) else ()))
        if members not in seen:
            seen.add(members)
            yield path.relative_to(TESTS).as_posix(), value, dialect


FIXTURES = [*fixtures(), ("what schemas leave open", OPEN, "unified")]


def mutations(document: Any) -> Iterator[tuple[str, Any]]:
    """Copies with one member gone or of another type, one for each kind of place."""
    done = set()
    places: list[tuple[tuple[Any, ...], Any]] = [((), document)]
    while places:
        path, value = places.pop()
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, member in list(items):
            here = (*path, key)
            if isinstance(member, dict | list):
                places.append((here, member))
            kind = tuple("*" if isinstance(part, int) else part for part in here)
            if kind in done:
                continue
            done.add(kind)
            changes: list[Any] = [{}, True] if isinstance(member, str) else ["wrong"]
            for change in (*changes, *([-1, 2**32, 2**53] if isinstance(member, int) else [])):
                copied = copy.deepcopy(document)
                parent = copied
                for part in path:
                    parent = parent[part]
                parent[key] = change
                yield f"{kind} is {change!r}", copied
            if isinstance(value, dict):
                copied = copy.deepcopy(document)
                parent = copied
                for part in path:
                    parent = parent[part]
                del parent[key]
                yield f"without {kind}", copied


@pytest.mark.parametrize("known", llm_types.schemas(), ids=lambda known: known.name)
def test_every_schema_is_one(known: llm_types.SchemaInfo) -> None:
    assert checker(known.name).schema["$id"] == known.id


@pytest.mark.parametrize(("name", "value", "dialect"), FIXTURES, ids=[it[0] for it in FIXTURES])
def test_a_document_passes_exactly_if_its_structure_is_valid(
    name: str, value: Any, dialect: str
) -> None:
    assert checker(dialect).is_valid(value) == (not structure(value, dialect)), name
    wrong = []
    for what, changed in mutations(value):
        found = structure(changed, dialect)
        if checker(dialect).is_valid(changed) != (not found):
            wrong.append((what, found))
    assert wrong == []


def test_there_are_enough_fixtures() -> None:
    assert len(FIXTURES) > 20
