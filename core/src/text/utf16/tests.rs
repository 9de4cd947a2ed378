//! The standard library's decoder is the oracle: every code unit, every pair of
//! interesting units, every way to cut a text into pieces.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;

fn expected(units: &[u16]) -> Result<Vec<u8>, TextError> {
    let mut unit = 0;
    char::decode_utf16(units.iter().copied())
        .map(|decoded| match decoded {
            Ok(character) => {
                unit += character.len_utf16() as u64;
                Ok(character)
            }
            Err(_) => Err(TextError::IllFormed { unit }),
        })
        .collect::<Result<String, _>>()
        .map(String::into_bytes)
}

fn in_pieces(units: &[u16], cut: usize) -> Result<Vec<u8>, TextError> {
    let (first, second) = units.split_at(cut);
    let mut text = Utf16Text::default();
    text.push(first)?;
    text.push(second)?;
    text.finish()
}

#[test]
fn every_unit_alone() {
    for unit in 0..=u16::MAX {
        let units = [unit];
        assert_eq!(in_pieces(&units, 0), expected(&units), "{unit:04X}");
    }
}

#[test]
fn every_sequence_of_edges_in_every_place_of_a_block() {
    let edges = [
        0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF,
    ];
    for before in [0, 1, BLOCK - 1, BLOCK] {
        for first in edges {
            for second in edges {
                for third in [0x61, 0xD800, 0xDC00] {
                    let mut units: Vec<u16> = core::iter::repeat_n(0x61, before).collect();
                    units.extend([first, second, third]);
                    units.extend([0x62; BLOCK]);
                    assert_eq!(
                        in_pieces(&units, 0),
                        expected(&units),
                        "{before} {first:04X} {second:04X} {third:04X}"
                    );
                }
            }
        }
    }
}

#[test]
fn pieces_make_no_difference() {
    let text = "let a = \"é世😀\u{10FFFF}\"; // plain ASCII for more than one block 😀";
    let units: Vec<u16> = text.encode_utf16().collect();
    for cut in 0..=units.len() {
        assert_eq!(
            in_pieces(&units, cut).as_deref(),
            Ok(text.as_bytes()),
            "{cut}"
        );
    }
}

#[test]
fn a_lone_surrogate_keeps_its_offset_across_pieces() {
    let units: Vec<u16> = "0123456789abcdef0123456789abcdef"
        .encode_utf16()
        .chain([0xD83D, 0x61])
        .collect();
    for cut in 0..=units.len() {
        assert_eq!(
            in_pieces(&units, cut),
            Err(TextError::IllFormed { unit: 32 })
        );
    }
}
