//! RFD-0028, version 1.0.0, and where its members go.

use super::report;
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{self, All, Is};
use crate::envelope::{DiagnosticsSummary, RelatedPlace, Response, RichSpan, ToolDiagnostic};
use crate::json::Kind;

use Type::{Count32, List, Record, Text};

shape! {
    /// The whole report.
    pub(super) REPORT "ArgonReport" (
        Mapping::to(&Response::SHAPE)
            .following(&[("/execution_id", Follows::Empty)])
            .reading(report::read)
            .writing(report::write)
    ) {
        required "schema_version": Text, as Role::SchemaVersion, to "/schema_version" by How::Hook;
        required "diagnostics": List(&Record(&DIAGNOSTIC)), to "/diagnostics" by How::Hook;
        required "summary": Record(&SUMMARY), to "/data/summary"
            by How::With(report::read_summary, report::write_summary);
    }
}

/// The words of version 1; another one is another major version.
const SEVERITIES: &[&str] = &["error", "warning", "info"];

shape! {
    /// How many diagnostics there are of each severity.
    pub(super) SUMMARY "ArgonSummary" (Mapping::to(&DiagnosticsSummary::SHAPE)) {
        required "errors": Count32, as Role::CountWhere { list: "#/diagnostics", member: "severity", word: "error", perhaps: &[] };
        required "warnings": Count32, as Role::CountWhere { list: "#/diagnostics", member: "severity", word: "warning", perhaps: &[] };
        required "infos": Count32, as Role::CountWhere { list: "#/diagnostics", member: "severity", word: "info", perhaps: &[] }, to "/notes";
    }
}

shape! {
    /// One finding.
    pub(super) DIAGNOSTIC "ArgonDiagnostic" (
        Mapping::to(&ToolDiagnostic::SHAPE)
            .reading(report::read_diagnostic)
            .writing(report::write_diagnostic)
    ) {
        required "code": Text, as Role::Code("/severity");
        /// `error`, `warning` or `info`.
        required "severity": Text, as Role::Only(SEVERITIES), to "/level" by How::Level;
        required "message": Text, as Role::Said;
        stated "primary_span": Record(&SPAN), to "/span";
        stated "primary_label": Text, to "/label";
        required "secondary_labels": List(&Record(&LABEL)), to "/related" by How::Hook;
        stated "help": Text, to "/remediation";
        stated "package_origin": Text;
        required "provenance_chain": List(&Text), to "/provenance_chain" by How::Hook;
    }
}

shape! {
    /// Another place that belongs to a finding.
    pub(super) LABEL "ArgonLabel" (Mapping::to(&RelatedPlace::SHAPE)) {
        required "span": Record(&SPAN);
        required "message": Text;
    }
}

shape! {
    /// A range of a file.
    pub(super) SPAN "ArgonSpan" (
        Mapping::to(&RichSpan::SHAPE)
            .following(&[("/span_id", Follows::SpanId)])
            .proving("")
            .writing(report::write_span)
    ) {
        required "file": Text, as Role::Path, to "/file_path" by How::Path;
        required "byte_start": Count32, as Role::ByteStart;
        required "byte_end": Count32, as Role::ByteEnd;
        /// From 1: of the first byte.
        required "line_start": Count32, as Role::StartLine, to "/start_line" by How::Hook;
        /// From 1, in UTF-16 code units.
        required "col_start": Count32, as Role::StartColumn, to "/start_col" by How::Hook;
        /// From 1: of the last byte.
        required "line_end": Count32, as Role::EndLine, to "/end_line" by How::Hook;
        /// From 1, in UTF-16 code units: one past the last byte.
        required "col_end": Count32, as Role::EndColumn, to "/end_col" by How::Hook;
    }
}

/// What shows a range where nobody knows what stands there: a newer version of the RFD has some
/// in members of its own.
pub(super) static SPAN_SIGN: Sign = All(&[
    Is("file", Kind::String),
    Is("byte_start", Kind::Number),
    Is("byte_end", Kind::Number),
    Is("line_start", Kind::Number),
    Is("col_start", Kind::Number),
    Is("line_end", Kind::Number),
    Is("col_end", Kind::Number),
]);
