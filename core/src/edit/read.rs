//! A request is read: which shape it has, told by its members, and what stands
//! between the document and the request. The shapes have a file each.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::ask::Asked;
use super::error::EditError;
use super::options::{EditFormat, EditOptions};
use crate::envelope::request::{DONE, DONE_BY};
use crate::error::Error;
use crate::json::{Document, Key, Kind, Node, Pointer};

mod artifact;
mod bytes;
mod fix;
mod lsp;
mod meant;
mod sarif;
mod sarif_names;
mod strangers;

use strangers::OF_EDIT;

/// Reads the part of a document that is the request.
pub(super) fn request<'d>(
    document: &'d Document<'_>,
    options: &EditOptions<'_>,
) -> Result<Asked<'d>, Error> {
    let node = match &options.at {
        Some(pointer) => document.find(pointer)?,
        None => document.root(),
    };
    let format = match options.format {
        Some(format) => format,
        None => format_of(node)?,
    };
    let asked = match format {
        EditFormat::Canonical | EditFormat::Llmtransform | EditFormat::LlmtransformSeed => {
            bytes::read(node, format)
        }
        EditFormat::Lsp if is_in_snippet(document, options) => Err(EditError::Unsupported {
            pointer: node.pointer().to_string(),
            what: "a snippet, which is no text".into(),
        }),
        EditFormat::Lsp => lsp::read(node, options.encoding),
        EditFormat::Sarif => sarif::read(document, node, options.encoding),
    };
    Ok(asked?)
}

/// Whether the part that is named is the edit of a completion which says that its text is a
/// snippet, or whose list says it of all that say nothing.
fn is_in_snippet(document: &Document<'_>, options: &EditOptions<'_>) -> bool {
    let above = |at: &str| Some(at.rsplit_once('/')?.0.to_string());
    let format_at = |item: &str| document.find(item).ok()?.get("insertTextFormat");
    let at = options.at.as_ref().filter(|at| at.ends_with("/textEdit"));
    let format = at.and_then(|at| above(at)).and_then(|item| {
        let of_list = || {
            let list = above(&above(&item)?)?;
            format_at(&(list + "/itemDefaults"))
        };
        format_at(&item).or_else(of_list)
    });
    format.is_some_and(|format| format.is_written("2"))
}

/// A list of LSP's `TextEdit` whose edits come by another way.
pub(super) fn plain_list<'d>(node: Node<'d>, options: &EditOptions<'_>) -> Option<Asked<'d>> {
    let asked = lsp::read(node, options.encoding).ok()?;
    (node.kind() == Kind::Array && node.is_empty()).then_some(asked)
}

/// A request of our own, for one file, whose edits come by another way. Nothing, if
/// it has other members than those.
pub(super) fn plain_request(node: Node<'_>) -> Option<Asked<'_>> {
    bytes::read_plain(node)
}

/// The shape whose members are there. Nothing is told by what is absent.
fn format_of(node: Node<'_>) -> Result<EditFormat, EditError> {
    let mut shapes = Vec::new();
    signs(node, &mut shapes);
    if let Some(data) = node.get("data")
        && node.get("schema_version").is_some()
    {
        signs(data, &mut shapes);
    }
    // Which two are named must not depend on the order of members.
    shapes.sort_unstable();
    shapes.dedup();
    let [first, ref others @ ..] = shapes[..] else {
        let answer = || answered(node).map(|sign| (node.pointer().to_string(), sign));
        return Err(match (misplaced(node), answer()) {
            (Some(error), _) => error,
            (None, Some((pointer, sign))) => EditError::Answer { pointer, sign },
            (None, None) => EditError::UnknownFormat {
                pointer: node.pointer().to_string(),
                meant: meant::sign(node),
                inner: inner(node).map(|inner| inner.to_string()),
            },
        });
    };
    match others.first() {
        Some(second) => Err(EditError::MixedFormats {
            pointer: node.pointer().to_string(),
            first: first.as_str(),
            second: second.as_str(),
        }),
        None => Ok(first),
    }
}

/// What is wrong in every shape: edits that are no list, and one that is no object.
fn misplaced(node: Node<'_>) -> Option<EditError> {
    let edits = match node.kind() {
        Kind::Array => node,
        _ => optional(node, "edits")?,
    };
    if edits.kind() != Kind::Array {
        return Some(wrong(edits, "an array"));
    }
    let mut items = edits.items();
    let other = items.find(|item| item.kind() != Kind::Object)?;
    Some(wrong(other, "an object"))
}

/// Members that one shape has and no other.
fn signs(node: Node<'_>, found: &mut Vec<EditFormat>) {
    if node.kind() == Kind::Array {
        // What is to be done if nothing is, in the one shape that is a list.
        if node.is_empty() {
            found.push(EditFormat::Lsp);
        }
        for item in node.items() {
            signs_of_edit(item, found);
        }
        return;
    }
    let has = |key| node.get(key).is_some();
    if has("changes") || has("documentChanges") || has("textDocument") {
        found.push(EditFormat::Lsp);
    }
    if ["runs", "artifactChanges", "replacements", "fixes"]
        .into_iter()
        .any(has)
    {
        found.push(EditFormat::Sarif);
    }
    if has("files") {
        found.push(EditFormat::Canonical);
    }
    signs_of_edit(node, found);
    signs_of_edits(node, found);
    // What our own requests say of the file would be passed over in another shape.
    let is_foreign = |format: &EditFormat| matches!(format, EditFormat::Lsp | EditFormat::Sarif);
    if found.iter().any(is_foreign) && OF_REQUEST.into_iter().any(has) {
        found.push(EditFormat::Canonical);
    }
}

/// What only our own requests say, beside their edits.
const OF_REQUEST: [&str; 7] = [
    "expected_checksum",
    "expected_final_checksum",
    "unchecked",
    "partial",
    "relocate",
    "base_text",
    "eol",
];

/// The same of its list of edits.
fn signs_of_edits(node: Node<'_>, found: &mut Vec<EditFormat>) {
    let has = |key| node.get(key).is_some();
    let Some(edits) = node
        .get("edits")
        .filter(|edits| edits.kind() == Kind::Array)
    else {
        if has("expected_checksum") && !has("files") {
            found.push(of_checksum(node));
        }
        return;
    };
    let before = found.len();
    for edit in edits.items() {
        signs_of_edit(edit, found);
    }
    let silent = found.len() == before;
    if silent && edits.is_empty() && !has("textDocument") && answered(node).is_none() {
        found.push(of_checksum(node));
    }
}

/// The member that shows an object with edits to be what llmtransform answered: each edit has a
/// verdict there, and no text.
fn answered(node: Node<'_>) -> Option<&'static str> {
    let is_there = |name: &&&str| node.get(name).is_some();
    let sign = DONE_BY.iter().find(is_there).copied();
    sign.filter(|_| DONE.is_on(node) && is_there(&&"edits"))
}

/// A request without edits: digits without a name are llmtransform's.
fn of_checksum(node: Node<'_>) -> EditFormat {
    let stated = node.get("expected_checksum").and_then(Node::as_str);
    match stated {
        Some(stated) if !stated.contains(':') => EditFormat::Llmtransform,
        _ => EditFormat::Canonical,
    }
}

/// The same of one edit: the name of its new text tells.
fn signs_of_edit(node: Node<'_>, found: &mut Vec<EditFormat>) {
    // A guard of ours proves nothing in another shape; of what was answered it is no sign.
    let is_answer = node.get("status").is_some();
    let named = |key: Key<'_>| {
        Some(match key.as_str().as_ref() {
            "replacement" => EditFormat::Llmtransform,
            "new_content" => EditFormat::LlmtransformSeed,
            "newText" => EditFormat::Lsp,
            "deletedRegion" => EditFormat::Sarif,
            "new_text" | "new_base64" => EditFormat::Canonical,
            name if OF_EDIT.contains(&name) && !is_answer => EditFormat::Canonical,
            _ => return None,
        })
    };
    let texts = || {
        let members = node.members();
        members.filter_map(|(key, value)| Some((named(key)?, value.is_null())))
    };
    // Beside a text a null is no second one; alone it is the text that is missing.
    let is_said = texts().any(|(_, is_null)| !is_null);
    for (format, is_null) in texts() {
        let is_nothing = is_said && is_null;
        if !is_nothing && !found.contains(&format) {
            found.push(format);
        }
    }
}

/// So many elements are looked into for a request.
const FEW: usize = 16;

/// A part of a document that is a request, where the document is none.
fn inner(node: Node<'_>) -> Option<Pointer> {
    const NAMES: [&str; 3] = ["edit", "result", "fix"];
    let of = |object: Node<'_>| {
        let parts = NAMES
            .iter()
            .filter_map(|name| Some((name, object.get(name)?)));
        let mut parts = parts.filter(|(_, part)| {
            let mut shapes = Vec::new();
            signs(*part, &mut shapes);
            !shapes.is_empty()
        });
        parts.next().map(|(name, _)| object.pointer().child(name))
    };
    // A list of code actions has one in each.
    of(node).or_else(|| node.items().take(FEW).find_map(of))
}

/// A member that must be there. If it is not, that is said of what lacks it, or of the name that
/// is meant for it.
fn required<'d>(node: Node<'d>, key: &str, expected: &str) -> Result<Node<'d>, EditError> {
    node.get(key).ok_or_else(|| match meant::name(node, key) {
        Some(name) => meant::misnamed(node, &name, key),
        None => invalid(&node.pointer(), &alloc::format!("`{key}`, {expected}")),
    })
}

/// A member that may be absent or `null`.
fn optional<'d>(node: Node<'d>, key: &str) -> Option<Node<'d>> {
    node.get(key).filter(|node| !node.is_null())
}

/// The elements of a list.
fn items(node: Node<'_>) -> Result<impl Iterator<Item = Node<'_>>, EditError> {
    if node.kind() == Kind::Array {
        Ok(node.items())
    } else {
        Err(wrong(node, "an array"))
    }
}

/// What an offset is.
const OFFSET: &str = "an integer from 0 to 9007199254740991";

fn count(node: Node<'_>) -> Result<u64, EditError> {
    node.as_u64_safe()
        .map(|number| number.value)
        .map_err(|_| wrong(node, OFFSET))
}

fn text(node: Node<'_>) -> Result<Cow<'_, str>, EditError> {
    node.as_str().ok_or_else(|| wrong(node, "a string"))
}

/// The bytes of a text.
fn bytes_of(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

fn flag(node: Node<'_>, key: &str) -> Result<bool, EditError> {
    optional(node, key).map_or(Ok(false), |node| {
        node.as_bool().ok_or_else(|| wrong(node, "true or false"))
    })
}

fn wrong(node: Node<'_>, expected: &str) -> EditError {
    invalid(&node.pointer(), expected)
}

fn invalid(pointer: &Pointer, expected: &str) -> EditError {
    EditError::Invalid {
        pointer: pointer.to_string(),
        expected: expected.into(),
    }
}
