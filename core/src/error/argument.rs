//! What an argument takes that was refused: the core knows the number, the call its name.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::Error;
use crate::rule;

/// What an argument takes that is a number to the core, in the words of its refusal.
///
/// # Examples
///
/// ```
/// use llm_types::{Error, Takes, offset_from_f64};
///
/// let refused = offset_from_f64(f64::INFINITY).map_err(Error::from).unwrap_err();
/// let refused = refused.of_argument("max_bytes", Takes::Count);
/// assert_eq!(refused.code(), "NOT_AN_INTEGER");
/// assert_eq!(
///     refused.to_string(),
///     "expected an integer from 0 to 9007199254740991 as `max_bytes`, found inf",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// An offset, a line, a limit: no less than 0, and exact as a double.
    Count,
    /// A number of bytes towards the start or the end, exact as a double.
    Shift,
    /// A moment that [`timestamp`](crate::timestamp) can write.
    Moment,
}

impl fmt::Display for Takes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Count => "an integer from 0 to 9007199254740991",
            Self::Shift => "an integer from -9007199254740991 to 9007199254740991",
            Self::Moment => "a moment from the years 1970 to 9999 in UTC",
        })
    }
}

impl Error {
    /// Says which argument of a host's call this refusal is about, and what that takes. The
    /// code stays, and so does the index of an element.
    #[must_use]
    pub fn of_argument(self, name: &'static str, takes: Takes) -> Self {
        Self::Argument {
            name,
            takes,
            error: Box::new(self),
        }
    }

    /// The same of a member of an object that was given, by its JSON Pointer.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{Error, Takes, offset_from_f64};
    ///
    /// let refused = offset_from_f64(-1.0).map_err(Error::from).unwrap_err();
    /// let refused = refused.of_member("/byte_start", Takes::Count);
    /// assert_eq!(refused.pointer(), Some("/byte_start"));
    /// assert!(refused.to_string().ends_with("as `byte_start`, found -1"));
    /// ```
    #[must_use]
    pub fn of_member(self, pointer: &'static str, takes: Takes) -> Self {
        let name = pointer.trim_start_matches('/');
        Self::Member {
            pointer,
            error: Box::new(self.of_argument(name, takes)),
        }
    }

    /// What was found where something else was expected, in the words of the host.
    pub(super) fn found(&self) -> String {
        match self {
            Self::WrongType { found, .. } => found.clone(),
            Self::Text(error) => error
                .number()
                .map_or_else(|| error.to_string(), ToString::to_string),
            other => other.to_string(),
        }
    }
}

/// Where in a list it was, if it was in one.
pub(super) fn element(error: &Error) -> String {
    of_index(error.index())
}

/// The same of what knows it.
pub(super) fn of_index(index: Option<u64>) -> String {
    index.map_or_else(String::new, |index| alloc::format!("element {index}: "))
}

/// The names that there are, and which of them was meant.
pub(super) fn of_names(asked: &str, names: &[String]) -> String {
    let all: Vec<String> = names.iter().map(|it| alloc::format!("`{it}`")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    all.join(", ") + &rule::did_you_mean(asked, &names)
}

/// Where in the data it was, if it was not all of it.
pub(crate) fn place(pointer: &str) -> String {
    match pointer {
        "" => String::new(),
        pointer => alloc::format!(" at `{pointer}`"),
    }
}

/// What is at a place, as the subject of a sentence; all of the data is called `whole`.
pub(crate) fn subject(pointer: &str, whole: &str) -> String {
    match pointer {
        "" => String::from(whole),
        pointer => alloc::format!("`{pointer}`"),
    }
}
