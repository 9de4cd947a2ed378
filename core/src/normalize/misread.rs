//! Members that a tool's shape does not know, and the envelope takes for members of its own.
//!
//! What nobody knows is kept under its name. Where that name makes an answer look like
//! another one, or its value is none that the name can have there, a sound document would
//! become an envelope that is not; so such a member is left out, and that is told.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::dialect::Adapter as _;
use crate::dialect::unified::{ANSWERS, Unified};
use crate::envelope::DATA;
use crate::envelope::sign::choose;
use crate::json::{Key, Kind, Node, Pointer, Value};
use crate::origin::reread;
use crate::validate::{Found, Place, Seen, located, outcomes, walk};

/// How often they are looked for: where one is left out, the rest may have another shape.
pub(super) const ROUNDS: usize = 4;

/// Whether a document may have such members: it is sound, and something in it has a name
/// that its shape does not know.
pub(super) fn may_be_in(seen: &Seen<'_>, found: &[Found]) -> bool {
    let has_some = seen.has_strangers || !seen.unknown.is_empty();
    has_some && !found.iter().any(Found::is_error)
}

/// Where they are in the text of an envelope that was made of such a document, which has
/// these members that its shape does not know. Time as of a validation.
pub(super) fn places_in(text: &str, strangers: &[Key<'_>]) -> Vec<Pointer> {
    let Some(document) = reread(text) else {
        return Vec::new();
    };
    let root = document.root();
    let mut seen = walk(root, Unified.documents());
    outcomes(&mut seen, root, Unified.convention_of(root));
    seen.found.retain(Found::is_error);
    if seen.found.is_empty() {
        return Vec::new();
    }
    let telling = telling_another(root, strangers);
    if !telling.is_empty() {
        return telling;
    }
    located(&document, &mut seen.found);
    let strangers: BTreeSet<Cow<'_, str>> = strangers.iter().map(|key| key.as_str()).collect();
    let places = seen
        .found
        .into_iter()
        .filter_map(|found| match found.place {
            // What is missing is missing because of what is there.
            Place::Pointer(place) if found.missing.is_some() => stranger_at(&place, &strangers),
            Place::Pointer(place) => Some(place),
            Place::Order(_) => None,
        });
    let mut places: Vec<Pointer> = places
        // By its answer an envelope is of one version or the other.
        .filter(|place| place.as_str() != "/data")
        .collect();
    places.dedup();
    places
}

/// The stranger in an answer that a place is in.
fn stranger_at(place: &Pointer, strangers: &BTreeSet<Cow<'_, str>>) -> Option<Pointer> {
    let mut tokens = place.tokens();
    let name = tokens
        .next()
        .filter(|name| name == DATA)
        .and(tokens.next())?;
    let is_one = strangers.contains(&name);
    is_one.then(|| Pointer::root().child(DATA).child(&name))
}

/// Strangers that make the answer of an envelope look like another one: the first that does so
/// alone, or else all whose names the shape of that answer has, if they do so together.
fn telling_another(root: Node<'_>, strangers: &[Key<'_>]) -> Vec<Pointer> {
    let data = root.get(DATA).filter(|data| data.kind() == Kind::Object);
    let Some((data, shape)) = data.and_then(|data| Some((data, choose(&ANSWERS, data)?))) else {
        return Vec::new();
    };
    let mut value = data.to_value();
    let names = shape.fields.iter().map(|field| field.name);
    let names: Vec<&str> = names
        .filter(|name| value.get(name).is_some() && strangers.iter().any(|key| key.is(name)))
        .collect();
    let is_same = |value: &Value| choose(&ANSWERS, value) == Some(shape);
    let one = names.iter().find(|name| {
        let taken = value
            .as_object_mut()
            .and_then(|members| members.remove(name));
        let is_enough = !is_same(&value);
        if let (Some(members), Some(taken)) = (value.as_object_mut(), taken) {
            members.insert(**name, taken);
        }
        is_enough
    });
    if let Some(members) = value.as_object_mut() {
        members.retain(|name, _| !names.contains(&name));
    }
    let telling = match one {
        Some(one) => core::slice::from_ref(one),
        None if is_same(&value) => &[],
        None => &names,
    };
    let place = |name: &&str| Pointer::root().child(DATA).child(name);
    telling.iter().map(place).collect()
}
