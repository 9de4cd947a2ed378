//! What a tool calls itself in its document, and which known name a slip is meant for.
//!
//! What the name speaks for is weighed by each dialect.

use alloc::borrow::Cow;

use super::recognise::word;
use super::{Adapter, all};
use crate::json::Node;
use crate::rule;

/// What a tool calls itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolName {
    /// It does not, or by an empty name.
    Unsaid,
    /// By the name of a dialect, or by a slip of it.
    Of(&'static str),
    /// By another name.
    Other,
}

impl ToolName {
    pub(crate) fn of(root: Node<'_>) -> Self {
        let stated = word(root, "tool").filter(|stated| !stated.is_empty());
        stated.map_or(Self::Unsaid, |stated| meant(&stated))
    }

    /// The dialect whose name this one is with two letters exchanged. With another letter, or one
    /// less, it is the name of another tool, as `slice` is.
    pub(crate) fn near(stated: &str) -> Option<&'static str> {
        let tools = all().filter(|one| !one.is_envelope());
        let mut names = tools.map(Adapter::name);
        names.find(|name| name.len() == stated.len() && rule::is_of_its_letters(stated, name))
    }

    /// Whether it is called so.
    pub(crate) fn is(self, name: &str) -> bool {
        self.name() == Some(name)
    }

    /// Whether it is called otherwise.
    pub(crate) fn is_other_than(self, name: &str) -> bool {
        self != Self::Unsaid && !self.is(name)
    }

    /// The name as it is meant.
    pub(crate) fn spelt(self, root: Node<'_>) -> Cow<'_, str> {
        match self {
            Self::Of(name) => name.into(),
            Self::Unsaid => "".into(),
            Self::Other => word(root, "tool").unwrap_or_default(),
        }
    }

    /// The dialect of this name.
    pub(crate) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Of(name) => Some(name),
            Self::Unsaid | Self::Other => None,
        }
    }
}

/// How long a name is at least that a slip shows: a letter away from a shorter one is another
/// tool, as `slice` and `argo` are.
const SURE_FROM: usize = 7;

/// The name that a text is, or is meant for.
fn meant(stated: &str) -> ToolName {
    let mut slip = ToolName::Other;
    for one in all() {
        let name = one.name();
        if name == stated {
            return ToolName::Of(name);
        }
        if slip == ToolName::Other && !one.is_envelope() && is_slip(stated, name) {
            slip = ToolName::Of(name);
        }
    }
    slip
}

/// Whether a text is the name with other capitals, with blanks around it, or with one slip.
fn is_slip(stated: &str, name: &str) -> bool {
    let plain = stated.trim();
    let is_as_long = name.len().abs_diff(plain.len()) <= 1;
    is_as_long
        && (name.eq_ignore_ascii_case(plain)
            || name.len() >= SURE_FROM && rule::is_one_slip(stated, name))
}
