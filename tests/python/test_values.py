"""What is answered as a value: exported, hashed, written and read again, shared by threads."""

from __future__ import annotations

import copy
import inspect
import json
import sys
import threading
import time
import typing
from typing import Any

import llm_types
import pytest
from files import TESTS
from llm_types import types_generated

SEARCH = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
TOLD = json.loads((TESTS / "told.json").read_text("utf-8"))
SPAN = {"file_path": "a.rs", "byte_start": 0, "byte_end": 1}


def test_every_type_of_the_wire_can_be_imported() -> None:
    assert set(types_generated.__all__) <= set(llm_types.__all__)
    for name in types_generated.__all__:
        assert hasattr(llm_types, name)
    assert list(llm_types.__all__) == sorted(llm_types.__all__)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: str(told.get("type")))
def test_an_answer_is_told_by_the_signs_of_the_core(told: dict[str, Any]) -> None:
    head = {"schema_version": "1.1.0", "execution_id": "x"}
    kind = getattr(llm_types, told["type"]) if "type" in told else dict
    data = {**head, "data": told["value"]}
    if told["value"].get("type") == "rename":
        rest = {"operation_type": "rename", "status": "ok", "message": ""}
        data = {**head, **rest, "result": told["value"]}
    envelope = llm_types.read_envelope(data)
    held = envelope.data if isinstance(envelope, llm_types.Response) else envelope.result
    assert type(held) is kind
    assert envelope.to_dict() == data


def test_what_was_cut_says_why_by_its_attributes() -> None:
    head = {"schema_version": "1.1.0", "execution_id": "x", "data": {}}
    because = {**head, "truncated": {"reason": "limit", "next": "p2"}}
    response = llm_types.read_envelope(because)
    assert isinstance(response.truncated, llm_types.Truncation)
    assert response.truncated.reason == "limit"
    assert response.to_dict() == because
    plain = llm_types.read_envelope({**head, "truncated": True})
    assert plain.truncated is True
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.read_envelope({**head, "truncated": {"next": "p2"}})
    assert refusal.value.code == "INVALID_ENVELOPE"
    assert refusal.value.pointer == "/truncated"


def test_what_is_equal_has_the_same_hash() -> None:
    for make in (
        lambda: llm_types.validate("{").diagnostics[0],
        lambda: llm_types.validate("{"),
        lambda: llm_types.normalize(SEARCH),
        lambda: llm_types.normalize(SEARCH).typed(),
        lambda: llm_types.normalize(SEARCH).changes[0],
        lambda: llm_types.detect(SEARCH),
        lambda: llm_types.convert(SEARCH, "unified"),
        lambda: llm_types.read_lines("{")[0],
        lambda: llm_types.apply_edits("a", {"unchecked": True, "edits": []}),
        lambda: llm_types.dialects()[0],
    ):
        one, other = make(), make()
        assert one == other
        assert hash(one) == hash(other)
        assert len({one, other}) == 1
    mine = types_generated.RichSpan.from_dict({**SPAN, "mine": {"a": []}})
    assert mine != types_generated.RichSpan.from_dict(SPAN)
    assert {mine: 1}[types_generated.RichSpan.from_dict({**SPAN, "mine": {"a": []}})] == 1


def test_the_results_of_edits_are_written_and_read() -> None:
    request = {"unchecked": True, "edits": [{"byte_start": 0, "byte_end": 1, "new_text": "bc"}]}
    edited = llm_types.apply_edits("a", request)
    again: Any = type(edited).from_dict(json.loads(json.dumps(edited.to_dict())))
    assert again == edited
    assert (again.text, again.map.carry(1)) == ("bc", 2)
    assert llm_types.apply_edits(b"a", request).to_dict()["text"] == b"bc"
    changes = {
        "changes": {
            "a.txt": [
                {
                    "range": {
                        "start": {"line": 0, "character": 0},
                        "end": {"line": 0, "character": 1},
                    },
                    "newText": "bc",
                }
            ]
        }
    }
    planned = llm_types.plan_edits({"a.txt": "a"}, changes, unchecked=True)
    assert planned.texts == ("bc",)
    assert type(planned).from_dict(json.loads(json.dumps(planned.to_dict()))) == planned
    for read, wrong in (
        (type(edited), {**edited.to_dict(), "text": 7}),
        (type(edited), {"text": "a"}),
        (type(edited), 7),
        (type(planned), {**planned.to_dict(), "texts": [7]}),
        (type(planned), {}),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            read.from_dict(wrong)
        assert refusal.value.code == "WRONG_TYPE"


def test_refusals_of_the_same_thing_are_equal() -> None:
    assert llm_types.read_lines("{") == llm_types.read_lines("{")
    assert llm_types.read_lines("{") != llm_types.read_lines("[")


def test_notes_are_not_of_a_refusal() -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.explain("NOT_CHAR_BOUNDRY")
    told = refusal.value.to_dict()
    # As `add_note` does from 3.11 on, and the extension module where it knows an argument.
    refusal.value.__dict__["__notes__"] = ["while working"]
    assert refusal.value.to_dict() == told


def test_an_index_is_its_own_copy() -> None:
    index = llm_types.LineIndex("a\nb")
    assert copy.copy(index) is index
    assert copy.deepcopy({"of": index})["of"] is index


def test_a_profile_counts_lines_under_every_preset() -> None:
    # NEL ends a line for Unicode and for `splitlines`, LS for ECMAScript, too.
    lines = llm_types.text_profile("a\x85b\u2028c\x1cd").lines
    assert lines["unicode"] == 3
    assert lines["python_splitlines"] == len("a\x85b\u2028c\x1cd".splitlines()) == 4
    assert set(lines) == set(typing.get_args(llm_types.LineTerminators))


def test_types_can_be_asked_for_while_the_program_runs() -> None:
    for name in llm_types.__all__:
        one = getattr(llm_types, name)
        if inspect.isclass(one):
            typing.get_type_hints(one)
            for _, method in inspect.getmembers(one, inspect.isfunction):
                if method.__module__.startswith("llm_types"):
                    typing.get_type_hints(method)
        elif inspect.isfunction(one):
            typing.get_type_hints(one)


@pytest.mark.parametrize("given", ["x", b"x", None, [1], 7, True])
def test_a_draft_is_an_object(given: Any) -> None:
    for build in (llm_types.build_response, llm_types.build_operation_result):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            build(given)
        assert refusal.value.code == "WRONG_TYPE"
        assert "a draft" in refusal.value.message


@pytest.mark.parametrize("given", [None, True, 1.5, 7])
def test_a_request_is_a_text_or_an_object(given: Any) -> None:
    for call in (
        lambda: llm_types.apply_edits("abc", given),
        lambda: llm_types.plan_edits({"a": "abc"}, given),
    ):
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.code == "WRONG_TYPE"


def test_a_string_that_is_no_text_is_refused_with_its_own_places() -> None:
    request: Any = {"unchecked": True, "edits": []}
    for options in ({"file": "a\ud800"}, {"execution_id": "a\ud800"}, {"at": "/a\ud800"}):
        for call in (
            lambda given=options: llm_types.apply_edits("a", request, **given),
            lambda given=options: llm_types.plan_edits({"a": "a"}, request, **given),
        ):
            with pytest.raises(llm_types.LlmTypesError) as refusal:
                call()
            assert refusal.value.code == "ILL_FORMED"
            assert refusal.value.byte_start in (None, 1, 2)


def test_who_names_a_scheme_names_one() -> None:
    for call in (
        lambda none: llm_types.span_id_in(none, "a", 0, 1),
        lambda none: llm_types.span_ids_in(none, [("a", 0, 1)]),
        lambda none: llm_types.match_id_in(none, "a", "b", 0, 1),
    ):
        for given in (None, 7):
            with pytest.raises(llm_types.LlmTypesError) as refusal:
                call(given)  # type: ignore[no-untyped-call]
            assert refusal.value.code == "WRONG_TYPE"


def test_what_to_do_is_what_the_registry_says() -> None:
    remedy = llm_types.explain("WRONG_TYPE").remedy
    calls: list[Any] = [
        lambda: llm_types.build_response(7),
        lambda: llm_types.write_selector("a"),
        lambda: llm_types.Span("a", (0, 1), "text"),
        lambda: llm_types.LineIndex("a").offsets([7], "utf-8"),
        lambda: llm_types.normalize(7),
    ]
    for call in calls:
        with pytest.raises(llm_types.LlmTypesError) as refusal:
            call()
        assert refusal.value.help == remedy
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        llm_types.read_envelope({})
    assert refusal.value.help == llm_types.explain("INVALID_ENVELOPE").remedy


def test_threads_share_a_stream_by_turns() -> None:
    line = SEARCH + "\n"
    pieces = line * 2000
    for make in (
        llm_types.Normalizer,
        llm_types.Validator,
        lambda: llm_types.Converter("unified"),
        llm_types.Enricher,
    ):
        run: Any = make()
        found: list[int] = []
        failed: list[BaseException] = []

        def push(run: Any = run, found: list[int] = found, failed: Any = failed) -> None:
            try:
                found.append(len(run.push(pieces)))
            except BaseException as failure:
                failed.append(failure)

        threads = [threading.Thread(target=push) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert sum(found) + len(run.finish()) == 4 * 2000


@pytest.mark.skipif(not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="there is none")
@pytest.mark.parametrize(
    "call",
    [
        llm_types.text_profile,
        llm_types.count_words,
        lambda text: llm_types.truncate_words(text, len(text)),
        lambda text: llm_types.checksum_range(text, 0, len(text)),
        lambda text: llm_types.verify_checksum(f"sha256:{'0' * 64}", text),
        lambda text: llm_types.write_pretty(f'["{text}"]'),
        lambda text: llm_types.read_lines(f'["{text}"]'),
        lambda text: llm_types.locate(f'["{text}"]', "/0"),
    ],
)
def test_a_long_call_lets_other_threads_run(call: Any) -> None:
    text = "a b " * 1_000_000
    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)
    try:
        # On a busy machine the call may be over before this thread is woken.
        assert any(_turns_during(call, text) for _ in range(100))
    finally:
        sys.setswitchinterval(interval)


def _turns_during(call: Any, text: str) -> int:
    """How often this thread ran while another was in a call that it does not leave."""
    inside, done = threading.Event(), threading.Event()

    def work() -> None:
        inside.set()
        call(text)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    inside.wait()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0)
    thread.join()
    return turns
