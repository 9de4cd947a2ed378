"""The signs by which an object is recognised as one of a class: those of the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Sign", "bears"]

Sign = list[Any]
"""What it asks, the members and kinds that it asks about, and the signs that it is made of."""


def bears(value: object, sign: Sign) -> bool:  # noqa: PLR0911, PLR0912
    """Whether a sign is true of a value."""
    by, names, of = sign
    first = names[0] if names else ""
    match by:
        case "has":
            return _has(value, first)
        case "says":
            return _at(value, first) is not None
        case "two":
            return sum(_has(value, name) for name in names) > 1
        case "is":
            return _has(value, first) and _kind(_at(value, first)) == names[1]
        case "word":
            word = _at(value, first)
            return isinstance(word, str) and word == names[1]
        case "empty":
            items = _at(value, first)
            return _kind(items) == "array" and len(items) == 0
        case "within":
            inner = _at(value, first)
            return isinstance(inner, Mapping) and all(bears(inner, one) for one in of)
        case "item":
            items = _at(value, first)
            return _kind(items) == "array" and any(
                all(bears(item, one) for one in of) for item in items
            )
        case "of":
            return _kind(value) == first
        case "only":
            return isinstance(value, Mapping) and all(name in names for name in value)
        case "each":
            return (
                isinstance(value, Mapping)
                and len(value) > 0
                and all(_kind(one) == first for one in value.values())
            )
        case "not":
            return not any(bears(value, one) for one in of)
        case "all":
            return all(bears(value, one) for one in of)
        case _:
            return any(bears(value, one) for one in of)


def _has(value: object, name: str) -> bool:
    return isinstance(value, Mapping) and name in value


def _at(value: object, name: str) -> Any:  # noqa: ANN401
    return value.get(name) if isinstance(value, Mapping) else None


def _kind(value: object) -> str:
    """What JSON calls it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, (list, tuple)):
        return "array"
    return "object"
