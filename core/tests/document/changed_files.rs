//! Operations that changed files: what their documents say is of the file before or of the
//! file afterwards, and neither file is blamed for the other.
//!
//! What the files held before and after an operation is in the fixtures.

use super::verbs::{before, checked};
use std::fs;

use super::fixtures::{bytes, root};
use llm_types::json::{Pointer, Value};
use llm_types::{
    DetectiveOptions, EnrichOptions, NormalizeOptions, ReadOptions, Sources, ValidateOptions,
    detective, enrich, normalize, read, validate, write_compact,
};

fn fixture(name: &str) -> Vec<u8> {
    bytes(&format!("splice/{name}"))
}

/// The file as the operation of a fixture left it.
fn after(case: &str, path: &str) -> Sources {
    let file = format!("splice/{case}.files/after__{}", path.replace('/', "__"));
    let text = bytes(&file);
    [(path.to_owned(), text)].into_iter().collect()
}

fn canonical(text: &[u8], sources: Option<&Sources>) -> Value {
    let options = NormalizeOptions {
        sources,
        ..Default::default()
    };
    normalize(text, &options).unwrap().envelope()
}

/// A hash that the text has not is held beside one of the same algorithm, or nobody could
/// compare them.
#[test]
fn a_file_that_is_neither_text_is_told_by_the_algorithm_that_is_stated() {
    let text = String::from_utf8(fixture("2.6.2/patch-apply.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let hash = |key: &str| document["result"][key].as_str().unwrap();
    let stated = |digit: &str| format!("blake3:{}", digit.repeat(64));
    let text = text
        .replace(hash("before_hash"), &stated("1"))
        .replace(hash("after_hash"), &stated("2"));
    let verdict = checked(text.as_bytes(), &before("src/brew.rs"));
    let mut found = verdict.diagnostics.iter();
    let changed = found.find(|found| found.code == "FILE_CHANGED").unwrap();
    let (_, actual) = changed.message.split_once("it has ").unwrap();
    assert!(actual.starts_with("blake3:"), "{}", changed.message);
}

/// A patch tells the hash of the file before and after; everything else that it
/// calls `before` is of the file after.
#[test]
fn a_patch_is_never_blamed_for_the_file_it_changed() {
    for (case, path) in [
        ("2.0.0/patch-apply-abs", "src/brew.rs"),
        ("2.0.0/patch-emoji", "src/emoji_menu.rs"),
        ("2.0.0/patch-python", "py/guestbook.py"),
        ("2.6.2/patch-apply", "src/brew.rs"),
        ("2.6.2/patch-bom", "src/bom_header.rs"),
        ("2.6.2/patch-javascript", "js/kitchen.js"),
        (
            "2.6.2/patch-empty-replacement-cjk-name",
            "src/emoji_menu.rs",
        ),
        ("3.1.1/patch-with-db-snapshot", "src/brew.rs"),
    ] {
        let document = fixture(&format!("{case}.json"));
        let envelope = canonical(&document, None).to_string();
        for document in [document.as_slice(), envelope.as_bytes()] {
            let old = checked(document, &before(path));
            assert!(old.ok, "{case}: {}", old.to_json());
            let new = checked(document, &after(case, path));
            assert!(new.ok, "{case}: {}", new.to_json());
            let why = &new.checked.not_checked;
            assert!(
                why.iter()
                    .any(|left| left.why.starts_with("this is the changed file")),
                "{case}: {why:?}"
            );
            let other = [(path, "another text\n")].into_iter().collect();
            let other = checked(document, &other);
            let codes: Vec<&str> = other.diagnostics.iter().map(|d| d.code.as_ref()).collect();
            assert!(codes.contains(&"FILE_CHANGED"), "{case}: {codes:?}");
        }
    }
}

#[test]
fn what_a_patch_says_of_the_changed_file_is_checked_there() {
    let document = String::from_utf8(fixture("2.6.2/patch-apply.json")).unwrap();
    let sources = after("2.6.2/patch-apply", "src/brew.rs");
    for (from, to, code) in [
        ("10c81d37c0af5838", "10c81d37c0af5839", "CHECKSUM_MISMATCH"),
        ("let loud = text", "let quiet = text", "CONTEXT_MISMATCH"),
    ] {
        let wrong = document.replace(from, to);
        assert_ne!(wrong, document);
        let found = checked(wrong.as_bytes(), &sources);
        let codes: Vec<&str> = found.diagnostics.iter().map(|d| d.code.as_ref()).collect();
        assert!(codes.contains(&code), "{codes:?}");
    }
}

/// A deletion tells one hash, and calls it `before`.
#[test]
fn a_deletion_is_never_blamed_for_the_file_it_changed() {
    for (case, path) in [
        ("2.0.0/delete-unused-abs", "src/tabbed.rs"),
        ("2.6.2/delete-backup-abs", "src/tabbed.rs"),
        ("2.6.2/delete-unused-fn-abs", "src/separators.rs"),
        ("3.1.1/delete-unused-fn-abs", "src/separators.rs"),
    ] {
        let document = fixture(&format!("{case}.json"));
        let sources = before(path);
        let envelope = canonical(&document, Some(&sources)).to_string();
        for document in [document.as_slice(), envelope.as_bytes()] {
            let old = checked(document, &sources);
            assert!(old.ok, "{case}: {}", old.to_json());
            assert_eq!(old.checked.source.spans_proved, 1, "{case}");
            let new = checked(document, &after(case, path));
            assert!(new.ok, "{case}: {}", new.to_json());
            assert_eq!(new.checked.source.spans_proved, 0, "{case}");
        }
    }
}

/// What says no more of which operation it is blames no text for that.
#[test]
fn a_deletion_that_does_not_say_so_is_never_blamed_for_the_file_it_changed() {
    // The version is called so in 2.0, and otherwise later.
    let lost: [&[&str]; 5] = [
        &["/operation_type"],
        &["/result/type"],
        &["/operation_type", "/result/type"],
        &["/operation_type", "/schema_version", "/version"],
        &[
            "/operation_type",
            "/result/type",
            "/schema_version",
            "/version",
        ],
    ];
    for (case, path) in [
        ("2.0.0/delete-unused-abs", "src/tabbed.rs"),
        ("2.6.2/delete-backup-abs", "src/tabbed.rs"),
        ("2.6.2/delete-unused-fn-abs", "src/separators.rs"),
        ("3.1.1/delete-unused-fn-abs", "src/separators.rs"),
    ] {
        for members in lost {
            let mut document = read(&fixture(&format!("{case}.json")), &ReadOptions::default())
                .unwrap()
                .to_value();
            for member in members {
                let (parent, name) = member.rsplit_once('/').unwrap();
                let parent = document.at_mut(&Pointer::parse(parent).unwrap()).unwrap();
                let gone = parent.as_object_mut().unwrap().remove(name);
                assert!(gone.is_some() || name.ends_with("version"));
            }
            let document = write_compact(&document);
            let options = NormalizeOptions {
                dialect: Some("splice".to_owned()),
                ..Default::default()
            };
            let envelope = normalize(document.as_bytes(), &options).unwrap().text;
            for (document, dialect) in [(&document, "splice"), (&envelope, "unified")] {
                for sources in [before(path), after(case, path)] {
                    let options = ValidateOptions {
                        dialect: Some(dialect.to_owned()),
                        sources: Some(&sources),
                        ..Default::default()
                    };
                    let validation = validate(document.as_bytes(), &options);
                    let blamed: Vec<&str> = validation
                        .diagnostics
                        .iter()
                        .map(|found| found.code.as_ref())
                        .filter(|code| !["MISSING_FIELD", "ID_RANDOM"].contains(code))
                        .collect();
                    assert_eq!(blamed, [""; 0], "{case} {members:?} {dialect}");
                    assert!(!validation.ok, "{case} {members:?} {dialect}");
                }
            }
        }
    }
}

/// What a change says of its texts is of the file afterwards, and its ranges are of the
/// file before: neither text is evidence for another way to count.
#[test]
fn the_detective_knows_which_file_a_change_speaks_of() {
    for (case, path) in [
        ("2.0.0/patch-emoji", "src/emoji_menu.rs"),
        ("2.0.0/delete-unused-abs", "src/tabbed.rs"),
        ("2.6.2/patch-bom", "src/bom_header.rs"),
        ("2.6.2/delete-backup-abs", "src/tabbed.rs"),
        ("2.6.2/delete-unused-fn-abs", "src/separators.rs"),
        ("3.1.1/delete-unused-fn-abs", "src/separators.rs"),
        ("3.1.1/patch-with-db-snapshot", "src/brew.rs"),
    ] {
        let document = fixture(&format!("{case}.json"));
        let envelope = canonical(&document, Some(&before(path))).to_string();
        for document in [document.as_slice(), envelope.as_bytes()] {
            let verdict = |sources: &Sources| {
                let report = detective(document, sources, &DetectiveOptions::default()).unwrap();
                (report.verdict, report.not_checked)
            };
            let (old, _) = verdict(&before(path));
            assert_eq!(old, "declared", "{case}");
            let (new, why) = verdict(&after(case, path));
            assert_eq!(new, "no_evidence", "{case}: {why:?}");
            assert!(!why.is_empty(), "{case}");
        }
    }
}

/// What the deletion leaves is the file without all of its ranges, whichever way its path
/// is spelt in each.
#[test]
fn a_deletion_may_spell_its_file_in_two_ways() {
    let sources: Sources = [("src/a.rs", "one\ntwo\nthree\n")].into_iter().collect();
    // sha256sum of "two\n".
    let left = "27dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a";
    let span = |path: &str, start: u64, end: u64, line: u64| {
        format!(
            r#"{{"file_path":"{path}","symbol":"s","kind":"function","byte_start":{start},"byte_end":{end},
            "start_line":{line},"end_line":{},"start_col":0,"end_col":0,"span_id":"1",
            "checksums":{{"file_checksum_before":"sha256:{left}"}}}}"#,
            line + 1
        )
    };
    for paths in [["src/a.rs", "src/a.rs"], ["src/a.rs", "./src/a.rs"]] {
        let document = format!(
            r#"{{"schema_version":"2.0.0","execution_id":"bc565c5e-3a5b-444b-95da-14e449135b19",
            "operation_type":"delete","status":"ok","message":"m","tool":"splice",
            "timestamp":"2026-11-20T18:39:06.855681077+00:00","result":{{"type":"delete",
            "file":"src/a.rs","symbol":"s","kind":"function","spans":[{},{}],"bytes_removed":10,
            "lines_removed":2,"references_removed":1,"file_checksum_before":"{left}",
            "span_checksums":[]}}}}"#,
            span(paths[0], 0, 4, 1),
            span(paths[1], 8, 14, 3)
        );
        let found = checked(document.as_bytes(), &sources);
        let why: Vec<&str> = found
            .checked
            .not_checked
            .iter()
            .filter(|left| left.what == "source" || left.why.contains("neither"))
            .map(|left| &*left.why)
            .collect();
        assert_eq!(why, [""; 0], "{paths:?}");
    }
}

/// Where ranges say nothing of the hashes of their file, the entry of the file does.
#[test]
fn the_entry_of_a_file_tells_which_of_its_texts_was_given() {
    for case in [
        "2.0.0/patch-batch",
        "2.6.2/patch-batch",
        "3.1.1/patch-batch",
        "2.6.2/patch-apply-human",
        "3.1.1/patch-apply-human",
    ] {
        let document = fixture(&format!("{case}.json"));
        let envelope = canonical(&document, None).to_string();
        for document in [document.as_slice(), envelope.as_bytes()] {
            let (olds, news) = both(case);
            let old = checked(document, &olds);
            assert!(old.ok, "{case}: {}", old.to_json());
            let proved = old.checked.source.spans_proved;
            assert_eq!(proved, old.checked.source.spans_total, "{case}");
            let new = checked(document, &news);
            assert!(new.ok, "{case}: {}", new.to_json());
            assert_eq!(new.checked.source.spans_proved, 0, "{case}");
            let why = &new.checked.not_checked;
            assert!(
                why.iter()
                    .any(|left| left.why.starts_with("this is the changed file")),
                "{case}: {why:?}"
            );
            let report = detective(document, &news, &DetectiveOptions::default()).unwrap();
            assert_eq!(report.verdict, "no_evidence", "{case}");
            assert!(!report.not_checked.is_empty(), "{case}");
        }
    }
}

/// All files of an operation, before it and afterwards.
fn both(case: &str) -> (Sources, Sources) {
    let mut texts = (Vec::new(), Vec::new());
    for entry in fs::read_dir(root().join(format!("splice/{case}.files"))).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(path) = name.strip_prefix("after__") else {
            continue;
        };
        let path = path.replace("__", "/");
        let Ok(before) = fs::read(root().join("workspace").join(&path)) else {
            continue;
        };
        texts.0.push((path.clone(), before));
        texts.1.push((path, fs::read(file).unwrap()));
    }
    (texts.0.into_iter().collect(), texts.1.into_iter().collect())
}

/// A wrong offset is one where the hash shows that the text is the one before.
#[test]
fn an_offset_is_wrong_in_the_text_that_the_entry_shows() {
    let document = String::from_utf8(fixture("3.1.1/patch-apply-human.json")).unwrap();
    let wrong = document.replace("\"byte_end\":773", "\"byte_end\":77300");
    assert_ne!(wrong, document);
    let found = checked(wrong.as_bytes(), &before("src/brew.rs"));
    assert_eq!(found.diagnostics[0].code, "OFFSET_OUT_OF_RANGE");
    assert_eq!(
        found.diagnostics[0].pointer.as_deref(),
        Some("/data/span_ids/0/byte_end")
    );
}

/// Where no hash of a file is told at all, a range that does not fit may be right, and the file
/// the changed one.
#[test]
fn a_deletion_without_hashes_is_never_blamed_for_the_file_it_changed() {
    for case in [
        "2.0.0/delete-human",
        "2.5.4/delete-human-backup",
        "2.6.2/delete-unused-fn-human",
        "3.1.1/delete-unused-fn-human",
    ] {
        let document = fixture(&format!("{case}.json"));
        let envelope = canonical(&document, None).to_string();
        for document in [document.as_slice(), envelope.as_bytes()] {
            let (olds, news) = both(case);
            assert!(checked(document, &olds).ok, "{case}");
            let new = checked(document, &news);
            assert!(new.ok, "{case}: {}", new.to_json());
            let why = &new.checked.not_checked;
            assert!(
                why.iter()
                    .any(|left| left.why.starts_with("this may be the changed file")),
                "{case}: {why:?}"
            );
            let report = detective(document, &news, &DetectiveOptions::default()).unwrap();
            assert_eq!(report.verdict, "no_evidence", "{case}");
        }
    }
}

/// A deletion of 2.0 tells the hash of one of its files.
#[test]
fn a_file_of_a_deletion_without_hash_is_judged_by_what_fits() {
    let old: Sources = [
        ("src/a.rs", "fn gone() {}\nfn a() {}\n"),
        ("src/b.rs", "use a::gone;\n\nfn b() { gone(); gone() }\n"),
    ]
    .into_iter()
    .collect();
    let new: Sources = [
        ("src/a.rs", "\nfn a() {}\n"),
        ("src/b.rs", "use a::gone;\n\nfn b() { (); () }\n"),
    ]
    .into_iter()
    .collect();
    // Bytes, line and columns of each range.
    let span = |file: &str, start: u64, end: u64, line: u64, column: u64| {
        let to = column + end - start;
        format!(
            r#"{{"file_path":"{file}","symbol":"gone","kind":"k","byte_start":{start},
            "byte_end":{end},"line_start":{line},"line_end":{line},"col_start":{column},
            "col_end":{to},"span_id":"4e0efb4e-9212-43c6-8b4e-c648a534e874",
            "match_id":"12211f4e-ee2b-4b35-b0dd-d8ca042d1031"}}"#
        )
    };
    // sha256sum of "\nfn a() {}\n".
    let left = "69d27b56918e79532e602e2d49d6d5e8c98bb9019da244b6950e82e2437ebf52";
    let document = format!(
        r#"{{"version":"2.0.0","operation_id":"c32a2124-369d-40e3-a31a-a9a4efd26eef",
        "operation_type":"delete","status":"ok","message":"m",
        "timestamp":"2026-11-20T19:06:35.859486136+00:00","result":{{"type":"delete",
        "file":"src/a.rs","symbol":"gone","kind":"unknown","spans":[{},{},{}],
        "bytes_removed":20,"lines_removed":0,"references_removed":2,
        "file_checksum_before":"{left}","span_checksums":[]}}}}"#,
        span("src/b.rs", 31, 35, 3, 17),
        span("src/b.rs", 23, 27, 3, 9),
        span("src/a.rs", 0, 12, 1, 0),
    );
    let before = checked(document.as_bytes(), &old);
    assert!(before.ok, "{}", before.to_json());
    assert_eq!(before.checked.source.spans_proved, 3);
    let after = checked(document.as_bytes(), &new);
    assert!(after.ok, "{}", after.to_json());
    let why: Vec<&str> = after
        .checked
        .not_checked
        .iter()
        .map(|left| &*left.why)
        .collect();
    assert!(
        why.iter().any(|why| why.starts_with("this may be")),
        "{why:?}"
    );
    assert!(
        why.iter().any(|why| why.starts_with("this is the")),
        "{why:?}"
    );
    let verdict = |sources: &Sources| {
        let report = detective(document.as_bytes(), sources, &DetectiveOptions::default());
        report.unwrap().verdict
    };
    assert_eq!(verdict(&old), "declared");
    assert_ne!(verdict(&new), "none");
}

/// What shows that the source is the file before is its hash.
#[test]
fn a_hash_shows_that_a_text_may_be_added_from() {
    for case in [
        "2.0.0/patch-batch",
        "2.6.2/patch-batch",
        "3.1.1/patch-batch",
        "2.5.4/patch-human-backup",
        "3.1.1/patch-apply-human",
        "3.1.1/patch-apply",
    ] {
        let document = fixture(&format!("{case}.json"));
        let (olds, news) = both(case);
        let left = |sources: &Sources| {
            let options = EnrichOptions {
                sources: Some(sources),
                checksums: true,
                utf16: true,
                ..EnrichOptions::default()
            };
            let enriched = enrich(&document, &options).unwrap();
            let found = checked(enriched.text.as_bytes(), sources);
            assert!(found.ok, "{case}: {}", found.to_json());
            let left: Vec<String> = enriched.not_enriched.into_iter().map(|it| it.why).collect();
            left
        };
        // What it says itself of the text of the span would not be told from what is added.
        let late = "what is said of the text of the span is of `/workspace/src/brew.rs` after the \
                    operation";
        let late = [late].into_iter().filter(|_| case == "3.1.1/patch-apply");
        assert_eq!(left(&olds), late.collect::<Vec<_>>(), "{case}");
        let why = left(&news);
        assert!(!why.is_empty(), "{case}");
        assert!(
            why.iter()
                .all(|why| why.ends_with("the checksum of the file differs")),
            "{case}: {why:?}"
        );
    }
}

/// Codes and pointers of the errors.
fn errors(document: &str, sources: &Sources) -> Vec<String> {
    let found = checked(document.as_bytes(), sources)
        .diagnostics
        .into_iter();
    found
        .filter(|found| found.code != "CHECKSUM_OF_CHANGED_FILE")
        .map(|found| format!("{} {}", found.code, found.pointer.unwrap_or_default()))
        .collect()
}

/// Lines, columns and the id agree on another offset: that one is wrong.
#[test]
fn a_wrong_offset_of_a_change_is_named_itself() {
    for (case, path, from, to) in [
        (
            "3.1.1/patch-apply",
            "src/brew.rs",
            "\"byte_start\": 679",
            "\"byte_start\": 680",
        ),
        (
            "3.1.1/delete-unused-fn-abs",
            "src/separators.rs",
            "\"byte_start\": 62",
            "\"byte_start\": 61",
        ),
    ] {
        let document = String::from_utf8(fixture(&format!("{case}.json"))).unwrap();
        let wrong = document.replace(from, to);
        assert_ne!(wrong, document);
        assert_eq!(
            errors(&wrong, &before(path)),
            ["POSITION_MISMATCH /result/spans/0/byte_start"],
            "{case}"
        );
    }
}

/// The hash of the changed file stands in three places, and is wrong in one.
#[test]
fn a_wrong_hash_blames_no_checksum_that_is_right() {
    let document = String::from_utf8(fixture("3.1.1/patch-apply.json")).unwrap();
    let right = "\"after_hash\": \"7828a9";
    assert_eq!(document.matches(right).count(), 2);
    // The one of the range comes first.
    let wrong = document.replacen(right, "\"after_hash\": \"7828a8", 1);
    assert_eq!(
        errors(&wrong, &before("src/brew.rs")),
        ["VALUES_DISAGREE /result/spans/0/after_hash"]
    );
}
