//! Evidence: what speaks for a dialect and against it, and where.
//!
//! Most who ask want the sum and not the reasons, and ask for each document of many.
//! So the words of a sign are made only where they are kept.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;

use super::{Adapter, ToolName, owner};
use crate::detect::Evidence;
use crate::envelope::key_set::KeySet;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::{DATA, OPERATION_VERSION, ORIGIN, RESPONSE_VERSION};
use crate::json::{Kind, Node, Pointer};
use crate::rule;

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
    known: Known,
}

/// What was found out of a document and is asked for by many dialects.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// What the tool calls itself, once it was asked for.
    tool_name: Cell<Option<ToolName>>,
    /// Whose version it is that the envelope has, too, once it was asked for.
    owner: Cell<Option<Owner>>,
}

/// The tool whose version it is that the envelope has, too, if it is one's.
type Owner = Option<&'static str>;

impl Recognition {
    /// One that keeps the signs.
    pub(crate) fn with_evidence() -> Self {
        Self {
            evidence: Some(Vec::new()),
            ..Self::default()
        }
    }

    /// One of a document of which this is known already.
    pub(crate) fn knowing(known: Known) -> Self {
        Self {
            known,
            ..Self::default()
        }
    }

    /// What is known of the document, for the next dialect.
    pub(crate) fn into_known(self) -> Known {
        self.known
    }

    /// See [`owner::of`].
    pub(super) fn owner(&self, root: Node<'_>) -> Owner {
        let known = self.known.owner.get();
        let owner = known.unwrap_or_else(|| owner::of(root, self.tool_name(root)));
        self.known.owner.set(Some(owner));
        owner
    }

    /// What the tool calls itself.
    pub(super) fn tool_name(&self, root: Node<'_>) -> ToolName {
        let known = self.known.tool_name.get();
        let named = known.unwrap_or_else(|| ToolName::of(root));
        self.known.tool_name.set(Some(named));
        named
    }

    /// Adds the sign of what the tool calls itself: `weight` where it is the dialect's name.
    pub(super) fn of_tool(&mut self, root: Node<'_>, own: &str, weight: i64) {
        let named = self.tool_name(root);
        let weight = if named.is(own) { weight } else { OTHER_TOOL };
        if weight != 0 && named != ToolName::Unsaid {
            let name = named.spelt(root);
            self.sign(
                "/tool",
                weight,
                format_args!("the tool calls itself {name}"),
            );
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

/// What the name of another tool says.
const OTHER_TOOL: i64 = -60;

/// Whether a member is there, and not as a null.
pub(crate) fn says(node: Node<'_>, key: &str) -> bool {
    node.get(key).is_some_and(|value| !value.is_null())
}

/// The most that one key of an object can say for a dialect: all signs that look at its member,
/// together. A promise need not be kept; but no sign speaks for the dialect without one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Promise {
    key: KeySet,
    is_tool: bool,
    weight: u64,
}

impl Promise {
    pub(crate) const fn of(key: &str, weight: u64) -> Self {
        Self {
            key: KeySet::of(key),
            is_tool: matches!(key.as_bytes(), b"tool"),
            weight,
        }
    }
}

/// What shows at the first look at an object.
pub(crate) struct Clues {
    /// Its keys.
    pub(crate) keys: KeySet,
    /// What the tool calls itself.
    tool_name: ToolName,
    /// Whether it has a version or a name of the run.
    pub(crate) is_wrapped: bool,
}

impl Clues {
    pub(crate) fn of(root: Node<'_>) -> Self {
        Self {
            keys: KeySet::fine(root),
            tool_name: ToolName::of(root),
            is_wrapped: says_run(root),
        }
    }

    /// What the first look found out that every dialect asks for.
    pub(crate) fn known(&self) -> Known {
        Known {
            tool_name: Cell::new(Some(self.tool_name)),
            ..Known::default()
        }
    }

    /// The most that the signs of a dialect can come to; nothing if none speaks for it.
    pub(crate) fn promise(&self, adapter: &dyn Adapter) -> Option<u64> {
        let is_own = self.tool_name.is(adapter.name());
        let promises = adapter.promises().iter();
        let here = promises.filter(|one| self.keys.has_any(one.key) && (!one.is_tool || is_own));
        let most: u64 = here.map(|one| one.weight).sum();
        let alone = adapter.without_tool(self);
        let is_other = self.tool_name.is_other_than(adapter.name());
        let against = if is_other { adapter.of_other_tool() } else { 0 };
        (most > 0 || alone > 0).then(|| alone.max(most.saturating_sub(against)))
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

/// Whether a version is a newer one of a known major number: what it shares with the
/// known ones means the same there (seed 002, RFD-0028).
pub(crate) fn is_newer(version: &str, known: &[&str]) -> bool {
    // As most are: nothing has to be read.
    if known.contains(&version) {
        return false;
    }
    let Some((major, minor)) = numbers(version) else {
        return false;
    };
    let known = known.iter().filter_map(|known| numbers(known));
    let greatest = known.filter(|known| known.0 == major).max();
    greatest.is_some_and(|(_, known)| minor > known)
}

/// Whether a version is later than at least one of the known ones, under its major number: what
/// that one has means the same there.
pub(crate) fn adds_to(version: &str, known: &[&str]) -> bool {
    known.iter().any(|one| is_newer(version, &[*one]))
}

/// The version of a wrapper; `1.0` is `1.0.0` and `2.0` is `2.0.0`, without the last number.
pub(crate) fn wrapper_version(root: Node<'_>) -> Option<Cow<'_, str>> {
    let stated = word(root, "schema_version")?;
    Some(match &*stated {
        "1.0" => "1.0.0".into(),
        "2.0" => "2.0.0".into(),
        _ => stated,
    })
}

/// Whether the version of a wrapper is a newer one of a tool, and none that only the
/// envelope has.
pub(crate) fn is_newer_tool(version: &str, known: &[&str]) -> bool {
    let ours = [RESPONSE_VERSION, OPERATION_VERSION].contains(&version);
    !ours && is_newer(version, known)
}

/// Whether a version is neither one of the envelope's nor one of the seeds', so that it does not
/// show what a document is. Then the rest of the document decides, and the version is a finding.
pub(crate) fn is_unheard_of(version: &str) -> bool {
    const OURS: [&str; 6] = [
        "1.0",
        "1.0.0",
        RESPONSE_VERSION,
        "2.0",
        "2.0.0",
        OPERATION_VERSION,
    ];
    !OURS.contains(&version)
}

/// Of so many members that an object must have, all but one tell what it is.
pub(crate) const TELLING: usize = 4;

/// Whether an object that has `known` of the members by which it is known may have these others
/// as well: a newer version adds some, but fewer than there are. Members that say who printed it,
/// and when, do not count; nor do the run and the version, where nothing is wrapped.
pub(crate) fn are_added(known: usize, others: impl Iterator<Item = impl AsRef<str>>) -> bool {
    let (mut strange, mut of_run, mut wraps) = (0, 0, false);
    for name in others {
        match name.as_ref() {
            "schema_version" | "execution_id" => of_run += 1,
            name if is_of_run(name) => {}
            name => {
                wraps |= matches!(name, DATA | "result" | ORIGIN);
                strange += 1;
            }
        }
    }
    if wraps {
        strange += of_run;
    }
    strange < known.max(2)
}

/// Whether an object says its version or which run it is of. A null says neither.
pub(crate) fn says_run(root: Node<'_>) -> bool {
    let said = ["schema_version", "execution_id"].map(|name| root.get(name));
    said.into_iter().flatten().any(|said| !said.is_null())
}

/// Whether a member says of any answer who printed it, when, in which run and version.
pub(crate) fn is_of_run(name: &str) -> bool {
    [
        "tool",
        "tool_version",
        "timestamp",
        "schema_version",
        "execution_id",
    ]
    .contains(&name)
}

/// How many members tell that an object is of a shape, if it has all that it must have and
/// no other: its own, and those of the first of the records in it, which must be as whole to
/// tell anything.
pub(crate) fn telling(shape: &Shape, object: Node<'_>) -> usize {
    let has = |name: &str| object.get(name).is_some();
    let is_whole = shape.required().all(|field| has(field.name));
    let members = object.members().map(|(key, value)| {
        let (_, field) = shape.member(key)?;
        Some(1 + telling_inside(&field.ty, value))
    });
    let all: Option<usize> = members.sum();
    all.filter(|_| is_whole).unwrap_or(0)
}

/// The same of a value where this type is expected.
pub(crate) fn telling_inside(ty: &Type, value: Node<'_>) -> usize {
    match ty {
        Type::Record(shape) => telling(shape, value),
        Type::Choice(shapes) => choose(shapes, value).map_or(0, |shape| telling(shape, value)),
        Type::List(ty) => value.item(0).map_or(0, |first| telling_inside(ty, first)),
        _ => 0,
    }
}

/// What a version says that only our envelope has, where a document otherwise has the wrapper of
/// a tool, and how much that counts: more than all its members, which the envelope shares.
pub(crate) const OF_ENVELOPE: (i64, &str) = (-120, "a version that only the envelope has");

/// What a version says that is [unheard of](is_unheard_of), and how much it counts.
pub(crate) const UNHEARD_OF: (i64, &str) = (-10, "a version that nobody is known to print");

/// The major number of a version, and the other two.
fn numbers(version: &str) -> Option<(u64, (u64, u64))> {
    let mut parts = version.split('.').map(|part| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| digits)
    });
    let major = parts.next()??;
    let minor = parts.next()??;
    let patch = parts.next().unwrap_or(Some(0))?;
    parts.next().is_none().then_some((major, (minor, patch)))
}

/// The words for operations that tools print.
pub(crate) const OPERATIONS: [&str; 14] = [
    "patch",
    "patch_batch",
    "apply-files",
    "get",
    "query",
    "delete",
    "rename",
    "apply_files",
    "apply",
    "plan",
    "undo",
    "batch",
    "edit",
    "create",
];

/// Whether an operation is meant for this one: the word for it is one slip from the right
/// one, or the result says it and the word is that of no other operation.
pub(crate) fn is_misspelt_operation(root: Node<'_>, word_for_it: &str, right: &str) -> bool {
    let told = root.get("result").and_then(|result| word(result, "type"));
    !OPERATIONS.contains(&word_for_it)
        && (told.as_deref() == Some(right) || rule::is_one_slip(word_for_it, right))
}

/// Whether a member is of this kind.
#[inline]
pub(crate) fn has(node: Node<'_>, key: &str, kind: Kind) -> bool {
    node.get(key).is_some_and(|value| value.kind() == kind)
}

/// Whether an envelope says nothing beside its answer: what a tool printed without
/// a wrapper becomes such a one.
pub(super) fn is_bare_wrapper(root: Node<'_>) -> bool {
    const OURS: [&str; 4] = ["schema_version", "execution_id", DATA, ORIGIN];
    word(root, "execution_id").as_deref() == Some("")
        && root
            .members()
            .all(|(key, _)| OURS.iter().any(|name| key.is(name)))
}

#[cfg(test)]
mod tests;
