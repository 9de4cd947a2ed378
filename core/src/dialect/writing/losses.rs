//! What is lost while a document of the target is written, and what it lacks.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::Writing;
use crate::json::{Node, Pointer};
use crate::loss::{Loss, LossKind, Lost, NO_MEMBER};

/// Why members of the target are not there.
pub(crate) enum Why {
    /// Their names are in it.
    Naming(String),
    /// They are not, and are put after it.
    Other(String),
}

impl<S: Into<String>> From<S> for Why {
    fn from(note: S) -> Self {
        Self::Other(note.into())
    }
}

impl Writing<'_, '_> {
    /// Records what became of a value.
    pub(crate) fn lost(&mut self, pointer: &Pointer, kind: LossKind, note: impl Into<String>) {
        self.losses
            .push(Loss::new(kind, pointer.to_string(), note).into());
    }

    /// Records that a value cannot be written, so that these members of the target are not
    /// there: who finds them missing knows why.
    pub(crate) fn lacking(
        &mut self,
        pointer: &Pointer,
        members: &[&'static str],
        why: impl Into<Why>,
    ) {
        self.without(pointer, LossKind::Dropped, members, why.into());
    }

    /// The same where nothing says what these members would be: nothing of the envelope is
    /// lost.
    pub(crate) fn missing(
        &mut self,
        pointer: &Pointer,
        members: &[&'static str],
        why: impl Into<Why>,
    ) {
        self.without(pointer, LossKind::Defaulted, members, why.into());
    }

    /// The one or the other: `value` is what the envelope has there.
    pub(crate) fn unwritten(
        &mut self,
        value: Option<Node<'_>>,
        pointer: &Pointer,
        members: &[&'static str],
        why: impl Into<Why>,
    ) {
        if value.is_some_and(|value| !value.is_null()) {
            self.lacking(pointer, members, why);
        } else {
            self.missing(pointer, members, why);
        }
    }

    fn without(&mut self, pointer: &Pointer, kind: LossKind, members: &[&'static str], why: Why) {
        let note = match why {
            Why::Naming(note) => note,
            Why::Other(mut note) => {
                let names: Vec<String> = members
                    .iter()
                    .map(|name| alloc::format!("`{name}`"))
                    .collect();
                note.push_str("; so there is no ");
                note.push_str(&names.join(", "));
                note
            }
        };
        self.losses.push(Lost {
            loss: Loss::new(kind, pointer.to_string(), note),
            members: members.to_vec(),
        });
    }

    /// Records that the target has no member for a value.
    pub(crate) fn dropped(&mut self, pointer: &Pointer) {
        self.lost(pointer, LossKind::Dropped, NO_MEMBER);
    }
}
