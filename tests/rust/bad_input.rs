//! Anything at all: a value or a coded refusal, never a panic.

use llm_types::{LineIndex, Position, PositionEncoding};
use llm_types_conformance::{suite, wild};
use serde_json::Value;

#[test]
fn wild_bytes_get_a_value_or_a_coded_refusal() {
    let lines: Vec<Value> = (1..=wild::COUNT).map(wild::line).collect();
    for line in &lines {
        assert!(!line.to_string().contains("\"INTERNAL\""), "{line}");
    }
    suite::write_results("rust", "wild.jsonl", &lines).expect("a folder to write to");
}

#[test]
fn a_line_of_many_megabytes_has_positions_at_both_ends() {
    // Unoptimised code takes its time; what matters is beyond any 16-bit count.
    let length = if cfg!(debug_assertions) {
        8_000_000
    } else {
        100_000_000
    };
    let text = "é".repeat(length / 2);
    let index = LineIndex::new(&text);
    let (bytes, units) = (length as u64, length as u64 / 2);
    for encoding in [PositionEncoding::Utf16, PositionEncoding::Utf32] {
        let end = Position::new(0, units);
        assert_eq!(index.position(bytes, encoding), Ok(end));
        assert_eq!(index.offset(end, encoding), Ok(bytes));
        assert_eq!(
            index.offset_clamped(Position::new(0, u64::MAX), encoding),
            bytes
        );
    }
    assert_eq!(index.line_count(), 1);
}
