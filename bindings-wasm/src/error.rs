//! The one place where a refusal of the core becomes something JavaScript can catch.

use llm_types::Error;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// What every export returns.
pub(crate) type Result<T> = std::result::Result<T, Thrown>;

/// The JSON text of an `ErrorReport`, on its way to a JavaScript `catch`.
#[derive(Debug)]
pub struct Thrown(String);

impl<E: Into<Error>> From<E> for Thrown {
    fn from(error: E) -> Self {
        Self(serde_json::to_string(&error.into().report()).unwrap_or_default())
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        Self::from_str(&thrown.0)
    }
}

/// A result as JSON text.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|failure| {
        Thrown::from(Error::Internal {
            what: failure.to_string(),
        })
    })
}

/// Options from a plain object; `undefined` is the default.
pub(crate) fn options<T: DeserializeOwned + Default>(value: JsValue) -> Result<T> {
    if value.is_undefined() {
        return Ok(T::default());
    }
    serde_wasm_bindgen::from_value(value).map_err(|failure| {
        Thrown::from(Error::WrongType {
            expected: "an object of options",
            found: failure.to_string(),
        })
    })
}
