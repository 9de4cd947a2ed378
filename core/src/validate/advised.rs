//! Members that may be left out and that a careful author writes.
//!
//! Some the seeds ask for in one place and call optional in another: `tool` and `timestamp` of
//! an answer, the `code` of a diagnostic, the parts of a document of mdsel. Others a tool always
//! prints, as Magellan does the id and the lines of a span. Nothing is wrong without them, so
//! they are named only under `strict`.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::found::{Found, Slot};
use super::structure::Seen;
use crate::json::{Kind, Node};

/// Where an object stands, and which members it is better with.
struct Advice {
    /// The dialect whose answers it is about; all dialects, if there is none.
    dialect: Option<&'static str>,
    /// The keys that lead to the object from the root; `*` is every element of a list.
    way: &'static [&'static str],
    /// A member that shows that the object is the one that is meant; empty if any is.
    beside: &'static str,
    members: &'static [&'static str],
}

const ADVICE: &[Advice] = &[
    Advice {
        dialect: Some("unified"),
        way: &[],
        beside: "",
        members: &["tool", "timestamp"],
    },
    Advice {
        dialect: None,
        way: &["diagnostics", "*"],
        beside: "",
        members: &["code"],
    },
    Advice {
        dialect: None,
        way: &["error", "diagnostics", "*"],
        beside: "",
        members: &["code"],
    },
    Advice {
        dialect: Some("mdsel"),
        way: &["data", "documents", "*"],
        beside: "",
        members: &["root", "headings", "blocks"],
    },
    in_a_span(&["data", "*", "span"]),
    in_a_span(&["data", "symbol", "span"]),
    in_a_span(&["data", "symbols", "*", "span"]),
    in_a_span(&["data", "matches", "*", "span"]),
    in_a_span(&["data", "references", "*", "span"]),
    // Seed 000 leaves them out where it shows a part of a document.
    Advice {
        dialect: Some("llmfilewrite"),
        way: &[],
        beside: "result",
        members: &[
            "schema_version",
            "execution_id",
            "operation_type",
            "timestamp",
        ],
    },
    Advice {
        dialect: Some("llmfilewrite"),
        way: &["result"],
        beside: "",
        members: &["type", "language", "lsp_used", "checksum"],
    },
];

const fn in_a_span(way: &'static [&'static str]) -> Advice {
    Advice {
        dialect: Some("magellan"),
        way,
        beside: "",
        members: &["span_id", "start_line", "start_col", "end_line", "end_col"],
    }
}

impl<'d> Seen<'d> {
    /// Names the members that an answer of `dialect` would be better with. Time O(n) in the
    /// elements of the lists that they are in.
    pub(super) fn advised(&mut self, root: Node<'d>, dialect: &str) {
        let of_it = |advice: &&Advice| advice.dialect.is_none_or(|of| of == dialect);
        // What a shape requires was told already, as an error.
        let missing = self
            .found
            .iter()
            .filter(|found| found.code == "MISSING_FIELD");
        let told: BTreeSet<u64> = missing.map(|found| found.range.0).collect();
        for advice in ADVICE.iter().filter(of_it) {
            for object in reached(root, advice.way) {
                let is_one = advice.beside.is_empty() || object.get(advice.beside).is_some();
                if object.kind() == Kind::Object && is_one && !told.contains(&object.byte_range().0)
                {
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
