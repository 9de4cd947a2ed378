//! Is the document right?
//!
//! Three questions, each in its own file: does it have the shape of its dialect
//! (`structure`), do its values agree with each other (`semantics`), and do they
//! agree with the source texts (`source`). All that is wrong is reported, each
//! with its place in the JSON text and, where it has one, in the source.
//!
//! There is one path: the walk that accepts is the walk that explains.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod claim;
mod found;
mod report;
mod semantics;
mod source;
mod structure;
mod time;

pub(crate) use claim::{Claim, Part};
pub(crate) use found::{Found, Places, Slot, Step, Trail, diagnostics};
pub use report::{Checked, NotChecked, SourceChecked, Validation};
pub(crate) use semantics::{Lines, Said, lines_of};
pub(crate) use structure::{Fit, Seen, choose, takes, walk};

use crate::diagnostic::Diagnostic;
use crate::dialect;
use crate::document_error::DocumentError;
use crate::documents;
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::json::{Document, Node, ReadOptions};
use crate::normalize::{Chosen, choose_dialect, library_of};
use crate::source::Sources;
use crate::source::library::Indexes;

/// What [`validate`] may be told.
#[derive(Debug, Clone, Default)]
pub struct ValidateOptions<'s> {
    /// The dialect, if it is known; detected if not.
    pub dialect: Option<String>,
    /// Source texts to prove the ranges against.
    pub sources: Option<&'s Sources>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Whether to list members that no shape knows, and to let no warning pass.
    pub strict: bool,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

/// Checks a document: its shape, its arithmetic, and its ranges against the
/// source texts, as far as those are given.
///
/// Never fails: a text that cannot be read has a diagnostic that says why. What
/// could not be checked is listed with the reason; silence means checked.
/// Time O(n log n), and O(source) for each source that is named.
///
/// # Examples
///
/// ```
/// use llm_types::{Sources, ValidateOptions, validate};
///
/// let text = br#"{"schema_version":"1.1.0","execution_id":"r1","data":{"pattern":"b",
///     "matches":[{"match_id":"m1","matched_text":"b","span":{"file_path":"a.txt",
///     "byte_start":3,"byte_end":4,"start_line":2,"start_col":1,"end_line":2,"end_col":2}}],
///     "count":1}}"#;
/// let sources: Sources = [("a.txt", "a\nab\n")].into_iter().collect();
/// let options = ValidateOptions { sources: Some(&sources), ..Default::default() };
/// let validation = validate(text, &options);
/// assert!(validation.ok);
/// assert_eq!(validation.checked.source.spans_proved, 1);
/// ```
pub fn validate(text: &[u8], options: &ValidateOptions<'_>) -> Validation {
    let mut validation = Validation {
        ok: false,
        dialect: None,
        generation: None,
        documents: 0,
        checked: Checked {
            structure: false,
            semantics: false,
            source: SourceChecked {
                spans_total: 0,
                spans_proved: 0,
            },
            not_checked: Vec::new(),
        },
        diagnostics: Vec::new(),
    };
    if dialect::magellan::is_csv(text) {
        let detection = dialect::magellan::csv_detection();
        validation.dialect = detection.dialect;
        validation.documents = 1;
        let error = Error::from(DocumentError::csv());
        let mut run = Run::new(text, options, validation);
        run.unreadable(&error, None, None);
        return run.validation;
    }
    let pieces = documents::split(text, &options.read);
    let single = pieces.is_single();
    validation.checked.structure = true;
    validation.checked.semantics = true;
    let mut run = Run::new(text, options, validation);
    for piece in pieces {
        let number = (!single).then_some(run.validation.documents);
        run.validation.documents += 1;
        match piece {
            Ok(document) => run.document(&document, number),
            Err(error) => run.unreadable(&Error::from(error), number, None),
        }
    }
    let mut validation = run.validation;
    validation.ok = !validation.diagnostics.iter().any(|diagnostic| {
        diagnostic.is_error() || (options.strict && diagnostic.level == crate::rule::Level::Warning)
    });
    validation
}

/// A validation that is under way, with what one document leaves for the next.
struct Run<'t, 'o, 's> {
    options: &'o ValidateOptions<'s>,
    places: Places<'t>,
    indexes: Indexes<'s>,
    /// What is in the list of what was not checked.
    said: BTreeSet<(String, String)>,
    validation: Validation,
}

impl<'t, 'o, 's> Run<'t, 'o, 's> {
    fn new(text: &'t [u8], options: &'o ValidateOptions<'s>, validation: Validation) -> Self {
        Self {
            options,
            places: Places::of(text),
            indexes: Indexes::default(),
            said: BTreeSet::new(),
            validation,
        }
    }

    /// `range` is where the document stands, if it could be read.
    fn unreadable(&mut self, error: &Error, number: Option<u64>, range: Option<(u64, u64)>) {
        let mut diagnostic = refusal(&mut self.places, error, number);
        if let (None, Some(range)) = (diagnostic.byte_start, range) {
            diagnostic.pointer.get_or_insert_default();
            diagnostic.place_in(self.places.index(), range);
        }
        self.validation.diagnostics.push(diagnostic);
        let checked = &mut self.validation.checked;
        checked.structure = false;
        checked.semantics = false;
        let what = number.map_or_else(|| "document".to_owned(), |n| alloc::format!("document {n}"));
        checked.not_checked.push(NotChecked {
            what,
            why: error.to_string(),
        });
    }

    fn document(&mut self, document: &Document<'_>, number: Option<u64>) {
        let options = self.options;
        let root = document.root();
        let Chosen {
            adapter,
            generation,
            rival,
        } = match choose_dialect(document, options.dialect.as_deref()) {
            Ok(chosen) => chosen,
            Err(error) => return self.unreadable(&error.into(), number, Some(root.byte_range())),
        };
        self.validation
            .dialect
            .get_or_insert_with(|| adapter.name().into());
        if self.validation.generation.is_none() {
            self.validation.generation = generation;
        }
        let mut seen = walk(root, adapter.documents(), options.strict);
        seen.lints(document);
        seen.near_tie(root, adapter.name(), rival);
        semantics::check(&mut seen, adapter.convention(), adapter.versions());
        self.validation.checked.source.spans_total += seen.spans();
        let library = library_of(
            &seen,
            adapter,
            options.sources,
            options.root.as_deref(),
            &mut self.indexes,
        );
        match library {
            Some(mut library) => {
                let outcome = source::check(&mut seen, adapter.convention(), &mut library);
                self.indexes.keep(Some(library));
                self.validation.checked.source.spans_proved += outcome.proved;
                for NotChecked { what, why } in outcome.not_checked {
                    self.not_checked(&what, &why);
                }
            }
            None if seen.spans() > 0 => self.not_checked("source", "no sources were given"),
            None => {}
        }
        for slot in core::mem::take(&mut seen.unknown) {
            let pointer = slot.pointer(&seen.trails).to_string();
            self.not_checked(&pointer, "an answer that is not known of this dialect");
        }
        let found = core::mem::take(&mut seen.found);
        let found = diagnostics(&mut self.places, found, number);
        self.validation.diagnostics.extend(found);
    }

    fn not_checked(&mut self, what: &str, why: &str) {
        if self.said.insert((what.to_owned(), why.to_owned())) {
            self.validation.checked.not_checked.push(NotChecked {
                what: what.to_owned(),
                why: why.to_owned(),
            });
        }
    }
}

/// A refusal, as a diagnostic.
pub(crate) fn refusal(places: &mut Places<'_>, error: &Error, number: Option<u64>) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(error.code(), error.to_string());
    diagnostic.level = crate::rule::Level::Error;
    diagnostic.document = number;
    diagnostic.pointer = error.pointer().map(Into::into);
    if let Some(range) = error.byte_range() {
        diagnostic.place_in(places.index(), range);
    }
    diagnostic
}

/// The paths of the files that a document speaks of, each once, in order of
/// their first mention: what a host has to load to prove the ranges.
///
/// A document of no known dialect is searched for spans all the same.
///
/// # Errors
///
/// The codes of [`crate::read`], if the text is not JSON; where it holds several
/// documents, those that cannot be read are passed over.
///
/// # Examples
///
/// ```
/// let text = br#"{"x": [{"file_path": "a.rs", "byte_start": 0, "byte_end": 1}]}"#;
/// assert_eq!(llm_types::referenced_paths(text)?, ["a.rs"]);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn referenced_paths(text: &[u8]) -> Result<Vec<String>, Error> {
    let options = ReadOptions::default();
    let pieces = documents::split(text, &options);
    let single = pieces.is_single();
    let mut paths: Vec<String> = Vec::new();
    let mut known = BTreeSet::new();
    for piece in pieces {
        let document = match piece {
            Ok(document) => document,
            Err(error) if single => return Err(error.into()),
            Err(_) => continue,
        };
        let any: &Type = &Type::Any;
        let ty = choose_dialect(&document, None).map_or(any, |chosen| chosen.adapter.documents());
        let seen = walk(document.root(), ty, false);
        for path in seen.paths() {
            if known.insert(path.clone()) {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

impl<'d> Seen<'d> {
    /// Ranges that name a file.
    fn spans(&self) -> u64 {
        let spans = self.claims.iter();
        spans
            .filter(|claim| claim.get(Part::Path).is_some())
            .count() as u64
    }

    /// Paths of the ranges, in order.
    pub(crate) fn paths(&self) -> impl Iterator<Item = String> + '_ {
        let paths = self
            .claims
            .iter()
            .filter_map(|claim| claim.text(Part::Path));
        paths.map(alloc::borrow::Cow::into_owned)
    }

    /// Takes over what the reader has noticed.
    pub(crate) fn lints(&mut self, document: &Document<'_>) {
        for lint in document.lints() {
            let pointer = crate::json::Pointer::parse(&lint.place.pointer);
            self.found.push(Found {
                code: lint.code(),
                level: Some(lint.level()),
                message: lint.to_string(),
                pointer: pointer.unwrap_or_default(),
                range: (lint.place.byte_start, lint.place.byte_end),
                expected: None,
                span: None,
                related: Vec::new(),
            });
        }
    }

    /// Says that another dialect is nearly as likely.
    pub(crate) fn near_tie(&mut self, root: Node<'d>, chosen: &str, rival: Option<String>) {
        if let Some(rival) = rival {
            let message = alloc::format!("read as `{chosen}`; `{rival}` is nearly as likely");
            let found = Found::at("NEAR_TIE", Slot::root(root), &self.trails, message);
            self.found.push(found);
        }
    }
}
