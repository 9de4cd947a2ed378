"""Python as a host: every vector is a test of its own name.

A skipped vector is run too: if it passes, the skip is out of date and fails.
"""

from __future__ import annotations

import json
import re
from typing import Any

import documents
import jsonschema
import pytest
import sheets
import verify
import wild
from calls import UnsayableError, call
from files import TESTS, canonical, digests, skips, vectors, write_results
from host import Host
from llm_types import LineIndex

HOST = "python"
VECTORS = vectors()
SKIPS = skips()


def matching(vector_id: str) -> list[dict[str, Any]]:
    """The skips of any host that mean this vector."""
    return [skip for skip in SKIPS if matches(skip["vector"], vector_id)]


def matches(pattern: str, vector_id: str) -> bool:
    """Whether a pattern, in which ``*`` stands for any text, means this vector."""
    quoted = ".*".join(map(re.escape, pattern.split("*")))
    return re.fullmatch(quoted, vector_id, re.DOTALL) is not None


@pytest.fixture(scope="session")
def witness() -> LineIndex:
    """An index made before all refusals and asked after each."""
    return LineIndex("a😀é\r\ncd\n")


@pytest.fixture(scope="session")
def results() -> Any:
    """Lines of the results file, by id; written only if all vectors ran."""
    lines: dict[str, str] = {}
    yield lines
    asked = {vector_id for vector_id, _ in VECTORS if not matching(vector_id)}
    if lines.keys() == asked:
        write_results(
            "vectors.jsonl", [lines[vector_id] for vector_id, _ in VECTORS if vector_id in lines]
        )


@pytest.mark.parametrize(
    ("vector_id", "vector"), VECTORS, ids=[vector_id for vector_id, _ in VECTORS]
)
def test_vector(
    vector_id: str, vector: dict[str, Any], witness: LineIndex, results: dict[str, str]
) -> None:
    skipped = matching(vector_id)
    mine = next((skip for skip in skipped if HOST in skip["hosts"]), None)
    try:
        answer = call(vector["call"], vector["input"])
    except UnsayableError:
        if mine:
            return
        raise
    assert witness.position(7, "utf-16") == (0, 4)
    if not skipped:
        results[vector_id] = canonical({"vector": vector_id, "result": answer})
    passes = agrees(vector["expect"], answer)
    if mine:
        assert not passes, f"passes, and `{mine['vector']}` skips it: {mine['reason']}"
    else:
        assert passes, f"{vector['call']} gave {answer}; expected {vector['expect']}"


def agrees(expect: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether an answer is what the vector expects."""
    if "ok" in expect:
        return "ok" in answer and canonical(answer["ok"]) == canonical(expect["ok"])
    given = answer.get("error", {})
    wanted = dict(expect["error"])
    words = wanted.pop("message_has", [])
    return all(given.get(name) == member for name, member in wanted.items()) and all(
        word in given.get("message", "") for word in words
    )


@pytest.mark.parametrize("length", range(sheets.LONGEST + 1))
def test_every_text_of_so_many_letters(length: int) -> None:
    """Against the digests, and up to three letters against the oracle itself as well."""
    for text, digest in zip(sheets.texts(length), digests(length), strict=True):
        given = list(sheets.sheet(text, Host))
        if length == sheets.LONGEST and sheets.digest_of(given) == digest:
            continue
        expected = list(sheets.sheet(text))
        for at, (row, wanted) in enumerate(zip(given, expected, strict=True)):
            options = [row for row in expected[:at] if row.startswith("options ")][-1:]
            assert row == wanted, f"{text!r} {options}"
        assert sheets.digest_of(given) == digest, f"{text!r}: the committed digest is stale"


def test_wild_input_is_never_an_internal_error() -> None:
    lines = [wild.line(seed) for seed in range(1, wild.COUNT + 1)]
    assert not any('"INTERNAL"' in line for line in lines)
    write_results("wild.jsonl", lines)


def test_every_fixture_is_answered() -> None:
    shelf = documents.sources()
    lines = [documents.line(name, text, shelf) for name, text in documents.fixtures()]
    assert len(lines) > 100
    assert not any('"INTERNAL"' in line for line in lines)
    write_results("documents.jsonl", lines)


def test_a_line_of_100_megabytes_has_positions_at_both_ends() -> None:
    index = LineIndex("é" * 50_000_000)
    assert index.line_count == 1
    for encoding in ("utf-16", "utf-32"):
        assert index.position(100_000_000, encoding) == (0, 50_000_000)
        assert index.offset((0, 50_000_000), encoding) == 100_000_000
        assert index.offset_clamped((0, 2**53 - 1), encoding) == 100_000_000


def test_python_slices_what_converted_offsets_cut() -> None:
    text = "// 世\r\nlet s = 'é😀';\n"
    index, data = LineIndex(text), text.encode()
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            first, last = index.convert_offsets([start, end], "utf-32", "utf-8")
            assert data[first:last].decode() == text[start:end]


def test_presets_cut_as_splitlines_does() -> None:
    text = "a\nb\rc\r\nd\ve\ff\x1cg\x1dh\x1ei\x85j\u2028k\u2029l"
    index = LineIndex(text, terminators="python_splitlines")
    data = text.encode()
    lines = [index.line_range(line) for line in range(index.line_count)]
    assert [data[start:end].decode() for start, end in lines] == text.splitlines(keepends=True)


def test_no_literal_is_contradicted_by_an_independent_program() -> None:
    assert verify.main() == 0


@pytest.mark.parametrize(
    "path", sorted((TESTS / "vectors").rglob("*.json")), ids=lambda path: path.stem
)
def test_vectors_are_in_the_format(path: Any) -> None:
    validator = jsonschema.Draft202012Validator
    schema = json.loads((TESTS / "vectors.schema.json").read_text("utf-8"))
    validator.check_schema(schema)
    problems = [
        f"{error.json_path}: {error.message}"
        for error in validator(schema).iter_errors(json.loads(path.read_text("utf-8")))
    ]
    assert problems == []
