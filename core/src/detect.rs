//! Which tool printed this?
//!
//! Every dialect names the signs that speak for it and against it, each with
//! the place where it was seen. The sums are compared; the first match never
//! wins, and two dialects that are close together are reported as such.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::dialect::sheet::Sheet;
use crate::dialect::{self, Adapter, Clues, Recognition};
use crate::documents;
use crate::envelope::record::record;
use crate::error::Error;
use crate::json::{Document, Kind, Node, ReadOptions};

/// A dialect with less than this is not named.
pub(crate) const ENOUGH: u64 = 40;

/// Two dialects that are not further apart than this are a near tie.
const NEAR: u64 = 15;

record! {
    /// The result of [`detect`].
    pub struct Detection closed {
        /// The dialect; absent if none is likely enough.
        optional dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows: `1.x`, `>=3.x`, `4.x`, ...
        optional generation: Cow<'static, str>,
        /// How sure it is, from 0 to 100.
        required score: u64,
        /// Whether another dialect is nearly as likely.
        required near_tie: bool,
        /// How many documents the text holds.
        required documents: u64,
        /// All dialects that have anything to say for them, the likeliest first.
        required candidates: Vec<Candidate>,
    }
}

record! {
    /// One dialect that the document may be of.
    pub struct Candidate closed {
        /// Its name.
        required dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// How likely it is, from 0 to 100: the sum of the weights.
        required score: u64,
        /// What speaks for it and against it.
        required evidence: Vec<Evidence>,
    }
}

record! {
    /// One sign.
    pub struct Evidence closed {
        /// JSON Pointer (RFC 6901) of the value that was seen.
        required pointer: Cow<'static, str>,
        /// What it says.
        required says: Cow<'static, str>,
        /// How much it counts; negative against the dialect.
        required weight: i64,
    }
}

/// Names the dialect of a document: which tool printed it, as far as it shows.
///
/// The text is one JSON document, or several (JSON Lines, or one after the
/// other), of which the first that is recognised decides. A graph as CSV
/// is known by its first lines.
///
/// A document of no known dialect is not an error: `dialect` is absent then. Time
/// O(n log n), memory O(n).
///
/// # Errors
///
/// The codes of [`crate::read`], if the text is not JSON.
///
/// # Examples
///
/// ```
/// let text = br#"{"execution_id":"x","pattern":"TODO","matches":[],"match_count":0}"#;
/// let detection = llm_types::detect(text)?;
/// assert_eq!(detection.dialect.as_deref(), Some("llmsearch"));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn detect(text: &[u8]) -> Result<Detection, Error> {
    let mut first: Option<Detection> = None;
    let mut refusal = None;
    let mut documents = 0;
    documents::each(text, &ReadOptions::default(), |piece| {
        documents += 1;
        match piece.result {
            // An empty list tells nothing; what follows it may.
            Ok(document) if first.as_ref().is_none_or(|one| one.dialect.is_none()) => {
                let sheet = piece.sheet.map(Sheet::detection);
                let one = sheet.unwrap_or_else(|| detect_document(&document));
                if first.is_none() || one.dialect.is_some() {
                    first = Some(one);
                }
            }
            Ok(_) => {}
            Err(error) => {
                refusal.get_or_insert(error);
            }
        }
    });
    match (first, refusal) {
        (Some(detection), _) => Ok(Detection {
            documents,
            ..detection
        }),
        (None, Some(error)) => Err(error.into()),
        // A text always has one piece: blank text is refused.
        (None, None) => Ok(rank(Vec::new())),
    }
}

/// The detection of one document that was read.
pub(crate) fn detect_document(document: &Document<'_>) -> Detection {
    let root = document.root();
    rank(
        dialect::all()
            .map(|adapter| candidate(adapter, root))
            .collect(),
    )
}

fn candidate(adapter: &dyn Adapter, root: Node<'_>) -> Candidate {
    let mut recognition = Recognition::with_evidence();
    adapter.recognise(root, &mut recognition);
    Candidate {
        dialect: adapter.name().into(),
        generation: recognition.generation.map(Into::into),
        score: recognition.score(),
        evidence: recognition.into_evidence(),
    }
}

/// The dialects that are likeliest, without the evidence of the others.
#[derive(Default)]
pub(crate) struct Likeliest {
    /// The first and its generation, if it is likely enough.
    pub(crate) first: Option<(&'static dyn Adapter, Option<&'static str>)>,
    /// Another one that is nearly as likely; without a first, the likeliest of all.
    pub(crate) other: Option<&'static str>,
}

/// A dialect and what its signs come to.
#[derive(Clone, Copy)]
struct Scored {
    score: u64,
    /// Its place in the list of dialects.
    at: usize,
    adapter: &'static dyn Adapter,
    generation: Option<&'static str>,
}

impl Scored {
    /// Whether it is before another one. Of two that are equal, the one that is listed
    /// first.
    const fn is_before(&self, other: &Self) -> bool {
        self.score > other.score || (self.score == other.score && self.at < other.at)
    }
}

/// What [`detect_document`] finds, with less to remember. Dialects that promise more are
/// asked first; those that promise too little to be near the first are not asked.
pub(crate) fn likeliest(root: Node<'_>) -> Likeliest {
    let clues = (root.kind() == Kind::Object).then(|| Clues::of(root));
    let mut unasked = [None; dialect::HOW_MANY];
    for (promise, adapter) in unasked.iter_mut().zip(dialect::all()) {
        *promise = match &clues {
            Some(clues) => clues.promise(adapter),
            None => Some(u64::MAX),
        };
    }
    let (mut first, mut second) = (None::<Scored>, None::<Scored>);
    let mut known = clues.as_ref().map(Clues::known).unwrap_or_default();
    while let Some((at, adapter, promise)) = greatest(&mut unasked) {
        let too_little = |first: Scored| {
            let near = promise.saturating_add(NEAR) >= first.score;
            first.score >= ENOUGH && !near
        };
        if first.is_some_and(too_little) {
            break;
        }
        let mut recognition = Recognition::knowing(known);
        adapter.recognise(root, &mut recognition);
        let speaks = recognition.speaks();
        let scored = Scored {
            score: recognition.score(),
            at,
            adapter,
            generation: recognition.generation,
        };
        known = recognition.into_known();
        if !speaks {
            continue;
        }
        if first.is_none_or(|first| scored.is_before(&first)) {
            second = first;
            first = Some(scored);
        } else if second.is_none_or(|second| scored.is_before(&second)) {
            second = Some(scored);
        }
    }
    match first {
        Some(first) if first.score >= ENOUGH => Likeliest {
            first: Some((first.adapter, first.generation)),
            other: second
                .filter(|second| is_near_tie(first.score, second.score))
                .map(|second| second.adapter.name()),
        },
        other => Likeliest {
            first: None,
            other: other.map(|other| other.adapter.name()),
        },
    }
}

/// Takes out the dialect that promises most.
fn greatest(
    unasked: &mut [Option<u64>; dialect::HOW_MANY],
) -> Option<(usize, &'static dyn Adapter, u64)> {
    let asked = unasked.iter_mut().zip(dialect::all()).enumerate();
    let asked = asked.filter(|(_, (promise, _))| promise.is_some());
    let (at, (promise, adapter)) = asked.max_by_key(|(_, (promise, _))| **promise)?;
    Some((at, adapter, promise.take()?))
}

const fn is_near_tie(first: u64, second: u64) -> bool {
    first - second <= NEAR
}

pub(crate) fn rank(mut candidates: Vec<Candidate>) -> Detection {
    candidates.retain(|candidate| candidate.evidence.iter().any(|sign| sign.weight > 0));
    // Stable: of two that are equal, the one that is listed first.
    candidates.sort_by_key(|candidate| core::cmp::Reverse(candidate.score));
    let first = candidates.first().filter(|first| first.score >= ENOUGH);
    let near_tie = match (first, candidates.get(1)) {
        (Some(first), Some(second)) => is_near_tie(first.score, second.score),
        _ => false,
    };
    Detection {
        dialect: first.map(|first| first.dialect.clone()),
        generation: first.and_then(|first| first.generation.clone()),
        score: first.map_or(0, |first| first.score),
        near_tie,
        documents: 1,
        candidates,
    }
}

pub(crate) mod misspelt;
#[cfg(test)]
mod tests;
mod wrapped;
