//! The two wrappers: answers to questions, and results of operations.

use alloc::string::String;

use super::diagnostic::ToolDiagnostic;
use super::operation::{ERROR, FAILURE, OperationData, OperationError, RESULT};
use super::payload::{PAYLOAD, Payload};
use super::record::record;
use super::shape::{Field, Role, Type};
use super::sign::Sign::{Has, Two};
use super::wire::{Misfit, Wire};
use crate::json::Value;

/// Version of [`Response`] that we write: 1.0.0 with optional members added.
pub const RESPONSE_VERSION: &str = "1.1.0";

/// Version of [`OperationResult`] that we write: 2.0.0 with optional members added.
pub const OPERATION_VERSION: &str = "2.1.0";

/// How it can have gone, in the words of both wrappers.
pub const STATUSES: &[&str] = &["ok", "partial", "error"];

record! {
    /// The answer to a question: a search, a listing, a report.
    pub struct Response open [Has("data")] {
        /// Version of this wrapper: `1.1.0`.
        required schema_version: String as Role::WrapperVersion(1),
        /// Name of the run; empty if the tool gave none.
        required execution_id: String as Role::ExecutionId,
        /// The answer; its members depend on the question, mostly those of a [`Payload`].
        required data: Value = (PAYLOAD) as Role::Data,
        /// Name of the tool.
        optional tool: String,
        /// Version of the tool.
        optional tool_version: String,
        /// When (RFC 3339).
        optional timestamp: String as Role::Timestamp,
        /// How it went: `ok`, `partial` or `error`, of a tool that says so.
        optional status: String as Role::Status,
        /// What happened, for people.
        optional message: String,
        /// The command that was given, of a tool that repeats it.
        optional command: String,
        /// The id that the caller gave the question.
        optional request_id: String,
        /// Whether something is missing from the answer.
        optional partial: bool as Role::Partial,
        /// Whether the answer was cut, and how to get the rest.
        optional truncated: Truncated,
        /// What the tool has to say besides.
        list diagnostics: ToolDiagnostic,
        /// The way back to the document this was made from.
        optional origin: Origin as Role::Origin,
    }
}

record! {
    /// The result of an operation that changes files.
    pub struct OperationResult open [Two(&["operation_type", "status", "message", "result"])] {
        /// Version of this wrapper: `2.1.0`.
        required schema_version: String as Role::WrapperVersion(2),
        /// Name of the run; empty if the tool gave none.
        required execution_id: String as Role::ExecutionId,
        /// `patch`, `delete`, `rename`, `apply_files`, `edit`, `create`, ...
        required operation_type: String as Role::OperationOf("/result/type"),
        /// `ok`, `partial` or `error`.
        required status: String as Role::StatusOver {
            words: STATUSES,
            parts: &["/result/*/*/status"],
            error: "/error",
            why: &["/diagnostics", "/result/diagnostics", "/verdict"],
            told: &["edit"],
            done: "/result",
        },
        /// What happened, for people.
        required message: String,
        /// When (RFC 3339).
        optional timestamp: String as Role::Timestamp,
        /// Root of the workspace.
        optional workspace: String,
        /// What was done; its members depend on the operation, mostly those of an
        /// [`OperationData`].
        optional result: Value = (RESULT) as Role::Answer,
        /// The error that ended it, mostly an [`OperationError`].
        optional error: Value = (ERROR) as FAILURE,
        /// Name of the tool.
        optional tool: String,
        /// Version of the tool.
        optional tool_version: String,
        /// The id that the caller gave the operation.
        optional request_id: String,
        /// What was decided, of an operation that may be refused.
        optional verdict: String as Role::Words(&["approved", "rejected"]),
        /// Whether something is missing from the result.
        optional partial: bool as Role::Partial,
        /// Whether the result was cut, and how to get the rest.
        optional truncated: Truncated,
        /// What the tool has to say besides.
        list diagnostics: ToolDiagnostic,
        /// The way back to the document this was made from.
        optional origin: Origin as Role::Origin,
    }
}

impl Response {
    /// The members of the wrapper, with this type for `data` and not the one that readers are
    /// told.
    pub(crate) const fn fields_with(data: Type) -> [Field; Self::SHAPE.fields.len()] {
        let mut fields = [Self::SHAPE.fields[0]; Self::SHAPE.fields.len()];
        let mut at = 0;
        while at < fields.len() {
            fields[at] = Self::SHAPE.fields[at];
            if matches!(fields[at].role, Role::Data) {
                fields[at].ty = data;
            }
            at += 1;
        }
        fields
    }

    /// The answer, typed.
    ///
    /// # Errors
    ///
    /// [`Misfit`], if it is an answer that is known, but a member of it is of
    /// another type.
    pub fn payload(&self) -> Result<Payload, Misfit> {
        Payload::read(&self.data)
    }
}

impl OperationResult {
    /// What was done, typed; nothing if there is no `result`.
    ///
    /// # Errors
    ///
    /// [`Misfit`], as [`Response::payload`].
    pub fn details(&self) -> Result<Option<OperationData>, Misfit> {
        self.result.as_ref().map(OperationData::read).transpose()
    }

    /// The error that ended it, typed; nothing if there is none.
    ///
    /// # Errors
    ///
    /// [`Misfit`], as [`Response::payload`].
    pub fn failure(&self) -> Result<Option<OperationError>, Misfit> {
        self.error.as_ref().map(OperationError::read).transpose()
    }
}

record! {
    /// Why an answer was cut, and how to get the rest.
    pub struct Truncation open {
        /// Why: `limit`, `tokens`, `words`, ...
        required reason: String,
        /// What to ask for next: a cursor, a page, a selector.
        optional next: String,
    }
}

/// Whether an answer was cut.
#[derive(Debug, Clone, PartialEq)]
pub enum Truncated {
    /// The tool says no more than that.
    Flag(bool),
    /// It was, for this reason.
    Because(Truncation),
}

impl Wire for Truncated {
    const TYPE: Type = Type::OneOf(&[Type::Flag, Truncation::TYPE]);

    fn from_value(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::Bool(flag) => Ok(Self::Flag(flag)),
            Value::Object(_) => Truncation::from_value(value).map(Self::Because),
            _ => Err(Misfit::here(Self::TYPE.expects())),
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Flag(flag) => Value::Bool(*flag),
            Self::Because(why) => why.to_value(),
        }
    }
}

record! {
    /// What the envelope says otherwise than the document, or has no member for.
    ///
    /// The dialect writes its document from the envelope alone; `patch` is what
    /// that document lacks to be the one that was read. The two checksums say
    /// whether this still holds: a changed envelope, or a version of this crate
    /// that writes the dialect otherwise, is noticed and never patched.
    pub struct Origin open {
        /// Dialect of the document that was read.
        required dialect: String,
        /// Generation of the tool that wrote it, if it shows.
        optional generation: String,
        /// Checksum of the canonical text of the document that was read.
        required document: String,
        /// Checksum of the canonical text of the envelope, without this member.
        required envelope: String,
        /// How the document was written, where that was not JSON: `csv`.
        optional form: String,
        /// The names of the columns of a sheet.
        list columns: String,
        /// The kinds of the rows of a sheet, where they are not as the tool writes them.
        list rows: RowRun,
        /// The line terminator of the rows of a sheet, where it is not LF.
        optional terminator: String,
        /// The line terminators after the last row of a sheet, where they are not those
        /// that the tool writes.
        optional ending: String,
        /// Whether the sheet that is written with all this differs in any byte from the one
        /// that was read.
        optional respelt: bool,
        /// How many rows and sections of a sheet gave no record, if any did not: they are
        /// not in the sheet that is written.
        optional unread: u64,
        /// What to change, in this order.
        list patch: PatchStep,
    }
}

record! {
    /// Rows of one kind that follow each other.
    pub struct RowRun open {
        /// The kind.
        required kind: String,
        /// How many there are.
        required count: u64,
        /// The names of their columns, where not all rows have the same.
        list columns: String,
    }
}

record! {
    /// One change to a document that a dialect has written.
    pub struct PatchStep open {
        /// Where: a JSON Pointer.
        required pointer: String,
        /// The raw JSON text of the value that belongs there; absent if there
        /// must be nothing.
        optional raw: String,
    }
}

/// A document of the envelope: one of the two wrappers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Envelope {
    /// The answer to a question.
    Response(Response),
    /// The result of an operation.
    OperationResult(OperationResult),
}

impl Envelope {
    /// The name of the run.
    pub fn execution_id(&self) -> &str {
        match self {
            Self::Response(response) => &response.execution_id,
            Self::OperationResult(result) => &result.execution_id,
        }
    }
}

impl Wire for Envelope {
    const TYPE: super::shape::Type =
        super::shape::Type::Choice(&[&Response::SHAPE, &OperationResult::SHAPE]);

    fn from_value(value: Value) -> Result<Self, Misfit> {
        let operation = match &value {
            Value::Object(members) => members.get("operation_type").is_some(),
            _ => false,
        };
        if operation {
            OperationResult::from_value(value).map(Self::OperationResult)
        } else {
            Response::from_value(value).map(Self::Response)
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Response(response) => response.to_value(),
            Self::OperationResult(result) => result.to_value(),
        }
    }
}
