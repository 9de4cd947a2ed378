//! Builders: what a tool author writes, and what is filled in.
//!
//! A draft is an envelope that lacks what can be computed: versions, the name
//! and time of the run, ids, lines and columns, counts. Nothing that the author
//! wrote is changed, and what cannot be computed is refused, never made up. The
//! clock and the random bytes are arguments.
//!
//! What is filled into a record is in `fill`, how a moment is written in `moment`, which
//! name is a misspelt one in `names`, how a host's draft is read in `written`.

use alloc::string::{String, ToString};
use core::fmt;

use crate::document_error::DocumentError;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::envelope::{
    DATA, Misfit, OPERATION_VERSION, OperationResult, RESPONSE_VERSION, Response, RichSpan, Wire,
};
use crate::error::Error;
use crate::id::execution_id;
use crate::json::{Object, Pointer, Value, read, write_compact};
use crate::source::Sources;
use crate::validate::{Found, ValidateOptions, found_in};

mod fill;
mod moment;
mod names;
mod written;

pub use moment::{moment, timestamp};
pub use written::read_draft;

/// What a builder is given by its host.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions<'s> {
    /// The moment, in milliseconds since 1970-01-01T00:00:00Z.
    pub unix_millis: u64,
    /// Sixteen random bytes, for the name of the run.
    pub random: [u8; 16],
    /// Source texts, for the lines and columns of spans.
    pub sources: Option<&'s Sources>,
}

/// Makes a whole [`Response`] of a draft.
///
/// Filled in, where the draft has nothing, `null` or an empty string: `schema_version`,
/// `execution_id`, `timestamp`; in what it wraps, as far as the envelope knows
/// it, `span_id`, `match_id` and the counts; and the lines and columns of each
/// span whose text is among the sources. `null` in a member that need not be there, and four
/// zeros in place of lines and columns, are taken for nothing, and left out. Members that the
/// envelope does not know are kept. Time O(n).
///
/// The result is checked. Refused is what [`validate`](crate::validate()) would call wrong, and
/// what it warns of and no author can mean: an invalid time, a checksum that is none or does not
/// name its algorithm, members that contradict each other about the operation, words or a version
/// that are not known, the version of the other wrapper, the `span_id` of another span, and numbers
/// that no double holds.
///
/// # Errors
///
/// Each with the JSON Pointer of what is wrong, and without a place: there is no text.
/// `INVALID_ENVELOPE` for the first thing that is wrong. That may be a misspelt name: one that
/// is nearly that of a member which the draft lacks, or the same words joined otherwise, also
/// where only that member would tell what `data` or `result` is.
/// `TOO_DEEP` for a draft that is nested deeper than 128, which no reader takes by default.
/// `WRONG_TYPE`, without a pointer, for a moment after the year 9999.
///
/// A draft with `result` or `operation_type`, even if that is `null`, is refused at that member: an
/// operation has a builder of its own.
///
/// # Examples
///
/// ```
/// use llm_types::envelope::{SearchResponse, TextMatch};
/// use llm_types::{BuildOptions, Response, RichSpan, Sources, build_response};
///
/// let sources: Sources = [("src/a.rs", "fn main() {} // TODO\n")].into_iter().collect();
/// let found = TextMatch {
///     span: RichSpan::of("src/a.rs", 16, 20),
///     matched_text: "TODO".into(),
///     ..Default::default()
/// };
/// let data = SearchResponse { pattern: "TODO".into(), matches: vec![found], ..Default::default() };
/// let options = BuildOptions { unix_millis: 1_769_076_000_000, random: [7; 16], sources: Some(&sources) };
/// let response = build_response(Response::of("todo-finder", data), &options)?;
/// assert_eq!(response.timestamp.as_deref(), Some("2026-01-22T10:00:00.000Z"));
/// assert_eq!(response.data.get("count").unwrap().as_u64(), Some(1));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn build_response(
    draft: impl Into<Value>,
    options: &BuildOptions<'_>,
) -> Result<Response, Error> {
    let mut draft = draft.into();
    response(&mut draft, options).map_err(|error| written::refused(&draft).unwrap_or(error))?;
    Response::from_value(draft).map_err(|misfit| unfit(&misfit))
}

fn response(draft: &mut Value, options: &BuildOptions<'_>) -> Result<(), Error> {
    let slip = names::check(draft, &Response::TYPE);
    let members = members(draft)?;
    if let Some(name) = OF_OPERATION.iter().find(|name| members.contains_key(name)) {
        // With one of them the draft would be checked as an operation, or be printed with it.
        let message = alloc::format!(
            "a response has no `{name}`; what it gives is its `data`, and an operation has a builder of its own"
        );
        return Err(invalid(&Pointer::root().child(name).to_string(), &message));
    }
    header(members, RESPONSE_VERSION, options)?;
    completed(draft, &Response::TYPE, slip, options)
}

/// Makes a whole [`OperationResult`] of a draft.
///
/// As [`build_response`]; and `operation_type` is the `type` of the result, and
/// `status` is `error` if there is an `error` and `ok` if there is none, where
/// the draft does not say.
///
/// # Errors
///
/// As [`build_response`]; a draft with `data`, which is that of a response, is refused there.
///
/// # Examples
///
/// ```
/// use llm_types::envelope::RenameResult;
/// use llm_types::{BuildOptions, OperationResult, build_operation_result};
///
/// let rename = RenameResult {
///     operation: "rename".into(),
///     old_name: "heat".into(),
///     new_name: "warm".into(),
///     ..Default::default()
/// };
/// let options = BuildOptions { unix_millis: 0, random: [0; 16], sources: None };
/// let result = build_operation_result(OperationResult::of("renamer", "1 file", rename), &options)?;
/// assert_eq!((result.operation_type.as_str(), result.status.as_str()), ("rename", "ok"));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn build_operation_result(
    draft: impl Into<Value>,
    options: &BuildOptions<'_>,
) -> Result<OperationResult, Error> {
    let mut draft = draft.into();
    operation(&mut draft, options).map_err(|error| written::refused(&draft).unwrap_or(error))?;
    OperationResult::from_value(draft).map_err(|misfit| unfit(&misfit))
}

fn operation(draft: &mut Value, options: &BuildOptions<'_>) -> Result<(), Error> {
    let slip = names::check(draft, &OperationResult::TYPE);
    let members = members(draft)?;
    if members.contains_key(DATA) {
        // Only a response has one: the draft would be checked as that, whatever else it has.
        let message = "an operation has no `data`; what it gives is its `result`";
        return Err(invalid(&Pointer::root().child(DATA).to_string(), message));
    }
    header(members, OPERATION_VERSION, options)?;
    let [operation_type, status] = OPERATION;
    if is_missing(members, operation_type) {
        let kind = members.get("result").and_then(|result| result.get("type"));
        let Some(kind) = kind.cloned() else {
            // Without it the draft would be taken for a response that lacks its `data`.
            let message = "`operation_type` is missing, and `result` has no `type`";
            return Err(invalid("", message));
        };
        members.insert(operation_type, kind);
    }
    if is_missing(members, status) {
        let failed = members.get("error").is_some_and(|error| !error.is_null());
        members.insert(status, if failed { "error" } else { "ok" });
    }
    completed(draft, &OperationResult::TYPE, slip, options)
}

/// Whether a builder fills this member of a record in where a draft has none, as far as it
/// can be computed: what the types of drafts in other languages are printed from.
///
/// # Examples
///
/// ```
/// use llm_types::build::fills;
/// use llm_types::envelope::TextMatch;
///
/// let filled = TextMatch::SHAPE.fields.iter().filter(|field| fills(&TextMatch::SHAPE, field));
/// assert_eq!(filled.map(|field| field.name).collect::<Vec<_>>(), ["match_id"]);
/// ```
pub fn fills(shape: &Shape, field: &Field) -> bool {
    let is_operation = shape.name == OperationResult::SHAPE.name;
    let is_wrapper = is_operation || shape.name == Response::SHAPE.name;
    match field.role {
        Role::CountOf(_) => true,
        Role::SpanId => shape.is_range,
        role if Role::COORDINATES.contains(&role) => shape.is_range,
        _ if field.name == fill::MATCH_ID => field.presence == Presence::Required,
        _ => {
            is_wrapper && HEADER.contains(&field.name)
                || is_operation && OPERATION.contains(&field.name)
        }
    }
}

impl Response {
    /// A draft of a response, for [`build_response`].
    pub fn of(tool: impl Into<String>, data: impl Into<Value>) -> Self {
        Self {
            tool: Some(tool.into()),
            data: data.into(),
            ..Self::default()
        }
    }
}

impl OperationResult {
    /// A draft of a result, for [`build_operation_result`].
    pub fn of(
        tool: impl Into<String>,
        message: impl Into<String>,
        result: impl Into<Value>,
    ) -> Self {
        Self {
            tool: Some(tool.into()),
            message: message.into(),
            result: Some(result.into()),
            ..Self::default()
        }
    }
}

impl RichSpan {
    /// A span without lines and columns; offsets are UTF-8 bytes, half-open.
    pub fn of(file_path: impl Into<String>, byte_start: u64, byte_end: u64) -> Self {
        Self {
            file_path: file_path.into(),
            byte_start,
            byte_end,
            ..Self::default()
        }
    }
}

fn members(draft: &mut Value) -> Result<&mut Object, Error> {
    draft
        .as_object_mut()
        .ok_or_else(|| invalid("", "expected an object"))
}

/// What is filled into both wrappers.
const HEADER: [&str; 3] = ["schema_version", "execution_id", "timestamp"];

/// What is filled into an [`OperationResult`] besides.
const OPERATION: [&str; 2] = ["operation_type", "status"];

/// What only an [`OperationResult`] has.
const OF_OPERATION: [&str; 2] = ["result", "operation_type"];

/// Whether a member has nothing to say.
fn is_missing(members: &Object, key: &str) -> bool {
    match members.get(key) {
        None | Some(Value::Null) => true,
        Some(value) => value.as_str() == Some(""),
    }
}

fn header(members: &mut Object, version: &str, options: &BuildOptions<'_>) -> Result<(), Error> {
    let [schema_version, id, moment] = HEADER;
    if is_missing(members, schema_version) {
        members.insert(schema_version, version);
    }
    if is_missing(members, id) {
        members.insert(id, execution_id(options.random));
    }
    if is_missing(members, moment) {
        members.insert(moment, timestamp(options.unix_millis)?);
    }
    Ok(())
}

/// Fills in what is inside of a wrapper, and refuses what is wrong. `slip` is the name that
/// was misspelt before anything was filled in: of a member that is filled in there is one
/// afterwards, and what the author gave it would be read by nobody.
fn completed(
    draft: &mut Value,
    ty: &Type,
    slip: Result<(), Error>,
    options: &BuildOptions<'_>,
) -> Result<(), Error> {
    fill::fill(draft, ty, options.sources)?;
    checked(draft, options, || {
        slip.and_then(|()| names::check(draft, ty))
    })
}

/// What a tool may have printed, and no author can mean: members that contradict each other, an id
/// of another span, a checksum that is none or does not name its algorithm, an invalid time, words
/// and versions that nobody knows (they are open to whoever reads, and closed to whoever writes) or
/// that are the other wrapper's, and numbers that the canonical form would round.
const UNMEANT: [&str; 11] = [
    "CHECKSUM_BARE",
    "CHECKSUM_MALFORMED",
    "NUMBER_NOT_EXACT",
    "OPERATION_MISMATCH",
    "SPAN_ID_MISMATCH",
    "STATUS_MISMATCH",
    "TIMESTAMP_INVALID",
    "TRUNCATION_MISMATCH",
    "UNKNOWN_VALUE",
    "VERSION_OF_OTHER_WRAPPER",
    "VERSION_UNKNOWN",
];

/// Refuses what `validate` would, and what `names` does.
fn checked(
    envelope: &Value,
    options: &BuildOptions<'_>,
    names: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    // Not the canonical form, whose numbers are rounded already.
    let text = write_compact(envelope);
    let options = ValidateOptions {
        dialect: Some("unified".into()),
        sources: options.sources,
        ..ValidateOptions::default()
    };
    let document = read(text.as_bytes(), &options.read)
        .map_err(|error| wrong(error.pointer(), &error, error.code()))?;
    let found = found_in(&document, &options)?.into_iter();
    let errors = found.filter(|it| it.is_error() || UNMEANT.contains(&it.code));
    // The id of a match is filled in, unless what it is made of is wrong: then that is told.
    let filled = |it: &Found| it.code == "MISSING_FIELD" && it.missing == Some(fill::MATCH_ID);
    match errors.min_by_key(filled) {
        Some(found) => {
            // What is missing may be there, and misspelt.
            if ["MISSING_FIELD", "OPEN_VALUE_MISFIT"].contains(&found.code) {
                names()?;
            }
            Err(wrong(&found.place.into_text(), &found.message, found.code))
        }
        None => names(),
    }
}

/// What is wrong, with the code by which `validate` tells of it.
fn wrong(pointer: &str, message: impl fmt::Display, code: &str) -> Error {
    invalid(pointer, &alloc::format!("{message} ({code})"))
}

fn unfit(misfit: &Misfit) -> Error {
    invalid(
        &misfit.pointer,
        &alloc::format!("expected {}", misfit.expected),
    )
}

fn invalid(pointer: &str, message: &str) -> Error {
    DocumentError::InvalidEnvelope {
        pointer: pointer.to_string(),
        message: message.to_string(),
    }
    .into()
}

// The wrappers are records, so that `fill` finds their members by their tables.
const _: () = assert!(matches!(Response::TYPE, Type::Record(_)));
