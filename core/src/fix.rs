//! A document with the fixes of its findings: what `validate` proposes, applied.
//!
//! Which fixes there are is the business of the checks; this file decides which of them
//! go together, and says what became of each.

use alloc::string::String;
use alloc::vec::Vec;

use crate::diagnostic::{Applicability, Diagnostic, DocumentEdit, DocumentFix};
use crate::document_error::DocumentError;
use crate::envelope::record::record;
use crate::envelope::shape::Role;
use crate::error::Error;
use crate::rule::explain;
use crate::validate::{ValidateOptions, Validation, validate};

/// A fix can bring another one to light, such as a count that was a fraction and is
/// wrong besides. More rounds than this show that two fixes undo each other.
const ROUNDS: u64 = 8;

/// What [`apply_fixes`] may be told.
#[derive(Debug, Clone)]
pub struct FixOptions<'s> {
    /// How the document is checked, before and afterwards.
    pub validate: ValidateOptions<'s>,
    /// Which fixes are applied: `Safe` takes the safe ones only, `Suggested` those too
    /// that are probably right, `Unsafe` all.
    pub applicability: Applicability,
    /// Only fixes of findings with these codes; of all if there are none.
    pub codes: Vec<String>,
}

impl Default for FixOptions<'_> {
    fn default() -> Self {
        Self {
            validate: ValidateOptions::default(),
            applicability: Applicability::Safe,
            codes: Vec::new(),
        }
    }
}

record! {
    /// A document with fixes applied.
    pub struct FixedDocument closed {
        /// The text; the one that was given, byte for byte, if nothing was fixed.
        required text: String,
        /// What was fixed, in the order of rounds and places.
        required applied: Vec<FixReport>,
        /// What was not, and why.
        required skipped: Vec<FixReport>,
        /// How many times fixes were applied; 0 if there were none.
        required rounds: u64,
        /// What is to be said of the text as it is now.
        required validation: Validation,
    }
}

record! {
    /// What became of one fix.
    pub struct FixReport closed {
        /// Code of the finding.
        required code: String,
        /// JSON Pointer (RFC 6901) of the value that it is about.
        optional pointer: String,
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// What the fix does, on one line.
        required title: String,
        /// How far to trust it.
        required applicability: String as Role::Words(&["safe", "suggested", "unsafe"]),
        /// In which round it was applied, from 1; absent if it was not.
        optional round: u64,
        /// Why it was not: `not_asked_for` (its code is not among those),
        /// `not_trusted` (its applicability is below what was asked for), `overlaps`
        /// (it changes what another one changes, and does not fit the text any more),
        /// `no_end` (there are fixes still after the last round).
        optional why: String as Role::Words(&["not_asked_for", "not_trusted", "overlaps", "no_end"]),
    }
}

/// Applies the fixes of the findings of a document to its JSON text, and checks what
/// comes of it.
///
/// Only the best fix of a finding is considered, and by default only a safe one: the
/// document says itself what belongs there. Two fixes that touch the same bytes are not
/// applied together; the second is tried again on the new text, and is skipped if it is
/// not proposed there. Fixing what was fixed changes nothing.
///
/// Time of `validate`, at most nine times.
///
/// # Errors
///
/// `UNKNOWN_CODE` for a code that no rule has; the codes of [`crate::read`] for a text
/// that is not UTF-8, which nothing can be put into. A text that is no JSON has no fixes
/// and comes back as it is.
///
/// # Examples
///
/// ```
/// use llm_types::{FixOptions, apply_fixes};
///
/// let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":3}"#;
/// let fixed = apply_fixes(text, &FixOptions::default())?;
/// assert!(fixed.text.ends_with(r#""match_count":0}"#));
/// assert_eq!(fixed.applied[0].code, "COUNT_MISMATCH");
/// assert!(fixed.skipped.is_empty());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn apply_fixes(text: &[u8], options: &FixOptions<'_>) -> Result<FixedDocument, Error> {
    for code in &options.codes {
        explain(code)?;
    }
    let mut text = match core::str::from_utf8(text) {
        Ok(text) => String::from(text),
        Err(_) => return Err(ill_formed(text, options)),
    };
    let mut fixed = FixedDocument {
        validation: validate(text.as_bytes(), &options.validate),
        text: String::new(),
        applied: Vec::new(),
        skipped: Vec::new(),
        rounds: 0,
    };
    loop {
        let round = fixed.rounds + 1;
        let mut chosen = choose(&fixed.validation.diagnostics, options);
        let edits = core::mem::take(&mut chosen.edits);
        if edits.is_empty() || round > ROUNDS {
            let why = if round > ROUNDS { "no_end" } else { "overlaps" };
            let left = chosen.applied.into_iter().chain(chosen.overlapping);
            let left = left.map(|report| FixReport {
                why: Some(why.into()),
                ..report
            });
            fixed.skipped = chosen.skipped;
            fixed.skipped.extend(left);
            fixed.text = text;
            return Ok(fixed);
        }
        text = replaced(&text, &edits);
        let applied = chosen.applied.into_iter().map(|report| FixReport {
            round: Some(round),
            ..report
        });
        fixed.applied.extend(applied);
        fixed.rounds = round;
        fixed.validation = validate(text.as_bytes(), &options.validate);
    }
}

/// The refusal of a text that is not UTF-8.
fn ill_formed(text: &[u8], options: &FixOptions<'_>) -> Error {
    match crate::json::read(text, &options.validate.read) {
        Err(error) => error.into(),
        Ok(_) => DocumentError::NotRecognised { nearest: None }.into(),
    }
}

/// Which fixes are applied together.
#[derive(Default)]
struct Chosen {
    /// In the order of their places; none overlaps another.
    edits: Vec<DocumentEdit>,
    applied: Vec<FixReport>,
    overlapping: Vec<FixReport>,
    skipped: Vec<FixReport>,
}

fn choose(diagnostics: &[Diagnostic], options: &FixOptions<'_>) -> Chosen {
    let mut chosen = Chosen::default();
    for found in diagnostics {
        let Some(fix) = found.fixes.first() else {
            continue;
        };
        let asked = options.codes.is_empty() || options.codes.contains(&found.code);
        let trusted = trust(fix).is_some_and(|trust| trust <= options.applicability);
        if !asked || !trusted {
            let why = if asked {
                "not_trusted"
            } else {
                "not_asked_for"
            };
            chosen.skipped.push(FixReport {
                why: Some(why.into()),
                ..report(found, fix)
            });
        } else if fix.edits.iter().all(|edit| chosen.edits.contains(edit)) {
            // Two findings of one wrong value are mended by one edit.
            chosen.applied.push(report(found, fix));
        } else if fix.edits.iter().any(|edit| is_taken(&chosen.edits, edit)) {
            chosen.overlapping.push(report(found, fix));
        } else {
            chosen.applied.push(report(found, fix));
            chosen.edits.extend(fix.edits.iter().cloned());
        }
    }
    chosen
        .edits
        .sort_by_key(|edit| (edit.byte_start, edit.byte_end));
    chosen
}

/// Whether an edit touches what another one changes. Two that put text in at one place
/// are in each other's way, too: nothing says which comes first.
fn is_taken(edits: &[DocumentEdit], edit: &DocumentEdit) -> bool {
    edits.iter().any(|other| {
        let before = edit.byte_end <= other.byte_start && edit.byte_start < other.byte_start;
        let after = other.byte_end <= edit.byte_start && other.byte_start < edit.byte_start;
        !before && !after
    })
}

fn trust(fix: &DocumentFix) -> Option<Applicability> {
    [
        Applicability::Safe,
        Applicability::Suggested,
        Applicability::Unsafe,
    ]
    .into_iter()
    .find(|trust| trust.as_str() == fix.applicability)
}

fn report(found: &Diagnostic, fix: &DocumentFix) -> FixReport {
    FixReport {
        code: found.code.clone(),
        pointer: found.pointer.clone(),
        document: found.document,
        title: fix.title.clone(),
        applicability: fix.applicability.clone(),
        round: None,
        why: None,
    }
}

/// The text with these edits, which are in order and do not overlap.
fn replaced(text: &str, edits: &[DocumentEdit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let place = |offset: u64| usize::try_from(offset).ok();
        let (Some(start), Some(end)) = (place(edit.byte_start), place(edit.byte_end)) else {
            continue;
        };
        let (Some(kept), Some(_)) = (text.get(at..start), text.get(start..end)) else {
            continue;
        };
        out.push_str(kept);
        out.push_str(&edit.new_text);
        at = end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
