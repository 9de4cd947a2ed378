//! One dialect in, another one out, with a report of what was lost.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::dialect::{self, Adapter, Writing};
use crate::document_error::DocumentError;
use crate::documents;
use crate::envelope::record::record;
use crate::envelope::{Origin, Wire};
use crate::error::Error;
use crate::json::{ReadOptions, Value, read, write_canonical, write_compact};
use crate::loss::{Loss, LossKind};
use crate::normalize::{NormalizeOptions, One, library_of, one};
use crate::origin;
use crate::source::Sources;
use crate::source::library::Indexes;
use crate::validate::walk;

/// What [`convert`] may be told.
#[derive(Debug, Clone, Default)]
pub struct ConvertOptions<'s> {
    /// The dialect of the document, if it is known; detected if not.
    pub dialect: Option<String>,
    /// Source texts, for what only they can tell.
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
        /// The dialect of the document that was read.
        required dialect: String,
        /// What became of the values: never empty when something is lost, and one
        /// `exact` entry for the whole document when nothing is.
        required losses: Vec<Loss>,
    }
}

/// Writes a document of one dialect in another one.
///
/// Back to the dialect that it came from, an envelope with an `origin` is exact:
/// equal to the document that was read under RFC 8785, unknown members and raw
/// numbers included. Without one, the dialect writes what the envelope tells, and
/// the losses say of each value whether it was computed or dropped. An origin
/// that does not belong to the envelope any more, because that was edited, is
/// reported and not used.
///
/// # Errors
///
/// As [`crate::normalize()`]; `UNKNOWN_DIALECT` for `to`; with `strict`,
/// `LOSSY_CONVERSION` if anything is `dropped` or `defaulted`.
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
    let target = dialect::find(to)?;
    if dialect::magellan::is_csv(text) {
        return Err(DocumentError::csv().into());
    }
    let pieces = documents::split(text, &options.read);
    let single = pieces.is_single();
    let normalizing = NormalizeOptions {
        dialect: options.dialect.clone(),
        sources: options.sources,
        root: options.root.clone(),
        origin: options.origin && target.name() == "unified",
        read: options.read.clone(),
    };
    let mut conversion: Option<Conversion> = None;
    let mut indexes = Indexes::default();
    for (number, piece) in (0u64..).zip(pieces) {
        let one = one(&piece?, &normalizing, &mut indexes)?;
        let dialect = one.adapter.name();
        let (written, mut losses) = write(one, target, options, &mut indexes)?;
        if losses.is_empty() {
            losses.push(exact());
        }
        if !single {
            for loss in &mut losses {
                loss.document = Some(number);
            }
        }
        match &mut conversion {
            None => {
                conversion = Some(Conversion {
                    text: written,
                    dialect: dialect.into(),
                    losses,
                });
            }
            Some(conversion) => {
                conversion.text.push('\n');
                conversion.text.push_str(&written);
                conversion.losses.append(&mut losses);
            }
        }
    }
    let conversion = conversion.ok_or(DocumentError::NotRecognised { nearest: None })?;
    if options.strict
        && let Some(loss) = conversion.losses.iter().find(|loss| loss.is_lossy())
    {
        return Err(DocumentError::Lossy {
            pointer: loss.pointer.clone(),
            kind: loss.kind.clone(),
            note: loss.note.clone(),
        }
        .into());
    }
    Ok(conversion)
}

fn exact() -> Loss {
    Loss {
        pointer: String::new(),
        kind: LossKind::Exact.as_str().to_owned(),
        note: "nothing is lost".to_owned(),
        document: None,
    }
}

/// The document in the target dialect, and what was lost.
fn write<'s>(
    one: One,
    target: &'static dyn Adapter,
    options: &ConvertOptions<'s>,
    known: &mut Indexes<'s>,
) -> Result<(String, Vec<Loss>), Error> {
    if target.name() == "unified" {
        let losses = to_envelope(&one);
        return Ok((one.text, losses));
    }
    if target.name() == one.adapter.name() {
        return Ok((write_compact(&one.original), Vec::new()));
    }
    let mut envelope = one.envelope;
    let kept = envelope
        .as_object_mut()
        .and_then(|members| members.remove("origin"))
        .and_then(|origin| Origin::from_value(origin).ok());
    let text = write_canonical(&envelope);
    let mut losses = Vec::new();
    if let Some(kept) = kept.filter(|kept| kept.dialect == target.name()) {
        if let Some(document) = origin::restore(target, &text, &kept) {
            return Ok((write_compact(&document), losses));
        }
        losses.push(Loss {
            pointer: "/origin".to_owned(),
            kind: LossKind::Dropped.as_str().to_owned(),
            note:
                "ORIGIN_STALE: the origin does not belong to this envelope; one of them was changed"
                    .to_owned(),
            document: None,
        });
    }
    let document = read(text.as_bytes(), &options.read)?;
    let seen = walk(
        document.root(),
        dialect::find("unified")?.documents(),
        false,
    );
    let mut library = library_of(
        &seen,
        target,
        options.sources,
        options.root.as_deref(),
        known,
    );
    let mut writing = Writing {
        root: document.root(),
        convention: target.convention(),
        library: library.as_mut(),
        losses,
    };
    let written: Value = target.home(&mut writing);
    let losses = writing.losses;
    known.keep(library);
    Ok((write_compact(&written), losses))
}

/// What the envelope does not say of the document it was made from.
fn to_envelope(one: &One) -> Vec<Loss> {
    let has_origin = one.envelope.get("origin").is_some();
    let kind = |what: &str| match what {
        "derived" | "converted" | "path" => Some(LossKind::Derived),
        "defaulted" => Some(LossKind::Defaulted),
        // An absent member and a null, and four zeros, say the same.
        "left_out" if !has_origin => Some(LossKind::Dropped),
        _ => None,
    };
    one.changes
        .iter()
        .filter_map(|change| {
            Some(Loss {
                pointer: change.at.clone().unwrap_or_else(|| change.pointer.clone()),
                kind: kind(&change.what)?.as_str().to_owned(),
                note: change.what.clone(),
                document: None,
            })
        })
        .collect()
}
