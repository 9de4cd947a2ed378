//! Reports of RFD-0028: columns in UTF-16 from 1, the end by the last byte.
//!
//! The numbers were worked out by hand from the rules P1 to P13; those of the fixtures
//! come from `tests/generate/argon.py`.

use super::fixtures;
use llm_types::json::{ReadOptions, Value, read};
use llm_types::{
    ConvertOptions, NormalizeOptions, Normalized, Sources, ValidateOptions, convert, normalize,
    validate,
};

fn span(bytes: (u64, u64), start: (u64, u64), end: (u64, u64)) -> String {
    format!(
        r#"{{"file":"a.ar","byte_start":{},"byte_end":{},"line_start":{},"col_start":{},"line_end":{},"col_end":{}}}"#,
        bytes.0, bytes.1, start.0, start.1, end.0, end.1
    )
}

fn report(spans: &[String]) -> String {
    let list: Vec<String> = spans
        .iter()
        .map(|span| {
            format!(
                r#"{{"code":"OE0001","severity":"error","message":"m","primary_span":{span},"primary_label":null,"secondary_labels":[],"help":null,"package_origin":null,"provenance_chain":[]}}"#
            )
        })
        .collect();
    format!(
        r#"{{"schema_version":"1.0.0","diagnostics":[{}],"summary":{{"errors":{},"warnings":0,"infos":0}}}}"#,
        list.join(","),
        list.len()
    )
}

fn normal(text: &str, sources: Option<&Sources>) -> Normalized {
    let options = NormalizeOptions {
        sources,
        origin: true,
        ..Default::default()
    };
    let normalized = normalize(text.as_bytes(), &options).unwrap();
    assert_eq!(normalized.dialect, "argon");
    let home = convert(
        normalized.text.as_bytes(),
        "argon",
        &ConvertOptions::default(),
    )
    .unwrap();
    let canonical = |text: &str| llm_types::canonicalize(text.as_bytes()).unwrap();
    assert_eq!(canonical(&home.text), canonical(text));
    normalized
}

/// Lines from 1 and columns from 0 in bytes, of each span; nothing where they are
/// unknown.
fn places(normalized: &Normalized) -> Vec<Option<[u64; 4]>> {
    let envelope = normalized.envelope();
    let list = envelope.get("diagnostics").unwrap();
    let names = ["start_line", "start_col", "end_line", "end_col"];
    let of = |item: &Value| {
        let numbers = names.map(|name| item.get("span")?.get(name)?.as_u64());
        let known: Option<Vec<u64>> = numbers.into_iter().collect();
        known.map(|known| [known[0], known[1], known[2], known[3]])
    };
    list.as_array().unwrap().iter().map(of).collect()
}

fn codes(normalized: &Normalized) -> Vec<&str> {
    let codes = normalized.diagnostics.iter();
    codes.map(|one| one.code.as_ref()).collect()
}

#[test]
fn the_source_proves_every_place() {
    // `a😀é` is 7 bytes, 4 code units; then CRLF, `cd` and LF.
    let sources: Sources = [("a.ar", "a😀é\r\ncd\n")].into_iter().collect();
    for (text, expected) in [
        (span((1, 5), (1, 2), (1, 4)), [1, 1, 1, 5]),
        (span((5, 7), (1, 4), (1, 5)), [1, 5, 1, 7]),
        // With CRLF: two more units on the line of the last byte, but the next line.
        (span((5, 9), (1, 4), (1, 7)), [1, 5, 2, 0]),
        (span((9, 12), (2, 1), (2, 4)), [2, 0, 3, 0]),
        (span((0, 12), (1, 1), (2, 4)), [1, 0, 3, 0]),
        (span((9, 9), (2, 1), (2, 1)), [2, 0, 2, 0]),
        (span((12, 12), (3, 1), (3, 1)), [3, 0, 3, 0]),
    ] {
        let text = report(&[text]);
        let normalized = normal(&text, Some(&sources));
        assert_eq!(places(&normalized), [Some(expected)], "{text}");
        assert!(normalized.diagnostics.is_empty(), "{text}");
        let options = ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let validation = validate(text.as_bytes(), &options);
        assert!(validation.ok, "{}", validation.to_json());
        assert_eq!(validation.checked.source.spans_proved, 1);
    }
}

#[test]
fn a_place_that_the_source_denies_is_left_out() {
    let sources: Sources = [("a.ar", "a😀é\r\ncd\n")].into_iter().collect();
    for wrong in [
        // Code points instead of code units; columns from 0; the end by the next line.
        span((5, 7), (1, 3), (1, 4)),
        span((1, 5), (1, 1), (1, 3)),
        span((9, 12), (2, 1), (3, 1)),
    ] {
        let text = report(&[wrong]);
        let normalized = normal(&text, Some(&sources));
        assert_eq!(places(&normalized), [None], "{text}");
        let options = ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        };
        let validation = validate(text.as_bytes(), &options);
        assert!(!validation.ok, "{text}");
        assert_eq!(normalized.diagnostics, validation.diagnostics, "{text}");
    }
}

#[test]
fn without_the_source_only_what_is_certain_is_said() {
    for (spans, expected) in [
        // The head of a file, and an insertion on the first line.
        (vec![span((0, 0), (1, 1), (1, 1))], vec![Some([1, 0, 1, 0])]),
        (vec![span((7, 7), (1, 5), (1, 5))], vec![Some([1, 7, 1, 7])]),
        // `abc` or `ab` and its line feed: nobody knows.
        (vec![span((0, 3), (1, 1), (1, 4))], vec![None]),
        // Something follows on the line, so the first range ends on it. The second
        // may end with the line.
        (
            vec![span((0, 3), (1, 1), (1, 4)), span((5, 6), (1, 6), (1, 7))],
            vec![Some([1, 0, 1, 3]), None],
        ),
        // A longer range on the line does it, too.
        (
            vec![span((0, 3), (1, 1), (1, 4)), span((0, 8), (1, 1), (1, 9))],
            vec![Some([1, 0, 1, 3]), None],
        ),
        // On another line nothing is certain: a lone CR ends a line here and none in
        // the envelope.
        (vec![span((4, 4), (2, 1), (2, 1))], vec![None]),
        // Where the second line begins, the first one ends; on which line of the
        // envelope, is not known.
        (
            vec![span((0, 3), (1, 1), (1, 4)), span((3, 3), (2, 1), (2, 1))],
            vec![None, None],
        ),
        (
            vec![span((0, 3), (1, 1), (1, 4)), span((4, 4), (2, 1), (2, 1))],
            vec![Some([1, 0, 1, 3]), None],
        ),
    ] {
        let text = report(&spans);
        let normalized = normal(&text, None);
        assert_eq!(places(&normalized), expected, "{text}");
        let unknown = expected.iter().filter(|place| place.is_none()).count();
        assert_eq!(codes(&normalized), vec!["NEEDS_SOURCE"; unknown], "{text}");
    }
}

#[test]
fn numbers_that_no_text_has_are_contradictions() {
    for wrong in [
        // Fewer bytes than code units; more than three for each; an empty range with
        // two ends.
        span((2, 2), (1, 4), (1, 4)),
        span((9, 9), (1, 3), (1, 3)),
        span((3, 3), (1, 4), (1, 5)),
    ] {
        let normalized = normal(&report(std::slice::from_ref(&wrong)), None);
        assert_eq!(places(&normalized), [None], "{wrong}");
        assert!(
            codes(&normalized).contains(&"POSITION_IMPOSSIBLE"),
            "{wrong}"
        );
    }
}

#[test]
fn a_lone_cr_ends_a_line_of_the_report_and_none_of_the_envelope() {
    let sources: Sources = [("a.ar", "ab\rcd\nef")].into_iter().collect();
    let text = report(&[span((3, 5), (2, 1), (2, 3)), span((6, 8), (3, 1), (3, 3))]);
    let normalized = normal(&text, Some(&sources));
    assert_eq!(
        places(&normalized),
        [Some([1, 3, 1, 5]), Some([2, 0, 2, 2])]
    );
}

#[test]
fn a_diagnostic_keeps_everything() {
    let text = fixtures::text("argon/1.0.0/all-members.json");
    let normalized = normal(&text, None);
    let envelope = normalized.envelope();
    let list = envelope.get("diagnostics").unwrap();
    let first = &list.as_array().unwrap()[0];
    let word = |name: &str| first.get(name).and_then(Value::as_str);
    assert_eq!(word("level"), Some("error"));
    assert_eq!(word("label"), Some("this is a price"));
    assert_eq!(word("remediation"), Some("convert the price first"));
    assert_eq!(word("package_origin"), Some("ufo"));
    assert_eq!(
        first
            .get("provenance_chain")
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let related = first.get("related").unwrap().as_array().unwrap();
    assert_eq!(
        related[1].get("message").and_then(Value::as_str),
        Some("a weight is wanted here")
    );
    let last = &list.as_array().unwrap()[2];
    assert_eq!(last.get("level").and_then(Value::as_str), Some("note"));
    let envelope = normalized.envelope();
    let summary = envelope.get("data").unwrap().get("summary").unwrap();
    assert_eq!(summary.get("notes").and_then(Value::as_u64), Some(1));
}

/// The envelope of a diagnostic, in another tool's words.
const ENVELOPE: &str = r#"{"schema_version":"1.1.0","execution_id":"","data":{},"diagnostics":[{"code":"E1","level":"help","message":"m","note":"n","span":{"file_path":"a.ar","byte_start":5,"byte_end":9,"start_line":1,"start_col":5,"end_line":2,"end_col":0}}]}"#;

#[test]
fn columns_are_written_with_the_source_only() {
    let sources: Sources = [("a.ar", "a😀é\r\ncd\n")].into_iter().collect();
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let with = convert(ENVELOPE.as_bytes(), "argon", &options).unwrap();
    let document = read(with.text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value();
    let diagnostic = &document.get("diagnostics").unwrap().as_array().unwrap()[0];
    let span = diagnostic.get("primary_span").unwrap();
    let number = |name: &str| span.get(name).and_then(Value::as_u64);
    assert_eq!(
        ["line_start", "col_start", "line_end", "col_end"].map(number),
        [Some(1), Some(4), Some(1), Some(7)]
    );
    assert_eq!(
        diagnostic.get("severity").and_then(Value::as_str),
        Some("info")
    );
    assert_eq!(diagnostic.get("help"), Some(&Value::Null));
    let summary = document.get("summary").unwrap();
    assert_eq!(summary.get("infos").and_then(Value::as_u64), Some(1));
    let dropped: Vec<&str> = with
        .losses
        .iter()
        .filter(|loss| loss.is_lossy())
        .map(|loss| loss.pointer.as_str())
        .collect();
    assert_eq!(dropped, ["/diagnostics/0/note"]);

    let without = convert(ENVELOPE.as_bytes(), "argon", &ConvertOptions::default()).unwrap();
    assert!(!without.text.contains("col_start"), "{}", without.text);
    let needed = without
        .losses
        .iter()
        .filter(|loss| loss.note.starts_with("NEEDS_SOURCE"));
    assert_eq!(needed.count(), 4);
    let strict = ConvertOptions {
        strict: true,
        ..Default::default()
    };
    let refused = convert(ENVELOPE.as_bytes(), "argon", &strict).unwrap_err();
    assert_eq!(refused.code(), "LOSSY_CONVERSION");
}
