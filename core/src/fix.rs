//! A document with the fixes of its findings: what `validate` proposes, applied.
//!
//! Which fixes there are is the business of the checks; this file decides which of them
//! go together, and says what became of each.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::diagnostic::{Applicability, Diagnostic, DocumentEdit, DocumentFix};
use crate::document_error::DocumentError;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::rule::explain;
use crate::text::words::{meanings, words};
use crate::validate::{ValidateOptions, Validation, validate};

/// A fix can bring another one to light, such as a count that was a fraction and is
/// wrong besides. More rounds than this show that two fixes undo each other.
const ROUNDS: u64 = 8;

/// Options of [`apply_fixes`].
#[derive(Debug, Clone, Default)]
pub struct FixOptions<'s> {
    /// How the document is checked, before and afterwards.
    pub validate: ValidateOptions<'s>,
    /// Which fixes are applied: `Safe` takes the safe ones only, `Suggested` those too
    /// that are probably right, `Unsafe` all.
    pub applicability: Applicability,
    /// Only fixes of findings with these codes; of all if there are none.
    pub codes: Vec<String>,
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

/// Why a fix was not applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NotFixed {
    /// The code of its finding is not among those that were asked for.
    NotAskedFor,
    /// Its applicability is below what was asked for.
    NotTrusted,
    /// It changes what another one changes, and does not fit the text any more.
    Overlaps,
    /// There are fixes still after the last round.
    NoEnd,
}

words!(NotFixed {
    NotAskedFor => "not_asked_for",
    NotTrusted => "not_trusted",
    Overlaps => "overlaps",
    NoEnd => "no_end",
} of "reason why a fix was not applied");

record! {
    /// What became of one fix.
    pub struct FixReport closed {
        /// Code of the finding.
        required code: Cow<'static, str>,
        /// JSON Pointer (RFC 6901) of the value that it is about.
        optional pointer: String,
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// What the fix does, on one line.
        required title: String,
        /// How far to trust it.
        required applicability: Cow<'static, str> = (Type::Words(Applicability::WORDS)),
        /// In which round it was applied, from 1; absent if it was not.
        optional round: u64,
        /// Why it was not: `not_asked_for` (its code is not among those),
        /// `not_trusted` (its applicability is below what was asked for), `overlaps`
        /// (it changes what another one changes, and does not fit the text any more),
        /// `no_end` (there are fixes still after the last round).
        optional why: String = (Type::Words(NotFixed::WORDS)),
    }
}

meanings!(FixReport {
    applicability: Applicability
});
meanings!(FixReport { why?: NotFixed });

/// Applies the fixes of the findings of a document to its JSON text, and checks what
/// comes of it.
///
/// Only the best fix of a finding is considered, and by default only a safe one: the
/// document says itself what belongs there. Two fixes that touch the same bytes are not
/// applied together; the second is tried again on the new text, and is skipped if it is
/// not proposed there. Fixing what was fixed changes nothing.
///
/// Time of `validate`, at most nine times, and O(k log k) for k fixes.
///
/// # Errors
///
/// `UNKNOWN_CODE` for a code that no rule has; `UNKNOWN_DIALECT` for the option; the codes of
/// [`crate::read`] for a text that is not UTF-8, which nothing can be put into. A text that is no
/// JSON has no fixes and comes back as it is.
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
    options.validate.check()?;
    // A code may be spelt otherwise than in findings: `count-mismatch`.
    let codes = options.codes.iter();
    let codes = codes
        .map(|code| explain(code).map(|rule| rule.code))
        .collect::<Result<Vec<_>, _>>()?;
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
        let mut chosen = choose(&fixed.validation.diagnostics, &codes, options.applicability);
        let edits = core::mem::take(&mut chosen.edits).0;
        if edits.is_empty() || round > ROUNDS {
            let why = if round > ROUNDS {
                NotFixed::NoEnd
            } else {
                NotFixed::Overlaps
            };
            let left = chosen.applied.into_iter().chain(chosen.overlapping);
            let left = left.map(|report| FixReport {
                why: Some(why.as_str().into()),
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
        Ok(_) => DocumentError::no_document().into(),
    }
}

/// Which fixes are applied in one round.
#[derive(Default)]
struct Chosen {
    edits: Apart,
    /// The fixes that these edits make.
    applied: Vec<FixReport>,
    /// Those for a later round, as they touch what another one changes.
    overlapping: Vec<FixReport>,
    /// Those that are not wanted.
    skipped: Vec<FixReport>,
}

fn choose(diagnostics: &[Diagnostic], codes: &[&str], applicability: Applicability) -> Chosen {
    let mut chosen = Chosen::default();
    for found in diagnostics {
        let Some(fix) = found.fixes.first() else {
            continue;
        };
        let asked = codes.is_empty() || codes.contains(&found.code.as_ref());
        let trusted = fix
            .applicability()
            .is_some_and(|trust| trust <= applicability);
        if !asked || !trusted {
            let why = if asked {
                NotFixed::NotTrusted
            } else {
                NotFixed::NotAskedFor
            };
            chosen.skipped.push(FixReport {
                why: Some(why.as_str().into()),
                ..report(found, fix)
            });
        } else if fix.edits.iter().all(|edit| chosen.edits.has(edit)) {
            // Two findings of one wrong value are mended by one edit.
            chosen.applied.push(report(found, fix));
        } else if fix.edits.iter().any(|edit| chosen.edits.is_taken(edit)) {
            chosen.overlapping.push(report(found, fix));
        } else {
            chosen.applied.push(report(found, fix));
            for edit in &fix.edits {
                chosen.edits.insert(edit);
            }
        }
    }
    chosen
}

/// Edits by their start, none of which touches what another one changes. Two that put
/// text in at one place are in each other's way, too: nothing says which comes first.
#[derive(Default)]
struct Apart(BTreeMap<u64, DocumentEdit>);

impl Apart {
    fn has(&self, edit: &DocumentEdit) -> bool {
        self.0.get(&edit.byte_start) == Some(edit)
    }

    /// Whether there is no room for an edit. Only its neighbours can be in its way.
    fn is_taken(&self, edit: &DocumentEdit) -> bool {
        let before = self.0.range(..edit.byte_start).next_back();
        let after = self.0.range(edit.byte_start..).next();
        before.is_some_and(|(_, other)| other.byte_end > edit.byte_start)
            || after.is_some_and(|(start, _)| *start == edit.byte_start || edit.byte_end > *start)
    }

    fn insert(&mut self, edit: &DocumentEdit) {
        self.0.insert(edit.byte_start, edit.clone());
    }
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
fn replaced(text: &str, edits: &BTreeMap<u64, DocumentEdit>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits.values() {
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

#[cfg(test)]
mod tests {
    use super::{Apart, DocumentEdit};

    fn edit(byte_start: u64, byte_end: u64) -> DocumentEdit {
        DocumentEdit {
            byte_start,
            byte_end,
            new_text: "x".into(),
        }
    }

    /// Whether two edits are in each other's way, byte by byte: they change a byte
    /// together, or one puts text in where the other begins or within it.
    fn meet(one: (u64, u64), other: (u64, u64)) -> bool {
        let changes = |(start, end): (u64, u64), at: u64| start <= at && at < end;
        one.0 == other.0
            || (0..8).any(|at| changes(one, at) && changes(other, at))
            || (one.0 == one.1 && changes(other, one.0))
            || (other.0 == other.1 && changes(one, other.0))
    }

    #[test]
    fn only_neighbours_can_be_in_the_way() {
        let ranges: alloc::vec::Vec<(u64, u64)> = (0..5)
            .flat_map(|start| (start..5).map(move |end| (start, end)))
            .collect();
        for &a in &ranges {
            for &b in ranges.iter().filter(|b| !meet(a, **b)) {
                let mut apart = Apart::default();
                for (start, end) in [a, b] {
                    assert!(!apart.is_taken(&edit(start, end)), "{a:?} {b:?}");
                    apart.insert(&edit(start, end));
                }
                for &c in &ranges {
                    let expected = meet(a, c) || meet(b, c);
                    assert_eq!(
                        apart.is_taken(&edit(c.0, c.1)),
                        expected,
                        "{a:?} {b:?} {c:?}"
                    );
                }
            }
        }
    }
}
