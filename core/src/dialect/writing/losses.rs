//! What is lost while a document of the target is written, and what it lacks.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::Writing;
use crate::json::{Node, Pointer};
use crate::loss::{Loss, LossKind, Lost};

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
        note: impl Into<String>,
    ) {
        self.without(pointer, LossKind::Dropped, members, note.into());
    }

    /// The same where nothing says what these members would be: nothing of the envelope is
    /// lost.
    pub(crate) fn missing(
        &mut self,
        pointer: &Pointer,
        members: &[&'static str],
        note: impl Into<String>,
    ) {
        self.without(pointer, LossKind::Defaulted, members, note.into());
    }

    /// The one or the other: `value` is what the envelope has there.
    pub(crate) fn unwritten(
        &mut self,
        value: Option<Node<'_>>,
        pointer: &Pointer,
        members: &[&'static str],
        note: impl Into<String>,
    ) {
        if value.is_some_and(|value| !value.is_null()) {
            self.lacking(pointer, members, note);
        } else {
            self.missing(pointer, members, note);
        }
    }

    fn without(
        &mut self,
        pointer: &Pointer,
        kind: LossKind,
        members: &[&'static str],
        mut note: String,
    ) {
        let names = members.iter().map(|name| alloc::format!("`{name}`"));
        let unnamed: Vec<String> = names.filter(|name| !note.contains(name)).collect();
        if !unnamed.is_empty() {
            note.push_str("; so there is no ");
            note.push_str(&unnamed.join(", "));
        }
        self.losses.push(Lost {
            loss: Loss::new(kind, pointer.to_string(), note),
            members: members.to_vec(),
        });
    }

    /// Records that the target has no member for a value.
    pub(crate) fn dropped(&mut self, pointer: &Pointer) {
        self.lost(pointer, LossKind::Dropped, "the tool has no member for it");
    }
}
