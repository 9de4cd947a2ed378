"""Names of things: span ids, match ids, execution ids.

All of them are recipes of tools that ship today; ``..._in`` takes the recipe by
name, and ``classify_...`` says which recipe made an id that was read. Nothing here
replaces an id of a tool. A path is hashed as it is spelt.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from . import _core
from ._given import listed, wrong_type
from ._plain import named
from ._reading import made_of

__all__ = [
    "ExecutionIdKind",
    "MatchIdKind",
    "MatchIdScheme",
    "SpanIdScheme",
    "SpanKey",
    "classify_execution_id",
    "classify_match_id",
    "classify_span_id",
    "execution_id",
    "execution_id_findings",
    "match_id",
    "match_id_in",
    "span_id",
    "span_id_findings",
    "span_id_in",
    "span_ids",
    "span_ids_in",
]

SpanIdScheme: TypeAlias = Literal["be64", "be32", "decimal"]
"""How the two offsets enter the hash: eight big-endian bytes each (ours, and a 64-bit
Magellan or Splice), four (the same code built for 32 bits), or decimal digits (llmgrep)."""

MatchIdScheme: TypeAlias = Literal["siphash", "siphash_ref", "sha256"]
"""A recipe for a match id: Magellan's for symbols and for references, llmgrep's."""

MatchIdKind: TypeAlias = Literal["siphash", "siphash_ref", "sha256", "uuid", "other"]
"""What a match id turned out to be."""

ExecutionIdKind: TypeAlias = Literal["uuid", "hex-pid", "other"]
"""What an execution id looks like."""

_DIGITS = 16


class SpanKey(NamedTuple):
    """What a span id is made of."""

    path: str
    """The path, hashed as it is spelt."""

    start: int
    """First byte, in UTF-8 bytes from the start of the file."""

    end: int
    """One past the last byte."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SpanKey:
        """Read the object that `json.loads` made.

        Raises:
            LlmTypesError: ``WRONG_TYPE``, with ``pointer``.
        """
        return made_of(cls, data)

    def to_dict(self) -> dict[str, Any]:
        """The members by name; as a tuple, `json` would write a list."""
        return named(self)


def span_id(path: str, start: int, end: int) -> str:
    """The span id of bytes ``start`` to ``end`` of ``path``: 16 hexadecimal digits.

    For many spans, `span_ids` is faster.

    Args:
        path: The path, hashed as it is spelt.
        start: First byte, in UTF-8 bytes from the start of the file.
        end: One past the last byte.

    Raises:
        LlmTypesError: ``REVERSED``; ``NOT_AN_INTEGER``, ``NEGATIVE_OFFSET``,
            ``UNSAFE_INTEGER``; ``ILL_FORMED`` for a path with a lone surrogate.

    Examples:
        >>> span_id("src/main.rs", 42, 100)
        '7b5b5c81a7147a21'
    """
    return _core.span_id(None, path, start, end)


def span_id_in(scheme: SpanIdScheme, path: str, start: int, end: int) -> str:
    """`span_id` under a named scheme.

    Raises:
        LlmTypesError: As `span_id`; ``UNKNOWN_ID_SCHEME``; ``OFFSET_TOO_WIDE`` for an offset
            that ``be32`` cannot write.

    Examples:
        >>> span_id_in("decimal", "main.rs", 10, 20)
        'a90d49c997c2cb65'
    """
    return _core.span_id(_named(scheme), path, start, end)


def span_ids(keys: Iterable[tuple[str, int, int]]) -> list[str]:
    """The span ids of many spans, in their order.

    Args:
        keys: `SpanKey`s, or triples of path, start and end.

    Raises:
        LlmTypesError: As `span_id`, with ``index`` of the first bad key.

    Examples:
        >>> span_ids([("src/main.rs", 42, 100), ("src/lib.rs", 100, 200)])
        ['7b5b5c81a7147a21', '318374eb7da4e671']
    """
    return _split(_core.span_ids(None, listed(keys, "a list of span keys")))


def span_ids_in(scheme: SpanIdScheme, keys: Iterable[tuple[str, int, int]]) -> list[str]:
    """`span_ids` under a named scheme.

    Raises:
        LlmTypesError: As `span_id_in`, with ``index`` of the first bad key.

    Examples:
        >>> span_ids_in("decimal", [("main.rs", 10, 20)])
        ['a90d49c997c2cb65']
    """
    return _split(_core.span_ids(_named(scheme), listed(keys, "a list of span keys")))


def _named(scheme: str) -> str:
    """A scheme that was named: only who names none gets the usual one."""
    if not isinstance(scheme, str):
        raise wrong_type("a str as `scheme`", type(scheme).__name__)
    return scheme


def _split(packed: str) -> list[str]:
    return [packed[at : at + _DIGITS] for at in range(0, len(packed), _DIGITS)]


def classify_span_id(id: str, path: str, start: int, end: int) -> SpanIdScheme | None:
    """The scheme that gives ``id`` for these values. Letter case is ignored.

    Raises:
        LlmTypesError: For numbers that are no offsets.

    Examples:
        >>> classify_span_id("fc434b35b43418b6", "src/main.rs", 42, 100)
        'be32'
    """
    return _core.classify_span_id(id, path, start, end)


def span_id_findings(id: str) -> list[str]:
    """Rule ids about the spelling of a span id; none for 16 lower-case digits.

    They are ``ID_EMPTY``, ``ID_RANDOM``, ``ID_NOT_HEX``, ``ID_LENGTH``, ``ID_UPPERCASE``.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> span_id_findings("93C2EE22C727B126"), span_id_findings("93c2ee22c727b126")
        (['ID_UPPERCASE'], [])
    """
    return _core.span_id_findings(id)


def execution_id(random: bytes | None = None) -> str:
    r"""A new execution id: a UUID v4 (RFC 9562).

    Args:
        random: 16 random bytes; by default those of `os.urandom`.

    Raises:
        LlmTypesError: ``WRONG_TYPE`` unless there are 16 bytes.

    Examples:
        >>> execution_id(b"\xff" * 16)
        'ffffffff-ffff-4fff-bfff-ffffffffffff'
    """
    return _core.execution_id(os.urandom(16) if random is None else random)


def classify_execution_id(id: str) -> ExecutionIdKind:
    """The shape of an execution id.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> classify_execution_id("6b008bad-4754")
        'hex-pid'
    """
    return _core.classify_execution_id(id)


def execution_id_findings(id: str) -> list[str]:
    """Rule ids about the spelling of an execution id: ``ID_EMPTY``, ``UUID_NOT_V4``.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> execution_id_findings(""), execution_id_findings("r1")
        (['ID_EMPTY'], [])
    """
    return _core.execution_id_findings(id)


def match_id(name: str, path: str, start: int, end: int) -> str:
    """The match id of a symbol at bytes ``start`` to ``end`` of ``path``, as Magellan's.

    Raises:
        LlmTypesError: As `span_id`.

    Examples:
        >>> match_id("cr_one", "/workspace/src/lone_cr.rs", 0, 31)
        '5bde323dd6952a5'
    """
    return _core.match_id(None, name, path, start, end)


def match_id_in(scheme: MatchIdScheme, name: str, path: str, start: int, end: int) -> str:
    """`match_id` under a named scheme.

    Raises:
        LlmTypesError: As `span_id`; ``UNKNOWN_ID_SCHEME``.

    Examples:
        >>> match_id_in("siphash", "cr_one", "/workspace/src/lone_cr.rs", 0, 31)
        '5bde323dd6952a5'
    """
    return _core.match_id(_named(scheme), name, path, start, end)


def classify_match_id(id: str, name: str, path: str, start: int, end: int) -> MatchIdKind:
    """The recipe of a match id that was read: a scheme, ``uuid`` or ``other``.

    Raises:
        LlmTypesError: For numbers that are no offsets.

    Examples:
        >>> classify_match_id("5bde323dd6952a5", "cr_one", "/workspace/src/lone_cr.rs", 0, 31)
        'siphash'
    """
    return _core.classify_match_id(id, name, path, start, end)
