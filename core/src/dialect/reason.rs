//! How a dialect says what went wrong, where an envelope has more places for it than the dialect.

/// A place where an envelope says why something failed, beside its diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The error that ended an operation, with what led to it.
    Error,
    /// An answer that is an error.
    Answer,
    /// The entries of an answer that is a check.
    Checks,
    /// The diagnostics and the edits of a result, of which nothing else is written.
    Result,
    /// The same of a result that is written without these diagnostics.
    InResult,
    /// The message of a failure of which nothing else says what ended it.
    Message,
}

impl Reason {
    /// Everything that is not written itself.
    pub(crate) const ALL: [Self; 5] = [
        Self::Error,
        Self::Answer,
        Self::Checks,
        Self::Result,
        Self::Message,
    ];
}

/// What a dialect answers where there is no answer but why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It has no answer for that.
    AsItIs,
    /// An answer that is an error, whose kind is said in the tool's own word. Beside another
    /// answer, diagnostics say it.
    InKinds,
    /// An answer that is an error, of which a level is said. Nothing else says it.
    InLevels,
}
