//! Bad input: bytes from a seed, and what the core answers to them.
//!
//! The generator and the rows are in `tests/README.md` ("Wild input"), so that
//! every host makes the same bytes. There is no expectation but that each call
//! gives a value or a coded refusal, the same in every host.

use llm_types::{IllFormed, LineIndex, LineIndexOptions, LineTerminators, Position};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::call::{ENCODINGS, call, digits};
use crate::sheet::{or_code, place};

/// How many texts there are.
pub const COUNT: u32 = 400;

/// Bytes that mean something to a decoder or a line index.
const TEXT: [u8; 32] = [
    0x61, 0x0A, 0x0D, 0xC3, 0xA9, 0xE4, 0xB8, 0x96, 0xF0, 0x9F, 0x98, 0x80, 0xE2, 0x80, 0xA8, 0xEF,
    0xBB, 0xBF, 0xCC, 0x81, 0x00, 0xFF, 0xFE, 0xED, 0xA0, 0xF4, 0x90, 0xC0, 0xAF, 0x7F, 0x0B, 0x85,
];

/// Bytes that mean something to a reader of JSON.
const JSON: &[u8; 32] = b"{}[]\"\",,::0019-.eE+\\\\untrf la\n\xC3\xA9";

/// Marsaglia's xorshift with 32 bits: short enough to be written five times.
#[derive(Debug)]
struct Xorshift(u32);

impl Xorshift {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn bytes(&mut self, letters: &[u8; 32]) -> Vec<u8> {
        let length = self.next() % 48;
        (0..length)
            .map(|_| letters[(self.next() >> 8) as usize % 32])
            .collect()
    }
}

/// The line of the results file for one seed.
pub fn line(seed: u32) -> Value {
    let mut random = Xorshift(seed.wrapping_mul(0x9E37_79B9));
    let text = random.bytes(&TEXT);
    let document = random.bytes(JSON);
    let verbs: Vec<Value> = ["canonicalize", "detect", "validate", "normalize"]
        .into_iter()
        .map(|verb| {
            let answer = call(verb, &json!({ "text": { "bytes": digits(&document) } }));
            answer.to_json().unwrap_or_default()
        })
        .collect();
    json!({
        "seed": seed,
        "text": digits(&text),
        "rows": digits(&Sha256::digest(rows(&text))[..8]),
        "json": digits(&document),
        "answers": verbs,
    })
}

/// What a line index says about bytes, as canonical lines.
fn rows(text: &[u8]) -> String {
    let mut rows = String::new();
    let mut row = |head: String, answers: Vec<String>| {
        rows.push_str(&head);
        for answer in answers {
            rows.push(' ');
            rows.push_str(&answer);
        }
        rows.push('\n');
    };
    let offsets: Vec<u64> = (0..text.len() as u64 + 2).collect();
    for ill_formed in IllFormed::ALL {
        for terminators in [LineTerminators::LfCrlf, LineTerminators::PythonSplitlines] {
            row(
                format!("options {} {ill_formed}", terminators.as_str()),
                Vec::new(),
            );
            let options = LineIndexOptions {
                terminators,
                ill_formed: *ill_formed,
                ..Default::default()
            };
            let index = LineIndex::with_options(text, &options);
            for encoding in ENCODINGS {
                let found = offsets
                    .iter()
                    .map(|offset| index.position(*offset, encoding));
                let answers = found.map(|found| or_code(found.map(|found| place(&found))));
                row(format!("position {encoding}"), answers.collect());
                let found = index.positions_clamped(&offsets, encoding);
                row(
                    format!("positions_clamped {encoding}"),
                    found.iter().map(place).collect(),
                );
                for line in 0..=index.line_count() {
                    let asked: Vec<Position> =
                        (0..12).map(|column| Position::new(line, column)).collect();
                    let strict = asked
                        .iter()
                        .map(|asked| or_code(index.offset(*asked, encoding)));
                    row(format!("offset {encoding} {line}"), strict.collect());
                    let found = index.offsets_clamped(&asked, encoding);
                    let found = found.iter().map(ToString::to_string);
                    row(
                        format!("offsets_clamped {encoding} {line}"),
                        found.collect(),
                    );
                }
            }
        }
    }
    rows
}
