//! `llm-types detective`.

use super::run::{file, llm_types};

/// Columns from 1 in UTF-16 code units, where the envelope has them from 0 in bytes.
const STATED: &str = r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"pattern":"x","matches":[{"match_id":"m1","matched_text":"x","span":{"file_path":"a.txt","byte_start":7,"byte_end":8,"start_line":1,"start_col":7,"end_line":1,"end_col":8}},{"match_id":"m2","matched_text":"end","span":{"file_path":"a.txt","byte_start":9,"byte_end":12,"start_line":2,"start_col":1,"end_line":2,"end_col":4}}],"count":2}}"#;

/// The same with the columns that the envelope has.
const MEANT: &str = r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"pattern":"x","matches":[{"match_id":"m1","matched_text":"x","span":{"file_path":"a.txt","byte_start":7,"byte_end":8,"start_line":1,"start_col":7,"end_line":1,"end_col":8}},{"match_id":"m2","matched_text":"end","span":{"file_path":"a.txt","byte_start":9,"byte_end":12,"start_line":2,"start_col":0,"end_line":2,"end_col":3}}],"count":2}}"#;

fn ask(document: &str, options: &[&str]) -> (Option<i32>, String, String) {
    // Written once: a test must not find it empty because another one writes it again.
    static SOURCE: std::sync::Once = std::sync::Once::new();
    SOURCE.call_once(|| file("detective/a.txt", "let \u{e9} x\nend\n"));
    let args = [&["detective", "--source", "detective"], options].concat();
    let run = llm_types(&args).stdin(document).assert();
    let output = run.get_output();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn the_way_of_the_tool_is_shown_with_its_witness() {
    let (code, text, said) = ask(STATED, &["--format", "human"]);
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert!(
        text.starts_with("<stdin>: other\n2 of 2 ranges fit columns from 1 in UTF-16 code units;"),
        "{text}"
    );
    assert!(text.contains("(declared)"), "{text}");
    assert!(
        text.contains("witness: /data/matches/1/span/start_col: start_col is 1 where"),
        "{text}"
    );
    assert!(
        text.contains("`--fix` writes 2 numbers otherwise"),
        "{text}"
    );
}

#[test]
fn json_is_the_report_of_the_library() {
    let (code, text, _) = ask(STATED, &["--format", "json"]);
    assert_eq!(code, Some(1));
    assert!(text.contains(r#""verdict":"other""#), "{text}");
    assert!(text.contains(r#""column_unit":"utf-16""#), "{text}");
}

#[test]
fn fix_prints_the_corrected_document_and_nothing_else() {
    let (code, text, said) = ask(STATED, &["--fix"]);
    assert_eq!((code, text), (Some(0), format!("{MEANT}\n")));
    assert!(said.starts_with("note: 2 of 2 ranges fit"), "{said}");
    // What is right stays as it is.
    let (code, text, _) = ask(MEANT, &["--fix"]);
    assert_eq!((code, text), (Some(0), format!("{MEANT}\n")));
}

#[test]
fn a_guess_is_not_printed() {
    let wrong = STATED.replace("\"start_line\":2", "\"start_line\":1");
    let (code, text, said) = ask(&wrong, &["--fix"]);
    assert_eq!((code, text.as_str()), (Some(1), ""));
    assert!(
        said.contains("not corrected: no hypothesis explains all ranges"),
        "{said}"
    );
}

#[test]
fn each_file_is_shown_with_its_way() {
    for name in ["b", "c"] {
        file(&format!("detective-files/{name}.txt"), "ab cd\n");
    }
    // Of the second file the columns are from 1.
    let rows = [
        ("b", 0, 2, 0),
        ("b", 3, 5, 0),
        ("c", 0, 2, 1),
        ("c", 3, 5, 1),
    ];
    let document = |from: [usize; 4]| {
        let matches = rows.iter().zip(from).map(|((name, start, end, _), base)| {
            let text = &"ab cd"[*start..*end];
            let (first, last) = (start + base, end + base);
            format!(
                r#"{{"match_id":"m{name}{start}","matched_text":"{text}","span":{{"file_path":"{name}.txt","byte_start":{start},"byte_end":{end},"start_line":1,"start_col":{first},"end_line":1,"end_col":{last}}}}}"#
            )
        });
        let matches: Vec<String> = matches.collect();
        let head = r#"{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{"pattern":"x","matches":["#;
        format!("{head}{}],\"count\":4}}}}", matches.join(","))
    };
    let stated = document(rows.map(|(.., base)| base));
    let ask = |options: &[&str]| {
        let args = [&["detective", "--source", "detective-files"], options].concat();
        llm_types(&args).stdin(stated.clone()).assert()
    };
    let shown = ask(&["--format", "human"]);
    let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(shown.starts_with("<stdin>: by file\n"), "{shown}");
    assert!(
        shown.contains(
            "    2       2  c.txt: offsets from 0 in UTF-8 bytes; lines from 1; columns from 1"
        ),
        "{shown}"
    );
    ask(&["--fix"])
        .code(0)
        .stdout_eq(format!("{}\n", document([0; 4])));
}
