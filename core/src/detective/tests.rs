//! Where hashing comes to its limit, nothing is explained, and nothing wrong is.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::texts::MOST_HASHED;
use super::{DetectiveOptions, DetectiveReport, detective};
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::source::Sources;

/// Longer than what is hashed however many there are.
const LONG: usize = 1 << 13;

/// What is found out of ranges that are counted from `base`, of which a checksum is all that
/// shows where they are.
fn report(count: usize, base: usize) -> DetectiveReport {
    let lines: Vec<String> = (0..2 * LONG).map(|at| format!("{at}")).collect();
    let text = lines.join("\n");
    let ranges = (0..count).map(|at| {
        let (start, end) = (at, at + LONG);
        let sum = Checksum::of(ChecksumAlgorithm::Sha256, &text.as_bytes()[start..end]);
        format!(
            r#"{{"match_id":"{at:016x}","span":{{"span_id":"","file_path":"a","byte_start":{},
            "byte_end":{},"checksums":{{"checksum_before":"{sum}"}}}}}}"#,
            start + base,
            end + base,
        )
    });
    let ranges = ranges.collect::<Vec<_>>().join(",");
    let document = format!(
        r#"{{"schema_version":"1.1.0","execution_id":"6b008bad-4754","data":{{"matches":[{ranges}]}}}}"#
    );
    let sources: Sources = [("a", text.as_str())].into_iter().collect();
    detective(document.as_bytes(), &sources, &DetectiveOptions::default()).unwrap()
}

#[test]
fn beyond_the_limit_of_hashing_no_hypothesis_is_taken_for_the_right_one() {
    let many = 2 * MOST_HASHED / LONG;
    assert_eq!(report(many, 0).verdict, "declared");
    assert_eq!(report(2, 1).verdict, "other");
    let beyond = report(many, 1);
    assert_eq!(beyond.verdict, "none", "{beyond:?}");
}
