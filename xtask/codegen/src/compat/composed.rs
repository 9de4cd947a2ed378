//! What is composed of schemas: `allOf`, `anyOf`, `oneOf`, `not`, and chains of `if`,
//! `then` and `else`.
//!
//! Whether one composition accepts all that another does is not decided here in full.
//! Each rule is sure of what it lets through, and names the rest.

use std::collections::BTreeSet;

use llm_types::json::{Object, Value};

use super::{Comparison, SILENT, reference, types};

/// Whether a definition is a link of a chain, which has no meaning of its own.
pub(super) fn is_link(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, number)| number.parse::<u32>().is_ok())
}

/// One rule of a chain: its condition, and what it demands.
type Rule<'s> = (Value, &'s Value);

impl<'s> Comparison<'s> {
    pub(super) fn composed(&mut self, old: &'s Object, new: &'s Object, at: &str) {
        self.alternatives(old, new, at);
        self.all(old, new, at);
        self.chain(old, new, at);
        if let Some(after) = new.get("oneOf")
            && old.get("oneOf").map(silent) != Some(silent(after))
        {
            self.say(at, "`oneOf` is new or differs: exactly one may hold");
        }
        if let Some(after) = new.get("not") {
            // What is refused may shrink, so the two are compared the other way round.
            let wider = |before: &Value| self.accepts(after, before, true);
            if !old.get("not").is_some_and(wider) {
                self.say(at, "`not` refuses more");
            }
        }
    }

    /// Each alternative must find one that is no narrower.
    fn alternatives(&mut self, old: &'s Object, new: &'s Object, at: &str) {
        let list = |schema: &'s Object| schema.get("anyOf").and_then(Value::as_array);
        let Some(after) = list(new) else { return };
        // One type is an alternative to nothing.
        let alone = Value::Object(old.clone());
        let before: Vec<Value> = match list(old) {
            Some(list) => list.to_vec(),
            None if types(old).is_some() || old.get("$ref").is_some() => vec![alone],
            None => return self.say(at, "`anyOf` is new"),
        };
        for (number, alternative) in before.iter().enumerate() {
            let fits = |candidate: &Value| self.accepts(alternative, candidate, false);
            if !after.iter().any(fits) {
                self.say(at, &format!("alternative {number} is removed or narrower"));
            }
        }
    }

    /// Each demand must be one that was made before, or a weaker one.
    fn all(&mut self, old: &'s Object, new: &'s Object, at: &str) {
        let list = |schema: &'s Object| schema.get("allOf").and_then(Value::as_array);
        let before: Vec<Value> = list(old).map_or_else(Vec::new, |list| list.to_vec());
        let whole = Value::Object(old.clone());
        for (number, demand) in list(new)
            .into_iter()
            .flat_map(|list| list.iter())
            .enumerate()
        {
            let made = |earlier: &Value| self.accepts(earlier, demand, false);
            if !before.iter().any(made) && !self.accepts(&whole, demand, false) {
                self.say(at, &format!("`allOf` demands more: {number}"));
            }
        }
    }

    /// Every rule must be there still, after no other that was not before it.
    fn chain(&mut self, old: &'s Object, new: &'s Object, at: &str) {
        let (Some(before), after) = (links(old, self.old), links(new, self.new)) else {
            if new.get("if").is_some() {
                self.say(at, "the rules `if`, `then`, `else` are new");
            }
            return;
        };
        let Some(after) = after else { return };
        let (old_rules, old_rest) = before;
        let (new_rules, new_rest) = after;
        let mut place = 0;
        for (number, (sign, then)) in old_rules.iter().enumerate() {
            let rest = new_rules.get(place..).unwrap_or_default();
            match rest.iter().position(|(other, _)| other == sign) {
                Some(0) => {}
                Some(_) => self.say(at, &format!("another rule comes before rule {number}")),
                None => {
                    self.say(
                        at,
                        &format!("rule {number} has another condition, or is gone"),
                    );
                    continue;
                }
            }
            place += rest
                .iter()
                .position(|(other, _)| other == sign)
                .unwrap_or(0)
                + 1;
            if let Some((_, now)) = new_rules.get(place - 1) {
                self.schemas(then, now, &format!("{at}/then/{number}"));
            }
        }
        match (old_rest, new_rest) {
            (Some(old), Some(new)) => self.schemas(old, new, &format!("{at}/else")),
            (None, Some(_)) => self.say(at, "what no rule is for is limited"),
            (_, None) => {}
        }
    }

    /// Whether `new` accepts all that `old` does, as far as it shows. `turned` says that
    /// the first is a part of the newer schema.
    fn accepts(&self, old: &Value, new: &Value, turned: bool) -> bool {
        let (mut first, mut second) = (self.old, self.new);
        if turned {
            (first, second) = (second, first);
        }
        let wrapped = |schema: &Value, root: &Value| {
            let mut schema = schema.as_object().cloned().unwrap_or_default();
            if let Some(parts) = root.get("$defs") {
                schema.insert("$defs", parts.clone());
            }
            Value::Object(schema)
        };
        let (old, new) = (wrapped(old, first), wrapped(new, second));
        let mut inner = Comparison {
            old: &old,
            new: &new,
            seen: if turned {
                BTreeSet::new()
            } else {
                self.seen.clone()
            },
            found: Vec::new(),
        };
        inner.schemas(&old, &new, "");
        inner.found.is_empty()
    }
}

/// The rules of a chain in their order, and what is for the rest.
fn links<'s>(schema: &'s Object, root: &'s Value) -> Option<(Vec<Rule<'s>>, Option<&'s Value>)> {
    let mut rules = vec![(silent(schema.get("if")?), schema.get("then")?)];
    let mut rest = schema.get("else");
    while let Some(next) = rest {
        let link = reference(next).filter(|name| is_link(name));
        let next = link.map_or(Some(next), |name| root.get("$defs")?.get(name));
        match next.map(|next| (next.get("if"), next.get("then"), next)) {
            Some((Some(sign), Some(then), next)) if next.get("type").is_none() => {
                rules.push((silent(sign), then));
                rest = next.get("else");
            }
            _ => break,
        }
    }
    Some((rules, rest))
}

/// A schema without the words that say nothing about what is accepted.
fn silent(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let heard = members.iter().filter(|(key, _)| !SILENT.contains(key));
            Value::Object(heard.map(|(key, value)| (key, silent(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(silent).collect()),
        other => other.clone(),
    }
}
