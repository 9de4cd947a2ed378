//! Evidence: what speaks for a dialect and against it, and where.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::detect::Evidence;
use crate::json::{Kind, Node};

/// How much a document looks like one of a dialect.
#[derive(Debug, Default)]
pub(crate) struct Recognition {
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) generation: Option<&'static str>,
}

impl Recognition {
    /// Adds a sign. Positive weights speak for the dialect.
    pub(crate) fn sign(
        &mut self,
        pointer: impl Into<Cow<'static, str>>,
        weight: i64,
        says: impl Into<Cow<'static, str>>,
    ) {
        self.evidence.push(Evidence {
            pointer: pointer.into(),
            says: says.into(),
            weight,
        });
    }

    /// Whether anything speaks for the dialect.
    pub(crate) fn speaks(&self) -> bool {
        self.evidence.iter().any(|sign| sign.weight > 0)
    }

    /// The sum of the weights, from 0 to 100.
    pub(crate) fn score(&self) -> u64 {
        let sum: i64 = self.evidence.iter().map(|sign| sign.weight).sum();
        u64::try_from(sum.clamp(0, 100)).unwrap_or(0)
    }
}

/// The string in a member.
pub(crate) fn word<'d>(node: Node<'d>, key: &str) -> Option<alloc::borrow::Cow<'d, str>> {
    node.get(key)?.as_str()
}

/// Whether a member is of this kind.
pub(crate) fn has(node: Node<'_>, key: &str, kind: Kind) -> bool {
    node.get(key).is_some_and(|value| value.kind() == kind)
}
