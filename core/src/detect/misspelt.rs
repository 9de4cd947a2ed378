//! Which dialect a document would be of if the names of its members were spelt right.
//!
//! A document that is refused stays refused: nobody knows that the names are misspelt.
//! It is tried with each name that is near one of a dialect's own spelt like that, and
//! the dialect that knows it then is worth telling.

use alloc::string::String;
use alloc::vec::Vec;

use super::likeliest;
use crate::dialect::{self, Adapter};
use crate::document_error::DocumentError;
use crate::envelope::shape::{Shape, Type};
use crate::error::Error;
use crate::json::{Document, Kind, Node, Object, Value, write_compact};
use crate::origin::reread;
use crate::rule;

/// Most members of a document whose names are looked at.
const MEMBERS: u64 = 64;

/// Most bytes of a document: it is read again with each spelling that is tried.
const BYTES: usize = 1 << 20;

/// So many names are tried for each that is misspelt: two may be as near.
const TURNS: usize = 3;

/// So many documents of a text are looked at: the others have the same names.
const DOCUMENTS: u64 = 16;

/// A name of a document, and the one that may be meant.
type Spelling = (String, String);

/// Adds to a refusal of a document, which has this number in its text, what would be
/// recognised instead.
pub(crate) fn told(error: Error, document: &Document<'_>, number: Option<u64>) -> Error {
    match error {
        Error::Document(DocumentError::NotRecognised {
            nearest,
            misspelt,
            place,
        }) if number.is_none_or(|number| number < DOCUMENTS) => {
            let (nearest, misspelt) = match meant(document.root()) {
                Some((dialect, spellings)) => (Some(dialect.into()), spellings),
                None => (nearest, misspelt),
            };
            Error::Document(DocumentError::NotRecognised {
                nearest,
                misspelt,
                place,
            })
        }
        error => error,
    }
}

/// The dialect that needs the fewest corrections, with them; nothing if two need as few.
fn meant(root: Node<'_>) -> Option<(&'static str, Vec<Spelling>)> {
    if root.kind() != Kind::Object || root.len() > MEMBERS || root.raw().len() > BYTES {
        return None;
    }
    let members = root.members();
    let names: Vec<String> = members.map(|(key, _)| key.as_str().into_owned()).collect();
    let mut first: Option<(&'static str, Vec<Spelling>)> = None;
    let mut rival = false;
    for adapter in dialect::all() {
        for turn in 0..TURNS {
            let spellings = corrections(adapter, &names, turn);
            if spellings.is_empty() {
                break;
            }
            let text = corrected(root, &spellings);
            let document = reread(&text);
            let one = document.and_then(|document| Some(likeliest(document.root()).first?.0));
            if one.is_none_or(|one| one.name() != adapter.name()) {
                continue;
            }
            let fewest = first.as_ref().map_or(usize::MAX, |(_, one)| one.len());
            if spellings.len() < fewest {
                first = Some((adapter.name(), spellings));
                rival = false;
            } else {
                rival |= spellings.len() == fewest;
            }
        }
    }
    first.filter(|_| !rival)
}

/// Which names are near one that a dialect has and the document lacks: the nearest at the
/// first turn, the next one at the second.
fn corrections(adapter: &dyn Adapter, names: &[String], turn: usize) -> Vec<Spelling> {
    let mut shapes = Vec::new();
    shapes_of(adapter.documents(), &mut shapes);
    let fields = || shapes.iter().flat_map(|shape| shape.fields.iter());
    let lacks = |name: &str| names.iter().all(|other| other != name);
    let mut spellings: Vec<Spelling> = Vec::new();
    for name in names {
        if fields().any(|field| field.name == name) {
            continue;
        }
        let absent = || fields().map(|field| field.name).filter(|name| lacks(name));
        let mut nearer = Vec::new();
        let mut next = rule::nearest(name, absent());
        while let Some(meant) = next {
            if nearer.len() == turn {
                spellings.push((name.clone(), meant.into()));
                break;
            }
            nearer.push(meant);
            next = rule::nearest(name, absent().filter(|name| !nearer.contains(name)));
        }
    }
    // Two names that may mean one member: a person must choose.
    let all = spellings.clone();
    spellings.retain(|(_, meant)| all.iter().filter(|(_, other)| other == meant).count() == 1);
    spellings
}

/// The shapes that a document of this type can have.
fn shapes_of(ty: &'static Type, into: &mut Vec<&'static Shape>) {
    match ty {
        Type::Record(shape) => into.push(shape),
        Type::Choice(shapes) => into.extend_from_slice(shapes),
        Type::OneOf(types) => types.iter().for_each(|ty| shapes_of(ty, into)),
        _ => {}
    }
}

/// The text of an object with other names.
fn corrected(root: Node<'_>, spellings: &[Spelling]) -> String {
    let members = root.members().map(|(key, value)| {
        let name = key.as_str();
        let right = spellings.iter().find(|(wrong, _)| *wrong == name);
        let name = right.map_or(name.into_owned(), |(_, right)| right.clone());
        (name, value.to_value())
    });
    let members: Object = members.collect();
    write_compact(&Value::Object(members))
}
