//! Line breaks that end no line in the envelope, and the texts that a document shows to have
//! some. Who counts such breaks counts other lines than the envelope in all that follows them.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Making, Writing, envelope};
use crate::json::Node;
use crate::text::{LineIndex, LineIndexOptions, LineTerminators};
use crate::validate::{Claim, Part, walk};

/// What such a break can begin with.
const OTHERS: [char; 6] = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Whether one can stand in this JSON: itself, or as an escape. Most documents have none, and need
/// not be looked through then.
fn may_have_others(json: &str) -> bool {
    let mut pairs = json.as_bytes().windows(2);
    pairs.any(|pair| {
        matches!(
            pair,
            [b'\\', b'r' | b'f' | b'u'] | [0xC2, 0x85] | [0xE2, 0x80]
        )
    })
}

/// The paths of the texts that a document shows to have such breaks.
#[derive(Debug)]
pub(crate) struct Broken<'d>(BTreeSet<Cow<'d, str>>);

impl<'d> Broken<'d> {
    fn of(claims: &[Claim<'d>], keeps_terminators: bool) -> Self {
        let shown = claims
            .iter()
            .filter(|claim| shows_others(claim, keeps_terminators));
        Self(shown.filter_map(|claim| claim.text(Part::Path)).collect())
    }

    fn has(&self, claim: &Claim<'d>) -> bool {
        !self.0.is_empty()
            && claim
                .text(Part::Path)
                .is_some_and(|path| self.0.contains(&path))
    }
}

/// What an envelope shows of texts, once it was looked through.
#[derive(Debug)]
pub(crate) struct Shown<'d> {
    claims: Vec<Claim<'d>>,
    broken: Broken<'d>,
}

impl<'d> Making<'d, '_> {
    /// Whether the document shows that the text of a range has line breaks that end no line in
    /// the envelope. Its lines have the terminators that they have in the text.
    pub(crate) fn shows_other_breaks(&mut self, claim: &Claim<'d>) -> bool {
        let seen = self.seen;
        let broken = self
            .broken
            .get_or_insert_with(|| Broken::of(&seen.claims, true));
        broken.has(claim)
    }
}

impl<'d> Writing<'d, '_> {
    /// The range of a span, if the envelope shows that its text has line breaks that end no line
    /// there.
    pub(crate) fn broken(&mut self, span: Node<'d>) -> Option<&Claim<'d>> {
        let root = self.root;
        let shown = self.shown.get_or_insert_with(|| {
            let claims = if may_have_others(root.raw()) {
                walk(root, envelope().documents()).claims
            } else {
                Vec::new()
            };
            let broken = Broken::of(&claims, false);
            Shown { claims, broken }
        });
        let Shown { claims, broken } = shown;
        let at = claims.binary_search_by_key(&span.order(), Claim::order);
        let claim = claims.get(at.ok()?)?;
        broken.has(claim).then_some(claim)
    }
}

/// Whether what stands around a range, or in it, has such a break. `keeps_terminators`: whether
/// its lines have theirs; where they have none, a CR that is the last of a line may be that of a
/// CRLF, as it may at the end of what stands on the line behind the range.
fn shows_others(claim: &Claim<'_>, keeps_terminators: bool) -> bool {
    let lists = [Part::LinesBefore, Part::LinesSelected, Part::LinesAfter];
    let lists = lists.into_iter().filter_map(|part| claim.get(part));
    let mut lines = lists.flat_map(|slot| slot.node.items());
    let is_broken = |line: Node<'_>| {
        let line = line.as_str();
        line.is_some_and(|line| has_others(&line) || (keeps_terminators && line.ends_with('\r')))
    };
    if lines.any(is_broken) {
        return true;
    }
    let text = |part| claim.text(part).unwrap_or_default();
    let (before, after) = (text(Part::InlineBefore), text(Part::InlineAfter));
    let Some(found) = claim.text(Part::Text) else {
        // Nothing ends with what stands on the line before the range.
        return has_others(&before) || before.ends_with('\r') || has_others(&after);
    };
    if [&before, &found, &after]
        .iter()
        .all(|it| !it.contains(OTHERS))
    {
        return false;
    }
    has_others(&[before, found, after].concat())
}

/// Whether such a break is in a text. A CR at its end may be the first half of a CRLF.
fn has_others(text: &str) -> bool {
    let text = text.strip_suffix('\r').unwrap_or(text);
    text.contains(OTHERS)
        && line_index(text, LineTerminators::Unicode).line_count()
            != line_index(text, LineTerminators::LfCrlf).line_count()
}

/// The lines of a text by these terminators.
pub(crate) fn line_index(text: &str, terminators: LineTerminators) -> LineIndex<'_> {
    let options = LineIndexOptions {
        terminators,
        ..LineIndexOptions::default()
    };
    LineIndex::with_options(text.as_bytes(), &options)
}

/// What a claim of the envelope shows of its text from the first byte on, if its range begins on
/// the first line: that line as it is listed, and what stands on it up to the end of the range.
pub(crate) fn beginnings(claim: &Claim<'_>) -> Vec<String> {
    let number = |part| claim.number(part);
    let (Some(start), Some(1)) = (number(Part::ByteStart), number(Part::StartLine)) else {
        return Vec::new();
    };
    let selected = claim.get(Part::LinesSelected);
    let line = selected.and_then(|lines| lines.node.item(0)?.as_str());
    let before = claim.text(Part::InlineBefore);
    let before = before.filter(|before| before.len() as u64 == start);
    let found = claim.text(Part::Text).unwrap_or_default();
    let length = number(Part::ByteEnd).and_then(|end| end.checked_sub(start));
    let found = if length == Some(found.len() as u64) {
        &*found
    } else {
        ""
    };
    let beside = before.map(|before| [&*before, found].concat());
    let all = line.map(Cow::into_owned).into_iter().chain(beside);
    all.collect()
}
