//! Numbers that must be whole, how wide they may be, and what they say of the list beside them.

use alloc::format;

use super::{Fact, Walk};
use crate::diagnostic::Applicability;
use crate::envelope::shape::Role;
use crate::json::{IntegerError, Kind, Node, Value};
use crate::validate::found::{Found, Relation, Slot};

impl<'d> Walk<'d, '_> {
    pub(super) fn count(&mut self, slot: Slot<'d>) {
        let integer = slot.node.as_u64_safe();
        self.whole(
            slot,
            integer.map(|is| is.written_as_float.then(|| is.value.into())),
        );
    }

    pub(super) fn integer(&mut self, slot: Slot<'d>) {
        let integer = slot.node.as_i64_safe();
        self.whole(
            slot,
            integer.map(|is| is.written_as_float.then(|| is.value.into())),
        );
    }

    /// Reports a whole number that is written as a fraction, or why a number is not whole.
    /// `integer` is the whole number if it has to be written anew.
    fn whole(&mut self, slot: Slot<'d>, integer: Result<Option<Value>, IntegerError>) {
        match integer {
            Ok(Some(value)) => {
                let message = format!("`{}` is an integer, written as a fraction", slot.node.raw());
                let found = Found::at("INTEGER_AS_FLOAT", slot, message);
                let found = found.replace(Applicability::Safe, value);
                self.seen.found.push(found);
            }
            Ok(None) => {}
            Err(error) => {
                self.report(
                    error.code(),
                    slot,
                    format!("`{}` is {error}", slot.node.raw()),
                );
            }
        }
    }

    /// An offset, a line or a column beyond 32 bits, where there is no room for it.
    pub(super) fn narrow(&mut self, slot: Slot<'d>) {
        if let Ok(integer) = slot.node.as_u64_safe()
            && u32::try_from(integer.value).is_err()
        {
            let message = format!("`{}` is more than 4294967295", integer.value);
            self.report("INTEGER_TOO_WIDE", slot, message);
        }
    }

    /// How many elements a list has.
    pub(super) fn count_of(&mut self, record: Node<'d>, slot: Slot<'d>, list: &str) {
        let (Ok(stated), Some(elements)) = (slot.node.as_u64_safe(), record.get(list)) else {
            return;
        };
        let actual = elements.len();
        // Of a list that says that it was cut, there may be more.
        let is_cut = record.get("truncated").and_then(Node::as_bool) == Some(true);
        if is_cut && stated.value > actual {
            return;
        }
        if elements.kind() == Kind::Array && actual != stated.value {
            let message = format!("says {}, but `{list}` has {actual}", stated.value);
            let found = Found::of("COUNT_MISMATCH", slot, message);
            let found = found.expecting(actual).replace(Applicability::Safe, actual);
            self.seen
                .found
                .push(found.related(Relation::Counted, elements));
        }
    }

    /// A flag that a number is 0.
    pub(super) fn true_if_none(&mut self, record: Node<'d>, slot: Slot<'d>, count: &'static str) {
        let number = record.get(count).and_then(|node| node.as_u64_safe().ok());
        if let (Some(said), Some(number)) = (slot.node.as_bool(), number) {
            // It speaks for the number or for the list, should these disagree.
            let role = Role::TrueIfNone(count);
            self.seen.facts.push(Fact { role, slot, record });
            if said == (number.value == 0) {
                return;
            }
            let message = format!("is {said}, but `{count}` is {}", number.value);
            let found = Found::of("STATUS_MISMATCH", slot, message);
            let found = found
                .expecting(!said)
                .replace(Applicability::Suggested, !said);
            self.seen.found.push(found);
        }
    }
}
