//! The golden text: every offset, literally, as `docs/positions.md` tables it.
use llm_types::PositionEncoding::{Utf8, Utf16, Utf32};
use llm_types::{
    BomPolicy, ByteRange, EndRule, LineIndex, LineIndexOptions, LineTerminators, Position,
    PositionEncoding, TextError,
};

const GOLDEN: &str = "a😀é\r\ncd\n";

fn options(terminators: LineTerminators) -> LineIndexOptions {
    LineIndexOptions {
        terminators,
        ..LineIndexOptions::default()
    }
}

#[test]
fn every_byte_of_the_golden_text() {
    let index = LineIndex::new(GOLDEN);
    // Byte, line, and the column in bytes, UTF-16 units and code points.
    let table: &[(u64, u64, [u64; 3])] = &[
        (0, 0, [0, 0, 0]),
        (1, 0, [1, 1, 1]),
        (5, 0, [5, 3, 2]),
        (7, 0, [7, 4, 3]),
        (8, 0, [8, 5, 4]),
        (9, 1, [0, 0, 0]),
        (10, 1, [1, 1, 1]),
        (11, 1, [2, 2, 2]),
        (12, 2, [0, 0, 0]),
    ];
    for &(offset, line, columns) in table {
        for (encoding, column) in [Utf8, Utf16, Utf32].into_iter().zip(columns) {
            let position = Position::new(line, column);
            assert_eq!(index.position(offset, encoding), Ok(position));
            assert_eq!(index.offset(position, encoding), Ok(offset));
        }
    }
    for (offset, floor, ceil) in [(2, 1, 5), (3, 1, 5), (4, 1, 5), (6, 5, 7)] {
        let inside = TextError::NotCharBoundary {
            offset,
            floor,
            ceil,
        };
        for encoding in PositionEncoding::ALL {
            assert_eq!(index.position(offset, *encoding), Err(inside.clone()));
        }
    }
    assert_eq!(
        index.position(13, Utf8).unwrap_err().code(),
        "OFFSET_OUT_OF_RANGE"
    );
}

#[test]
fn the_golden_range_under_every_end_rule_and_preset() {
    let range = ByteRange::new(5, 9).unwrap();
    for preset in [
        LineTerminators::LfCrlf,
        LineTerminators::Lsp,
        LineTerminators::Ecmascript,
        LineTerminators::PythonSplitlines,
    ] {
        let index = LineIndex::with_options(GOLDEN.as_bytes(), &options(preset));
        for (rule, encoding, line, column) in [
            (EndRule::After, Utf8, 1, 0),
            // RFD-0028, 1-based: line 1, column 7.
            (EndRule::LastByte, Utf16, 0, 6),
            // Glean, 1-based: line 1, code-point column 5.
            (EndRule::Inclusive, Utf32, 0, 4),
        ] {
            let (start, end) = index.range_positions(range, encoding, rule).unwrap();
            assert_eq!(end, Position::new(line, column), "{rule} {encoding}");
            assert_eq!(index.positions_range(start, end, encoding, rule), Ok(range));
        }
    }
}

#[test]
fn lsp_has_no_place_inside_crlf() {
    let index = LineIndex::with_options(GOLDEN.as_bytes(), &options(LineTerminators::Lsp));
    let inside = TextError::InsideCrlf { offset: 8 };
    assert_eq!(index.position(8, Utf16), Err(inside.clone()));
    assert_eq!(index.offset(Position::new(0, 5), Utf16), Err(inside));
    assert_eq!(index.position_clamped(8, Utf16), Position::new(0, 4));
    assert_eq!(index.offset_clamped(Position::new(0, 5), Utf16), 7);
}

#[test]
fn a_stripped_mark_does_not_count_on_line_0() {
    let strip = LineIndexOptions {
        bom: BomPolicy::Strip,
        ..LineIndexOptions::default()
    };
    let index = LineIndex::with_options("\u{FEFF}ab\ncd".as_bytes(), &strip);
    for (encoding, column) in [(Utf8, 1), (Utf16, 1), (Utf32, 1)] {
        assert_eq!(index.position(4, encoding), Ok(Position::new(0, column)));
        assert_eq!(index.offset(Position::new(0, column), encoding), Ok(4));
    }
    assert_eq!(index.position(0, Utf8), Ok(Position::new(0, 0)));
    assert_eq!(index.position(3, Utf8), Ok(Position::new(0, 0)));
    assert_eq!(index.offset(Position::new(0, 0), Utf8), Ok(3));
    assert_eq!(index.position(7, Utf8), Ok(Position::new(1, 1)));
    assert_eq!(
        index.offset(Position::new(0, 3), Utf16),
        Err(TextError::ColOutOfRange {
            line: 0,
            column: 3,
            first: 0,
            last: 2
        })
    );
}

#[test]
fn ill_formed_bytes_spoil_only_their_own_line() {
    let bytes = b"ok\nx\xE4\xB8y\nz";
    let index = LineIndex::from_bytes(bytes);
    assert_eq!(index.position(5, Utf8), Ok(Position::new(1, 2)));
    assert_eq!(
        index.position(4, Utf16),
        Err(TextError::InvalidUtf8 { offset: 4 })
    );
    assert_eq!(index.position(9, Utf16), Ok(Position::new(2, 1)));

    // However far away on the line they are.
    let bytes_far_away = [&[b'x'; 1000][..], b"\xFF"].concat();
    let index_far_away = LineIndex::from_bytes(&bytes_far_away);
    assert_eq!(
        index_far_away.position(1, Utf16),
        Err(TextError::InvalidUtf8 { offset: 1000 })
    );

    let replace = LineIndexOptions {
        ill_formed: llm_types::IllFormed::Replacement,
        ..LineIndexOptions::default()
    };
    let index = LineIndex::with_options(&bytes[..], &replace);
    assert_eq!(index.position(6, Utf16), Ok(Position::new(1, 2)));
    assert_eq!(
        index.position(5, Utf8),
        Err(TextError::NotCharBoundary {
            offset: 5,
            floor: 4,
            ceil: 6
        })
    );
}

#[test]
fn one_unit_is_told_in_the_singular() {
    for (text, encoding, length) in [
        ("a", Utf8, "1 byte"),
        ("ab", Utf8, "2 bytes"),
        ("", Utf8, "0 bytes"),
        ("a", Utf16, "1 UTF-16 code unit"),
        ("a", Utf32, "1 code point"),
        ("😀", Utf16, "2 UTF-16 code units"),
    ] {
        let refusal = llm_types::LineIndex::new(text)
            .convert_offset(9, encoding, Utf8)
            .unwrap_err();
        let expected = format!("offset 9 is beyond the end of the text, which is {length} long");
        assert_eq!(refusal.to_string(), expected);
    }
}
