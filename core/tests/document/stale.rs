//! Real outputs against texts that are not the ones they were made of: moved, edited,
//! in another encoding. What is not so any more is not proved, a file that is another
//! one is said to be that once, and where all is proved the detective agrees.

use super::verbs::checked as check;
use std::collections::BTreeSet;

use super::fixtures::{Fixture, outputs, workspace};
use llm_types::{
    ConvertOptions, DetectiveOptions, EnrichOptions, ReferencedPathsOptions, Sources,
    ValidateOptions, Validation, checksum, convert, detective, enrich, referenced_paths, validate,
};

fn moved(text: &[u8]) -> Vec<u8> {
    [b"// a line that was not there\n", text].concat()
}

/// A letter in the middle of each line that is long enough.
fn edited(text: &[u8]) -> Vec<u8> {
    let mut changed = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let middle = line.len() / 2;
        changed.extend_from_slice(&line[..middle]);
        if line.len() > 4 && line.is_ascii() {
            changed.push(b'~');
        }
        changed.extend_from_slice(&line[middle..]);
    }
    changed
}

fn utf16(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Each byte taken for a character of Latin-1 and written in UTF-8.
fn twice(text: &[u8]) -> Vec<u8> {
    let text: String = text.iter().map(|byte| char::from(*byte)).collect();
    text.into_bytes()
}

/// What may be ranges of a text.
const KINDS: &[&str] = &["json", "jsonl"];

type Change = fn(&[u8]) -> Vec<u8>;

const CHANGES: [(&str, Change); 4] = [
    ("moved", moved),
    ("edited", edited),
    ("UTF-16", utf16),
    ("twice encoded", twice),
];

/// Findings that only a source text gives rise to.
const OF_SOURCES: [&str; 8] = [
    "TEXT_MISMATCH",
    "CONTEXT_MISMATCH",
    "POSITION_MISMATCH",
    "OFFSET_OUT_OF_RANGE",
    "NOT_CHAR_BOUNDARY",
    "FILE_CHANGED",
    "FILE_STALE",
    "INSIDE_CRLF",
];

fn of_sources(validation: &Validation) -> usize {
    let codes = validation.diagnostics.iter().map(|found| &*found.code);
    codes.filter(|code| OF_SOURCES.contains(code)).count()
}

#[test]
fn a_text_that_is_another_one_proves_nothing() {
    let texts = workspace();
    let whole: Sources = texts.clone().into_iter().collect();
    let mut proving = BTreeSet::new();
    let mut silenced = BTreeSet::new();
    let mut told = BTreeSet::new();
    for Fixture {
        name,
        tool,
        text: document,
        ..
    } in outputs(KINDS)
    {
        let before = check(&document, &whole);
        let proved = before.checked.source.spans_proved;
        if proved == 0 {
            continue;
        }
        proving.insert(tool.clone());
        let paths = referenced_paths(&document, &ReferencedPathsOptions::default())
            .unwrap_or_default()
            .len();
        for (what, change) in CHANGES {
            let changed = texts
                .iter()
                .map(|(path, text)| (path.clone(), change(text)));
            let sources: Sources = changed.collect();
            let after = check(&document, &sources);
            let left = after.checked.source.spans_proved;
            assert!(left <= proved, "{name}, {what}: {left} of {proved}");
            if left == 0 && after.ok != before.ok {
                silenced.insert(tool.clone());
            }
            // What is said of the file is not said of its ranges.
            let stale = |found: &&llm_types::Diagnostic| found.code == "FILE_STALE";
            if paths == 1 && after.diagnostics.iter().any(|found| stale(&found)) {
                assert_eq!(of_sources(&after), 1, "{name}, {what}");
                told.insert(tool.clone());
            }
        }
    }
    // What mdsel prints has no offsets, and what the others print without a text is
    // only refuted where it leaves the text.
    for tool in [
        "argon",
        "llmastsearch",
        "llmgrep",
        "llmsearch",
        "magellan",
        "splice",
    ] {
        assert!(proving.contains(tool), "nothing of {tool} is proved");
        assert!(silenced.contains(tool), "nothing of {tool} is refuted");
    }
    assert!(told.len() > 2, "{told:?}");
}

#[test]
fn what_is_proved_is_as_declared() {
    let sources: Sources = workspace().into_iter().collect();
    let mut asked = 0;
    for Fixture {
        name,
        text: document,
        ..
    } in outputs(KINDS)
    {
        let source = check(&document, &sources).checked.source;
        if source.spans_total == 0 || source.spans_proved < source.spans_total {
            continue;
        }
        let Ok(report) = detective(&document, &sources, &DetectiveOptions::default()) else {
            continue;
        };
        if report.examined == 0 {
            continue;
        }
        asked += 1;
        let declared = report.hypotheses.iter().find(|one| one.declared).unwrap();
        assert_eq!(
            declared.fits, declared.of,
            "{name}: {} {:?}",
            report.summary, declared.counter_example
        );
        assert!(
            ["declared", "no_evidence"].contains(&&*report.verdict),
            "{name}: {}",
            report.summary
        );
    }
    assert!(asked > 30, "{asked}");
}

/// Three matches of a file, whose text was given.
fn three(words: [&str; 3], at: [u64; 3]) -> String {
    let matches: Vec<String> = words
        .iter()
        .zip(at)
        .enumerate()
        .map(|(n, (word, start))| {
            let end = start + word.len() as u64;
            format!(
                r#"{{"match_id":"m{n}","matched_text":"{word}","span":{{"file_path":"./src/a.rs","byte_start":{start},"byte_end":{end}}}}}"#
            )
        })
        .collect();
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"550e8400-e29b-41d4-a716-446655440000","data":{{"pattern":"x","matches":[{}],"count":3}}}}"#,
        matches.join(",")
    )
}

fn codes(document: &str, text: &str) -> Vec<String> {
    let sources: Sources = [("src/a.rs", text)].into_iter().collect();
    let validation = check(document.as_bytes(), &sources);
    let found = validation.diagnostics.into_iter();
    found
        .filter(|one| one.code != "PATH_NOT_CANONICAL")
        .map(|one| format!("{} {}", one.code, one.pointer.unwrap_or_default()))
        .collect()
}

#[test]
fn a_file_of_which_nothing_fits_is_one_finding() {
    let document = three(["ab", "cd", "ef"], [0, 3, 6]);
    assert_eq!(codes(&document, "ab cd ef"), [""; 0]);
    let stale = "FILE_STALE /data/matches/0/span/file_path";
    assert_eq!(codes(&document, "// ab cd ef"), [stale]);
    assert_eq!(codes(&document, ""), [stale]);
    // Where one fits, the others are wrong by themselves.
    assert_eq!(
        codes(&document, "ab xx xx"),
        [
            "TEXT_MISMATCH /data/matches/1/matched_text",
            "TEXT_MISMATCH /data/matches/2/matched_text"
        ]
    );
}

#[test]
fn a_file_with_another_checksum_is_one_finding() {
    let document = three(["ab", "cd", "ef"], [0, 3, 6]).replace(
        r#","byte_start":3"#,
        r#","checksums":{"file_checksum_before":"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"byte_start":3"#,
    );
    let changed = "FILE_CHANGED /data/matches/1/span/checksums/file_checksum_before";
    assert_eq!(codes(&document, "xx xx xx"), [changed]);
    let sources: Sources = [("src/a.rs", "xx xx xx")].into_iter().collect();
    let checked = check(document.as_bytes(), &sources).checked;
    assert_eq!(checked.source.spans_proved, 0);
    assert_eq!(checked.not_checked[0].what, "./src/a.rs");
}

#[test]
fn columns_that_are_counted_otherwise_are_not_another_file() {
    let document = three(["ab", "cd", "ef"], [0, 3, 6]);
    let mut wrong = document;
    for (start, column) in [(0, 1), (3, 4), (6, 7)] {
        wrong = wrong.replace(
            &format!(r#""byte_start":{start},"byte_end":{}"#, start + 2),
            &format!(
                r#""byte_start":{start},"byte_end":{},"start_line":2,"start_col":{column},"end_line":2,"end_col":{}"#,
                start + 2,
                column + 2
            ),
        );
    }
    let found = codes(&wrong, "ab cd ef");
    assert!(
        found.iter().all(|one| !one.starts_with("FILE_STALE")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|one| one.starts_with("POSITION_MISMATCH")),
        "{found:?}"
    );
}

/// Files whose checksums are asked for one after the other are hashed together: each
/// still has its own, whatever the lengths of its neighbours, in whatever order the
/// document speaks of them, and where some state none.
#[test]
fn of_many_files_just_those_are_stale_that_are_others() {
    const FILES: usize = 75;
    let text = |n: usize| "fn compute() {}\n".repeat(1 + n * n % 83);
    let spans = (0..FILES * 3).map(|n| n * 29 % FILES).map(|n| {
        let sum = llm_types::checksum(text(n));
        let stated = match n % 5 {
            4 => String::new(),
            _ => format!(r#","checksums":{{"file_checksum_before":"{sum}"}}"#),
        };
        format!(
            r#"{{"match_id":"m","matched_text":"compute","span":{{"file_path":"{}f{n}.rs","byte_start":3,"byte_end":10{stated}}}}}"#,
            // Of some only a rule for paths tells which file they are.
            if n.is_multiple_of(7) { "./" } else { "" },
        )
    });
    let document = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"r","data":{{"pattern":"c","matches":[{}],"count":{}}}}}"#,
        spans.collect::<Vec<_>>().join(","),
        FILES * 3
    );
    let is_other = |n: usize| n % 3 == 1;
    let sources: Sources = (0..FILES)
        .map(|n| {
            let end = if is_other(n) { "//\n" } else { "" };
            (format!("f{n}.rs"), text(n) + end)
        })
        .collect();
    let verdict = check(document.as_bytes(), &sources);
    let stale: BTreeSet<&str> = verdict
        .diagnostics
        .iter()
        .filter(|found| found.code == "FILE_CHANGED")
        .filter_map(|found| found.message.split('`').nth(1))
        .collect();
    let spelt = |n: usize| format!("{}f{n}.rs", if n.is_multiple_of(7) { "./" } else { "" });
    let expected: Vec<String> = (0..FILES)
        .filter(|n| is_other(*n) && n % 5 != 4)
        .map(spelt)
        .collect();
    assert_eq!(stale, expected.iter().map(String::as_str).collect());
    let proved = (0..FILES).filter(|n| !is_other(*n) || *n % 5 == 4).count() * 3;
    assert_eq!(verdict.checked.source.spans_proved, proved as u64);
}

/// Which of several checksums of one file are right does not depend on their order, and so
/// neither does what is said of a range that states none.
#[test]
fn the_order_of_ranges_decides_nothing() {
    let text = "abc\ndef\n";
    let sources: Sources = [("a.rs", text)].into_iter().collect();
    let file =
        |checksum: String| format!(r#","checksums":{{"file_checksum_before":"{checksum}"}}"#);
    let one = |text: &str, more: &str| {
        format!(
            r#"{{"match_id":"m{text}{}","matched_text":"{text}","span":{{"file_path":"a.rs",
            "byte_start":0,"byte_end":1{more}}}}}"#,
            more.len()
        )
    };
    let stale = one("a", &file(llm_types::checksum("another text")));
    let right = one("a", &file(llm_types::checksum(text)));
    let (wrong, sound) = (one("X", ""), one("a", ""));
    let seen = |matches: &[&String]| {
        let matches: Vec<&str> = matches.iter().map(|one| one.as_str()).collect();
        let document = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"r","data":{{"pattern":"a",
            "matches":[{}],"count":{}}}}}"#,
            matches.join(","),
            matches.len()
        );
        let options = ValidateOptions {
            sources: Some(&sources),
            ..ValidateOptions::default()
        };
        let validation = validate(document.as_bytes(), &options);
        let mut codes: Vec<String> = validation
            .diagnostics
            .iter()
            .map(|found| found.code.clone().into_owned())
            .collect();
        codes.sort();
        (codes, validation.checked.source.spans_proved)
    };
    let first = seen(&[&wrong, &stale, &right]);
    assert!(first.0.contains(&"TEXT_MISMATCH".to_owned()), "{first:?}");
    for order in [
        [&wrong, &right, &stale],
        [&stale, &wrong, &right],
        [&stale, &right, &wrong],
        [&right, &wrong, &stale],
        [&right, &stale, &wrong],
    ] {
        assert_eq!(seen(&order), first);
    }
    assert_eq!(seen(&[&sound, &stale]), seen(&[&stale, &sound]));
}

#[test]
fn no_text_is_copied_from_a_source_of_another_checksum() {
    let (saw, now) = ("let tea = 1;\n", "let rum = 1;\n");
    let convert_with = |member: &str, sum: &str, text: &str| {
        let document = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"r1","tool":"t","data":{{"pattern":"p",
            "matches":[{{"match_id":"m","name":"x","kind":"fn","span":{{"file_path":"a.rs",
            "byte_start":4,"byte_end":7,"start_line":1,"start_col":4,"end_line":1,"end_col":7,
            "checksums":{{"{member}":"{sum}"}}}}}}],"count":1}}}}"#
        );
        let sources: Sources = [("a.rs", text)].into_iter().collect();
        let options = ConvertOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        convert(document.as_bytes(), "llmsearch", &options).unwrap()
    };
    let sums = [
        ("file_checksum_before", checksum(saw.as_bytes())),
        ("checksum_before", checksum(b"tea")),
    ];
    for (member, sum) in sums {
        let copied = convert_with(member, &sum, saw);
        assert!(
            copied.text.contains(r#""matched_text":"tea""#),
            "{}",
            copied.text
        );
        let left = convert_with(member, &sum, now);
        assert!(!left.text.contains("rum"), "{}", left.text);
        let note = "NEEDS_SOURCE: the text of the range is not known";
        assert!(left.losses.iter().any(|loss| loss.note.contains(note)));
    }
}

/// Checksums of the text at hand make a range look proved, whatever the tool read.
#[test]
fn checksums_of_a_text_that_nothing_shows_are_told() {
    let sources = Sources::from_iter([("a.rs", "let pot = 1;\n")]);
    let options = EnrichOptions {
        sources: Some(&sources),
        checksums: true,
        ..Default::default()
    };
    let printed = |asked: &str, shown: &str| {
        format!(
            r#"{{"schema_version":"1.1.0","execution_id":"6b008baa-45aa","data":{{"{asked}":"tea","count":1,
            "matches":[{{"match_id":"m",{shown},"span":{{"file_path":"a.rs","byte_start":4,"byte_end":7}}}}]}}}}"#
        )
    };
    let told = |text: &[u8]| -> Vec<String> {
        let enriched = enrich(text, &options).unwrap();
        let told = enriched.diagnostics.iter();
        told.map(|told| format!("{} {:?}", told.code, told.level))
            .collect()
    };
    let bare = printed("query_name", r#""name":"tea","kind":"let""#);
    assert_eq!(told(bare.as_bytes()), ["TEXT_NOT_SHOWN Note"]);
    let shown = printed("pattern", r#""matched_text":"pot""#);
    assert_eq!(told(shown.as_bytes()), [""; 0]);
    // What an earlier call added looks like what a tool printed.
    let again = enrich(bare.as_bytes(), &options).unwrap().text;
    assert_eq!(told(again.as_bytes()), [""; 0]);
    let without = EnrichOptions {
        checksums: false,
        context: true,
        ..options.clone()
    };
    let enriched = enrich(bare.as_bytes(), &without).unwrap();
    assert!(enriched.diagnostics.is_empty());
}
