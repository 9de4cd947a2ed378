//! Execution ids: the name of one run of one tool.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::IdFinding;
use crate::error::Error;

/// What an execution id looks like. The words are the wire's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExecutionIdKind {
    /// `8-4-4-4-12` hexadecimal digits, whatever the version.
    Uuid,
    /// Hexadecimal seconds, `-`, process id: what Magellan, llmgrep and mirage
    /// print. The process id is hexadecimal in the first two and decimal in the
    /// third, so it must not be decoded. Two machines can print the same one.
    HexPid,
    /// Anything else, the empty string included. Legal: the id is opaque.
    Other,
}

impl ExecutionIdKind {
    /// `uuid`, `hex-pid` or `other`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::HexPid => "hex-pid",
            Self::Other => "other",
        }
    }
}

/// A UUID v4 (RFC 9562 §5.4) made of the caller's random bytes.
///
/// The core has no randomness of its own; give it 16 bytes from a generator fit
/// for unique names (`getrandom`, `crypto.getRandomValues`, `os.urandom`). Six
/// of the 128 bits are overwritten by the version and the variant.
///
/// # Examples
///
/// ```
/// assert_eq!(
///     llm_types::execution_id([0xff; 16]),
///     "ffffffff-ffff-4fff-bfff-ffffffffffff"
/// );
/// ```
pub fn execution_id(random: [u8; 16]) -> String {
    uuid::Builder::from_random_bytes(random)
        .into_uuid()
        .hyphenated()
        .to_string()
}

/// What a host brings as the random bytes of an id.
///
/// # Errors
///
/// `WRONG_TYPE` unless there are 16.
///
/// # Examples
///
/// ```
/// use llm_types::id::random_bytes;
///
/// assert_eq!(random_bytes(&[7; 16]).unwrap(), [7; 16]);
/// assert_eq!(random_bytes(&[7; 15]).unwrap_err().code(), "WRONG_TYPE");
/// ```
pub fn random_bytes(bytes: &[u8]) -> Result<[u8; 16], Error> {
    bytes.try_into().map_err(|_| Error::WrongType {
        expected: "16 bytes as `random`",
        found: format!("{} bytes", bytes.len()),
    })
}

/// Names the shape of an execution id. Total: every text has one.
///
/// # Examples
///
/// ```
/// use llm_types::classify_execution_id;
/// assert_eq!(classify_execution_id("6b008bad-4754").as_str(), "hex-pid");
/// assert_eq!(classify_execution_id("550e8400-e29b-41d4-a716-446655440000").as_str(), "uuid");
/// assert_eq!(classify_execution_id("auto").as_str(), "other");
/// ```
pub fn classify_execution_id(id: &str) -> ExecutionIdKind {
    if hyphenated_uuid(id).is_some() {
        ExecutionIdKind::Uuid
    } else if is_hex_pid(id) {
        ExecutionIdKind::HexPid
    } else {
        ExecutionIdKind::Other
    }
}

/// What is odd about the spelling of an execution id: `ID_EMPTY`, `UUID_NOT_V4`.
///
/// # Examples
///
/// ```
/// use llm_types::execution_id_findings;
/// let odd = execution_id_findings("660e8400-e29b-91d4-0716-446655440000");
/// assert_eq!(odd[0].code(), "UUID_NOT_V4");
/// ```
pub fn execution_id_findings(id: &str) -> Vec<IdFinding> {
    let mut found = Vec::new();
    if id.is_empty() {
        found.push(IdFinding::Empty);
    }
    if let Some(uuid) = hyphenated_uuid(id) {
        let v4 = uuid.get_version() == Some(uuid::Version::Random)
            && uuid.get_variant() == uuid::Variant::RFC4122;
        if !v4 {
            found.push(IdFinding::NotUuidV4);
        }
    }
    found
}

/// Whether an id is spelt as a UUID, of whatever version.
pub(crate) fn is_uuid(id: &str) -> bool {
    hyphenated_uuid(id).is_some()
}

/// Reads the hyphenated form only: the crate also takes braces, a URN and 32
/// bare digits, and the last is what a 128-bit hash looks like.
pub(super) fn hyphenated_uuid(id: &str) -> Option<uuid::Uuid> {
    (id.len() == uuid::fmt::Hyphenated::LENGTH)
        .then(|| uuid::Uuid::try_parse(id).ok())
        .flatten()
}

fn is_hex_pid(id: &str) -> bool {
    let hex = |digits: &str, least: usize, most: usize| {
        (least..=most).contains(&digits.len())
            && digits
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    // Seconds since 1970 have had eight hexadecimal digits since 1978; sixteen
    // hold nanoseconds. A process id has at most ten digits in either base.
    id.split_once('-')
        .is_some_and(|(time, pid)| hex(time, 8, 16) && hex(pid, 1, 10))
}
