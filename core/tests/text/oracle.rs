//! A second opinion on positions: the rules P1 to P14 written down character by
//! character, with lists and loops, and without a look at the index.
//!
//! It decodes with the standard library's `Utf8Chunks`, so that even the maximal
//! subparts of ill-formed sequences are somebody else's judgement.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::cast_possible_truncation
)]

use llm_types::{
    BomPolicy, IllFormed, LineIndexOptions, LineTerminators, Position, PositionEncoding,
};

/// One step of the decoder: a character, or what is replaced by one U+FFFD.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    pub start: usize,
    pub end: usize,
    pub character: Option<char>,
}

#[derive(Debug)]
pub struct OracleLine {
    pub start: usize,
    pub content_end: usize,
    pub end: usize,
}

pub struct Oracle {
    pub len: usize,
    pub pieces: Vec<Piece>,
    pub lines: Vec<OracleLine>,
    options: LineIndexOptions,
    mark: bool,
}

impl Oracle {
    pub fn new(bytes: &[u8], options: &LineIndexOptions) -> Self {
        let mut pieces = Vec::new();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                let end = at + character.len_utf8();
                pieces.push(Piece {
                    start: at,
                    end,
                    character: Some(character),
                });
                at = end;
            }
            if !chunk.invalid().is_empty() {
                let end = at + chunk.invalid().len();
                pieces.push(Piece {
                    start: at,
                    end,
                    character: None,
                });
                at = end;
            }
        }
        let mut lines = Vec::new();
        let (mut start, mut i) = (0, 0);
        while i < pieces.len() {
            let n = terminator(&options.terminators, &pieces[i..]);
            if n == 0 {
                i += 1;
                continue;
            }
            let end = pieces[i + n - 1].end;
            lines.push(OracleLine {
                start,
                content_end: pieces[i].start,
                end,
            });
            start = end;
            i += n;
        }
        lines.push(OracleLine {
            start,
            content_end: bytes.len(),
            end: bytes.len(),
        });
        Self {
            len: bytes.len(),
            mark: pieces.first().and_then(|piece| piece.character) == Some('\u{FEFF}'),
            pieces,
            lines,
            options: options.clone(),
        }
    }

    /// The character that `offset` cuts in two, if any.
    pub fn cut(&self, offset: usize) -> Option<(usize, usize)> {
        self.pieces
            .iter()
            .find(|piece| piece.start < offset && offset < piece.end)
            .filter(|piece| {
                piece.character.is_some() || self.options.ill_formed == IllFormed::Replacement
            })
            .map(|piece| (piece.start, piece.end))
    }

    pub fn boundaries(&self) -> impl Iterator<Item = usize> {
        (0..=self.len).filter(|offset| self.cut(*offset).is_none())
    }

    pub fn line_of(&self, offset: usize) -> usize {
        self.lines
            .iter()
            .rposition(|line| line.start <= offset)
            .unwrap()
    }

    /// Between CR and LF of one terminator, under `lsp`.
    pub fn closed(&self, offset: usize) -> bool {
        let line = &self.lines[self.line_of(offset)];
        self.options.terminators == LineTerminators::Lsp
            && line.content_end < offset
            && offset < line.end
    }

    /// Code units between two places; bytes need not be boundaries.
    pub fn units(&self, from: usize, to: usize, encoding: PositionEncoding) -> u64 {
        if encoding == PositionEncoding::Utf8 {
            return (to - from) as u64;
        }
        self.pieces
            .iter()
            .filter(|piece| from <= piece.start && piece.start < to)
            .map(|piece| match (encoding, piece.character) {
                (PositionEncoding::Utf16, Some(character)) => character.len_utf16() as u64,
                _ => 1,
            })
            .sum()
    }

    /// The column of a boundary, counted from the start of the given line.
    pub fn column_on(&self, line: usize, offset: usize, encoding: PositionEncoding) -> u64 {
        let unseen = match self.options.bom {
            BomPolicy::Strip if line == 0 && self.mark => self.units(0, 3, encoding),
            _ => 0,
        };
        self.units(self.lines[line].start, offset, encoding)
            .saturating_sub(unseen)
    }

    pub fn position(&self, offset: usize, encoding: PositionEncoding) -> Position {
        let line = self.line_of(offset);
        Position::new(line as u64, self.column_on(line, offset, encoding))
    }

    /// The first ill-formed byte in the way of a column on this line.
    pub fn undecodable(&self, line: usize, encoding: PositionEncoding) -> Option<usize> {
        if encoding == PositionEncoding::Utf8 || self.options.ill_formed == IllFormed::Replacement {
            return None;
        }
        let line = &self.lines[line];
        self.pieces
            .iter()
            .find(|piece| {
                piece.character.is_none() && line.start <= piece.start && piece.start < line.end
            })
            .map(|piece| piece.start)
    }

    /// What strict `position` must say: the position, or the code.
    pub fn strict_position(
        &self,
        offset: usize,
        encoding: PositionEncoding,
    ) -> Result<Position, &'static str> {
        if offset > self.len {
            return Err("OFFSET_OUT_OF_RANGE");
        }
        if self.cut(offset).is_some() {
            return Err("NOT_CHAR_BOUNDARY");
        }
        if self.closed(offset) {
            return Err("INSIDE_CRLF");
        }
        if self.undecodable(self.line_of(offset), encoding).is_some() {
            return Err("INVALID_UTF8");
        }
        Ok(self.position(offset, encoding))
    }

    /// The last place of the line that is at or before the column, the line's end
    /// included, and whether the column is exactly there. With a stripped mark the
    /// later of two places with column 0 is meant.
    fn nearest(&self, line: usize, column: u64, encoding: PositionEncoding) -> (usize, bool) {
        let bounds = &self.lines[line];
        let places = self.boundaries_for(encoding);
        let place = places
            .into_iter()
            .filter(|place| bounds.start <= *place && *place <= bounds.end)
            .rfind(|place| self.column_on(line, *place, encoding) <= column)
            .unwrap();
        (place, self.column_on(line, place, encoding) == column)
    }

    fn boundaries_for(&self, encoding: PositionEncoding) -> Vec<usize> {
        match encoding {
            PositionEncoding::Utf8 => self.boundaries().collect(),
            _ => self
                .pieces
                .iter()
                .map(|piece| piece.start)
                .chain([self.len])
                .collect(),
        }
    }

    /// What strict `offset` must say: the offset, or the code.
    pub fn strict_offset(
        &self,
        position: Position,
        encoding: PositionEncoding,
    ) -> Result<usize, &'static str> {
        let line = position.line as usize;
        let Some(bounds) = self.lines.get(line) else {
            return Err("LINE_OUT_OF_RANGE");
        };
        if self.undecodable(line, encoding).is_some() {
            return Err("INVALID_UTF8");
        }
        let (place, exact) = self.nearest(line, position.column, encoding);
        let past = place == bounds.end && (!exact || bounds.content_end < bounds.end);
        match (exact, encoding) {
            _ if past => Err("COL_OUT_OF_RANGE"),
            (true, _) if self.closed(place) => Err("INSIDE_CRLF"),
            (true, _) => Ok(place),
            (false, PositionEncoding::Utf16) => Err("SPLIT_SURROGATE"),
            (false, _) => Err("NOT_CHAR_BOUNDARY"),
        }
    }

    pub fn clamped_position(&self, offset: usize, encoding: PositionEncoding) -> Position {
        let offset = offset.min(self.len);
        let offset = self.cut(offset).map_or(offset, |(floor, _)| floor);
        let line = self.line_of(offset);
        let offset = offset.min(self.lines[line].content_end);
        // A column of a replaced sequence exists only at its start.
        Position::new(line as u64, self.column_on(line, offset, encoding))
    }

    pub fn clamped_offset(&self, position: Position, encoding: PositionEncoding) -> usize {
        let line = position.line as usize;
        match self.lines.get(line) {
            None => self.len,
            Some(bounds) => self
                .nearest(line, position.column, encoding)
                .0
                .min(bounds.content_end),
        }
    }
}

/// How many of the first pieces are one line terminator.
fn terminator(preset: &LineTerminators, pieces: &[Piece]) -> usize {
    let at = |i: usize| pieces.get(i).and_then(|piece| piece.character);
    if let LineTerminators::Custom(list) = preset {
        return list
            .iter()
            .filter(|sequence| {
                sequence
                    .chars()
                    .enumerate()
                    .all(|(i, character)| at(i) == Some(character))
            })
            .map(|sequence| sequence.chars().count())
            .max()
            .unwrap_or(0);
    }
    let alone: &[char] = match preset {
        LineTerminators::LfCrlf | LineTerminators::Lf => &['\n'],
        LineTerminators::Lsp => &['\n', '\r'],
        LineTerminators::Ecmascript => &['\n', '\r', '\u{2028}', '\u{2029}'],
        LineTerminators::Unicode => &[
            '\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}',
        ],
        _ => &[
            '\n', '\r', '\u{B}', '\u{C}', '\u{1C}', '\u{1D}', '\u{1E}', '\u{85}', '\u{2028}',
            '\u{2029}',
        ],
    };
    match (at(0), at(1)) {
        (Some('\r'), Some('\n')) if *preset != LineTerminators::Lf => 2,
        (Some(character), _) if alone.contains(&character) => 1,
        _ => 0,
    }
}
