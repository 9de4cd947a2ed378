//! The dialects of a text: each of its documents may have another one.

use llm_types::stream::{Dialects, ReadAs};
use llm_types::{NormalizeOptions, Normalizer};

use crate::args::DocumentArgs;
use crate::cells::tame;

/// The dialects of a text. That of its first document is known already; only if there are more
/// documents, they are read again to tell theirs.
pub(crate) fn of(
    text: &[u8],
    documents: u64,
    first: Option<(&str, Option<&str>)>,
    args: &DocumentArgs,
) -> Dialects {
    let mut all = Dialects::default();
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

/// All of them for people; empty if there is none.
pub(crate) fn shown(dialects: &Dialects) -> String {
    let shown = |read: &ReadAs| match &read.generation {
        Some(generation) => format!("{} {}", read.dialect, tame(generation)),
        None => read.dialect.clone(),
    };
    let all: Vec<String> = dialects.list().iter().map(shown).collect();
    all.join(", ")
}
