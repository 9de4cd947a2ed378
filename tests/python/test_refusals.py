"""What a caller can pass by mistake: each is refused by our own error, with type and place."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import math
from array import array
from datetime import datetime, tzinfo
from pathlib import PurePosixPath
from typing import Any, is_typeddict

import llm_types
import pytest
from test_given import Lacks

DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
EDITS = {"unchecked": True, "edits": [{"byte_start": 0, "byte_end": 1, "new_text": "x"}]}


@pytest.mark.parametrize("flag", [1, 0, "yes", "False", None, [], math.nan])
def test_a_flag_is_true_or_false(flag: Any) -> None:
    for call in (
        lambda: llm_types.validate(DOCUMENT, strict=flag),
        lambda: llm_types.normalize(DOCUMENT, origin=flag),
        lambda: llm_types.convert(DOCUMENT, "unified", strict=flag),
        lambda: llm_types.convert(DOCUMENT, "unified", origin=flag),
        lambda: llm_types.apply_fixes(DOCUMENT, strict=flag),
        lambda: llm_types.enrich(DOCUMENT, overwrite=flag),
        lambda: llm_types.enrich(DOCUMENT, origin=flag),
        lambda: llm_types.enrich(DOCUMENT, checksums=flag),
        lambda: llm_types.Normalizer(origin=flag),
        lambda: llm_types.Validator(strict=flag),
        lambda: llm_types.Converter("unified", strict=flag),
        lambda: llm_types.Converter("unified", origin=flag),
        lambda: llm_types.Enricher(checksums=flag),
        lambda: llm_types.Enricher(overwrite=flag),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert "a bool" in refusal.value.message


@pytest.mark.parametrize("given", [None, 7, "lf", b"lf", {"a": "b"}, object()])
def test_a_text_or_a_mapping_is_no_list(given: Any) -> None:
    calls: list[Any] = [
        lambda: llm_types.match_paths(given, ["a"]),
        lambda: llm_types.match_paths(["a"], given),
        lambda: llm_types.apply_fixes(DOCUMENT, codes=given),
        lambda: llm_types.span_ids(given),
        lambda: llm_types.span_ids_in("be64", given),
    ]
    # What the core says of a mapping is in the vectors.
    if not isinstance(given, dict):
        calls.append(lambda: llm_types.fingerprints("text", given))
    if not isinstance(given, str):
        calls.append(lambda: llm_types.LineIndex("a", terminators=given))
    for call in calls:
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert type(given).__name__ in refusal.value.message


@pytest.mark.parametrize("key", [None, "abc", ("a", 0), ("a", 0, 1, 2), 7, {"path": "a"}])
def test_a_span_key_is_a_triple(key: Any) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.span_ids([("a", 0, 1), key])
    assert refusal.value.code == "WRONG_TYPE"


KEY = llm_types.SpanKey("a", 0, 1)
PLACE = {"byte_start": 0, "byte_end": 1}
INDEX = llm_types.LineIndex("ab")
MAP = llm_types.PositionMap({"old_len": 3, "new_len": 3, "stretches": []})


@pytest.mark.parametrize(
    ("call", "code", "words"),
    [
        *(
            (call, code, words)
            for bad, code, words in (
                (("a", "0", 1), "WRONG_TYPE", "as `start`, found str"),
                ((5, 0, 1), "WRONG_TYPE", "a str as `path`, found int"),
                (None, "WRONG_TYPE", "a triple of path, start and end, found NoneType"),
                (("a", 0, -1), "NEGATIVE_OFFSET", "as `end`, found -1"),
                (("a", 2, 1), "REVERSED", "2..1"),
                (("\ud800", 0, 1), "ILL_FORMED", "lone surrogate"),
            )
            for call in (
                lambda bad=bad: llm_types.span_ids([KEY, bad]),
                lambda bad=bad: llm_types.span_ids_in("be32", iter([KEY, bad])),
            )
        ),
        (lambda: INDEX.positions([0, "1"], "utf-8"), "WRONG_TYPE", "an integer, found str"),
        (lambda: INDEX.positions((0, None), "utf-8"), "WRONG_TYPE", "an integer, found NoneType"),
        (lambda: INDEX.positions(iter([0, "1"]), "utf-8"), "WRONG_TYPE", "an integer, found str"),
        *(
            (lambda bad=bad: INDEX.offsets([(0, 0), bad], "utf-8"), code, words)
            for bad, code, words in (
                ((0, "1"), "WRONG_TYPE", "as `column`, found str"),
                ((None, 0), "WRONG_TYPE", "as `line`, found NoneType"),
                ((0, -1), "NEGATIVE_OFFSET", "as `column`, found -1"),
                ((0.5, 0), "NOT_AN_INTEGER", "as `line`, found 0.5"),
            )
        ),
        *(
            (lambda bad=bad: INDEX.offsets_clamped(bad, "utf-8"), "NEGATIVE_OFFSET", words)
            for bad, words in (
                (llm_types.Positions(array("q", [0, -1]), array("q", [0, 0])), "as `line`"),
                (llm_types.Positions(array("q", [0, 0]), array("d", [0, -1])), "as `column`"),
            )
        ),
        *(
            (lambda bad=bad: llm_types.fingerprints("abc", [PLACE, bad]), "WRONG_TYPE", words)
            for bad, words in (
                (PLACE | {"byte_start": math.nan}, "found NaN at `/1/byte_start`"),
                (PLACE | {"kind": 1}, "not a string at `/1/kind`"),
                (PLACE | {"kind": {1}}, "found set at `/1/kind`"),
                (5, "not an object at `/1`"),
            )
        ),
        (lambda: INDEX.offsets([(0, 0), 5], "utf-8"), "WRONG_TYPE", "a pair, found int"),
        (lambda: MAP.carry_many([0, "1"]), "WRONG_TYPE", "an integer, found str"),
        (lambda: MAP.carry_ranges([(0, 1), 5]), "WRONG_TYPE", "a pair of start and end"),
        (lambda: MAP.carry_ranges([(0, 1), (0, "1")]), "WRONG_TYPE", "as `end`, found str"),
        (lambda: llm_types.match_paths(["a", 5], ["a"]), "WRONG_TYPE", "in `paths`, found int"),
        (lambda: llm_types.match_paths(["a"], ["a", 5]), "WRONG_TYPE", "in `loaded`, found int"),
        (lambda: llm_types.match_paths(["a", "\ud800"], []), "ILL_FORMED", "lone surrogate"),
        (
            lambda: llm_types.apply_fixes(DOCUMENT, codes=["COUNT_MISMATCH", 5]),
            "WRONG_TYPE",
            "a str in `codes`, found int",
        ),
        (
            lambda: llm_types.LineIndex("a", terminators=["\n", 5]),
            "WRONG_TYPE",
            "a str in `terminators`, found int",
        ),
    ],
)
def test_an_element_is_named_as_where_the_core_refuses_it(call: Any, code: str, words: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        call()
    assert refusal.value.code == code
    assert refusal.value.message.startswith("element 1: ")
    assert words in refusal.value.message
    assert refusal.value.index == 1


@pytest.mark.parametrize("given", [None, 7, "a.txt", ["a.txt"], [("a.txt", "text")]])
def test_sources_are_a_mapping(given: Any) -> None:
    calls: list[Any] = [
        lambda: llm_types.plan_edits(given, EDITS),
        lambda: llm_types.carry_spans(DOCUMENT, given),
        lambda: llm_types.detective(DOCUMENT, given),
    ]
    if given is not None:
        calls.append(lambda: llm_types.validate(DOCUMENT, sources=given))
    for call in calls:
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert type(given).__name__ in refusal.value.message


class Raising(dict[str, Any]):
    """A mapping that has what nobody can read."""

    def items(self) -> Any:
        raise OSError("gone")


def test_a_mapping_that_raises_is_refused_like_one_of_another_type() -> None:
    calls: list[Any] = [
        lambda: llm_types.plan_edits(Raising(), EDITS),
        lambda: llm_types.validate(DOCUMENT, sources=Raising()),
        lambda: llm_types.plan_edits({"a": "a"}, EDITS, expected_checksums=Raising()),
        lambda: llm_types.carry_spans(DOCUMENT, Raising()),
    ]
    for call in calls:
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert "a Raising that raises OSError" in refusal.value.message
        assert isinstance(refusal.value.__cause__, OSError)


class Nowhere(tzinfo):
    """A time zone that says nothing."""

    def utcoffset(self, dt: datetime | None) -> None:
        return None

    def dst(self, dt: datetime | None) -> None:
        return None

    def tzname(self, dt: datetime | None) -> None:
        return None


def test_a_time_zone_without_an_offset_is_none() -> None:
    moment = datetime(2026, 1, 22, tzinfo=Nowhere())
    for call in (
        lambda: llm_types.timestamp(moment),
        lambda: llm_types.build_response({"data": {"x": 1}}, now=moment),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"


class OfBytes:
    """A path that the file system has, and no text can be."""

    def __fspath__(self) -> bytes:
        return b"a"


class Unreadable:
    def __fspath__(self) -> str:
        raise OSError


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (b"a", "found bytes"),
        (7, "found int"),
        (None, "found NoneType"),
        (OfBytes(), "found OfBytes of bytes"),
        (Unreadable(), "found what raises OSError"),
        (OfBytes, "found type"),
    ],
)
def test_a_path_is_a_text(path: Any, found: str) -> None:
    map_and_text = (llm_types.PositionMap({"old_len": 1, "new_len": 1, "stretches": []}), "a")
    for call in (
        lambda: llm_types.validate(DOCUMENT, sources={path: "a"}),
        lambda: llm_types.referenced_spans(DOCUMENT, sources={path: "a"}),
        lambda: llm_types.plan_edits({path: "a"}, EDITS),
        lambda: llm_types.plan_edits({"a": "a"}, EDITS, bases={path: "a"}),
        lambda: llm_types.plan_edits({"a": "a"}, EDITS, expected_checksums={path: "a"}),
        lambda: llm_types.carry_spans(DOCUMENT, {path: map_and_text}),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert refusal.value.message.endswith(found)
        assert "path" in refusal.value.message


def test_a_source_is_given_once() -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.validate(DOCUMENT, sources={"a.rs": "a", PurePosixPath("a.rs"): "b"})
    assert refusal.value.code == "WRONG_TYPE"
    assert "`a.rs`" in refusal.value.message


@pytest.mark.parametrize("bias", [None, 7, b"before"])
def test_a_bias_is_named(bias: Any) -> None:
    where = llm_types.PositionMap({"old_len": 1, "new_len": 1, "stretches": []})
    for call in (lambda: where.carry(0, bias), lambda: where.carry_many([0], bias)):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.message.startswith("expected a str as `bias`, found ")


@pytest.mark.parametrize("file", [None, "text", ("map",), ("map", "text", 3), {"map": 1}])
def test_an_edited_file_is_a_map_and_a_text(file: Any) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.carry_spans(DOCUMENT, {"src/a.py": file})
    assert refusal.value.code == "WRONG_TYPE"
    assert "`src/a.py`" in refusal.value.message


@pytest.mark.parametrize(
    ("data", "code", "found"),
    [
        (None, "WRONG_TYPE", "NoneType"),
        ("{}", "WRONG_TYPE", "str"),
        ([], "WRONG_TYPE", "list"),
        ({}, "INVALID_ENVELOPE", "found an object without `schema_version`"),
        ({"operation_type": "rename"}, "INVALID_ENVELOPE", "found an object without `"),
        (
            {"schema_version": "1", "execution_id": "r", "data": {}, "diagnostics": [7]},
            "INVALID_ENVELOPE",
            "expected a ToolDiagnostic, found int at `/diagnostics/0`",
        ),
    ],
)
def test_what_is_no_envelope_is_told_in_plain_words(data: Any, code: str, found: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.read_envelope(data)
    assert refusal.value.code == code
    assert found in refusal.value.message


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: llm_types.validate(DOCUMENT, strict="yes"), "a bool as `strict`, found str"),
        (lambda: llm_types.normalize(DOCUMENT, origin=1), "a bool as `origin`, found int"),
        (lambda: llm_types.enrich(DOCUMENT, overwrite=1), "a bool as `overwrite`, found int"),
        (lambda: llm_types.validate(DOCUMENT, dialect=7), "a str as `dialect`, found int"),
        (lambda: llm_types.convert(DOCUMENT, "unified", root=b"/"), "a str as `root`, found bytes"),
        (lambda: llm_types.carry_spans(DOCUMENT, {}, root=1), "a str as `root`, found int"),
        (lambda: llm_types.Normalizer(dialect=7), "a str as `dialect`, found int"),
        (lambda: llm_types.enrich(DOCUMENT, context_lines="3"), "`context_lines`, found str"),
        (lambda: llm_types.span_id("a", True, 1), "as `start`, found bool"),
        (lambda: llm_types.span_ids([("a", 0, "1")]), "as `end`, found str"),
        (lambda: llm_types.LineIndex("a").offset((0, "0"), "utf-8"), "as `column`, found str"),
        (lambda: llm_types.pagination(1, 0, "5"), "as `page_words`, found str"),
        (lambda: llm_types.timestamp(0), "a datetime with a time zone as `moment`, found int"),
        (lambda: llm_types.LineIndex("a", bom=7), "a str as `bom`, found int"),
        (lambda: llm_types.PositionMap(7), "the map of an outcome, found int"),
        (lambda: llm_types.PositionMap([]), "the map of an outcome, found list"),
        (lambda: llm_types.LineIndex("a", ill_formed=7), "a str as `ill_formed`, found int"),
        (lambda: llm_types.apply_edits("a", EDITS, partial=1), "a bool as `partial`, found int"),
        (lambda: llm_types.apply_edits("a", EDITS, eol=True), "a str as `eol`, found bool"),
        (lambda: llm_types.apply_edits("a", EDITS, base=7), "`base`, found int"),
        (
            lambda: llm_types.plan_edits({"a": "a"}, EDITS, expected_checksums={"a": 7}),
            "a str as the checksum of `a`, found int",
        ),
        *(
            (
                lambda name=name, given=given: llm_types.validate(
                    DOCUMENT, read=llm_types.ReadOptions(**{name: given})
                ),
                f"as `{name}`, found {type(given).__name__}",
            )
            for name, given in (
                ("max_depth", "5"),
                ("max_bytes", "5"),
                ("max_string_bytes", True),
                ("max_number_bytes", None),
                ("max_items", [5]),
                ("duplicate_keys", 5),
                ("lone_surrogates", b"error"),
            )
        ),
    ],
)
def test_an_option_of_the_wrong_type_is_named(call: Any, expected: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        call()
    assert refusal.value.code == "WRONG_TYPE"
    assert expected in refusal.value.message


# Every function and class with options, and what else it needs.
OPTIONED: dict[str, tuple[Any, ...]] = {
    "Converter": ("unified",),
    "Enricher": (),
    "LineIndex": ("a",),
    "Normalizer": (),
    "Validator": (),
    "apply_edits": ("a", EDITS),
    "apply_fixes": (DOCUMENT,),
    "build_operation_result": ({},),
    "build_response": ({},),
    "candidate_paths": ("a",),
    "carry_spans": (DOCUMENT, {}),
    "checksum": ("a",),
    "checksum_range": ("a", 0, 1),
    "convert": (DOCUMENT, "unified"),
    "detective": (DOCUMENT, {}),
    "edited_paths": (EDITS,),
    "enrich": (DOCUMENT,),
    "match_findings": (DOCUMENT, DOCUMENT),
    "match_paths": (["a"], ["a"]),
    "normalize": (DOCUMENT,),
    "plan_edits": ({"a": "a"}, EDITS),
    "referenced_paths": (DOCUMENT,),
    "referenced_spans": (DOCUMENT,),
    "validate": (DOCUMENT,),
}


def options_of(name: str) -> list[str]:
    parameters = inspect.signature(getattr(llm_types, name)).parameters.values()
    return [it.name for it in parameters if it.kind is it.KEYWORD_ONLY]


def test_nothing_with_options_is_left_out() -> None:
    found = set()
    for name in llm_types.__all__:
        one = getattr(llm_types, name)
        # What is a type by another name, a shape of data, or an error has none.
        of_ours = inspect.isfunction(one) or (inspect.isclass(one) and not is_typeddict(one))
        is_data = dataclasses.is_dataclass(one) or one is llm_types.LlmTypesError
        if of_ours and not is_data and options_of(name):
            found.add(name)
    assert found == set(OPTIONED)


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name in OPTIONED for option in options_of(name)]
)
def test_every_option_of_the_wrong_type_is_named(name: str, option: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        getattr(llm_types, name)(*OPTIONED[name], **{option: object()})
    assert refusal.value.code == "WRONG_TYPE"
    expected, found = refusal.value.message.split(", found ")
    assert expected.endswith(f" as `{option}`")
    assert found == "object"


@pytest.mark.parametrize("given", [None, 7, ["text"], {"text": "a"}])
def test_a_source_without_a_text_is_named(given: Any) -> None:
    sources = {"a.rs": "a", "b.rs": given}
    for call in (
        lambda: llm_types.validate(DOCUMENT, sources=sources),
        lambda: llm_types.normalize(DOCUMENT, sources=sources),
        lambda: llm_types.detective(DOCUMENT, sources),
        lambda: llm_types.plan_edits(sources, EDITS),
        lambda: llm_types.plan_edits({"a": "a"}, EDITS, bases=sources),
        lambda: llm_types.match_findings(DOCUMENT, DOCUMENT, old_sources=sources),
        lambda: llm_types.Validator(sources=sources),
        lambda: llm_types.build_response({"data": {}}, sources=sources),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert "`b.rs`" in refusal.value.message
        assert type(given).__name__ in refusal.value.message


SPAN = {"file_path": "a", "byte_start": 0, "byte_end": 1}
EDITED = llm_types.apply_edits("abc", EDITS).to_dict()
PLANNED = llm_types.plan_edits({"a": "abc"}, EDITS, file="a").to_dict()


@pytest.mark.parametrize(
    ("cls", "data", "message", "pointer"),
    [
        ("Response", {"schema_version": "1"}, "an object without `execution_id`", None),
        ("Response", None, "expected a Response, found NoneType", None),
        ("Response", "{}", "expected a Response, found str", None),
        (
            "SearchResponse",
            {"pattern": "a", "matches": [{"matched_text": "a", "match_id": "m", "span": {}}]},
            "expected a RichSpan, found an object without `file_path`",
            "/matches/0/span",
        ),
        (
            "SearchResponse",
            {"pattern": "a", "matches": "ab"},
            "expected a list, found str",
            "/matches",
        ),
        (
            "SearchResponse",
            {"pattern": "a", "matches": {}},
            "expected a list, found dict",
            "/matches",
        ),
        (
            "ToolDiagnostic",
            {"level": "note", "message": "m", "suggestions": "ab"},
            "expected a list, found str",
            "/suggestions",
        ),
        (
            "RichSpan",
            {**SPAN, "context": [1]},
            "expected a Context, found list",
            "/context",
        ),
        ("Span", None, "expected the members of a span, found NoneType", None),
        ("Span", {"file_path": "a", "byte_start": 0}, "an object without `byte_end`", None),
        ("Span", {**SPAN, "file_path": 5}, "a str as `file_path`, found int", "/file_path"),
        ("Span", {**SPAN, "file_path": None}, "as `file_path`, found NoneType", "/file_path"),
        ("Span", {**SPAN, "span_id": 5}, "a str as `span_id`, found int", "/span_id"),
        ("Span", {**SPAN, "byte_start": "0"}, "as `byte_start`, found str", "/byte_start"),
        ("Span", {**SPAN, "end_col": True}, "as `end_col`, found bool", "/end_col"),
        ("EditedText", {**EDITED, "text": 5}, "expected a str or bytes, found int", "/text"),
        ("EditedText", {**EDITED, "map": 5}, "expected an EditMap, found int", "/map"),
        ("EditedText", {**EDITED, "map": {}}, "an object without `old_len`", "/map"),
        ("EditedText", {**EDITED, "outcome": {"ok": 1}}, "true or false, found int", "/outcome/ok"),
        ("PlannedEdits", {**PLANNED, "texts": 5}, "expected a list, found int", "/texts"),
        ("PlannedEdits", {**PLANNED, "texts": [5]}, "a str, bytes or None, found int", "/texts/0"),
        ("PlannedEdits", {**PLANNED, "texts": []}, "as many `texts` as `plan` has", "/texts"),
        ("PlannedEdits", {**PLANNED, "maps": "a"}, "expected a list, found str", "/maps"),
        ("PlannedEdits", {**PLANNED, "maps": [5]}, "expected an EditMap, found int", "/maps/0"),
        ("PlannedEdits", {**PLANNED, "plan": 5}, "expected an EditPlan, found int", "/plan"),
        # JSON has no other keys.
        ("Context", {1: 2}, "expected a str as each key, found int", None),
        ("RichSpan", {**SPAN, "context": {"before": [], 1: 2}}, "each key, found int", "/context"),
        ("RichSpan", {**SPAN, "own": [{None: 2}]}, "each key, found NoneType", "/own/0"),
        (
            "Response",
            {"schema_version": "1", "execution_id": "r", "data": {"a": {1: 2}}},
            "expected a str as each key, found int",
            "/data/a",
        ),
    ],
)
def test_what_a_class_cannot_be_made_of_is_refused_with_its_place(
    cls: str, data: Any, message: str, pointer: str | None
) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        getattr(llm_types, cls).from_dict(data)
    assert refusal.value.code == "WRONG_TYPE"
    assert message in refusal.value.message
    assert refusal.value.pointer == pointer


def test_no_class_raises_anything_else() -> None:
    classes = [getattr(llm_types, name) for name in llm_types.__all__]
    readers = [cls for cls in classes if isinstance(cls, type) and hasattr(cls, "from_dict")]
    assert len(readers) > 90
    for cls in readers:
        for given in (None, 7, "text", [], {}, Lacks(), dict.fromkeys(cls.__annotations__, 7)):
            try:
                cls.from_dict(given)
            except llm_types.LlmTypesError as refusal:
                assert refusal.code == "WRONG_TYPE", (cls, given)  # noqa: PT017


@pytest.mark.parametrize("ranges", [None, 7, "ab", b"ab", {0: 1}])
def test_ranges_are_a_list(ranges: Any) -> None:
    edited = llm_types.apply_edits("abc", EDITS)
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        edited.map.carry_ranges(ranges)
    assert refusal.value.code == "WRONG_TYPE"
    assert refusal.value.index is None


@pytest.mark.parametrize(
    ("range_", "found"),
    [
        (None, "NoneType"),
        (7, "int"),
        ("ab", "str"),
        (b"ab", "bytes"),
        ({0: 1, 2: 3}, "dict"),
        ({1, 2}, "set"),
        ((), "a tuple of 0"),
        ((1,), "a tuple of 1"),
        ([0, 1, 2], "a list of more than 2"),
        (array("q", [1]), "an array of 1"),
        (itertools.count(), "a count of more than 2"),
    ],
)
def test_a_range_is_a_pair(range_: Any, found: str) -> None:
    edited = llm_types.apply_edits("abc", EDITS)
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        edited.map.carry_ranges([(1, 2), range_, None])
    assert refusal.value.code == "WRONG_TYPE"
    assert refusal.value.message.endswith(f"a pair of start and end, found {found}")
    assert refusal.value.index == 1


class Row:
    """Two numbers by their index, and by nothing else, as a row of a table has them."""

    def __getitem__(self, index: int) -> int:
        return (1, 3)[index]


@pytest.mark.parametrize("pair", [[1, 3], array("q", [1, 3]), range(1, 5, 2), Row(), iter((1, 3))])
def test_whatever_has_two_items_is_a_pair(pair: Any) -> None:
    edited = llm_types.apply_edits("abc", EDITS)
    # The letter before them was replaced by one of the same length.
    assert edited.map.carry_ranges([(1, 3), pair]) == [(1, 3, False)] * 2
