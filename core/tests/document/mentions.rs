//! What documents say of files beside their ranges: places by line only, places that are
//! only mentioned, checksums of whole files. The texts are short enough to count by hand.

use llm_types::{
    ReferencedPathsOptions, Sources, ValidateOptions, Validation, referenced_paths, validate,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Two lines and the empty one after them; `é` is bytes 4 and 5, the second line begins at 12.
const TEXT: &str = "let é = 1;\nend\n";

fn with(text: &str) -> Sources {
    [("a.rs", text)].into_iter().collect()
}

fn check(document: &Value, sources: &Sources) -> Validation {
    let options = ValidateOptions {
        sources: Some(sources),
        ..Default::default()
    };
    validate(document.to_string().as_bytes(), &options)
}

/// Code and pointer of each finding, from the last known key on.
fn found(document: &Value, text: &str) -> Vec<String> {
    let validation = check(document, &with(text));
    let found = validation.diagnostics.iter();
    found
        .map(|found| {
            let pointer = found.pointer.as_deref().unwrap_or("-");
            format!("{} {}", found.code, pointer.rsplit('/').next().unwrap())
        })
        .collect()
}

/// What was not checked of a document, and why.
fn left(document: &Value, text: &str) -> Vec<String> {
    let left = check(document, &with(text)).checked.not_checked;
    left.iter()
        .map(|one| format!("{}: {}", one.what, one.why))
        .collect()
}

fn magellan(data: &Value) -> Value {
    json!({
        "schema_version": "1.0.0", "execution_id": "6b008bad-4754", "tool": "magellan",
        "timestamp": "2026-11-20T18:02:41Z", "data": data,
    })
}

/// A symbol at `end`, with one that calls it.
fn called_by(caller: &Value) -> Value {
    magellan(&json!({
        "matches": [{
            "match_id": "1", "name": "end", "kind": "fn",
            "span": {
                "file_path": "a.rs", "byte_start": 12, "byte_end": 15,
                "start_line": 2, "start_col": 0, "end_line": 2, "end_col": 3,
                "relationships": {"callers": [caller]},
            },
        }],
        "query_name": "end",
    }))
}

fn listed(line: u64) -> Value {
    magellan(&json!({
        "matches": [{"name": "end", "file": "a.rs", "line": line}],
        "page": 1, "total_items": 1, "total_pages": 1,
    }))
}

/// A symbol with a neighbour, of which nobody says how its lines count.
fn beside(line: u64, column: u64) -> Value {
    magellan(&json!({
        "matches": [{
            "match_id": "1", "name": "end", "kind": "fn",
            "span": {
                "file_path": "a.rs", "byte_start": 0, "byte_end": 3,
                "start_line": 1, "start_col": 0, "end_line": 1, "end_col": 3,
            },
            "callers": [{"name": "x", "file_path": "a.rs", "line": line, "column": column}],
        }],
        "query_name": "end",
    }))
}

fn preview(from: u64, to: u64) -> Value {
    json!({
        "status": "ok", "message": "Preview",
        "data": {
            "files": [{"file": "a.rs"}],
            "preview_report": {
                "file": "a.rs", "line_start": from, "line_end": to,
                "lines_added": 1, "lines_removed": 1, "bytes_added": 1, "bytes_removed": 1,
            },
        },
    })
}

fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digits: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// A graph of one file with one symbol, which is `end` without its lines.
fn graph(hash: &str) -> Value {
    json!({
        "version": "2.0.0",
        "files": [{"path": "a.rs", "hash": hash}],
        "symbols": [{
            "symbol_id": null, "canonical_fqn": null, "display_fqn": null, "name": "end",
            "kind": "fn", "kind_normalized": "fn", "file": "a.rs", "byte_start": 12, "byte_end": 15,
            "start_line": 0, "start_col": 0, "end_line": 0, "end_col": 0,
        }],
        "references": [], "calls": [],
    })
}

#[test]
fn a_neighbour_lies_in_its_text() {
    let right = json!({"file": "a.rs", "symbol": "x", "byte_start": 12, "byte_end": 16, "line": 2});
    assert_eq!(found(&called_by(&right), TEXT), [""; 0]);
    for (caller, wrong) in [
        (
            json!({"file": "a.rs", "byte_start": 5, "byte_end": 6}),
            "NOT_CHAR_BOUNDARY byte_start",
        ),
        (
            json!({"file": "a.rs", "byte_start": 0, "byte_end": 17}),
            "OFFSET_OUT_OF_RANGE byte_end",
        ),
        (
            json!({"file": "a.rs", "byte_start": 11, "byte_end": 12, "line": 2}),
            "POSITION_MISMATCH line",
        ),
        (json!({"file": "a.rs", "line": 4}), "LINE_OUT_OF_RANGE line"),
    ] {
        assert_eq!(found(&called_by(&caller), TEXT), [wrong], "{caller}");
    }
    let line = check(
        &called_by(&json!({"file": "a.rs", "byte_start": 11, "byte_end": 12, "line": 2})),
        &with(TEXT),
    );
    assert_eq!(line.diagnostics[0].expected, Some(1_u64.into()));
}

#[test]
fn a_line_is_one_of_its_file() {
    for line in [0, 1, 2, 3] {
        assert_eq!(found(&listed(line), TEXT), [""; 0], "{line}");
    }
    assert_eq!(found(&listed(4), TEXT), ["LINE_OUT_OF_RANGE line"]);
    assert_eq!(found(&preview(1, 3), TEXT), [""; 0]);
    assert_eq!(found(&preview(1, 4), TEXT), ["LINE_OUT_OF_RANGE line_end"]);
    let node = json!({"id": 1, "name": "end", "kind": "Symbol", "file": "a.rs", "line": 4});
    let navigate = json!({
        "schema_version": "1.0.0", "execution_id": "6b008bad-4754", "tool": "llmgrep",
        "timestamp": "2026-11-20T18:02:41Z", "partial": false,
        "data": {"node": node, "resolve": [], "edges": [], "callers": [], "callees": []},
    });
    assert_eq!(found(&navigate, TEXT), ["LINE_OUT_OF_RANGE line"]);
}

/// What ends a line for a tool of which nobody knows is not held against it, nor how wide
/// a tab is, nor from what number it counts.
#[test]
fn only_what_no_way_to_count_allows_is_wrong() {
    assert_eq!(found(&beside(2, 5), TEXT), [""; 0]);
    assert_eq!(found(&beside(1, 14), TEXT), [""; 0]);
    assert_eq!(found(&beside(2, 7), TEXT), ["COL_OUT_OF_RANGE column"]);
    assert_eq!(found(&beside(2, 7), "let é = 1;\n\tend\n"), [""; 0]);
    // For one that ends lines at a lone CR there are four.
    assert_eq!(found(&listed(4), "a\rb\nend\n"), [""; 0]);
    assert_eq!(found(&listed(5), "a\rb\nend\n"), ["LINE_OUT_OF_RANGE line"]);
    // Which line it is, is not known; that none is so long, is.
    assert_eq!(found(&beside(3, 6), "a\rb\nend\n"), [""; 0]);
    assert_eq!(
        found(&beside(3, 7), "a\rb\nend\n"),
        ["COL_OUT_OF_RANGE column"]
    );
    assert!(
        left(&beside(2, 1), TEXT)
            .iter()
            .any(|why| why.starts_with("places: how some count"))
    );
}

/// A tab is up to eight columns wide, and a byte that is no text is read for a character of
/// three bytes.
#[test]
fn a_line_may_be_wider_than_its_bytes() {
    let of_bytes = |line: &[u8], column: u64| {
        let mut sources = Sources::default();
        sources.insert("a.rs", [b"let x;\n", line].concat());
        let validation = check(&beside(2, column), &sources);
        let found = validation.diagnostics.iter();
        let found: Vec<String> = found.map(|found| found.message.clone()).collect();
        found
    };
    // Four bytes and what ends the line, counted from 1 and after the end.
    assert_eq!(of_bytes(b"\tend\n", 5 * 8 + 2), [""; 0]);
    assert_eq!(
        of_bytes(b"\tend\n", 5 * 8 + 3),
        ["in `a.rs`: column 43 is past the end of the line, of 4 bytes"]
    );
    assert_eq!(of_bytes(b"\xffend", 4 * 3 + 2), [""; 0]);
    assert_eq!(
        of_bytes(b"\xffend", 4 * 3 + 3),
        ["in `a.rs`: column 15 is past the end of the line, of 4 bytes"]
    );
}

/// Places that do not fit cost a look at their line together, and not each: there are so many
/// and the line is so long that it would take minutes.
#[test]
fn places_that_do_not_fit_do_not_cost_the_text_each() {
    const PLACES: u64 = 20_000;
    let callers = (0..PLACES).map(|number| {
        json!({"name": "x", "file_path": "a.rs", "line": 1, "column": 1_000_000_000 + number})
    });
    let mut document = beside(1, 1);
    document["data"]["matches"][0]["callers"] = callers.collect();
    // Whoever asks how wide it is has to read it to its end.
    let text = format!("end{}\t\u{e9}", "x".repeat(1 << 24));
    let found = check(&document, &with(&text)).diagnostics;
    let wrong = found.iter().filter(|one| one.code == "COL_OUT_OF_RANGE");
    assert_eq!(wrong.count() as u64, PLACES);
}

#[test]
fn files_of_places_are_named_and_missed() {
    for document in [listed(1), preview(1, 1), graph(""), beside(1, 0)] {
        let text = document.to_string();
        assert_eq!(
            referenced_paths(text.as_bytes(), &ReferencedPathsOptions::default()).unwrap(),
            ["a.rs"]
        );
    }
    let nothing = Sources::default();
    let missed = check(&listed(1), &nothing);
    assert_eq!(missed.diagnostics[0].code, "SOURCE_MISSING");
    assert_eq!(missed.checked.not_checked[0].what, "a.rs");
    let unasked = validate(
        listed(1).to_string().as_bytes(),
        &ValidateOptions::default(),
    );
    assert_eq!(unasked.checked.not_checked[0].why, "no sources were given");
}

#[test]
fn the_hash_of_a_file_of_a_graph_proves_its_ranges() {
    let proved =
        |hash: &str, text: &str| check(&graph(hash), &with(text)).checked.source.spans_proved;
    assert_eq!(found(&graph(&sha256(TEXT)), TEXT), [""; 0]);
    assert_eq!(proved(&sha256(TEXT), TEXT), 1);
    assert_eq!(
        found(&graph(&sha256(TEXT)), "let e = 1;\n\nend\n"),
        ["FILE_CHANGED hash"]
    );
    // So many digits stand behind zeros where it is known what they are.
    let unknown = "10000000000000003d72d78cf7987fab";
    assert_eq!(found(&graph(unknown), TEXT), [""; 0]);
    assert_eq!(proved(unknown, TEXT), 0);
    let why = left(&graph(unknown), TEXT);
    assert!(
        why.contains(&"checksums: the algorithm of hashes of files is not known".to_owned()),
        "{why:?}"
    );
    assert!(
        why.contains(
            &"a.rs: nothing to compare with: a range that says only its offsets".to_owned()
        ),
        "{why:?}"
    );
}

/// A file that was to be written: whether the text given is the one that the language
/// server saw, only its checksum shows.
#[test]
fn places_in_a_written_file_are_of_that_file() {
    let written = |checksum: &str, line: u64| {
        json!({
            "schema_version": "1.0.0", "execution_id": "6b008bad-4754", "operation_type": "create",
            "status": "rejected", "message": "m", "timestamp": "2026-11-20T18:02:41Z",
            "result": {
                "type": "create", "path": "a.rs", "language": "Rust", "lsp_used": "rust-analyzer",
                "checksum": checksum,
                "diagnostics": [{
                    "level": "error", "message": "m", "file": "a.rs", "start_line": line,
                    "start_col": 0, "end_line": line, "end_col": 1, "code": "c",
                }],
            },
        })
    };
    let (own, other) = (sha256(TEXT), sha256("another"));
    assert_eq!(found(&written(&own, 2), TEXT), [""; 0]);
    let wrong = ["LINE_OUT_OF_RANGE end_line", "LINE_OUT_OF_RANGE start_line"];
    assert_eq!(found(&written(&own, 9), TEXT), wrong);
    assert_eq!(found(&written(&other, 9), TEXT), [""; 0]);
    let why = left(&written(&other, 9), TEXT);
    assert!(
        why.contains(&"a.rs: what its checksum is of is not said".to_owned()),
        "{why:?}"
    );
    assert!(
        why.iter()
            .any(|why| why.starts_with("a.rs: places in it are of the text that the tool made"))
    );
}

/// The hashes of a patch: the text may be the one before or the one after, and of the
/// other nothing can be compared.
#[test]
fn of_two_hashes_one_is_compared() {
    let patch = |before: &str, after: &str| {
        json!({
            "version": "2.0.0", "operation_id": "550e8400-e29b-41d4-a716-446655440000",
            "operation_type": "patch", "status": "ok", "message": "m",
            "timestamp": "2026-11-20T18:02:41Z",
            "result": {
                "type": "patch", "file": "a.rs", "symbol": "end", "kind": "function",
                "spans": [], "before_hash": before, "after_hash": after,
            },
        })
    };
    let (before, after) = (sha256(TEXT), sha256("let é = 2;\nend\n"));
    let document = patch(&before, &after);
    assert_eq!(found(&document, TEXT), [""; 0]);
    assert_eq!(
        left(&document, TEXT),
        ["a.rs: what it holds after the operation was not given"]
    );
    assert_eq!(found(&document, "let é = 2;\nend\n"), [""; 0]);
    assert_eq!(
        left(&document, "let é = 2;\nend\n"),
        ["a.rs: what it held before the operation was not given"]
    );
    assert_eq!(found(&document, "neither"), ["FILE_CHANGED before_hash"]);
    // An empty hash says that the file was not there, and nothing of a text.
    let unsaid = patch(&before, "");
    assert_eq!(found(&unsaid, TEXT), [""; 0]);
    assert_eq!(left(&unsaid, TEXT), [""; 0]);
    assert_eq!(found(&unsaid, "neither"), [""; 0]);
    assert_eq!(
        left(&unsaid, "neither"),
        ["a.rs: its checksum is known only before the operation"]
    );
}

/// What an impact report lists has a line; its elements are open in the published schema.
#[test]
fn what_an_impact_report_lists_is_looked_at() {
    let report = |line: u64| {
        json!({
            "symbol": "end", "file": null, "depth": 1, "total_impacted": 2,
            "impacted_symbols": [
                {"name": "x", "file": "a.rs", "line": 1, "depth": 1},
                {"name": "y", "file": "a.rs", "line": line, "depth": 1},
            ],
        })
    };
    assert_eq!(found(&report(2), TEXT), [""; 0]);
    assert_eq!(found(&report(9), TEXT), ["LINE_OUT_OF_RANGE line"]);
    let paths = referenced_paths(
        report(2).to_string().as_bytes(),
        &ReferencedPathsOptions::default(),
    )
    .unwrap();
    assert_eq!(paths, ["a.rs"]);
}

/// The location of an error is one text: a path alone says nothing that a text could show.
#[test]
fn a_location_with_a_line_is_told_to_be_unread() {
    let failed = |location: &str| {
        json!({
            "status": "error",
            "error": {
                "kind": "Parse", "message": "m", "file": "a.rs",
                "error_code": {
                    "code": "SPL-E011", "severity": "error", "location": location, "hint": "h",
                },
            },
        })
    };
    assert_eq!(left(&failed("a.rs"), TEXT), [""; 0]);
    assert_eq!(left(&failed("<unknown>"), TEXT), [""; 0]);
    for location in ["a.rs:9", "a.rs:9:1", "C:\\a.rs:9"] {
        assert_eq!(
            left(&failed(location), TEXT),
            ["places: some are written into one text with their path, which is not read"]
        );
    }
}

/// Each range may state another checksum of its file: all are looked at.
#[test]
fn many_checksums_of_one_file_are_all_looked_at() {
    const MANY: usize = 3_000;
    let one = |number: usize| {
        json!({
            "match_id": format!("m{number}"), "matched_text": "end",
            "span": {
                "file_path": "a.rs", "byte_start": 12, "byte_end": 15,
                "checksums": {"file_checksum_before": format!("sha256:{number:064x}")},
            },
        })
    };
    let matches: Vec<Value> = (0..MANY).map(one).collect();
    let document = json!({
        "schema_version": "1.1.0", "execution_id": "6b008bad-4754",
        "data": {"pattern": "end", "matches": matches, "count": MANY},
    });
    let validation = check(&document, &with(TEXT));
    let changed = validation
        .diagnostics
        .iter()
        .filter(|found| found.code == "FILE_CHANGED");
    assert_eq!(changed.count(), MANY);
    assert_eq!(validation.checked.source.spans_proved, 0);
}

/// The root that the paths of ranges show is one however its parts are separated.
#[test]
fn a_root_is_shown_by_paths_with_backslashes() {
    let sources: Sources = [("src/a.rs", TEXT), ("src/b.rs", "one\n")]
        .into_iter()
        .collect();
    for (range, caller) in [
        ("/w/src/a.rs", "/w/src/b.rs"),
        ("C:\\w\\src\\a.rs", "C:\\w\\src\\b.rs"),
        ("C:\\w\\src\\a.rs", "c:/w/src/b.rs"),
        ("/w/./src/a.rs", "/w/src//b.rs"),
    ] {
        let mut document = called_by(&json!({"file": caller, "symbol": "s", "line": 2}));
        document["data"]["matches"][0]["span"]["file_path"] = range.into();
        let found = check(&document, &sources);
        let codes: Vec<&str> = found
            .diagnostics
            .iter()
            .map(|it| it.code.as_ref())
            .collect();
        assert!(!codes.contains(&"SOURCE_MISSING"), "{range}: {codes:?}");
        // Outside of it a file may end as one of the project.
        let mut other = document.clone();
        other["data"]["matches"][0]["span"]["relationships"]["callers"][0]["file"] =
            "/usr/src/b.rs".into();
        let found = check(&other, &sources);
        let codes: Vec<&str> = found
            .diagnostics
            .iter()
            .map(|it| it.code.as_ref())
            .collect();
        assert!(codes.contains(&"SOURCE_MISSING"), "{range}: {codes:?}");
    }
}

/// A message has the numbers that the document would have, whose lines begin at 1.
#[test]
fn a_message_counts_as_the_document_does() {
    let document = json!({
        "schema_version": "1.0", "execution_id": "7b0f9a52-9f0e-4b57-9a3f-1c52be0f7a10",
        "tool": "x", "timestamp": "2026-12-01T08:15:30Z", "status": "failure", "data": null,
        "diagnostics": [{
            "tool": "x", "level": "error", "message": "m", "file": "a.rs", "line": 2, "column": 5
        }],
    });
    let found = check(&document, &with(TEXT)).diagnostics;
    let messages: Vec<&str> = found.iter().map(|it| it.message.as_ref()).collect();
    let says = "in `a.rs`: line 2 has no column 5; its columns are 0 to 3";
    assert!(messages.contains(&says), "{messages:?}");
}
