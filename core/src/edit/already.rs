//! Has it been done before? (E10)
//!
//! The text that was asked about is gone, so the answer is a proof or a sign.
//!
//! Each of these is a proof: the text has the checksum that was wanted; it is the base text with
//! the edits made in it; with the old texts put back, it has the expected checksum. Where a proof
//! says no, no sign is asked for.
//!
//! The sign is that every range holds its new text, at the place where that would be. Text that
//! was taken out leaves no sign, so that a request which puts nothing in needs a proof. And it
//! is no sign where the text may as well have only some of the edits, or none: see
//! [`super::unmade`].

use alloc::vec;
use alloc::vec::Vec;
use core::iter::Peekable;
use core::ops::Range;

use super::ask::Counting;
use super::edits::{AskedPlace, End};
use super::order::{self, Placed};
use super::region::flat_mark;
use super::run::Run;
use super::unmade::{self, Lengths, Signs};
use crate::checksum::Checksum;
use crate::text::{BYTE_ORDER_MARK, LineIndex, LineIndexOptions, Position, PositionEncoding};

/// Whether the text is the base text with the edits made in it.
pub(super) fn by_base(run: &Run<'_, '_, '_>, base: &[u8]) -> bool {
    let mut places = run.places_in(base);
    let mut placed = Vec::with_capacity(run.ask.edits.len());
    for (edit, ask) in run.ask.edits.iter().enumerate() {
        let Ok((start, end)) = places.find(ask.place) else {
            return false;
        };
        placed.push(Placed { edit, start, end });
    }
    order::sort(&mut placed);
    if order::overlap(&placed) {
        return false;
    }
    is_made(run, base, &placed)
}

/// Whether the text is this one with sorted edits made in it.
fn is_made(run: &Run<'_, '_, '_>, before: &[u8], placed: &[Placed]) -> bool {
    let mut rest = run.text;
    let mut from = 0;
    for one in placed {
        let kept = before.get(from..one.start).unwrap_or_default();
        let after = rest.strip_prefix(kept);
        match after.and_then(|after| after.strip_prefix(run.new_of(one.edit))) {
            Some(after) => rest = after,
            None => return false,
        }
        from = one.end;
    }
    before.get(from..) == Some(rest)
}

/// Whether the text has the expected checksum once the old texts are put back. Where that cannot
/// be told, the sign decides: [`by_ranges`].
pub(super) fn by_proof(run: &Run<'_, '_, '_>, expected: Option<&Checksum>) -> bool {
    let Some(expected) = expected else {
        return by_ranges(run);
    };
    let Some(held) = held_afterwards(run) else {
        return by_ranges(run);
    };
    let mut before = Vec::with_capacity(run.text.len());
    let mut from = 0;
    for (edit, start) in held {
        let Some(old) = replaced(run, edit) else {
            return by_ranges(run);
        };
        let (start, new) = (index(start), run.new_of(edit));
        let gap = run.text.get(from..start);
        let (Some(gap), true) = (
            gap,
            run.text.get(start..).is_some_and(|at| at.starts_with(new)),
        ) else {
            return false;
        };
        let asked = run.asked_bytes(edit);
        if asked.is_some_and(|(start, end)| end.checked_sub(start) != Some(old.len() as u64)) {
            return false;
        }
        before.extend_from_slice(gap);
        before.extend_from_slice(old);
        from = start + new.len();
    }
    before.extend_from_slice(run.text.get(from..).unwrap_or_default());
    expected.matches(&before)
}

/// The text that an edit replaces, as far as the request tells: nothing, where it inserts.
fn replaced<'e>(run: &'e Run<'_, '_, '_>, edit: usize) -> Option<&'e [u8]> {
    let is_empty = || {
        let place = run.ask.edits.get(edit)?.place;
        let flat = match place {
            AskedPlace::Region(region, _) => region.flat,
            _ => None,
        };
        let bytes = run.asked_bytes(edit).map(|(start, end)| start == end);
        let lines = || {
            let (start, end) = place.lines()?;
            Some(matches!(end, End::At(end) if end == start))
        };
        bytes
            .or_else(|| flat.map(|(start, end)| start == end))
            .or_else(lines)
    };
    let nothing = || (is_empty() == Some(true)).then_some(&[][..]);
    text_before(run, edit).or_else(nothing)
}

/// Whether every range holds its new text, at the place where it would be, and the text cannot
/// be one with only some of the edits. Always no, where the text has not the checksum that
/// was wanted.
pub(super) fn by_ranges(run: &Run<'_, '_, '_>) -> bool {
    if run.is_unwanted {
        return false;
    }
    if let Some(held) = held_by_bytes(run) {
        return only_all_made(run, &held);
    }
    let held = held_by_units(run).or_else(|| held_by_lines(run));
    let Some(held) = held else {
        return false;
    };
    let mut signs = Signs::default();
    let mut opens = Opens::default();
    let lengths = Lengths::of(run.text, &run.ask.counting, run.settings.clamp);
    for (edit, start) in held {
        if opens.has(run, edit, index(start)) {
            return false;
        }
        let Some(ask) = run.ask.edits.get(edit) else {
            return false;
        };
        let new = run.new_of(edit);
        let here = run.text.get(index(start)..).unwrap_or_default();
        if !here.starts_with(new) {
            return false;
        }
        // What was to be taken out is still there, or may be.
        let is_left = |length| {
            let left = unmade::left(ask.guard, new, here, length);
            left.is_some_and(|left| !new.starts_with(left))
        };
        let Some(lengths) = lengths.from(ask.place, start) else {
            if ask.guard.text.is_none() || is_left(None) {
                return false;
            }
            signs.add(edit, new, ask.guard.text, (None, false));
            continue;
        };
        if is_left(None) || lengths.iter().any(|length| is_left(Some(*length))) {
            return false;
        }
        let length = lengths.into_iter().max();
        signs.add(edit, new, ask.guard.text, (length, false));
    }
    signs.suffice(run)
}

/// Whether the places of regions of SARIF may be others, as nothing says what their columns count,
/// or whether the byte order mark does; see [`super::region`]. Asked for one place after the other,
/// so that the text is gone through once.
#[derive(Default)]
struct Opens {
    at: usize,
    /// Where the line starts that this place is in.
    line: usize,
    /// Whether all of the line before this place is plain ASCII.
    is_plain: bool,
}

impl Opens {
    fn has(&mut self, run: &Run<'_, '_, '_>, edit: usize, start: usize) -> bool {
        let place = run.ask.edits.get(edit).map(|edit| edit.place);
        let Some(AskedPlace::Region(region, _)) = place else {
            return false;
        };
        let is_marked = run.text.starts_with(BYTE_ORDER_MARK);
        if self.at == 0 || start < self.at {
            let at = if is_marked { BYTE_ORDER_MARK.len() } else { 0 };
            (self.at, self.line, self.is_plain) = (at, 0, true);
        }
        for byte in run.text.get(self.at..start).unwrap_or_default() {
            self.at += 1;
            match byte {
                b'\n' => (self.line, self.is_plain) = (self.at, true),
                byte => self.is_plain &= matches!(byte, 0x20..=0x7e),
            }
        }
        let counts = is_marked && start > BYTE_ORDER_MARK.len();
        (counts && (self.line == 0 || region.flat.is_some()))
            || (run.ask.counting.encoding.is_none() && region.lines.is_some() && !self.is_plain)
    }
}

/// The text that the range of an edit should have had.
fn text_before<'e>(run: &'e Run<'_, '_, '_>, edit: usize) -> Option<&'e [u8]> {
    run.ask.edits.get(edit)?.guard.text
}

/// So many ways to read a text are followed. Where there are more, nothing can be told.
const MOST_WAYS: usize = 16;

/// A way to read a text: which edits were made before this place, as far as it matters to
/// what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    /// By how much what follows is moved. Wide, as what was asked for may be of a text that
    /// was longer than memory is.
    shift: i128,
    /// Whether all were made.
    all: bool,
}

/// Whether the text can only be read as one with all of the edits, and not as one with some of
/// them. (That it has none of them the caller has ruled out.) An edit that only adds to its
/// old text counts as made where its new text stands, as in [`may_be_made`]. O(k).
fn only_all_made(run: &Run<'_, '_, '_>, held: &[(usize, u64)]) -> bool {
    let mut ways = vec![Way {
        shift: 0,
        all: true,
    }];
    let mut signs = Signs::default();
    // So many bytes may be hashed in all: each way hashes each range anew.
    let mut left_to_hash = run.text.len().saturating_mul(4);
    for (edit, _) in held {
        let asked = run.ask.edits.get(*edit).zip(run.asked_bytes(*edit));
        let Some((ask, (start, end))) = asked else {
            return false;
        };
        let (new, old, length) = (run.new_of(*edit), ask.guard.text, end.checked_sub(start));
        let longer = i128::from(new.len() as u64) - (i128::from(end) - i128::from(start));
        // A text that its range never held was in no text before.
        if old.is_some_and(|old| length != Some(old.len() as u64)) {
            return false;
        }
        signs.add(*edit, new, old, (length, true));
        let mut next: Vec<Way> = Vec::with_capacity(ways.len());
        let mut add = |way: Way| {
            if !next.contains(&way) {
                next.push(way);
            }
        };
        for way in &ways {
            let at = usize::try_from(i128::from(start).saturating_add(way.shift));
            let Some(here) = at.ok().and_then(|at| run.text.get(at..)) else {
                continue;
            };
            let is_made = here.starts_with(new);
            if is_made {
                let shift = way.shift.saturating_add(longer);
                add(Way { shift, ..*way });
            }
            if old.is_none() && ask.guard.checksum.is_some() {
                let hashed = length.map_or(0, index).min(here.len());
                let Some(rest) = left_to_hash.checked_sub(hashed) else {
                    return false;
                };
                left_to_hash = rest;
            }
            let left = unmade::left(ask.guard, new, here, length);
            if left.is_some_and(|left| !(is_made && new.starts_with(left))) {
                add(Way { all: false, ..*way });
            }
        }
        if !next.first().is_some_and(|way| way.all) || next.len() > MOST_WAYS {
            return false;
        }
        ways = next;
    }
    ways.len() == 1 && signs.suffice(run)
}

/// Whether these sorted edits may have been made before, although each range has the text that it
/// should have: to make them would be to make them twice. Edits that only make texts shorter
/// are made nevertheless, because `foo` stands in every `foobar`; and so are those whose new texts
/// stand only where the texts do that are expected: those alone make up such a sign.
///
/// Mostly the first new text is not there, so that this is O(1).
pub(super) fn may_be_made(run: &Run<'_, '_, '_>, placed: &[Placed]) -> bool {
    let old = |one: &Placed| run.text.get(one.start..one.end).unwrap_or_default();
    let mut changing = placed
        .iter()
        .map(|one| (one.start, old(one), run.new_of(one.edit)))
        .filter(|(_, old, new)| old != new)
        .peekable();
    let holds = |start: usize, new: &[u8]| {
        let here = run.text.get(start..);
        here.is_some_and(|here| here.starts_with(new))
    };
    // Nothing before it can have moved it.
    let first = changing.peek();
    if !first.is_some_and(|(start, _, new)| holds(*start, new)) {
        return false;
    }
    if changing.all(|(_, old, new)| new.len() < old.len()) {
        return false;
    }
    let Some(held) = held_afterwards(run) else {
        return false;
    };
    let mut places = held
        .iter()
        .map(|(edit, start)| (index(*start), run.new_of(*edit)));
    if !places.clone().all(|(start, new)| holds(start, new)) {
        return false;
    }
    let mut sorted = placed.iter().map(|one| (one.start, one.end)).peekable();
    let is_made_up = places.all(|(start, new)| {
        let end = start.saturating_add(new.len());
        is_covered(start..end, &mut sorted)
    });
    // What changes nothing may be made as often as one likes.
    !is_made_up && !is_made(run, run.text, placed)
}

/// Whether a stretch lies in ranges that touch each other. They are in order, as are the stretches
/// that are asked for: what ends before one is left behind.
fn is_covered(
    stretch: Range<usize>,
    ranges: &mut Peekable<impl Iterator<Item = (usize, usize)>>,
) -> bool {
    let mut covered = stretch.start;
    while covered < stretch.end {
        match ranges.peek() {
            Some((_, end)) if *end <= covered => {
                ranges.next();
            }
            Some((start, end)) if *start <= covered => covered = *end,
            _ => return false,
        }
    }
    true
}

/// Whether the place of one edit holds its new text.
pub(super) fn edit_is_made(run: &Run<'_, '_, '_>, edit: usize) -> bool {
    let new = run.new_of(edit);
    let start = run.asked_start(edit);
    let here = start.and_then(|start| run.text.get(index(start)..));
    let bytes = run.asked_bytes(edit);
    let length = text_before(run, edit)
        .map(|old| old.len() as u64)
        .or_else(|| bytes.and_then(|(start, end)| end.checked_sub(start)));
    // A shorter text may begin any other one.
    let is_sign = !new.is_empty() && length.is_none_or(|length| length <= new.len() as u64);
    is_sign && here.is_some_and(|here| here.starts_with(new))
}

/// An offset where the text is cut. One that is beyond what this machine can hold is behind
/// every text, as any that is too large is.
fn index(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// The number of each edit and where its range would start afterwards, in bytes and in the order
/// of the text; nothing, where that cannot be told from how the ranges are counted.
fn held_afterwards(run: &Run<'_, '_, '_>) -> Option<Vec<(usize, u64)>> {
    held_by_bytes(run)
        .or_else(|| held_by_units(run))
        .or_else(|| held_by_lines(run))
}

/// The same for ranges in bytes.
fn held_by_bytes(run: &Run<'_, '_, '_>) -> Option<Vec<(usize, u64)>> {
    held(
        run,
        |edit| run.asked_bytes(edit),
        |text| Some(text.len() as u64),
    )
}

/// The same for offsets from the start of the text in another unit: of what is put in, the
/// length in that unit is enough.
fn held_by_units(run: &Run<'_, '_, '_>) -> Option<Vec<(usize, u64)>> {
    let counting = &run.ask.counting;
    let options = counting.line_index_options();
    let index = LineIndex::with_options(run.text, &options);
    let places = |unit: PositionEncoding| {
        let asked = |edit: usize| match run.ask.edits.get(edit)?.place {
            AskedPlace::Region(region, _) => region.flat,
            _ => None,
        };
        let length = |text: &[u8]| {
            let index = LineIndex::from_bytes(text);
            index
                .convert_offset(index.len(), PositionEncoding::Utf8, unit)
                .ok()
        };
        let mark = flat_mark(&index, unit);
        held(run, asked, length)?
            .into_iter()
            .map(|(edit, start)| {
                let start = start.checked_add(mark)?;
                let start = index
                    .convert_offset(start, unit, PositionEncoding::Utf8)
                    .ok()?;
                Some((edit, start))
            })
            .collect::<Option<Vec<_>>>()
    };
    in_units(counting, places)
}

/// What is so in the unit that is counted; in both that it may be, if nothing says which.
fn in_units<T: PartialEq>(
    counting: &Counting,
    find: impl Fn(PositionEncoding) -> Option<T>,
) -> Option<T> {
    if let Some(unit) = counting.encoding {
        return find(unit);
    }
    let found = find(PositionEncoding::Utf16)?;
    (find(PositionEncoding::Utf32).as_ref() == Some(&found)).then_some(found)
}

/// The same in the unit of the ranges that were asked for.
fn held(
    run: &Run<'_, '_, '_>,
    asked: impl Fn(usize) -> Option<(u64, u64)>,
    length: impl Fn(&[u8]) -> Option<u64>,
) -> Option<Vec<(usize, u64)>> {
    let mut placed: Vec<Placed<u64>> = Vec::with_capacity(run.ask.edits.len());
    for edit in 0..run.ask.edits.len() {
        let (start, end) = asked(edit)?;
        if end < start {
            return None;
        }
        placed.push(Placed { edit, start, end });
    }
    order::sort(&mut placed);
    if order::overlap(&placed) {
        return None;
    }
    let (mut old, mut new) = (0, 0_u64);
    let mut held = Vec::with_capacity(placed.len());
    for one in placed {
        new = new.checked_add(one.start - old)?;
        held.push((one.edit, new));
        new = new.checked_add(length(run.new_of(one.edit))?)?;
        old = one.end;
    }
    Some(held)
}

/// The same for lines and columns: what an edit does to those that follow it can be told
/// without the text that it was made for.
fn held_by_lines(run: &Run<'_, '_, '_>) -> Option<Vec<(usize, u64)>> {
    let options = run.ask.counting.line_index_options();
    let index = LineIndex::with_options(run.text, &options);
    in_units(&run.ask.counting, |unit| {
        held_by_lines_in(run, &index, &options, unit)
    })
}

fn held_by_lines_in(
    run: &Run<'_, '_, '_>,
    index: &LineIndex<'_>,
    options: &LineIndexOptions,
    unit: PositionEncoding,
) -> Option<Vec<(usize, u64)>> {
    let mut asked = Vec::with_capacity(run.ask.edits.len());
    for (edit, ask) in run.ask.edits.iter().enumerate() {
        let (start, end) = ask.place.lines()?;
        let end = match end {
            End::At(end) => end,
            // Where that was, nobody knows: behind all that may be told of its line.
            End::OfLine(line) => Position::new(line, u64::MAX),
        };
        asked.push((start, start != end, edit, end));
    }
    asked.sort_unstable_by_key(|(start, replaces, edit, _)| (*start, *replaces, *edit));
    let (mut old, mut new) = (Position::default(), Position::default());
    let mut held = Vec::with_capacity(asked.len());
    for (start, _, edit, end) in asked {
        if start < old || end < start {
            return None;
        }
        let at = if start.line == old.line {
            Position::new(new.line, new.column.checked_add(start.column - old.column)?)
        } else {
            Position::new(new.line.checked_add(start.line - old.line)?, start.column)
        };
        let from = index.offset(at, unit).ok()?;
        held.push((edit, from));
        let text = run.new_of(edit);
        new = past(at, text, options, unit)?;
        // What went up to the end of a line does so still.
        if end.column == u64::MAX {
            let line = index.line_content_range(new.line).ok()?;
            if line.end() != from.checked_add(text.len() as u64)? {
                return None;
            }
        }
        old = end;
    }
    Some(held)
}

/// The position behind a text that begins at `at`.
fn past(
    at: Position,
    text: &[u8],
    options: &LineIndexOptions,
    unit: PositionEncoding,
) -> Option<Position> {
    let index = LineIndex::with_options(text, options);
    let end = index.position(index.len(), unit).ok()?;
    if end.line == 0 {
        return Some(Position::new(at.line, at.column.checked_add(end.column)?));
    }
    Some(Position::new(at.line.checked_add(end.line)?, end.column))
}
