"""Where the offsets of a text went when the text was edited."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias, cast, final

from . import _core
from ._given import listed, object_of, wrong_type
from ._plain import named
from ._reading import article, made_of
from ._text import Integers
from .types_generated import EditMap

__all__ = ["Bias", "CarriedRange", "PositionMap"]

Bias: TypeAlias = Literal["before", "after"]
"""On which side of text that was put in exactly at an offset the offset stays."""


class CarriedRange(NamedTuple):
    """A range after edits."""

    start: int
    """Its first byte."""

    end: int
    """One past its last byte."""

    changed: bool
    """Whether its text is another than before: an edit lies inside."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CarriedRange:
        """Read the object that `json.loads` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``.
        """
        return made_of(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """The members by name; as a tuple, `json` would write a list."""
        return named(self)


@final
class PositionMap:
    """Where every offset of a text went when the text was edited.

    Text that was not replaced keeps its offsets relative to itself; an offset inside
    replaced text is gone. A question takes time that grows with the logarithm of the edits.

    Examples:
        >>> from llm_types import apply_edits
        >>> edits = [{"byte_start": 2, "byte_end": 5, "new_text": "X"}]
        >>> edited = apply_edits("0123456789", {"unchecked": True, "edits": edits})
        >>> edited.map.carry(6), edited.map.carry(3)
        (4, None)
    """

    __slots__ = ("_core",)
    _core: _core.PositionMap

    def __init__(self, data: EditMap | Mapping[str, Any]) -> None:
        """Make the map of an outcome again: ``PositionMap(outcome.map)``.

        Raises:
            LlmTypesError: ``EDIT_MAP_INVALID`` unless the numbers are those of edits in
                order; ``WRONG_TYPE`` for what is no object.
        """
        self._core = _core.PositionMap(object_of(data, "the map of an outcome"))

    def carry(self, offset: int, bias: Bias = "before") -> int | None:
        """Where an offset of the text before is afterwards.

        ``None`` if it lies inside of text that was replaced. Either bias keeps the order of
        offsets.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE`` beyond the end of the text before.
        """
        return self._core.carry(offset, _bias(bias))

    def carry_many(self, offsets: Integers, bias: Bias = "before") -> list[int | None]:
        """`carry` for many offsets, in any order.

        Raises:
            LlmTypesError: As `carry`, with ``index`` of the first bad element.
        """
        return self._core.carry_many(offsets, _bias(bias))

    def carry_range(self, start: int, end: int) -> CarriedRange | None:
        """Where a range is afterwards: exactly its text, without what was put in at its ends.

        ``None`` if one end of it lies inside of text that was replaced, or all of it was
        taken out.

        Raises:
            LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``REVERSED``.
        """
        found = self._core.carry_range(start, end)
        return None if found is None else CarriedRange(*found)

    def carry_ranges(self, ranges: Iterable[tuple[int, int]]) -> list[CarriedRange | None]:
        """`carry_range` for many ranges, each a pair, in any order.

        Raises:
            LlmTypesError: As `carry_range`, with ``index`` of the first bad element.
        """
        pairs = [_pair(it, index) for index, it in enumerate(listed(ranges, "a list of ranges"))]
        starts, ends = [start for start, _ in pairs], [end for _, end in pairs]
        found = self._core.carry_ranges(starts, ends)
        return [None if one is None else CarriedRange(*one) for one in found]

    def inverse(self) -> PositionMap:
        """The way back: from the text afterwards to the text before."""
        return PositionMap(json.loads(self._core.inverse().data()))

    def to_dict(self) -> dict[str, Any]:
        """The map as data: what ``outcome.map`` is."""
        return cast("dict[str, Any]", json.loads(self._core.data()))

    def __eq__(self, other: object) -> bool:
        """Whether every offset goes to the same place."""
        if not isinstance(other, PositionMap):
            return NotImplemented
        return self._core.data() == other._core.data()

    def __hash__(self) -> int:
        return hash(self._core.data())

    def __reduce__(self) -> tuple[object, ...]:
        # Its data are all that it is; what the extension module holds cannot be copied.
        return (PositionMap, (self.to_dict(),))

    def __repr__(self) -> str:
        return f"PositionMap({self.to_dict()!r})"


def _bias(bias: object) -> str:
    if not isinstance(bias, str):
        raise wrong_type("a str as `bias`", type(bias).__name__)
    return bias


def _pair(given: Iterable[Any], index: int) -> tuple[Any, Any]:
    """The two items of a range, whatever holds them."""
    if type(given) is tuple and len(given) == 2:
        return given
    expected = "a range: a pair of start and end"
    kind = type(given).__name__
    if isinstance(given, (str, bytes, bytearray, Mapping, AbstractSet)):
        raise wrong_type(expected, kind, index=index)
    try:
        # Of what has no end, three are enough.
        start_and_end = tuple(islice(given, 3))
    except TypeError as failure:
        raise wrong_type(expected, kind, index=index) from failure
    if len(start_and_end) == 2:
        return start_and_end
    count = str(len(start_and_end)) if len(start_and_end) < 3 else "more than 2"
    raise wrong_type(expected, f"{article(kind)} of {count}", index=index)
