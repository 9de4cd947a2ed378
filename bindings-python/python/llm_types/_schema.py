"""JSON Schemas of everything on the wire, from the tables that the checks read."""

from __future__ import annotations

import json
from typing import Any, cast

from . import _core
from .types_generated import SchemaInfo, SchemaName

__all__ = ["schema", "schemas"]


def schema(name: SchemaName) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of this name.

    A document that is structurally valid passes the schema of its dialect, and one that
    lacks a member, or has a value of another type or out of range, fails it. What is open
    on the wire is open in the schema.

    Args:
        name: One of the names that `schemas` lists: a type, or a dialect.

    Raises:
        LlmTypesError: ``UNKNOWN_SCHEMA``, with the nearest name by spelling.

    Examples:
        >>> schema("response")["$id"]
        'urn:llm-types:response:1.1.0'
    """
    return cast("dict[str, Any]", json.loads(_core.schema(name)))


def schemas() -> list[SchemaInfo]:
    """Every schema: the wrappers and what they wrap, the functions' reports, the dialects.

    Examples:
        >>> "magellan" in [known.name for known in schemas()]
        True
    """
    return [SchemaInfo.from_dict(item) for item in json.loads(_core.schemas())]
