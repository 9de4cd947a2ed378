//! Why a text was refused, and where.
//!
//! A [`JsonError`] is a [`JsonErrorKind`] with a [`Place`]. The kinds say what
//! the text looks like (a trailing comma, a comment, a second document), not
//! only that something else was expected: the reader of the message is often a
//! program that has to mend its own output.

use alloc::boxed::Box;
use alloc::string::String;

use super::place::Place;
use crate::rule;

/// A refusal by the JSON reader, with its place in the text.
///
/// Equality compares kind and place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    kind: Box<JsonErrorKind>,
    place: Box<Place>,
    /// Whether nobody has seen the text, and its pointer is all that tells where it is.
    unseen: bool,
}

impl core::fmt::Display for JsonError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &*self.kind {
            JsonErrorKind::DuplicateKey { key, .. } if self.unseen => {
                write!(f, "the key `{key}` stands twice in this object")
            }
            kind => write!(f, "{kind}"),
        }
    }
}

impl core::error::Error for JsonError {}

impl JsonError {
    pub(super) fn new(kind: JsonErrorKind, place: Place) -> Self {
        Self {
            kind: Box::new(kind),
            place: Box::new(place),
            unseen: false,
        }
    }

    /// The same of a text that its reader wrote itself.
    pub(crate) const fn without_place(mut self) -> Self {
        self.unseen = true;
        self
    }

    /// Whether the place is one in a text that somebody has seen.
    pub(crate) const fn is_seen(&self) -> bool {
        !self.unseen
    }

    /// A value at `place` that is nested deeper than `limit`.
    pub(crate) fn too_deep(limit: u32, place: Place) -> Self {
        Self::new(JsonErrorKind::TooDeep { limit }, place)
    }

    /// What is wrong, with its details.
    pub fn kind(&self) -> &JsonErrorKind {
        &self.kind
    }

    /// The stable code, as listed by [`rule::all`].
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Where it is wrong: byte range, JSON Pointer, line and columns.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The JSON Pointer (RFC 6901) of the value at which the reader stood; the
    /// empty string is the whole document.
    pub fn pointer(&self) -> &str {
        &self.place.pointer
    }

    /// The half-open range of UTF-8 bytes that is wrong. It is empty, at the
    /// end of the text, when the text ends too early.
    pub fn byte_range(&self) -> (u64, u64) {
        (self.place.byte_start, self.place.byte_end)
    }

    /// One sentence on what to do next, from the registry.
    pub fn help(&self) -> &'static str {
        rule::find(self.code()).map_or("", |rule| rule.remedy)
    }
}

/// What a refused text looks like. One code each, see [`JsonErrorKind::code`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// `EMPTY_INPUT`: nothing but white space.
    #[error("the text is empty; a JSON text is one value")]
    EmptyInput,
    /// `UNEXPECTED_END`: the text stops inside a value.
    #[error("the text ends where {expected} was expected")]
    UnexpectedEnd {
        /// What could have come next.
        expected: &'static str,
        /// Byte offset of the bracket or quote that is still open, unless a word or number
        /// outside of them was cut off.
        opened_at: Option<u64>,
    },
    /// `TRAILING_DATA`: something follows the one value of the text.
    #[error("{looks_like} after the end of the document")]
    TrailingData {
        /// What it looks like.
        looks_like: TrailingData,
    },
    /// `TRAILING_COMMA`: a comma before a closing bracket.
    #[error("trailing comma before `{close}`")]
    TrailingComma {
        /// The closing bracket.
        close: char,
    },
    /// `MISSING_VALUE`: a comma, colon or bracket stands where a value belongs.
    #[error("a {what} is missing before `{before}`")]
    MissingValue {
        /// `value`, `member` or `key`.
        what: &'static str,
        /// The character that stands in its place.
        before: char,
    },
    /// `MISSING_COMMA`: two values with nothing between them.
    #[error("a comma is missing before {before}")]
    MissingComma {
        /// What follows: `a string`, `a number`, ...
        before: &'static str,
    },
    /// `MISSING_COLON`: a key without its colon.
    #[error("a colon is missing after the key; found {found}")]
    MissingColon {
        /// What stands in its place.
        found: Found,
    },
    /// `COMMENT`: JSON has none.
    #[error("a comment, which JSON does not have")]
    Comment,
    /// `CODE_FENCE`: the fence of a code block of Markdown, as models write
    /// around JSON.
    #[error("the fence of a code block; the document is what stands inside it")]
    CodeFence,
    /// `CSV_HEADER`: rows of cells, without what stands above them where a tool exports its
    /// graph as CSV.
    #[error(
        "rows of CSV, without the lines above them that say which export it is and name the columns"
    )]
    HeadlessRows,
    /// `WRONG_QUOTES`: single quotes, backquotes or typographic quotes.
    #[error("a string quoted with {quote}; JSON has only double quotes")]
    WrongQuotes {
        /// The quote that was used.
        quote: Found,
    },
    /// `NON_FINITE_NUMBER`: `NaN`, `Infinity` and their relatives (rule J4).
    #[error("`{word}` is not a JSON number")]
    NonFiniteNumber {
        /// The word as written, at most 40 characters of it.
        word: String,
    },
    /// `UNKNOWN_WORD`: a bare word that is not `true`, `false` or `null`.
    #[error("`{word}` is not a JSON value{}", meant.map(|m| alloc::format!("; did you mean `{m}`?")).unwrap_or_default())]
    UnknownWord {
        /// The word as written, at most 40 characters of it.
        word: String,
        /// The word of JSON that it probably stands for.
        meant: Option<&'static str>,
    },
    /// `UNQUOTED_KEY`: a bare word as a key.
    #[error("the key `{key}` is not quoted")]
    UnquotedKey {
        /// The word as written, at most 40 characters of it.
        key: String,
    },
    /// `KEY_NOT_A_STRING`: a number, array or object as a key.
    #[error("a key must be a string, not {found}")]
    KeyNotAString {
        /// What it is instead.
        found: &'static str,
    },
    /// `MISMATCHED_BRACKET`: `]` closes `{`, or `}` closes `[`.
    #[error("`{close}` closes the `{open}` at byte {opened_at}")]
    MismatchedBracket {
        /// The bracket that is open.
        open: char,
        /// Its byte offset.
        opened_at: u64,
        /// The bracket that was found.
        close: char,
    },
    /// `UNEXPECTED_CHARACTER`: anything else that is out of place.
    #[error("{found} where {expected} was expected")]
    UnexpectedCharacter {
        /// What was found.
        found: Found,
        /// What could have stood here.
        expected: &'static str,
    },
    /// `FOREIGN_WHITESPACE`: white space of Unicode that JSON does not have.
    #[error("{character} is not white space in JSON")]
    ForeignWhitespace {
        /// The character.
        character: Found,
    },
    /// `CONTROL_CHARACTER`: a raw character below U+0020 in a string.
    #[error("a raw {} in a string", control_name(*byte))]
    ControlCharacter {
        /// The character.
        byte: u8,
    },
    /// `BAD_ESCAPE`: a backslash with something that is no escape.
    #[error("`{escape}` is not an escape of JSON")]
    BadEscape {
        /// The escape as far as it was read.
        escape: String,
    },
    /// `LONE_SURROGATE`: half of a surrogate pair (rule J5).
    #[error("`\\u{unit:04x}` is a lone surrogate")]
    LoneSurrogate {
        /// The UTF-16 code unit.
        unit: u16,
    },
    /// `BAD_NUMBER`: a number in a spelling that JSON does not have.
    #[error("`{token}` is not a JSON number: {problem}")]
    BadNumber {
        /// The token, at most 40 characters of it.
        token: String,
        /// What is wrong with it.
        problem: NumberProblem,
    },
    /// `NUMBER_OUT_OF_RANGE`: greater than every finite double (rule J4).
    #[error("`{token}` is beyond the range of a double")]
    NumberOutOfRange {
        /// The token, at most 40 characters of it.
        token: String,
    },
    /// `DUPLICATE_KEY`: the same key twice in one object (rule J1).
    #[error("the key `{key}` stands twice in this object; first at byte {first_start}")]
    DuplicateKey {
        /// The key, unescaped, at most 40 characters of it.
        key: String,
        /// Byte offset of the opening quote of the first occurrence.
        first_start: u64,
        /// Byte offset after the closing quote of the first occurrence.
        first_end: u64,
    },
    /// `INVALID_UTF8`: bytes that are not UTF-8 (rule J6).
    #[error("invalid UTF-8")]
    InvalidUtf8,
    /// `UTF16_INPUT`: the text is UTF-16 (rule J7).
    #[error("the text is UTF-16 ({byte_order} endian); JSON is UTF-8")]
    Utf16Input {
        /// `little` or `big`.
        byte_order: &'static str,
    },
    /// `UTF32_INPUT`: the text is UTF-32 (rule J7).
    #[error("the text is UTF-32 ({byte_order} endian); JSON is UTF-8")]
    Utf32Input {
        /// `little` or `big`.
        byte_order: &'static str,
    },
    /// `TOO_DEEP`: more containers open at once than allowed (rule J8).
    #[error("nested deeper than {limit}")]
    TooDeep {
        /// [`ReadOptions::max_depth`](super::ReadOptions::max_depth).
        limit: u32,
    },
    /// `TOO_LARGE`: over one of the other limits (rules J14, J16).
    #[error("more than {limit} {what}")]
    TooLarge {
        /// What there is too much of.
        what: Limit,
        /// The limit.
        limit: u64,
    },
    /// `POINTER_SYNTAX`: the JSON Pointer that was asked for is not one.
    #[error("`{pointer}` is not a JSON Pointer: {problem}")]
    PointerSyntax {
        /// What was asked for.
        pointer: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// `POINTER_NOT_FOUND`: the document has no value there. The place is that
    /// of the deepest value on the way that exists.
    #[error("there is nothing at `{pointer}`")]
    PointerNotFound {
        /// What was asked for.
        pointer: String,
    },
}

impl JsonErrorKind {
    /// Whether the text ends where a bracket or quote is still open. A word or number that was
    /// cut off outside of them does not go on on the next line.
    pub(crate) const fn leaves_open(&self) -> bool {
        matches!(
            self,
            Self::UnexpectedEnd {
                opened_at: Some(_),
                ..
            }
        )
    }

    /// Moves the offsets in the details, for a line of a longer text.
    pub(super) fn shift(&mut self, by: u64) {
        match self {
            Self::UnexpectedEnd {
                opened_at: Some(at),
                ..
            }
            | Self::MismatchedBracket { opened_at: at, .. } => *at += by,
            Self::DuplicateKey {
                first_start,
                first_end,
                ..
            } => {
                *first_start += by;
                *first_end += by;
            }
            _ => {}
        }
    }

    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::EmptyInput => "EMPTY_INPUT",
            Self::UnexpectedEnd { .. } => "UNEXPECTED_END",
            Self::TrailingData { .. } => "TRAILING_DATA",
            Self::TrailingComma { .. } => "TRAILING_COMMA",
            Self::MissingValue { .. } => "MISSING_VALUE",
            Self::MissingComma { .. } => "MISSING_COMMA",
            Self::MissingColon { .. } => "MISSING_COLON",
            Self::Comment => "COMMENT",
            Self::CodeFence => "CODE_FENCE",
            Self::HeadlessRows => "CSV_HEADER",
            Self::WrongQuotes { .. } => "WRONG_QUOTES",
            Self::NonFiniteNumber { .. } => "NON_FINITE_NUMBER",
            Self::UnknownWord { .. } => "UNKNOWN_WORD",
            Self::UnquotedKey { .. } => "UNQUOTED_KEY",
            Self::KeyNotAString { .. } => "KEY_NOT_A_STRING",
            Self::MismatchedBracket { .. } => "MISMATCHED_BRACKET",
            Self::UnexpectedCharacter { .. } => "UNEXPECTED_CHARACTER",
            Self::ForeignWhitespace { .. } => "FOREIGN_WHITESPACE",
            Self::ControlCharacter { .. } => "CONTROL_CHARACTER",
            Self::BadEscape { .. } => "BAD_ESCAPE",
            Self::LoneSurrogate { .. } => "LONE_SURROGATE",
            Self::BadNumber { .. } => "BAD_NUMBER",
            Self::NumberOutOfRange { .. } => "NUMBER_OUT_OF_RANGE",
            Self::DuplicateKey { .. } => "DUPLICATE_KEY",
            Self::InvalidUtf8 => "INVALID_UTF8",
            Self::Utf16Input { .. } => "UTF16_INPUT",
            Self::Utf32Input { .. } => "UTF32_INPUT",
            Self::TooDeep { .. } => "TOO_DEEP",
            Self::TooLarge { .. } => "TOO_LARGE",
            Self::PointerSyntax { .. } => "POINTER_SYNTAX",
            Self::PointerNotFound { .. } => "POINTER_NOT_FOUND",
        }
    }
}

/// A character that was found, printed so that it can be seen: `` `;` ``, or
/// `U+00A0` where the character itself would be invisible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found(pub Option<char>);

impl core::fmt::Display for Found {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            None => f.write_str("the end of the text"),
            Some(c) if c.is_ascii_graphic() => write!(f, "`{c}`"),
            Some(c) if c.is_alphanumeric() => write!(f, "`{c}` (U+{:04X})", u32::from(c)),
            Some(c) => write!(f, "U+{:04X}", u32::from(c)),
        }
    }
}

/// What follows the end of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrailingData {
    /// A value on a line of its own: the text is probably JSON Lines.
    #[error("a second document on a new line, as in JSON Lines,")]
    JsonLines,
    /// A value on the same line.
    #[error("a second document")]
    SecondDocument,
    /// A comma: an array without its brackets, or a comma too many.
    #[error("a comma")]
    Comma,
    /// A closing bracket too many.
    #[error("a closing bracket too many")]
    ClosingBracket,
    /// Text, as models write around JSON.
    #[error("other text")]
    Other,
}

/// What is wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberProblem {
    /// `012`
    #[error("leading zero")]
    LeadingZero,
    /// `+1`
    #[error("leading plus sign")]
    LeadingPlus,
    /// `.5`, `-.5`
    #[error("no digit before the decimal point")]
    NoIntegerDigits,
    /// `1.`, `1.e5`
    #[error("no digit after the decimal point")]
    NoFractionDigits,
    /// `1e`, `1e+`
    #[error("no digit in the exponent")]
    NoExponentDigits,
    /// `-`
    #[error("a sign without digits")]
    NoDigits,
    /// `0x1F`
    #[error("not in base ten")]
    NotDecimal,
    /// `1_000`, `1.2.3`, `10px`
    #[error("characters that do not belong to a number")]
    StrayCharacters,
}

/// Which limit was passed, see [`ReadOptions`](super::ReadOptions).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// `max_bytes`
    #[error("bytes of text")]
    Bytes,
    /// `max_string_bytes`
    #[error("bytes in one string")]
    StringBytes,
    /// `max_number_bytes`
    #[error("bytes in one number")]
    NumberBytes,
    /// `max_items`
    #[error("values in one document")]
    Items,
}

fn control_name(byte: u8) -> String {
    match byte {
        b'\n' => "line feed".into(),
        b'\r' => "carriage return".into(),
        b'\t' => "tab".into(),
        _ => alloc::format!("control character U+{byte:04X}"),
    }
}
