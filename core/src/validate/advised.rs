//! Members that may be left out and that a careful author writes.
//!
//! The seeds ask for them in one place and call them optional in another: `tool` and
//! `timestamp` of an answer, the `code` of a diagnostic, the parts of a document of mdsel. So
//! nothing is wrong without them, and they are named for who asks for strictness.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::found::{Found, Slot};
use super::structure::Seen;
use crate::json::{Kind, Node};

/// Where an object stands, and what it is better with. `*` is every element of a list.
struct Advice {
    /// In answers of this dialect; of all, if there is none.
    dialect: Option<&'static str>,
    way: &'static [&'static str],
    members: &'static [&'static str],
}

const ADVICE: &[Advice] = &[
    Advice {
        dialect: Some("unified"),
        way: &[],
        members: &["tool", "timestamp"],
    },
    Advice {
        dialect: None,
        way: &["diagnostics", "*"],
        members: &["code"],
    },
    Advice {
        dialect: None,
        way: &["error", "diagnostics", "*"],
        members: &["code"],
    },
    Advice {
        dialect: Some("mdsel"),
        way: &["data", "documents", "*"],
        members: &["root", "headings", "blocks"],
    },
];

impl<'d> Seen<'d> {
    /// Names the members that an answer of `dialect` would be better with. Time O(n) in the
    /// elements of the lists that they are in.
    pub(super) fn advised(&mut self, root: Node<'d>, dialect: &str) {
        let of_it = |advice: &&Advice| advice.dialect.is_none_or(|of| of == dialect);
        // Where a shape requires one of them, that is an error, and told.
        let missing = self
            .found
            .iter()
            .filter(|found| found.code == "MISSING_FIELD");
        let told: BTreeSet<u64> = missing.map(|found| found.range.0).collect();
        for advice in ADVICE.iter().filter(of_it) {
            for object in reached(root, advice.way) {
                if object.kind() == Kind::Object && !told.contains(&object.byte_range().0) {
                    self.without(object, advice.members);
                }
            }
        }
    }

    fn without(&mut self, object: Node<'d>, members: &[&str]) {
        let absent = members.iter().filter(|name| object.get(name).is_none());
        let names: Vec<String> = absent.map(|name| format!("`{name}`")).collect();
        if !names.is_empty() {
            let message = format!("without {}, which may be left out", names.join(", "));
            let found = Found::at("MEMBER_ADVISED", Slot::of(object), message);
            self.found.push(found);
        }
    }
}

/// The values to which `way` leads.
fn reached<'d>(root: Node<'d>, way: &[&str]) -> Vec<Node<'d>> {
    let mut at = Vec::from([root]);
    for step in way {
        at = at
            .into_iter()
            .flat_map(|node| -> Vec<Node<'d>> {
                match (*step, node.kind()) {
                    ("*", Kind::Array) => node.items().collect(),
                    (_, Kind::Object) => node.get(step).into_iter().collect(),
                    _ => Vec::new(),
                }
            })
            .collect();
    }
    at
}
