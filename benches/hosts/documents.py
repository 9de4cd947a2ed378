"""Documents in Python: the package against what people would use instead.

``python benches/hosts/documents.py [most matches]``, in an environment that has the
package, ``jsonschema-rs``, ``msgspec`` and ``orjson``. Targets: validating at least 3 times as
fast as ``orjson`` and ``jsonschema-rs`` with all errors, and no slower than a typed
decode by ``msgspec``, which stops at the first error; making an envelope at least 3
times as fast as ``orjson``, a map, ``orjson`` and ``hashlib``. Nothing is asserted of
times: a benchmark tells, a test judges.

The sides do not do the same work. The peers check structure; we check semantics too
and say where everything stands. The map by hand knows one tool and lists no change.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import msgspec
import orjson
from llm_types import normalize, schema, span_id, validate


class Context(msgspec.Struct):
    """Lines around a span."""

    before: list[str]
    selected: list[str]
    after: list[str]


class Semantics(msgspec.Struct):
    """What a span is."""

    kind: str
    language: str


class Checksums(msgspec.Struct):
    """Of a span and its file."""

    checksum_before: str
    file_checksum_before: str


class Span(msgspec.Struct):
    """A range of a file."""

    span_id: str
    file_path: str
    byte_start: int
    byte_end: int
    start_line: int
    start_col: int
    end_line: int
    end_col: int
    context: Context | None = None
    semantics: Semantics | None = None
    checksums: Checksums | None = None


class Match(msgspec.Struct):
    """A symbol that was found."""

    match_id: str
    span: Span
    name: str
    kind: str


class Data(msgspec.Struct):
    """All symbols."""

    matches: list[Match]
    query_name: str
    count: int


class Response(msgspec.Struct):
    """The wrapper."""

    schema_version: str
    execution_id: str
    data: Data
    tool: str | None = None
    timestamp: str | None = None


def one(n: int, rich: bool, bad: bool) -> dict[str, Any]:
    """One match of an envelope; of the bad ones each fourth is wrong in another way."""
    path = f"src/module_{n // 1000}/file_{n // 100}.rs"
    start, line = n % 100 * 80 + 4, n % 100 + 1
    end = start + 33
    wrong = n % 4 if bad else -1
    span: dict[str, Any] = {
        "span_id": span_id(path, start, end),
        "file_path": path,
        "byte_start": start,
        "byte_end": start - 1 if wrong == 0 else end,
        "start_line": line,
        "start_col": 4,
        "end_line": line,
        "end_col": 9 if wrong == 1 else 37,
    }
    if rich:
        checksum = "sha256:" + "0123456789abcdef" * 4
        span["context"] = {
            "before": ["// a line before it"] if line > 1 else [],
            "selected": [f"    pub fn function_{n}(a: &str) -> u64 {{"],
            "after": ["        compute(a)\n", "    }"],
        }
        span["semantics"] = {"kind": "fn", "language": "rust"}
        span["checksums"] = {"checksum_before": checksum, "file_checksum_before": checksum}
    return {
        "match_id": f"{(n + 1) * 0x9E3779B97F4A7C15 % 2**64:016x}",
        "span": span,
        "nmae" if wrong == 2 else "name": f"function_number_{n}",
        "kind": 7 if wrong == 3 else "fn",
    }


def response(count: int, rich: bool, bad: bool) -> bytes:
    """Make an envelope of so many matches, valid or with every tenth one wrong."""
    return orjson.dumps(
        {
            "schema_version": "1.1.0",
            "execution_id": "6b008bad-4754",
            "data": {
                "matches": [one(n, rich, bad and n % 10 == n // 10 % 10) for n in range(count)],
                "query_name": "function",
                "count": count,
            },
            "tool": "finder",
            "timestamp": "2026-01-22T10:00:00Z",
        }
    )


def search(count: int) -> bytes:
    """Make an answer of llmsearch with so many matches."""
    return orjson.dumps(
        {
            "execution_id": "550e8400-e29b-41d4-a716-446655440000",
            "pattern": "TODO",
            "matches": [
                {
                    "match_id": f"550e8400-e29b-41d4-a716-{n:012x}",
                    "file": f"src/module_{n % 100}.rs",
                    "byte_start": n * 40 + 7,
                    "byte_end": n * 40 + 11,
                    "matched_text": "TODO",
                    "line_number": n + 1,
                    "column_number": 8,
                    "context_before": "    // ",
                    "context_after": ": mend this",
                }
                for n in range(count)
            ],
            "match_count": count,
        }
    )


def digits(path: str, start: int, end: int) -> str:
    """SHA-256 of the path and both offsets, the first 8 bytes."""
    text = b":".join((path.encode(), start.to_bytes(8, "big"), end.to_bytes(8, "big")))
    return hashlib.sha256(text).hexdigest()[:16]


def by_hand(text: bytes) -> bytes:
    """Make the envelope of a search, its members in the canonical order."""
    answer = orjson.loads(text)
    return orjson.dumps(
        {
            "data": {
                "count": answer["match_count"],
                "matches": [
                    {
                        "match_id": found["match_id"],
                        "matched_text": found["matched_text"],
                        "span": {
                            "byte_end": found["byte_end"],
                            "byte_start": found["byte_start"],
                            "context": {
                                "inline_after": found["context_after"],
                                "inline_before": found["context_before"],
                            },
                            "end_col": found["column_number"]
                            - 1
                            + found["byte_end"]
                            - found["byte_start"],
                            "end_line": found["line_number"],
                            "file_path": found["file"],
                            "span_id": digits(
                                found["file"], found["byte_start"], found["byte_end"]
                            ),
                            "start_col": found["column_number"] - 1,
                            "start_line": found["line_number"],
                        },
                    }
                    for found in answer["matches"]
                ],
                "pattern": answer["pattern"],
            },
            "execution_id": answer["execution_id"],
            "schema_version": "1.1.0",
        }
    )


def race(sides: list[Callable[[], object]], runs: int, times: int) -> list[float]:
    """Microseconds for a document in the fastest of some laps, the sides in turns."""
    best = [float("inf")] * len(sides)
    for _ in range(runs):
        for i, work in enumerate(sides):
            start = time.perf_counter()
            for _ in range(times):
                work()
            best[i] = min(best[i], time.perf_counter() - start)
    return [each * 1_000_000 / times for each in best]


def laps(count: int) -> tuple[int, int]:
    """How many times a lap does its work, and how many laps there are."""
    if count < 1_000:
        return 100, 20
    return (10, 12) if count == 1_000 else (1, 3)


def validation(counts: list[int]) -> None:
    """Print one row for each document."""
    print("validate; us for a document, fastest lap; x is the peer's time over ours")
    print(f"{'':34}{'ours':>9}{'orjson + jsonschema-rs':>26}{'msgspec':>18}")
    validator = jsonschema_rs.validator_for(schema("response"))
    decoder = msgspec.json.Decoder(Response)

    def errors(text: bytes) -> int:
        return sum(1 for _ in validator.iter_errors(orjson.loads(text)))

    def typed(text: bytes) -> object:
        try:
            return decoder.decode(text)
        except msgspec.ValidationError as error:
            return error

    for count in counts:
        times, runs = laps(count)
        for rich in (False, True):
            for bad in (False, True):
                text = response(count, rich, bad)
                assert validate(text).ok != bad
                assert isinstance(typed(text), Exception) == (bad and count > 10)
                sides: list[Callable[[], object]] = [
                    lambda text=text: validate(text),
                    lambda text=text: errors(text),
                    lambda text=text: typed(text),
                ]
                ours, schemas, decode = race(sides, runs, times)
                kind = f"{count} matches, {'rich' if rich else 'plain'}"
                kind += ", 10 % bad" if bad else ", valid"
                print(
                    f"{kind:34}{ours:9.1f}{schemas:18.1f} x{schemas / ours:<6.2f}"
                    f"{decode:10.1f} x{decode / ours:<6.2f}"
                )


def normalization(counts: list[int]) -> None:
    """Print one row for each document."""
    print("\nnormalize; us for a document, fastest lap; x is the time by hand over ours")
    for count in counts:
        text = search(count)
        times, runs = laps(count)
        assert normalize(text).text.encode() == by_hand(text)
        sides: list[Callable[[], object]] = [
            lambda text=text: normalize(text).text,
            lambda text=text: by_hand(text),
        ]
        ours, hand = race(sides, runs, times)
        print(f"{f'{count} matches':34}{ours:9.1f}{hand:18.1f} x{hand / ours:<6.2f}")


if __name__ == "__main__":
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    wanted = [count for count in (10, 1_000, 100_000) if count <= most]
    validation(wanted)
    normalization(wanted)
