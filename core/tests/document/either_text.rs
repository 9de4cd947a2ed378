//! What can be known of an operation's result, whichever text of a file was given: one of
//! several that it went through, or one of two that nothing tells apart.

use super::fixtures::text as read;
use super::verbs::checked;
use llm_types::{Level, Sources};

/// Codes and pointers of the errors.
fn errors(document: &str, sources: &Sources) -> Vec<String> {
    let found = checked(document.as_bytes(), sources).diagnostics;
    let found = found.into_iter().filter(|it| it.level == Level::Error);
    found
        .map(|it| format!("{} {}", it.code, it.pointer.unwrap_or_default()))
        .collect()
}

/// A file that was changed twice: `one` to `first`, then `three` to `third`.
const STEPS: [&str; 3] = [
    "fn one() {}\nfn two() {}\nfn three() {}\n",
    "fn first() {}\nfn two() {}\nfn three() {}\n",
    "fn first() {}\nfn two() {}\nfn third() {}\n",
];
/// What sha256sum says of them.
const SUMS: [&str; 3] = [
    "7f72aa5f714d4cc6030e712c7e872633aed6dcc335e931118a262070787beea2",
    "43a9c80eda27e3822310ed88461f6802803153887794fb4dfcfdf9ba2799765d",
    "5892465f8a7b72d8c3e7d573bd06b71f1612e278b07b69dc52bef25d27ce14da",
];

/// Each change of a chain is held against the text that its own hashes show, and no other.
#[test]
fn changes_of_one_file_are_judged_each_by_its_own_hashes() {
    let entry = |(from, to): (usize, usize), place: (u64, u64, u64), own: bool| {
        let (start, end, line) = place;
        let hashes = format!(
            r#""before_hash":"{}","after_hash":"{}""#,
            SUMS[from], SUMS[to]
        );
        let hidden = if own {
            format!(",{hashes}")
        } else {
            String::new()
        };
        format!(
            r#"{{"file":"a.rs","matches":1,"replacements":1,"spans":[{{"file_path":"a.rs",
            "byte_start":{start},"byte_end":{end},"start_line":{line},"end_line":{line},
            "start_col":3,"end_col":{}{hidden}}}],{hashes}}}"#,
            3 + end - start
        )
    };
    for own in [true, false] {
        let document = format!(
            r#"{{"schema_version":"2.0.0","execution_id":"c32a2124-369d-40e3-a31a-a9a4efd26eef",
            "operation_type":"batch","status":"ok","message":"m","tool":"splice",
            "timestamp":"2026-11-20T19:06:35.859486136+00:00","result":{{"type":"apply_files",
            "glob_pattern":"","find_pattern":"batch","replace_pattern":"patch","files_matched":2,
            "files_modified":2,"files":[{},{}]}}}}"#,
            entry((0, 1), (3, 6, 1), own),
            entry((1, 2), (29, 34, 3), own),
        );
        let of = |text: &str| [("a.rs", text)].into_iter().collect::<Sources>();
        for (step, proved) in [(0, 1), (1, 1), (2, 0)] {
            let found = checked(document.as_bytes(), &of(STEPS[step]));
            assert!(found.ok, "{own} {step}: {}", found.to_json());
            let source = found.checked.source;
            assert_eq!(source.spans_proved, proved, "{own} {step}");
        }
        let other = errors(&document, &of("fn other() {}\n"));
        assert!(
            other.iter().all(|it| it.starts_with("FILE_CHANGED")) && other.len() == 2,
            "{other:?}"
        );
    }
}

/// Nothing before the first range of a file is changed, and no text is longer than what is
/// left of it and what was taken out.
#[test]
fn what_contradicts_both_texts_of_an_operation_is_wrong() {
    let human = read("splice/3.1.1/delete-unused-fn-human.json");
    let full = read("splice/2.0.0/delete-unused.json");
    // Without the hash of the file.
    let said = |line: &&str| !line.contains("file_checksum_before");
    let silent = full.lines().filter(said).collect::<Vec<_>>().join("\n");
    let text = read("workspace/src/separators.rs");
    let olds = [("src/separators.rs", text)].into_iter().collect();
    // The text has 105 bytes, and 42 were taken out.
    for (document, from, to, error) in [
        (&silent, "62", "62", ""),
        (
            &silent,
            ": 62",
            ": 60",
            "POSITION_MISMATCH /result/spans/0/byte_start",
        ),
        (
            &silent,
            "start\": 8",
            "start\": 7",
            "POSITION_MISMATCH /result/spans/0/line_start",
        ),
        (
            &silent,
            ": 104",
            ": 147",
            "VALUES_DISAGREE /result/bytes_removed",
        ),
        (
            &silent,
            ": 104",
            ": 148",
            "OFFSET_OUT_OF_RANGE /result/spans/0/byte_end",
        ),
    ] {
        let wrong = document.replacen(from, to, 1);
        let found = errors(&wrong, &olds);
        let found = found
            .iter()
            .find(|it| !it.starts_with("POSITION_IMPOSSIBLE"));
        assert_eq!(found.map_or("", |it| it.as_str()), error, "{to}");
    }
    let beyond = human.replace("62", "620").replace("104", "1040");
    assert_eq!(
        errors(&beyond, &olds),
        ["OFFSET_OUT_OF_RANGE /data/span_ids/0/byte_start"]
    );
}
