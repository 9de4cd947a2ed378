"""A program of a user under ``mypy --strict``: each type is exactly the documented one.

It also runs, so that no type is promised of something that does not exist.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, Literal

import llm_types
from llm_types import (
    ByteRange,
    Diagnostic,
    Envelope,
    LineIndex,
    LlmTypesError,
    Normalized,
    OperationResult,
    Position,
    PositionRange,
    Positions,
    ReadOptions,
    Response,
    Validation,
)
from llm_types.drafts import OperationResultDraft, ResponseDraft, SearchResponseDraft
from typing_extensions import assert_type

index = LineIndex("a😀", terminators="lsp", bom="strip", ill_formed="error")
LineIndex(b"", terminators=["\r\n", "\n"])
assert_type(index.position(1, "utf-16"), Position)
assert_type(index.position(1, "utf-16").column, int)
line, column = index.position(1, "utf-32")
assert_type(line, int)
assert_type(index.offset((0, 1), "utf-16"), int)
assert_type(index.positions([0, 1], "utf-8"), Positions)
assert_type(index.positions(array("I", [0, 1]), "utf-8").lines, "array[int]")
assert_type(index.offsets([Position(0, 1)], "utf-16"), "array[int]")
assert_type(index.line_range(0), ByteRange)
assert_type(index.range_positions((0, 1), "utf-16"), PositionRange)
assert_type(index.line_count, int)
try:
    index.position(0, "utf16")  # type: ignore[arg-type]
except LlmTypesError as error:
    assert_type(error.code, str)
    assert_type(error.pointer, str | None)
    assert_type(error.byte_start, int | None)

assert_type(llm_types.span_id("a", 0, 1), str)
assert_type(llm_types.span_ids([("a", 0, 1)]), list[str])
assert_type(llm_types.classify_span_id("", "a", 0, 1), Literal["be64", "be32", "decimal"] | None)
assert_type(llm_types.checksum(b"", algorithm="blake3"), str)
assert_type(llm_types.version(), str)

TEXT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
normalized = llm_types.normalize(
    TEXT, sources={"a.rs": b"fn main() {}"}, origin=True, read=ReadOptions(max_depth=9)
)
assert_type(normalized, Normalized)
assert_type(normalized.envelope, Mapping[str, Any])
envelope = normalized.typed()
assert_type(envelope, Response | OperationResult)
same: Envelope = envelope
assert_type(same.execution_id, str)
validation = llm_types.validate(TEXT, sources={"a.rs": "x"}, strict=True)
assert_type(validation, Validation)
assert_type(validation.diagnostics, Sequence[Diagnostic])
assert_type(validation.checked.source.spans_proved, int)
assert_type(llm_types.convert(TEXT, "unified").text, str)
for hypothesis in llm_types.detective(TEXT, {}).hypotheses:
    assert_type(hypothesis.convention.line_base, int | None)
assert_type(llm_types.detect(TEXT).dialect, str | None)
assert_type(llm_types.referenced_paths(TEXT), list[str])
assert_type(llm_types.candidate_paths("/w/a.rs", root="/w"), list[str])
posix_path = PurePosixPath("c.rs")
shelf: dict[Path, str] = {Path("a.rs"): "x"}
assert_type(llm_types.referenced_spans(TEXT, sources=shelf), list[llm_types.ReferencedSpan])
# A name that is known when the program runs is one as well: what was detected, or typed.
named: llm_types.DialectName | None = llm_types.detect(TEXT).dialect
assert_type(llm_types.validate(TEXT, dialect=named or "magellan"), Validation)
mixed: dict[str | Path, bytes] = {Path("a.rs"): b"x", "b.rs": b""}
assert_type(llm_types.validate(TEXT, sources=mixed), Validation)
# A dictionary has keys of just one type: whichever kind of path it is, it is one of sources.
of_bytes: dict[str, bytes] = {"a.rs": b"x"}
pure: dict[PurePath, bytes] = {PurePath("a.rs"): b"x"}
posix: dict[PurePosixPath, str] = {PurePosixPath("a.rs"): "x"}
any_path: dict[str | Path, str | bytes] = {Path("a.rs"): b"x", "b.rs": ""}
pure_or_text: dict[str | PurePath, bytearray] = {}
of_the_system: Mapping[os.PathLike[str], memoryview] = {}
for verdict in (
    llm_types.validate(TEXT, sources=of_bytes),
    llm_types.validate(TEXT, sources=pure),
    llm_types.validate(TEXT, sources=posix),
    llm_types.validate(TEXT, sources=any_path),
    llm_types.validate(TEXT, sources=pure_or_text),
    llm_types.validate(TEXT, sources=of_the_system),
    llm_types.validate(TEXT, sources={Path("a.rs"): b"x", "b.rs": "", posix_path: "y"}),
    llm_types.Validator(sources=pure).summary(),
):
    assert_type(verdict, Validation)
checksums: dict[PurePosixPath, str] = {posix_path: llm_types.checksum("x")}
assert_type(
    llm_types.plan_edits(posix, {"edits": []}, bases=pure, expected_checksums=checksums),
    llm_types.PlannedEdits,
)
for refuse_source in (
    lambda: llm_types.validate(TEXT, sources={7: "x"}),  # type: ignore[dict-item]
    lambda: llm_types.validate(TEXT, sources={b"a.rs": "x"}),  # type: ignore[dict-item]
    lambda: llm_types.validate(TEXT, sources={"a.rs": 7}),  # type: ignore[dict-item]
    lambda: llm_types.validate(TEXT, sources=[("a.rs", "x")]),  # type: ignore[arg-type]
):
    assert callable(refuse_source)
for one in (
    llm_types.Normalizer().results(TEXT),
    llm_types.Normalizer().results(TEXT.encode()),
    llm_types.Normalizer().results([TEXT, b""]),
):
    assert_type(next(one), llm_types.NormalizedDocument)


async def _awaited(pieces: asyncio.StreamReader) -> None:
    async for one in llm_types.Validator().results(pieces):
        assert_type(one, llm_types.ValidatedDocument)


assert_type(llm_types.read_envelope(normalized.envelope), Response | OperationResult)
edited = llm_types.apply_edits("a", {"edits": []})
assert_type(edited, llm_types.EditedText[str])
assert_type(edited.map.carry(0), int | None)
assert_type(edited.map.carry_range(0, 1), llm_types.CarriedRange | None)
assert_type(llm_types.carry_spans(TEXT, {Path("a.rs"): edited}), llm_types.CarriedSpans)
span = llm_types.Span("a.rs", (0, 1), index)
assert_type(dataclasses.replace(span, file_path="b.rs"), llm_types.Span)
if isinstance(envelope, Response) and isinstance(envelope.data, llm_types.SearchResponse):
    assert_type(envelope.data.matches, Sequence[llm_types.TextMatch])
    assert_type(envelope.data.count, int | None)
built = llm_types.build_response({"data": {"pattern": "x", "matches": []}}, random=b"\0" * 16)
assert_type(built, Response)
assert_type(built.timestamp, str | None)
found: SearchResponseDraft = {
    "pattern": "x",
    "matches": [
        {"span": {"file_path": "a.rs", "byte_start": 0, "byte_end": 1}, "matched_text": "x"},
        {
            "span": llm_types.RichSpan(file_path="a.rs", byte_start=0, byte_end=1),
            "matched_text": "x",
        },
    ],
    "count": None,
}
draft: ResponseDraft = {"tool": "t", "status": "ok", "data": found}
assert_type(llm_types.build_response(draft), Response)
renamed: OperationResultDraft = {
    "message": "renamed",
    "result": {"type": "rename", "old_name": "a", "new_name": "b"},
}
assert_type(llm_types.build_operation_result(renamed), OperationResult)
for operation in (
    llm_types.build_operation_result({"message": "", "operation_type": "own"}),
    llm_types.build_operation_result({"message": "", "result": {"type": "own"}}),
    llm_types.build_operation_result(
        {"message": "", "operation_type": "own", "status": "ok", "result": {"type": "own"}}
    ),
    llm_types.build_operation_result(
        {"message": "", "operation_type": None, "result": {"type": "own"}}
    ),
    llm_types.build_operation_result(llm_types.build_operation_result(renamed)),
):
    assert_type(operation, OperationResult)
lacking: SearchResponseDraft = {"pattern": "x"}  # type: ignore[typeddict-item]
misspelt: SearchResponseDraft = {"patern": "x", "matches": []}  # type: ignore[typeddict-unknown-key, typeddict-item]
for refuse in (
    lambda: llm_types.build_response({"tool": "t"}),  # type: ignore[arg-type]
    lambda: llm_types.build_response({"data": {}, "tool": 7}),  # type: ignore[arg-type]
    lambda: llm_types.build_response({"data": {}, "status": "fine"}),  # type: ignore[arg-type]
    lambda: llm_types.build_response({"data": {}, "time": ""}),  # type: ignore[arg-type]
    lambda: llm_types.build_operation_result({}),  # type: ignore[arg-type]
    # Nothing says what kind of operation it is.
    lambda: llm_types.build_operation_result({"message": "m"}),  # type: ignore[arg-type]
    lambda: llm_types.build_operation_result({"message": "m", "error": {}}),  # type: ignore[arg-type]
    lambda: llm_types.build_operation_result({"result": {}}),  # type: ignore[arg-type]
):
    assert callable(refuse)
assert_type(llm_types.schema("response"), dict[str, Any])
assert_type(llm_types.schemas()[0].version, str)
assert_type(llm_types.explain("INTERNAL").level, Literal["error", "warning", "note", "help"])
