//! What makes one name a slip of another one: wrong letters, words that are joined otherwise, a
//! singular for a plural.
//!
//! How far two names may be apart depends on who asks, and is decided there.

use super::nearest::edit_distance;

/// Whether one letter is changed, added, left out, or exchanged with the next one.
pub(crate) fn is_one_slip(wrong: &str, right: &str) -> bool {
    let longest = wrong.len().max(right.len());
    longest - wrong.len().min(right.len()) <= 4 && edit_distance(wrong, right, 1) == Some(1)
}

/// Whether a name is another one with two neighbouring letters exchanged, one doubled, or one left
/// out behind the first. Not with another letter, which makes other words: `batches` and `matches`.
pub(crate) fn is_of_its_letters(name: &str, right: &str) -> bool {
    let (name, right) = (name.as_bytes(), right.as_bytes());
    let same = name.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (before, wrong) = name.split_at(same);
    let (_, meant) = right.split_at(same);
    match (wrong, meant) {
        ([a, b, wrong @ ..], [c, d, meant @ ..]) if (a, b) == (d, c) => wrong == meant,
        (wrong, [_, meant @ ..]) if wrong == meant => !before.is_empty(),
        ([more, wrong @ ..], meant) if wrong == meant => before.last() == Some(more),
        _ => false,
    }
}

/// Whether one name is the plural of the other.
pub(crate) fn is_many_of(many: &str, one: &str) -> bool {
    matches!(many.strip_prefix(one), Some("s" | "es"))
}

/// Whether one of two names is the plural of the other: another name, and no slip.
pub(crate) fn differ_in_plural(name: &str, other: &str) -> bool {
    is_many_of(name, other) || is_many_of(other, name)
}

/// Whether two names are the same but for capitals, what joins their words, and whether
/// columns are written out.
pub(crate) fn is_same_words(name: &str, other: &str) -> bool {
    /// What the shapes mostly call a column, and what that leaves out.
    const SHORT: (&str, &str) = ("col", "umn");
    // A name with something between all letters, and with columns written out, is no longer than
    // this. By that and the first letter most names are told apart without being written anew.
    let first = |name: &str| name.bytes().next().map(|it| it.to_ascii_lowercase());
    if name.len() > 2 * other.len() + SHORT.1.len() || first(name) != first(other) {
        return false;
    }
    let letters = |name: &str| {
        let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
        let letters: alloc::string::String = letters.map(|it| it.to_ascii_lowercase()).collect();
        letters.replacen("column", SHORT.0, 1)
    };
    letters(name) == letters(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_letters_make_other_words() {
        for (name, right) in [
            ("toool", "tool"),
            ("tol", "tool"),
            ("edts", "edits"),
            ("fixs", "fixes"),
            ("lien", "line"),
        ] {
            assert!(is_of_its_letters(name, right), "{name}");
        }
        for (name, right) in [
            ("toolx", "tool"),
            ("mode", "code"),
            ("ode", "code"),
            ("tags", "tag"),
            ("tool", "tool"),
        ] {
            assert!(!is_of_its_letters(name, right), "{name}");
        }
    }

    #[test]
    fn words_are_the_same_however_they_are_joined() {
        for (name, right) in [
            ("byteStart", "byte_start"),
            ("Byte-Start", "byte_start"),
            ("end_column", "end_col"),
            ("endColumnUtf16", "end_col_utf16"),
            ("col", "column"),
            ("tool", "tool"),
        ] {
            assert!(is_same_words(name, right), "{name}");
            assert!(is_same_words(right, name), "{name}");
        }
        assert!(!is_same_words("start_byte", "byte_start"));
        assert!(!is_same_words("umn", ""));
        assert!(!is_same_words(&"_".repeat(1_000_000), "tool"));
    }

    #[test]
    fn many_are_written_with_an_s() {
        assert!(is_many_of("fixes", "fix"));
        assert!(is_many_of("tags", "tag"));
        assert!(!is_many_of("tag", "tags"));
        assert!(!is_many_of("tags", "tags"));
    }
}
