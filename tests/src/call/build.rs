//! The builders (the answer is the text of what was built from a draft, a moment, 16 random bytes
//! and the sources), and moments.

use llm_types::build::read_draft;
use llm_types::id::random_bytes;
use llm_types::json::Value as Draft;
use llm_types::{
    BuildOptions, Error, ReadOptions, Takes, build_operation_result, build_response, moment, read,
    timestamp,
};
use serde_json::json;

use super::document::sources;
use super::{Failure, Input, Outcome, number};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "build_response" => built(input, |draft, options| {
            Ok(build_response(draft, options)?.to_json())
        }),
        "build_operation_result" => built(input, |draft, options| {
            Ok(build_operation_result(draft, options)?.to_json())
        }),
        "timestamp" => input
            .moment("moment")
            .and_then(|moment| Ok(json!(timestamp(moment)?))),
        _ => return None,
    })
}

fn built(
    input: &Input<'_>,
    build: impl FnOnce(Draft, &BuildOptions<'_>) -> Result<String, Error>,
) -> Outcome {
    let sources = sources(input)?;
    let options = BuildOptions {
        unix_millis: input.moment("now")?,
        random: random_bytes(&input.data("random")?)?,
        sources: Some(&sources),
    };
    Ok(json!({ "text": build(draft(input)?, &options)? }))
}

/// A draft as it is, or read from JSON text: of any depth, as a value of Rust may have. What else
/// the reader refuses, no value of Rust can hold; `read_draft` says how.
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

impl Input<'_> {
    fn moment(&self, name: &'static str) -> Result<u64, Failure> {
        let of = |error: Error| Failure::from(error.of_argument(name, Takes::Moment));
        match number(self.get(name)) {
            Ok(millis) => moment(millis).map_err(of),
            Err(Failure::Refused(error)) => Err(of(*error)),
            Err(unsayable) => Err(unsayable),
        }
    }
}
