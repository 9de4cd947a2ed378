//! The options as JSON: how the hosts say them, so that no binding reads a word.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use super::options::{EditOptions, PlanOptions};
use crate::error::Error;
use crate::json::{self, Kind, Node, ReadOptions};

/// The names of the options of both verbs, for the message that refuses another one. What only
/// the packages of the hosts say, `well_formed` and `unwritten`, is no choice of a caller's.
const SHARED: [&str; 12] = [
    "format",
    "at",
    "file",
    "encoding",
    "clamp",
    "unchecked",
    "partial",
    "relocate",
    "eol",
    "checksum",
    "execution_id",
    "detail",
];

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
        each(text, &["expected_checksum"], |key, node| {
            match key {
                "expected_checksum" => options.expected_checksum = Some(string(node)?),
                "well_formed" => options.well_formed = flag(node)?,
                _ => return options.tell(key, node),
            }
            Ok(true)
        })?;
        Ok(options)
    }

    /// Takes an option that both verbs know; says whether it is one.
    fn tell(&mut self, key: &str, node: Node<'_>) -> Result<bool, Error> {
        match key {
            "format" => self.format = Some(string(node)?.parse()?),
            "at" => self.at = Some(string(node)?),
            "file" => self.file = Some(string(node)?),
            "encoding" => self.encoding = Some(string(node)?.parse()?),
            "clamp" => self.clamp = flag(node)?,
            "unchecked" => self.unchecked = flag(node)?,
            "partial" => self.partial = flag(node)?,
            "relocate" => self.relocate = Some(string(node)?.parse()?),
            "eol" => self.eol = Some(string(node)?.parse()?),
            "checksum" => self.checksum = string(node)?.parse()?,
            "execution_id" => self.execution_id = Some(string(node)?),
            "detail" => self.detail = string(node)?.parse()?,
            "unwritten" => self.unwritten = flag(node)?,
            _ => return Ok(false),
        }
        Ok(true)
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
        let mut shared = EditOptions::default();
        let (mut expected_checksums, mut root) = (BTreeMap::new(), None);
        let mut well_formed = BTreeSet::new();
        each(text, &["expected_checksums", "root"], |key, node| {
            match key {
                "expected_checksums" => {
                    if node.kind() != Kind::Object {
                        return Err(wrong("an object of checksums", node));
                    }
                    for (path, checksum) in node.members() {
                        expected_checksums.insert(path.as_str().into_owned(), string(checksum)?);
                    }
                }
                "root" => root = Some(string(node)?),
                "well_formed" => {
                    if node.kind() != Kind::Array {
                        return Err(wrong("a list of paths", node));
                    }
                    well_formed = node.items().map(string).collect::<Result<_, _>>()?;
                }
                _ => return shared.tell(key, node),
            }
            Ok(true)
        })?;
        Ok(Self {
            expected_checksums,
            root,
            well_formed,
            ..Self::with_each(shared)
        })
    }
}

/// Hands over the members of a JSON object of options; one that nobody takes is refused. `own`
/// are the names that only this verb has.
fn each(
    text: &[u8],
    own: &[&str],
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
                names: own
                    .iter()
                    .chain(&SHARED)
                    .map(|name| (*name).to_owned())
                    .collect(),
            });
        }
    }
    Ok(())
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
