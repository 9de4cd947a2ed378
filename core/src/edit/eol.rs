//! The line terminators of new text (E8). What becomes of those of the file is in `lint`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::ask::Ask;
use super::options::NewEol;

/// Which line terminators a text has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct EolKinds {
    lf: bool,
    crlf: bool,
}

impl EolKinds {
    /// O(n), and no further than both kinds are found.
    pub(super) fn of(text: &[u8]) -> Self {
        let mut kinds = Self::default();
        for at in memchr::memchr_iter(b'\n', text) {
            if at.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'\r') {
                kinds.crlf = true;
            } else {
                kinds.lf = true;
            }
            if kinds.mixed() {
                break;
            }
        }
        kinds
    }

    pub(super) const fn mixed(self) -> bool {
        self.lf && self.crlf
    }
}

/// What replaces the text, with the line terminators that were asked for; nothing where
/// it is put in as it is.
pub(super) fn converted<'a>(
    text: &[u8],
    ask: &'a Ask<'_>,
    eol: NewEol,
) -> Option<Vec<Cow<'a, [u8]>>> {
    let wanted: Option<&[u8]> = match eol {
        NewEol::Keep => None,
        NewEol::Lf => Some(b"\n"),
        NewEol::Crlf => Some(b"\r\n"),
        NewEol::MatchFile => match EolKinds::of(text) {
            EolKinds {
                lf: true,
                crlf: false,
            } => Some(b"\n"),
            EolKinds {
                lf: false,
                crlf: true,
            } => Some(b"\r\n"),
            _ => None,
        },
    };
    let wanted = wanted?;
    let news = ask.edits.iter().map(|edit| {
        if edit.new.contains(&b'\n') {
            Cow::Owned(with_terminator(edit.new, wanted))
        } else {
            Cow::Borrowed(edit.new)
        }
    });
    Some(news.collect())
}

/// A text whose lines end with this terminator, and no longer with LF or CR LF.
fn with_terminator(text: &[u8], terminator: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => {
                out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
                out.extend_from_slice(terminator);
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}
