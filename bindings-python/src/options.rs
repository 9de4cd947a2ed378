//! Options by their names, because a refusal has to say which of them was of the wrong type.

use llm_types::Takes;
use pyo3::prelude::*;

use crate::error::raise;
use crate::input::{OwnedStr, flag, is_str, number, wrong_type};

/// An option that is `True` or `False`.
macro_rules! flags {
    ($($name:ident $expected:literal)*) => { $(
        #[doc = concat!("What must be ", $expected, ".")]
        pub(crate) struct $name(pub(crate) bool);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                flag(&object, $expected).map(Self)
            }
        }
    )* };
}

/// An option that is a string or nothing.
macro_rules! words {
    ($($name:ident $expected:literal)*) => { $(
        #[doc = concat!("What must be ", $expected, ", or nothing.")]
        pub(crate) struct $name(pub(crate) Option<String>);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                if object.is_none() {
                    return Ok(Self(None));
                }
                word(&object, $expected).map(|word| Self(Some(word)))
            }
        }
    )* };
}

flags! {
    Strict "a bool as `strict`"
    Origin "a bool as `origin`"
    Overwrite "a bool as `overwrite`"
}

words! {
    Dialect "a str as `dialect`"
    Root "a str as `root`"
    Bom "a str as `bom`"
    IllFormed "a str as `ill_formed`"
    Algorithm "a str as `algorithm`"
}

/// Which fixes may be applied.
pub(crate) struct Applicability(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for Applicability {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        word(&object, "a str as `applicability`").map(Self)
    }
}

/// How many lines of context, or nothing.
pub(crate) struct ContextLines(pub(crate) Option<u64>);

impl<'py> FromPyObject<'_, 'py> for ContextLines {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(None));
        }
        count(&object, "context_lines").map(|lines| Self(Some(lines)))
    }
}

/// A string, as the option that `expected` names.
pub(crate) fn word(object: &Bound<'_, PyAny>, expected: &'static str) -> PyResult<String> {
    if is_str(object) {
        object.extract().map(|OwnedStr(word)| word)
    } else {
        Err(wrong_type(object, expected))
    }
}

/// A number that is no less than 0, as the option of this name.
pub(crate) fn count(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<u64> {
    number(object)?.map_err(|error| raise(object.py(), &error.of_argument(name, Takes::Count)))
}

/// The same, or `None` for no limit.
pub(crate) fn limit(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Option<u64>> {
    if object.is_none() {
        Ok(None)
    } else {
        count(object, name).map(Some)
    }
}
