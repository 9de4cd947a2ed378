//! What a document says about the text of a range, apart from its numbers, against
//! the text at a place: the text that was found, its checksum, the lines around it,
//! its name.

use super::case::Case;
use super::texts::Text;
use super::way::Truth;
use crate::checksum::Checksum;

/// Whether the text of a case, found among other lines than those that the document tells, stands
/// in another place among these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// It does.
    There,
    /// It does not: all of its places were looked at.
    Nowhere,
    /// Not all of its places were looked at.
    Unknown,
}

/// What it costs to look at a place, besides the lines that are told of it: as much as to search so
/// many bytes.
const PLACE: usize = 256;

/// What the evidence says about a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is another place.
    Differs,
    /// Nothing.
    Silent,
    /// It is this one, by so many pieces of evidence; and whether the name is there.
    Agrees(u64, bool),
}

/// Asks the evidence of a case about a place. The place of a case that has a text is
/// one where that text is.
pub(super) fn ask(case: &Case, text: &Text<'_>, (start, end): Truth) -> Verdict {
    let mut agree = u64::from(case.text.is_some());
    let slice = end.and_then(|end| text.slice((start, end)));
    if let (None, Some(checksum), Some(slice), Some(end)) = (&case.text, &case.checksum, slice, end)
    {
        if !has_checksum(case, checksum, text, slice) {
            return Verdict::Differs;
        }
        case.sealed.get_or_init(|| (start, end));
        agree += 1;
    }
    if case.around.says_something() {
        let range = (start, end.unwrap_or(start));
        let differs = !case
            .around
            .differences(text.index(0), range, None)
            .is_empty();
        // Where the text itself stands, other lines around it prove nothing, unless it stands where
        // the right lines are, too.
        if differs && (agree == 0 || elsewhere(case, text, slice) == Elsewhere::There) {
            return Verdict::Differs;
        }
        agree += u64::from(!differs);
    }
    // Lines around a range do not tell where in its line it is; its name does.
    let named =
        (case.name.as_ref().zip(slice)).is_some_and(|(name, slice)| holds(slice, name.as_bytes()));
    if agree == 0 && !named {
        Verdict::Silent
    } else {
        Verdict::Agrees(agree, named)
    }
}

/// Whether a piece of a text has the checksum of a case. Once one was found that has, others are
/// compared with it.
fn has_checksum(case: &Case, checksum: &Checksum, text: &Text<'_>, slice: &[u8]) -> bool {
    if let Some(known) = case.sealed.get() {
        return text.slice(*known) == Some(slice);
    }
    if !text.may_hash(slice.len()) {
        return false;
    }
    let matches = checksum.matches(slice);
    if !matches {
        text.has_hashed(slice.len());
    }
    matches
}

/// Looks for the text at a place, which is found among other lines than those of a case,
/// among its lines. Asked once for each case: the text is the same wherever it is found.
fn elsewhere(case: &Case, text: &Text<'_>, found: Option<&[u8]>) -> Elsewhere {
    // What is empty is everywhere.
    let Some(found) = found.filter(|found| !found.is_empty()) else {
        return Elsewhere::Unknown;
    };
    *case
        .elsewhere
        .get_or_init(|| stands_elsewhere(case, text, found))
}

fn stands_elsewhere(case: &Case, text: &Text<'_>, found: &[u8]) -> Elsewhere {
    let finder = memchr::memmem::Finder::new(found);
    let each = PLACE + found.len() + case.around.len();
    let mut from = 0;
    loop {
        if !text.may_search() {
            return Elsewhere::Unknown;
        }
        let rest = text.bytes().get(from..).unwrap_or_default();
        let Some(ahead) = finder.find(rest) else {
            text.has_searched(rest.len());
            break;
        };
        text.has_searched(ahead.saturating_add(each));
        let at = from + ahead;
        let range = (at as u64, (at + found.len()) as u64);
        if case
            .around
            .differences(text.index(0), range, None)
            .is_empty()
        {
            return Elsewhere::There;
        }
        // Places may overlap.
        from = at + 1;
    }
    // A text that is shown with LF or U+FFFD for other bytes may stand elsewhere in yet others.
    match &case.text {
        Some(shown) if shown.as_bytes() != found => Elsewhere::Unknown,
        _ => Elsewhere::Nowhere,
    }
}

/// Whether a text has a name in it that is not part of a longer one.
fn holds(text: &[u8], name: &[u8]) -> bool {
    let is_letter = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii())
    };
    memchr::memmem::find_iter(text, name).any(|at| {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        !is_letter(before) && !is_letter(text.get(at + name.len()))
    })
}

/// Where a text ends, if it begins at a place of the source; nothing, if another text is there. The
/// tool may show LF for CRLF, and U+FFFD for what is not UTF-8.
pub(super) fn end_of(text: &Text<'_>, start: u64, wanted: &str) -> Option<u64> {
    let rest = text.slice((start, text.bytes().len() as u64))?;
    let wanted = wanted.as_bytes();
    if rest.starts_with(wanted) {
        return start.checked_add(wanted.len() as u64);
    }
    let (mut shown, mut at) = (wanted, 0);
    while let Some(byte) = shown.first() {
        let here = rest.get(at..)?;
        if here.first() == Some(byte) {
            shown = shown.get(1..)?;
            at += 1;
        } else if *byte == b'\n' && here.starts_with(b"\r\n") {
            shown = shown.get(1..)?;
            at += 2;
        } else {
            shown = shown.strip_prefix("\u{FFFD}".as_bytes())?;
            let window = here.get(..here.len().min(4))?;
            let chunk = window.utf8_chunks().next()?;
            if !chunk.valid().is_empty() || chunk.invalid().is_empty() {
                return None;
            }
            at += chunk.invalid().len();
        }
    }
    start.checked_add(at as u64)
}
