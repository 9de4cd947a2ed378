//! `llm-types span-id`: compute a span id, or name its scheme.

use llm_types::{IdFinding, classify_span_id, span_id_findings, span_id_in};
use serde::Serialize;

use crate::args::SpanId;
use crate::failure::Failure;
use crate::output::{self, Status};

#[derive(Serialize)]
struct Computed<'a> {
    span_id: String,
    scheme: &'static str,
    file_path: &'a str,
    byte_start: u64,
    byte_end: u64,
}

#[derive(Serialize)]
struct Checked<'a> {
    span_id: &'a str,
    /// Absent if no scheme gives this id.
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<&'static str>,
    /// Rule ids of what is odd about the spelling.
    findings: Vec<&'static str>,
}

pub(super) fn run(args: &SpanId) -> Result<Status, Failure> {
    let SpanId {
        path, start, end, ..
    } = args;
    if let Some(id) = &args.check {
        return check(args, id);
    }
    let id = span_id_in(args.scheme, path, *start, *end).map_err(Failure::new)?;
    let result = Computed {
        span_id: id,
        scheme: args.scheme.as_str(),
        file_path: path,
        byte_start: *start,
        byte_end: *end,
    };
    output::result(args.format, &result, || format!("{}\n", result.span_id))?;
    Ok(Status::Success)
}

fn check(args: &SpanId, id: &str) -> Result<Status, Failure> {
    let scheme = classify_span_id(id, &args.path, args.start, args.end);
    let result = Checked {
        span_id: id,
        scheme: scheme.map(llm_types::SpanIdScheme::as_str),
        findings: span_id_findings(id)
            .into_iter()
            .map(IdFinding::code)
            .collect(),
    };
    output::result(args.format, &result, || {
        let scheme = result.scheme.unwrap_or("no scheme gives this id");
        let what = |code: &&str| llm_types::rule::find(code).map_or("", |rule| rule.what);
        let findings = result
            .findings
            .iter()
            .map(|code| format!("{code}: {}\n", what(code)));
        format!("{scheme}\n{}", findings.collect::<String>())
    })?;
    Ok(if scheme.is_some() {
        Status::Success
    } else {
        Status::Failure
    })
}
