"""Builders: what the author of a tool writes, and what is filled in."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta, timezone

from . import _core
from ._documents import Sources, _shelf
from ._given import object_of, wrong_type
from .drafts import OperationResultDraft, ResponseDraft
from .types_generated import OperationResult, Response

__all__ = ["build_operation_result", "build_response", "timestamp"]


def build_response(
    draft: ResponseDraft | Response,
    *,
    sources: Sources | None = None,
    now: datetime | None = None,
    random: bytes | None = None,
) -> Response:
    """Make a whole response of a draft.

    Filled in, where the draft has nothing, ``None`` or an empty string: ``schema_version``,
    ``execution_id``, ``timestamp``; in ``data``, as far as the envelope knows it,
    ``span_id``, ``match_id`` and the counts; and the lines and columns of each span whose
    text is among the sources. Four zeros in their place, and ``None`` in a member that need
    not be there, are taken for nothing, and left out. The result is checked.

    Args:
        draft: A dictionary, which may hold instances of the classes of this package. The
            types of what may be in it are in `llm_types.drafts`; a member that is in none of
            them is kept.
        sources: Source texts: they give each span its lines and columns, and prove it.
        now: The moment, with a time zone; by default now.
        random: 16 random bytes; by default those of `os.urandom`.

    Raises:
        LlmTypesError: ``INVALID_ENVELOPE``, with the pointer of the first thing that is
            wrong, a misspelt name, the version of the other wrapper and the id of another
            span included. ``LONE_SURROGATE`` for a string that is not well-formed,
            ``TOO_DEEP`` for what is nested deeper than 128, ``DUPLICATE_KEY`` for two keys
            that JSON writes alike (``1`` and ``"1"``), ``NUMBER_OUT_OF_RANGE`` for an integer
            that no double comes near, and ``WRONG_TYPE`` for what is no JSON, all with the
            pointer into the draft. ``WRONG_TYPE`` for other arguments of the wrong type, and
            ``random`` that is not 16 bytes; ``NEGATIVE_OFFSET`` for a moment before 1970, and
            ``ILL_FORMED`` for a source whose path or text is not well-formed.

    Examples:
        >>> span = {"file_path": "src/a.rs", "byte_start": 16, "byte_end": 20}
        >>> match = {"span": span, "matched_text": "TODO"}
        >>> response = build_response(
        ...     {"tool": "todo-finder", "data": {"pattern": "TODO", "matches": [match]}},
        ...     sources={"src/a.rs": "fn main() {} // TODO"},
        ... )
        >>> response.data.matches[0].span.start_col, response.data.count
        (16, 1)
    """
    text = _core.build_response(
        object_of(draft, "a draft: an object", is_draft=True),
        _millis(now, f"{_MOMENT} as `now`"),
        _entropy(random),
        _shelf(sources),
    )
    return Response.from_dict(json.loads(text))


def build_operation_result(
    draft: OperationResultDraft | OperationResult,
    *,
    sources: Sources | None = None,
    now: datetime | None = None,
    random: bytes | None = None,
) -> OperationResult:
    """Make a whole result of an operation, of a draft.

    As `build_response`; and ``operation_type`` is the ``type`` of the result, and ``status``
    is ``error`` if there is an ``error`` and ``ok`` if there is none, where the draft does
    not say.

    Raises:
        LlmTypesError: As `build_response`.

    Examples:
        >>> result = build_operation_result(
        ...     {
        ...         "message": "renamed in 1 file",
        ...         "result": {"type": "rename", "old_name": "heat", "new_name": "warm"},
        ...     }
        ... )
        >>> result.operation_type, result.status, result.result.new_name
        ('rename', 'ok', 'warm')
    """
    text = _core.build_operation_result(
        object_of(draft, "a draft: an object", is_draft=True),
        _millis(now, f"{_MOMENT} as `now`"),
        _entropy(random),
        _shelf(sources),
    )
    return OperationResult.from_dict(json.loads(text))


def timestamp(moment: datetime | None = None) -> str:
    """A moment as RFC 3339 writes it, in UTC and with milliseconds.

    Args:
        moment: With a time zone; by default now.

    Raises:
        LlmTypesError: ``WRONG_TYPE`` for a moment without a time zone;
            ``NEGATIVE_OFFSET`` for one before 1970.

    Examples:
        >>> from datetime import datetime, timezone
        >>> timestamp(datetime(2000, 2, 29, 12, 34, 56, tzinfo=timezone.utc))
        '2000-02-29T12:34:56.000Z'
    """
    return _core.timestamp(_millis(moment, f"{_MOMENT} as `moment`"))


def _entropy(random: bytes | None) -> bytes:
    return os.urandom(16) if random is None else random


def _shown(moment: object) -> str:
    return f"{moment!r}" if isinstance(moment, datetime) else type(moment).__name__


_MOMENT = "a datetime with a time zone"


def _millis(moment: datetime | None, expected: str) -> int:
    if moment is None:
        moment = datetime.now(timezone.utc)
    # A time zone that names no offset is none.
    if not isinstance(moment, datetime) or moment.utcoffset() is None:
        raise wrong_type(expected, _shown(moment))
    since = moment - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return since // timedelta(milliseconds=1)
