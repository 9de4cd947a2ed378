//! What one member says of others: counts, outcomes, pages, versions, codes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::super::twin::{alike, differences, says_no_more};

use super::Agreement;
use crate::diagnostic::Applicability;
use crate::dialect::{OPERATIONS, adds_to};
use crate::envelope::RESPONSE_VERSION;
use crate::envelope::shape::Role;
use crate::json::{Kind, Node};
use crate::rule::{self, Level, Rule, tool};
use crate::text::MAX_SAFE_OFFSET;

/// Operations of splice, and the other name that their result bears.
const PRINTED: [(&str, &str); 2] = [("batch", "apply_files"), ("get", "query")];

/// Whether a member of this role depends on what others say, and on which of them are wrong.
pub(super) const fn depends_on_others(role: Role) -> bool {
    matches!(
        role,
        Role::CountWhere { .. }
            | Role::CountWhereUnlessZero { .. }
            | Role::CountAll { .. }
            | Role::CountEach(_)
            | Role::TrueUnless(_)
            | Role::SumOf { .. }
            | Role::BytesIn(_)
            | Role::Over(..)
            | Role::Tally { .. }
    )
}

impl<'d> Agreement<'d, '_> {
    /// Whether nobody can tell what an element says in a member.
    pub(super) fn is_unclear(&self, item: Node<'d>, member: &str) -> bool {
        let any_in = |from: u64, to: u64| {
            let first = self.unclear.partition_point(|at| *at < from);
            self.unclear.get(first).is_some_and(|at| *at < to)
        };
        let (from, to) = item.byte_range();
        match item.get(member) {
            Some(said) => self.starts_unclear(said),
            None => any_in(from, to),
        }
    }

    /// Whether nobody can tell what a value means.
    pub(super) fn starts_unclear(&self, node: Node<'d>) -> bool {
        self.unclear.binary_search(&node.byte_range().0).is_ok()
    }

    /// Checks a member against others. Returns whether nothing else is to be
    /// checked of it.
    pub(super) fn relation(&mut self, fact: &Fact<'d>) -> bool {
        match fact.role {
            Role::CountWhere {
                list,
                member,
                word,
                perhaps,
            } => self.count_where(fact, list, member, (word, perhaps)),
            Role::CountWhereUnlessZero {
                list,
                member,
                word,
                counted_with,
            } => {
                let lists = self.at(fact.record, list);
                let first = lists.first().and_then(|list| list.item(0));
                if first.is_some_and(|first| first.get(counted_with).is_some()) {
                    self.count_where(fact, list, member, (word, &[]));
                } else if Self::number(fact) != Some(0) {
                    let next = self.found.len();
                    self.count_where(fact, list, member, (word, &[]));
                    self.never_counted(next);
                }
            }
            Role::CountAt(place) => self.count_at(fact, place),
            Role::CountIn { member, list } => self.count_in(fact, member, list),
            Role::CountAll {
                places,
                twin,
                level,
            } => self.count_all(fact, places, twin, level),
            Role::CountEach(places) => self.count_each(fact, places),
            Role::Distinct(member) => self.distinct(fact, member),
            Role::Unanswered(found) => self.unanswered(fact, found),
            Role::WordOfFlag { flag, words } => {
                self.word_of_flag(fact, flag, words);
                return false;
            }
            Role::SumOf { list, member } => self.sum_of(fact, list, member),
            Role::BytesIn(list) => self.bytes_in(fact, list),
            Role::EndsWord { member, after } => self.ends_word(fact, member, after),
            Role::TotalOf(list) => self.total(fact, list),
            Role::TrueIfNoneFailed { list, error } => self.true_if_none_failed(fact, list, error),
            Role::ChecksumOfLast { list, member } => {
                self.checksum_of_last(fact, list, member);
                return false;
            }
            Role::ChecksumAs(place) => {
                let told = self.found.len();
                self.same(fact, place);
                // It is enough to say that it differs from the other one.
                return self.found.len() > told;
            }
            Role::TrueUnless(places) => self.true_unless(fact, places),
            Role::PageOf { pages, bases, list } => self.page(fact, pages, bases, list),
            Role::PagesOf { total, size, more } => self.pages(fact, total, size, more),
            Role::PagesBy {
                total,
                page,
                base,
                list,
            } => self.pages_by(fact, total, (page, base), list),
            Role::MoreAfter { page, pages, bases } => self.more(fact, page, pages, bases),
            Role::Marked {
                text,
                marker,
                most,
                selector,
            } => {
                let asked = fact.record.get(selector);
                self.marked(fact, text, (marker, most), asked);
            }
            Role::TrueOnlyOver { count, most } => self.true_only_over(fact, count, most),
            Role::WordsOf(text) => self.words_of(fact, text, false),
            Role::WordsAfter(text) => self.words_of(fact, text, true),
            Role::WordsOfPreview(preview) => self.words_of_preview(fact, preview),
            Role::PreviewOf(text) => self.preview_of(fact, text),
            Role::Captures { list, range } => self.captures(fact, list, range),
            Role::Percent(of) => self.percent(fact, of),
            Role::Over(what, place) => self.over(fact, what, place),
            Role::Among { places, known } => self.among(fact, places, known),
            Role::Tally {
                text,
                count,
                places,
            } => self.tally(fact, (text, count), places),
            Role::TrueIfSame { member, places } => self.true_if_same(fact, member, places),
            Role::OperationOf(place) => self.operation(fact, place),
            Role::SamePaths(places) => self.same_paths(fact, places),
            Role::SameAs(place) => self.same(fact, place),
            Role::SelectorIn { whole, then, each } => self.selector_in(fact, whole, (then, each)),
            Role::SelectorOf { kind, is_read } => self.selector_of(fact, kind, is_read),
            Role::AtMost(most) => self.at_most(fact, most),
            Role::Code(level) => self.code(fact, level, &[]),
            Role::OwnCode { level, prefixes } => self.code(fact, level, prefixes),
            Role::StatusOver { .. } => {
                self.status_over(fact);
                return false;
            }
            _ => return false,
        }
        true
    }

    /// The values at a place; see [`Role`].
    pub(super) fn at(&self, record: Node<'d>, place: &str) -> Vec<Node<'d>> {
        let mut nodes = Vec::new();
        self.each_at(record, place, &mut |node| nodes.push(node));
        nodes
    }

    /// Looks at the values at a place, of which a list may have many.
    pub(super) fn each_at(&self, record: Node<'d>, place: &str, look: &mut dyn FnMut(Node<'d>)) {
        values_at((self.root, record), place, look);
    }

    /// The number in a member of the same object.
    pub(super) fn beside(fact: &Fact<'d>, name: &str) -> Option<(Node<'d>, u64)> {
        let node = fact.record.get(name)?;
        Some((node, node.as_u64_safe().ok()?.value))
    }

    /// The number that a fact states.
    pub(super) fn number(fact: &Fact<'d>) -> Option<u64> {
        Some(fact.slot.node.as_u64_safe().ok()?.value)
    }

    /// Reports a number that should be `is`, by what `other` holds, and proposes that.
    pub(super) fn miscounted(
        &mut self,
        code: &'static str,
        slot: Slot<'d>,
        is: u64,
        other: Node<'d>,
    ) {
        let message = format!(
            "says {}, but what is beside it makes it {is}",
            slot.node.raw()
        );
        let found = Found::of(code, slot, message).expecting(is);
        let found = found.related(Relation::Counted, other);
        // A fix must not write a number that would be refused.
        self.found.push(if is <= MAX_SAFE_OFFSET {
            found.replace(Applicability::Safe, is)
        } else {
            found
        });
    }

    fn count_at(&mut self, fact: &Fact<'d>, place: &str) {
        let lists = self.at(fact.record, place);
        let list = lists.into_iter().find(|list| list.kind() == Kind::Array);
        if let (Some(stated), Some(list)) = (Self::number(fact), list)
            && stated != list.len()
        {
            self.miscounted("COUNT_MISMATCH", fact.slot, list.len(), list);
        }
    }

    fn count_in(&mut self, fact: &Fact<'d>, member: &str, list: &str) {
        let list = fact.record.get(list);
        if let (Some(count), Some(list)) = (fact.slot.node.get(member), list)
            && let (Ok(stated), Kind::Array) = (count.as_u64_safe(), list.kind())
            && stated.value != list.len()
        {
            self.miscounted("COUNT_MISMATCH", Slot::of(count), list.len(), list);
        }
    }

    fn count_all(&mut self, fact: &Fact<'d>, places: &[&str], twin: Option<&str>, level: Level) {
        if let Some(stated) = Self::number(fact)
            && let Some((counted, is, is_told)) = self.all_at(fact.record, places)
            && let Some(first) = counted.first().copied()
            && stated != is
        {
            let twin = twin.and_then(|twin| Self::beside(fact, twin));
            if let Some((twin, _)) = twin.filter(|(_, other)| *other == stated) {
                // Told once, at the first of both.
                if fact.slot.node.order() < twin.order() {
                    let message =
                        format!("two numbers say {stated}, but what is there adds up to {is}");
                    let found = Found::at("COUNT_MISMATCH", fact.slot, message).with_level(level);
                    let found = found.related("says the same", twin);
                    self.found.push(found.related(Relation::Counted, first));
                }
                return;
            }
            if is_told {
                // Any of the numbers that are told may be the wrong one.
                let message = format!("says {stated}, but what it sums up is {is} together");
                let found = Found::of("COUNT_MISMATCH", fact.slot, message).expecting(is);
                let found = found.with_level(level);
                let related =
                    |found: Found, node: &Node<'d>| found.related(Relation::Counted, *node);
                self.found.push(counted.iter().fold(found, related));
                return;
            }
            self.miscounted("COUNT_MISMATCH", fact.slot, is, first);
            if let Some(found) = self.found.last_mut() {
                found.level = Some(level);
            }
        }
    }

    /// The values at these places, how many things they stand for, and whether some of these are
    /// told by a number only; see [`Role::CountAll`]. Nothing, if that is not known.
    fn all_at(&self, record: Node<'d>, places: &[&str]) -> Option<(Vec<Node<'d>>, u64, bool)> {
        let (mut counted, mut is_told) = (Vec::new(), false);
        let mut sum = 0u64;
        for (at, place) in (1..).zip(places) {
            let mut first = None;
            if let Some((list, inside)) = place.split_once("/*/") {
                let list = self.at(record, list).first().copied()?;
                let key = inside.split('/').next()?;
                if self.starts_unclear(list) {
                    return None;
                }
                let is_needed = at > 1 || places.len() == 1;
                if is_needed && list.items().any(|item| item.get(key).is_none()) {
                    return None;
                }
                first = Some(list);
            }
            // Of an object that lacks a member nobody knows how many there are in it.
            let whole = place.strip_suffix("/*").map(|whole| self.at(record, whole));
            let mut whole = whole.into_iter().flatten();
            if whole.any(|whole| self.starts_unclear(whole)) {
                return None;
            }
            let there = self.at(record, place);
            counted.extend(first.or_else(|| there.first().copied()));
            // What stands among numbers and is none may count many things.
            let has = |kind| there.iter().any(|node| node.kind() == kind);
            if has(Kind::Number) && has(Kind::Object) {
                return None;
            }
            if there.is_empty() && !place.contains('*') {
                return None;
            }
            for node in there {
                if self.starts_unclear(node) {
                    return None;
                }
                is_told |= node.kind() == Kind::Number;
                sum = sum.checked_add(many(node)?)?;
            }
        }
        Some((counted, sum, is_told))
    }

    /// A number that ends the word in another member.
    fn ends_word(&mut self, fact: &Fact<'d>, member: &str, after: &str) {
        let (Some(stated), Some(node)) = (Self::number(fact), fact.record.get(member)) else {
            return;
        };
        let word = node.as_str().unwrap_or_default();
        let end = word.strip_prefix(after).map(str::parse::<u64>);
        if let Some(Ok(end)) = end
            && stated != end
        {
            let message = format!("says {stated}, but `{member}` is `{word}`");
            let found = Found::of("VALUES_DISAGREE", fact.slot, message);
            self.found.push(found.related(Relation::OtherOne, node));
        }
    }

    /// The word for an operation, against that for its result.
    fn operation(&mut self, fact: &Fact<'d>, place: &str) {
        let Some(said) = fact.slot.node.as_str() else {
            return;
        };
        let plain = |word: &str| word.replace('-', "_");
        for node in self.at(fact.record, place) {
            if let Some(other) = node.as_str()
                && plain(&other) != plain(&said)
                && !PRINTED.contains(&(&*plain(&said), &*plain(&other)))
            {
                let is_known = |word: &str| OPERATIONS.contains(&word);
                // The word that no tool prints is the wrong one.
                self.found.push(if is_known(&said) && !is_known(&other) {
                    let message = format!("`{other}`, but the operation is `{said}`");
                    let found = Found::at("OPERATION_MISMATCH", Slot::of(node), message);
                    found.related("the operation", fact.slot.node)
                } else {
                    let message = format!("`{said}`, but the result is of `{other}`");
                    let found = Found::at("OPERATION_MISMATCH", fact.slot, message);
                    found.related("the result", node)
                });
            }
        }
    }

    /// A member that says the same as the values at a place.
    fn same(&mut self, fact: &Fact<'d>, place: &str) {
        let own = fact.slot.node;
        if own.raw() == "\"\"" {
            return;
        }
        // An empty text says nothing, nor do zeros where they stand for lines that are not known.
        let unplaced = self.convention.zeros_are_unknown && self.is_unplaced(fact.record, place);
        let says_nothing = |other: &Node<'_>| {
            other.is_null() || other.raw() == "\"\"" || (unplaced && other.raw() == "0")
        };
        // A value of another type is reported as such elsewhere.
        let is_other = |other: &Node<'_>| {
            own.kind() == other.kind()
                && !says_nothing(other)
                && !alike(own, *other)
                && (own.kind() != Kind::Array || !says_no_more(own, *other))
        };
        let others = self.at(fact.record, place);
        if own.kind() == Kind::Array && place.contains('*') {
            let same = |(own, other): (Node<'d>, &Node<'d>)| alike(own, *other);
            let are_same = own.len() == others.len() as u64 && own.items().zip(&others).all(same);
            let list = place.split_once("/*").map_or(place, |(list, _)| list);
            let empty = || {
                let mut lists = self.at(fact.record, list).into_iter();
                lists.find(|list| list.kind() == Kind::Array && list.is_empty())
            };
            let other = others.first().map(|first| ("the first of them", *first));
            let other = other.or_else(|| Some(("the empty list", empty()?)));
            if let Some((what, other)) = other.filter(|_| !are_same) {
                let message = format!("`{place}` says otherwise");
                let found = Found::at("VALUES_DISAGREE", fact.slot, message);
                self.found.push(found.related(what, other));
            }
            return;
        }
        // One of several that differ is enough.
        let Some(other) = others.into_iter().find(is_other) else {
            return;
        };
        for (own, other) in differences(own, other) {
            let mut message = format!("`{place}` says otherwise");
            if !matches!(other.kind(), Kind::Array | Kind::Object) {
                message.push_str(": ");
                message.push_str(&other.to_canonical());
            }
            let found = Found::at("VALUES_DISAGREE", Slot::of(own), message);
            self.found.push(found.related(Relation::OtherOne, other));
        }
    }

    /// Whether the object of a place has zeros for all its lines.
    fn is_unplaced(&self, record: Node<'d>, place: &str) -> bool {
        let (object, _) = place.rsplit_once('/').unwrap_or_default();
        let mut lines = self.at(record, object).into_iter().flat_map(|object| {
            let members = object.members();
            members.filter(|(key, _)| key.as_str().contains("line"))
        });
        lines.all(|(_, line)| line.raw() == "0")
    }

    /// The version of a wrapper, with the numbers that are known for the dialect; `major` is what
    /// the versions of this wrapper begin with, if it has its own.
    pub(super) fn version(
        &mut self,
        slot: Slot<'d>,
        text: &str,
        major: Option<u64>,
        versions: &[&str],
    ) {
        let mut parts = text.split('.').map(|part| part.parse::<u64>().ok());
        let (first, second) = (parts.next().flatten(), parts.next().flatten());
        // With a third number, it may be known.
        let is_short = first.is_some() && second.is_some() && parts.next().is_none();
        let whole = is_short.then(|| format!("{text}.0"));
        let is_one = |known: &&str| *known == text || whole.as_deref() == Some(known);
        let is_known = versions.iter().any(is_one);
        if let Some(whole) = &whole {
            let message = format!("version `{text}` has two parts");
            let found = Found::at("VERSION_SHORT", slot, message);
            // What a tool is known to print is not for its readers to mend.
            let is_printed = versions.contains(&text);
            let is_ours = versions.contains(&RESPONSE_VERSION);
            self.found.push(if is_printed && !is_ours {
                found
            } else {
                let found = found.expecting(whole.as_str());
                found.replace(Applicability::Suggested, whole.as_str())
            });
        }
        if let (Some(major), Some(first)) = (major, first)
            && is_known
            && first != major
        {
            let message = format!("version `{text}`; this wrapper's begin with {major}");
            self.report("VERSION_OF_OTHER_WRAPPER", slot, message);
        }
        if !is_known {
            let known = versions.join("`, `");
            let message = format!("version `{text}`; known are `{known}`");
            let found = Found::at("VERSION_UNKNOWN", slot, message);
            // A minor version only adds.
            self.found.push(if adds_to(text, versions) {
                found.with_level(Level::Note)
            } else {
                found
            });
        }
    }

    /// Checks a code, and the level at a place. Where there are prefixes, other codes are unknown.
    fn code(&mut self, fact: &Fact<'d>, place: &str, prefixes: &[&str]) {
        let Some(code) = fact.slot.node.as_str() else {
            return;
        };
        if !prefixes.is_empty() && !prefixes.iter().any(|prefix| code.starts_with(prefix)) {
            let known = prefixes.join("`, `");
            let message = format!("`{code}`; the codes of this tool begin with `{known}`");
            self.report("TOOL_CODE_UNKNOWN", fact.slot, message);
            return;
        }
        let known = rule::find_tool(&code);
        self.code_spelling(fact.slot, &code, known);
        if let Some(says) = tool::level_of(known.map_or(code.as_ref(), |rule| rule.code))
            && !place.is_empty()
        {
            self.code_level(fact, &code, says, place);
        }
    }

    /// Reports a code that is spelt otherwise than the tool spells it, or that the tool does not
    /// have.
    fn code_spelling(&mut self, slot: Slot<'d>, code: &str, known: Option<&'static Rule>) {
        match known {
            Some(rule) if rule.code != code && rule.code.contains('-') => {
                let message = format!("`{code}` is another spelling of `{}`", rule.code);
                let found = Found::at("TOOL_CODE_SPELLING", slot, message);
                let found = found.expecting(rule.code);
                self.found
                    .push(found.replace(Applicability::Suggested, rule.code));
            }
            None if tool::PREFIXES.iter().any(|prefix| code.starts_with(prefix)) => {
                let near = rule::nearest(code, rule::tools().map(|rule| rule.code));
                let hint: String = near
                    .map(|near| format!("; did you mean `{near}`?"))
                    .unwrap_or_default();
                let message = format!("`{code}` is no code of this tool that is known{hint}");
                self.report("TOOL_CODE_UNKNOWN", slot, message);
            }
            _ => {}
        }
    }

    /// Reports levels at a place that are not the one that the letter of a code says.
    fn code_level(&mut self, fact: &Fact<'d>, code: &str, says: Level, place: &str) {
        let levels = [Level::Error, Level::Warning, Level::Note, Level::Help];
        for node in self.at(fact.record, place) {
            let word = node.as_str().unwrap_or_default();
            let at = self
                .convention
                .levels
                .iter()
                .position(|level| *level == word);
            let level = at.and_then(|at| levels.get(at).copied());
            if level.is_some_and(|level| level != says) {
                let here = levels.iter().position(|level| *level == says);
                let here = here.and_then(|at| self.convention.levels.get(at));
                let says = here.map_or(says.as_str(), |word| *word);
                let message = format!("`{word}`, but the letter of `{code}` says {says}");
                let found = Found::at("CODE_LEVEL_MISMATCH", node, message);
                self.found.push(found.related("the code", fact.slot));
            }
        }
    }
}

/// Looks at the values at a place, from an object in a document; see [`Role`].
pub(crate) fn values_at<'d>(
    (root, record): (Node<'d>, Node<'d>),
    place: &str,
    look: &mut dyn FnMut(Node<'d>),
) {
    match place.strip_prefix('#') {
        Some(steps) => each_below(holder(root, steps), steps, look),
        None => each_below(record, place, look),
    }
}

/// The root, or what it wraps if the root itself does not have the first step.
fn holder<'d>(root: Node<'d>, steps: &str) -> Node<'d> {
    let first = steps.split('/').nth(1).unwrap_or_default();
    let mut holders = [Some(root), root.get("data"), root.get("result")].into_iter();
    let holder = holders.find_map(|holder| holder.filter(|it| it.get(first).is_some()));
    holder.unwrap_or(root)
}

/// Looks at the values to which these steps lead.
fn each_below<'d>(node: Node<'d>, steps: &str, look: &mut dyn FnMut(Node<'d>)) {
    let Some(rest) = steps.strip_prefix('/') else {
        return look(node);
    };
    let (step, others) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if step == "*" {
        // What stands where a list should be is told as that, and its members are no elements.
        let is_map = others.is_empty() || others.starts_with("/*") || others == "/0";
        let members = node.members().filter(|_| is_map).map(|(_, value)| value);
        for inside in node.items().chain(members) {
            each_below(inside, others, look);
        }
    } else if let Some(inside) = node.get(step) {
        each_below(inside, others, look);
    } else if step == "0"
        && let Some(first) = node.item(0)
    {
        each_below(first, others, look);
    }
}

/// How many things a value stands for; see [`Role::CountAll`].
fn many(node: Node<'_>) -> Option<u64> {
    match node.kind() {
        Kind::Null => Some(0),
        Kind::Array => Some(node.len()),
        Kind::Number => node.as_u64_safe().ok().map(|number| number.value),
        Kind::Bool | Kind::String | Kind::Object => Some(1),
    }
}

/// Whether there is something: not `null`, `false`, and not an empty list, object or text.
pub(super) fn stands_for_something(node: Node<'_>) -> bool {
    match node.kind() {
        Kind::Null => false,
        Kind::Bool => node.as_bool() == Some(true),
        Kind::Number => true,
        Kind::String => node.as_str().is_some_and(|text| !text.is_empty()),
        Kind::Array | Kind::Object => !node.is_empty(),
    }
}
