"""Places in text, for Python.

A Python string is indexed by code point, so a ``"utf-32"`` column is the number
you can index its line with. The offsets in an envelope are UTF-8 bytes and are
not: convert them first, or index ``text.encode()``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, cast, final

from . import _core
from ._given import strings, wrong_type
from ._plain import Read, Shared, named
from ._reading import made_of

# `get_type_hints` needs every name in the types of a function while the program runs.
if TYPE_CHECKING:
    from typing_extensions import Buffer

    _Column: TypeAlias = array[int]
else:
    # Before 3.12, neither has a buffer a name nor `array` an item.
    Buffer = Any
    _Column = array

__all__ = [
    "AmbiguousEol",
    "BomPolicy",
    "ByteRange",
    "EndRule",
    "IllFormedPolicy",
    "LineIndex",
    "LineTerminators",
    "Position",
    "PositionEncoding",
    "PositionRange",
    "Positions",
    "Rounding",
    "TextProfile",
    "WholeLines",
    "text_profile",
]

PositionEncoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]
"""What a column counts, spelled as the Language Server Protocol spells it."""

LineTerminators: TypeAlias = Literal[
    "lf_crlf", "lf", "lsp", "ecmascript", "unicode", "python_splitlines"
]
"""A named set of line terminators: LF and CRLF; LF alone; what LSP, ECMAScript, Unicode
(UAX #14), or `str.splitlines` breaks at."""

BomPolicy: TypeAlias = Literal["count", "strip"]
"""Whether a leading byte order mark counts in the columns of line 0."""

IllFormedPolicy: TypeAlias = Literal["error", "replacement"]
"""How columns are counted where the bytes are not UTF-8: not at all, or as U+FFFD."""

Rounding: TypeAlias = Literal["floor", "ceil"]
"""Which way to go from a place inside a character."""

EndRule: TypeAlias = Literal["after", "last_byte", "inclusive"]
"""Which position stands for the end of a range: that of the byte after it (LSP); one past
its last byte, on that byte's line (RFD-0028); or its last code unit (Glean)."""

WholeLines: TypeAlias = Literal["to_content_end", "with_terminator"]
"""Whether a region of whole lines includes the terminator of its last line."""


class Position(NamedTuple):
    """A line and a column, both counted from 0. What the column counts is not part of it."""

    line: int
    """Line, counted from 0."""

    column: int
    """Column, counted from 0."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Position:
        """Read the object that `json.loads` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``.
        """
        return made_of(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """The members by name; as a tuple, `json` would write a list."""
        return named(self)


class ByteRange(NamedTuple):
    """A half-open range of UTF-8 bytes: ``start`` is included, ``end`` is not."""

    start: int
    """First byte, counted from 0."""

    end: int
    """One past the last byte."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ByteRange:
        """Read the object that `json.loads` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``.
        """
        return made_of(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """The members by name; as a tuple, `json` would write a list."""
        return named(self)


class PositionRange(NamedTuple):
    """Where a range starts and where it ends."""

    start: Position
    """The position of the first byte."""

    end: Position
    """The position that stands for the end, under the rule that was asked for."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PositionRange:
        """Read the object that `json.loads` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``.
        """
        return made_of(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """The members by name; as a tuple, `json` would write a list."""
        return named(self)


class Positions(NamedTuple):
    """Many positions, each member of its own: no object for each."""

    lines: _Column
    """The lines, counted from 0."""

    columns: _Column
    """The columns, counted from 0; as many as there are lines."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Positions:
        """Read the object that `json.loads` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``.
        """
        return made_of(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """The members by name; as a tuple, `json` would write a list."""
        return named(self)


_T = TypeVar("_T")

Integers: TypeAlias = Iterable[int] | Buffer
"""A list, an iterable, or anything with a buffer of integers (`array`, NumPy)."""

PositionsInput: TypeAlias = Positions | Iterable[tuple[int, int]]


@final
class LineIndex(Shared):
    r"""A text and where its lines are: every way between byte offsets and positions.

    It keeps a copy of the text and never changes, so threads may share it. Build one
    for a text and ask it often: building is one pass over the text, a question takes
    time that does not grow with it. Plain methods are strict: they answer exactly or
    raise, and their inverse gives back what went in. A method that clamps says
    ``clamped``, one that rounds says ``rounded``.

    Every offset is in UTF-8 bytes from the start of the text; the offset after the
    last byte is valid. Lines and columns are counted from 0.

    Examples:
        >>> text = "🚀 Woo"
        >>> index = LineIndex(text)
        >>> index.position(5, "utf-32")
        Position(line=0, column=2)
        >>> text[2]
        'W'
        >>> index.offset((0, 2), "utf-32")
        5
        >>> index.position(2, "utf-16")
        Traceback (most recent call last):
        llm_types.LlmTypesError: NOT_CHAR_BOUNDARY: byte offset 2 is inside the character at 0..4
    """

    __slots__ = ("_core",)
    _core: _core.LineIndex

    def __copy__(self) -> LineIndex:
        # It never changes: a copy is of no use to anybody.
        return self

    def __deepcopy__(self, memo: object) -> LineIndex:
        return self

    def __init__(
        self,
        text: str | bytes | bytearray | memoryview,
        *,
        terminators: LineTerminators | Sequence[str] = "lf_crlf",
        bom: BomPolicy = "count",
        ill_formed: IllFormedPolicy = "error",
    ) -> None:
        """Index a text. Time O(n).

        Args:
            text: A string, or bytes that should be UTF-8. Bytes are copied.
            terminators: What ends a line: a preset, or a list of sequences of which the
                longest that matches ends it.
            bom: Whether a leading byte order mark counts in columns.
            ill_formed: How columns are counted where the bytes are not UTF-8.

        Raises:
            LlmTypesError: ``ILL_FORMED`` for a string with a lone surrogate;
                ``UNKNOWN_TERMINATORS`` or ``UNKNOWN_OPTION`` for an unknown word.
        """
        preset, sequences = (
            (terminators, None)
            if isinstance(terminators, str)
            else (None, strings(terminators, "terminators", "a str or a list of str"))
        )
        self._core = _core.LineIndex(text, preset, sequences, bom, ill_formed)

    def __repr__(self) -> str:
        """Say how much text there is, not which."""
        return f"<LineIndex of {self.byte_length} bytes, {self.line_count} lines>"

    @property
    def byte_length(self) -> int:
        """The length of the text in UTF-8 bytes."""
        return self._core.byte_length

    @property
    def line_count(self) -> int:
        """How many lines there are; 1 for the empty text."""
        return self._core.line_count

    @property
    def is_ascii(self) -> bool:
        """Whether every byte is ASCII, so that all encodings count alike."""
        return self._core.is_ascii

    @property
    def is_well_formed(self) -> bool:
        """Whether the bytes are UTF-8."""
        return self._core.is_well_formed

    @property
    def index_bytes(self) -> int:
        """Bytes of memory that the index takes beside the text."""
        return self._core.index_bytes

    def length_in(self, encoding: PositionEncoding) -> int:
        """The length of the text in an encoding, ill-formed bytes replaced.

        Raises:
            LlmTypesError: ``UNKNOWN_ENCODING``.
        """
        return self._core.length_in(encoding)

    def position(self, offset: int, encoding: PositionEncoding) -> Position:
        """The line and column of a byte offset.

        Args:
            offset: UTF-8 bytes from the start of the text, 0 to its length.
            encoding: What the returned column counts. There is no default.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``NOT_CHAR_BOUNDARY`` inside a
                character, with ``byte_start`` and ``byte_end`` of the character;
                ``INSIDE_CRLF`` under ``"lsp"``; ``INVALID_UTF8`` on a line that is not;
                ``NOT_AN_INTEGER``, ``NEGATIVE_OFFSET`` or ``UNSAFE_INTEGER`` for a number
                that is no offset.
        """
        return Position(*self._core.position(offset, encoding))

    def position_clamped(self, offset: int, encoding: PositionEncoding) -> Position:
        """The line and column of a byte offset, brought inside the text.

        Beyond the end it is the end, inside a character its start, between CR and LF the
        place before CR.

        Raises:
            LlmTypesError: ``UNKNOWN_ENCODING``, or the number is no offset at all.
        """
        return Position(*self._core.position_clamped(offset, encoding))

    def position_rounded(
        self, offset: int, encoding: PositionEncoding, rounding: Rounding
    ) -> Position:
        """As `position`, but inside a character it goes to its start or its end.

        Raises:
            LlmTypesError: As `position`, save ``NOT_CHAR_BOUNDARY``.
        """
        return Position(*self._core.position_rounded(offset, encoding, rounding))

    def offset(self, position: tuple[int, int], encoding: PositionEncoding) -> int:
        """The byte offset of a line and column: the exact inverse of `position`.

        Args:
            position: A `Position`, or a pair of line and column.
            encoding: What the column counts. There is no default.

        Raises:
            LlmTypesError: ``LINE_OUT_OF_RANGE``; ``COL_OUT_OF_RANGE`` beyond the line;
                ``SPLIT_SURROGATE`` or ``NOT_CHAR_BOUNDARY`` inside a character;
                ``INVALID_UTF8`` on a line that is not UTF-8; and for numbers that are not lines
                or columns.
        """
        return self._core.offset(position, encoding)

    def offset_clamped(self, position: tuple[int, int], encoding: PositionEncoding) -> int:
        """The byte offset of a line and column, or of the nearest place that there is.

        A column beyond the line is its end without the terminator, a line beyond the text
        its end. That is what LSP wants of an index with ``terminators="lsp", bom="strip"``.

        Raises:
            LlmTypesError: ``UNKNOWN_ENCODING``, or a number that is no column.
        """
        return self._core.offset_clamped(position, encoding)

    def offset_rounded(
        self, position: tuple[int, int], encoding: PositionEncoding, rounding: Rounding
    ) -> int:
        """As `offset`, but inside a character it goes to its start or its end.

        Raises:
            LlmTypesError: As `offset`, save ``SPLIT_SURROGATE`` and ``NOT_CHAR_BOUNDARY``.
        """
        return self._core.offset_rounded(position, encoding, rounding)

    def positions(self, offsets: Integers, encoding: PositionEncoding) -> Positions:
        r"""`position` for many offsets, in any order. Sorted offsets are fastest.

        Args:
            offsets: A list, an iterable, or a buffer of integers, which crosses in one piece.
            encoding: What the returned columns count.

        Raises:
            LlmTypesError: As `position`, with ``index`` of the first bad element.

        Examples:
            >>> found = LineIndex("a\né!").positions([0, 4], "utf-16")
            >>> list(found.lines), list(found.columns)
            ([0, 1], [0, 1])
        """
        lines, columns = self._core.positions(offsets, encoding, False)
        return Positions(array("Q", lines), array("Q", columns))

    def positions_clamped(self, offsets: Integers, encoding: PositionEncoding) -> Positions:
        """`position_clamped` for many offsets.

        Raises:
            LlmTypesError: With ``index`` of the first element that is no offset.
        """
        lines, columns = self._core.positions(offsets, encoding, True)
        return Positions(array("Q", lines), array("Q", columns))

    def offsets(self, positions: PositionsInput, encoding: PositionEncoding) -> _Column:
        """`offset` for many positions, in any order.

        Args:
            positions: What `positions` returned, or an iterable of pairs.
            encoding: What the columns count.

        Raises:
            LlmTypesError: As `offset`, with ``index`` of the first bad element.
        """
        return array("Q", self._core.offsets(*_columns(positions), encoding, False))

    def offsets_clamped(self, positions: PositionsInput, encoding: PositionEncoding) -> _Column:
        """`offset_clamped` for many positions.

        Raises:
            LlmTypesError: With ``index`` of the first element that is no position.
        """
        return array("Q", self._core.offsets(*_columns(positions), encoding, True))

    def convert_offset(
        self, offset: int, from_encoding: PositionEncoding, to_encoding: PositionEncoding
    ) -> int:
        r"""The same place in another unit, both counted from the start of the text.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``NOT_CHAR_BOUNDARY`` or
                ``SPLIT_SURROGATE`` inside a character; ``INVALID_UTF8`` where a byte before
                the place is not.

        Examples:
            >>> text = "é\n😀!"
            >>> text[LineIndex(text).convert_offset(7, "utf-8", "utf-32")]
            '!'
        """
        return self._core.convert_offset(offset, from_encoding, to_encoding)

    def convert_offsets(
        self, offsets: Integers, from_encoding: PositionEncoding, to_encoding: PositionEncoding
    ) -> _Column:
        """`convert_offset` for many offsets, in any order.

        Raises:
            LlmTypesError: As `convert_offset`, with ``index`` of the first bad element.
        """
        return array("Q", self._core.convert_offsets(offsets, from_encoding, to_encoding))

    def line_range(self, line: int) -> ByteRange:
        """The bytes of a line, with its terminator.

        Raises:
            LlmTypesError: ``LINE_OUT_OF_RANGE``.
        """
        return ByteRange(*self._core.line_range(line))

    def line_content_range(self, line: int) -> ByteRange:
        """The bytes of a line, without its terminator.

        Raises:
            LlmTypesError: ``LINE_OUT_OF_RANGE``.
        """
        return ByteRange(*self._core.line_content_range(line))

    def lines_range(self, first: int, last: int, whole: WholeLines) -> ByteRange:
        """The bytes of whole lines, for formats that give lines and no columns.

        Args:
            first: First line, counted from 0.
            last: Last line, included.
            whole: Whether the terminator of the last line belongs to it.

        Raises:
            LlmTypesError: ``LINE_OUT_OF_RANGE``; ``REVERSED``.
        """
        return ByteRange(*self._core.lines_range(first, last, whole))

    def range_positions(
        self, byte_range: tuple[int, int], encoding: PositionEncoding, end_rule: EndRule = "after"
    ) -> PositionRange:
        r"""Both ends of a range as positions. An empty range ends where it starts.

        Raises:
            LlmTypesError: As `position`, for either end; ``REVERSED``.

        Examples:
            >>> index = LineIndex("ab\n")
            >>> index.range_positions((0, 3), "utf-16").end
            Position(line=1, column=0)
            >>> index.range_positions((0, 3), "utf-16", "last_byte").end
            Position(line=0, column=3)
        """
        first, last = self._core.range_positions(byte_range, encoding, end_rule)
        return PositionRange(Position(*first), Position(*last))

    def positions_range(
        self,
        positions: tuple[tuple[int, int], tuple[int, int]],
        encoding: PositionEncoding,
        end_rule: EndRule = "after",
    ) -> ByteRange:
        """The range between two positions: the inverse of `range_positions`.

        Raises:
            LlmTypesError: As `offset`, for either end; ``REVERSED``.
        """
        start, end = _pair(positions)
        return ByteRange(*self._core.positions_range(start, end, encoding, end_rule))

    def is_char_boundary(self, offset: int) -> bool:
        """Whether a byte offset lies between two characters; ``False`` beyond the end.

        Raises:
            LlmTypesError: If the number is no offset at all.
        """
        return self._core.is_char_boundary(offset)

    def floor_char_boundary(self, offset: int) -> int:
        """The start of the character around a byte offset; the offset itself at a boundary.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``.
        """
        return self._core.floor_char_boundary(offset)

    def ceil_char_boundary(self, offset: int) -> int:
        """The end of the character around a byte offset; the offset itself at a boundary.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``.
        """
        return self._core.ceil_char_boundary(offset)

    def expand_range(self, byte_range: tuple[int, int]) -> ByteRange:
        """The smallest range of whole characters around a range.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``REVERSED``.
        """
        return ByteRange(*self._core.expand_range(byte_range))


def _columns(positions: PositionsInput) -> tuple[Integers, Integers]:
    if isinstance(positions, Positions):
        return positions.lines, positions.columns
    try:
        pairs = [_pair(it, index) for index, it in enumerate(positions)]
    except TypeError:
        raise wrong_type("positions", type(positions).__name__) from None
    return [line for line, _ in pairs], [column for _, column in pairs]


def _pair(value: tuple[_T, _T], index: int | None = None) -> tuple[_T, _T]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise wrong_type("a pair", type(value).__name__, index=index)
    return value


@dataclass(frozen=True, slots=True)
class AmbiguousEol(Read):
    """A text on which the presets of line terminators count different lines."""

    offset: int
    """Byte offset of the first character that only some presets break at."""

    lsp_delta: int
    """Lines that ``lsp`` has beyond ``lf_crlf``."""

    ecmascript_delta: int
    """Lines that ``ecmascript`` has beyond ``lf_crlf``."""

    python_splitlines_delta: int
    """Lines that ``python_splitlines`` has beyond ``lf_crlf``."""


@dataclass(frozen=True, slots=True)
class TextProfile(Read):
    """The facts of a text that decide whether tools agree on positions in it."""

    byte_len: int
    """Length in UTF-8 bytes."""

    utf16_len: int
    """Length in UTF-16 code units, ill-formed bytes replaced."""

    utf32_len: int
    """Length in code points, ill-formed bytes replaced."""

    bom: bool
    """Whether a byte order mark leads the text."""

    ascii: bool
    """Whether every byte is ASCII."""

    lines: Mapping[LineTerminators, int] = field(hash=False)
    """How many lines each preset sees."""

    lints: tuple[str, ...]
    """Rule ids that the text gives rise to: ``AMBIGUOUS_EOL``, ``BOM_PRESENT``."""

    ill_formed_at: int | None = None
    """Byte offset of the first ill-formed sequence; ``None`` for UTF-8."""

    ambiguous_eol: AmbiguousEol | None = None
    """Where the presets part; ``None`` where they agree."""


def text_profile(text: str | bytes | bytearray | memoryview) -> TextProfile:
    r"""Look a text over, whatever its bytes are. Time O(n).

    Raises:
        LlmTypesError: ``ILL_FORMED`` for a string with a lone surrogate.

    Examples:
        >>> profile = text_profile("a\rb\n")
        >>> profile.lines["lf_crlf"], profile.lines["lsp"], profile.lints
        (2, 3, ('AMBIGUOUS_EOL',))
    """
    raw = cast("dict[str, Any]", json.loads(_core.text_profile(text)))
    ambiguous = raw.pop("ambiguous_eol", None)
    return TextProfile(
        **{**raw, "lints": tuple(raw["lints"])},
        ambiguous_eol=None if ambiguous is None else AmbiguousEol(**ambiguous),
    )
