//! Checksums of contents: `sha256:` or `blake3:` and 64 lower-case digits.
//!
//! A checksum on our wire always names its algorithm. Some tools print bare
//! digits, and 64 of them may be SHA-256 as well as BLAKE3; nothing here ever
//! guesses which. A dialect that knows says so with [`Checksum::from_bare`].
//!
//! Ids, which are shortened hashes of a place, are in [`crate::id`].

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use sha2::{Digest, Sha256};

use crate::text::words::words;
use crate::{ByteRange, hex, rule};

#[cfg(test)]
mod tests;

/// The algorithms that a checksum can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum ChecksumAlgorithm {
    /// SHA-256 (FIPS 180-4): the default, and what the seed tools print.
    #[default]
    Sha256,
    /// BLAKE3 with its default 32 bytes of output; several times faster.
    Blake3,
}

words!(ChecksumAlgorithm { Sha256 => "sha256", Blake3 => "blake3" }
else ChecksumError => |name| ChecksumError::UnknownAlgorithm {
    asked: name.into(),
    nearest: rule::nearest(name, ChecksumAlgorithm::WORDS.iter().copied()),
});

/// A refusal to make or read a checksum.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChecksumError {
    /// Digits without the name of an algorithm.
    #[error("checksum `{text}` does not name its algorithm")]
    Bare {
        /// The text that was read.
        text: String,
    },
    /// The name before the colon is no algorithm of ours.
    #[error("unknown checksum algorithm `{asked}`{}", nearest.map(|n| alloc::format!("; did you mean `{n}`?")).unwrap_or_default())]
    UnknownAlgorithm {
        /// What was asked for.
        asked: String,
        /// The known name that is spelt most like it.
        nearest: Option<&'static str>,
    },
    /// Not 64 hexadecimal digits.
    #[error("checksum `{text}` needs 64 hexadecimal digits after the name of its algorithm")]
    Malformed {
        /// The text that was read.
        text: String,
    },
    /// A range that does not lie inside the bytes.
    #[error("byte range {start}..{end} does not lie in {len} bytes")]
    OutOfRange {
        /// First byte of the range.
        start: u64,
        /// One past the last byte of the range.
        end: u64,
        /// How many bytes there are.
        len: u64,
    },
}

impl ChecksumError {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Bare { .. } => "CHECKSUM_BARE",
            Self::UnknownAlgorithm { .. } => "UNKNOWN_ALGORITHM",
            Self::Malformed { .. } => "CHECKSUM_MALFORMED",
            Self::OutOfRange { .. } => "OFFSET_OUT_OF_RANGE",
        }
    }
}

/// An algorithm and its 32 bytes of output.
///
/// Read with [`str::parse`], written with `Display`. Reading takes digits of
/// either case, writing gives lower case.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checksum {
    algorithm: ChecksumAlgorithm,
    digest: [u8; 32],
}

impl Checksum {
    /// The checksum of these bytes. O(n).
    pub fn of(algorithm: ChecksumAlgorithm, bytes: &[u8]) -> Self {
        let digest = match algorithm {
            ChecksumAlgorithm::Sha256 => Sha256::digest(bytes).into(),
            ChecksumAlgorithm::Blake3 => blake3::hash(bytes).into(),
        };
        Self { algorithm, digest }
    }

    /// Gives an algorithm to bare digits, for a caller who knows it from the
    /// dialect or the documentation of the tool.
    ///
    /// # Errors
    ///
    /// `CHECKSUM_MALFORMED` unless there are 64 digits of either case.
    pub fn from_bare(algorithm: ChecksumAlgorithm, digits: &str) -> Result<Self, ChecksumError> {
        hex::decode(digits)
            .map(|digest| Self { algorithm, digest })
            .ok_or_else(|| ChecksumError::Malformed {
                text: digits.into(),
            })
    }

    /// The algorithm.
    pub const fn algorithm(&self) -> ChecksumAlgorithm {
        self.algorithm
    }

    /// The output of the algorithm.
    pub const fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// Whether these bytes have this checksum. O(n).
    pub fn matches(&self, bytes: &[u8]) -> bool {
        Self::of(self.algorithm, bytes) == *self
    }

    /// The checksum of each of these texts, in the fastest way that this CPU has. O(n).
    pub(crate) fn of_each(algorithm: ChecksumAlgorithm, texts: &[&[u8]]) -> Vec<Self> {
        match algorithm {
            ChecksumAlgorithm::Sha256 => sha256_of(texts),
            ChecksumAlgorithm::Blake3 => {
                let each = texts.iter().map(|text| Self::of(algorithm, text));
                each.collect()
            }
        }
    }

    /// What `Display` writes: without its machinery, because there may be very many.
    pub(crate) fn to_text(self) -> String {
        let name = self.algorithm.as_str();
        let digits = self.digest.len().saturating_mul(2);
        let mut text = String::with_capacity(name.len().saturating_add(1).saturating_add(digits));
        text.push_str(name);
        text.push(':');
        hex::push(&mut text, &self.digest);
        text
    }
}

/// How many texts [`sha256_of`] hashes together; 1 if that gains nothing here.
pub(crate) fn hashed_together() -> usize {
    #[cfg(any(
        target_arch = "x86",
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))]
    if let Some(engine) = crate::id::long::detect() {
        return engine.width();
    }
    1
}

/// The SHA-256 of each of these texts, in the fastest way this CPU has.
pub(crate) fn sha256_of(texts: &[&[u8]]) -> Vec<Checksum> {
    let algorithm = ChecksumAlgorithm::Sha256;
    #[cfg(any(
        target_arch = "x86",
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))]
    if texts.len() > 1
        && let Some(engine) = crate::id::long::detect()
    {
        let digests = engine.digests(texts).into_iter();
        return digests
            .map(|digest| Checksum { algorithm, digest })
            .collect();
    }
    let each = texts.iter().map(|text| Checksum::of(algorithm, text));
    each.collect()
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checksum({self})")
    }
}

impl FromStr for Checksum {
    type Err = ChecksumError;

    fn from_str(text: &str) -> Result<Self, ChecksumError> {
        let Some((name, digits)) = text.split_once(':') else {
            return Err(if is_hex(text) {
                ChecksumError::Bare { text: text.into() }
            } else {
                ChecksumError::Malformed { text: text.into() }
            });
        };
        let algorithm = name.parse()?;
        hex::decode(digits)
            .map(|digest| Self { algorithm, digest })
            .ok_or_else(|| ChecksumError::Malformed { text: text.into() })
    }
}

/// What the text of a checksum turned out to be. Nothing is guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChecksumClass {
    /// Names an algorithm of ours and has 64 digits.
    Named(Checksum),
    /// Hexadecimal digits and no name. How many there are proves nothing: 64
    /// fit SHA-256 and BLAKE3.
    Bare {
        /// How many digits there are.
        digits: u64,
    },
    /// Anything else: an unknown name, or the wrong digits.
    Other,
}

/// As `algorithm`, with `digest` (64 digits) if it is named, with `digits` (how
/// many there are) if it is bare.
impl Serialize for ChecksumClass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("algorithm", self.algorithm_str())?;
        match self {
            Self::Named(checksum) => {
                map.serialize_entry("digest", &hex::encode(checksum.digest()))?;
            }
            Self::Bare { digits } => map.serialize_entry("digits", digits)?,
            Self::Other => {}
        }
        map.end()
    }
}

impl ChecksumClass {
    /// `sha256`, `blake3`, `unknown` (bare digits, or a name that is not ours).
    pub const fn algorithm_str(&self) -> &'static str {
        match self {
            Self::Named(checksum) => checksum.algorithm.as_str(),
            Self::Bare { .. } | Self::Other => "unknown",
        }
    }
}

/// The SHA-256 of these bytes, as `sha256:` and 64 digits. O(n).
///
/// A `&str` is hashed as its UTF-8 bytes; line terminators and a byte order
/// mark are part of it.
///
/// # Examples
///
/// ```
/// assert_eq!(
///     llm_types::checksum(b"abc"),
///     "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
/// );
/// ```
pub fn checksum(bytes: impl AsRef<[u8]>) -> String {
    checksum_in(ChecksumAlgorithm::Sha256, bytes)
}

/// The checksum of these bytes under a named algorithm. O(n).
///
/// # Examples
///
/// ```
/// use llm_types::{ChecksumAlgorithm, checksum_in};
/// assert_eq!(
///     checksum_in(ChecksumAlgorithm::Blake3, ""),
///     "blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"
/// );
/// ```
pub fn checksum_in(algorithm: ChecksumAlgorithm, bytes: impl AsRef<[u8]>) -> String {
    Checksum::of(algorithm, bytes.as_ref()).to_text()
}

/// The SHA-256 of a range of these bytes. O(n) in the length of the range.
///
/// # Errors
///
/// `OFFSET_OUT_OF_RANGE` if the range does not lie in the bytes.
///
/// # Examples
///
/// ```
/// use llm_types::{ByteRange, checksum, checksum_range};
/// assert_eq!(checksum_range("xabcx", ByteRange::new(1, 4)?)?, checksum("abc"));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn checksum_range(bytes: impl AsRef<[u8]>, range: ByteRange) -> Result<String, ChecksumError> {
    checksum_range_in(ChecksumAlgorithm::Sha256, bytes, range)
}

/// The checksum of a range of these bytes under a named algorithm. Time O(range).
///
/// # Errors
///
/// As [`checksum_range`].
///
/// # Examples
///
/// ```
/// use llm_types::{ByteRange, ChecksumAlgorithm, checksum_in, checksum_range_in};
/// let range = ByteRange::new(1, 4)?;
/// let sum = checksum_range_in(ChecksumAlgorithm::Blake3, "xabcx", range)?;
/// assert_eq!(sum, checksum_in(ChecksumAlgorithm::Blake3, "abc"));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn checksum_range_in(
    algorithm: ChecksumAlgorithm,
    bytes: impl AsRef<[u8]>,
    range: ByteRange,
) -> Result<String, ChecksumError> {
    let bytes = bytes.as_ref();
    let index = |offset| usize::try_from(offset).ok();
    index(range.start())
        .zip(index(range.end()))
        .and_then(|(start, end)| bytes.get(start..end))
        .map(|bytes| checksum_in(algorithm, bytes))
        .ok_or(ChecksumError::OutOfRange {
            start: range.start(),
            end: range.end(),
            len: bytes.len() as u64,
        })
}

/// Reads `algorithm:digits`.
///
/// # Errors
///
/// `CHECKSUM_BARE` for digits alone, `UNKNOWN_ALGORITHM`, `CHECKSUM_MALFORMED`.
///
/// # Examples
///
/// ```
/// use llm_types::{checksum, parse_checksum};
/// assert!(parse_checksum(&checksum("a"))?.matches(b"a"));
/// assert_eq!(parse_checksum("abc123").unwrap_err().code(), "CHECKSUM_BARE");
/// # Ok::<(), llm_types::ChecksumError>(())
/// ```
pub fn parse_checksum(text: &str) -> Result<Checksum, ChecksumError> {
    text.parse()
}

/// Says what the text of a checksum is. Total: never fails, never guesses.
///
/// # Examples
///
/// ```
/// use llm_types::{ChecksumClass, classify_checksum};
/// assert_eq!(classify_checksum("abc123"), ChecksumClass::Bare { digits: 6 });
/// ```
pub fn classify_checksum(text: &str) -> ChecksumClass {
    match text.parse() {
        Ok(checksum) => ChecksumClass::Named(checksum),
        Err(ChecksumError::Bare { text }) => ChecksumClass::Bare {
            digits: text.len() as u64,
        },
        Err(_) => ChecksumClass::Other,
    }
}

/// Whether these bytes have the checksum that `text` writes. O(n).
///
/// # Errors
///
/// As [`parse_checksum`]: a checksum that does not name its algorithm can be
/// neither confirmed nor denied.
///
/// # Examples
///
/// ```
/// // The digest of `abc` in FIPS 180-2, appendix B.1.
/// let stated = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
/// assert!(llm_types::verify_checksum(stated, "abc")?);
/// assert!(!llm_types::verify_checksum(stated, "abd")?);
/// # Ok::<(), llm_types::ChecksumError>(())
/// ```
pub fn verify_checksum(text: &str, bytes: impl AsRef<[u8]>) -> Result<bool, ChecksumError> {
    Ok(parse_checksum(text)?.matches(bytes.as_ref()))
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit())
}
