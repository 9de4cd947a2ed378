//! The verbs on spans, on paths and on lines of JSON.

use llm_types::{
    ByteRange, Error, LineIndex, PathFinding, ReadOptions, Span, SpanFinding, Takes,
    candidate_paths, canonical_path, match_paths, path_findings, read, read_lines, shift_from_f64,
    shift_from_i128,
};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome, data, number, unsayable};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "span" => made(input),
        "span_without_text" => range(input)
            .and_then(|range| Ok(json!(Span::without_text(input.string("path")?, range)?))),
        "span_from_members" => span(input, "span").map(|span| json!(span)),
        "span_check" => span(input, "span").and_then(|span| {
            let text = input.data("text")?;
            Ok(found(&span.check(&LineIndex::from_bytes(&text))))
        }),
        "span_check_id" => span(input, "span").map(|span| found(&span.check_id())),
        "span_same_place" => both(input).map(|(a, b)| json!(a.same_place(&b))),
        "span_contains" => both(input).map(|(a, b)| json!(a.contains(&b))),
        "span_compare" => both(input).map(|(a, b)| json!(a.cmp(&b) as i32)),
        "span_intersect" => both(input).and_then(|(a, b)| Ok(json!(a.intersect(&b)?))),
        "span_shift" => span(input, "span").and_then(|span| {
            let bytes = input.get("bytes").as_number();
            let bytes = bytes.ok_or_else(|| unsayable("a number"))?;
            let bytes = match bytes.as_i128() {
                Some(integer) => shift_from_i128(integer),
                None => shift_from_f64(bytes.as_f64().unwrap_or(f64::NAN)),
            };
            let of_argument = |error| Error::from(error).of_argument("bytes", Takes::Shift);
            Ok(json!(span.shift(bytes.map_err(of_argument)?)?))
        }),
        "canonical_path" => input
            .string("path")
            .map(|path| json!(canonical_path(&path))),
        "path_findings" => input.string("path").map(|path| {
            let found = path_findings(&path);
            found.into_iter().map(PathFinding::as_str).collect()
        }),
        "candidate_paths" => input
            .string("path")
            .map(|path| json!(candidate_paths(&path, input.get("root").as_str()))),
        "match_paths" => strings(input, "paths")
            .and_then(|paths| Ok(json!(match_paths(&paths, &strings(input, "loaded")?, None)))),
        "read_lines" => input.data("text").map(|text| lines(&text)),
        "write_compact" => input.data("text").and_then(|text| {
            Ok(json!(
                read(&text, &ReadOptions::default())?.root().to_compact()
            ))
        }),
        _ => return None,
    })
}

fn made(input: &Input<'_>) -> Outcome {
    let text = input.data("text")?;
    let index = LineIndex::from_bytes(&text);
    Ok(json!(Span::new(
        input.string("path")?,
        range(input)?,
        &index
    )?))
}

fn range(input: &Input<'_>) -> Result<ByteRange, Failure> {
    Ok(ByteRange::new(
        input.number("start")?,
        input.number("end")?,
    )?)
}

fn span(input: &Input<'_>, name: &str) -> Result<Span, Failure> {
    let members = input.get(name);
    let given = |pointer| members.pointer(pointer).filter(|it| !it.is_null());
    let text = |pointer: &'static str| {
        let bytes = given(pointer).map(data).transpose();
        let bytes = bytes.map_err(|failure| match failure {
            Failure::Refused(error) => Failure::from(Error::Member { pointer, error }),
            unsayable @ Failure::Unsayable(_) => unsayable,
        })?;
        let text = bytes.map(|it| String::from_utf8(it).map_err(|_| unsayable("no UTF-8")));
        text.transpose()
    };
    let number = |pointer: &'static str| {
        let checked = given(pointer).map(|it| number(it).map_err(|it| it.of_member(pointer)));
        checked.transpose()
    };
    let needed = |pointer| number(pointer)?.ok_or_else(|| unsayable(pointer));
    let (start, end) = (needed("/byte_start")?, needed("/byte_end")?);
    let mut places = [None; 4];
    let names = ["/start_line", "/start_col", "/end_line", "/end_col"];
    for (slot, pointer) in places.iter_mut().zip(names) {
        *slot = number(pointer)?;
    }
    Ok(Span::from_members(
        text("/file_path")?.ok_or_else(|| unsayable("no path"))?,
        start,
        end,
        places,
        text("/span_id")?,
    )?)
}

fn both(input: &Input<'_>) -> Result<(Span, Span), Failure> {
    Ok((span(input, "span")?, span(input, "other")?))
}

/// Without what a message says in its own words.
fn found(findings: &[SpanFinding]) -> Value {
    let mut findings = json!(findings);
    for finding in findings.as_array_mut().into_iter().flatten() {
        if let Some(members) = finding.as_object_mut() {
            members.retain(|name, _| !matches!(name.as_str(), "level" | "message" | "help"));
        }
    }
    findings
}

fn strings<'v>(input: &Input<'v>, name: &str) -> Result<Vec<&'v str>, Failure> {
    Ok(input
        .array(name)?
        .iter()
        .filter_map(Value::as_str)
        .collect())
}

fn lines(text: &[u8]) -> Value {
    let options = ReadOptions::default();
    let mut lines = read_lines(text, &options);
    let mut found = Vec::new();
    while let Some(answer) = lines.next() {
        let mut line = json!(lines.bounds());
        line["code"] = json!(answer.err().map(|error| error.code()));
        found.push(line);
    }
    Value::Array(found)
}
