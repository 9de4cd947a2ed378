//! Records on their way into canonical JSON, without a tree in between.

use alloc::string::String;
use alloc::vec::Vec;

use super::wire::Wire;
use crate::json::write_string;

/// [`Wire::write_json`] of a value whose type is forgotten.
pub(crate) trait Written {
    fn written(&self, out: &mut String);
}

impl<T: Wire> Written for T {
    fn written(&self, out: &mut String) {
        self.write_json(out);
    }
}

/// The members of an object on their way into canonical JSON. Nothing but the
/// text is made: the reports of large documents are large.
#[derive(Default)]
pub(crate) struct Named<'m>(Vec<(&'static str, &'m dyn Written)>);

impl<'m> Named<'m> {
    /// Adds a member; the order does not matter.
    pub(crate) fn add(&mut self, name: &'static str, value: &'m dyn Written) {
        self.0.push((name, value));
    }

    pub(crate) fn write(mut self, out: &mut String) {
        // Our names are ASCII, in which bytes sort as code units do.
        self.0.sort_unstable_by_key(|(name, _)| *name);
        out.push('{');
        for (at, (name, value)) in self.0.into_iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            write_string(out, name);
            out.push(':');
            value.written(out);
        }
        out.push('}');
    }
}
