//! Walks along the shapes that make a document of an envelope, as far as the
//! envelope alone tells. The way in is in [`super::making`].

use core::cell::OnceCell;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::breaks::Shown;
use super::convention::Convention;
use super::making::{counts_as_we_do, is_coordinate};
use super::mapping::{How, Mapping, Move, descend};
use crate::envelope::RichSpan;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::json::{Array, Kind, Node, Object, Pointer, ReadOptions, Value, read};
use crate::loss::{LossKind, Lost};
use crate::source::library::Library;
use crate::text::{LineIndex, PositionEncoding};
use crate::validate::{COORDINATES, is_container, takes};

mod asked;
mod contradicted;
mod digest;
mod home;
mod left_out;
mod losses;
mod nothing;
mod placed;
mod room;
mod short_kind;
mod stated;
mod unknown;
mod unwrapped;
mod unwritten;
mod version;

pub(crate) use contradicted::Contradicted;
use digest::bare;
use home::choose_home;
pub(crate) use left_out::{found_in, why_none};
pub(crate) use losses::Why;
pub(crate) use placed::PLACED;
use room::NO_ROOM;
pub(crate) use room::{NO_TEXT, Room};
use stated::Stated;
pub(crate) use stated::{OTHER_TEXT, are_of};
use unknown::counted;
use unwritten::Unwritten;

/// A document of a dialect that is being made of an envelope.
pub(crate) struct Writing<'d, 's> {
    pub(crate) root: Node<'d>,
    pub(crate) convention: &'static Convention,
    pub(crate) library: Option<&'d mut Library<'s>>,
    pub(crate) losses: Vec<Lost>,
    /// How much text of the sources may be copied still.
    pub(crate) room: Room,
    /// The shape whose hooks say how lines are counted in a span of no known shape.
    pub(crate) span: &'static Shape,
    /// The tool that the envelope names, once somebody asked: very many may ask, and look for it
    /// among very many members.
    pub(crate) named: OnceCell<Option<Cow<'d, str>>>,
    /// The dialect that the document was read as, if it is another one.
    pub(crate) read_as: Option<&'static str>,
    /// What the envelope shows of texts; nothing before it is asked for.
    pub(crate) shown: Option<Shown<'d>>,
    /// Which of the stated checksums of files the sources have.
    pub(crate) stated: Stated,
    /// The ranges that the sources contradict.
    pub(crate) contradicted: Contradicted,
}

impl<'d> Writing<'d, '_> {
    /// As far as the envelope alone tells.
    pub(crate) fn of(root: Node<'d>, convention: &'static Convention) -> Self {
        Self {
            root,
            convention,
            library: None,
            losses: Vec::new(),
            room: Room::default(),
            span: &RichSpan::SHAPE,
            named: OnceCell::new(),
            read_as: None,
            shown: None,
            stated: Stated::new(),
            contradicted: Contradicted::default(),
        }
    }

    /// The tool that the envelope names.
    pub(crate) fn named(&self) -> Option<&str> {
        let named = || self.root.get("tool").and_then(Node::as_str);
        self.named.get_or_init(named).as_deref()
    }

    /// Whether the document was read as one of another dialect than this, which is no envelope.
    pub(crate) fn is_of_other(&self, dialect: &str) -> bool {
        self.read_as.is_some_and(|read_as| read_as != dialect)
    }

    /// Names the tool in a document that another dialect was read of, or that names another
    /// tool: it would be taken for one of that dialect, or of a third.
    pub(crate) fn name_tool(&mut self, members: &mut Object, tool: &'static str) {
        // Some versions do not name themselves, and their envelope does not either.
        if !self.is_of_other("unified") && !members.contains_key("tool") {
            return;
        }
        let (kind, note) = match members.insert("tool", tool) {
            Some(name) if name.as_str() == Some(tool) => return,
            Some(_) => (LossKind::Dropped, "the document is of another tool"),
            None => (
                LossKind::Derived,
                "the tool that the document is written for",
            ),
        };
        self.lost(&Pointer::root().child("tool"), kind, note);
    }

    /// Names the tool that said something, which an envelope does once for all.
    pub(crate) fn attribute(&mut self, at: &Pointer, said: &mut Object) {
        if said.contains_key("tool") {
            return;
        }
        let place = at.child("tool");
        match self.named().or(self.read_as).map(String::from) {
            Some(name) => {
                said.insert("tool", name);
                self.lost(&place, LossKind::Derived, "the tool of the answer");
            }
            None => self.missing(&place, &["tool"], "nothing says which tool said it"),
        }
    }

    /// A value in the form of the dialect.
    pub(crate) fn value(&mut self, node: Node<'d>, pointer: &Pointer, ty: &Type) -> Value {
        match ty {
            _ if !takes(ty, node) => node.to_value(),
            Type::Record(shape) => self.record(node, pointer, shape),
            Type::Choice(shapes) => match choose_home(shapes, node, node.order() != 0) {
                Some(shape) => self.record(node, pointer, shape),
                None => self.unknown(node, pointer),
            },
            Type::Any | Type::Open(_) => self.unknown(node, pointer),
            Type::List(item) => (0u64..)
                .zip(node.items())
                .map(|(index, value)| self.value(value, &pointer.item(index), item))
                .collect(),
            Type::Map(item) => {
                let members = node.members().map(|(key, value)| {
                    let key = key.as_str();
                    let value = self.value(value, &pointer.child(&key), item);
                    (key, value)
                });
                Value::Object(members.collect())
            }
            Type::OneOf(types) => match types.iter().find(|ty| takes(ty, node)) {
                Some(ty) => self.value(node, pointer, ty),
                None => node.to_value(),
            },
            _ => node.to_value(),
        }
    }

    /// An object in the form of the dialect, its known members first and in the
    /// order in which the tool prints them.
    pub(crate) fn record(&mut self, node: Node<'d>, pointer: &Pointer, shape: &Shape) -> Value {
        if node.kind() != Kind::Object {
            return node.to_value();
        }
        if let Some(mapping) = shape.mapping {
            return self.mapped(node, pointer, shape, mapping);
        }
        let mut placed = Object::new();
        self.place_range(node, pointer, (shape, None), &mut placed);
        let mut object = Object::new();
        for field in shape.fields {
            if let Some(number) = placed.remove(field.name) {
                object.insert(field.name, number);
                continue;
            }
            match node.get(field.name) {
                Some(value) => {
                    let written = self.member(value, || pointer.child(field.name), field);
                    object.insert(field.name, written);
                }
                None if matches!(field.presence, Presence::Nullable | Presence::Stated) => {
                    object.insert(field.name, Value::Null);
                }
                None if self.zero_for(node, shape, field) => {
                    object.insert(field.name, 0u64);
                    let note = "the tool writes 0 where it does not know";
                    self.lost(&pointer.child(field.name), LossKind::Derived, note);
                }
                None => {}
            }
        }
        for (key, value) in node.members() {
            let key = key.as_str();
            if shape.field(&key).is_none() {
                let value = self.unknown_member(value, pointer, &key);
                object.insert(key, value);
            }
        }
        self.recount(node, pointer, shape, &mut object);
        Value::Object(object)
    }

    /// Whether a missing line or column is written as 0: in an object that has
    /// none of the four, in a dialect that reads zeros as unknown.
    fn zero_for(&self, node: Node<'_>, shape: &Shape, field: &Field) -> bool {
        self.convention.zeros_are_unknown
            && shape.is_range
            && COORDINATES.iter().any(|(_, name)| *name == field.name)
            && COORDINATES.iter().all(|(_, name)| node.get(name).is_none())
    }

    /// The same of an object whose members stand elsewhere in the envelope.
    fn zero_for_mapped(
        &self,
        node: Node<'_>,
        shape: &Shape,
        mapping: &Mapping,
        field: &Field,
    ) -> bool {
        let unknown = |place: &str| descend(node, place).is_none();
        let mut coordinates = shape.fields.iter().enumerate();
        let has_all = || {
            let coordinates = shape.fields.iter().filter(|field| is_coordinate(field));
            coordinates.count() == COORDINATES.len()
        };
        self.convention.zeros_are_unknown
            && shape.is_range
            && is_coordinate(field)
            && field.presence != Presence::Required
            && coordinates.all(|(index, field)| {
                let to = mapping.of(index).map(|to| to.to);
                !is_coordinate(field) || to.map_or_else(|| node.get(field.name).is_none(), unknown)
            })
            // Fewer than four zeros are numbers.
            && has_all()
    }

    /// A member. Of a value that is no container nothing can be lost, so its pointer is not
    /// made: most values are none.
    fn member(&mut self, node: Node<'d>, at: impl FnOnce() -> Pointer, field: &Field) -> Value {
        if field.role == Role::BareSpanChecksum
            && let Some(algorithm) = self.convention.bare_checksum
        {
            return bare(node, algorithm);
        }
        if !is_container(node) {
            return node.to_value();
        }
        self.value(node, &at(), &field.ty)
    }

    /// The same of one that no table knows.
    fn unknown_member(&mut self, node: Node<'d>, pointer: &Pointer, key: &str) -> Value {
        if !is_container(node) {
            return node.to_value();
        }
        self.unknown(node, &pointer.child(key))
    }

    /// An object whose members stand elsewhere in the envelope.
    fn mapped(
        &mut self,
        node: Node<'d>,
        pointer: &Pointer,
        shape: &Shape,
        mapping: &Mapping,
    ) -> Value {
        let before = self.losses.len();
        let mut found = Object::new();
        let mut written: Vec<&'static str> = Vec::new();
        for (index, field) in shape.fields.iter().enumerate() {
            let from = mapping.of(index);
            if let Some(value) = self.move_home(node, pointer, field, from, &mut written) {
                found.insert(field.name, value);
            }
        }
        self.place_range(node, pointer, (shape, Some(mapping)), &mut found);
        if let Some(write) = mapping.write {
            write(self, node, pointer, &mut found);
        }
        self.uncounted(pointer, shape, mapping, &mut found);
        let mut object = Object::new();
        for (index, field) in shape.fields.iter().enumerate() {
            match found.remove(field.name) {
                Some(value) => {
                    object.insert(field.name, value);
                }
                None if self.zero_for_mapped(node, shape, mapping, field) => {
                    object.insert(field.name, 0u64);
                    let note = "the tool writes 0 where it does not know";
                    self.lost(&pointer.child(field.name), LossKind::Derived, note);
                }
                None => match mapping.of(index).map(|from| from.how) {
                    Some(How::Unless(nothing)) if field.presence == Presence::Required => {
                        let nothing = read(nothing.as_bytes(), &ReadOptions::default());
                        let nothing = nothing.map_or(Value::Null, |found| found.to_value());
                        object.insert(field.name, nothing);
                    }
                    _ => {
                        let place = match mapping.of(index) {
                            Some(from) => below(pointer, from.to),
                            None => pointer.child(field.name),
                        };
                        // A hook that cannot write a member says why.
                        let said = self.losses.get(before..).unwrap_or_default();
                        if !said.iter().any(|lost| lost.loss.pointer == place.as_str()) {
                            self.fill(&mut object, &found, field, &place);
                        }
                    }
                },
            }
        }
        object.extend(found);
        let unwritten = Unwritten {
            node,
            shape,
            mapping,
            written,
        };
        self.leftovers(&unwritten, node, &mut Pointer::root(), pointer, &mut object);
        Value::Object(object)
    }

    /// Counts nothing where a list is not there: what is counted under its name is
    /// something else.
    fn uncounted(
        &mut self,
        pointer: &Pointer,
        shape: &Shape,
        mapping: &Mapping,
        found: &mut Object,
    ) {
        for (index, field) in shape.fields.iter().enumerate() {
            let Role::CountOf(list) = field.role else {
                continue;
            };
            let demanded = shape.field(list);
            let demanded = demanded.is_some_and(|list| list.presence == Presence::Required);
            let counted = found.get(field.name).and_then(Value::as_u64).unwrap_or(0);
            if demanded && counted != 0 && !found.contains_key(list) {
                found.insert(field.name, 0u64);
                let place = mapping
                    .of(index)
                    .map_or_else(|| pointer.child(field.name), |from| below(pointer, from.to));
                let note = alloc::format!("it counts no `{list}`");
                self.lacking(&place, &[list], Why::Naming(note));
            }
        }
    }

    fn move_home(
        &mut self,
        node: Node<'d>,
        pointer: &Pointer,
        field: &Field,
        from: Option<&Move>,
        written: &mut Vec<&'static str>,
    ) -> Option<Value> {
        let Some(from) = from else {
            let value = node.get(field.name)?;
            if self.has_nothing_of(value, pointer, field) {
                return None;
            }
            return Some(self.member(value, || pointer.child(field.name), field));
        };
        if matches!(from.how, How::Hook) {
            return None;
        }
        // Under the name that another tool uses may stand something else.
        let fits = |place: &&&'static str| {
            let value = descend(node, place);
            let as_it_is = matches!(from.how, How::Same);
            value.is_some_and(|value| !as_it_is || takes(&field.ty, value))
        };
        let mut places = core::iter::once(&from.to).chain(from.or.iter().filter(fits));
        let (place, value) = places.find_map(|place| Some((place, descend(node, place)?)))?;
        written.push(place);
        if field.role.is_question() && *place != from.to {
            let (said, name) = (last(place), field.name);
            let note = if said == name {
                let own = last(from.to);
                alloc::format!(
                    "`{name}` of the tool is `{own}` here, and `{said}` asks for something else"
                )
            } else {
                alloc::format!("`{said}` is written as `{name}`, which asks in another way")
            };
            self.lost(&below(pointer, place), LossKind::Derived, note);
        }
        if matches!(from.how, How::Same | How::Path | How::Unless(_)) {
            return Some(self.member(value, || below(pointer, place), field));
        }
        if !takes(&field.ty, value) && from.how.keeps_other_kinds(&field.ty) {
            return Some(value.to_value());
        }
        let pointer = below(pointer, place);
        let home = match from.how {
            How::Hook | How::Same | How::Path | How::Unless(_) => None,
            How::Digest(algorithm) | How::DigestUnless(algorithm, _) => {
                Some(bare(value, algorithm))
            }
            How::With(_, write) => write(self, value, &pointer),
            How::Words(words) => value.as_str().map(|word| {
                let mut theirs = words.iter().filter(|(_, ours)| *ours == word);
                let first = theirs.next();
                if theirs.next().is_some() {
                    let note = "the tool has several words for it";
                    self.lost(&pointer, LossKind::Derived, note);
                }
                Value::from(first.map_or(word.as_ref(), |(theirs, _)| theirs))
            }),
            How::Level => value.as_str().map(|word| {
                let ours = Convention::CANONICAL.levels;
                let index = ours.iter().position(|level| *level == word);
                let theirs = index.and_then(|index| self.convention.levels.get(index));
                Value::from(theirs.map_or(word.as_ref(), |theirs| *theirs))
            }),
        };
        // An empty text has nothing to lose.
        if home.is_none() && value.as_str().as_deref() != Some("") {
            self.dropped(&pointer);
        }
        home
    }

    /// A member that the envelope says nothing of.
    fn fill(&mut self, object: &mut Object, found: &Object, field: &Field, place: &Pointer) {
        if matches!(field.presence, Presence::Nullable | Presence::Stated) {
            object.insert(field.name, Value::Null);
            return;
        }
        if field.presence != Presence::Required {
            return;
        }
        match (field.role, field.ty) {
            (Role::CountOf(list), _) => {
                let either = object.get(list).or_else(|| found.get(list));
                let length = either
                    .and_then(Value::as_array)
                    .map_or(0, |list| list.len());
                object.insert(field.name, length);
                let note = alloc::format!("the number of `{list}`");
                self.lost(place, LossKind::Derived, note);
            }
            (_, Type::List(_)) => {
                object.insert(field.name, Value::Array(Array::new()));
                self.lost(place, LossKind::Defaulted, "there is none");
            }
            _ => {
                let note = alloc::format!(
                    "the tool has `{}` here; nothing says what it would be",
                    field.name
                );
                self.missing(place, &[field.name], Why::Naming(note));
            }
        }
    }

    /// What the tool has no member for, and members that nobody knows. `here` is where the
    /// node is in the object that is mapped.
    fn leftovers(
        &mut self,
        unwritten: &Unwritten<'_, '_>,
        node: Node<'d>,
        here: &mut Pointer,
        pointer: &Pointer,
        object: &mut Object,
    ) {
        let is_root = here.as_str().is_empty();
        for (key, value) in node.members() {
            let name = key.as_str();
            let is_kept = is_root && unwritten.keeps(&name);
            if is_kept || unwritten.has_moved(here.as_str(), &name) {
                continue;
            }
            here.push(&name);
            let relative = here.as_str();
            if unwritten.is_written(relative, value, object) {
                // It is there, or need not be.
            } else if unwritten.leads_on(relative) && value.kind() == Kind::Object {
                self.leftovers(unwritten, value, here, &pointer.child(&name), object);
            } else if let Some(place) = counted(&name, value).filter(|_| is_root)
                && !counts_as_we_do(self.convention)
            {
                self.uncounted_place(pointer, place);
            } else if is_root && !unwritten.mapping.means(&name) && !object.contains_key(&name) {
                let value = self.unknown_member(value, pointer, &name);
                object.insert(name, value);
            } else if !unwritten.is_origin(relative) {
                self.dropped(&pointer.child(&name));
            }
            here.pop();
        }
    }

    /// Path and offsets of a span of the envelope, or of a record of a graph.
    pub(crate) fn range(span: Node<'d>) -> Option<(Cow<'d, str>, u64, u64)> {
        let number = |name: &str| Some(span.get(name)?.as_u64_safe().ok()?.value);
        let path = span.get("file_path").or_else(|| span.get("file"));
        Some((path?.as_str()?, number("byte_start")?, number("byte_end")?))
    }

    /// The source of a span, if nothing that is known of the span is otherwise in this text: its
    /// lines, its text and the checksums that it states. In another one, something else stands there.
    pub(crate) fn source_of(&mut self, span: Node<'d>) -> Option<&LineIndex<'_>> {
        if !self.has_no_other_text(span) {
            return None;
        }
        let (path, start, end) = Self::range(span)?;
        if self.contradicted.has((&path, start, end)) {
            return None;
        }
        let index = self.library.as_deref_mut()?.open(&path).ok()?;
        let number = |name: &str| Some(span.get(name)?.as_u64_safe().ok()?.value);
        let ends = [
            (start, "start_line", "start_col"),
            (end, "end_line", "end_col"),
        ];
        let agrees = ends.into_iter().all(|(offset, line, column)| {
            let place = index.position(offset, PositionEncoding::Utf8).ok();
            place.is_some_and(|place| {
                number(line).is_none_or(|line| line == place.line.saturating_add(1))
                    && number(column).is_none_or(|column| column == place.column)
            })
        });
        agrees.then_some(index)
    }

    /// Line from 1 and column from 0, in bytes, of both ends.
    pub(crate) fn source_lines(&mut self, span: Node<'d>) -> Option<[u64; 4]> {
        let (_, start, end) = Self::range(span)?;
        let index = self.source_of(span)?;
        let from = index.position(start, PositionEncoding::Utf8).ok()?;
        let to = index.position(end, PositionEncoding::Utf8).ok()?;
        Some([
            from.line.checked_add(1)?,
            from.column,
            to.line.checked_add(1)?,
            to.column,
        ])
    }

    /// The text of a span of the envelope, if its source is there and there is room for it;
    /// else a note on why not.
    pub(crate) fn source_text(&mut self, span: Node<'d>) -> Result<String, &'static str> {
        let mut room = self.room;
        let copied = self.copied(span, &mut room);
        self.room = room;
        copied.unwrap_or(Err(NO_TEXT))
    }

    /// Nothing of a span without a text.
    fn copied(&mut self, span: Node<'d>, room: &mut Room) -> Option<Result<String, &'static str>> {
        let (_, start, end) = Self::range(span)?;
        let index = self.source_of(span)?;
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        let text = index.text().get(start..end)?;
        if !room.take(text.len()) {
            return Some(Err(NO_ROOM));
        }
        Some(Ok(core::str::from_utf8(text).ok()?.to_string()))
    }
}

/// The last of some plain keys.
fn last(keys: &str) -> &str {
    keys.rsplit('/').next().unwrap_or(keys)
}

/// A pointer of plain keys below another pointer.
fn below(pointer: &Pointer, keys: &str) -> Pointer {
    let mut pointer = pointer.clone();
    for key in keys.split('/').skip(1) {
        pointer.push(key);
    }
    pointer
}
