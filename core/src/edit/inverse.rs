//! The request that undoes what was done (E11).
//!
//! What an edit put in can meet the text around it in such a way that its end is no
//! place to cut any more: a CR that was put in before an LF, or halves of a character
//! that came together. Such an end is moved out to the next place where text can be cut,
//! and the bytes between are put back as they were.

use alloc::string::String;
use alloc::vec::Vec;

use super::base64;
use super::map::Stretch;
use super::place::is_boundary;
use crate::checksum::Checksum;
use crate::envelope::{Edit, EditRequest};

/// The request that turns `new` into `old`. O(n) in what was replaced.
pub(super) fn of(
    path: Option<&str>,
    (old, old_checksum): (&[u8], &Checksum),
    (new, new_checksum): (&[u8], &Checksum),
    stretches: &[Stretch],
) -> EditRequest {
    let edits = widened(new, stretches);
    let edits = edits.iter().map(|hunk| edit(old, new, hunk)).collect();
    EditRequest {
        file_path: path.map(Into::into),
        expected_checksum: Some(new_checksum.to_text()),
        expected_final_checksum: Some(old_checksum.to_text()),
        edits,
        ..EditRequest::default()
    }
}

fn edit(old: &[u8], new: &[u8], hunk: &Hunk) -> Edit {
    let back = old.get(hunk.old.0..hunk.old.1).unwrap_or_default();
    let there = new.get(hunk.new.0..hunk.new.1).unwrap_or_default();
    let text = |bytes| core::str::from_utf8(bytes).ok().map(String::from);
    let new_text = text(back);
    Edit {
        byte_start: hunk.new.0 as u64,
        byte_end: hunk.new.1 as u64,
        new_base64: new_text.is_none().then(|| base64::encode(back)),
        new_text,
        expected_text: text(there),
        ..Edit::default()
    }
}

/// What is replaced in the new text, and the bytes of the old text that replace it.
struct Hunk {
    new: (usize, usize),
    old: (usize, usize),
}

fn widened(new: &[u8], stretches: &[Stretch]) -> Vec<Hunk> {
    let index = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    let mut stretches = stretches
        .iter()
        .map(|[old_start, old_end, new_start, new_end]| Hunk {
            new: (index(*new_start), index(*new_end)),
            old: (index(*old_start), index(*old_end)),
        })
        .peekable();
    let mut hunks: Vec<Hunk> = Vec::with_capacity(stretches.len());
    while let Some(mut hunk) = stretches.next() {
        while !is_boundary(new, hunk.new.0) {
            // Where the text before was replaced too, they become one.
            if let Some(before) = hunks.pop_if(|before| before.new.1 == hunk.new.0) {
                hunk.new.0 = before.new.0;
                hunk.old.0 = before.old.0;
            } else {
                hunk.new.0 = hunk.new.0.saturating_sub(1);
                hunk.old.0 = hunk.old.0.saturating_sub(1);
            }
        }
        while !is_boundary(new, hunk.new.1) {
            if let Some(after) = stretches.next_if(|after| after.new.0 == hunk.new.1) {
                hunk.new.1 = after.new.1;
                hunk.old.1 = after.old.1;
            } else {
                hunk.new.1 = hunk.new.1.saturating_add(1);
                hunk.old.1 = hunk.old.1.saturating_add(1);
            }
        }
        hunks.push(hunk);
    }
    hunks
}
