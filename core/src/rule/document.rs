//! Rules that a document can fail, and refusals to handle one.
//!
//! Examples of every room are whole documents that can be checked as they stand. The
//! only source of all examples is the file `a.txt` with the two lines `let é = 1;`
//! and `end`. `core/tests/document/rules.rs` runs them.

rules! { "document"
    DIALECT_NOT_RECOGNISED Error from "docs/dialects.md" {
        "no dialect is likely enough",
        "A document that is read by the wrong rules gives wrong places without a sign of it.",
        "Check that the text is all that the tool printed; pass by itself what stands as text in a string of an answer of another program, and documents that stand in one list one by one; or name the dialect (`--dialect`): `magellan`, `splice`, `llmsearch`, `llmgrep`, `llmastsearch`, `llmtransform`, `llmfilewrite`, `mdsel`, `argon` or `unified`. SARIF and LSP are read only as edits.",
        bad r#"{"hello":"world"}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":["a.txt"]}}"#
    }
    UNKNOWN_DIALECT Error from "" {
        "the option `dialect` names none that is known",
        "A misspelt name must not fall back to detection, or a typo changes what is read.",
        "Use one of the names that `dialects()` lists, or `standard`; in a shell, `llm-types convert --help` lists them.",
        bad "--dialect magelan",
        good "--dialect magellan"
    }
    CSV_HEADER Error from "seed 002 (docs/dialects.md)" {
        "the row of column names, or the name of a section, is missing or wrong",
        "What a cell means is said by its column, and what a row means by its section. The row of names is wrong if it names a column twice or one that no record has, if it lacks one that the records need, or if most rows have more or fewer cells; the name of a section is wrong if the tool prints no such section.",
        "Keep the names that the tool prints above its records: that of the section, and the row of names of the columns.",
        bad "# Magellan Export Version: 2.0.0\nSymbol,a.txt,0,3,1,0,1,3,,let,Function,fn,,,,,,\n",
        good "# Magellan Export Version: 2.0.0\nrecord_type,file,byte_start,byte_end,start_line,start_col,end_line,end_col,symbol_id,name,kind,kind_normalized,referenced_symbol,target_symbol_id,caller,callee,caller_symbol_id,callee_symbol_id\nSymbol,a.txt,0,3,1,0,1,3,,let,Function,fn,,,,,,\n"
    }
    CSV_ROW Error from "RFC 4180" {
        "a row of a sheet gives no record: its quotes, its cells or its kind",
        "A cell too many or too few moves all that follow it into the wrong column.",
        "Quote cells that hold a comma, a quote or a line terminator; double the quotes inside.",
        bad "# Magellan Export Version: 2.0.0\nrecord_type,path,hash\nFile,a,b.txt,05ea088aade0938f\n",
        good "# Magellan Export Version: 2.0.0\nrecord_type,path,hash\nFile,\"a,b.txt\",05ea088aade0938f\n"
    }
    EXPORT_HEAD Error from "seed 002 (docs/dialects.md)" {
        "the graph export as JSON Lines begins without its `Version` record, or as CSV without the comment that names its version",
        "The version says how the records are to be read, and its absence that lines are lost.",
        "Keep the first line of what the tool prints.",
        bad r#"{"type":"File","path":"a.txt","hash":"05ea088aade0938f"}"#,
        good r#"{"type":"Version","version":"2.0.0"}"#
    }
    LOSSY_CONVERSION Error from "docs/dialects.md" {
        "a strict conversion would drop a value or make one up",
        "What the target cannot hold is gone for everyone who reads the result.",
        "Convert without `strict` and read the losses, or give the sources.",
        bad "convert --to llmsearch --strict find.json",
        good "convert --to llmsearch find.json"
    }
    ORIGIN_STALE Warning from "docs/dialects.md" {
        "the member `origin` does not belong to the envelope that it stands in",
        "It keeps what it takes to write the tool's document back from this envelope. Once either of the two was changed, it would bring back what is no longer there, so it is left out, and the list of losses says so.",
        "Normalize the document of the tool again with `origin`, or change that document and not its envelope.",
        bad "normalize --origin find.json | sed s/main/name/ | convert --to magellan",
        good "normalize --origin find.json | convert --to magellan"
    }
    SOURCE_TEXT_LIMIT Warning from "docs/dialects.md" {
        "a conversion would copy more text of the sources than 16 times the document and the sources",
        "Ranges that overlap can make a result that no memory holds, even of a small document and a small source.",
        "Convert fewer of the matches at once, or without those that hold others.",
        bad "convert --to llmsearch --source . a-thousand-matches-of-one-megabyte.json",
        good "convert --to llmsearch --source . ten-matches-of-one-megabyte.json"
    }
    NEAR_TIE Warning from "docs/dialects.md" {
        "two dialects are nearly as likely",
        "The other one may count columns or read checksums in another way.",
        "Name the dialect with the option `dialect`.",
        bad r#"{"schema_version":"1.0.0","execution_id":"6b008bad-4754","partial":false,"data":{"files":["a.txt"]}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","partial":false,"data":{"files":["a.txt"]}}"#
    }
    MIXED_DIALECTS Warning from "docs/dialects.md" {
        "one object has members of two dialects",
        "Nobody reads the answer of the other tool: its ranges and counts are not checked.",
        "Write the two answers as two documents.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"pattern":"x","matches":[],"match_count":0}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]}}"#
    }
    TYPE_MISMATCH Error from "schema/" {
        "a member has a value of another type",
        "A program that reads it as its own type fails, or worse, converts it.",
        "Write a value of the type that the message names.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":"a.txt"}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":["a.txt"]}}"#
    }
    MISSING_FIELD Error from "schema/" {
        "a member that must be there is not",
        "The rest of the object cannot be relied on without it.",
        "Add the member; if one is misspelt, the message names it.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":0}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#)
    }
    ALTERNATIVE_MISSING Error from "schema/" {
        "an object has none of several members of which it must have one",
        "Each of them is what the object is read for; without any it says nothing. The published schemas require none of them.",
        "Add one of the members that the message names.",
        bad r#"{"status":"ok","message":"","data":{"matches_count":1,"replacements_count":1}}"#,
        good r#"{"status":"ok","message":"","data":{"files_patched":["a.txt"],"matches_count":1,"replacements_count":1}}"#
    }
    OPEN_VALUE_MISFIT Error from "schema/" {
        "a value is not what its name says, where the published schemas take any",
        "A reader that knows the name from another version or another place reads it and fails, or reads it wrong.",
        "Write a value of the kind that the message names, or give the member another name.",
        bad r#"{"schema_version":"1.0.0","execution_id":"6b008bad-4754","data":{"pattern":"let","matches":[{"match_id":"m1","matched_text":"let","context_before":7,"span":{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":3}}],"match_count":1}}"#,
        good r#"{"schema_version":"1.0.0","execution_id":"6b008bad-4754","data":{"pattern":"let","matches":[{"match_id":"m1","matched_text":"let","context_before":[],"span":{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":3}}],"match_count":1}}"#
    }
    MEMBER_ADVISED Note from "seeds 000, 001, 002, 003 and 004 (docs/dialects.md)" {
        "a member that may be left out is left out",
        "A reader cannot tell who printed the answer and when, or look up what a diagnostic means. Told under `strict` only.",
        "Write the members that the message names.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":["a.txt"]}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","tool":"a","timestamp":"2026-01-22T10:00:00Z","data":{"files":["a.txt"]}}"#
    }
    UNKNOWN_FIELD Warning from "docs/json.md J12" {
        "a member is not known; it may be a misspelt one",
        "Nothing reads it. A misspelt optional member is lost without a word.",
        "Correct the name if it is misspelt; otherwise leave it, it is carried along.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_lnie":1}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#)
    }
    UNKNOWN_VALUE Note from "schema/" {
        "a word is none of those that are known for this member",
        "Readers that know only the listed words treat it as something else.",
        "Use one of the words that the message lists.",
        bad r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"patch","status":"fine","message":""}"#,
        good r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"patch","status":"ok","message":""}"#
    }
    VERSION_UNKNOWN Warning from "seeds 000, 001 and 002 (docs/dialects.md)" {
        "the version of the wrapper is not known for this dialect",
        "A new major version may mean something else by the same names.",
        "Check the version, or use a newer version of this package.",
        bad r#"{"schema_version":"9.0.0","execution_id":"6b008bad-4754","tool":"magellan","data":{"files":["a.txt"]}}"#,
        good r#"{"schema_version":"1.0.0","execution_id":"6b008bad-4754","tool":"magellan","data":{"files":["a.txt"]}}"#
    }
    VERSION_SHORT Note from "seeds 000, 001 and 002 (docs/dialects.md)" {
        "a version has two parts",
        "`1.0` and `1.0.0` are one version, but not one text: a reader that compares texts takes them for two.",
        "Write all three parts.",
        bad r#"{"schema_version":"1.0","execution_id":"6b008bad-4754","tool":"magellan","data":{"files":["a.txt"]}}"#,
        good r#"{"schema_version":"1.0.0","execution_id":"6b008bad-4754","tool":"magellan","data":{"files":["a.txt"]}}"#
    }
    VERSION_OF_OTHER_WRAPPER Warning from "seeds 000 and 002 (docs/dialects.md)" {
        "a wrapper has the version of the other wrapper",
        "Versions of answers begin with 1, versions of results of operations with 2; a reader that chooses by the number reads the wrong shape.",
        "Write 1.1.0 in an answer with `data`, 2.1.0 in the result of an operation.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","operation_type":"edit","status":"ok","message":""}"#,
        good r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"edit","status":"ok","message":""}"#
    }
    OPERATION_MISMATCH Warning from "seeds 000 and 001 (docs/dialects.md)" {
        "the kind of the operation and the kind of its result differ",
        "A reader that chooses by one of them looks for members that only the other kind has.",
        "Make `operation_type` and the type of the result the same word.",
        bad r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"rename","status":"ok","message":"","result":{"type":"query"}}"#,
        good r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"query","status":"ok","message":"","result":{"type":"query"}}"#
    }
    PATH_MISMATCH Error from "seed 000 (docs/dialects.md)" {
        "two members that name one file name two",
        "One reader edits the one file, and another reader the other.",
        "Write the same path in both, or leave one of them out.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m","file":"a.txt","span":{"file_path":"b.txt","byte_start":0,"byte_end":3}}]}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m","file":"a.txt","span":{"file_path":"a.txt","byte_start":0,"byte_end":3}}]}"#
    }
    VALUES_DISAGREE Error from "seeds 000, 001 and 002 (docs/dialects.md)" {
        "a fact stands in two places, which disagree",
        "The seeds put some facts in two places; whoever reads one of them does not see the other.",
        "Keep the one that is right, in the place where the envelope has it.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"semantic_kind":"struct","semantics":{"kind":"fn","language":"rust"}}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"semantic_kind":"fn","semantics":{"kind":"fn","language":"rust"}}"#)
    }
    TEXT_EMPTY Warning from "seeds 000, 002 and 004 (docs/dialects.md)" {
        "a text that names something, or tells people of it, is empty",
        "A reader shows a blank where the name or the message should stand, and a search finds nothing by it.",
        "Write what the text should say, or leave the element out.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":""}]}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m"}]}"#
    }
    PAGE_MISMATCH Warning from "seed 003 (docs/dialects.md)" {
        "the numbers of pages do not go together",
        "A reader that turns pages stops too early, or asks for a page that is not there.",
        "Compute the numbers of the pages anew; the message says which one does not fit.",
        bad r#"{"schema_version":"1.0","execution_id":"6b008bad-4754","command":"context list","data":{"matches":[{"name":"a","file":"a.rs","line":1}],"page":5,"total_items":200,"total_pages":4}}"#,
        good r#"{"schema_version":"1.0","execution_id":"6b008bad-4754","command":"context list","data":{"matches":[],"page":5,"total_items":200,"total_pages":4}}"#
    }
    INTEGER_TOO_WIDE Error from "seed 004 (docs/dialects.md)" {
        "the number has more than the 32 bits that the format gives it",
        "A reader that follows the format keeps the low bits only, and points elsewhere.",
        "Leave the place out, or convert to a dialect whose offsets have 64 bits.",
        bad r#"{"schema_version":"1.0.0","diagnostics":[],"summary":{"errors":0,"warnings":0,"infos":4294967296}}"#,
        good r#"{"schema_version":"1.0.0","diagnostics":[],"summary":{"errors":0,"warnings":0,"infos":0}}"#
    }
    TRUNCATION_MISMATCH Warning from "seed 003 (docs/dialects.md)" {
        "a flag says that something is cut and it is not, or the other way about: the mark at its end, or the number of all, says otherwise",
        "A reader takes a part for the whole, or looks for a rest that does not exist.",
        "Make the flag agree with the mark at the end of the text, or with the number of all.",
        bad r#"{"success":true,"command":"select","timestamp":"2025-01-15T10:32:00.000Z","data":{"matches":[{"selector":"docs::heading:h1[0]","type":"heading","content":"all of it","truncated":true}],"unresolved":[]}}"#,
        good r#"{"success":true,"command":"select","timestamp":"2025-01-15T10:32:00.000Z","data":{"matches":[{"selector":"docs::heading:h1[0]","type":"heading","content":"a part...[truncated]","truncated":true}],"unresolved":[]}}"#
    }
    TOOL_CODE_UNKNOWN Note from "seeds 000, 001 and 002 (docs/dialects.md)" {
        "an error code has the prefix of a tool that does not have such a code",
        "Whoever looks the code up finds nothing, and a table of repairs has no line for it.",
        "Use a code of the tool; `explain` knows them all.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m","code":"SPL-E999"}]}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m","code":"SPL-E091"}]}"#
    }
    TOOL_CODE_SPELLING Note from "seeds 000, 001 and 002 (docs/dialects.md)" {
        "an error code of a tool is spelt in another way than the tool spells it",
        "A table by codes takes the spellings for two codes.",
        "Write the code as the tool prints it.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m","code":"SPLICE_E001"}]}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"error","message":"m","code":"SPL-E001"}]}"#
    }
    CODE_LEVEL_MISMATCH Note from "seeds 000 and 004 (docs/dialects.md)" {
        "the letter of a code and the level beside it differ",
        "Some readers sort by the letter; the level is what counts.",
        "Trust the level; choose a code whose letter agrees if there is one.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"warning","message":"m","code":"SPL-E002"}]}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"files":[]},"diagnostics":[{"level":"warning","message":"m","code":"SPL-W001"}]}"#
    }
    COUNT_MISMATCH Error from "seeds 000 and 002 (docs/dialects.md)" {
        "a count is not the number of elements it counts",
        "Either elements were lost on the way, or the count is wrong; a reader cannot know which.",
        "Write the number of elements that are in this document.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"x","matches":[],"count":1}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"x","matches":[],"count":0}}"#
    }
    STATUS_MISMATCH Warning from "seeds 000 and 001 (docs/dialects.md)" {
        "two members disagree about how it went",
        "One reader looks at the one and goes on, another looks at the other and stops.",
        "Make both say the same.",
        bad r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"patch","status":"ok","message":"","partial":true}"#,
        good r#"{"schema_version":"2.1.0","execution_id":"6b008bad-4754","operation_type":"patch","status":"partial","message":"","partial":true}"#
    }
    EXECUTION_ID_SHAPE Note from "seeds 000 and 002 (docs/dialects.md)" {
        "an execution id is neither a UUID nor seconds and process id in hexadecimal",
        "It may not be unique: another run can have the same.",
        "Make it with `execution_id(random)` from 16 random bytes.",
        bad r#"{"schema_version":"1.1.0","execution_id":"run","data":{"files":[]}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"files":[]}}"#
    }
    TIMESTAMP_INVALID Warning from "seeds 000 and 002 (docs/dialects.md); RFC 3339" {
        "a time is not a moment in the form of RFC 3339",
        "Without an offset, or with a day that does not exist, it cannot be ordered.",
        "Write it like `2026-01-22T10:00:00Z`.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","timestamp":"2026-02-30T10:00:00","data":{"files":[]}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","timestamp":"2026-02-28T10:00:00Z","data":{"files":[]}}"#
    }
    PATH_NOT_CANONICAL Note from "seeds 000, 001 and 004 (docs/dialects.md)" {
        "a path has another spelling that means the same file, or is a URI",
        "Ids that hash the path, and tables by path, take the spellings for two files.",
        "Write it relative to the root, with `/`, without empty, `.` and `..` parts.",
        bad spanned!(r#"{"file_path":"./a.txt","byte_start":0,"byte_end":3}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#)
    }
    COLUMN_ZERO Error from "docs/positions.md P16" {
        "a column is 0 although the dialect counts columns from 1",
        "It was counted from another base, so that all other columns are off by one, too.",
        "Count columns as the dialect does.",
        bad r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"let","matches":[{"match_id":"m1","file":"a.txt","byte_start":0,"byte_end":3,"matched_text":"let","line_number":1,"column_number":0,"context_before":"","context_after":""}],"match_count":1}"#,
        good r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"let","matches":[{"match_id":"m1","file":"a.txt","byte_start":0,"byte_end":3,"matched_text":"let","line_number":1,"column_number":1,"context_before":"","context_after":""}],"match_count":1}"#
    }
    POSITION_IMPOSSIBLE Error from "docs/positions.md P17" {
        "offsets, lines, columns and what is shown of the text cannot all be right",
        "One of them was counted in another unit or from another base, or the text that is shown is from another place or another version of the file.",
        "Compute lines and columns from the offsets with a line index, and print the lines from the same text.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":2}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3,"start_line":1,"start_col":0,"end_line":1,"end_col":3}"#)
    }
    TEXT_LENGTH_MISMATCH Error from "docs/dialects.md" {
        "the text of a range is not as long as the range",
        "The offsets are in another unit than UTF-8 bytes, or belong to another text.",
        "Take the text between the offsets, which count UTF-8 bytes.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"é","count":1,"matches":[{"match_id":"m1","matched_text":"é","span":{"file_path":"a.txt","byte_start":4,"byte_end":5}}]}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"é","count":1,"matches":[{"match_id":"m1","matched_text":"é","span":{"file_path":"a.txt","byte_start":4,"byte_end":6}}]}}"#
    }
    ID_REUSED Warning from "seeds 000 and 002 (docs/dialects.md)" {
        "one span id names two ranges",
        "Whoever looks a range up by its id gets the wrong one.",
        "Give each range its own id.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[{"match_id":"m1","name":"a","kind":"fn","span":{"span_id":"a1b2c3d4e5f6g7h8","file_path":"a.txt","byte_start":0,"byte_end":3}},{"match_id":"m2","name":"b","kind":"fn","span":{"span_id":"a1b2c3d4e5f6g7h8","file_path":"a.txt","byte_start":4,"byte_end":6}}],"file_path":"a.txt"}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[{"match_id":"m1","name":"a","kind":"fn","span":{"file_path":"a.txt","byte_start":0,"byte_end":3}},{"match_id":"m2","name":"b","kind":"fn","span":{"file_path":"a.txt","byte_start":4,"byte_end":6}}],"file_path":"a.txt"}}"#
    }
    PLACEHOLDER_SPAN Note from "docs/dialects.md" {
        "several symbols of a file have the same empty range at its head",
        "The tool did not know where they are; the range is not a place to go to.",
        "Ask the tool for the symbols one by one, or leave the range out.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[{"match_id":"m1","name":"a","kind":"fn","span":{"file_path":"a.txt","byte_start":0,"byte_end":0}},{"match_id":"m2","name":"b","kind":"fn","span":{"file_path":"a.txt","byte_start":0,"byte_end":0}}],"file_path":"a.txt"}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[{"match_id":"m1","name":"a","kind":"fn","span":{"file_path":"a.txt","byte_start":0,"byte_end":3}},{"match_id":"m2","name":"b","kind":"fn","span":{"file_path":"a.txt","byte_start":4,"byte_end":6}}],"file_path":"a.txt"}}"#
    }
    TEXT_MISMATCH Error from "docs/dialects.md" {
        "the text of a range is not what the source has there",
        "The file has changed, or the offsets are wrong: an edit by them would hit other text.",
        "Run the tool again on the file as it is now.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"let","count":1,"matches":[{"match_id":"m1","matched_text":"let","span":{"file_path":"a.txt","byte_start":12,"byte_end":15}}]}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"end","count":1,"matches":[{"match_id":"m1","matched_text":"end","span":{"file_path":"a.txt","byte_start":12,"byte_end":15}}]}}"#
    }
    CONTEXT_MISMATCH Error from "seeds 000 and 001 (docs/dialects.md)" {
        "the text around a range is not what the source has there",
        "A reader that finds its place by the context goes to another one.",
        "Run the tool again on the file as it is now.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"context":{"before":["let e = 1;"]}}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"context":{"before":["let é = 1;"]}}"#)
    }
    CHECKSUM_MISMATCH Error from "seed 000 (docs/dialects.md)" {
        "the checksum of a range is not that of its text",
        "The text has changed since the tool looked, or the checksum is of something else.",
        "Run the tool again on the file as it is now.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"checksums":{"checksum_before":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"checksums":{"checksum_before":"sha256:361e48d0308f20e32dba5fb56328baf18d72ef0ccb43b84f5c262d2a6a1fc6c8"}}"#)
    }
    FILE_CHANGED Error from "seed 000 (docs/dialects.md)" {
        "the checksum of a file is not that of the source that was given",
        "The file is not the one that the tool saw; every offset in it may be stale.",
        "Run the tool again on the file as it is now, or give the source that the tool saw.",
        bad spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"checksums":{"file_checksum_before":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":12,"byte_end":15,"checksums":{"file_checksum_before":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d"}}"#)
    }
    FILE_STALE Error from "docs/dialects.md" {
        "no range that the document has of a file fits the text that was given for it",
        "A hundred findings with one cause hide it: the text is another version, or another file.",
        "Give the text that the tool read, or ask `detective` whether the tool counts otherwise than declared.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"a","matches":[{"match_id":"m1","matched_text":"let","span":{"file_path":"a.txt","byte_start":4,"byte_end":7}},{"match_id":"m2","matched_text":"end","span":{"file_path":"a.txt","byte_start":13,"byte_end":16}},{"match_id":"m3","matched_text":"= 1","span":{"file_path":"a.txt","byte_start":8,"byte_end":11}}],"count":3}}"#,
        good r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"pattern":"a","matches":[{"match_id":"m1","matched_text":"let","span":{"file_path":"a.txt","byte_start":0,"byte_end":3}},{"match_id":"m2","matched_text":"end","span":{"file_path":"a.txt","byte_start":12,"byte_end":15}},{"match_id":"m3","matched_text":"= 1","span":{"file_path":"a.txt","byte_start":7,"byte_end":10}}],"count":3}}"#
    }
    CHECKSUM_OF_CHANGED_FILE Note from "docs/dialects.md" {
        "a checksum that is called `before` is of the file after the operation",
        "It never fits the file as it was; taken for a condition, it stops every edit.",
        "Compare with the checksum of the whole file before, which stands beside it.",
        bad r#"{"schema_version":"2.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","operation_type":"patch","status":"ok","message":"","result":{"type":"patch","file":"a.txt","spans":[{"file_path":"a.txt","byte_start":12,"byte_end":15,"before_hash":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d","after_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","checksums":{"file_checksum_before":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}}]}}"#,
        good r#"{"schema_version":"2.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","operation_type":"patch","status":"ok","message":"","result":{"type":"patch","file":"a.txt","spans":[{"file_path":"a.txt","byte_start":12,"byte_end":15,"before_hash":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d","after_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","checksums":{"file_checksum_before":"sha256:1a506ca2456e71c49963c3981ca8e756adc99c453814ee9778215c0b411ec46d"}}]}}"#
    }
    SOURCE_MISSING Note from "docs/dialects.md" {
        "no source text was given for a file of the document",
        "Its ranges are neither proved nor wrong.",
        "Give the source, or the root that the document's paths begin with.",
        bad spanned!(r#"{"file_path":"b.txt","byte_start":0,"byte_end":3}"#),
        good spanned!(r#"{"file_path":"a.txt","byte_start":0,"byte_end":3}"#)
    }
    SOURCE_AMBIGUOUS Warning from "docs/dialects.md" {
        "a path of the document can mean more than one of the sources that were given",
        "A check against the wrong file says nothing, and an edit to it does harm.",
        "Give the root that the document's paths begin with.",
        bad r#"{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{"symbols":[{"match_id":"m1","name":"a","kind":"fn","span":{"file_path":"/x/a.txt","byte_start":0,"byte_end":3}},{"match_id":"m2","name":"b","kind":"fn","span":{"file_path":"/y/a.txt","byte_start":4,"byte_end":6}}],"file_path":"/x/a.txt"}}"#,
        good spanned!(r#"{"file_path":"/x/a.txt","byte_start":0,"byte_end":3}"#)
    }
    NEEDS_SOURCE Warning from "docs/dialects.md" {
        "a column cannot change its unit without the text of its line",
        "Code points and bytes differ as soon as the line is not ASCII; a guess is wrong there.",
        "Give the source text.",
        bad r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"end","matches":[{"match_id":"m1","file":"b.txt","byte_start":30,"byte_end":33,"matched_text":"end","line_number":2,"column_number":9,"context_before":"ab","context_after":""}],"match_count":1}"#,
        good r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"end","matches":[{"match_id":"m1","file":"b.txt","byte_start":30,"byte_end":33,"matched_text":"end","line_number":2,"column_number":3,"context_before":"ab","context_after":""}],"match_count":1}"#
    }
    NAME_TAKEN Note from "docs/dialects.md" {
        "a member that the tool does not have bears a name that the envelope uses otherwise",
        "Carried along under that name, it would mean something else.",
        "Nothing is to be done; with `origin` the member comes back on the way home.",
        bad r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[],"match_count":0,"origin":"here"}"#,
        good r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[],"match_count":0,"where":"here"}"#
    }
}
