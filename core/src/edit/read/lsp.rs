//! `TextEdit`, `TextEdit[]`, `TextDocumentEdit` and `WorkspaceEdit` (LSP 3.17).
//!
//! Lines and columns from 0, columns in UTF-16 code units unless the client and the
//! server agreed on another encoding; a byte order mark is no text of an editor.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::strangers::{foreign, unguarded};
use super::{count, items, meant, optional, required, text, wrong};
use crate::edit::ask::{Ask, Asked, Complaint, Counting};
use crate::edit::edits::{ReadEdit, ReadPlace};
use crate::edit::error::EditError;
use crate::edit::options::EditFormat;
use crate::json::{Kind, Node, Pointer};
use crate::source::uri::path_of;
use crate::text::{BomPolicy, LineTerminators, Position, PositionEncoding};

pub(super) fn read(
    node: Node<'_>,
    encoding: Option<PositionEncoding>,
) -> Result<Asked<'_>, EditError> {
    let mut asked = Asked {
        format: EditFormat::Lsp,
        files: Vec::new(),
        execution_id: None,
        notes: Vec::new(),
    };
    let root = node.pointer();
    if let Some(annotations) = optional(node, "changeAnnotations") {
        asked.notes = unconfirmed(annotations);
    }
    if node.kind() == Kind::Array {
        asked.files.push(list(None, root.clone(), root, node)?);
    } else if let Some(changes) = document_changes(node) {
        // Clients that know versions take these and leave `changes`.
        let here = root.child("documentChanges");
        for (at, change) in (0..).zip(items(changes)?) {
            asked.files.push(document(change, here.item(at))?);
        }
    } else if let Some(changes) = optional(node, "changes") {
        if changes.kind() != Kind::Object {
            return Err(wrong(changes, "an object"));
        }
        let all = root.child("changes");
        for (uri, edits) in changes.members() {
            let uri = uri.as_str();
            let here = all.child(&uri);
            let path = path_of(&uri);
            asked
                .files
                .push(list(Some(path), here.clone(), here, edits)?);
        }
    } else if node.get("textDocument").is_some() {
        asked.files.push(document(node, root)?);
    } else {
        let mut edits = node.get("edits").into_iter().flat_map(Node::items);
        if let Some(wrong) = edits.find_map(meant::by_bytes) {
            return Err(wrong);
        }
        let mut ask = Ask::new(None, root.clone(), root);
        ask.single = true;
        ask.edits.push(edit(node)?);
        asked.files.push(ask);
    }
    strange(node, &node.pointer(), &mut asked.notes)?;
    for ask in &mut asked.files {
        ask.counting = Counting {
            terminators: LineTerminators::Lsp,
            bom: BomPolicy::Strip,
            encoding: Some(encoding.unwrap_or(PositionEncoding::Utf16)),
        };
    }
    Ok(asked)
}

/// The changes of documents with their versions; an empty list is none, where there are others.
fn document_changes(node: Node<'_>) -> Option<Node<'_>> {
    let changes = optional(node, "documentChanges")?;
    let others = optional(node, "changes").filter(|others| !others.is_empty());
    (!changes.is_empty() || others.is_none()).then_some(changes)
}

/// What somebody has to be asked about before it is made (`ChangeAnnotation`).
fn unconfirmed(annotations: Node<'_>) -> Vec<Complaint> {
    let asks = |annotation: Node<'_>| {
        let asked = annotation.get("needsConfirmation").and_then(Node::as_bool);
        asked == Some(true)
    };
    let here = annotations.pointer();
    let asking = (annotations.members()).filter(|(_, annotation)| asks(*annotation));
    asking
        .map(|(id, annotation)| {
            let id = id.as_str();
            let pointer = here.child(&id);
            let label = annotation.get("label").and_then(Node::as_str);
            let name = label.unwrap_or(id);
            Complaint::advice(
                "EDIT_CONFIRMATION",
                pointer,
                alloc::format!("`{name}` asks to be confirmed before it is made"),
            )
        })
        .collect()
}

/// A `TextDocumentEdit` that stands `here`; a file operation is refused.
fn document(node: Node<'_>, here: Pointer) -> Result<Ask<'_>, EditError> {
    if let Some(kind) = optional(node, "kind") {
        return Err(EditError::Unsupported {
            pointer: node.pointer().to_string(),
            what: alloc::format!("the file operation {}", kind.to_canonical()),
        });
    }
    let document = required(node, "textDocument", "an object")?;
    let path = path_of(&text(required(document, "uri", "a string")?)?);
    let edits = required(node, "edits", "an array")?;
    let there = here.child("edits");
    list(Some(path), here, there, edits)
}

/// What each kind of object may have.
const OF_WORKSPACE: [&str; 3] = ["changes", "documentChanges", "changeAnnotations"];
const OF_DOCUMENT: [&str; 2] = ["textDocument", "edits"];
const OF_EDIT: [&str; 4] = ["range", "newText", "annotationId", "insertTextFormat"];

/// Says which members of a request, which stands `here`, are not known.
fn strange(node: Node<'_>, here: &Pointer, notes: &mut Vec<Complaint>) -> Result<(), EditError> {
    let mut tell = |node: Node<'_>, here: &dyn Fn() -> Pointer, known: &[&str]| {
        foreign(node, here, known, EditFormat::Lsp, notes)
    };
    let mut lists: Vec<(Pointer, Node<'_>)> = Vec::new();
    let changed = document_changes(node).into_iter().flat_map(Node::items);
    if let Some(documents) = document_changes(node) {
        tell(node, &|| here.clone(), &OF_WORKSPACE)?;
        let all = here.child("documentChanges");
        for (at, document) in (0..).zip(documents.items()) {
            tell(document, &|| all.item(at), &OF_DOCUMENT)?;
            let list = document.get("edits");
            lists.extend(list.map(|list| (all.item(at).child("edits"), list)));
        }
    } else if let Some(changes) = optional(node, "changes") {
        tell(node, &|| here.clone(), &OF_WORKSPACE)?;
        let all = here.child("changes");
        let members = changes.members();
        lists.extend(members.map(|(uri, list)| (all.child(&uri.as_str()), list)));
    } else if node.get("textDocument").is_some() {
        tell(node, &|| here.clone(), &OF_DOCUMENT)?;
        let list = node.get("edits");
        lists.extend(list.map(|list| (here.child("edits"), list)));
    } else if node.kind() == Kind::Array {
        lists.push((here.clone(), node));
    } else {
        tell(node, &|| here.clone(), &OF_EDIT)?;
    }
    for document in [Some(node)].into_iter().flatten().chain(changed) {
        if let Some(text) = document.get("textDocument") {
            unguarded(text, &|| text.pointer(), &[], EditFormat::Lsp)?;
        }
    }
    for (here, list) in lists {
        for (at, edit) in (0..).zip(list.items()) {
            tell(edit, &|| here.item(at), &OF_EDIT)?;
        }
    }
    Ok(())
}

/// The edits of one file, which stand at `there` in the part of the request `here`.
fn list(
    path: Option<String>,
    here: Pointer,
    there: Pointer,
    edits: Node<'_>,
) -> Result<Ask<'_>, EditError> {
    let mut ask = Ask::new(path.map(Cow::Owned), here, there);
    for one in items(edits)? {
        ask.edits.push(edit(one)?);
    }
    Ok(ask)
}

/// The members of these names.
fn found<'d, const N: usize>(node: Node<'d>, names: [&str; N]) -> [Option<Node<'d>>; N] {
    let mut found = [None; N];
    for (key, value) in node.members() {
        let named = names.iter().zip(&mut found).find(|(name, _)| key.is(name));
        if let Some((_, slot)) = named {
            *slot = Some(value);
        }
    }
    found
}

fn edit<'d>(node: Node<'d>) -> Result<ReadEdit<'d>, EditError> {
    // One pass over each object: a request may have very many.
    let [range, new, snippet, format] =
        found(node, ["range", "newText", "snippet", "insertTextFormat"]);
    // The member of LSP 3.18, or the word that rust-analyzer has for it.
    if snippet.is_some() || format.is_some_and(|format| format.is_written("2")) {
        return Err(EditError::Unsupported {
            pointer: node.pointer().to_string(),
            what: "a snippet, which is no text".to_owned(),
        });
    }
    let there = |found: Option<Node<'d>>, node: Node<'d>, key, expected| {
        found.map_or_else(|| required(node, key, expected), Ok)
    };
    if range.is_none()
        && let Some(wrong) = meant::by_bytes(node)
    {
        return Err(wrong);
    }
    let range = there(range, node, "range", "an object")?;
    let [start, end] = found(range, ["start", "end"]);
    let place = |found_here, key| -> Result<Position, EditError> {
        let place = there(found_here, range, key, "an object")?;
        let [line, character] = found(place, ["line", "character"]);
        let number =
            |found, key| count(there(found, place, key, "an integer from 0 to 2147483647")?);
        Ok(Position::new(
            number(line, "line")?,
            number(character, "character")?,
        ))
    };
    let new = text(there(new, node, "newText", "a string")?)?;
    Ok(ReadEdit {
        place: ReadPlace::Lines(place(start, "start")?, place(end, "end")?),
        new: match new {
            Cow::Borrowed(new) => Cow::Borrowed(new.as_bytes()),
            Cow::Owned(new) => Cow::Owned(new.into_bytes()),
        },
        well_formed: true,
        expected: None,
        checksum: None,
    })
}
