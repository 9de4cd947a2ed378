//! The hash that a document states of a whole file, against the text of that file.
//!
//! Some hashes name their algorithm, or are written as the checksums of the dialect are. Of
//! others the convention says which algorithms give a hash of this form. One that fits shows that
//! the text is the right one; that none fits shows another text only where the form is certain.

use alloc::format;

use super::super::found::{Found, Slot};
use super::super::semantics::read_checksum;
use super::super::structure::mentions::text;
use super::mentioned::CHECKSUMS;
use super::{Check, Verdict};
use crate::dialect::convention::FileHash;
use crate::json::Node;
use crate::text::LineIndex;

/// Why a hash that the text does not have says nothing of the text.
const UNSURE: &str =
    "some hashes of files are of other texts, or made otherwise than those that are known";

impl<'d> Check<'_> {
    /// Holds the hash in a member against the text in hand. Returns whether that was possible, and
    /// had not been done before.
    pub(super) fn whole_hash(
        &mut self,
        (record, member): (Node<'d>, &str),
        path: &str,
        index: &LineIndex<'_>,
    ) -> bool {
        let (Some(stated), Some(node)) = (text(record, member), record.get(member)) else {
            return false;
        };
        if self.file.verdict(&stated).is_some() {
            return false;
        }
        let slot = Slot::of(node);
        let verdict = if let Some(sum) = self.sum(record, member) {
            self.compare(slot, &sum, path, index)
        } else if self.hashes(&stated).next().is_some() {
            self.compare_hash(slot, &stated, path, index)
        } else {
            if read_checksum(&stated, self.convention).is_err() {
                self.unreadable(slot);
            }
            return false;
        };
        self.file.verdicts.note(stated.into_owned(), verdict);
        true
    }

    /// The ways to make a hash of a file that give one of this form.
    fn hashes<'h>(&self, stated: &'h str) -> impl Iterator<Item = &'static FileHash> + use<'h> {
        let all = self.convention.file_hashes.iter();
        all.filter(move |hash| hash.could_be(stated))
    }

    fn compare_hash(
        &mut self,
        slot: Slot<'d>,
        stated: &str,
        path: &str,
        index: &LineIndex<'_>,
    ) -> Verdict {
        let mut only = None;
        for hash in self.hashes(stated) {
            let actual = hash.of(index.text());
            if actual.eq_ignore_ascii_case(stated) {
                return Verdict::Same;
            }
            only = only.or(Some((hash, actual)).filter(|(hash, _)| hash.is_certain));
        }
        let Some((hash, actual)) = only else {
            return Verdict::Unknown;
        };
        let name = hash.name();
        let message = format!("`{path}` is not the file that the tool saw: its {name} is {actual}");
        let found = Found::at("FILE_CHANGED", slot, message);
        self.found.push(found.expecting(actual));
        Verdict::Stale
    }

    /// Says why the hash in a member was not held against the text in hand, if it was not.
    pub(super) fn hash_left(&mut self, record: Node<'d>, member: &str) {
        let Some(stated) = text(record, member).filter(|_| self.sum(record, member).is_none())
        else {
            return;
        };
        if self.hashes(&stated).next().is_none() {
            self.not_compared(record, [member]);
        } else if self.file.verdict(&stated) == Some(Verdict::Unknown) {
            self.left(CHECKSUMS, UNSURE.into());
        }
    }
}
