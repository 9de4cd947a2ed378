//! The builders: a draft, a moment, 16 random bytes and the sources give the whole envelope.

use llm_types::build::read_draft;
use llm_types::id::random_bytes;
use llm_types::json::Value as Draft;
use llm_types::{BuildOptions, ReadOptions, build_operation_result, build_response, read};
use serde_json::json;

use super::document::sources;
use super::{Failure, Input, Outcome};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "build_response" => built(input, |draft, options| {
            Ok(json!(build_response(draft, options)?))
        }),
        "build_operation_result" => built(input, |draft, options| {
            Ok(json!(build_operation_result(draft, options)?))
        }),
        _ => return None,
    })
}

fn built(input: &Input<'_>, build: impl FnOnce(Draft, &BuildOptions<'_>) -> Outcome) -> Outcome {
    let sources = sources(input)?;
    let options = BuildOptions {
        unix_millis: input.number("now")?,
        random: random_bytes(&input.data("random")?)?,
        sources: Some(&sources),
    };
    build(draft(input)?, &options)
}

/// A draft as it is, or of JSON text: no string of Rust's can hold what `read_draft` refuses,
/// but values can be as deep as anybody likes.
fn draft(input: &Input<'_>) -> Result<Draft, Failure> {
    let text = match input.0.get("draft") {
        Some(draft) => draft.to_string().into_bytes(),
        None => input.data("draft_text")?,
    };
    let however_deep = ReadOptions {
        max_depth: u32::MAX,
        ..Default::default()
    };
    match read(&text, &however_deep) {
        Ok(document) => Ok(document.to_value()),
        Err(_) => Ok(read_draft(&text)?),
    }
}
