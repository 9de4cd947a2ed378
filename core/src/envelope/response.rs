//! The two wrappers: answers to questions, and results of operations.

use alloc::string::String;

use super::diagnostic::ToolDiagnostic;
use super::record::{Misfit, Wire, record};
use super::shape::Role;
use crate::json::Value;

/// Version of [`Response`] that we write: 1.0.0 with optional members added.
pub const RESPONSE_VERSION: &str = "1.1.0";

/// Version of [`OperationResult`] that we write: 2.0.0 with optional members added.
pub const OPERATION_VERSION: &str = "2.1.0";

record! {
    /// The answer to a question: a search, a listing, a report.
    pub struct Response open {
        /// Version of this wrapper: `1.1.0`.
        required schema_version: String as Role::SchemaVersion,
        /// Name of the run; empty if the tool gave none.
        required execution_id: String as Role::ExecutionId,
        /// The answer; its members depend on the question.
        required data: Value,
        /// Name of the tool.
        optional tool: String,
        /// Version of the tool.
        optional tool_version: String,
        /// When (RFC 3339).
        optional timestamp: String as Role::Timestamp,
        /// Whether something is missing from the answer.
        optional partial: bool as Role::Partial,
        /// What the tool has to say besides.
        list diagnostics: ToolDiagnostic,
        /// The way back to the document this was made from.
        optional origin: Origin as Role::Origin,
    }
}

record! {
    /// The result of an operation that changes files.
    pub struct OperationResult open {
        /// Version of this wrapper: `2.1.0`.
        required schema_version: String as Role::SchemaVersion,
        /// Name of the run; empty if the tool gave none.
        required execution_id: String as Role::ExecutionId,
        /// `patch`, `delete`, `rename`, `apply_files`, `edit`, `create`, ...
        required operation_type: String,
        /// `ok`, `partial` or `error`.
        required status: String as Role::Status,
        /// What happened, for people.
        required message: String,
        /// When (RFC 3339).
        optional timestamp: String as Role::Timestamp,
        /// Root of the workspace.
        optional workspace: String,
        /// What was done; its members depend on the operation.
        optional result: Value,
        /// The error that ended it.
        optional error: Value,
        /// Name of the tool.
        optional tool: String,
        /// Version of the tool.
        optional tool_version: String,
        /// Whether something is missing from the result.
        optional partial: bool as Role::Partial,
        /// What the tool has to say besides.
        list diagnostics: ToolDiagnostic,
        /// The way back to the document this was made from.
        optional origin: Origin as Role::Origin,
    }
}

record! {
    /// What the canonical form changed or has no slot for.
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
        /// What to change, in this order.
        list patch: PatchStep,
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

/// A canonical document: one of the two wrappers.
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
