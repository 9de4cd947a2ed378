//! What the builders fill in, what they leave, and what they refuse.

use super::fixtures::json_files;
use super::random::Random;
use super::verbs::value;
use llm_types::json::{Value, write_compact};
use llm_types::{
    BuildOptions, NormalizeOptions, Sources, ValidateOptions, build_operation_result,
    build_response, normalize, timestamp, validate,
};

fn sources() -> Sources {
    [("src/a.rs", "let é = 1;\nfn tea() {}\n")]
        .into_iter()
        .collect()
}

pub(crate) fn options(sources: Option<&Sources>) -> BuildOptions<'_> {
    BuildOptions {
        unix_millis: 1_769_076_000_000,
        random: [0xAB; 16],
        sources,
    }
}

#[test]
fn a_response_is_filled_and_proved() {
    let sources = sources();
    let draft = value(
        r#"{"tool":"t","data":{"query_name":"tea","matches":[{"name":"tea","kind":"fn","span":{"file_path":"./src/a.rs","byte_start":15,"byte_end":18}}]}}"#,
    );
    let response = build_response(draft, &options(Some(&sources))).unwrap();
    // Version and variant of the UUID are RFC 9562's; the id of the span was made with
    // Python's hashlib, as the one of the match.
    assert_eq!(
        response.to_json(),
        format!(
            r#"{{"data":{{"count":1,"matches":[{{"kind":"fn","match_id":"{MATCH_ID}","name":"tea","span":{{"byte_end":18,"byte_start":15,"end_col":6,"end_line":2,"file_path":"src/a.rs","span_id":"{SPAN_ID}","start_col":3,"start_line":2}}}}],"query_name":"tea"}},"execution_id":"abababab-abab-4bab-abab-abababababab","schema_version":"1.1.0","timestamp":"2026-01-22T10:00:00.000Z","tool":"t"}}"#
        )
    );
    let validation = validate(
        response.to_json().as_bytes(),
        &ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        },
    );
    assert!(validation.ok, "{}", validation.to_json());
    assert_eq!(validation.checked.source.spans_proved, 1);
}

/// `sha256(b"src/a.rs:" + (15).to_bytes(8, "big") + b":" + (18).to_bytes(8, "big"))`
const SPAN_ID: &str = "ae3407878fed4020";
/// `sha256(b"tea:src/a.rs:15:18")`
const MATCH_ID: &str = "8fb795518dc3b486";

#[test]
fn what_the_author_wrote_is_kept() {
    let text = r#"{"data":{"count":1,"matches":[{"kind":"fn","match_id":"m","name":"x","span":{"byte_end":3,"byte_start":1,"file_path":"b","span_id":"mine"}}],"other":[1]},"execution_id":"6b008bad-4754","schema_version":"1.1.0","timestamp":"2026-01-22T10:00:00Z","weather":"fine"}"#;
    let built = build_response(value(text), &options(None)).unwrap();
    assert_eq!(built.to_json(), text);
}

#[test]
fn an_operation_says_what_and_how() {
    let draft = value(
        r#"{"message":"1 edit","result":{"type":"edit","total_byte_shift":1,"applied_count":1,"skipped_count":0,"error_count":0,"edits":[{"status":"applied","span":{"file_path":"src/a.rs","byte_start":4,"byte_end":6}}]}}"#,
    );
    let sources = sources();
    let result = build_operation_result(draft, &options(Some(&sources))).unwrap();
    assert_eq!(
        (
            result.operation_type.as_str(),
            result.status.as_str(),
            result.schema_version.as_str()
        ),
        ("edit", "ok", "2.1.0")
    );
    let span = result
        .result
        .as_ref()
        .unwrap()
        .get("edits")
        .unwrap()
        .as_array()
        .unwrap()[0]
        .get("span")
        .cloned()
        .unwrap();
    let number = |key| span.get(key).and_then(Value::as_u64);
    assert_eq!((number("start_col"), number("end_col")), (Some(4), Some(6)));
    let failed = value(
        r#"{"operation_type":"patch","message":"m","error":{"kind":"SymbolNotFound","message":"m"}}"#,
    );
    assert_eq!(
        build_operation_result(failed, &options(None))
            .unwrap()
            .status,
        "error"
    );
}

#[test]
fn a_draft_that_would_be_wrong_is_refused_with_its_place() {
    let sources = sources();
    for (draft, pointer) in [
        ("[]", ""),
        ("{}", ""),
        (
            r#"{"data":{"matches":[{"name":"a","kind":"fn"}]}}"#,
            "/data/matches/0",
        ),
        (
            r#"{"data":{"pattern":"x","matches":[],"count":2}}"#,
            "/data/count",
        ),
        (
            r#"{"data":{"pattern":"é","matches":[{"matched_text":"é","span":{"file_path":"src/a.rs","byte_start":5,"byte_end":6}}]}}"#,
            "/data/matches/0/span",
        ),
        (
            r#"{"data":{"pattern":"x","matches":[{"matched_text":"xyz","span":{"file_path":"src/a.rs","byte_start":0,"byte_end":3}}]}}"#,
            "/data/matches/0/matched_text",
        ),
        (
            r#"{"data":{"pattern":"x","matches":[{"matched_text":"xyz","span":{"file_path":"src/a.rs","byte_start":3,"byte_end":900}}]}}"#,
            "/data/matches/0/span",
        ),
    ] {
        let error = build_response(value(draft), &options(Some(&sources))).unwrap_err();
        assert_eq!(error.code(), "INVALID_ENVELOPE", "{draft}");
        assert_eq!(error.pointer(), Some(pointer), "{draft}: {error}");
    }
}

/// `match_id` is filled in, so it is never what an author left out.
#[test]
fn what_is_wrong_with_a_match_is_told_and_not_that_its_id_is_missing() {
    let matched = |span: &str| {
        let found = format!(r#"{{"matched_text":"q","span":{span}}}"#);
        format!(r#"{{"data":{{"pattern":"x","matches":[{found}]}}}}"#)
    };
    for (span, pointer, word) in [
        (
            r#"{"file_path":"a","byte_start":3,"byte_end":1}"#,
            "/data/matches/0/span/byte_end",
            "ends at 1",
        ),
        (
            r#"{"file_path":"a","byte_start":-1,"byte_end":1}"#,
            "/data/matches/0/span/byte_start",
            "negative",
        ),
        (
            r#"{"file_path":"a","byte_start":"0","byte_end":1}"#,
            "/data/matches/0/span/byte_start",
            "found a string",
        ),
        (
            r#"{"file_path":"a","byte_start":0}"#,
            "/data/matches/0/span",
            "`byte_end` is missing",
        ),
        ("null", "/data/matches/0/span", "span"),
    ] {
        let error = build_response(value(&matched(span)), &options(None)).unwrap_err();
        let (message, at) = (error.to_string(), error.pointer());
        assert_eq!(
            (error.code(), at),
            ("INVALID_ENVELOPE", Some(pointer)),
            "{span}: {message}"
        );
        assert!(message.contains(word), "{span}: {message}");
        assert!(!message.contains("match_id"), "{span}: {message}");
    }
}

#[test]
fn an_operation_that_does_not_say_which_is_told_so() {
    for draft in ["{}", r#"{"message":"m"}"#, r#"{"result":{}}"#] {
        let error = build_operation_result(value(draft), &options(None)).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("`operation_type`"), "{draft}: {message}");
        assert!(!message.contains("``"), "{draft}: {message}");
    }
    let unread = r#"{"operation_type":[],"message":"m"}"#;
    let message = build_operation_result(value(unread), &options(None))
        .unwrap_err()
        .to_string();
    assert_eq!(message.matches("`/operation_type`").count(), 1, "{message}");
}

#[test]
fn moments_are_those_of_the_calendar() {
    // From GNU date: `date -u -d @SECONDS +%FT%TZ`.
    for (millis, text) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (68_169_599_999, "1972-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] {
        assert_eq!(timestamp(millis).unwrap(), text);
    }
    assert_eq!(
        timestamp(253_402_300_800_000).unwrap_err().code(),
        "WRONG_TYPE"
    );
}

/// Words and versions are open to whoever reads, and closed to whoever writes; a number that
/// the canonical form would round is none that the author gave.
#[test]
fn words_that_nobody_knows_and_numbers_that_no_double_holds_are_refused() {
    for (draft, pointer) in [
        (
            r#"{"tool":"t","diagnostics":[{"level":"eror","message":"m"}],"data":{"x":1}}"#,
            "/diagnostics/0/level",
        ),
        (
            r#"{"tool":"t","schema_version":"9.9.9","data":{"x":1}}"#,
            "/schema_version",
        ),
        (r#"{"tool":"t","data":{"id":9007199254740993}}"#, "/data/id"),
        (
            r#"{"tool":"t","data":{"id":12345678901234567890}}"#,
            "/data/id",
        ),
    ] {
        let error = build_response(value(draft), &options(None)).unwrap_err();
        assert_eq!(error.code(), "INVALID_ENVELOPE", "{draft}");
        assert_eq!(error.pointer(), Some(pointer), "{draft}: {error}");
    }
    let exact = r#"{"tool":"t","data":{"id":9007199254740992}}"#;
    let built = build_response(value(exact), &options(None)).unwrap();
    assert!(built.to_json().contains(r#""id":9007199254740992"#));
    let draft = r#"{"tool":"t","message":"m","status":"okay","result":{"type":"lint"}}"#;
    let error = build_operation_result(value(draft), &options(None)).unwrap_err();
    assert_eq!(error.pointer(), Some("/status"));
    let draft = r#"{"tool":"t","message":"m","statsu":"error","result":{"type":"lint"}}"#;
    let error = build_operation_result(value(draft), &options(None)).unwrap_err();
    assert_eq!(error.pointer(), Some("/statsu"));
}

/// `validate` warns of these in what a tool printed; here the author can be asked.
#[test]
fn members_that_say_different_things_are_refused() {
    let rename = r#"{"type":"rename","operation":"rename","old_name":"a","new_name":"b"}"#;
    for (members, pointer) in [
        (
            format!(r#""operation_type":"delete","result":{rename}"#),
            "/operation_type",
        ),
        (
            format!(r#""status":"ok","error":{{"kind":"k","message":"m"}},"result":{rename}"#),
            "/status",
        ),
        (
            format!(r#""timestamp":"yesterday","result":{rename}"#),
            "/timestamp",
        ),
    ] {
        let draft = format!(r#"{{"tool":"t","message":"m",{members}}}"#);
        let error = build_operation_result(value(&draft), &options(None)).unwrap_err();
        assert_eq!(error.code(), "INVALID_ENVELOPE", "{draft}");
        assert_eq!(error.pointer(), Some(pointer), "{draft}: {error}");
    }
    let draft = r#"{"tool":"t","timestamp":"yesterday","data":{"x":1}}"#;
    let error = build_response(value(draft), &options(None)).unwrap_err();
    assert_eq!(error.pointer(), Some("/timestamp"));
}

fn spans(span: &str) -> Value {
    value(&format!(
        r#"{{"data":{{"pattern":"tea","count":null,"matches":[{{"matched_text":"tea","span":{{"file_path":"src/a.rs","byte_start":15,"byte_end":18{span}}}}}]}}}}"#
    ))
}

#[test]
fn what_says_that_nobody_knows_is_taken_for_nothing() {
    let sources = sources();
    for unknown in [
        "",
        r#","start_line":0,"start_col":0,"end_line":0,"end_col":0"#,
        r#","start_line":null,"start_col":null,"end_line":null,"end_col":null"#,
    ] {
        let built = build_response(spans(unknown), &options(Some(&sources))).unwrap();
        let text = built.to_json();
        let place = r#""end_col":6,"end_line":2,"file_path":"src/a.rs","span_id":"ae3407878fed4020","start_col":3,"start_line":2"#;
        assert!(text.contains(place), "{text}");
        assert!(text.contains(r#""count":1,"#), "{text}");
        // Where nobody can tell, nothing says so.
        let built = build_response(spans(unknown), &options(None)).unwrap();
        assert!(!built.to_json().contains(r#""start_line":0"#));
    }
}

#[test]
fn null_is_left_out_where_a_member_need_not_be_there() {
    let draft = r#"{"tool":null,"partial":null,"data":{"pattern":"tea","total_count":null,
        "matches":[{"matched_text":"tea","score":null,"own":null,"span":{"file_path":"src/a.rs",
        "byte_start":15,"byte_end":18,"context":null,"semantics":null}}]}}"#;
    let text = build_response(value(draft), &options(None))
        .unwrap()
        .to_json();
    // What the author defines is the author's.
    assert_eq!(text.matches("null").collect::<Vec<_>>(), ["null"], "{text}");
    assert!(text.contains(r#""own":null"#), "{text}");
}

#[test]
fn some_zeros_are_numbers_and_wrong_ones() {
    let sources = sources();
    for (some, pointer) in [
        (r#","start_line":0"#, "/span"),
        (
            r#","start_line":1,"start_col":0,"end_line":0,"end_col":0"#,
            "/span/end_line",
        ),
        (
            r#","start_line":0,"start_col":0,"end_line":null,"end_col":null"#,
            "/span",
        ),
    ] {
        for given in [None, Some(&sources)] {
            let refusal = build_response(spans(some), &options(given)).unwrap_err();
            let found = refusal.pointer().unwrap();
            assert_eq!(found, format!("/data/matches/0{pointer}"));
        }
    }
}

#[test]
fn edits_of_a_fix_that_overlap_are_refused() {
    let draft = |other: &str| {
        value(&format!(
            r#"{{"data":{{}},"diagnostics":[{{"level":"error","message":"m","fixes":[{{"title":"t","edits":[
                {{"span":{{"file_path":"src/a.rs","byte_start":0,"byte_end":3}},"new_text":"x"}},
                {{"span":{other},"new_text":"y"}}]}}]}}]}}"#
        ))
    };
    let touching = r#"{"file_path":"src/a.rs","byte_start":3,"byte_end":4}"#;
    let elsewhere = r#"{"file_path":"src/b.rs","byte_start":2,"byte_end":4}"#;
    for other in [touching, elsewhere] {
        build_response(draft(other), &options(None)).unwrap();
    }
    let overlapping = r#"{"file_path":"./src/a.rs","byte_start":2,"byte_end":4}"#;
    let refusal = build_response(draft(overlapping), &options(None)).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "the draft is no envelope: bytes 0..3 and 2..4 overlap (edits 0 and 1) (EDIT_OVERLAP) at `/diagnostics/0/fixes/0/edits/1`"
    );
}

/// Places of all members in a value.
fn members(value: &Value, at: &str, found: &mut Vec<String>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, one)| (key.into(), one)).collect(),
        Value::Array(items) => (0..)
            .zip(items)
            .map(|(n, one)| (format!("{n}"), one))
            .collect(),
        _ => return,
    };
    for (key, one) in parts {
        let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        members(one, &at, found);
        found.push(at);
    }
}

/// Takes a member away, or puts another value in its place.
fn change(value: &mut Value, at: &str, to: Option<Value>) {
    let Some((holder, key)) = at.rsplit_once('/') else {
        return;
    };
    let key = key.replace("~1", "/").replace("~0", "~");
    let mut inner = value;
    for step in holder.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        let next = match inner {
            Value::Object(members) => members.get_mut(&step),
            Value::Array(items) => step.parse().ok().and_then(|at: usize| items.get_mut(at)),
            _ => None,
        };
        let Some(next) = next else { return };
        inner = next;
    }
    if let Value::Object(members) = inner {
        match to {
            Some(to) => drop(members.insert(key, to)),
            None => drop(members.remove(&key)),
        }
    }
}

#[test]
fn what_is_built_is_never_called_wrong() {
    let mut random = Random::new(7);
    let (mut built, mut refused) = (0, 0);
    for (name, text) in json_files("") {
        let Ok(normalized) = normalize(&text, &NormalizeOptions::default()) else {
            continue;
        };
        let envelope = value(normalized.text.lines().next().unwrap_or_default());
        if text.len() > 20_000 {
            continue;
        }
        for _ in 0..8 {
            let mut draft = envelope.clone();
            for _ in 0..random.below(3) {
                let mut places = Vec::new();
                members(&draft, "", &mut places);
                let at = places[random.below(places.len())].clone();
                let to = ["null", "0", "\"\"", "7", "\"x\"", "[]", "{}", "true"];
                let to = (random.below(3) > 0).then(|| value(random.pick(&to)));
                change(&mut draft, &at, to);
            }
            let shown = write_compact(&draft);
            let options = options(None);
            let made = if draft.get("operation_type").is_some() {
                build_operation_result(draft, &options).map(|made| made.to_json())
            } else {
                build_response(draft, &options).map(|made| made.to_json())
            };
            let Ok(made) = made else {
                refused += 1;
                continue;
            };
            built += 1;
            for dialect in [None, Some("unified".into())] {
                let validation = validate(
                    made.as_bytes(),
                    &ValidateOptions {
                        dialect,
                        ..Default::default()
                    },
                );
                let told = validation.to_json();
                assert!(validation.ok, "{name}: {shown}\n{made}\n{told}");
            }
        }
    }
    assert!(built > 500 && refused > 500, "{built} {refused}");
}
