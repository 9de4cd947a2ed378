//! What a finding of an envelope is, and what is known of it.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use memchr::{memchr2, memrchr2};

use super::FindingAt;
use crate::checksum::checksum;
use crate::envelope::Edit;
use crate::envelope::shape::{Field, Role, Shape};
use crate::envelope::typed::{ENVELOPE, records};
use crate::fingerprint::{CONTENT_HASH, CONTEXT_HASH, FindingPlace, LINE_HASH, Prints};
use crate::json::{Object, Pointer, Value};
use crate::source::Sources;
use crate::source::library::{Indexes, Library, Shelf};
use crate::source::replaced;
use crate::text::LineIndexOptions;

/// Members that say what kind of finding it is, the more exact first.
const KINDS: [&str; 3] = ["code", "kind", "reference_kind"];

/// Members that say what a finding is about.
const NAMES: [&str; 8] = [
    "name",
    "symbol",
    "referenced_symbol",
    "caller",
    "callee",
    "type_name",
    "trait_name",
    "label",
];

/// A finding of one run.
pub(crate) struct Finding {
    document: Option<u64>,
    pointer: String,
    /// The path of its file, as the document spells it.
    pub(crate) path: String,
    /// The same in a spelling that both runs have in common.
    pub(crate) file: String,
    /// Offsets of its first byte, and after its last.
    pub(crate) range: Option<(u64, u64)>,
    line: Option<u64>,
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The code of a diagnostic.
    code: Option<String>,
    /// What a diagnostic says.
    message: Option<String>,
    /// What the document says is exactly its text.
    text: Option<String>,
    /// Fingerprints that the document brings.
    pub(crate) given: BTreeMap<String, String>,
    /// Fingerprints that were computed.
    pub(crate) hashes: BTreeMap<String, String>,
    /// The hash of its whole lines, where a source is known to be its text.
    pub(super) lines: Option<String>,
}

impl Finding {
    /// JSON Pointer of its record in the envelope.
    pub(crate) fn pointer(&self) -> &str {
        &self.pointer
    }

    pub(crate) fn at(&self) -> FindingAt {
        let path = Some(&self.path).filter(|path| !path.is_empty());
        FindingAt {
            document: self.document,
            pointer: self.pointer.clone(),
            file_path: path.cloned(),
            byte_start: self.range.map(|(start, _)| start),
            byte_end: self.range.map(|(_, end)| end),
            start_line: self.line,
            code: self.code.clone(),
            message: self.message.clone(),
        }
    }

    /// What it says, with 0 for each number: what numbers count may have changed since.
    pub(super) fn said(&self) -> String {
        let message = self.message.as_deref().unwrap_or_default();
        let mut said = String::with_capacity(message.len());
        for letter in message.chars() {
            if !letter.is_ascii_digit() {
                said.push(letter);
            } else if !said.ends_with('0') {
                said.push('0');
            }
        }
        said
    }

    pub(super) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    pub(super) const fn line(&self) -> Option<u64> {
        self.line
    }

    /// Whether both stand at one place. Lines count only where there are no offsets.
    pub(crate) fn same_place(&self, other: &Self) -> bool {
        self.file == other.file
            && match (self.range, other.range) {
                (Some(mine), Some(theirs)) => mine == theirs,
                // Two that name neither are not known to be in different places.
                (None, None) => self.line == other.line,
                _ => self.line.is_some() && self.line == other.line,
            }
    }

    /// A number to sort findings of a file by, and to measure how far they are apart: the offset,
    /// or the line if there is none.
    pub(crate) fn position(&self) -> u64 {
        self.range
            .map(|(start, _)| start)
            .or(self.line)
            .unwrap_or_default()
    }
}

/// Adds the findings of an envelope. What stands inside of a finding, such as a place that belongs
/// to a diagnostic, is a part of it and no finding of its own.
pub(crate) fn collect(envelope: &Value, document: Option<u64>, found: &mut Vec<Finding>) {
    let mut at = Pointer::root();
    // The file of the edits that are looked at: their request names it once.
    let mut file: Option<&Value> = None;
    records(envelope, &ENVELOPE, &mut at, &mut |shape, members, at| {
        let of_edits = |field: &Field| matches!(field.role, Role::InFileOf("/file_path"));
        if shape.fields.iter().any(of_edits) {
            file = members.get("file_path");
        }
        let span = members.get("span").and_then(Value::as_object);
        let is_match = shape.field("span").is_some() && span.is_some();
        // Not every record that may be a range has one.
        let is_range = shape.is_range && members.contains_key("byte_start");
        let range = if is_range { Some(members) } else { span };
        let is_diagnostic = shape.field("message").is_some() && shape.field("level").is_some();
        if !is_match && !is_range && !is_diagnostic {
            return true;
        }
        let mut one = finding(shape, members, range, at, document);
        if let (true, true, Some(file)) = (
            shape.name == Edit::SHAPE.name,
            one.path.is_empty(),
            file.and_then(Value::as_str),
        ) {
            one.path = file.to_string();
            one.file = file.to_string();
        }
        found.push(one);
        false
    });
}

fn finding(
    shape: &'static Shape,
    members: &Object,
    span: Option<&Object>,
    at: &Pointer,
    document: Option<u64>,
) -> Finding {
    let text = |members: &Object, key: &str| {
        let text = members.get(key).and_then(Value::as_str);
        text.map(ToString::to_string)
    };
    let number = |key: &str| span?.get(key).and_then(Value::as_u64);
    let kind = KINDS.iter().find_map(|key| text(members, key));
    let mut names: Vec<String> = NAMES.iter().filter_map(|key| text(members, key)).collect();
    // A message may count or quote what has changed since: it is the name only of what has no code.
    if kind.is_none() {
        names.extend(text(members, "message"));
    }
    let mut given = BTreeMap::new();
    for owner in [span, Some(members)].into_iter().flatten() {
        let hashes = owner.get("fingerprints").and_then(Value::as_object);
        for (name, hash) in hashes.into_iter().flatten() {
            if let Some(hash) = hash.as_str() {
                given.insert(name.to_string(), hash.to_string());
            }
        }
    }
    let path = span.and_then(|span| text(span, "file_path"));
    let path = path.or_else(|| text(members, "file")).unwrap_or_default();
    let exact = shape
        .with_role(Role::TextOf("/span"))
        .or_else(|| shape.with_role(Role::Text));
    Finding {
        document,
        pointer: at.to_string(),
        file: path.clone(),
        path,
        range: number("byte_start").zip(number("byte_end")),
        line: number("start_line").or_else(|| members.get("line").and_then(Value::as_u64)),
        kind: kind.unwrap_or_default(),
        name: names.join("\n"),
        code: text(members, "code"),
        message: text(members, "message"),
        text: exact.and_then(|field| text(members, field.name)),
        given,
        hashes: BTreeMap::new(),
        lines: None,
    }
}

/// Computes the fingerprints: from the sources where they say what the document says (`is_its`, as
/// for [`computed`]), from its own text where there are none. The root that absolute paths begin with,
/// if it was given or the sources show it.
pub(crate) fn hash(
    found: &mut [Finding],
    sources: Option<&Sources>,
    root: Option<&str>,
    is_its: impl Fn(Option<u64>, &str, (u64, u64)) -> bool,
) -> Option<String> {
    for finding in found.iter_mut() {
        if let Some(text) = &finding.text {
            finding.hashes.insert(CONTENT_HASH.into(), checksum(text));
        }
    }
    let sources = sources.map(Shelf::Borrowed);
    let mut texts = Texts::default();
    let shown = computed(found, sources.as_ref(), root, is_its, &mut texts);
    // What an earlier call of ours wrote into the document counts as computed.
    for finding in found {
        for name in [CONTENT_HASH, CONTEXT_HASH, LINE_HASH] {
            if let Some(hash) = finding.given.get(name) {
                let hash = hash.clone();
                finding.hashes.entry(name.into()).or_insert(hash);
            }
        }
    }
    root.map(ToString::to_string).or(shown)
}

/// The texts in which something was found, kept from one document of a text to the next.
#[derive(Default)]
pub(crate) struct Texts<'s> {
    pub(crate) indexes: Indexes<'s>,
    /// By the names of the sources.
    prints: BTreeMap<String, Prints>,
}

impl Texts<'_> {
    /// Numbers findings from 1 again.
    pub(crate) fn restart(&mut self) {
        self.prints.clear();
    }
}

/// The fingerprints that the sources give, where they are the texts of the ranges: `is_its` is asked
/// for the number of the document, the name of the source and the range. Findings of later documents
/// are numbered on. Answers the root that the paths show.
pub(crate) fn computed<'s>(
    found: &mut [Finding],
    sources: Option<&Shelf<'s>>,
    root: Option<&str>,
    is_its: impl Fn(Option<u64>, &str, (u64, u64)) -> bool,
    known: &mut Texts<'s>,
) -> Option<String> {
    let sources = sources?;
    let mut library = Library::new(
        sources.clone(),
        found.iter().map(|finding| finding.path.clone()),
        root,
        LineIndexOptions::default(),
        &mut known.indexes,
    );
    // Those of one file belong together, however its path is spelt: the equal ones among
    // them are told apart by their numbers.
    let mut files: BTreeMap<usize, (String, Vec<usize>)> = BTreeMap::new();
    for (number, finding) in found.iter().enumerate() {
        if let Ok(file) = library.find(&finding.path) {
            let (_, numbers) = files
                .entry(file)
                .or_insert_with(|| (finding.path.clone(), Vec::new()));
            numbers.push(number);
        }
    }
    for (path, numbers) in files.into_values() {
        let Ok((name, index)) = library.lend(&path) else {
            continue;
        };
        let text = index.text();
        let sound: Vec<(usize, FindingPlace)> = numbers
            .into_iter()
            .filter_map(|number| {
                let finding = found.get(number)?;
                let is_its = is_its(finding.document, name, finding.range?);
                Some((number, finding.place(text).filter(|_| is_its)?))
            })
            .collect();
        let places: Vec<FindingPlace> = sound.iter().map(|(_, place)| place.clone()).collect();
        if !known.prints.contains_key(name) {
            known.prints.insert(name.to_string(), Prints::of(text));
        }
        let prints = known.prints.get_mut(name);
        let Some(Ok(hashes)) = prints.map(|prints| prints.add(text, &places)) else {
            continue;
        };
        for ((number, _), hashes) in sound.into_iter().zip(hashes) {
            if let Some(finding) = found.get_mut(number) {
                finding.hashes = hashes.0;
                finding.lines = finding.range.and_then(|range| whole_lines(text, range));
            }
        }
    }
    let root = library.root();
    known.indexes.keep(Some(library));
    root
}

/// Most bytes of the whole lines of a finding.
const MAX_LINES: usize = 16 * 1024;

/// The hash of the lines that a range touches, without the blanks around them; none if they are long.
fn whole_lines(text: &[u8], (start, end): (u64, u64)) -> Option<String> {
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    let (head, tail) = (text.get(..start)?, text.get(end..)?);
    let near = head.get(head.len().saturating_sub(MAX_LINES)..)?;
    let from = memrchr2(b'\n', b'\r', near).map_or(0, |at| at + 1);
    let near = near.get(from..)?.len();
    let far = tail.get(..MAX_LINES).unwrap_or(tail);
    let past = memchr2(b'\n', b'\r', far).unwrap_or(tail.len());
    let lines = text.get(start - near..end + past)?;
    (lines.len() <= MAX_LINES).then(|| checksum(lines.trim_ascii()))
}

impl Finding {
    /// Its place in a text, if the text is the one that the document speaks of.
    fn place(&self, text: &[u8]) -> Option<FindingPlace> {
        let (byte_start, byte_end) = self.range?;
        let start = usize::try_from(byte_start).ok()?;
        let content = text.get(start..usize::try_from(byte_end).ok()?)?;
        let same = |stated: &String| replaced::shows(stated, content);
        self.text.as_ref().is_none_or(same).then(|| FindingPlace {
            byte_start,
            byte_end,
            kind: Some(self.kind.clone()),
        })
    }
}
