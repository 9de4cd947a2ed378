"""Which objects can be read into a class, and what object and class share afterwards."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import llm_types
import pytest
from files import TESTS

WRONG: list[Any] = [None, True, 7, -1, 0.5, 2.0, 2**53, "x", [], ["x"], [7], {}, {"x": "y"}]
"""One of each type, and numbers that are no offsets."""


OPEN = ("data", "result", "error")


def schema_name(cls: type) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"-\1", cls.__name__).lower()


@cache
def checker(cls: type) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(llm_types.schema(schema_name(cls)))


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value; of a list, the first item speaks for all."""
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value[:1])
    for key, one in items:
        if isinstance(one, (dict, list)):
            yield from places(one, (*at, key))
        else:
            yield (*at, key)


def changed(value: Any, at: tuple[Any, ...], to: Any) -> Any:
    value = copy.deepcopy(value)
    if not at:
        return to
    inner = value
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = to
    return value


def answers() -> list[Any]:
    """Envelopes and what they hold: of each class the one that has the most."""
    known = {one.name for one in llm_types.schemas()}
    most: dict[str, tuple[int, Any]] = {}
    for path in sorted((TESTS / "fixtures").rglob("*.json")):
        if path.name.endswith(".meta.json"):
            continue
        try:
            envelope = llm_types.normalize(path.read_bytes()).typed()
        except llm_types.LlmTypesError:
            continue
        for held in (envelope, getattr(envelope, "data", getattr(envelope, "result", None))):
            cls = type(held)
            if schema_name(cls) not in known:
                continue
            written = held.to_dict()
            # These members take any value, so there is nothing to refuse in them.
            empty = {key: {} for key in OPEN if held is envelope and key in written}
            written = {**written, **empty}
            size = len(set(places(written)))
            if size > most.get(cls.__name__, (0,))[0]:
                most[cls.__name__] = (size, pytest.param(cls, written, id=cls.__name__))
    return [one for _, one in most.values()]


@pytest.mark.parametrize(("cls", "written"), answers())
def test_a_class_takes_what_its_schema_takes(cls: Any, written: Any) -> None:
    check = checker(cls)
    for at in places(written):
        for wrong in WRONG:
            if at[:1] == ("error",) or (at == ("type",) and isinstance(wrong, str)):
                # An error of another shape is kept as it is; another word is another class.
                continue
            given = changed(written, at, wrong)
            if check.is_valid(given):
                assert cls.from_dict(given).to_dict() == given, (at, wrong)
                continue
            with pytest.raises(llm_types.LlmTypesError) as refusal:
                cls.from_dict(given)
            assert refusal.value.code == "WRONG_TYPE", (at, wrong)


SEARCH: dict[str, Any] = {
    "schema_version": "1.1.0",
    "execution_id": "r1",
    "data": {
        "pattern": "b",
        "matches": [
            {
                "match_id": "m1",
                "matched_text": "b",
                "span": {"file_path": "a.rs", "byte_start": 0, "byte_end": 1},
            }
        ],
    },
}


@pytest.mark.parametrize(
    ("wrong", "pointer", "message"),
    [
        ({"message": 7}, "/message", "expected a string, found int"),
        ({"partial": "yes"}, "/partial", "expected true or false, found str"),
        ({"diagnostics": "none"}, "/diagnostics", "expected a list, found str"),
        ({"origin": []}, "/origin", "expected an Origin, found list"),
        ({"truncated": 7}, "/truncated", "expected true or false or a Truncation, found int"),
        ({"truncated": {"reason": 7}}, "/truncated/reason", "expected a string, found int"),
        (
            {"diagnostics": [{"level": "error", "message": "m", "line": -1}]},
            "/diagnostics/0/line",
            "expected an integer from 0 to 9007199254740991, found -1",
        ),
    ],
)
def test_a_member_of_another_type_is_refused_at_its_place(
    wrong: dict[str, Any], pointer: str, message: str
) -> None:
    given = {**SEARCH, **wrong}
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.Response.from_dict(given)
    assert refusal.value.code == "WRONG_TYPE"
    with pytest.raises(llm_types.LlmTypesError) as other:
        llm_types.read_envelope(given)
    assert other.value.code == "INVALID_ENVELOPE"
    for one in (refusal.value, other.value):
        assert one.pointer == pointer
        assert message in one.message


LOSS = {"pointer": "", "kind": "exact", "note": "n"}
ORIGIN = {"dialect": "unified", "document": "d", "envelope": "e"}


@pytest.mark.parametrize(
    ("cls", "wrong", "pointer"),
    [
        (llm_types.Loss, {**LOSS, "note": 7}, "/note"),
        (llm_types.Loss, {**LOSS, "document": -1}, "/document"),
        (llm_types.ToolDiagnostic, {"level": "error", "message": "m", "note": 7}, "/note"),
        (llm_types.Relationships, {"imports": 7}, "/imports"),
        (llm_types.Origin, {**ORIGIN, "form": 7}, "/form"),
        (
            llm_types.Conversion,
            {"text": "", "dialect": "unified", "losses": [{**LOSS, "note": 7}]},
            "/losses/0/note",
        ),
        (llm_types.SpanChange, {"pointer": "", "from": "0", "to": 1}, "/from"),
    ],
)
def test_a_member_that_is_nearly_a_word_of_python_is_named(
    cls: Any, wrong: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        cls.from_dict(wrong)
    assert refusal.value.code == "WRONG_TYPE"
    assert refusal.value.pointer == pointer


@pytest.mark.parametrize(
    ("start", "found"),
    [
        ("0", "found str"),
        (True, "found bool"),
        (-1, "found -1"),
        (0.5, "found 0.5"),
        (2**53, "found 9007199254740992"),
        (None, "found NoneType"),
    ],
)
def test_an_offset_is_an_integer_that_is_exact(start: Any, found: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.RichSpan.from_dict({"file_path": "a", "byte_start": start, "byte_end": 1})
    assert refusal.value.pointer == "/byte_start"
    assert "expected an integer from 0 to 9007199254740991" in refusal.value.message
    assert found in refusal.value.message


def test_an_offset_of_more_digits_than_python_writes_is_refused() -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.RichSpan.from_dict({"file_path": "a", "byte_start": 10**5000, "byte_end": 1})
    assert "found int" in refusal.value.message


def test_an_integer_that_is_written_as_a_float_is_one() -> None:
    span = llm_types.RichSpan.from_dict(
        json.loads('{"file_path":"a","byte_start":1.0,"byte_end":2}')
    )
    assert type(span.byte_start) is int


def test_data_of_another_type_stay_as_they_are() -> None:
    given = changed(SEARCH, ("data", "matches", 0, "span", "byte_start"), "0")
    response = llm_types.read_envelope(given)
    assert isinstance(response, llm_types.Response)
    assert response.data == given["data"]
    assert response.to_dict() == given


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for wrong in ({"mine": deep}, {"data": deep}):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            llm_types.Response.from_dict({**SEARCH, **wrong})
        assert refusal.value.code == "WRONG_TYPE"
        assert "nested too deeply" in refusal.value.message


def mutable(value: Any) -> Iterator[Any]:
    """Every dictionary and list in a value."""
    if isinstance(value, (dict, list)):
        yield value
        for one in list(value.values() if isinstance(value, dict) else value):
            yield from mutable(one)


MINE: dict[str, Any] = {"mine": {"a": [{"b": [1]}]}, "nothing": None}


@pytest.mark.parametrize(
    "data",
    [SEARCH["data"], {"weather": {"of": ["a", {"b": []}]}}, [{"a": []}], {"matches": [[7]]}],
)
def test_an_object_and_its_dictionary_share_nothing(data: Any) -> None:
    given = copy.deepcopy({**SEARCH, **MINE, "data": data})
    kept = copy.deepcopy(given)
    response = llm_types.Response.from_dict(given)
    for one in mutable(given):
        one.clear()
    assert response.to_dict() == kept
    for one in mutable(response.to_dict()):
        one.clear()
    assert response.to_dict() == kept


def test_what_an_object_was_made_of_is_not_shared_either() -> None:
    free = {"a": [1]}
    span = llm_types.RichSpan(file_path="a", byte_start=0, byte_end=1, extra={"mine": free})
    response = llm_types.Response(schema_version="1.1.0", execution_id="x", data={"at": [span]})
    for one in (*mutable(span.to_dict()), *mutable(response.to_dict())):
        one.clear()
    assert free == {"a": [1]}
    assert json.loads(json.dumps(response.to_dict()))["data"] == {"at": [span.to_dict()]}


SMALL: list[Any] = [
    llm_types.LineIndex("a\nb").position(2, "utf-8"),
    llm_types.ByteRange(1, 2),
    llm_types.PositionRange(llm_types.Position(0, 1), llm_types.Position(2, 3)),
    llm_types.SpanKey("a.rs", 0, 1),
    llm_types.CarriedRange(0, 1, changed=True),
    llm_types.locate('{"a":1}', "/a"),
    llm_types.explain("UNKNOWN_CODE"),
    llm_types.classify_checksum("12"),
    llm_types.match_paths(["a.rs"], ["a.rs"])[0],
    llm_types.text_profile("a\rb"),
    llm_types.Coordinates(1, 0, 1, 1),
]


@pytest.mark.parametrize("small", SMALL, ids=lambda small: type(small).__name__)
def test_a_small_answer_is_read_as_it_is_written(small: Any) -> None:
    cls, written = type(small), json.loads(json.dumps(small.to_dict()))
    assert cls.from_dict(written) == small
    if not isinstance(small, llm_types.TextProfile):
        # One that counts lines by name holds a dictionary.
        assert hash(cls.from_dict(written)) == hash(small)
    assert cls.from_dict({**written, "mine": 1}) == small
    for name in written:
        for wrong in (0.5, [7], {"x": []}):
            with pytest.raises(llm_types.LlmTypesError) as refusal:
                cls.from_dict({**written, name: wrong})
            assert refusal.value.code == "WRONG_TYPE"
            assert refusal.value.pointer is not None
            assert refusal.value.pointer.startswith(f"/{name}")
    for wrong in (None, 7, "x", [], {}):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            cls.from_dict(wrong)
        assert refusal.value.code == "WRONG_TYPE"
        assert cls.__name__ in refusal.value.message
