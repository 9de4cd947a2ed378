//! The options as JSON: how the hosts say them, so that no binding reads a word.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::options::EditOptions;
use crate::error::Error;
use crate::json::{self, Kind, Node, ReadOptions};
use crate::text::TextError;

/// The names of the options, for the message that refuses another one.
const NAMES: &str = "`format`, `at`, `file`, `encoding`, `clamp`, `expected_checksum`, \
     `expected_checksums`, `unchecked`, `partial`, `relocate`, `eol`, `root`, `checksum`, \
     `execution_id`, `detail`, `well_formed`";

impl EditOptions<'_> {
    /// Reads options from a JSON object whose members are named as the fields are;
    /// words are those of the options. `base` and `bases`, which are texts, and `read` are
    /// not among them.
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
    /// # Ok::<(), llm_types::Error>(())
    /// ```
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let document = json::read(text, &ReadOptions::default())?;
        let mut options = Self::default();
        let root = document.root();
        if root.kind() != Kind::Object {
            return Err(wrong("an object of options", root));
        }
        for (key, node) in root.members() {
            if node.is_null() {
                continue;
            }
            let key = key.as_str();
            match key.as_ref() {
                "format" => options.format = Some(string(node)?.parse()?),
                "at" => options.at = Some(string(node)?),
                "file" => options.file = Some(string(node)?),
                "encoding" => options.encoding = Some(string(node)?.parse()?),
                "clamp" => options.clamp = flag(node)?,
                "expected_checksum" => options.expected_checksum = Some(string(node)?),
                "expected_checksums" => {
                    if node.kind() != Kind::Object {
                        return Err(wrong("an object of checksums", node));
                    }
                    for (path, checksum) in node.members() {
                        let path = path.as_str().into_owned();
                        options.expected_checksums.insert(path, string(checksum)?);
                    }
                }
                "unchecked" => options.unchecked = flag(node)?,
                "partial" => options.partial = flag(node)?,
                "relocate" => options.relocate = Some(string(node)?.parse()?),
                "eol" => options.eol = Some(string(node)?.parse()?),
                "root" => options.root = Some(string(node)?),
                "checksum" => options.checksum = string(node)?.parse()?,
                "execution_id" => options.execution_id = Some(string(node)?),
                "detail" => options.detail = string(node)?.parse()?,
                "well_formed" => options.well_formed = flag(node)?,
                _ => {
                    return Err(TextError::UnknownOption {
                        option: "option",
                        expected: NAMES,
                        asked: key.into_owned(),
                    }
                    .into());
                }
            }
        }
        Ok(options)
    }
}

fn string(node: Node<'_>) -> Result<String, Error> {
    let text = node.as_str().ok_or_else(|| wrong("a string", node))?;
    Ok(text.into_owned())
}

fn flag(node: Node<'_>) -> Result<bool, Error> {
    node.as_bool().ok_or_else(|| wrong("a boolean", node))
}

fn wrong(expected: &'static str, node: Node<'_>) -> Error {
    Error::WrongType {
        expected,
        found: node.kind().as_str().to_owned(),
    }
}
