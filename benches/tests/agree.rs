//! The same answers as the peers', where theirs are defined: at character
//! boundaries, within the text, with LF as the only line terminator.
#![allow(missing_docs, clippy::unwrap_used, clippy::cast_possible_truncation)]

use line_index::{TextSize, WideEncoding};
use llm_types::{LineIndex, PositionEncoding, PositionEncoding::*};
use llm_types_benches::texts;

#[test]
fn positions_are_those_of_line_index_and_ruff() {
    for text in [
        texts::ascii(70_000),
        texts::mixed(70_000),
        texts::cjk(70_000),
        texts::emoji(70_000),
        "a\n".repeat(5_000),
    ] {
        let ours = LineIndex::new(&text);
        let theirs = line_index::LineIndex::new(&text);
        let ruff = ruff_source_file::LineIndex::from_source_text(&text);
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let bytes = theirs.line_col(TextSize::new(at as u32));
            let utf16 = theirs.to_wide(WideEncoding::Utf16, bytes).unwrap();
            let utf32 = theirs.to_wide(WideEncoding::Utf32, bytes).unwrap();
            for (encoding, line, column, ruff_encoding) in [
                (
                    Utf8,
                    bytes.line,
                    bytes.col,
                    ruff_source_file::PositionEncoding::Utf8,
                ),
                (
                    Utf16,
                    utf16.line,
                    utf16.col,
                    ruff_source_file::PositionEncoding::Utf16,
                ),
                (
                    Utf32,
                    utf32.line,
                    utf32.col,
                    ruff_source_file::PositionEncoding::Utf32,
                ),
            ] {
                let position = ours.position(at as u64, encoding).unwrap();
                assert_eq!(
                    (position.line, position.column),
                    (u64::from(line), u64::from(column)),
                    "{at} {encoding}"
                );
                assert_eq!(ours.offset(position, encoding), Ok(at as u64));
                let location = ruff.source_location((at as u32).into(), &text, ruff_encoding);
                assert_eq!(
                    (position.line, position.column),
                    (
                        location.line.to_zero_indexed() as u64,
                        location.character_offset.to_zero_indexed() as u64
                    ),
                );
            }
        }
    }
}

/// What the peers get wrong and this crate refuses, so that nobody "fixes" the
/// differences: line-index answers a column inside a surrogate pair with an offset
/// that is no boundary, and an offset in a text of 11 bytes with 110.
#[test]
fn peers_answer_where_there_is_no_answer() {
    let text = "a😀b\nxyz\n";
    let theirs = line_index::LineIndex::new(text);
    let ours = LineIndex::new(text);
    let inside = line_index::WideLineCol { line: 0, col: 2 };
    let answer = theirs.to_utf8(WideEncoding::Utf16, inside).unwrap();
    let answer = usize::from(theirs.offset(answer).unwrap());
    assert!(!text.is_char_boundary(answer));
    let position = llm_types::Position::new(0, 2);
    assert_eq!(
        ours.offset(position, Utf16).unwrap_err().code(),
        "SPLIT_SURROGATE"
    );

    let past = line_index::LineCol { line: 2, col: 99 };
    assert_eq!(theirs.offset(past).map(usize::from), Some(110));
    let past = llm_types::Position::new(2, 99);
    for encoding in PositionEncoding::ALL {
        assert_eq!(
            ours.offset(past, *encoding).unwrap_err().code(),
            "COL_OUT_OF_RANGE"
        );
    }
}
