//! Which files a document speaks of: what a host has to load before it asks for a verdict.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::structure::mentions::every_path;
use super::structure::walk_all;
use crate::dialect::{self, Series};
use crate::documents;
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::json::{Document, ReadOptions};
use crate::normalize::choose_dialect;

/// Options of [`referenced_paths`].
#[derive(Debug, Clone, Default)]
pub struct ReferencedPathsOptions {
    /// The dialect, if it is known; detected if not.
    pub dialect: Option<String>,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

/// The paths of the files that a document speaks of, each once, in order of
/// their first mention: what a host has to load to prove the ranges, and to look at
/// what else is said of lines and checksums.
///
/// A document of no known dialect is searched for spans all the same. Time O(n log n).
///
/// # Errors
///
/// The codes of [`crate::read`], if the text is not JSON; where it holds several
/// documents, those that cannot be read are passed over. `UNKNOWN_DIALECT`.
///
/// # Examples
///
/// ```
/// use llm_types::{ReferencedPathsOptions, referenced_paths};
///
/// let options = ReferencedPathsOptions::default();
/// let text = br#"{"x": [{"file_path": "a.rs", "byte_start": 0, "byte_end": 1}]}"#;
/// assert_eq!(referenced_paths(text, &options)?, ["a.rs"]);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn referenced_paths(
    text: &[u8],
    options: &ReferencedPathsOptions,
) -> Result<Vec<String>, Error> {
    let asked = options.dialect.as_deref();
    if let Some(name) = asked {
        dialect::find(name)?;
    }
    let mut paths: Vec<String> = Vec::new();
    let mut known = BTreeSet::new();
    let mut refused = None;
    let mut series = Series::default();
    documents::each(text, &options.read, |piece| match piece.result {
        Ok(document) => {
            let any: &Type = &Type::Any;
            let chosen = choose_dialect(&document, asked.or(piece.dialect), &series);
            let ty = chosen.map_or(any, |chosen| {
                series.take(chosen.adapter, document.root());
                chosen.adapter.documents()
            });
            paths_of(&document, ty, &mut known, &mut paths);
        }
        Err(error) if piece.number.is_none() => refused = Some(error),
        Err(_) => {}
    });
    refused.map_or(Ok(paths), |error| Err(error.into()))
}

/// Adds the paths of a document that are not known yet.
fn paths_of(
    document: &Document<'_>,
    ty: &'static Type,
    known: &mut BTreeSet<String>,
    paths: &mut Vec<String>,
) {
    let seen = walk_all(document.root(), ty);
    for path in every_path(&seen.claims, &seen.mentions) {
        if !known.contains(&*path) {
            known.insert(path.clone().into_owned());
            paths.push(path.into_owned());
        }
    }
}
