//! What was lost on the way into the envelope.
//!
//! Where the envelope is the result, that is the report. Every other conversion leads
//! through the envelope, and what did not come into it is in no document written of it.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::json::{Node, Pointer, Value};
use crate::loss::{Loss, LossKind};
use crate::normalize::{Change, ChangeKind, Changes};

const UNPROVED: &str =
    "NEEDS_SOURCE: it was printed, and is not carried unless the text of its line proves it";

const OTHER_LINES: &str =
    "it was cut into lines at breaks that end no line in the envelope, and stays with the tool";

const UNKNOWN: &str =
    "it says that something is not known, which an envelope says by leaving it out";

const RESPELT: &str = "path: it is spelt canonically";

const NO_WORD: &str =
    "the envelope, through which it goes, has no word that says as much of how it went";

const ROUNDED: &str = "rounded: canonical JSON cannot write all of its digits";

const COMPUTED: &str =
    "the document does not say it itself; it follows from the rest, a source text or the envelope";

const CONVERTED: &str = "it is told in the unit or the word of the envelope";

const RAISED: &str = "it is raised to the version of the envelope";

const OTHER_VERSION: &str =
    "the version of the dialect is not known, and the envelope, through which it goes, has its own";

const DEMANDED: &str = "it was not known, and the envelope demands it";

const NO_PLACE: &str = "the envelope has no place for it";

const NO_PLACE_ON_THE_WAY: &str = "the envelope, through which it goes, has no place for it";

/// What the envelope does not say of the document it was made from. `is_kept`: whether it
/// has an origin, made with it, that does.
pub(super) fn to_envelope(changes: &Changes, is_kept: bool) -> Vec<Loss> {
    changes
        .with_places()
        .filter_map(|(change, belongs)| {
            let (kind, note) = match change.what()? {
                ChangeKind::Derived => (LossKind::Derived, COMPUTED),
                ChangeKind::Converted => (LossKind::Derived, CONVERTED),
                ChangeKind::Path => (LossKind::Derived, RESPELT),
                ChangeKind::Version => (LossKind::Derived, RAISED),
                ChangeKind::Defaulted => (LossKind::Defaulted, DEMANDED),
                ChangeKind::LeftOut if !is_kept => {
                    let note = belongs.as_deref().map_or(NO_PLACE, why_absent);
                    (LossKind::Dropped, note)
                }
                ChangeKind::Rounded if !is_kept => (LossKind::Dropped, ROUNDED),
                ChangeKind::UnknownLeftOut if !is_kept && is_word(&change) => {
                    (LossKind::Dropped, UNKNOWN)
                }
                // Where a null or four zeros are not there, their absence says the same.
                _ => return None,
            };
            Some(loss(change, kind, note))
        })
        .collect()
}

/// What is not in the envelope as it was in the document.
pub(super) struct WayIn<'w> {
    pub(super) changes: &'w Changes,
    /// The versions of the document's dialect that are known: to say one of them is its way of
    /// writing.
    pub(super) versions: &'static [&'static str],
    /// The envelope as it is now, where it was made before and more may have come into it
    /// since: what only a source could tell, for one.
    pub(super) envelope: Option<&'w Value>,
}

impl WayIn<'_> {
    /// Whether a version is none of those that are known of the dialect.
    fn is_news(&self, change: &Change) -> bool {
        let version = change.from.as_deref().and_then(Value::as_str);
        change.at.as_deref() == Some("/schema_version")
            && version.is_some_and(|version| !self.versions.contains(&version))
    }

    /// Whether the envelope as it is now says at the place of a change what it did not say, or
    /// something else than was made up.
    fn is_settled(&self, change: &Change, belongs: Option<&str>) -> bool {
        let now = |place: &str| self.envelope?.at(&Pointer::parse(place).ok()?);
        let Some(what) = change.what() else {
            return false;
        };
        match (what, belongs) {
            (ChangeKind::LeftOut, Some(place)) => now(place).is_some(),
            (ChangeKind::Defaulted, _) if self.envelope.is_some() => {
                change.at.as_deref().and_then(now) != change.to.as_deref()
            }
            _ => false,
        }
    }
}

/// Puts what did not come into the envelope, or not as it was, before the `losses` of
/// what was written of it. Of one value, one of them speaks.
pub(super) fn through_envelope(
    way: &WayIn<'_>,
    defaults: &BTreeSet<Named>,
    losses: &mut Vec<Loss>,
) {
    let lost = lost_in(losses);
    let is_told = |place: &str| {
        let above = place.match_indices('/').map(|(end, _)| end);
        let mut ways = above.chain([place.len()]);
        ways.any(|end| place.get(..end).is_some_and(|way| lost.contains_key(way)))
    };
    let mut absent: BTreeSet<String> = BTreeSet::new();
    let mut all = Vec::new();
    for (change, belongs) in way.changes.with_places() {
        if way.is_settled(&change, belongs.as_deref()) {
            continue;
        }
        let Some(what) = change.what() else {
            continue;
        };
        let (kind, note) = match (what, &belongs) {
            // Where the dialect demands it, that has been said already.
            (ChangeKind::LeftOut, Some(place)) => (
                LossKind::Dropped,
                lost.get(place)
                    .map_or_else(|| why_absent(place), String::as_str),
            ),
            (ChangeKind::LeftOut, None) => (LossKind::Dropped, NO_PLACE_ON_THE_WAY),
            (ChangeKind::Rounded, _) => (LossKind::Dropped, ROUNDED),
            (ChangeKind::Path, _) => (LossKind::Derived, RESPELT),
            (ChangeKind::UnknownLeftOut, _) if is_word(&change) => (LossKind::Dropped, UNKNOWN),
            (ChangeKind::Converted, _) if says_more(&change) => (LossKind::Dropped, NO_WORD),
            (ChangeKind::Version, _) if way.is_news(&change) => (LossKind::Dropped, OTHER_VERSION),
            (ChangeKind::Defaulted, _)
                if default_of(&change).is_some_and(|one| defaults.contains(&one)) =>
            {
                (LossKind::Defaulted, DEMANDED)
            }
            _ => continue,
        };
        absent.extend(belongs);
        if change.at.as_deref().is_some_and(is_told) {
            continue;
        }
        all.push(loss(change, kind, note));
    }
    if all.is_empty() {
        return;
    }
    losses.retain(|loss| !absent.contains(&loss.pointer));
    all.append(losses);
    *losses = all;
}

/// Whether what was left out is a word: that says more than a null or a zero does.
fn is_word(change: &Change) -> bool {
    let text = change.from.as_deref().and_then(Value::as_str);
    text.is_some_and(|text| !text.is_empty())
}

/// Words for how it went that say the same as the one that the envelope has for them, or are
/// kept beside it.
const SAME_WORDS: [&str; 7] = [
    "ok", "success", "partial", "error", "failure", "approved", "rejected",
];

/// Whether a word for how it went became one that says less. Only on the way through the envelope
/// is that a loss: on the way home the word is there again.
fn says_more(change: &Change) -> bool {
    let word = change.from.as_deref().and_then(Value::as_str);
    change.at.as_deref() == Some("/status") && word.is_some_and(|word| !SAME_WORDS.contains(&word))
}

/// Why a value is not at its place in the envelope: a number of a line or a column was not
/// proved, and text around a range is none of the envelope's lines.
fn why_absent(place: &str) -> &'static str {
    let above = place.rsplit_once('/').map_or("", |(above, _)| above);
    if above.ends_with("/context") {
        OTHER_LINES
    } else {
        UNPROVED
    }
}

fn loss(change: Change, kind: LossKind, note: &str) -> Loss {
    Loss::new(kind, change.at.unwrap_or(change.pointer), note)
}

/// The notes on the values of the envelope that are lost, by their places.
fn lost_in(losses: &[Loss]) -> BTreeMap<String, String> {
    let lossy = losses.iter().filter(|loss| loss.is_lossy());
    lossy
        .filter(|loss| !loss.pointer.is_empty())
        .map(|loss| (loss.pointer.clone(), loss.note.clone()))
        .collect()
}

/// The name of a member that the envelope was given because it demands it, and the value as JSON.
pub(super) type Named = (String, String);

/// What was made up, by a change that says so.
fn default_of(change: &Change) -> Option<Named> {
    let name = change.at.as_deref()?.rsplit('/').next()?;
    let value = change.to.as_deref().map(Value::to_string)?;
    Some((name.to_owned(), value))
}

/// The changes that made something up.
fn defaulted(changes: &Changes) -> impl Iterator<Item = Change> {
    let all = changes.iter();
    all.filter(|change| change.what() == Some(ChangeKind::Defaulted))
}

/// What was made up for the envelope and stands in what was written, too: not every tool demands
/// it. The document itself may have such a value; so `again` writes the envelope with a mark in
/// place of what was made up, which shows what of that is written.
pub(super) fn defaults_in(
    changes: &Changes,
    envelope: Node<'_>,
    written: &Value,
    again: impl FnOnce(&Value) -> Option<Value>,
) -> BTreeSet<Named> {
    let mut found = defaults_like(changes, written);
    let is_text = |one: &&Named| one.1 == "\"\"";
    if !found.iter().any(|one| is_text(&one)) {
        return found;
    }
    let mut marked = envelope.to_value();
    let is_text_made_up = |change: &Change| default_of(change).is_some_and(|one| is_text(&&one));
    for change in defaulted(changes).filter(is_text_made_up) {
        let at = change.at.and_then(|at| Pointer::parse(&at).ok());
        if let Some(value) = at.and_then(|at| marked.at_mut(&at)) {
            *value = MADE_UP.into();
        }
    }
    let texts: BTreeSet<Named> = found.iter().filter(is_text).cloned().collect();
    let own = with_text(&marked, &texts, "");
    if own.is_empty() {
        return found;
    }
    if let Some(written) = again(&marked) {
        let made_up = with_text(&written, &own, MADE_UP);
        found.retain(|one| !own.contains(one) || made_up.contains(one));
    }
    found
}

/// A text that no tool prints.
const MADE_UP: &str = "\u{0}made up\u{0}";

/// Those of `names` under which this text stands somewhere.
fn with_text(value: &Value, names: &BTreeSet<Named>, text: &str) -> BTreeSet<Named> {
    let mut found = BTreeSet::new();
    let mut open = alloc::vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter()),
            Value::Object(members) => {
                for (name, value) in members {
                    if value.as_str() == Some(text) {
                        found.extend(names.iter().find(|(known, _)| *known == *name).cloned());
                    }
                    open.push(value);
                }
            }
            _ => {}
        }
    }
    found
}

/// Those of the made-up values that stand anywhere in what was written under their names,
/// whoever said them.
fn defaults_like(changes: &Changes, written: &Value) -> BTreeSet<Named> {
    let mut missing: BTreeSet<Named> = defaulted(changes)
        .filter_map(|change| default_of(&change))
        .collect();
    let mut found = BTreeSet::new();
    let mut open = alloc::vec![written];
    while let Some(value) = open.pop().filter(|_| !missing.is_empty()) {
        match value {
            Value::Array(items) => open.extend(items.iter()),
            Value::Object(members) => {
                for (name, value) in members {
                    let is = |(key, text): &&Named| {
                        *key == *name && may_be_made_up(value) && *text == value.to_string()
                    };
                    if let Some(one) = missing.iter().find(is).cloned() {
                        missing.remove(&one);
                        found.insert(one);
                    }
                    open.push(value);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a value can be one that was made up: those are empty.
fn may_be_made_up(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}
