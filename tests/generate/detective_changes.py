"""Documents of the detective about a change: of which file their ranges are."""

from __future__ import annotations

import hashlib
import json
from typing import Any

BEFORE = "fn a() {}\nfn b() {}\nfn c() {}\n"
START, END = 10, 19
AFTER = BEFORE[:START] + BEFORE[END:]


def changes() -> list[dict[str, Any]]:
    known = {"fits": 1, "of": 1, "declared_fits": 1}
    unknown = dict.fromkeys(known)
    return [
        asked("a deletion and the file before it", BEFORE, "declared", known),
        asked(
            "a deletion and the file after it",
            AFTER,
            "no_evidence",
            unknown,
        ),
    ]


def asked(name: str, text: str, verdict: str, counts: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "call": "detective",
        "input": {"text": json.dumps(deletion()), "sources": {"src/a.rs": text}},
        "expect": {"ok": {"verdict": verdict, **counts, "differs": {}, "text": None}},
    }


def deletion() -> dict[str, Any]:
    """As splice prints it: its only checksums are called `before`, and are of the file after."""
    digest = hashlib.sha256(AFTER.encode()).hexdigest()
    span = {
        "file_path": "src/a.rs",
        "symbol": "b",
        "kind": "function",
        "byte_start": START,
        "byte_end": END,
        "start_line": 2,
        "end_line": 2,
        "start_col": 0,
        "end_col": END - START,
        "checksums": {"file_checksum_before": f"sha256:{digest}"},
    }
    return {
        "schema_version": "2.0.0",
        "execution_id": "550e8400-e29b-41d4-a716-446655440000",
        "operation_type": "delete",
        "status": "ok",
        "message": "Deleted 'b' (0 references + definition) across 1 file(s).",
        "tool": "splice",
        "timestamp": "2026-11-20T18:49:29.179627764+00:00",
        "result": {
            "type": "delete",
            "file": "src/a.rs",
            "symbol": "b",
            "kind": "unknown",
            "spans": [span],
            "bytes_removed": END - START,
            "lines_removed": 1,
            "references_removed": 0,
            "file_checksum_before": digest,
            "span_checksums": [],
        },
    }
