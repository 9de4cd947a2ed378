"""What all generated classes share: equality, a hash, and what `repr` shows.

`dataclasses` would write these anew for each class, by compiling its source when the package
is imported, which took half of the time of the import.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from itertools import islice
from typing import Any, cast

__all__ = ["Record"]

_SHOWN = 20
"""How many items of a list `repr` shows: an answer may have a million."""


class Record:
    """The base of frozen dataclasses that have ``eq`` and ``repr`` from here."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        cls: Any = type(self)
        names = _compared(cls)
        return self is other or all(getattr(self, it) == getattr(other, it) for it in names)

    def __hash__(self) -> int:
        cls: Any = type(self)
        return hash(tuple([getattr(self, it) for it in _hashed(cls)]))

    def __repr__(self) -> str:
        cls: Any = type(self)
        members = [
            f"{it.name}={_shown(value)}"
            for it in _fields(cls)
            if (value := getattr(self, it.name)) != _default(it)
        ]
        return f"{cls.__name__}({', '.join(members)})"


@cache
def _fields(cls: type) -> tuple[Field[Any], ...]:
    return fields(cast("Any", cls))


@cache
def _compared(cls: type) -> tuple[str, ...]:
    return tuple(it.name for it in _fields(cls))


@cache
def _hashed(cls: type) -> tuple[str, ...]:
    return tuple(it.name for it in _fields(cls) if it.hash is not False)


def _default(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _shown(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
        items = [_shown(it) for it in islice(value, _SHOWN)]
        if len(value) > _SHOWN:
            items.append(f"... {len(value) - _SHOWN:,} more")
        if isinstance(value, list):
            return f"[{', '.join(items)}]"
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    if isinstance(value, Mapping):
        pairs = [f"{key!r}: {_shown(it)}" for key, it in islice(value.items(), _SHOWN)]
        if len(value) > _SHOWN:
            pairs.append(f"... {len(value) - _SHOWN:,} more")
        return f"{{{', '.join(pairs)}}}"
    return repr(value)
