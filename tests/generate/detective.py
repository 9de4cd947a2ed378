"""Writes the vectors of the detective: documents with a known way of counting.

A text and the ranges in it are given by hand. How a tool counts them is worked out
here, with Python's own strings and `encode`, from a description of the tool; the same
ranges in the convention that the dialect declares are the corrected document. Nothing
is asked of the library.

Run it to write the files anew; `--check` only says whether they are what it would write.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "vectors" / "detective"
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
    corrected: bool = True,
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
    plain, right = write(path, stated), write(path, meant)
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
            "declared_fits": sum(one == other for one, other in zip(stated, meant, strict=True)),
            "differs": differs,
            "text": right if corrected and verdict == "other" else None,
        }
    }
    return vector


def bugs() -> list[dict[str, Any]]:
    wire = "wire a; // 25\u00b0C\nassign b = a; // \u00b0 b\n"
    vue = "<p>\u00e9\U0001f600</p>\n<b>\u4e16\u754c</b>\n"
    hello = "h\u00e9llo \U0001f680 world\nagain \U0001f680\U0001f680 end\n"
    ruby = "\u4e16\u754c=1\nputs '\u65e5\u672c', x\n"
    lexical = "\U00010400b = \U00010400c\nb + c\n"
    wide = "a\u00e9\u4e16\U0001f600" * 99 + "end\nnext\n"
    biome = "const \u540d\u524d = '\u65e5\u672c\u8a9e\u30c6\u30b9\u30c8';\nlet b = 1;\n"
    herb = "<%# \U0001f389 %>\n<div class='a'></div>\n<div class='b'></div>\n"
    svelte = "<p>\u00e9</p>{x}\n<p>\u4e16</p>{y}\n"
    tree = "// \u4e16\nlet s = '\u00e9';\nlet t = s;\n"
    mark = "\u00e9 **b**\n\u4e16\u754c **c** d\n"
    dog = "s = '\u00e9'; eval(s)\nt = '\u4e16'; exec(t)\n"
    key = "k = '\U0001f511'; x\ny = '\U0001f511\U0001f511'; z\n"
    pi = "\u03c0 = '\U0001f9ea'\n\u03c1 = \u03c0 + 1\n"
    arrow = "\u203a \U0001f3af hit\n\u203a miss hit\n"
    script = "'\U0001d4b3';f()\n'\u00e9';g()\n"
    error = '{"\u00e9\U0001f600": x}\n{"\u00e9": y}\n'
    page = "<p>\u65e5\u672c</p>\n<p>\u8a9e</p><b>x</b>\n"
    crlf = "fn a() {}\r\nfn b() {}\r\nfn c() {}\r\n"
    bom = MARK + "x = 1\ny = x\n"
    return [
        case(
            "row 1: bytes where UTF-16 code units are declared",
            "hudson-trading/slang-server#509, #511",
            wire, ["wire", "C", "assign", "b\n"], shape="argon", column_unit="utf-8",
        ),
        case(
            "row 1: UTF-16 code units where bytes are declared",
            "hudson-trading/slang-server#509, #511",
            wire, ["wire", "C", "assign", "b\n"], column_unit="utf-16",
        ),
        case(
            "row 2: the start in bytes, the end in code points",
            "ubugeeei-prod/vize#965, #988",
            vue, ["<p>", "\u00e9\U0001f600", "</p>", "<b>", "\u4e16\u754c", "</b>"],
            ends={"column_unit": "utf-32"},
        ),
        case(
            "row 3: code points",
            "ocaml/ocaml-lsp#304; rocq-community/rocq-lsp#620; luthersystems/elps#464; "
            "asyncswap/solidity-language-server#234",
            hello, ["h\u00e9llo", "\U0001f680", "world", "again", "end"],
            column_unit="utf-32",
        ),
        case(
            "row 4: UTF-16 code units, taken as bytes by the client",
            "jsmestad/minga#2283; apmantza/pi-lens#269; emacs-lsp/lsp-mode#2080",
            hello, ["h\u00e9llo", "\U0001f680", "world", "again", "end"],
            column_unit="utf-16",
        ),
        case(
            "row 5: offsets in code points",
            "kdl-org/kdl-rs#171; mattwparas/steel#324",
            hello, ["llo", "\U0001f680", "world", "again"], offset_unit="utf-32",
        ),
        case(
            "row 6: utf-8 is announced and code points are counted",
            "aviatesk/JETLS.jl#306; Shopify/ruby-lsp#3583",
            ruby, ["\u4e16\u754c", "1", "puts", "x"], column_unit="utf-16",
        ),
        case(
            "row 6: the same where there are astral characters",
            "aviatesk/JETLS.jl#306; Shopify/ruby-lsp#3583",
            lexical, ["b", "c", "b", "c"], column_unit="utf-32",
        ),
        case(
            "row 7: utf-8 chosen and never announced",
            "Myriad-Dreamin/tinymist#2153",
            ruby, ["\u4e16", "1", "puts", "x"], shape="argon", column_unit="utf-8",
        ),
        case(
            "row 8: offsets that count astral characters of earlier lines once",
            "openlawlibrary/pygls#302, #567",
            "\U0001f60b\U0001f60b\nab = \U0001f60b\ncd\n", ["\U0001f60b", "ab", "cd"],
            offset_unit="utf-32",
        ),
        case(
            "row 9: code units, not code points",
            "lexical-lsp/lexical#290, #719",
            lexical, ["b", "c", "b", "c"], column_unit="utf-16",
        ),
        case(
            "row 10: four widths, 99 times, offsets in UTF-16 code units",
            "oxc-project/oxc#12436, #8687, #14768, #16102; ubugeeei-prod/corsa-bind#314",
            wide, ["\u00e9", "\u4e16", "\U0001f600", "end", "next"], offset_unit="utf-16",
        ),
        case(
            "row 11: offsets as JavaScript slices",
            "biomejs/biome#4035, #1788, #11173",
            biome, ["\u540d\u524d", "'\u65e5\u672c", "let", "b = 1"], offset_unit="utf-16",
        ),
        case(
            "row 12: an emoji far above",
            "marcoroth/herb#1866",
            herb, ["<%", "class='a'", "class='b'"], offset_unit="utf-16",
        ),
        case(
            "row 13: offsets that hold the base of an earlier parse",
            "swc-project/swc#2128; fkling/astexplorer#708; BitGo/api-ts#1111",
            "let a = 1;\nlet b = a;\n", ["a = 1", "let b", "a;"], offset_base=12,
        ),
        case(
            "row 14: one field in bytes, its neighbour in UTF-16 code units",
            "baseballyama/rsvelte#806, #951, #4599",
            svelte, ["<p>", "{x}", "\u4e16", "{y}"], ends={"offset_unit": "utf-16"},
        ),
        case(
            "row 15: offsets and columns of the wasm binding",
            "tree-sitter/tree-sitter#4616, #4619, #792; bonede/tree-sitter-ng#36; "
            "tree-sitter/java-tree-sitter#27; tree-sitter/kotlin-tree-sitter#78; "
            "anomalyco/opentui#823",
            tree, ["// ", "'\u00e9'", ";", "let t", "s;"], offset_unit="utf-16",
            column_unit="utf-16",
        ),
        case(
            "row 16: offsets in bytes and columns in UTF-16 code units in one position",
            "bruits/satteri#172, #185",
            mark, ["**b**", "**c**", "d"], column_unit="utf-16",
        ),
        case(
            "row 17: columns in bytes and one more",
            "DataDog/datadog-static-analyzer#914",
            dog, ["eval(s)", "exec(t)"], shape="argon", column_unit="utf-8",
        ),
        case(
            "row 17: the same where the envelope's columns are declared",
            "DataDog/datadog-static-analyzer#914",
            dog, ["s", "eval(s)", "t", "exec(t)"], column_base=1,
        ),
        case(
            "row 18: unicodeCodePoints where utf16CodeUnits are declared",
            "microsoft/sarif-vscode-extension#582; microsoft/sarif-web-component#23; "
            "gitleaks/gitleaks#1962; oasis-tcs/sarif-spec#178, #184",
            key, ["k", "x", "y", "z"], shape="argon", column_unit="utf-32",
        ),
        case(
            "row 18: utf16CodeUnits where unicodeCodePoints are declared",
            "microsoft/sarif-vscode-extension#582; microsoft/sarif-web-component#23; "
            "gitleaks/gitleaks#1962; oasis-tcs/sarif-spec#178, #184",
            key, ["k", "x", "y", "z"], shape="llmsearch", column_unit="utf-16",
        ),
        case(
            "row 19: the offsets of an editor",
            "KittyCAD/modeling-app#7537; quick-lint/quick-lint-js#63",
            pi, ["\u03c0", "'\U0001f9ea'", "\u03c1", "1"], offset_unit="utf-16",
        ),
        case(
            "row 20: a highlight in runes",
            "sourcegraph/sourcegraph-public-snapshot#22066, #35965",
            arrow, ["\u203a", "hit", "miss", "hit"], column_unit="utf-32",
        ),
        case(
            "row 20: a highlight in UTF-16 code units",
            "sourcegraph/sourcegraph-public-snapshot#22066, #35965",
            arrow, ["\u203a", "hit", "miss", "hit"], column_unit="utf-16",
        ),
        case(
            "row 21: a source map in bytes",
            "terser/terser#960, #437; oven-sh/bun#32838; baseballyama/rsvelte#2972",
            script, ["'", "f()", "g()"], shape="argon", column_unit="utf-8", column_base=0,
        ),
        case(
            "row 22: a parser's error column in bytes, from 1",
            "serde-rs/json#1048",
            error, ["x", "y"], shape="argon", column_unit="utf-8",
        ),
        case(
            "row 23: LSP believed to count bytes",
            "markuplint/markuplint#3892",
            page, ["\u65e5", "</p>", "<b>"], shape="argon", column_unit="utf-8",
        ),
        case(
            "row 31: offsets into a copy with LF for CRLF",
            "rust-lang/rust-analyzer#12293, #4067, #19022; cordx56/rustowl#157; "
            "jamesnvc/lsp_server#33",
            crlf, ["fn a", "fn b", "fn c"], offset_text="crlf_as_lf",
        ),
        case(
            "row 31: each CRLF counted as two lines",
            "jeapostrophe/racket-langserver#32",
            crlf, ["fn a", "fn b", "fn c"], line_terminators="each_cr_and_lf",
        ),
        case(
            "row 32: a lone CR ends a line",
            "atusy/kakehashi#710; baseballyama/rsvelte#1793; MaskRay/ccls#292; astral-sh/ruff#3446",
            "a\rb\nc\rd e\n", ["a", "b", "c", "d", "e"], line_terminators="lsp",
        ),
        case(
            "row 32: a lone CR ends no line, where it is declared to",
            "atusy/kakehashi#710; baseballyama/rsvelte#1793; MaskRay/ccls#292; astral-sh/ruff#3446",
            "aa\rbb\ncc\rdd ee\n", ["aa", "bb", "cc", "dd", "ee"], shape="argon",
            line_terminators="lf_crlf",
        ),
        case(
            "row 33: U+2029 ends a line",
            "microsoft/TypeScript#38078; fmagent-project/FM-Agent#175",
            "a\u2029b\nc d\n", ["a", "b", "c", "d"], line_terminators="ecmascript",
        ),
        case(
            "row 33: a vertical tab ends a line",
            "microsoft/TypeScript#38078; fmagent-project/FM-Agent#175",
            "a\vb\nc d\n", ["a", "b", "c", "d"], line_terminators="python_splitlines",
        ),
        case(
            "row 35: the end of a line that is inserted",
            "ocaml/ocaml-lsp#2159; syntax-tree/unist#20; jneen/parsimmon#331",
            "x\nyy\nz\n", ["x\n", "yy\n", "z"], end_rule="last_byte",
        ),
        case(
            "row 36: offsets and columns of a text without its mark",
            "rubocop/rubocop#2703; integrated-application-development/sonar-delphi#234; "
            "oxc-project/oxc#26162; markup-carve/carve#876; microsoft/sarif-sdk#773; "
            "eslint/eslint#8083",
            bom, ["x", "1", "y", "x\n"], offset_bom="strip", column_bom="strip",
        ),
        case(
            "row 36: columns without the mark, offsets with it",
            "rubocop/rubocop#2703; microsoft/sarif-sdk#773",
            bom, ["x", "1", "y", "x\n"], column_bom="strip",
        ),
        case(
            "row 37: before the mark is -1",
            "oxc-project/oxc#19092",
            bom, [MARK, "x", "1", "y"], offset_bom="strip", offset_unit="utf-16",
        ),
        case(
            "row 38: offsets after U+FFFD was put in",
            "oven-sh/bun#36027",
            b"a\xffb\nc\xfe\xfed e\n", ["a", "b\n", "c", "d", "e"],
            offset_text="ill_formed_replaced",
        ),
        case(
            "row 39: lines from 0",
            "microsoft/pyright#8760, #1005, #3238; jordemort/action-pyright#26",
            "import os\nx = os.y\nz = x\n", ["os", "x", "y", "z"], line_base=0,
        ),
        case(
            "row 40: columns from 1 since this version",
            "python/mypy#4475; thonny/thonny#598; microsoft/vscode-python#14978; "
            "leinardi/mypy-pycharm#79; facebook/pyre-check#126",
            "import os\nx = os.y\nz = x\n", ["os", "x", "y", "z"], column_base=1,
        ),
        case(
            "row 41: lines from 0 and columns from 1",
            "biegehydra/BifrostMCP#14, #27; scalacenter/bloop#691; redhat-developer/lsp4ij#1670",
            "import os\nx = os.y\nz = x\n", ["os", "x", "y", "z"], line_base=0, column_base=1,
        ),
        case(
            "row 41: columns from 0 where they are declared from 1",
            "biegehydra/BifrostMCP#14, #27; scalacenter/bloop#691; redhat-developer/lsp4ij#1670",
            "import os\nx = os.y\nz = x\n", ["os", "x", "y", "z"], shape="argon", column_base=0,
        ),
    ]


def rules() -> list[dict[str, Any]]:
    text = "let \u00e9 = f(\u00e9);\nlet \U0001f600 = g(\u00e9);\nend\n"
    words = ["let", "f(\u00e9)", "let", "g(\u00e9)", "end"]
    tabs = "\tif x:\n\t\treturn y\nz = 1\n"
    return [
        case("the declared convention explains everything", None, text, words,
             verdict="declared",),
        case("an inclusive end of offsets", None, text, words, offset_end="inclusive"),
        case("a length for an end", None, text, words, offset_end="length"),
        case("an inclusive end of columns", None, text, words, end_rule="inclusive"),
        case("offsets from 1", None, text, words, offset_base=1),
        case("everything from 1 and in UTF-16 code units", None, text, words,
             offset_base=1, offset_unit="utf-16", column_base=1, column_unit="utf-16"),
        case("no texts: offsets and columns confirm each other, columns from 1", None, text,
             words, shape="argon", column_base=0),
        case("no texts, but names", None, text, ["let", "f", "let", "g", "end"], shape="symbols",
             offset_unit="utf-16",),
        case("columns where a tab is up to eight", None, tabs, ["if", "x:", "return", "y", "z"],
             column_unit="tabbed8", differs={"column_unit": "tabbed"},),
        case("lines from 0 in code points with offsets in UTF-16 code units", None, text, words,
             offset_unit="utf-16", line_base=0, column_unit="utf-32"),
    ]


def file(why: str, vectors: list[dict[str, Any]]) -> str:
    return json.dumps({"why": why, "vectors": vectors}, ensure_ascii=False, indent=2) + "\n"


FILES = {
    "bugs.json": (
        "Every row of the catalogue of position bugs that is about a unit, a base, a line "
        "terminator or the byte order mark, as a document that shows it: the way the tool "
        "counted must be named, and the document corrected.",
        bugs,
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
