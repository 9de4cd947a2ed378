//! Every engine against the plainest loop, bit for bit.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::Form;
use super::passed::{Passed, PassedIn};
use super::tally::{Seek, SeekIn, Tally, TallyIn};
use super::{CHUNK, Engine, Lanes, Task, padded};

/// All masks of one chunk, for the bytes that matter as bounds.
struct Masks<'c>(&'c [u8; CHUNK]);

impl Task for Masks<'_> {
    type Output = Vec<u64>;

    fn run<L: Lanes>(self, lanes: L) -> Vec<u64> {
        let chunk = lanes.load(self.0);
        let mut masks = alloc::vec![lanes.continuation(chunk), lanes.non_ascii(chunk)];
        for byte in 0..=u8::MAX {
            masks.push(lanes.equal(chunk, byte));
            masks.push(lanes.at_least(chunk, byte));
        }
        masks
    }
}

fn mask(chunk: &[u8; CHUNK], test: impl Fn(u8) -> bool) -> u64 {
    let bits = chunk.iter().enumerate();
    bits.fold(0, |mask, (i, byte)| mask | u64::from(test(*byte)) << i)
}

#[test]
fn the_engine_that_runs_is_among_those_that_are_proved() {
    let all = Engine::all();
    assert!(all.contains(&Engine::detect()), "{all:?}");
    // Wasm has vectors wherever we compile for it, and this is where they are proved.
    let vectors = cfg!(target_arch = "wasm32");
    assert!(all.len() > usize::from(vectors), "{all:?}");
}

#[test]
fn masks_agree_with_a_loop_for_every_byte_in_every_place() {
    // Each byte value comes by in each of the 64 places.
    for shift in 0..=u8::MAX {
        let mut chunk = [0; CHUNK];
        for (byte, i) in chunk.iter_mut().zip(0_u8..) {
            *byte = shift.wrapping_add(i.wrapping_mul(37));
        }
        let mut expected = alloc::vec![
            mask(&chunk, |byte| byte & 0xC0 == 0x80),
            mask(&chunk, |byte| byte >= 0x80),
        ];
        for bound in 0..=u8::MAX {
            expected.push(mask(&chunk, |byte| byte == bound));
            expected.push(mask(&chunk, |byte| byte >= bound));
        }
        for engine in Engine::all() {
            assert_eq!(engine.run(Masks(&chunk)), expected, "{engine:?}");
        }
    }
}

struct Spread(u64, u16);

impl Task for Spread {
    type Output = (Vec<u16>, Vec<u32>);

    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let mut out = [0; CHUNK];
        lanes.spread(self.0, self.1, &mut out);
        let selected = (0..=CHUNK).map(|n| lanes.select(self.0, u32::try_from(n).unwrap()));
        (
            out[..self.0.count_ones() as usize].to_vec(),
            selected.collect(),
        )
    }
}

#[test]
fn spread_and_select_name_the_set_bits() {
    let mut masks = alloc::vec![
        0,
        1,
        1 << 63,
        u64::MAX,
        0xAAAA_AAAA_AAAA_AAAA,
        0xFF,
        !0 << 31
    ];
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..500 {
        random = random.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        masks.push(random & (random >> 7));
        masks.push(random & (random << 9) & (random >> 21));
    }
    for mask in masks {
        let bits: Vec<u16> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
        for base in [0, 1, 65_535, 65_500] {
            let spread: Vec<u16> = bits.iter().map(|bit| bit.wrapping_add(base)).collect();
            let mut selected: Vec<u32> = bits.iter().map(|bit| u32::from(*bit)).collect();
            selected.resize(CHUNK + 1, 64);
            for engine in Engine::all() {
                let found = engine.run(Spread(mask, base));
                assert_eq!(
                    found,
                    (spread.clone(), selected.clone()),
                    "{engine:?} {mask:x}"
                );
            }
        }
    }
}

#[test]
fn what_was_passed_agrees_with_a_loop() {
    let plain = "ab\ncd".repeat(30) + &"x".repeat(200);
    let foreign =
        String::from("é\n世") + &"x".repeat(130) + "\n" + &"y".repeat(70) + "é" + &"z".repeat(64);
    for text in [plain.as_bytes(), foreign.as_bytes(), b"\xff\n\x80"] {
        for from in 0..=text.len() {
            for to in from..=text.len() {
                let part = &text[from..to];
                let last = part.iter().rposition(|byte| *byte == b'\n');
                let last_line = last.map_or(0, |at| at + 1);
                let expected = Passed {
                    feeds: part.split(|byte| *byte == b'\n').count() - 1,
                    last_line,
                    is_ascii: part[last_line..].is_ascii(),
                };
                for engine in Engine::all() {
                    assert_eq!(
                        engine.run(PassedIn(part)),
                        expected,
                        "{engine:?} {from}..{to}"
                    );
                }
            }
        }
    }
}

#[test]
fn tallies_and_seeks_agree_with_a_loop() {
    let text = "aé世😀\n".repeat(20) + "😀😀😀😀😀😀😀😀" + &"x".repeat(70);
    let bytes = text.as_bytes();
    for to in (0..=bytes.len()).filter(|at| text.is_char_boundary(*at)) {
        for from in (0..=to).filter(|at| text.is_char_boundary(*at)) {
            let part = &text[from..to];
            let expected = Tally {
                continuation: part.len() - part.chars().count(),
                astral: part.chars().filter(|c| c.len_utf8() == 4).count(),
            };
            for engine in Engine::all() {
                let tally = engine.run(TallyIn {
                    text: bytes,
                    from,
                    to,
                });
                assert_eq!(tally, expected, "{engine:?} {from}..{to}");
            }
            if (from + to) % 5 == 0 {
                seeks_agree(&text, from, to);
            }
        }
    }
}

fn seeks_agree(text: &str, from: usize, to: usize) {
    for utf16 in [false, true] {
        let mut expected = Vec::new();
        for (at, character) in text[from..to].char_indices() {
            let (floor, ceil) = (from + at, from + at + character.len_utf8());
            expected.push(Seek::At(floor));
            if utf16 && character.len_utf16() == 2 {
                expected.push(Seek::Inside { floor, ceil });
            }
        }
        expected.extend([Seek::At(to), Seek::Past, Seek::Past]);
        for (units, seek) in expected.into_iter().enumerate() {
            for engine in Engine::all() {
                let near = |units| SeekIn::<2> {
                    text: text.as_bytes(),
                    from,
                    to,
                    units,
                    utf16,
                };
                let found = engine.run(near(units));
                assert_eq!(found, seek, "{engine:?} {units} in {from}..{to}");
                let found = engine.run(near(units).with_parts::<4>());
                assert_eq!(found, seek, "{engine:?} {units} in {from}..{to}, by four");
            }
        }
    }
}

struct IsIllFormed<'t>(&'t [u8]);

impl Task for IsIllFormed<'_> {
    type Output = bool;

    fn run<L: Lanes>(self, lanes: L) -> bool {
        let mut form = Form::default();
        let (chunks, rest) = self.0.as_chunks();
        for chunk in chunks {
            form.add(lanes, chunk);
        }
        form.add(lanes, &padded(rest));
        form.is_ill_formed()
    }
}

#[test]
fn every_character_is_well_formed() {
    for engine in Engine::all() {
        for first in (0..=0x0010_FFFF_u32).step_by(0x1000) {
            let text: alloc::string::String =
                (first..first + 0x1000).filter_map(char::from_u32).collect();
            assert!(
                !engine.run(IsIllFormed(text.as_bytes())),
                "{engine:?} {first:x}"
            );
        }
    }
}

#[test]
fn every_sequence_of_four_telling_bytes_across_a_chunk_edge() {
    // The bounds of every row of the table of well-formed sequences.
    const BYTES: [u8; 22] = [
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
        0xED, 0xEE, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5,
    ];
    for number in 0..BYTES.len().pow(4) {
        let place = |power: u32| BYTES[number / BYTES.len().pow(power) % BYTES.len()];
        let four = [place(0), place(1), place(2), place(3)];
        let expected = core::str::from_utf8(&four).is_err();
        for before in [60, 61, 63] {
            let mut text = [b'a'; 2 * CHUNK];
            text[before..before + 4].copy_from_slice(&four);
            for engine in Engine::all() {
                let found = engine.run(IsIllFormed(&text));
                assert_eq!(found, expected, "{engine:?} {four:x?} at {before}");
            }
        }
        // At the end of the text, where nothing follows.
        let text = [&[b'a'; CHUNK - 4][..], &four].concat();
        for engine in Engine::all() {
            assert_eq!(
                engine.run(IsIllFormed(&text)),
                expected,
                "{engine:?} {four:x?}"
            );
        }
    }
}
