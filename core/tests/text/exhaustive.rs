//! Every text of up to four of the characters that have caused bugs, and every
//! byte string of up to four of the bytes that have: all offsets, encodings,
//! presets, policies and end rules against an oracle that only loops.
#![allow(clippy::cast_possible_truncation, reason = "the texts are short")]

use super::oracle::Oracle;
use llm_types::PositionEncoding::{Utf8, Utf16, Utf32};
use llm_types::{
    BomPolicy, ByteRange, EndRule, IllFormed, LineIndex, LineIndexOptions, LineTerminators,
    Position, PositionEncoding, Rounding, TextError,
};

const NASTY: [&str; 9] = [
    "a", "é", "世", "😀", "\n", "\r", "\u{2028}", "\u{FEFF}", "\u{301}",
];

const ILL_FORMED: [u8; 13] = [
    b'a', b'\n', 0x80, 0xC3, 0xA9, 0xE2, 0xA8, 0xF0, 0x9F, 0xFF, 0xED, 0xA0, 0xC2,
];

/// Every sequence of up to `longest` of `parts`, in one fixed order.
fn sequences<T: AsRef<[u8]>>(parts: &[T], longest: u32, mut each: impl FnMut(&[u8])) {
    for length in 0..=longest {
        for number in 0..parts.len().pow(length) {
            let mut text = Vec::new();
            let mut rest = number;
            for _ in 0..length {
                text.extend_from_slice(parts[rest % parts.len()].as_ref());
                rest /= parts.len();
            }
            each(&text);
        }
    }
}

fn presets() -> Vec<LineTerminators> {
    let mut presets = LineTerminators::PRESETS.to_vec();
    presets.push(LineTerminators::custom(["\r", "\n\r", "\u{2028}a"]).unwrap());
    presets
}

fn check(bytes: &[u8], options: &LineIndexOptions) {
    let index = LineIndex::with_options(bytes, options);
    let oracle = Oracle::new(bytes, options);
    let context = || format!("{:?} under {options:?}", bytes.escape_ascii().to_string());

    assert_eq!(
        index.line_count(),
        oracle.lines.len() as u64,
        "{}",
        context()
    );
    for (number, line) in (0u64..).zip(&oracle.lines) {
        let range = |start: usize, end: usize| ByteRange::new(start as u64, end as u64);
        assert_eq!(
            index.line_range(number),
            range(line.start, line.end),
            "{}",
            context()
        );
        assert_eq!(
            index.line_content_range(number),
            range(line.start, line.content_end),
            "{}",
            context()
        );
    }
    for encoding in PositionEncoding::ALL.iter().copied() {
        check_offsets(&index, &oracle, encoding, &context);
        check_positions(&index, &oracle, encoding, &context);
    }
}

fn check_offsets(
    index: &LineIndex,
    oracle: &Oracle,
    encoding: PositionEncoding,
    context: &dyn Fn() -> String,
) {
    for offset in 0..=oracle.len + 1 {
        let found = index.position(offset as u64, encoding);
        let expected = oracle.strict_position(offset, encoding);
        assert_eq!(
            found.clone().map_err(|error| error.code()),
            expected,
            "position {offset} {encoding} of {}",
            context()
        );
        let cut = oracle.cut(offset);
        if let Err(TextError::NotCharBoundary { floor, ceil, .. }) = found {
            assert_eq!(Some((floor as usize, ceil as usize)), cut, "{}", context());
        }
        assert_eq!(
            index.position_clamped(offset as u64, encoding),
            oracle.clamped_position(offset, encoding),
            "position_clamped {offset} {encoding} of {}",
            context()
        );
        for (rounding, rounded) in [
            (Rounding::Floor, cut.map_or(offset, |(floor, _)| floor)),
            (Rounding::Ceil, cut.map_or(offset, |(_, ceil)| ceil)),
        ] {
            assert_eq!(
                index
                    .position_rounded(offset as u64, encoding, rounding)
                    .map_err(|error| error.code()),
                oracle.strict_position(rounded, encoding),
                "{}",
                context()
            );
        }
    }
}

fn check_positions(
    index: &LineIndex,
    oracle: &Oracle,
    encoding: PositionEncoding,
    context: &dyn Fn() -> String,
) {
    for line in 0..=oracle.lines.len() as u64 {
        for column in (0..oracle.len as u64 + 3).chain([u64::MAX - 3, u64::MAX]) {
            let position = Position::new(line, column);
            let expected = oracle.strict_offset(position, encoding);
            let found = index.offset(position, encoding);
            assert_eq!(
                found.clone().map_err(|error| error.code()),
                expected.map(|offset| offset as u64),
                "offset of {position:?} {encoding} in {}",
                context()
            );
            assert_eq!(
                index.offset_clamped(position, encoding),
                oracle.clamped_offset(position, encoding) as u64,
                "offset_clamped of {position:?} {encoding} in {}",
                context()
            );
            check_refusal(index, oracle, position, encoding, found, context);
        }
    }
}

/// The members of a refusal, and what rounding makes of it.
fn check_refusal(
    index: &LineIndex,
    oracle: &Oracle,
    position: Position,
    encoding: PositionEncoding,
    found: Result<u64, TextError>,
    context: &dyn Fn() -> String,
) {
    let rounded = |rounding| index.offset_rounded(position, encoding, rounding);
    match found {
        Err(
            TextError::SplitSurrogate { floor, ceil, .. }
            | TextError::NotCharBoundary { floor, ceil, .. },
        ) => {
            let line = position.line as usize;
            assert!(oracle.column_on(line, floor as usize, encoding) < position.column);
            assert!(oracle.column_on(line, ceil as usize, encoding) > position.column);
            assert_eq!(rounded(Rounding::Floor), Ok(floor), "{}", context());
            assert_eq!(rounded(Rounding::Ceil), Ok(ceil), "{}", context());
        }
        Err(TextError::ColOutOfRange { first, last, .. }) => {
            assert_eq!(first, 0);
            assert!(last < position.column, "{position:?} in {}", context());
            let there = index.offset(Position::new(position.line, last), encoding);
            assert!(there.is_ok(), "{last} of {position:?} in {}", context());
            assert_eq!(
                index
                    .offset(Position::new(position.line, last + 1), encoding)
                    .map_err(|error| error.code() == "NOT_CHAR_BOUNDARY"
                        || error.code() == "COL_OUT_OF_RANGE"
                        || error.code() == "INSIDE_CRLF"),
                Err(true),
                "{}",
                context()
            );
            assert!(rounded(Rounding::Floor).is_err() && rounded(Rounding::Ceil).is_err());
        }
        other => {
            assert_eq!(rounded(Rounding::Floor), other, "{}", context());
            assert_eq!(rounded(Rounding::Ceil), other, "{}", context());
        }
    }
}

#[test]
fn every_short_text_under_every_preset() {
    for terminators in presets() {
        let options = LineIndexOptions {
            terminators,
            ..LineIndexOptions::default()
        };
        sequences(&NASTY, 4, |text| check(text, &options));
    }
}

#[test]
fn every_short_text_with_a_stripped_mark() {
    let options = LineIndexOptions {
        bom: BomPolicy::Strip,
        ..LineIndexOptions::default()
    };
    sequences(&NASTY, 3, |text| {
        check(&["\u{FEFF}".as_bytes(), text].concat(), &options);
    });
}

#[test]
fn every_short_byte_string_under_both_policies() {
    for ill_formed in [IllFormed::Error, IllFormed::Replacement] {
        for terminators in [LineTerminators::LfCrlf, LineTerminators::PythonSplitlines] {
            let options = LineIndexOptions {
                terminators,
                ill_formed,
                ..LineIndexOptions::default()
            };
            sequences(&ILL_FORMED.map(|byte| [byte]), 4, |bytes| {
                check(bytes, &options);
            });
        }
    }
}

#[test]
fn every_range_under_every_end_rule() {
    for terminators in presets() {
        let options = LineIndexOptions {
            terminators,
            ..LineIndexOptions::default()
        };
        sequences(&NASTY, 4, |text| check_ranges(text, &options));
    }
}

fn check_ranges(text: &[u8], options: &LineIndexOptions) {
    let index = LineIndex::with_options(text, options);
    let oracle = Oracle::new(text, options);
    let places: Vec<usize> = oracle
        .boundaries()
        .filter(|place| !oracle.closed(*place))
        .collect();
    for (i, start) in places.iter().copied().enumerate() {
        for end in places[i..].iter().copied() {
            let range = ByteRange::new(start as u64, end as u64).unwrap();
            for encoding in [Utf8, Utf16, Utf32] {
                for rule in EndRule::ALL.iter().copied() {
                    let (from, to) = index.range_positions(range, encoding, rule).unwrap();
                    let expected = if start == end || rule == EndRule::After {
                        oracle.position(end, encoding)
                    } else {
                        let line = oracle.line_of(end - 1);
                        let past = oracle.column_on(line, end, encoding);
                        let back = u64::from(rule == EndRule::Inclusive);
                        Position::new(line as u64, past - back)
                    };
                    assert_eq!(from, oracle.position(start, encoding));
                    assert_eq!(to, expected, "{range} {rule} in {text:?} {options:?}");
                    if start < end || rule != EndRule::Inclusive || start == oracle.len {
                        let back = index.positions_range(from, to, encoding, rule);
                        assert_eq!(back, Ok(range), "{rule} in {text:?} {options:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_whole_text_offset() {
    sequences(&NASTY, 4, |text| {
        let index = LineIndex::new(std::str::from_utf8(text).unwrap());
        let oracle = Oracle::new(text, &LineIndexOptions::default());
        for from in [Utf8, Utf16, Utf32] {
            let len = oracle.units(0, oracle.len, from);
            assert_eq!(index.len_in(from), len);
            assert_eq!(
                index
                    .convert_offset(len + 1, from, Utf8)
                    .unwrap_err()
                    .code(),
                "OFFSET_OUT_OF_RANGE"
            );
            for units in 0..=len {
                let place = oracle
                    .boundaries()
                    .find(|place| oracle.units(0, *place, from) == units);
                for to in [Utf8, Utf16, Utf32] {
                    let found = index.convert_offset(units, from, to);
                    match place {
                        Some(place) => assert_eq!(found, Ok(oracle.units(0, place, to))),
                        None if from == Utf16 => {
                            assert_eq!(found.unwrap_err().code(), "SPLIT_SURROGATE");
                        }
                        None => assert_eq!(found.unwrap_err().code(), "NOT_CHAR_BOUNDARY"),
                    }
                }
            }
        }
    });
}
