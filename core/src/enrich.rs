//! What a tool left out and a text can say: context, checksums, language, positions,
//! fingerprints.
//!
//! The flags are those of the seeds (`--with-context`, `--with-checksums`, ...). What a
//! tool said stays as it is unless the caller says otherwise, and a span whose text is
//! not the one that the tool saw is left alone: what was added would be true of another
//! text. Who calls whom cannot be read off a text, so relationships are not filled in.
//!
//! `fill` goes through an envelope; what is added to one span is in `span`, to one error in
//! `codes`, why nothing is added in `not_enriched`, and how the envelope still comes home in
//! `home`. The language of a path is in `source/language.rs`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::diagnostic::Diagnostic;
use crate::dialect::sheet::Layout;
use crate::document_error::DocumentError;
use crate::documents::{self, Piece};
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::envelope::{Envelope, Wire};
use crate::error::Error;
use crate::json::{ReadOptions, Value, write_canonical};
use crate::normalize::{Changes, Judging, NormalizeOptions, Normalizing, One};
use crate::source::Sources;
use crate::source::library::Shelf;
use crate::text::words::words;

mod changed;
mod codes;
mod fill;
mod home;
mod not_enriched;
mod span;
#[cfg(test)]
mod tests;

pub(crate) use changed::Changed;
use fill::{Added, Kept, MadeOf};
use home::Home;
pub use not_enriched::{NotEnriched, NotEnrichedCode};

/// Lines of context on either side, if no number is given; seed 000.
pub const CONTEXT_LINES: u64 = 3;

/// What [`enrich`] adds. Nothing is added that is not asked for; where nothing is, the
/// envelope is that of [`normalize`](crate::normalize()).
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the seeds and stands alone"
)]
#[derive(Debug, Clone, Default)]
pub struct EnrichOptions<'s> {
    /// The texts that the document speaks of.
    pub sources: Option<&'s Sources>,
    /// `context`: the lines before, of and after each span.
    pub context: bool,
    /// Lines on either side, which asks for `context` too; [`CONTEXT_LINES`] if absent.
    pub context_lines: Option<u64>,
    /// `checksums`: of the text of each span and of its file.
    pub checksums: bool,
    /// `semantics`: the kind that the document gives, and the language of the path.
    pub semantics: bool,
    /// Lines and columns of spans that have none, and offsets of those that have only these.
    pub positions: bool,
    /// Columns in UTF-16 code units, beside ours in bytes.
    pub utf16: bool,
    /// `fingerprints`, of spans and of diagnostics.
    pub fingerprints: bool,
    /// What each known error code means, and what to do.
    pub error_codes: bool,
    /// `tool_hints.apply_atomically`, which the caller asks for.
    pub atomic: bool,
    /// `tool_hints.requires_full_context`, which the caller asks for.
    pub full_context: bool,
    /// Whether what a tool said gives way to what the sources say.
    pub overwrite: bool,
    /// The dialect, if it is known; detected if not.
    pub dialect: Option<String>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Whether to write the way back into the envelope, as member `origin`.
    pub origin: bool,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

/// One thing that [`enrich`] can add, as hosts name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Addition {
    /// See [`EnrichOptions::context`].
    Context,
    /// See [`EnrichOptions::checksums`].
    Checksums,
    /// See [`EnrichOptions::semantics`].
    Semantics,
    /// See [`EnrichOptions::positions`].
    Positions,
    /// See [`EnrichOptions::utf16`].
    Utf16,
    /// See [`EnrichOptions::fingerprints`].
    Fingerprints,
    /// See [`EnrichOptions::error_codes`].
    ErrorCodes,
    /// See [`EnrichOptions::atomic`].
    Atomic,
    /// See [`EnrichOptions::full_context`].
    FullContext,
}

words!(Addition {
    Context => "context",
    Checksums => "checksums",
    Semantics => "semantics",
    Positions => "positions",
    Utf16 => "utf16",
    Fingerprints => "fingerprints",
    ErrorCodes => "error_codes",
    Atomic => "atomic",
    FullContext => "full_context",
} of "addition");

impl EnrichOptions<'_> {
    /// Whether anything is asked for that goes beside a range.
    const fn is_about_ranges(&self) -> bool {
        self.context
            || self.checksums
            || self.semantics
            || self.positions
            || self.utf16
            || self.fingerprints
            || self.atomic
            || self.full_context
    }

    /// The same, with this added too.
    #[must_use]
    pub const fn with(mut self, addition: Addition) -> Self {
        let slot = match addition {
            Addition::Context => &mut self.context,
            Addition::Checksums => &mut self.checksums,
            Addition::Semantics => &mut self.semantics,
            Addition::Positions => &mut self.positions,
            Addition::Utf16 => &mut self.utf16,
            Addition::Fingerprints => &mut self.fingerprints,
            Addition::ErrorCodes => &mut self.error_codes,
            Addition::Atomic => &mut self.atomic,
            Addition::FullContext => &mut self.full_context,
        };
        *slot = true;
        self
    }
}

record! {
    /// The result of [`enrich`].
    pub struct Enriched closed {
        /// The envelope; of the first document, where the text holds several.
        required envelope: Value = (Envelope::TYPE),
        /// The envelope as canonical JSON (RFC 8785); one a line, where the text
        /// holds several documents.
        required text: String,
        /// The dialect of the document; of the first, where there are several.
        required dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// How many documents the text holds, those that were refused included.
        required documents: u64,
        /// How many of them were refused; `diagnostics` say why.
        required refused: u64,
        /// All envelopes, where the text holds several documents.
        list envelopes: Value = (Type::List(&Envelope::TYPE)),
        /// What is not as it was read: first what became of the document, then what
        /// was `added` to it or `replaced` in it.
        required changes: Changes,
        /// The spans that nothing was added to although it was asked for, and why.
        required not_enriched: Vec<NotEnriched>,
        /// What was found on the way.
        required diagnostics: Vec<Diagnostic>,
    }
}

record! {
    /// What became of one document of a text that arrives in pieces; see
    /// [`crate::Enricher`].
    pub struct EnrichedDocument closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// The envelope; absent if the document was refused.
        optional envelope: Value = (Envelope::TYPE),
        /// The envelope as canonical JSON (RFC 8785), on one line.
        optional text: String,
        /// The dialect of the document.
        optional dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// What is not as it was read: first what became of the document, then what
        /// was `added` to it or `replaced` in it.
        required changes: Changes,
        /// The spans that nothing was added to although it was asked for, and why.
        required not_enriched: Vec<NotEnriched>,
        /// What was found on the way; why it was refused, if it was.
        required diagnostics: Vec<Diagnostic>,
    }
}

/// Makes the envelope of a document of any known dialect, and adds to it what the
/// sources can say.
///
/// Idempotent: what is there stays, so that a second call adds nothing. Time O(n log n +
/// the sources that are named + what is added), and O(range) for each range whose text is
/// compared or hashed: many long ranges that overlap cost more than the source.
///
/// # Errors
///
/// As [`normalize`](crate::normalize()).
///
/// # Examples
///
/// ```
/// use llm_types::{EnrichOptions, Sources, enrich};
///
/// let text = r#"{"execution_id":"r1","pattern":"b","matches":[{"match_id":"m1",
///     "file":"a.rs","byte_start":4,"byte_end":5,"matched_text":"b",
///     "line_number":2,"column_number":1,"context_before":"","context_after":""}],
///     "match_count":1}"#;
/// let sources: Sources = [("a.rs", "one\nb\n")].into_iter().collect();
/// let enriched = enrich(text.as_bytes(), &EnrichOptions {
///     sources: Some(&sources),
///     context: true,
///     semantics: true,
///     ..EnrichOptions::default()
/// })?;
/// let span = enriched.envelope.at(&"/data/matches/0/span".parse()?).unwrap();
/// let said = |pointer: &str| span.at(&pointer.parse().unwrap()).unwrap().as_str();
/// assert_eq!(said("/context/before/0"), Some("one"));
/// assert_eq!(said("/semantics/language"), Some("rust"));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn enrich(text: &[u8], options: &EnrichOptions<'_>) -> Result<Enriched, Error> {
    let mut run = Enriching::new(options.clone());
    let mut enriched: Option<Enriched> = None;
    let add = |number: Option<u64>, mut filled: Filled| {
        let Filled { one, envelope, .. } = filled;
        match &mut enriched {
            None => {
                enriched = Some(Enriched {
                    envelopes: number.map(|_| envelope.clone()).into_iter().collect(),
                    envelope,
                    text: one.text,
                    dialect: one.adapter.name().into(),
                    generation: one.generation.map(Into::into),
                    documents: 0,
                    refused: 0,
                    changes: one.changes,
                    not_enriched: filled.left,
                    diagnostics: Vec::new(),
                });
            }
            Some(enriched) => {
                enriched.text.push('\n');
                enriched.text.push_str(&one.text);
                enriched.envelopes.push(envelope);
                enriched.changes.append(one.changes);
                enriched.not_enriched.append(&mut filled.left);
            }
        }
    };
    let totals = documents::made_of(text, &options.read, |piece| run.piece(piece), add)?;
    let enriched = enriched.ok_or_else(DocumentError::no_document)?;
    Ok(Enriched {
        documents: totals.documents,
        refused: totals.refused,
        diagnostics: totals.diagnostics,
        ..enriched
    })
}

/// One document that became an envelope, to which something was added.
pub(crate) struct Filled {
    /// Its text and its changes have what was added.
    pub(crate) one: One,
    pub(crate) envelope: Value,
    /// What was left alone.
    pub(crate) left: Vec<NotEnriched>,
}

/// Documents that are enriched one after the other, with what one leaves for the next.
pub(crate) struct Enriching<'s> {
    options: EnrichOptions<'s>,
    normalizing: Normalizing<'s>,
    kept: Kept<'s>,
}

impl<'s> Enriching<'s> {
    pub(crate) fn new(mut options: EnrichOptions<'s>) -> Self {
        // Who says how much of it asks for it.
        options.context |= options.context_lines.is_some();
        Self {
            normalizing: Normalizing::new(
                NormalizeOptions {
                    dialect: options.dialect.clone(),
                    sources: options.sources,
                    root: options.root.clone(),
                    origin: false,
                    read: options.read.clone(),
                    without_changes: false,
                },
                Judging::Silently,
            ),
            kept: Kept::default(),
            options,
        }
    }

    /// Takes sources over, for a host that cannot lend them.
    pub(crate) fn share(&mut self, sources: Sources) {
        self.normalizing.sources = Some(Shelf::Shared(Arc::new(sources)));
    }

    /// Forgets the documents of a text, and keeps what is known of the sources.
    pub(crate) fn restart(&mut self) {
        self.normalizing.restart();
        self.kept.restart();
    }

    /// The envelope of one document with what is added to it, and what is said about it, or
    /// why there is none.
    pub(crate) fn piece(&mut self, piece: Piece<'_>) -> (Result<Filled, Error>, Vec<Diagnostic>) {
        let number = piece.number;
        let original = match &piece.result {
            Ok(document) if self.options.origin => {
                let document = document.to_value();
                let layout = piece.sheet.map(|sheet| sheet.rewritten(&document).1);
                Some((document, layout))
            }
            _ => None,
        };
        let (result, mut said) = self.normalizing.piece(piece);
        let (filled, told) = match result {
            Ok(one) => {
                let (filled, told) = self.filled(one, original, number);
                (Ok(filled), told)
            }
            Err(error) => (Err(error), Vec::new()),
        };
        said.extend(told);
        (filled, said)
    }

    fn filled(
        &mut self,
        mut one: One,
        original: Option<(Value, Option<Layout>)>,
        number: Option<u64>,
    ) -> (Filled, Vec<Diagnostic>) {
        let mut envelope = one.envelope();
        let home = match Home::brought(&mut envelope) {
            Some(home) => Some(home),
            // An envelope in which nothing changes comes home as it is.
            None if one.is_as_read() => None,
            None => original.map(|(original, layout)| Home::read(&one, original, layout)),
        };
        let made_of = MadeOf {
            convention: one.convention,
            document: number,
            unplaced: one.changes.unplaced(),
            compared: core::mem::take(&mut one.compared),
        };
        let added = self.fill(&mut envelope, made_of);
        one.text = write_canonical(&envelope);
        if let Some(home) = home {
            home.write(&mut one, &mut envelope);
        }
        one.changes.extend(added.changes);
        let unshown = added.unshown.iter();
        let told = unshown.map(|(path, first)| not_shown(path, first, number));
        let told = told.collect();
        let filled = Filled {
            one,
            envelope,
            left: added.left,
        };
        (filled, told)
    }

    fn fill(&mut self, envelope: &mut Value, made_of: MadeOf) -> Added {
        let sources = self.normalizing.sources.as_ref();
        fill::fill(envelope, &self.options, sources, made_of, &mut self.kept)
    }
}

/// What is said of checksums that would be those of any text.
fn not_shown(path: &str, first: &str, document: Option<u64>) -> Diagnostic {
    let message = format!(
        "nothing beside `{first}` of the envelope shows that `{path}` is the text that the tool read: \
         the checksums are those of the text at hand"
    );
    let mut found = Diagnostic::new("TEXT_NOT_SHOWN", message);
    found.document = document;
    found
}
