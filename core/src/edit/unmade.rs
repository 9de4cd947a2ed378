//! Whether a text may be the one before an edit, although the new text stands at its place (E10).
//!
//! `foo` stands in every `foobar`. So where an edit makes its range shorter, its new text is no sign
//! that it was made unless something tells what the range held, and a weak one even then.

use alloc::vec::Vec;

use super::ask::Counting;
use super::edits::{AskedPlace, End};
use super::guard::Guard;
use super::run::Run;
use super::seek::{Occurs, Sought};
use crate::text::{LineIndex, Position, PositionEncoding};

/// What stands `here`, if it may be the text that the edit is to replace: the one that is expected,
/// or where nothing is expected of a range of this `length`, any that is longer than the `new` one,
/// which stands here, too.
pub(super) fn left<'t>(
    guard: Guard<'_>,
    new: &[u8],
    here: &'t [u8],
    length: Option<u64>,
) -> Option<&'t [u8]> {
    if let Some(old) = guard.text {
        return here.get(..old.len()).filter(|held| *held == old);
    }
    let held = here.get(..usize::try_from(length?).ok()?)?;
    let may_be = match guard.checksum {
        Some(_) => guard.fits(held),
        None => held.len() > new.len() && held.starts_with(new),
    };
    may_be.then_some(held)
}

/// Whether the range of an edit can have held this text: they are of one length, as far as that is
/// known. A column that counts cells or nobody knows what says nothing of it.
pub(super) fn may_have_held(run: &Run<'_, '_, '_>, edit: usize, text: &[u8]) -> bool {
    let Some(ask) = run.ask.edits.get(edit) else {
        return false;
    };
    // A clamped end says nothing of a length.
    if run.settings.clamp && !matches!(ask.place, AskedPlace::Bytes(..)) {
        return true;
    }
    let is_long = |(start, end): (u64, u64)| end.checked_sub(start) == Some(text.len() as u64);
    let (region, unit) = match ask.place {
        AskedPlace::Bytes(start, end) => return is_long((start, end)),
        AskedPlace::Lines(..) => return true,
        AskedPlace::Region(region, _) => (region, run.ask.counting.encoding),
    };
    if let Some(bytes) = region.bytes {
        return is_long(bytes);
    }
    let index = LineIndex::with_options(text, &run.ask.counting.line_index_options());
    let is_plain = text
        .iter()
        .all(|byte| matches!(byte, b'\n' | b'\r' | 0x20..=0x7e));
    let unit = unit.or(is_plain.then_some(PositionEncoding::Utf8));
    let last = index.position(index.len(), unit.unwrap_or(PositionEncoding::Utf8));
    match (region.lines, region.flat, last) {
        (Some((start, end)), _, Ok(last)) => {
            let line = start.line.checked_add(last.line);
            match end {
                End::OfLine(end) => Some(end) == line,
                End::At(end) if last.line > 0 => {
                    Some(end.line) == line && (unit.is_none() || end.column == last.column)
                }
                End::At(end) => {
                    let columns = end.column.checked_sub(start.column);
                    end.line == start.line && (unit.is_none() || columns == Some(last.column))
                }
            }
        }
        (None, Some((start, end)), Ok(_)) => unit.is_none_or(|unit| {
            let units = index.convert_offset(index.len(), PositionEncoding::Utf8, unit);
            units.ok() == end.checked_sub(start)
        }),
        _ => true,
    }
}

/// How many bytes the ranges would hold in a text that their edits were not made in.
pub(super) struct Lengths<'t> {
    index: LineIndex<'t>,
    units: Vec<PositionEncoding>,
    /// Whether an end that is not there may be meant, too.
    clamp: bool,
    /// Whether columns may count bytes, or cells of a terminal, and that would make a difference.
    is_open: bool,
}

impl<'t> Lengths<'t> {
    /// O(n) for n bytes of the text.
    pub(super) fn of(text: &'t [u8], counting: &Counting, clamp: bool) -> Self {
        let both = || alloc::vec![PositionEncoding::Utf16, PositionEncoding::Utf32];
        let is_plain = || {
            let mut bytes = text.iter();
            bytes.all(|byte| matches!(byte, b'\n' | b'\r' | 0x20..=0x7e))
        };
        Self {
            index: LineIndex::with_options(text, &counting.line_index_options()),
            units: counting
                .encoding
                .map_or_else(both, |unit| alloc::vec![unit]),
            clamp,
            is_open: counting.encoding.is_none() && !is_plain(),
        }
    }

    /// Of a range that starts there now, in each unit in which the text has one; nothing, where that
    /// does not tell all that the range may have held.
    pub(super) fn from(&self, place: AskedPlace<'_>, start: u64) -> Option<Vec<u64>> {
        let ends = self.units.iter().map(|unit| match place {
            AskedPlace::Bytes(from, to) => start.checked_add(to.checked_sub(from)?),
            AskedPlace::Lines(from, to) => self.end(start, (from, End::At(to)), *unit),
            AskedPlace::Region(region, _) => match (region.bytes, region.flat, region.lines) {
                (Some((from, to)), ..) => start.checked_add(to.checked_sub(from)?),
                (_, _, Some(lines)) => self.end(start, lines, *unit),
                (_, Some((from, to)), None) => self.behind(start, to.checked_sub(from)?, *unit),
                (None, None, None) => None,
            },
        });
        let lengths: Vec<u64> = ends.filter_map(|end| end?.checked_sub(start)).collect();
        let is_open = self.is_open && place.lines().is_some();
        let is_whole = !is_open && (!self.clamp || lengths.len() == self.units.len());
        is_whole.then_some(lengths)
    }

    fn end(&self, start: u64, (from, to): (Position, End), unit: PositionEncoding) -> Option<u64> {
        let here = self.index.position(start, unit).ok()?;
        let line = |line: u64| here.line.checked_add(line.checked_sub(from.line)?);
        match to {
            End::At(to) if to.line == from.line => {
                let columns = to.column.checked_sub(from.column)?;
                let end = Position::new(here.line, here.column.checked_add(columns)?);
                self.index.offset(end, unit).ok()
            }
            End::At(to) => {
                let end = Position::new(line(to.line)?, to.column);
                self.index.offset(end, unit).ok()
            }
            End::OfLine(last) => Some(self.index.line_content_range(line(last)?).ok()?.end()),
        }
    }

    fn behind(&self, start: u64, units: u64, unit: PositionEncoding) -> Option<u64> {
        let convert = |offset, from, to| self.index.convert_offset(offset, from, to).ok();
        let here = convert(start, PositionEncoding::Utf8, unit)?;
        convert(here.checked_add(units)?, unit, PositionEncoding::Utf8)
    }
}

/// The signs that edits were made, which are asked for in the order of the text.
#[derive(Default)]
pub(super) struct Signs {
    /// Whether there is any.
    is_any: bool,
    /// The edits without one, or with a weak one, behind which none is strong.
    doubted: Vec<usize>,
}

impl Signs {
    /// With that of one edit: the `new` text stands at the place of a range that had this many
    /// bytes. A shorter text is a weak sign, and none where nobody knows what it replaced. Where
    /// `places` depend on the edits before them, a strong one proves these, too.
    pub(super) fn add(
        &mut self,
        edit: usize,
        new: &[u8],
        old: Option<&[u8]>,
        (length, places): (Option<u64>, bool),
    ) {
        if old == Some(new) {
            return;
        }
        let length = old.map(|old| old.len() as u64).or(length);
        let is_strong = !new.is_empty() && length.is_some_and(|length| length <= new.len() as u64);
        self.is_any |= is_strong || (!new.is_empty() && old.is_some());
        if !is_strong {
            self.doubted.push(edit);
        } else if places {
            self.doubted.clear();
        }
    }

    /// Whether they show that all was made. They do not where a text that was to be replaced by a
    /// shorter one stands elsewhere: it may have moved there. O(n) for n bytes of the text.
    pub(super) fn suffice(&self, run: &Run<'_, '_, '_>) -> bool {
        if !self.is_any {
            return false;
        }
        let edits = self.doubted.iter();
        let olds = edits.filter_map(|edit| run.ask.edits.get(*edit)?.guard.text);
        let olds: Vec<&[u8]> = olds.filter(|old| !old.is_empty()).collect();
        let sought = Sought::of(run.text, olds.iter().copied());
        let mut found = olds.iter().filter_map(|old| sought.get(old));
        found.all(|found| matches!(found, Occurs::Nowhere | Occurs::Uncut))
    }
}
