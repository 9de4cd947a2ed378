"""Checksums of contents: ``sha256:`` or ``blake3:`` and 64 lower-case digits.

A string is hashed as its UTF-8 bytes; line terminators and a byte order mark are
part of it. Digits without the name of an algorithm are never guessed at.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from . import _core
from ._plain import Read

__all__ = [
    "ChecksumAlgorithm",
    "ChecksumClass",
    "checksum",
    "checksum_range",
    "classify_checksum",
    "parse_checksum",
    "verify_checksum",
]

ChecksumAlgorithm: TypeAlias = Literal["sha256", "blake3"]
"""The algorithms that a checksum can name."""

_Data: TypeAlias = str | bytes | bytearray | memoryview


@dataclass(frozen=True, slots=True)
class ChecksumClass(Read):
    """What the text of a checksum turned out to be."""

    algorithm: Literal["sha256", "blake3", "unknown"]
    """The algorithm that it names; ``"unknown"`` for bare digits and anything else."""

    digest: str | None = None
    """The 64 digits, lower-case, if it names its algorithm."""

    digits: int | None = None
    """How many hexadecimal digits it has, if it is nothing but digits."""


def checksum(data: _Data, *, algorithm: ChecksumAlgorithm = "sha256") -> str:
    """The checksum of a text or of bytes. Time O(n).

    Raises:
        LlmTypesError: ``UNKNOWN_ALGORITHM``; ``ILL_FORMED`` for a string with a lone
            surrogate.

    Examples:
        >>> checksum("abc")[:15]
        'sha256:ba7816bf'
        >>> checksum("", algorithm="blake3")[:15]
        'blake3:af1349b9'
    """
    return _core.checksum(algorithm, data)


def checksum_range(
    data: _Data, start: int, end: int, *, algorithm: ChecksumAlgorithm = "sha256"
) -> str:
    """The checksum of UTF-8 bytes ``start`` to ``end`` of a text or of bytes.

    Raises:
        LlmTypesError: ``OFFSET_OUT_OF_RANGE``; ``REVERSED``; as `checksum`.

    Examples:
        >>> checksum_range("fn main() {}", 3, 7) == checksum("main")
        True
    """
    return _core.checksum_range(algorithm, data, start, end)


def verify_checksum(checksum: str, data: _Data) -> bool:
    """Whether a text or bytes have this checksum.

    Raises:
        LlmTypesError: ``CHECKSUM_BARE`` for digits without an algorithm, which can be
            neither confirmed nor denied; ``UNKNOWN_ALGORITHM``; ``CHECKSUM_MALFORMED``.

    Examples:
        >>> verify_checksum(checksum("text"), "text"), verify_checksum(checksum("text"), "tent")
        (True, False)
    """
    return _core.verify_checksum(checksum, data)


def classify_checksum(checksum: str) -> ChecksumClass:
    """What the text of a checksum is. Never fails for a string, never guesses.

    Raises:
        LlmTypesError: ``WRONG_TYPE``; ``ILL_FORMED``.

    Examples:
        >>> bare = classify_checksum("0" * 64)
        >>> bare.algorithm, bare.digits, classify_checksum("sha256:" + "0" * 64).algorithm
        ('unknown', 64, 'sha256')
    """
    return ChecksumClass(**json.loads(_core.classify_checksum(checksum)))


def parse_checksum(checksum: str) -> ChecksumClass:
    """The parts of a checksum that names its algorithm.

    Raises:
        LlmTypesError: ``CHECKSUM_BARE`` for digits without an algorithm;
            ``UNKNOWN_ALGORITHM``; ``CHECKSUM_MALFORMED``.

    Examples:
        >>> parse_checksum("sha256:" + "0" * 64).algorithm
        'sha256'
    """
    return ChecksumClass(**json.loads(_core.parse_checksum(checksum)))
