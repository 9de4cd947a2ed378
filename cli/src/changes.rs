//! The changes that `normalize` and `enrich` report, as text for people.

use std::borrow::Borrow;
use std::fmt::Write as _;

use llm_types::stream::Dialects;
use llm_types::{Change, write_compact};

use crate::cells::tame;
use crate::dialects;
use crate::problem::shown_pointer;
use crate::style;

/// The line above them: the dialects, and how many changes there are.
pub(crate) fn head(read: &Dialects, count: usize) -> String {
    let strong = style::STRONG;
    let count = match count {
        1 => String::from("1 change"),
        count => format!("{count} changes"),
    };
    format!("{strong}{}{strong:#}: {count}\n", dialects::shown(read))
}

/// A line for each change.
pub(crate) fn changes(changes: impl Iterator<Item = impl Borrow<Change>>, several: bool) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let mut text = String::new();
    for change in changes {
        let Change {
            pointer,
            what,
            from,
            to,
            at,
            document,
        } = change.borrow();
        // Writing to a String cannot fail, here and below.
        let _ = match document.filter(|_| several) {
            Some(document) => write!(text, "  [{document}] {}", shown_pointer(pointer)),
            None => write!(text, "  {}", shown_pointer(pointer)),
        };
        let _ = write!(text, " {strong}{what}{strong:#}");
        if let Some(from) = from {
            let _ = write!(text, " {}", short(&write_compact(from)));
        }
        if let Some(to) = to {
            let _ = write!(text, " → {}", short(&write_compact(to)));
        }
        match at {
            Some(at) if at != pointer => {
                let _ = writeln!(text, " {faint}at {}{faint:#}", shown_pointer(at));
            }
            _ => text.push('\n'),
        }
    }
    text
}

/// A value that fits on a line.
fn short(json: &str) -> String {
    const MOST: usize = 60;
    let json = tame(json);
    match json.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{}…", &json[..cut]),
        None => json.into_owned(),
    }
}
