//! Why a command could not do its work.

use std::io::ErrorKind;
use std::path::Path;

use llm_types::ErrorReport;
use serde::Serialize;

use crate::excerpt::Excerpt;
use crate::input::Input;
use crate::output::Status;
use crate::problem::Problem;

/// A refusal, as JSON and as text for people.
#[derive(Debug)]
pub(crate) struct Failure(Box<Inner>);

#[derive(Debug)]
struct Inner {
    report: ErrorReport,
    problem: Problem,
    status: Status,
}

/// What stands on standard output instead of a result.
#[derive(Serialize)]
struct Refusal<'f> {
    error: &'f ErrorReport,
}

impl Failure {
    /// The core refused something that has no place in a text.
    pub(crate) fn new(error: impl Into<llm_types::Error>) -> Self {
        Self::placed(error.into().report(), None)
    }

    /// The core refused this input, at the place that the error names.
    pub(crate) fn about(error: impl Into<llm_types::Error>, input: &Input) -> Self {
        let report = error.into().report();
        let bytes = report.byte_start.zip(report.byte_end);
        Self::at(report, bytes, input)
    }

    /// The core refused a request for edits. Where the error has no bytes, its pointer leads to
    /// them: it is one into the request, while those of other refusals may be into what was made
    /// of the input.
    pub(crate) fn about_request(error: impl Into<llm_types::Error>, request: &Input) -> Self {
        let report = error.into().report();
        let bytes = report.byte_start.zip(report.byte_end).or_else(|| {
            let pointer = report.pointer.as_deref()?;
            let value = llm_types::json::locate(&request.bytes, pointer).ok()?;
            Some((value.byte_start, value.byte_end))
        });
        Self::at(report, bytes, request)
    }

    fn at(report: ErrorReport, bytes: Option<(u64, u64)>, input: &Input) -> Self {
        let place =
            bytes.map(|(start, end)| Excerpt::new(&input.name, &input.view().index, start, end));
        Self::placed(report, place)
    }

    /// The core refused something, and the words are those of the command line.
    pub(crate) fn worded(error: impl Into<llm_types::Error>, message: String) -> Self {
        let report = ErrorReport {
            message,
            ..error.into().report()
        };
        Self::placed(report, None)
    }

    fn placed(report: ErrorReport, place: Option<Excerpt>) -> Self {
        let problem = Problem::from_report(&report, place);
        Self(Box::new(Inner {
            report,
            problem,
            status: Status::Failure,
        }))
    }

    /// A file could not be read.
    pub(crate) fn read(name: &str, error: &std::io::Error) -> Self {
        let why = why_unread(error);
        Self::coded("FILE_UNREADABLE", format!("cannot read `{name}`: {why}"))
    }

    /// Standard output could not be written.
    pub(crate) fn write(error: &std::io::Error) -> Self {
        Self::coded(
            "OUTPUT_UNWRITABLE",
            format!("cannot write the result: {error}"),
        )
    }

    /// A file that was asked for could not be written.
    pub(crate) fn write_to(path: &Path, error: &std::io::Error) -> Self {
        Self::coded("OUTPUT_UNWRITABLE", unwritable(path, error))
    }

    /// The same of one that has to be there before others are replaced.
    pub(crate) fn write_first(path: &Path, error: &std::io::Error) -> Self {
        let said = unwritable(path, error);
        Self::coded("OUTPUT_UNWRITABLE", format!("{said}; nothing was replaced"))
    }

    /// Something that the input is not to blame for.
    pub(crate) fn internal(error: &impl ToString) -> Self {
        Self::coded("INTERNAL", error.to_string())
    }

    /// A refusal by the command line itself.
    pub(crate) fn coded(code: &'static str, message: String) -> Self {
        let help = llm_types::rule::find(code).map_or("", |rule| rule.remedy);
        Self::helped(code, message, help)
    }

    /// The same where the remedy of the code is not the one of this cause.
    pub(crate) fn helped(code: &'static str, message: String, help: &'static str) -> Self {
        let report = ErrorReport {
            code,
            message,
            help,
            index: None,
            pointer: None,
            byte_start: None,
            byte_end: None,
            line: None,
            column: None,
            column_utf16: None,
            column_utf32: None,
        };
        Self::placed(report, None)
    }

    /// The same failure, of a command that had done a part of its work.
    pub(crate) fn partly(mut self) -> Self {
        self.0.status = Status::Partial;
        self
    }

    /// How the program ends with it.
    pub(crate) const fn status(&self) -> Status {
        self.0.status
    }

    /// `{"error": {...}}`, the one document of a command that failed.
    pub(crate) fn to_json(&self) -> String {
        crate::output::json(&Refusal {
            error: &self.0.report,
        })
        .unwrap_or_default()
    }

    /// The failure for people.
    pub(crate) fn render(&self) -> String {
        self.0.problem.render()
    }
}

/// Why a file cannot be read; in our words where the system's say little.
pub(crate) fn why_unread(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        ErrorKind::PermissionDenied => "you may not read it".into(),
        ErrorKind::IsADirectory => "it is a directory".into(),
        _ => error.to_string(),
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such folder".into(),
        ErrorKind::NotADirectory => "what its path takes for a folder is none".into(),
        ErrorKind::PermissionDenied => "you may not write it".into(),
        ErrorKind::IsADirectory => "it is a directory".into(),
        _ => error.to_string(),
    };
    format!("cannot write `{}`: {why}", path.display())
}

#[cfg(test)]
mod tests;
