//! Fingerprints: hashes that recognise a finding when the text above it has changed.
//!
//! A `span_id` is a key inside one snapshot of a file: it moves with every edit above
//! it. A fingerprint says nothing of offsets and lines. Three recipes stand side by
//! side under names with a version, as SARIF 2.1.0 (§3.27.17) wants it; a name never
//! changes what it means.
//!
//! | Name | Hash of | Survives | Breaks on |
//! |---|---|---|---|
//! | `contentHash/v1` | the bytes of the range | moves, renamed files | any change inside |
//! | `contextHash/v1` | kind, text, two lines above, two below; blanks and line terminators evened out | edits farther off, indentation | a change within two lines |
//! | `primaryLocationLineHash` | 100 UTF-16 code units from the start of the line, as GitHub computes it | edits above, indentation | a change in those units |
//!
//! How two lists of findings are paired by them is in [`crate::findings`].

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use crate::checksum::{ChecksumAlgorithm, checksum_in};
use crate::envelope::record::record;
use crate::envelope::{Map, Wire};
use crate::error::Error;
use crate::hex;
use crate::json::{ReadOptions, read};
use crate::text::{PositionEncoding, TextError};

mod line;
mod lines;
#[cfg(test)]
mod tests;

pub use line::line_hashes;
use lines::Lines;

/// Name of the hash of the bytes of a range.
pub const CONTENT_HASH: &str = "contentHash/v1";

/// Name of the hash of a range with what stands around it.
pub const CONTEXT_HASH: &str = "contextHash/v1";

/// Name of GitHub's hash of a line.
pub const LINE_HASH: &str = "primaryLocationLineHash";

record! {
    /// Where a finding is, for [`fingerprints`].
    pub struct FindingPlace closed {
        /// Offset of the first byte.
        required byte_start: u64,
        /// Offset after the last byte.
        required byte_end: u64,
        /// What kind of finding it is: a rule, a code, a kind of symbol.
        optional kind: String,
    }
}

impl FindingPlace {
    /// Reads a list of places from JSON text.
    ///
    /// # Errors
    ///
    /// The codes of [`crate::read`]; `WRONG_TYPE` for anything that is no list of
    /// places, with the index of the first that is none, and its pointer.
    pub fn list_from_json(text: &[u8]) -> Result<Vec<Self>, Error> {
        let value = read(text, &ReadOptions::default())?.to_value();
        Vec::<Self>::from_value(value).map_err(|misfit| {
            misfit.refusal_of_list("a list of places of findings", "a place of a finding")
        })
    }
}

/// The fingerprints of findings in one text, one map for each, in their order.
///
/// Findings that nothing but their place tells apart get the same hash, and are told
/// apart by a number after it, from 1, in the order of their places. All findings of
/// a file belong into one call, so that the numbers are right.
///
/// The recipe of `contextHash/v1`: SHA-256 over four SHA-256 digests, those of the
/// kind, of the text of the range, of the two nearest lines above the line of its
/// start that are not blank, and of the two below the line of its end. In each text
/// lines end with LF, blanks (spaces and tabs) at either end of a line are left out,
/// a run of them inside is one space, and lines without anything else are left out.
/// The text need not be UTF-8.
///
/// Time O(n + k log k + the lengths of the ranges), for a text of n bytes and k findings.
///
/// # Errors
///
/// `OFFSET_OUT_OF_RANGE` and `REVERSED`, each with the index of the finding.
///
/// # Examples
///
/// ```
/// use llm_types::{FindingPlace, fingerprints};
///
/// let place = |at| FindingPlace { byte_start: at, byte_end: at + 4, kind: Some("todo".into()) };
/// let old = fingerprints(b"fn a() {}\n\n// TODO\n", &[place(14)])?;
/// let new = fingerprints(b"use b;\nfn z() {}\nfn y() {}\nfn a() {}\n\n\t// TODO\n", &[place(42)])?;
/// assert_eq!(old[0].0["contentHash/v1"], new[0].0["contentHash/v1"]);
/// assert_ne!(old[0].0["contextHash/v1"], new[0].0["contextHash/v1"]);
/// assert_eq!(old[0].0["primaryLocationLineHash"], new[0].0["primaryLocationLineHash"]);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn fingerprints(text: &[u8], places: &[FindingPlace]) -> Result<Vec<Map<String>>, Error> {
    Prints::of(text).add(text, places)
}

/// What fingerprints of findings in one text are made of. It is kept while findings come in, so
/// that the text is read once, and equal ones are numbered on.
pub(crate) struct Prints {
    lines: Lines,
    /// GitHub's hash of each line.
    hashes: Vec<String>,
    around: Around,
    /// How many findings had each hash so far.
    seen: BTreeMap<[u8; 32], u64>,
}

impl Prints {
    /// Of a text in which nothing was found yet. O(n).
    pub(crate) fn of(text: &[u8]) -> Self {
        Self {
            lines: Lines::of(text),
            hashes: line_hashes(text),
            around: Around::default(),
            seen: BTreeMap::new(),
        }
    }

    /// The fingerprints of more findings in the same text. Their numbers follow those of the
    /// ones before.
    pub(crate) fn add(
        &mut self,
        text: &[u8],
        places: &[FindingPlace],
    ) -> Result<Vec<Map<String>>, Error> {
        let ranges = (0..)
            .zip(places)
            .map(|(index, place)| range(text, place).map_err(|error| error.at_index(index)))
            .collect::<Result<Vec<_>, _>>()?;
        let (lines, around) = (&self.lines, &mut self.around);
        let contexts: Vec<[u8; 32]> = places
            .iter()
            .zip(&ranges)
            .map(|(place, &(start, end))| {
                let (first, last) = lines.touched(start, end);
                let above = around.digest(text, lines, lines.above(first));
                let below = around.digest(text, lines, lines.below(last));
                let kind = place.kind.as_deref().unwrap_or_default();
                let parts = [
                    Sha256::digest(kind.as_bytes()).into(),
                    Sha256::digest(lines::even([text.get(start..end).unwrap_or_default()])).into(),
                    above,
                    below,
                ];
                Sha256::digest(parts.concat()).into()
            })
            .collect();
        let numbers = occurrences(places, &contexts, &mut self.seen);
        let maps = ranges.iter().zip(contexts.iter().zip(numbers));
        Ok(maps
            .map(|(&(start, end), (context, number))| {
                let content = text.get(start..end).unwrap_or_default();
                let hash = self.hashes.get(lines.of_offset(start)).cloned();
                let entries = [
                    (
                        CONTENT_HASH,
                        Some(checksum_in(ChecksumAlgorithm::Sha256, content)),
                    ),
                    (
                        CONTEXT_HASH,
                        Some(format!("{}:{number}", hex::encode(context))),
                    ),
                    (LINE_HASH, hash),
                ];
                let named = entries
                    .into_iter()
                    .filter_map(|(name, hash)| Some((name.to_owned(), hash?)));
                Map(named.collect())
            })
            .collect())
    }
}

/// The two ends, if they lie in the text in this order.
fn range(text: &[u8], place: &FindingPlace) -> Result<(usize, usize), TextError> {
    let (start, end) = (place.byte_start, place.byte_end);
    if end < start {
        return Err(TextError::Reversed { start, end });
    }
    let inside = |offset: u64| usize::try_from(offset).ok().filter(|at| *at <= text.len());
    let beyond = |offset| TextError::OffsetOutOfRange {
        offset,
        len: text.len() as u64,
        encoding: PositionEncoding::Utf8,
    };
    Ok((
        inside(start).ok_or_else(|| beyond(start))?,
        inside(end).ok_or_else(|| beyond(end))?,
    ))
}

/// Which of the findings with its hash each one is, in the order of places; from 1, or on from
/// those that were seen before.
fn occurrences(
    places: &[FindingPlace],
    hashes: &[[u8; 32]],
    seen: &mut BTreeMap<[u8; 32], u64>,
) -> Vec<u64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&at| {
        places
            .get(at)
            .map(|place| (place.byte_start, place.byte_end))
    });
    let mut numbers = alloc::vec![0; places.len()];
    for at in order {
        if let (Some(hash), Some(number)) = (hashes.get(at), numbers.get_mut(at)) {
            let count = seen.entry(*hash).or_default();
            *count += 1;
            *number = *count;
        }
    }
    numbers
}

/// The digests of neighbouring lines; findings beside each other share them, and a
/// long line is hashed once.
#[derive(Default)]
struct Around(BTreeMap<(usize, usize), [u8; 32]>);

impl Around {
    fn digest(&mut self, text: &[u8], lines: &Lines, solid: (usize, usize)) -> [u8; 32] {
        *self.0.entry(solid).or_insert_with(|| {
            let whole = lines
                .solid(solid)
                .map(|range| text.get(range).unwrap_or_default());
            Sha256::digest(lines::even(whole)).into()
        })
    }
}
