//! Members that must name one file.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::super::found::Found;
use super::super::structure::Fact;
use super::super::twin::same_file;
use super::Agreement;
use super::ids::scheme_of;
use crate::envelope::RichSpan;
use crate::envelope::shape::Role;
use crate::json::{Kind, Node};

/// Places that name one file, which is another than the first place names.
struct Others<'d> {
    /// The first of these places.
    node: Node<'d>,
    count: u64,
}

impl<'d> Agreement<'d, '_> {
    /// Reports each file that is not the one of the first path, once, however many ranges are in
    /// it. The first path is reported instead where all others agree against it, or where there is
    /// but one other, and the id of its range shows it to be right.
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
            && (all > 1 || self.has_its_id(fact.record, places))
        {
            let other = node.to_canonical();
            let why = match all {
                1 => format!("the id of the range is one of {other}"),
                _ => format!("all {all} others are of {other}"),
            };
            let message = format!("{name} and {other} are two files; {why}");
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

    /// Whether the first range whose path stands in one of these places has the id of that
    /// path and of its bytes.
    fn has_its_id(&self, record: Node<'d>, places: &[&str]) -> bool {
        let ranges = places.iter().filter_map(|place| place.rsplit_once('/'));
        let mut first = None;
        for (range, _) in ranges.filter(|(range, _)| !range.is_empty()) {
            self.each_at(record, range, &mut |range| {
                first.get_or_insert(range);
            });
        }
        first.is_some_and(says_its_id)
    }
}

/// Whether a span has the id of the path and the bytes that it states.
fn says_its_id(span: Node<'_>) -> bool {
    let member = |role| span.get(RichSpan::SHAPE.with_role(role)?.name);
    let text = |role| member(role)?.as_str();
    let number = |role| Some(member(role)?.as_u64_safe().ok()?.value);
    let stated = text(Role::SpanId).zip(text(Role::Path));
    let bytes = number(Role::ByteStart).zip(number(Role::ByteEnd));
    stated
        .zip(bytes)
        .is_some_and(|((id, path), (start, end))| scheme_of(&id, &path, start, end).is_some())
}
