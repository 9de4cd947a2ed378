//! Records, on the way to a tool that prints none: ranges whose members stand beside each other
//! are written as the matches are that have a span, with text, lines and columns. So are those
//! below any member of an answer without a list of matches, and in the result of a query.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::below;
use super::listed::Grouped;
use super::reasons::{Gathered, is_check};
use crate::dialect::{Adapter, Records, Room};
use crate::envelope::failure::is_error;
use crate::envelope::request::asks;
use crate::envelope::shape::Shape;
use crate::envelope::{
    CallExport, DATA, GraphExport, MATCHES, QueryResult, ReferenceExport, RichSpan, SymbolExport,
};
use crate::json::{Document, Kind, Node, Object, Pointer, Value, write_canonical};
use crate::loss::{Loss, LossKind, Lost, NO_MEMBER};
use crate::origin::reread;

mod deep;

/// An envelope in the form in which a target can write it.
struct Recast {
    text: String,
    from: Whence,
}

/// The way back from the form in which a target can write an envelope: it says where the values
/// were that something is told of.
pub(super) struct Form<'f> {
    reasons: Option<&'f Gathered>,
    recast: Option<&'f Recast>,
}

/// Where the values of a recast envelope stand in the one that was read.
enum Whence {
    List(Grouped),
    Records(Moved),
}

/// Records by the places of their matches, and what a match has no place for.
struct Moved {
    /// How the target writes records.
    how: Records,
    /// By the pointer of the match that a record became.
    homes: BTreeMap<String, Home>,
    lost: Vec<Lost>,
    /// Whether the answer was the result of an operation.
    is_result: bool,
    /// Whether the one symbol of the answer has the text that stood beside it.
    has_text: bool,
    /// How much may be copied from above the ranges to each of them.
    room: Room,
}

/// Where a record stands in the envelope.
struct Home {
    /// The object with the record.
    at: String,
    /// The member of it that is the record; empty if it is that itself.
    inner: &'static str,
    /// The members around the record, each as a step of a pointer.
    around: Vec<Pointer>,
    /// The member with the path.
    path: &'static str,
    /// The member with the name.
    name: &'static str,
    /// The member with the line, where that is no member of a span.
    line: Option<&'static str>,
    /// Whether its members have the names of [`CHUNK`] there.
    is_chunk: bool,
    /// Whether it is a match already, with its span.
    is_whole: bool,
}

/// A line of a range that is said flat.
const LINE: &str = "line";

/// The name of a symbol in what a query found.
const SYMBOL: &str = "symbol";

/// What an index has of a piece of text, and where a match has it.
const CHUNK: [(&str, &str); 3] = [
    ("symbol_name", "name"),
    ("symbol_kind", "kind"),
    ("content", "snippet"),
];

/// The hash of a piece of text, which a match has among its checksums.
const HASH: &str = "content_hash";

/// The lists whose elements can be records, each with the list that holds the matches which they
/// become.
const LISTS: [(&str, &str); 4] = [
    ("matches", "matches"),
    ("symbols", "matches"),
    ("references", "references"),
    ("calls", "calls"),
];

/// The records of a graph.
const GRAPH: [&Shape; 3] = [
    &SymbolExport::SHAPE,
    &ReferenceExport::SHAPE,
    &CallExport::SHAPE,
];

/// What such a record says that it is, where each stands on a line of its own.
const KINDS: [&str; 3] = ["Symbol", "Reference", "Call"];

impl Recast {
    /// Nothing if the target writes the envelope as it is.
    fn of(envelope: Node<'_>, target: &dyn Adapter) -> Option<Self> {
        if let Some((text, list)) = Grouped::of(envelope, target) {
            let from = Whence::List(list);
            return Some(Self { text, from });
        }
        let how = target.records();
        if how == Records::AsTheyAre {
            return None;
        }
        let result = envelope
            .get("result")
            .filter(|_| envelope.get(DATA).is_none());
        let queried = result.filter(|result| QueryResult::SHAPE.sign.is_on(*result));
        let data = queried.or_else(|| envelope.get(DATA))?;
        let is_graph = GraphExport::SHAPE.sign.is_on(data);
        let symbol = data.get(SYMBOL).map(Node::kind);
        let about = (symbol == Some(Kind::Object)).then(|| data.to_value());
        let is_about = about
            .as_ref()
            .and_then(Value::as_object)
            .is_some_and(|answer| deep::is_about_symbol(answer, target));
        let is_deep = !is_graph && how == Records::Matches && (is_about || !has_records(data, how));
        // What is asked for, and where something failed, was not found.
        let is_none = || asks(data) || is_error(data) || is_check(data);
        if is_deep && (data.kind() != Kind::Object || is_none()) {
            return None;
        }
        if !(is_graph || is_deep || has_records(data, how)) {
            return None;
        }
        let mut moved = Moved {
            how,
            homes: BTreeMap::new(),
            lost: Vec::new(),
            is_result: queried.is_some(),
            has_text: false,
            room: Room::default(),
        };
        let (start, end) = envelope.byte_range();
        moved.room.add(end.saturating_sub(start));
        let mut envelope = envelope.to_value();
        let members = envelope.as_object_mut()?;
        if queried.is_some() {
            let mut result = members.remove("result")?;
            // The kind of the operation says it.
            result.as_object_mut()?.remove("type");
            members.insert(DATA, result);
        }
        let data = members.get_mut(DATA)?;
        let recast = match data.take() {
            Value::Object(answer) if is_deep => Some(answer)
                .filter(|answer| is_about || deep::may_hold(answer))
                .and_then(|answer| moved.deep(answer))?,
            Value::Object(record) if is_record(&record, how) => moved.answer_of_one(record)?,
            Value::Object(graph) if is_graph && how == Records::Matches => {
                moved.graph_as_matches(graph)
            }
            Value::Object(graph) if is_graph => moved.graph_by_kind(graph),
            Value::Object(answer) => moved.answer_in_place(answer),
            Value::Array(items) => moved.answer_of_list(items.into_vec())?,
            _ => return None,
        };
        *data = recast.into();
        let text = write_canonical(&envelope);
        let from = Whence::Records(moved);
        Some(Self { text, from })
    }

    /// Says what was lost in the places of the envelope that was read.
    fn restate(&self, lost: &mut Vec<Lost>) {
        let moved = match &self.from {
            Whence::List(list) => return list.restate(lost),
            Whence::Records(moved) => moved,
        };
        for one in lost.iter_mut() {
            if let Some(place) = moved.place_of(&one.loss.pointer) {
                one.loss.pointer = place;
            }
            if moved.has_text && one.loss.pointer == "/data/symbol/content" {
                one.loss.pointer = "/data/content".into();
            }
        }
        lost.extend(moved.lost.iter().cloned());
        for one in lost.iter_mut().filter(|_| moved.is_result) {
            if let Some(rest) = below(&one.loss.pointer, &format!("/{DATA}")) {
                one.loss.pointer = format!("/result{rest}");
            }
        }
    }
}

impl Form<'_> {
    /// Hands over an envelope in the form in which a target can write it; with what says where
    /// its values were.
    pub(super) fn lend<T>(
        envelope: Node<'_>,
        target: &dyn Adapter,
        write: impl FnOnce(Node<'_>, &Form<'_>) -> T,
    ) -> T {
        let reasons = Gathered::of(envelope, target);
        let gathered = reasons.as_ref().and_then(|one| reread(&one.text));
        let envelope = gathered.as_ref().map_or(envelope, Document::root);
        let recast = Recast::of(envelope, target);
        let answer = recast.as_ref().and_then(|recast| reread(&recast.text));
        let root = answer.as_ref().map_or(envelope, Document::root);
        let form = Form {
            reasons: reasons.as_ref(),
            recast: recast.as_ref(),
        };
        write(root, &form)
    }

    /// Says what was lost in the places of the envelope that was read.
    pub(super) fn restate(&self, lost: &mut Vec<Lost>) {
        if let Some(recast) = self.recast {
            recast.restate(lost);
        }
        if let Some(reasons) = self.reasons {
            reasons.restate(lost);
        }
    }
}

/// Whether there is a record in an answer, as far as the first of each list shows.
fn has_records(data: Node<'_>, how: Records) -> bool {
    let is_one = |item: Node<'_>| {
        let inner = item.get("symbol");
        is_record_node(item, how) || inner.is_some_and(|inner| is_record_node(inner, how))
    };
    match data.kind() {
        Kind::Array => data.item(0).is_some_and(|item| is_record_node(item, how)),
        Kind::Object => {
            let first = |(list, _): &(&str, &str)| {
                let list = data.get(list).filter(|list| list.kind() == Kind::Array);
                list.and_then(|list| list.item(0)).is_some_and(is_one)
            };
            is_one(data) || LISTS.iter().any(first)
        }
        _ => false,
    }
}

/// Whether an object says a range, or at least its file, without a span. The same as
/// [`is_record`], of what is not taken apart yet.
fn is_record_node(node: Node<'_>, how: Records) -> bool {
    node.kind() == Kind::Object && is_range(|name| node.get(name).map(Node::kind), how)
}

fn is_record(object: &Object, how: Records) -> bool {
    is_range(|name| object.get(name).map(Value::kind), how)
}

fn is_range(kind: impl Fn(&str) -> Option<Kind>, how: Records) -> bool {
    let is_text = |name| kind(name) == Some(Kind::String);
    let is_number = |name| kind(name) == Some(Kind::Number);
    let has_bytes = is_number("byte_start") && is_number("byte_end");
    // Without bytes it is the name of the path that is another one in a match.
    let has_path = is_text("file") || has_bytes && is_text("file_path");
    kind("span").is_none() && has_path && (has_bytes || how == Records::Matches)
}

/// Which list of matches a record belongs in.
fn list_of(record: &Object) -> Option<&'static str> {
    let has = |name| record.contains_key(name);
    if has("referenced_symbol") {
        Some("references")
    } else if has("caller") || has("callee") {
        Some("calls")
    } else {
        (has("name") || has("kind") || is_chunk(record)).then_some("matches")
    }
}

/// Whether a record is a piece of text of an index.
fn is_chunk(record: &Object) -> bool {
    let is_text = |name| record.get(name).map(Value::kind) == Some(Kind::String);
    let is_free = CHUNK.iter().all(|(_, to)| !record.contains_key(to));
    is_free && is_text("content") && is_text(HASH) && !record.contains_key("checksums")
}

/// Whether a match can have a member of a record.
fn is_of_match(name: &str) -> bool {
    let has = |shape: &&Shape| shape.field(name).is_some();
    MATCHES.iter().any(has) || !GRAPH.iter().any(has)
}

impl Moved {
    /// Takes the record out of an element, if there is one: the element itself, or its symbol.
    /// With it the pointer of the record in the element.
    fn take_record(&self, element: &mut Object) -> Option<(Object, &'static str)> {
        if is_record(element, self.how) {
            return Some((core::mem::take(element), ""));
        }
        let symbol = element.get("symbol").and_then(Value::as_object);
        let is_inner = !element.contains_key("span")
            && symbol.is_some_and(|symbol| is_record(symbol, self.how));
        match is_inner.then(|| element.remove("symbol")).flatten() {
            Some(Value::Object(record)) => Some((record, "/symbol")),
            _ => None,
        }
    }

    /// The element of a list as a match, if there is a record in it. `at` is its place in the
    /// envelope that was read, `to` the new one.
    fn as_match(&mut self, item: Value, at: String, to: String) -> Value {
        let Value::Object(mut outer) = item else {
            return item;
        };
        let Some((record, inner)) = self.take_record(&mut outer) else {
            return Value::Object(outer);
        };
        let path = if record.contains_key("file_path") {
            "file_path"
        } else {
            "file"
        };
        let around = outer.keys().map(|key| Pointer::root().child(key)).collect();
        let is_chunk = self.how == Records::ByKind && is_chunk(&record);
        let is_named = record.contains_key("name");
        let has_line = record.contains_key("start_line");
        let (mut line, mut name_member) = (None, "name");
        let renamed = |name: &str| CHUNK.iter().find(|(from, _)| is_chunk && *from == name);
        let (mut span, mut found) = (Object::new(), Object::new());
        for (name, value) in record {
            if let Some((_, to)) = renamed(&name) {
                found.insert(*to, value);
            } else if is_chunk && name == HASH {
                let hash: Object = core::iter::once(("checksum_before", value)).collect();
                span.insert("checksums", hash);
            } else if name == path {
                span.insert("file_path", value);
            } else if name == LINE && !has_line && value.as_u64().is_some_and(|line| line > 0) {
                span.insert("start_line", value);
                line = Some(LINE);
            } else if name == SYMBOL && !is_named && value.kind() == Kind::String {
                found.insert("name", value);
                name_member = SYMBOL;
            } else if RichSpan::SHAPE.field(&name).is_some() {
                span.insert(name, value);
            } else if self.how == Records::Matches && !is_of_match(&name) {
                self.dropped(format!("{at}{inner}{}", Pointer::root().child(&name)));
            } else {
                found.insert(name, value);
            }
        }
        found.insert("span", span);
        for (name, value) in outer {
            if found.contains_key(&name) {
                self.dropped(format!("{at}{}", Pointer::root().child(&name)));
            } else {
                found.insert(name, value);
            }
        }
        self.homes.insert(
            to,
            Home {
                at,
                inner,
                around,
                path,
                name: name_member,
                line,
                is_chunk,
                is_whole: false,
            },
        );
        found.into()
    }

    fn dropped(&mut self, pointer: String) {
        let loss = Loss::new(LossKind::Dropped, pointer, NO_MEMBER);
        self.lost.push(loss.into());
    }

    /// An answer that is one record: a line of a graph, or a piece of text.
    fn answer_of_one(&mut self, mut record: Object) -> Option<Object> {
        let list = match self.how {
            Records::ByKind => list_of(&record)?,
            _ => "matches",
        };
        let (at, to) = (format!("/{DATA}"), format!("/{DATA}/{list}/0"));
        let kind = record.get("type").and_then(Value::as_str);
        if kind.is_some_and(|kind| KINDS.contains(&kind)) {
            record.remove("type");
            // Elsewhere the list says it.
            if self.how == Records::Matches {
                self.dropped(format!("{at}/type"));
            }
        }
        let one = self.as_match(record.into(), at, to);
        let mut answer: Object =
            core::iter::once((list, core::iter::once(one).collect::<Value>())).collect();
        self.count(&mut answer, 1);
        Some(answer)
    }

    /// An answer that is a list of records.
    fn answer_of_list(&mut self, items: Vec<Value>) -> Option<Object> {
        let list = match self.how {
            Records::ByKind => list_of(items.first()?.as_object()?)?,
            _ => "matches",
        };
        let (at, to) = (format!("/{DATA}"), format!("/{DATA}/{list}"));
        let items = self.as_matches(items, 0, [&at, &to]);
        let count = items.len();
        let mut answer: Object = core::iter::once((list, Value::Array(items.into()))).collect();
        self.count(&mut answer, count);
        Some(answer)
    }

    /// Counts what an answer with a list for each kind has: it is known by that count where its
    /// records have no names.
    fn count(&mut self, answer: &mut Object, count: usize) {
        if self.how != Records::ByKind {
            return;
        }
        answer.insert("total_count", count);
        let pointer = format!("/{DATA}/total_count");
        let loss = Loss::new(LossKind::Derived, pointer, "the number of all records");
        self.lost.push(loss.into());
    }

    /// The elements of the list at `at` as matches of the list at `to`, where the first of them
    /// has the number `first`.
    fn as_matches(&mut self, items: Vec<Value>, first: u64, [at, to]: [&str; 2]) -> Vec<Value> {
        let items = (0u64..).zip(items).map(|(index, item)| {
            let to = format!("{to}/{}", first.saturating_add(index));
            self.as_match(item, format!("{at}/{index}"), to)
        });
        items.collect()
    }

    /// An answer whose records stay where they are.
    fn answer_in_place(&mut self, mut answer: Object) -> Object {
        for (name, list) in LISTS {
            if let Some(Value::Array(items)) = answer.get_mut(name) {
                let items = core::mem::take(items).into_vec();
                // Where only the kinds of matches tell an answer, symbols are what was found.
                let is_free = !answer.contains_key(list);
                let to = if self.how == Records::ByKind && is_free {
                    list
                } else {
                    name
                };
                let [at, there] = [name, to].map(|list| format!("/{DATA}/{list}"));
                let items = self.as_matches(items, 0, [&at, &there]);
                answer.remove(name);
                answer.insert(to, Value::Array(items.into()));
            }
        }
        if let Some(symbol) = answer
            .get_mut("symbol")
            .filter(|_| self.how == Records::Matches)
        {
            let at = format!("/{DATA}/symbol");
            *symbol = self.as_match(symbol.take(), at.clone(), at);
        }
        answer
    }

    /// A graph as one list of matches.
    fn graph_as_matches(&mut self, mut graph: Object) -> Object {
        let mut matches: Vec<Value> = Vec::new();
        for (name, _) in LISTS {
            let list = graph.remove(name);
            let Some(Value::Array(items)) = list else {
                graph.insert_some(name, list);
                continue;
            };
            let first = matches.len() as u64;
            let ways = [&*format!("/{DATA}/{name}"), "/data/matches"];
            matches.append(&mut self.as_matches(items.into_vec(), first, ways));
        }
        graph.insert("matches", Value::Array(matches.into()));
        graph
    }

    /// A graph as lists of symbols, references and calls that one question found.
    fn graph_by_kind(&mut self, mut graph: Object) -> Object {
        let mut total = 0usize;
        // What is no list of records has no place in an answer.
        let is_list = |name: &str| LISTS.iter().any(|(list, _)| *list == name);
        let others = GraphExport::SHAPE.fields.iter().map(|field| field.name);
        for name in others.filter(|name| !is_list(name)) {
            if graph.remove(name).is_some() {
                self.dropped(format!("/{DATA}/{name}"));
            }
        }
        for (name, inner) in LISTS {
            let Some(Value::Array(items)) = graph.get_mut(name) else {
                continue;
            };
            let items = core::mem::take(items).into_vec();
            total = total.saturating_add(items.len());
            let at = format!("/{DATA}/{name}");
            let to = format!("{at}/{inner}");
            let items = self.as_matches(items, 0, [&at, &to]);
            let list: Object = core::iter::once((inner, Value::Array(items.into()))).collect();
            graph.insert(name, list);
        }
        self.count(&mut graph, total);
        graph
    }

    /// Where the value was in the envelope that was read, if it stands in a match that a record
    /// became.
    fn place_of(&self, pointer: &str) -> Option<String> {
        let ends = pointer.match_indices('/').map(|(end, _)| end);
        let ends: Vec<usize> = ends.chain([pointer.len()]).collect();
        let mut ways = ends
            .iter()
            .rev()
            .filter_map(|end| pointer.split_at_checked(*end));
        let (home, below) = ways.find_map(|(to, below)| Some((self.homes.get(to)?, below)))?;
        let Home {
            at, inner, path, ..
        } = home;
        // What is said of the match is said of all that became it.
        if below.is_empty() {
            return Some(at.clone());
        }
        if home.is_whole {
            return Some(format!("{at}{below}"));
        }
        if home.is_chunk {
            let mut names = CHUNK.iter();
            let there = names.find(|(_, to)| below.strip_prefix('/') == Some(to));
            let hash = below.starts_with("/span/checksums").then_some(HASH);
            if let Some(name) = there.map(|(from, _)| *from).or(hash) {
                return Some(format!("{at}{inner}/{name}"));
            }
        }
        if let Some(below) = below.strip_prefix("/span") {
            return Some(match below {
                "/file_path" => format!("{at}{inner}/{path}"),
                "/start_line" => format!("{at}{inner}/{}", home.line.unwrap_or("start_line")),
                _ => format!("{at}{inner}{below}"),
            });
        }
        let name = below.split('/').nth(1).unwrap_or_default();
        if name == "name" {
            return Some(format!("{at}{inner}/{}", home.name));
        }
        let is_name = |around: &Pointer| around.as_str().strip_prefix('/') == Some(name);
        Some(if home.around.iter().any(is_name) {
            format!("{at}{below}")
        } else {
            format!("{at}{inner}{below}")
        })
    }
}
