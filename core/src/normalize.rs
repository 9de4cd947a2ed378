//! Any document in, the envelope out, with every change on record.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::detect::{Likeliest, likeliest, misspelt};
use crate::diagnostic::Diagnostic;
use crate::dialect::sheet::Sheet;
use crate::dialect::{self, Adapter, Convention, Making, Recognition, Series};
use crate::document_error::DocumentError;
use crate::documents::{self, Piece, Totals};
use crate::envelope::{Envelope, Misfit, OPERATION_VERSION, ORIGIN, RESPONSE_VERSION, Wire};
use crate::error::Error;
use crate::json::{Document, JsonError, ReadOptions, Value, write_canonical};
use crate::origin::{self, reread};
use crate::source::Sources;
use crate::source::compared::Compared;
use crate::source::library::{Indexes, Library, Shelf};
use crate::validate::{self, Found, OfPlaces, Places, Seen, diagnostics, located, walk};

/// Options of [`normalize`].
#[derive(Debug, Clone, Default)]
pub struct NormalizeOptions<'s> {
    /// The dialect, if it is known; detected if not.
    pub dialect: Option<String>,
    /// Source texts, for what only they can prove. Errors in what the document says of its ranges
    /// are then among the diagnostics, as [`validate`](crate::validate()) tells them.
    pub sources: Option<&'s Sources>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Whether to write the way back into the envelope, as member `origin`.
    pub origin: bool,
    /// Whether to leave the list of changes out: `changes` is empty then, and nothing else is
    /// different. Making it takes about two thirds as long as everything else together.
    pub without_changes: bool,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

mod change;
mod changes;
mod contradicted;
mod left_out;
mod misread;
mod rounds;
mod spans;
mod unplaced;
mod wire;

pub use change::{Change, ChangeKind};
pub(crate) use changes::{About, Somewhere, Step, Steps};
pub use changes::{Changes, ChangesIter};
use rounds::Rounds;
pub use spans::{ReferencedSpan, referenced_spans};

/// The result of [`normalize`].
///
/// Its envelopes are text; they become values only when somebody asks for them.
#[derive(Debug, Clone, PartialEq)]
pub struct Normalized {
    /// The envelope as canonical JSON (RFC 8785); one a line, where the text holds
    /// several documents.
    pub text: String,
    /// The dialect of the document; of the first, where there are several.
    pub dialect: Cow<'static, str>,
    /// The generation of the tool, if it shows.
    pub generation: Option<Cow<'static, str>>,
    /// How many documents the text holds, those that were refused included.
    pub documents: u64,
    /// How many of them were refused; `diagnostics` say why.
    pub refused: u64,
    /// What is not as it was read; nothing under
    /// [`without_changes`](NormalizeOptions::without_changes).
    pub changes: Changes,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the text holds several documents.
    several: bool,
}

impl Normalized {
    /// The envelope; of the first document, where the text holds several. It is read
    /// from `text` each time: time O(envelope).
    pub fn envelope(&self) -> Value {
        value_of(self.first())
    }

    /// All envelopes, where the text holds several documents; nothing where it is one
    /// document. They are read from `text` each time: time O(text).
    pub fn envelopes(&self) -> Vec<Value> {
        self.lines().map(value_of).collect()
    }

    /// The envelope, typed.
    ///
    /// # Errors
    ///
    /// [`Misfit`], if the document lacked something that an envelope must have;
    /// `diagnostics` says so too.
    pub fn typed(&self) -> Result<Envelope, Misfit> {
        Envelope::from_value(self.envelope())
    }

    /// Whether the text holds several documents.
    pub(crate) const fn several(&self) -> bool {
        self.several
    }

    fn first(&self) -> &str {
        self.text.split('\n').next().unwrap_or_default()
    }

    /// The text of each envelope, where there are several documents.
    fn lines(&self) -> impl Iterator<Item = &str> {
        // Canonical JSON has no line breaks of its own.
        self.text.split('\n').filter(|_| self.several)
    }
}

/// What became of one document of a text that arrives in pieces; see
/// [`crate::Normalizer`].
#[derive(Debug, Clone, PartialEq)]
pub struct NormalizedDocument {
    /// Number of the document, from 0, where the text holds several.
    pub document: Option<u64>,
    /// The envelope as canonical JSON (RFC 8785), on one line; absent if the document
    /// was refused.
    pub text: Option<String>,
    /// The dialect of the document.
    pub dialect: Option<Cow<'static, str>>,
    /// The generation of the tool, if it shows.
    pub generation: Option<Cow<'static, str>>,
    /// What is not as it was read; nothing under
    /// [`without_changes`](NormalizeOptions::without_changes).
    pub changes: Changes,
    /// What was found on the way; why it was refused, if it was.
    pub diagnostics: Vec<Diagnostic>,
}

impl NormalizedDocument {
    /// The envelope, read from `text`. Time O(envelope).
    pub fn envelope(&self) -> Option<Value> {
        self.text.as_deref().map(value_of)
    }
}

/// One document that became an envelope.
pub(crate) struct One {
    pub(crate) adapter: &'static dyn Adapter,
    /// That of the document it was made of.
    pub(crate) convention: &'static Convention,
    pub(crate) generation: Option<&'static str>,
    /// The envelope as canonical JSON.
    pub(crate) text: String,
    pub(crate) changes: Changes,
    pub(crate) found: Vec<Found>,
    /// What the sources are to its ranges.
    pub(crate) compared: Compared,
}

impl One {
    /// The envelope, read from its text.
    pub(crate) fn envelope(&self) -> Value {
        value_of(&self.text)
    }

    /// Whether the envelope is the document itself, as it was read.
    pub(crate) fn is_as_read(&self) -> bool {
        self.adapter.is_envelope() && self.changes.is_empty()
    }
}

/// The value that a text of ours is.
pub(crate) fn value_of(text: &str) -> Value {
    reread(text).map_or(Value::Null, |document| document.to_value())
}

/// How many arrays and objects are open at the deepest place of a text of ours.
fn depth_of(text: &str) -> u64 {
    reread(text).map_or(0, |document| document.depth())
}

/// Whether an envelope has an origin.
pub(crate) fn has_origin(text: &str) -> bool {
    let read = || reread(text).is_some_and(|document| document.root().get(ORIGIN).is_some());
    text.contains("\"origin\":") && read()
}

/// Documents that become envelopes one after the other, with what one leaves for
/// the next.
pub(crate) struct Normalizing<'s> {
    pub(crate) options: NormalizeOptions<'s>,
    pub(crate) sources: Option<Shelf<'s>>,
    pub(crate) indexes: Indexes<'s>,
    pub(crate) series: Series,
    judging: Judging,
}

/// Whether it is told what the sources contradict in a document. They are held against its ranges
/// either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judging {
    /// It is an error of the document.
    Aloud,
    /// Nothing is said of it here.
    Silently,
}

impl<'s> Normalizing<'s> {
    pub(crate) fn new(options: NormalizeOptions<'s>, judging: Judging) -> Self {
        Self {
            sources: options.sources.map(Shelf::Borrowed),
            options,
            judging,
            indexes: Indexes::default(),
            series: Series::default(),
        }
    }

    /// Forgets the documents of a text, and keeps what is known of the sources.
    pub(crate) fn restart(&mut self) {
        self.series = Series::default();
    }

    /// What changes on the way into the envelope of a document that is not among those of the text:
    /// one that was read as this dialect before.
    pub(crate) fn changes_of(&mut self, text: &str, dialect: &str) -> Changes {
        let series = core::mem::take(&mut self.series);
        let asked = self.options.dialect.replace(dialect.into());
        let mut changes = Changes::default();
        documents::each(text.as_bytes(), &origin::without_limits(), |piece| {
            let envelope = |document: &Document<'_>| self.envelope(document, None).ok();
            if let Some((one, _)) = piece.result.as_ref().ok().and_then(envelope) {
                changes.append(one.changes);
            }
        });
        self.options.dialect = asked;
        self.series = series;
        changes
    }

    /// The envelope of one document, and what is said about it, or why there is
    /// none.
    pub(crate) fn piece(&mut self, piece: Piece<'_>) -> (Result<One, Error>, Vec<Diagnostic>) {
        let mut places = Places::of(piece.text, piece.start);
        let number = piece.number;
        let result = match piece.result {
            Ok(document) => self
                .one(&document, piece.sheet, piece.dialect)
                .map_err(|error| misspelt::with_likely_names(error, &document, number)),
            Err(error) => {
                self.series.unreadable();
                Err(error.into())
            }
        };
        match result {
            Ok(mut one) => {
                let found = core::mem::take(&mut one.found);
                one.changes.number(number);
                (Ok(one), diagnostics(&mut places, found, number))
            }
            Err(error) => {
                let refusal = validate::refusal(&mut places, &error, number);
                (Err(error), alloc::vec![refusal])
            }
        }
    }
}

/// Makes the envelope of a document of any known dialect.
///
/// Nothing that the document says is lost, and nothing is said that it does not
/// say or prove: a column changes its unit only with the text of its line, an
/// id that a tool gave is kept, a member that we do not know is carried along.
/// What has no place in the envelope is in its `origin`, if that is asked for.
///
/// Whether the document is right is for [`validate`](crate::validate()) to say. Only what `sources`
/// deny is told here as well: whoever gives them expects ranges that can be relied on.
///
/// A text of several documents (JSON Lines, or one after the other) gives as
/// many envelopes; a line that cannot be read is a diagnostic, and the rest goes
/// on. Time O(n log n), memory O(n).
///
/// # Errors
///
/// The codes of [`crate::read`]; `DIALECT_NOT_RECOGNISED`, `UNKNOWN_DIALECT` for
/// the option; `TOO_DEEP` also where the envelope would be deeper than
/// `read.max_depth`. A document that is wrong in any other way is not an error:
/// see `diagnostics`.
///
/// # Examples
///
/// ```
/// use llm_types::{NormalizeOptions, normalize};
///
/// let text = r#"{"execution_id":"r1","pattern":"b","matches":[{"match_id":"m1",
///     "file":"./a.rs","byte_start":3,"byte_end":4,"matched_text":"b",
///     "line_number":1,"column_number":3,"context_before":"é ","context_after":""}],
///     "match_count":1}"#;
/// let normalized = normalize(text.as_bytes(), &NormalizeOptions::default())?;
/// let envelope = normalized.envelope();
/// let span = envelope.at(&"/data/matches/0/span".parse()?).unwrap();
/// assert_eq!(span.get("file_path").unwrap().as_str(), Some("a.rs"));
/// assert_eq!(span.get("start_col").unwrap().as_u64(), Some(3));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn normalize(text: &[u8], options: &NormalizeOptions<'_>) -> Result<Normalized, Error> {
    let mut normalized: Option<Normalized> = None;
    let add = |number: Option<u64>, one: One| match &mut normalized {
        None => {
            normalized = Some(Normalized {
                text: one.text,
                dialect: one.adapter.name().into(),
                generation: one.generation.map(Into::into),
                documents: 0,
                refused: 0,
                changes: one.changes,
                diagnostics: Vec::new(),
                several: number.is_some(),
            });
        }
        Some(normalized) => {
            normalized.text.push('\n');
            normalized.text.push_str(&one.text);
            normalized.changes.append(one.changes);
        }
    };
    let totals = each(text, options, Judging::Aloud, add)?;

    let normalized = normalized.ok_or_else(DocumentError::no_document)?;
    Ok(Normalized {
        documents: totals.documents,
        refused: totals.refused,
        diagnostics: totals.diagnostics,
        ..normalized
    })
}

/// The envelopes of a text, for what goes on with them.
pub(crate) struct Envelopes {
    /// Each with the number of its document, where the text holds several.
    pub(crate) all: Vec<(Option<u64>, Value)>,
    /// What the sources are to the ranges of each, by these numbers.
    pub(crate) compared: BTreeMap<Option<u64>, Compared>,
    /// What all documents come to, those that were refused included.
    pub(crate) totals: Totals,
}

impl Envelopes {
    /// Those of a text.
    ///
    /// # Errors
    ///
    /// As [`normalize`].
    pub(crate) fn of(text: &[u8], options: &NormalizeOptions<'_>) -> Result<Self, Error> {
        let (mut all, mut compared) = (Vec::new(), BTreeMap::new());
        let add = |number, one: One| {
            all.push((number, one.envelope()));
            if !one.compared.is_empty() {
                compared.insert(number, one.compared);
            }
        };
        let totals = each(text, options, Judging::Silently, add)?;
        Ok(Self {
            all,
            compared,
            totals,
        })
    }
}

/// Hands over each document that becomes an envelope, see [`documents::made_of`].
fn each(
    text: &[u8],
    options: &NormalizeOptions<'_>,
    judging: Judging,
    hand_over: impl FnMut(Option<u64>, One),
) -> Result<Totals, Error> {
    let mut run = Normalizing::new(options.clone(), judging);
    documents::made_of(text, &options.read, |piece| run.piece(piece), hand_over)
}

/// The dialect that a document is read as.
pub(crate) struct Chosen {
    pub(crate) adapter: &'static dyn Adapter,
    pub(crate) generation: Option<&'static str>,
    /// Another dialect that is nearly as likely.
    pub(crate) rival: Option<&'static str>,
}

impl Chosen {
    /// Notes what every verb says of a document as a whole: what was odd in its JSON, which
    /// other dialect is nearly as likely, and whether the head of an export is missing.
    pub(crate) fn remark<'d>(
        &self,
        seen: &mut Seen<'d>,
        document: &'d Document<'_>,
        series: &mut Series,
    ) {
        let root = document.root();
        seen.lints(document);
        seen.near_tie(root, self.adapter.name(), self.rival);
        seen.found.extend(series.take(self.adapter, root));
    }
}

/// The dialect of a document: the one that was asked for, or the detected one; where none is,
/// that of the export whose records stand before it, if it can be one of them.
pub(crate) fn choose_dialect(
    document: &Document<'_>,
    asked: Option<&str>,
    series: &Series,
) -> Result<Chosen, DocumentError> {
    if let Some(name) = asked {
        let adapter = dialect::find(name)?;
        let mut signs = Recognition::default();
        adapter.recognise(document.root(), &mut signs);
        return Ok(Chosen {
            adapter,
            generation: signs.generation,
            rival: None,
        });
    }
    let Likeliest { first, other } = likeliest(document.root());
    let among = || Some((series.tool_of(document.root())?, None));
    match first.or_else(among) {
        Some((adapter, generation)) => Ok(Chosen {
            adapter,
            generation,
            rival: first.and(other),
        }),
        None => Err(DocumentError::NotRecognised {
            nearest: other.map(Into::into),
            misspelt: Vec::new(),
            missing: Vec::new(),
            place: Some(Box::new(document.root().place())),
        }),
    }
}

/// The sources as a document sees them.
pub(crate) fn library_of<'s>(
    seen: &Seen<'_>,
    convention: &Convention,
    sources: Option<&Shelf<'s>>,
    root: Option<&str>,
    known: &mut Indexes<'s>,
) -> Option<Library<'s>> {
    let options = convention.line_index_options();
    let sources = sources?.clone();
    Some(Library::new(sources, seen.paths(), root, options, known))
}

impl Normalizing<'_> {
    /// The envelope of one document, and its text.
    fn one(
        &mut self,
        document: &Document<'_>,
        sheet: Option<&Sheet<'_>>,
        dialect_of_piece: Option<&str>,
    ) -> Result<One, Error> {
        let (mut one, of_places) = self.envelope(document, dialect_of_piece)?;
        // What stands deeper in the envelope than in the document must still be
        // readable by the same rules.
        let limit = self.options.read.max_depth;
        let deep = |depth: u64| depth > u64::from(limit);
        if deep(document.depth() + DEEPER) && deep(depth_of(&one.text)) {
            return Err(JsonError::too_deep(limit, document.root().place()).into());
        }
        if self.options.origin && !one.is_as_read() && !has_origin(&one.text) {
            let original = document.to_value();
            let layout = sheet.map(|sheet| sheet.rewritten(&original).1);
            let generation = one.generation.map(Into::into);
            let origin = origin::make(
                one.adapter,
                generation,
                &one.text,
                &original,
                layout.as_ref(),
            );
            if let (Value::Object(mut members), Some(origin)) = (one.envelope(), origin) {
                members.insert(ORIGIN, origin.to_value());
                one.text = write_canonical(&Value::Object(members));
            }
        }
        if self.options.without_changes {
            one.changes = Changes::default();
        }
        if let Some(of_places) = of_places {
            self.judge(document, &mut one, of_places);
        }
        if let Some(sheet) = sheet {
            sheet.locate(&mut one.found);
        }
        Ok(one)
    }

    /// The envelope of one document, without its origin, and what the sources show of its places.
    fn envelope(
        &mut self,
        document: &Document<'_>,
        dialect_of_piece: Option<&str>,
    ) -> Result<(One, Option<OfPlaces>), Error> {
        let root = document.root();
        let chosen = choose_dialect(
            document,
            self.options.dialect.as_deref().or(dialect_of_piece),
            &self.series,
        )?;
        let mut of_places = self.of_places(document, &chosen);
        let Chosen {
            adapter,
            generation,
            ..
        } = chosen;
        let convention = adapter.convention_of(root);
        let mut seen = walk(root, adapter.documents());
        chosen.remark(&mut seen, document, &mut self.series);
        validate::outcomes(&mut seen, root, convention);
        let mut library = library_of(
            &seen,
            convention,
            self.sources.as_ref(),
            self.options.root.as_deref(),
            &mut self.indexes,
        );
        if let (Some(library), Some(of_places)) = (&mut library, &mut of_places) {
            library.compared = core::mem::take(&mut of_places.compared);
        }
        let mut noticed = core::mem::take(&mut seen.found);
        // What `validate` does not propose, nobody does.
        validate::withdraw_confirmed(root, &seen.facts, &mut noticed);
        // Only an envelope in which nothing changes has no origin to write.
        let changes = if self.options.without_changes && !self.options.origin {
            Changes::untold()
        } else {
            Changes::default()
        };
        let foreign = !adapter.is_envelope();
        let is_ours = !foreign && matches!(generation, Some(RESPONSE_VERSION | OPERATION_VERSION));
        let mut rounds = Rounds::of(&seen, &noticed, convention, is_ours);
        let (text, changes, mut found) = loop {
            let mut making = Making::new(
                document,
                &seen,
                convention,
                library.as_mut(),
                adapter.looks_back() || rounds.are_more(),
                changes.clone(),
            );
            making.span = adapter.span();
            let mut envelope = adapter.canonical(&mut making);
            if foreign {
                making.free_origin(&mut envelope);
                making.free_nulls(&mut envelope);
            }
            rounds.take_out(&mut making, &mut envelope);
            let text = making.text_of(&envelope);
            if !rounds.find(&text) {
                break (text, making.settled(), making.found);
            }
        };
        let compared = library.as_mut().map(|it| core::mem::take(&mut it.compared));
        self.indexes.keep(library);
        found.extend(noticed);
        located(document, &mut found);
        let one = One {
            adapter,
            convention,
            generation,
            text,
            changes,
            found,
            compared: compared.unwrap_or_default(),
        };
        Ok((one, of_places))
    }
}

/// By how much an envelope can be deeper than the document it was made of.
const DEEPER: u64 = 8;
