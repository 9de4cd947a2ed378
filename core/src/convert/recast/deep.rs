//! Ranges below the members of an answer that lists none where matches are looked for.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Home, LISTS, Moved, SYMBOL, is_record};
use crate::dialect::{Adapter, Records};
use crate::envelope::DATA;
use crate::json::{Array, Kind, Object, Pointer, Value};

/// How deep they are looked for: as deep as a document is by default.
const LEVELS: u32 = 128;

/// Members with what was not found, or could not be looked at: no ranges of it were.
const NOT_FOUND: [&str; 5] = ["unresolved", "failed", "errors", "warnings", "diagnostics"];

/// The text of the one symbol of an answer, which stands beside it.
const CONTENT: &str = "content";

/// The members of a match that may have its text.
const TEXTS: [&str; 4] = ["matched_text", "source", CONTENT, "snippet"];

/// Whether an object says what went wrong at its place.
fn tells_what_failed(object: &Object) -> bool {
    let says = |name: &str| object.get(name).map(Value::kind) == Some(Kind::String);
    says("message") || says("level") || says("severity")
}

/// Whether an answer has no list, and no symbol, that is looked at for matches already.
pub(super) fn may_hold(answer: &Object) -> bool {
    !has_list(answer) && !is_symbol(answer.get(SYMBOL))
}

fn is_symbol(value: Option<&Value>) -> bool {
    value.map(Value::kind) == Some(Kind::Object)
}

/// Whether an answer is about one symbol of which the target makes no match itself, or has other
/// matches beside it, and no list.
pub(super) fn is_about_symbol(answer: &Object, target: &dyn Adapter) -> bool {
    is_symbol(answer.get(SYMBOL))
        && !has_list(answer)
        && (!target.finds_symbol() || holds_beside_symbol(answer))
}

/// Whether an answer has a list that is looked at for matches already.
fn has_list(answer: &Object) -> bool {
    let is_list = |(name, _): &(&str, &str)| answer.get(name).map(Value::kind) == Some(Kind::Array);
    LISTS.iter().any(is_list)
}

/// Whether an answer about one symbol has matches in other members than that.
fn holds_beside_symbol(answer: &Object) -> bool {
    let path = path_of(answer);
    let mut others = answer.iter().filter(|(name, _)| *name != SYMBOL);
    others.any(|(name, value)| !NOT_FOUND.contains(&name) && holds(value, path, LEVELS))
}

/// Whether a match stands in a value, or anywhere below.
fn holds(value: &Value, path: PathAbove<'_>, levels: u32) -> bool {
    let Some(levels) = levels.checked_sub(1) else {
        return false;
    };
    match value {
        Value::Object(object) if tells_what_failed(object) => false,
        Value::Object(object) => {
            is_match(object, path) || {
                let path = path_of(object).or(path);
                let mut members = object.iter();
                members
                    .any(|(name, value)| !NOT_FOUND.contains(&name) && holds(value, path, levels))
            }
        }
        Value::Array(items) => items.iter().any(|item| holds(item, path, levels)),
        _ => false,
    }
}

/// The path that an object above some ranges says of them.
type PathAbove<'p> = Option<&'p str>;

impl Moved {
    /// The answer with a list of the matches that stand anywhere below its members. What stands
    /// beside them is told as lost at its place. Nothing if there are none.
    pub(super) fn deep(&mut self, mut answer: Object) -> Option<Object> {
        let path = path_of(&answer).map(ToOwned::to_owned);
        let here = Pointer::root().child(DATA);
        let mut found = Vec::new();
        let mut kept = Object::new();
        self.with_its_text(&mut answer);
        // What was asked about comes first.
        let symbol = answer
            .remove(SYMBOL)
            .map(|symbol| (SYMBOL.to_owned(), symbol));
        for (name, value) in symbol.into_iter().chain(answer) {
            if NOT_FOUND.contains(&&*name) {
                kept.insert(name, value);
                continue;
            }
            let at = here.child(&name);
            let rest = self.taken(value, &at, path.as_deref(), LEVELS, &mut found);
            kept.insert_some(name, rest);
        }
        if found.is_empty() {
            return None;
        }
        // It may count something else.
        let count = kept.get("count").and_then(Value::as_u64);
        if kept.contains_key("count") && count != Some(found.len() as u64) {
            kept.remove("count");
            self.dropped(here.child("count").to_string());
        }
        let other = kept.insert("matches", Value::Array(found.into()));
        if other.is_some_and(|other| !other.is_null()) {
            self.dropped(here.child("matches").to_string());
        }
        Some(kept)
    }

    /// Gives the symbol of an answer the text that stands beside it, if it has none.
    fn with_its_text(&mut self, answer: &mut Object) {
        let Some(text) = answer.get(CONTENT).and_then(Value::as_str) else {
            return;
        };
        let text = Value::from(text);
        let symbol = answer.get_mut(SYMBOL).and_then(Value::as_object_mut);
        let Some(symbol) = symbol else { return };
        let own = TEXTS.iter().find_map(|name| symbol.get(name));
        if own.is_some_and(|own| *own != text) {
            return;
        }
        if own.is_none() {
            symbol.insert(CONTENT, text);
            self.has_text = true;
        }
        answer.remove(CONTENT);
    }

    /// Moves the matches in a value to `found`. What is left of the value: all of it if there
    /// was no match, nothing otherwise.
    fn taken(
        &mut self,
        value: Value,
        at: &Pointer,
        path: PathAbove<'_>,
        levels: u32,
        found: &mut Vec<Value>,
    ) -> Option<Value> {
        let Some(levels) = levels.checked_sub(1) else {
            return Some(value);
        };
        let before = found.len();
        match value {
            Value::Object(object) if tells_what_failed(&object) => Some(object.into()),
            Value::Object(object) if is_match(&object, path) => {
                let to = format!("/{DATA}/matches/{}", found.len());
                let one = self.placed(object, at.to_string(), to, path);
                found.push(one);
                None
            }
            Value::Object(object) => {
                let own = path_of(&object).map(ToOwned::to_owned);
                let path = own.as_deref().or(path);
                let mut rest = Object::new();
                for (name, value) in object {
                    let left = if NOT_FOUND.contains(&&*name) {
                        Some(value)
                    } else {
                        self.taken(value, &at.child(&name), path, levels, found)
                    };
                    rest.insert_some(name, left);
                }
                if found.len() == before {
                    return Some(rest.into());
                }
                let said = rest.iter().filter(|(_, value)| !value.is_null());
                for (name, _) in said {
                    self.dropped(at.child(name).to_string());
                }
                None
            }
            Value::Array(items) => {
                let mut rest: Vec<(u64, Value)> = Vec::new();
                for (index, value) in (0u64..).zip(items.into_vec()) {
                    let left = self.taken(value, &at.item(index), path, levels, found);
                    rest.extend(left.map(|left| (index, left)));
                }
                if found.len() == before {
                    let rest: Array = rest.into_iter().map(|(_, value)| value).collect();
                    return Some(rest.into());
                }
                for (index, _) in rest {
                    self.dropped(at.item(index).to_string());
                }
                None
            }
            value => Some(value),
        }
    }

    /// A match, and where it was.
    fn placed(&mut self, mut object: Object, at: String, to: String, path: PathAbove<'_>) -> Value {
        if has_span(&object) {
            let home = Home {
                at,
                inner: "",
                around: Vec::new(),
                path: "file_path",
                name: "name",
                line: None,
                is_chunk: false,
                is_whole: true,
            };
            self.homes.insert(to, home);
            return object.into();
        }
        if let Some(path) = path
            && path_of(&object).is_none()
            && has_bytes(&object)
            // One path above very many ranges may be longer than all of them.
            && self.room.take(path.len())
        {
            object.insert("file_path", path);
        }
        self.as_match(object.into(), at, to)
    }
}

/// Whether an object is a match: it has a span, or says a range or at least a line of a file.
fn is_match(object: &Object, path: PathAbove<'_>) -> bool {
    let inner = object.get(SYMBOL).and_then(Value::as_object);
    let is_range = |object: &Object| is_record(object, Records::ByKind);
    let has_line = is_record(object, Records::Matches)
        && object
            .get("line")
            .and_then(Value::as_u64)
            .is_some_and(|line| line > 0);
    has_span(object)
        || is_range(object)
        || has_line
        || has_bytes(object) && path.is_some() && path_of(object).is_none()
        || inner.is_some_and(is_range)
}

fn has_span(object: &Object) -> bool {
    let span = object.get("span").and_then(Value::as_object);
    span.is_some_and(|span| has_bytes(span) && path_of(span).is_some())
}

fn has_bytes(object: &Object) -> bool {
    let mut ends = ["byte_start", "byte_end"].into_iter();
    ends.all(|name| object.get(name).map(Value::kind) == Some(Kind::Number))
}

fn path_of(object: &Object) -> Option<&str> {
    let mut names = ["file_path", "file", "path"].into_iter();
    names.find_map(|name| object.get(name)?.as_str())
}
