"""What `json` can write of the small values that the package answers with, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NoReturn, TypeVar, cast

from ._reading import made_of

__all__ = ["Plain", "Read", "Shared", "named"]

_Read = TypeVar("_Read", bound="Read")


class Plain:
    """The base of dataclasses that are answers and nothing else."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The members as `json` can write them; what is ``None`` is left out."""
        return _members({it.name: getattr(self, it.name) for it in fields(cast("Any", self))})


class Shared:
    """The base of what holds a text in the extension module, and is made of it again."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__
        message = f"cannot pickle a {name}: pickle the text, and make another one of it"
        raise TypeError(message)


class Read(Plain):
    """The base of those that can be made again of what was written."""

    __slots__ = ()

    @classmethod
    def from_dict(cls: type[_Read], data: Mapping[str, Any]) -> _Read:  # noqa: PYI019
        """Read the object that `json.loads` made; what the class does not know is left out.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``, where a member that must be there is
                missing, or one is of another type.
        """
        return made_of(cls, data)


def named(answer: Any) -> dict[str, Any]:  # noqa: ANN401
    """The members of a named tuple by name, where `json` would write a list."""
    return _members(answer._asdict())


def _members(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _written(it) for name, it in members.items() if it is not None}


def _written(value: Any) -> Any:  # noqa: ANN401
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_written(it) for it in value]
    return value
