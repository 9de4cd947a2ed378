//! Laws of positions on texts long enough to have blocks, segments and groups:
//! round trips, order, clamping, and that many is as one.

use super::oracle::Oracle;
use llm_types::{
    BomPolicy, ByteRange, EndRule, IllFormed, LineIndex, LineIndexOptions, LineTerminators,
    Position, PositionEncoding, TextError,
};
use proptest::prelude::*;

/// Text of pieces that matter, some of them long, so that short and long lines and
/// ASCII and other parts come by in every order.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(vec!["a", "é", "世", "😀", "\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{301}"])
            .prop_map(str::to_owned),
        3 => (1..90_usize).prop_map(|n| "x".repeat(n)),
        2 => (1..40_usize).prop_map(|n| "世界é😀".repeat(n)),
        1 => (1..700_usize).prop_map(|n| "\n".repeat(n)),
        1 => (1..900_usize).prop_map(|n| "long line ".repeat(n)),
        1 => any::<String>(),
    ];
    let start = prop_oneof![4 => Just(""), 1 => Just("\u{FEFF}")];
    (start, prop::collection::vec(piece, 0..40))
        .prop_map(|(start, pieces)| start.to_owned() + &pieces.concat())
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let cut = |text: String, at: prop::sample::Index| {
        let mut bytes = text.into_bytes();
        if !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] ^= 0xC0;
        }
        bytes
    };
    prop_oneof![
        3 => text().prop_map(String::into_bytes),
        2 => (text(), any::<prop::sample::Index>()).prop_map(move |(text, at)| cut(text, at)),
        1 => prop::collection::vec(any::<u8>(), 0..2000),
    ]
}

fn preset() -> impl Strategy<Value = LineTerminators> {
    let mut presets = LineTerminators::PRESETS.to_vec();
    presets.push(LineTerminators::custom(["\r\n", "\n", "xx", "世"]).unwrap());
    prop::sample::select(presets)
}

fn encoding() -> impl Strategy<Value = PositionEncoding> {
    prop::sample::select(PositionEncoding::ALL.to_vec())
}

fn with(terminators: LineTerminators) -> LineIndexOptions {
    LineIndexOptions {
        terminators,
        ..LineIndexOptions::default()
    }
}

/// Every place that has a position.
fn places(index: &LineIndex) -> Vec<u64> {
    (0..=index.len())
        .filter(|at| index.position(*at, PositionEncoding::Utf8).is_ok())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn position_and_offset_are_inverse_and_in_order(
        text in text(), preset in preset(), encoding in encoding(),
    ) {
        let index = LineIndex::with_options(text.as_bytes(), &with(preset));
        let mut last = None;
        for place in places(&index) {
            prop_assert!(text.is_char_boundary(usize::try_from(place).unwrap()));
            let position = index.position(place, encoding).unwrap();
            prop_assert_eq!(index.offset(position, encoding), Ok(place));
            prop_assert!(last < Some(position), "{:?} then {:?}", last, position);
            prop_assert!(position.line < index.line_count());
            last = Some(position);
        }
    }

    #[test]
    fn a_text_of_any_size_reads_as_the_oracle_does(
        bytes in bytes(), preset in preset(), encoding in encoding(),
        strip in any::<bool>(), replace in any::<bool>(), picks in prop::collection::vec(any::<prop::sample::Index>(), 60),
    ) {
        let options = LineIndexOptions {
            terminators: preset,
            bom: if strip { BomPolicy::Strip } else { BomPolicy::Count },
            ill_formed: if replace { IllFormed::Replacement } else { IllFormed::Error },
        };
        let index = LineIndex::with_options(&bytes[..], &options);
        let oracle = Oracle::new(&bytes, &options);
        prop_assert_eq!(index.line_count(), oracle.lines.len() as u64);
        for pick in picks {
            let offset = pick.index(bytes.len() + 2);
            let found = index.position(offset as u64, encoding);
            let expected = oracle.strict_position(offset, encoding);
            prop_assert_eq!(found.map_err(|error| error.code()), expected);
            let clamped = index.position_clamped(offset as u64, encoding);
            prop_assert_eq!(clamped, oracle.clamped_position(offset, encoding));
        }
    }

    #[test]
    fn clamping_settles_at_once(
        bytes in bytes(), preset in preset(), encoding in encoding(),
        line in 0..200_u64, column in 0..9000_u64, offset in any::<u64>(),
    ) {
        let index = LineIndex::with_options(&bytes[..], &with(preset));
        for position in [
            Position::new(line, column),
            Position::new(line % index.line_count(), column % 50),
            Position::new(line, u64::MAX),
            Position::new(u64::MAX, column),
        ] {
            let offset = index.offset_clamped(position, encoding);
            prop_assert!(offset <= index.len());
            let settled = index.position_clamped(offset, encoding);
            prop_assert_eq!(index.offset_clamped(settled, encoding), offset);
            if let Ok(strict) = index.offset(position, encoding) {
                // Only inside a terminator of several characters do they differ.
                let line = index.line_content_range(position.line).unwrap();
                prop_assert_eq!(offset, strict.min(line.end()));
            }
        }
        let offset = offset % (index.len() + 2);
        let position = index.position_clamped(offset, encoding);
        let settled = index.offset_clamped(position, encoding);
        prop_assert_eq!(index.position_clamped(settled, encoding), position);
    }

    #[test]
    fn every_end_rule_leads_back(
        text in text(), preset in preset(), encoding in encoding(),
        start in any::<prop::sample::Index>(), end in any::<prop::sample::Index>(),
    ) {
        let index = LineIndex::with_options(text.as_bytes(), &with(preset));
        let places = places(&index);
        let range = ByteRange::ordered(*start.get(&places), *end.get(&places));
        for rule in EndRule::ALL.iter().copied() {
            let (from, to) = index.range_positions(range, encoding, rule).unwrap();
            if !range.is_empty() || rule != EndRule::Inclusive {
                prop_assert_eq!(index.positions_range(from, to, encoding, rule), Ok(range));
            }
        }
    }

    #[test]
    fn many_is_as_one(
        bytes in bytes(), preset in preset(), encoding in encoding(),
        offsets in prop::collection::vec(0..9000_u64, 0..200), sorted in any::<bool>(),
    ) {
        let index = LineIndex::with_options(&bytes[..], &with(preset));
        let mut offsets = offsets;
        if sorted {
            offsets.sort_unstable();
        }
        let single = offsets.iter().zip(0..).map(|(offset, i)| {
            index.position(*offset, encoding).map_err(|error| error.at_index(i))
        });
        prop_assert_eq!(index.positions(&offsets, encoding), single.collect());
        let clamped: Vec<Position> =
            offsets.iter().map(|offset| index.position_clamped(*offset, encoding)).collect();
        prop_assert_eq!(&index.positions_clamped(&offsets, encoding), &clamped);
        let single = clamped.iter().zip(0..).map(|(position, i)| {
            index.offset(*position, encoding).map_err(|error| error.at_index(i))
        });
        prop_assert_eq!(index.offsets(&clamped, encoding), single.collect());
        let back: Vec<u64> =
            clamped.iter().map(|position| index.offset_clamped(*position, encoding)).collect();
        prop_assert_eq!(index.offsets_clamped(&clamped, encoding), back);
        for to in PositionEncoding::ALL.iter().copied() {
            let single = offsets.iter().zip(0..).map(|(offset, i)| {
                index.convert_offset(*offset, encoding, to).map_err(|error| error.at_index(i))
            });
            prop_assert_eq!(index.convert_offsets(&offsets, encoding, to), single.collect());
        }
    }

    #[test]
    fn whole_text_offsets_lead_back(text in text(), from in encoding(), to in encoding()) {
        let index = LineIndex::new(&text);
        let mut units = 0;
        for (at, character) in text.char_indices() {
            prop_assert_eq!(index.convert_offset(at as u64, PositionEncoding::Utf8, from), Ok(units));
            let there = index.convert_offset(units, from, to).unwrap();
            prop_assert_eq!(index.convert_offset(there, to, from), Ok(units));
            units += match from {
                PositionEncoding::Utf8 => character.len_utf8(),
                PositionEncoding::Utf16 => character.len_utf16(),
                PositionEncoding::Utf32 => 1,
            } as u64;
        }
        prop_assert_eq!(index.len_in(from), units);
    }

    #[test]
    fn lines_tile_the_text(bytes in bytes(), preset in preset()) {
        let index = LineIndex::with_options(&bytes[..], &with(preset));
        let mut end = 0;
        for line in 0..index.line_count() {
            let (whole, content) =
                (index.line_range(line).unwrap(), index.line_content_range(line).unwrap());
            prop_assert_eq!(whole.start(), end);
            prop_assert_eq!(content.start(), end);
            // Only the last line has no terminator.
            let last = line + 1 == index.line_count();
            prop_assert_eq!(content.end() == whole.end(), last);
            end = whole.end();
        }
        prop_assert_eq!(end, index.len());
    }

    #[test]
    fn numbers_beyond_everything_are_refused_or_clamped(
        bytes in bytes(), encoding in encoding(), line in any::<u64>(), column in any::<u64>(),
    ) {
        let index = LineIndex::from_bytes(&bytes);
        let beyond = index.len() + 1 + column % (u64::MAX - index.len());
        let refused = index.position(beyond, encoding);
        let out_of_range = matches!(refused, Err(TextError::OffsetOutOfRange { .. }));
        prop_assert!(out_of_range, "{:?}", refused);
        let end = index.position_clamped(index.len(), encoding);
        prop_assert_eq!(index.position_clamped(beyond, encoding), end);
        let line = line.max(index.line_count());
        prop_assert_eq!(
            index.offset(Position::new(line, column), encoding),
            Err(TextError::LineOutOfRange { line, line_count: index.line_count() })
        );
        prop_assert_eq!(index.offset_clamped(Position::new(line, column), encoding), index.len());
        let beyond = Position::new(0, index.len() + 1 + column % (u64::MAX - index.len()));
        prop_assert!(index.offset(beyond, encoding).is_err());
    }
}

/// In a text without anything but ASCII most answers are found in one loop, and only
/// the others as if asked one by one.
#[test]
fn many_is_as_one_where_nearly_all_are_plain() {
    let long = "x".repeat(70_000);
    let mut text = String::new();
    for line in 0..500 {
        // Long lines at the start, in the middle and at the end of what is kept together.
        let is_long = [0, 79, 127, 160, 499].contains(&line);
        text.push_str(if is_long {
            &long
        } else {
            "ab\r\ncd\n\n; let it = 1;"
        });
        text.push('\n');
    }
    for terminators in LineTerminators::PRESETS.iter().cloned() {
        let options = with(terminators);
        let index = LineIndex::with_options(text.as_bytes(), &options);
        let oracle = Oracle::new(text.as_bytes(), &options);
        let mut offsets: Vec<u64> = (0..=index.len()).step_by(97).collect();
        offsets.push(index.len());
        offsets.retain(|offset| index.position(*offset, PositionEncoding::Utf16).is_ok());
        let positions = index.positions(&offsets, PositionEncoding::Utf16).unwrap();
        for (offset, position) in offsets.iter().zip(&positions) {
            assert_eq!(
                oracle.position(usize::try_from(*offset).unwrap(), PositionEncoding::Utf16),
                *position
            );
        }
        assert_eq!(
            index.offsets(&positions, PositionEncoding::Utf16),
            Ok(offsets.clone())
        );
        for bad in [0, 1, 63, 64, 65, 700] {
            let (mut offsets, mut positions) = (offsets.clone(), positions.clone());
            // The first of two is named.
            for place in [bad, bad + 3] {
                offsets[place] = index.len() + 1;
                positions[place].column = u64::MAX;
            }
            let error = index
                .positions(&offsets, PositionEncoding::Utf16)
                .unwrap_err();
            assert_eq!(
                (error.code(), error.index()),
                ("OFFSET_OUT_OF_RANGE", Some(bad as u64))
            );
            let error = index
                .offsets(&positions, PositionEncoding::Utf16)
                .unwrap_err();
            assert_eq!(
                (error.code(), error.index()),
                ("COL_OUT_OF_RANGE", Some(bad as u64))
            );
        }
    }
}
