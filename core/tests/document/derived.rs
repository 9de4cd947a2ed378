//! What the loss report says of values that are respelt, made up or counted in a source.

use llm_types::{ConvertOptions, Sources, convert};

/// What the envelope spells otherwise, every document that is made of it does, too.
#[test]
fn a_path_that_is_spelt_otherwise_is_in_the_report() {
    let text = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"x","matches":[{"match_id":"m","file":"./src/a.rs","byte_start":0,"byte_end":1,"matched_text":"x","line_number":1,"column_number":1,"context_before":"","context_after":""}],"match_count":1}"#;
    for to in ["unified", "magellan", "splice", "llmgrep", "standard"] {
        let converted = convert(text.as_bytes(), to, &ConvertOptions::default()).unwrap();
        assert!(!converted.text.contains("./src"), "{to}");
        let told = converted.losses.iter().any(|loss| {
            loss.pointer == "/data/matches/0/span/file_path" && loss.note.starts_with("path")
        });
        assert!(told, "{to}: {:?}", converted.losses);
    }
}

/// A note is read as prose in which backticks enclose something, and knows no name of ours.
#[test]
fn what_is_made_up_is_told_in_words() {
    let text = br#"{"schema_version":"1.1.0","execution_id":"r","data":{"files":["b.rs"],"symbol_counts":{"b.rs":3}}}"#;
    let conversion = convert(text, "splice", &ConvertOptions::default()).unwrap();
    let losses = conversion.losses.iter();
    let note = losses
        .filter(|loss| loss.pointer == "/message")
        .map(|loss| loss.note.as_str());
    let says = "an empty text is written where the envelope says nothing";
    assert_eq!(note.collect::<Vec<_>>(), [says]);
    assert!(
        conversion
            .losses
            .iter()
            .all(|loss| !loss.note.contains("``"))
    );

    let text = br#"{"execution_id":"r1","pattern":"fn","matches":[{"match_id":"m1","file":"a.rs","byte_start":9,"byte_end":11,"matched_text":"fn"}]}"#;
    let conversion = convert(text, "splice", &ConvertOptions::default()).unwrap();
    let mut notes = conversion.losses.iter().map(|loss| loss.note.as_str());
    assert!(notes.any(|note| note.starts_with("the tool has `line` here")));
}

/// No vector tells what is only derived.
#[test]
fn what_a_source_says_of_a_range_is_told_as_derived() {
    let sources: Sources = [("a.rs", "ab\rcd\n")].into_iter().collect();
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let derived = |span: &str| {
        let text = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"r1","data":{{"pattern":"cd","count":1,"matches":[
            {{"match_id":"m1","matched_text":"cd","span":{{"file_path":"a.rs","byte_start":3,"byte_end":5{span}}}}}]}}}}"#
        );
        let losses = convert(text.as_bytes(), "splice", &options).unwrap().losses;
        let span = "/data/matches/0/span/";
        let told = losses.into_iter().filter(|loss| loss.kind == "derived");
        told.filter_map(|loss| loss.pointer.strip_prefix(span).map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let both = ["start_line", "start_col"];
    assert_eq!(derived(""), both);
    // A lone CR ends no line in the envelope, and one in splice.
    assert_eq!(derived(r#","start_line":1,"start_col":3"#), both);
}

#[test]
fn a_question_in_the_words_of_another_tool_is_told_as_derived() {
    let asked = |name: &str, to: &str| {
        let text = format!(
            r#"{{"schema_version":"1.1.0","execution_id":"r1","data":{{"{name}":"foo","count":0,"matches":[]}}}}"#
        );
        let losses = convert(text.as_bytes(), to, &ConvertOptions::default())
            .unwrap()
            .losses;
        let place = format!("/data/{name}");
        losses
            .iter()
            .any(|loss| loss.kind == "derived" && loss.pointer == place)
    };
    assert!(asked("query_name", "llmsearch"));
    assert!(asked("pattern", "llmgrep"));
    assert!(asked("pattern", "llmastsearch"));
    assert!(!asked("pattern", "llmsearch"));
    assert!(!asked("query_name", "llmgrep"));
}
