//! The outcome of an operation as a whole, against what became of its parts.

use alloc::format;

use super::super::found::{Found, Relation, Slot};
use super::super::structure::Fact;
use super::super::twin::alike;
use super::relation::stands_for_something;
use super::{Agreement, read_checksum};
use crate::checksum::ChecksumAlgorithm;
use crate::diagnostic::Applicability;
use crate::envelope::failure::is_error;
use crate::envelope::shape::{Role, Sign};
use crate::envelope::{DATA, ORIGIN, RESULTS, ValidationResponse};
use crate::json::{Key, Kind, Node};
use crate::rule::Level;

/// Words of a part that did not go well.
const FAILED: [&str; 6] = [
    "error", "failed", "failure", "rejected", "conflict", "mismatch",
];

/// Words of a whole that did.
const WENT_WELL: [&str; 3] = ["ok", "success", "approved"];

/// Members of a wrapper that tell of a run whatever came of it.
const ABOUT_RUN: [&str; 11] = [
    "schema_version",
    "execution_id",
    "tool",
    "tool_version",
    "timestamp",
    "status",
    "command",
    "request_id",
    "partial",
    "truncated",
    ORIGIN,
];

impl<'d> Agreement<'d, '_> {
    /// A flag that all went well, in a document that may say why it did not.
    pub(super) fn true_if_none_failed(&mut self, fact: &Fact<'d>, list: &str, error: &str) {
        let Some(said) = fact.slot.node.as_bool() else {
            return;
        };
        let mut why = self.at(fact.record, error).into_iter();
        let why = why.find(|node| stands_for_something(*node));
        let parts = self.at(fact.record, list);
        let parts = || parts.iter().flat_map(|list| list.items());
        let failed = parts().filter(|part| has_status(*part, "error")).count();
        let found = match why {
            Some(why) if said => {
                let found = Found::of(
                    "STATUS_MISMATCH",
                    fact.slot,
                    "is true, but there is an error",
                );
                found.related("the error", why)
            }
            None if said && failed > 0 => {
                let message = format!("is true, but {failed} of `{}` failed", name_of(list));
                let found = Found::of("STATUS_MISMATCH", fact.slot, message);
                found.with_level(Level::Warning)
            }
            None if !said && failed == 0 => {
                let message = "is false, but nothing says what went wrong";
                let found = Found::of("STATUS_MISMATCH", fact.slot, message);
                found.with_level(Level::Warning)
            }
            _ => return,
        };
        self.found.push(found.expecting(!said));
    }

    /// Holds a flag that something is missing against the outcome, in the document of a tool that
    /// has no word for `partial`.
    pub(super) fn went_well(&mut self, facts: &[Fact<'d>], partial: Slot<'d>) {
        if partial.node.as_bool() != Some(true) {
            return;
        }
        let is_well = |fact: &&Fact<'d>| match fact.role {
            Role::TrueUnless(_) => fact.slot.node.as_bool() == Some(true),
            Role::TrueIfNoneFailed { list, .. } => {
                let parts = self.at(fact.record, list);
                let mut parts = parts.iter().flat_map(|list| list.items());
                fact.slot.node.as_bool() == Some(true) && !parts.any(|it| has_status(it, "error"))
            }
            Role::Words(_) | Role::StatusOver { .. } if fact.record.order() == 0 => {
                let word = fact.slot.node.as_str().unwrap_or_default();
                fact.slot.key().is_some_and(|key| key.is("status"))
                    && WENT_WELL.contains(&word.as_ref())
            }
            _ => false,
        };
        let Some(well) = facts.iter().find(is_well) else {
            return;
        };
        let (slot, name) = (well.slot, well.slot.key().map(Key::as_str));
        let name = name.unwrap_or_default();
        let said = slot
            .node
            .as_str()
            .map_or("true".into(), |word| format!("`{word}`"));
        let message = format!("`{name}` is {said}, but `partial` is true");
        let found = Found::at("STATUS_MISMATCH", slot, message);
        self.found
            .push(found.related("says that something is missing", partial));
    }

    /// A flag that all went well, against the places of which any speaks against it. A place with
    /// `!` before it has to have an answer.
    pub(super) fn true_unless(&mut self, fact: &Fact<'d>, places: &[&str]) {
        let Some(said) = fact.slot.node.as_bool() else {
            return;
        };
        let (mut against, mut nothing) = (None, None);
        for place in places {
            let answer = place.strip_prefix('!');
            let (found, is_wrong): (_, fn(&Node<'d>) -> bool) = match answer {
                Some(_) if !said => continue,
                Some(_) => (&mut nothing, |node| !stands_for_something(*node)),
                None => (&mut against, |node| stands_for_something(*node)),
            };
            let place = answer.unwrap_or(place);
            // What is of a wrong type is told as that, and says nothing of how it went.
            let may_say = |node: &Node<'d>| {
                let start = node.byte_range().0;
                self.mistyped.binary_search(&start).is_err() && is_wrong(node)
            };
            *found = found.or_else(|| self.at(fact.record, place).into_iter().find(may_say));
        }
        let message = match against {
            Some(_) if said => "is true, but something went wrong",
            None if nothing.is_some() => "is true, but there is no answer",
            None if !said => "is false, but nothing says what went wrong",
            _ => return,
        };
        let mut found = Found::of("STATUS_MISMATCH", fact.slot, message);
        if let Some(node) = against {
            found = found
                .related("says that something went wrong", node)
                .replace(Applicability::Suggested, !said);
        } else if let Some(node) = nothing {
            found = found.related("the answer", node);
        }
        self.found.push(found);
    }

    /// Holds the word for the outcome against the answer: one that is an error, or a check that
    /// was not passed, is none of a run that went well, and a run that went wrong says why.
    /// Returns whether they disagree.
    pub(super) fn beside_answer(&mut self, facts: &[Fact<'d>]) -> bool {
        let of_wrapper = facts.iter().filter(|fact| fact.record.order() == 0);
        let mut said = of_wrapper.filter_map(|fact| match fact.role {
            Role::Status => Some((fact.slot, super::STATUS)),
            Role::StatusIn(words) => Some((fact.slot, words)),
            _ => None,
        });
        let Some((slot, [well, failed, _])) = said.next() else {
            return false;
        };
        let word = slot.node.as_str().unwrap_or_default();
        let answer = self.root.get(DATA);
        // A run of tests may have gone well whatever the tests did.
        let check = answer.filter(|answer| ValidationResponse::SHAPE.sign.is_on(*answer));
        let passed = check.and_then(|check| check.get("passed"));
        let failed_check = passed.filter(|passed| passed.as_bool() == Some(false));
        let found = match (answer, failed_check) {
            (Some(answer), _) if word == *well && is_error(answer) => {
                let message = format!("is `{well}`, but the answer is an error");
                let found = Found::of("STATUS_MISMATCH", slot, message);
                let found = found.related("the error", answer);
                found.replace(Applicability::Suggested, *failed)
            }
            (_, Some(check)) if word == *well => {
                let message = format!("is `{well}`, but a check was not passed");
                let found = Found::of("STATUS_MISMATCH", slot, message);
                let found = found.with_level(Level::Warning).related("the check", check);
                found.replace(Applicability::Suggested, *failed)
            }
            _ if word == *failed && self.says_only_that_it_ran() => {
                let message = format!("is `{failed}`, but nothing says what went wrong");
                Found::of("STATUS_MISMATCH", slot, message).with_level(Level::Warning)
            }
            _ => return false,
        };
        self.found.push(found);
        true
    }

    /// Whether a document has neither an answer nor anything else in which it could say why it
    /// has none. A member that nobody knows may say it.
    fn says_only_that_it_ran(&self) -> bool {
        self.root.members().all(|(key, value)| {
            ABOUT_RUN.iter().any(|name| key.is(name)) || !stands_for_something(value)
        })
    }

    /// A list of what was not found, in an answer whose status says that all went well. `answered`
    /// is the list of what was found.
    pub(super) fn unanswered(&mut self, fact: &Fact<'d>, answered: &str) {
        let status = self.root.get("status");
        let Some(status) = status.filter(|_| !fact.slot.node.is_empty()) else {
            return;
        };
        let word = status.as_str().unwrap_or_default();
        if !WENT_WELL.contains(&word.as_ref()) {
            return;
        }
        let is_part = (fact.record.get(answered)).is_some_and(|list| !list.is_empty());
        let [_, failed, some] = super::STATUS;
        let instead = if is_part { some } else { failed };
        let message = format!("is `{word}`, but something that was asked for was not found");
        let found = Found::of("STATUS_MISMATCH", Slot::of(status), message);
        let found = found.related("what was not found", fact.slot.node);
        self.found
            .push(found.replace(Applicability::Suggested, *instead));
    }

    /// The word for the outcome of an operation, where its parts and its error speak of it too.
    pub(super) fn status_over(&mut self, fact: &Fact<'d>) {
        let Role::StatusOver {
            words,
            parts,
            error,
            why,
            told,
            done,
        } = fact.role
        else {
            return;
        };
        let (slot, record) = (fact.slot, fact.record);
        let word = slot.node.as_str().unwrap_or_default();
        let failed = |node: &Node<'d>| {
            let word = node.as_str();
            word.is_some_and(|word| FAILED.contains(&word.as_ref()))
        };
        let parts = parts.iter().flat_map(|place| self.at(record, place));
        let mut parts = parts.filter(failed);
        let errors = self.at(record, error).into_iter();
        if FAILED.contains(&word.as_ref()) {
            // An error that says nothing is reported elsewhere, and is one all the same.
            let says = |place: &&str| self.at(record, place).into_iter().any(stands_for_something);
            let of = |name: &&'static str| Sign::Word("operation_type", name).is_on(record);
            let is_said = parts.next().is_some()
                || errors.into_iter().any(|node| !node.is_null())
                || why.iter().any(says)
                || told.iter().any(of) && says(&"/message");
            if !is_said {
                let message = format!("is `{word}`, but nothing says what went wrong");
                self.report_of("STATUS_MISMATCH", slot, message);
            }
            return;
        }
        if !WENT_WELL.contains(&word.as_ref()) {
            return;
        }
        let errors = errors.filter(|node| stands_for_something(*node));
        let has_parts = words.contains(&"partial");
        let part = if has_parts {
            "a part of it failed"
        } else {
            "something in it is an error"
        };
        let Some((node, what, instead)) = parts
            .map(|node| (node, part, "partial"))
            .chain(errors.map(|node| (node, "there is an error", "error")))
            .next()
        else {
            return self.without_result(fact, &word, done);
        };
        let message = format!("is `{word}`, but {what}");
        let found = Found::of("STATUS_MISMATCH", slot, message);
        let found = found.related(what, node);
        // A tool that knows but two words has none for what went well in part.
        let own = || words.iter().find(|word| FAILED.contains(word));
        let instead = words.iter().find(|word| **word == instead).or_else(own);
        self.found.push(match instead {
            Some(instead) => found.replace(Applicability::Suggested, *instead),
            None => found,
        });
    }

    /// Reports an operation that went well and tells no result, if one of its kind is known to have
    /// a result.
    fn without_result(&mut self, fact: &Fact<'d>, word: &str, done: &str) {
        let says = |node: Node<'d>| !node.is_null();
        let mut results = RESULTS.iter().flat_map(|shape| shape.fields);
        let is_of = |name| Sign::Word("operation_type", name).is_on(fact.record);
        let is_known = results.any(|field| match field.role {
            Role::Tag(name) => is_of(name),
            _ => false,
        });
        if done.is_empty() || !is_known || self.at(fact.record, done).into_iter().any(says) {
            return;
        }
        let message = format!("is `{word}`, but there is no `{}`", name_of(done));
        self.report_of("STATUS_MISMATCH", fact.slot, message);
    }

    /// A word that settles what a flag beside it has to be.
    pub(super) fn word_of_flag(&mut self, fact: &Fact<'d>, flag: &str, words: &[(&str, bool)]) {
        let (Some(said), Some(node)) = (fact.slot.node.as_str(), fact.record.get(flag)) else {
            return;
        };
        let known = words.iter().find(|(word, _)| *word == said);
        if let (Some((_, right)), Some(is)) = (known, node.as_bool())
            && is != *right
        {
            let message = format!("is {is}, but beside it stands `{said}`");
            let found = Found::of("STATUS_MISMATCH", node, message);
            let found = found.related("how it went", fact.slot);
            self.found.push(found.expecting(*right));
        }
    }

    /// The checksum after all changes, against the one after the last of them.
    pub(super) fn checksum_of_last(&mut self, fact: &Fact<'d>, list: &str, member: &str) {
        let stated = fact.slot;
        // What is no checksum is told as that.
        let is_read = |text: &str| read_checksum(text, self.convention).is_ok();
        // Of a run that failed nothing may be left.
        let is_left = fact.record.get("success").and_then(Node::as_bool) == Some(true);
        let is_silent = stated.node.as_str().is_some_and(|text| text.is_empty());
        let is_said = stated.node.as_str().is_some_and(|text| is_read(&text));
        if !(is_said || is_silent && is_left) {
            return;
        }
        let parts = self.at(fact.record, list);
        let parts = parts.iter().flat_map(|list| list.items());
        let Some(last) = last_made(parts) else {
            return;
        };
        let own = last.get(member);
        if let Some(own) = own
            && own.kind() == Kind::String
            && stands_for_something(own)
            && let algorithms = self.two_algorithms(stated.node, own)
            && (!alike(stated.node, own) || algorithms.is_some())
        {
            let message = match algorithms {
                Some((a, b)) => stated.that(format_args!(
                    "is of {a}, and `{member}` of the last change is of {b}"
                )),
                None => format!(
                    "`{member}` of the last change says otherwise: {}",
                    own.raw()
                ),
            };
            let found = Found::at("VALUES_DISAGREE", stated, message);
            self.found.push(found.related(Relation::OtherOne, own));
        } else if is_silent && own.is_none_or(|own| !stands_for_something(own)) {
            let message = "a change was made, so that there is a checksum of what it left";
            let found = Found::at("VALUES_DISAGREE", stated, message);
            self.found.push(found.related("the last change", last));
        }
    }
}

impl Agreement<'_, '_> {
    /// The algorithms of two checksums, if they differ. One that names no algorithm has that of the
    /// dialect.
    fn two_algorithms(
        &self,
        a: Node<'_>,
        b: Node<'_>,
    ) -> Option<(ChecksumAlgorithm, ChecksumAlgorithm)> {
        let read = |node: Node<'_>| read_checksum(&node.as_str()?, self.convention).ok()?;
        let (a, b) = (read(a)?.algorithm(), read(b)?.algorithm());
        (a != b).then_some((a, b))
    }
}

/// The last of some changes, if it was made: what it left is what all of them left.
pub(crate) fn last_made<'d>(changes: impl Iterator<Item = Node<'d>>) -> Option<Node<'d>> {
    // One whose status is not known may have been made, and may be the last.
    let undone = ["skipped", "error"];
    let may_be_made = |part: &Node<'d>| !undone.iter().any(|word| has_status(*part, word));
    let last = changes.filter(may_be_made).last();
    last.filter(|last| has_status(*last, "applied"))
}

fn has_status(part: Node<'_>, word: &str) -> bool {
    let status = part.get("status").and_then(Node::as_str);
    status.as_deref() == Some(word)
}

/// The last key of a pointer.
fn name_of(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or(place)
}
