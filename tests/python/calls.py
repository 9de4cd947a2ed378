"""From a vector's ``call`` and ``input`` to the public API of the package, and back."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

import llm_types
from llm_types import LineIndex, LlmTypesError

Input = dict[str, Any]
Answer = dict[str, Any]

SPECIAL: dict[str, object] = {
    "nan": math.nan,
    "infinity": math.inf,
    "-infinity": -math.inf,
    "-0": -0.0,
    "1.0": 1.0,
    "1e300": 10**300,
    "undefined": None,
}


class UnsayableError(Exception):
    """The input cannot be passed to this host."""


def value(given: Any) -> Any:
    """The value that a notation stands for; anything else stands for itself."""
    if not isinstance(given, dict) or len(given) != 1:
        return given
    [(notation, of)] = given.items()
    if notation == "bytes":
        return bytes.fromhex(of)
    if notation == "utf16":
        pairs = b"".join(unit.to_bytes(2, "little") for unit in of)
        return pairs.decode("utf-16-le", "surrogatepass")
    if notation == "repeat":
        parts = of if isinstance(of[0], list) else [of]
        return "".join(part * times for part, times in parts)
    if notation == "counting":
        return bytes(i % 251 for i in range(of))
    return SPECIAL[of] if notation == "special" else given


def _index(it: Input) -> LineIndex:
    return LineIndex(value(it["text"]), **it.get("options", {}))


def _position(it: Input) -> tuple[Any, Any]:
    return value(it["line"]), value(it["column"])


def _places(it: Input) -> list[tuple[Any, Any]]:
    return [(value(line), value(column)) for line, column in it["positions"]]


def _numbers(it: Input) -> list[Any]:
    return [value(offset) for offset in it["offsets"]]


def _key(it: Input) -> tuple[Any, Any, Any]:
    return value(it["path"]), value(it["start"]), value(it["end"])


def _keys(it: Input) -> list[tuple[Any, Any, Any]]:
    return [_key(key) for key in it["keys"]]


def _sources(it: Input) -> dict[str, Any]:
    return {path: value(text) for path, text in it.get("sources", {}).items()}


def _codes_at(diagnostics: Iterable[llm_types.Diagnostic]) -> list[str]:
    return [f"{one.code} {'-' if one.pointer is None else one.pointer}" for one in diagnostics]


def _normalize(it: Input) -> Answer:
    found = llm_types.normalize(value(it["text"]), dialect=it.get("dialect"), sources=_sources(it))
    if "found" in it:
        return {"dialect": found.dialect, "found": _codes_at(found.diagnostics)}
    if "changes" not in it:
        return {"dialect": found.dialect, "text": found.text}

    def written(value: object) -> str:
        return "-" if value is None else json.dumps(value, ensure_ascii=False)

    changes = [
        f"{it.what} {it.pointer or '-'} {it.at or '-'} {written(it.from_)} {written(it.to)}"
        for it in found.changes
    ]
    return {"dialect": found.dialect, "changes": changes}


def _referenced_spans(it: Input) -> Answer:
    found = llm_types.referenced_spans(
        value(it["text"]), dialect=it.get("dialect"), sources=_sources(it), root=it.get("root")
    )

    def told(member: object) -> object:
        return "-" if member is None else member

    def lines(span: llm_types.ReferencedSpan) -> str:
        if span.start_line is None:
            return "-"
        return f"{span.start_line}:{span.start_col}-{span.end_line}:{span.end_col}"

    return [
        f"{told(it.document)} {it.pointer} {it.at} {it.file_path} {it.byte_start}-{it.byte_end} "
        f"{lines(it)} {told(it.source)} {told(it.proved_by)}"
        for it in found
    ]


def _read(it: Input) -> llm_types.ReadOptions | None:
    """Limits and leniences of reading, if any are given."""
    if "read" not in it:
        return None
    return llm_types.ReadOptions(**{name: value(limit) for name, limit in it["read"].items()})


def _validate(it: Input) -> Answer:
    found = llm_types.validate(
        value(it["text"]),
        dialect=it.get("dialect"),
        sources=_sources(it),
        strict=it.get("strict", False),
        read=_read(it),
    )
    places = _codes_at(found.diagnostics)
    answer = {"ok": found.ok, "found": places, "spans_proved": found.checked.source.spans_proved}
    if "not_checked" in it:
        left = found.checked.not_checked
        answer["not_checked"] = [f"{one.what}: {one.why}" for one in left]
    return answer


ADDED = (
    "checksums",
    "context",
    "end_col_utf16",
    "fingerprints",
    "semantics",
    "start_col_utf16",
    "tool_hints",
)


def _texts(it: Input, name: str) -> dict[str, Any] | None:
    if name not in it:
        return None
    return {path: value(text) for path, text in it[name].items()}


def _segment(*, ranges: Sequence[Input] = (), **rest: Any) -> llm_types.SelectorSegment:
    return llm_types.SelectorSegment(
        **rest, ranges=[llm_types.SelectorRange(**one) for one in ranges]
    )


def _selector(it: Input) -> llm_types.Selector:
    # A segment of another word is what the writer refuses: none could be read into its class.
    segments = [_segment(**one) for one in it["segments"]]
    rest = llm_types.Selector.from_dict({**it, "segments": []})
    return dataclasses.replace(rest, segments=segments)


def _enrich(it: Input) -> Answer:
    adds = dict.fromkeys(it.get("add", []), True)
    found = llm_types.enrich(
        value(it["text"]),
        sources=_texts(it, "sources"),
        context_lines=it.get("context_lines"),
        **adds,
    )
    span: Any = found.envelope
    for key in it.get("span", "/data/matches/0/span").split("/")[1:]:
        span = span[int(key)] if isinstance(span, list) else span[key]
    added = {name: span[name] for name in it.get("show", ADDED) if name in span}
    return {"span": added, "left": [left.pointer for left in found.not_enriched]}


def _convert(it: Input) -> Answer:
    done = llm_types.convert(value(it["text"]), it["to"], sources=_sources(it))
    lost = [f"{it.kind} {it.pointer}" for it in done.losses if it.kind in ("dropped", "defaulted")]
    return {"text": done.text, "lost": lost} if "losses" in it else {"text": done.text}


def _match_findings(it: Input) -> list[str]:
    found = llm_types.match_findings(
        value(it["old"]),
        value(it["new"]),
        old_sources=_texts(it, "old_sources"),
        new_sources=_texts(it, "new_sources"),
    )

    def at(place: llm_types.FindingAt | None) -> str:
        if place is None:
            return "-"
        return place.pointer if place.document is None else f"{place.document}:{place.pointer}"

    pairs = [f"{it.state} {at(it.old)} {at(it.new)} {it.by or '-'}" for it in found.pairs]
    runs = [
        ("old", found.old_refused, found.old_diagnostics),
        ("new", found.new_refused, found.new_diagnostics),
    ]
    refused = [
        f"{run} refused {count}: {', '.join(_told(said))}" for run, count, said in runs if count
    ]
    return [*pairs, *refused]


def _told(diagnostics: Sequence[llm_types.Diagnostic]) -> list[str]:
    """Codes, and the numbers of the documents in which they were found."""
    return [f"{it.code} {'-' if it.document is None else it.document}" for it in diagnostics]


def _detective(it: Input) -> Answer:
    found = llm_types.detective(
        value(it["text"]), _sources(it), dialect=it.get("dialect")
    ).to_dict()
    hypotheses = found["hypotheses"]
    best = hypotheses[0] if hypotheses else {}
    declared = next((one for one in hypotheses if one["declared"]), {})
    differs: Answer = {}
    for axis in best.get("differs", []):
        own = declared.get("convention", {}).get(axis)
        start, end = best["convention"].get(axis), best.get("end_convention", {}).get(axis)
        if start != own:
            differs[axis] = start
        if end is not None and end != own:
            differs[f"end_{axis}"] = end
    answer = {
        "verdict": found["verdict"],
        "fits": best.get("fits"),
        "of": best.get("of"),
        "declared_fits": declared.get("fits"),
        "differs": differs,
        "text": found.get("text"),
    }
    if "notes" in it:
        answer["notes"] = found.get("notes", [])
    return answer


def _apply_fixes(it: Input) -> Answer:
    fixed = llm_types.apply_fixes(
        value(it["text"]),
        applicability=it.get("applicability", "safe"),
        codes=it.get("codes", ()),
        sources=_sources(it),
    )

    def name(report: llm_types.FixReport) -> str:
        return report.code if report.why is None else f"{report.code} {report.why}"

    return {
        "text": fixed.text,
        "applied": [name(report) for report in fixed.applied],
        "skipped": [name(report) for report in fixed.skipped],
        "ok": fixed.validation.ok,
    }


def _span(given: Any) -> llm_types.Span:
    return llm_types.Span.from_members({name: value(it) for name, it in given.items()})


def _members(span: llm_types.Span | None) -> Answer | None:
    return None if span is None else span.to_dict()


def _found(findings: list[llm_types.SpanFinding]) -> list[Answer]:
    silent = {"level", "message", "help"}
    return [{n: m for n, m in plain(it).items() if n not in silent} for it in findings]


def _lines(it: Input) -> list[Answer]:
    return [
        {
            "line": line.line,
            "byte_start": line.byte_start,
            "byte_end": line.byte_end,
            "code": None if line.error is None else line.error.code,
        }
        for line in llm_types.read_lines(it["text"])
    ]


def _moment(millis: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=millis)


def _map(it: Input) -> llm_types.PositionMap:
    return llm_types.PositionMap(it["map"])


def _bias(it: Input) -> list[Any]:
    return [it["bias"]] if "bias" in it else []


def _text_as(text: str | bytes) -> Any:
    """A text as the vector gave it: bytes if it gave bytes."""
    return text if isinstance(text, str) else {"bytes": text.hex()}


def _found_in(diagnostics: Any) -> list[str]:
    return [
        f"{found.code} {'-' if found.pointer is None else found.pointer}" for found in diagnostics
    ]


def _applied(it: Input) -> Answer:
    text = value(it["text"])
    base = {"base": value(it["base"])} if "base" in it else {}
    options = {**it.get("options", {}), **base, "read": _read(it)}
    edited = llm_types.apply_edits(text, it["request"], **options)
    outcome = edited.outcome
    reduced: Answer = {
        "text": _text_as(edited.text),
        "status": outcome.status,
        "edits": [edit.status for edit in outcome.edits],
        "found": _found_in(outcome.diagnostics),
        "stretches": list(outcome.map.stretches),
    }
    context = [
        [place.byte_start, place.context_lines]
        for edit in outcome.edits
        for place in (edit.conflict.candidates if edit.conflict is not None else [])
        if place.context_lines is not None
    ]
    if context:
        reduced["context"] = context
    if outcome.inverse is not None:
        undone = llm_types.apply_edits(edited.text, outcome.inverse)
        reduced["undone"] = undone.outcome.ok and undone.text == text
    if outcome.response is not None:
        reduced["response"] = outcome.response
    return reduced


def _planned(it: Input) -> Answer:
    sources = {path: value(text) for path, text in it["sources"].items()}
    options = {**it.get("options", {}), "read": _read(it)}
    planned = llm_types.plan_edits(sources, it["request"], **options)
    plan = planned.plan
    found = [said for file in plan.files for said in _found_in(file.diagnostics)]
    files: list[Answer] = [
        {
            "path": file.file_path,
            "status": file.status,
            "text": None if text is None else _text_as(text),
        }
        for file, text in zip(plan.files, planned.texts, strict=True)
    ]
    if "responses" in it:
        for reduced, file in zip(files, plan.files, strict=True):
            reduced["response"] = file.response
    return {
        "ok": plan.ok,
        "status": plan.status,
        "files": files,
        "found": [*found, *_found_in(plan.diagnostics)],
    }


def _spans(it: Input) -> Answer:
    sources = {path: value(text) for path, text in it["sources"].items()}
    planned = llm_types.plan_edits(sources, it["request"], **it.get("options", {}))
    edited = {
        str(file.file_path): (where, text, file)
        for file, where, text in zip(planned.plan.files, planned.maps, planned.texts, strict=True)
        if text is not None
    }
    document = value(it["text"]) if "text" in it else json.dumps(it["document"])
    carried = llm_types.carry_spans(
        document, edited, dialect=it.get("dialect"), root=it.get("root"), read=_read(it)
    )
    answer: Answer = {
        "text": carried.text,
        "carried_count": carried.carried_count,
        "changed": list(carried.changed),
        "gone": list(carried.gone),
        "dropped": list(carried.dropped),
    }
    if "text" in it:
        answer["documents"] = carried.documents
        answer["envelopes"] = len(carried.envelopes or ())
        answer["told"] = _told(carried.diagnostics)
    return answer


def _built(
    build: Callable[..., llm_types.Response | llm_types.OperationResult], it: Input
) -> Answer:
    """What was built, as the guides say that it is written, of the dictionary that the vector
    has, or of what Python's parser makes of a text.
    """
    envelope = build(
        it["draft"] if "draft" in it else json.loads(value(it["draft_text"])),
        sources={path: value(text) for path, text in it.get("sources", {}).items()},
        now=_moment(it["now"]),
        random=value(it["random"]),
    )
    return {"text": llm_types.write_canonical(envelope)}


CALLS: dict[str, Callable[[Input], Any]] = {
    "span": lambda it: _members(llm_types.Span(it["path"], (it["start"], it["end"]), _index(it))),
    "span_without_text": lambda it: _members(
        llm_types.Span.without_text(it["path"], (it["start"], it["end"]))
    ),
    "span_from_members": lambda it: _members(_span(it["span"])),
    "span_check": lambda it: _found(_span(it["span"]).check(_index(it))),
    "span_check_id": lambda it: _found(_span(it["span"]).check_id()),
    "span_same_place": lambda it: _span(it["span"]).same_place(_span(it["other"])),
    "span_contains": lambda it: _span(it["span"]).contains(_span(it["other"])),
    "span_compare": lambda it: _span(it["span"]).compare(_span(it["other"])),
    "span_intersect": lambda it: _members(_span(it["span"]).intersect(_span(it["other"]))),
    "span_shift": lambda it: _members(_span(it["span"]).shift(it["bytes"])),
    "canonical_path": lambda it: llm_types.canonical_path(it["path"]),
    "path_findings": lambda it: llm_types.path_findings(it["path"]),
    "candidate_paths": lambda it: llm_types.candidate_paths(it["path"], root=it.get("root")),
    "match_paths": lambda it: [
        {"kind": found.kind, "paths": list(found.paths)}
        for found in llm_types.match_paths(it["paths"], it["loaded"])
    ],
    "read_lines": _lines,
    "timestamp": lambda it: llm_types.timestamp(_moment(it["moment"])),
    "write_compact": lambda it: llm_types.write_compact(it["text"]),
    "position": lambda it: _index(it).position(value(it["offset"]), it["encoding"]),
    "position_clamped": lambda it: _index(it).position_clamped(value(it["offset"]), it["encoding"]),
    "position_rounded": lambda it: _index(it).position_rounded(
        it["offset"], it["encoding"], it["rounding"]
    ),
    "offset": lambda it: _index(it).offset(_position(it), it["encoding"]),
    "offset_clamped": lambda it: _index(it).offset_clamped(_position(it), it["encoding"]),
    "offset_rounded": lambda it: _index(it).offset_rounded(
        _position(it), it["encoding"], it["rounding"]
    ),
    "positions": lambda it: pairs(_index(it).positions(_numbers(it), it["encoding"])),
    "positions_clamped": lambda it: pairs(
        _index(it).positions_clamped(_numbers(it), it["encoding"])
    ),
    "offsets": lambda it: list(_index(it).offsets(_places(it), it["encoding"])),
    "offsets_clamped": lambda it: list(_index(it).offsets_clamped(_places(it), it["encoding"])),
    "convert_offset": lambda it: _index(it).convert_offset(
        value(it["offset"]), it["from"], it["to"]
    ),
    "convert_offsets": lambda it: list(
        _index(it).convert_offsets(it["offsets"], it["from"], it["to"])
    ),
    "line_count": lambda it: _index(it).line_count,
    "line_range": lambda it: _index(it).line_range(value(it["line"])),
    "line_content_range": lambda it: _index(it).line_content_range(value(it["line"])),
    "lines_range": lambda it: _index(it).lines_range(it["first"], it["last"], it["whole"]),
    "range_positions": lambda it: _index(it).range_positions(
        (it["start"], it["end"]), it["encoding"], it["end_rule"]
    ),
    "positions_range": lambda it: _index(it).positions_range(
        tuple(_places(it)), it["encoding"], it["end_rule"]
    ),
    "expand_range": lambda it: _index(it).expand_range((it["start"], it["end"])),
    "span_id": lambda it: llm_types.span_id(*_key(it)),
    "span_id_in": lambda it: llm_types.span_id_in(it["scheme"], *_key(it)),
    "span_ids": lambda it: llm_types.span_ids(_keys(it)),
    "span_ids_in": lambda it: llm_types.span_ids_in(it["scheme"], _keys(it)),
    "classify_span_id": lambda it: llm_types.classify_span_id(it["id"], *_key(it)),
    "match_id": lambda it: llm_types.match_id(it["name"], *_key(it)),
    "match_id_in": lambda it: llm_types.match_id_in(it["scheme"], it["name"], *_key(it)),
    "classify_match_id": lambda it: llm_types.classify_match_id(it["id"], it["name"], *_key(it)),
    "execution_id": lambda it: llm_types.execution_id(value(it["random"])),
    "classify_execution_id": lambda it: llm_types.classify_execution_id(value(it["id"])),
    "checksum": lambda it: llm_types.checksum(value(it["data"])),
    "checksum_in": lambda it: llm_types.checksum(value(it["data"]), algorithm=it["algorithm"]),
    "checksum_range": lambda it: llm_types.checksum_range(
        value(it["data"]), it["start"], it["end"]
    ),
    "classify_checksum": lambda it: llm_types.classify_checksum(it["checksum"]).algorithm,
    "canonicalize": lambda it: llm_types.canonicalize(value(it["text"])),
    "write_canonical": lambda it: llm_types.write_canonical(it["value"]),
    "locate": lambda it: llm_types.locate(value(it["text"]), value(it["pointer"])),
    "detect": lambda it: {"dialect": llm_types.detect(value(it["text"])).dialect},
    "normalize": _normalize,
    "referenced_spans": _referenced_spans,
    "detective": _detective,
    "validate": _validate,
    "apply_fixes": _apply_fixes,
    "convert": _convert,
    "enrich": _enrich,
    "match_findings": _match_findings,
    "fingerprints": lambda it: llm_types.fingerprints(value(it["text"]), it["places"]),
    "line_hashes": lambda it: llm_types.line_hashes(value(it["text"])),
    "parse_selector": lambda it: llm_types.parse_selector(value(it["text"])).to_dict(),
    "write_selector": lambda it: llm_types.write_selector(_selector(it["selector"])),
    "count_words": lambda it: llm_types.count_words(value(it["text"])),
    "truncate_words": lambda it: llm_types.truncate_words(
        value(it["text"]), value(it.get("max_words"))
    ).to_dict(),
    "strip_truncation_marker": lambda it: llm_types.strip_truncation_marker(it["content"]),
    "preview": lambda it: llm_types.preview(value(it["text"]), value(it.get("max_length"))),
    "pagination": lambda it: llm_types.pagination(
        value(it["word_count"]), value(it["page"]), value(it.get("page_words"))
    ).to_dict(),
    "text_page": lambda it: llm_types.text_page(
        value(it["text"]), value(it["page"]), value(it.get("page_words"))
    ).to_dict(),
    "exit_code": lambda it: llm_types.exit_code(value(it["text"])),
    "build_response": lambda it: _built(llm_types.build_response, it),
    "build_operation_result": lambda it: _built(llm_types.build_operation_result, it),
    "explain": lambda it: llm_types.explain(it["code"]).code,
    "apply_edits": _applied,
    "plan_edits": _planned,
    "edited_paths": lambda it: llm_types.edited_paths(
        it["request"], **it.get("options", {}), read=_read(it)
    ),
    "carry_spans": _spans,
    "carry": lambda it: _map(it).carry(value(it["offset"]), *_bias(it)),
    "carry_many": lambda it: _map(it).carry_many(
        [value(offset) for offset in it["offsets"]], *_bias(it)
    ),
    "carry_range": lambda it: _map(it).carry_range(value(it["start"]), value(it["end"])),
    "carry_ranges": lambda it: _map(it).carry_ranges(
        [(value(start), value(end)) for start, end in it["ranges"]]
    ),
    "verify_checksum": lambda it: llm_types.verify_checksum(it["checksum"], value(it["data"])),
}


MEMBERS = (
    "code",
    "message",
    "help",
    "pointer",
    "byte_start",
    "byte_end",
    "line",
    "column",
    "column_utf16",
    "column_utf32",
    "index",
)


def pairs(positions: llm_types.Positions) -> list[list[int]]:
    """Columns of numbers as pairs."""
    return [list(pair) for pair in zip(positions.lines, positions.columns, strict=True)]


def report(error: LlmTypesError) -> Answer:
    """A refusal as every host writes it."""
    members = {name: getattr(error, name) for name in MEMBERS}
    told = {name: member for name, member in members.items() if member is not None}
    # What is logged is what is read.
    assert json.loads(json.dumps(error.to_dict())) == told
    return told


def call(name: str, given: Input) -> Answer:
    """``{"ok": …}`` or ``{"error": …}``; anything else that is raised is raised on."""
    verb = CALLS.get(name)
    if verb is None:
        raise UnsayableError(f"there is no `{name}` yet")
    try:
        return {"ok": plain(verb(given))}
    except LlmTypesError as error:
        return {"error": report(error)}


def plain(result: Any) -> Any:
    """A result as JSON: nothing but plain types, named tuples and data classes is let through.

    A member of a data class that is None does not apply; in JSON it is absent.
    """
    if dataclasses.is_dataclass(result):
        members = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
        return {name: plain(member) for name, member in members.items() if member is not None}
    if hasattr(result, "_asdict"):
        return {name: plain(member) for name, member in result._asdict().items()}
    if isinstance(result, list):
        return [plain(item) for item in result]
    if isinstance(result, dict):
        return {name: plain(member) for name, member in result.items()}
    if result is None or type(result) in (str, int, float, bool):
        return result
    raise TypeError(f"a result holds {type(result)}")
