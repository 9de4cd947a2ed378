//! Two runs of a tool, compared: which findings are new, which are the same, which
//! moved, and which are gone.
//!
//! Offsets and lines change with every edit above a finding, so they decide last. Compared
//! first are the fingerprints that the tool itself prints, then ours
//! ([`mod@crate::fingerprint`]), from the one that says most to the one that says least.
//! What a finding is, is in `collect`; which are paired, in `pair`.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::diagnostic::Diagnostic;
use crate::dialect;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::json::ReadOptions;
use crate::normalize::{Envelopes, NormalizeOptions};
use crate::source::compared::TextIs;
use crate::source::{Sources, one_spelling};
use crate::text::words::{meanings, words};

pub(crate) mod collect;
mod pair;
#[cfg(test)]
mod tests;

use collect::Finding;

/// Options of [`match_findings`].
#[derive(Debug, Clone, Default)]
pub struct MatchOptions<'s> {
    /// The dialect of both documents, if it is known; detected if not.
    pub dialect: Option<String>,
    /// The texts that the old run looked at.
    pub old_sources: Option<&'s Sources>,
    /// The texts that the new run looked at.
    pub new_sources: Option<&'s Sources>,
    /// The root that absolute paths of the documents begin with; inferred if absent.
    pub root: Option<String>,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

record! {
    /// The result of [`match_findings`].
    pub struct FindingMatches closed {
        /// How many findings only the new run has.
        required new: u64,
        /// How many both runs have, at the same place.
        required unchanged: u64,
        /// How many both runs have, at another place.
        required moved: u64,
        /// How many only the old run has.
        required absent: u64,
        /// Each finding of the new run in its order, then the absent ones in theirs.
        required pairs: Vec<FindingPair>,
        /// How many documents of the old run were refused. What they found is not known:
        /// a finding that is `new` may be one of them.
        required old_refused: u64,
        /// How many documents of the new run were refused: a finding that is `absent` may
        /// be in one of them.
        required new_refused: u64,
        /// What was found on the way in the documents of the old run.
        required old_diagnostics: Vec<Diagnostic>,
        /// What was found on the way in the documents of the new run.
        required new_diagnostics: Vec<Diagnostic>,
    }
}

/// What became of a finding from one run to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingState {
    /// Only the new run has it.
    New,
    /// Both runs have it, at the same place.
    Unchanged,
    /// Both runs have it, at another place.
    Moved,
    /// Only the old run has it.
    Absent,
}

words!(FindingState {
    New => "new",
    Unchanged => "unchanged",
    Moved => "moved",
    Absent => "absent",
} of "state of a finding");

record! {
    /// A finding of two runs, or of one of them.
    pub struct FindingPair closed {
        /// `new`, `unchanged`, `moved` or `absent`.
        required state: String = (Type::Words(FindingState::WORDS)),
        /// Which finding of the old run it is; absent if it is new.
        optional old: FindingAt,
        /// Which finding of the new run it is; absent if it is gone.
        optional new: FindingAt,
        /// What showed that both are one: the name of a fingerprint, `place` or `name`.
        optional by: String,
    }
}

meanings!(FindingPair {
    state: FindingState
});

record! {
    /// Where a finding stands in the document, and in the text it is about.
    pub struct FindingAt closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// JSON Pointer (RFC 6901) of the finding in the envelope.
        required pointer: String,
        /// Path of the file.
        optional file_path: String,
        /// Offset of the first byte.
        optional byte_start: u64,
        /// Offset after the last byte.
        optional byte_end: u64,
        /// Line of the start, from 1.
        optional start_line: u64,
        /// Code of a diagnostic.
        optional code: String,
        /// What a diagnostic says.
        optional message: String,
    }
}

/// Pairs the findings of two runs.
///
/// Both texts may be of any known dialect. A finding is whatever names a span: a match,
/// a diagnostic, a range that an operation touched. Two findings can only be one if
/// their kind (code, kind of symbol) and their name are the same; then decides, from
/// first to last:
///
/// 1. a fingerprint that both documents bring, the highest version of a name first;
/// 2. `contextHash/v1`, `primaryLocationLineHash` and `contentHash/v1` in the same file;
/// 3. `contextHash/v1` in another file: the file has another name, or the code moved;
/// 4. where one side has neither source nor text: the same place (where one has no range, the
///    same line) and, but for its numbers, the same message, then the same name and message, then
///    the same place. What has none of them is paired with what has none.
///
/// A file is the same however its path is spelt (`./`, `\`, below the root or with it). Each run may
/// have a root of its own, if its sources show it.
///
/// Of several findings that a step does not tell apart, those are paired first that have the same
/// message and lines, the same message, the same lines, or the same message but for its numbers.
/// The others keep their order, and the nearest are paired. The
/// hashes are computed where the sources are given and say what the document says;
/// without sources the text that a match prints still gives `contentHash/v1`.
///
/// A document that cannot be read is left out, told in the diagnostics of its run and
/// counted there, and the rest goes on.
///
/// Time O(n log n) for n findings that differ, and O(k·m) for k old and m new ones that
/// nothing tells apart, up to a million pairs; beyond that they are paired in order.
///
/// # Errors
///
/// As [`normalize`](crate::normalize()), for either text; the old one is read first. The index
/// of the error says which: 0 for the old one, 1 for the new one.
///
/// # Examples
///
/// ```
/// use llm_types::{MatchOptions, match_findings};
///
/// let run = |at: u64, line: u64| format!(r#"{{"execution_id":"r","pattern":"TODO","matches":[{{"match_id":"m",
///     "file":"a.rs","byte_start":{at},"byte_end":{},"matched_text":"TODO","line_number":{line},
///     "column_number":1,"context_before":"","context_after":""}}],"match_count":1}}"#, at + 4);
/// let matches = match_findings(run(0, 1).as_bytes(), run(30, 2).as_bytes(), &MatchOptions::default())?;
/// assert_eq!((matches.moved, matches.new, matches.absent), (1, 0, 0));
/// assert_eq!(matches.pairs[0].by.as_deref(), Some("contentHash/v1"));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn match_findings(
    old: &[u8],
    new: &[u8],
    options: &MatchOptions<'_>,
) -> Result<FindingMatches, Error> {
    if let Some(name) = &options.dialect {
        dialect::find(name)?;
    }
    let run = |index, text, sources| {
        Run::of(text, options, sources).map_err(|error| Error::Run {
            index,
            error: Box::new(error),
        })
    };
    let mut old_run = run(0, old, options.old_sources)?;
    let mut new_run = run(1, new, options.new_sources)?;
    let roots = [old_run.root.clone(), new_run.root.clone()];
    let [old_root, new_root] = &roots;
    old_run.spell(old_root.as_deref().or(new_root.as_deref()));
    new_run.spell(new_root.as_deref().or(old_root.as_deref()));
    let (old, new) = (&old_run.found, &new_run.found);
    let mates = pair::pair(old, new);
    let mut pairs = Vec::with_capacity(new.len());
    let mut taken = alloc::vec![false; old.len()];
    for (finding, mate) in new.iter().zip(mates) {
        let before = mate.as_ref().and_then(|mate| old.get(mate.old));
        if let Some(taken) = mate.as_ref().and_then(|mate| taken.get_mut(mate.old)) {
            *taken = true;
        }
        let state = match before {
            None => FindingState::New,
            Some(before) if before.same_place(finding) => FindingState::Unchanged,
            Some(_) => FindingState::Moved,
        };
        pairs.push(FindingPair {
            state: state.as_str().into(),
            old: before.map(Finding::at),
            new: Some(finding.at()),
            by: mate.map(|mate| mate.by),
        });
    }
    let gone = old.iter().zip(taken).filter(|(_, taken)| !taken);
    pairs.extend(gone.map(|(finding, _)| FindingPair {
        state: FindingState::Absent.as_str().into(),
        old: Some(finding.at()),
        new: None,
        by: None,
    }));
    let count = |state: FindingState| {
        let pairs = pairs.iter();
        pairs.filter(|pair| pair.state == state.as_str()).count() as u64
    };
    Ok(FindingMatches {
        new: count(FindingState::New),
        unchanged: count(FindingState::Unchanged),
        moved: count(FindingState::Moved),
        absent: count(FindingState::Absent),
        pairs,
        old_refused: old_run.refused,
        new_refused: new_run.refused,
        old_diagnostics: old_run.diagnostics,
        new_diagnostics: new_run.diagnostics,
    })
}

/// What one run found.
struct Run {
    /// The findings of all documents.
    found: Vec<Finding>,
    refused: u64,
    diagnostics: Vec<Diagnostic>,
    /// The root that its absolute paths begin with, if it was given or its sources show it.
    root: Option<String>,
}

impl Run {
    fn of(
        text: &[u8],
        options: &MatchOptions<'_>,
        sources: Option<&Sources>,
    ) -> Result<Self, Error> {
        let envelopes = Envelopes::of(
            text,
            &NormalizeOptions {
                dialect: options.dialect.clone(),
                sources,
                root: options.root.clone(),
                origin: false,
                read: options.read.clone(),
                without_changes: true,
            },
        )?;
        let mut found = Vec::new();
        for (number, envelope) in &envelopes.all {
            collect::collect(envelope, *number, &mut found);
        }
        let is_its = |document, source: &str, range| {
            let compared = envelopes.compared.get(&document);
            let is = compared.and_then(|compared| compared.text_is(source, range));
            !is.is_some_and(TextIs::is_other)
        };
        let root = collect::hash(&mut found, sources, options.root.as_deref(), is_its);
        Ok(Self {
            found,
            root,
            refused: envelopes.totals.refused,
            diagnostics: envelopes.totals.diagnostics,
        })
    }

    /// Gives each file the spelling that it has below the root: two runs may have two.
    fn spell(&mut self, root: Option<&str>) {
        for finding in &mut self.found {
            finding.file = one_spelling(&finding.path, root);
        }
    }
}
