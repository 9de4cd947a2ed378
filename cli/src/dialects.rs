//! The dialects of a text, which can be several: of many documents, each has its own.

use llm_types::{NormalizeOptions, Normalizer};
use serde::Serialize;

use crate::args::DocumentArgs;
use crate::cells::tame;

/// Dialects and generations in the order in which they were met, each once.
#[derive(Debug, Default)]
pub(crate) struct Dialects(Vec<Read>);

/// What one document was read as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Read {
    pub(crate) dialect: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) generation: Option<String>,
}

impl Dialects {
    /// Those of a text, of which the first is known already: if it holds more documents
    /// than one, these are asked.
    pub(crate) fn of(
        text: &[u8],
        documents: u64,
        first: Option<(&str, Option<&str>)>,
        args: &DocumentArgs,
    ) -> Self {
        let mut all = Self::default();
        if let Some((dialect, generation)) = first {
            all.add(Some(dialect), generation);
        }
        let options = NormalizeOptions {
            dialect: args.dialect.clone(),
            without_changes: true,
            ..NormalizeOptions::default()
        };
        if documents > 1
            && let Ok(mut normalizer) = Normalizer::new(options)
        {
            let mut results = normalizer.push(text);
            results.append(&mut normalizer.finish());
            for one in &results {
                all.add(one.dialect.as_deref(), one.generation.as_deref());
            }
        }
        all
    }

    /// Adds that of a document, if it has one.
    pub(crate) fn add(&mut self, dialect: Option<&str>, generation: Option<&str>) {
        let Some(dialect) = dialect else { return };
        // What a document does not show of its generation, another one may.
        let fits = |read: &&mut Read| {
            read.dialect == dialect
                && (generation.is_none()
                    || read.generation.is_none()
                    || read.generation.as_deref() == generation)
        };
        match self.0.iter_mut().find(fits) {
            Some(known) => {
                if known.generation.is_none() {
                    known.generation = generation.map(ToOwned::to_owned);
                }
            }
            None => self.0.push(Read {
                dialect: dialect.to_owned(),
                generation: generation.map(ToOwned::to_owned),
            }),
        }
    }

    pub(crate) fn list(&self) -> &[Read] {
        &self.0
    }

    /// All of them for people; empty if there is none.
    pub(crate) fn shown(&self) -> String {
        let shown = |read: &Read| match &read.generation {
            Some(generation) => format!("{} {}", read.dialect, tame(generation)),
            None => read.dialect.clone(),
        };
        let all: Vec<String> = self.0.iter().map(shown).collect();
        all.join(", ")
    }
}
