//! What an operation is asked for.

use alloc::string::String;
use alloc::vec::Vec;

use super::PAYLOADS;
use super::record::record;
use super::shape::{Role, Shape};
use super::sign::Sign::{self, All, Either, Has, Item, Two};
use super::sign::choose;
use crate::json::Node;

/// Of the file that all edits of a request are in.
const OF_FILE: Role = Role::FileChecksumOf {
    ranges: "edits",
    file: "file_path",
};

/// The name of what is put in tells whose request it is.
pub(crate) const NEW: Sign = Either(&[Has("new_text"), Has("new_base64")]);

/// The same in the words of others: of llmtransform and of seed 001, then of LSP and of SARIF.
pub(crate) const THEIRS: [&str; 4] = [REPLACEMENT, NEW_CONTENT, "newText", "deletedRegion"];

const REPLACEMENT: &str = "replacement";
const NEW_CONTENT: &str = "new_content";

/// Those of llmtransform and of seed 001, whose ranges are bytes as ours are.
pub(crate) const THEIRS_BY_BYTES: Sign = Either(&[Has(REPLACEMENT), Has(NEW_CONTENT)]);

/// Edits of one file, by what they put in.
pub(crate) const OF_EDITS: Sign = Item("edits", &NEW);

/// The same of several files.
pub(crate) const OF_FILES: Sign = Item("files", &OF_EDITS);

/// What says what became of edits, whatever these say: it asks for none.
pub(crate) const DONE: Sign = Two(&DONE_BY);

/// The members that say it.
pub(crate) const DONE_BY: [&str; 4] = [
    "success",
    "final_checksum",
    "total_byte_shift",
    "applied_count",
];

/// Requests that name no file, and for several files, which were known only after the
/// envelope was published.
pub(crate) const LATER: &[&Shape] = &[
    &EditRequest::SHAPE.told_by(OF_EDITS),
    &EditRequests::SHAPE.told_by(OF_FILES),
];

/// Whether an answer is what an operation is asked for.
pub(crate) fn asks(answer: Node<'_>) -> bool {
    let requests = [
        EditRequest::SHAPE.name,
        EditRequests::SHAPE.name,
        CreateRequest::SHAPE.name,
    ];
    let chosen = choose(PAYLOADS, answer).or_else(|| choose(LATER, answer));
    chosen.is_some_and(|chosen| requests.contains(&chosen.name))
}

record! {
    /// Pieces of one file to be replaced, as [`crate::apply_edits`] takes it.
    pub struct EditRequest open [Either(&[Has("expected_checksum"), All(&[Has("edits"), Has("file_path")])])] {
        /// Path of the file; may be absent where there is one text only.
        optional file_path: String,
        /// Checksum that the file must have, with the name of its algorithm.
        optional expected_checksum: String as OF_FILE,
        /// Checksum that the file must have afterwards. A file that has it already
        /// needs no edit.
        optional expected_final_checksum: String as Role::Checksum,
        /// Whether edits may go without anything that proves the text: no checksum of
        /// the file, no expected text, no checksum of the range.
        optional unchecked: bool,
        /// Whether the edits that can be made are made where others cannot. Otherwise
        /// it is all of them or none.
        optional partial: bool,
        /// What to do where the text is not as expected: `refuse`, `exact_unique` (the
        /// one place that has the expected text), `rebase` (carried from `base_text`).
        optional relocate: String as Role::Words(&["refuse", "exact_unique", "rebase"]),
        /// The text that the edits were made for, for `rebase`.
        optional base_text: String,
        /// Which line terminators new text gets: `keep` (as it is written),
        /// `match_file`, `lf`, `crlf`.
        optional eol: String as Role::Words(&["keep", "match_file", "lf", "crlf"]),
        /// The edits, all against the text as it is.
        required edits: Vec<Edit> as Role::InFileOf("/file_path"),
    }
}

record! {
    /// One replacement. An empty range puts text in, an empty text takes the range out.
    pub struct Edit open {
        /// Offset of the first byte that is replaced.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after the last byte that is replaced.
        required byte_end: u64 as Role::ByteEnd,
        /// What stands there afterwards.
        optional new_text: String,
        /// The same in base64 (RFC 4648 §4), for bytes that are not UTF-8.
        optional new_base64: String,
        /// The text that the range must have.
        optional expected_text: String as Role::Text,
        /// Checksum that the text of the range must have.
        optional checksum_before: String as Role::SpanChecksum,
    }
}

record! {
    /// Requests for several files, as [`crate::plan_edits`] takes them.
    pub struct EditRequests open {
        /// One request for each file.
        required files: Vec<EditRequest>,
        /// Whether edits may go without anything that proves the text, in every file.
        optional unchecked: bool,
        /// Whether the edits that can be made are made where others cannot, in every
        /// file.
        optional partial: bool,
        /// What to do where the text is not as expected, in every file that does not
        /// say so itself.
        optional relocate: String as Role::Words(&["refuse", "exact_unique", "rebase"]),
        /// Which line terminators new text gets, in every file that does not say so
        /// itself.
        optional eol: String as Role::Words(&["keep", "match_file", "lf", "crlf"]),
    }
}

record! {
    /// A file to be written.
    pub struct CreateRequest open [Either(&[Has("overwrite"), All(&[Has("content"), Has("language")])])] {
        /// Path of the file.
        required file_path: String,
        /// Language, or `auto`.
        required language: String,
        /// Its text.
        required content: String,
        /// Whether a file that is there is replaced.
        optional overwrite: bool,
    }
}
