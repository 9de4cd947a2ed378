//! What a text says of one span: whether it is the text that the tool saw, and what
//! stands in it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::changed::{Hashes, changed};
use super::not_enriched::{NotEnrichedCode, Why};
use crate::checksum::{Checksum, ChecksumAlgorithm, checksum};
use crate::dialect::Convention;
use crate::envelope::shape::{Role, Shape};
use crate::json::{Object, Value};
use crate::source::compared::TextIs;
use crate::source::{language, replaced};
use crate::text::{LineIndex, Position, PositionEncoding, TextError};
use crate::validate::StatedSums;

/// Lines of more bytes are no context that anybody reads, and each span on one would get
/// it whole.
const LONGEST_LINE: u64 = 1 << 14;

/// What the record around a span says of it.
#[derive(Default)]
pub(super) struct Around {
    pub(super) kind: Option<String>,
    language: Option<String>,
    /// What is said to be exactly the text of the span.
    text: Option<String>,
    /// The path and the checksums of a file that an operation changed, by the innermost record that
    /// tells them.
    pub(super) changed: Option<(String, Hashes)>,
}

impl Around {
    /// Of a record that stands in another one.
    pub(super) fn of(shape: &Shape, members: &Object, outer: &Self) -> Self {
        let text = |name: &str| {
            members
                .get(name)
                .and_then(Value::as_str)
                .map(ToOwned::to_owned)
        };
        let kinds = ["kind", "reference_kind"];
        let known = kinds.into_iter().find(|name| shape.field(name).is_some());
        let exact = shape.with_role(Role::TextOf("/span"));
        Self {
            kind: known.and_then(text),
            language: text("language"),
            text: exact.and_then(|field| text(field.name)),
            changed: changed(shape, members).or_else(|| outer.changed.clone()),
        }
    }

    /// Of an object of no known shape.
    pub(super) fn of_untyped(members: &Object, outer: &Self) -> Self {
        let text = |name: &str| {
            let said = members.get(name).and_then(Value::as_str);
            said.map(ToOwned::to_owned)
        };
        Self {
            kind: text("kind"),
            language: text("language"),
            text: text("matched_text"),
            changed: outer.changed.clone(),
        }
    }
}

/// The checksums of whole sources by their names, each computed once.
#[derive(Default)]
pub(super) struct Files(BTreeMap<(String, ChecksumAlgorithm), Checksum>);

impl Files {
    fn checksum(&mut self, algorithm: ChecksumAlgorithm, view: &View<'_, '_>) -> Checksum {
        *self
            .0
            .entry((view.source.to_owned(), algorithm))
            .or_insert_with(|| Checksum::of(algorithm, view.index.text()))
    }
}

/// The block `semantics`: the kind and the language that the record around the span gives;
/// without the latter, the language of the path.
pub(super) fn semantics(members: &Object, around: &Around) -> Vec<(&'static str, Value)> {
    let path = members.get("file_path").and_then(Value::as_str);
    let given = |word: &'_ Option<String>| word.clone().filter(|word| !word.is_empty());
    let of_path = || path.and_then(language::of_path).map(ToOwned::to_owned);
    let language = given(&around.language).or_else(of_path);
    let kind = given(&around.kind);
    [("kind", kind), ("language", language)]
        .into_iter()
        .filter_map(|(name, word)| Some((name, Value::from(word?))))
        .collect()
}

/// Path and offsets of a span.
pub(super) fn range(members: &Object, shape: &Shape) -> Option<(String, u64, u64)> {
    let member = |role| members.get(shape.with_role(role)?.name);
    let path = member(Role::Path)?.as_str()?.to_owned();
    let start = member(Role::ByteStart)?.as_u64()?;
    Some((path, start, member(Role::ByteEnd)?.as_u64()?))
}

/// Path, lines and columns of a span that has no offsets, in the order of
/// [`Role::COORDINATES`].
pub(super) fn lines(members: &Object, shape: &Shape) -> Option<(String, [u64; 4])> {
    let member = |role| members.get(shape.with_role(role)?.name);
    let is_said = |role| member(role).is_some_and(|said| !said.is_null());
    if is_said(Role::ByteStart) || is_said(Role::ByteEnd) {
        return None;
    }
    let path = member(Role::Path)?.as_str()?.to_owned();
    let mut numbers = [0; 4];
    for (number, role) in numbers.iter_mut().zip(Role::COORDINATES) {
        *number = member(role)?.as_u64()?;
    }
    Some((path, numbers))
}

/// The offsets of a span by its lines from 1 and columns in bytes. Nothing is clamped: a place that
/// is not there shows that the text is another one.
pub(super) fn offsets(
    index: &LineIndex<'_>,
    path: &str,
    [from_line, from_column, to_line, to_column]: [u64; 4],
) -> Result<(u64, u64), Why> {
    let offset = |line: u64, column| {
        let count = index.line_count();
        let known = line.checked_sub(1).filter(|line| *line < count);
        let known = known.ok_or_else(|| {
            let why = format!("in `{path}` there is no line {line}; it has 1 to {count}");
            Why::new(NotEnrichedCode::PlaceMissing, why)
        })?;
        let position = Position::new(known, column);
        let offset = index.offset(position, PositionEncoding::Utf8);
        offset.map_err(|error| Why::no_place(path, &error))
    };
    Ok((offset(from_line, from_column)?, offset(to_line, to_column)?))
}

/// What a document says of a span.
pub(super) struct Description<'m> {
    pub(super) members: &'m Object,
    pub(super) shape: &'m Shape,
    pub(super) around: &'m Around,
    /// The convention of the document that the envelope was made of.
    pub(super) convention: &'static Convention,
    /// Whether an operation may have changed the file.
    pub(super) changes: bool,
    /// The checksums of the file before and after the operation, if they are told beside the
    /// ranges.
    pub(super) hashes: Option<&'m Hashes>,
    /// What the source is to the span, by all that the document says.
    pub(super) source_is: Option<TextIs>,
}

impl Description<'_> {
    fn checksum(&self, name: &str) -> Option<&str> {
        let block = self.members.get("checksums").and_then(Value::as_object);
        block?.get(name)?.as_str()
    }

    fn with_role(&self, role: Role) -> Option<&Value> {
        self.members.get(self.shape.with_role(role)?.name)
    }

    /// The checksums of the file before and after an operation.
    fn file_hashes(&self) -> Hashes {
        let own = [Role::FileBefore, Role::FileAfter]
            .map(|role| self.with_role(role)?.as_str()?.parse().ok());
        match (own, self.hashes) {
            ([None, None], Some(beside)) => *beside,
            _ => own,
        }
    }

    /// Whether anything is said of the text: where it stands shows nothing.
    pub(super) fn shows_text(&self) -> bool {
        let text = self.around.text.as_deref();
        let sums = ["checksum_before", "file_checksum_before"];
        let mut sums = sums.iter().filter_map(|name| self.checksum(name));
        let lines = self.members.get("context").and_then(Value::as_object);
        text.is_some_and(|text| !text.is_empty())
            || sums.any(|sum| sum.parse::<Checksum>().is_ok())
            || self.file_hashes()[0].is_some()
            || lines.is_some_and(|lines| lines.contains_key("selected"))
    }

    /// Whether the checksums that are called `before` are of the changed file, as `validate`
    /// finds it out.
    fn is_late(&self, [before, after]: Hashes) -> bool {
        let sum = |name| self.checksum(name)?.parse::<Checksum>().ok();
        let sums = StatedSums {
            before,
            after,
            file: sum("file_checksum_before"),
            span: sum("checksum_before"),
            span_after: sum("checksum_after"),
        };
        sums.of_changed_file(self.convention).is_some()
    }
}

/// A span in its text.
pub(super) struct View<'v, 's> {
    index: &'v LineIndex<'s>,
    /// What the source is called.
    source: &'v str,
    /// What the document calls it.
    path: &'v str,
    content: &'v [u8],
    start: Position,
    end: Position,
    range: (u64, u64),
}

impl<'v, 's> View<'v, 's> {
    /// The span, if it lies in the text.
    pub(super) fn of(
        index: &'v LineIndex<'s>,
        source: &'v str,
        path: &'v str,
        (from, to): (u64, u64),
    ) -> Result<Self, Why> {
        if from > to {
            return Err(Why::new(
                NotEnrichedCode::EndBeforeStart,
                format!("the range ends at {to}, before its start at {from}"),
            ));
        }
        let place = |offset| {
            let position = index.position(offset, PositionEncoding::Utf8);
            position.map_err(|error| Why::no_place(path, &error))
        };
        let bytes = usize::try_from(from).ok().zip(usize::try_from(to).ok());
        let content = bytes.and_then(|(from, to)| index.text().get(from..to));
        Ok(Self {
            index,
            source,
            path,
            content: content.unwrap_or_default(),
            start: place(from)?,
            end: place(to)?,
            range: (from, to),
        })
    }

    /// Whether the text agrees with all that the document says of the span: if it does
    /// not, it is another text, and what it says is not true of the one that the tool saw.
    pub(super) fn agrees(
        &self,
        said: &Description<'_>,
        files: &mut Files,
        overwrite: bool,
    ) -> Result<(), Why> {
        let path = self.path;
        let stale = |what: &str| {
            Err(Why::new(
                NotEnrichedCode::OtherText,
                format!("`{path}` is not the text that the tool saw: {what} differs"),
            ))
        };
        let stated = said.around.text.as_ref();
        if stated.is_some_and(|text| !replaced::shows(text, self.content)) {
            return stale("the text of the span");
        }
        let sums = said.file_hashes();
        let [before, _] = sums;
        let is = |sum: &Checksum, files: &mut Files| *sum == files.checksum(sum.algorithm(), self);
        if before.is_some_and(|sum| !is(&sum, files)) {
            return stale("the checksum of the file");
        }
        let changes = said.changes && said.shape.with_role(Role::FileBefore).is_some();
        let is_before = said.source_is == Some(TextIs::TextBefore);
        let file = said.checksum("file_checksum_before");
        let file = file.and_then(|sum| sum.parse::<Checksum>().ok());
        let is_file = file.is_none_or(|sum| is(&sum, files));
        // Beside such checksums nobody could tell which text the added ones are of.
        if said.is_late(sums) || (is_before && !is_file) {
            return Err(Why::new(
                NotEnrichedCode::ChangedFile,
                format!("what is said of the text of the span is of `{path}` after the operation"),
            ));
        }
        let span = said.checksum("checksum_before").map(str::parse::<Checksum>);
        if let Some(Ok(span)) = span
            && !span.matches(self.content)
        {
            return stale("the checksum of the span");
        }
        if !is_file {
            return stale("the checksum of the file");
        }
        let is_open = said.source_is == Some(TextIs::OtherText);
        if changes && (is_open || (file.is_none() && before.is_none())) {
            return Err(Why::new(
                NotEnrichedCode::MayBeChanged,
                format!(
                    "an operation changed `{path}`, and nothing shows that the source is the text \
                     before it"
                ),
            ));
        }
        if !overwrite && !changes && !self.shows_line(said.members) {
            return stale("the line of the span");
        }
        let is_other = match said.source_is {
            Some(TextIs::OtherText | TextIs::Contradicted) => true,
            Some(TextIs::OtherContext) => !overwrite,
            Some(TextIs::TextBefore) | None => false,
        };
        if is_other {
            return stale("what the document says of the span, of a part of it or of the file");
        }
        let right = coordinates(self.start, self.end);
        let differs = Role::COORDINATES.iter().zip(right).any(|(role, right)| {
            let stated = said.with_role(*role).and_then(Value::as_u64);
            stated.is_some_and(|stated| stated != right)
        });
        if differs && !overwrite {
            return Err(Why::new(
                NotEnrichedCode::OtherPlace,
                format!("in `{path}` the span has other lines and columns"),
            ));
        }
        Ok(())
    }

    /// Whether the first line that the document shows of the span is in its line of the source. A
    /// part of the line is enough, as other characters may end a line for the tool.
    fn shows_line(&self, members: &Object) -> bool {
        let context = members.get("context").and_then(Value::as_object);
        let lines = context.and_then(|context| context.get("selected")?.as_array());
        let line = lines.and_then(|lines| lines.first()?.as_str());
        let Some(shown) = line.map(|line| line.trim_end_matches(['\r', '\n'])) else {
            return true;
        };
        // U+FFFD may stand for other bytes, and is not looked for.
        if shown.contains(char::REPLACEMENT_CHARACTER) {
            return true;
        }
        let there = self.line(self.start.line);
        there.map_or(true, |line| {
            line.as_str().is_none_or(|line| line.contains(shown))
        })
    }

    /// Lines from 1 and columns in bytes of both ends.
    pub(super) fn positions(&self, shape: &Shape) -> Vec<(&'static str, Value)> {
        let names = Role::COORDINATES.iter().map(|role| shape.with_role(*role));
        let right = coordinates(self.start, self.end);
        names
            .zip(right)
            .filter_map(|(field, right)| Some((field?.name, Value::from(right))))
            .collect()
    }

    /// Offsets of both ends.
    pub(super) fn offsets(&self, shape: &Shape) -> Vec<(&'static str, Value)> {
        let names = [Role::ByteStart, Role::ByteEnd].map(|role| shape.with_role(role));
        let offsets = names.into_iter().zip([self.range.0, self.range.1]);
        offsets
            .filter_map(|(field, offset)| Some((field?.name, Value::from(offset))))
            .collect()
    }

    /// Columns of both ends in UTF-16 code units.
    pub(super) fn utf16(&self) -> Result<[(&'static str, u64); 2], Why> {
        let column = |offset| {
            let position = self.index.position(offset, PositionEncoding::Utf16);
            position.map(|position| position.column).map_err(|error| {
                let code = match error {
                    TextError::InvalidUtf8 { .. } => NotEnrichedCode::NotUtf8,
                    _ => NotEnrichedCode::NoUtf16Column,
                };
                Why::new(code, error.to_string())
            })
        };
        Ok([
            ("start_col_utf16", column(self.range.0)?),
            ("end_col_utf16", column(self.range.1)?),
        ])
    }

    /// Checksums of the text of the span, and of the file.
    pub(super) fn checksums(&self, files: &mut Files) -> Vec<(&'static str, Value)> {
        let file = files.checksum(ChecksumAlgorithm::Sha256, self);
        alloc::vec![
            ("checksum_before", checksum(self.content).into()),
            ("file_checksum_before", file.to_string().into()),
        ]
    }

    /// The block `context`: whole lines, without their terminators. What is `stated` of it already
    /// says where the lines of the span end.
    pub(super) fn context(
        &self,
        lines: u64,
        stated: Option<&Object>,
    ) -> Result<Vec<(&'static str, Value)>, Why> {
        let first = self.start.line;
        let last = self.last_line(stated);
        // After a final terminator there is no line that a person would count.
        let length = self.index.len();
        let open = self.index.line_range(self.index.line_count() - 1);
        let empty = open.is_ok_and(|line| line.start() == length && length > 0);
        let count = self.index.line_count() - u64::from(empty);
        let parts = [
            ("before", first.saturating_sub(lines)..first),
            ("selected", first..last.saturating_add(1)),
            (
                "after",
                last.saturating_add(1)..last.saturating_add(1).saturating_add(lines).min(count),
            ),
        ];
        let mut block = Vec::new();
        for (name, range) in parts {
            let lines = range
                .map(|line| self.line(line))
                .collect::<Result<Vec<_>, _>>()?;
            // A list without elements is left out of the envelope.
            if !lines.is_empty() {
                block.push((name, Value::Array(lines.into())));
            }
        }
        Ok(block)
    }

    /// The last line that the span touches, from 0. One that ends right after a terminator
    /// touches the line before, unless the document counts the one that begins there, too.
    fn last_line(&self, stated: Option<&Object>) -> u64 {
        let first = self.start.line;
        let list = |name: &str| stated?.get(name)?.as_array();
        let ends_before = self.end.column == 0 && self.end.line > first;
        let last = self.end.line - u64::from(ends_before);
        match (list("selected"), list("after")) {
            (Some(selected), _) if !selected.is_empty() => {
                first + (selected.len() as u64 - 1).min(self.end.line - first)
            }
            (None, Some(after)) if ends_before && !after.is_empty() => {
                let begins = |from| {
                    self.line(from)
                        .is_ok_and(|line| after.first() == Some(&line))
                };
                if !begins(last + 1) && begins(last + 2) {
                    self.end.line
                } else {
                    last
                }
            }
            _ => last,
        }
    }

    fn line(&self, line: u64) -> Result<Value, Why> {
        let range = self.index.line_content_range(line);
        let range =
            range.map_err(|error| Why::new(NotEnrichedCode::PlaceMissing, error.to_string()))?;
        if range.end() - range.start() > LONGEST_LINE {
            let number = line + 1;
            let why = format!("line {number} has more than {LONGEST_LINE} bytes");
            return Err(Why::new(NotEnrichedCode::LineTooLong, why));
        }
        let bytes = usize::try_from(range.start())
            .ok()
            .zip(usize::try_from(range.end()).ok());
        let bytes = bytes.and_then(|(start, end)| self.index.text().get(start..end));
        core::str::from_utf8(bytes.unwrap_or_default())
            .map(Value::from)
            .map_err(|error| {
                let at = range.start() + error.valid_up_to() as u64;
                let why = format!("the text is not UTF-8 at byte offset {at}");
                Why::new(NotEnrichedCode::NotUtf8, why)
            })
    }
}

/// Line from 1 and column of both ends, in the order of the members.
const fn coordinates(start: Position, end: Position) -> [u64; 4] {
    [start.line + 1, start.column, end.line + 1, end.column]
}
