//! Which document stands as text in a string of another one: what a protocol or a runner puts around
//! the output of a tool.
//!
//! It is not read in the place of the other one, since its offsets would be those of no text that
//! was given. But whoever passed it is told where it is.

use alloc::vec::Vec;

use super::likeliest;
use crate::json::{Kind, Node, ReadOptions, read};

/// Levels that are looked at, and values on all of them.
const LEVELS: usize = 6;
const VALUES: usize = 256;

/// The first string that holds a document of a known dialect, and the dialect.
pub(super) fn wrapped(root: Node<'_>) -> Option<(Node<'_>, &'static str)> {
    let mut open: Vec<(Node<'_>, usize)> = alloc::vec![(root, 0)];
    let mut values = 0;
    while let Some((node, level)) = open.pop() {
        if node.kind() == Kind::String
            && let Some(dialect) = node.as_str().and_then(|text| dialect_of(&text))
        {
            return Some((node, dialect));
        }
        if level == LEVELS {
            continue;
        }
        let first = open.len();
        let inside = node.members().map(|(_, value)| value).chain(node.items());
        let inside = inside.take(VALUES.saturating_sub(values));
        open.extend(inside.map(|value| (value, level + 1)));
        values += open.len() - first;
        // Taken from the end.
        open.get_mut(first..).unwrap_or_default().reverse();
    }
    None
}

/// The dialect of the document that a text is, or of the one on its first line.
fn dialect_of(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let line = text.lines().next().filter(|line| line.len() < text.len());
    [Some(text), line].into_iter().flatten().find_map(|text| {
        let document = read(text.as_bytes(), &ReadOptions::default()).ok()?;
        let (adapter, _) = likeliest(document.root()).first?;
        Some(adapter.name())
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::json::{Value, write_compact};

    const ANSWER: &str = r#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"b",
        "matches":[{"match_id":"m1","file":"a.rs","byte_start":4,"byte_end":5,"matched_text":"b",
        "line_number":2,"column_number":1,"context_before":"","context_after":""}],"match_count":1}"#;

    fn found(text: &str) -> Option<(String, &'static str)> {
        let document = read(text.as_bytes(), &ReadOptions::default()).ok()?;
        let (string, dialect) = wrapped(document.root())?;
        Some((string.place().pointer, dialect))
    }

    #[test]
    fn the_text_is_found_wherever_it_stands() {
        let answer = write_compact(&Value::from(ANSWER));
        let lines = write_compact(&Value::from(alloc::format!(
            "{}\nfailed: 0\n",
            ANSWER.replace('\n', " ")
        )));
        for (text, place) in [
            (answer.clone(), ""),
            (
                alloc::format!(r#"{{"exit_code":0,"stdout":{answer}}}"#),
                "/stdout",
            ),
            (
                alloc::format!(r#"{{"exit_code":0,"stdout":{lines}}}"#),
                "/stdout",
            ),
            (
                alloc::format!(
                    r#"{{"content":[{{"type":"text","text":"Found:"}},{{"text":{answer}}}]}}"#
                ),
                "/content/1/text",
            ),
            (alloc::format!(r#"{{"a":{answer},"b":{answer}}}"#), "/a"),
        ] {
            assert_eq!(found(&text), Some((place.into(), "llmsearch")), "{text}");
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for text in [r#""{""#, r#"{"a":"{}"}"#, r#"{"a":"[1]"}"#, "[]", "7"] {
            assert_eq!(found(text), None, "{text}");
        }
        let deep = alloc::format!(
            "{}{}{}",
            "[".repeat(9),
            write_compact(&Value::from(ANSWER)),
            "]".repeat(9)
        );
        assert_eq!(found(&deep), None);
    }
}
