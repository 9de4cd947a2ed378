//! Results in the parts in which the hosts pass them on: what is large by itself, and
//! the rest as JSON text.
//!
//! A request with very many edits comes in parts, too: see [`EditColumns`]; and what became
//! of them is told in parts. Where very many ranges went is told in columns.
//!
//! A host makes one string of a long text, without reading it again, and makes the
//! changes into objects only for who looks at them. What it is given beside the text is in
//! `given`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::convert::{Conversion, ConvertedDocument};
use crate::detective::DetectiveReport;
pub use crate::edit::EditColumns;
use crate::edit::{CarriedRange, EditOutcome, PositionMap};
use crate::enrich::{Enriched, EnrichedDocument};
use crate::envelope::Wire;
use crate::error::{Error, ErrorReport};
use crate::fix::FixedDocument;
use crate::json::{LineBounds, ReadOptions, Value, read_lines, write_string};
use crate::normalize::{Changes, Normalized, NormalizedDocument};
use crate::text::{PositionEncoding, TextError};
use crate::validate::{Checked, NotChecked, SourceChecked, Validation};

mod given;

pub use given::GivenOptions;

/// A result in parts.
///
/// # Examples
///
/// ```
/// use llm_types::parts::Parts;
/// use llm_types::{NormalizeOptions, normalize};
///
/// let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let parts = Parts::from(normalize(text, &NormalizeOptions::default())?);
/// assert!(parts.head.contains(r#""dialect":"llmsearch","documents":1,"envelope":null,"#));
/// assert!(parts.head.contains(r#""changes":[]"#) && !parts.changes.is_empty());
/// assert!(parts.text.is_some_and(|text| text.starts_with(r#"{"data""#)));
/// # Ok::<(), llm_types::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// The result as canonical JSON, without what the other parts hold: its `text` says
    /// nothing, its `envelope` is null, and its `changes` are none. The list of
    /// `envelopes`, if it has one, has one null.
    pub head: String,
    /// The text of the result, if it has one. The envelopes are in it, one a line.
    pub text: Option<String>,
    /// The changes; none, if the result has no such list.
    pub changes: Changes,
}

/// The longest string of JavaScript, in UTF-16 code units: that of V8, whose is the shortest of
/// the engines that are in use.
pub const LONGEST_STRING: u64 = (1 << 29) - 24;

/// A text that a host with such strings can be given.
///
/// # Errors
///
/// `TEXT_TOO_LARGE`, if it has more than [`LONGEST_STRING`] code units.
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::parts::as_string("é".into())?, "é");
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn as_string(text: String) -> Result<String, Error> {
    as_string_of(text, LONGEST_STRING)
}

fn as_string_of(text: String, longest: u64) -> Result<String, Error> {
    let bytes = text.len() as u64;
    // No text has more code units than bytes.
    if bytes <= longest || PositionEncoding::Utf16.length_of(&text) <= longest {
        return Ok(text);
    }
    Err(TextError::TooLarge { bytes }.into())
}

/// What became of edits, in parts: of very many, few callers look at what is told of
/// each, or undo them.
///
/// # Examples
///
/// ```
/// use llm_types::parts::EditParts;
/// use llm_types::{EditOptions, apply_edits};
///
/// let text = "a".repeat(100);
/// let one = |at: usize| format!(r#"{{"byte_start":{at},"byte_end":{at},"new_text":"b"}}"#);
/// let parts = |count: usize| {
///     let edits: Vec<String> = (0..count).map(one).collect();
///     let request = format!(r#"{{"unchecked":true,"edits":[{}]}}"#, edits.join(","));
///     let edited = apply_edits(&text, &request, &EditOptions::default())?;
///     Ok::<_, llm_types::Error>(EditParts::from(edited.outcome))
/// };
/// let many = parts(100)?;
/// assert!(many.head.contains(r#""edits":[]"#) && many.edits.is_some_and(|edits| edits.len() > 9999));
/// assert!(many.inverse_edits.is_some_and(|edits| edits.starts_with(r#"[{"byte_end":1,"#)));
/// let few = parts(1)?;
/// assert!(few.edits.is_none() && few.head.contains(r#""edits":[{"#));
/// # Ok::<(), llm_types::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct EditParts {
    /// The outcome as canonical JSON, with empty lists in the place of the other parts.
    pub head: String,
    /// Its list of edits as canonical JSON, if they are many.
    pub edits: Option<String>,
    /// The list of edits of its inverse, likewise.
    pub inverse_edits: Option<String>,
}

/// Fewer edits are told with the rest.
const MANY: usize = 64;

impl From<EditOutcome> for EditParts {
    fn from(mut outcome: EditOutcome) -> Self {
        let edits = many(&mut outcome.edits);
        let inverse = outcome.inverse.as_deref_mut();
        let inverse_edits = inverse.and_then(|inverse| many(&mut inverse.edits));
        Self {
            edits,
            inverse_edits,
            head: outcome.to_json(),
        }
    }
}

/// Takes a list out of a result, if it is long.
fn many<T: Wire>(list: &mut Vec<T>) -> Option<String> {
    (list.len() >= MANY).then(|| {
        let mut text = String::new();
        core::mem::take(list).write_json(&mut text);
        text
    })
}

/// Where many ranges went, as one row of numbers: all starts, all ends, then 1 for each
/// whose text is another now. `gone` stands for all three of a range that is nowhere any
/// more. O(n log k).
///
/// # Errors
///
/// As for one; the error names the index of the first bad element.
///
/// # Examples
///
/// ```
/// use llm_types::parts::carried_columns;
/// use llm_types::{EditOptions, apply_edits};
///
/// let request = r#"{"unchecked":true,"edits":[{"byte_start":0,"byte_end":1,"new_text":"xyz"}]}"#;
/// let map = apply_edits("abcd", request, &EditOptions::default())?.map;
/// let ranges = [(0, 2), (2, 3)].map(|(start, end)| (Ok(start), Ok(end)));
/// let columns = carried_columns(&map, ranges, f64::NAN, |number| number as f64);
/// assert_eq!(columns, Ok(vec![0.0, 4.0, 4.0, 5.0, 1.0, 0.0]));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn carried_columns<N: Clone>(
    map: &PositionMap,
    ranges: impl IntoIterator<
        Item = (Result<u64, TextError>, Result<u64, TextError>),
        IntoIter: ExactSizeIterator,
    >,
    gone: N,
    number: impl Fn(u64) -> N,
) -> Result<Vec<N>, TextError> {
    let ranges = ranges.into_iter();
    let count = ranges.len();
    let mut columns = alloc::vec![gone; count.saturating_mul(3)];
    let mut row = 0;
    map.carry_ranges_each(ranges, |range| {
        let slots = columns.iter_mut().skip(row).step_by(count.max(1));
        let numbers = range.into_iter().flat_map(CarriedRange::to_numbers);
        for (slot, value) in slots.zip(numbers) {
            *slot = number(value);
        }
        row += 1;
    })?;
    Ok(columns)
}

/// One line of JSON Lines: where it stands, and why it was refused, if it was.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Line {
    /// Where it stands.
    #[serde(flatten)]
    pub bounds: LineBounds,
    /// Why it was refused; nothing if it is a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
}

/// The lines of JSON Lines, all at once: what [`read_lines`] reads one by one. Blank lines
/// are left out. Time O(n).
///
/// # Examples
///
/// ```
/// use llm_types::parts::lines;
///
/// let found = lines(b"[1]\n\nno\n");
/// assert_eq!((found[0].bounds.line, found[1].bounds.line), (1, 3));
/// assert!(found[0].error.is_none() && found[1].error.is_some());
/// ```
pub fn lines(text: &[u8]) -> Vec<Line> {
    let options = ReadOptions::default();
    let mut lines = read_lines(text, &options);
    let mut found = Vec::new();
    while let Some(answer) = lines.next() {
        let error = answer.err().map(|error| Error::from(error).report());
        found.push(Line {
            bounds: lines.bounds(),
            error,
        });
    }
    found
}

/// What is left of the text of a result whose envelope is read from it: the envelope is written
/// as `null` then.
const EMPTY: &str = "null";

/// Whether the text of a result holds an envelope a line and not one envelope: the list of
/// `envelopes` is there then.
///
/// # Examples
///
/// ```
/// use llm_types::parts::holds_several;
/// use llm_types::{NormalizeOptions, normalize};
///
/// let line = r#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let one = normalize(line.as_bytes(), &NormalizeOptions::default())?;
/// let lines = format!("{line}\n{line}\n");
/// let two = normalize(lines.as_bytes(), &NormalizeOptions::default())?;
/// assert!(!holds_several(&one) && holds_several(&two));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub const fn holds_several(result: &Normalized) -> bool {
    result.several()
}

fn emptied(envelope: &mut Value, envelopes: &mut Vec<Value>) {
    *envelope = Value::Null;
    if !envelopes.is_empty() {
        *envelopes = alloc::vec![Value::Null];
    }
}

impl From<Normalized> for Parts {
    fn from(mut result: Normalized) -> Self {
        Self {
            text: Some(core::mem::replace(&mut result.text, EMPTY.into())),
            changes: core::mem::take(&mut result.changes),
            head: result.to_json(),
        }
    }
}

impl From<Enriched> for Parts {
    fn from(mut result: Enriched) -> Self {
        emptied(&mut result.envelope, &mut result.envelopes);
        Self {
            text: Some(core::mem::take(&mut result.text)),
            changes: core::mem::take(&mut result.changes),
            head: result.to_json(),
        }
    }
}

impl From<EnrichedDocument> for Parts {
    fn from(mut result: EnrichedDocument) -> Self {
        result.envelope = result.envelope.map(|_| Value::Null);
        Self {
            text: result.text.as_mut().map(core::mem::take),
            changes: core::mem::take(&mut result.changes),
            head: result.to_json(),
        }
    }
}

impl From<NormalizedDocument> for Parts {
    fn from(mut result: NormalizedDocument) -> Self {
        Self {
            text: (result.text.as_mut()).map(|text| core::mem::replace(text, EMPTY.into())),
            changes: core::mem::take(&mut result.changes),
            head: result.to_json(),
        }
    }
}

impl From<Conversion> for Parts {
    fn from(mut result: Conversion) -> Self {
        Self {
            text: Some(core::mem::take(&mut result.text)),
            changes: Changes::default(),
            head: result.to_json(),
        }
    }
}

impl From<ConvertedDocument> for Parts {
    fn from(mut result: ConvertedDocument) -> Self {
        Self {
            text: result.text.as_mut().map(core::mem::take),
            changes: Changes::default(),
            head: result.to_json(),
        }
    }
}

impl From<FixedDocument> for Parts {
    fn from(mut result: FixedDocument) -> Self {
        Self {
            text: Some(core::mem::take(&mut result.text)),
            changes: Changes::default(),
            head: result.to_json(),
        }
    }
}

impl From<DetectiveReport> for Parts {
    fn from(mut result: DetectiveReport) -> Self {
        Self {
            text: result.text.as_mut().map(core::mem::take),
            changes: Changes::default(),
            head: result.to_json(),
        }
    }
}

/// A verdict as one line of fields, and then its findings as a list in JSON, if there are any.
///
/// Most verdicts are small and alike, and making objects of JSON text would take longer than
/// all else on their way. A tab ends a field. The fields are `ok`, `documents`, `structure`,
/// `semantics`, `spans_proved`, `spans_total`, `dialect` and `generation`, and then `what` and
/// `why` of everything that was not checked. A flag is 0 or 1, an absent text is empty, and
/// texts are escaped as in JSON.
///
/// # Examples
///
/// ```
/// use llm_types::parts::verdict_row;
/// use llm_types::{ValidateOptions, validate};
///
/// let row = |text: &[u8]| verdict_row(&validate(text, &ValidateOptions::default()));
/// let right = br#"{"execution_id":"550e8400-e29b-41d4-a716-446655440000","pattern":"b",
///     "matches":[],"match_count":0}"#;
/// assert_eq!(row(right), "1\t1\t1\t1\t0\t0\tllmsearch\t1.0.0");
/// let wrong = row(b"[1,]");
/// let (verdict, findings) = wrong.split_once('\n').unwrap_or_default();
/// assert!(verdict.starts_with("0\t1\t0\t0\t0\t0\t\t\tdocument\t"));
/// assert!(findings.starts_with("[{") && findings.contains(r#""code":"TRAILING_COMMA""#));
/// ```
pub fn verdict_row(verdict: &Validation) -> String {
    // Named one by one, so that nothing is left out that they get one day.
    let Validation {
        ok,
        dialect,
        generation,
        documents,
        diagnostics,
        checked,
    } = verdict;
    let Checked {
        structure,
        semantics,
        source,
        not_checked,
    } = checked;
    let SourceChecked {
        spans_total,
        spans_proved,
    } = source;
    let flag = |is: bool| if is { "1" } else { "0" };
    let mut row = String::with_capacity(ROW);
    row.push_str(flag(*ok));
    let _ = write!(row, "\t{documents}");
    for is in [structure, semantics] {
        row.push('\t');
        row.push_str(flag(*is));
    }
    for count in [spans_proved, spans_total] {
        let _ = write!(row, "\t{count}");
    }
    for text in [dialect, generation] {
        field(&mut row, text.as_deref().unwrap_or_default());
    }
    for NotChecked { what, why } in not_checked {
        field(&mut row, what);
        field(&mut row, why);
    }
    if !diagnostics.is_empty() {
        row.reserve(diagnostics.len().saturating_mul(FINDING));
        row.push('\n');
        diagnostics.write_json(&mut row);
    }
    row
}

/// Room for a usual verdict.
const ROW: usize = 128;

/// Room for a usual finding.
const FINDING: usize = 400;

/// Adds a text, escaped, so that no tab and no line feed in it ends anything.
fn field(row: &mut String, text: &str) {
    row.push('\t');
    let from = row.len();
    write_string(row, text);
    // Its quotes say nothing here.
    row.pop();
    row.remove(from);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_no_more_code_units_than_the_string_that_it_becomes() {
        for (text, longest, fits) in [("aéb", 3, true), ("aé😀", 4, true), ("aé😀", 3, false)]
        {
            let given = as_string_of(text.into(), longest);
            match given {
                Ok(given) => assert_eq!((given.as_str(), true), (text, fits)),
                Err(error) => assert_eq!((error.code(), false), ("TEXT_TOO_LARGE", fits)),
            }
        }
    }
}
