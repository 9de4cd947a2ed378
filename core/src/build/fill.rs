//! What can be computed of a draft: ids, lines and columns, counts.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{fills, invalid, is_missing};
use crate::checksum::Checksum;
use crate::enrich::Changed;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::envelope::typed::{Inside, inside, paths};
use crate::error::Error;
use crate::id::{MatchIdScheme, match_id_in, span_id};
use crate::json::{Object, Pointer, Value};
use crate::source::library::{Indexes, Library, NoText, Shelf};
use crate::source::{self, Sources, canonical_path};
use crate::text::{LineIndex, LineIndexOptions, PositionEncoding};

/// The member that names a match.
pub(super) const MATCH_ID: &str = "match_id";

/// Members whose text names a match.
const NAMES: [&str; 5] = [
    "name",
    "referenced_symbol",
    "caller",
    "matched_text",
    "content",
];

pub(super) fn fill(draft: &mut Value, ty: &Type, sources: Option<&Sources>) -> Result<(), Error> {
    let library = sources.map(|sources| {
        let options = LineIndexOptions::default();
        Library::new(
            Shelf::Borrowed(sources),
            paths(draft).into_iter(),
            None,
            options,
            &mut Indexes::default(),
        )
    });
    let changed = Changed::in_result(draft);
    let mut fill = Fill {
        library,
        changed,
        texts: BTreeMap::new(),
    };
    fill.value(draft, ty, &Pointer::root())
}

struct Fill<'s> {
    library: Option<Library<'s>>,
    /// What an operation says of the files that it changed.
    changed: Changed,
    /// Whether the text of a file is the one that has a checksum.
    texts: BTreeMap<(String, String), bool>,
}

impl Fill<'_> {
    /// Depth is bounded by the types, not by the draft.
    fn value(&mut self, value: &mut Value, ty: &Type, at: &Pointer) -> Result<(), Error> {
        match (inside(ty, value), value) {
            (Some(Inside::Record(shape)), Value::Object(members)) => {
                self.record(members, shape, at)
            }
            (Some(Inside::List(item)), Value::Array(items)) => {
                for (index, value) in (0u64..).zip(items.iter_mut()) {
                    self.value(value, item, &at.item(index))?;
                }
                Ok(())
            }
            (Some(Inside::Map(item)), Value::Object(members)) => {
                for (key, value) in members.iter_mut() {
                    self.value(value, item, &at.child(key))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn record(
        &mut self,
        members: &mut Object,
        shape: &'static Shape,
        at: &Pointer,
    ) -> Result<(), Error> {
        for field in shape.fields {
            if let Some(value) = members.get_mut(field.name) {
                self.value(value, &field.ty, &at.child(field.name))?;
            }
        }
        for field in shape.fields {
            let Role::CountOf(list) = field.role else {
                continue;
            };
            let length = members
                .get(list)
                .and_then(Value::as_array)
                .map(|list| list.len());
            if let Some(length) = length
                && is_missing(members, field.name)
            {
                members.insert(field.name, length as u64);
            }
        }
        if shape.is_range {
            self.range(members, shape, at)?;
        }
        let named = shape.field(MATCH_ID);
        if named.is_some_and(|field| fills(shape, field))
            && is_missing(members, MATCH_ID)
            && let Some(id) = match_id(members)
        {
            members.insert(MATCH_ID, id);
        }
        // The envelope says nothing by leaving a member out.
        let may_be_absent = |field: &&Field| field.presence == Presence::Optional;
        for field in shape.fields.iter().filter(may_be_absent) {
            if members.get(field.name).is_some_and(Value::is_null) {
                members.remove(field.name);
            }
        }
        Ok(())
    }

    fn range(
        &mut self,
        members: &mut Object,
        shape: &'static Shape,
        at: &Pointer,
    ) -> Result<(), Error> {
        let number = |role| {
            let field = shape.with_role(role)?;
            members.get(field.name).and_then(Value::as_u64)
        };
        let path = shape.with_role(Role::Path).map(|field| field.name);
        let (Some(key), Some(start), Some(end)) =
            (path, number(Role::ByteStart), number(Role::ByteEnd))
        else {
            return Ok(());
        };
        let Some(path) = members.get(key).and_then(Value::as_str) else {
            return Ok(());
        };
        let spelt = path.to_string();
        let path = canonical_path(&spelt).into_owned();
        let before = self.before(members, shape, &path);
        let coordinates: Vec<&str> = Role::COORDINATES
            .iter()
            .filter_map(|role| shape.with_role(*role))
            .map(|field| field.name)
            .collect();
        // Four zeros say that nobody knows, and the envelope says that by leaving them out.
        let is_zero = |name: &&str| members.get(name).and_then(Value::as_u64) == Some(0);
        if coordinates.len() == 4 && coordinates.iter().all(is_zero) {
            for name in &coordinates {
                members.remove(name);
            }
        }
        if let [first_line, first_column, last_line, last_column] = coordinates.as_slice()
            && coordinates.iter().all(|name| is_missing(members, name))
            && let Some(library) = &mut self.library
        {
            match library.open(&spelt) {
                Ok(index) => {
                    if let Some(before) = before {
                        let known = self.texts.entry((path.clone(), before.to_string()));
                        let is_it = || Checksum::of(before.algorithm(), index.text()) == before;
                        if !*known.or_insert_with(is_it) {
                            return Err(invalid(at.as_str(), &not_before(&spelt, before)));
                        }
                    }
                    let (line, column) = place(index, start, at)?;
                    members.insert(*first_line, line);
                    members.insert(*first_column, column);
                    let (line, column) = place(index, end, at)?;
                    members.insert(*last_line, line);
                    members.insert(*last_column, column);
                }
                Err(NoText::Missing) => {}
                Err(NoText::Ambiguous(paths)) => {
                    let message =
                        alloc::format!("`{spelt}` may be any of {}", source::named(paths, ", "));
                    return Err(invalid(at.as_str(), &message));
                }
            }
        }
        if let Some(field) = shape.with_role(Role::SpanId)
            && is_missing(members, field.name)
            && let Ok(id) = span_id(&path, start, end)
        {
            members.insert(field.name, id);
        }
        members.insert(key, path);
        Ok(())
    }

    /// The checksum of the text that a range lies in, where an operation says it.
    fn before(&self, members: &Object, shape: &Shape, path: &str) -> Option<Checksum> {
        let own = shape.with_role(Role::FileBefore);
        let own = own.and_then(|field| members.get(field.name)?.as_str()?.parse().ok());
        own.or_else(|| self.changed.of_file(path)?[0])
    }
}

/// Lines of another text would be wrong, and look as if they had been checked.
fn not_before(path: &str, before: Checksum) -> String {
    alloc::format!(
        "the source `{path}` is not the text before the operation, which the range is of: that \
         has {before} (FILE_CHANGED)"
    )
}

/// Line from 1 and column in bytes of an offset.
fn place(index: &LineIndex<'_>, offset: u64, at: &Pointer) -> Result<(u64, u64), Error> {
    let position = index
        .position(offset, PositionEncoding::Utf8)
        .map_err(|error| invalid(at.as_str(), &error.to_string()))?;
    Ok((position.line + 1, position.column))
}

/// The id of a match: the recipe that hashes name, path and both offsets.
fn match_id(members: &Object) -> Option<String> {
    let text = |members: &Object, key: &str| {
        members
            .get(key)
            .and_then(Value::as_str)
            .map(ToString::to_string)
    };
    let span = members.get("span").and_then(Value::as_object)?;
    let name = NAMES.iter().find_map(|key| text(members, key))?;
    let number = |key| span.get(key).and_then(Value::as_u64);
    let (start, end) = (number("byte_start")?, number("byte_end")?);
    match_id_in(
        MatchIdScheme::Sha256,
        &name,
        &text(span, "file_path")?,
        start,
        end,
    )
    .ok()
}
