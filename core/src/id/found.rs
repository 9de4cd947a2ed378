//! What can be said about the spelling of an id, without knowing what it names.

/// Something odd about how an id is spelt. Never a reason to refuse a document:
/// ids are kept as they were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IdFinding {
    /// The id is the empty string.
    Empty,
    /// A character that is no hexadecimal digit, where only digits belong.
    NotHex,
    /// Hexadecimal, but not of 16 digits.
    Length,
    /// Hexadecimal with an upper-case digit: the same id to a person, another
    /// one to a program that compares text.
    Uppercase,
    /// A UUID, where an id computed from the span belongs: it changes from run to run.
    Random,
    /// Spelt as a UUID, but its version is not 4 or its variant not RFC 9562's.
    NotUuidV4,
}

impl IdFinding {
    /// The rule id, as listed by [`crate::rule::all`].
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "ID_EMPTY",
            Self::NotHex => "ID_NOT_HEX",
            Self::Length => "ID_LENGTH",
            Self::Uppercase => "ID_UPPERCASE",
            Self::Random => "ID_RANDOM",
            Self::NotUuidV4 => "UUID_NOT_V4",
        }
    }

    /// What it means, on one line.
    pub(crate) fn what(self) -> &'static str {
        crate::rule::find(self.code()).map_or("", |rule| rule.what)
    }

    /// Whether no scheme can have printed such an id.
    pub(crate) const fn rules_out_schemes(self) -> bool {
        !matches!(self, Self::Uppercase)
    }
}
