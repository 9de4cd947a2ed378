"""The classes as users have them: attributes, equality, pickling, and the way back."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pathlib
import pickle
import typing
from datetime import datetime, timezone
from typing import Any

import llm_types
import pytest
from files import TESTS
from llm_types import types_generated

FOUND = json.loads((TESTS / "fixtures/magellan/1.8.0/find-cjk-struct-rich.json").read_text("utf-8"))


def test_an_answer_has_attributes_all_the_way_down() -> None:
    envelope = llm_types.normalize(json.dumps(FOUND)).typed()
    assert isinstance(envelope, llm_types.Response)
    assert isinstance(envelope.data, llm_types.FindResponse)
    match = envelope.data.matches[0]
    assert match.name == "茶碗"
    assert match.span.context is not None
    assert match.span.context.selected
    assert envelope.to_dict() == llm_types.normalize(json.dumps(FOUND)).envelope


@pytest.mark.parametrize(
    "path", sorted((TESTS / "fixtures").rglob("*.json")), ids=lambda it: it.name
)
def test_every_envelope_is_a_value(path: Any) -> None:
    if path.name.endswith(".meta.json"):
        pytest.skip("not a document")
    try:
        normalized = llm_types.normalize(path.read_bytes())
        envelope = normalized.typed()
    except llm_types.LlmTypesError:
        pytest.skip("no envelope")
    assert envelope.to_dict() == normalized.envelope
    again = type(envelope).from_dict(json.loads(json.dumps(envelope.to_dict())))
    assert again == envelope
    assert pickle.loads(pickle.dumps(envelope)) == envelope
    assert copy.deepcopy(envelope) == envelope
    assert type(envelope).__name__ in repr(envelope)


SEARCH = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'


@pytest.mark.parametrize(
    "make",
    [
        lambda: llm_types.normalize(SEARCH),
        lambda: llm_types.normalize(f"{SEARCH}\n{SEARCH}"),
        lambda: llm_types.validate(SEARCH),
        lambda: llm_types.convert(SEARCH, "unified"),
        lambda: llm_types.enrich(SEARCH),
    ],
)
def test_a_result_is_a_value_before_anybody_has_read_it(make: Any) -> None:
    read = make()
    names = [field.name for field in dataclasses.fields(read)]
    for name in names:
        getattr(read, name)
    assert make() == read
    assert read == make()
    assert repr(make()) == repr(read)
    assert pickle.loads(pickle.dumps(make())) == read
    assert copy.copy(make()) == read
    assert copy.deepcopy(make()) == read
    assert type(read).from_dict(make().to_dict()) == read
    assert dataclasses.replace(make(), extra={"mine": 1}).extra == {"mine": 1}
    with pytest.raises(AttributeError):
        _ = make().nothing
    with pytest.raises(dataclasses.FrozenInstanceError):
        make().diagnostics = ()


def test_a_repr_makes_the_value_again_and_has_nothing_that_is_left_out() -> None:
    report = llm_types.validate('{"matches": [1, 2,]}')
    shown = repr(report.diagnostics[0])
    assert eval(shown, vars(llm_types)) == report.diagnostics[0]
    assert "=None" not in shown
    assert "extra" not in shown


def test_a_repr_is_no_longer_than_a_person_reads() -> None:
    match = {"span": {"file_path": "a", "byte_start": 0, "byte_end": 1}, "matched_text": "a"}
    response = llm_types.build_response({"data": {"pattern": "a", "matches": [match] * 1000}})
    assert len(repr(response)) < 10_000
    assert "... 980 more" in repr(response)


def test_a_hash_is_the_same_for_what_is_equal_and_a_set_tells_apart() -> None:
    documents = [f'{{"a": {number}}}' for number in range(50)]
    reports = [llm_types.detect(text) for text in documents]
    assert len({hash(report) for report in reports}) == len(set(reports)) == 1
    messages = [d for n in range(9) for d in llm_types.validate(" " * n + "{").diagnostics]
    assert len(set(messages)) == len(messages) > 1


def test_changes_are_a_sequence_that_knows_its_length() -> None:
    changes = llm_types.normalize(SEARCH).changes
    assert len(changes) == 4
    assert [change.pointer for change in changes] == ["/pattern", "/matches", "/match_count", ""]
    assert changes[1].at == "/data/matches"
    assert changes[-1].to == "1.1.0"
    assert changes[:2] == (changes[0], changes[1])
    assert changes[0] in changes
    assert changes == tuple(changes)
    assert tuple(changes) == changes
    assert changes != tuple(changes)[1:]
    assert changes != list(changes)
    assert pickle.loads(pickle.dumps(changes)) == changes
    assert repr(changes) == repr(tuple(changes))
    assert changes + changes == (*changes, *changes)


def test_a_member_that_another_thread_has_made_is_taken() -> None:
    result: Any = llm_types.normalize(json.dumps(FOUND))

    class Taken(dict[str, Any]):
        """What is asked for here has been made, and taken out, just before."""

        def get(self, name: str, default: Any = None) -> Any:
            object.__setattr__(result, name, self.pop(name)())
            return super().get(name, default)

    object.__setattr__(result, "_later", Taken(result._later))
    assert result.changes == llm_types.normalize(json.dumps(FOUND)).changes
    assert result.envelope == json.loads(result.text)


def test_envelopes_are_those_of_all_documents() -> None:
    one, two = llm_types.normalize(SEARCH), llm_types.normalize(f"{SEARCH}\n{SEARCH}\n")
    assert one.envelopes is None
    assert two.envelopes == (one.envelope, one.envelope)
    assert two.envelope == one.envelope


def test_what_is_not_known_or_not_right_stays_as_it_is() -> None:
    head = {"schema_version": "1.1.0", "execution_id": "x"}
    for data in ({"weather": "fine"}, {"matches": 7}, {"pattern": "x", "matches": [{}]}, [1]):
        response = llm_types.Response.from_dict({**head, "data": data, "mine": 1})
        assert response.data == data
        assert response.extra == {"mine": 1}
        assert response.to_dict() == {**head, "data": data, "mine": 1}


def test_a_result_is_told_by_its_type() -> None:
    result = types_generated.OperationResult.from_dict(
        {
            "schema_version": "2.1.0",
            "execution_id": "x",
            "operation_type": "edit",
            "status": "ok",
            "message": "",
            "result": {
                "type": "edit",
                "total_byte_shift": -1,
                "applied_count": 1,
                "skipped_count": 0,
                "error_count": 0,
                "edits": [{"status": "applied", "byte_offset": 3}],
            },
        }
    )
    assert isinstance(result.result, types_generated.EditsResult)
    assert result.result.type == "edit"
    assert result.result.edits[0].byte_offset == 3
    assert result.result == types_generated.EditsResult.from_dict(result.result.to_dict())
    assert result.result != types_generated.EditResult(status="applied")


def test_a_builder_takes_instances_and_the_clock_of_the_host() -> None:
    span = llm_types.RichSpan(file_path="a.py", byte_start=4, byte_end=8)
    found = llm_types.TextMatch(match_id="", span=span, matched_text="TODO")
    response = llm_types.build_response(
        {"tool": "t", "data": llm_types.SearchResponse(pattern="TODO", matches=[found])},
        sources={"a.py": "é1\nTODO"},
        now=datetime(2026, 1, 22, 10, tzinfo=timezone.utc),
        random=b"\xff" * 16,
    )
    assert response.timestamp == "2026-01-22T10:00:00.000Z"
    assert response.execution_id == "ffffffff-ffff-4fff-bfff-ffffffffffff"
    assert response.data.count == 1
    assert response.data.matches[0].span.start_line == 2
    before = datetime.now(timezone.utc)
    first, second = (llm_types.build_response({"data": {}}) for _ in range(2))
    assert first.execution_id != second.execution_id
    assert first.timestamp is not None
    made = datetime.fromisoformat(first.timestamp.replace("Z", "+00:00"))
    assert abs((made - before).total_seconds()) < 60


@pytest.mark.parametrize(
    ("draft", "options", "code"),
    [
        ({}, {}, "INVALID_ENVELOPE"),
        ({"data": object()}, {}, "WRONG_TYPE"),
        ({"data": {}}, {"now": datetime(2026, 1, 1)}, "WRONG_TYPE"),
        ({"data": {}}, {"random": b"1"}, "WRONG_TYPE"),
        ({"data": {}}, {"random": "sixteen letters!"}, "WRONG_TYPE"),
    ],
)
def test_a_builder_refuses_what_is_no_draft(draft: Any, options: Any, code: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.build_response(draft, **options)
    assert refusal.value.code == code


@pytest.mark.parametrize("draft", [math.nan, object(), 7, "{}", (0, 1)])
def test_of_a_draft_as_a_whole_there_is_no_place(draft: Any) -> None:
    for build in (llm_types.build_response, llm_types.build_operation_result):
        with pytest.raises(llm_types.LlmTypesError, match="a draft: an object") as refusal:
            build(draft)
        assert refusal.value.code == "WRONG_TYPE"
        assert refusal.value.pointer is None


@pytest.mark.parametrize(
    "given",
    [
        llm_types.Position(1, 2),
        llm_types.ByteRange(1, 2),
        llm_types.SpanKey("a", 1, 2),
        llm_types.CarriedRange(1, 2, changed=True),
        llm_types.PositionRange(llm_types.Position(0, 1), llm_types.Position(2, 3)),
    ],
)
def test_a_small_answer_in_a_draft_keeps_its_names(given: Any) -> None:
    class Held:
        def to_dict(self) -> dict[str, Any]:
            return {"in": [given]}

    data = {"one": given, "list": [1, (given,)], "held": Held(), "tuple": (1, 2)}
    names = given.to_dict()
    expected = {"one": names, "list": [1, [names]], "held": {"in": [names]}, "tuple": [1, 2]}
    assert llm_types.build_response({"data": data}).data == expected
    # The same inside of what was built before, and of what was read.
    built = {"schema_version": "1.1.0", "execution_id": "r", "data": {"one": given}}
    for response in (llm_types.Response(**built), llm_types.Response.from_dict(built)):
        assert response.to_dict()["data"] == {"one": names}
        assert llm_types.build_response(response).data == {"one": names}


@pytest.mark.parametrize("given", ["sixteen letters!", b"1", bytes(17)])
def test_what_is_no_random_bytes_is_named(given: Any) -> None:
    for call in (
        lambda: llm_types.execution_id(given),
        lambda: llm_types.build_response({"data": {}}, random=given),
        lambda: llm_types.build_operation_result({"operation_type": "own"}, random=given),
    ):
        with pytest.raises(llm_types.LlmTypesError, match="bytes as `random`, found") as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"


def test_every_small_answer_is_written_by_its_names() -> None:
    written = [
        llm_types.LineIndex("a\nb").position(2, "utf-8"),
        llm_types.ByteRange(1, 2),
        llm_types.PositionRange(llm_types.Position(0, 1), llm_types.Position(2, 3)),
        llm_types.SpanKey("a.rs", 0, 1),
        llm_types.locate('{"a":1}', "/a"),
        llm_types.read_lines("oops\n")[0],
        llm_types.explain("UNKNOWN_CODE"),
        llm_types.classify_checksum("12"),
        llm_types.match_paths(["a.rs"], ["a.rs"])[0],
        llm_types.text_profile("a\rb"),
    ]
    read = [json.loads(json.dumps(it.to_dict())) for it in written]
    assert read[:4] == [
        {"line": 1, "column": 0},
        {"start": 1, "end": 2},
        {"start": {"line": 0, "column": 1}, "end": {"line": 2, "column": 3}},
        {"path": "a.rs", "start": 0, "end": 1},
    ]
    assert read[4]["pointer"] == "/a"
    assert (read[5]["line"], read[5]["error"]["byte_start"]) == (1, 0)
    assert read[6]["code"] == "UNKNOWN_CODE"
    assert read[7:9] == [
        {"algorithm": "unknown", "digits": 2},
        {"kind": "found", "paths": ["a.rs"]},
    ]
    assert read[9]["ambiguous_eol"]["offset"] == 1


def test_no_answer_is_without_a_way_into_json() -> None:
    answers = [
        it
        for name, it in vars(llm_types).items()
        if name in llm_types.__all__
        and isinstance(it, type)
        and (dataclasses.is_dataclass(it) or issubclass(it, tuple))
    ]
    kept = {"ReadOptions", "EditedText", "PlannedEdits"}
    without = {it.__name__ for it in answers if not hasattr(it, "to_dict")}
    assert without <= kept
    back = {it.__name__ for it in answers if not hasattr(it, "from_dict")}
    assert back <= kept


def test_a_line_and_many_positions_are_read_again() -> None:
    for line in llm_types.read_lines('{"a": 1}\noops\n'):
        assert llm_types.JsonLine.from_dict(json.loads(json.dumps(line.to_dict()))) == line
    positions = llm_types.LineIndex("a\nb").positions([0, 2], "utf-8")
    again = llm_types.Positions.from_dict(json.loads(json.dumps(positions.to_dict())))
    assert again == positions
    assert [it.typecode for it in again] == ["Q", "Q"]
    line = {"line": 1, "byte_start": 0, "byte_end": 1, "error": {"code": "X", "message": 7}}
    for cls, data, pointer in (
        (llm_types.JsonLine, line, "/error/message"),
        (llm_types.JsonLine, {**line, "error": {"code": "X"}}, "/error"),
        (llm_types.Positions, {"lines": [0, -1], "columns": []}, "/lines/1"),
        (llm_types.Positions, {"lines": [], "columns": "7"}, "/columns"),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            cls.from_dict(data)
        assert (refusal.value.code, refusal.value.pointer) == ("WRONG_TYPE", pointer)


def test_every_answer_can_be_a_key() -> None:
    # What a mapping holds does not count, as two that are equal may have their keys in any order.
    for make in (
        lambda: llm_types.text_profile("a\rb"),
        lambda: llm_types.normalize(SEARCH),
        lambda: llm_types.normalize(SEARCH).typed(),
        lambda: llm_types.FilesResponse.from_dict({"files": ["a"], "symbol_counts": {"a": 1}}),
        lambda: llm_types.read_lines("oops")[0],
    ):
        assert {make(): 1}[make()] == 1


def test_a_span_is_replaced_as_other_dataclasses_are() -> None:
    span = llm_types.Span("a.rs", (0, 2), llm_types.LineIndex("ab"))
    other = dataclasses.replace(span, file_path="b.rs", span_id=None)
    assert other.to_dict() == {
        "file_path": "b.rs",
        "byte_start": 0,
        "byte_end": 2,
        "start_line": 1,
        "start_col": 0,
        "end_line": 1,
        "end_col": 2,
    }
    assert dataclasses.replace(span) == span
    # What `copy.replace` of newer versions of Python calls.
    assert span.__replace__(file_path="b.rs", span_id=None) == other
    # Nothing is computed: an id that is not replaced is that of the place before.
    stale = dataclasses.replace(span, byte_start=1, start_col=1)
    assert stale.span_id == span.span_id
    for changes, code in (
        ({"byte_start": 3}, "REVERSED"),
        ({"start_line": None}, "PARTIAL_COORDINATES"),
        ({"start_line": 0}, "LINE_ZERO"),
        ({"file_path": 7}, "WRONG_TYPE"),
        ({"byte_end": -1}, "NEGATIVE_OFFSET"),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            dataclasses.replace(span, **changes)
        assert refusal.value.code == code
    for wrong in ({"line": 1}, {"path": "a"}):
        with pytest.raises(TypeError):
            dataclasses.replace(span, **wrong)


def test_a_source_has_the_path_of_a_file() -> None:
    document = json.dumps(
        {
            "schema_version": "1.1.0",
            "execution_id": "r1",
            "data": {"x": [{"file_path": "src/a.rs", "byte_start": 0, "byte_end": 1}]},
        }
    )
    path = pathlib.PurePosixPath("src/a.rs")
    for sources in ({path: "ab"}, {pathlib.PureWindowsPath("src/a.rs"): b"ab"}):
        spans = llm_types.referenced_spans(document, sources=sources)
        assert [it.source for it in spans] == [str(next(iter(sources)))]
    edits = {"edits": [{"byte_start": 0, "byte_end": 0, "new_text": "x"}], "file_path": "src/a.rs"}
    stated = {path: llm_types.checksum("ab")}
    planned = llm_types.plan_edits({path: "ab"}, edits, expected_checksums=stated)
    assert planned.plan.files[0].file_path == "src/a.rs"
    assert planned.texts == ("xab",)
    carried = llm_types.carry_spans(document, {path: (planned.maps[0], "xab")})
    assert carried.envelope["data"]["x"][0]["byte_start"] == 1


def test_words_that_can_be_no_others_are_of_one_type() -> None:
    def hint(cls: type, name: str) -> Any:
        return typing.get_type_hints(cls)[name]

    assert hint(llm_types.EditOutcome, "format") == llm_types.EditFormat
    assert hint(llm_types.EditPlan, "format") == llm_types.EditFormat
    assert hint(llm_types.DocumentFix, "applicability") == llm_types.Applicability
    states = typing.Literal["new", "unchanged", "moved", "absent"]
    assert hint(llm_types.FindingPair, "state") == states
    assert hint(llm_types.SchemaInfo, "kind") == typing.Literal["envelope", "report", "dialect"]


def test_a_page_is_what_a_response_prints_of_it() -> None:
    page = llm_types.pagination(2340, 4).to_dict()
    words = page.pop("word_start"), page.pop("word_end")
    info = llm_types.PaginationInfo.from_dict(page)
    assert (info.current_page, info.total_pages, info.extra, words) == (4, 5, {}, (2000, 2340))


def test_a_refusal_is_written_with_its_place() -> None:
    with pytest.raises(llm_types.LlmTypesError) as caught:
        llm_types.canonicalize('{"a":1,"a":2}')
    written = json.loads(json.dumps(caught.value.to_dict()))
    assert (written["code"], written["pointer"], written["byte_start"]) == (
        "DUPLICATE_KEY",
        "/a",
        7,
    )
    assert written["message"]
    assert written["help"]
    assert "index" not in written
