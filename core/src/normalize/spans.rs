//! The ranges that a document speaks of: where each stands in the document and in the
//! envelope, and which source has its text.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::Zip;
use core::ops::RangeFrom;
use core::slice;

use super::{Change, ChangeKind, Changes, Judging, NormalizeOptions, Normalizing, One};
use crate::documents::{self, Piece};
use crate::envelope::ORIGIN;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::json::{Object, Pointer, Value};
use crate::source::{PathMatch, match_paths};
use crate::text::words::meanings;
use crate::validate::{ProvedBy, SpanProofs, ValidateOptions, Validating};

record! {
    /// A range of a file that a document speaks of, as its envelope has it: half-open, in
    /// UTF-8 bytes.
    pub struct ReferencedSpan closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// JSON Pointer (RFC 6901) of the object in the document that says where the range
        /// starts; where no object says that alone, of its pointer in the envelope as much
        /// as the document has.
        required pointer: String,
        /// JSON Pointer of the range in the envelope.
        required at: String,
        /// Path of the file, as the envelope spells it.
        required file_path: String,
        /// Offset of the first byte.
        required byte_start: u64,
        /// Offset after the last byte.
        required byte_end: u64,
        /// Line of `byte_start`, from 1.
        optional start_line: u64,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64,
        /// Line of `byte_end`, from 1.
        optional end_line: u64,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        optional end_col: u64,
        /// The path of the source that it is a range of; absent if none of the sources can
        /// be meant, or more than one.
        optional source: String,
        /// What shows, by that source, that it is the range which the tool meant; absent where
        /// nothing does, or something speaks against it. Patch by `file_checksum`, `checksum`
        /// or `text`; `context` and `position` leave open what stands in the range.
        optional proved_by: String = (Type::Words(ProvedBy::WORDS)),
    }
}

meanings!(ReferencedSpan {
    proved_by?: ProvedBy
});

/// The ranges that a document speaks of, in the order of its envelope: whatever has a path
/// and offsets there, whether its shape is known or not.
///
/// For programs that show a document beside its sources, and for those that patch: of each range
/// it is told what proves it ([`ProvedBy`]), by the same rules as
/// [`validate`](crate::validate()). Positions are those of the envelope: a range that the
/// document gives in lines and columns of its own has bytes only where the source is among
/// `sources`, and is left out where nobody can tell them. Where the text holds several
/// documents, those that cannot be read are passed over. Time as of `normalize` and `validate`
/// together.
///
/// # Errors
///
/// As [`normalize`](crate::normalize()).
///
/// # Examples
///
/// ```
/// use llm_types::{NormalizeOptions, ProvedBy, Sources, referenced_spans};
///
/// let text = br#"{"execution_id":"r1","pattern":"b","matches":[{"match_id":"m1",
///     "file":"/w/a.rs","byte_start":2,"byte_end":3,"matched_text":"b","line_number":1,
///     "column_number":3,"context_before":"a ","context_after":""}],"match_count":1}"#;
/// let sources: Sources = [("a.rs", "a b\n")].into_iter().collect();
/// let options = NormalizeOptions { sources: Some(&sources), ..Default::default() };
/// let spans = referenced_spans(text, &options)?;
/// assert_eq!(spans[0].pointer, "/matches/0");
/// assert_eq!(spans[0].at, "/data/matches/0/span");
/// assert_eq!(spans[0].source.as_deref(), Some("a.rs"));
/// assert_eq!(spans[0].proved_by(), Some(ProvedBy::Text));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn referenced_spans(
    text: &[u8],
    options: &NormalizeOptions<'_>,
) -> Result<Vec<ReferencedSpan>, Error> {
    let options = NormalizeOptions {
        origin: false,
        without_changes: false,
        ..options.clone()
    };
    let mut found = Vec::new();
    let mut normalizing = Normalizing::new(options.clone(), Judging::Silently);
    let mut validating = options.sources.map(|_| validating(&options));
    let make = |piece: Piece<'_>| {
        let proofs = (validating.as_mut()).map_or_else(SpanProofs::new, |it| it.proofs(&piece));
        let (one, found) = normalizing.piece(piece);
        (one.map(|one| (one, proofs)), found)
    };
    let collect = |document, (one, proofs): (One, _)| {
        let collect = &mut Collect {
            document,
            home: Home::of(&one.changes),
            proofs,
            found: &mut found,
        };
        collect.envelope(&one.envelope());
    };
    documents::made_of(text, &options.read, make, collect)?;
    if let Some(sources) = options.sources {
        let mut paths: Vec<&str> = found
            .iter()
            .map(|it: &ReferencedSpan| &*it.file_path)
            .collect();
        paths.sort_unstable();
        paths.dedup();
        let loaded: Vec<&str> = sources.paths().collect();
        let matches = match_paths(&paths, &loaded, options.root.as_deref());
        let paths = paths.into_iter().map(ToString::to_string);
        let matches: BTreeMap<String, PathMatch> = paths.zip(matches).collect();
        for span in &mut found {
            let proved_in = span.source.take();
            if let Some(PathMatch::Found(source)) = matches.get(&span.file_path) {
                span.source = Some(source.clone());
            }
            if proved_in != span.source {
                span.proved_by = None;
            }
        }
    }
    Ok(found)
}

/// The check of the same documents, which says what their ranges are proved by.
fn validating<'s>(options: &NormalizeOptions<'s>) -> Validating<'s> {
    Validating::new(ValidateOptions {
        dialect: options.dialect.clone(),
        sources: options.sources,
        root: options.root.clone(),
        strict: false,
        read: options.read.clone(),
    })
}

/// Where the values of an envelope were in the document.
struct Home {
    /// Pointer in the envelope to pointer in the document.
    moved: BTreeMap<String, String>,
}

impl Home {
    fn of(changes: &Changes) -> Self {
        // Without a pointer the document does not say it, unless it was wrapped as a whole.
        let is_home =
            |it: &Change| !it.pointer.is_empty() || it.what() == Some(ChangeKind::Wrapped);
        let moved = changes.iter().filter(is_home);
        Self {
            moved: moved.filter_map(|it| Some((it.at?, it.pointer))).collect(),
        }
    }

    /// The pointer in the document of what stands at a place in the envelope: what was not moved
    /// is in the container that it was in.
    fn of_value(&self, at: &str) -> String {
        let mut end = at.len();
        loop {
            let (head, rest) = at.split_at(end);
            if let Some(moved) = self.moved.get(head) {
                return moved.clone() + rest;
            }
            match head.rfind('/') {
                Some(parent) => end = parent,
                None => return at.to_string(),
            }
        }
    }
}

struct Collect<'f> {
    document: Option<u64>,
    home: Home,
    proofs: SpanProofs,
    found: &'f mut Vec<ReferencedSpan>,
}

/// The file that an object names, for what is in its lists: edits of a request, nodes of a syntax
/// tree.
#[derive(Debug, Clone, Copy, Default)]
struct Above<'v> {
    file: Option<&'v str>,
    is_of_edits: bool,
}

/// What is left of an object or an array that is walked through. The stack of the machine is not
/// used: how deep a document may be is the caller's to say.
enum Inside<'v> {
    Object {
        members: <&'v Object as IntoIterator>::IntoIter,
        /// The file that it names, or that it is in.
        own: Option<&'v str>,
        is_root: bool,
    },
    Array {
        items: Zip<RangeFrom<u64>, slice::Iter<'v, Value>>,
        /// The file that elements are of which name none.
        file: Above<'v>,
    },
}

impl<'v> Inside<'v> {
    /// The next value, to which the pointer is moved, and the file of what is in it.
    fn next(&mut self, at: &mut Pointer) -> Option<(&'v Value, Above<'v>)> {
        match self {
            Self::Object {
                members,
                own,
                is_root,
            } => {
                // The way home holds what the document said before.
                let (key, member) = members.find(|(key, _)| !(*is_root && *key == ORIGIN))?;
                at.push(key);
                let is_list = member.as_array().is_some();
                Some((
                    member,
                    Above {
                        file: (*own).filter(|_| is_list),
                        is_of_edits: key == "edits",
                    },
                ))
            }
            Self::Array { items, file } => {
                let (index, item) = items.next()?;
                at.push_index(index);
                Some((item, *file))
            }
        }
    }
}

impl Collect<'_> {
    /// Takes the ranges of an envelope, however deep they stand.
    fn envelope(&mut self, envelope: &Value) {
        let mut at = Pointer::root();
        let mut open = Vec::new();
        open.extend(self.enter(envelope, &at, Above::default()));
        while let Some(inside) = open.last_mut() {
            let Some((value, file)) = inside.next(&mut at) else {
                open.pop();
                at.pop();
                continue;
            };
            match self.enter(value, &at, file) {
                Some(inside) => open.push(inside),
                None => _ = at.pop(),
            }
        }
    }

    /// What is inside of a value, if there can be a range in it.
    fn enter<'v>(&mut self, value: &'v Value, at: &Pointer, file: Above<'v>) -> Option<Inside<'v>> {
        match value {
            Value::Object(members) => {
                self.range(members, at, file);
                let own = members.get("file_path").and_then(Value::as_str);
                Some(Inside::Object {
                    members: members.iter(),
                    own: own.or(file.file),
                    is_root: at.as_str().is_empty(),
                })
            }
            Value::Array(items) => Some(Inside::Array {
                items: (0u64..).zip(items.iter()),
                file,
            }),
            _ => None,
        }
    }

    fn range(&mut self, members: &Object, at: &Pointer, above: Above<'_>) {
        let number = |key: &str| members.get(key).and_then(Value::as_u64);
        let own = members.get("file_path").and_then(Value::as_str);
        // The records of a graph have their own word for it; in an edit that is no one's.
        let other = members.get("file").and_then(Value::as_str);
        let may_name = |name: &&str| members.contains_key(name);
        let path = if above.is_of_edits {
            own.or(above.file).or(other)
        } else if ["file", "path", "uri"].iter().any(may_name) {
            own.or(other)
        } else {
            own.or(above.file)
        };
        let (Some(path), Some(start), Some(end)) = (path, number("byte_start"), number("byte_end"))
        else {
            return;
        };
        let start_at = self.home.of_value(at.child("byte_start").as_str());
        let proof = self.proofs.get(&start_at);
        let object = start_at.rfind('/').and_then(|end| start_at.get(..end));
        self.found.push(ReferencedSpan {
            document: self.document,
            pointer: object.unwrap_or_default().into(),
            at: at.as_str().into(),
            file_path: path.into(),
            byte_start: start,
            byte_end: end,
            start_line: number("start_line"),
            start_col: number("start_col"),
            end_line: number("end_line"),
            end_col: number("end_col"),
            // Where it was proved, until it is known whether that is its own source.
            source: proof.map(|proof| proof.source.clone()),
            proved_by: proof.map(|proof| proof.by.as_str().into()),
        });
    }
}
