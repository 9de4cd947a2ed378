//! Which conventions explain the ranges of a document?
//!
//! A tool that counts from 1 where it should count from 0, in UTF-16 code units where
//! it should count bytes, or without the byte order mark, prints numbers that are
//! wrong in the same way everywhere. Given the texts, that way can be found: `search`
//! says how, `way` what the ways are, `evidence` what they are held against. Nothing
//! here guesses: ties are told, and a document is corrected only if there is no other
//! way to read it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

mod beside;
mod breaks;
mod case;
mod conclusion;
mod copy;
mod correct;
mod evaluator;
mod evidence;
mod files;
mod gather;
mod moved;
mod report;
mod search;
mod tally;
#[cfg(test)]
mod tests;
mod texts;
mod undecided;
mod way;
mod words;

use beside::Beside;
use case::{Case, Field};
use conclusion::Conclusion;
use copy::Reading;
use evaluator::Evaluator;
use files::by_file;
use gather::gather;
pub use report::{
    DetectiveReport, DetectiveVerdict, Hypothesis, SpanChange, SpanConvention, Undecided, Witness,
};
use search::search;
use texts::Texts;
use way::{Anchor, Ends, OffsetEnd, Offsets, Places, Unit};

use crate::dialect::Convention;
use crate::dialect::convention;
use crate::error::Error;
use crate::json::ReadOptions;
use crate::source::Sources;
use crate::text::{BomPolicy, EndRule, LineTerminators};

/// Options of [`detective`].
#[derive(Debug, Clone, Default)]
pub struct DetectiveOptions {
    /// The dialect, if it is known; detected if not. A document of no known dialect is
    /// searched for spans of the envelope.
    pub dialect: Option<String>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

/// Finds the conventions that explain the ranges of a document: bases, units, line
/// terminators, byte order mark, rules for the end; where needed, others for the ends
/// than for the starts.
///
/// The evidence is what the document says of the text of a range (the text itself, its
/// checksum, the lines around it, its name), and that offsets and columns have to mean
/// the same place. Hypotheses that no range tells apart are told as such. A file whose
/// checksum is not that of its source is left out, and so is one that an operation
/// changed already: the ranges of the operation are those of the file before.
///
/// Where exactly one explanation is left, or several that put each range in the same
/// place, `text` is the document with its numbers in the declared convention; ids are
/// kept as they are. Where none explains all ranges, each file is asked for one of its own.
/// Time O(n log n) for n ranges, and O(source) for each source.
///
/// # Errors
///
/// The codes of [`crate::read`], if nothing of the text is JSON; `UNKNOWN_DIALECT` for
/// the option.
///
/// # Examples
///
/// ```
/// use llm_types::{DetectiveOptions, Sources, detective};
///
/// // Columns from 1 in UTF-16 code units, where the envelope has them from 0 in bytes.
/// let text = br#"{"schema_version":"1.1.0","execution_id":"r1","data":{"pattern":"x",
///     "matches":[{"match_id":"m1","matched_text":"x","span":{"file_path":"a.txt",
///     "byte_start":7,"byte_end":8,"start_line":1,"start_col":6,"end_line":1,"end_col":7}}],
///     "count":1}}"#;
/// let sources: Sources = [("a.txt", "let \u{e9} x\n")].into_iter().collect();
/// let report = detective(text, &sources, &DetectiveOptions::default())?;
/// assert_eq!(report.verdict, "other");
/// assert!(report.text.is_some());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn detective(
    text: &[u8],
    sources: &Sources,
    options: &DetectiveOptions,
) -> Result<DetectiveReport, Error> {
    let mut gathered = gather(text, options)?;
    let declared = gathered.convention;
    let terminators = declared
        .lines
        .as_ref()
        .map(|lines| lines.terminators.clone());
    let terminators = terminators.unwrap_or_default();
    let root = options.root.as_deref();
    let mut texts = Texts::find(&mut gathered.cases, sources, root, &terminators);
    let mut not_checked = gathered.not_checked;
    not_checked.append(&mut texts.not_checked);
    let has_text = |at: &usize| texts.of.get(*at).is_some_and(Option::is_some);
    let mut evaluator = Evaluator {
        cases: &gathered.cases,
        examined: (0..gathered.cases.len()).filter(has_text).collect(),
        declared: declared_hypothesis(declared, &texts, &gathered.cases, &terminators),
        terminators: terminators.as_str(),
        texts: &texts,
    };
    not_checked.append(&mut evaluator.leave_unshown());
    let mut report = DetectiveReport {
        verdict: DetectiveVerdict::NoEvidence.as_str().to_owned(),
        summary: String::new(),
        dialect: gathered.dialect,
        generation: gathered.generation,
        spans: gathered.cases.len() as u64,
        examined: evaluator.examined.len() as u64,
        hypotheses: Vec::new(),
        by_file: Vec::new(),
        text: None,
        changes: Vec::new(),
        uncorrected: None,
        notes: Vec::new(),
        not_checked,
    };
    if evaluator.examined.is_empty() {
        report.summary = if gathered.cases.is_empty() {
            "The document has no range that names a file.".to_owned()
        } else {
            format!(
                "There is no source text for any of {}.",
                spans(report.spans)
            )
        };
        report.uncorrected = Some("there is nothing to hold the numbers against".to_owned());
        return Ok(report);
    }
    let scores = search(&evaluator);
    let asked = Asked {
        text,
        options,
        beside: &gathered.beside,
        rewritable: gathered.rewritable,
    };
    let conclusion = Conclusion::of(&evaluator, &scores);
    let files = if conclusion.is_none() {
        by_file(&evaluator)
    } else {
        Vec::new()
    };
    conclusion
        .of_files(files)
        .write(&evaluator, &scores, &asked, &mut report);
    Ok(report)
}

/// What was asked about.
struct Asked<'a> {
    text: &'a [u8],
    options: &'a DetectiveOptions,
    /// The places beside the ranges.
    beside: &'a [Beside],
    /// Whether numbers of the text can be written over.
    rewritable: bool,
}

/// The convention of the dialect, as a hypothesis.
fn declared_hypothesis(
    declared: &Convention,
    texts: &Texts<'_>,
    cases: &[Case],
    terminators: &LineTerminators,
) -> way::Hypothesis {
    let offsets = declared.offsets.map(|offsets| {
        let way = Offsets {
            unit: offsets.unit,
            bom: offsets.bom,
            reading: Reading::AsIs,
            base: 0,
        };
        let rule = match offsets.end {
            convention::OffsetEnd::After | convention::OffsetEnd::Absent => OffsetEnd::After,
            convention::OffsetEnd::Inclusive => OffsetEnd::Inclusive,
            convention::OffsetEnd::Length => OffsetEnd::Length,
        };
        Ends::both(way, rule)
    });
    let places = declared.lines.as_ref().map(|lines| {
        let columns = lines.columns;
        let unit = columns.map_or(convention::ColumnUnit::BYTES, |columns| columns.unit);
        let way = Places {
            class: texts.class_of(terminators),
            line_base: lines.line_base.into(),
            unit: match unit {
                convention::ColumnUnit::Encoded(encoding) => Unit::Encoded(encoding),
                convention::ColumnUnit::Display { tab_stop } => Unit::Display(tab_stop),
                convention::ColumnUnit::Tabbed { tab_stop } => Unit::Tabbed(tab_stop),
                convention::ColumnUnit::DoublyConverted => Unit::DoublyConverted,
            },
            bom: columns.map_or(BomPolicy::Count, |columns| columns.bom),
            column_base: columns.map_or(0, |columns| columns.base.into()),
        };
        Ends::both(way, lines.end.unwrap_or(EndRule::After))
    });
    let states = |field| cases.iter().any(|case: &Case| case.number(field).is_some());
    way::Hypothesis {
        anchor: if offsets.is_some() && states(Field::ByteStart) {
            Anchor::Offsets
        } else {
            Anchor::Places
        },
        offsets,
        places,
    }
}

/// `1 range`, `2 ranges`.
fn spans(count: u64) -> String {
    format!("{count} range{}", if count == 1 { "" } else { "s" })
}
