//! What no table says of a report: its version, empty lists, and columns.

use alloc::borrow::Cow;
use alloc::format;

use super::shapes::{DIAGNOSTIC, LABEL, SUMMARY};
use crate::dialect::convention::{Convention, level_meant_by};
use crate::dialect::unified::name_run;
use crate::dialect::writing::OTHER_TEXT;
use crate::dialect::{At, Made, Making, Members, Why, Writing};
use crate::envelope::shape::Type;
use crate::envelope::{DiagnosticsSummary, RESPONSE_VERSION};
use crate::json::{Array, Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::text::{ByteRange, EndRule, PositionEncoding};
use crate::validate::Slot;

/// The version of the schema that is written.
const VERSION: &str = "1.0.0";

/// The members of the summary, each with the severity that it counts.
const COUNTS: [(&str, &str); 3] = [
    ("errors", "error"),
    ("warnings", "warning"),
    ("infos", "info"),
];

static DIAGNOSTICS: Type = Type::List(&Type::Record(&DIAGNOSTIC));
static COUNTED: Type = Type::Record(&SUMMARY);
static LABELS: Type = Type::List(&Type::Record(&LABEL));
static CHAIN: Type = Type::List(&Type::Text);

/// The lists of a diagnostic: in the report, in the envelope, and of what.
const LISTS: [(&str, &str, &Type); 2] = [
    ("secondary_labels", "related", &LABELS),
    ("provenance_chain", "provenance_chain", &CHAIN),
];

fn member<'d>(slot: Slot<'d>, name: &str) -> Option<Slot<'d>> {
    slot.node.get(name).map(Slot::of)
}

/// A list, where it holds something: in the envelope, an empty one and none are the
/// same.
fn list<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    name: &str,
    ty: &'static Type,
    at: &At<'_>,
) -> Option<Made<'d>> {
    let list = member(slot, name)?;
    if list.node.kind() != Kind::Array || list.node.is_empty() {
        return None;
    }
    making.moved(list, at);
    Some(making.value(list, ty, at))
}

/// Completes the envelope of a report.
pub(super) fn read<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    object: &mut Members<'d>,
    at: &At<'_>,
) {
    name_run(making, slot, object, at);
    let version = at.child("schema_version");
    let ours = Made::from(RESPONSE_VERSION);
    match member(slot, "schema_version") {
        Some(stated) => {
            making.changed_to(
                stated,
                ChangeKind::Version,
                &stated.node.into(),
                &ours,
                version,
            );
        }
        None => making.added(ChangeKind::Derived, version, &ours),
    }
    object.insert("schema_version", RESPONSE_VERSION);
    if !object.contains_key("data") {
        object.insert("data", Members::default());
    }
    if let Some(found) = list(
        making,
        slot,
        "diagnostics",
        &DIAGNOSTICS,
        &at.child("diagnostics"),
    ) {
        object.insert("diagnostics", found);
    }
}

/// Completes a diagnostic of the envelope.
pub(super) fn read_diagnostic<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    object: &mut Members<'d>,
    at: &At<'_>,
) {
    for (name, to, ty) in LISTS {
        if let Some(found) = list(making, slot, name, ty, &at.child(to)) {
            object.insert(to, found);
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a table calls it")]
pub(super) fn read_summary<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    at: &At<'_>,
) -> Option<Made<'d>> {
    Some(making.value(slot, &COUNTED, at))
}

/// The summary, if it counts diagnostics: another tool sums up something else.
pub(super) fn write_summary<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
) -> Option<Value> {
    let mut counts = DiagnosticsSummary::SHAPE.fields.iter();
    let is_ours = counts.any(|count| node.get(count.name).is_some());
    is_ours.then(|| writing.value(node, pointer, &COUNTED))
}

/// Completes a report from an envelope.
pub(super) fn write<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
    found: &mut Object,
) {
    found.insert("schema_version", VERSION);
    let diagnostics = node.get("diagnostics");
    let here = pointer.child("diagnostics");
    let list = diagnostics.map_or_else(
        || Value::Array(Array::new()),
        |list| writing.value(list, &here, &DIAGNOSTICS),
    );
    let written = list.as_array().into_iter().flatten();
    let severities = written.map(|one| one.get("severity").and_then(Value::as_str));
    let counts = COUNTS.map(|(name, severity)| {
        let counted = severities.clone().filter(|it| *it == Some(severity));
        (name, counted.count() as u64)
    });
    found.insert("diagnostics", list);
    if let Some(summary) = found.get_mut("summary") {
        // What is `help` in the envelope is one of them in a report.
        let count = |level: &str| {
            let items = diagnostics.into_iter().flat_map(Node::items);
            let levels = items.map(|item| item.get("level").and_then(Node::as_str));
            levels.filter(|it| it.as_deref() == Some(level)).count() as u64
        };
        let (helps, notes) = (count("help"), count("note"));
        let summary = summary.as_object_mut();
        if let Some(infos) = summary.and_then(|summary| summary.get_mut("infos"))
            && helps > 0
            && infos.as_u64() == Some(notes)
        {
            *infos = Value::from(notes.saturating_add(helps));
            let pointer = pointer.child("data").child("summary").child("notes");
            let note = "`info` is what a report calls `help`, too";
            writing.lost(&pointer, LossKind::Derived, note);
        }
        return;
    }
    let mut summary = Object::new();
    for (name, count) in counts {
        summary.insert(name, count);
    }
    found.insert("summary", summary);
    // Of another tool's summary it is told already that it is dropped.
    if node
        .get("data")
        .and_then(|data| data.get("summary"))
        .is_none()
    {
        let pointer = pointer.child("data").child("summary");
        writing.lost(&pointer, LossKind::Derived, "the diagnostics are counted");
    }
}

const LEVELS: [&str; 4] = Convention::CANONICAL.levels;

/// Completes a diagnostic of the report: no list is missing.
pub(super) fn write_diagnostic<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
    found: &mut Object,
) {
    let level = node.get("level").and_then(Node::as_str);
    if level.as_deref() == Some("help") {
        let note = "`info` is the least that a report can say";
        writing.lost(&pointer.child("level"), LossKind::Derived, note);
    } else if let Some(word) = level.filter(|word| !LEVELS.contains(&&**word))
        && let Some(meant) = level_meant_by(&word)
    {
        let index = LEVELS.iter().position(|level| *level == meant);
        let severity = index.and_then(|at| writing.convention.levels.get(at));
        found.insert("severity", severity.copied().unwrap_or(meant));
        let note = format!("a report has no `{word}`; it means `{meant}`");
        writing.lost(&pointer.child("level"), LossKind::Derived, note);
    }
    for (name, from, ty) in LISTS {
        let list = node.get(from).map_or_else(
            || Value::Array(Array::new()),
            |list| writing.value(list, &pointer.child(from), ty),
        );
        found.insert(name, list);
    }
}

/// Completes a range of the report: lines and columns are counted in the source.
pub(super) fn write_span<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
    found: &mut Object,
) {
    for name in ["byte_start", "byte_end"] {
        let wide = found.get(name).and_then(Value::as_u64);
        if wide.is_some_and(|offset| offset > u64::from(u32::MAX)) {
            let note = format!("`{name}` has 32 bits in a report");
            writing.lacking(&pointer.child(name), &[name], Why::Naming(note));
            found.remove(name);
        }
    }
    let places = [
        ("line_start", "start_line"),
        ("col_start", "start_col"),
        ("line_end", "end_line"),
        ("col_end", "end_col"),
    ];
    let numbers = positions(writing, node);
    let is_other_text = numbers.is_none() && writing.has_some_source(node);
    for (at, (name, from)) in places.into_iter().enumerate() {
        let pointer = pointer.child(from);
        if let Some(number) = numbers.and_then(|numbers| numbers.get(at).copied()) {
            found.insert(name, number);
            let note = format!("`{name}`, counted in the source");
            writing.lost(&pointer, LossKind::Derived, note);
        } else {
            let note = if is_other_text {
                format!("`{name}` is not counted: {OTHER_TEXT}")
            } else {
                format!("NEEDS_SOURCE: `{name}` cannot be counted without the text")
            };
            writing.unwritten(node.get(from), &pointer, &[name], Why::Naming(note));
        }
    }
}

/// Lines and columns from 1, counted in the source in the order in which they are printed.
fn positions<'d>(writing: &mut Writing<'d, '_>, span: Node<'d>) -> Option<[u64; 4]> {
    // A document that contradicts the source is not mended by writing it anew.
    if !writing.has_its_source(span) {
        return None;
    }
    let (path, start, end): (Cow<'_, str>, u64, u64) = Writing::range(span)?;
    let range = ByteRange::new(start, end).ok()?;
    let index = writing.library.as_deref_mut()?.open(&path).ok()?;
    let utf16 = PositionEncoding::Utf16;
    let (start, end) = index
        .range_positions(range, utf16, EndRule::LastByte)
        .ok()?;
    let numbers = [start.line, start.column, end.line, end.column];
    let numbers = numbers.map(|number| number.saturating_add(1));
    let is_printed = |number: &u64| u32::try_from(*number).is_ok();
    numbers.iter().all(is_printed).then_some(numbers)
}
