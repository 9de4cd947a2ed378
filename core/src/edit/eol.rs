//! The line terminators of new text, and what becomes of those of the file (E8).

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::ask::{Ask, Complaint};
use super::options::NewEol;
use super::run::Run;

/// Which line terminators a text has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Kinds {
    lf: bool,
    crlf: bool,
}

impl Kinds {
    /// O(n), and no further than both kinds are found.
    fn of(text: &[u8]) -> Self {
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

    const fn mixed(self) -> bool {
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
        NewEol::MatchFile => match Kinds::of(text) {
            Kinds {
                lf: true,
                crlf: false,
            } => Some(b"\n"),
            Kinds {
                lf: false,
                crlf: true,
            } => Some(b"\r\n"),
            _ => None,
        },
    };
    let wanted = wanted?;
    let news = ask.edits.iter().map(|edit| {
        if edit.new.contains(&b'\n') {
            Cow::Owned(with(edit.new, wanted))
        } else {
            Cow::Borrowed(edit.new)
        }
    });
    Some(news.collect())
}

fn with(text: &[u8], terminator: &[u8]) -> Vec<u8> {
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

/// Says if the file has two kinds of line terminators now, which it can have only if the
/// edits made one, or another kind of end.
pub(super) fn lints(run: &mut Run<'_, '_, '_>, new: &[u8], ends_lines: bool) {
    let mut found = Vec::new();
    if ends_lines && Kinds::of(new).mixed() && !Kinds::of(run.text).mixed() {
        found.push((
            "EDIT_MIXED_EOL",
            "the text has lines that end with LF and lines that end with CR LF now".to_string(),
        ));
    }
    let ends = |text: &[u8]| text.ends_with(b"\n");
    if !run.text.is_empty() && !new.is_empty() && ends(run.text) != ends(new) {
        let message = if ends(new) {
            "the text ends with a line terminator now"
        } else {
            "the text does not end with a line terminator any more"
        };
        found.push(("EDIT_FINAL_NEWLINE", message.to_string()));
    }
    for (code, message) in found {
        let here = run.ask.here.clone();
        run.complaints.push(Complaint::advice(code, here, message));
    }
}

/// Whether a code tells of line terminators of the text afterwards.
pub(super) fn is_lint(code: &str) -> bool {
    matches!(code, "EDIT_MIXED_EOL" | "EDIT_FINAL_NEWLINE")
}
