//! Laws of the detective, on texts that nobody chose: what a tool counted is found
//! whatever the tool was, the corrected document is what the tool should have printed,
//! and nothing is ever corrected that has another explanation.
//!
//! How a tool counts is worked out here on `char`s, without an index of lines.

use llm_types::{DetectiveOptions, DetectiveReport, Sources, ValidateOptions, detective, validate};
use proptest::prelude::*;
use serde_json::{Value, json};

/// How a tool counts.
#[derive(Debug, Clone, Copy)]
struct Way {
    offset_unit: Unit,
    offset_base: i64,
    offset_end: End,
    line_base: i64,
    column_unit: Unit,
    column_base: i64,
    strip: bool,
    inclusive: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Unit {
    Bytes,
    Utf16,
    CodePoints,
}

#[derive(Debug, Clone, Copy)]
enum End {
    After,
    Inclusive,
    Length,
}

const DECLARED: Way = Way {
    offset_unit: Unit::Bytes,
    offset_base: 0,
    offset_end: End::After,
    line_base: 1,
    column_unit: Unit::Bytes,
    column_base: 0,
    strip: false,
    inclusive: false,
};

fn count(text: &[char], unit: Unit) -> i64 {
    let each = |letter: &char| match unit {
        Unit::Bytes => letter.len_utf8(),
        Unit::Utf16 => letter.len_utf16(),
        Unit::CodePoints => 1,
    };
    i64::try_from(text.iter().map(each).sum::<usize>()).unwrap()
}

impl Way {
    fn offset(self, text: &[char], at: usize) -> i64 {
        let mark = usize::from(self.strip && text[0] == '\u{FEFF}');
        count(&text[mark.min(at)..at], self.offset_unit) + self.offset_base
    }

    /// Line and column; of the place after the character before it, if `last`.
    fn position(self, text: &[char], at: usize, last: bool) -> (i64, i64) {
        let head = &text[..at - usize::from(last)];
        let line = head.iter().filter(|letter| **letter == '\n').count();
        let begins = head.iter().rposition(|letter| *letter == '\n');
        let begins = begins.map_or(0, |feed| feed + 1);
        let mark = usize::from(line == 0 && self.strip && text[0] == '\u{FEFF}' && at > 0);
        let column = count(&text[(begins + mark).min(at)..at], self.column_unit);
        let line = i64::try_from(line).unwrap();
        (line + self.line_base, column + self.column_base)
    }

    fn span(self, text: &[char], (start, end): (usize, usize)) -> Value {
        let first = self.offset(text, start);
        let after = self.offset(text, end);
        let after = match self.offset_end {
            End::After => after,
            End::Inclusive => after - 1,
            End::Length => after - first,
        };
        let (line, column) = self.position(text, start, false);
        let (end_line, end_column) = self.position(text, end, self.inclusive);
        json!({
            "file_path": "a.txt",
            "byte_start": first,
            "byte_end": after,
            "start_line": line,
            "start_col": column,
            "end_line": end_line,
            "end_col": end_column - i64::from(self.inclusive),
        })
    }

    fn document(self, text: &[char], ranges: &[(usize, usize)]) -> Value {
        let matches: Vec<Value> = ranges
            .iter()
            .enumerate()
            .map(|(n, (start, end))| {
                let found: String = text[*start..*end].iter().collect();
                json!({
                    "match_id": format!("m{n}"),
                    "matched_text": found,
                    "span": self.span(text, (*start, *end)),
                })
            })
            .collect();
        json!({
            "schema_version": "1.1.0",
            "execution_id": "550e8400-e29b-41d4-a716-446655440000",
            "data": { "pattern": "x", "count": matches.len(), "matches": matches },
        })
    }
}

fn ask(document: &str, text: &str) -> DetectiveReport {
    let sources: Sources = [("a.txt", text)].into_iter().collect();
    detective(document.as_bytes(), &sources, &DetectiveOptions::default()).unwrap()
}

fn unit() -> impl Strategy<Value = Unit> {
    prop_oneof![Just(Unit::Bytes), Just(Unit::Utf16), Just(Unit::CodePoints)]
}

prop_compose! {
    fn way()(
        offset_unit in unit(),
        offset_base in 0..2_i64,
        offset_end in prop_oneof![Just(End::After), Just(End::Inclusive), Just(End::Length)],
        line_base in 0..2_i64,
        column_unit in unit(),
        column_base in 0..2_i64,
        strip in any::<bool>(),
        inclusive in any::<bool>(),
    ) -> Way {
        Way {
            offset_unit, offset_base, offset_end, line_base, column_unit, column_base, strip,
            inclusive,
        }
    }
}

/// A text whose words are all different, so that each is found in one place only.
fn text() -> impl Strategy<Value = Vec<char>> {
    let gap = prop::collection::vec(
        prop::sample::select(vec![' ', '\n', '\t', 'é', '世', '😀', '\u{301}', '=']),
        0..5,
    );
    (any::<bool>(), prop::collection::vec(gap, 1..12)).prop_map(|(mark, gaps)| {
        let mut text = String::from(if mark { "\u{FEFF}" } else { "" });
        for (n, gap) in gaps.iter().enumerate() {
            text.extend(gap);
            text.push('w');
            text.push(char::from(b'a' + u8::try_from(n).unwrap()));
        }
        text.push('\n');
        text.chars().collect()
    })
}

fn words(text: &[char]) -> Vec<(usize, usize)> {
    let starts = (0..text.len()).filter(|at| text[*at] == 'w');
    starts.map(|at| (at, at + 2)).collect()
}

/// What is said of the numbers of a text once lines stand above it, and what would be right.
fn after_change(text: &[char], above: &str) -> (DetectiveReport, Value) {
    let ranges = words(text);
    let mark = usize::from(text[0] == '\u{FEFF}');
    let mut now = text.to_vec();
    now.splice(mark..mark, above.chars());
    let more = above.chars().count();
    let moved: Vec<_> = ranges
        .iter()
        .map(|(start, end)| (start + more, end + more))
        .collect();
    let mut documents = [
        DECLARED.document(text, &ranges),
        DECLARED.document(&now, &moved),
    ];
    for found in documents
        .iter_mut()
        .flat_map(|one| one["data"]["matches"].as_array_mut().unwrap())
    {
        found.as_object_mut().unwrap().remove("matched_text");
    }
    let [stated, meant] = documents;
    let source: String = now.iter().collect();
    (ask(&stated.to_string(), &source), meant)
}

/// The ranges of the first line have other columns then, behind a byte order mark, too.
#[test]
fn a_line_above_the_first_ranges_is_no_way_to_count() {
    let text: Vec<char> = "\u{FEFF}wawb wcwdwewf\n".chars().collect();
    let (report, _) = after_change(&text, "x\n");
    assert_eq!(report.verdict, "tie", "{}", report.summary);
    assert!(report.text.is_none());
}

/// What stands there now ends with lines, by chance.
#[test]
fn ranges_that_end_with_lines_since_a_change_are_no_way_to_count() {
    let text: Vec<char> = "\u{FEFF}wa\n \nwb\n".chars().collect();
    let (report, _) = after_change(&text, "x\n");
    assert_eq!(report.verdict, "tie", "{}", report.summary);
    assert!(report.text.is_none());
}

/// The range of the first line fits every unit, so that one other range tells of it.
#[test]
fn one_range_alone_does_not_tell_of_a_unit() {
    let text: Vec<char> = "waé\nwb\n".chars().collect();
    let (report, _) = after_change(&text, "// é\n");
    assert_eq!(report.verdict, "tie", "{}", report.summary);
    assert!(report.text.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_a_tool_counted_is_found_and_mended(text in text(), way in way()) {
        let ranges = words(&text);
        let (stated, meant) = (way.document(&text, &ranges), DECLARED.document(&text, &ranges));
        let source: String = text.iter().collect();
        let report = ask(&stated.to_string(), &source);
        if stated == meant {
            prop_assert_eq!(report.verdict, "declared");
            prop_assert!(report.text.is_none() && report.changes.is_empty());
        } else {
            prop_assert_eq!(&report.verdict, "other", "{} {}", report.summary, stated);
            let mended: Value = serde_json::from_str(&report.text.unwrap()).unwrap();
            prop_assert_eq!(mended, meant);
        }
        let best = &report.hypotheses[0];
        prop_assert_eq!((best.fits, best.proved), (best.of, best.of));
    }

    /// A text that was changed since, before all that was counted: where nothing shows what
    /// stood there, the right numbers of old are not mended into wrong ones.
    #[test]
    fn a_change_of_the_text_is_no_way_to_count(
        text in text(),
        above in prop::sample::select(vec!["\n", "\n\n", "x\n", "// é\n", "\n世\n"]),
    ) {
        let (report, meant) = after_change(&text, above);
        if let Some(mended) = report.text {
            let mended: Value = serde_json::from_str(&mended).unwrap();
            prop_assert_eq!(mended, meant, "{}", report.summary);
        }
    }

    /// Without the texts, what is corrected is proved by the texts all the same.
    #[test]
    fn nothing_is_corrected_by_a_guess(text in text(), way in way()) {
        let ranges = words(&text);
        let mut stated = way.document(&text, &ranges);
        for found in stated["data"]["matches"].as_array_mut().unwrap() {
            found.as_object_mut().unwrap().remove("matched_text");
        }
        let source: String = text.iter().collect();
        let report = ask(&stated.to_string(), &source);
        let best = &report.hypotheses[0];
        // The way of the tool explains everything, so something does.
        prop_assert_eq!(best.fits, best.of, "{} {}", report.summary, stated);
        if let Some(mended) = report.text {
            let again = ask(&mended, &source);
            prop_assert_eq!(again.verdict, "declared");
            prop_assert_eq!(report.verdict, "other");
        }
    }

    #[test]
    fn a_mended_document_is_valid(text in text(), way in way()) {
        let ranges = words(&text);
        let source: String = text.iter().collect();
        let report = ask(&way.document(&text, &ranges).to_string(), &source);
        if let Some(mended) = report.text {
            let sources: Sources = [("a.txt", source)].into_iter().collect();
            let options = ValidateOptions { sources: Some(&sources), ..Default::default() };
            let validation = validate(mended.as_bytes(), &options);
            prop_assert_eq!(validation.checked.source.spans_proved, ranges.len() as u64);
        }
    }

    #[test]
    fn no_document_and_no_text_is_too_strange(
        numbers in prop::collection::vec(prop::array::uniform6(-3..40_i64), 1..6),
        source in prop::collection::vec(any::<u8>(), 0..60),
        huge in any::<bool>(),
    ) {
        let spans: Vec<Value> = numbers.iter().map(|[a, b, c, d, e, f]| json!({
            "file_path": "a.txt", "byte_start": if huge { i64::MAX } else { *a }, "byte_end": b,
            "start_line": c, "start_col": d, "end_line": e, "end_col": f,
        })).collect();
        let document = json!({ "x": spans }).to_string();
        let sources: Sources = [("a.txt", source)].into_iter().collect();
        let options = DetectiveOptions::default();
        let report = detective(document.as_bytes(), &sources, &options).unwrap();
        prop_assert_eq!(report.dialect, None);
        for one in &report.hypotheses {
            prop_assert!(one.fits <= one.of && one.proved <= one.fits);
        }
    }
}

#[test]
fn a_text_that_changed_is_left_out() {
    let document = json!({"x": [{
        "file_path": "a.txt", "byte_start": 0, "byte_end": 1,
        "checksums": {"file_checksum_before":
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    }]});
    let report = ask(&document.to_string(), "ab\n");
    assert_eq!(
        (report.verdict.as_str(), report.examined),
        ("no_evidence", 0)
    );
    assert!(report.not_checked[0].why.contains("checksum differs"));
}

#[test]
fn what_no_range_tells_is_told() {
    let text: Vec<char> = "ab cd\nef\n".chars().collect();
    let way = Way {
        column_base: 1,
        ..DECLARED
    };
    let document = way.document(&text, &[(0, 2), (3, 5), (6, 8)]);
    let report = ask(&document.to_string(), "ab cd\nef\n");
    let undecided = &report.hypotheses[0].undecided;
    let values = |axis: &str| {
        let one = undecided.iter().find(|one| one.axis == axis);
        one.map(|one| one.values.join(" ")).unwrap_or_default()
    };
    assert_eq!(values("column_unit"), "utf-8 utf-16 utf-32");
    assert_eq!(values("offset_unit"), "utf-8 utf-16 utf-32");
    assert_eq!(values("column_bom"), "count strip");
    assert_eq!(
        values("line_terminators"),
        "lf_crlf lf lsp ecmascript unicode python_splitlines"
    );
    // The last range ends before a terminator, so that `after` and `last_byte` agree.
    assert_eq!(values("end_rule"), "after last_byte");
    assert_eq!(report.hypotheses[0].differs, ["column_base"]);
}

#[test]
fn a_line_that_is_always_the_first_is_no_convention() {
    let text: Vec<char> = "ab\ncd\nef\n".chars().collect();
    let mut document = DECLARED.document(&text, &[(0, 2), (3, 5), (6, 8)]);
    for found in document["data"]["matches"].as_array_mut().unwrap() {
        found["span"]["start_line"] = json!(1);
        found["span"]["end_line"] = json!(1);
    }
    let report = ask(&document.to_string(), "ab\ncd\nef\n");
    assert_eq!(report.verdict, "none");
    assert!(report.text.is_none());
    assert_eq!(
        report.uncorrected.unwrap(),
        "no hypothesis explains all ranges"
    );
    let counter = report.hypotheses[0].counter_example.clone().unwrap();
    assert_eq!(counter.pointer, "/data/matches/1/span/start_line");
}

/// A document of two ranges in each file, the columns of which are counted from a base.
fn of_files(files: &[(String, i64, i64)]) -> String {
    let mut matches = Vec::new();
    for (path, offset, column) in files {
        for (start, text) in [(0, "ab"), (3, "cd")] {
            matches.push(json!({
                "match_id": format!("m{}", matches.len()),
                "matched_text": text,
                "span": {
                    "file_path": path,
                    "byte_start": start + offset, "byte_end": start + 2 + offset,
                    "start_line": 1, "start_col": start + column,
                    "end_line": 1, "end_col": start + 2 + column,
                },
            }));
        }
    }
    let count = matches.len();
    json!({
        "schema_version": "1.1.0", "execution_id": "6b008bad-4754",
        "data": { "pattern": "x", "matches": matches, "count": count },
    })
    .to_string()
}

#[test]
fn one_file_among_many_is_found_wherever_it_stands() {
    for many in [1, 15, 16, 40] {
        let files: Vec<(String, i64, i64)> = (0..=many)
            .map(|n| (format!("f{n:02}.txt"), 0, i64::from(n == many)))
            .collect();
        let sources: Sources = files.iter().map(|(path, ..)| (path, "ab cd\n")).collect();
        let text = of_files(&files);
        let report = detective(text.as_bytes(), &sources, &DetectiveOptions::default()).unwrap();
        assert_eq!(report.verdict, "by_file", "{many}");
        // Two ranges, each with two columns.
        assert_eq!(report.changes.len(), 4, "{many}");
        assert!(
            report
                .changes
                .iter()
                .all(|change| change.to + 1 == change.from)
        );
    }
}

#[test]
fn a_file_that_grew_since_is_not_taken_for_one_that_is_counted_from_elsewhere() {
    let files = [("b.txt".to_owned(), 0, 0), ("c.txt".to_owned(), 0, 0)];
    let text = of_files(&files);
    for grown in ["new ab cd\n", "new\nab cd\n", "// a line before\nab cd\n"] {
        let sources: Sources = [("b.txt", "ab cd\n"), ("c.txt", grown)]
            .into_iter()
            .collect();
        let report = detective(text.as_bytes(), &sources, &DetectiveOptions::default()).unwrap();
        assert_eq!(report.verdict, "none", "{grown}: {}", report.summary);
        assert_eq!(report.text, None, "{grown}");
    }
}

/// The numbers of a correction, the smaller first.
fn written(report: &DetectiveReport) -> Vec<i64> {
    let mut written: Vec<i64> = report.changes.iter().map(|change| change.to).collect();
    written.sort_unstable();
    written
}

fn told(source: &str, found: &Value) -> DetectiveReport {
    let document = json!({"schema_version": "1.1.0", "execution_id": "r1",
        "data": {"pattern": "x", "count": 1, "matches": [found]}});
    let sources: Sources = [("a.txt", source)].into_iter().collect();
    let options = DetectiveOptions::default();
    detective(document.to_string().as_bytes(), &sources, &options).unwrap()
}

#[test]
fn a_text_among_other_lines_is_no_evidence_where_it_stands_among_the_told_ones() {
    // The tool saw the second `x`, at 6, and counted from -3. From 1, there is the first.
    let source = "a x\nb\nx\nc\n";
    for stated in [
        json!({"matched_text": "x"}),
        // sha256sum of "x".
        json!({"checksums": {"checksum_before":
            "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}}),
    ] {
        let mut found = json!({"match_id": "m1", "span": {"file_path": "a.txt",
            "byte_start": 3, "byte_end": 4,
            "context": {"before": ["b"], "selected": ["x"], "after": ["c"]}}});
        if let Some(text) = stated.get("matched_text") {
            found["matched_text"] = text.clone();
        } else {
            found["span"]["checksums"] = stated["checksums"].clone();
        }
        let report = told(source, &found);
        assert_eq!((report.verdict.as_str(), &report.text), ("none", &None));
        // Without the lines nothing speaks against it.
        found["span"].as_object_mut().unwrap().remove("context");
        let report = told(source, &found);
        assert_eq!(report.verdict, "other");
        assert_eq!(written(&report), [2, 3]);
    }
}

#[test]
fn a_text_is_looked_for_among_the_told_lines_as_often_as_it_stands_in_the_source() {
    let shown = |(start, text): (usize, &str), context: &Value| {
        json!({"match_id": "m1", "matched_text": text, "span": {"file_path": "a.txt",
            "byte_start": start, "byte_end": start + text.len(), "context": context}})
    };
    // The tool saw the `x` after 99 others. From 1, there is the first, at 2.
    let source = format!("a x\n{}b\nx\nc\n", "x\n".repeat(98));
    let told_lines = json!({"before": ["b"], "selected": ["x"], "after": ["c"]});
    let report = told(&source, &shown((3, "x"), &told_lines));
    assert_eq!((report.verdict.as_str(), &report.text), ("none", &None));
    // It saw the `x\nx` at 4, which begins in the middle of the one at 2.
    let told_lines = json!({"before": ["x"], "selected": ["x", "x"], "after": ["c"]});
    let report = told("b\nx\nx\nx\nc\n", &shown((3, "x\nx"), &told_lines));
    assert_eq!((report.verdict.as_str(), &report.text), ("none", &None));
}

#[test]
fn each_range_of_a_file_is_judged_alike() {
    // Each text stands twice: where the numbers mean, from 1, and among the told lines, which
    // are at another distance each.
    let first = (0..300).map(|n| format!("a t{n:03}\n"));
    let told = (0..300).map(|n| format!("b\nt{n:03}\nc\n"));
    let source = first.chain(told).collect::<Vec<_>>().concat();
    let ranges: Vec<Value> = (0..300_usize)
        .map(|n| {
            let text = format!("t{n:03}");
            json!({"match_id": format!("m{n}"), "matched_text": text, "span": {
                "file_path": "a.txt", "byte_start": 7 * n + 3, "byte_end": 7 * n + 7,
                "context": {"before": ["b"], "selected": [text], "after": ["c"]}}})
        })
        .collect();
    let document = json!({"schema_version": "1.1.0", "execution_id": "r1",
        "data": {"pattern": "t", "count": 300, "matches": ranges}});
    let report = ask(&document.to_string(), &source);
    assert_eq!(report.verdict, "none");
    let fits: Vec<u64> = report.hypotheses.iter().map(|one| one.fits).collect();
    // Another base explains one range.
    assert!(fits.iter().all(|fits| *fits <= 1), "{fits:?}");
}

#[test]
fn what_was_not_looked_for_is_not_said_to_be_nowhere() {
    // The document shows LF for CRLF, and the told lines are where there is an LF.
    let source = "é x\r\ny\nz\na x\ny\n";
    let found = json!({"match_id": "m1", "matched_text": "x\ny", "span": {"file_path": "a.txt",
        "byte_start": 2, "byte_end": 6, "context": {"selected": ["a x", "y"]}}});
    let report = told(source, &found);
    assert_eq!(report.notes, [""; 0]);
}

#[test]
fn a_correction_says_what_numbers_do_not_mend() {
    // In UTF-16 code units x is at 2, in bytes at 3. The tool shows é as e.
    let found = |line: &str| {
        json!({"match_id": "m1", "matched_text": "x", "span": {"file_path": "a.txt",
            "byte_start": 2, "byte_end": 3, "context": {"selected": [line]}}})
    };
    let report = told("é x\n", &found("e x"));
    assert_eq!(report.verdict, "other");
    assert_eq!(written(&report), [3, 4]);
    assert_eq!(
        report.notes,
        ["around 1 range the source has other lines than the document says, which no number mends"]
    );
    let report = told("é x\n", &found("é x"));
    assert_eq!(written(&report), [3, 4]);
    assert_eq!(report.notes, [""; 0]);
}

/// llmgrep shows the whole text of a symbol, unless it says that it was cut.
#[test]
fn a_snippet_tells_where_its_symbol_ends() {
    let answer = |cut: bool| {
        json!({"schema_version": "1.0.0", "execution_id": "6b009ede-40d5", "tool": "llmgrep",
            "timestamp": "2026-01-22T10:00:00Z", "partial": false, "data": {"query": "x",
            "total_count": 1, "results": [{"match_id": "0000000000000000", "name": "x",
            "kind": "Function", "parent": null, "symbol_id": null, "snippet": "TODO",
            "snippet_truncated": cut, "span": {"span_id": "0000000000000000",
            "file_path": "a.txt", "byte_start": 3, "byte_end": 6, "start_line": 1,
            "start_col": 3, "end_line": 1, "end_col": 6}}]}})
    };
    let sources: Sources = [("a.txt", "ab TODO\ncd\n")].into_iter().collect();
    let options = DetectiveOptions::default();
    let ask = |cut| detective(answer(cut).to_string().as_bytes(), &sources, &options).unwrap();
    let whole = ask(false);
    assert_eq!(whole.verdict, "other");
    assert!(whole.text.unwrap().contains(r#""byte_end":7"#));
    assert_ne!(ask(true).verdict, "other");
}
