//! Edits that are asked for, as `apply_edits` and `plan_edits` take them: the `data` of an
//! envelope, or a document of its own.

use crate::dialect::recognise::{Recognition, has};
use crate::dialect::{Draft, Made};
use crate::envelope::request::{NEW, OF_EDITS, OF_FILES};
use crate::envelope::shape::Shape;
use crate::envelope::sign::Sign::{self, All, Either, Has, Not};
use crate::envelope::sign::choose;
use crate::envelope::{EditRequest, EditRequests, FilesResponse};
use crate::json::{Kind, Node};

/// It is no wrapper that has lost its answer.
const ALONE: Sign = All(&[Not(&Has("schema_version")), Not(&Has("operation_type"))]);

/// Requests that name no file, and for several files, which were known only after the
/// envelope was published.
pub(super) const LATER: &[&Shape] = &[
    &EditRequest::SHAPE.told_by(OF_EDITS),
    &EditRequests::SHAPE.told_by(OF_FILES),
];

/// Those that are a document.
pub(super) const DOCUMENTS: [&Shape; 2] = [
    &EditRequest::SHAPE.told_by(All(&[OF_EDITS, ALONE])),
    &EditRequests::SHAPE.told_by(All(&[OF_FILES, ALONE])),
];

/// The shape of a document that is a request.
pub(super) fn shape_of(root: Node<'_>) -> Option<&'static Shape> {
    choose(&DOCUMENTS, root).filter(|_| root.get("data").is_none())
}

/// Says of requests for several files what is so without a word: an answer with nothing but
/// `files` was one of paths before there were requests in envelopes.
pub(super) fn tell_from_paths<'d>(draft: &mut Draft<'d, '_>, data: &mut Made<'d>) {
    if !FilesResponse::SHAPE.sign.is_on(draft.document.root()) {
        return;
    }
    if let Some(members) = data.as_object_mut() {
        let partial = Made::Flag(false);
        draft.added("derived", "/data/partial", &partial);
        members.insert("partial", partial);
    }
}

/// Whether a document is a request in the words of the envelope, and the signs of it if it
/// is: what is in its first edit counts.
pub(super) fn recognise(root: Node<'_>, signs: &mut Recognition) -> bool {
    let is_asked = |request: Node<'_>| {
        let first = request.get("edits").and_then(|edits| edits.item(0));
        first.is_some_and(is_ours)
    };
    if shape_of(root).is_none() {
        return false;
    }
    if is_asked(root) {
        signs.sign("/edits/0", 70, SAYS);
    } else {
        let mut files = root.get("files").into_iter().flat_map(Node::items);
        let Some(at) = files.position(is_asked) else {
            return false;
        };
        signs.sign(format_args!("/files/{at}/edits/0"), 70, SAYS);
    }
    for key in ["file_path", "expected_checksum"] {
        if has(root, key, Kind::String) {
            signs.sign(format_args!("/{key}"), 5, "a member of the request");
        }
    }
    signs.generation = Some(GENERATION);
    true
}

/// Whether an edit is in the words of the envelope and in those of no tool.
pub(in crate::dialect) fn is_ours(edit: Node<'_>) -> bool {
    /// Of llmtransform and of seed 001.
    const THEIRS: Sign = Either(&[Has("replacement"), Has("new_content")]);
    NEW.is_on(edit) && !THEIRS.is_on(edit)
}

pub(in crate::dialect) const SAYS: &str = "an edit that is asked for in the words of the envelope";

/// What such a document is called.
pub(super) const GENERATION: &str = "request";
