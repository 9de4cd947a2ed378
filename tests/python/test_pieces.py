"""What has pieces of a text, and what has none."""

from __future__ import annotations

import copy
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


def test_a_stream_is_not_copied() -> None:
    for run, name in (
        (llm_types.Enricher(), "an Enricher"),
        (llm_types.Validator(), "a Validator"),
    ):
        with pytest.raises(TypeError, match=f"copy or pickle {name}:"):
            copy.copy(run)
