//! Fixes of diagnostics, and lists of their edits: what is replaced is a span, which names its
//! file and may say what its text was.

use alloc::format;

use super::{OFFSET, count, items, optional, required, text, wrong};
use crate::checksum::Checksum;
use crate::edit::ask::{Ask, Stated};
use crate::edit::edits::ReadPlace;
use crate::edit::error::EditError;
use crate::json::{Kind, Node};
use crate::source::canonical_path;

/// The member of an edit that is its place.
pub(super) const SPAN: &str = "span";

/// The span of an edit that has no place of its own.
pub(super) fn span_of(edit: Node<'_>) -> Option<Node<'_>> {
    let has = |key| edit.get(key).is_some();
    let span = optional(edit, SPAN).filter(|span| span.kind() == Kind::Object)?;
    (!has("byte_start") && !has("byte_end")).then_some(span)
}

/// Whether an edit has a span: that is its place, or says the same as its own.
pub(super) fn is_span(edit: Node<'_>) -> bool {
    optional(edit, SPAN).is_some_and(|span| span.kind() == Kind::Object)
}

/// Whether an edit of a list has its place in a span.
pub(super) fn is_spanned(list: Node<'_>) -> bool {
    list.kind() == Kind::Array && list.items().any(|edit| span_of(edit).is_some())
}

/// The range of a span.
pub(super) fn place(span: Node<'_>) -> Result<ReadPlace, EditError> {
    let offset = |key| required(span, key, OFFSET).and_then(count);
    Ok(ReadPlace::Bytes(offset("byte_start")?, offset("byte_end")?))
}

/// The checksum that the text of a span had.
pub(super) fn checksum(span: Node<'_>) -> Option<Node<'_>> {
    optional(optional(span, "checksums")?, "checksum_before")
}

/// Whether two checksums of one text cannot both be right. Those of two algorithms may be, and the
/// first is held against the text.
pub(super) fn contradicts(one: &str, other: &str) -> bool {
    match (one.parse::<Checksum>(), other.parse::<Checksum>()) {
        (Ok(one), Ok(other)) => one.algorithm() == other.algorithm() && one != other,
        _ => one != other,
    }
}

/// Takes the file of a request from its edits, or from their spans, which must be in one, and what
/// that file was. O(k).
pub(super) fn in_file<'d>(ask: &mut Ask<'d>, edits: Node<'d>) -> Result<(), EditError> {
    for edit in items(edits)? {
        let checksums = optional(edit, SPAN).and_then(|span| optional(span, "checksums"));
        if let Some(stated) = checksums.and_then(|it| optional(it, "file_checksum_before")) {
            let own = text(stated)?;
            match &ask.expected {
                None => {
                    ask.expected = Some(Stated {
                        text: own,
                        bare: None,
                        pointer: stated.pointer(),
                    });
                }
                Some(known) if !contradicts(&known.text, &own) => {}
                Some(known) => {
                    let expected = format!("`{}`, the one checksum of the file", known.text);
                    return Err(wrong(stated, &expected));
                }
            }
        }
        let names = [Some(edit), optional(edit, SPAN)].into_iter().flatten();
        for path in names.filter_map(|named| optional(named, "file_path")) {
            let own = text(path)?;
            match &ask.path {
                None => {
                    ask.path = Some(own);
                    ask.named = path.pointer();
                }
                Some(known) if canonical_path(known) == canonical_path(&own) => {}
                Some(known) => {
                    let expected = format!("`{known}`, the one file of the request");
                    return Err(wrong(path, &expected));
                }
            }
        }
    }
    Ok(())
}
