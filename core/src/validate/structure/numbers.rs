//! Numbers that must be whole, and how wide they may be.

use alloc::format;

use super::Walk;
use crate::diagnostic::Applicability;
use crate::json::{IntegerError, Value};
use crate::validate::found::{Found, Slot};

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

    /// A whole number, told if it was written as a fraction; or why it is none.
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
}
