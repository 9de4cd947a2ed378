//! The verbs on JSON text.

use llm_types::{canonicalize, locate};
use serde_json::{Value, json};

use super::{Input, Outcome};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "canonicalize" => input
            .data("text")
            .and_then(|text| Ok(json!(canonicalize(&text)?))),
        "locate" => find(input),
        _ => return None,
    })
}

fn find(input: &Input<'_>) -> Outcome {
    let place = locate(&input.data("text")?, &input.string("pointer")?)?;
    let mut members = json!({
        "pointer": place.pointer,
        "byte_start": place.byte_start,
        "byte_end": place.byte_end,
        "line": place.line,
        "column_utf8": place.column_utf8,
        "column_utf16": place.column_utf16,
        "column_utf32": place.column_utf32,
    });
    for (name, value) in [("key_start", place.key_start), ("key_end", place.key_end)] {
        if let Some(value) = value {
            members[name] = Value::from(value);
        }
    }
    Ok(members)
}
