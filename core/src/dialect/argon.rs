//! argon: diagnostics in the schema of RFD-0028, version 1.0.0.
//!
//! It is the one format here with columns in UTF-16 code units, from 1, and with an
//! end that is counted from the last byte: its line is the line of that byte, its
//! column the one after it on that line. A member without a value is `null`, never
//! absent. A column becomes bytes only with proof; see [`super::ranges`].

use super::convention::{
    ColumnUnit, Columns, Convention, LineColumns, Nulls, OffsetEnd, Offsets, PathStyle,
};
use super::recognise::{Promise, Recognition, has, word};
use super::{Adapter, Reason, Type};
use crate::envelope::shape::Shape;
use crate::envelope::sign::Sign;
use crate::json::{Kind, Node};
use crate::text::{BomPolicy, EndRule, LineTerminators, PositionEncoding};

mod report;
mod shapes;

use shapes::{REPORT, SPAN, SPAN_SIGN};

/// See the module.
pub(crate) struct Argon;

static CONVENTION: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 1,
            unit: ColumnUnit::UTF16,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lsp,
        end: Some(EndRule::LastByte),
    }),
    offsets: Some(Offsets {
        unit: PositionEncoding::Utf8,
        bom: BomPolicy::Count,
        end: OffsetEnd::After,
    }),
    zeros_are_unknown: false,
    nulls: Nulls::Explicit,
    bare_checksum: None,
    file_hashes: &[],
    fragments: None,
    late_checksums: false,
    // There is no fourth word; what is only a hint is `info`, too.
    levels: ["error", "warning", "info", "info"],
    span_ids: None,
    paths: PathStyle::Canonical,
};

static DOCUMENTS: Type = Type::Record(&REPORT);

/// What shows a span in a member that nobody knows of a document of this shape, and its shape, if
/// it is a report.
pub(crate) fn own_span(shape: &Shape) -> Option<(&'static Sign, &'static Shape)> {
    (shape.name == REPORT.name).then_some((&SPAN_SIGN, &SPAN))
}

impl Adapter for Argon {
    fn name(&self) -> &'static str {
        "argon"
    }

    fn title(&self) -> &'static str {
        "argon: diagnostics in the schema of RFD-0028"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["1.0.0"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    /// The shape was printed as 0.1.0 before RFD-0028 ratified it.
    fn versions(&self) -> &'static [&'static str] {
        &["0.1.0", "1.0.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn gathered(&self) -> &'static [Reason] {
        &Reason::ALL
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("schema_version", 5),
                Promise::of("tool", 25),
                Promise::of("diagnostics", 65),
                Promise::of("summary", 50),
            ]
        }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object {
            return;
        }
        if has(root, "schema_version", Kind::String) {
            signs.sign("/schema_version", 5, "a version");
        }
        if has(root, "diagnostics", Kind::Array) {
            signs.sign("/diagnostics", 15, "a list of diagnostics");
        }
        if let Some(summary) = root.get("summary") {
            let counts = ["errors", "warnings", "infos"];
            let counted = counts
                .iter()
                .filter(|name| has(summary, name, Kind::Number));
            match counted.count() {
                3 => signs.sign("/summary", 50, "errors, warnings and infos are counted"),
                2 => signs.sign(
                    "/summary",
                    20,
                    "two of errors, warnings and infos are counted",
                ),
                // The counts are lost, and the members still those of a report.
                _ if root.len() == 3
                    && has(root, "schema_version", Kind::String)
                    && has(root, "diagnostics", Kind::Array) =>
                {
                    signs.sign("/summary", 20, "a summary beside a version and diagnostics");
                }
                _ => {}
            }
        }
        let first = root.get("diagnostics").and_then(|list| list.item(0));
        if let Some(first) = first {
            if has(first, "severity", Kind::String) && has(first, "code", Kind::String) {
                signs.sign("/diagnostics/0/severity", 10, "a severity and a code");
            }
            let spans = ["primary_span", "secondary_labels", "provenance_chain"];
            let seen = spans.iter().filter(|name| first.get(name).is_some());
            if let Some(name) = seen.clone().next() {
                let weight = if seen.count() == spans.len() { 40 } else { 20 };
                let says = "members that only RFD-0028 has";
                signs.sign(format_args!("/diagnostics/0/{name}"), weight, says);
            }
        }
        for (key, weight) in [
            ("execution_id", -40),
            ("data", -40),
            ("operation_type", -40),
            ("command", -40),
            ("tool", -25),
        ] {
            // A newer version may say who printed the report.
            if key == "tool" && signs.tool_name(root).is("argon") {
                signs.sign("/tool", 25, "the tool calls itself argon");
            } else if root.get(key).is_some() {
                let says = "a report of RFD-0028 has no such member";
                signs.sign(format_args!("/{key}"), weight, says);
            }
        }
        if signs.score() > 0 && word(root, "schema_version").as_deref() == Some("1.0.0") {
            signs.generation = Some("1.0.0");
        }
    }
}
