"""How a tool counts, and what it prints of a range then: the model behind the vectors
of the detective.

A text and the ranges in it are given by hand. How a tool counts them is worked out here,
with Python's own strings and `encode`, from a description of the tool; the same ranges in
the convention that the dialect declares are the corrected document. Nothing is asked of
the library.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

MARK = "\ufeff"
BREAKS = {
    "lf": "\n",
    "lf_crlf": "\r\n|\n",
    "lsp": "\r\n|\n|\r",
    "ecmascript": "\r\n|[\n\r\u2028\u2029]",
    "python_splitlines": "\r\n|[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]",
    "each_cr_and_lf": "[\r\n]",
}


@dataclass(frozen=True)
class Way:
    """How a tool counts. Offsets and columns of one end of a range."""

    offset_unit: str = "utf-8"
    offset_base: int = 0
    offset_bom: str = "count"
    offset_end: str = "after"
    offset_text: str = "as_is"
    line_base: int = 1
    line_terminators: str = "lf_crlf"
    column_base: int = 0
    column_unit: str = "utf-8"
    column_bom: str = "count"
    end_rule: str = "after"


def units(text: str, unit: str) -> int:
    if unit == "utf-8":
        # What is not UTF-8 is kept as surrogates, one for each byte.
        return len(text.encode("utf-8", "surrogateescape"))
    if unit == "utf-16":
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    if unit == "utf-32":
        return len(text)
    if unit.startswith("tabbed"):
        return len(text.expandtabs(int(unit[6:])))
    raise ValueError(unit)


def offset(text: str, at: int, way: Way) -> int:
    """The number of the place before the character `at`."""
    head = text[:at]
    if way.offset_text == "crlf_as_lf":
        head = head.replace("\r\n", "\n")
    if way.offset_text == "ill_formed_replaced":
        head = re.sub("[\udc80-\udcff]", "\ufffd", head)
    number = units(head, way.offset_unit)
    if way.offset_bom == "strip" and text.startswith(MARK):
        number -= units(MARK, way.offset_unit)
    return number + way.offset_base


def position(text: str, at: int, way: Way, last: int | None = None) -> tuple[int, int]:
    """Line and column of the place before the character `at`, as the tool has them; on
    the line of the character `last`, if that is given."""
    line, begins = 0, 0
    for found in re.finditer(BREAKS[way.line_terminators], text):
        if found.end() > (at if last is None else last):
            break
        line, begins = line + 1, found.end()
    column = units(text[begins:at], way.column_unit)
    if line == 0 and way.column_bom == "strip" and text.startswith(MARK) and at > 0:
        column -= units(MARK, way.column_unit)
    return line + way.line_base, column + way.column_base


def numbers(text: str, start: int, end: int, way: Way, ends: Way) -> dict[str, int]:
    first, after = offset(text, start, way), offset(text, end, ends)
    if ends.offset_end == "inclusive":
        after -= 1 if end > start else 0
    if ends.offset_end == "length":
        after -= offset(text, start, ends)
    line, column = position(text, start, way)
    if ends.end_rule == "after" or end == start:
        end_line, end_column = position(text, end, ends)
    else:
        end_line, end_column = position(text, end, ends, end - 1)
        end_column -= ends.end_rule == "inclusive"
    return {
        "byte_start": first,
        "byte_end": after,
        "start_line": line,
        "start_col": column,
        "end_line": end_line,
        "end_col": end_column,
    }


def places(text: str, words: list[str]) -> list[tuple[int, int]]:
    """Where the words are, one after the other; a word that is there again is meant
    where it comes next."""
    found, at = [], 0
    for word in words:
        at = text.find(word, at)
        if at < 0:
            raise ValueError(f"{word!r} is not in the text")
        found.append((at, at + len(word)))
        at += 1
    return found


def unified(path: str, rows: list[tuple[str | None, dict[str, int]]]) -> str:
    matches: list[Any] = []
    for number, (word, counted) in enumerate(rows):
        match: dict[str, Any] = {"match_id": f"m{number}", "span": {"file_path": path, **counted}}
        match["matched_text"] = word
        matches.append(match)
    return json.dumps(
        {
            "schema_version": "1.1.0",
            "execution_id": "550e8400-e29b-41d4-a716-446655440000",
            "data": {"pattern": "x", "matches": matches, "count": len(matches)},
        },
        ensure_ascii=False,
    )


def symbols(path: str, rows: list[tuple[str | None, dict[str, int]]]) -> str:
    """Symbols, which have names and no texts."""
    found = [
        {
            "match_id": f"m{number}",
            "name": word if word is not None else f"s{number}",
            "kind": "fn",
            "span": {"file_path": path, **counted},
        }
        for number, (word, counted) in enumerate(rows)
    ]
    return json.dumps(
        {
            "schema_version": "1.1.0",
            "execution_id": "550e8400-e29b-41d4-a716-446655440000",
            "data": {"symbols": found, "file_path": path},
        },
        ensure_ascii=False,
    )


def argon(path: str, rows: list[tuple[str | None, dict[str, int]]]) -> str:
    diagnostics = []
    for number, (_, counted) in enumerate(rows):
        span = {
            "file": path,
            "byte_start": counted["byte_start"],
            "byte_end": counted["byte_end"],
            "line_start": counted["start_line"],
            "col_start": counted["start_col"],
            "line_end": counted["end_line"],
            "col_end": counted["end_col"],
        }
        diagnostics.append(
            {
                "code": f"OE010{number}",
                "severity": "error",
                "message": "here",
                "primary_span": span,
                "primary_label": None,
                "secondary_labels": [],
                "help": None,
                "package_origin": None,
                "provenance_chain": [],
            }
        )
    return json.dumps(
        {
            "schema_version": "1.0.0",
            "diagnostics": diagnostics,
            "summary": {"errors": len(diagnostics), "warnings": 0, "infos": 0},
        },
        ensure_ascii=False,
    )


def llmsearch(path: str, rows: list[tuple[str | None, dict[str, int]]]) -> str:
    matches = [
        {
            "match_id": f"m{number}",
            "file": path,
            "byte_start": counted["byte_start"],
            "byte_end": counted["byte_end"],
            "matched_text": word,
            "line_number": counted["start_line"],
            "column_number": counted["start_col"],
            "context_before": "",
            "context_after": "",
        }
        for number, (word, counted) in enumerate(rows)
    ]
    return json.dumps(
        {
            "execution_id": "550e8400-e29b-41d4-a716-446655440000",
            "pattern": "x",
            "matches": matches,
            "match_count": len(matches),
        },
        ensure_ascii=False,
    )


DECLARED = {
    "unified": (unified, Way()),
    "symbols": (symbols, Way()),
    "argon": (
        argon,
        Way(column_base=1, column_unit="utf-16", line_terminators="lsp", end_rule="last_byte"),
    ),
    "llmsearch": (llmsearch, Way(column_base=1, column_unit="utf-32", line_terminators="lf")),
}


def around(doc: str, letters: str, found: list[tuple[int, int]]) -> str:
    """Gives each symbol the lines that it is on, and one line on either side."""
    lines = [line.rstrip("\r") for line in letters.split("\n")]
    whole = json.loads(doc)
    for symbol, (start, end) in zip(whole["data"]["symbols"], found, strict=True):
        first, last = letters.count("\n", 0, start), letters.count("\n", 0, end - 1)
        symbol["span"]["context"] = {
            "before": lines[max(first - 1, 0) : first],
            "selected": lines[first : last + 1],
            "after": lines[last + 1 : last + 2],
        }
    return json.dumps(whole, ensure_ascii=False)


def case(
    name: str,
    source: str | None,
    text: str | bytes,
    words: list[str],
    *,
    shape: str = "unified",
    ends: dict[str, Any] | None = None,
    verdict: str = "other",
    differs: dict[str, Any] | None = None,
    fits: int | None = None,
    declared_fits: int | None = None,
    corrected: bool = True,
    context: bool = False,
    **how: Any,
) -> dict[str, Any]:
    """One vector: a text, words of it, and how the tool counts otherwise than declared."""
    data = text if isinstance(text, bytes) else text.encode()
    letters = data.decode("utf-8", "surrogateescape")
    write, declared = DECLARED[shape]
    way = replace(declared, **how)
    end_way = replace(way, **ends) if ends else way
    found = places(letters, words)
    path = "src/a.txt"

    def shown(start: int, end: int) -> str:
        word = letters[start:end]
        if way.offset_text == "crlf_as_lf":
            word = word.replace("\r\n", "\n")
        return re.sub("[\udc80-\udcff]", "\ufffd", word)

    def rows(start_way: Way, last_way: Way) -> list[tuple[str | None, dict[str, int]]]:
        return [
            (shown(start, end), numbers(letters, start, end, start_way, last_way))
            for start, end in found
        ]

    stated, meant = rows(way, end_way), rows(declared, declared)
    if declared_fits is None:
        declared_fits = sum(one == other for one, other in zip(stated, meant, strict=True))
    plain, right = write(path, stated), write(path, meant)
    if context:
        plain, right = around(plain, letters, found), around(right, letters, found)
    if differs is None:
        differs = {**how, **{f"end_{axis}": value for axis, value in (ends or {}).items()}}
    source_text: Any = {"bytes": data.hex()} if isinstance(text, bytes) else text
    vector: dict[str, Any] = {"name": name, "call": "detective"}
    if source:
        vector["source"] = source
    vector["input"] = {"text": plain, "sources": {path: source_text}}
    vector["expect"] = {
        "ok": {
            "verdict": verdict,
            "fits": len(words) if fits is None else fits,
            "of": len(words),
            "declared_fits": declared_fits,
            "differs": differs,
            "text": right if corrected and verdict == "other" else None,
        }
    }
    return vector


def explained(text: str, stated: dict[str, int], meant: dict[str, int], shape: str) -> bool:
    """Whether a range has the numbers of the declared convention. Where no text says which
    range it is, those of any range of the text."""
    if shape == "llmsearch":
        printed = ("byte_start", "byte_end", "start_line", "start_col")
        return all(stated[key] == meant[key] for key in printed)
    if shape != "argon":
        return stated == meant
    way, starts = DECLARED[shape][1], range(len(text) + 1)
    return any(
        numbers(text, start, end, way, way) == stated
        for start in starts
        if offset(text, start, way) == stated["byte_start"]
        for end in starts
        if offset(text, end, way) == stated["byte_end"] and end >= start
    )


def whole(rows: list[Any], shape: str) -> str:
    """One document of rows of several paths."""
    write = DECLARED[shape][0]
    parts = [json.loads(write(path, [(word, counted)])) for path, word, counted in rows]
    first = parts[0]
    if shape == "argon":
        first["diagnostics"] = [one for part in parts for one in part["diagnostics"]]
        first["summary"]["errors"] = len(rows)
    elif shape == "llmsearch":
        first["matches"] = [one for part in parts for one in part["matches"]]
        first["match_count"] = len(rows)
    else:
        first["data"]["matches"] = [one for part in parts for one in part["data"]["matches"]]
        first["data"]["count"] = len(rows)
    return json.dumps(first, ensure_ascii=False)


def files(
    name: str,
    source: str | None,
    texts: list[tuple[str, list[str], dict[str, Any]]],
    *,
    shape: str = "unified",
    verdict: str = "other",
    fits: int | None = None,
    differs: dict[str, Any],
) -> dict[str, Any]:
    """A vector with several texts, each with words of it and how they are counted
    otherwise than declared."""
    declared = DECLARED[shape][1]
    plain: list[Any] = []
    right: list[Any] = []
    sources: dict[str, str] = {}
    same = 0
    for number, (text, words, how) in enumerate(texts):
        path, way = f"src/{number}.txt", replace(declared, **how)
        sources[path] = text
        for start, end in places(text, words):
            stated = numbers(text, start, end, way, way)
            meant = numbers(text, start, end, declared, declared)
            same += explained(text, stated, meant, shape)
            shown = text[start:end]
            if way.offset_text == "crlf_as_lf":
                shown = shown.replace("\r\n", "\n")
            plain.append((path, shown, stated))
            right.append((path, shown, meant))
    vector: dict[str, Any] = {"name": name, "call": "detective"}
    if source:
        vector["source"] = source
    vector["input"] = {"text": whole(plain, shape), "sources": sources}
    vector["expect"] = {
        "ok": {
            "verdict": verdict,
            "fits": len(plain) if fits is None else fits,
            "of": len(plain),
            "declared_fits": same,
            "differs": differs,
            "text": whole(right, shape) if verdict in ("other", "by_file") else None,
        }
    }
    return vector


def by_file(
    name: str,
    texts: list[tuple[str, list[str], dict[str, Any]]],
    *,
    shape: str = "unified",
    fits: int,
) -> dict[str, Any]:
    """A vector whose texts are counted in different ways. The declared convention
    explains most of all ranges: `fits`."""
    return files(name, None, texts, shape=shape, verdict="by_file", fits=fits, differs={})
