//! What the reader allows: limits, and the two leniences.
//!
//! Every limit is checked while reading, before memory is taken for what is
//! beyond it. Nothing here changes what a valid document means.

use alloc::string::{String, ToString};

use crate::text::words::words;
use crate::text::{Expected, TextError};

/// What to do with an object that has the same key twice (rule J1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DuplicateKeys {
    /// `error`: refuse the document with `DUPLICATE_KEY` at the second key.
    #[default]
    Error,
    /// `last_wins`: keep the last member of that name, as `JSON.parse` and Python's `json`
    /// do, and report a lint for each one that was dropped.
    LastWins,
}

words!(DuplicateKeys { Error => "error", LastWins => "last_wins" } of "policy for duplicate keys");

/// What to do with an escaped lone surrogate such as `"\ud800"` (rule J5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LoneSurrogates {
    /// `error`: refuse the document with `LONE_SURROGATE`.
    #[default]
    Error,
    /// `replace`: read it as U+FFFD REPLACEMENT CHARACTER and report a lint.
    Replace,
}

words!(LoneSurrogates { Error => "error", Replace => "replace" } of "policy for lone surrogates");

/// Limits and leniences of [`read`](super::read) and [`read_lines`](super::read_lines).
///
/// The default is strict, with a depth of 128 and no other limit than those
/// that the representation has: texts of 2^36 − 1 bytes, strings of 2^31 − 1,
/// documents of 2^28 values.
///
/// # Examples
///
/// ```
/// use llm_types::json::{ReadOptions, read};
///
/// let options = ReadOptions { max_depth: 2, ..ReadOptions::default() };
/// assert!(read(b"[[1]]", &options).is_ok());
/// assert_eq!(read(b"[[[1]]]", &options).unwrap_err().code(), "TOO_DEEP");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// Arrays and objects that may be open at once (rule J8). 128 by default.
    /// Reading takes no stack, so that 1 000 000 is as safe as 128.
    pub max_depth: u32,
    /// UTF-8 bytes of the text, or of one line of JSON Lines.
    pub max_bytes: u64,
    /// UTF-8 bytes between the quotes of one string or key, as written.
    pub max_string_bytes: u64,
    /// Bytes of one number (rule J14). 4300 by default, the number of digits
    /// that `CPython` converts; every finite double has a token shorter than that.
    pub max_number_bytes: u64,
    /// Values in the whole document, containers included, keys not.
    pub max_items: u64,
    /// Objects that have the same key twice.
    pub duplicate_keys: DuplicateKeys,
    /// Escaped surrogates without their other half.
    pub lone_surrogates: LoneSurrogates,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            max_depth: 128,
            max_bytes: u64::MAX,
            max_string_bytes: u64::MAX,
            max_number_bytes: 4300,
            max_items: u64::MAX,
            duplicate_keys: DuplicateKeys::Error,
            lone_surrogates: LoneSurrogates::Error,
        }
    }
}

impl ReadOptions {
    /// Both leniences at once; the limits stay as they are by default.
    pub fn lenient() -> Self {
        Self {
            duplicate_keys: DuplicateKeys::LastWins,
            lone_surrogates: LoneSurrogates::Replace,
            ..Self::default()
        }
    }
}

/// Limits and leniences as a host says them: numbers that were checked to be such, and
/// words. What is absent is as in [`ReadOptions::default`].
///
/// # Examples
///
/// ```
/// use llm_types::json::{GivenLimits, ReadOptions};
///
/// let given = |max_depth| GivenLimits { max_depth: Some(max_depth), ..GivenLimits::default() };
/// assert_eq!(ReadOptions::try_from(given(5))?.max_depth, 5);
/// // One that does not fit is refused: a smaller one would refuse other documents.
/// let refused = ReadOptions::try_from(given(1 << 40)).unwrap_err();
/// assert_eq!(refused.code(), "UNKNOWN_OPTION");
/// # Ok::<(), llm_types::TextError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct GivenLimits {
    /// See [`ReadOptions::max_depth`].
    pub max_depth: Option<u64>,
    /// See [`ReadOptions::max_bytes`].
    pub max_bytes: Option<u64>,
    /// See [`ReadOptions::max_string_bytes`].
    pub max_string_bytes: Option<u64>,
    /// See [`ReadOptions::max_number_bytes`].
    pub max_number_bytes: Option<u64>,
    /// See [`ReadOptions::max_items`].
    pub max_items: Option<u64>,
    /// A word of [`DuplicateKeys`].
    pub duplicate_keys: Option<String>,
    /// A word of [`LoneSurrogates`].
    pub lone_surrogates: Option<String>,
}

/// # Errors
///
/// `UNKNOWN_OPTION` for a depth that has more than 32 bits, and for a word that is none.
impl TryFrom<GivenLimits> for ReadOptions {
    type Error = TextError;

    fn try_from(given: GivenLimits) -> Result<Self, TextError> {
        let default = Self::default();
        let depth = |depth: u64| {
            u32::try_from(depth).map_err(|_| TextError::UnknownOption {
                option: "limit `max_depth`",
                expected: Expected::Other("an integer from 0 to 4294967295"),
                asked: depth.to_string(),
            })
        };
        let (keys, surrogates) = (given.duplicate_keys, given.lone_surrogates);
        Ok(Self {
            max_depth: given.max_depth.map_or(Ok(default.max_depth), depth)?,
            max_bytes: given.max_bytes.unwrap_or(default.max_bytes),
            max_string_bytes: given.max_string_bytes.unwrap_or(default.max_string_bytes),
            max_number_bytes: given.max_number_bytes.unwrap_or(default.max_number_bytes),
            max_items: given.max_items.unwrap_or(default.max_items),
            duplicate_keys: keys.map_or(Ok(default.duplicate_keys), |word| word.parse())?,
            lone_surrogates: surrogates.map_or(Ok(default.lone_surrogates), |word| word.parse())?,
        })
    }
}
