"""Wrong numbers: the refusal says which argument it was, and what that takes."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone
from typing import Any

import llm_types
import pytest

DOCUMENT = '{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}'
SPAN = {"file_path": "a", "byte_start": 0, "byte_end": 1}
INDEX = llm_types.LineIndex("a")
SPAN_OF_A = llm_types.Span.without_text("a", (0, 1))
LONG_AGO = datetime(1950, 1, 1, tzinfo=timezone.utc)
COUNT = "an integer from 0 to 9007199254740991"


@pytest.mark.parametrize(
    ("call", "code", "name", "takes"),
    [
        *(
            (
                lambda name=name: llm_types.validate(
                    DOCUMENT, read=llm_types.ReadOptions(**{name: math.inf})
                ),
                "NOT_AN_INTEGER",
                name,
                COUNT,
            )
            for name in (
                "max_depth",
                "max_bytes",
                "max_string_bytes",
                "max_number_bytes",
                "max_items",
            )
        ),
        (
            lambda: llm_types.enrich(DOCUMENT, context_lines=-1),
            "NEGATIVE_OFFSET",
            "context_lines",
            COUNT,
        ),
        (lambda: llm_types.truncate_words("a", 1.5), "NOT_AN_INTEGER", "max_words", COUNT),
        (lambda: llm_types.preview("a", -1), "NEGATIVE_OFFSET", "max_length", COUNT),
        (lambda: llm_types.pagination(-1, 0), "NEGATIVE_OFFSET", "word_count", COUNT),
        (lambda: llm_types.pagination(1, 2**53), "UNSAFE_INTEGER", "page", COUNT),
        (lambda: llm_types.pagination(1, 0, math.nan), "NOT_AN_INTEGER", "page_words", COUNT),
        (lambda: INDEX.is_char_boundary(-1), "NEGATIVE_OFFSET", "offset", COUNT),
        (lambda: INDEX.lines_range(0, -1, "to_content_end"), "NEGATIVE_OFFSET", "last", COUNT),
        (lambda: INDEX.expand_range((0, -1)), "NEGATIVE_OFFSET", "end", COUNT),
        (lambda: INDEX.offset((-1, 0), "utf-8"), "NEGATIVE_OFFSET", "line", COUNT),
        (lambda: llm_types.span_ids([("a", -1, 0)]), "NEGATIVE_OFFSET", "start", COUNT),
        (lambda: llm_types.match_id("n", "a", 0, 1.5), "NOT_AN_INTEGER", "end", COUNT),
        (lambda: llm_types.checksum_range("a", -1, 0), "NEGATIVE_OFFSET", "start", COUNT),
        (
            lambda: llm_types.Span.from_dict({**SPAN, "byte_end": -1}),
            "NEGATIVE_OFFSET",
            "byte_end",
            COUNT,
        ),
        (
            lambda: llm_types.Span.from_dict({**SPAN, "end_col": -1}),
            "NEGATIVE_OFFSET",
            "end_col",
            COUNT,
        ),
        *(
            (
                lambda by=by: SPAN_OF_A.shift(by),
                code,
                "bytes",
                "an integer from -9007199254740991 to 9007199254740991",
            )
            for by, code in (
                (2**53, "UNSAFE_INTEGER"),
                (-(2**53), "UNSAFE_INTEGER"),
                (2**80, "UNSAFE_INTEGER"),
                (-1e300, "UNSAFE_INTEGER"),
                (1.5, "NOT_AN_INTEGER"),
                (math.nan, "NOT_AN_INTEGER"),
                ("1", "WRONG_TYPE"),
                (True, "WRONG_TYPE"),
            )
        ),
        (lambda: llm_types.timestamp(LONG_AGO), "NEGATIVE_OFFSET", "moment", "1970 to 9999"),
        (
            lambda: llm_types.build_response({"data": {}}, now=LONG_AGO),
            "NEGATIVE_OFFSET",
            "now",
            "1970 to 9999",
        ),
        (
            lambda: llm_types.timestamp(
                datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-2)))
            ),
            "WRONG_TYPE",
            "moment",
            "1970 to 9999",
        ),
    ],
)
def test_a_number_that_is_refused_is_named(call: Any, code: str, name: str, takes: str) -> None:
    with pytest.raises(llm_types.LlmTypesError) as refusal:
        call()
    assert refusal.value.code == code
    expected, _ = refusal.value.message.split(", found ")
    assert expected.endswith(f" as `{name}`")
    assert takes in expected


def test_a_shift_may_be_written_with_a_fraction_of_nothing() -> None:
    assert SPAN_OF_A.shift(2.0).shift(-1.0) == SPAN_OF_A.shift(1)
