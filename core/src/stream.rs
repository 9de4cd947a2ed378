//! Texts that arrive in pieces: JSON Lines of any length in constant memory.
//!
//! Each verb has an object that takes bytes and gives back a result for every
//! document that they complete. What is kept in between is the document at hand,
//! so that the memory does not depend on how many there are. The results are those
//! of [`normalize()`](crate::normalize()), [`validate()`](crate::validate()) and
//! [`convert()`](crate::convert()) on the whole text, one document at a time; of [`Enricher`]
//! those of [`enrich()`](crate::enrich()), for which the fingerprints of findings are counted,
//! and nothing else of what was found.
//!
//! A text that is one document, indented or not, gives its one result at the end.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::convert::{ConvertOptions, ConvertedDocument, Converting};
use crate::dialect;
use crate::documents::{Feed, Piece};
use crate::enrich::{EnrichOptions, EnrichedDocument, Enriching};
use crate::envelope::Wire;
use crate::error::Error;
use crate::normalize::{Changes, Judging, NormalizeOptions, NormalizedDocument, Normalizing};
use crate::source::Sources;
use crate::source::library::Shelf;
use crate::validate::{ValidateOptions, ValidatedDocument, Validating, Validation};

mod dialects;

pub use dialects::{Dialects, ReadAs};

/// The canonical JSON (RFC 8785) of a list of results, as the hosts pass it on.
pub fn to_json_list<T: Wire>(results: &Vec<T>) -> String {
    let mut text = String::new();
    results.write_json(&mut text);
    text
}

/// Makes envelopes of a text that arrives in pieces.
///
/// # Examples
///
/// ```
/// use llm_types::{NormalizeOptions, Normalizer};
///
/// let mut normalizer = Normalizer::new(NormalizeOptions::default())?;
/// let line = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let mut envelopes = 0;
/// for bytes in [&line[..], b"\n{\"trunc\n", line, b"\n"] {
///     let results = normalizer.push(bytes);
///     envelopes += results.iter().filter(|one| one.text.is_some()).count();
/// }
/// envelopes += normalizer.finish().len();
/// assert_eq!(envelopes, 2);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub struct Normalizer<'s> {
    feed: Feed,
    run: Normalizing<'s>,
}

impl<'s> Normalizer<'s> {
    /// Begins a text.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_DIALECT` for the option.
    pub fn new(options: NormalizeOptions<'s>) -> Result<Self, Error> {
        known(options.dialect.as_deref())?;
        Ok(Self {
            feed: Feed::new(options.read.clone()),
            run: Normalizing::new(options, Judging::Ranges),
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.run.sources = Some(Shelf::Shared(Arc::new(sources)));
        }
        self
    }

    /// Takes the next bytes of the text and gives what became of the documents
    /// that they complete. Time O(n log n) of what it gives.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<NormalizedDocument> {
        let Self { feed, run } = self;
        let mut results = Vec::new();
        feed.push(bytes, |piece| results.push(normalized(run, piece)));
        results
    }

    /// Takes the end of the text and gives what became of the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<NormalizedDocument> {
        let Self { feed, run } = self;
        let mut results = Vec::new();
        feed.finish(|piece| results.push(normalized(run, piece)));
        run.restart();
        results
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.feed.position()
    }
}

fn normalized(run: &mut Normalizing<'_>, piece: Piece<'_>) -> NormalizedDocument {
    let document = piece.number;
    let (result, diagnostics) = run.piece(piece);
    let mut normalized = NormalizedDocument {
        document,
        text: None,
        dialect: None,
        generation: None,
        changes: Changes::default(),
        diagnostics,
    };
    if let Ok(one) = result {
        normalized.text = Some(one.text);
        normalized.dialect = Some(one.adapter.name().into());
        normalized.generation = one.generation.map(Into::into);
        normalized.changes = one.changes;
    }
    normalized
}

/// Checks a text that arrives in pieces.
///
/// # Examples
///
/// ```
/// use llm_types::{ValidateOptions, Validator};
///
/// let mut validator = Validator::new(ValidateOptions::default())?;
/// let line = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":1}"#;
/// let mut verdicts = validator.push(&[&line[..], b"\n", line].concat());
/// verdicts.extend(validator.finish());
/// assert_eq!(verdicts[1].diagnostics.last().unwrap().code, "COUNT_MISMATCH");
/// assert_eq!(verdicts[1].diagnostics.last().unwrap().start_line, Some(2));
/// assert_eq!(validator.summary().documents, 2);
/// # Ok::<(), llm_types::Error>(())
/// ```
pub struct Validator<'s> {
    feed: Feed,
    run: Validating<'s>,
    /// Whether the next bytes are those of another text.
    finished: bool,
}

impl<'s> Validator<'s> {
    /// Begins a text.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_DIALECT` for the option.
    pub fn new(options: ValidateOptions<'s>) -> Result<Self, Error> {
        options.check()?;
        Ok(Self {
            feed: Feed::new(options.read.clone()),
            run: Validating::new(options),
            finished: false,
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.run.sources = Some(Shelf::Shared(Arc::new(sources)));
        }
        self
    }

    /// Takes the next bytes of the text and gives the verdicts on the documents
    /// that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<ValidatedDocument> {
        let Self {
            feed,
            run,
            finished,
        } = self;
        if core::mem::take(finished) {
            run.restart();
        }
        let mut results = Vec::new();
        feed.push(bytes, |piece| results.push(run.piece(&piece)));
        results
    }

    /// Takes the end of the text and gives the verdict on the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<ValidatedDocument> {
        let Self {
            feed,
            run,
            finished,
        } = self;
        if core::mem::replace(finished, true) {
            run.restart();
        }
        let mut results = Vec::new();
        feed.finish(|piece| results.push(run.piece(&piece)));
        results
    }

    /// The verdict on all documents of the text so far. Its `diagnostics` are
    /// empty, because they were handed over one document at a time; all else is
    /// what [`validate()`](crate::validate()) says of the whole text, and grows
    /// only with what could not be checked.
    pub fn summary(&self) -> Validation {
        self.run.total.clone()
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.feed.position()
    }
}

/// Writes a text that arrives in pieces in another dialect.
///
/// # Examples
///
/// ```
/// use llm_types::{ConvertOptions, Converter};
///
/// let mut converter = Converter::new("unified", ConvertOptions::default())?;
/// converter.push(br#"{"execution_id":"r1","pattern":"b","matches":[],"#);
/// converter.push(br#""match_count":0}"#);
/// assert!(converter.finish()[0].text.is_some());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub struct Converter<'s> {
    feed: Feed,
    run: Converting<'s>,
}

impl<'s> Converter<'s> {
    /// Begins a text that is to be written in the dialect `to`.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_DIALECT` for `to` and for the option.
    pub fn new(to: &str, options: ConvertOptions<'s>) -> Result<Self, Error> {
        known(options.dialect.as_deref())?;
        Ok(Self {
            feed: Feed::new(options.read.clone()),
            run: Converting::new(to, options)?,
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.run.normalizing.sources = Some(Shelf::Shared(Arc::new(sources)));
        }
        self
    }

    /// Takes the next bytes of the text and gives what became of the documents
    /// that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<ConvertedDocument> {
        let Self { feed, run } = self;
        let mut results = Vec::new();
        feed.push(bytes, |piece| results.push(converted(run, piece)));
        results
    }

    /// Takes the end of the text and gives what became of the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<ConvertedDocument> {
        let Self { feed, run } = self;
        let mut results = Vec::new();
        feed.finish(|piece| results.push(converted(run, piece)));
        run.restart();
        results
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.feed.position()
    }
}

fn converted(run: &mut Converting<'_>, piece: Piece<'_>) -> ConvertedDocument {
    let document = piece.number;
    let (result, diagnostics) = run.piece(piece);
    let mut converted = ConvertedDocument {
        document,
        text: None,
        dialect: None,
        losses: Vec::new(),
        diagnostics,
    };
    if let Ok(done) = result {
        converted.text = Some(done.text);
        converted.dialect = Some(done.dialect.into());
        converted.losses = done.losses;
    }
    converted
}

/// Adds to a text that arrives in pieces what the sources say.
///
/// # Examples
///
/// ```
/// use llm_types::{EnrichOptions, Enricher};
///
/// let mut enricher = Enricher::new(EnrichOptions { atomic: true, ..Default::default() })?;
/// let line = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let mut envelopes = enricher.push(&[&line[..], b"\n", line, b"\n"].concat());
/// envelopes.extend(enricher.finish());
/// assert_eq!(envelopes[1].document, Some(1));
/// assert!(envelopes[1].text.is_some());
/// # Ok::<(), llm_types::Error>(())
/// ```
pub struct Enricher<'s> {
    feed: Feed,
    run: Enriching<'s>,
}

impl<'s> Enricher<'s> {
    /// Begins a text.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_DIALECT` for the option.
    pub fn new(options: EnrichOptions<'s>) -> Result<Self, Error> {
        known(options.dialect.as_deref())?;
        Ok(Self {
            feed: Feed::new(options.read.clone()),
            run: Enriching::new(options),
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.run.share(sources);
        }
        self
    }

    /// Takes the next bytes of the text and gives what became of the documents
    /// that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<EnrichedDocument> {
        let Self { feed, run } = self;
        let mut results = Vec::new();
        feed.push(bytes, |piece| results.push(enriched(run, piece)));
        results
    }

    /// Takes the end of the text and gives what became of the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<EnrichedDocument> {
        let Self { feed, run } = self;
        let mut results = Vec::new();
        feed.finish(|piece| results.push(enriched(run, piece)));
        run.restart();
        results
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.feed.position()
    }
}

fn enriched(run: &mut Enriching<'_>, piece: Piece<'_>) -> EnrichedDocument {
    let document = piece.number;
    let (result, diagnostics) = run.piece(piece);
    let mut enriched = EnrichedDocument {
        document,
        envelope: None,
        text: None,
        dialect: None,
        generation: None,
        changes: Changes::default(),
        not_enriched: Vec::new(),
        diagnostics,
    };
    if let Ok(filled) = result {
        enriched.envelope = Some(filled.envelope);
        enriched.text = Some(filled.one.text);
        enriched.dialect = Some(filled.one.adapter.name().into());
        enriched.generation = filled.one.generation.map(Into::into);
        enriched.changes = filled.one.changes;
        enriched.not_enriched = filled.left;
    }
    enriched
}

/// Refuses an unknown dialect before there is a text.
fn known(name: Option<&str>) -> Result<(), Error> {
    name.map_or(Ok(()), |name| Ok(dialect::find(name).map(|_| ())?))
}
