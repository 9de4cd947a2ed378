"""An independent model of rules P1 to P13, written for clarity and not for speed.

Nothing here knows the library. A text is a Python string; every width is what
Python's own encoders say (`str.encode("utf-8")`, `str.encode("utf-16-le")`);
lines are cut by walking the characters one at a time. Whatever is computed
here is the expectation, and the hosts must agree with it.

The order of the rows that a text gives is the canonical line format of
`tests/README.md` ("Sheets").
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

ENCODINGS = ("utf-8", "utf-16", "utf-32")
END_RULES = ("after", "last_byte", "inclusive")
BOM = "\ufeff"

#: Line terminators of each preset, longest first (rule P6).
TERMINATORS = {
    "lf_crlf": ("\r\n", "\n"),
    "lf": ("\n",),
    "lsp": ("\r\n", "\n", "\r"),
    "ecmascript": ("\r\n", "\n", "\r", "\u2028", "\u2029"),
    "unicode": ("\r\n", "\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029"),
    "python_splitlines": (
        "\r\n",
        "\n",
        "\r",
        "\v",
        "\f",
        "\x1c",
        "\x1d",
        "\x1e",
        "\x85",
        "\u2028",
        "\u2029",
    ),
}


class RefusedError(Exception):
    """An expected refusal; the text is the error code."""


class Line(NamedTuple):
    """Character numbers: where it starts, where its content ends, where it ends."""

    start: int
    content: int
    end: int


class Inside(NamedTuple):
    """The characters around a number that is not on a boundary."""

    floor: int
    ceil: int
    code: str


@lru_cache(maxsize=8)
def widths(text: str, encoding: str) -> list[int]:
    """Code units from the start of `text` to each of its characters and its end."""
    if encoding == "utf-8":
        return [len(text[:i].encode("utf-8")) for i in range(len(text) + 1)]
    if encoding == "utf-16":
        return [len(text[:i].encode("utf-16-le")) // 2 for i in range(len(text) + 1)]
    return list(range(len(text) + 1))


def cut(text: str, terminators: tuple[str, ...]) -> list[Line]:
    """Lines of `text`; a final terminator is followed by an empty line (rule P8)."""
    lines, start, at = [], 0, 0
    while at < len(text):
        found = next((t for t in terminators if text.startswith(t, at)), None)
        if found is None:
            at += 1
            continue
        lines.append(Line(start, at, at + len(found)))
        at += len(found)
        start = at
    lines.append(Line(start, len(text), len(text)))
    return lines


class Model:
    """One text under one set of options. All numbers are as the library's."""

    def __init__(self, text: str, terminators: str = "lf_crlf", bom: str = "count") -> None:
        self.text = text
        self.preset = terminators
        self.units = {encoding: widths(text, encoding) for encoding in ENCODINGS}
        self.bytes = self.units["utf-8"]
        self.length = self.bytes[-1]
        self.char_at = {offset: i for i, offset in enumerate(self.bytes)}
        self.lines = cut(text, TERMINATORS[terminators])
        self.line_of = [0] * (len(text) + 1)
        for number, line in enumerate(self.lines):
            self.line_of[line.start :] = [number] * (len(text) + 1 - line.start)
        self.one_crlf = terminators != "lf"
        self.strip = bom == "strip" and text.startswith(BOM)

    def cuts(self) -> list[tuple[int, int, int]]:
        """Byte offsets of each line: its start, the end of its content, its end."""
        at = self.bytes
        return [(at[line.start], at[line.content], at[line.end]) for line in self.lines]

    # Characters

    def mid_crlf(self, i: int) -> bool:
        """Is character `i` the LF of a CRLF that is one terminator?"""
        return self.one_crlf and 0 < i < len(self.text) and self.text[i - 1 : i + 1] == "\r\n"

    def locate(
        self, value: int, units: list[int], first: int, last: int, code: str
    ) -> int | Inside | None:
        """The character in `first..=last` that starts at `value` units, if any."""
        for i in range(first, last + 1):
            if units[i] == value:
                return i
            if units[i] > value:
                return Inside(i - 1, i, code)
        return None

    def column(self, i: int, encoding: str, line: int) -> int:
        units = self.units[encoding]
        column = units[i] - units[self.lines[line].start]
        if self.strip and line == 0 and i > 0:
            column -= units[1]
        return column

    # Offset to position

    def char_of(self, offset: int) -> int | Inside:
        if offset > self.length:
            raise RefusedError("OFFSET_OUT_OF_RANGE")
        found = self.locate(offset, self.bytes, 0, len(self.text), "NOT_CHAR_BOUNDARY")
        assert found is not None
        return found

    def strict_at(self, i: int, encoding: str) -> tuple[int, int]:
        if self.preset == "lsp" and self.mid_crlf(i):
            raise RefusedError("INSIDE_CRLF")
        line = self.line_of[i]
        return line, self.column(i, encoding, line)

    def position(self, offset: int, encoding: str, rounding: str | None = None) -> tuple[int, int]:
        i = self.char_of(offset)
        if isinstance(i, Inside):
            if rounding is None:
                raise RefusedError(i.code)
            i = i.floor if rounding == "floor" else i.ceil
        return self.strict_at(i, encoding)

    def position_clamped(self, offset: int, encoding: str) -> tuple[int, int]:
        i = self.char_of(min(offset, self.length))
        if isinstance(i, Inside):
            i = i.floor
        if self.mid_crlf(i):
            i -= 1
        line = self.line_of[i]
        return line, self.column(i, encoding, line)

    # Position to offset

    def char_in_line(self, line: int, column: int, encoding: str, last: int) -> int | Inside | None:
        units = self.units[encoding]
        target = units[self.lines[line].start] + column
        if self.strip and line == 0:
            target += units[1]
        code = "SPLIT_SURROGATE" if encoding == "utf-16" else "NOT_CHAR_BOUNDARY"
        return self.locate(target, units, self.lines[line].start, last, code)

    def offset(self, line: int, column: int, encoding: str, rounding: str | None = None) -> int:
        if line >= len(self.lines):
            raise RefusedError("LINE_OUT_OF_RANGE")
        this = self.lines[line]
        i = self.char_in_line(line, column, encoding, this.end)
        if isinstance(i, Inside):
            if rounding is None:
                raise RefusedError(i.code)
            i = i.floor if rounding == "floor" else i.ceil
        elif i is None or this.content < i == this.end:
            raise RefusedError("COL_OUT_OF_RANGE")
        elif i > this.content and self.preset == "lsp":
            raise RefusedError("INSIDE_CRLF")
        return self.bytes[i]

    def offset_clamped(self, line: int, column: int, encoding: str) -> int:
        if line >= len(self.lines):
            return self.length
        i = self.char_in_line(line, column, encoding, self.lines[line].content)
        if i is None:
            i = self.lines[line].content
        elif isinstance(i, Inside):
            i = i.floor
        return self.bytes[i]

    # Many at a time

    def positions(self, chars: list[int], encoding: str) -> list[tuple[int, int]]:
        return [self.strict_at(i, encoding) for i in chars]

    def offsets(self, places: list[tuple[int, int]], encoding: str) -> list[int]:
        return [self.offset(*place, encoding) for place in places]

    def positions_clamped(self, offsets: list[int], encoding: str) -> list[tuple[int, int]]:
        return [self.position_clamped(offset, encoding) for offset in offsets]

    def offsets_clamped(self, places: list[tuple[int, int]], encoding: str) -> list[int]:
        return [self.offset_clamped(*place, encoding) for place in places]

    # Ranges

    def end_of(self, start: int, end: int, encoding: str, rule: str) -> tuple[int, int]:
        """Position of the end of characters `start..end` (rules P10 and P11)."""
        after = self.strict_at(end, encoding)
        if rule == "after" or start == end:
            return after
        line = self.line_of[end - 1]
        past = self.column(end, encoding, line)
        return line, past if rule == "last_byte" else past - 1

    def range_positions(
        self, start: int, end: int, encoding: str, rule: str
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        return self.strict_at(start, encoding), self.end_of(start, end, encoding, rule)

    def range_back(self, start: int, end: int, encoding: str, rule: str) -> str:
        """What the inverse makes of both ends of characters `start..end`: the same range."""
        return f"{self.bytes[start]}..{self.bytes[end]}"

    # Whole-text offsets

    def convert(self, offset: int, source: str, target: str) -> int:
        units = self.units[source]
        if offset > units[-1]:
            raise RefusedError("OFFSET_OUT_OF_RANGE")
        code = "SPLIT_SURROGATE" if source == "utf-16" else "NOT_CHAR_BOUNDARY"
        i = self.locate(offset, units, 0, len(self.text), code)
        if isinstance(i, Inside):
            raise RefusedError(i.code)
        assert i is not None
        return self.units[target][i]
