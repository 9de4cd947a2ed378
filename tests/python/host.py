"""The package, dressed as the oracle's model, so that it writes the same sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from llm_types import LineIndex, LlmTypesError
from oracle import Model, RefusedError

P = ParamSpec("P")
T = TypeVar("T")
Place = tuple[int, int]


def refusing(method: Callable[P, T]) -> Callable[P, T]:
    """Turn the package's refusals into the oracle's."""

    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except LlmTypesError as error:
            raise RefusedError(error.code) from None

    return asked


class Host(Model):
    """What the package says; which rows there are is decided by the text alone."""

    def __init__(self, text: str, terminators: str = "lf_crlf", bom: str = "count") -> None:
        """Index the text with the package."""
        super().__init__(text, terminators, bom)
        self.index = LineIndex(text, terminators=terminators, bom=bom)  # type: ignore[arg-type]

    def cuts(self) -> list[tuple[int, int, int]]:
        """Lines, by the package."""
        lines = []
        for number in range(self.index.line_count):
            start, end = self.index.line_range(number)
            lines.append((start, self.index.line_content_range(number).end, end))
        return lines

    @refusing
    def position(self, offset: int, encoding: str, rounding: str | None = None) -> Place:
        if rounding is None:
            return tuple(self.index.position(offset, encoding))
        return tuple(self.index.position_rounded(offset, encoding, rounding))

    @refusing
    def offset(self, line: int, column: int, encoding: str, rounding: str | None = None) -> int:
        if rounding is None:
            return self.index.offset((line, column), encoding)
        return self.index.offset_rounded((line, column), encoding, rounding)

    def positions(self, chars: list[int], encoding: str) -> list[Place]:
        found = self.index.positions([self.bytes[i] for i in chars], encoding)
        return list(zip(found.lines, found.columns, strict=True))

    def offsets(self, places: list[Place], encoding: str) -> list[int]:
        return list(self.index.offsets(places, encoding))

    def positions_clamped(self, offsets: list[int], encoding: str) -> list[Place]:
        found = self.index.positions_clamped(offsets, encoding)
        return list(zip(found.lines, found.columns, strict=True))

    def offsets_clamped(self, places: list[Place], encoding: str) -> list[int]:
        return list(self.index.offsets_clamped(places, encoding))

    @refusing
    def range_positions(
        self, start: int, end: int, encoding: str, rule: str
    ) -> tuple[Place, Place]:
        given = (self.bytes[start], self.bytes[end])
        first, last = self.index.range_positions(given, encoding, rule)
        self.latest = (first, last)
        return tuple(first), tuple(last)

    def range_back(self, start: int, end: int, encoding: str, rule: str) -> str:
        try:
            found = self.index.positions_range(self.latest, encoding, rule)
        except LlmTypesError as error:
            return error.code
        return f"{found.start}..{found.end}"

    @refusing
    def convert(self, offset: int, source: str, target: str) -> int:
        return self.index.convert_offset(offset, source, target)
