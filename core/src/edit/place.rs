//! Where an edit is, in bytes of a text: positions converted, boundaries proved (E7, E12).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::ask::Counting;
use super::edits::{AskedPlace, End, Region};
use crate::text::{ByteRange, LineIndex, Position, PositionEncoding, TextError, character_around};

/// Why an edit has no place in the text, or it cannot be told which.
#[derive(Debug, Clone)]
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
    fn from_one(error: TextError) -> Self {
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
    counting: Counting,
    clamp: bool,
    index: Option<LineIndex<'t>>,
}

impl<'t> Places<'t> {
    pub(super) const fn new(text: &'t [u8], counting: Counting, clamp: bool) -> Self {
        Self {
            text,
            counting,
            clamp,
            index: None,
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
            AskedPlace::Lines(start, end) => self.lines(start, End::At(end), NoPlace::from),
            AskedPlace::Region(region) => self.region(region),
        }
    }

    #[inline(never)]
    fn region(&mut self, region: &Region) -> Result<ByteRange, Vec<NoPlace>> {
        let mut found: Option<ByteRange> = None;
        let mut agree = |range: ByteRange| match found {
            Some(other) if other != range => Err(vec![NoPlace {
                code: "POSITION_MISMATCH",
                message: format!("the region is at bytes {other}, and at bytes {range}"),
            }]),
            _ => {
                found = Some(range);
                Ok(())
            }
        };
        if let Some((start, end)) = region.bytes {
            let range = ByteRange::new(start, end);
            agree(range.map_err(|error| vec![error.into()])?)?;
        }
        if let Some((start, end)) = region.flat {
            agree(self.in_units(NoPlace::from, |index, unit| {
                let mark = flat_mark(index, unit);
                let offset = |at: u64| {
                    index.convert_offset(at.saturating_add(mark), unit, PositionEncoding::Utf8)
                };
                both(offset(start), || offset(end))
            })?)?;
        }
        if let Some((start, end)) = region.lines {
            agree(self.lines(start, end, NoPlace::from_one)?)?;
        }
        found.ok_or_else(|| {
            vec![NoPlace {
                code: "EDIT_REQUEST_INVALID",
                message: "the region has no place".into(),
            }]
        })
    }

    /// Asks in the unit that is known; in each that it could be, if none is.
    #[inline(never)]
    fn lines(
        &mut self,
        start: Position,
        end: End,
        tell: fn(TextError) -> NoPlace,
    ) -> Result<ByteRange, Vec<NoPlace>> {
        let clamp = self.clamp;
        self.in_units(tell, |index, unit| {
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
        })
    }

    fn in_units(
        &mut self,
        tell: fn(TextError) -> NoPlace,
        ask: impl Fn(&LineIndex<'t>, PositionEncoding) -> Result<(u64, u64), Vec<TextError>>,
    ) -> Result<ByteRange, Vec<NoPlace>> {
        let ask = |index: &LineIndex<'t>, unit| {
            let (start, end) = ask(index, unit)?;
            ByteRange::new(start, end).map_err(|error| vec![error])
        };
        let counting = &self.counting;
        let index = self.index.get_or_insert_with(|| {
            LineIndex::with_options(self.text, &counting.line_index_options())
        });
        if let Some(unit) = counting.encoding {
            return ask(index, unit).map_err(|ends| told(ends, tell));
        }
        let first = ask(index, PositionEncoding::Utf16);
        if first == ask(index, PositionEncoding::Utf32) {
            return first.map_err(|ends| told(ends, tell));
        }
        Err(vec![NoPlace {
            code: "EDIT_ENCODING_UNKNOWN",
            message: "the columns are other places in UTF-16 code units than in code points, \
                      and nothing says which of them are counted"
                .into(),
        }])
    }
}

/// Both ends of a range, or what is wrong with each. Where the start is beyond the text the
/// end is, too, and is not told.
fn both<T>(
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

fn told(ends: Vec<TextError>, tell: fn(TextError) -> NoPlace) -> Vec<NoPlace> {
    ends.into_iter().map(tell).collect()
}

/// How many units a byte order mark takes that offsets do not count.
pub(super) fn flat_mark(index: &LineIndex<'_>, unit: PositionEncoding) -> u64 {
    let stripped = index.position(3, PositionEncoding::Utf8) == Ok(Position::new(0, 0));
    match unit {
        _ if !stripped => 0,
        PositionEncoding::Utf8 => 3,
        PositionEncoding::Utf16 | PositionEncoding::Utf32 => 1,
    }
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
