"""Documents about several texts at once: with a mark and without, with LF and with CRLF,
with letters of one to four bytes; the same bugs in three dialects.

The expectations are worked out as for `detective_cases.py`.
"""

from __future__ import annotations

from typing import Any

from detective_model import MARK, files

MARKED = (
    MARK + "let \u00e9 = 1; // \u4e16\u754c x\r\nlet b = '\U0001f600'; y\r\nend z\r\n",
    ["\u00e9", "1", "\u4e16\u754c", "x", "let", "b =", "'\U0001f600'", "y", "end", "z"],
)
PLAIN = (
    "na\u00efve(\u00e9);\n\u4e16 = \U0001f600\U0001f600 + c\n  tail q\nw",
    ["na\u00efve", "(\u00e9)", "\u4e16", "\U0001f600 +", "c", "tail", "q", "w"],
)

# Of each row of the catalogue: what a tool does, whatever it should do.
BUGS: list[tuple[str, str, dict[str, Any]]] = [
    ("rows 1, 17, 21, 22, 23", "columns in bytes", {"column_unit": "utf-8"}),
    ("rows 4, 6, 9, 16, 20", "columns in UTF-16 code units", {"column_unit": "utf-16"}),
    ("rows 3, 6, 18, 20", "columns in code points", {"column_unit": "utf-32"}),
    ("rows 5, 8", "offsets in code points", {"offset_unit": "utf-32"}),
    ("rows 10, 11, 12, 15, 19", "offsets in UTF-16 code units", {"offset_unit": "utf-16"}),
    ("row 13", "offsets from 40", {"offset_base": 40}),
    (
        "rows 14, 16",
        "offsets in code points, columns in UTF-16 code units",
        {"offset_unit": "utf-32", "column_unit": "utf-16"},
    ),
    ("row 31", "offsets into a copy with LF for CRLF", {"offset_text": "crlf_as_lf"}),
    ("row 31", "each CRLF counted as two lines", {"line_terminators": "each_cr_and_lf"}),
    ("row 36", "no mark", {"offset_bom": "strip", "column_bom": "strip"}),
    ("row 36", "no mark in columns", {"column_bom": "strip"}),
    ("row 39", "lines from 0", {"line_base": 0}),
    ("row 40", "columns from 0", {"column_base": 0}),
    ("row 41", "columns from 1", {"column_base": 1}),
    ("row 41", "lines from 0, columns from 1", {"line_base": 0, "column_base": 1}),
    (
        "rows 5, 36, 41",
        "offsets in code points from 1 without the mark, lines from 0",
        {"offset_unit": "utf-32", "offset_base": 1, "offset_bom": "strip", "line_base": 0},
    ),
]
DIALECTS = {
    "unified": {"column_base": 0, "column_unit": "utf-8"},
    "llmsearch": {"column_base": 1, "column_unit": "utf-32"},
    "argon": {"column_base": 1, "column_unit": "utf-16"},
}


def several() -> list[dict[str, Any]]:
    vectors = []
    for shape, declared in DIALECTS.items():
        for row, name, how in BUGS:
            differs = {axis: value for axis, value in how.items() if declared.get(axis) != value}
            # Without a text no other base than 0 and 1 is thought of.
            if not differs or (shape == "argon" and how.get("offset_base", 0) > 1):
                continue
            texts = [(*MARKED, how), (*PLAIN, how)]
            title = f"{row}: {name}, {shape}"
            vectors.append(files(title, None, texts, shape=shape, differs=differs))
    return vectors
