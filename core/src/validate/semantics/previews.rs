//! Texts that a tool cut for people: their marks, their words, and the previews of them.

use alloc::format;

use super::super::found::{Found, Relation};
use super::super::structure::Fact;
use super::Agreement;
use crate::diagnostic::Applicability;
use crate::json::Node;
use crate::pages::{ELLIPSIS, count_words, is_preview};
use crate::rule::Level;
use crate::selector::parse_selector;

impl<'d> Agreement<'d, '_> {
    /// A flag that a text was cut, against the mark at its end.
    pub(super) fn marked(
        &mut self,
        fact: &Fact<'d>,
        text: &str,
        (marker, most): (&str, Option<u64>),
        selector: Option<Node<'d>>,
    ) {
        let node = fact.record.get(text);
        if let (Some(said), Some(node)) = (fact.slot.node.as_bool(), node)
            && let Some(text) = node.as_str()
        {
            if text.ends_with(marker) == said {
                if let Some(most) = most.filter(|_| said) {
                    self.cut_after(fact, node, (marker, most));
                }
                return;
            }
            if said && selector.is_some_and(asks_for_lines) {
                return;
            }
            let message = if said {
                format!("is true, but the text does not end with `{marker}`")
            } else {
                format!("is false, but the text ends with `{marker}`")
            };
            let found = Found::of("TRUNCATION_MISMATCH", fact.slot, message);
            let found = found.related("the text", node);
            // The pages may confirm the flag: then the mark is missing, and nobody knows the rest.
            let pages = fact.record.get("pagination");
            let more = pages.and_then(|pages| pages.get("has_more"));
            let is_confirmed = said && more.and_then(Node::as_bool) == Some(true);
            self.found.push(if is_confirmed {
                found
            } else {
                found.replace(Applicability::Suggested, !said)
            });
        }
    }

    /// A text that was cut has as many words as the tool leaves, and a blank before the mark. One
    /// without the blank is an example that somebody wrote, and is not counted.
    fn cut_after(&mut self, fact: &Fact<'d>, node: Node<'d>, (marker, most): (&str, u64)) {
        let text = node.as_str().unwrap_or_default();
        let rest = text.strip_suffix(marker).unwrap_or(&text);
        let words = count_words(rest);
        if rest.ends_with(' ') && words != most {
            let message = format!("is true, but {words} words are there, and {most} are left");
            let found = Found::of("TRUNCATION_MISMATCH", fact.slot, message);
            // Another tool may cut after other words.
            let found = found.with_level(Level::Note);
            self.found.push(found.related("the text", node));
        }
    }

    /// A flag that a text was cut, against the number of its words, `most` of which are left whole.
    /// Where the flag is not set, the tool may have had nothing to cut.
    pub(super) fn true_only_over(&mut self, fact: &Fact<'d>, count: &str, most: u64) {
        if fact.slot.node.as_bool() == Some(true)
            && let Some((node, number)) = Self::beside(fact, count)
            && number <= most
        {
            let message = format!("is true, but `{count}` is {number}, and {most} are not cut");
            let found = Found::of("TRUNCATION_MISMATCH", fact.slot, message);
            // Nothing shows whether the word is wrong or the number.
            self.found.push(found.related("the count", node));
        }
    }

    /// How many words a text has. `more`: whether the text that is counted goes on after this one.
    pub(super) fn words_of(&mut self, fact: &Fact<'d>, text: &str, more: bool) {
        if let (Some(stated), Some(node)) = (Self::number(fact), fact.record.get(text))
            && let Some(said) = node.as_str()
            && let words = count_words(&said)
            && (stated < words || stated != words && !more)
        {
            let message = format!("says {stated}, but `{text}` has {words} words");
            // What a tool takes for a word may be more or less than what stands between blanks.
            let found = Found::of("COUNT_MISMATCH", fact.slot, message).with_level(Level::Note);
            self.found.push(found.related("the text", node));
        }
    }

    /// How many words a text has whose preview is shown: as many as the preview, or at least as
    /// many if that was cut.
    pub(super) fn words_of_preview(&mut self, fact: &Fact<'d>, preview: &str) {
        let (Some(stated), Some(node)) = (Self::number(fact), fact.record.get(preview)) else {
            return;
        };
        let Some(shown) = node.as_str().filter(|shown| !shown.is_empty()) else {
            return;
        };
        let cut = shown.strip_suffix(ELLIPSIS);
        let words = count_words(cut.unwrap_or(&shown));
        let is_right = if cut.is_some() {
            stated >= words
        } else {
            stated == words
        };
        if !is_right {
            let message = format!("says {stated}, but `{preview}` has {words} words");
            // As with a whole text, the tool may take something else for a word.
            let found = Found::of("COUNT_MISMATCH", fact.slot, message).with_level(Level::Note);
            self.found.push(found.related("the text", node));
        }
    }

    /// The preview of a text that stands beside it.
    pub(super) fn preview_of(&mut self, fact: &Fact<'d>, text: &str) {
        let text = fact.record.get(text);
        if let (Some(shown), Some(node)) = (fact.slot.node.as_str(), text)
            && let Some(text) = node.as_str()
            && !is_preview(&shown, &text)
        {
            let message = format!("`{shown}` is not how `{text}` begins");
            let found = Found::at("VALUES_DISAGREE", fact.slot, message);
            // Another tool may cut it in another way.
            let found = found.with_level(Level::Warning);
            self.found.push(found.related(Relation::OtherOne, node));
        }
    }
}

/// Whether the query of a selector says which lines of the part are wanted, as later versions of
/// mdsel have it (`?head=10`, `?tail=5`, `?until=h2`).
fn asks_for_lines(selector: Node<'_>) -> bool {
    let read = selector
        .as_str()
        .and_then(|text| parse_selector(&text).ok());
    read.is_some_and(|read| {
        let mut names = read
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str());
        names.any(|name| ["head", "tail", "until"].contains(&name))
    })
}
