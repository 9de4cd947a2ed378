//! Conversions between dialects: what is kept, what is computed, what is lost.

use super::fixtures::bytes as fixture;
use super::verbs::before as sources;

use llm_types::json::{ReadOptions, Value, read};
use llm_types::{
    Conversion, ConvertOptions, Converter, Loss, NormalizeOptions, Sources, ValidateOptions,
    convert, detect, normalize, validate,
};

fn value(conversion: &Conversion) -> Value {
    read(conversion.text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value()
}

fn lossy(conversion: &Conversion) -> Vec<(&str, &str)> {
    let losses = conversion.losses.iter().filter(|loss| loss.is_lossy());
    losses
        .map(|loss| (loss.pointer.as_str(), loss.kind.as_str()))
        .collect()
}

#[test]
fn a_symbol_becomes_a_match_with_columns_in_code_points() {
    let text = fixture("magellan/1.8.0/refs-in.json");
    let sources = sources("src/emoji_menu.rs");
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let conversion = convert(&text, "llmsearch", &options).unwrap();
    let found = value(&conversion);
    let first = &found.get("matches").unwrap().as_array().unwrap()[0];
    assert_eq!(
        first.get("matched_text").unwrap().as_str(),
        Some("tally(price)")
    );
    // `    /* 🍵🍵 */ let icon = "🍵"; let total = `: 50 bytes, 41 code points.
    assert_eq!(first.get("column_number").unwrap().as_u64(), Some(42));
    assert_eq!(
        detect(conversion.text.as_bytes())
            .unwrap()
            .dialect
            .as_deref(),
        Some("llmsearch")
    );
    let options = ValidateOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let validation = validate(conversion.text.as_bytes(), &options);
    assert_eq!(
        validation.checked.source.spans_proved,
        1,
        "{}",
        validation.to_json()
    );
    assert!(lossy(&conversion).contains(&("/data/references/0/referenced_symbol", "dropped")));
}

#[test]
fn without_the_text_nothing_is_made_up() {
    let text = fixture("magellan/1.8.0/refs-in.json");
    let conversion = convert(&text, "llmsearch", &ConvertOptions::default()).unwrap();
    let found = value(&conversion);
    let first = &found.get("matches").unwrap().as_array().unwrap()[0];
    assert_eq!(first.get("column_number"), None);
    assert_eq!(first.get("matched_text"), None);
    assert!(lossy(&conversion).contains(&("/data/references/0/span/start_col", "dropped")));
    let strict = ConvertOptions {
        strict: true,
        ..Default::default()
    };
    let error = convert(&text, "llmsearch", &strict).unwrap_err();
    assert_eq!(error.code(), "LOSSY_CONVERSION");
    assert!(error.pointer().is_some());
}

#[test]
fn a_match_becomes_an_answer_of_the_other_tool() {
    let text = fixture("llmsearch/1.0.0/combining.json");
    let conversion = convert(&text, "magellan", &ConvertOptions::default()).unwrap();
    let answer = value(&conversion);
    assert_eq!(
        answer.get("schema_version").unwrap().as_str(),
        Some("1.0.0")
    );
    assert!(lossy(&conversion).is_empty());
}

#[test]
fn no_origin_means_no_promise() {
    // The path loses its `./`, and nothing in the envelope tells.
    let text = fixture("llmsearch/1.0.0/todo-all-rel.json");
    let envelope = convert(&text, "unified", &ConvertOptions::default()).unwrap();
    assert!(
        envelope
            .losses
            .iter()
            .any(|loss| loss.note.starts_with("path: ")),
        "{:?}",
        envelope.losses
    );
    let home = convert(
        envelope.text.as_bytes(),
        "llmsearch",
        &ConvertOptions::default(),
    )
    .unwrap();
    assert!(
        home.losses.iter().all(|loss| loss.kind == "derived"),
        "{:?}",
        home.losses
    );
    let with = ConvertOptions {
        origin: true,
        ..Default::default()
    };
    let envelope = convert(&text, "unified", &with).unwrap();
    let home = convert(envelope.text.as_bytes(), "llmsearch", &with).unwrap();
    assert_eq!(
        value(&home).to_string(),
        read(&text, &ReadOptions::default())
            .unwrap()
            .to_value()
            .to_string()
    );
}

#[test]
fn a_column_needs_its_line() {
    let text = br#"{"execution_id":"r","pattern":"x","matches":[
{"match_id":"1","file":"a","byte_start":40,"byte_end":41,"matched_text":"x","line_number":3,"column_number":20,"context_before":"ab","context_after":""},
{"match_id":"2","file":"a","byte_start":30,"byte_end":31,"matched_text":"x","line_number":3,"column_number":11,"context_before":"0123456789","context_after":""},
{"match_id":"3","file":"b","byte_start":40,"byte_end":41,"matched_text":"x","line_number":3,"column_number":20,"context_before":"ab","context_after":""},
{"match_id":"4","file":"c","byte_start":7,"byte_end":10,"matched_text":"x\ny","line_number":1,"column_number":5,"context_before":"","context_after":""},
{"match_id":"5","file":"c","byte_start":11,"byte_end":12,"matched_text":"z","line_number":2,"column_number":3,"context_before":"","context_after":""},
{"match_id":"6","file":"d","byte_start":3,"byte_end":4,"matched_text":"z","line_number":3,"column_number":2,"context_before":"","context_after":""},
{"match_id":"7","file":"e","byte_start":3,"byte_end":4,"matched_text":"z","line_number":1,"column_number":2,"context_before":"a","context_after":""}
],"match_count":7}"#;
    let normalized = normalize(text, &NormalizeOptions::default()).unwrap();
    let column = |index: usize| {
        let envelope = normalized.envelope();
        let matches = envelope.get("data").unwrap().get("matches").unwrap();
        matches.as_array().unwrap()[index]
            .get("span")
            .unwrap()
            .get("start_col")
            .and_then(Value::as_u64)
    };
    assert_eq!(
        column(0),
        Some(20),
        "its neighbour on the line shows where the line begins"
    );
    assert_eq!(column(1), Some(10), "all of the line before it is there");
    assert_eq!(
        column(2),
        None,
        "nothing shows how many bytes the 17 code points are"
    );
    assert_eq!(column(3), Some(7), "the first line begins at 0");
    assert_eq!(
        column(4),
        Some(2),
        "a line feed in a match shows where the next line begins"
    );
    assert_eq!(
        column(5),
        Some(1),
        "two lines and one code point cannot be less than three bytes"
    );
    assert_eq!(
        column(6),
        None,
        "the fragment and the offset contradict each other"
    );
    let codes: Vec<(&str, &str)> = normalized
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code != "ID_EMPTY")
        .map(|diagnostic| {
            (
                diagnostic.code.as_ref(),
                diagnostic.pointer.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        codes,
        [
            ("NEEDS_SOURCE", "/matches/2/column_number"),
            ("POSITION_IMPOSSIBLE", "/matches/6/column_number"),
        ]
    );
}

#[test]
fn an_unknown_dialect_is_named() {
    let error = convert(b"{}", "magelan", &ConvertOptions::default()).unwrap_err();
    assert_eq!(error.code(), "UNKNOWN_DIALECT");
    assert!(error.to_string().contains("`magellan`"), "{error}");
}

/// Law 1 at the limit: what we write, we read again.
#[test]
fn what_would_be_too_deep_in_an_envelope_is_refused() {
    let report = |depth: usize| {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        format!(
            r#"{{"symbol":"a","file":null,"depth":1,"impacted_symbols":[],"total_impacted":0,"later":{deep}}}"#
        )
    };
    // The report itself and the wrapper around it are one level each.
    let envelope = normalize(report(126).as_bytes(), &NormalizeOptions::default()).unwrap();
    let again = normalize(envelope.text.as_bytes(), &NormalizeOptions::default()).unwrap();
    assert_eq!(again.text, envelope.text);
    assert!(validate(report(127).as_bytes(), &ValidateOptions::default()).ok);
    let error = normalize(report(127).as_bytes(), &NormalizeOptions::default()).unwrap_err();
    assert_eq!((error.code(), error.pointer()), ("TOO_DEEP", Some("")));
    let read = ReadOptions {
        max_depth: 129,
        ..ReadOptions::default()
    };
    let options = NormalizeOptions {
        read,
        ..Default::default()
    };
    assert!(normalize(report(127).as_bytes(), &options).is_ok());
}

#[test]
fn a_bad_line_does_not_stop_a_conversion() {
    let line = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[],"match_count":0}"#;
    let text = format!("{line}\n{{\"trunc\n{line}\n");
    for to in ["unified", "magellan", "llmsearch"] {
        let conversion = convert(text.as_bytes(), to, &ConvertOptions::default()).unwrap();
        assert_eq!(conversion.text.lines().count(), 2);
        assert_eq!(conversion.documents, 3);
        assert_eq!(conversion.refused, 1);
        let said = &conversion.diagnostics;
        assert_eq!(said.len(), 1, "{said:?}");
        assert_eq!((said[0].document, said[0].start_line), (Some(1), Some(2)));
        assert_eq!(said[0].code, "UNEXPECTED_END");
        let documents: Vec<_> = conversion.losses.iter().map(|loss| loss.document).collect();
        assert!(documents.contains(&Some(0)) && documents.contains(&Some(2)));
    }
}

#[test]
fn a_graph_as_lines_begins_with_its_version() {
    let version = r#"{"type":"Version","version":"2.0.0"}"#;
    let file = r#"{"type":"File","path":"a.rs","hash":"05ea088aade0938f"}"#;
    let codes = |text: String| -> Vec<(String, Option<u64>)> {
        let said = validate(text.as_bytes(), &ValidateOptions::default()).diagnostics;
        said.into_iter()
            .map(|said| (said.code.into_owned(), said.start_line))
            .collect()
    };
    let one = |code: &str, line| vec![(code.to_owned(), Some(line))];
    assert_eq!(codes(format!("{version}\n{file}\n{file}\n")), []);
    assert_eq!(
        codes(format!("{file}\n{version}\n{file}")),
        one("EXPORT_HEAD", 1)
    );
    // The first line may have been the version.
    assert_eq!(
        codes(format!("{{\"type\":\"Ver\n{file}\n{file}")),
        one("UNEXPECTED_END", 1)
    );
    let newer = version.replace("2.0.0", "3.0.0");
    assert_eq!(codes(format!("{newer}\n{file}")), one("VERSION_UNKNOWN", 1));
    let normalized = normalize(
        format!("{file}\n{file}").as_bytes(),
        &NormalizeOptions::default(),
    );
    assert_eq!(normalized.unwrap().diagnostics[0].code, "EXPORT_HEAD");
}

/// Before 1.7 there was no such record. Files of those exports and of 1.7 look alike.
#[test]
fn a_graph_as_lines_of_the_first_versions_begins_without_one() {
    let text = |name: &str| String::from_utf8(fixture(name)).unwrap();
    let old = text("magellan/1.1.0/export-jsonl.jsonl");
    let new = text("magellan/1.8.0/export-jsonl.jsonl");
    let lost = new.split_once('\n').unwrap().1;
    let lines = |text: &str| -> Vec<(String, Option<u64>)> {
        let said = validate(text.as_bytes(), &ValidateOptions::default()).diagnostics;
        said.into_iter()
            .map(|said| (said.code.into_owned(), said.start_line))
            .collect()
    };
    assert_eq!(lines(&old), []);
    let first_symbol = lost
        .lines()
        .take_while(|line| !line.contains("\"Symbol\""))
        .count();
    let line = u64::try_from(first_symbol).unwrap() + 1;
    assert_eq!(lines(lost), [("EXPORT_HEAD".to_owned(), Some(line))]);
    let calls: Vec<&str> = old
        .lines()
        .filter(|line| line.contains("\"Call\""))
        .collect();
    assert!(!calls.is_empty());
    assert_eq!(
        lines(&calls.join("\n")),
        [("EXPORT_HEAD".to_owned(), Some(1))]
    );
}

/// What a search prints that found `x` in two files.
const TWO_FILES: &str = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[
    {"match_id":"1","file":"src/a.rs","byte_start":3,"byte_end":4,"matched_text":"x","line_number":1,
     "column_number":4,"context_before":"fn ","context_after":"() {}"},
    {"match_id":"2","file":"src/b.rs","byte_start":0,"byte_end":1,"matched_text":"x","line_number":1,
     "column_number":1,"context_before":"","context_after":""}],"match_count":2}"#;

#[test]
fn a_match_of_another_file_is_not_put_into_this_one() {
    let sources: Sources = [("src/a.rs", "fn x() {}\n"), ("src/b.rs", "x\n")]
        .into_iter()
        .collect();
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let conversion = convert(TWO_FILES.as_bytes(), "llmastsearch", &options).unwrap();
    let found = value(&conversion);
    assert_eq!(found.get("match_count").unwrap().as_u64(), Some(1));
    assert_eq!(found.get("language").unwrap().as_str(), Some("Rust"));
    assert!(lossy(&conversion).contains(&("/data/matches/1", "dropped")));
    let options = ValidateOptions {
        sources: Some(&sources),
        dialect: Some("llmastsearch".into()),
        ..Default::default()
    };
    let validation = validate(conversion.text.as_bytes(), &options);
    assert_eq!(validation.checked.source.spans_proved, 1);
}

#[test]
fn a_source_in_which_the_span_is_elsewhere_lends_no_text() {
    let envelope = br#"{"schema_version":"1.1.0","execution_id":"r1","data":{"query_name":"x","matches":[
        {"match_id":"1","name":"x","kind":"fn","span":{"span_id":"s","file_path":"a.rs",
        "byte_start":3,"byte_end":4,"start_line":1,"start_col":3,"end_line":1,"end_col":4}}],"count":1}}"#;
    let text_in = |source: &str| {
        let sources: Sources = [("a.rs", source)].into_iter().collect();
        let options = ConvertOptions {
            sources: Some(&sources),
            dialect: Some("unified".into()),
            ..Default::default()
        };
        let found = value(&convert(envelope, "llmsearch", &options).unwrap());
        let first = &found.get("matches").unwrap().as_array().unwrap()[0];
        let text = first.get("matched_text").and_then(Value::as_str);
        text.map(ToOwned::to_owned)
    };
    assert_eq!(text_in("fn x() {}\n").as_deref(), Some("x"));
    // Byte 3 is in line 2 there.
    assert_eq!(text_in("\n\nfn x() {}\n"), None);
}

/// A line with so many matches of one range of `a.rs`.
fn matches_of(range: (usize, usize), count: usize) -> String {
    let one = |at: usize| {
        let (start, end) = range;
        format!(
            r#"{{"match_id":"{at}","name":"x","kind":"fn","span":{{"span_id":"s","file_path":"a.rs","byte_start":{start},"byte_end":{end}}}}}"#
        )
    };
    let matches: Vec<String> = (0..count).map(one).collect();
    format!(
        r#"{{"schema_version":"1.1.0","execution_id":"r1","data":{{"query_name":"x","matches":[{}],"count":{count}}}}}"#,
        matches.join(",")
    )
}

#[test]
fn ranges_over_each_other_are_not_copied_without_end() {
    let source = "let x = 1;\n".repeat(10_000);
    let sources: Sources = [("a.rs", source.as_str())].into_iter().collect();
    let options = ConvertOptions {
        sources: Some(&sources),
        dialect: Some("unified".into()),
        ..Default::default()
    };
    let limited = |losses: &[Loss]| {
        let limited = losses
            .iter()
            .filter(|loss| loss.is_lossy() && loss.note.starts_with("SOURCE_TEXT_LIMIT: "));
        limited.count()
    };
    // One in the other, ten deep, is what a tool may find.
    let nested = matches_of((0, source.len()), 10);
    let conversion = convert(nested.as_bytes(), "llmsearch", &options).unwrap();
    assert_eq!(limited(&conversion.losses), 0);
    assert!(conversion.text.len() > 10 * source.len());

    let many = matches_of((5, source.len()), 200);
    let few = matches_of((0, 10), 2);
    let text = format!("{many}\n{few}\n{many}\n");
    let conversion = convert(text.as_bytes(), "llmsearch", &options).unwrap();
    // Beside the copies there is what is written of each match.
    let most = 16 * (text.len() + source.len()) + 10 * text.len();
    assert!(conversion.text.len() < most, "{}", conversion.text.len());
    assert!(limited(&conversion.losses) > 300);
    // What is short has its text still.
    let line = conversion.text.lines().nth(1).unwrap();
    assert!(line.contains(r#""matched_text":"let x = 1;""#), "{line}");
    // That it is missing is told once.
    let missing = |loss: &&Loss| loss.note.contains("`matched_text` is missing");
    assert!(conversion.losses.iter().find(missing).is_none());

    // In pieces it is the same, and a text after this one has its own room.
    let mut converter = Converter::new("llmsearch", options.clone()).unwrap();
    for _ in 0..2 {
        let mut told = Vec::new();
        for piece in text.as_bytes().chunks(1000) {
            told.extend(converter.push(piece));
        }
        told.extend(converter.finish());
        let lines: Vec<String> = told.iter().filter_map(|one| one.text.clone()).collect();
        assert!(lines.join("\n") == conversion.text);
        let losses: Vec<Loss> = told.into_iter().flat_map(|one| one.losses).collect();
        assert!(losses == conversion.losses);
    }
    let strict = ConvertOptions {
        strict: true,
        ..options
    };
    let refused = convert(many.as_bytes(), "llmsearch", &strict).unwrap_err();
    assert_eq!(refused.code(), "LOSSY_CONVERSION");
}

#[test]
fn the_tool_is_the_one_that_printed_it() {
    let conversion = convert(TWO_FILES.as_bytes(), "standard", &ConvertOptions::default());
    let conversion = conversion.unwrap();
    assert_eq!(
        value(&conversion).get("tool").unwrap().as_str(),
        Some("llmsearch")
    );
    let derived = |loss: &llm_types::Loss| loss.pointer == "/tool" && loss.kind == "derived";
    assert!(conversion.losses.iter().any(derived));
}

#[test]
fn a_match_of_the_same_file_stays_however_its_path_is_spelt() {
    let matches = ["./src/a.rs", "src\\\\a.rs", "src/a.rs"].map(|path| {
        format!(
            r#"{{"matched_text":"x","span":{{"span_id":"s","file_path":"{path}","byte_start":3,"byte_end":4,
            "start_line":1,"start_col":3,"end_line":1,"end_col":4}}}}"#
        )
    });
    let envelope = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"r1","data":{{"pattern":"x","file_path":"src/a.rs",
        "matches":[{}],"count":3}}}}"#,
        matches.join(",")
    );
    let options = ConvertOptions {
        dialect: Some("unified".into()),
        ..Default::default()
    };
    let conversion = convert(envelope.as_bytes(), "llmastsearch", &options).unwrap();
    assert_eq!(
        value(&conversion).get("match_count").unwrap().as_u64(),
        Some(3),
        "{}",
        conversion.text
    );
}

#[test]
fn an_end_that_the_text_of_a_match_does_not_lead_to_is_lost() {
    let with_end = |line: u64, column: u64| {
        let envelope = format!(
            r#"{{"data":{{"count":1,"matches":[{{"match_id":"1","matched_text":"a\nbc","span":{{"byte_end":9,
            "byte_start":5,"context":{{"inline_after":"","inline_before":"12345"}},"end_col":{column},
            "end_line":{line},"file_path":"a.rs","span_id":"s","start_col":5,"start_line":1}}}}],"pattern":"b"}},
            "execution_id":"r","schema_version":"1.1.0"}}"#
        );
        let conversion =
            convert(envelope.as_bytes(), "llmsearch", &ConvertOptions::default()).unwrap();
        let lost = lossy(&conversion);
        ["end_line", "end_col"].map(|name| {
            let place = format!("/data/matches/0/span/{name}");
            lost.iter().any(|(pointer, _)| *pointer == place)
        })
    };
    assert_eq!(with_end(2, 2), [false, false]);
    assert_eq!(with_end(3, 2), [true, false]);
    assert_eq!(with_end(2, 9), [false, true]);
}

#[test]
fn a_number_of_symbols_of_a_file_that_is_not_listed_is_lost() {
    let lost = |counts: &str| {
        let envelope = format!(
            r#"{{"data":{{"files":["b.rs"],"symbol_counts":{counts}}},"execution_id":"","schema_version":"1.1.0"}}"#
        );
        let options = ConvertOptions {
            dialect: Some("unified".into()),
            ..Default::default()
        };
        let conversion = convert(envelope.as_bytes(), "splice", &options).unwrap();
        let lost = lossy(&conversion);
        lost.iter()
            .any(|(pointer, _)| pointer.starts_with("/data/symbol_counts"))
    };
    assert!(!lost(r#"{"b.rs":3}"#));
    assert!(lost(r#"{"c.rs":3}"#));
    assert!(lost(r#"{"b.rs":3,"c.rs":7}"#));
}

/// What becomes of a document on the way into the envelope and home, without its origin.
fn home(text: &str, dialect: &str) -> (Vec<String>, Conversion) {
    let plain = ConvertOptions::default();
    let told = |conversion: &Conversion| {
        let told = conversion.losses.iter();
        told.map(|loss| format!("{} {}", loss.kind, loss.pointer))
            .collect()
    };
    let envelope = convert(text.as_bytes(), "unified", &plain).unwrap();
    let home = convert(envelope.text.as_bytes(), dialect, &plain).unwrap();
    (told(&envelope), home)
}

#[test]
fn a_word_that_is_chosen_is_told() {
    let ast = r#"{"execution_id":"7d9f9f0a-2f7e-4a57-a0ad-93cbb1b5a2c4","file_path":"a.rs","language":"rust",
        "query":"(x)","matches":[],"match_count":0}"#;
    let edit = r#"{"status":"success","message":"m","data":{"file":"a.rs","operation":"insert","preview":false}}"#;
    for (text, dialect, place) in [
        (ast, "llmastsearch", "/data/language"),
        (edit, "splice", "/status"),
    ] {
        let (_, home) = home(text, dialect);
        let derived = |loss: &llm_types::Loss| loss.pointer == place && loss.kind == "derived";
        assert!(home.losses.iter().any(derived), "{:?}", home.losses);
        assert!(!home.losses.iter().any(llm_types::Loss::is_lossy));
    }
}

#[test]
fn what_a_position_says_besides_is_told() {
    let text = |position: &str| {
        format!(
            r#"{{"execution_id":"7d9f9f0a-2f7e-4a57-a0ad-93cbb1b5a2c4","file_path":"a.rs","language":"Rust",
            "query":"(x)","matches":[{{"pattern_index":0,"captures":[],"byte_start":0,"byte_end":1,
            "start":{position},"end":{{"row":1,"column":1}}}}],"match_count":1}}"#
        )
    };
    let (told, _) = home(&text(r#"{"row":1,"column":0,"byte":0}"#), "llmastsearch");
    let besides = "dropped /matches/0/start/byte".to_owned();
    assert!(told.contains(&besides), "{told:?}");
    let (told, _) = home(&text(r#"{"row":1,"column":0}"#), "llmastsearch");
    assert!(
        !told.iter().any(|loss| loss.starts_with("dropped")),
        "{told:?}"
    );
}
