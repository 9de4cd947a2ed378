"""JSON, strictly.

What hosts understand differently is refused, and every value has a place.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from . import _core
from ._error import LlmTypesError
from ._given import json_of, wrong_type
from ._plain import Read

__all__ = [
    "JsonLine",
    "Place",
    "canonicalize",
    "locate",
    "read_lines",
    "write_canonical",
    "write_compact",
    "write_pretty",
]


@dataclass(frozen=True, slots=True)
class Place(Read):
    """Where a value stands in a JSON text."""

    pointer: str
    """JSON Pointer (RFC 6901) of the value; the empty string is the document."""

    byte_start: int
    """First UTF-8 byte of the value."""

    byte_end: int
    """One past its last byte."""

    line: int
    """Line of ``byte_start``, counted from 1."""

    column_utf8: int
    """Column of ``byte_start`` in UTF-8 bytes, counted from 0."""

    column_utf16: int
    """The same column in UTF-16 code units."""

    column_utf32: int
    """The same column in code points, as Python counts."""

    key_start: int | None = None
    """For a member of an object: byte offset of the opening quote of its key."""

    key_end: int | None = None
    """For a member of an object: one past the closing quote of its key."""


def canonicalize(text: str | bytes | bytearray | memoryview) -> str:
    """Read a JSON text strictly and write it in the canonical form of RFC 8785.

    Args:
        text: A string, or bytes in UTF-8.

    Raises:
        LlmTypesError: With ``pointer``, ``byte_start``, ``byte_end``, ``line`` and
            ``column`` of the first thing that is wrong: a duplicate key, a lone
            surrogate, a number beyond a double, a depth above 128, or a text that is
            not JSON, in which case the code says what it looks like.

    Examples:
        >>> canonicalize('{"b": 1.0, "a": []}')
        '{"a":[],"b":1}'
    """
    return _core.canonicalize(text)


def write_canonical(value: object) -> str:
    """Write a value, such as an envelope that was built, in the canonical form of RFC 8785.

    These are the bytes that every language writes of it. A number is written as the double that
    is nearest to it, which the form demands: ids beyond 2**53 belong in strings.

    Args:
        value: A mapping or a list, or an instance of a class of this package that has
            ``to_dict``; such may be anywhere in it. What is a JSON text already,
            `canonicalize` takes.

    Raises:
        LlmTypesError: ``WRONG_TYPE`` for what is no JSON, ``LONE_SURROGATE`` for a string that
            is not well-formed, ``TOO_DEEP`` for what is nested deeper than 128,
            ``DUPLICATE_KEY`` for two keys that JSON writes alike (``1`` and ``"1"``), and
            ``NUMBER_OUT_OF_RANGE`` for an integer that no double comes near, all with
            ``pointer``.

    Examples:
        >>> write_canonical({"b": 1.0, "a": ["\u00e9"]})
        '{"a":["\u00e9"],"b":1}'
    """
    expected = "a value to write: a mapping or a list"
    written = json_of(value, expected, is_draft=True)
    if not written.startswith(("{", "[")):
        raise wrong_type(expected, type(value).__name__)
    return _core.write_canonical(written)


def locate(text: str | bytes | bytearray | memoryview, pointer: str) -> Place:
    r"""Find the place of the value at a JSON Pointer.

    Args:
        text: A string, or bytes in UTF-8.
        pointer: RFC 6901, for example ``/spans/0/byte_start``; ``""`` is the document.

    Raises:
        LlmTypesError: As `canonicalize`; ``POINTER_SYNTAX``; ``POINTER_NOT_FOUND``, with
            the place of the deepest value on the way.

    Examples:
        >>> place = locate('{\n  "é": {"a": 1}}', "/é/a")
        >>> place.line, place.column_utf32, place.byte_start
        (2, 13, 16)
    """
    return Place(**json.loads(_core.locate(text, pointer)))


def write_compact(text: str | bytes | bytearray | memoryview) -> str:
    """Read a JSON text strictly and write it without the white space between its values.

    Members keep their order, numbers their digits.

    Raises:
        LlmTypesError: As `canonicalize`.

    Examples:
        >>> write_compact('{"b": 1.0, "a": []}')
        '{"b":1.0,"a":[]}'
    """
    return _core.write_compact(text)


def write_pretty(text: str | bytes | bytearray | memoryview) -> str:
    """Read a JSON text strictly and write it for people.

    A value a line, two spaces a depth. Members keep their order, numbers their digits.

    Raises:
        LlmTypesError: As `canonicalize`.

    Examples:
        >>> print(write_pretty("[1]").strip())
        [
          1
        ]
    """
    return _core.write_pretty(text)


@dataclass(frozen=True, slots=True)
class JsonLine(Read):
    """A line of JSON Lines."""

    line: int
    """Counted from 1; blank lines are counted and left out."""

    byte_start: int
    """First UTF-8 byte of the line in the whole text."""

    byte_end: int
    """One past its last byte, without the terminator."""

    error: LlmTypesError | None = None
    """Why the line is refused, with its place in the whole text; None if it is a document."""


def read_lines(text: str | bytes | bytearray | memoryview) -> list[JsonLine]:
    r"""Read JSON Lines (NDJSON) strictly, each line on its own.

    A bad line does not keep the others from being read. Lines of white space are left out.

    Raises:
        LlmTypesError: ``ILL_FORMED`` for a string with a lone surrogate.

    Examples:
        >>> [(it.line, it.error is None) for it in read_lines('{"a": 1}\n\noops\n[2]\n')]
        [(1, True), (3, False), (4, True)]
    """
    return [JsonLine.from_dict(line) for line in json.loads(_core.read_lines(text))]
