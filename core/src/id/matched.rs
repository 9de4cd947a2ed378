//! Match ids: the name of one search result.

use alloc::format;
use alloc::string::String;
use core::hash::Hasher;

use sha2::{Digest, Sha256};

use super::execution::hyphenated_uuid;
use super::{IdError, check_range};
use crate::hex;
use crate::text::words::words;

/// A recipe for a match id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum MatchIdScheme {
    /// Magellan, for symbols: SipHash-1-3 with zero keys over name, `FF`, path,
    /// `FF`, byte start as eight little-endian bytes; hexadecimal *without*
    /// leading zeros, so 1 to 16 digits. The end is not part of it.
    #[default]
    Siphash,
    /// Magellan, for references: `ref_` before the same.
    SiphashRef,
    /// llmgrep: the first 8 bytes of SHA-256 over `name:path:start:end` with
    /// decimal offsets; 16 digits.
    Sha256,
}

words!(MatchIdScheme { Siphash => "siphash", SiphashRef => "siphash_ref", Sha256 => "sha256" }
else IdError => |asked| IdError::unknown_scheme(asked, MatchIdScheme::WORDS.iter().copied()));

/// What a match id turned out to be. The words are the wire's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchIdKind {
    /// Made by this scheme from the values that were given.
    Scheme(MatchIdScheme),
    /// A UUID, as Splice prints: random, so nothing can be recomputed.
    Uuid,
    /// Anything else. Legal: the id is opaque.
    Other,
}

impl MatchIdKind {
    /// `siphash`, `siphash_ref`, `sha256`, `uuid` or `other`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scheme(scheme) => scheme.as_str(),
            Self::Uuid => "uuid",
            Self::Other => "other",
        }
    }
}

/// The match id of a symbol called `name` at bytes `start..end` of `path`, as
/// Magellan computes it ([`MatchIdScheme::Siphash`]).
///
/// # Errors
///
/// As [`match_id_in`].
///
/// # Examples
///
/// ```
/// // From a run of magellan 1.8.0.
/// let id = llm_types::match_id("cr_one", "/workspace/src/lone_cr.rs", 0, 31)?;
/// assert_eq!(id, "5bde323dd6952a5");
/// # Ok::<(), llm_types::IdError>(())
/// ```
pub fn match_id(name: &str, path: &str, start: u64, end: u64) -> Result<String, IdError> {
    match_id_in(MatchIdScheme::default(), name, path, start, end)
}

/// The match id under a named scheme. Offsets are UTF-8 bytes, half-open.
///
/// # Errors
///
/// `REVERSED` if `start > end`; `UNSAFE_INTEGER` if `end` exceeds 2^53 − 1.
///
/// # Examples
///
/// ```
/// use llm_types::{MatchIdScheme, match_id_in};
/// // From a run of magellan 1.8.0.
/// let id = match_id_in(MatchIdScheme::Siphash, "cr_one", "/workspace/src/lone_cr.rs", 0, 31)?;
/// assert_eq!(id, "5bde323dd6952a5");
/// # Ok::<(), llm_types::IdError>(())
/// ```
pub fn match_id_in(
    scheme: MatchIdScheme,
    name: &str,
    path: &str,
    start: u64,
    end: u64,
) -> Result<String, IdError> {
    check_range(None, start, end)?;
    Ok(compute(scheme, name, path, start, end))
}

/// Names the recipe of a match id that was read, by trying each.
///
/// Total: an id that no recipe gives is `uuid` by its spelling, or `other`.
/// Magellan hashes the *referenced* name for references, and llmgrep the callee
/// or the caller for calls, so pass the name that the document shows for it.
///
/// # Examples
///
/// ```
/// // From a run of magellan 1.8.0.
/// let (path, end) = ("/workspace/src/lone_cr.rs", 31);
/// let kind = llm_types::classify_match_id("5bde323dd6952a5", "cr_one", path, 0, end);
/// assert_eq!(kind.as_str(), "siphash");
/// ```
pub fn classify_match_id(id: &str, name: &str, path: &str, start: u64, end: u64) -> MatchIdKind {
    MatchIdScheme::ALL
        .iter()
        .copied()
        .find(|scheme| compute(*scheme, name, path, start, end) == id)
        .map(MatchIdKind::Scheme)
        .or_else(|| hyphenated_uuid(id).map(|_| MatchIdKind::Uuid))
        .unwrap_or(MatchIdKind::Other)
}

/// Whether an id may be one of [`MatchIdScheme::Siphash`] or [`MatchIdScheme::SiphashRef`] by its
/// form: fewer digits than twelve are one in a million. Ranges of one name that begin at one place
/// have one such id, wherever they end.
pub(crate) fn leaves_out_end(id: &str) -> bool {
    let digits = id.strip_prefix("ref_").unwrap_or(id);
    (12..=16).contains(&digits.len())
        && !digits.starts_with('0')
        && digits
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn compute(scheme: MatchIdScheme, name: &str, path: &str, start: u64, end: u64) -> String {
    match scheme {
        MatchIdScheme::Siphash => format!("{:x}", siphash(name, path, start)),
        MatchIdScheme::SiphashRef => format!("ref_{:x}", siphash(name, path, start)),
        MatchIdScheme::Sha256 => {
            let digest = Sha256::digest(format!("{name}:{path}:{start}:{end}"));
            hex::encode(&digest[..8])
        }
    }
}

/// What Rust's `DefaultHasher` gives for `(name, path, start)` on a 64-bit
/// little-endian machine today. Pinned here, because the standard library
/// promises it for no release.
fn siphash(name: &str, path: &str, start: u64) -> u64 {
    let mut hasher = siphasher::sip::SipHasher13::new_with_keys(0, 0);
    for text in [name, path] {
        hasher.write(text.as_bytes());
        hasher.write(&[0xff]);
    }
    hasher.write(&start.to_le_bytes());
    hasher.finish()
}
