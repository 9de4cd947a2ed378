//! The verbs on documents, reduced to what vectors ask for (`tests/README.md`).

use llm_types::{
    ConvertOptions, NormalizeOptions, Sources, ValidateOptions, convert, detect, explain,
    normalize, validate,
};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome, data};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "detect" => input
            .data("text")
            .and_then(|text| Ok(json!({ "dialect": detect(&text)?.dialect }))),
        "normalize" => normalized(input),
        "validate" => validated(input),
        "convert" => converted(input),
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
    Ok(json!({ "dialect": normalized.dialect, "text": normalized.text }))
}

fn validated(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = ValidateOptions {
        dialect: input.optional("dialect")?,
        sources: Some(&sources),
        strict: input.get("strict") == &Value::Bool(true),
        ..Default::default()
    };
    let validation = validate(&input.data("text")?, &options);
    let found: Vec<String> = validation
        .diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code, found.pointer.as_deref().unwrap_or("-")))
        .collect();
    Ok(json!({
        "ok": validation.ok,
        "found": found,
        "spans_proved": validation.checked.source.spans_proved,
    }))
}

fn converted(input: &Input<'_>) -> Outcome {
    let sources = sources(input)?;
    let options = ConvertOptions {
        sources: Some(&sources),
        ..Default::default()
    };
    let conversion = convert(&input.data("text")?, &input.string("to")?, &options)?;
    Ok(json!({ "text": conversion.text }))
}

fn sources(input: &Input<'_>) -> Result<Sources, Failure> {
    let given = input.get("sources").as_object();
    let each = given.into_iter().flatten();
    each.map(|(path, text)| Ok((path.clone(), data(text)?)))
        .collect()
}

impl Input<'_> {
    fn optional(&self, name: &str) -> Result<Option<String>, Failure> {
        self.0.get(name).map(|_| self.string(name)).transpose()
    }
}
