//! The one place where a refusal of the core becomes something JavaScript can catch.

use llm_types::Error;

/// How the package tells a report of ours from an error of Node-API: by `code`.
const MARK: &str = "LLM_TYPES";

/// What every export returns.
pub(crate) type Result<T> = std::result::Result<T, napi::Error<&'static str>>;

/// An error whose message is the JSON text of an `ErrorReport`.
pub(crate) fn thrown(error: impl Into<Error>) -> napi::Error<&'static str> {
    let report = serde_json::to_string(&error.into().report()).unwrap_or_default();
    napi::Error::new(MARK, report)
}

/// What Node-API refuses: memory, as a rule.
pub(crate) fn failed(error: &napi::Error) -> napi::Error<&'static str> {
    thrown(Error::Internal {
        what: error.to_string(),
    })
}

/// A result as JSON text.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|failure| {
        thrown(Error::Internal {
            what: failure.to_string(),
        })
    })
}
