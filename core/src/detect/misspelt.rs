//! Which dialect a document would be of if the names of its members were spelt right.
//!
//! A document that is refused stays refused: nobody knows that the names are misspelt.
//! It is tried with each name that is near one of a dialect's own spelt like that, and
//! the dialect that knows it then is worth telling.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::likeliest;
use super::wrapped::wrapped;
use crate::dialect::{self, Adapter};
use crate::document_error::DocumentError;
use crate::envelope::shape::{Field, Shape, Type};
use crate::error::Error;
use crate::json::{Array, Document, Kind, Node, Object, Value, write_compact};
use crate::origin::reread;
use crate::rule::Letters;
use crate::validate::shape_of;

/// Most members of a document that is looked at.
const MEMBERS: usize = 64;

/// Elements of a list that tell what it is, besides the first ones of their kind: what
/// detection asks of the others is which kind they are of and which members they have.
const ELEMENTS: usize = 3;

/// Levels that are looked at, and values on all of them.
const LEVELS: usize = 8;
const VALUES: usize = 4_000;

/// Code points of a string that are looked at.
const CODE_POINTS: usize = 256;

/// So many names are tried for each that is misspelt: two may be as near.
const TURNS: usize = 3;

/// So many documents of a text are looked at: the others have the same names.
const DOCUMENTS: u64 = 16;

/// A name of a document, and the one that may be meant.
type Spelling = (String, String);

/// Adds to a refusal of a document, which has this number in its text, what would be
/// recognised instead.
pub(crate) fn with_likely_names(
    error: Error,
    document: &Document<'_>,
    number: Option<u64>,
) -> Error {
    match error {
        Error::Document(DocumentError::NotRecognised {
            nearest,
            misspelt,
            missing: _,
            place,
        }) if number.is_none_or(|number| number < DOCUMENTS) => {
            let meant = meant(document.root());
            if meant.is_none()
                && let Some((string, dialect)) = wrapped(document.root())
            {
                let place = Box::new(string.place());
                return DocumentError::Wrapped { dialect, place }.into();
            }
            let (nearest, misspelt) = match meant {
                Some((dialect, spellings)) => (Some(dialect.into()), spellings),
                None => (nearest, misspelt),
            };
            let missing = match &nearest {
                Some(name) if misspelt.is_empty() => missing(name, document.root()),
                _ => Vec::new(),
            };
            Error::Document(DocumentError::NotRecognised {
                nearest,
                misspelt,
                missing,
                place,
            })
        }
        error => error,
    }
}

/// Members that an object lacks to be a document of a dialect; nothing if it has fewer of such a
/// document than it lacks.
fn missing(dialect: &str, root: Node<'_>) -> Vec<String> {
    let adapter = dialect::find(dialect).ok();
    let Some(shape) = adapter.and_then(|adapter| shape_of(adapter.documents(), root)) else {
        return Vec::new();
    };
    let is_there = |field: &&Field| root.get(field.name).is_some();
    let known = shape.fields.iter().filter(is_there).count();
    let missing: Vec<&Field> = shape.required().filter(|it| !is_there(it)).collect();
    if known < missing.len() {
        return Vec::new();
    }
    missing.iter().map(|field| field.name.into()).collect()
}

/// The dialect that needs the fewest letters corrected, with the corrections; nothing if two
/// need as few.
fn meant(root: Node<'_>) -> Option<(&'static str, Vec<Spelling>)> {
    if root.kind() != Kind::Object || root.len() > MEMBERS as u64 {
        return None;
    }
    let Value::Object(members) = head(root, LEVELS, &mut VALUES.clone()) else {
        return None;
    };
    let mut first: Option<(usize, &'static str, Vec<Spelling>)> = None;
    let mut rival = false;
    for adapter in dialect::all() {
        let Some((letters, spellings)) = corrections(adapter, &members) else {
            continue;
        };
        let fewest = first.as_ref().map_or(usize::MAX, |(letters, ..)| *letters);
        if letters < fewest {
            first = Some((letters, adapter.name(), spellings));
            rival = false;
        } else {
            rival |= letters == fewest;
        }
    }
    let (_, dialect, spellings) = first.filter(|_| !rival)?;
    Some((dialect, spellings))
}

/// The corrections that make an object one of a dialect, and how many letters they change.
/// None of them could be left out.
fn corrections(adapter: &dyn Adapter, members: &Object) -> Option<(usize, Vec<Spelling>)> {
    let near = near(adapter, members);
    let most = near.iter().map(|(_, all)| all.len()).max().unwrap_or(0);
    let is_one = |spellings: &[&Near<'_>]| {
        let text = corrected(members, spellings);
        let document = reread(&text);
        let one = document.and_then(|document| Some(likeliest(document.root()).first?.0));
        one.is_some_and(|one| one.name() == adapter.name())
    };
    for turn in 0..most.min(TURNS) {
        let chosen = near
            .iter()
            .filter_map(|(_, all)| all.get(turn).or(all.last()));
        let chosen: Vec<&Near<'_>> = chosen.collect();
        // Two names that may mean one member: a person must choose.
        let is_alone = |one: &&Near<'_>| {
            let same = chosen.iter().filter(|other| other.meant == one.meant);
            same.count() == 1
        };
        let mut needed: Vec<&Near<'_>> = chosen.iter().copied().filter(is_alone).collect();
        if needed.is_empty() || !is_one(&needed) {
            continue;
        }
        let mut at = 0;
        while at < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            if is_one(&fewer) {
                needed = fewer;
            } else {
                at += 1;
            }
        }
        let letters = needed.iter().map(|one| one.letters).sum();
        let spellings = needed.iter().map(|one| (one.name.into(), one.meant.into()));
        return Some((letters, spellings.collect()));
    }
    None
}

/// A name that a dialect has, near one that a document has.
struct Near<'o> {
    letters: usize,
    meant: &'static str,
    name: &'o str,
}

/// For each name that a dialect does not know those that are near and not there, the
/// nearest first.
fn near<'o>(adapter: &dyn Adapter, members: &'o Object) -> Vec<(&'o str, Vec<Near<'o>>)> {
    let mut shapes = Vec::new();
    shapes_of(adapter.documents(), &mut shapes);
    let fields = shapes.iter().flat_map(|shape| shape.fields);
    let known: BTreeSet<&'static str> = fields.map(|field| field.name).collect();
    let unknown = members.keys().filter(|name| !known.contains(name));
    let absent = known.iter().filter(|name| !members.contains_key(name));
    let absent: Vec<Letters<'static>> = absent.map(|name| Letters::of(name)).collect();
    let near = unknown.map(|name| {
        let unknown = Letters::of(name);
        let all = absent.iter().filter_map(|candidate| {
            let letters = unknown.between(candidate)?;
            let meant = candidate.name;
            Some(Near {
                letters,
                meant,
                name,
            })
        });
        let mut all: Vec<Near<'_>> = all.collect();
        all.sort_unstable_by_key(|one| (one.letters, one.meant));
        (name, all)
    });
    near.filter(|(_, all)| !all.is_empty()).collect()
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
fn corrected(members: &Object, spellings: &[&Near<'_>]) -> String {
    let members = members.iter().map(|(name, value)| {
        let right = spellings.iter().find(|one| one.name == name);
        let name = right.map_or(name, |one| one.meant);
        (String::from(name), value.clone())
    });
    let members: Object = members.collect();
    write_compact(&Value::Object(members))
}

/// As much of a value as tells what it is, of so many levels and values.
fn head(node: Node<'_>, levels: usize, values: &mut usize) -> Value {
    *values = values.saturating_sub(1);
    if levels == 0 || *values == 0 {
        return Value::Null;
    }
    match node.kind() {
        Kind::Array => {
            let (mut kinds, mut layouts) = (Vec::new(), BTreeSet::new());
            let mut array = Array::new();
            for (at, item) in node.items().enumerate() {
                let is_new = match (item.kind(), item.layout()) {
                    // One that has a key twice is like no other.
                    (Kind::Object, 0) => true,
                    (Kind::Object, layout) => layouts.insert(layout),
                    (kind, _) => {
                        !kinds.contains(&kind) && {
                            kinds.push(kind);
                            true
                        }
                    }
                };
                if *values == 0 {
                    break;
                }
                if at < ELEMENTS || is_new {
                    array.push(head(item, levels - 1, values));
                }
            }
            Value::Array(array)
        }
        Kind::Object => {
            let mut object = Object::new();
            for (key, value) in node.members() {
                if *values == 0 {
                    break;
                }
                object.insert(key.as_str().into_owned(), head(value, levels - 1, values));
            }
            Value::Object(object)
        }
        Kind::String => {
            let text = node.as_str().unwrap_or_default();
            Value::String(text.chars().take(CODE_POINTS).collect())
        }
        _ => node.to_value(),
    }
}
