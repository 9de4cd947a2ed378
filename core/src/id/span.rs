//! Span ids: 16 hexadecimal digits computed from path and byte range.

use alloc::string::String;
use alloc::vec::Vec;

use super::execution::hyphenated_uuid;
use super::{IdError, IdFinding, check_range, message, one};
use crate::hex;
use crate::text::words::words;

/// How the two offsets enter the hash. All schemes are the first 8 bytes of
/// SHA-256 over path, `:`, start, `:`, end, written as 16 lower-case digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum SpanIdScheme {
    /// Eight big-endian bytes each: ours, and what Magellan and Splice print
    /// from a 64-bit build.
    #[default]
    Be64,
    /// Four big-endian bytes each: the same source code built for a 32-bit
    /// target such as wasm32.
    Be32,
    /// Decimal digits: llmgrep, and the wording of the JSON Export Format Reference.
    Decimal,
}

words!(SpanIdScheme { Be64 => "be64", Be32 => "be32", Decimal => "decimal" }
else IdError => |asked| IdError::unknown_scheme(asked, SpanIdScheme::WORDS.iter().copied()));

/// What a span id is computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SpanKey<'a> {
    /// The path, hashed as it is spelt.
    pub path: &'a str,
    /// First byte, in UTF-8 bytes from the start of the file.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

/// Many span ids, in the order of their keys, in one allocation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpanIds {
    hex: String,
}

impl SpanIds {
    /// How many ids there are.
    pub fn len(&self) -> usize {
        self.hex.len() / DIGITS
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.hex.is_empty()
    }

    /// The id of the key with this 0-based index.
    pub fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_mul(DIGITS)?;
        self.hex.get(start..start.checked_add(DIGITS)?)
    }

    /// The ids in order, each of 16 digits.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// All digits one after the other, 16 for each id: the cheapest form to
    /// hand to another language.
    pub fn as_packed(&self) -> &str {
        &self.hex
    }
}

const DIGITS: usize = 16;

/// The span id of bytes `start..end` of `path`, in scheme [`SpanIdScheme::Be64`].
///
/// For many spans, [`span_ids`] is several times faster.
///
/// # Errors
///
/// `REVERSED` if `start > end`; `UNSAFE_INTEGER` if `end` exceeds 2^53 − 1.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::span_id("src/main.rs", 42, 100)?, "7b5b5c81a7147a21");
/// # Ok::<(), llm_types::IdError>(())
/// ```
pub fn span_id(path: &str, start: u64, end: u64) -> Result<String, IdError> {
    span_id_in(SpanIdScheme::Be64, path, start, end)
}

/// The span id under a named scheme.
///
/// # Errors
///
/// As [`span_id`]; and `OFFSET_TOO_WIDE` if the scheme is `be32` and an offset
/// needs more than four bytes, which no build that uses this scheme can reach.
///
/// # Examples
///
/// ```
/// use llm_types::{SpanIdScheme, span_id_in};
/// assert_eq!(span_id_in(SpanIdScheme::Decimal, "src/main.rs", 42, 100)?, "6c585096886d7b69");
/// # Ok::<(), llm_types::IdError>(())
/// ```
pub fn span_id_in(
    scheme: SpanIdScheme,
    path: &str,
    start: u64,
    end: u64,
) -> Result<String, IdError> {
    let digits = digits_in(scheme, path, start, end)?;
    // Digits are ASCII, so the default cannot be reached.
    let id = core::str::from_utf8(&digits).unwrap_or_default();
    Ok(id.into())
}

fn digits_in(
    scheme: SpanIdScheme,
    path: &str,
    start: u64,
    end: u64,
) -> Result<[u8; DIGITS], IdError> {
    let key = SpanKey { path, start, end };
    check(scheme, None, &key)?;
    Ok(hex::of_u64(one::id(scheme, &key)))
}

/// The digits of [`span_id`].
pub(crate) fn span_id_digits(path: &str, start: u64, end: u64) -> Result<[u8; DIGITS], IdError> {
    digits_in(SpanIdScheme::Be64, path, start, end)
}

/// The same of many keys, which can have ids.
pub(crate) fn span_ids_digits(keys: &[SpanKey<'_>]) -> Vec<[u8; DIGITS]> {
    many(SpanIdScheme::Be64, keys)
}

/// Whether a range can have an id in scheme [`SpanIdScheme::Be64`].
pub(crate) fn can_have_span_id(start: u64, end: u64) -> bool {
    check_range(None, start, end).is_ok()
}

/// The span ids of many keys, in scheme [`SpanIdScheme::Be64`].
///
/// # Errors
///
/// As [`span_id`]; the error names the 0-based index of the first bad key, and
/// no id is returned.
///
/// # Examples
///
/// ```
/// use llm_types::{SpanKey, span_ids};
/// let ids = span_ids(&[
///     SpanKey { path: "src/main.rs", start: 42, end: 100 },
///     SpanKey { path: "src/lib.rs", start: 100, end: 200 },
/// ])?;
/// assert_eq!(ids.iter().collect::<Vec<_>>(), ["7b5b5c81a7147a21", "318374eb7da4e671"]);
/// # Ok::<(), llm_types::IdError>(())
/// ```
pub fn span_ids(keys: &[SpanKey<'_>]) -> Result<SpanIds, IdError> {
    span_ids_in(SpanIdScheme::Be64, keys)
}

/// The span ids of many keys under a named scheme.
///
/// # Errors
///
/// As [`span_id_in`]; the error names the 0-based index of the first bad key.
///
/// # Examples
///
/// ```
/// use llm_types::{SpanIdScheme, SpanKey, span_ids_in};
/// let keys = [SpanKey { path: "src/main.rs", start: 42, end: 100 }];
/// let ids = span_ids_in(SpanIdScheme::Be64, &keys)?;
/// assert_eq!(ids.iter().collect::<Vec<_>>(), ["7b5b5c81a7147a21"]);
/// # Ok::<(), llm_types::IdError>(())
/// ```
pub fn span_ids_in(scheme: SpanIdScheme, keys: &[SpanKey<'_>]) -> Result<SpanIds, IdError> {
    for (index, key) in (0..).zip(keys) {
        check(scheme, Some(index), key)?;
    }
    let digits = many(scheme, keys).into_flattened();
    // Digits are ASCII, so the default cannot be reached.
    let hex = String::from_utf8(digits).unwrap_or_default();
    Ok(SpanIds { hex })
}

/// Names the scheme that gives `id` for these values, or `None`.
///
/// Case is ignored, because an upper-case id names the same span
/// ([`span_id_findings`] reports it). Total: values that no scheme can hash
/// simply match none.
///
/// # Examples
///
/// ```
/// use llm_types::{SpanIdScheme, classify_span_id};
/// assert_eq!(
///     classify_span_id("fc434b35b43418b6", "src/main.rs", 42, 100),
///     Some(SpanIdScheme::Be32)
/// );
/// assert_eq!(classify_span_id("a1b2c3d4e5f6g7h8", "src/main.rs", 42, 100), None);
/// ```
pub fn classify_span_id(id: &str, path: &str, start: u64, end: u64) -> Option<SpanIdScheme> {
    let wanted = u64::from_be_bytes(hex::decode(id)?);
    let key = SpanKey { path, start, end };
    SpanIdScheme::ALL
        .iter()
        .copied()
        .find(|scheme| check(*scheme, None, &key).is_ok() && one::id(*scheme, &key) == wanted)
}

/// What is odd about the spelling of a span id: `ID_EMPTY`, `ID_RANDOM`,
/// `ID_NOT_HEX`, `ID_LENGTH`, `ID_UPPERCASE`.
///
/// # Examples
///
/// ```
/// use llm_types::span_id_findings;
/// assert!(span_id_findings("7b5b5c81a7147a21").is_empty());
/// assert_eq!(span_id_findings("a1b2c3d4")[0].code(), "ID_LENGTH");
/// ```
pub fn span_id_findings(id: &str) -> Vec<IdFinding> {
    if id.is_empty() {
        return Vec::from([IdFinding::Empty]);
    }
    if hyphenated_uuid(id).is_some() {
        return Vec::from([IdFinding::Random]);
    }
    let mut found = Vec::new();
    if !id.bytes().all(|b| b.is_ascii_hexdigit()) {
        found.push(IdFinding::NotHex);
    } else if id.bytes().any(|b| b.is_ascii_uppercase()) {
        found.push(IdFinding::Uppercase);
    }
    if id.chars().count() != DIGITS {
        found.push(IdFinding::Length);
    }
    found
}

/// The ids of keys that have been checked, in the fastest way this CPU has.
fn many(scheme: SpanIdScheme, keys: &[SpanKey<'_>]) -> Vec<[u8; DIGITS]> {
    #[cfg(any(
        target_arch = "x86",
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))]
    if let Some(engine) = super::lanes::Engine::detect() {
        return engine.ids(scheme, keys);
    }
    message::ids(scheme, keys)
}

fn check(scheme: SpanIdScheme, index: Option<u64>, key: &SpanKey<'_>) -> Result<(), IdError> {
    check_range(index, key.start, key.end)?;
    if scheme == SpanIdScheme::Be32 && u32::try_from(key.end).is_err() {
        return Err(IdError::TooWide {
            index,
            value: key.end,
        });
    }
    Ok(())
}
