//! The other keys that stand twice, where the reader has refused a text for one.
//!
//! It stops at the first object with such a key, as nobody can tell which value is meant.
//! Whoever mends the text wants to know of the others, too.

use alloc::string::ToString;

use super::{Places, ValidatedDocument, refusal};
use crate::diagnostic::Diagnostic;
use crate::json::{
    Document, DuplicateKeys, JsonErrorKind, LintKind, PieceStart, Pointer, ReadOptions, read_part,
};
use crate::rule::Level;

impl ValidatedDocument {
    /// Adds to the refusal of a key that stands twice the other keys that do, or what else
    /// keeps the text from being read. `part` is the text, and where it stands.
    pub(super) fn repeated_keys(
        &mut self,
        places: &mut Places<'_>,
        (text, piece_start): (&[u8], PieceStart),
        options: &ReadOptions,
    ) {
        let options = ReadOptions {
            duplicate_keys: DuplicateKeys::LastWins,
            ..options.clone()
        };
        match read_part(text, piece_start, &options) {
            Ok(document) => self.others(places, &document),
            // Of a text among others it is not known how far it was meant to go, and what follows
            // a document may be another one.
            Err(error)
                if self.document.is_none()
                    && !matches!(error.kind(), JsonErrorKind::TrailingData { .. }) =>
            {
                let other = refusal(places, &error.into(), None);
                self.diagnostics.push(other);
            }
            Err(_) => {}
        }
        self.diagnostics.sort_by_key(|one| one.byte_start);
    }

    fn others(&mut self, places: &mut Places<'_>, document: &Document<'_>) {
        let told = self.diagnostics.last().and_then(|first| first.byte_start);
        for lint in document.lints() {
            let LintKind::DuplicateKey { first_start } = lint.kind else {
                continue;
            };
            let range = (lint.place.byte_start, lint.place.byte_end);
            if Some(range.0) == told {
                continue;
            }
            let pointer = Pointer::parse(&lint.place.pointer).unwrap_or_default();
            let key = pointer.tokens().last().map(|key| key.to_string());
            let kind = JsonErrorKind::DuplicateKey {
                key: key.unwrap_or_default(),
                first_start,
                first_end: first_start,
            };
            let mut diagnostic = Diagnostic::new(kind.code(), kind.to_string());
            diagnostic.level = Level::Error;
            diagnostic.document = self.document;
            diagnostic.pointer = Some(lint.place.pointer.clone());
            places.fill(&mut diagnostic, range);
            self.diagnostics.push(diagnostic);
        }
    }
}
