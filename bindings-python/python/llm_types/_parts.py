"""Results on their way out of the extension module: what is large is made when it is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, cast

from ._lazy import LazySequence
from .types_generated import (
    Change,
    Checked,
    Diagnostic,
    Edit,
    EditedSpan,
    EditOutcome,
    Loss,
    Validation,
)

if TYPE_CHECKING:
    from . import _core

__all__ = ["of_envelopes", "of_outcome", "of_parts", "of_verdict"]

_Making: TypeAlias = Callable[[], Any]
_put = object.__setattr__


@cache
def _open(cls: type) -> type:
    """A class whose instances become those of the frozen ``cls`` when they are made.

    To put a member in its slot through ``object.__setattr__`` takes ten times as long.
    """
    # In a class both are one slot, and only as one they are the plain one.
    plain = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(cls.__name__, (cls,), {"__slots__": (), **plain})


_OPEN_VALIDATION = _open(Validation)


class _Read(Protocol):
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> object: ...


_Result = TypeVar("_Result", bound=_Read)


def of_parts(cls: type[_Result], parts: tuple[str, str | None, _core.Changes | None]) -> _Result:
    """The result of a verb."""
    head, text, changes = parts
    data = json.loads(head)
    later: dict[str, _Making] = {}
    if text is not None:
        data["text"] = text
        if "envelopes" in data:
            later["envelopes"] = lambda: tuple(map(json.loads, text.split("\n")))
            later["envelope"] = lambda: result.envelopes[0]
        elif "envelope" in data:
            later["envelope"] = lambda: json.loads(text)
    for name, item in (("diagnostics", Diagnostic), ("losses", Loss)):
        if raw := data.get(name):
            later[name] = _items(item, partial(list, raw))
    for name in later:
        # Of its type, and empty.
        data[name] = {} if name == "envelope" else ()
    result: Any = cls.from_dict(data)
    if later:
        for name in later:
            object.__delattr__(result, name)
        _put(result, "_later", later)
    if changes is not None:
        _put(result, "changes", _changes(lambda: changes))
    return cast("_Result", result)


def of_envelopes(
    cls: type[_Result],
    envelopes: tuple[str, str, str | None, int, int, bool, str, _core.Changes | None],
    again: Callable[[], _core.Changes | None],
) -> _Result:
    """The result of `normalize`. ``again`` gets the changes."""
    result: Any = object.__new__(_open(cls))
    text, dialect, generation, documents, refused, several, diagnostics, _ = envelopes
    result.text, result.dialect, result.generation = text, dialect, generation
    result.documents, result.refused = documents, refused
    result.extra = {}
    # They are worked out once, for whoever is the first to want any of them.
    later: dict[str, _Making] = {"changes": lambda: _changes(cache(again))}
    if several:
        later["envelopes"] = lambda: tuple(map(json.loads, text.split("\n")))
        later["envelope"] = lambda: result.envelopes[0]
    else:
        result.envelopes = None
        later["envelope"] = lambda: json.loads(text)
    if diagnostics == "[]":
        result.diagnostics = ()
    else:
        later["diagnostics"] = _items(Diagnostic, lambda: json.loads(diagnostics))
    result._later = later
    result.__class__ = cls
    return cast("_Result", result)


def of_verdict(verdict: tuple[bool, str | None, str | None, int, str, str]) -> Validation:
    """The result of `validate`."""
    result: Any = object.__new__(_OPEN_VALIDATION)
    result.ok, result.dialect, result.generation, result.documents, checked, diagnostics = verdict
    result.extra = {}
    later: dict[str, _Making] = {"checked": lambda: Checked.from_dict(json.loads(checked))}
    if diagnostics == "[]":
        result.diagnostics = ()
    else:
        later["diagnostics"] = _items(Diagnostic, lambda: json.loads(diagnostics))
    result._later = later
    result.__class__ = Validation
    return cast("Validation", result)


def of_outcome(head: str, edits: str | None, inverse_edits: str | None) -> EditOutcome:
    """The outcome of `apply_edits`."""
    outcome = EditOutcome.from_dict(json.loads(head))
    if edits is not None:
        _put(outcome, "edits", _long(EditedSpan, edits))
    if inverse_edits is not None:
        _put(outcome.inverse, "edits", _long(Edit, inverse_edits))
    return outcome


def _long(cls: type[_Read], text: str) -> LazySequence[Any]:
    items = cache(_items(cls, lambda: cast("list[Any]", json.loads(text))))
    return LazySequence(lambda: len(items()), items)


def _changes(get: Callable[[], _core.Changes | None]) -> LazySequence[Change]:
    def length() -> int:
        changes = get()
        return 0 if changes is None else len(changes)

    def listed() -> list[Any]:
        changes = get()
        return [] if changes is None else cast("list[Any]", json.loads(changes.json()))

    return LazySequence(length, _items(Change, listed))


def _items(cls: type[_Read], read: Callable[[], list[Any]]) -> Callable[[], tuple[Any, ...]]:
    return lambda: tuple(map(cls.from_dict, read()))
