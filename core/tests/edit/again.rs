//! What a request sent twice is taken for, where nothing but the expected texts tells, and
//! that all that stands in the way of a request is told together.

#![allow(clippy::cast_possible_truncation, reason = "the texts are short")]

use std::collections::BTreeSet;

use llm_types::{Edit, EditOptions, EditRequest, apply_edits};
use proptest::prelude::*;

/// One replacement: start, expected text, new text.
type Piece = (usize, &'static str, &'static str);

/// The text that these edits would have been made in, if it is this one that came of making
/// some of them, of which a bit is set, and no others.
fn before(text: &str, pieces: &[Piece], made: u32) -> Option<String> {
    let (mut rest, mut out) = (text, String::new());
    for (number, (start, old, new)) in pieces.iter().enumerate() {
        let gap = start.checked_sub(out.len())?;
        let (kept, after) = rest.split_at_checked(gap)?;
        let there = if made >> number & 1 == 1 { new } else { old };
        rest = after.strip_prefix(there)?;
        out += kept;
        out += old;
    }
    Some(out + rest)
}

fn request(pieces: &[Piece]) -> EditRequest {
    let edits = pieces.iter().map(|(start, old, new)| Edit {
        byte_start: *start as u64,
        byte_end: (start + old.len()) as u64,
        expected_text: Some((*old).into()),
        new_text: Some((*new).into()),
        ..Edit::default()
    });
    EditRequest {
        edits: edits.collect(),
        ..EditRequest::default()
    }
}

fn words(length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|word| ["a", "b"].map(|letter| word.clone() + letter))
            .collect();
    }
    all
}

/// Every text of up to six letters, and every two replacements that are not both additions:
/// held against all ways in which the text may have come about.
#[test]
fn a_text_is_taken_for_the_one_afterwards_where_nothing_else_explains_it() {
    const OLD: [&str; 3] = ["a", "ab", "bb"];
    const NEW: [&str; 4] = ["", "a", "b", "aab"];
    let texts: Vec<String> = (0..=6).flat_map(words).collect();
    let (mut taken, mut left, mut doubted) = (0, 0, 0);
    for (first, second) in [(0, 2), (0, 3), (1, 3)] {
        for (o, n) in OLD.iter().flat_map(|old| NEW.map(|new| (*old, new))) {
            for (p, m) in OLD.iter().flat_map(|old| NEW.map(|new| (*old, new))) {
                let pieces = [(first, o, n), (second, p, m)];
                let adds = |old: &str, new: &str| new.starts_with(old);
                if first + o.len() > second || adds(o, n) || adds(p, m) {
                    continue;
                }
                let request = request(&pieces);
                for text in &texts {
                    let is = |made| before(text, &pieces, made).is_some();
                    let edited = apply_edits(text, &request, &EditOptions::default()).unwrap();
                    let status = edited.outcome.status.as_str();
                    // What was taken out leaves no sign, and what got shorter a weak one. In
                    // bytes, what stands behind it proves both; else its old text is not elsewhere.
                    let is_strong = |old: &str, new: &str| new.len() >= old.len();
                    let is_gone = |old: &str, new: &str| is_strong(old, new) || !text.contains(old);
                    let sign = (!n.is_empty() || !m.is_empty())
                        && (is_strong(p, m) || (is_gone(p, m) && is_gone(o, n)));
                    // What only gets shorter shows nothing, and what stays is no harm.
                    let moved = second + n.len() - o.len();
                    let expected = |at: usize| {
                        (first..first + o.len()).contains(&at)
                            || (second..second + p.len()).contains(&at)
                    };
                    // A sign that stands within the expected texts is made up of them.
                    let twice = (n.len() < o.len() && m.len() < p.len())
                        || (first..first + n.len())
                            .chain(moved..moved + m.len())
                            .all(expected)
                        || before(text, &pieces, 0b11).as_deref() == Some(text);
                    let right = if is(0b00) && is(0b11) && !twice {
                        doubted += 1;
                        "already_applied"
                    } else if is(0b00) {
                        "applied"
                    } else if is(0b11) && sign && !is(0b01) && !is(0b10) {
                        taken += 1;
                        "already_applied"
                    } else {
                        left += usize::from(is(0b11));
                        "refused"
                    };
                    assert_eq!(status, right, "{text:?} {pieces:?}");
                    if right != "applied" {
                        assert_eq!(edited.text, text.as_bytes());
                    }
                }
            }
        }
    }
    assert!(taken > 1000 && left > 100, "{taken} taken, {left} left");
    assert!(doubted > 60, "{doubted} may be either");
}

/// Start, end and expected text of an edit, wherever they are.
type Asked = (usize, usize, Option<String>);

/// What is wrong with each edit by itself and with each two, as the codes and where they
/// are told.
fn wrong(text: &str, edits: &[Asked]) -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    let mut tell = |code: &str, at: usize| all.insert((code.to_owned(), format!("/edits/{at}")));
    let place = |(start, end, _): &Asked| text.get(*start..*end);
    for (at, edit) in edits.iter().enumerate() {
        let (start, end, expected) = edit;
        if expected.as_deref().unwrap_or_default().is_empty() {
            tell("EDIT_UNGUARDED", at);
        }
        match place(edit) {
            None if start > end => {
                tell("REVERSED", at);
            }
            None => {
                tell("OFFSET_OUT_OF_RANGE", at);
            }
            Some(there)
                if expected
                    .as_deref()
                    .is_some_and(|expected| expected != there) =>
            {
                tell("EDIT_TEXT_CHANGED", at);
            }
            Some(_) => {}
        }
        for other in &edits[..at] {
            if place(edit).is_none() || place(other).is_none() {
                continue;
            }
            let inside = |x: &Asked, y: &Asked| x.0 < y.0 && y.0 < x.1;
            let same = edit.0 == other.0 && edit.0 < edit.1 && other.0 < other.1;
            if inside(edit, other) || inside(other, edit) || same {
                tell("EDIT_OVERLAP", at);
            }
        }
    }
    all
}

fn asked() -> impl Strategy<Value = Asked> {
    let expected = prop::option::weighted(0.8, "[ab]{0,3}");
    (0..9_usize, 0..9_usize, expected).prop_map(|(a, b, expected)| {
        // Few of them end before they start.
        if a % 3 == 0 {
            (a, b, expected)
        } else {
            (a.min(b), a.max(b), expected)
        }
    })
}

proptest! {
    /// What is put in is nowhere in the text, so that nothing was done before.
    #[test]
    fn all_that_is_wrong_is_told_at_once(
        text in "[ab]{0,8}",
        edits in prop::collection::vec(asked(), 1..5),
    ) {
        let request = EditRequest {
            edits: edits
                .iter()
                .map(|(start, end, expected)| Edit {
                    byte_start: *start as u64,
                    byte_end: *end as u64,
                    new_text: Some("Z".into()),
                    expected_text: expected.clone(),
                    ..Edit::default()
                })
                .collect(),
            ..EditRequest::default()
        };
        let edited = apply_edits(&text, &request, &EditOptions::default()).unwrap();
        let told: BTreeSet<_> = edited
            .outcome
            .diagnostics
            .iter()
            .map(|said| (said.code.to_string(), said.pointer.clone().unwrap()))
            .collect();
        let wrong = wrong(&text, &edits);
        prop_assert_eq!(edited.outcome.ok, wrong.is_empty());
        prop_assert_eq!(edited.text == text.as_bytes(), !wrong.is_empty());
        prop_assert_eq!(told, wrong);
    }
}
