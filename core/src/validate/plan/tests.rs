//! What is found by plan is what is found without: over every fixture, and over lists
//! of its objects with members renamed, taken out, exchanged and emptied.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::format;
use alloc::string::String;

use super::super::{ValidateOptions, Validating};
use crate::documents::Piece;
use crate::fixtures::{repeated, texts};
use crate::json::{Document, PieceStart, ReadOptions, read, write_compact};

fn findings(text: &str, document: Document<'_>, dialect: Option<&str>, strict: bool) -> String {
    let options = ValidateOptions {
        dialect: dialect.map(Into::into),
        strict,
        ..ValidateOptions::default()
    };
    let mut run = Validating::new(options);
    let verdict = run.piece(&Piece {
        number: None,
        text: text.as_bytes(),
        start: PieceStart::default(),
        result: Ok(document),
        sheet: None,
        dialect: None,
    });
    verdict.to_json()
}

/// Returns how many objects are of the layout of another.
fn same_either_way(text: &str, dialect: Option<&str>) -> usize {
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    for strict in [false, true] {
        let planned = findings(text, document.clone(), dialect, strict);
        let plain = findings(text, document.clone().without_layouts(), dialect, strict);
        assert_eq!(planned, plain, "{text}");
    }
    document.shared_layouts()
}

#[test]
fn every_fixture_has_the_same_findings_by_plan() {
    let mut shared = 0;
    for text in texts() {
        shared += same_either_way(&text, None);
    }
    assert!(shared > 3_000, "{shared}");
}

#[test]
fn lists_of_objects_that_differ_have_the_same_findings_by_plan() {
    let (mut shared, mut how) = (0, 0);
    for text in texts() {
        if text.len() > 10_000 {
            continue;
        }
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let detected = crate::detect::detect_document(&document).dialect;
        let changed = write_compact(&repeated(&document.to_value(), &mut how));
        shared += same_either_way(&changed, detected.as_deref());
        // One element alone, and in a list of its own kind that is worth a plan at once.
        let list = format!("[{text},{text},{text},{text}]");
        shared += same_either_way(&list, None);
    }
    assert!(shared > 5_000, "{shared}");
}
