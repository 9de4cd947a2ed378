//! Selectors, pages and cuts of prose, and exit codes.

use llm_types::Selector;
use napi_derive::napi;

use crate::error::{self, Result, thrown};
use crate::number::{limit, offset};

/// The parts of a selector, as JSON text.
#[napi(catch_unwind)]
pub fn parse_selector(text: String) -> Result<String> {
    error::json(&llm_types::parse_selector(&text).map_err(thrown)?)
}

/// The text of a selector, from the JSON text of its parts.
#[napi(catch_unwind)]
pub fn write_selector(parts: &[u8]) -> Result<String> {
    let selector = Selector::from_json(parts).map_err(thrown)?;
    llm_types::write_selector(&selector).map_err(thrown)
}

/// How many words a text has.
#[napi(catch_unwind)]
pub fn count_words(text: String) -> i64 {
    // A string of this host has fewer than 2^30 units.
    llm_types::count_words(&text).cast_signed()
}

/// A text, cut after so many words, as JSON text.
#[napi(catch_unwind)]
pub fn truncate_words(text: String, max_words: Option<f64>) -> Result<String> {
    let max_words = limit(max_words, "maxWords")?;
    error::json(&llm_types::truncate_words(&text, max_words))
}

/// The text before the mark of a cut.
#[napi(catch_unwind)]
pub fn strip_truncation_marker(content: String) -> Option<String> {
    llm_types::strip_truncation_marker(&content).map(Into::into)
}

/// The beginning of a text on one line.
#[napi(catch_unwind)]
pub fn preview(text: String, max_length: Option<f64>) -> Result<String> {
    Ok(llm_types::preview(&text, limit(max_length, "maxLength")?))
}

/// The numbers of one page, as JSON text.
#[napi(catch_unwind)]
pub fn pagination(word_count: f64, page: f64, page_words: Option<f64>) -> Result<String> {
    let (word_count, page) = (offset(word_count, "wordCount")?, offset(page, "page")?);
    let page_words = limit(page_words, "pageWords")?;
    let page = llm_types::pagination(word_count, page, page_words);
    error::json(&page.map_err(thrown)?)
}

/// One page of a text, as JSON text.
#[napi(catch_unwind)]
pub fn text_page(text: String, page: f64, page_words: Option<f64>) -> Result<String> {
    let page = offset(page, "page")?;
    let page_words = limit(page_words, "pageWords")?;
    let page = llm_types::text_page(&text, page, page_words);
    error::json(&page.map_err(thrown)?)
}

/// The exit code that goes with a document.
#[napi(catch_unwind)]
pub fn exit_code(text: &[u8]) -> Result<i64> {
    Ok(llm_types::exit_code(text).map_err(thrown)?.cast_signed())
}
