"""Edits against Python's own slicing: bytes are cut and put together, by nothing of us."""

from __future__ import annotations

import random
from typing import Any

import pytest
from llm_types import PositionMap, apply_edits, checksum

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
