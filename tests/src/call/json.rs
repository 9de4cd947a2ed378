//! The verbs on JSON text.

use llm_types::build::read_draft;
use llm_types::{canonicalize, locate, write_canonical};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "canonicalize" => input
            .data("text")
            .and_then(|text| Ok(json!(canonicalize(&text)?))),
        "write_canonical" => {
            // As a host gives a value of its own: by its text.
            let given = input.get("value").to_string();
            read_draft(given.as_bytes())
                .map(|value| json!(write_canonical(&value)))
                .map_err(Failure::from)
        }
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
