//! Selectors, pages and cuts of prose, and exit codes.

use js_sys::Uint8Array;
use llm_types::Selector;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{self, Result};
use crate::memory;
use crate::number::{double, limit, offset};

/// The parts of a selector, as JSON text.
#[wasm_bindgen(js_name = parseSelector)]
pub fn parse_selector(text: &str) -> Result<String> {
    error::json(&llm_types::parse_selector(text)?)
}

/// The text of a selector, from the JSON text of its parts.
#[wasm_bindgen(js_name = writeSelector)]
pub fn write_selector(parts: &Uint8Array) -> Result<String> {
    let selector = Selector::from_json(&memory::bytes(parts)?)?;
    Ok(llm_types::write_selector(&selector)?)
}

/// How many words a text has.
#[wasm_bindgen(js_name = countWords)]
pub fn count_words(text: &str) -> f64 {
    double(llm_types::count_words(text))
}

/// A text, cut after so many words, as JSON text.
#[wasm_bindgen(js_name = truncateWords)]
pub fn truncate_words(text: &str, max_words: Option<f64>) -> Result<String> {
    error::json(&llm_types::truncate_words(
        text,
        limit(max_words, "maxWords")?,
    ))
}

/// The text before the mark of a cut.
#[wasm_bindgen(js_name = stripTruncationMarker)]
pub fn strip_truncation_marker(content: &str) -> Option<String> {
    llm_types::strip_truncation_marker(content).map(Into::into)
}

/// The beginning of a text on one line.
#[wasm_bindgen]
pub fn preview(text: &str, max_length: Option<f64>) -> Result<String> {
    Ok(llm_types::preview(text, limit(max_length, "maxLength")?))
}

/// The numbers of one page, as JSON text.
#[wasm_bindgen]
pub fn pagination(word_count: f64, page: f64, page_words: Option<f64>) -> Result<String> {
    let (word_count, page) = (offset(word_count, "wordCount")?, offset(page, "page")?);
    error::json(&llm_types::pagination(
        word_count,
        page,
        limit(page_words, "pageWords")?,
    )?)
}

/// One page of a text, as JSON text.
#[wasm_bindgen(js_name = textPage)]
pub fn text_page(text: &str, page: f64, page_words: Option<f64>) -> Result<String> {
    let page = offset(page, "page")?;
    error::json(&llm_types::text_page(
        text,
        page,
        limit(page_words, "pageWords")?,
    )?)
}

/// The exit code that goes with a document.
#[wasm_bindgen(js_name = exitCode)]
pub fn exit_code(text: &Uint8Array) -> Result<f64> {
    Ok(double(llm_types::exit_code(&memory::bytes(text)?)?))
}
