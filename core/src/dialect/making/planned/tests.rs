//! What is written and put down by plan is what the long way writes and puts down: over
//! every fixture, and over lists of its objects that differ.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

extern crate std;

use alloc::format;
use alloc::string::String;
use core::cell::Cell;

use crate::fixtures::{repeated, sources, texts};
use crate::json::{ReadOptions, read, write_compact};
use crate::normalize::{NormalizeOptions, Normalized, normalize};
use crate::source::Sources;

mod shapes;

std::thread_local! {
    /// Whether no plan is followed.
    pub(super) static LONG_WAY: Cell<bool> = const { Cell::new(false) };
    /// How many objects were written by plan.
    pub(super) static FOLLOWED: Cell<usize> = const { Cell::new(0) };
}

fn normalized(text: &str, options: &NormalizeOptions<'_>, long_way: bool) -> Option<Normalized> {
    LONG_WAY.set(long_way);
    let normalized = normalize(text.as_bytes(), options);
    LONG_WAY.set(false);
    normalized.ok()
}

/// Returns how many objects were written by plan.
fn same_either_way(text: &str, dialect: Option<&str>, sources: &Sources) -> usize {
    let told = NormalizeOptions {
        dialect: dialect.map(Into::into),
        ..NormalizeOptions::default()
    };
    let proved = NormalizeOptions {
        sources: Some(sources),
        ..told.clone()
    };
    let whole = NormalizeOptions {
        origin: true,
        ..told.clone()
    };
    let untold = NormalizeOptions {
        without_changes: true,
        ..told.clone()
    };
    FOLLOWED.set(0);
    for options in [told, proved, whole, untold] {
        let by_plan = normalized(text, &options, false);
        let long_way = normalized(text, &options, true);
        let changes = |normalized: &Option<Normalized>| {
            let all = normalized.as_ref().map(|one| one.changes.to_json());
            all.unwrap_or_default()
        };
        assert_eq!(changes(&by_plan), changes(&long_way), "{text}");
        assert_eq!(by_plan, long_way, "{text}");
    }
    FOLLOWED.get()
}

#[test]
fn every_fixture_has_the_same_changes_by_plan() {
    let (sources, mut followed) = (sources(), 0);
    for text in texts() {
        followed += same_either_way(&text, None, &sources);
    }
    assert!(followed > 1_000, "{followed}");
}

#[test]
fn lists_of_objects_that_differ_have_the_same_changes_by_plan() {
    let (sources, mut followed, mut how) = (sources(), 0, 0);
    for text in texts() {
        if text.len() > 10_000 {
            continue;
        }
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let detected = crate::detect::detect_document(&document).dialect;
        for _ in 0..3 {
            let changed: String = write_compact(&repeated(&document.to_value(), &mut how));
            followed += same_either_way(&changed, detected.as_deref(), &sources);
        }
        let list = format!("[{text},{text},{text},{text}]");
        followed += same_either_way(&list, None, &sources);
    }
    assert!(followed > 10_000, "{followed}");
}
