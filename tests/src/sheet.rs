//! Sheets: what the core says about one text, as canonical lines.
//!
//! The lines, their order and their meaning are in `tests/README.md`
//! ("Sheets"); the program that says what they should be is
//! `tests/generate/sheets.py`, which shares nothing with this one.

use std::collections::HashSet;
use std::fmt::{Display, Write as _};

use llm_types::{
    BomPolicy, ByteRange, EndRule, LineIndex, LineIndexOptions, LineTerminators, Position,
    PositionEncoding, Rounding, TextError,
};
use sha2::{Digest as _, Sha256};

use crate::call::{ENCODINGS, digits};

/// The letters of the texts, in the order of the digests.
pub const ALPHABET: [char; 9] = [
    'a', 'é', '世', '😀', '\n', '\r', '\u{2028}', '\u{FEFF}', '\u{301}',
];

/// The longest texts, in letters.
pub const LONGEST: u32 = 4;

const PRESETS: [LineTerminators; 5] = [
    LineTerminators::LfCrlf,
    LineTerminators::Lf,
    LineTerminators::Lsp,
    LineTerminators::Ecmascript,
    LineTerminators::PythonSplitlines,
];

const BOM: char = '\u{FEFF}';

/// All texts of `length` letters, the last letter turning fastest.
pub fn texts(length: u32) -> impl Iterator<Item = String> {
    (0..9_usize.pow(length)).map(move |number| {
        let letters = (0..length)
            .rev()
            .map(|place| number / 9_usize.pow(place) % 9);
        letters.map(|letter| ALPHABET[letter]).collect()
    })
}

/// First 16 digits of the SHA-256 of a sheet.
pub fn digest(text: &str) -> String {
    digits(&Sha256::digest(sheet(text))[..8])
}

/// The canonical lines of one text, each ended by LF.
pub fn sheet(text: &str) -> String {
    let mut sheet = Sheet {
        text,
        rows: String::new(),
    };
    sheet.row("text", [digits(text.as_bytes())]);
    sheet.conversions();
    let both = [BomPolicy::Count, BomPolicy::Strip];
    for bom in if text.starts_with(BOM) {
        &both[..]
    } else {
        &both[..1]
    } {
        let mut seen = HashSet::new();
        for terminators in PRESETS {
            let options = LineIndexOptions {
                terminators: terminators.clone(),
                bom: *bom,
                ..Default::default()
            };
            let index = LineIndex::with_options(text.as_bytes(), &options);
            sheet.row("options", [terminators.as_str(), bom.as_str()]);
            let closed = terminators == LineTerminators::Lsp && text.contains("\r\n");
            let lines = sheet.lines(&index);
            sheet.bulk(&index, closed);
            if seen.insert((lines, closed)) {
                sheet.single(&index, *bom == BomPolicy::Strip);
            }
        }
    }
    sheet.rows
}

struct Sheet<'t> {
    text: &'t str,
    rows: String,
}

impl Sheet<'_> {
    fn row<T: Display>(&mut self, head: &str, answers: impl IntoIterator<Item = T>) {
        self.rows.push_str(head);
        for answer in answers {
            let _ = write!(self.rows, " {answer}");
        }
        self.rows.push('\n');
    }

    /// Byte offsets of all characters, and the end.
    fn boundaries(&self) -> Vec<u64> {
        let starts = self.text.char_indices().map(|(at, _)| at);
        starts
            .chain([self.text.len()])
            .map(|at| at as u64)
            .collect()
    }

    fn width(&self, encoding: PositionEncoding) -> u64 {
        (match encoding {
            PositionEncoding::Utf8 => self.text.len(),
            PositionEncoding::Utf16 => self.text.encode_utf16().count(),
            PositionEncoding::Utf32 => self.text.chars().count(),
        }) as u64
    }

    fn conversions(&mut self) {
        let index = LineIndex::new(self.text);
        for from in ENCODINGS {
            for to in ENCODINGS.into_iter().filter(|to| *to != from) {
                let answers: Vec<String> = (0..self.width(from) + 2)
                    .map(|offset| or_code(index.convert_offset(offset, from, to)))
                    .collect();
                self.row(&format!("convert {from} {to}"), answers);
            }
        }
    }

    fn lines(&mut self, index: &LineIndex<'_>) -> Vec<String> {
        let lines: Vec<String> = (0..index.line_count())
            .map(|line| {
                let answer = index.line_range(line).and_then(|whole| {
                    let content = index.line_content_range(line)?;
                    Ok(format!(
                        "{}..{}..{}",
                        whole.start(),
                        content.end(),
                        whole.end()
                    ))
                });
                or_code(answer)
            })
            .collect();
        self.row("lines", &lines);
        lines
    }

    /// The columns to ask each line for, and the line beyond the last.
    fn grid(&self, index: &LineIndex<'_>, encoding: PositionEncoding) -> Vec<Vec<Position>> {
        let part = |line| {
            let range = index.line_range(line).ok()?;
            let bounds = usize::try_from(range.start()).ok()?..usize::try_from(range.end()).ok()?;
            self.text.get(bounds)
        };
        let width = |line| {
            Sheet {
                text: part(line).unwrap_or(""),
                rows: String::new(),
            }
            .width(encoding)
        };
        let mut rows: Vec<Vec<Position>> = (0..index.line_count())
            .map(|line| {
                (0..width(line) + 2)
                    .map(|column| Position::new(line, column))
                    .collect()
            })
            .collect();
        rows.push(
            (0..2)
                .map(|column| Position::new(index.line_count(), column))
                .collect(),
        );
        rows
    }

    fn bulk(&mut self, index: &LineIndex<'_>, closed_crlf: bool) {
        let mut boundaries = self.boundaries();
        if closed_crlf {
            let inside: Vec<u64> = self
                .text
                .match_indices("\r\n")
                .map(|(at, _)| at as u64 + 1)
                .collect();
            boundaries.retain(|offset| !inside.contains(offset));
        }
        let offsets: Vec<u64> = (0..self.text.len() as u64 + 2).collect();
        for encoding in ENCODINGS {
            let places = index.positions(&boundaries, encoding).unwrap_or_default();
            self.row(&format!("positions {encoding}"), places.iter().map(place));
            let back = index.offsets(&places, encoding).unwrap_or_default();
            self.row(&format!("offsets {encoding}"), back);
            let places = index.positions_clamped(&offsets, encoding);
            self.row(
                &format!("positions_clamped {encoding}"),
                places.iter().map(place),
            );
            for (line, row) in self.grid(index, encoding).into_iter().enumerate() {
                let answers = index.offsets_clamped(&row, encoding);
                self.row(&format!("offsets_clamped {encoding} {line}"), answers);
            }
        }
    }

    fn single(&mut self, index: &LineIndex<'_>, stripped: bool) {
        let offsets = 0..self.text.len() as u64 + 2;
        for encoding in ENCODINGS {
            let grid = self.grid(index, encoding);
            for mode in [None, Some(Rounding::Floor), Some(Rounding::Ceil)] {
                let name = mode.map_or("strict", Rounding::as_str);
                let position = |offset| match mode {
                    None => index.position(offset, encoding),
                    Some(rounding) => index.position_rounded(offset, encoding, rounding),
                };
                let answers: Vec<String> = offsets
                    .clone()
                    .map(|offset| or_code(position(offset).map(|found| place(&found))))
                    .collect();
                self.row(&format!("position {name} {encoding}"), answers);
                for (line, row) in grid.iter().enumerate() {
                    let answers: Vec<String> = row
                        .iter()
                        .map(|asked| {
                            or_code(match mode {
                                None => index.offset(*asked, encoding),
                                Some(rounding) => index.offset_rounded(*asked, encoding, rounding),
                            })
                        })
                        .collect();
                    self.row(&format!("offset {name} {encoding} {line}"), answers);
                }
            }
            for rule in EndRule::ALL {
                let answers = self.ranges(index, encoding, *rule, stripped);
                self.row(&format!("range {rule} {encoding}"), answers);
            }
        }
    }

    fn ranges(
        &self,
        index: &LineIndex<'_>,
        encoding: PositionEncoding,
        rule: EndRule,
        stripped: bool,
    ) -> Vec<String> {
        let boundaries = self.boundaries();
        let mut answers = Vec::new();
        for (i, start) in boundaries.iter().enumerate().skip(usize::from(stripped)) {
            for end in &boundaries[i..] {
                let answer = ByteRange::new(*start, *end).and_then(|range| {
                    let (first, last) = index.range_positions(range, encoding, rule)?;
                    let there = format!("{}-{}", place(&first), place(&last));
                    if rule == EndRule::Inclusive && range.is_empty() {
                        return Ok(there);
                    }
                    let back = index.positions_range(first, last, encoding, rule);
                    let back =
                        or_code(back.map(|range| format!("{}..{}", range.start(), range.end())));
                    Ok(format!("{there}>{back}"))
                });
                answers.push(or_code(answer));
            }
        }
        answers
    }
}

pub(crate) fn place(position: &Position) -> String {
    format!("{}:{}", position.line, position.column)
}

pub(crate) fn or_code<T: Display>(answer: Result<T, TextError>) -> String {
    answer.map_or_else(|error| error.code().to_owned(), |given| given.to_string())
}
