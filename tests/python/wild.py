"""Bad input (``tests/README.md``, "Wild input"): bytes from a seed, and the answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from calls import UnsayableError, call
from files import canonical
from llm_types import LineIndex, LlmTypesError

COUNT = 400
TEXT = bytes.fromhex("610a0dc3a9e4b896f09f9880e280a8efbbbfcc8100fffeeda0f490c0af7f0b85")
JSON = b'{}[]"",,::0019-.eE+\\\\untrf la\n\xc3\xa9'
ENCODINGS = ("utf-8", "utf-16", "utf-32")


def xorshift(seed: int) -> Callable[[], int]:
    """Marsaglia's xorshift with 32 bits."""
    state = seed * 0x9E3779B9 % 2**32

    def draw() -> int:
        nonlocal state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        return state

    return draw


def piece(draw: Callable[[], int], letters: bytes) -> bytes:
    """A piece of bad input."""
    return bytes(letters[(draw() >> 8) % 32] for _ in range(draw() % 48))


def answer(verb: str, document: bytes) -> object:
    """What a verb on documents says, or nothing if there is no such verb yet."""
    try:
        return call(verb, {"text": {"bytes": document.hex()}})
    except UnsayableError:
        return None


def line(seed: int) -> str:
    """The line of the results file for one seed."""
    draw = xorshift(seed)
    text, document = piece(draw, TEXT), piece(draw, JSON)
    data = "".join(f"{row}\n" for row in rows(text)).encode()
    return canonical(
        {
            "seed": seed,
            "text": text.hex(),
            "rows": hashlib.sha256(data).hexdigest()[:16],
            "json": document.hex(),
            "answers": [
                answer(verb, document)
                for verb in ("canonicalize", "detect", "validate", "normalize")
            ],
        }
    )


def place(index: LineIndex, offset: int, encoding: str) -> str:
    """A position as it stands in a row."""
    try:
        return "{}:{}".format(*index.position(offset, encoding))
    except LlmTypesError as error:
        return error.code


def back(index: LineIndex, asked: tuple[int, int], encoding: str) -> str:
    """An offset as it stands in a row."""
    try:
        return str(index.offset(asked, encoding))
    except LlmTypesError as error:
        return error.code


def rows(text: bytes) -> Iterable[str]:
    """What a line index says about bytes, as canonical lines."""
    offsets = range(len(text) + 2)
    for ill_formed in ("error", "replacement"):
        for terminators in ("lf_crlf", "python_splitlines"):
            yield f"options {terminators} {ill_formed}"
            index = LineIndex(text, terminators=terminators, ill_formed=ill_formed)
            for encoding in ENCODINGS:
                found = [place(index, offset, encoding) for offset in offsets]
                yield f"position {encoding} {' '.join(found)}"
                clamped = index.positions_clamped(offsets, encoding)
                pairs = [f"{line}:{column}" for line, column in zip(*clamped, strict=True)]
                yield f"positions_clamped {encoding} {' '.join(pairs)}"
                for number in range(index.line_count + 1):
                    asked = [(number, column) for column in range(12)]
                    found = [back(index, pair, encoding) for pair in asked]
                    yield f"offset {encoding} {number} {' '.join(found)}"
                    nearest = index.offsets_clamped(asked, encoding)
                    yield f"offsets_clamped {encoding} {number} {' '.join(map(str, nearest))}"
