"""Spans: a range of bytes in a file that has a name.

Offsets are UTF-8 bytes, half-open. Lines are counted from 1, columns from 0 in UTF-8
bytes; the end is the place of the byte after the span.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, cast, final, overload

from . import _core
from ._given import member_text, wrong_type
from ._ids import SpanIdScheme
from ._plain import Read
from ._registry import Level
from ._text import LineIndex

__all__ = ["Coordinates", "Span", "SpanFinding"]


@dataclass(frozen=True, slots=True)
class Coordinates(Read):
    """Where a span starts and ends."""

    start_line: int
    """The line of the first byte, counted from 1."""

    start_col: int
    """UTF-8 bytes from the start of that line, counted from 0."""

    end_line: int
    """The line of the first byte after the span, counted from 1."""

    end_col: int
    """UTF-8 bytes from the start of that line, counted from 0."""


@dataclass(frozen=True, slots=True)
class SpanFinding(Read):
    """Something that a span states and that its text, or its id, contradicts."""

    code: str
    """Rule id or error code; see `explain`."""

    level: Level
    """How much it matters."""

    message: str
    """One line in plain words."""

    help: str
    """What to do next."""

    coordinates: Coordinates | None = None
    """What the bytes give in this text, if the stated lines and columns differ."""

    scheme: SpanIdScheme | None = None
    """The scheme that made the id, if it is not ``be64``."""

    span_id: str | None = None
    """The id in our scheme, if no scheme gives the stated one."""


@final
@dataclass(frozen=True, slots=True, init=False)
class Span:
    r"""A range of bytes in a file. Never changes.

    Ordered by path (its bytes), start and end. Two spans are equal only if their ids and
    coordinates are, too; `same_place` compares what they point at.

    Examples:
        >>> index = LineIndex("a😀é\r\ncd\n")
        >>> span = Span("golden.txt", (5, 9), index)
        >>> span.start_line, span.start_col, span.end_line, span.end_col
        (1, 5, 2, 0)
        >>> span.check(index)
        []
        >>> Span.from_dict(span.to_dict()) == span
        True
    """

    file_path: str
    """The file, as the tool spells it."""

    byte_start: int
    """First UTF-8 byte, counted from 0."""

    byte_end: int
    """One past the last byte."""

    start_line: int | None
    """The line of the first byte, counted from 1, if it is known."""

    start_col: int | None
    """UTF-8 bytes from the start of that line, counted from 0."""

    end_line: int | None
    """The line of the first byte after the span, counted from 1."""

    end_col: int | None
    """UTF-8 bytes from the start of that line, counted from 0."""

    span_id: str | None
    """The id, kept as it was read."""

    @overload
    def __init__(self, path: str, range: tuple[int, int], index: LineIndex) -> None: ...
    @overload
    def __init__(
        self,
        *,
        file_path: str,
        byte_start: int,
        byte_end: int,
        start_line: int | None,
        start_col: int | None,
        end_line: int | None,
        end_col: int | None,
        span_id: str | None,
    ) -> None: ...
    def __init__(
        self,
        path: Any = None,
        range: Any = None,
        index: Any = None,
        **members: Any,
    ) -> None:
        """A span with its id (``be64``) and its coordinates in a text.

        O(log n) in the number of lines. Of its members by their names, as
        `dataclasses.replace` and `copy.replace` give them, a span is made as `from_members`
        makes it: nothing is computed, so that an id that is not replaced stays that of the
        place before.

        Args:
            path: The file, spelt as the id is to be made of it.
            range: Start and end in UTF-8 bytes, half-open.
            index: The text of the file.
            **members: All of them, and nothing else.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``NOT_CHAR_BOUNDARY``; ``REVERSED``;
                ``INSIDE_CRLF`` if the index was built with the ``lsp`` preset.
        """
        if not members:
            _fill(self, _core.span(path, range, _lines(index)))
            return
        given = {"path": path, "range": range, "index": index}
        unknown = sorted(members.keys() - {field.name for field in fields(Span)})
        unknown += [name for name, one in given.items() if one is not None]
        if unknown:
            raise TypeError(f"a Span has no member {unknown[0]!r}")
        _fill(self, _of_members(members))

    @classmethod
    def without_text(cls, path: str, range: tuple[int, int]) -> Span:
        """A span with its id and no coordinates, where the text is not at hand.

        Raises:
            LlmTypesError: ``REVERSED``, and for numbers that are no offsets.
        """
        return _read(_core.span_without_text(path, range))

    @classmethod
    def from_members(cls, members: Mapping[str, Any]) -> Span:
        """A span of members as a document states them: nothing is computed.

        Four zeros as coordinates stand for unknown ones; members that a span does not have are
        left out.

        Raises:
            LlmTypesError: ``REVERSED``; ``LINE_ZERO``; ``PARTIAL_COORDINATES`` if some of the
                four coordinates are there and others are not; ``WRONG_TYPE``.

        Examples:
            >>> span = Span.from_members({"file_path": "a.rs", "byte_start": 4, "byte_end": 9})
            >>> span.byte_end, span.span_id
            (9, None)
        """
        return _read(_of_members(members))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Span:
        """The same as `from_members`, by the name that every class of the package has."""
        return cls.from_members(data)

    def to_dict(self) -> dict[str, Any]:
        """The members that there are, by their names on the wire."""
        members = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: member for name, member in members.items() if member is not None}

    def __replace__(self, **changes: object) -> Span:
        """The span with other members: what `copy.replace` calls."""
        members: dict[str, Any] = {it.name: getattr(self, it.name) for it in fields(self)}
        return Span(**members | changes)

    def same_place(self, other: Span) -> bool:
        """Whether both point at the same bytes of a file that is spelt alike."""
        return _core.span_same_place(_written(self), _written(other))

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies within this span, its ends included, in the same file."""
        return _core.span_contains(_written(self), _written(other))

    def compare(self, other: Span) -> int:
        """-1, 0 or 1: by path, start, end, then coordinates and id, of which none comes first."""
        return _core.span_compare(_written(self), _written(other))

    def __lt__(self, other: object) -> bool:
        return self.compare(other) < 0 if isinstance(other, Span) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.compare(other) <= 0 if isinstance(other, Span) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.compare(other) > 0 if isinstance(other, Span) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.compare(other) >= 0 if isinstance(other, Span) else NotImplemented

    def intersect(self, other: Span) -> Span | None:
        """What both spans have in common.

        ``None`` in different files, and if a byte or more lies between them; spans that only
        touch share an empty one. Unless one lies within the other, the answer has no
        coordinates, because they need the text.
        """
        common = _core.span_intersect(_written(self), _written(other))
        return None if common is None else _read(common)

    def shift(self, bytes: int) -> Span:
        """The span moved by UTF-8 bytes, towards the start of the file if negative.

        The id is computed anew, the coordinates are dropped.

        Raises:
            LlmTypesError: ``NEGATIVE_OFFSET`` if it would start before the file;
                ``UNSAFE_INTEGER``; ``NOT_AN_INTEGER``; ``WRONG_TYPE``.
        """
        return _read(_core.span_shift(_written(self), bytes))

    def check(self, index: LineIndex) -> list[SpanFinding]:
        """Check the range and the coordinates against the text of the file.

        Empty if the text proves them. The id needs no text: see `check_id`.
        """
        return _findings(_core.span_check(_written(self), _lines(index)))

    def check_id(self) -> list[SpanFinding]:
        """Check how the id is spelt and which scheme made it.

        Empty for our scheme, and for no id.
        """
        return _findings(_core.span_check_id(_written(self)))


def _of_members(members: Mapping[str, Any]) -> str:
    if not isinstance(members, Mapping):
        raise wrong_type("the members of a span", type(members).__name__)
    given = members.get
    for name in ("file_path", "byte_start", "byte_end"):
        if name not in members:
            raise wrong_type("the members of a span", f"an object without `{name}`")
    path = member_text(given("file_path"), "file_path")
    span_id = None if given("span_id") is None else member_text(given("span_id"), "span_id")
    # Whatever else is no member the core refuses, and says which it is.
    start, end = cast("tuple[int, int]", (given("byte_start"), given("byte_end")))
    places = (given("start_line"), given("start_col"), given("end_line"), given("end_col"))
    return _core.span_from_members(path, start, end, places, span_id)


def _fill(span: Span, text: str) -> Span:
    members = json.loads(text)
    for field in fields(Span):
        object.__setattr__(span, field.name, members.get(field.name))
    return span


def _read(text: str) -> Span:
    return _fill(Span.__new__(Span), text)


def _written(span: Span) -> str:
    if not isinstance(span, Span):
        raise wrong_type("a Span", type(span).__name__)
    return json.dumps(span.to_dict())


def _lines(index: LineIndex) -> _core.LineIndex:
    if not isinstance(index, LineIndex):
        raise wrong_type("a LineIndex", type(index).__name__)
    return index._core


def _findings(text: str) -> list[SpanFinding]:
    found = json.loads(text)
    for finding in found:
        if "coordinates" in finding:
            finding["coordinates"] = Coordinates(**finding["coordinates"])
    return [SpanFinding(**finding) for finding in found]
