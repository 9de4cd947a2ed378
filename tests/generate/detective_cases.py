"""The documents of the detective's vectors: what each tool counted, and in which text.

`detective.py` works out the numbers and writes the files.
"""

from __future__ import annotations

from typing import Any

from detective_changes import changes
from detective_model import MARK, by_file, case, files


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
            wire,
            ["wire", "C", "assign", "b\n"],
            shape="argon",
            column_unit="utf-8",
        ),
        case(
            "row 1: UTF-16 code units where bytes are declared",
            "hudson-trading/slang-server#509, #511",
            wire,
            ["wire", "C", "assign", "b\n"],
            column_unit="utf-16",
        ),
        case(
            "row 2: the start in bytes, the end in code points",
            "ubugeeei-prod/vize#965, #988",
            vue,
            ["<p>", "\u00e9\U0001f600", "</p>", "<b>", "\u4e16\u754c", "</b>"],
            ends={"column_unit": "utf-32"},
        ),
        case(
            "row 3: code points",
            "ocaml/ocaml-lsp#304; rocq-community/rocq-lsp#620; luthersystems/elps#464; "
            "asyncswap/solidity-language-server#234",
            hello,
            ["h\u00e9llo", "\U0001f680", "world", "again", "end"],
            column_unit="utf-32",
        ),
        case(
            "row 4: UTF-16 code units, taken as bytes by the client",
            "jsmestad/minga#2283; apmantza/pi-lens#269; emacs-lsp/lsp-mode#2080",
            hello,
            ["h\u00e9llo", "\U0001f680", "world", "again", "end"],
            column_unit="utf-16",
        ),
        case(
            "row 5: offsets in code points",
            "kdl-org/kdl-rs#171; mattwparas/steel#324",
            hello,
            ["llo", "\U0001f680", "world", "again"],
            offset_unit="utf-32",
        ),
        case(
            "row 6: utf-8 is announced and code points are counted",
            "aviatesk/JETLS.jl#306; Shopify/ruby-lsp#3583",
            ruby,
            ["\u4e16\u754c", "1", "puts", "x"],
            column_unit="utf-16",
        ),
        case(
            "row 6: the same where there are astral characters",
            "aviatesk/JETLS.jl#306; Shopify/ruby-lsp#3583",
            lexical,
            ["b", "c", "b", "c"],
            column_unit="utf-32",
        ),
        case(
            "row 7: utf-8 chosen and never announced",
            "Myriad-Dreamin/tinymist#2153",
            ruby,
            ["\u4e16", "1", "puts", "x"],
            shape="argon",
            column_unit="utf-8",
        ),
        case(
            "row 8: offsets that count astral characters of earlier lines once",
            "openlawlibrary/pygls#302, #567",
            "\U0001f60b\U0001f60b\nab = \U0001f60b\ncd\n",
            ["\U0001f60b", "ab", "cd"],
            offset_unit="utf-32",
        ),
        case(
            "row 9: code units, not code points",
            "lexical-lsp/lexical#290, #719",
            lexical,
            ["b", "c", "b", "c"],
            column_unit="utf-16",
        ),
        case(
            "row 10: four widths, 99 times, offsets in UTF-16 code units",
            "oxc-project/oxc#12436, #8687, #14768, #16102; ubugeeei-prod/corsa-bind#314",
            wide,
            ["\u00e9", "\u4e16", "\U0001f600", "end", "next"],
            offset_unit="utf-16",
        ),
        case(
            "row 11: offsets as JavaScript slices",
            "biomejs/biome#4035, #1788, #11173",
            biome,
            ["\u540d\u524d", "'\u65e5\u672c", "let", "b = 1"],
            offset_unit="utf-16",
        ),
        case(
            "row 12: an emoji far above",
            "marcoroth/herb#1866",
            herb,
            ["<%", "class='a'", "class='b'"],
            offset_unit="utf-16",
        ),
        case(
            "row 13: offsets that hold the base of an earlier parse",
            "swc-project/swc#2128; fkling/astexplorer#708; BitGo/api-ts#1111",
            "let a = 1;\nlet b = a;\n",
            ["a = 1", "let b", "a;"],
            offset_base=12,
        ),
        case(
            "row 14: one field in bytes, its neighbour in UTF-16 code units",
            "baseballyama/rsvelte#806, #951, #4599",
            svelte,
            ["<p>", "{x}", "\u4e16", "{y}"],
            ends={"offset_unit": "utf-16"},
        ),
        case(
            "row 15: offsets and columns of the wasm binding",
            "tree-sitter/tree-sitter#4616, #4619, #792; bonede/tree-sitter-ng#36; "
            "tree-sitter/java-tree-sitter#27; tree-sitter/kotlin-tree-sitter#78; "
            "anomalyco/opentui#823",
            tree,
            ["// ", "'\u00e9'", ";", "let t", "s;"],
            offset_unit="utf-16",
            column_unit="utf-16",
        ),
        case(
            "row 16: offsets in bytes and columns in UTF-16 code units in one position",
            "bruits/satteri#172, #185",
            mark,
            ["**b**", "**c**", "d"],
            column_unit="utf-16",
        ),
        case(
            "row 17: columns in bytes and one more",
            "DataDog/datadog-static-analyzer#914",
            dog,
            ["eval(s)", "exec(t)"],
            shape="argon",
            column_unit="utf-8",
        ),
        case(
            "row 17: the same where the envelope's columns are declared",
            "DataDog/datadog-static-analyzer#914",
            dog,
            ["s", "eval(s)", "t", "exec(t)"],
            column_base=1,
        ),
        case(
            "row 18: unicodeCodePoints where utf16CodeUnits are declared",
            "microsoft/sarif-vscode-extension#582; microsoft/sarif-web-component#23; "
            "gitleaks/gitleaks#1962; oasis-tcs/sarif-spec#178, #184",
            key,
            ["k", "x", "y", "z"],
            shape="argon",
            column_unit="utf-32",
        ),
        case(
            "row 18: utf16CodeUnits where unicodeCodePoints are declared",
            "microsoft/sarif-vscode-extension#582; microsoft/sarif-web-component#23; "
            "gitleaks/gitleaks#1962; oasis-tcs/sarif-spec#178, #184",
            key,
            ["k", "x", "y", "z"],
            shape="llmsearch",
            column_unit="utf-16",
        ),
        case(
            "row 19: the offsets of an editor",
            "KittyCAD/modeling-app#7537; quick-lint/quick-lint-js#63",
            pi,
            ["\u03c0", "'\U0001f9ea'", "\u03c1", "1"],
            offset_unit="utf-16",
        ),
        case(
            "row 20: a highlight in runes",
            "sourcegraph/sourcegraph-public-snapshot#22066, #35965",
            arrow,
            ["\u203a", "hit", "miss", "hit"],
            column_unit="utf-32",
        ),
        case(
            "row 20: a highlight in UTF-16 code units",
            "sourcegraph/sourcegraph-public-snapshot#22066, #35965",
            arrow,
            ["\u203a", "hit", "miss", "hit"],
            column_unit="utf-16",
        ),
        case(
            "row 21: a source map in bytes",
            "terser/terser#960, #437; oven-sh/bun#32838; baseballyama/rsvelte#2972",
            script,
            ["'", "f()", "g()"],
            shape="argon",
            column_unit="utf-8",
            column_base=0,
        ),
        case(
            "row 22: a parser's error column in bytes, from 1",
            "serde-rs/json#1048",
            error,
            ["x", "y"],
            shape="argon",
            column_unit="utf-8",
        ),
        case(
            "row 23: LSP believed to count bytes",
            "markuplint/markuplint#3892",
            page,
            ["\u65e5", "</p>", "<b>"],
            shape="argon",
            column_unit="utf-8",
        ),
        case(
            "row 31: offsets into a copy with LF for CRLF",
            "rust-lang/rust-analyzer#12293, #4067, #19022; cordx56/rustowl#157; "
            "jamesnvc/lsp_server#33",
            crlf,
            ["fn a", "fn b", "fn c"],
            offset_text="crlf_as_lf",
        ),
        case(
            "row 31: each CRLF counted as two lines",
            "jeapostrophe/racket-langserver#32",
            crlf,
            ["fn a", "fn b", "fn c"],
            line_terminators="each_cr_and_lf",
        ),
        case(
            "row 32: a lone CR ends a line",
            "atusy/kakehashi#710; baseballyama/rsvelte#1793; MaskRay/ccls#292; astral-sh/ruff#3446",
            "a\rb\nc\rd e\n",
            ["a", "b", "c", "d", "e"],
            line_terminators="lsp",
        ),
        case(
            "row 32: a lone CR ends no line, where it is declared to",
            "atusy/kakehashi#710; baseballyama/rsvelte#1793; MaskRay/ccls#292; astral-sh/ruff#3446",
            "aa\rbb\ncc\rdd ee\n",
            ["aa", "bb", "cc", "dd", "ee"],
            shape="argon",
            line_terminators="lf_crlf",
        ),
        case(
            "row 33: U+2029 ends a line",
            "microsoft/TypeScript#38078; fmagent-project/FM-Agent#175",
            "a\u2029b\nc d\n",
            ["a", "b", "c", "d"],
            line_terminators="ecmascript",
        ),
        case(
            "row 33: a vertical tab and a file separator end a line",
            "microsoft/TypeScript#38078; fmagent-project/FM-Agent#175",
            "a\vb\x1cc d\n",
            ["a", "b", "c", "d"],
            line_terminators="python_splitlines",
        ),
        case(
            "row 35: the end of a line that is inserted",
            "ocaml/ocaml-lsp#2159; syntax-tree/unist#20; jneen/parsimmon#331",
            "x\nyy\nz\n",
            ["x\n", "yy\n", "z"],
            end_rule="last_byte",
        ),
        case(
            "row 36: offsets and columns of a text without its mark",
            "rubocop/rubocop#2703; integrated-application-development/sonar-delphi#234; "
            "oxc-project/oxc#26162; markup-carve/carve#876; microsoft/sarif-sdk#773; "
            "eslint/eslint#8083",
            bom,
            ["x", "1", "y", "x\n"],
            offset_bom="strip",
            column_bom="strip",
        ),
        case(
            "row 36: columns without the mark, offsets with it",
            "rubocop/rubocop#2703; microsoft/sarif-sdk#773",
            bom,
            ["x", "1", "y", "x\n"],
            column_bom="strip",
        ),
        case(
            "row 37: before the mark is -1",
            "oxc-project/oxc#19092",
            bom,
            [MARK, "x", "1", "y"],
            offset_bom="strip",
            offset_unit="utf-16",
        ),
        case(
            "row 38: offsets after U+FFFD was put in",
            "oven-sh/bun#36027",
            b"a\xffb\nc\xfe\xfed e\n",
            ["a", "b\n", "c", "d", "e"],
            offset_text="ill_formed_replaced",
        ),
        case(
            "row 39: lines from 0",
            "microsoft/pyright#8760, #1005, #3238; jordemort/action-pyright#26",
            "import os\nx = os.y\nz = x\n",
            ["os", "x", "y", "z"],
            line_base=0,
        ),
        case(
            "row 40: columns from 1 since this version",
            "python/mypy#4475; thonny/thonny#598; microsoft/vscode-python#14978; "
            "leinardi/mypy-pycharm#79; facebook/pyre-check#126",
            "import os\nx = os.y\nz = x\n",
            ["os", "x", "y", "z"],
            column_base=1,
        ),
        case(
            "row 41: lines from 0 and columns from 1",
            "biegehydra/BifrostMCP#14, #27; scalacenter/bloop#691; redhat-developer/lsp4ij#1670",
            "import os\nx = os.y\nz = x\n",
            ["os", "x", "y", "z"],
            line_base=0,
            column_base=1,
        ),
        case(
            "row 41: columns from 0 where they are declared from 1",
            "biegehydra/BifrostMCP#14, #27; scalacenter/bloop#691; redhat-developer/lsp4ij#1670",
            "import os\nx = os.y\nz = x\n",
            ["os", "x", "y", "z"],
            shape="argon",
            column_base=0,
        ),
    ]


def rules() -> list[dict[str, Any]]:
    text = "let \u00e9 = f(\u00e9);\nlet \U0001f600 = g(\u00e9);\nend\n"
    words = ["let", "f(\u00e9)", "let", "g(\u00e9)", "end"]
    tabs = "\tif x:\n\t\treturn y\nz = 1\n"
    return [
        case(
            "the declared convention explains everything",
            None,
            text,
            words,
            verdict="declared",
        ),
        case("an inclusive end of offsets", None, text, words, offset_end="inclusive"),
        case("a length for an end", None, text, words, offset_end="length"),
        case("an inclusive end of columns", None, text, words, end_rule="inclusive"),
        case("offsets from 1", None, text, words, offset_base=1),
        case(
            "everything from 1 and in UTF-16 code units",
            None,
            text,
            words,
            offset_base=1,
            offset_unit="utf-16",
            column_base=1,
            column_unit="utf-16",
        ),
        case(
            "no texts: offsets and columns confirm each other, columns from 1",
            None,
            text,
            words,
            shape="argon",
            column_base=0,
        ),
        case(
            "no texts, but names",
            None,
            text,
            ["let", "f", "let", "g", "end"],
            shape="symbols",
            offset_unit="utf-16",
        ),
        case(
            "columns where a tab is up to eight",
            None,
            tabs,
            ["if", "x:", "return", "y", "z"],
            column_unit="tabbed8",
            differs={"column_unit": "tabbed"},
        ),
        case(
            "lines from 0 in code points with offsets in UTF-16 code units",
            None,
            text,
            words,
            offset_unit="utf-16",
            line_base=0,
            column_unit="utf-32",
        ),
        case(
            "four zeros that are no unknown place, where lines are from 0",
            None,
            "x = y\ny = x\n",
            ["x", "y", "y", "x"],
            declared_fits=1,
            line_base=0,
            end_rule="inclusive",
        ),
        case(
            "the lines around fit a shift inside of the line, the names do not",
            None,
            text,
            ["let", "f", "let", "g"],
            shape="symbols",
            context=True,
            verdict="tie",
            declared_fits=4,
            offset_base=1,
            column_base=1,
        ),
        case(
            "two ways with one number of assumptions more, but with other values, are a tie",
            None,
            "\U0001f600 ab cd",
            ["ab", "cd"],
            shape="argon",
            verdict="tie",
            offset_unit="utf-32",
            column_unit="utf-32",
            differs={"offset_unit": "utf-16"},
        ),
        *mixed(),
        *changes(),
    ]


def mixed() -> list[dict[str, Any]]:
    marked = MARK + "let \u00e9 = f(\u00e9);\nlet \u4e16 = 1;\nend\n"
    crlf = "let \u00e9 = 1;\r\nlet b = 2;\r\nend\r\n"
    plain = "let \u00e9 = 1; x\nlet \U0001f600 = 2; x\nend\n"
    stripped = {"offset_bom": "strip", "column_bom": "strip"}
    return [
        by_file(
            "one file with its mark, another one without",
            [
                (marked, ["\u00e9", "f(", "let", "\u4e16", "end"], {}),
                (marked, ["\u00e9", "f(", "let", "end"], stripped),
            ],
            fits=5,
        ),
        by_file(
            "one file with CRLF, another one with LF for CRLF",
            [
                (crlf, ["= 1", "let b", "b", "2", "end"], {}),
                (crlf, ["= 1", "let b", "2", "end"], {"offset_text": "crlf_as_lf"}),
            ],
            fits=6,
        ),
        by_file(
            "bytes in one file and UTF-16 code units in another, without a text",
            [
                (plain, ["let", "= 1", "x", "let", "x", "end"], {}),
                (plain, ["= 1", "x", "let", "x", "end"], {"offset_unit": "utf-16"}),
                (crlf, ["= 1", "b = 2", "end"], {"column_base": 0}),
            ],
            shape="argon",
            fits=6,
        ),
        by_file(
            "the last of twenty files is counted otherwise",
            [
                *[(plain, ["let", "= 1", "x"], {})] * 19,
                (plain, ["let", "= 1", "x", "let"], {"column_base": 1}),
            ],
            fits=57,
        ),
        files(
            "offsets from -4 in one file of two: text may have been put in since",
            None,
            [
                (plain, ["let", "= 1", "x", "let"], {}),
                (plain, ["= 1", "x", "let"], {"offset_base": -4}),
            ],
            verdict="none",
            fits=4,
            differs={},
        ),
    ]
