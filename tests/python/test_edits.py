"""Edits against Python's own slicing: what is expected is put together without the package."""

from __future__ import annotations

import copy
import json
import pickle
import random
from hashlib import sha256
from typing import Any

import pytest
from llm_types import (
    Converter,
    EditOutcome,
    Enricher,
    LlmTypesError,
    Normalizer,
    PlannedEdits,
    PositionMap,
    Validator,
    apply_edits,
    checksum,
    plan_edits,
)

LETTERS = ["a", "b", "é", "世", "😀", "\n", "\ufeff"]


def made(seed: int) -> tuple[list[str], list[tuple[int, int, str]]]:
    """Letters of a text, and edits of them at places that do not touch."""
    choose = random.Random(seed)
    letters = choose.choices(LETTERS, k=choose.randrange(1, 30))
    edits = []
    at = choose.randrange(4)
    while at <= len(letters):
        end = min(len(letters), at + choose.randrange(4))
        edits.append((at, end, "".join(choose.choices(LETTERS, k=choose.randrange(3)))))
        at = end + 1 + choose.randrange(4)
    return letters, edits


def sliced(letters: list[str], edits: list[tuple[int, int, str]]) -> str:
    """From the end, so that no place moves before it is used."""
    out = list(letters)
    for start, end, text in reversed(edits):
        out[start:end] = [text]
    return "".join(out)


def size(text: str) -> int:
    return len(text.encode())


@pytest.mark.parametrize("seed", range(300))
def test_slicing_agrees(seed: int) -> None:
    letters, edits = made(seed)
    text = "".join(letters)

    def offset(at: int) -> int:
        return size("".join(letters[:at]))

    request: dict[str, Any] = {
        "expected_checksum": checksum(text),
        "edits": [
            {
                "byte_start": offset(start),
                "byte_end": offset(end),
                "new_text": new,
                "expected_text": "".join(letters[start:end]),
            }
            for start, end, new in edits
        ],
    }
    wanted = sliced(letters, edits)
    edited = apply_edits(text, request)
    assert edited.outcome.ok
    assert edited.text == wanted
    assert apply_edits(text.encode(), request).text == wanted.encode()
    assert apply_edits(text, {**request, "edits": request["edits"][::-1]}).text == wanted
    if wanted != text:
        assert edited.outcome.inverse is not None
        assert apply_edits(wanted, edited.outcome.inverse).text == text
        assert apply_edits(wanted, request).outcome.status == "already_applied"
    real = [it for it in edits if "".join(letters[it[0] : it[1]]) != it[2]]
    after = wanted.encode()
    for at, letter in enumerate(letters):
        if not any(start <= at < end for start, end, _ in real):
            found = edited.map.carry_range(offset(at), offset(at + 1))
            assert found is not None
            assert after[found.start : found.end] == letter.encode()
    offsets = [offset(at) for at in range(len(letters) + 1)]
    carried = edited.map.carry_many(offsets, "after")
    assert carried == [edited.map.carry(at, "after") for at in offsets]
    known = [at for at in carried if at is not None]
    assert known == sorted(known)
    assert PositionMap(edited.outcome.map).to_dict() == edited.map.to_dict()


def test_bytes_that_are_no_text_come_back_as_bytes() -> None:
    edit = {"byte_start": 1, "byte_end": 2, "new_text": "é"}
    edited = apply_edits(b"\xffa\xfe", {"unchecked": True, "edits": [edit]})
    assert edited.text == b"\xff\xc3\xa9\xfe"
    assert edited.outcome.inverse is not None
    assert apply_edits(edited.text, edited.outcome.inverse).text == b"\xffa\xfe"


def test_a_plan_of_strings_and_bytes_is_undone() -> None:
    sources = {"a.txt": "one", "b.bin": b"\xff\xfeA"}
    edits = [{"byte_start": 0, "byte_end": 3, "new_text": "1"}]
    files = [{"file_path": path, "edits": edits} for path in sources]
    planned = plan_edits(sources, {"unchecked": True, "files": files})
    assert planned.texts == ("1", b"1")
    assert planned.plan.inverse is not None
    after = dict(zip(sources, planned.texts, strict=True))
    undone = plan_edits(after, planned.plan.inverse)
    assert (undone.plan.status, undone.texts) == ("applied", tuple(sources.values()))


@pytest.mark.parametrize("count", [1, 63, 64, 200])
def test_of_many_edits_is_told_what_is_told_of_few(count: int) -> None:
    text, wanted = "abcdefgh\n" * count, "abxefgh\n" * count
    edits = [
        {"byte_start": 9 * n + 2, "byte_end": 9 * n + 4, "expected_text": "cd", "new_text": "x"}
        for n in range(count)
    ]

    def outcome() -> EditOutcome:
        return apply_edits(text, {"edits": edits}).outcome

    def place(line: int, end: int, width: int) -> dict[str, int]:
        return {
            "byte_start": width * line + 2,
            "byte_end": width * line + end,
            "start_line": line + 1,
            "start_col": 2,
            "end_line": line + 1,
            "end_col": end,
        }

    spans = [
        {
            "index": n,
            "status": "applied",
            "old": place(n, 4, 9),
            "new": place(n, 3, 8),
            "byte_shift": -1,
            "line_shift": 0,
            "checksum_before": "sha256:" + sha256(b"cd").hexdigest(),
            "checksum_after": "sha256:" + sha256(b"x").hexdigest(),
        }
        for n in range(count)
    ]
    back = [
        {"byte_start": 8 * n + 2, "byte_end": 8 * n + 3, "expected_text": "x", "new_text": "cd"}
        for n in range(count)
    ]
    told = outcome()
    assert (len(told.edits), told.edits[-1].index) == (count, count - 1)
    assert [edit.to_dict() for edit in told.edits] == spans
    assert told.inverse is not None
    assert told.inverse.to_dict() == {
        "edits": back,
        "expected_checksum": "sha256:" + sha256(wanted.encode()).hexdigest(),
        "expected_final_checksum": "sha256:" + sha256(text.encode()).hexdigest(),
    }
    data = outcome().to_dict()
    assert (data["edits"], data["inverse"]["edits"]) == (spans, back)
    assert outcome() == told == EditOutcome.from_dict(data)
    assert pickle.loads(pickle.dumps(outcome())) == told
    undone = outcome().inverse
    assert undone is not None
    assert apply_edits(wanted, undone).text == text


def test_what_became_of_a_text_is_a_value() -> None:
    edits = [{"byte_start": 1, "byte_end": 2, "new_text": "xyz"}]
    edited = apply_edits("abc", {"unchecked": True, "edits": edits})
    planned = plan_edits({"a": "abc"}, {"file_path": "a", "edits": edits}, unchecked=True)
    for one in (edited, planned, edited.map):
        for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
            assert again == one
    again = pickle.loads(pickle.dumps(edited.map))
    assert again.carry(2) == 4
    assert hash(again) == hash(edited.map)
    assert again != edited.map.inverse()
    assert again != edited.map.to_dict()


def test_a_request_as_an_object_has_no_places() -> None:
    request = {
        "unchecked": True,
        "edits": [{"byte_start": 5, "byte_end": 9, "new_text": "x"}],
    }
    (found,) = apply_edits("abc", request).outcome.diagnostics
    assert found.pointer == "/edits/0"
    assert (found.byte_start, found.byte_end, found.start_line, found.start_col) == (None,) * 4
    (found,) = apply_edits("abc", json.dumps(request)).outcome.diagnostics
    assert (found.pointer, found.start_line) == ("/edits/0", 1)
    edits = [{"byte_start": at, "byte_end": at + 2, "new_text": "x"} for at in (0, 1)]
    for given, places in ((lambda it: it, (None, None)), (json.dumps, (30, 79))):
        request = {"unchecked": True, "edits": edits}
        (found,) = apply_edits("abc", given(request)).outcome.diagnostics
        (other,) = found.related
        assert (other.pointer, other.byte_start, other.byte_end) == ("/edits/0", *places)
    with pytest.raises(LlmTypesError) as refusal:
        apply_edits("abc", {"edits": [{"new_text": "\ud83d"}]})
    assert (refusal.value.code, refusal.value.pointer) == ("LONE_SURROGATE", "/edits/0/new_text")
    assert (refusal.value.byte_start, refusal.value.line, refusal.value.column) == (None,) * 3


def test_what_an_offset_may_be_may_stand_in_a_request() -> None:
    class Whole:
        """An integer of another library."""

        def __index__(self) -> int:
            return 1

    edits = [{"byte_start": Whole(), "byte_end": 2, "new_text": "x"}]
    assert apply_edits("abc", {"unchecked": True, "edits": edits}).text == "axc"


def test_texts_of_a_plan_belong_to_its_files() -> None:
    edits = [{"byte_start": 0, "byte_end": 1, "new_text": "x"}]
    planned = plan_edits({"a": "abc"}, {"file_path": "a", "edits": edits}, unchecked=True)
    data = planned.to_dict()
    assert PlannedEdits.from_dict(data) == planned
    for name in ("texts", "maps"):
        for wrong in ([], data[name] * 2):
            with pytest.raises(LlmTypesError, match=name) as refusal:
                PlannedEdits.from_dict({**data, name: wrong})
            assert refusal.value.code == "WRONG_TYPE"


def test_a_text_at_hand_has_one_owner() -> None:
    assert repr(Normalizer()) == "<Normalizer>"
    for stream in (Normalizer(), Validator(), Converter("unified"), Enricher()):
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="holds the text at hand"):
                copied(stream)
