//! The verbs on selectors, pages and cuts of prose, and on exit codes.

use llm_types::{
    Selector, count_words, exit_code, pagination, parse_selector, preview, strip_truncation_marker,
    text_page, truncate_words, write_selector,
};
use serde_json::{Value, json};

use super::{Failure, Input, Outcome};

pub(super) fn call(call: &str, input: &Input<'_>) -> Option<Outcome> {
    Some(match call {
        "parse_selector" => input
            .string("text")
            .and_then(|text| Ok(json!(parse_selector(&text)?))),
        "write_selector" => {
            let parts = input.get("selector").to_string();
            Selector::from_json(parts.as_bytes())
                .map_err(Failure::from)
                .and_then(|selector| Ok(json!(write_selector(&selector)?)))
        }
        "count_words" => input.string("text").map(|text| json!(count_words(&text))),
        "truncate_words" => input.string("text").and_then(|text| {
            let limit = input.limit("max_words")?;
            Ok(json!(truncate_words(&text, limit)))
        }),
        "strip_truncation_marker" => input
            .string("content")
            .map(|content| json!(strip_truncation_marker(&content))),
        "preview" => input
            .string("text")
            .and_then(|text| Ok(json!(preview(&text, input.limit("max_length")?)))),
        "pagination" => paged(input),
        "text_page" => input.string("text").and_then(|text| {
            let (page, limit) = (input.number("page")?, input.limit("page_words")?);
            Ok(json!(text_page(&text, page, limit)?))
        }),
        "exit_code" => input
            .data("text")
            .and_then(|text| Ok(json!(exit_code(&text)?))),
        _ => return None,
    })
}

fn paged(input: &Input<'_>) -> Outcome {
    let (count, page) = (input.number("word_count")?, input.number("page")?);
    Ok(json!(pagination(count, page, input.limit("page_words")?)?))
}

impl Input<'_> {
    fn limit(&self, name: &'static str) -> Result<Option<u64>, Failure> {
        match self.get(name) {
            Value::Null => Ok(None),
            _ => self.number(name).map(Some),
        }
    }
}
