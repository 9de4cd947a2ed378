"""How the members of an object are read into a class, and why one could not be.

The classes look at what they are given where they read it, and call what is here for what is
not plainly right. What they stumble over is looked for afterwards, member by member, by the
types that the classes declare.
"""

from __future__ import annotations

import keyword
import math
import sys
import types
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from ._error import LlmTypesError
from ._given import is_named, wrong_type

__all__ = [
    "Count",
    "Integer",
    "count",
    "first_of",
    "flag",
    "free",
    "integer",
    "items_of",
    "made_of",
    "members_of",
    "number",
    "plain",
    "read_at",
    "refused",
    "text",
    "word",
]

_Word = TypeVar("_Word")
_Small = TypeVar("_Small")

_MOST = 2**53 - 1

Count: TypeAlias = Annotated[int, f"an integer from 0 to {_MOST}"]
"""An integer that is no less than 0, and that a double holds."""

Integer: TypeAlias = Annotated[int, "an integer"]
"""An integer of either sign that a double holds."""


def text(value: object) -> str:
    """A string."""
    if isinstance(value, str):
        return value
    raise TypeError


def flag(value: object) -> bool:
    """``True`` or ``False``."""
    if isinstance(value, bool):
        return value
    raise TypeError


def count(value: object) -> int:
    """An integer that is no less than 0."""
    if (whole := integer(value)) >= 0:
        return whole
    raise TypeError


def integer(value: object) -> int:
    """An integer, which JSON may have written as ``1.0``."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and -_MOST <= value <= _MOST:
        return value
    raise TypeError


def number(value: object) -> float:
    """A number of JSON, which has none that is not finite."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise TypeError


def word(value: Any, words: tuple[_Word, ...]) -> _Word:  # noqa: ANN401
    """One of these words."""
    if isinstance(value, str) and value in words:
        return value
    raise TypeError


def first_of(value: object, readers: tuple[Callable[[Any], Any], ...]) -> Any:  # noqa: ANN401
    """What the first of several makes of a value that can be of several types."""
    for reader in readers:
        try:
            return reader(value)
        except (TypeError, ValueError):
            continue
    raise TypeError


def items_of(value: Any) -> Sequence[Any]:  # noqa: ANN401
    """The items of a list; a text has letters, and an object has keys."""
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        return value
    raise TypeError


def members_of(value: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """The members of an object whose keys are data."""
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return value
    raise TypeError


def free(value: Any) -> Any:  # noqa: ANN401
    """A value of JSON that shares nothing that can be changed with the one that was given."""
    if isinstance(value, Mapping):
        return {key if type(key) is str else text(key): free(item) for key, item in value.items()}
    return _copied(value, free) if isinstance(value, (list, tuple)) else value


def plain(value: Any) -> Any:  # noqa: ANN401
    """The same, with what `json` can write in place of what has a ``to_dict``."""
    if isinstance(value, (dict, list, tuple, Mapping)):
        return _copied(value, plain)
    return value.to_dict() if hasattr(value, "to_dict") else value


def _copied(value: Any, inner: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    if isinstance(value, Mapping):
        return {key: inner(item) for key, item in value.items()}
    if isinstance(value, list):
        return [inner(item) for item in value]
    if is_named(value):
        # It never changes, and as a list it would lose its names.
        return value.to_dict() if inner is plain else value
    return tuple([inner(item) for item in value])


def made_of(cls: type[_Small], data: object) -> _Small:
    """A small class, read by the types that it declares."""
    try:
        return cast("_Small", _made(cls, data))
    except (AttributeError, KeyError, TypeError):
        raise refused(cls, data) from None


def _made(hint: Any, value: Any) -> Any:  # noqa: ANN401
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return None if value is None else _made(parts[0], value)
    if _is_read(hint):
        held = members_of(value)
        given = {
            name: _made(one, held[name])
            for name, one, required in _members(hint)
            if required or name in held
        }
        return hint(**given)
    if hint is array or origin is tuple:
        made = [_made(parts[0] if parts else int, item) for item in items_of(value)]
        return array("Q", made) if hint is array else tuple(made)
    if origin is Mapping:
        return {key: _made(parts[1], item) for key, item in members_of(value).items()}
    if origin is Literal:
        return word(value, parts)
    return _SIMPLE[hint][0](value)


def read_at(cls: Any, data: object, pointer: str) -> Any:  # noqa: ANN401
    """What ``cls`` makes of a part that is there in something larger."""
    try:
        return cls.from_dict(data)
    except LlmTypesError as failure:
        if failure.code != "WRONG_TYPE":
            raise
        raise refused(cls, data, pointer) from None


def refused(cls: type, data: object, pointer: str = "") -> LlmTypesError:
    """The refusal of what ``cls`` could not be made of, with the place of what is wrong in it."""
    is_deep = isinstance(sys.exc_info()[1], RecursionError)
    try:
        wrong = _of_class(cls, data, pointer)
    except RecursionError:
        wrong, is_deep = None, True
    except Exception as failure:
        # A mapping of the caller's raises what it likes.
        wrong = _Wrong(article(cls.__name__), f"what raises {type(failure).__name__}", pointer)
    unread = "what is nested too deeply" if is_deep else "what cannot be read as one"
    found = wrong or _Wrong(article(cls.__name__), unread, pointer)
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
    hints = get_type_hints(cls, include_extras=True)
    if issubclass(cls, tuple):
        named = cast("Any", cls)
        return tuple(
            _Member(it, hints[it], it not in named._field_defaults) for it in named._fields
        )
    if cls is LlmTypesError:
        # Its members are no fields: an exception has arguments of its own.
        needed = ("code", "message")
        return tuple(_Member(it, get_args(hints[it])[0], it in needed) for it in hints)
    return tuple(
        _Member(
            # A word of Python has an underscore behind it here.
            stem if keyword.iskeyword(stem := field.name.removesuffix("_")) else field.name,
            hints[field.name],
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(cast("Any", cls))
        if field.name != "extra"
    )


def _is_read(hint: Any) -> bool:  # noqa: ANN401
    """Whether it is a class that an object is read into."""
    return isinstance(hint, type) and (
        is_dataclass(hint) or hasattr(hint, "_fields") or hint is LlmTypesError
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
    if not is_dataclass(cls) or all(field.name != "extra" for field in fields(cls)):
        # What a small class does not know it leaves out.
        return None
    declared = {member.name for member in _members(cls)}
    rest = {name: value for name, value in data.items() if value is None or name not in declared}
    return _of_free(rest, pointer)


def _of_free(value: object, pointer: str) -> _Wrong | None:
    """What is wrong with a value that can be any of JSON: its keys."""
    if isinstance(value, Mapping):
        return _of_keys(value, pointer) or _first(value.items(), _of_free, pointer)
    if isinstance(value, (list, tuple)):
        return _first(enumerate(value), _of_free, pointer)
    return None


def _of_keys(value: Mapping[Any, Any], pointer: str) -> _Wrong | None:
    wrong = (key for key in value if not isinstance(key, str))
    return next((_Wrong("a str as each key", type(key).__name__, pointer) for key in wrong), None)


def _first(
    parts: Iterable[tuple[object, object]],
    judge: Callable[[Any, str], _Wrong | None],
    pointer: str,
) -> _Wrong | None:
    """The first wrong part of a list or an object."""
    found = (judge(part, _under(pointer, step)) for step, part in parts)
    return next((wrong for wrong in found if wrong is not None), None)


_SIMPLE: dict[Any, tuple[Callable[[Any], Any], str]] = {
    str: (text, "a string"),
    bool: (flag, "true or false"),
    float: (number, "a number"),
    Count: (count, get_args(Count)[1]),
    Integer: (integer, get_args(Integer)[1]),
    # The small classes have no others.
    int: (count, get_args(Count)[1]),
}


def _of_hint(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    """What is wrong with a member; nothing with one that is taken as it is."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _of_several(parts, value, pointer)
    if _is_read(hint):
        return _of_class(hint, value, pointer)
    if hint is array:
        return _of_items(int, value, pointer)
    if origin in (Sequence, tuple):
        return _of_items(parts[0], value, pointer)
    if origin is Mapping:
        return _of_values(parts[1], value, pointer)
    return _of_simple(hint, value, pointer)


def _of_simple(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    if hint is Any:
        return _of_free(value, pointer)
    if get_origin(hint) is Literal:
        words = [f"`{one}`" for one in get_args(hint)]
        expected = " or ".join([", ".join(words[:-1]), words[-1]][len(words) < 2 :])
        found = f"`{value}`" if isinstance(value, str) else type(value).__name__
        return None if value in get_args(hint) else _Wrong(expected, found, pointer)
    if hint in _SIMPLE:
        reader, expected = _SIMPLE[hint]
        try:
            reader(value)
        except TypeError:
            is_number = hint not in (str, bool)
            return _Wrong(expected, _shown(value) if is_number else type(value).__name__, pointer)
    return None


def _of_several(hints: tuple[Any, ...], value: object, pointer: str) -> _Wrong | None:
    kinds = [hint for hint in hints if hint is not type(None)]
    # Nothing in the data says which of several classes is meant.
    if (value is None and len(kinds) < len(hints)) or Any in kinds:
        return _of_free(value, pointer)
    classes = [kind for kind in kinds if _is_read(kind)]
    if isinstance(value, Mapping) and classes:
        return _of_hint(classes[0], value, pointer)
    wrong = [_of_hint(kind, value, pointer) for kind in kinds]
    misfits = [one for one in wrong if one is not None]
    if len(misfits) < len(kinds):
        return None
    if len(misfits) == 1:
        return misfits[0]
    expected = " or ".join(one.expected for one in misfits)
    return _Wrong(expected, misfits[0].found, pointer)


def _shown(value: object) -> str:
    """What to call a number that is another one than it should be."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    try:
        return repr(value) if is_number else type(value).__name__
    except ValueError:
        # An int of more digits than Python writes.
        return type(value).__name__


def _of_items(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    try:
        items = items_of(value)
    except TypeError:
        return _Wrong("a list", type(value).__name__, pointer)
    return _first(enumerate(items), partial(_of_hint, hint), pointer)


def _of_values(hint: Any, value: object, pointer: str) -> _Wrong | None:  # noqa: ANN401
    if not isinstance(value, Mapping):
        return _Wrong("an object", type(value).__name__, pointer)
    return _of_keys(value, pointer) or _first(value.items(), partial(_of_hint, hint), pointer)


def _under(pointer: str, step: object) -> str:
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def article(name: str) -> str:
    """The name of a class with its article."""
    return f"{'an' if name[0] in 'AEIOaeio' or name.startswith('Llm') else 'a'} {name}"
