"""What a stream takes for pieces of a text, and what not."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator
from typing import Any

import llm_types
import pytest

DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'


@pytest.mark.parametrize("text", [str, str.encode, lambda it: bytearray(it.encode())])
def test_a_text_is_its_only_piece(text: Any) -> None:
    for run in (
        llm_types.Normalizer(),
        llm_types.Validator(),
        llm_types.Converter("unified"),
        llm_types.Enricher(),
    ):
        assert len(list(run.results(text(f"{DOCUMENT}\n{DOCUMENT}")))) == 2
        assert len(list(run.results(memoryview(DOCUMENT.encode())))) == 1


@pytest.mark.parametrize("given", [None, 7, {"a": 1}])
def test_what_is_no_text_has_no_pieces(given: Any) -> None:
    for run in (
        llm_types.Normalizer(),
        llm_types.Validator(),
        llm_types.Converter("unified"),
        llm_types.Enricher(),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            list(run.results(given))
        assert refusal.value.code == "WRONG_TYPE"
        assert type(given).__name__ in refusal.value.message
        assert len(list(run.results(DOCUMENT))) == 1


def test_a_text_that_is_left_leaves_nothing() -> None:
    half = DOCUMENT[:20]

    def broken() -> Any:
        yield f"{DOCUMENT}\n{half}"
        raise OSError(half)

    for run in (
        llm_types.Normalizer(),
        llm_types.Validator(),
        llm_types.Converter("unified"),
        llm_types.Enricher(),
    ):
        with pytest.raises(OSError, match=half[2:14]):
            list(run.results(broken()))
        for _ in run.results(f"{DOCUMENT}\n{DOCUMENT}\n{half}"):
            break
        again = list(run.results(f"{DOCUMENT}\n{DOCUMENT}"))
        assert [one.document for one in again] == [0, 1]
        assert all(found.level == "note" for one in again for found in one.diagnostics)


async def awaited(pieces: list[str]) -> AsyncIterator[str]:
    for piece in pieces:
        await asyncio.sleep(0)
        yield piece


def test_pieces_that_are_waited_for_give_what_those_at_hand_give() -> None:
    text = f"{DOCUMENT}\noops\n{DOCUMENT}"
    pieces = [text[at : at + 7] for at in range(0, len(text), 7)]

    async def read(run: Any) -> list[Any]:
        return [one async for one in run.results(awaited(pieces))]

    for make in (
        llm_types.Normalizer,
        llm_types.Validator,
        lambda: llm_types.Converter("unified"),
        llm_types.Enricher,
    ):
        given = list(make().results(pieces))
        assert asyncio.run(read(make())) == given
        assert len(given) == 3


def test_what_is_left_while_it_is_waited_for_takes_nothing_of_the_next_text() -> None:
    run = llm_types.Normalizer()

    async def read() -> list[Any]:
        left = run.results(awaited([f"{DOCUMENT}\n{DOCUMENT}\n", DOCUMENT[:20]]))
        async for _ in left:
            break
        after = run.results(awaited([f"{DOCUMENT}\n{DOCUMENT[:20]}", DOCUMENT[20:]]))
        first = await anext(after)
        await left.aclose()  # type: ignore[attr-defined]
        return [first, *[one async for one in after]]

    read_after = asyncio.run(read())
    assert [(one.document, one.dialect) for one in read_after] == [
        (0, "llmsearch"),
        (1, "llmsearch"),
    ]


def test_the_rest_is_dropped_where_waiting_fails() -> None:
    run = llm_types.Validator()

    async def broken() -> AsyncIterator[str]:
        yield DOCUMENT[:20]
        raise OSError("gone")

    async def read() -> None:
        async for _ in run.results(broken()):
            pass

    with pytest.raises(OSError, match="gone"):
        asyncio.run(read())
    assert len(list(run.results(DOCUMENT))) == 1


def test_a_stream_is_not_copied() -> None:
    for run, name in (
        (llm_types.Enricher(), "an Enricher"),
        (llm_types.Validator(), "a Validator"),
    ):
        with pytest.raises(TypeError, match=f"copy or pickle {name}:"):
            copy.copy(run)


def test_a_text_ends_where_another_one_begins() -> None:
    for run in (
        llm_types.Normalizer(),
        llm_types.Validator(),
        llm_types.Converter("unified"),
        llm_types.Enricher(),
    ):
        first = run.results([f"{DOCUMENT}\n", f"{DOCUMENT}\n", DOCUMENT])
        next(first)
        assert len(list(run.results([f"{DOCUMENT}\n", DOCUMENT]))) == 2
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            list(first)
        assert refusal.value.code == "STREAM_TAKEN"
        assert refusal.value.help
        assert len(list(run.results(DOCUMENT))) == 1


def test_a_text_that_is_waited_for_ends_where_another_one_begins() -> None:
    async def pieces() -> AsyncIterator[str]:
        for _ in range(3):
            await asyncio.sleep(0)
            yield f"{DOCUMENT}\n"

    async def count(run: llm_types.Normalizer) -> int:
        return len([one async for one in run.results(pieces())])

    async def both() -> list[int | BaseException]:
        run = llm_types.Normalizer()
        return await asyncio.gather(count(run), count(run), return_exceptions=True)

    first, second = asyncio.run(both())
    assert isinstance(first, llm_types.LlmTypesError)
    assert (first.code, second) == ("STREAM_TAKEN", 3)


@pytest.mark.parametrize("text", ["\ud83d\ude00", "a\ud83d\ude00", "\ude00"])
def test_halves_of_a_pair_are_refused_where_they_stand(text: str) -> None:
    for call in (llm_types.LineIndex, llm_types.checksum, llm_types.validate):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call(text)
        assert refusal.value.code == "ILL_FORMED"
        assert f"offset {len(text) - len(text.lstrip('a'))}" in refusal.value.message


def test_a_class_is_no_number() -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.LineIndex("a").position(int, "utf-8")  # type: ignore[arg-type]
    assert refusal.value.code == "WRONG_TYPE"
