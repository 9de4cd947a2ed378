//! Selectors of parts of prose: does each select something inside of what it is listed under,
//! and a part of the kind that is said beside it?

use alloc::borrow::Cow;
use alloc::format;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::Agreement;
use crate::json::Kind;
use crate::rule::Level;
use crate::selector::{Selector, SelectorError, SelectorFault, SelectorSegment, parse_selector};

impl<'d> Agreement<'d, '_> {
    /// Reports the selectors of an object, or of the elements of a list, that lead out of `whole`.
    pub(super) fn selector_in(&mut self, fact: &Fact<'d>, whole: &str, (then, each): (&str, bool)) {
        if each {
            self.distinct(fact, "selector");
        }
        let Some(node) = fact.record.get(whole) else {
            return;
        };
        // In what is no selector, nothing can be; a namespace is none.
        let is_whole = |named: &Cow<'_, str>| match then {
            "/" => read_as_printed(named).is_ok(),
            _ => !named.is_empty(),
        };
        let Some(named) = node.as_str().filter(is_whole) else {
            return;
        };
        let listed = fact.slot.node;
        let one = (listed.kind() == Kind::Object).then_some(listed);
        let parts = one.into_iter().chain(listed.items());
        for part in parts.filter_map(|part| part.get("selector")) {
            // One fault of it was reported, which is enough.
            if self.selectors.contains(&part.order()) {
                continue;
            }
            let is_elsewhere = |it: &Cow<'_, str>| !is_relative(it) && !is_inside(it, &named, then);
            let Some(selector) = part.as_str().filter(is_elsewhere) else {
                continue;
            };
            let message =
                format!("`{selector}` is nothing inside of `{named}`, which it is listed under");
            let found = Found::at("VALUES_DISAGREE", Slot::of(part), message);
            self.found.push(found.related(Relation::OtherOne, node));
        }
    }

    /// Reports a selector that selects another kind of part than is said, and one that the tool
    /// itself could not read.
    pub(super) fn selector_of(&mut self, fact: &Fact<'d>, kind: &str, is_read: bool) {
        let Some(selector) = fact.slot.node.as_str() else {
            return;
        };
        let read = read_as_printed(&selector);
        if let Some(error) = read.as_ref().err().filter(|_| is_read) {
            let message = format!("`{selector}` is no selector: {error}");
            self.selectors.insert(fact.slot.node.order());
            let found = Found::at("UNKNOWN_VALUE", fact.slot, message);
            self.found.push(found.with_level(Level::Warning));
            return;
        }
        let Some(node) = fact.record.get(kind) else {
            return;
        };
        let selected = read.ok().and_then(|mut read| read.segments.pop());
        if let (Some(selected), Some(said)) = (selected, node.as_str())
            && let Some(selected) = kind_of(&selected)
            && let Some(said) = known_kind(&said)
            && selected != said
            && !are_one(&selected, said)
        {
            let message = format!("selects `{selected}`, and `{kind}` is {}", node.raw());
            self.selectors.insert(fact.slot.node.order());
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::OtherOne, node));
        }
    }
}

/// Reads a selector that a tool printed. The namespace is the name of a file in lower case, whatever
/// letters that has; who asks for it can use fewer.
fn read_as_printed(selector: &str) -> Result<Selector, SelectorError> {
    parse_selector(selector).or_else(|error| match selector.split_once("::") {
        Some((namespace, rest))
            if error.fault() == SelectorFault::Namespace
                && !namespace.trim().is_empty()
                && !namespace.contains('/') =>
        {
            let read = parse_selector(rest).ok();
            read.filter(|read| read.namespace.is_none()).ok_or(error)
        }
        _ => Err(error),
    })
}

/// Kinds of parts that a tool calls the same in a selector and beside it; headings have levels.
const KINDS: [&str; 6] = ["root", "paragraph", "code", "list", "table", "blockquote"];

/// The kind of part that a step of a selector selects, as it is said beside selectors, if it is a
/// known one.
fn kind_of(step: &SelectorSegment) -> Option<Cow<'_, str>> {
    match (step.node.as_str(), step.kind.as_deref()) {
        ("heading", Some(level)) => Some(format!("{HEADING}:{level}").into()),
        ("block", Some(kind)) => Some(kind.into()),
        (node, _) => known_kind(node).map(Cow::from),
    }
}

/// The kind that a word means, if it is a known one: a selector says `block:` before that of a
/// block.
fn known_kind(word: &str) -> Option<&str> {
    let kind = word.strip_prefix("block:").unwrap_or(word);
    (KINDS.contains(&kind) || kind == HEADING || kind.starts_with(LEVEL)).then_some(kind)
}

const HEADING: &str = "heading";
const LEVEL: &str = "heading:h";

/// Whether one of two kinds is that of a heading and the other does not say which level it has.
fn are_one(one: &str, other: &str) -> bool {
    one == HEADING && other.starts_with(LEVEL) || other == HEADING && one.starts_with(LEVEL)
}

/// Whether a selector is one step in the short words of later versions of mdsel, such as `h2[0]`:
/// those say where a part is in what it is listed under.
fn is_relative(selector: &str) -> bool {
    let is_step = !selector.is_empty() && !selector.contains(['/', ':']);
    let is_short = |read: &Selector| read.segments.iter().all(|step| step.kind.is_some());
    is_step && parse_selector(selector).as_ref().map_or(true, is_short)
}

/// Whether a selector begins with what it is listed under. Either may have a query or none, and a
/// selector without a namespace is of whatever file was named.
fn is_inside(selector: &str, whole: &str, then: &str) -> bool {
    let bare = whole.split_once('?').map_or(whole, |(bare, _)| bare);
    let selector = match selector.split_once("::") {
        Some((_, rest)) if then != "::" && !bare.contains("::") => rest,
        _ => selector,
    };
    [whole, bare].into_iter().any(|whole| {
        let rest = selector.strip_prefix(whole);
        rest.is_some_and(|rest| rest.starts_with(then) && rest.len() > then.len())
    })
}
