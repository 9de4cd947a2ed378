//! What llmgrep prints, in the envelope and back: what moves, what stays, and what
//! other tools' answers become.

use super::fixtures::bytes as fixture;
use super::verbs::value;

use llm_types::json::{Pointer, Value};
use llm_types::{
    ConvertOptions, NormalizeOptions, SpanIdScheme, ValidateOptions, canonicalize,
    classify_span_id, convert, detect, normalize, validate,
};

fn at<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    value.at(&Pointer::parse(pointer).unwrap())
}

fn word<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    at(value, pointer).and_then(Value::as_str)
}

fn envelope(name: &str) -> Value {
    normalize(&fixture(name), &NormalizeOptions::default())
        .unwrap()
        .envelope()
}

#[test]
fn a_symbol_goes_where_the_envelope_has_it() {
    let envelope = envelope("llmgrep/3.11.2/search-fields-all.json");
    let first = "/data/matches/0";
    let get = |rest: &str| word(&envelope, &format!("{first}{rest}")).map(str::to_owned);
    assert_eq!(get("/span/semantics/language").as_deref(), Some("rust"));
    assert_eq!(get("/span/semantics/kind").as_deref(), Some("fn"));
    assert_eq!(get("/kind").as_deref(), Some("Function"));
    assert_eq!(
        get("/span/checksums/checksum_before").as_deref(),
        Some("sha256:2737c68560e247e246160b3c2d205a98755a5a05c17da8eaec6ba717f4f604f4")
    );
    assert_eq!(at(&envelope, &format!("{first}/parent")), None);
    assert_eq!(get("/fqn").as_deref(), Some("heat"));
    assert_eq!(word(&envelope, "/data/query_name"), Some("heat"));
    assert!(at(&envelope, "/data/total_count").is_some());
}

#[test]
fn an_id_of_another_recipe_is_kept_and_named() {
    let envelope = envelope("llmgrep/3.11.2/search-tally.json");
    let id = word(&envelope, "/data/matches/0/span/span_id").unwrap();
    assert_eq!(id, "b0fb035339312e52");
    let path = word(&envelope, "/data/matches/0/span/file_path").unwrap();
    assert_eq!(
        classify_span_id(id, path, 426, 500),
        Some(SpanIdScheme::Decimal)
    );
    let codes = |text: &[u8]| -> Vec<String> {
        let validation = validate(text, &ValidateOptions::default());
        validation
            .diagnostics
            .into_iter()
            .map(|d| d.code.into_owned())
            .collect()
    };
    assert_eq!(
        codes(&fixture("llmgrep/3.11.2/search-tally.json")),
        [""; 0],
        "it is the recipe of the tool"
    );
    let text = llm_types::write_compact(&envelope);
    assert_eq!(codes(text.as_bytes()), ["SPAN_ID_SCHEME"]);
}

#[test]
fn each_question_has_its_payload() {
    for (name, list) in [
        ("calls", "/data/calls/0/caller"),
        ("refs", "/data/references/0/referenced_symbol"),
        ("implements", "/data/implementations/0/trait_name"),
        ("search-tally", "/data/matches/0/name"),
        ("auto", "/data/symbols/matches/0/name"),
        ("auto", "/data/references/references/0/match_id"),
        ("auto", "/data/calls/calls/0/callee"),
        ("lookup", "/data/0/display_fqn"),
        ("complete", "/data/completions/0"),
        ("err-empty-query", "/data/code"),
        ("navigate-missing", "/data/error"),
    ] {
        let envelope = envelope(&format!("llmgrep/3.11.2/{name}.json"));
        assert!(word(&envelope, list).is_some(), "{name} {list}");
    }
}

/// Magellan, and the versions before 3.0, call it `cpp`.
#[test]
fn a_language_that_is_no_word_gets_the_name_of_the_others() {
    let text = String::from_utf8(fixture("llmgrep/3.0.11/search-tally.json")).unwrap();
    let text = text.replace("\"Rust\"", "\"C++\"");
    let envelope = convert(text.as_bytes(), "unified", &ConvertOptions::default()).unwrap();
    let language = "/data/matches/0/span/semantics/language";
    assert_eq!(word(&value(&envelope.text), language), Some("cpp"));
    let home = convert(
        envelope.text.as_bytes(),
        "llmgrep",
        &ConvertOptions::default(),
    )
    .unwrap();
    let language = "/data/results/0/language";
    assert_eq!(word(&value(&home.text), language), Some("C++"));
}

/// Without an origin, a search, calls, references and a list of both ways are
/// what was printed, but for what the envelope does not tell from absence.
#[test]
fn home_needs_little_of_an_origin() {
    for name in [
        "search-tally",
        "search-cjk",
        "search-fields-all",
        "search-context-crlf",
        "search-limit-partial",
        "search-language",
        "calls-context-emoji",
        "refs",
        "implements",
        "auto",
        "err-empty-query",
        "stats",
        "navigate",
    ] {
        let text = fixture(&format!("llmgrep/3.11.2/{name}.json"));
        let envelope = convert(&text, "unified", &ConvertOptions::default()).unwrap();
        let home = convert(
            envelope.text.as_bytes(),
            "llmgrep",
            &ConvertOptions::default(),
        )
        .unwrap();
        assert_eq!(
            canonicalize(home.text.as_bytes()).unwrap(),
            canonicalize(&text).unwrap(),
            "{name}"
        );
        assert!(
            home.losses.iter().all(|loss| !loss.is_lossy()),
            "{name}: {:?}",
            home.losses
        );
    }
}

#[test]
fn an_answer_of_magellan_becomes_one_of_llmgrep() {
    let text = fixture("magellan/1.8.0/find-unique.json");
    let conversion = convert(&text, "llmgrep", &ConvertOptions::default()).unwrap();
    assert_eq!(
        detect(conversion.text.as_bytes())
            .unwrap()
            .dialect
            .as_deref(),
        Some("llmgrep")
    );
    let found = value(&conversion.text);
    assert!(word(&found, "/data/results/0/name").is_some());
    assert_eq!(
        at(&found, "/data/total_count").and_then(Value::as_u64),
        Some(1)
    );
    assert_eq!(
        at(&found, "/data/results/0/parent"),
        Some(&Value::Null),
        "llmgrep prints null"
    );
    let of = |pointer: &str| {
        let mut losses = conversion.losses.iter();
        losses
            .find(|loss| loss.pointer == pointer)
            .map(|loss| loss.kind.as_str())
    };
    assert_eq!(of("/data/total_count"), Some("derived"));
    assert_eq!(of("/tool"), Some("dropped"));
    assert_eq!(of("/partial"), Some("defaulted"));
    let validation = validate(conversion.text.as_bytes(), &ValidateOptions::default());
    assert!(validation.ok, "{}", validation.to_json());
}

#[test]
fn an_answer_of_llmgrep_becomes_a_text_search_as_far_as_it_goes() {
    let text = fixture("llmgrep/3.11.2/calls.json");
    let conversion = convert(&text, "llmsearch", &ConvertOptions::default()).unwrap();
    let found = value(&conversion.text);
    assert_eq!(word(&found, "/pattern"), Some("tally"));
    assert!(word(&found, "/matches/0/file").is_some());
    assert_eq!(at(&found, "/matches/0/caller"), None);
    let told: Vec<(&str, &str)> = conversion
        .losses
        .iter()
        .map(|loss| (loss.pointer.as_str(), loss.kind.as_str()))
        .collect();
    for loss in [
        ("/data/calls/0/caller", "dropped"),
        ("/data/calls/0/callee", "dropped"),
        // The answer has no text that it could have lost.
        ("/data/calls/0/matched_text", "defaulted"),
        ("/data/total_count", "dropped"),
    ] {
        assert!(told.contains(&loss), "{loss:?}: {told:?}");
    }
}

#[test]
fn another_tool_with_the_same_wrapper_is_not_taken_for_it() {
    let text = br#"{"schema_version":"1.0.1","execution_id":"6b009e1f-10538","tool":"mirage","timestamp":"2026-11-20T19:26:22.734503638+00:00","data":{"error":"x","message":"m","code":"E007"}}"#;
    let detection = detect(text).unwrap();
    assert_ne!(detection.dialect.as_deref(), Some("llmgrep"));
    for text in [
        &br#"{"error":"something else"}"#[..],
        b"[]",
        br#"[{"match_id":"sym"}]"#,
    ] {
        assert_eq!(detect(text).unwrap().dialect, None);
    }
}

/// The order of members means nothing.
#[test]
fn what_goes_into_the_span_may_stand_before_it() {
    let text = br#"{"data":{"total_count":1,"query":"f","results":[{"language":"TypeScript","kind_normalized":"fn","score":7,"kind":"Function","name":"f","symbol_id":null,"parent":null,"match_id":"0123456789abcdef","span":{"end_col":1,"start_col":0,"end_line":1,"start_line":1,"byte_end":1,"byte_start":0,"file_path":"a.ts","span_id":"bf5ffb2b8f3f1ca1"}}]},"partial":false,"timestamp":"2026-11-20T19:26:22Z","tool":"llmgrep","execution_id":"6b009ede-4102","schema_version":"1.0.0"}"#;
    let envelope = normalize(text, &NormalizeOptions::default())
        .unwrap()
        .envelope();
    let span = at(&envelope, "/data/matches/0/span").unwrap();
    assert_eq!(word(span, "/semantics/language"), Some("typescript"));
    assert_eq!(word(span, "/file_path"), Some("a.ts"));
}
