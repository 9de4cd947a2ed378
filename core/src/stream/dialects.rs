//! What the documents of one text were read as.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// What a document was read as.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ReadAs {
    /// The dialect, by its name.
    pub dialect: String,
    /// The generation, if one of the documents shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<String>,
}

/// Dialects and generations in the order in which they were met, each once.
///
/// # Examples
///
/// ```
/// use llm_types::stream::Dialects;
///
/// let mut dialects = Dialects::default();
/// for (dialect, generation) in
///     [("splice", None), ("magellan", Some("1.0.0")), ("splice", Some("2.0.0"))]
/// {
///     dialects.add(Some(dialect), generation);
/// }
/// let [first, _] = dialects.list() else { panic!("two dialects") };
/// assert_eq!(first.generation.as_deref(), Some("2.0.0"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Dialects(Vec<ReadAs>);

impl Dialects {
    /// Adds that of a document, if it has one. What a document does not show of its
    /// generation, another one may. O(d) for d dialects.
    pub fn add(&mut self, dialect: Option<&str>, generation: Option<&str>) {
        let Some(dialect) = dialect else { return };
        let fits = |known: &&mut ReadAs| {
            known.dialect == dialect
                && (generation.is_none()
                    || known.generation.is_none()
                    || known.generation.as_deref() == generation)
        };
        match self.0.iter_mut().find(fits) {
            Some(known) => {
                if known.generation.is_none() {
                    known.generation = generation.map(ToOwned::to_owned);
                }
            }
            None => self.0.push(ReadAs {
                dialect: dialect.to_owned(),
                generation: generation.map(ToOwned::to_owned),
            }),
        }
    }

    /// All of them.
    pub fn list(&self) -> &[ReadAs] {
        &self.0
    }
}
