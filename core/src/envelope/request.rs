//! What an operation is asked for.

use alloc::string::String;

use super::record::record;
use super::shape::Role;
use super::sign::Sign::{All, Either, Has};

record! {
    /// Pieces of one file to be replaced.
    pub struct EditRequest open [Either(&[Has("expected_checksum"), All(&[Has("edits"), Has("file_path")])])] {
        /// Path of the file.
        required file_path: String,
        /// Checksum that the file must have.
        optional expected_checksum: String,
        /// The edits, all against the text as it is.
        required edits: alloc::vec::Vec<Edit> as Role::InFileOf("/file_path"),
    }
}

record! {
    /// One replacement.
    pub struct Edit open {
        /// Offset of the first byte that is replaced.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after the last byte that is replaced.
        required byte_end: u64 as Role::ByteEnd,
        /// What stands there afterwards.
        required new_text: String,
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
