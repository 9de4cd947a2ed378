"""Sheets: everything that is expected of one text, as canonical lines.

The line format is described in `tests/README.md` ("Sheets"); each host writes
the same lines from its own answers and compares their SHA-256 with the digests
in `tests/exhaustive/`. Run this file to write the digests; `--check` refuses a
digest that would change.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from oracle import BOM, ENCODINGS, END_RULES, TERMINATORS, Model, RefusedError

HOME = Path(__file__).resolve().parent.parent / "exhaustive"
ALPHABET = ("a", "é", "世", "😀", "\n", "\r", "\u2028", BOM, "\u0301")
LONGEST = 4

PRESETS = [preset for preset in TERMINATORS if preset != "unicode"]
"""The presets of the sheets: of their letters, `unicode` knows those of `ecmascript`."""


def texts(length: int) -> Iterator[str]:
    """All texts of `length` letters, the last letter turning fastest."""
    return map("".join, itertools.product(ALPHABET, repeat=length))


def answer(call: Callable[..., object], *asked: object) -> str:
    """One element of a row: a position, an offset, or the code of a refusal."""
    try:
        given = call(*asked)
    except RefusedError as refusal:
        return str(refusal)
    return written(given) if isinstance(given, tuple) else str(given)


def written(place: tuple[int, int]) -> str:
    return f"{place[0]}:{place[1]}"


def grid(model: Model, encoding: str) -> list[list[tuple[int, int]]]:
    """For each line, and one line beyond the last, the columns to ask for.

    A line is asked for each column up to one past the width of its content and
    terminator together; the line that does not exist for columns 0 and 1.
    """
    units = model.units[encoding]
    rows = [
        [(number, column) for column in range(units[line.end] - units[line.start] + 2)]
        for number, line in enumerate(model.lines)
    ]
    rows.append([(len(model.lines), 0), (len(model.lines), 1)])
    return rows


def join(answers: Iterable[object]) -> str:
    return " ".join(map(str, answers))


def bulk_rows(model: Model) -> Iterator[str]:
    """Rows of the plural functions: asked under every preset."""
    offsets = list(range(model.length + 2))
    boundaries = [
        i for i in range(len(model.text) + 1) if not (model.preset == "lsp" and model.mid_crlf(i))
    ]
    for encoding in ENCODINGS:
        places = model.positions(boundaries, encoding)
        yield f"positions {encoding} {join(map(written, places))}"
        yield f"offsets {encoding} {join(model.offsets(places, encoding))}"
        clamped = model.positions_clamped(offsets, encoding)
        yield f"positions_clamped {encoding} {join(map(written, clamped))}"
        for row in grid(model, encoding):
            found = model.offsets_clamped(row, encoding)
            yield f"offsets_clamped {encoding} {row[0][0]} {join(found)}"


def single_rows(model: Model) -> Iterator[str]:
    """Rows of the functions that answer one question at a time."""
    offsets = range(model.length + 2)
    for encoding in ENCODINGS:
        rows = grid(model, encoding)
        for mode in (None, "floor", "ceil"):
            name = mode or "strict"
            yield f"position {name} {encoding} " + " ".join(
                answer(model.position, o, encoding, mode) for o in offsets
            )
            for row in rows:
                yield f"offset {name} {encoding} {row[0][0]} " + " ".join(
                    answer(model.offset, *p, encoding, mode) for p in row
                )
        for rule in END_RULES:
            yield f"range {rule} {encoding} " + " ".join(ranges(model, encoding, rule))


def ranges(model: Model, encoding: str, rule: str) -> Iterator[str]:
    """Both ends of every range of whole characters, in order of start, then end.

    An answer is followed by `>` and what the inverse gives for it, except where
    two ranges print alike: an empty range under `inclusive`. Under `strip` only
    ranges beyond the byte order mark are asked.
    """
    for start in range(1 if model.strip else 0, len(model.text) + 1):
        for end in range(start, len(model.text) + 1):
            try:
                (l0, c0), (l1, c1) = model.range_positions(start, end, encoding, rule)
            except RefusedError as refusal:
                yield str(refusal)
                continue
            there = f"{l0}:{c0}-{l1}:{c1}"
            if rule == "inclusive" and start == end:
                yield there
            else:
                yield f"{there}>{model.range_back(start, end, encoding, rule)}"


def sheet(text: str, make: type[Model] = Model) -> Iterator[str]:
    """The canonical lines of one text, as the oracle says, or a host that is a `Model`."""
    first = make(text)
    yield f"text {text.encode('utf-8').hex()}"
    for source, target in itertools.permutations(ENCODINGS, 2):
        yield f"convert {source} {target} " + " ".join(
            answer(first.convert, o, source, target) for o in range(first.units[source][-1] + 2)
        )
    for bom in ("count", "strip") if text.startswith(BOM) else ("count",):
        seen: set[tuple[object, ...]] = set()
        for preset in PRESETS:
            model = make(text, preset, bom)
            yield f"options {preset} {bom}"
            cuts = (f"{start}..{content}..{end}" for start, content, end in model.cuts())
            yield f"lines {join(cuts)}"
            yield from bulk_rows(model)
            # Presets that cut the text alike, and refuse alike, answer alike.
            kind = (*model.lines, preset == "lsp" and "\r\n" in text)
            if kind not in seen:
                seen.add(kind)
                yield from single_rows(model)


def digest_of(rows: Iterable[str]) -> str:
    """First 16 hex digits of the SHA-256 of rows, each ended by LF."""
    data = "".join(f"{row}\n" for row in rows).encode()
    return hashlib.sha256(data).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--sheet"]:
        sys.stdout.writelines(f"{line}\n" for line in sheet(bytes.fromhex(arguments[1]).decode()))
        return 0
    stale = False
    for length in range(LONGEST + 1):
        path = HOME / f"length-{length}.txt"
        body = "".join(f"{digest_of(sheet(text))}\n" for text in texts(length))
        if "--check" in arguments:
            if path.read_text() != body:
                print(f"{path}: differs from what the oracle says", file=sys.stderr)
                stale = True
        else:
            path.write_text(body)
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
