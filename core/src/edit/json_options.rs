//! The options as JSON: how the hosts say them, so that no binding reads a word. Their names
//! are those of the members in `options`.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::options::{EditDetail, EditFormat, EditOptions, NewEol, PlanOptions, Relocation};
use crate::checksum::ChecksumAlgorithm;
use crate::error::Error;
use crate::json::{self, Kind, Node, ReadOptions};
use crate::text::PositionEncoding;

impl EditOptions<'_> {
    /// Reads options from a JSON object whose members are named as the fields are;
    /// words are those of the options. `base`, which is a text, and `read` are not among
    /// them.
    ///
    /// # Errors
    ///
    /// The codes of [`crate::read`]; `WRONG_TYPE`; `UNKNOWN_OPTION` for an unknown name
    /// or word; `UNKNOWN_ENCODING`, `UNKNOWN_ALGORITHM`.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::{EditOptions, Relocation};
    ///
    /// let options = EditOptions::from_json(br#"{"relocate":"exact_unique"}"#)?;
    /// assert_eq!(options.relocate, Some(Relocation::ExactUnique));
    ///
    /// // What guards several texts guards nothing here.
    /// let refused = EditOptions::from_json(br#"{"expected_checksums":{}}"#).unwrap_err();
    /// assert_eq!(refused.code(), "UNKNOWN_OPTION");
    /// assert!(refused.to_string().ends_with("; did you mean `expected_checksum`?"));
    /// # Ok::<(), llm_types::Error>(())
    /// ```
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let mut options = Self::default();
        each(text, Self::names, |key, node| options.take(key, node))?;
        Ok(options)
    }
}

impl PlanOptions<'_> {
    /// As [`EditOptions::from_json`]. `bases`, which are texts, and `read` are not among
    /// the members.
    ///
    /// # Errors
    ///
    /// As [`EditOptions::from_json`].
    ///
    /// # Examples
    ///
    /// ```
    /// let options = llm_types::PlanOptions::from_json(br#"{"root":"/home/me"}"#)?;
    /// assert_eq!(options.root.as_deref(), Some("/home/me"));
    /// # Ok::<(), llm_types::Error>(())
    /// ```
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let mut options = Self::default();
        each(text, Self::names, |key, node| options.take(key, node))?;
        Ok(options)
    }
}

/// Hands over the members of a JSON object of options; one that nobody takes is refused.
fn each(
    text: &[u8],
    names: fn() -> Vec<String>,
    mut take: impl FnMut(&str, Node<'_>) -> Result<bool, Error>,
) -> Result<(), Error> {
    let document = json::read(text, &ReadOptions::default())?;
    let root = document.root();
    if root.kind() != Kind::Object {
        return Err(wrong("an object of options", root));
    }
    for (key, node) in root.members() {
        let key = key.as_str();
        if !node.is_null() && !take(&key, node)? {
            return Err(Error::UnknownOption {
                asked: key.into_owned(),
                names: names(),
            });
        }
    }
    Ok(())
}

/// The value of an option that is said in JSON.
pub(super) trait Said: Sized {
    fn said(node: Node<'_>) -> Result<Self, Error>;
}

impl Said for bool {
    fn said(node: Node<'_>) -> Result<Self, Error> {
        node.as_bool().ok_or_else(|| wrong("a boolean", node))
    }
}

impl Said for String {
    fn said(node: Node<'_>) -> Result<Self, Error> {
        let text = node.as_str().ok_or_else(|| wrong("a string", node))?;
        Ok(text.into_owned())
    }
}

impl<T: Said> Said for Option<T> {
    fn said(node: Node<'_>) -> Result<Self, Error> {
        T::said(node).map(Some)
    }
}

/// Checksums by their paths.
impl Said for BTreeMap<String, String> {
    fn said(node: Node<'_>) -> Result<Self, Error> {
        if node.kind() != Kind::Object {
            return Err(wrong("an object of checksums", node));
        }
        let members = node.members();
        members
            .map(|(path, checksum)| Ok((path.as_str().into_owned(), Said::said(checksum)?)))
            .collect()
    }
}

/// Paths.
impl Said for BTreeSet<String> {
    fn said(node: Node<'_>) -> Result<Self, Error> {
        if node.kind() != Kind::Array {
            return Err(wrong("a list of paths", node));
        }
        node.items().map(Said::said).collect()
    }
}

/// Options that are words.
macro_rules! words {
    ($($word:ty)+) => { $(
        impl Said for $word {
            fn said(node: Node<'_>) -> Result<Self, Error> {
                Ok(String::said(node)?.parse()?)
            }
        }
    )+ };
}

words! {
    ChecksumAlgorithm
    EditDetail
    EditFormat
    NewEol
    PositionEncoding
    Relocation
}

fn wrong(expected: &'static str, node: Node<'_>) -> Error {
    Error::WrongType {
        expected,
        found: node.kind().as_str().to_owned(),
    }
}
