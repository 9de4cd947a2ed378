//! What a tool says about code: the diagnostics inside an envelope.
//!
//! What we say about an envelope is another type: [`crate::Diagnostic`].

use alloc::string::String;

use super::mention::{Counted, Mention, Moment};
use super::record::record;
use super::shape::Role;
use super::sign::Sign::{All, Either, Has, Only, Two, Within};
use super::span::RichSpan;
use super::wire::Map;

record! {
    /// One finding of a tool.
    pub struct ToolDiagnostic open [Has("level")] at [
        Mention::place("file", ["line", "column"], Counted::FromOne).when(Moment::Last).left_out(),
        Mention::place("file", ["start_line", "start_col"], Counted::FromOne)
            .to(["end_line", "end_col"])
            .when(Moment::Last)
    ] {
        /// Name of the tool; the envelope's if absent.
        optional tool: String,
        /// Version of the tool.
        optional tool_version: String,
        /// Path of the tool.
        optional tool_path: String,
        /// `error`, `warning`, `note` or `help`; other words are kept as they are.
        required level: String as Role::Level,
        /// What is wrong.
        required message: String as Role::Said,
        /// Path of the file.
        optional file: String as Role::SamePaths(&["/file", "/span/file_path"]),
        /// Where.
        optional span: RichSpan,
        /// What to say at the span.
        optional label: String,
        /// The line, from 1, of a tool that gives no range.
        optional line: u64 as Role::SameAs("/span/start_line"),
        /// The column of a tool that gives no range, as that tool counts.
        optional column: u64,
        /// Code of the kind of finding.
        optional code: String as Role::Code("/level"),
        /// More about it.
        optional note: String,
        /// What to do.
        optional remediation: String,
        /// What may have been meant.
        list suggestions: String,
        /// Other places that belong to it.
        list related: RelatedPlace,
        /// Edits that mend it.
        list fixes: Fix,
        /// `unnecessary`, `deprecated` and other marks.
        list tags: String,
        /// Hashes that recognise the finding in another version of the text.
        optional fingerprints: Map<String> as Role::FINGERPRINTS,
        /// The package whose rule it is; absent for the rules of the language.
        optional package_origin: String,
        /// Why the rule holds here, from the general to the special.
        list provenance_chain: String,
    }
}

record! {
    /// Another place that belongs to a finding.
    pub struct RelatedPlace open {
        /// What it has to do with it.
        required message: String,
        /// Where.
        optional span: RichSpan,
    }
}

record! {
    /// A way to mend a finding.
    pub struct Fix open {
        /// What it does.
        required title: String,
        /// Its edits, all against the text as it was.
        list edits: FixEdit,
        /// `safe`, `suggested` or `unsafe`.
        optional applicability: String as Role::Words(&["safe", "suggested", "unsafe"]),
    }
}

record! {
    /// One replacement.
    pub struct FixEdit open {
        /// What is replaced.
        required span: RichSpan,
        /// By what.
        required new_text: String,
    }
}

record! {
    /// What a report of diagnostics counts; the diagnostics are the envelope's.
    pub struct DiagnosticsReport open [Either(&[
        Within("summary", &Two(&["errors", "warnings", "notes"])),
        All(&[Has("summary"), Only(&["summary"])]),
    ])] {
        /// How many there are of each level.
        required summary: DiagnosticsSummary,
    }
}

record! {
    /// How many diagnostics there are of each level.
    pub struct DiagnosticsSummary open {
        /// Errors.
        required errors: u64 as Role::CountWhere {
            list: "#/diagnostics",
            member: "level",
            word: "error",
            perhaps: &[],
        },
        /// Warnings.
        required warnings: u64 as Role::CountWhere {
            list: "#/diagnostics",
            member: "level",
            word: "warning",
            perhaps: &[],
        },
        /// Notes.
        required notes: u64 as Role::CountWhere {
            list: "#/diagnostics",
            member: "level",
            word: "note",
            perhaps: &[],
        },
        /// Hints.
        optional helps: u64 as Role::CountWhere {
            list: "#/diagnostics",
            member: "level",
            word: "help",
            perhaps: &[],
        },
    }
}
