//! Where an edit is, in bytes of a text: positions converted, boundaries proved (E7, E12).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::ask::Counting;
use super::edits::{AskedPlace, End};
use super::region::CellLine;
use crate::text::{
    BomPolicy, ByteRange, LineIndex, LineIndexOptions, Position, PositionEncoding, TextError,
    character_around,
};

/// Why an edit has no place in the text, or it cannot be told which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoPlace {
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl From<TextError> for NoPlace {
    fn from(error: TextError) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
        }
    }
}

impl NoPlace {
    /// The same for a request that counts lines and columns from 1.
    pub(super) fn from_one(error: TextError) -> Self {
        let code = error.code();
        let message = match error {
            TextError::LineOutOfRange { line, line_count } => format!(
                "there is no line {}; the text has {line_count}, counted from 1",
                line.saturating_add(1)
            ),
            other => other.counted_from(1, 1).to_string(),
        };
        Self { code, message }
    }
}

/// The places of one text. Lines are indexed when the first position asks for them.
pub(super) struct Places<'t> {
    text: &'t [u8],
    pub(super) counting: Counting,
    pub(super) clamp: bool,
    index: Option<LineIndex<'t>>,
    counting_mark: Option<LineIndex<'t>>,
    /// Lines whose cells were counted; see [`super::region`].
    pub(super) cells: Vec<CellLine>,
}

impl<'t> Places<'t> {
    pub(super) const fn new(text: &'t [u8], counting: Counting, clamp: bool) -> Self {
        Self {
            text,
            counting,
            clamp,
            index: None,
            counting_mark: None,
            cells: Vec::new(),
        }
    }

    pub(super) const fn text(&self) -> &'t [u8] {
        self.text
    }

    /// A place whose ends are places where text can be cut: on characters and not inside
    /// a CR LF.
    pub(super) fn find(&mut self, place: AskedPlace<'_>) -> Result<(usize, usize), Vec<NoPlace>> {
        let range = self.bytes(place)?;
        let (start, end) = (range.start(), range.end());
        let start = boundary(self.text, start);
        both(start, || boundary(self.text, end)).map_err(|ends| told(ends, NoPlace::from))
    }

    /// A place in the text, wherever its ends are.
    #[inline]
    pub(super) fn range(&mut self, place: AskedPlace<'_>) -> Option<(usize, usize)> {
        let range = self.bytes(place).ok()?;
        let start = in_text(self.text, range.start()).ok()?;
        Some((start, in_text(self.text, range.end()).ok()?))
    }

    /// Bytes without a call, because there may be very many.
    #[inline]
    fn bytes(&mut self, place: AskedPlace<'_>) -> Result<ByteRange, Vec<NoPlace>> {
        match place {
            AskedPlace::Bytes(start, end) => {
                ByteRange::new(start, end).map_err(|error| vec![error.into()])
            }
            AskedPlace::Lines(start, end) => {
                let (unit, clamp) = (self.counting.encoding, self.clamp);
                let unit = unit.unwrap_or(PositionEncoding::Utf16);
                let ends = lines_in(self.index(), (start, End::At(end)), unit, clamp);
                range_of(ends).map_err(|ends| told(ends, NoPlace::from))
            }
            AskedPlace::Region(region, snippet) => self.region(region, snippet),
        }
    }

    pub(super) fn index(&mut self) -> &LineIndex<'t> {
        let counting = &self.counting;
        self.index.get_or_insert_with(|| {
            LineIndex::with_options(self.text, &counting.line_index_options())
        })
    }

    /// The same, where a byte order mark counts.
    pub(super) fn counting_mark(&mut self) -> &LineIndex<'t> {
        let counting = &self.counting;
        self.counting_mark.get_or_insert_with(|| {
            let options = LineIndexOptions {
                bom: BomPolicy::Count,
                ..counting.line_index_options()
            };
            LineIndex::with_options(self.text, &options)
        })
    }
}

/// The ends of lines and columns in a unit. With `clamp`, what is past an end means that end.
#[inline(never)]
pub(super) fn lines_in(
    index: &LineIndex<'_>,
    (start, end): (Position, End),
    unit: PositionEncoding,
    clamp: bool,
) -> Result<(u64, u64), Vec<TextError>> {
    // Only what is past an end is clamped, so not a place inside of a character. A place
    // between CR and LF counts as past the end of its line, though it is a position.
    let offset = |at: Position| match index.offset(at, unit) {
        Ok(_)
        | Err(
            TextError::LineOutOfRange { .. }
            | TextError::ColOutOfRange { .. }
            | TextError::InsideCrlf { .. },
        ) if clamp => Ok(index.offset_clamped(at, unit)),
        other => other,
    };
    both(offset(start), || match end {
        End::At(position) => offset(position),
        End::OfLine(line) => match index.line_content_range(line) {
            Err(TextError::LineOutOfRange { .. }) if clamp => Ok(index.len()),
            content => Ok(content?.end()),
        },
    })
}

/// The range between two ends.
pub(super) fn range_of(
    ends: Result<(u64, u64), Vec<TextError>>,
) -> Result<ByteRange, Vec<TextError>> {
    let (start, end) = ends?;
    ByteRange::new(start, end).map_err(|error| vec![error])
}

/// Both ends of a range, or what is wrong with each. Where the start is beyond the text the
/// end is, too, and is not told.
pub(super) fn both<T>(
    start: Result<T, TextError>,
    end: impl FnOnce() -> Result<T, TextError>,
) -> Result<(T, T), Vec<TextError>> {
    match (start, end()) {
        (Ok(start), Ok(end)) => Ok((start, end)),
        (Ok(_), Err(wrong)) | (Err(wrong), Ok(_)) => Err(vec![wrong]),
        (Err(start), Err(end)) => {
            let beyond = matches!(
                start,
                TextError::OffsetOutOfRange { .. } | TextError::LineOutOfRange { .. }
            );
            let is_all = beyond || start == end;
            let end = Some(end).filter(|_| !is_all);
            Err([start].into_iter().chain(end).collect())
        }
    }
}

pub(super) fn told(ends: Vec<TextError>, tell: fn(TextError) -> NoPlace) -> Vec<NoPlace> {
    ends.into_iter().map(tell).collect()
}

/// The offset as an index, where text can be cut: not in a character, not in a CR LF.
/// Ill-formed bytes stand alone, each of them can be cut off. Time O(1).
pub(super) fn boundary(text: &[u8], offset: u64) -> Result<usize, TextError> {
    let at = in_text(text, offset)?;
    if let Some((floor, ceil)) = character_around(text, at) {
        return Err(TextError::NotCharBoundary {
            offset,
            floor: floor as u64,
            ceil: ceil as u64,
        });
    }
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    if before == Some(&b'\r') && text.get(at) == Some(&b'\n') {
        return Err(TextError::InsideCrlf { offset });
    }
    Ok(at)
}

fn in_text(text: &[u8], offset: u64) -> Result<usize, TextError> {
    match usize::try_from(offset) {
        Ok(at) if at <= text.len() => Ok(at),
        _ => Err(TextError::OffsetOutOfRange {
            offset,
            len: text.len() as u64,
            encoding: PositionEncoding::Utf8,
        }),
    }
}

/// Whether text can be cut here.
pub(super) fn is_boundary(text: &[u8], at: usize) -> bool {
    boundary(text, at as u64).is_ok()
}
