//! Codes of edits: what a request can be refused for, and what is worth knowing.
//!
//! The examples are requests that can be made as they stand, with three sources: `a.txt`
//! has the two lines `let é = 1;` and `end`, `e.txt` the one line `😀b`, and `m.txt` the line
//! `end` behind a byte order mark.
//! `core/tests/document/rules.rs` makes them.

rules! { "edit"
    EDIT_FORMAT_UNKNOWN Error from "docs/edits.md E12" {
        "the request has the members of no known shape",
        "A request that is read by the wrong rules changes the wrong bytes.",
        "Write the request in one of the shapes of docs/edits.md, such as `{\"file_path\":\"a.txt\",\"edits\":[{\"byte_start\":0,\"byte_end\":3,\"expected_text\":\"let\",\"new_text\":\"var\"}]}`, or name the shape with the option `format`, in a shell `--request-format`.",
        bad r#"{"file_path":"a.txt","replace":[]}"#,
        good r#"{"file_path":"a.txt","edits":[]}"#
    }
    EDIT_FORMAT_MIXED Error from "docs/edits.md E12" {
        "the request has members of more than one shape",
        "One of them would be passed over without a word.",
        "Write every edit in the same shape, or name the shape with the option `format`; what an edit of another shape is to prove, give as an option, such as `expected_checksum`.",
        bad r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","replacement":"var"}]}"#,
        good r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#
    }
    EDIT_REQUEST_INVALID Error from "docs/edits.md E14" {
        "a member of the request is missing or of another type",
        "What it should say would have to be made up.",
        "Write what the message names at this place of the request, and send it again.",
        bad r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":"3","new_text":"LET"}]}"#,
        good r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#
    }
    EDIT_UNKNOWN_MEMBER Warning from "docs/edits.md E4" {
        "the request has a member that this version does not know",
        "A guard with a misspelt name guards nothing.",
        "Check the spelling, or leave the member out.",
        bad r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","expected_txt":"let"}]}"#,
        good r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","expected_text":"let"}]}"#
    }
    EDIT_CHOICE Error from "SARIF 2.1.0 §3.27.30" {
        "the document offers several fixes, and only one of them can be meant",
        "They are alternatives; made together they spoil the text.",
        "Name the one that is meant with the option `at`, a JSON Pointer such as `/fixes/0`.",
        bad r#"{"fixes":[{"artifactChanges":[]},{"artifactChanges":[]}]}"#,
        good r#"{"fixes":[{"artifactChanges":[]}]}"#
    }
    EDIT_UNSUPPORTED Error from "docs/edits.md E1" {
        "the request asks for something that is no replacement of text",
        "A file that is created, renamed or deleted, or a snippet with holes, has no range that could be checked.",
        "Do it yourself, and send the replacements alone.",
        bad r#"{"documentChanges":[{"kind":"delete","uri":"file:///a.txt"}]}"#,
        good r#"{"documentChanges":[]}"#
    }
    EDIT_SEVERAL_FILES Error from "docs/edits.md E13" {
        "the request changes several files, and there is one text",
        "To take one of them and leave the others would make half of a change.",
        "Call `plan_edits` with all the files.",
        bad r#"apply_edits(text, {"files":[{"file_path":"a"},{"file_path":"b"}]})"#,
        good r#"plan_edits(sources, {"files":[{"file_path":"a"},{"file_path":"b"}]})"#
    }
    EDIT_FILE_TWICE Error from "docs/edits.md E1" {
        "two parts of the request are for the same file",
        "All ranges count in the original text, and it cannot be told whether the second part knows of the first.",
        "Put all edits of a file into one list.",
        bad r#"{"files":[{"file_path":"a.txt","edits":[]},{"file_path":"./a.txt","edits":[]}]}"#,
        good r#"{"files":[{"file_path":"a.txt","edits":[]}]}"#
    }
    EDIT_SOURCE_MISSING Error from "docs/edits.md E13" {
        "no text was given for a file of the request",
        "Nothing can be checked, and nothing changed, in a text that is not there.",
        "Give the text of the file, correct the path, or give the root that the paths begin with.",
        bad r#"{"file_path":"b.txt","edits":[]}"#,
        good r#"{"file_path":"a.txt","edits":[]}"#
    }
    EDIT_SOURCE_AMBIGUOUS Error from "docs/edits.md E13" {
        "a path of the request can mean more than one of the texts that were given",
        "An edit to the wrong file does harm.",
        "Write the path as one of the sources is spelt, or give each text once.",
        bad r#"{"file_path":"d//a.txt","edits":[]}"#,
        good r#"{"file_path":"d/a.txt","edits":[]}"#
    }
    EDIT_OVERLAP Error from "docs/edits.md E2" {
        "two edits change the same bytes",
        "The result would depend on which of them is made first.",
        "Make one edit of the two, or leave one out.",
        bad r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"x"},{"byte_start":2,"byte_end":4,"new_text":"y"}]}"#,
        good r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":3,"new_text":"x"},{"byte_start":3,"byte_end":4,"new_text":"y"}]}"#
    }
    EDIT_UNGUARDED Error from "docs/edits.md E4" {
        "nothing proves that an edit is made in the text that it was made for",
        "A text that changed in between is spoilt without a sign of it.",
        "Give the file's checksum (`expected_checksum`, in a shell also `--expected-checksum`). A request of our own shape may give `expected_text` of each non-empty range instead. If the text cannot have changed, set `unchecked`, in a shell `--unchecked`.",
        bad r#"{"file_path":"a.txt","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#,
        good r#"{"file_path":"a.txt","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","expected_text":"let"}]}"#
    }
    EDIT_FILE_CHANGED Error from "docs/edits.md E5" {
        "the file is not the one that the edits were made for",
        "Its ranges are places of another text.",
        "Read the file again and make the edits for the text that is there now.",
        bad r#"{"file_path":"a.txt","expected_checksum":"sha256:0000000000000000000000000000000000000000000000000000000000000000","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#,
        good r#"{"file_path":"a.txt","expected_checksum":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#
    }
    EDIT_TEXT_CHANGED Error from "docs/edits.md E5" {
        "the range of an edit does not have the text that it should have",
        "The edit would replace something else than was meant.",
        "Read the file again; the outcome shows what the range has now, and where the expected text is.",
        bad r#"{"file_path":"a.txt","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","expected_text":"end"}]}"#,
        good r#"{"file_path":"a.txt","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","expected_text":"let"}]}"#
    }
    EDIT_NOT_FOUND Error from "docs/edits.md E6" {
        "the expected text is nowhere in the file",
        "There is no place that the edit could be moved to.",
        "Read the file again and make the edit for the text that is there now.",
        bad r#"{"file_path":"a.txt","relocate":"exact_unique","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET","expected_text":"var"}]}"#,
        good r#"{"file_path":"a.txt","relocate":"exact_unique","edits":[{"byte_start":0,"byte_end":3,"new_text":"END","expected_text":"end"}]}"#
    }
    EDIT_NOT_UNIQUE Error from "docs/edits.md E6" {
        "the expected text is in more than one place of the file",
        "To take the first of them is to guess.",
        "Choose one of the candidates by its range, or expect a longer text that is there once.",
        bad r#"{"file_path":"a.txt","relocate":"exact_unique","edits":[{"byte_start":0,"byte_end":1,"new_text":"E","expected_text":"\n"}]}"#,
        good r#"{"file_path":"a.txt","relocate":"exact_unique","edits":[{"byte_start":0,"byte_end":1,"new_text":"E","expected_text":"n"}]}"#
    }
    EDIT_BASE_MISSING Error from "docs/edits.md E6" {
        "the edits are to be carried from a base text, which is not given or not the right one",
        "What has changed in between can be told only from the text that the edits were made for.",
        "Give the text that the edits were made for: as `base_text` of the request, or as the option `base` of one text and `bases` of several.",
        bad r#"{"file_path":"a.txt","relocate":"rebase","expected_checksum":"sha256:0000000000000000000000000000000000000000000000000000000000000000","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#,
        good r#"{"file_path":"a.txt","relocate":"rebase","base_text":"// new\nlet é = 1;\nend\n","edits":[{"byte_start":19,"byte_end":22,"new_text":"END","expected_text":"end"}]}"#
    }
    EDIT_REBASE_FAILED Error from "docs/edits.md E6" {
        "the lines of an edit, or those beside it, are not the same in the base text and in the file, or may be others with the same text",
        "Whoever changed them did not know of this edit; and of equal lines nobody can tell which one was put in or taken out.",
        "Read the file again and make the edit for the text that is there now.",
        bad r#"{"file_path":"a.txt","relocate":"rebase","base_text":"let é = 2;\nend\n","edits":[{"byte_start":12,"byte_end":15,"new_text":"END","expected_text":"end"}]}"#,
        good r#"{"file_path":"a.txt","relocate":"rebase","base_text":"// old\nlet é = 1;\nend\n","edits":[{"byte_start":19,"byte_end":22,"new_text":"END","expected_text":"end"}]}"#
    }
    EDIT_ENCODING_UNKNOWN Error from "docs/positions.md P3" {
        "a column or an offset can be several places, and nothing shows which of them is meant",
        "On a line with an emoji, and for some tools with a tab or behind a byte order mark, the edit would change another place than was meant.",
        "Give the region its `snippet` or its `byteOffset`; where only the unit is open, say it with the option `encoding`.",
        bad r#"{"artifactChanges":[{"artifactLocation":{"uri":"e.txt"},"replacements":[{"deletedRegion":{"startLine":1,"startColumn":2,"endColumn":3,"snippet":{"text":"c"}}}]}]}"#,
        good r#"{"artifactChanges":[{"artifactLocation":{"uri":"a.txt"},"replacements":[{"deletedRegion":{"startLine":1,"startColumn":1,"endColumn":4,"snippet":{"text":"let"}}}]}]}"#
    }
    EDIT_RESULT_DIFFERS Error from "docs/edits.md E10" {
        "the text would not have the checksum that it should have afterwards",
        "The edits are not the ones that the checksum was computed for.",
        "Correct the edits, or leave `expected_final_checksum` out.",
        bad r#"{"file_path":"a.txt","expected_checksum":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d","expected_final_checksum":"sha256:0000000000000000000000000000000000000000000000000000000000000000","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#,
        good r#"{"file_path":"a.txt","expected_checksum":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d","expected_final_checksum":"sha256:92425975f4450492fe155ba1e66fd4c09b0358473f2acdba8362e4d0f64b7759","edits":[{"byte_start":0,"byte_end":3,"new_text":"LET"}]}"#
    }
    EDIT_MIXED_EOL Warning from "docs/edits.md E8" {
        "the text has two kinds of line terminators, and had one before",
        "Editors and version control show lines as changed that are not.",
        "Set `eol` to `match_file`, or write the new text with the line terminators of the file.",
        bad r#"{"file_path":"a.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":0,"new_text":"// new\r\n"}]}"#,
        good r#"{"file_path":"a.txt","unchecked":true,"eol":"match_file","edits":[{"byte_start":0,"byte_end":0,"new_text":"// new\r\n"}]}"#
    }
    EDIT_FINAL_NEWLINE Warning from "docs/edits.md E8" {
        "the text ends with a line terminator and did not before, or the other way round",
        "Most tools want the one at the end, and show its loss as a change.",
        "Leave the last line terminator out of the range, or write it into the new text.",
        bad r#"{"file_path":"a.txt","edits":[{"byte_start":12,"byte_end":16,"new_text":"END","expected_text":"end\n"}]}"#,
        good r#"{"file_path":"a.txt","edits":[{"byte_start":12,"byte_end":16,"new_text":"END\n","expected_text":"end\n"}]}"#
    }
    EDIT_BYTE_ORDER_MARK Warning from "docs/positions.md P13" {
        "the text began with a byte order mark and does not any more",
        "What is put in before the mark, at offset 0, leaves it in the middle of the text, where compilers and shells stumble over it.",
        "Put the text in behind the mark, at offset 3; LSP, which does not count it, does so.",
        bad r#"{"file_path":"m.txt","unchecked":true,"edits":[{"byte_start":0,"byte_end":0,"new_text":"// licence\n"}]}"#,
        good r#"{"file_path":"m.txt","unchecked":true,"edits":[{"byte_start":3,"byte_end":3,"new_text":"// licence\n"}]}"#
    }
    EDIT_CONFIRMATION Warning from "LSP 3.17 ChangeAnnotation" {
        "a language server wants this change to be confirmed before it is made",
        "It cannot be sure of it: a name may also stand where it does not know what it means.",
        "Look at the dry run and at what the label says, and leave out the edits that are not meant.",
        bad r#"{"changes":{},"changeAnnotations":{"1":{"label":"rename in comments","needsConfirmation":true}}}"#,
        good r#"{"changes":{},"changeAnnotations":{"1":{"label":"rename","needsConfirmation":false}}}"#
    }
    EDIT_MAP_INVALID Error from "docs/edits.md E11" {
        "the numbers are not those of a position map, or the text is not the one it leads to",
        "Offsets that are carried by a wrong map land anywhere.",
        "Take `map` from an outcome as it is, and the text that came with it.",
        bad r#"PositionMap({"old_len":1,"new_len":1,"stretches":[5]})"#,
        good "PositionMap(outcome.map)"
    }
}
