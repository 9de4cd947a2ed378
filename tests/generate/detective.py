"""Writes the vectors of the detective: documents with a known way of counting.

`--check` only says whether the files are what it would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from detective_cases import bugs, rules
from detective_files import several

FOLDER = Path(__file__).resolve().parent.parent / "vectors" / "detective"


def file(why: str, vectors: list[dict[str, Any]]) -> str:
    return json.dumps({"why": why, "vectors": vectors}, ensure_ascii=False, indent=2) + "\n"


FILES = {
    "bugs.json": (
        "Every row of the catalogue of position bugs that is about a unit, a base, a line "
        "terminator or the byte order mark, as a document that shows it: the way the tool "
        "counted must be named, and the document corrected.",
        bugs,
    ),
    "files.json": (
        "The same bugs in three dialects, in documents about two texts that are as different as "
        "texts are: what one of them hides, the other one shows.",
        several,
    ),
    "rules.json": (
        "What the detective may conclude, and what it must not: only what explains every "
        "range, only the least that has to be assumed, and ties are told.",
        rules,
    ),
}


def main() -> int:
    wrong = 0
    for name, (why, vectors) in FILES.items():
        path, text = FOLDER / name, file(why, vectors())
        if "--check" in sys.argv:
            same = path.exists() and path.read_text(encoding="utf-8") == text
            wrong += not same
            print(f"{name}: {'as generated' if same else 'differs'}")
        else:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{name}: written")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
