"""What `json` can write of the small values that the package answers with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

__all__ = ["Plain", "named"]


class Plain:
    """The base of dataclasses that are answers and nothing else."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The members as `json` can write them; what is ``None`` is left out."""
        return _members({it.name: getattr(self, it.name) for it in fields(cast("Any", self))})


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
