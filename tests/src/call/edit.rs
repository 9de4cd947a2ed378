//! The verbs on edits, reduced to what vectors ask for (`tests/README.md`).

use llm_types::{
    Bias, ByteRange, CarriedRange, CarryOptions, Diagnostic, EditOptions, EditedFile, PlanOptions,
    PositionMap, Sources, apply_edits, carry_spans, edited_paths, plan_edits,
};
use serde_json::{Value, json};

use super::document::{read, told};
use super::{Failure, Input, Outcome, data, digits, number, unsayable};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "apply_edits" => applied(input),
        "plan_edits" => planned(input),
        "edited_paths" => plan_options(input).and_then(|mut options| {
            options.read = read(input)?;
            Ok(json!(edited_paths(&request(input), &options)?))
        }),
        "carry_spans" => spans(input),
        "carry" => map(input).and_then(|map| {
            let carried = map.carry(input.number("offset")?, bias(input)?)?;
            Ok(json!(carried))
        }),
        "carry_many" => map(input).and_then(|map| {
            let carried = map.carry_many(&input.numbers("offsets")?, bias(input)?)?;
            Ok(json!(carried))
        }),
        "carry_range" => map(input).and_then(|map| {
            let range = ByteRange::new(input.number("start")?, input.number("end")?)?;
            Ok(range_of(map.carry_range(range)?))
        }),
        "carry_ranges" => ranges(input),
        _ => return None,
    })
}

/// A text as the vector gave it: bytes if it gave bytes.
fn text_as(given: &Value, text: &[u8]) -> Result<Value, Failure> {
    if given.get("bytes").is_some() {
        return Ok(json!({ "bytes": digits(text) }));
    }
    let text = std::str::from_utf8(text).map_err(|_| unsayable("the text is not UTF-8"))?;
    Ok(json!(text))
}

fn request(input: &Input<'_>) -> Vec<u8> {
    match input.get("request") {
        Value::String(text) => text.clone().into_bytes(),
        request => request.to_string().into_bytes(),
    }
}

/// The options as JSON text, with nothing said where there are none.
fn options(input: &Input<'_>) -> Vec<u8> {
    match input.get("options") {
        Value::Null => b"{}".to_vec(),
        options => options.to_string().into_bytes(),
    }
}

fn plan_options(input: &Input<'_>) -> Result<PlanOptions<'static>, Failure> {
    let mut options = PlanOptions::from_json(&options(input))?;
    let given = input.get("sources").as_object().into_iter().flatten();
    let strings = given.filter(|(_, text)| text.is_string());
    options.well_formed = strings.map(|(path, _)| path.clone()).collect();
    Ok(options)
}

fn found(diagnostics: &[Diagnostic]) -> Vec<String> {
    let pointer = |found: &Diagnostic| found.pointer.clone().unwrap_or_else(|| "-".into());
    let all = diagnostics.iter();
    all.map(|found| format!("{} {}", found.code, pointer(found)))
        .collect()
}

fn applied(input: &Input<'_>) -> Outcome {
    let given = input.get("text");
    let base = input.0.get("base").map(data).transpose()?;
    let mut options = EditOptions::from_json(&options(input))?;
    options.well_formed = given.is_string();
    options.base = base.as_deref();
    options.read = read(input)?;
    let text = input.data("text")?;
    let edited = apply_edits(&text, &request(input), &options)?;
    let outcome = edited.outcome;
    let mut reduced = json!({
        "text": text_as(given, &edited.text)?,
        "status": outcome.status,
        "edits": outcome.edits.iter().map(|edit| edit.status.as_str()).collect::<Vec<_>>(),
        "found": found(&outcome.diagnostics),
        "stretches": outcome.map.stretches.as_slice(),
    });
    let conflicts = outcome
        .edits
        .iter()
        .filter_map(|edit| edit.conflict.as_ref());
    let context: Vec<_> = conflicts
        .flat_map(|conflict| &conflict.candidates)
        .filter_map(|place| Some([place.byte_start, place.context_lines?]))
        .collect();
    if !context.is_empty() {
        reduced["context"] = json!(context);
    }
    if let Some(inverse) = outcome.inverse.as_deref() {
        let undone = apply_edits(&edited.text, inverse, &EditOptions::default())?;
        reduced["undone"] = json!(undone.text == text && undone.outcome.ok);
    }
    if let Some(response) = outcome.response {
        reduced["response"] = as_json(&response);
    }
    Ok(reduced)
}

fn as_json(response: &llm_types::json::Value) -> Value {
    serde_json::from_str(&llm_types::json::write_compact(response)).unwrap_or_default()
}

fn sources(input: &Input<'_>) -> Result<Sources, Failure> {
    let given = input.get("sources").as_object();
    let each = given.into_iter().flatten();
    each.map(|(path, text)| Ok((path.clone(), data(text)?)))
        .collect()
}

fn planned(input: &Input<'_>) -> Outcome {
    let given = input.get("sources").as_object();
    let mut options = plan_options(input)?;
    options.read = read(input)?;
    let planned = plan_edits(&sources(input)?, &request(input), &options)?;
    let mut all = Vec::new();
    let mut files = Vec::new();
    for (file, text) in planned.plan.files.iter().zip(&planned.texts) {
        all.extend(found(&file.diagnostics));
        let path = file.file_path.as_deref().unwrap_or_default();
        let source = given
            .and_then(|texts| texts.get(path))
            .unwrap_or(&Value::Null);
        let mut reduced = json!({
            "path": file.file_path,
            "status": file.status,
            "text": text.as_ref().map(|text| text_as(source, text)).transpose()?,
        });
        if !input.get("responses").is_null() {
            reduced["response"] = file.response.as_ref().map_or(Value::Null, as_json);
        }
        files.push(reduced);
    }
    all.extend(found(&planned.plan.diagnostics));
    let plan = planned.plan;
    Ok(json!({ "ok": plan.ok, "status": plan.status, "files": files, "found": all }))
}

/// The spans of a document after a plan.
fn spans(input: &Input<'_>) -> Outcome {
    let options = plan_options(input)?;
    let planned = plan_edits(&sources(input)?, &request(input), &options)?;
    let files = planned
        .plan
        .files
        .iter()
        .zip(&planned.texts)
        .zip(&planned.maps);
    let files: Vec<EditedFile<'_>> = files
        .filter_map(|((file, text), map)| {
            Some(EditedFile {
                path: file.file_path.as_deref().unwrap_or_default(),
                map,
                text: text.as_deref()?,
                checksum_before: file.checksum_before.as_deref(),
            })
        })
        .collect();
    let document = match input.get("text") {
        Value::Null => input.get("document").to_string().into_bytes(),
        _ => input.data("text")?,
    };
    let options = CarryOptions {
        dialect: input.optional("dialect")?,
        root: input.optional("root")?,
        read: read(input)?,
    };
    let carried = carry_spans(&document, &files, &options)?;
    let mut answer = json!({
        "text": carried.text,
        "carried_count": carried.carried_count,
        "changed": carried.changed,
        "gone": carried.gone,
        "dropped": carried.dropped,
    });
    if !input.get("text").is_null() {
        answer["documents"] = json!(carried.documents);
        answer["envelopes"] = json!(carried.envelopes.len());
        answer["told"] = json!(told(&carried.diagnostics));
    }
    Ok(answer)
}

fn map(input: &Input<'_>) -> Result<PositionMap, Failure> {
    Ok(PositionMap::from_json(
        input.get("map").to_string().as_bytes(),
    )?)
}

fn bias(input: &Input<'_>) -> Result<Bias, Failure> {
    match input.get("bias") {
        Value::Null => Ok(Bias::Before),
        _ => Ok(input.string("bias")?.parse()?),
    }
}

fn range_of(carried: Option<CarriedRange>) -> Value {
    carried.map_or(
        Value::Null,
        |it| json!({ "start": it.range.start(), "end": it.range.end(), "changed": it.changed }),
    )
}

fn ranges(input: &Input<'_>) -> Outcome {
    let map = map(input)?;
    let pairs = input.array("ranges")?.iter().map(|pair| {
        let of = |at: usize| {
            let number = number(pair.get(at).unwrap_or(&Value::Null));
            number.map_err(|failure| match failure {
                Failure::Refused(error) => match *error {
                    llm_types::Error::Text(error) => error,
                    _ => llm_types::TextError::NotAnInteger {
                        value: String::new(),
                    },
                },
                Failure::Unsayable(value) => llm_types::TextError::NotAnInteger { value },
            })
        };
        (of(0), of(1))
    });
    let mut carried = Vec::new();
    map.carry_ranges_each(pairs, |range| carried.push(range_of(range)))?;
    Ok(json!(carried))
}
