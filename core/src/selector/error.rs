//! Why a text is no selector, and where.

use alloc::string::String;

/// A refusal of a selector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct SelectorError {
    pub(super) fault: SelectorFault,
    pub(super) what: String,
    /// Half-open, in UTF-8 bytes of the text; nothing for parts that were put together.
    pub(super) range: Option<(u64, u64)>,
}

/// What is wrong with a selector. The words are mdsel's codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SelectorFault {
    /// There is nothing.
    Empty,
    /// The namespace is missing before `::`, or holds what a namespace cannot.
    Namespace,
    /// A heading without a level, or with none of `h1` to `h6`.
    HeadingLevel,
    /// A block without a kind, or with one that is not known.
    BlockType,
    /// What stands in brackets or after a dot is no index and no range.
    Index,
    /// An index without the bracket that ends it.
    UnclosedBracket,
    /// A slash with nothing after it.
    TrailingSlash,
    /// A parameter without a name, without `=`, or with a quote that is not closed.
    Query,
    /// Anything else.
    Syntax,
}

impl SelectorFault {
    /// The code, as mdsel prints it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "EMPTY_SELECTOR",
            Self::Namespace => "INVALID_NAMESPACE",
            Self::HeadingLevel => "INVALID_HEADING_LEVEL",
            Self::BlockType => "INVALID_BLOCK_TYPE",
            Self::Index => "INVALID_INDEX",
            Self::UnclosedBracket => "UNCLOSED_BRACKET",
            Self::TrailingSlash => "TRAILING_SLASH",
            Self::Query => "MALFORMED_QUERY",
            Self::Syntax => "INVALID_SYNTAX",
        }
    }
}

impl SelectorError {
    /// What is wrong.
    pub const fn fault(&self) -> SelectorFault {
        self.fault
    }

    /// The stable code: mdsel's own.
    pub const fn code(&self) -> &'static str {
        self.fault.code()
    }

    /// The half-open range of UTF-8 bytes that is wrong. It is empty where something
    /// is missing, and absent for parts that were put together and not read.
    pub const fn byte_range(&self) -> Option<(u64, u64)> {
        self.range
    }
}
