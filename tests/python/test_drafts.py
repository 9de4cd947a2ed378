"""The types of what builders take: what must be there, and what they are made of."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

import llm_types
import pytest
from llm_types import drafts


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("ResponseDraft", {"data"}),
        ("_NamedOperationResultDraft", {"message", "operation_type"}),
        ("_ToldOperationResultDraft", {"message", "result"}),
        ("SearchResponseDraft", {"pattern", "matches"}),
        ("TextMatchDraft", {"span", "matched_text"}),
        ("RichSpanDraft", {"file_path", "byte_start", "byte_end"}),
        ("RenameResultDraft", {"type", "old_name", "new_name"}),
        ("ToolDiagnosticDraft", {"level", "message"}),
    ],
)
def test_what_a_builder_fills_in_need_not_be_there(name: str, needed: set[str]) -> None:
    assert getattr(drafts, name).__required_keys__ == needed


def test_a_draft_has_the_members_of_its_class() -> None:
    assert drafts.__all__ == sorted(drafts.__all__)
    for name in drafts.__all__:
        cls = getattr(llm_types, name.removesuffix("Draft"))
        members = {it.name for it in dataclasses.fields(cls)} - {"extra"}
        draft = getattr(drafts, name)
        for one in typing.get_args(draft) or [draft]:
            assert set(typing.get_type_hints(one)) == members


def test_the_drafts_that_builders_take_can_be_imported_with_them() -> None:
    for build, draft in (
        (llm_types.build_response, llm_types.ResponseDraft),
        (llm_types.build_operation_result, llm_types.OperationResultDraft),
    ):
        taken = typing.get_args(typing.get_type_hints(build)["draft"])
        assert set(typing.get_args(draft) or [draft]) < set(taken)


def test_a_draft_of_what_must_be_there_is_enough() -> None:
    match: drafts.TextMatchDraft = {
        "span": {"file_path": "a.rs", "byte_start": 0, "byte_end": 1},
        "matched_text": "x",
    }
    data: drafts.SearchResponseDraft = {"pattern": "x", "matches": [match]}
    response = llm_types.build_response({"data": data})
    assert isinstance(response.data, llm_types.SearchResponse)
    assert response.data.count == 1


@pytest.mark.parametrize("level", ["error", "warning", "note", "help"])
def test_words_are_those_that_the_builder_takes(level: Any) -> None:
    words = typing.get_type_hints(drafts.ToolDiagnosticDraft)["level"]
    assert level in typing.get_args(words)
    draft: Any = {"data": {}, "diagnostics": [{"level": level, "message": "m"}]}
    assert llm_types.build_response(draft)
    draft["diagnostics"][0]["level"] = "fine"
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.build_response(draft)
    assert refusal.value.pointer == "/diagnostics/0/level"
