//! The spans of a document go along with the edits (E11).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::dated;
use super::error::EditError;
use super::map::PositionMap;
use crate::checksum::{Checksum, ChecksumError, parse_checksum};
use crate::diagnostic::Diagnostic;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::envelope::{Envelope, Wire};
use crate::error::Error;
use crate::fingerprint::{CONTEXT_HASH, LINE_HASH};
use crate::id::{classify_span_id, span_id_in};
use crate::json::{Object, Pointer, ReadOptions, Value, write_canonical};
use crate::normalize::{Envelopes, NormalizeOptions};
use crate::source::library::NoText;
use crate::source::{PathMatch, match_paths};
use crate::span::Coordinates;
use crate::text::{ByteRange, LineIndex, PositionEncoding, TextError};
use crate::validate::no_text;

/// Options of [`carry_spans`].
#[derive(Debug, Clone, Default)]
pub struct CarryOptions {
    /// The dialect of the document, if it is known; detected if not.
    pub dialect: Option<String>,
    /// The root that absolute paths of the document begin with; inferred if absent.
    pub root: Option<String>,
    /// Limits and leniences of reading the document.
    pub read: ReadOptions,
}

/// One file that was edited.
#[derive(Debug, Clone, Copy)]
pub struct EditedFile<'t> {
    /// Its path.
    pub path: &'t str,
    /// Where its offsets went.
    pub map: &'t PositionMap,
    /// Its text afterwards.
    pub text: &'t [u8],
    /// The checksum of its text before, `algorithm:hex`, as an outcome has it: with it a document
    /// that was made for another text is told.
    pub checksum_before: Option<&'t str>,
}

record! {
    /// A document whose spans were carried along.
    pub struct CarriedSpans closed {
        /// The envelope; of the first document, where the text holds several.
        required envelope: Value = (Envelope::TYPE),
        /// The envelope as canonical JSON (RFC 8785); one a line, where the text holds
        /// several documents.
        required text: String,
        /// How many documents the text holds, those that were refused included.
        required documents: u64,
        /// How many of them were refused; `diagnostics` say why.
        required refused: u64,
        /// All envelopes, where the text holds several documents.
        list envelopes: Value = (Type::List(&Envelope::TYPE)),
        /// How many ranges of the edited files are where they belong now.
        required carried_count: u64,
        /// JSON Pointers of those whose text is another now: an edit lies inside.
        required changed: Vec<String>,
        /// JSON Pointers of those that were left as they were: their text was deleted, or they end
        /// inside of replaced text; or only a line is told, which does not say where in the text it
        /// was; or they are not known to be ranges of the text before, which `diagnostics` say.
        required gone: Vec<String>,
        /// JSON Pointers of what was left out because it told of the text before:
        /// checksums, context lines, fingerprints, columns beside a range.
        required dropped: Vec<String>,
        /// What was found on the way; why a document was refused, if one was; which ranges are
        /// none of the text that was edited (`OFFSET_OUT_OF_RANGE`, `REVERSED`), are of another one by
        /// a checksum (`FILE_CHANGED`, `CHECKSUM_MISMATCH`), or of one of several (`SOURCE_AMBIGUOUS`).
        required diagnostics: Vec<Diagnostic>,
    }
}

/// Makes the envelope of a document, of any dialect, and carries its spans along with
/// edits.
///
/// - A range that was carried has its new bytes, lines and columns, also where the old lines
///   and columns meant nothing without the text before (`NEEDS_SOURCE`). It has the id of
///   its new place, if its id was that of the old one.
/// - A range whose text was deleted, or that ends inside of replaced text, stays as it was, and its
///   pointer is in `gone`. So does a place of which only the line is told, and a range that is none
///   of the text before: it does not lie in it, a checksum is that of another one, or its path may be
///   that of several edited files. Of these `diagnostics` say so, too.
/// - Left out are checksums and context lines, all fingerprints of a range whose text is another
///   now, and of other ranges those of ours that are made of the lines around.
///   [`enrich`](crate::enrich()) makes them of the new text. Of a file that is as it was,
///   nothing is left out.
/// - Where the text holds several documents, the pointers begin with the number of the
///   document. One that cannot be read is left out and told in `diagnostics`.
///
/// Time O(d log d + n log k) for a document of d bytes with n spans and k edits, O(text) for each
/// file that it names, and O(range) for each range with a checksum.
///
/// # Errors
///
/// As [`normalize`](crate::normalize()), and `TOO_DEEP` for more than 512 levels, whatever `read`
/// allows; `EDIT_MAP_INVALID` for a text that is not as long as the one that its map leads to;
/// `CHECKSUM_BARE`, `CHECKSUM_MALFORMED` and `UNKNOWN_ALGORITHM` for a checksum that is none.
///
/// # Examples
///
/// ```
/// use llm_types::{CarryOptions, EditOptions, EditedFile, apply_edits, carry_spans};
///
/// let request = r#"{"unchecked":true,"edits":[{"byte_start":0,"byte_end":0,"new_text":"// new\n"}]}"#;
/// let edited = apply_edits("let x = 1;\n", request, &EditOptions::default())?;
/// let found = r#"{"schema_version":"1.1.0","execution_id":"r1","data":{"pattern":"x","count":1,
///     "matches":[{"match_id":"m1","matched_text":"x","span":{"file_path":"a.rs",
///     "byte_start":4,"byte_end":5,"start_line":1,"start_col":4,"end_line":1,"end_col":5}}]}}"#;
/// let file = EditedFile {
///     path: "a.rs",
///     map: &edited.map,
///     text: &edited.text,
///     checksum_before: edited.outcome.checksum_before.as_deref(),
/// };
/// let carried = carry_spans(found.as_bytes(), &[file], &CarryOptions::default())?;
/// assert!(carried.text.contains(r#""byte_start":11"#) && carried.text.contains(r#""start_line":2"#));
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn carry_spans(
    document: &[u8],
    edited: &[EditedFile<'_>],
    options: &CarryOptions,
) -> Result<CarriedSpans, Error> {
    for file in edited {
        let (expected, found) = (file.map.new_len(), file.text.len() as u64);
        if expected != found {
            let path = file.path.into();
            return Err(EditError::OtherText {
                path,
                expected,
                found,
            }
            .into());
        }
    }
    let reading = NormalizeOptions {
        dialect: options.dialect.clone(),
        read: ReadOptions {
            max_depth: options.read.max_depth.min(MAX_DEPTH),
            ..options.read.clone()
        },
        without_changes: true,
        ..NormalizeOptions::default()
    };
    let mut envelopes = Envelopes::of(document, &reading)?;
    let mut paths = Vec::new();
    for (_, envelope) in &envelopes.all {
        named(envelope, &mut paths);
    }
    paths.sort_unstable();
    paths.dedup();
    let files = Files::of(&paths, edited, options.root.as_deref())?;
    let uncounted = envelopes.totals.diagnostics.iter();
    let uncounted = uncounted.filter(|found| found.code == UNCOUNTED);
    let uncounted: BTreeSet<Option<u64>> = uncounted.map(|found| found.document).collect();
    let mut carrying = Carrying {
        files,
        others: BTreeMap::new(),
        uncounted: false,
        document: None,
        carried: 0,
        changed: Vec::new(),
        gone: Vec::new(),
        dropped: Vec::new(),
        diagnostics: envelopes.totals.diagnostics,
    };
    for (number, envelope) in &mut envelopes.all {
        let mut here = Pointer::root();
        if let Some(number) = number {
            here.push_index(*number);
        }
        carrying.uncounted = uncounted.contains(number);
        carrying.document = *number;
        carrying.date(envelope);
        carrying.value(envelope, None, &mut here);
    }
    let all = envelopes.all.iter();
    let texts: Vec<String> = all.clone().map(|(_, it)| write_canonical(it)).collect();
    let several = all.filter(|(number, _)| number.is_some());
    Ok(CarriedSpans {
        text: texts.join("\n"),
        documents: envelopes.totals.documents,
        refused: envelopes.totals.refused,
        envelopes: several.map(|(_, envelope)| envelope.clone()).collect(),
        envelope: (envelopes.all.into_iter().next()).map_or(Value::Null, |(_, first)| first),
        carried_count: carrying.carried,
        changed: carrying.changed,
        gone: carrying.gone,
        dropped: carrying.dropped,
        diagnostics: carrying.diagnostics,
    })
}

/// The file that the ranges of an object are in, if it says so.
pub(super) fn file_of(object: &Object) -> Option<&str> {
    let own = object.get("file_path").or_else(|| object.get("file"));
    let own = own.and_then(Value::as_str);
    own.or_else(|| object.get("span")?.get("file_path")?.as_str())
}

/// What may name the file of a range in another word, which only its tool knows.
pub(super) fn maybe_file_of(object: &Object) -> Option<&str> {
    let is_range = |object: &Object| range_of(object).is_some();
    let span = object.get("span").and_then(Value::as_object);
    if !is_range(object) && !span.is_some_and(is_range) {
        return None;
    }
    let mut names = ["path", "uri"].into_iter();
    names.find_map(|name| object.get(name)?.as_str())
}

/// The bytes of the range that an object is.
pub(super) fn range_of(members: &Object) -> Option<(u64, u64)> {
    let number = |key| members.get(key).and_then(Value::as_u64);
    Some((number("byte_start")?, number("byte_end")?))
}

/// Adds the paths of all files that ranges inside a value are in.
fn named(value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let own = file_of(members).or_else(|| maybe_file_of(members));
            paths.extend(own.map(Into::into));
            for member in members.values() {
                named(member, paths);
            }
        }
        Value::Array(items) => {
            for item in items {
                named(item, paths);
            }
        }
        _ => {}
    }
}

/// What is said of a range that does not lie in the text before: to find it in `gone` alone would
/// mean that an edit replaced it. The pointer is part of the message, because it leads into
/// the envelope and not into the document.
fn no_range(wrong: &TextError, file: &str, here: &Pointer, document: Option<u64>) -> Diagnostic {
    let message = format!(
        "{wrong}: `{}` of the envelope is no range of the text of `{file}` before the edits",
        here.as_str()
    );
    let mut found = Diagnostic::new(wrong.code(), message);
    found.help = "Carry the document along with the edits of the text that it was made for, or \
                  make it anew."
        .into();
    found.document = document;
    found
}

/// An offset of a text in memory: no other is as long.
fn offset(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// What is said of a path that may be that of several edited files.
fn unclear(path: &str, known: &[String]) -> Diagnostic {
    let message = no_text(path, NoText::Ambiguous(known));
    let mut found = Diagnostic::new("SOURCE_AMBIGUOUS", message);
    found.help = "Give the root that the paths of the document begin with, or longer paths of the \
                  edited files."
        .into();
    found
}

/// Most levels of a document: they are gone down in turn, and the stack of a host has an end.
const MAX_DEPTH: u32 = 512;

/// What is said of lines and columns that mean nothing without the text before.
const UNCOUNTED: &str = "NEEDS_SOURCE";

/// The edited files by the paths of the documents.
struct Files<'t> {
    /// What was done to each that is named, and its text afterwards.
    all: Vec<Option<(&'t PositionMap, LineIndex<'t>)>>,
    by_path: BTreeMap<String, usize>,
    /// Paths that may be those of several edited files, and what is said of them.
    unclear: BTreeMap<String, Diagnostic>,
    /// The checksums of the texts before, where they are known.
    before: Vec<Option<Checksum>>,
}

impl<'t> Files<'t> {
    fn of(
        paths: &[String],
        edited: &[EditedFile<'t>],
        root: Option<&str>,
    ) -> Result<Self, ChecksumError> {
        let spellings: Vec<&str> = paths.iter().map(String::as_str).collect();
        let known: Vec<&str> = edited.iter().map(|file| file.path).collect();
        let found = match_paths(&spellings, &known, root);
        // Of two with one path the first counts.
        let places = known.iter().enumerate().rev();
        let places: BTreeMap<&str, usize> = places.map(|(at, path)| (*path, at)).collect();
        let before = edited.iter().map(|file| file.checksum_before);
        let before = before.map(|stated| stated.map(parse_checksum).transpose());
        let mut files = Self {
            all: known.iter().map(|_| None).collect(),
            by_path: BTreeMap::new(),
            unclear: BTreeMap::new(),
            before: before.collect::<Result<_, _>>()?,
        };
        let is_edited = |known: &[String]| {
            let mut edited = edited.iter().filter(|file| !file.map.is_identity());
            edited.any(|file| known.iter().any(|known| known == file.path))
        };
        for (path, found) in paths.iter().zip(found) {
            match found {
                PathMatch::Found(known) => {
                    if let Some(at) = places.get(known.as_str()).copied()
                        && let (Some(file), Some(place)) = (edited.get(at), files.all.get_mut(at))
                    {
                        place.get_or_insert_with(|| (file.map, LineIndex::from_bytes(file.text)));
                        files.by_path.insert(path.clone(), at);
                    }
                }
                PathMatch::Ambiguous(known) if is_edited(&known) => {
                    files.unclear.insert(path.clone(), unclear(path, &known));
                }
                PathMatch::Ambiguous(_) | PathMatch::Missing => {}
            }
        }
        Ok(files)
    }

    fn checksum_of(&self, path: &str) -> Option<&Checksum> {
        self.before.get(*self.by_path.get(path)?)?.as_ref()
    }

    fn of_path(&self, path: &str) -> Option<&(&'t PositionMap, LineIndex<'t>)> {
        self.all.get(*self.by_path.get(path)?)?.as_ref()
    }
}

struct Carrying<'t> {
    files: Files<'t>,
    /// The files of which the document at hand has another text, and what is said of them.
    others: BTreeMap<String, Diagnostic>,
    /// Whether the document at hand has lines and columns that its envelope lacks, for want of a
    /// text. There is a text now.
    uncounted: bool,
    /// The number of the document at hand, where there are several.
    document: Option<u64>,
    carried: u64,
    changed: Vec<String>,
    gone: Vec<String>,
    dropped: Vec<String>,
    diagnostics: Vec<Diagnostic>,
}

impl Carrying<'_> {
    /// Finds out of which files an envelope has another text.
    fn date(&mut self, envelope: &Value) {
        let files = &self.files;
        self.others = dated::of_others(envelope, &|path| files.checksum_of(path));
        let mut paths = Vec::new();
        if !self.files.unclear.is_empty() {
            named(envelope, &mut paths);
        }
        let paths: BTreeSet<String> = paths.into_iter().collect();
        let unclear = paths.iter().filter_map(|path| self.files.unclear.get(path));
        let told = self.others.values().chain(unclear);
        let of_it = told.cloned().map(|mut found| {
            found.document = self.document;
            found
        });
        self.diagnostics.extend(of_it);
    }

    /// Whether what the document says of a file is not known to be about the text before.
    fn is_doubtful(&self, file: &str) -> bool {
        self.others.contains_key(file) || self.files.unclear.contains_key(file)
    }

    /// Whether the text of a range is another now, if the value is one that was carried in
    /// a file that was changed.
    fn value(&mut self, value: &mut Value, file: Option<&str>, here: &mut Pointer) -> Option<bool> {
        match value {
            Value::Object(members) => {
                let mut own = file_of(members).map(String::from);
                let mut file = file;
                if own.is_none()
                    && let Some(other) = maybe_file_of(members)
                {
                    if self.files.by_path.contains_key(other)
                        || self.files.unclear.contains_key(other)
                    {
                        own = Some(other.into());
                    } else if let Some((map, _)) = file.and_then(|file| self.files.of_path(file)) {
                        // Whether it names another file or is no path at all, nobody says.
                        if !map.is_identity() {
                            self.gone.push(here.as_str().into());
                        }
                        file = None;
                    }
                }
                let file = own.as_deref().or(file);
                let carried = file.and_then(|file| self.range(members, file, here));
                let (mut changed, mut moved) = (carried, carried.is_some());
                for (key, member) in members.iter_mut() {
                    here.push(key);
                    let inside = self.value(member, file, here);
                    here.pop();
                    // What names a span is about the text of it.
                    if key == "span" {
                        changed = changed.or(inside);
                        moved |= inside.is_some();
                    }
                }
                if let Some(file) = file {
                    self.line(members, file, moved, here);
                }
                if let Some(changed) = changed {
                    self.fingerprints(members, changed, here);
                }
                return carried;
            }
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    here.push_index(at as u64);
                    self.value(item, file, here);
                    here.pop();
                }
            }
            _ => {}
        }
        None
    }

    /// Carries the line that is told beside a range, or alone: then nothing says where in
    /// the text it was.
    fn line(&mut self, members: &mut Object, file: &str, moved: bool, here: &Pointer) {
        let is_number = |key| members.get(key).is_some_and(|it| it.as_u64().is_some());
        let is_doubtful = self.is_doubtful(file);
        let file = self.files.of_path(file);
        let index = file.filter(|(map, _)| !map.is_identity());
        let index = index.map(|(_, index)| index);
        if index.is_none() && !is_doubtful {
            return;
        }
        let own = range_of(members);
        let range = own.or_else(|| range_of(members.get("span")?.as_object()?));
        let Some((start, end)) = range else {
            if ["line", "start_line", "line_start"]
                .into_iter()
                .any(is_number)
            {
                self.gone.push(here.as_str().into());
            }
            return;
        };
        let ends = [("line", start), ("line_start", start), ("line_end", end)];
        let ends = ends
            .into_iter()
            .filter(|(name, _)| moved && is_number(*name));
        let ends: Vec<(&str, u64)> = ends.collect();
        if ends.is_empty() {
            return;
        }
        for (name, offset) in ends {
            if let Some(index) = index
                && let Ok(at) = index.position(offset, PositionEncoding::Utf8)
            {
                members.insert(name, at.line + 1);
            }
        }
        // Only the tool knows what its columns count.
        for name in ["column", "col_start", "col_end"] {
            if members.remove(name).is_some() {
                self.dropped.push(here.child(name).as_str().into());
            }
        }
    }

    /// Leaves out the fingerprints that need not be true of the text afterwards.
    fn fingerprints(&mut self, members: &mut Object, changed: bool, here: &Pointer) {
        let Some(there) = members.get_mut("fingerprints") else {
            return;
        };
        let at = here.child("fingerprints");
        let mut empty = changed;
        if let (false, Value::Object(hashes)) = (changed, there) {
            for name in [CONTEXT_HASH, LINE_HASH] {
                if hashes.remove(name).is_some() {
                    self.dropped.push(at.child(name).as_str().into());
                    empty = hashes.is_empty();
                }
            }
        }
        if empty {
            members.remove("fingerprints");
        }
        if changed {
            self.dropped.push(at.as_str().into());
        }
    }

    /// Carries the range that an object is; whether its text is another now, if its file
    /// is.
    fn range(&mut self, members: &mut Object, file: &str, here: &Pointer) -> Option<bool> {
        let (start, end) = range_of(members)?;
        let before = self.files.checksum_of(file);
        if self.is_doubtful(file)
            || before.is_some_and(|before| dated::is_of_other_file(members, before))
        {
            if !self.is_doubtful(file) {
                let found = dated::other_file(file, Some(here), self.document);
                self.diagnostics.push(found);
            }
            self.gone.push(here.as_str().into());
            return None;
        }
        let (map, index) = self.files.of_path(file)?;
        let range = ByteRange::new(start, end);
        let carried = range.and_then(|range| map.carry_range(range));
        let carried = carried.unwrap_or_else(|wrong| {
            let found = no_range(&wrong, file, here, self.document);
            self.diagnostics.push(found);
            None
        });
        let Some(carried) = carried else {
            self.gone.push(here.as_str().into());
            return None;
        };
        let is_of_other = || {
            let ends = (carried.range.start(), carried.range.end());
            let text = index.text().get(offset(ends.0)..offset(ends.1));
            text.is_some_and(|text| dated::is_of_other(members, text))
        };
        if !carried.changed && is_of_other() {
            let found = dated::other_text(file, here, self.document);
            self.diagnostics.push(found);
            self.gone.push(here.as_str().into());
            return None;
        }
        self.carried += 1;
        // Of a text that is as it was, what is told is as true as it was: what was wrong
        // must not be made to look right.
        if map.is_identity() {
            return None;
        }
        let (new_start, new_end) = (carried.range.start(), carried.range.end());
        let path = members.get("file_path").and_then(Value::as_str);
        if let (Some(path), Some(id)) = (path, members.get("span_id").and_then(Value::as_str))
            && let Some(scheme) = classify_span_id(id, path, start, end)
            && let Ok(id) = span_id_in(scheme, path, new_start, new_end)
        {
            members.insert("span_id", id);
        }
        members.insert("byte_start", new_start);
        members.insert("byte_end", new_end);
        if (self.uncounted || members.contains_key("start_line"))
            && let Ok(at) = Coordinates::of(carried.range, index)
        {
            members.insert("start_line", at.start_line);
            members.insert("start_col", at.start_col);
            members.insert("end_line", at.end_line);
            members.insert("end_col", at.end_col);
        }
        for (name, offset) in [("start_col_utf16", new_start), ("end_col_utf16", new_end)] {
            if !members.contains_key(name) {
                continue;
            }
            if let Ok(at) = index.position(offset, PositionEncoding::Utf16) {
                members.insert(name, at.column);
            } else {
                members.remove(name);
                self.dropped.push(here.child(name).as_str().into());
            }
        }
        for stale in ["checksums", "context"] {
            if members.remove(stale).is_some() {
                self.dropped.push(here.child(stale).as_str().into());
            }
        }
        if carried.changed {
            self.changed.push(here.as_str().into());
        }
        Some(carried.changed)
    }
}
