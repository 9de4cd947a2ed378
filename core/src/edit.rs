//! Edits that cannot hit the wrong bytes.
//!
//! A request says what is to be replaced and what the text must be; the outcome says
//! what became of it. Nothing here reads or writes a file: a text comes in, and a text
//! goes out, the same one if anything was refused.
//!
//! | File | What it knows |
//! |---|---|
//! | `ask`, `edits`, `read`, `columns` | a request, and the shapes that it comes in |
//! | `place`, `order` | where an edit is, and which edits are in each other's way |
//! | `guard`, `firm`, `already`, `relocate`, `seek`, `find`, `rebase` | what must hold, and what to do where it does not |
//! | `run`, `refuse`, `settings`, `state`, `write`, `eol`, `lint` | the order of all that, what stands in its way, and the new text with its line terminators and what is worth a look at it |
//! | `map`, `carry`, `inverse`, `covered` | where the offsets and the spans went, the way back, and whether another one leads there, too |
//! | `report`, `status`, `verdict`, `response`, `outcome`, `plan`, `pointed`, `error`, `base64` | what is told |
//! | `options`, `json_options` | what the caller may say, and how the hosts say it |
//!
//! The rules are in `docs/edits.md`.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

mod already;
mod ask;
mod base64;
mod carry;
mod columns;
mod covered;
mod dated;
mod edits;
mod eol;
mod error;
mod find;
mod firm;
mod guard;
mod inverse;
mod json_options;
mod lint;
mod map;
mod options;
mod order;
mod outcome;
mod place;
mod plan;
mod pointed;
mod read;
mod rebase;
mod refuse;
mod region;
mod relocate;
mod report;
mod response;
mod run;
mod seek;
mod settings;
mod state;
mod status;
#[cfg(test)]
mod tests;
mod unmade;
mod verdict;
mod write;

pub(crate) use base64::is_base64;
pub(crate) use order::{OTHER, overlaps_of};

use ask::Asked;
pub use carry::{CarriedSpans, CarryOptions, EditedFile, carry_spans};
pub use columns::EditColumns;
pub use error::EditError;
pub use map::{Bias, CarriedRange, EditMap, PositionMap};
pub use options::{EditDetail, EditFormat, EditOptions, NewEol, PlanOptions, Relocation};
pub use outcome::{
    EditCandidate, EditConflict, EditOutcome, EditPlan, EditedSpan, EditedText, PlannedEdits,
    TextPlace,
};
pub use status::{EditStatus, FileEditStatus};

use crate::envelope::{EditRequest, EditRequests};
use crate::error::Error;
use crate::json::{self, Document, Pointer};
use crate::source::Sources;

/// A request: JSON of any shape that is known, or typed.
#[derive(Debug, Clone, Copy)]
pub enum EditSource<'r> {
    /// JSON text.
    Json(&'r [u8]),
    /// For one file.
    One(&'r EditRequest),
    /// For several files.
    Several(&'r EditRequests),
}

impl<'r> From<&'r [u8]> for EditSource<'r> {
    fn from(text: &'r [u8]) -> Self {
        Self::Json(text)
    }
}

impl<'r> From<&'r Vec<u8>> for EditSource<'r> {
    fn from(text: &'r Vec<u8>) -> Self {
        Self::Json(text)
    }
}

impl<'r> From<&'r str> for EditSource<'r> {
    fn from(text: &'r str) -> Self {
        Self::Json(text.as_bytes())
    }
}

impl<'r> From<&'r String> for EditSource<'r> {
    fn from(text: &'r String) -> Self {
        Self::Json(text.as_bytes())
    }
}

impl<'r> From<&'r EditRequest> for EditSource<'r> {
    fn from(request: &'r EditRequest) -> Self {
        Self::One(request)
    }
}

impl<'r> From<&'r EditRequests> for EditSource<'r> {
    fn from(requests: &'r EditRequests) -> Self {
        Self::Several(requests)
    }
}

/// Applies edits to one text: all of them, or none and the reason.
///
/// All ranges are ranges of the text as it is given. They must lie on characters, must
/// not overlap, and something must prove that it is the text that they were made for: its
/// checksum, the text of each range, or the checksum of each range. What is outside of
/// the ranges is copied byte for byte, whatever it is.
///
/// The request is our own ([`EditRequest`]), one of llmtransform, `TextEdit[]` or
/// `WorkspaceEdit` of LSP, or a fix of SARIF; its members tell which.
///
/// A request that cannot be met is no error but an outcome: `ok` is `false`, the text is
/// the same, and `diagnostics` say why, each with a code, the JSON Pointer into the
/// request and what to do next. So is a text whose checksum is not that of
/// [`EditOptions::expected_checksum`], whatever the request says.
///
/// Time O(n + k log k) for a text of n bytes and k edits. Edits that `exact_unique` moves are
/// looked for together, in O(n + m) for m bytes of expected text; each of the first 16
/// conflicts takes O(n) more.
///
/// # Errors
///
/// The codes of [`crate::read`] and `EDIT_FORMAT_UNKNOWN`, `EDIT_FORMAT_MIXED`,
/// `EDIT_REQUEST_INVALID`, `EDIT_CHOICE`, `EDIT_UNSUPPORTED`, `EDIT_SEVERAL_FILES`:
/// there is no request that could be met. `CHECKSUM_BARE`, `CHECKSUM_MALFORMED` and
/// `UNKNOWN_ALGORITHM`, without a pointer, if [`EditOptions::expected_checksum`] is none.
///
/// # Examples
///
/// ```
/// use llm_types::{EditOptions, apply_edits, checksum};
///
/// let text = "let mut x = 1;\n";
/// let request = format!(
///     r#"{{"expected_checksum":"{}","edits":[{{"byte_start":4,"byte_end":8,"new_text":""}}]}}"#,
///     checksum(text)
/// );
/// let edited = apply_edits(text, &request, &EditOptions::default())?;
/// assert_eq!(edited.text, b"let x = 1;\n");
///
/// // The text is another one now, so that the same request is refused ...
/// let refused = apply_edits("let y = 1;\n", &request, &EditOptions::default())?;
/// assert_eq!(refused.outcome.status, "refused");
/// assert_eq!(refused.outcome.diagnostics[0].code, "EDIT_FILE_CHANGED");
/// assert_eq!(refused.text, b"let y = 1;\n");
///
/// // ... and what was done can be undone.
/// let inverse = edited.outcome.inverse.as_deref().unwrap();
/// let undone = apply_edits(&edited.text, inverse, &EditOptions::default())?;
/// assert_eq!(undone.text, text.as_bytes());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn apply_edits<'r>(
    text: impl AsRef<[u8]>,
    request: impl Into<EditSource<'r>>,
    options: &EditOptions<'_>,
) -> Result<EditedText, Error> {
    let text = text.as_ref();
    options.check()?;
    with_request(request.into(), options, |asked, document| {
        let [ask] = asked.files.as_slice() else {
            return if asked.files.is_empty() {
                let ask = ask::Ask::new(None, Pointer::root(), Pointer::root());
                Ok(edit_one_text(text, &ask, &asked, options, document))
            } else {
                Err(asked.several().into())
            };
        };
        Ok(edit_one_text(text, ask, &asked, options, document))
    })
}

fn edit_one_text(
    text: &[u8],
    ask: &ask::Ask<'_>,
    asked: &Asked<'_>,
    options: &EditOptions<'_>,
    document: Option<&Document<'_>>,
) -> EditedText {
    let of_text = settings::OfText {
        expected: options.expected_checksum.as_deref(),
        now: Some(text),
        base: options.base,
        well_formed: options.well_formed,
    };
    let settings = settings::Settings::of(ask, options, of_text);
    let run = run::Run::of(text, ask, &settings);
    let changed = run.new_text.is_some();
    let mut edited = report::edited(run, asked, options, document, changed);
    let notes = report::diagnostics(asked.notes.clone(), document, changed);
    edited.outcome.diagnostics.extend(notes);
    edited
}

/// Applies edits to several texts: all of them, or none and the reasons.
///
/// As [`apply_edits`], for requests that name files, or with [`PlanOptions::file`]. The
/// paths of the request, which [`edited_paths`] gives, are matched to those of the sources
/// by rules 1 to 3 of [`crate::match_paths`]: no root is inferred. A path that means no
/// source, or more than one, refuses the request. So does a checksum of
/// [`PlanOptions::expected_checksums`] that a text does not have, or that is of no source.
/// Nothing is written: the caller commits the texts, if `plan.ok`. Time as [`apply_edits`]
/// for each text that is edited, and O(p log p) for p paths.
///
/// # Errors
///
/// As [`apply_edits`], without `EDIT_SEVERAL_FILES`.
///
/// # Examples
///
/// ```
/// use llm_types::{PlanOptions, Sources, plan_edits};
///
/// let sources: Sources = [("a.txt", "one\n"), ("b.txt", "two\n")].into_iter().collect();
/// let request = r#"{"files":[
///     {"file_path":"./a.txt","edits":[{"byte_start":0,"byte_end":3,"new_text":"1","expected_text":"one"}]},
///     {"file_path":"./b.txt","edits":[{"byte_start":0,"byte_end":3,"new_text":"2","expected_text":"two"}]}]}"#;
/// let planned = plan_edits(&sources, request, &PlanOptions::default())?;
/// assert!(planned.plan.ok);
/// assert_eq!(planned.plan.files[1].file_path.as_deref(), Some("b.txt"));
/// assert_eq!(planned.texts, [Some(b"1\n".to_vec()), Some(b"2\n".to_vec())]);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn plan_edits<'r>(
    sources: &Sources,
    request: impl Into<EditSource<'r>>,
    options: &PlanOptions<'_>,
) -> Result<PlannedEdits, Error> {
    let each = options.of_each();
    options.check()?;
    with_request(request.into(), &each, |asked, document| {
        Ok(plan::planned(sources, asked, options, &each, document))
    })
}

/// The paths of the files that a request would change, each once, in order of their first
/// mention: what a host has to load before it calls [`plan_edits`].
///
/// A path is as the request says it, of a URI what it means as a path: not yet matched to
/// any source. A request that names no file, as a list of LSP's `TextEdit`, gives
/// [`PlanOptions::file`], or nothing. Of the options, those count that say what the request
/// is: `format`, `at`, `file` and `read`. Time O(n log n) for a request of n bytes.
///
/// # Errors
///
/// As [`plan_edits`], which refuses the same requests.
///
/// # Examples
///
/// ```
/// use llm_types::{PlanOptions, edited_paths};
///
/// let rename = r#"{"changes":{
///     "file:///home/me/a%20b.rs":[{"range":{"start":{"line":0,"character":0},
///         "end":{"line":0,"character":1}},"newText":"y"}],
///     "file:///home/me/c.rs":[]}}"#;
/// let paths = edited_paths(rename, &PlanOptions::default())?;
/// assert_eq!(paths, ["/home/me/a b.rs", "/home/me/c.rs"]);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn edited_paths<'r>(
    request: impl Into<EditSource<'r>>,
    options: &PlanOptions<'_>,
) -> Result<Vec<String>, Error> {
    with_request(request.into(), &options.of_each(), |asked, _| {
        let mut known = BTreeSet::new();
        let paths = asked.files.iter().filter_map(|ask| ask.path.as_deref());
        let paths = paths.filter(|path| known.insert(*path));
        Ok(paths.map(ToOwned::to_owned).collect())
    })
}

/// Reads a request, and lends it with the document that it came from.
fn with_request<T>(
    source: EditSource<'_>,
    options: &EditOptions<'_>,
    then: impl FnOnce(Asked<'_>, Option<&Document<'_>>) -> Result<T, Error>,
) -> Result<T, Error> {
    let typed = |files| Asked {
        format: EditFormat::Canonical,
        files,
        execution_id: None,
        notes: Vec::new(),
    };
    let file = options.file.as_deref();
    match source {
        EditSource::Json(text) => {
            let refusal = |error: Error| match error {
                Error::Json(error) if options.unwritten => error.without_place().into(),
                other => other,
            };
            let document =
                json::read(text, &options.read).map_err(|error| refusal(error.into()))?;
            let asked = read::request(&document, options).map_err(refusal)?;
            let seen = Some(&document).filter(|_| !options.unwritten);
            then(asked.of_file(file)?, seen)
        }
        EditSource::One(request) => {
            let ask = ask::of_request(request, &Pointer::root())?;
            then(typed(alloc::vec![ask]).of_file(file)?, None)
        }
        EditSource::Several(requests) => {
            let files = ask::of_requests(requests)?;
            then(typed(files).of_file(file)?, None)
        }
    }
}
