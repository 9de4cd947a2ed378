//! The verbs of the library as most of these tests call them.

use llm_types::json::{ReadOptions, Value, read};
use llm_types::{Sources, ValidateOptions, Validation, validate};

use super::fixtures::bytes;

/// A JSON text as a value.
pub(crate) fn value(text: &str) -> Value {
    read(text.as_bytes(), &ReadOptions::default())
        .unwrap()
        .to_value()
}

/// A document against source texts.
pub(crate) fn checked(text: &[u8], sources: &Sources) -> Validation {
    let options = ValidateOptions {
        sources: Some(sources),
        ..Default::default()
    };
    validate(text, &options)
}

/// One file of the workspace of the fixtures, as it was when the tools began.
pub(crate) fn before(path: &str) -> Sources {
    let text = bytes(&format!("workspace/{path}"));
    [(path.to_owned(), text)].into_iter().collect()
}
