//! `TextEdit`, `TextEdit[]`, `TextDocumentEdit` and `WorkspaceEdit` (LSP 3.17).
//!
//! Lines and columns from 0, columns in UTF-16 code units unless the client and the
//! server agreed on another encoding; a byte order mark is no text of an editor.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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
    } else if let Some(changes) = optional(node, "documentChanges") {
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
    for ask in &mut asked.files {
        ask.counting = Counting {
            terminators: LineTerminators::Lsp,
            bom: BomPolicy::Strip,
            encoding: Some(encoding.unwrap_or(PositionEncoding::Utf16)),
        };
    }
    Ok(asked)
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
    let [range, new, snippet] = found(node, ["range", "newText", "snippet"]);
    if snippet.is_some() {
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
