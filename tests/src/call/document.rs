//! The verbs on documents, reduced to what vectors ask for (`tests/README.md`).

use llm_types::json::{GivenLimits, write_compact};
use llm_types::{
    Change, ConvertOptions, DetectiveOptions, Diagnostic, EnrichOptions, FindingAt, FixOptions,
    FixReport, MatchOptions, NormalizeOptions, ReadOptions, ReferencedSpan, Sources,
    ValidateOptions, apply_fixes, convert, detect, detective, enrich, explain, match_findings,
    normalize, referenced_spans, validate,
};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome, data, number};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "detect" => input
            .data("text")
            .and_then(|text| Ok(json!({ "dialect": detect(&text)?.dialect }))),
        "normalize" => normalized(input),
        "referenced_spans" => referenced(input),
        "validate" => validated(input),
        "apply_fixes" => fixed(input),
        "convert" => converted(input),
        "detective" => detected(input),
        "enrich" => enriched(input),
        "match_findings" => matched(input),
        "explain" => input
            .string("code")
            .and_then(|code| Ok(json!(explain(&code)?.code))),
        _ => return None,
    })
}

fn normalized(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = NormalizeOptions {
        dialect: input.optional("dialect")?,
        sources: Some(&sources),
        ..Default::default()
    };
    let normalized = normalize(&input.data("text")?, &options)?;
    let (dialect, text) = (&normalized.dialect, &normalized.text);
    let value = |value: &Option<Box<llm_types::json::Value>>| {
        value.as_deref().map_or("-".to_owned(), write_compact)
    };
    let change = |it: Change| {
        let places = [it.pointer.as_str(), it.at.as_deref().unwrap_or_default()];
        let [from, at] = places.map(|place| if place.is_empty() { "-" } else { place });
        format!(
            "{} {from} {at} {} {}",
            it.what,
            value(&it.from),
            value(&it.to)
        )
    };
    if input.get("found") == &Value::Bool(true) {
        let found: Vec<String> = normalized.diagnostics.iter().map(place).collect();
        return Ok(json!({ "dialect": dialect, "found": found }));
    }
    if input.get("changes") == &Value::Null {
        return Ok(json!({ "dialect": dialect, "text": text }));
    }
    let changes: Vec<String> = normalized.changes.iter().map(change).collect();
    Ok(json!({ "dialect": dialect, "changes": changes }))
}

fn referenced(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = NormalizeOptions {
        dialect: input.optional("dialect")?,
        sources: Some(&sources),
        root: input.optional("root")?,
        ..Default::default()
    };
    let told = |it: Option<u64>| it.map_or("-".to_owned(), |it| it.to_string());
    let line = |it: ReferencedSpan| {
        let places = [it.start_line, it.start_col, it.end_line, it.end_col].map(told);
        let [line, column, last, end] = &places;
        let lines = match it.start_line {
            Some(_) => format!("{line}:{column}-{last}:{end}"),
            None => "-".to_owned(),
        };
        let place = format!("{} {}-{} {lines}", it.file_path, it.byte_start, it.byte_end);
        let source = it.source.as_deref().unwrap_or("-");
        let proof = it.proved_by.as_deref().unwrap_or("-");
        format!(
            "{} {} {} {place} {source} {proof}",
            told(it.document),
            it.pointer,
            it.at
        )
    };
    let spans = referenced_spans(&input.data("text")?, &options)?;
    Ok(spans.into_iter().map(line).collect())
}

/// Limits and leniences, as a host says them.
pub(super) fn read(input: &Input<'_>) -> Result<ReadOptions, Failure> {
    let given = input.get("read");
    let limit = |name| {
        let limit = given.get(name).map(number).transpose();
        limit.map_err(|failure: Failure| failure.of(name))
    };
    let word = |name: &str| given.get(name).and_then(Value::as_str).map(Into::into);
    Ok(ReadOptions::try_from(GivenLimits {
        max_depth: limit("max_depth")?,
        max_bytes: limit("max_bytes")?,
        max_string_bytes: limit("max_string_bytes")?,
        max_number_bytes: limit("max_number_bytes")?,
        max_items: limit("max_items")?,
        duplicate_keys: word("duplicate_keys"),
        lone_surrogates: word("lone_surrogates"),
    })?)
}

/// A finding, and where it is.
fn place(found: &Diagnostic) -> String {
    format!("{} {}", found.code, found.pointer.as_deref().unwrap_or("-"))
}

fn validated(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = ValidateOptions {
        dialect: input.optional("dialect")?,
        sources: Some(&sources),
        strict: input.get("strict") == &Value::Bool(true),
        read: read(input)?,
        ..Default::default()
    };
    // As every host that can throw does.
    options.check()?;
    let validation = validate(&input.data("text")?, &options);
    let found: Vec<String> = validation.diagnostics.iter().map(place).collect();
    let mut answer = json!({
        "ok": validation.ok,
        "found": found,
        "spans_proved": validation.checked.source.spans_proved,
    });
    if input.get("not_checked") != &Value::Null {
        let left = validation.checked.not_checked.iter();
        let left = left.map(|one| format!("{}: {}", one.what, one.why));
        answer["not_checked"] = left.collect::<Vec<_>>().into();
    }
    Ok(answer)
}

fn fixed(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let mut options = FixOptions {
        validate: ValidateOptions {
            sources: Some(&sources),
            ..Default::default()
        },
        ..Default::default()
    };
    if let Some(word) = input.optional("applicability")? {
        options.applicability = word.parse()?;
    }
    if let Value::Array(codes) = input.get("codes") {
        options.codes = codes
            .iter()
            .filter_map(|code| Some(code.as_str()?.to_owned()))
            .collect();
    }
    let fixed = apply_fixes(&input.data("text")?, &options)?;
    let codes = |reports: &[FixReport]| -> Vec<String> {
        let name = |report: &FixReport| match &report.why {
            Some(why) => format!("{} {why}", report.code),
            None => report.code.to_string(),
        };
        reports.iter().map(name).collect()
    };
    Ok(json!({
        "text": fixed.text,
        "applied": codes(&fixed.applied),
        "skipped": codes(&fixed.skipped),
        "ok": fixed.validation.ok,
    }))
}

fn converted(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let conversion = convert(&input.data("text")?, &input.string("to")?, &options)?;
    let lossy = conversion.losses.iter().filter(|loss| loss.is_lossy());
    let lost: Vec<String> = lossy
        .map(|loss| format!("{} {}", loss.kind, loss.pointer))
        .collect();
    Ok(match input.get("losses") {
        Value::Null => json!({ "text": conversion.text }),
        _ => json!({ "text": conversion.text, "lost": lost }),
    })
}

/// What can be added to a span.
const ADDED: [&str; 7] = [
    "checksums",
    "context",
    "end_col_utf16",
    "fingerprints",
    "semantics",
    "start_col_utf16",
    "tool_hints",
];

fn enriched(input: &Input<'_>) -> Outcome {
    let sources = named_sources(input, "sources")?;
    let mut options = EnrichOptions {
        sources: sources.as_ref(),
        context_lines: input.get("context_lines").as_u64(),
        ..Default::default()
    };
    for word in input.get("add").as_array().into_iter().flatten() {
        options = options.with(word.as_str().unwrap_or_default().parse()?);
    }
    let enriched = enrich(&input.data("text")?, &options)?;
    let envelope = json!(enriched.envelope);
    let place = input.get("span").as_str().unwrap_or("/data/matches/0/span");
    let span = envelope.pointer(place);
    let shown: Vec<&str> = match input.get("show").as_array() {
        Some(names) => names.iter().filter_map(Value::as_str).collect(),
        None => ADDED.to_vec(),
    };
    let added = shown.into_iter().filter_map(|name| {
        let value = span?.get(name)?;
        Some((name.to_string(), value.clone()))
    });
    let left: Vec<&str> = enriched
        .not_enriched
        .iter()
        .map(|left| left.pointer.as_str())
        .collect();
    Ok(json!({ "span": added.collect::<serde_json::Map<_, _>>(), "left": left }))
}

fn matched(input: &Input<'_>) -> Outcome {
    let old = named_sources(input, "old_sources")?;
    let new = named_sources(input, "new_sources")?;
    let options = MatchOptions {
        old_sources: old.as_ref(),
        new_sources: new.as_ref(),
        ..Default::default()
    };
    let matches = match_findings(&input.data("old")?, &input.data("new")?, &options)?;
    let at = |at: &Option<FindingAt>| match at {
        Some(at) => {
            let document = at.document.map(|document| format!("{document}:"));
            document.unwrap_or_default() + &at.pointer
        }
        None => "-".into(),
    };
    let pairs = matches.pairs.iter().map(|pair| {
        let by = pair.by.as_deref().unwrap_or("-");
        format!("{} {} {} {by}", pair.state, at(&pair.old), at(&pair.new))
    });
    let runs = [
        ("old", matches.old_refused, &matches.old_diagnostics),
        ("new", matches.new_refused, &matches.new_diagnostics),
    ];
    let refused = runs.into_iter().filter(|(_, refused, _)| *refused > 0);
    let refused = refused
        .map(|(run, refused, said)| format!("{run} refused {refused}: {}", told(said).join(", ")));
    Ok(pairs.chain(refused).collect())
}

/// Codes, and the numbers of the documents in which they were found.
pub(super) fn told(diagnostics: &[Diagnostic]) -> Vec<String> {
    let each = diagnostics.iter();
    each.map(|it| match it.document {
        Some(document) => format!("{} {document}", it.code),
        None => format!("{} -", it.code),
    })
    .collect()
}

/// Source texts, if any are given under this name.
fn named_sources(input: &Input<'_>, name: &str) -> Result<Option<Sources>, Failure> {
    let Some(given) = input.get(name).as_object() else {
        return Ok(None);
    };
    let each = given.iter();
    each.map(|(path, text)| Ok((path.clone(), data(text)?)))
        .collect::<Result<Sources, Failure>>()
        .map(Some)
}

fn detected(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = DetectiveOptions {
        dialect: input.optional("dialect")?,
        ..Default::default()
    };
    let report = json!(detective(&input.data("text")?, &sources, &options)?);
    let best = &report["hypotheses"][0];
    let declared = report["hypotheses"].as_array().into_iter().flatten();
    let mut declared = declared.filter(|one| one["declared"] == json!(true));
    let mut differs = serde_json::Map::new();
    for axis in best["differs"].as_array().into_iter().flatten() {
        let axis = axis.as_str().unwrap_or_default();
        let (start, end) = (&best["convention"][axis], &best["end_convention"][axis]);
        let own = declared
            .clone()
            .next()
            .map_or(&Value::Null, |one| &one["convention"][axis]);
        if start != own {
            differs.insert(axis.into(), start.clone());
        }
        if !end.is_null() && end != own {
            differs.insert(format!("end_{axis}"), end.clone());
        }
    }
    let mut answer = json!({
        "verdict": report["verdict"],
        "fits": best["fits"],
        "of": best["of"],
        "declared_fits": declared.next().map_or(&Value::Null, |one| &one["fits"]),
        "differs": differs,
        "text": report.get("text").unwrap_or(&Value::Null),
    });
    if input.get("notes") != &Value::Null {
        answer["notes"] = report.get("notes").cloned().unwrap_or_else(|| json!([]));
    }
    Ok(answer)
}

pub(super) fn sources(input: &Input<'_>) -> Result<Sources, Failure> {
    named_sources(input, "sources").map(Option::unwrap_or_default)
}

impl Input<'_> {
    pub(super) fn optional(&self, name: &str) -> Result<Option<String>, Failure> {
        self.0.get(name).map(|_| self.string(name)).transpose()
    }
}
