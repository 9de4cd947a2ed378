"""A conversion reports whatever it does not write: value by value, without the package."""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections import Counter
from collections.abc import Iterator
from typing import Any

import llm_types
import pytest
from files import TESTS

FIXTURES = TESTS / "fixtures"
TARGETS = (*(dialect.name for dialect in llm_types.dialects()), "standard")

# Members whose words are the envelope's: a tool has other words for the same.
WORDED = re.compile(r"^/(schema_version|status|operation_type|partial)$|/result/type$|/level$")


def documents() -> list[Any]:
    """One document of each fixture that is JSON."""
    found = []
    for path in sorted(FIXTURES.rglob("*.json")):
        name = path.relative_to(FIXTURES)
        inside = name.parts[0] == "workspace" or any(part.endswith(".files") for part in name.parts)
        if len(name.parts) < 3 or inside or path.name.endswith(".meta.json"):
            continue
        found.append(pytest.param(path, id=str(name)))
    return found


def leaves(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            escaped = key.replace("~", "~0").replace("/", "~1")
            yield from leaves(inner, f"{pointer}/{escaped}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{pointer}/{index}")
    elif value not in (None, "", False):
        yield pointer, value


def plain(value: Any) -> str:
    """A value without what a dialect may write otherwise: case, the name of an algorithm."""
    if isinstance(value, str):
        return re.sub("^(sha256|blake3):", "", value).lower()
    return repr(value if isinstance(value, bool) else float(value))


def at(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def follows(envelope: Any, pointer: str, value: Any, written: str) -> bool:
    """Whether a reader of the other document can work a value out."""
    above, _, name = pointer.rpartition("/")
    if name == "span_id":
        span = at(envelope, above)
        ends = struct.pack(">Q", span["byte_start"]), struct.pack(">Q", span["byte_end"])
        recipe = b":".join([span["file_path"].encode(), *ends])
        return bool(hashlib.sha256(recipe).hexdigest()[:16] == value)
    data, result = envelope.get("data"), envelope.get("result")
    return any(
        (
            name in ("end_line", "end_col") and '"matched_text":' in written,
            # An answer about one file names it once for all matches.
            name in ("file_path", "file") and one_file(written) == value,
            # What splice says in one place, the envelope says in two.
            pointer == "/message" and envelope.get("error", {}).get("message") == value,
            pointer == "/result/file" and result["spans"][0]["file_path"] == value,
            pointer == "/result/files_modified" and len(result["files"]) == value,
            pointer.startswith(("/data/files/", "/data/symbol_counts/")) and "records" in data,
            # That there is an error says it already.
            name in ("severity", "status") and value == "error" and is_failure(written),
            # The reader can count them.
            name == "error_count" and value in how_many(written, "error"),
            name == "warning_count" and value in how_many(written, "warning"),
            # mdsel says this of a selector in `unresolved`.
            pointer.startswith("/diagnostics/") and '"unresolved":' in written,
        )
    )


def is_failure(written: str) -> bool:
    answer = json.loads(written)
    data = answer.get("data") or {}
    return bool(answer.get("error") or answer.get("errors") or data.get("error"))


def how_many(written: str, level: str) -> tuple[int, int]:
    """How many entries say that they are of a level, and how many the list of that level has."""
    listed = json.loads(written).get(f"{level}s")
    return written.count(f'"level":"{level}"'), len(listed) if isinstance(listed, list) else 0


def one_file(written: str) -> Any:
    answer = json.loads(written)
    return answer.get("file_path") if isinstance(answer, dict) and "matches" in answer else None


@pytest.mark.parametrize("path", documents())
def test_what_is_not_written_is_told(path: Any) -> None:
    text = path.read_bytes()
    try:
        normalized = llm_types.normalize(text)
    except llm_types.LlmTypesError:
        pytest.skip("of no known dialect")
    if normalized.documents > 1:
        pytest.skip("several documents")
    envelope = json.loads(normalized.text)
    for target in TARGETS:
        conversion = llm_types.convert(normalized.text, target)
        told = {loss.pointer for loss in conversion.losses if loss.kind != "exact"} - {""}
        there: Counter[str] = Counter()
        for _, value in leaves(json.loads(conversion.text)):
            there[plain(value)] += 1
            if isinstance(value, int):
                there[plain(value - 1)] += 1
        for pointer, value in leaves(envelope):
            parts = pointer.split("/")
            ways = ("/".join(parts[:length]) for length in range(2, len(parts) + 1))
            if WORDED.search(pointer) or any(way in told for way in ways):
                continue
            there[plain(value)] -= 1
            if there[plain(value)] < 0:
                # If several values are alike, any of them may be the one that is missing.
                alike = [
                    other
                    for other, another in leaves(envelope)
                    if plain(another) == plain(value)
                    and follows(envelope, other, another, conversion.text)
                ]
                assert alike, f"{target}: nothing is said of {pointer} = {value!r}"


@pytest.mark.parametrize("path", documents())
def test_a_document_that_is_not_whole_is_told(path: Any) -> None:
    text = path.read_bytes()
    try:
        home = llm_types.detect(text).dialect
        normalized = llm_types.normalize(text)
    except llm_types.LlmTypesError:
        pytest.skip("of no known dialect")
    if normalized.documents > 1 or home is None:
        pytest.skip("several documents")
    for target in TARGETS:
        if target == home:
            continue
        conversion = llm_types.convert(text, target)
        notes = " ".join(loss.note for loss in conversion.losses if loss.kind != "exact")
        checked = llm_types.validate(conversion.text, dialect=target)
        for found in checked.diagnostics:
            if found.code == "MISSING_FIELD":
                name = found.message.split("`")[1]
                assert f"`{name}`" in notes, f"{target}: {found.pointer}: {found.message}"
            elif found.code == "TYPE_MISMATCH":
                assert found.code in notes, f"{target}: {found.pointer}: {found.message}"
