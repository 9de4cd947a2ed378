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
use crate::documents::Piece;
use crate::enrich::{EnrichOptions, EnrichedDocument, Enriching};
use crate::envelope::Wire;
use crate::error::Error;
use crate::normalize::{Changes, Judging, NormalizeOptions, NormalizedDocument, Normalizing};
use crate::source::Sources;
use crate::source::library::Shelf;
use crate::validate::{ValidateOptions, ValidatedDocument, Validating, Validation};

mod dialects;
mod run;

pub use dialects::{Dialects, ReadAs};
use run::{Run, Stream};

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
    stream: Stream<Normalizing<'s>>,
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
            stream: Stream::new(
                options.read.clone(),
                Normalizing::new(options, Judging::Aloud),
            ),
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.stream.run.sources = Some(Shelf::Shared(Arc::new(sources)));
        }
        self
    }

    /// Takes the next bytes of the text and gives what became of the documents
    /// that they complete. Time O(n log n) of what it gives.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<NormalizedDocument> {
        self.stream.push(bytes)
    }

    /// Takes the end of the text and gives what became of the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<NormalizedDocument> {
        self.stream.finish()
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }
}

impl Run for Normalizing<'_> {
    type Given = NormalizedDocument;

    fn take(&mut self, piece: Piece<'_>) -> NormalizedDocument {
        let document = piece.number;
        let (result, diagnostics) = self.piece(piece);
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

    fn forget(&mut self) {
        self.restart();
    }
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
    stream: Stream<Validating<'s>>,
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
            stream: Stream::new(options.read.clone(), Validating::new(options)),
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.stream.run.sources = Some(Shelf::Shared(Arc::new(sources)));
        }
        self
    }

    /// Takes the next bytes of the text and gives the verdicts on the documents
    /// that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<ValidatedDocument> {
        self.stream.push(bytes)
    }

    /// Takes the end of the text and gives the verdict on the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<ValidatedDocument> {
        self.stream.finish()
    }

    /// The verdict on all documents of the text so far. Its `diagnostics` are
    /// empty, because they were handed over one document at a time; all else is
    /// what [`validate()`](crate::validate()) says of the whole text, and grows
    /// only with what could not be checked.
    pub fn summary(&self) -> Validation {
        self.stream.run.total.clone()
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }
}

impl Run for Validating<'_> {
    type Given = ValidatedDocument;

    fn take(&mut self, piece: Piece<'_>) -> ValidatedDocument {
        self.piece(&piece)
    }

    fn forget(&mut self) {
        self.restart();
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
    stream: Stream<Converting<'s>>,
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
            stream: Stream::new(options.read.clone(), Converting::new(to, options)?),
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.stream.run.normalizing.sources = Some(Shelf::Shared(Arc::new(sources)));
        }
        self
    }

    /// Takes the next bytes of the text and gives what became of the documents
    /// that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<ConvertedDocument> {
        self.stream.push(bytes)
    }

    /// Takes the end of the text and gives what became of the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<ConvertedDocument> {
        self.stream.finish()
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }
}

impl Run for Converting<'_> {
    type Given = ConvertedDocument;

    fn take(&mut self, piece: Piece<'_>) -> ConvertedDocument {
        let document = piece.number;
        let (result, diagnostics) = self.piece(piece);
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

    fn forget(&mut self) {
        self.restart();
    }
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
    stream: Stream<Enriching<'s>>,
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
            stream: Stream::new(options.read.clone(), Enriching::new(options)),
        })
    }

    /// Takes sources over, for a host that cannot lend them; `None` changes nothing.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<Option<Sources>>) -> Self {
        if let Some(sources) = sources.into() {
            self.stream.run.share(sources);
        }
        self
    }

    /// Takes the next bytes of the text and gives what became of the documents
    /// that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<EnrichedDocument> {
        self.stream.push(bytes)
    }

    /// Takes the end of the text and gives what became of the rest of it. What is
    /// pushed after that is a new text.
    pub fn finish(&mut self) -> Vec<EnrichedDocument> {
        self.stream.finish()
    }

    /// Offset of the first byte of which no result was given yet.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }
}

impl Run for Enriching<'_> {
    type Given = EnrichedDocument;

    fn take(&mut self, piece: Piece<'_>) -> EnrichedDocument {
        let document = piece.number;
        let (result, diagnostics) = self.piece(piece);
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

    fn forget(&mut self) {
        self.restart();
    }
}

/// Refuses an unknown dialect before there is a text.
fn known(name: Option<&str>) -> Result<(), Error> {
    name.map_or(Ok(()), |name| Ok(dialect::find(name).map(|_| ())?))
}
