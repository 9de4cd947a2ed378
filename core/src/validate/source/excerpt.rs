//! Pieces of a source text, as messages show them.

use alloc::format;
use alloc::string::String;

/// Longest piece that a message shows, in code points.
const EXCERPT: usize = 60;

/// In so many bytes there is at least one code point more than that.
const MOST_BYTES: usize = 4 * (EXCERPT + 1);

/// A character for a message, escaped if it has to be: an apostrophe has not, between backticks.
fn escaped(c: char) -> impl Iterator<Item = char> {
    let plain = (c == '\'').then_some(c);
    let other = plain.is_none().then(|| c.escape_debug());
    plain.into_iter().chain(other.into_iter().flatten())
}

/// A piece of text for a message: quoted, escaped, cut.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    // A range may be the whole text, and there may be many of them.
    let text = String::from_utf8_lossy(bytes.get(..MOST_BYTES).unwrap_or(bytes));
    let mut shown: String = text.chars().take(EXCERPT).flat_map(escaped).collect();
    if text.chars().nth(EXCERPT).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// The end of a line for a message: quoted, escaped, cut.
pub(super) fn ending(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let left = text.chars().count().saturating_sub(EXCERPT);
    let cut = if left > 0 { "…" } else { "" };
    let shown = text.chars().skip(left).flat_map(escaped);
    format!("`{cut}{}`", shown.collect::<String>())
}
