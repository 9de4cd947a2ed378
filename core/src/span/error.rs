//! Refusals to build a span from what a document states.

/// Coordinates that no span can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpanError {
    /// A line is 0, and lines are counted from 1.
    #[error("`{}` is 0, but lines are counted from 1", pointer.trim_start_matches('/'))]
    LineZero {
        /// JSON Pointer of the line.
        pointer: &'static str,
    },
    /// Some of the four coordinates are there and others are not.
    #[error("start_line, start_col, end_line and end_col come together or not at all")]
    PartialCoordinates,
}

impl SpanError {
    /// The stable code, as listed by [`crate::rule::all`].
    pub const fn code(self) -> &'static str {
        match self {
            Self::LineZero { .. } => "LINE_ZERO",
            Self::PartialCoordinates => "PARTIAL_COORDINATES",
        }
    }

    /// The JSON Pointer of the member that is to blame, if it is one.
    pub const fn pointer(self) -> Option<&'static str> {
        match self {
            Self::LineZero { pointer } => Some(pointer),
            Self::PartialCoordinates => None,
        }
    }
}
