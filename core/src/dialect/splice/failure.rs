//! What splice prints of what went wrong: an error, its code, and what compilers and parsers
//! said.

use crate::dialect::mapping::{How, Mapping};
use crate::envelope::mention::{Counted, Mention, Moment};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::{ErrorCode, ErrorDetails, ToolDiagnostic};

use Type::{Count, List, Record, Text};

/// The words for a level: those of compilers, and the one that the manual of 2.2 has.
pub(super) const LEVELS: &[&str] = &["error", "warning", "note", "help", "info"];

/// What they are in the envelope.
pub(super) const LEVEL: How = How::Words(&[
    ("error", "error"),
    ("warning", "warning"),
    ("note", "note"),
    ("help", "help"),
    ("info", "note"),
]);

shape! {
    /// Why it did not work.
    pub(super) ERROR "SpliceError" (Mapping::to(&ErrorDetails::SHAPE)) [ErrorDetails::SHAPE.sign] {
        required "kind": Text;
        required "message": Text, as Role::Said;
        optional "symbol": Text;
        optional "file": Text;
        optional "hint": Text;
        optional "diagnostics": List(&Record(&DIAGNOSTIC));
        optional "error_code": Record(&ERROR_CODE);
        optional "explain_command": Text;
    }
}

shape! {
    /// A code, with a level of its own.
    pub(super) ERROR_CODE "SpliceErrorCode" (Mapping::to(&ErrorCode::SHAPE))
        at [Mention::located("location")]
    {
        required "code": Text, as Role::OwnCode {
            level: "/severity",
            prefixes: &["SPL-", "SPLICE_"],
        };
        required "severity": Text, as Role::Words(LEVELS), to "/severity" by LEVEL;
        /// A path, perhaps with line and column.
        optional "location": Text, to "/location" by How::Unless("\"<unknown>\"");
        optional "hint": Text;
    }
}

shape! {
    /// What a parser or compiler said. It gives a line and a column, and no range.
    pub(super) DIAGNOSTIC "SpliceDiagnostic" (Mapping::to(&ToolDiagnostic::SHAPE)) at [
        Mention::place("file", ["line", "column"], Counted::FromOne).when(Moment::Made).left_out()
    ] {
        required "tool": Text;
        required "level": Text, as Role::Words(LEVELS), to "/level" by LEVEL;
        required "message": Text, as Role::Said;
        optional "file": Text;
        optional "line": Count;
        optional "column": Count;
        optional "code": Text, as Role::Code("/level");
        optional "note": Text;
        optional "tool_path": Text;
        optional "tool_version": Text;
        optional "remediation": Text;
    }
}
