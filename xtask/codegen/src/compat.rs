//! Whether a schema still accepts what an earlier one accepted.
//!
//! It knows the words of JSON Schema that the core writes; of any other word it only
//! sees that it is new or has changed. A change breaks if it removes a member from a
//! description, demands one more, or takes a type, a list of words or a range of numbers
//! away. Adding is free. What is composed of schemas is in `composed`.

use std::collections::BTreeSet;

use llm_types::json::{Object, Value};

mod composed;

/// Every change from `old` to `new` that breaks, with the place in the schema.
pub(crate) fn breaking(old: &Value, new: &Value) -> Vec<String> {
    let mut comparison = Comparison {
        old,
        new,
        seen: BTreeSet::new(),
        found: Vec::new(),
    };
    comparison.schemas(old, new, "#");
    let parts = |schema: &Value| -> Vec<String> {
        let parts = schema.get("$defs").and_then(Value::as_object);
        parts.map_or_else(Vec::new, |parts| parts.keys().map(str::to_owned).collect())
    };
    let kept = parts(new);
    for name in parts(old) {
        if composed::is_link(&name) {
            // It is compared where the chain begins.
        } else if kept.contains(&name) {
            comparison.definitions(&name, &name);
        } else {
            comparison.say(&format!("#/$defs/{name}"), "the type is removed");
        }
    }
    comparison.found.sort();
    comparison.found.dedup();
    comparison.found
}

struct Comparison<'s> {
    old: &'s Value,
    new: &'s Value,
    /// Pairs of definitions that were compared, because types may contain themselves.
    seen: BTreeSet<(String, String)>,
    found: Vec<String>,
}

impl<'s> Comparison<'s> {
    fn say(&mut self, at: &str, what: &str) {
        self.found.push(format!("{at}: {what}"));
    }

    fn definitions(&mut self, old: &str, new: &str) {
        if !self.seen.insert((old.to_owned(), new.to_owned())) {
            return;
        }
        let part = |schema: &'s Value, name: &str| schema.get("$defs")?.get(name);
        if let (Some(before), Some(after)) = (part(self.old, old), part(self.new, new)) {
            self.schemas(before, after, &format!("#/$defs/{old}"));
        }
    }

    fn schemas(&mut self, old: &'s Value, new: &'s Value, at: &str) {
        match (reference(old), reference(new)) {
            (Some(old), Some(new)) => return self.definitions(old, new),
            (None, None) => {}
            // A schema that accepts everything may become a type only by breaking.
            _ if is_empty(new) => return,
            _ => return self.say(at, "the type is another one"),
        }
        let (Some(before), Some(after)) = (old.as_object(), new.as_object()) else {
            return;
        };
        self.types(before, after, at);
        self.words(before, after, at);
        self.bounds(before, after, at);
        self.members(before, after, at);
        for key in ["items", "additionalProperties"] {
            match (before.get(key), after.get(key)) {
                (Some(old), Some(new)) => self.schemas(old, new, &format!("{at}/{key}")),
                (None, Some(_)) => self.say(at, &format!("`{key}` is limited")),
                _ => {}
            }
        }
        self.composed(before, after, at);
        self.others(before, after, at);
    }

    /// Words that nothing here knows: new or changed, they may refuse anything.
    fn others(&mut self, old: &Object, new: &Object, at: &str) {
        let known = |key: &str| KNOWN.contains(&key) || SILENT.contains(&key);
        for (key, value) in new.iter().filter(|(key, _)| !known(key)) {
            if old.get(key) != Some(value) {
                self.say(at, &format!("`{key}` is new or differs"));
            }
        }
    }

    fn types(&mut self, old: &Object, new: &Object, at: &str) {
        let Some(after) = types(new) else { return };
        match types(old) {
            None if ["anyOf", "oneOf", "allOf", "if"]
                .iter()
                .all(|word| old.get(word).is_none()) =>
            {
                self.say(at, "the type is limited");
            }
            None => {}
            Some(before) => {
                for name in before {
                    let wider = name == "integer" && after.contains("number");
                    if !after.contains(name) && !wider {
                        self.say(at, &format!("the type `{name}` is removed"));
                    }
                }
            }
        }
    }

    fn words(&mut self, old: &Object, new: &Object, at: &str) {
        let words = |schema: &'_ Object| -> Option<Vec<Value>> {
            let list = schema.get("enum").and_then(Value::as_array);
            let one = schema.get("const").map(|word| vec![word.clone()]);
            list.map(|list| list.to_vec()).or(one)
        };
        match (words(old), words(new)) {
            (_, None) => {}
            (None, Some(_)) => self.say(at, "the words are limited"),
            (Some(before), Some(after)) => {
                for word in before.iter().filter(|word| !after.contains(word)) {
                    self.say(at, &format!("the word {word:?} is removed"));
                }
            }
        }
    }

    fn bounds(&mut self, old: &Object, new: &Object, at: &str) {
        for (key, sign) in [("minimum", 1.0), ("maximum", -1.0)] {
            let bound = |schema: &Object| {
                let number = schema.get(key).and_then(Value::as_number)?;
                number.to_string().parse::<f64>().ok()
            };
            let narrower = match (bound(old), bound(new)) {
                (Some(before), Some(after)) => after * sign > before * sign,
                (None, Some(_)) => true,
                _ => false,
            };
            if narrower {
                self.say(at, &format!("`{key}` is narrower"));
            }
        }
    }

    fn members(&mut self, old: &'s Object, new: &'s Object, at: &str) {
        let names = |schema: &Object| -> BTreeSet<String> {
            let list = schema.get("required").and_then(Value::as_array);
            let names = list.into_iter().flat_map(|list| list.iter());
            names
                .filter_map(|name| Some(name.as_str()?.to_owned()))
                .collect()
        };
        for name in names(new).difference(&names(old)) {
            self.say(at, &format!("`{name}` is required"));
        }
        let empty = Object::new();
        let members = |schema: &'s Object| schema.get("properties").and_then(Value::as_object);
        let after = members(new).unwrap_or(&empty);
        for (name, old) in members(old).into_iter().flat_map(|members| members.iter()) {
            match members(new).and_then(|members| members.get(name)) {
                Some(new) => self.schemas(old, new, &format!("{at}/properties/{name}")),
                None if after.is_empty() && is_empty_object(new) => {}
                None => self.say(at, &format!("`{name}` is removed")),
            }
        }
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// Words that are compared.
const KNOWN: &[&str] = &[
    "$ref",
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "required",
    "properties",
    "items",
    "additionalProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
];

/// Words that say nothing about what is accepted.
const SILENT: &[&str] = &[
    "description",
    "title",
    "examples",
    "$id",
    "$schema",
    "$defs",
];

fn is_empty(schema: &Value) -> bool {
    schema.as_object().is_some_and(is_empty_object)
}

fn is_empty_object(schema: &Object) -> bool {
    schema.keys().all(|key| SILENT.contains(&key))
}

fn types(schema: &Object) -> Option<BTreeSet<&str>> {
    match schema.get("type")? {
        Value::String(name) => Some(BTreeSet::from([name.as_str()])),
        Value::Array(names) => Some(names.iter().filter_map(Value::as_str).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
