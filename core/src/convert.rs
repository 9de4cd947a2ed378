//! One dialect in, another one out, with a report of what was lost.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::diagnostic::Diagnostic;
use crate::dialect::sheet::{Layout, Sheet};
use crate::dialect::{self, Adapter, Contradicted, Room, Writing};
use crate::document_error::DocumentError;
use crate::documents::{self, Piece};
use crate::envelope::record::record;
use crate::envelope::{Misfit, ORIGIN, Origin, Wire};
use crate::error::Error;
use crate::json::{Document, ReadOptions, Value, read, write_canonical, write_compact};
use crate::loss::{Loss, LossKind, Lost};
use crate::normalize::{
    Changes, Chosen, Judging, NormalizeOptions, Normalizing, One, choose_dialect, has_origin,
    library_of, value_of,
};
use crate::origin::{self, reread};
use crate::source::Sources;
use crate::source::library::Shelf;
use crate::validate::{Places, refusal, walk};
use recast::Form;
use unfit::unfit;
use way_in::{WayIn, defaults_in, through_envelope, to_envelope};

mod listed;
mod reasons;
mod recast;
mod unfit;
mod way_in;

/// Options of [`convert`].
#[derive(Debug, Clone, Default)]
pub struct ConvertOptions<'s> {
    /// The dialect of the document, if it is known; detected if not.
    pub dialect: Option<String>,
    /// Source texts, for what only they can tell; what they deny is told as
    /// [`normalize`](crate::normalize()) does.
    pub sources: Option<&'s Sources>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Whether to refuse a conversion that drops something or makes something up.
    pub strict: bool,
    /// Whether to write the way back into an envelope, as member `origin`.
    pub origin: bool,
    /// Limits and leniences of reading.
    pub read: ReadOptions,
}

record! {
    /// The result of [`convert`].
    pub struct Conversion closed {
        /// The document in the other dialect: an envelope is canonical JSON, any
        /// other document is in the order of its tool, on one line. One a line,
        /// where the text holds several documents.
        required text: String,
        /// The dialect of the document that was read; of the first, where there are
        /// several.
        required dialect: Cow<'static, str>,
        /// What became of the values: never empty when something is lost, and one
        /// `exact` entry for the whole document when nothing is.
        required losses: Vec<Loss>,
        /// How many documents the text holds, those that were refused included.
        required documents: u64,
        /// How many of them were refused; `diagnostics` say why.
        required refused: u64,
        /// Why documents were refused, and what was found on the way into the
        /// envelope.
        required diagnostics: Vec<Diagnostic>,
    }
}

record! {
    /// What became of one document of a text that arrives in pieces; see
    /// [`crate::Converter`].
    pub struct ConvertedDocument closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// The document in the other dialect; absent if it was refused.
        optional text: String,
        /// The dialect of the document that was read.
        optional dialect: Cow<'static, str>,
        /// What became of the values.
        required losses: Vec<Loss>,
        /// What was found on the way; why it was refused, if it was.
        required diagnostics: Vec<Diagnostic>,
    }
}

/// Writes a document of one dialect in another one.
///
/// Back to the dialect that it came from, an envelope with an `origin` is exact:
/// equal to the document that was read under RFC 8785, unknown members and raw
/// numbers included. Without one, the dialect writes what the envelope tells, and
/// the losses say of each value whether it was computed or dropped. In another
/// dialect what only the origin holds is lost, and told as if the document itself
/// had been converted. An origin that does not belong to the envelope any more,
/// because that was edited, is reported and not used.
///
/// Time O(n log n), and O(source) for each source that is named; memory O(n + the sources):
/// of these no more is copied than 16 times the text and the sources, and what is not is
/// `dropped` (`SOURCE_TEXT_LIMIT`).
///
/// # Errors
///
/// As [`crate::normalize()`]; `UNKNOWN_DIALECT` for `to`, which is a dialect or
/// `standard`, the answer of seed 001 that is read as `unified`; with `strict`,
/// `LOSSY_CONVERSION` if anything is `dropped` or `defaulted`. Where the text
/// holds several documents, those that are refused are in `diagnostics`, and it is
/// an error only if there is no other.
///
/// # Examples
///
/// ```
/// use llm_types::{ConvertOptions, convert};
///
/// let text = br#"{"execution_id":"r1","pattern":"b","matches":[],"match_count":0}"#;
/// let options = ConvertOptions { origin: true, ..Default::default() };
/// let envelope = convert(text, "unified", &options)?;
/// let home = convert(envelope.text.as_bytes(), "llmsearch", &options)?;
/// assert_eq!(home.losses[0].kind, "exact");
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn convert(text: &[u8], to: &str, options: &ConvertOptions<'_>) -> Result<Conversion, Error> {
    let mut run = Converting::new(to, options.clone())?;
    let mut conversion: Option<Conversion> = None;
    let add = |_, mut done: Done| match &mut conversion {
        None => {
            conversion = Some(Conversion {
                text: done.text,
                dialect: done.dialect.into(),
                losses: done.losses,
                documents: 0,
                refused: 0,
                diagnostics: Vec::new(),
            });
        }
        Some(conversion) => {
            conversion.text.push('\n');
            conversion.text.push_str(&done.text);
            conversion.losses.append(&mut done.losses);
        }
    };
    let totals = documents::made_of(text, &options.read, |piece| run.piece(piece), add)?;
    let conversion = conversion.ok_or_else(DocumentError::no_document)?;
    Ok(Conversion {
        documents: totals.documents,
        refused: totals.refused,
        diagnostics: totals.diagnostics,
        ..conversion
    })
}

/// One document in the target dialect.
pub(crate) struct Done {
    pub(crate) text: String,
    pub(crate) dialect: &'static str,
    pub(crate) losses: Vec<Loss>,
    /// How many values are not where they were, or not written as they were.
    changed: usize,
}

/// Documents that are converted one after the other, with what one leaves for the
/// next.
pub(crate) struct Converting<'s> {
    pub(crate) normalizing: Normalizing<'s>,
    target: &'static dyn Adapter,
    strict: bool,
    /// Room for text of the sources, once it was asked for.
    room: Option<Room>,
}

impl<'s> Converting<'s> {
    pub(crate) fn new(to: &str, options: ConvertOptions<'s>) -> Result<Self, Error> {
        let target = dialect::target(to)?;
        Ok(Self {
            target,
            strict: options.strict,
            room: None,
            normalizing: Normalizing::new(
                NormalizeOptions {
                    dialect: options.dialect,
                    sources: options.sources,
                    root: options.root,
                    origin: options.origin && target.is_envelope(),
                    read: options.read,
                    without_changes: false,
                },
                Judging::Aloud,
            ),
        })
    }

    /// Forgets the documents of a text, and keeps what is known of the sources.
    pub(crate) fn restart(&mut self) {
        self.normalizing.restart();
        self.room = None;
    }

    /// Makes room for copies of a document and, once, of the sources.
    fn make_room(&mut self, document: &Document<'_>) {
        let sources = self.normalizing.sources.as_ref();
        let room = self.room.get_or_insert_with(|| {
            let mut room = Room::default();
            room.add(sources.map_or(0, Shelf::bytes));
            room
        });
        let (start, end) = document.root().byte_range();
        room.add(end.saturating_sub(start));
    }

    /// One document in the target dialect, and what is said about it, or why
    /// there is none.
    pub(crate) fn piece(&mut self, piece: Piece<'_>) -> (Result<Done, Error>, Vec<Diagnostic>) {
        let number = piece.number;
        let mut places = Places::of(piece.text, piece.start);
        // Home again it is the document that was read, whatever it holds.
        let same = |one: &Chosen| is_home(self.target, one.adapter.name(), one.generation);
        let home = match &piece.result {
            Ok(document) if !self.target.is_envelope() => {
                let asked = self.normalizing.options.dialect.as_deref();
                let chosen =
                    choose_dialect(document, asked.or(piece.dialect), &self.normalizing.series);
                let home = chosen.is_ok_and(|chosen| same(&chosen));
                home.then(|| as_read(document, piece.sheet))
            }
            _ => None,
        };
        let had_origin = piece
            .result
            .as_ref()
            .is_ok_and(|document| document.root().get(ORIGIN).is_some());
        if let Ok(document) = &piece.result {
            self.make_room(document);
        }
        let unread = piece.sheet.map(Sheet::losses).unwrap_or_default();
        let (result, mut said) = self.normalizing.piece(piece);
        let done = result.and_then(|one| {
            // An origin that was made just now is the result, not the way to it.
            let back = if had_origin {
                self.way_back(&one)
            } else {
                None
            };
            match back {
                Some(done) => Ok(done),
                None => self.write(one, home, had_origin),
            }
        });
        let done = done.and_then(|done| self.finish(done, unread, number));
        if let Err(error) = &done
            && said.iter().all(|said| said.code != error.code())
        {
            said.push(refusal(&mut places, error, number));
        }
        (done, said)
    }

    /// Adds what was lost when the sheet was read; refuses a loss, if nothing may be lost.
    fn finish(
        &self,
        mut done: Done,
        unread: Vec<Loss>,
        number: Option<u64>,
    ) -> Result<Done, Error> {
        done.losses.extend(unread);
        let lossy = done.losses.iter().find(|loss| loss.is_lossy());
        if let Some(loss) = lossy.filter(|_| self.strict) {
            return Err(DocumentError::Lossy {
                pointer: loss.pointer.clone(),
                kind: loss.kind.clone(),
                note: loss.note.clone(),
            }
            .into());
        }
        if done.losses.is_empty() {
            done.losses.push(exact(done.changed));
        }
        for loss in &mut done.losses {
            loss.document = number;
        }
        Ok(done)
    }

    /// The document that an envelope was made of, where that was one of another
    /// version of the envelope.
    fn way_back(&self, one: &One) -> Option<Done> {
        if !self.target.is_envelope() || !one.adapter.is_envelope() {
            return None;
        }
        let unified = self.target.name();
        let mut envelope = one.envelope();
        let kept = envelope.as_object_mut()?.remove(ORIGIN)?;
        let kept = Origin::from_value(kept).ok()?;
        if kept.dialect != unified {
            return None;
        }
        let text = write_canonical(&envelope);
        let (text, losses) = match origin::restore(self.target, &text, &kept) {
            Some(document) => (document, Vec::new()),
            None => (one.text.clone(), alloc::vec![stale()]),
        };
        Some(Done {
            text,
            dialect: unified,
            losses,
            changed: 0,
        })
    }

    /// The document as it was read, if the target is its own dialect (`home`); else what is
    /// written of its envelope. `had_origin`: whether the document that was read had an origin.
    fn write(
        &mut self,
        one: One,
        home: Option<(String, Vec<Loss>)>,
        had_origin: bool,
    ) -> Result<Done, Error> {
        let dialect = one.adapter.name();
        let mut changed = 0;
        let (text, losses) = match home {
            Some(home) => home,
            None if self.target.is_envelope() => {
                let was_there = had_origin && one.adapter.is_envelope();
                let is_kept = !was_there && has_origin(&one.text);
                let losses = to_envelope(&one.changes, is_kept);
                changed = one.changes.len();
                (one.text, losses)
            }
            None => self.written(one)?,
        };
        Ok(Done {
            text,
            dialect,
            losses,
            changed,
        })
    }
}

/// Whether a target is what a document of this dialect and generation came in.
fn is_home(target: &dyn Adapter, dialect: &str, generation: Option<&str>) -> bool {
    let read_as = target.read_as();
    target.name() == dialect
        || read_as.is_some_and(|(name, one)| name == dialect && generation == Some(one))
}

/// A document as it was read, in the form that it came in.
fn as_read(document: &Document<'_>, sheet: Option<&Sheet<'_>>) -> (String, Vec<Loss>) {
    match sheet {
        Some(sheet) => {
            let (text, layout) = sheet.rewritten(&document.to_value());
            (text, layout.respelling().into_iter().collect())
        }
        None => (document.root().to_compact(), Vec::new()),
    }
}

fn stale() -> Loss {
    let note = "ORIGIN_STALE: the origin does not belong to this envelope; one of them was changed";
    Loss::new(LossKind::Dropped, "/origin", note)
}

/// What to say where nothing is lost.
fn exact(changed: usize) -> Loss {
    let note = match changed {
        0 => "nothing is lost".to_owned(),
        1 => "nothing is lost; 1 value stands elsewhere or is written in another way".to_owned(),
        _ => format!(
            "nothing is lost; {changed} values stand elsewhere or are written in another way"
        ),
    };
    Loss::of_document(LossKind::Exact, note)
}

impl Converting<'_> {
    /// Breaks with the document that an envelope was made of, if that is one of the target.
    /// Continues with the envelope as it is now, if the changes that made it are told as well:
    /// what was changed since settles some of them. Nothing if the origin is stale.
    fn first_home(
        &mut self,
        kept: Option<Origin>,
        text: &str,
        changes: &mut Changes,
        losses: &mut Vec<Loss>,
    ) -> ControlFlow<String, Option<Value>> {
        let home = kept.and_then(|kept| Some((restored(&kept, text)?, kept)));
        let Some((document, kept)) = home else {
            losses.push(stale());
            return ControlFlow::Continue(None);
        };
        let layout = Layout::kept(&kept);
        if is_home(self.target, &kept.dialect, kept.generation.as_deref()) {
            losses.extend(layout.respelling());
            losses.extend(layout.omission());
            return ControlFlow::Break(document);
        }
        // What the envelope does not say of it stays behind, as it does on the way
        // from the document itself.
        let made = self.normalizing.changes_of(&document, &kept.dialect);
        let later = core::mem::replace(changes, made);
        changes.append(later);
        losses.extend(layout.omission());
        ControlFlow::Continue(Some(value_of(text)))
    }

    /// The document in the target dialect, and what was lost.
    fn written(&mut self, one: One) -> Result<(String, Vec<Loss>), Error> {
        let target = self.target;
        let (text, kept) = without_origin(one.text);
        let printed_as = match &kept {
            Some(Ok(kept)) => dialect::find(&kept.dialect).unwrap_or(dialect::envelope()),
            _ => one.adapter,
        };
        let read_as = (!printed_as.is_envelope()).then(|| printed_as.name());
        let mut losses = Vec::new();
        let mut changes = one.changes;
        let since = match kept {
            Some(kept) => match self.first_home(kept.ok(), &text, &mut changes, &mut losses) {
                ControlFlow::Break(document) => return Ok((document, losses)),
                ControlFlow::Continue(since) => since,
            },
            None => None,
        };
        let Normalizing {
            options,
            sources,
            indexes,
            ..
        } = &mut self.normalizing;
        // The limits are for what the caller gave, and the envelope may be longer.
        let document = read(text.as_bytes(), &origin::without_limits())?;
        let root = options.root.as_deref();
        // Only sources ask which paths there are.
        let mut contradicted = Contradicted::default();
        let mut library = sources.as_ref().and_then(|sources| {
            let seen = walk(document.root(), dialect::envelope().documents());
            let mut library = library_of(&seen, target.convention(), Some(sources), root, indexes)?;
            contradicted = Contradicted::at(&document, &changes.unplaced());
            library.compared = one.compared;
            Some(library)
        });
        let room = self.room.unwrap_or_default();
        let (written, lost, room) = Form::lend(document.root(), target, |root, form| {
            let mut writing = Writing {
                library: library.as_mut(),
                losses: losses.into_iter().map(Lost::from).collect(),
                room,
                span: target.span(),
                read_as,
                contradicted,
                ..Writing::of(root, target.convention())
            };
            let written: Value = target.home(&mut writing);
            let (mut lost, room) = (writing.losses, writing.room);
            form.restate(&mut lost);
            (written, lost, room)
        });
        self.room = Some(room);
        indexes.keep(library);
        let defaults = defaults_in(&changes, document.root(), &written, |envelope| {
            let text = write_canonical(envelope);
            let document = reread(&text)?;
            let written = Form::lend(document.root(), target, |root, _| {
                target.home(&mut Writing {
                    span: target.span(),
                    read_as,
                    ..Writing::of(root, target.convention())
                })
            });
            Some(written)
        });
        let text = write_compact(&written);
        let unfit = if target.name() == one.adapter.name() {
            Vec::new()
        } else {
            unfit(&text, target, &options.read, &lost)
        };
        let lost = lost.into_iter().map(|lost| lost.loss);
        let mut losses: Vec<Loss> = lost.chain(unfit).collect();
        let way = WayIn {
            changes: &changes,
            versions: printed_as.versions(),
            envelope: since.as_ref(),
        };
        through_envelope(&way, &defaults, &mut losses);
        once(&mut losses);
        Ok((text, losses))
    }
}

/// An envelope without its origin, and the origin.
fn without_origin(text: String) -> (String, Option<Result<Origin, Misfit>>) {
    if !text.contains("\"origin\":") {
        return (text, None);
    }
    let mut envelope = value_of(&text);
    let members = envelope.as_object_mut();
    match members.and_then(|members| members.remove(ORIGIN)) {
        Some(kept) => (write_canonical(&envelope), Some(Origin::from_value(kept))),
        None => (text, None),
    }
}

/// Leaves out what lies in something that is dropped as a whole: each value is told once.
fn once(losses: &mut Vec<Loss>) {
    let is_dropped = |loss: &&Loss| loss.kind == LossKind::Dropped.as_str();
    let dropped: BTreeSet<&str> = losses
        .iter()
        .filter(is_dropped)
        .map(|loss| loss.pointer.as_str())
        .collect();
    let is_within = |loss: &Loss| {
        let mut ends = loss.pointer.match_indices('/').map(|(end, _)| end);
        // The document itself is no value in it.
        ends.any(|end| {
            end > 0
                && loss
                    .pointer
                    .get(..end)
                    .is_some_and(|above| dropped.contains(above))
        })
    };
    let within: Vec<bool> = losses
        .iter()
        .map(|loss| is_dropped(&loss) && is_within(loss))
        .collect();
    let mut within = within.into_iter();
    losses.retain(|_| within.next() != Some(true));
}

/// The rest of a pointer that leads to what another one leads to, or to something in there.
fn below<'p>(pointer: &'p str, above: &str) -> Option<&'p str> {
    let rest = pointer.strip_prefix(above)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// The document that an envelope was made of, if its origin belongs to it.
fn restored(kept: &Origin, envelope: &str) -> Option<String> {
    let adapter = dialect::find(&kept.dialect).ok()?;
    origin::restore(adapter, envelope, kept)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests;
