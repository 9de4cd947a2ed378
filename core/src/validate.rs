//! Is the document right?
//!
//! Three questions, each in its own folder: does it have the shape of its dialect
//! (`structure`), do its values agree with each other (`semantics`), and do they agree with the
//! source texts (`source`). Beside them: what the document claims (`claim`), what was found
//! (`found`, `report`), moments (`time`), and what is judged of objects as a whole (`advised`,
//! `dissent`, `misplaced`, `mixed`, `repeated`, `twin`), and of the name that a tool gives
//! itself (`named`); and which files a document speaks of (`referenced`). All that is wrong is
//! reported, each with its place in the JSON text and, where it has one, in the source.
//!
//! The walk that accepts is the walk that explains: `plan` spares it what is the same for
//! all objects of a layout, and changes nothing that is found.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod advised;
mod claim;
mod dissent;
mod found;
mod misplaced;
mod mixed;
mod named;
mod plan;
mod referenced;
mod repeated;
mod report;
mod semantics;
mod source;
mod structure;
mod time;
mod twin;

pub(crate) use claim::{COORDINATES, Claim, Part};
use found::in_order;
pub(crate) use found::{Found, Place, Places, Slot, diagnostics, locate, located};
pub use referenced::{ReferencedPathsOptions, referenced_paths};
pub use report::{Checked, NotChecked, ProvedBy, SourceChecked, ValidatedDocument, Validation};
use semantics::Ranges;
pub(crate) use semantics::{
    Lines, Offsets, Said, StatedSums, impossible, is_asked, last_made, lines_of, outcomes,
    read_checksum, widest, withdraw_confirmed,
};
pub(crate) use source::{
    Around, FITS_EITHER, IS_CHANGED, MAY_BE_CHANGED, around, changes_files, deletes, is_change,
    no_text,
};
pub(crate) use structure::mentions::member as mentioned;
use structure::walk_in_pieces;
pub(crate) use structure::{
    Seen, carries_diagnostics, is_container, is_span, shape_of, takes, walk, walk_all,
    walk_to_validate, wrapper,
};

use crate::checksum::Checksum;
use crate::detect::misspelt;
use crate::diagnostic::Diagnostic;
use crate::dialect::Convention;
use crate::dialect::Series;
use crate::dialect::proof;
use crate::dialect::sheet::Sheet;
use crate::documents::{self, Piece};
use crate::error::Error;
use crate::json::{Document, JsonErrorKind, Node, ReadOptions};
use crate::normalize::{Chosen, choose_dialect};
use crate::source::Sources;
use crate::source::compared::Compared;
use crate::source::library::{Indexes, Library, Shelf};

/// Options of [`validate`].
#[derive(Debug, Clone, Default)]
pub struct ValidateOptions<'s> {
    /// The dialect, if it is known; detected if not.
    pub dialect: Option<String>,
    /// Source texts to prove the ranges against.
    pub sources: Option<&'s Sources>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Whether to count warnings as errors; also to list unknown members, and recommended
    /// ones that are absent.
    pub strict: bool,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

impl ValidateOptions<'_> {
    /// Refuses options that no document can be checked by. [`validate`] refuses nothing: it would
    /// report a misspelt dialect as a fault of the document. So hosts that can throw call this
    /// first.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_DIALECT`.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_types::ValidateOptions;
    ///
    /// let options = ValidateOptions { dialect: Some("magelan".into()), ..Default::default() };
    /// assert_eq!(options.check().unwrap_err().code(), "UNKNOWN_DIALECT");
    /// ```
    pub fn check(&self) -> Result<(), Error> {
        if let Some(name) = &self.dialect {
            crate::dialect::find(name)?;
        }
        Ok(())
    }
}

/// Checks a document: its shape, its arithmetic, and its ranges against the
/// source texts, as far as those are given.
///
/// Never fails: a text that cannot be read has a diagnostic that says why, and so has a dialect
/// that is not known ([`ValidateOptions::check`] refuses it). What
/// could not be checked is listed with the reason; silence means checked.
/// Time O(n log n), and O(source) for each source that is named. A range with a checksum
/// costs its length, too: many long ranges that overlap cost more than the source.
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
    let mut run = Validating::new(options.clone());
    let mut diagnostics = Vec::new();
    documents::each(text, &options.read, |piece| {
        let verdict = run.judge(&piece);
        let mut found = run.take(verdict);
        if diagnostics.is_empty() {
            diagnostics = found;
        } else {
            diagnostics.append(&mut found);
        }
    });
    let mut validation = run.total;
    validation.diagnostics = diagnostics;
    validation
}

/// What [`validate`] finds in a document that was read, in the same order, for callers that need
/// more of a finding than a diagnostic says.
pub(crate) fn found_in(
    document: &Document<'_>,
    options: &ValidateOptions<'_>,
) -> Result<Vec<Found>, Error> {
    let mut run = Validating::new(options.clone());
    let chosen = choose_dialect(document, options.dialect.as_deref(), &run.series)?;
    let mut verdict = ValidatedDocument::of(None);
    let mut found = core::mem::take(&mut run.checked(document, &chosen, &mut verdict).found);
    located(document, &mut found);
    in_order(&mut found);
    Ok(found)
}

/// What proves a range.
pub(crate) struct SpanProof {
    /// The path of the source that it was held against.
    pub(crate) source: String,
    pub(crate) by: ProvedBy,
}

/// What proves each range, by the pointer of its start offset.
pub(crate) type SpanProofs = BTreeMap<String, SpanProof>;

/// What the sources show of the places and texts in a document.
pub(crate) struct OfPlaces {
    /// The errors.
    pub(crate) found: Vec<Found>,
    /// Where the objects of the ranges stand, if there are errors.
    pub(crate) ranges: Vec<(u64, u64)>,
    pub(crate) compared: Compared,
}

/// What can be wrong with a place in a source, or with a text that is said to stand there.
const OF_PLACES: [&str; 20] = [
    "CHECKSUM_MALFORMED",
    "CHECKSUM_MISMATCH",
    "COLUMN_ZERO",
    "COL_OUT_OF_RANGE",
    "CONTEXT_MISMATCH",
    "FILE_CHANGED",
    "FILE_STALE",
    "INSIDE_CRLF",
    "LINE_OUT_OF_RANGE",
    "LINE_ZERO",
    "NEGATIVE_OFFSET",
    "NOT_CHAR_BOUNDARY",
    "OFFSET_OUT_OF_RANGE",
    "PARTIAL_COORDINATES",
    "PATH_MISMATCH",
    "POSITION_IMPOSSIBLE",
    "POSITION_MISMATCH",
    "REVERSED",
    "TEXT_LENGTH_MISMATCH",
    "TEXT_MISMATCH",
];

/// Documents that are checked one after the other, with what one leaves for the
/// next.
pub(crate) struct Validating<'s> {
    pub(crate) options: ValidateOptions<'s>,
    pub(crate) sources: Option<Shelf<'s>>,
    indexes: Indexes<'s>,
    series: Series,
    /// What is in the list of what was not checked: nothing is told twice.
    said: BTreeSet<(Cow<'static, str>, Cow<'static, str>)>,
    /// What proves the ranges of the document in hand, if that is wanted.
    proofs: Option<SpanProofs>,
    /// What the sources are to the ranges, where somebody asked.
    compared: Option<Compared>,
    /// The verdict on all documents so far, without their diagnostics.
    pub(crate) total: Validation,
}

impl<'s> Validating<'s> {
    pub(crate) fn new(options: ValidateOptions<'s>) -> Self {
        Self {
            sources: options.sources.map(Shelf::Borrowed),
            options,
            indexes: Indexes::default(),
            series: Series::default(),
            said: BTreeSet::new(),
            proofs: None,
            compared: None,
            total: Validation::none(),
        }
    }

    /// Exchanges what is known of the sources with somebody else who reads them.
    pub(crate) const fn swap_indexes(&mut self, indexes: &mut Indexes<'s>) {
        core::mem::swap(&mut self.indexes, indexes);
    }

    /// Forgets the documents of a text, and keeps what is known of the sources.
    pub(crate) fn restart(&mut self) {
        self.series = Series::default();
        self.said = BTreeSet::new();
        self.total = Validation::none();
    }

    /// The verdict on one document, which counts for the whole text.
    pub(crate) fn piece(&mut self, piece: &Piece<'_>) -> ValidatedDocument {
        let verdict = self.judge(piece);
        self.add(&verdict);
        verdict
    }

    /// What proves the ranges of a document.
    pub(crate) fn proofs(&mut self, piece: &Piece<'_>) -> SpanProofs {
        self.proofs = Some(SpanProofs::new());
        self.judge(piece);
        self.proofs.take().unwrap_or_default()
    }

    fn judge(&mut self, piece: &Piece<'_>) -> ValidatedDocument {
        let mut places = Places::of(piece.text, piece.start);
        let mut verdict = ValidatedDocument::of(piece.number);
        match &piece.result {
            Ok(document) => {
                let asked = self.options.dialect.clone();
                let asked = asked.as_deref().or(piece.dialect);
                self.document(document, asked, piece.sheet, &mut places, &mut verdict);
            }
            Err(error) => {
                self.series.unreadable();
                let of_keys = matches!(error.kind(), JsonErrorKind::DuplicateKey { .. })
                    && piece.sheet.is_none();
                verdict.unreadable(&mut places, &error.clone().into(), None);
                if of_keys {
                    let read = &self.options.read;
                    verdict.repeated_keys(&mut places, (piece.text, piece.start), read);
                }
            }
        }
        let strict = self.options.strict;
        verdict.ok = !verdict.diagnostics.iter().any(|found| found.fails(strict));
        verdict
    }

    /// Adds a verdict that nobody else wants, and gives back its diagnostics.
    fn take(&mut self, verdict: ValidatedDocument) -> Vec<Diagnostic> {
        // Most texts hold one document, whose verdict is the total: nothing need be copied. Two
        // lines about what was not checked may be the same.
        if self.total.documents > 0 || verdict.checked.not_checked.len() > 1 {
            self.add(&verdict);
            return verdict.diagnostics;
        }
        self.total.ok = verdict.ok;
        self.total.documents = 1;
        self.total.dialect = verdict.dialect;
        self.total.generation = verdict.generation;
        self.total.checked = verdict.checked;
        verdict.diagnostics
    }

    fn add(&mut self, verdict: &ValidatedDocument) {
        let Self { total, said, .. } = self;
        total.ok &= verdict.ok;
        total.documents += 1;
        // Both are told of the first document that shows them; the generation only if it is one
        // of that dialect.
        if total.dialect.is_none() {
            total.dialect.clone_from(&verdict.dialect);
        }
        if total.generation.is_none() && total.dialect == verdict.dialect {
            total.generation.clone_from(&verdict.generation);
        }
        let (all, one) = (&mut total.checked, &verdict.checked);
        all.structure &= one.structure;
        all.semantics &= one.semantics;
        all.source.spans_total += one.source.spans_total;
        all.source.spans_proved += one.source.spans_proved;
        if said.is_empty() {
            let list = all.not_checked.iter();
            said.extend(list.map(|left| (left.what.clone(), left.why.clone())));
        }
        for left in &one.not_checked {
            if said.insert((left.what.clone(), left.why.clone())) {
                all.not_checked.push(left.clone());
            }
        }
    }

    fn document(
        &mut self,
        document: &Document<'_>,
        asked: Option<&str>,
        sheet: Option<&Sheet<'_>>,
        places: &mut Places<'_>,
        verdict: &mut ValidatedDocument,
    ) {
        let root = document.root();
        let chosen = match choose_dialect(document, asked, &self.series) {
            Ok(chosen) => chosen,
            Err(error) => {
                let error = misspelt::with_likely_names(error.into(), document, verdict.document);
                verdict.unreadable(places, &error, Some(root.byte_range()));
                let mut seen = Seen::default();
                seen.lints(document);
                verdict.report(places, document, sheet, seen.found);
                return;
            }
        };
        verdict.dialect = Some(Cow::Borrowed(chosen.adapter.name()));
        verdict.generation = chosen.generation.map(Cow::Borrowed);
        let mut seen = self.checked(document, &chosen, verdict);
        let unknown = core::mem::take(&mut seen.unknown);
        let mut unknown: Vec<Place> = unknown.into_iter().map(Place::from).collect();
        locate(document, unknown.iter_mut().collect());
        for place in unknown {
            let pointer = place.into_text();
            verdict.not_checked(pointer, "an answer that is not known of this dialect");
        }
        verdict.report(places, document, sheet, core::mem::take(&mut seen.found));
    }

    /// What the sources show of the places and texts in a document. For
    /// [`normalize`](crate::normalize()), which judges nothing else, and for whoever copies from
    /// the sources.
    pub(crate) fn of_places(&mut self, document: &Document<'_>, chosen: &Chosen) -> OfPlaces {
        let mut verdict = ValidatedDocument::of(None);
        self.compared = Some(Compared::default());
        let mut seen = self.checked(document, chosen, &mut verdict);
        let mut found = core::mem::take(&mut seen.found);
        found.retain(|found| found.is_error() && OF_PLACES.contains(&found.code));
        let claims = seen.claims.iter().filter(|_| !found.is_empty());
        let ranges = claims.map(|claim| claim.slot.node.byte_range()).collect();
        OfPlaces {
            found,
            ranges,
            compared: self.compared.take().unwrap_or_default(),
        }
    }

    /// Walks a document, and checks all that was seen.
    fn checked<'d>(
        &mut self,
        document: &'d Document<'d>,
        chosen: &Chosen,
        verdict: &mut ValidatedDocument,
    ) -> Seen<'d> {
        let (root, adapter) = (document.root(), chosen.adapter);
        let convention = adapter.convention_of(root);
        let (ty, strict) = (adapter.documents(), self.options.strict);
        let mut ranges = Ranges::new(convention);
        let mut pass = |claims: &[_], named: &[_]| ranges.pass(claims, named);
        // The texts are held against all ranges together, and so are columns that are no bytes.
        let with_all = self.sources.is_some() || proof::must_convert_columns(convention);
        let mut seen = walk_in_pieces(root, ty, strict, with_all, &mut pass);
        chosen.remark(&mut seen, document, &mut self.series);
        seen.mixed(root, adapter, chosen.rival);
        seen.named_as(root, adapter);
        if strict {
            seen.advised(root, adapter.name());
        }
        semantics::check(&mut seen, root, convention, adapter.versions());
        ranges.take(seen.left().0);
        let spans = ranges.in_files();
        ranges.finish(&mut seen, || walk_to_validate(root, ty, strict));
        dissent::check(&mut seen, convention);
        verdict.checked.source.spans_total = spans;
        let shown = self.against_sources(&mut seen, document, convention, verdict);
        dissent::settle(&mut seen, root, convention, &shown);
        semantics::settle(&mut seen);
        seen
    }

    /// Holds the ranges against the texts, if there are any. Returns the checksums that the texts
    /// were found to have.
    fn against_sources(
        &mut self,
        seen: &mut Seen<'_>,
        document: &Document<'_>,
        convention: &'static Convention,
        verdict: &mut ValidatedDocument,
    ) -> Vec<Checksum> {
        let Some(sources) = self.sources.clone() else {
            seen.strays.look_up(None);
            misplaced::settle(seen);
            if verdict.checked.source.spans_total > 0 || seen.is_mentioning {
                verdict.not_checked("source", "no sources were given");
            }
            return Vec::new();
        };
        let (root, known) = (self.options.root.as_deref(), &mut self.indexes);
        let options = convention.line_index_options();
        let mut library = Library::unmatched(sources, root, options, known);
        seen.strays.look_up(Some(&mut library));
        let asked = if self.proofs.is_some() {
            source::Asked::Proofs
        } else if self.compared.is_some() {
            source::Asked::Compared
        } else {
            source::Asked::Nothing
        };
        let outcome = source::check(seen, convention, &mut library, asked);
        misplaced::settle(seen);
        if let (Some(proofs), Some(all)) = (&mut self.proofs, &outcome.by) {
            let mut starts: Vec<Place> = all.iter().map(|it| Place::Order(it.start)).collect();
            locate(document, starts.iter_mut().collect());
            let proved = starts.into_iter().map(Place::into_text).zip(all);
            proofs.extend(proved.filter_map(|(start, it)| {
                let source = library.name(it.text)?.to_owned();
                Some((start, SpanProof { source, by: it.by }))
            }));
        }
        if let (Some(compared), Some(all)) = (&mut self.compared, outcome.compared) {
            let named = all.into_iter();
            let named =
                named.filter_map(|(text, ranges)| Some((library.name(text)?.to_owned(), ranges)));
            *compared = Compared::of(named);
        }
        self.indexes.keep(Some(library));
        verdict.checked.source.spans_proved = outcome.proved;
        verdict.checked.not_checked = outcome.not_checked;
        outcome.shown
    }
}

impl ValidatedDocument {
    /// The verdict on a document of which nothing is known yet.
    fn of(number: Option<u64>) -> Self {
        Self {
            document: number,
            ok: false,
            dialect: None,
            generation: None,
            checked: Checked::all(),
            diagnostics: Vec::new(),
        }
    }

    /// Adds what was found in a document that could be read, each where it stands.
    fn report(
        &mut self,
        places: &mut Places<'_>,
        document: &Document<'_>,
        sheet: Option<&Sheet<'_>>,
        mut found: Vec<Found>,
    ) {
        located(document, &mut found);
        if let Some(sheet) = sheet {
            sheet.locate(&mut found);
        }
        let mut found = diagnostics(places, found, self.document);
        if self.diagnostics.is_empty() {
            self.diagnostics = found;
        } else {
            self.diagnostics.append(&mut found);
        }
    }

    /// Tells why a document was refused. `range` is where it stands, if it is JSON at all.
    fn unreadable(&mut self, places: &mut Places<'_>, error: &Error, range: Option<(u64, u64)>) {
        let mut diagnostic = refusal(places, error, self.document);
        if let (None, Some(range)) = (diagnostic.byte_start, range) {
            diagnostic.pointer.get_or_insert_default();
            places.fill(&mut diagnostic, range);
        }
        self.diagnostics.push(diagnostic);
        self.checked.structure = false;
        self.checked.semantics = false;
        let what = self
            .document
            .map_or_else(|| "document".to_owned(), |n| alloc::format!("document {n}"));
        self.not_checked(what, error.to_string());
    }

    fn not_checked(
        &mut self,
        what: impl Into<Cow<'static, str>>,
        why: impl Into<Cow<'static, str>>,
    ) {
        self.checked.not_checked.push(NotChecked {
            what: what.into(),
            why: why.into(),
        });
    }
}

/// A refusal, as a diagnostic.
pub(crate) fn refusal(places: &mut Places<'_>, error: &Error, number: Option<u64>) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(error.code(), error.to_string());
    diagnostic.level = crate::rule::Level::Error;
    diagnostic.document = number;
    diagnostic.pointer = error.pointer().map(Into::into);
    if let Some(range) = error.byte_range() {
        places.fill(&mut diagnostic, range);
    }
    diagnostic
}

impl<'d> Seen<'d> {
    /// Paths of the ranges, in order; of neighbours with the same path, once.
    pub(crate) fn paths(&self) -> impl Iterator<Item = Cow<'d, str>> + '_ {
        claim::paths(&self.claims)
    }

    /// Takes over what the reader has noticed.
    pub(crate) fn lints(&mut self, document: &Document<'_>) {
        for lint in document.lints() {
            let pointer = crate::json::Pointer::parse(&lint.place.pointer);
            let place = pointer.unwrap_or_default().into();
            let range = (lint.place.byte_start, lint.place.byte_end);
            let found = Found::new(lint.code(), place, range, lint.to_string());
            self.found.push(found.with_level(lint.level()));
        }
    }

    /// Says that another dialect is nearly as likely.
    pub(crate) fn near_tie(&mut self, root: Node<'d>, chosen: &str, rival: Option<&str>) {
        if let Some(rival) = rival {
            let message = alloc::format!("read as `{chosen}`; `{rival}` is nearly as likely");
            let found = Found::at("NEAR_TIE", Slot::of(root), message);
            self.found.push(found);
        }
    }
}
