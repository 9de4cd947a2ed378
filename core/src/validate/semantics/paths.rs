//! Members that must name one file.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::super::found::Found;
use super::super::structure::Fact;
use super::super::twin::same_file;
use super::Check;
use crate::json::{Kind, Node};

/// Places that name another file than the first one does.
struct Others<'d> {
    /// The first of them.
    node: Node<'d>,
    count: u64,
}

impl<'d> Check<'d, '_> {
    /// Each file that is another one is told once, however many ranges are in it. Where all
    /// others agree against the first path, it is that one that is told.
    pub(super) fn same_paths(&mut self, fact: &Fact<'d>, places: &[&str]) {
        let (mut first, mut all) = (None, 0_u64);
        let mut numbers = BTreeMap::new();
        let mut others: Vec<Others<'d>> = Vec::new();
        for place in places {
            self.each_at(fact.record, place, &mut |node| {
                if node.kind() != Kind::String {
                    return;
                }
                let first = *first.get_or_insert(node);
                if first.order() == node.order() {
                    return;
                }
                all += 1;
                if same_file(first, node) {
                    return;
                }
                let number = *numbers.entry(node.raw()).or_insert(others.len());
                match others.get_mut(number) {
                    Some(known) => known.count += 1,
                    None => others.push(Others { node, count: 1 }),
                }
            });
        }
        let Some(first) = first else { return };
        let name = first.to_canonical();
        if let [Others { node, count }] = others.as_slice()
            && *count == all
            && all > 1
        {
            let other = node.to_canonical();
            let message =
                format!("{name} and {other} are two files; all {all} others are of {other}");
            let found = Found::at("PATH_MISMATCH", first, message);
            self.found.push(found.related("the first of them", *node));
            return;
        }
        for Others { node, count } in others {
            let other = node.to_canonical();
            let times = match count {
                1 => alloc::string::String::new(),
                _ => format!("; {count} are of {other}"),
            };
            let message = format!("{other} and {name} are two files{times}");
            let found = Found::at("PATH_MISMATCH", node, message);
            self.found.push(found.related("the other path", first));
        }
    }
}
