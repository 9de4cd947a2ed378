//! Hashes by which a code index sees that a file has changed.
//!
//! They are no checksums: 64 bits do not withstand anybody who wants two files to have one,
//! and they are printed without the name of their algorithm. So they have no name on our
//! wire either, are never computed for a document, and are only compared where the
//! convention of the tool says how they are made.

use alloc::string::{String, ToString};

use twox_hash::{XxHash3_64, XxHash64};

use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::hex;

/// Digits of 64 bits.
const SHORT: usize = 16;

/// How a hash of a file is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashAlgorithm {
    /// As a checksum is.
    Checksum(ChecksumAlgorithm),
    /// XXH64 with the seed 0.
    Xxh64,
    /// XXH3 with 64 bits of output and the seed 0.
    Xxh3,
}

/// How a hash of a file is written, and how it is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileHash {
    /// How many digits it has; zeros stand before those that the algorithm gives.
    pub digits: usize,
    /// How they are computed.
    pub algorithm: HashAlgorithm,
    /// Whether the tool was seen to print nothing else in this form. If not, a text with
    /// another hash may be the right one.
    pub is_certain: bool,
}

impl FileHash {
    /// A form that was recomputed from files.
    pub const fn measured(digits: usize, algorithm: HashAlgorithm) -> Self {
        Self {
            digits,
            algorithm,
            is_certain: true,
        }
    }

    /// A form that is known from other tools only.
    pub const fn likely(digits: usize, algorithm: HashAlgorithm) -> Self {
        Self {
            digits,
            algorithm,
            is_certain: false,
        }
    }

    /// Whether a text can be such a hash.
    pub(crate) fn could_be(&self, stated: &str) -> bool {
        let zeros = match self.algorithm {
            HashAlgorithm::Checksum(_) => 0,
            HashAlgorithm::Xxh64 | HashAlgorithm::Xxh3 => self.digits.saturating_sub(SHORT),
        };
        stated.len() == self.digits
            && stated.bytes().all(|byte| byte.is_ascii_hexdigit())
            && stated.bytes().take(zeros).all(|byte| byte == b'0')
    }

    /// What the tool prints of these bytes. O(n).
    pub(crate) fn of(&self, bytes: &[u8]) -> String {
        let hash = match self.algorithm {
            HashAlgorithm::Checksum(algorithm) => {
                return hex::encode(Checksum::of(algorithm, bytes).digest());
            }
            HashAlgorithm::Xxh64 => XxHash64::oneshot(0, bytes),
            HashAlgorithm::Xxh3 => XxHash3_64::oneshot(bytes),
        };
        let given = hex::encode(&hash.to_be_bytes());
        let mut text = "0".repeat(self.digits.saturating_sub(given.len()));
        text.push_str(&given);
        text
    }

    /// The name of the algorithm, for people.
    pub(crate) fn name(&self) -> String {
        match self.algorithm {
            HashAlgorithm::Checksum(algorithm) => algorithm.to_string(),
            HashAlgorithm::Xxh64 => "XXH64".into(),
            HashAlgorithm::Xxh3 => "XXH3".into(),
        }
    }
}
