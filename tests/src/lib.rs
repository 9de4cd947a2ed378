//! The conformance suite, seen from Rust.
//!
//! Reads the vectors, asks the core, and writes what it answered in the form
//! that all hosts share. What the format means is in `tests/README.md`; what the
//! answers should be is in the vectors. Nothing here knows an expectation.

pub mod call;
pub mod documents;
pub mod mutation;
pub mod sheet;
pub mod suite;
pub mod wild;

/// What a call gave: the `ok` or `error` of a vector, or the reason why Rust
/// cannot even be asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The value, as JSON.
    Ok(serde_json::Value),
    /// The refusal, with all its members.
    Error(serde_json::Value),
    /// The input cannot be written in Rust: the compiler refuses it.
    Unsayable(String),
}

impl Answer {
    /// The line of a results file for this answer; `None` if there is none.
    pub fn to_json(&self) -> Option<serde_json::Value> {
        match self {
            Self::Ok(value) => Some(serde_json::json!({ "ok": value })),
            Self::Error(report) => Some(serde_json::json!({ "error": report })),
            Self::Unsayable(_) => None,
        }
    }
}
