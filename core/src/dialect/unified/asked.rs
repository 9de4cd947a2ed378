//! Edits that are asked for, as `apply_edits` and `plan_edits` take them: the `data` of an
//! envelope, or a document of its own.

use alloc::vec::Vec;

use super::ANSWERS;
use crate::dialect::recognise::{Recognition, has};
use crate::dialect::{Made, Making};
use crate::envelope::request::{DONE, NEW, OF_EDITS, OF_FILES, THEIRS_BY_BYTES};
use crate::envelope::shape::Shape;
use crate::envelope::sign::Sign::{self, All, Has, Not};
use crate::envelope::sign::choose;
use crate::envelope::{EditRequest, EditRequests};
use crate::json::{Kind, Node, Object, Value};
use crate::normalize::ChangeKind;
use crate::validate::Slot;

/// It is no wrapper that has lost its answer, and does not say what became of the edits.
const ALONE: Sign = All(&[
    Not(&Has("schema_version")),
    Not(&Has("operation_type")),
    Not(&DONE),
]);

/// Those that are a document.
pub(super) const DOCUMENTS: [&Shape; 2] = [
    &EditRequest::SHAPE.told_by(All(&[OF_EDITS, ALONE])),
    &EditRequests::SHAPE.told_by(All(&[OF_FILES, ALONE])),
];

/// The shape of a document that is a request.
pub(super) fn shape_of(root: Node<'_>) -> Option<&'static Shape> {
    choose(&DOCUMENTS, root).filter(|_| root.get("data").is_none())
}

/// Leaves out what would make the data of an envelope another answer than a request: the
/// request itself would be read as a part of that.
pub(super) fn tell_from_answers<'d>(
    making: &mut Making<'d, '_>,
    shape: &Shape,
    data: &mut Made<'d>,
) {
    let root = making.document.root();
    let is_told = |value: &Value| {
        let chosen = choose(&ANSWERS, value);
        chosen.is_some_and(|chosen| chosen.name == shape.name)
    };
    let chosen = choose(&ANSWERS, root);
    if chosen.is_some_and(|chosen| chosen.name == shape.name) {
        return tell_from_paths(making, data);
    }
    let mut told = Object::new();
    let mut others = Vec::new();
    for (key, value) in root.members() {
        let name = key.as_str();
        if shape.member(key).is_some() {
            told.insert(name, value.to_value());
        } else if ANSWERS.iter().any(|answer| answer.member(key).is_some()) {
            others.push((name, value));
        }
    }
    // What tells it from paths may be added later.
    told.insert("partial", false);
    let mut told = Value::Object(told);
    for (name, value) in others {
        if let Some(members) = told.as_object_mut() {
            members.insert(name.clone(), value.to_value());
        }
        if is_told(&told) {
            continue;
        }
        if let Some(members) = told.as_object_mut() {
            members.remove(&name);
        }
        if let Some(members) = data.as_object_mut() {
            members.remove(&name);
        }
        making.name_taken(Slot::of(value));
    }
    tell_from_paths(making, data);
}

/// Says of requests for several files what is so without a word: an answer with nothing but
/// `files` was one of paths before there were requests in envelopes.
fn tell_from_paths<'d>(making: &mut Making<'d, '_>, data: &mut Made<'d>) {
    if let Some(members) = data.as_object_mut() {
        if members.len() > 1 || !members.contains_key("files") {
            return;
        }
        let partial = Made::Flag(false);
        making.added(ChangeKind::Derived, "/data/partial", &partial);
        members.insert("partial", partial);
    }
}

/// Whether a document is a request in the words of the envelope, and the signs of it if it
/// is: what is in its first edit counts.
pub(super) fn recognise(root: Node<'_>, signs: &mut Recognition) -> bool {
    if shape_of(root).is_none() {
        return false;
    }
    if let Some(edit) = first_of_ours(root) {
        signs.sign(format_args!("/edits/{edit}"), 70, SAYS);
    } else {
        let files = root.get("files").into_iter().flat_map(Node::items);
        let mut asked = files
            .enumerate()
            .filter_map(|(at, file)| Some((at, first_of_ours(file)?)));
        let Some((at, edit)) = asked.next() else {
            return false;
        };
        signs.sign(format_args!("/files/{at}/edits/{edit}"), 70, SAYS);
    }
    for key in ["file_path", "expected_checksum"] {
        if has(root, key, Kind::String) {
            signs.sign(format_args!("/{key}"), 5, "a member of the request");
        }
    }
    signs.generation = Some(GENERATION);
    true
}

/// The number of the first edit in the words of the envelope. Those before it may have lost
/// what they put in, which is to be told; one in the words of a tool is the tool's.
fn first_of_ours(request: Node<'_>) -> Option<usize> {
    let edits = request.get("edits").into_iter().flat_map(Node::items);
    let mut telling = edits
        .enumerate()
        .filter(|(_, edit)| NEW.is_on(*edit) || THEIRS_BY_BYTES.is_on(*edit));
    let (at, edit) = telling.next()?;
    is_ours(edit).then_some(at)
}

/// Whether an edit is in the words of the envelope and in those of no tool.
pub(in crate::dialect) fn is_ours(edit: Node<'_>) -> bool {
    NEW.is_on(edit) && !THEIRS_BY_BYTES.is_on(edit)
}

pub(in crate::dialect) const SAYS: &str = "an edit that is asked for in the words of the envelope";

/// What such a document is called.
pub(super) const GENERATION: &str = "request";
