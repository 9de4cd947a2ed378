//! `detect`, `normalize`, `validate`, `convert`, on an envelope with mistakes
//! and on what the tools really printed.

use std::path::PathBuf;

use snapbox::str;

use super::run::{file, llm_types};

/// An envelope, one line as always, with columns that were counted in UTF-16, an
/// id of another span and a wrong count.
const WRONG: &str = concat!(
    r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","#,
    r#""data":{"pattern":"Woo","matches":[{"match_id":"m1","matched_text":"Woo","#,
    r#""span":{"file_path":"src/a.rs","byte_start":16,"byte_end":19,"#,
    r#""start_line":2,"start_col":3,"end_line":2,"end_col":6}},"#,
    r#"{"match_id":"m2","matched_text":"界","#,
    r#""span":{"span_id":"318374eb7da4e671","file_path":"src/a.rs","#,
    r#""byte_start":28,"byte_end":31,"start_line":3,"start_col":8,"end_line":3,"#,
    r#""end_col":11}}],"count":3}}"#,
);

/// The same without mistakes.
fn right() -> String {
    WRONG
        .replace(r#""start_col":3"#, r#""start_col":5"#)
        .replace(r#""end_col":6"#, r#""end_col":8"#)
        .replace("318374eb7da4e671", "20dc626e391e05b5")
        .replace(r#""count":3"#, r#""count":2"#)
}

/// The sources, in a folder for one test.
fn source(folder: &str) {
    file(
        &format!("{folder}/src/a.rs"),
        "let a = 1;\n🚀 Woo\n\tx = 世界;\n",
    );
}

fn fixture(path: &str) -> String {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    tests.join(path).display().to_string()
}

#[test]
fn what_is_not_shown_is_counted_by_its_code() {
    let reversed = r#"{"match_id":"m","matched_text":"b","span":{"file_path":"a","byte_start":3,"byte_end":1}}"#;
    let document = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"{}","data":{{"pattern":"b","matches":[{}],"count":1}}}}"#,
        "550e8400-e29b-41d4-a716-446655440000",
        vec![reversed; 52].join(","),
    );
    llm_types(&["validate", "--format", "human"])
        .stdin(document)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[REVERSED]: [..]
...
... and 3 more (1 COUNT_MISMATCH, 2 REVERSED); `--format json` lists all

<stdin>: not ok, unified 1.1.0, 0 of 52 spans proved, 53 errors
not checked: source: no sources were given

"#]]);
}

#[test]
fn each_mistake_is_shown_in_the_document_and_in_the_source() {
    source("wrong");
    llm_types(&["validate", "--source", "wrong", "--format", "human"])
        .stdin(WRONG)
        .assert()
        .code(1)
        .stderr_eq("")
        .stdout_eq(str![[r#"
error[POSITION_MISMATCH]: byte 16 of `src/a.rs` is line 2, column 5; the document says line 2, column 3, which is right if columns are counted in UTF-16 code units
 --> <stdin>:1:242 at /data/matches/0/span/start_col
  |
1 | …art_line":2,"start_col":3,"end_line":2,"end_col":6}},{"match_id":"m2","m…
  |                          ^
 ::: wrong/src/a.rs:2:3
  |
2 | 🚀 Woo
  |    ^^^
  = expected: 5
  = fix: write `5` (suggested)
  = help: Compute lines and columns from the bytes with a `LineIndex` of the text that the tool read; if the finding stands at an offset, write the one that it expects.

error[POSITION_MISMATCH]: byte 19 of `src/a.rs` is line 2, column 8; the document says line 2, column 6, which is right if columns are counted in UTF-16 code units
 --> <stdin>:1:267 at /data/matches/0/span/end_col
  |
1 | …,"end_line":2,"end_col":6}},{"match_id":"m2","matched_text":"界","span":…
  |                          ^
 ::: wrong/src/a.rs:2:3
  |
2 | 🚀 Woo
  |    ^^^
  = expected: 8
  = fix: write `8` (suggested)
  = help: Compute lines and columns from the bytes with a `LineIndex` of the text that the tool read; if the finding stands at an offset, write the one that it expects.

warning[SPAN_ID_MISMATCH]: `318374eb7da4e671` is not the id of `src/a.rs`, bytes 28 to 31, in any known scheme
 --> <stdin>:1:325 at /data/matches/1/span/span_id
  |
1 | …:"界","span":{"span_id":"318374eb7da4e671","file_path":"src/a.rs","byte_…
  |                          ^^^^^^^^^^^^^^^^^^
  = expected: "20dc626e391e05b5"
  = fix: write `"20dc626e391e05b5"` (unsafe)
  = help: Put the path right if the id is of another file, as the finding says; else compute the id anew after changing a path or a range, or leave it out.

error[COUNT_MISMATCH]: `count` says 3, but `matches` has 2
 --> <stdin>:1:463 at /data/count
  |
1 | …"end_col":11}}],"count":3}}
  |                          ^
 ::: <stdin>:1:115
  |
1 | …attern":"Woo","matches":[{"match_id":"m1","matched_text":"Woo","span":{"…
  |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ what it counts
  = expected: 2
  = fix: write `2` (safe)
  = help: Write the number of elements that are in this document.

<stdin>: not ok, unified 1.1.0, 1 of 2 spans proved, 3 errors, 1 warning

"#]]);
}

#[test]
fn a_right_document_is_ok_and_its_spans_are_proved() {
    source("right");
    llm_types(&["validate", "--source", "right", "--format", "human"])
        .stdin(right())
        .assert()
        .success()
        .stderr_eq("")
        .stdout_eq("<stdin>: ok, unified 1.1.0, 2 of 2 spans proved\n");
    llm_types(&["validate", "--source", "right"])
        .stdin(right())
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"checked":{"not_checked":[],"semantics":true,"source":{"spans_proved":2,"spans_total":2},"structure":true},"diagnostics":[],"dialect":"unified","documents":1,"generation":"1.1.0","ok":true}

"#]]);
}

#[test]
fn who_asks_for_proofs_gets_no_success_without() {
    source("right");
    let args = ["validate", "--source", "right", "--require-proof"];
    llm_types(&args)
        .stdin(right())
        .assert()
        .success()
        .stderr_eq("");
    // A place alone says nothing that its text could bear out.
    let span = r#"{"span_id":"","file_path":"src/a.rs","byte_start":0,"byte_end":1}"#;
    let bare = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"r1","data":{{"pattern":"x","matches":[{{"match_id":"m","span":{span},"matched_text":"x"}}],"count":1}}}}"#
    );
    let bare = bare.replace(r#","matched_text":"x""#, "");
    llm_types(&args)
        .stdin(bare)
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
not proved: 1 of 1 ranges; act on nothing of it before you have looked

"#]]);
    llm_types(&["validate", "--require-proof"])
        .stdin(right())
        .assert()
        .code(2);
}

#[test]
fn what_was_not_checked_is_said() {
    llm_types(&["validate", "--format", "human"])
        .stdin(right())
        .assert()
        .success()
        .stdout_eq(str![[r#"
<stdin>: ok, unified 1.1.0, 0 of 2 spans proved
not checked: source: no sources were given

"#]]);
}

#[test]
fn a_text_that_is_no_document_is_a_finding_with_its_place() {
    llm_types(&["validate", "--format", "human"])
        .stdin("{\"a\": [1,]}")
        .assert()
        .code(1)
        .stderr_eq("")
        .stdout_eq(str![[r#"
error[TRAILING_COMMA]: trailing comma before `]`
 --> <stdin>:1:9 at /a
  |
1 | {"a": [1,]}
  |         ^
  = help: Remove the comma.

<stdin>: not ok, 1 error
not checked: document: trailing comma before `]`

"#]]);
    for command in ["detect", "normalize", "validate"] {
        llm_types(&[command, "--no-such-option"])
            .assert()
            .code(2)
            .stdout_eq("");
    }
}

#[test]
fn normalizing_prints_one_line_or_an_indented_document() {
    source("normalize");
    let text = format!(
        "{}\n",
        llm_types::canonicalize(right().as_bytes()).expect("JSON")
    );
    let run = |more: &[&str]| {
        let args = [&["normalize", "--source", "normalize"], more].concat();
        llm_types(&args).stdin(right()).assert().success()
    };
    // The tool's name is nowhere, so that the envelope is canonical already.
    run(&[]).stderr_eq("").stdout_eq(text);
    run(&["--pretty"]).stdout_eq("{\n  \"[..]\": [..]\n...\n}\n");
    run(&["--report"]).stderr_eq("unified 1.1.0: 0 changes\n");
}

#[test]
fn what_was_changed_is_told_on_request() {
    let path = fixture("magellan/1.8.0/query-rich-lone-cr.json");
    let args = [
        "normalize",
        &*path,
        "--source",
        &*fixture("workspace"),
        "--report",
    ];
    llm_types(&args).assert().success().stderr_eq(str![[r#"
magellan: 1 change
  /schema_version version "1.0.0" → "1.1.0"

"#]]);
}

/// The members of the objects on standard error, a line each, and their values.
fn asides(assert: &snapbox::cmd::OutputAssert) -> Vec<(String, serde_json::Value)> {
    let told = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let line = |line: &str| {
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(line).expect("an object");
        let mut members = object.into_iter();
        let member = members.next().expect("a member");
        assert!(members.next().is_none(), "{line}");
        member
    };
    told.lines().map(line).collect()
}

#[test]
fn programs_are_told_in_json_lines_what_people_are_told_in_text() {
    let path = fixture("magellan/1.8.0/query-rich-lone-cr.json");
    let args = ["normalize", &path, "--report", "--format", "json"];
    let told = asides(&llm_types(&args).assert().success());
    let (changes, rest): (Vec<_>, Vec<_>) = told.iter().partition(|(name, _)| name == "change");
    assert!(
        changes.iter().any(|(_, change)| {
            change["pointer"] == "/schema_version" && change["to"] == "1.1.0"
        })
    );
    let summary = |value: &serde_json::Value| value["changes"] == changes.len();
    assert!(matches!(&*rest, [(name, value)] if name == "summary" && summary(value)));

    source("asides");
    let broken = format!("{0}\n{{\"a\":\n{0}\n", right());
    let args = ["convert", "--to", "llmsearch", "--format", "json"];
    let told = asides(&llm_types(&args).stdin(broken).assert().code(4));
    // That the first document is no whole one of its target is said, and of the second not again.
    let unfit = told.iter().filter(|(name, _)| name == "loss");
    assert!(unfit.clone().count() > 0);
    assert!(
        unfit
            .clone()
            .all(|(_, loss)| loss["document"] == 0 && loss["pointer"] == "")
    );
    let broken = told.iter().find(|(name, _)| name == "diagnostic");
    assert_eq!(broken.unwrap().1["start_line"], 2);

    for command in ["normalize", "convert --to magellan", "enrich -S"] {
        let args: Vec<&str> = command.split(' ').chain(["--format", "json"]).collect();
        let refused = llm_types(&args).stdin("{\"x\":1}").assert().code(1);
        let told = asides(&refused.stdout_eq(""));
        assert!(
            matches!(&*told, [(name, value)] if name == "error" && value["code"] == "DIALECT_NOT_RECOGNISED"),
            "{told:?}"
        );
    }
}

/// It is `validate` that judges: a document whose envelope could be made is a success of the
/// others, whatever they tell of it.
#[test]
fn what_a_document_says_wrongly_is_told_and_no_failure_of_what_is_made_of_it() {
    let wrong = right().replace(r#""count":2"#, r#""count":3"#);
    for command in [
        "normalize",
        "convert --to llmsearch",
        "enrich --error-codes",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let run = llm_types(&args).stdin(wrong.clone()).assert().success();
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(
            told.starts_with("error[COUNT_MISMATCH]"),
            "{command}: {told}"
        );
        assert!(!run.get_output().stdout.is_empty(), "{command}");
    }
    let args = ["validate", "--format", "json"];
    llm_types(&args).stdin(wrong).assert().code(1);
}

#[test]
fn a_line_that_is_no_document_makes_the_result_partial() {
    source("partial");
    let lines = format!("{0}\n{{\"a\":\n{0}\n", right());
    let run = |command: &str, more: &[&str]| {
        let args = [&[command, "--source", "partial"], more].concat();
        llm_types(&args).stdin(lines.clone()).assert().code(4)
    };
    let normalized = run("normalize", &[]);
    let text = String::from_utf8_lossy(&normalized.get_output().stdout).into_owned();
    assert_eq!(text.lines().count(), 2, "{text}");
    let told = String::from_utf8_lossy(&normalized.get_output().stderr).into_owned();
    assert!(told.contains("--> <stdin>:2:"), "{told}");
    run("validate", &["--format", "json"]);
    let converted = run("convert", &["--to", "llmsearch"]);
    let text = String::from_utf8_lossy(&converted.get_output().stdout).into_owned();
    assert_eq!(text.lines().count(), 2, "{text}");
    let told = String::from_utf8_lossy(&converted.get_output().stderr).into_owned();
    assert!(told.contains("--> <stdin>:2:"), "{told}");
}

#[test]
fn the_tool_is_named_with_the_evidence() {
    let path = fixture("magellan/1.8.0/query-rich-lone-cr.json");
    llm_types(&["detect", &path])
        .assert()
        .success()
        .stdout_eq("{\"candidates\":[..],\"dialect\":\"magellan\",[..]}\n");
    llm_types(&["detect", &path, "--format", "human"])
        .assert()
        .success()
        .stdout_eq("magellan, [..] of 100\n\n [..]  magellan\n[..] at /tool\n...\n");
    llm_types(&["detect"]).stdin("{\"x\":1}").assert().code(1);
}

#[test]
fn conversion_home_is_exact_and_losses_are_told() {
    let path = fixture("magellan/1.8.0/query-rich-lone-cr.json");
    let envelope = llm_types(&["normalize", &path, "--origin"])
        .assert()
        .success();
    let home = llm_types(&["convert", "--to", "magellan"])
        .stdin(envelope.get_output().stdout.clone())
        .assert()
        .success()
        .stderr_eq("");
    let canonical = |text: &[u8]| llm_types::canonicalize(text).expect("JSON");
    assert_eq!(
        canonical(&home.get_output().stdout),
        canonical(&std::fs::read(&path).expect("the fixture"))
    );

    source("losses");
    let args = [
        "convert",
        "--to",
        "llmsearch",
        "--source",
        "losses",
        "--loss-report",
        "losses/report.json",
    ];
    llm_types(&args).stdin(right()).assert().success();
    let report = std::fs::read_to_string(super::run::folder().join("losses/report.json"));
    assert!(
        report
            .expect("the report")
            .starts_with("[{\"kind\":\"derived\",")
    );
}

/// The place of what would be lost is one in the envelope. What the document has there is
/// something else, and is not to blame.
#[test]
fn what_is_refused_of_the_envelope_is_not_shown_in_the_document() {
    let path = fixture("magellan/4.17.0/doctor.json");
    llm_types(&["convert", &path, "--to", "splice", "--strict"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error[LOSSY_CONVERSION]: `/status` would be defaulted: [..]
  --> at /status
 = help: [..]

"#]]);
}

/// A document whose second line has a wrong count after an emoji of two code units.
const COUNT: &str = "{\"schema_version\":\"1.1.0\",\"execution_id\":\"6b008bad-4754\",\n\"😀\":1,\"data\":{\"pattern\":\"x\",\"matches\":[],\"count\":7}}";

#[test]
fn findings_are_annotations_for_github() {
    llm_types(&["validate", "--format", "github"])
        .stdin(COUNT)
        .assert()
        .code(1)
        .stdout_eq("::error file=<stdin>,line=2,col=51,title=COUNT_MISMATCH::`count` says 7, but `matches` has 0%0Aat /data/count%0AWrite the number of elements that are in this document.\n");
}

#[test]
fn a_finding_of_the_whole_document_says_so_to_github() {
    let run = llm_types(&["validate", "--format", "github"])
        .stdin("")
        .assert()
        .code(1);
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(text.contains("%0Aat the document%0A"), "{text}");
}

#[test]
fn findings_are_results_for_sarif() {
    let run = llm_types(&["validate", "--format", "sarif"])
        .stdin(COUNT)
        .assert()
        .code(1);
    let log: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "COUNT_MISMATCH");
    let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
    assert_eq!(
        run["tool"]["driver"]["rules"][index]["id"],
        "COUNT_MISMATCH"
    );
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "%3Cstdin%3E");
    // Column 51 in UTF-16 code units from 1; the emoji is two of them and four bytes.
    let start = COUNT.find("7}}").expect("there") as u64;
    assert_eq!(
        place["region"],
        serde_json::json!({
            "startLine": 2, "startColumn": 51, "endLine": 2, "endColumn": 52,
            "byteOffset": start, "byteLength": 1,
        })
    );
    let edit = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let mut region = place["region"].clone();
    region["snippet"] = serde_json::json!({ "text": "7" });
    assert_eq!(edit["deletedRegion"], region);
    assert_eq!(edit["insertedContent"]["text"], "0");
}

/// What replaces a text says which text that is, so that `edit` takes it without more ado, and
/// refuses it for another text.
#[test]
fn fixes_in_sarif_are_edits_with_a_proof() {
    file("fixes/out.json", COUNT);
    let args = ["validate", "fixes/out.json", "--format", "sarif"];
    let run = llm_types(&args).assert().code(1);
    let log = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let edit = |write: &[&str]| {
        let args = [&["edit", "--source", "."], write].concat();
        llm_types(&args).stdin(log.clone()).assert()
    };
    edit(&["--write"]).success();
    let validate = ["validate", "fixes/out.json"];
    llm_types(&validate).assert().success();
    file("fixes/out.json", COUNT.replace("7}}", "8}}"));
    edit(&[])
        .code(1)
        .stderr_eq("error[EDIT_FILE_CHANGED]: [..]\n...\n");
}

/// A path that two tools take relative to two folders is two files.
#[test]
fn places_of_sarif_are_relative_to_one_folder() {
    file("sarif/src/a.rs", "abc");
    let span = r#"{"file_path":"src/a.rs","byte_start":0,"byte_end":3,"start_line":1,"start_col":1,"end_line":1,"end_col":3}"#;
    let document = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{{"pattern":"b","count":1,"matches":[{{"match_id":"m1","matched_text":"abc","span":{span}}}]}}}}"#
    );
    file("sarif/out.json", document);
    let args = ["validate", "sarif/out.json", "--source", "sarif"];
    let run = llm_types(&[&args[..], &["--format", "sarif"]].concat());
    let run = run.assert().code(1);
    let log: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let uris = |place: &str| {
        let places = results.iter().filter_map(|result| result[place].as_array());
        let uri = |place: &serde_json::Value| {
            let artifact = &place["physicalLocation"]["artifactLocation"];
            artifact["uri"].as_str().unwrap_or_default().to_owned()
        };
        let mut uris: Vec<String> = places.flatten().map(uri).collect();
        uris.sort();
        uris.dedup();
        uris
    };
    assert_eq!(uris("locations"), ["sarif/out.json"]);
    assert_eq!(uris("relatedLocations"), ["sarif/src/a.rs"]);
}

/// Nothing is rounded in silence.
#[test]
fn numbers_that_are_rounded_are_counted_on_standard_error() {
    let text =
        r#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0,"id":9007199254740993}"#;
    llm_types(&["normalize", "--format", "human"])
        .stdin(text)
        .assert()
        .success()
        .stderr_eq("note: 1 number rounded; `--report` lists them\n");
    llm_types(&["normalize", "--format", "json"])
        .stdin(text)
        .assert()
        .success()
        .stderr_eq("{\"summary\":{\"rounded\":1}}\n");
}
