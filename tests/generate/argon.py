"""Reports in the schema of RFD-0028, over the texts of the workspace.

There is no program that prints them, so they are made here, with what Python says of
the texts: bytes by encoding, lines by LF, CRLF and CR, columns by UTF-16. Run this file
to write `tests/fixtures/argon`; `--check` refuses a file that would change.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
HOME = FIXTURES / "argon" / "1.0.0"

Json = dict[str, object]


def place(text: bytes, offset: int) -> tuple[int, int]:
    """Where the line of an offset begins, and its number from 0."""
    ends = [found.end() for found in re.finditer(rb"\r\n|\n|\r", text)]
    before = [end for end in ends if end <= offset]
    return (before[-1] if before else 0), len(before)


def column(text: bytes, start: int, offset: int) -> int:
    """UTF-16 code units between two offsets."""
    return len(text[start:offset].decode().encode("utf-16-le")) // 2


def span(file: str, start: int, end: int) -> Json:
    """A range: the line of its last byte, and the column after that."""
    text = (FIXTURES / "workspace" / file).read_bytes()
    begins, line = place(text, start)
    last_begins, last = (begins, line) if start == end else place(text, end - 1)
    return {
        "file": file,
        "byte_start": start,
        "byte_end": end,
        "line_start": line + 1,
        "col_start": column(text, begins, start) + 1,
        "line_end": last + 1,
        "col_end": column(text, last_begins, end) + 1,
    }


def found(file: str, piece: str, nth: int = 0) -> Json:
    """The range of a piece of a file, the n-th from 0."""
    text = (FIXTURES / "workspace" / file).read_bytes()
    wanted = piece.encode()
    start = text.index(wanted)
    for _ in range(nth):
        start = text.index(wanted, start + 1)
    return span(file, start, start + len(wanted))


def size(file: str) -> int:
    """Bytes of a file."""
    return (FIXTURES / "workspace" / file).stat().st_size


def diagnostic(code: str, severity: str, message: str, **members: object) -> Json:
    """One finding; what is not said is null, or empty."""
    whole: Json = {
        "code": code,
        "severity": severity,
        "message": message,
        "primary_span": None,
        "primary_label": None,
        "secondary_labels": [],
        "help": None,
        "package_origin": None,
        "provenance_chain": [],
    }
    assert set(members) <= set(whole)
    return whole | members


def report(*diagnostics: Json) -> Json:
    """The whole report."""
    counts = {"errors": "error", "warnings": "warning", "infos": "info"}
    return {
        "schema_version": "1.0.0",
        "diagnostics": list(diagnostics),
        "summary": {
            name: sum(one["severity"] == word for one in diagnostics)
            for name, word in counts.items()
        },
    }


def label(where: Json, message: str) -> Json:
    """Another place."""
    return {"span": where, "message": message}


def reports() -> dict[str, Json]:
    """All of them, by name."""
    emoji, crlf, cr = "src/emoji_menu.rs", "src/crlf_ledger.rs", "src/lone_cr.rs"
    bom, separators = "src/bom_header.rs", "src/separators.rs"
    text = (FIXTURES / "workspace" / crlf).read_bytes()
    line = text.index(b"\r\n") + 2
    following = text.index(b"\r\n", line) + 2
    return {
        "empty": report(),
        "spanless": report(diagnostic("OE0001", "error", "no input")),
        "all-members": report(
            diagnostic(
                "OE0226",
                "error",
                "a price is not a weight",
                primary_span=found(emoji, "total"),
                primary_label="this is a price",
                secondary_labels=[
                    label(found(emoji, "price"), "declared here"),
                    label(found("src/brew.rs", "degrees"), "a weight is wanted here"),
                ],
                help="convert the price first",
                package_origin="ufo",
                provenance_chain=["price: quality", "quality is not quantity"],
            ),
            diagnostic("OW0007", "warning", "the name hides another one", help="rename it"),
            diagnostic("OI0003", "info", "checked by the rules of bfo", package_origin="bfo"),
        ),
        "astral": report(
            diagnostic("OE0100", "error", "after emoji", primary_span=found(emoji, "icon")),
            diagnostic("OE0101", "error", "an emoji", primary_span=found(emoji, "🍵")),
        ),
        "crlf": report(
            diagnostic(
                "OE0200", "error", "with its line end", primary_span=span(crlf, line, following)
            ),
            diagnostic(
                "OE0201",
                "error",
                "without its line end",
                primary_span=span(crlf, line, following - 2),
            ),
            diagnostic("OE0202", "error", "two lines", primary_span=span(crlf, 0, following - 2)),
        ),
        "lone-cr": report(
            diagnostic(
                "OE0300", "error", "behind a lone CR", primary_span=span(cr, size(cr) - 1, size(cr))
            ),
            diagnostic("OE0301", "error", "everything", primary_span=span(cr, 0, size(cr))),
        ),
        "bom": report(
            diagnostic("OE0400", "error", "the mark itself", primary_span=span(bom, 0, 3)),
            diagnostic("OE0401", "error", "behind the mark", primary_span=span(bom, 3, 4)),
        ),
        "separators": report(
            diagnostic(
                "OW0500",
                "warning",
                "what else may end a line",
                primary_span=span(separators, 0, size(separators)),
            ),
        ),
        "empty-ranges": report(
            diagnostic("OE0600", "error", "at the head", primary_span=span(crlf, 0, 0)),
            diagnostic("OE0601", "error", "on a line", primary_span=span(crlf, line, line)),
            diagnostic(
                "OE0602", "error", "at the end", primary_span=span(crlf, size(crlf), size(crlf))
            ),
            diagnostic("OE0603", "error", "of nothing", primary_span=span("src/empty.rs", 0, 0)),
        ),
    }


def main() -> None:
    """Writes, or with `--check` compares."""
    stale = []
    for name, whole in reports().items():
        meta = {
            "tool": "argon",
            "version": "1.0.0",
            "note": "made by tests/generate/argon.py; no program prints this schema",
            "workspace_state": "pristine workspace copy",
            "workspace": "shared",
            "stdout_file": f"{name}.json",
            "stdout_kind": "json",
        }
        for path, text in {
            HOME / f"{name}.json": json.dumps(whole, ensure_ascii=False) + "\n",
            HOME / f"{name}.meta.json": json.dumps(meta, ensure_ascii=False, indent=1) + "\n",
        }.items():
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8", newline="\n")
            elif path.read_text(encoding="utf-8") != text:
                stale.append(path.name)
    if stale:
        sys.exit(f"stale: {', '.join(stale)}")


if __name__ == "__main__":
    main()
