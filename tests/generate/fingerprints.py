"""Vectors of fingerprints: what they are for texts, by a second reading of the recipes.

The hash of a line is written here as the sum that it is, and not as a window that rolls;
the context as words and lines, with Python's own string functions. The vectors that
GitHub publishes for its hash of a line stand in `fingerprints.json` by hand and are not
touched. Run this file to write `tests/vectors/ids/fingerprints-computed.json`; `--check`
refuses a file that would change.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
TARGET = HOME / "vectors" / "ids" / "fingerprints-computed.json"
WORKSPACE = HOME / "fixtures" / "workspace"

WINDOW = 100
Place = tuple[int, int, str | None]


def units(text: str) -> list[int]:
    """UTF-16 code units."""
    raw = text.encode("utf-16-le")
    return [raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2)]


def line_hashes(text: str) -> list[str]:
    """GitHub's hash of every line, as a sum over the 100 units that follow its start."""
    even = re.sub(r"[ \t]", "", re.sub(r"\r\n|\r", "\n", text))
    counted = [*units(even), 0xFFFF]
    starts = [0] + [i + 1 for i, unit in enumerate(counted) if unit == 0x0A]
    padded = counted + [0] * WINDOW
    hashes = []
    seen: Counter[int] = Counter()
    for start in starts:
        window = padded[start : start + WINDOW]
        value = sum(u * 37 ** (WINDOW - 1 - k) for k, u in enumerate(window)) % 2**64
        seen[value] += 1
        hashes.append(f"{value:x}:{seen[value]}")
    return hashes


def even_lines(text: bytes) -> list[bytes]:
    """Lines without blanks at their ends, with one space for a run of them, none empty."""
    lines = re.split(rb"\r\n|\r|\n", text)
    words = [[word for word in re.split(rb"[ \t]", line) if word] for line in lines]
    return [b" ".join(found) for found in words if found]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def context_hash(text: bytes, start: int, end: int, kind: str | None) -> str:
    ends = [found.end() for found in re.finditer(rb"\r\n|\r|\n", text)]
    starts = [0, *ends]
    last_byte = end - 1 if end > start else end
    first = max(s for s in starts if s <= start)
    after = min((s for s in starts if s > last_byte), default=len(text))
    above = even_lines(text[:first])[-2:]
    below = even_lines(text[after:])[:2]
    parts = [
        (kind or "").encode(),
        b"\n".join(even_lines(text[start:end])),
        b"\n".join(above),
        b"\n".join(below),
    ]
    return sha(b"".join(sha(part) for part in parts)).hex()


def fingerprints(text: bytes, places: list[Place]) -> list[dict[str, str]]:
    hashes = line_hashes(text.decode("utf-8", "replace"))
    contexts = [context_hash(text, *place) for place in places]
    order = sorted(range(len(places)), key=lambda i: (places[i][0], places[i][1], i))
    seen: Counter[str] = Counter()
    numbers = {}
    for i in order:
        seen[contexts[i]] += 1
        numbers[i] = seen[contexts[i]]
    found = []
    for i, (start, end, _) in enumerate(places):
        line = len(re.findall(rb"\r\n|\r|\n", text[:start]))
        # An offset between CR and LF is still on the line that they end.
        if text[start - 1 : start] == b"\r" and text[start : start + 1] == b"\n":
            line -= 1
        found.append(
            {
                "contentHash/v1": "sha256:" + sha(text[start:end]).hex(),
                "contextHash/v1": f"{contexts[i]}:{numbers[i]}",
                "primaryLocationLineHash": hashes[line],
            }
        )
    return found


def notation(text: bytes) -> object:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return {"bytes": text.hex()}


def vector(name: str, text: bytes, places: list[Place]) -> dict[str, object]:
    written = [
        {"byte_start": start, "byte_end": end} | ({} if kind is None else {"kind": kind})
        for start, end, kind in places
    ]
    return {
        "name": name,
        "call": "fingerprints",
        "input": {"text": notation(text), "places": written},
        "expect": {"ok": fingerprints(text, places)},
    }


def main() -> int:
    todo = b"use a;\nfn a() {\n\t// TODO\n}\nfn a() {\n    // TODO\n}\n"
    first, second = todo.index(b"TODO"), todo.rindex(b"TODO")
    crlf = todo.replace(b"\n", b"\r\n")
    mixed = "é世😀\r\ré\n\r\n  世 \t 😀\u2028x".encode()
    vectors = [
        vector("alone in an empty text", b"", [(0, 0, None)]),
        vector(
            "two that differ by a line above",
            todo,
            [(first, first + 4, "todo"), (second, second + 4, "todo")],
        ),
        vector(
            "CRLF and LF are the same line ends",
            crlf,
            [(crlf.index(b"TODO"), crlf.index(b"TODO") + 4, "todo")],
        ),
        vector(
            "equal ones are numbered by place, not by order",
            b"x\nx\nx\nx\nx\nx\nx\n",
            [(8, 9, None), (4, 5, None), (6, 7, None), (0, 1, None)],
        ),
        vector(
            "an end at the start of a line does not touch it",
            b"a\nb\nc\nd\n",
            [(2, 4, None), (2, 3, None)],
        ),
        vector(
            "blanks inside and around lines are evened out",
            b"\t a \t b \r\n\r\n c\n",
            [(0, 15, "k"), (3, 8, "k")],
        ),
        vector(
            "every kind of character and line end",
            mixed,
            [(0, len(mixed), "k"), (2, 5, None), (11, 12, None)],
        ),
        vector(
            "bytes that are not UTF-8",
            b"\xff\xfe\n\xc3(\xe4\xb8\n\x80",
            [(0, 2, None), (3, 4, None), (5, 7, None)],
        ),
        vector("a byte order mark counts", b"\xef\xbb\xbfa\n", [(3, 4, None)]),
    ]
    for path in ["src/brew.rs", "src/crlf_ledger.rs", "src/bom_header.rs"]:
        text = (WORKSPACE / path).read_bytes()
        names = [found.span() for found in re.finditer(rb"fn \w+", text)]
        vectors.append(vector(f"functions of {path}", text, [(s, e, "function") for s, e in names]))
    vectors.append(
        {
            "name": "a line for each line end",
            "call": "line_hashes",
            "input": {"text": "a\r\nb\rc\n\td 😀\n\n" + "long " * 40},
            "expect": {"ok": line_hashes("a\r\nb\rc\n\td 😀\n\n" + "long " * 40)},
        }
    )
    why = (
        "A fingerprint that two hosts compute differently pairs nothing. Expected by a second "
        "reading of the recipes, in tests/generate/fingerprints.py."
    )
    written = json.dumps({"why": why, "vectors": vectors}, ensure_ascii=False, indent=1) + "\n"
    if "--check" in sys.argv:
        return int(TARGET.read_text() != written)
    TARGET.write_text(written)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
