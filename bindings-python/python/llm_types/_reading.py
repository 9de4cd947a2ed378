"""Why an object could not be read into a class: asked only where reading it failed.

The classes read what they are given without looking at it twice. What they stumble over is
looked for here, member by member, by the types that the classes declare.
"""

from __future__ import annotations

import keyword
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from ._error import LlmTypesError
from ._given import wrong_type

__all__ = ["items_of", "refused"]


def items_of(value: Any) -> Sequence[Any]:  # noqa: ANN401
    """The items of a list; a text has letters, and an object has keys."""
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        return value
    raise TypeError


def refused(cls: type, data: object) -> LlmTypesError:
    """The refusal of what ``cls`` could not be made of, with the place of what is wrong in it."""
    try:
        wrong = _of_class(cls, data, "")
    except Exception as failure:
        # A mapping of the caller's raises what it likes.
        wrong = _Wrong(article(cls.__name__), f"what raises {type(failure).__name__}", "")
    found = wrong or _Wrong(article(cls.__name__), "what cannot be read as one", "")
    return wrong_type(found.expected, found.found, found.pointer or None)


class _Wrong(NamedTuple):
    expected: str
    found: str
    pointer: str


class _Member(NamedTuple):
    """A member of a class: its name on the wire, its type, and whether it must be there."""

    name: str
    hint: Any
    required: bool


@cache
def _members(cls: type) -> tuple[_Member, ...]:
    hints = get_type_hints(cls)
    return tuple(
        _Member(
            # A word of Python has an underscore behind it here.
            field.name[:-1] if keyword.iskeyword(field.name[:-1]) else field.name,
            hints[field.name],
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(cls)
        if field.name != "extra"
    )


def _of_class(cls: type, data: object, pointer: str) -> _Wrong | None:
    if not isinstance(data, Mapping):
        return _Wrong(article(cls.__name__), type(data).__name__, pointer)
    for name, hint, required in _members(cls):
        if name not in data:
            if required:
                return _Wrong(article(cls.__name__), f"an object without `{name}`", pointer)
            continue
        value = data[name]
        if value is None and not required:
            continue
        wrong = _of_hint(hint, value, _under(pointer, name))
        if wrong is not None:
            return wrong
    return None


def _of_hint(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    """What is wrong with a member; nothing with one that is taken as it is."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = [part for part in parts if part is not type(None)]
        classes = [part for part in kinds if isinstance(part, type) and is_dataclass(part)]
        if isinstance(value, Mapping) and len(classes) == 1 and Any not in kinds:
            return _of_class(classes[0], value, pointer)
        # Which of several it is, nobody knows who reads it.
        is_open = len(kinds) > 1 or (value is None and len(kinds) < len(parts))
        return None if is_open else _of_hint(kinds[0], value, pointer)
    if isinstance(hint, type) and is_dataclass(hint):
        return _of_class(hint, value, pointer)
    if origin is Sequence:
        return _of_items(parts[0], value, pointer)
    if origin is Mapping:
        return _of_values(parts[1], value, pointer)
    return None


def _of_items(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    try:
        items = items_of(value)
    except TypeError:
        return _Wrong("a list", type(value).__name__, pointer)
    found = (_of_hint(hint, item, _under(pointer, at)) for at, item in enumerate(items))
    return next((wrong for wrong in found if wrong is not None), None)


def _of_values(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    if not isinstance(value, Mapping):
        return _Wrong("an object", type(value).__name__, pointer)
    found = (_of_hint(hint, item, _under(pointer, key)) for key, item in value.items())
    return next((wrong for wrong in found if wrong is not None), None)


def _under(pointer: str, step: object) -> str:
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def article(name: str) -> str:
    """The name of a class with its article."""
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"
