//! Evidence: what speaks for a dialect and against it, and where.
//!
//! Most who ask want the sum and not the reasons, and ask for each document of many.
//! So the words of a sign are made only where they are kept.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::detect::Evidence;
use crate::json::{Kind, Node, Pointer};

/// How much a document looks like one of a dialect.
#[derive(Debug, Default)]
pub(crate) struct Recognition {
    /// The sum of the weights.
    sum: i64,
    /// Whether anything speaks for the dialect.
    speaks: bool,
    /// The signs, if they are kept.
    evidence: Option<Vec<Evidence>>,
    pub(crate) generation: Option<&'static str>,
}

impl Recognition {
    /// One that keeps the signs.
    pub(crate) fn with_evidence() -> Self {
        Self {
            evidence: Some(Vec::new()),
            ..Self::default()
        }
    }

    /// Adds a sign. Positive weights speak for the dialect.
    pub(crate) fn sign(&mut self, pointer: impl Words, weight: i64, says: impl Words) {
        self.sum += weight;
        self.speaks |= weight > 0;
        if let Some(evidence) = &mut self.evidence {
            evidence.push(Evidence {
                pointer: pointer.words(),
                says: says.words(),
                weight,
            });
        }
    }

    /// Whether anything speaks for the dialect.
    pub(crate) const fn speaks(&self) -> bool {
        self.speaks
    }

    /// The sum of the weights, from 0 to 100.
    pub(crate) fn score(&self) -> u64 {
        u64::try_from(self.sum.clamp(0, 100)).unwrap_or(0)
    }

    /// The signs that were kept.
    pub(crate) fn into_evidence(self) -> Vec<Evidence> {
        self.evidence.unwrap_or_default()
    }
}

/// Text that is made when it is asked for.
pub(crate) trait Words {
    fn words(self) -> Cow<'static, str>;
}

impl Words for &'static str {
    fn words(self) -> Cow<'static, str> {
        Cow::Borrowed(self)
    }
}

impl Words for fmt::Arguments<'_> {
    fn words(self) -> Cow<'static, str> {
        Cow::Owned(alloc::fmt::format(self))
    }
}

/// The pointer of the member of the root that has this key.
pub(crate) struct Member<'k>(pub(crate) &'k str);

impl Words for Member<'_> {
    fn words(self) -> Cow<'static, str> {
        Pointer::root().child(self.0).into()
    }
}

/// The string in a member.
#[inline]
pub(crate) fn word<'d>(node: Node<'d>, key: &str) -> Option<Cow<'d, str>> {
    node.get(key)?.as_str()
}

/// Whether a member is of this kind.
#[inline]
pub(crate) fn has(node: Node<'_>, key: &str, kind: Kind) -> bool {
    node.get(key).is_some_and(|value| value.kind() == kind)
}
