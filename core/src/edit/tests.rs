//! Small things that only the inside can be asked.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::order::{self, Placed};
use super::{EditOptions, PlanOptions, apply_edits, edited_paths};
use super::{base64, find};
use crate::text::PositionEncoding;

/// Numbers below what is asked for, the same ones in each run.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap_or(0) % below
    }
}

#[test]
fn base64_is_that_of_the_rfc_and_nothing_else() {
    // RFC 4648 §10.
    for (bytes, text) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        assert_eq!(base64::encode(bytes.as_bytes()), text);
        assert_eq!(base64::decode(text), Some(Vec::from(bytes)));
    }
    for wrong in [
        "Zg", "Zg=", "Zh==", "Zg==Zg==", "Z===", "====", "Zm9\n", "Zm9-",
    ] {
        assert_eq!(base64::decode(wrong), None, "{wrong}");
    }
    let all: Vec<u8> = (0..=255).collect();
    let text: String = base64::encode(&all);
    assert_eq!(base64::decode(&text), Some(all));
}

#[test]
fn edits_are_sorted_by_place_however_many_and_however_far() {
    let mut random = numbers(7);
    // Few and many, all at few places, far apart, and too far for a word.
    for count in [0, 1, 2, 127, 128, 129, 3000] {
        for (places, step) in [(5, 1), (5000, 1), (1 << 16, 1 << 12), (3, usize::MAX / 3)] {
            let given: Vec<Placed> = (0..count)
                .map(|edit| {
                    let start = random(places) * step;
                    let end = start.saturating_add(random(2));
                    Placed { edit, start, end }
                })
                .collect();
            // What is put in goes before what replaces the text from there on.
            let key = |one: &Placed| (one.start, one.end != one.start, one.edit);
            let mut wanted = given.clone();
            wanted.sort_by_key(key);
            let mut sorted = given.clone();
            order::sort(&mut sorted);
            assert_eq!(sorted, wanted, "{count} at {places} places");
            let mut again: Vec<Placed> = wanted.into_iter().rev().collect();
            order::sort(&mut again);
            assert_eq!(again, sorted, "{count} at {places} places, from the end");
        }
    }
}

#[test]
fn overlaps_are_counted_and_their_edits_known_beyond_what_is_told() {
    let mut random = numbers(11);
    for round in 0..400 {
        let (count, places) = (random(40), 1 + random(30));
        let mut sorted: Vec<Placed> = (0..count)
            .map(|edit| {
                let start = random(places);
                let end = start + random(4);
                Placed { edit, start, end }
            })
            .collect();
        order::sort(&mut sorted);
        // Each with each: two that share a byte, or one that is put in inside the other.
        let inside = |one: &Placed, other: &Placed| {
            one.is_insertion() && other.start < one.start && one.start < other.end
        };
        let mut pairs = 0;
        let mut wanted = Vec::new();
        for (at, one) in sorted.iter().enumerate() {
            for other in sorted.iter().skip(at + 1) {
                let shared = one.start.max(other.start) < one.end.min(other.end);
                if shared || inside(one, other) || inside(other, one) {
                    pairs += 1;
                    wanted.extend([one.edit, other.edit]);
                }
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut refused: Vec<usize> = order::in_the_way(&sorted).collect();
        refused.sort_unstable();
        assert_eq!(order::pairs(&sorted), pairs, "round {round}: {sorted:?}");
        assert_eq!(refused, wanted, "round {round}: {sorted:?}");
        let told = order::overlaps(&sorted).len() as u64;
        assert_eq!(told, pairs.min(order::MOST_PAIRS as u64), "round {round}");
    }
    // Of 100,000 at one place, n (n - 1) / 2: more than 32 bits hold.
    let many = (0..100_000).map(|edit| Placed {
        edit,
        start: 0,
        end: 1,
    });
    assert_eq!(order::pairs(&many.collect::<Vec<Placed>>()), 4_999_950_000);
}

#[test]
fn what_helps_with_a_place_that_is_none_is_something_that_an_edit_can_do() {
    let at = |start: usize, end: usize| {
        format!(
            r#"{{"unchecked":true,"edits":[{{"byte_start":{start},"byte_end":{end},"new_text":"x"}}]}}"#
        )
    };
    let line = |line: usize, column: usize| {
        let place = format!(r#"{{"line":{line},"character":{column}}}"#);
        format!(r#"[{{"range":{{"start":{place},"end":{place}}},"newText":"x"}}]"#)
    };
    // "h\u{e9}llo", CR LF, "x\u{1f600}": byte 2 is inside of a letter, 7 between CR and LF.
    let text = "h\u{e9}llo\r\nx\u{1f600}";
    for (request, code) in [
        (at(2, 3), "NOT_CHAR_BOUNDARY"),
        (at(7, 8), "INSIDE_CRLF"),
        (at(0, 70), "OFFSET_OUT_OF_RANGE"),
        (line(1, 2), "SPLIT_SURROGATE"),
        (line(1, 9), "COL_OUT_OF_RANGE"),
        (line(9, 0), "LINE_OUT_OF_RANGE"),
    ] {
        let options = EditOptions {
            encoding: Some(PositionEncoding::Utf16),
            unchecked: true,
            ..EditOptions::default()
        };
        let edited = apply_edits(text, request.as_bytes(), &options).expect("a request");
        let [told] = &edited.outcome.diagnostics[..] else {
            panic!("{request}: {:?}", edited.outcome.diagnostics);
        };
        assert_eq!(told.code, code, "{request}");
        assert!(told.help.starts_with("Nothing was changed. "), "{code}");
        assert!(!told.help.contains("function"), "{code}: {}", told.help);
        // Where `clamp` is advised, it helps, and only there.
        let options = EditOptions {
            clamp: true,
            ..options
        };
        let clamped = apply_edits(text, request.as_bytes(), &options).expect("a request");
        assert_eq!(clamped.outcome.ok, told.help.contains("`clamp`"), "{code}");
    }
}

/// What a host writes of an object is no text that anybody could look a place up in.
#[test]
fn of_an_object_pointers_are_told_and_no_places() {
    let of = |unwritten| EditOptions {
        unwritten,
        ..EditOptions::default()
    };
    let request = r#"{"unchecked":true,"edits":[{"byte_start":5,"byte_end":9,"new_text":"x"}]}"#;
    let told = |unwritten| {
        let edited = apply_edits("abc", request, &of(unwritten)).unwrap();
        let found = edited.outcome.diagnostics.into_iter().next().unwrap();
        (found.pointer, found.byte_start, found.start_line)
    };
    assert_eq!(told(true), (Some("/edits/0".into()), None, None));
    assert_eq!(told(false), (Some("/edits/0".into()), Some(27), Some(1)));

    let request = r#"{"unchecked":true,"edits":[{"byte_start":0,"byte_end":2,"new_text":"x"},{"byte_start":1,"byte_end":3,"new_text":"y"}]}"#;
    let beside = |unwritten| {
        let edited = apply_edits("abc", request, &of(unwritten)).unwrap();
        let found = edited.outcome.diagnostics.into_iter().next().unwrap();
        let other = found.related.into_iter().next().unwrap();
        (other.pointer, other.byte_start, other.byte_end)
    };
    let pointer = String::from("/edits/0");
    assert_eq!(beside(true), (pointer.clone(), None, None));
    assert_eq!(beside(false), (pointer, Some(27), Some(71)));

    let request = r#"{"edits":[{"new_text":"\ud800"}]}"#;
    let thrown = |unwritten| {
        let error = apply_edits("abc", request, &of(unwritten)).unwrap_err();
        let report = error.report();
        (
            report.pointer,
            report.byte_start,
            report.line,
            report.column,
        )
    };
    let pointer = Some(String::from("/edits/0/new_text"));
    assert_eq!(thrown(true), (pointer.clone(), None, None, None));
    assert_eq!(thrown(false), (pointer, Some(23), Some(1), Some(23)));
}

/// Sixty letters are shown, however many bytes they are.
#[test]
fn a_text_that_is_cut_in_a_message_is_shown_as_cut() {
    for letter in ["a", "\u{e9}", "\u{1f680}"] {
        let sixty = letter.repeat(60);
        assert_eq!(find::quoted(sixty.as_bytes()), format!("`{sixty}`"));
        let more = letter.repeat(61);
        assert_eq!(find::quoted(more.as_bytes()), format!("`{sixty}...`"));
    }
}

/// Recursion would end here, and with it the program.
#[test]
fn as_many_bases_of_uris_as_a_log_has_may_rest_on_each_other() {
    let count = 100_000;
    let bases: Vec<String> = (1..=count)
        .map(|number| format!(r#""b{number}":{{"uri":"d","uriBaseId":"b{}"}}"#, number - 1))
        .collect();
    let log = format!(
        r#"{{"runs":[{{"originalUriBaseIds":{{{}}},"results":[{{"fixes":[{{"artifactChanges":[
            {{"artifactLocation":{{"uri":"a.rs","uriBaseId":"b{count}"}},"replacements":[]}}]}}]}}]}}]}}"#,
        bases.join(",")
    );
    let paths = edited_paths(&log, &PlanOptions::default()).unwrap();
    assert_eq!(paths, ["d/".repeat(count) + "a.rs"]);
}
