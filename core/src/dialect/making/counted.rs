//! The lines of ranges of which no table of the tool says how they are counted.

use super::unknown::counts_as_we_do;
use super::{Making, Slot};
use crate::dialect::mapping::Read;
use crate::dialect::{At, Made, Members};
use crate::envelope::RichSpan;
use crate::envelope::shape::Shape;
use crate::validate::COORDINATES;

/// How the lines of such a range become lines of the envelope.
#[derive(Clone, Copy)]
pub(super) enum Recount {
    /// As in the spans of the tool, which may end lines at more breaks than the envelope.
    Hook(Read),
    /// As far as something proves them.
    Proof,
}

impl<'d> Making<'d, '_> {
    /// What has to be done with the lines of a range whose shape does not say it: a shape of
    /// another tool or of the envelope, in a document that counts in another way.
    pub(super) fn recounts(&self, shape: &Shape) -> Option<Recount> {
        let own = shape.mapping;
        let is_told = own.is_some_and(|own| own.read.is_some() || own.proves.is_some());
        if !shape.is_range || is_told {
            return None;
        }
        match self.span.mapping {
            Some(hooks) if self.convention.breaks_more() => hooks.read.map(Recount::Hook),
            Some(_) => None,
            None => {
                let is_ours = shape.name == RichSpan::SHAPE.name;
                (is_ours && !counts_as_we_do(self.convention)).then_some(Recount::Proof)
            }
        }
    }

    /// A range of the envelope with lines that count as there.
    pub(super) fn recounted(
        &mut self,
        slot: Slot<'d>,
        made: Made<'d>,
        how: Recount,
        at: &At<'_>,
    ) -> Made<'d> {
        let mut span: Members<'d> = if let Made::Object(members) = made {
            members
        } else {
            let members = slot.node.members();
            members.map(|(key, value)| (key.as_str(), value)).collect()
        };
        match how {
            Recount::Hook(read) => read(self, slot, &mut span, at),
            Recount::Proof => {
                for (_, name) in COORDINATES {
                    span.remove(name);
                }
                self.prove_lines(slot.node, &mut span, at);
            }
        }
        Made::Object(span)
    }
}
