//! splice: edits of code by symbol, and questions about its graph.
//!
//! Four kinds of document come from one tool: the result of an operation in its
//! wrapper, a payload of `status`, `message` and `data`, an error, and reports
//! without any of that. Which one a document is, and so how it counts, its members
//! tell; see [`form`].

use super::convention::{
    ColumnUnit, Columns, Convention, FileHash, HashAlgorithm, LineColumns, Nulls, OffsetEnd,
    Offsets, PathStyle,
};
use super::recognise::{Clues, Promise, Recognition, has, word};
use super::unified::{joined, name_run, state_version, wrap};
use super::{Adapter, At, Line, Made, Making, Members, Reason, Writing};
use crate::checksum::ChecksumAlgorithm;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::sign::choose;
use crate::envelope::{DATA, ORIGIN};
use crate::id::SpanIdScheme;
use crate::json::{Kind, Node, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::text::{BomPolicy, EndRule, LineTerminators, PositionEncoding};
use crate::validate::Slot;

mod answer;
mod breaks;
mod change;
mod failure;
mod graph;
mod kept;
mod lines;
mod migrated;
mod neighbours;
mod operation;
mod payload;
mod refusal;
mod report;
pub(crate) mod sheet;
mod signs;
mod snapshots;
mod sums;
mod words;

use Type::{List, Record};
pub(super) use graph::EXPORT_VERSION;
pub(crate) use report::{LATER, LOG_ROW};

use graph::UNTOLD_RECORDS;
pub(super) use operation::{DELETED_SPAN, DELETED_SPAN_2_0, SPAN, SPAN_2_0};
use operation::{OPERATION, OPERATION_2_0};
use payload::{ALL_PAYLOADS, FAILED};
use report::{EXPORT, RECORDS, REPORTS, SEARCH, SHEET};

/// See the module.
pub(crate) struct Splice;

/// Answers that are in the envelope as splice prints them.
pub(crate) const OWN: &[&[&Shape]] = &[answer::OWN, &REPORTS];

const COLUMNS: Columns = Columns {
    base: 0,
    unit: ColumnUnit::BYTES,
    bom: BomPolicy::Count,
};

const LINES: LineColumns = LineColumns {
    line_base: 1,
    columns: Some(COLUMNS),
    terminators: LineTerminators::Lf,
    end: Some(EndRule::After),
};

/// Of the index, which is one of Magellan: those of 2.6 and 3.1 were recomputed. A newer
/// index has longer ones.
const HASHES: [FileHash; 2] = [
    FileHash::measured(16, HashAlgorithm::Xxh64),
    FileHash::likely(32, HashAlgorithm::Xxh3),
];

const fn counting(lines: LineColumns, span_ids: Option<SpanIdScheme>) -> Convention {
    Convention {
        lines: Some(lines),
        offsets: Some(Offsets {
            unit: PositionEncoding::Utf8,
            bom: BomPolicy::Count,
            end: OffsetEnd::After,
        }),
        zeros_are_unknown: true,
        nulls: Nulls::PerField,
        bare_checksum: Some(ChecksumAlgorithm::Sha256),
        file_hashes: &HASHES,
        fragments: None,
        late_checksums: true,
        levels: ["error", "warning", "note", "help"],
        span_ids,
        paths: PathStyle::Verbatim,
    }
}

static CONVENTION: Convention = counting(LINES, Some(SpanIdScheme::Be64));

/// Of operations.
static OPERATIONS: Convention = counting(EVERY_BREAK, Some(SpanIdScheme::Be64));

/// Of operations in 2.0: span ids are made anew at each run.
static OLDEST: Convention = counting(EVERY_BREAK, None);

/// Every line break of Unicode ends a line, also of the text around a range.
const EVERY_BREAK: LineColumns = LineColumns {
    line_base: 1,
    columns: Some(COLUMNS),
    terminators: LineTerminators::Unicode,
    end: Some(EndRule::After),
};

/// Of `search`: the end is not printed.
static START_ONLY: Convention = counting(
    LineColumns {
        line_base: 1,
        columns: Some(COLUMNS),
        terminators: LineTerminators::Unicode,
        end: None,
    },
    None,
);

/// Of `find`: the columns are not printed, and the lines are those of the index.
static LINES_ONLY: Convention = counting(
    LineColumns {
        line_base: 1,
        columns: None,
        terminators: LineTerminators::Lf,
        end: Some(EndRule::After),
    },
    None,
);

/// Whether it is the result of an operation, of any version.
pub(crate) fn is_operation(shape: &Shape) -> bool {
    shape.name == OPERATION.name || shape.name == OPERATION_2_0.name
}

/// How documents of a shape count.
fn counting_of(shape: &Shape) -> &'static Convention {
    let is = |other: &Shape| shape.name == other.name;
    match () {
        () if is(&OPERATION) => &OPERATIONS,
        () if is(&OPERATION_2_0) => &OLDEST,
        () if is(&SEARCH) => &START_ONLY,
        () if is(&payload::FOUND) => &LINES_ONLY,
        () => &CONVENTION,
    }
}

/// What kind of document it is.
#[derive(Clone, Copy)]
enum Form {
    /// The result of an operation.
    Operation(&'static Shape),
    /// `status` with `message`, or with `error`.
    Payload(&'static Shape),
    /// Matches of a text.
    Search,
    /// The graph in its wrapper.
    Export,
    /// The graph as a sheet says it.
    Sheet,
    /// A record of the graph as JSON Lines.
    Record(&'static Shape),
    /// Runs in the log.
    Log,
    /// A report that stands alone.
    Report(&'static Shape),
}

/// What kind of document it is, by the sign that it bears.
fn form(root: Node<'_>) -> Option<Form> {
    if root.kind() == Kind::Array {
        // A log may have no rows.
        let is_row = |first: Node<'_>| {
            has(first, "execution_id", Kind::String) && first.get("command_line").is_some()
        };
        return root.item(0).is_none_or(is_row).then_some(Form::Log);
    }
    if root.kind() != Kind::Object {
        return None;
    }
    let shape = choose(&EVERYTHING, root)?;
    let among = |shapes: &[&Shape]| shapes.iter().any(|one| one.name == shape.name);
    Some(match () {
        () if among(&[&OPERATION, &OPERATION_2_0]) => Form::Operation(shape),
        () if among(&[&SEARCH]) => Form::Search,
        () if among(&[&EXPORT]) => Form::Export,
        () if among(&[&SHEET]) => Form::Sheet,
        () if among(&RECORDS) || among(&UNTOLD_RECORDS) => Form::Record(shape),
        () if among(&REPORTS) || among(LATER) => Form::Report(shape),
        () => Form::Payload(shape),
    })
}

/// Every document: one of the shapes, or the log. What bears no sign is a bad wrapper.
static DOCUMENTS: Type = Type::OneOf(&[Type::Choice(&EVERYTHING), LOG]);

const LOG: Type = List(&Record(&LOG_ROW));

/// Every shape that stands at the root.
const EVERYTHING: [&Shape;
    WRAPPERS.len()
        + RECORDS.len()
        + UNTOLD_RECORDS.len()
        + REPORTS.len()
        + LATER.len()
        + ALL_PAYLOADS.len()] = joined(&[
    &WRAPPERS,
    &RECORDS,
    &UNTOLD_RECORDS,
    &REPORTS,
    LATER,
    &ALL_PAYLOADS,
]);

const WRAPPERS: [&Shape; 6] = [
    &OPERATION,
    &OPERATION_2_0,
    &SEARCH,
    &FAILED,
    &EXPORT,
    &SHEET,
];

impl Adapter for Splice {
    fn name(&self) -> &'static str {
        "splice"
    }

    fn title(&self) -> &'static str {
        "splice: edits of code by symbol"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["<=2.0", "2.0", ">=2.2", "2.x", ">=2.6"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn convention_of(&self, root: Node<'_>) -> &'static Convention {
        match form(root) {
            Some(Form::Operation(shape) | Form::Payload(shape)) => counting_of(shape),
            Some(Form::Search) => counting_of(&SEARCH),
            // What bears no sign is held to the result of an operation.
            None if root.kind() == Kind::Object => &OPERATIONS,
            _ => &CONVENTION,
        }
    }

    fn versions(&self) -> &'static [&'static str] {
        &["1.0.0", "2.0", "2.0.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn span(&self) -> &'static Shape {
        &SPAN
    }

    fn gathered(&self) -> &'static [Reason] {
        &[Reason::Checks]
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("tool", 80),
                Promise::of("operation_type", 100),
                Promise::of("operation_id", 100),
                Promise::of("message", 100),
                Promise::of("error", 100),
                Promise::of("db_path", 100),
                Promise::of("pattern", 12),
                Promise::of("matches", 37),
                Promise::of("count", 12),
                Promise::of("status", 60),
            ]
        }
    }

    fn without_tool(&self, clues: &Clues) -> u64 {
        let mut shapes = RECORDS.iter().chain(&REPORTS).chain(LATER);
        let may_be = shapes.any(|shape| {
            // Only a whole one speaks for itself, or one that has lost a member of many.
            clues.keys.has_nearly_all(shape.demands) && shape.needs.may_be_met(clues.keys)
        });
        if may_be { 80 } else { 0 }
    }

    fn line(&self, root: Node<'_>) -> Line {
        match form(root) {
            Some(Form::Record(shape)) if signs::is_whole(shape, root) => Line::Record,
            Some(Form::Record(_)) => Line::Damaged,
            _ => Line::Other,
        }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        signs::read(root, signs);
    }

    fn canonical<'d>(&self, making: &mut Making<'d, '_>) -> Made<'d> {
        let root = making.document.root();
        let slot = Slot::of(root);
        let ty = &DOCUMENTS;
        match form(root) {
            Some(Form::Log | Form::Report(_)) => {
                let data = making.value(slot, ty, &At::new("/data"));
                wrap(making, data)
            }
            Some(Form::Record(_)) => {
                let data = graph::canonical(making);
                wrap(making, data)
            }
            _ => {
                let mut envelope = making.root(ty);
                state_version(making, &mut envelope);
                if let Some(members) = envelope.as_object_mut()
                    && matches!(form(root), Some(Form::Export | Form::Sheet))
                {
                    name_run(making, slot, members, &At::root());
                }
                envelope
            }
        }
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let here = Pointer::root();
        let shape = match home_form(root) {
            Home::Shape(shape) => shape,
            Home::Data => {
                tell_unwrapped(writing);
                let data = root.get("data").unwrap_or(root);
                return writing.value(data, &here.child("data"), &DOCUMENTS);
            }
            Home::Item => {
                tell_unwrapped(writing);
                return graph::home(writing);
            }
        };
        writing.convention = counting_of(shape);
        let mut document = writing.record(root, &here, shape);
        if let Some(members) = document.as_object_mut() {
            members.remove(ORIGIN);
            let version = if shape.name == EXPORT.name {
                "1.0.0"
            } else {
                "2.0.0"
            };
            if members.contains_key("schema_version") {
                members.insert("schema_version", version);
                let note = "the version that the tool prints";
                writing.lost(&here.child("schema_version"), LossKind::Derived, note);
            }
            if shape.name == OPERATION.name {
                writing.name_tool(members, "splice");
            }
        }
        let names_operation = has(root, "operation_type", Kind::String);
        if names_operation
            && document.get("operation_type").is_none()
            && !shape.sign.is_on(&document)
        {
            let note = "what is left of the result does not show which operation it is of";
            writing.lost(&here.child("operation_type"), LossKind::Dropped, note);
        }
        document
    }
}

/// What an envelope becomes.
enum Home {
    /// A document of this shape.
    Shape(&'static Shape),
    /// Its `data`, bare.
    Data,
    /// A record of the graph as JSON Lines.
    Item,
}

/// Says of each member of the wrapper that nothing of it is written.
fn tell_unwrapped(writing: &mut Writing<'_, '_>) {
    for (key, value) in writing.root.members() {
        let name = key.as_str();
        let is_ours = ["schema_version", DATA, ORIGIN].contains(&&*name);
        let may_be_empty = ["execution_id", "message"].contains(&&*name);
        let is_nothing = value.is_null() || (may_be_empty && value.is_written(r#""""#));
        if !is_ours && !is_nothing {
            writing.dropped(&Pointer::root().child(&name));
        }
    }
}

fn home_form(root: Node<'_>) -> Home {
    let unnamed = word(root, "execution_id").is_none_or(|id| id.is_empty());
    if let Some(kind) = word(root, "operation_type") {
        let result = root.get("result").filter(|it| it.kind() == Kind::Object);
        let plain = result.filter(|_| unnamed);
        let plain = plain.and_then(|result| payload::of_operation(&kind, result));
        let failed = unnamed && has(root, "error", Kind::Object) && root.get("result").is_none();
        return Home::Shape(match plain {
            _ if failed => &FAILED,
            Some(shape) => shape,
            None if is_oldest(root) => &OPERATION_2_0,
            None => &OPERATION,
        });
    }
    if refusal::is_refused(root) {
        return Home::Shape(&refusal::REFUSED);
    }
    let Some(data) = root.get("data") else {
        return Home::Shape(&payload::ANSWERED);
    };
    let list = |name| has(data, name, Kind::Array);
    let bare = unnamed && root.get("status").is_none() && root.get("tool").is_none();
    if bare && graph::is_record(data) {
        return Home::Item;
    }
    if list("symbols") && list("references") && list("calls") {
        return Home::Shape(&EXPORT);
    }
    if bare
        && matches!(
            form(data),
            Some(Form::Log | Form::Report(_) | Form::Record(_))
        )
    {
        return Home::Data;
    }
    if list("matches") && has(data, "pattern", Kind::String) {
        return Home::Shape(&SEARCH);
    }
    let first = ["matches", "symbols"]
        .iter()
        .find_map(|name| data.get(name)?.item(0));
    let named = |first: Node<'_>| first.get("span").is_some() && first.get("name").is_some();
    let empty = list("matches") && data.get("matches").is_some_and(Node::is_empty);
    if first.is_some_and(named) || empty {
        return Home::Shape(&payload::FOUND);
    }
    if root.get("status").is_some() && has(data, "old_version", Kind::Number) {
        return Home::Shape(&payload::MIGRATED);
    }
    let paths = data.get("files").and_then(|files| files.item(0));
    if paths.is_some_and(|path| path.kind() == Kind::String) {
        return Home::Shape(&payload::FILES);
    }
    Home::Shape(&payload::ANSWERED)
}

/// Whether an operation was of 2.0: its span ids are UUIDs, and it names no tool.
fn is_oldest(root: Node<'_>) -> bool {
    let Some(result) = root.get("result").filter(|_| root.get("tool").is_none()) else {
        return false;
    };
    let inner = result.get("files").and_then(|files| files.item(0));
    let lists = [
        result.get("spans"),
        result.get("symbols"),
        inner.and_then(|file| file.get("spans")),
    ];
    let mut ids = lists
        .into_iter()
        .flatten()
        .filter_map(|list| word(list.item(0)?, "span_id"));
    ids.any(|id| id.len() == 36)
}

/// Completes a match that has no id, and its span: what `prove` knows of its lines, and the id of
/// the span.
fn with_span<'d>(
    making: &mut Making<'d, '_>,
    found: &mut Members<'d>,
    at: &At<'_>,
    prove: impl FnOnce(&mut Making<'d, '_>, &mut Members<'d>, &At<'_>),
) {
    let place = at.child("span");
    let span = found.remove("span").unwrap_or_default();
    let mut span = span.into_object().unwrap_or_default();
    prove(making, &mut span, &place);
    making.derive_span_id(&mut span, &place);
    if !span.is_empty() {
        found.insert("span", span);
    }
    if !found.contains_key("match_id") {
        making.added(ChangeKind::Defaulted, at.child("match_id"), &"".into());
        found.insert("match_id", "");
    }
}
