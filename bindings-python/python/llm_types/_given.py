"""What callers may pass, checked before it crosses into the extension module.

There a value of another type would be refused, too; what is looked at here is what Python
has to take apart first. What is no JSON is refused with its place: `json.dumps` raises four
kinds of exceptions, in words of its own.
"""

from __future__ import annotations

import json
import math
import operator
import os
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from . import _core
from ._error import LlmTypesError, of_element, of_member

__all__ = [
    "ByPath",
    "is_named",
    "items",
    "json_of",
    "json_of_list",
    "listed",
    "member_text",
    "object_of",
    "path_of",
    "remedy",
    "root_of",
    "source_texts",
    "strings",
    "well_formed",
    "wrong_type",
]

_Key = TypeVar("_Key")
_Item = TypeVar("_Item")
_Item_co = TypeVar("_Item_co", covariant=True)


def wrong_type(
    expected: str, found: str, pointer: str | None = None, *, index: int | None = None
) -> LlmTypesError:
    """The refusal of a value that cannot be what the function takes."""
    return LlmTypesError(
        "WRONG_TYPE",
        ("" if index is None else f"element {index}: ")
        + f"expected {expected}, found {found}"
        + (f" at `{pointer}`" if pointer else ""),
        help=remedy("WRONG_TYPE"),
        index=index,
        pointer=pointer,
    )


@cache
def remedy(code: str) -> str:
    """What the registry of the core says that is to be done."""
    return cast("str", json.loads(_core.explain(code))["remedy"])


def well_formed(text: str) -> str:
    """A string that UTF-8 can hold: refused here, its places are those of the string."""
    _core.refuse_ill_formed(text)
    return text


def member_text(value: object, name: str) -> str:
    """A member of an object that is a string."""
    pointer = f"/{name}"
    if not isinstance(value, str):
        refused = wrong_type(f"a str as `{name}`", type(value).__name__)
        raise of_member(refused, pointer)
    try:
        return well_formed(value)
    except LlmTypesError as failure:
        raise of_member(failure, pointer) from None


def object_of(value: object, expected: str, *, is_draft: bool = False) -> str:
    """`json_of` for what must be an object."""
    written = json_of(value, expected, is_draft=is_draft)
    if not written.startswith("{"):
        raise wrong_type(expected, type(value).__name__)
    return written


def listed(values: Iterable[_Item], expected: str, pointer: str | None = None) -> list[_Item]:
    """The items of anything but a text, of which the items are letters, or a mapping."""
    if isinstance(values, Iterable) and not isinstance(
        values, (str, bytes, bytearray, memoryview, Mapping)
    ):
        return list(values)
    raise wrong_type(expected, type(values).__name__, pointer)


def strings(values: Iterable[str], name: str, kind: str = "a list of str") -> list[str]:
    """The strings of a list, which is the argument of this name."""
    found = listed(values, f"{kind} as `{name}`")
    for index, one in enumerate(found):
        if not isinstance(one, str):
            raise wrong_type(f"a str in `{name}`", type(one).__name__, index=index)
    return found


def items(mapping: Mapping[_Key, _Item], expected: str) -> list[tuple[_Key, _Item]]:
    """The items of a mapping."""
    name = type(mapping).__name__
    if not isinstance(mapping, Mapping):
        raise wrong_type(expected, name)
    try:
        return list(mapping.items())
    except Exception as failure:
        # One of the caller's raises what it likes.
        raise wrong_type(expected, f"a {name} that raises {type(failure).__name__}") from failure


class ByPath(Protocol[_Item_co]):
    """A mapping by paths of whatever class: of `Mapping` it says that all keys are of one type."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str | os.PathLike[str]]: ...
    def values(self) -> ValuesView[_Item_co]: ...
    def items(self) -> ItemsView[str | os.PathLike[str], _Item_co]: ...


def source_texts(sources: ByPath[_Item], name: str = "") -> list[tuple[str, _Item]]:
    """The paths and texts of sources, one by one; of the argument of this name."""
    shelf: dict[str, _Item] = {}
    expected = "a mapping of source texts" + (name and f" as `{name}`")
    for path, text in items(cast("Mapping[Any, _Item]", sources), expected):
        spelt = path_of(path, "a str or a path of str as the path of a source")
        if spelt in shelf:
            raise wrong_type("each path of a source once", f"`{spelt}` as a str and as a path")
        if not isinstance(text, (str, bytes, bytearray, memoryview)):
            expected = f"a str or bytes as the text of `{spelt}`"
            raise wrong_type(expected, type(text).__name__)
        shelf[spelt] = text
    return list(shelf.items())


def path_of(path: object, expected: str) -> str:
    """A path as it is spelt, of a `str` or of a `pathlib.Path`."""
    spelt = path
    if isinstance(path, os.PathLike) and not isinstance(path, type):
        try:
            spelt = os.fspath(path)
        except Exception as failure:
            # One of the caller's raises what it likes.
            raise wrong_type(expected, f"what raises {type(failure).__name__}") from failure
    if isinstance(spelt, str):
        return spelt
    found = type(path).__name__
    raise wrong_type(expected, found if spelt is path else f"{found} of {type(spelt).__name__}")


def root_of(root: object) -> str | None:
    """The option ``root`` as it is spelt, or nothing."""
    return None if root is None else path_of(root, "a str as `root`")


def is_named(value: object) -> bool:
    """Whether it is a tuple whose members have names, of which `json` would write none."""
    return isinstance(value, tuple) and hasattr(value, "to_dict")


def _unnamed(value: Any) -> Any:  # noqa: ANN401
    """The same, with the members by name where `json` would write a list of them."""
    if isinstance(value, dict):
        other = {
            key: one
            for key, it in value.items()
            if type(it) not in _SCALARS and (one := _unnamed(it)) is not it
        }
        return {**value, **other} if other else value
    if isinstance(value, (list, tuple)):
        if is_named(value):
            return _unnamed(cast("Any", value).to_dict())
        items = [it if type(it) in _SCALARS else _unnamed(it) for it in value]
        is_other = any(one is not it for one, it in zip(items, value, strict=True))
        return items if is_other else value
    return value


_SCALARS = frozenset({bool, float, int, str, type(None)})
"""What most members are: there are very many, and nothing is in them."""


def json_of(value: object, expected: str, *, is_draft: bool = False) -> str:
    """The JSON text of what may hold instances of the classes of this package.

    Of a draft nothing is lost: what a tuple calls its members is in no list.
    """
    plain = (lambda it: _unnamed(_plain(it))) if is_draft else _plain
    try:
        given = _unnamed(value) if is_draft else value
        return json.dumps(given, default=plain, allow_nan=False)
    except Exception as failure:
        # What a mapping or a `to_dict` of the caller's raises can be anything.
        unwritable = _unwritable(value)
        if unwritable and unwritable[0] is _TOO_DEEP:
            # The core knows how deep is too deep, and says where that is.
            return _way_down(unwritable[1])
        found, pointer = unwritable or ("what cannot be written as JSON", None)
        # What was expected of the whole (`a draft: an object`) is not expected of a part.
        part = expected.partition(": ")[0]
        wanted = f"a value that JSON has in {part}" if pointer else expected
        raise wrong_type(wanted, found, pointer or None) from failure


def json_of_list(values: object, expected: str) -> str:
    """`json_of` for a list: which element cannot be written, its pointer says."""
    try:
        return json_of(values, expected)
    except LlmTypesError as failure:
        step = (failure.pointer or "").split("/")[1:2]
        if not step or not isinstance(values, list):
            raise
        raise cast("LlmTypesError", of_element(failure, int(step[0]))) from failure.__cause__


def _way_down(pointer: str) -> str:
    """The beginning of a JSON text that leads to a place."""
    steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
    return "".join(f"{{{json.dumps(step)}:" for step in steps)


def _plain(value: Any) -> Any:  # noqa: ANN401
    """What an object stands for: a dict, a list or an integer."""
    if isinstance(value, Mapping):
        return dict(value)
    # A class has the method, too, and nobody to call it on.
    if not isinstance(value, type) and hasattr(value, "to_dict"):
        plain = value.to_dict()
        if isinstance(plain, Mapping):
            return dict(plain)
        if isinstance(plain, (list, tuple)):
            return plain
    # NumPy's integers, and whatever else an offset may be.
    if not isinstance(value, type) and hasattr(value, "__index__"):
        return operator.index(value)
    raise TypeError


def _unwritable(value: object) -> tuple[str, str] | None:
    """What `json.dumps` fails on, and where: the first of it, in the order of the text."""
    todo: list[tuple[Any, str, frozenset[int]]] = [(value, "", frozenset())]
    # What is made on the way stays until the end: the next would get the number of the last.
    made = []
    while todo:
        one, pointer, inside = todo.pop()
        if one is None or isinstance(one, (str, int, float)):
            found = _no_scalar(one)
            if found:
                return found, pointer
            continue
        if id(one) in inside:
            return "an object that holds itself", pointer
        if len(inside) >= _DEEPEST:
            return _TOO_DEEP, pointer
        within = inside | {id(one)}
        if not isinstance(one, (list, tuple)) or is_named(one):
            try:
                plain = _plain(one)
            except Exception as failure:
                return _opaque(one, failure), pointer
            if isinstance(plain, int):
                todo.append((plain, pointer, inside))
                continue
            made.append(plain)
            one = plain
        if isinstance(one, dict):
            names = [_name(key) for key in one]
            if None in names:
                return f"a key that is {_no_key(list(one)[names.index(None)])}", pointer
            parts = list(zip(cast("list[str]", names), one.values(), strict=True))
        else:
            parts = [(str(index), member) for index, member in enumerate(one)]
        todo += [
            (member, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}", within)
            for key, member in reversed(parts)
        ]
    return None


def _no_scalar(one: str | float | None) -> str | None:
    """What to call a value that JSON cannot have."""
    if isinstance(one, int):
        return None if _digits(one) else _MANY_DIGITS
    is_other = isinstance(one, float) and not math.isfinite(one)
    return json.dumps(one) if is_other else None


def _digits(number: int) -> str | None:
    """The digits of a number; nothing if they are more than Python writes."""
    try:
        return int.__repr__(number)
    except ValueError:
        return None


def _name(key: object) -> str | None:
    """A key as JSON has it; nothing if it can be none."""
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return _digits(key)
    if isinstance(key, float):
        return float.__repr__(key) if math.isfinite(key) else None
    return json.dumps(key) if key is None or isinstance(key, bool) else None


def _no_key(key: object) -> str:
    """What to call a key that cannot be one."""
    if isinstance(key, int):
        return _MANY_DIGITS
    return json.dumps(float(key)) if isinstance(key, float) else f"a {type(key).__name__}"


def _opaque(one: object, failure: Exception) -> str:
    """What to call an object that does not say what it stands for."""
    if isinstance(one, type):
        return f"the class {one.__name__}"
    name = type(one).__name__
    return name if type(failure) is TypeError else f"a {name} that raises {type(failure).__name__}"


_DEEPEST = 500
"""More than any document of ours has, and less than Python goes down."""

_TOO_DEEP = "what is nested too deeply"

_MANY_DIGITS = "an int of more digits than Python writes"
