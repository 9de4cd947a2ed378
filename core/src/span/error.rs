//! Refusals to build a span from what a document states.

/// Coordinates that no span can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpanError {
    /// A line is 0, and lines are counted from 1.
    #[error("lines are counted from 1")]
    LineZero,
    /// Some of the four coordinates are there and others are not.
    #[error("start_line, start_col, end_line and end_col come together or not at all")]
    PartialCoordinates,
}

impl SpanError {
    /// The stable code, as listed by [`crate::rule::all`].
    pub const fn code(self) -> &'static str {
        match self {
            Self::LineZero => "LINE_ZERO",
            Self::PartialCoordinates => "PARTIAL_COORDINATES",
        }
    }
}
