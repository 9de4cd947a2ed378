//! Laws of fingerprints; what they are is in the vectors.

use alloc::string::String;
use alloc::vec::Vec;

use super::{CONTENT_HASH, CONTEXT_HASH, FindingPlace, LINE_HASH, fingerprints, line_hashes};

fn place(start: usize, end: usize) -> FindingPlace {
    FindingPlace {
        byte_start: start as u64,
        byte_end: end as u64,
        kind: Some("todo".into()),
    }
}

fn of(text: &str, name: &str) -> String {
    let at = text.find("TODO").unwrap();
    fingerprints(text.as_bytes(), &[place(at, at + 4)]).unwrap()[0].0[name].clone()
}

const TEXT: &str = "use a;\nfn a() {\n    let b = 1;\n    // TODO: tea\n    b\n}\nend\n";

#[test]
fn all_survive_edits_farther_off() {
    let above = TEXT.replace("use a;", "use a;\nuse c;\n\nuse d;");
    let below = TEXT.replace("end", "more\nend");
    for name in [CONTENT_HASH, CONTEXT_HASH] {
        assert_eq!(of(TEXT, name), of(&above, name));
        assert_eq!(of(TEXT, name), of(&below, name));
    }
    assert_eq!(of(TEXT, LINE_HASH), of(&above, LINE_HASH));
    // The window of GitHub's hash reaches to the end of so short a text.
    assert_ne!(of(TEXT, LINE_HASH), of(&below, LINE_HASH));
}

#[test]
fn blanks_and_line_ends_do_not_count() {
    let tabs = TEXT.replace("    ", "\t\t");
    let crlf = TEXT.replace('\n', "\r\n");
    let loose = TEXT.replace("let b = 1;", "let b =  1; \n\n");
    for text in [&tabs, &crlf, &loose] {
        assert_eq!(of(TEXT, CONTEXT_HASH), of(text, CONTEXT_HASH), "{text:?}");
    }
    assert_eq!(of(TEXT, LINE_HASH), of(&tabs, LINE_HASH));
    assert_eq!(of(TEXT, LINE_HASH), of(&crlf, LINE_HASH));
}

#[test]
fn each_part_of_the_context_counts() {
    let changed = [
        TEXT.replace("let b", "let c"),
        TEXT.replace("    b\n", "    c\n"),
        TEXT.replace("fn a", "fn z"),
    ];
    for text in &changed {
        assert_ne!(of(TEXT, CONTEXT_HASH), of(text, CONTEXT_HASH), "{text:?}");
        assert_eq!(of(TEXT, CONTENT_HASH), of(text, CONTENT_HASH));
    }
    let at = TEXT.find("TODO").unwrap();
    let kinds = [None, Some(String::from("a")), Some(String::from("b"))];
    let hashes: Vec<String> = kinds
        .into_iter()
        .map(|kind| {
            let place = FindingPlace {
                kind,
                ..place(at, at + 4)
            };
            fingerprints(TEXT.as_bytes(), &[place]).unwrap()[0].0[CONTEXT_HASH].clone()
        })
        .collect();
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}

#[test]
fn every_line_has_one_hash_and_no_two_are_the_same() {
    let pieces = ["a", " ", "\t", "\n", "\r", "\r\n", "é", "😀", "\u{2028}"];
    for i in 0..pieces.len().pow(4) {
        let text: String = (0..4)
            .map(|k| pieces[i / pieces.len().pow(k) % pieces.len()])
            .collect();
        let lines = text.replace("\r\n", "\n").matches(['\n', '\r']).count() + 1;
        let mut hashes = line_hashes(text.as_bytes());
        assert_eq!(hashes.len(), lines, "{text:?}");
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), lines, "{text:?}");
    }
}

#[test]
fn any_bytes_and_any_place_give_an_answer() {
    let text = b"\xff\n\xc3\r\n\xed\xa0\x80 \xf0\x9f";
    for start in 0..=text.len() {
        for end in start..=text.len() {
            let found = fingerprints(text, &[place(start, end)]).unwrap();
            assert_eq!(found[0].0.len(), 3, "{start}..{end}");
        }
    }
    assert!(fingerprints(text, &[place(0, text.len() + 1)]).is_err());
}
