"""Results of which nothing is made before somebody asks for it.

To a caller they are the frozen dataclasses that they say they are: a member that is not
made yet is an empty slot, and reading an empty slot fills it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ._record import Record

__all__ = ["LazySequence", "LazySlots"]

_Item = TypeVar("_Item")


class LazySlots(Record):
    """The base of dataclasses with members that are made when they are read."""

    __slots__ = ("_later",)

    _later: dict[str, Callable[[], Any]]

    if not TYPE_CHECKING:  # A checker would take it to mean that every name is a member.

        def __getattr__(self, name: str) -> object:
            # Reached only for what no slot holds; an instance that is being unpickled
            # has nothing in any of them.
            make = None if name == "_later" else getattr(self, "_later", {}).get(name)
            if make is None:
                # Another thread may have made it since the slot was looked at.
                with suppress(AttributeError):
                    return object.__getattribute__(self, name)
                message = f"{type(self).__name__!r} object has no attribute {name!r}"
                raise AttributeError(message, name=name, obj=self)
            value = make()
            object.__setattr__(self, name, value)
            # What it was made of is not needed any more.
            self._later.pop(name, None)
            return value


class LazySequence(Sequence[_Item]):
    """A sequence that equals the tuple of its items, and makes them when one is read."""

    __slots__ = ("_items", "_length", "_make")

    def __init__(self, length: Callable[[], int], make: Callable[[], tuple[_Item, ...]]) -> None:
        self._length: Callable[[], int] | None = length
        self._make: Callable[[], tuple[_Item, ...]] | None = make
        self._items: tuple[_Item, ...] = ()

    def _all(self) -> tuple[_Item, ...]:
        # Two threads may come here at once: what they make is equal, and it is there
        # before the way to make it is gone.
        if (make := self._make) is not None:
            self._items = make()
            # What they were made of is not needed any more.
            self._make = self._length = None
        return self._items

    def __len__(self) -> int:
        return len(self._items) if (length := self._length) is None else length()

    @overload
    def __getitem__(self, index: int) -> _Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[_Item, ...]: ...
    def __getitem__(self, index: int | slice) -> _Item | tuple[_Item, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[_Item]:
        return iter(self._all())

    def __contains__(self, item: object) -> bool:
        return item in self._all()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LazySequence):
            return len(self) == len(other) and self._all() == other._all()
        return self._all() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __add__(self, other: tuple[Any, ...] | LazySequence[Any]) -> tuple[Any, ...]:
        return (*self._all(), *other)

    def __radd__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*other, *self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickle holds what a tuple would hold.
        return (tuple, (self._all(),))
