//! What can become of one edit and of all edits of a text, as an outcome says it. How it is
//! decided is in `state` and in `verdict`.

use crate::text::words::words;

/// What became of one edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EditStatus {
    /// The range has its new text now.
    Applied,
    /// The range had its new text before, and the edit asks for nothing else.
    Noop,
    /// The request was carried out before, and this edit with it.
    AlreadyApplied,
    /// The text is not as the edit expects it.
    Conflict,
    /// The edit is wrong in itself.
    Refused,
    /// Another edit could not be made, and this one was left out with it.
    Skipped,
}

words!(EditStatus {
    Applied => "applied",
    Noop => "noop",
    AlreadyApplied => "already_applied",
    Conflict => "conflict",
    Refused => "refused",
    Skipped => "skipped",
} of "status of an edit");

/// What became of all edits of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FileEditStatus {
    /// The text is as the request wants it, and was not before.
    Applied,
    /// Nothing would change.
    Noop,
    /// The request was carried out before.
    AlreadyApplied,
    /// Some edits were made, others not.
    Partial,
    /// Nothing was changed.
    Refused,
    /// Nothing was changed, because of another file.
    Skipped,
}

words!(FileEditStatus {
    Applied => "applied",
    Noop => "noop",
    AlreadyApplied => "already_applied",
    Partial => "partial",
    Refused => "refused",
    Skipped => "skipped",
} of "status of edits");

impl FileEditStatus {
    /// Whether the text is as the request wants it.
    pub const fn is_met(self) -> bool {
        matches!(self, Self::Applied | Self::Noop | Self::AlreadyApplied)
    }
}
