"""Objects that JSON cannot write: each is refused by our own error, with type and place."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import llm_types
import pytest


def edit(**members: object) -> dict[str, object]:
    return {"edits": [{"byte_start": 0, "byte_end": 1, "new_text": "x", **members}]}


def circle() -> dict[str, Any]:
    held: dict[str, Any] = {"edits": []}
    held["edits"].append(held)
    return held


def deep(levels: int) -> dict[str, Any]:
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return {"edits": inner}


@pytest.mark.parametrize(
    ("request_", "found", "pointer"),
    [
        (edit(byte_end=math.nan), "NaN", "/edits/0/byte_end"),
        (edit(new_text=b"x"), "bytes", "/edits/0/new_text"),
        (edit(**{"a/b~c": {1, 2}}), "set", "/edits/0/a~1b~0c"),
        ({"edits": [{("a", "b"): 1}]}, "a key that is a tuple", "/edits/0"),
        ({10**5000: 1, "a": math.nan}, "a key that is an int of more digits", ""),
        (edit(byte_end=10**5000), "an int of more digits", "/edits/0/byte_end"),
        (edit(**{"a": {True: {None: -math.inf}}}), "-Infinity", "/edits/0/a/true/null"),
        (circle(), "an object that holds itself", "/edits/0"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(request_: Any, found: str, pointer: str) -> None:
    for call, prefix in taking(request_):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"
        assert found in refusal.value.message
        # A request as a whole has no pointer.
        assert refusal.value.pointer == (prefix + pointer or None)


@pytest.mark.parametrize(
    ("request_", "code", "pointer"),
    [
        # The reader's limit is 128, for what Python can still write as JSON and for what it cannot.
        (deep(600), "TOO_DEEP", "/edits"),
        (deep(100_000), "TOO_DEEP", "/edits"),
        (edit(a={1: "a", "1": "b"}), "DUPLICATE_KEY", "/edits/0/a/1"),
        (edit(a=10**400), "NUMBER_OUT_OF_RANGE", "/edits/0/a"),
        (edit(a=["\ud800"]), "LONE_SURROGATE", "/edits/0/a/0"),
    ],
)
def test_of_what_only_python_can_have_the_pointer_is_told_and_no_place(
    request_: Any, code: str, pointer: str
) -> None:
    for call, prefix in taking(request_):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        found = refusal.value
        assert found.code == code
        rest = "/0" * (128 - (prefix + pointer).count("/")) if code == "TOO_DEEP" else ""
        assert found.pointer == prefix + pointer + rest
        assert (found.byte_start, found.byte_end, found.line, found.column) == (None,) * 4
        assert "byte" not in found.message


def test_a_number_of_a_draft_may_be_as_long_as_python_writes() -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.build_response({"data": {"x": -(10**4299)}})
    assert (refusal.value.code, refusal.value.pointer) == ("NUMBER_OUT_OF_RANGE", "/data/x")


def taking(given: Any) -> list[tuple[Callable[[], object], str]]:
    """Calls that take an object, and the pointer to it in what they read."""
    return [
        (lambda: llm_types.apply_edits("a", given), ""),
        (lambda: llm_types.plan_edits({"a": "a"}, given), ""),
        (lambda: llm_types.write_canonical(given), ""),
        (lambda: llm_types.build_response({"data": given}), "/data"),
        (lambda: llm_types.build_operation_result({"result": given}), "/result"),
    ]


class Says:
    """An object that is written as what its `to_dict` gives."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def to_dict(self) -> Any:
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


class Lacks(Mapping[str, object]):
    """A mapping that has no value for a key that it lists."""

    def __getitem__(self, key: str) -> object:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])

    def __len__(self) -> int:
        return 1


def endless() -> Says:
    held = Says({})
    held.given["again"] = held
    return held


@pytest.mark.parametrize(
    ("member", "found", "pointer"),
    [
        (llm_types.Span, "the class Span", ""),
        (llm_types.Response, "the class Response", ""),
        (int, "the class int", ""),
        (Says(KeyError("k")), "a Says that raises KeyError", ""),
        (Says(RuntimeError()), "a Says that raises RuntimeError", ""),
        (Says(TypeError()), "found Says", ""),
        (Says(7), "found Says", ""),
        (Says(None), "found Says", ""),
        (Says("{}"), "found Says", ""),
        (Says([{"b": Says(7)}]), "found Says", "/0/b"),
        (Says({"b": [math.nan]}), "NaN", "/b/0"),
        (endless(), "an object that holds itself", "/again"),
        (Lacks(), "a Lacks that raises KeyError", ""),
    ],
)
def test_what_stands_for_no_json_is_refused_with_its_place(
    member: Any, found: str, pointer: str
) -> None:
    for draft, prefix in (({"a": member}, "/a"), ({"a": Says({"c": [member]})}, "/a/c/0")):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            llm_types.build_response(draft)
        assert refusal.value.code == "WRONG_TYPE"
        assert refusal.value.message.endswith(f"{found} at `{prefix}{pointer}`")
        assert refusal.value.pointer == prefix + pointer
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.build_response(member)
    assert refusal.value.code == "WRONG_TYPE"
    assert found in refusal.value.message


def test_what_is_made_on_the_way_holds_nobody() -> None:
    class Fresh:
        def __init__(self, levels: int) -> None:
            self.levels = levels

        def to_dict(self) -> dict[str, object]:
            return {"in": Fresh(self.levels - 1) if self.levels else math.nan}

    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.build_response({"data": Fresh(50)})
    assert "expected a value that JSON has in a draft, found NaN at" in refusal.value.message
    assert refusal.value.pointer == "/data" + "/in" * 51


def test_the_same_object_in_two_places_holds_nobody() -> None:
    shared = {"byte_start": 0, "byte_end": 0, "new_text": "x"}
    edited = llm_types.apply_edits("a", {"unchecked": True, "edits": [shared, shared]})
    assert edited.text == "xxa"


def test_a_root_may_be_a_path() -> None:
    root = PurePosixPath("/w")
    assert llm_types.candidate_paths("/w/src/a.rs", root=root) == ["src/a.rs"]
    (found,) = llm_types.match_paths(["/w/a.rs"], ["a.rs"], root=root)
    assert found.paths == ("a.rs",)
    request = {"file_path": "/w/a.txt", **edit()}
    planned = llm_types.plan_edits({"a.txt": "one"}, request, unchecked=True, root=root)
    assert list(planned.texts) == ["xne"]
    found_at = {"file_path": "/w/a.rs", "byte_start": 0, "byte_end": 1}
    one = {"match_id": "m", "matched_text": "x", "span": found_at}
    data = {"pattern": "x", "matches": [one]}
    document = json.dumps({"schema_version": "1.1.0", "execution_id": "e", "data": data})
    sources = {"a.rs": "x"}
    verdict = llm_types.validate(document, sources=sources, root=root)
    assert verdict.checked.source.spans_proved == 1
    stream = llm_types.Validator(sources=sources, root=root)
    assert len([*stream.results(document)]) == 1
    assert stream.summary().checked.source.spans_proved == 1


def test_a_root_that_is_none_is_refused() -> None:
    for root, found in ((7, "int"), (type(PurePosixPath()), "type")):
        with pytest.raises(llm_types.LlmTypesError) as caught:
            llm_types.normalize("{}", root=root)  # type: ignore[arg-type]
        assert caught.value.code == "WRONG_TYPE"
        assert f"a str as `root`, found {found}" in str(caught.value)
