//! The way home: what an envelope cannot say about the document it was made of.
//!
//! A dialect writes its document from the envelope alone. The origin holds the
//! difference between that document and the one that was read, so that it is
//! small where the dialect is regular, and two checksums, so that it is never
//! applied to anything but the envelope it was made with.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::checksum::checksum;
use crate::dialect::sheet::{self, Layout, without_nulls};
use crate::dialect::{Adapter, Writing};
use crate::envelope::{Origin, PatchStep};
use crate::json::{
    Document, Object, Pointer, ReadOptions, Value, read, write_canonical, write_compact,
};

/// The word of the origin for a sheet.
const CSV: &str = "csv";

/// How what we have written or read before is read again: without limits, because options may
/// have let the first reading pass any.
pub(crate) fn without_limits() -> ReadOptions {
    ReadOptions {
        max_depth: u32::MAX,
        max_number_bytes: u64::MAX,
        ..ReadOptions::default()
    }
}

/// Reads what we have written or read before.
pub(crate) fn reread(text: &str) -> Option<Document<'_>> {
    read(text.as_bytes(), &without_limits()).ok()
}

/// The document that a dialect writes from an envelope alone.
fn written(adapter: &dyn Adapter, envelope: &str) -> Option<Value> {
    let document = reread(envelope)?;
    let mut writing = Writing {
        span: adapter.span(),
        ..Writing::of(document.root(), adapter.convention())
    };
    Some(adapter.home(&mut writing))
}

/// The origin of an envelope, from its canonical text and the document read.
pub(crate) fn make(
    adapter: &dyn Adapter,
    generation: Option<String>,
    envelope: &str,
    original: &Value,
    layout: Option<&Layout>,
) -> Option<Origin> {
    let mut written = written(adapter, envelope)?;
    if layout.is_some() {
        without_nulls(&mut written);
    }
    let Layout {
        columns,
        rows,
        terminator,
        ending,
        respelt,
        unread,
    } = layout.cloned().unwrap_or_default();
    Some(Origin {
        dialect: adapter.name().into(),
        generation,
        document: checksum(write_canonical(original)),
        envelope: checksum(envelope),
        form: layout.map(|_| CSV.into()),
        columns,
        rows,
        terminator,
        ending,
        respelt,
        unread,
        patch: difference(&written, original),
        extra: Object::new(),
    })
}

/// The text of the document that was read, from the envelope without its origin;
/// nothing if the envelope was changed since, or the origin was.
pub(crate) fn restore(adapter: &dyn Adapter, envelope: &str, origin: &Origin) -> Option<String> {
    if checksum(envelope) != origin.envelope {
        return None;
    }
    let mut document = written(adapter, envelope)?;
    let is_sheet = match origin.form.as_deref() {
        None => false,
        Some(CSV) => true,
        Some(_) => return None,
    };
    if is_sheet {
        without_nulls(&mut document);
    }
    for step in &origin.patch {
        apply(&mut document, step)?;
    }
    if checksum(write_canonical(&document)) != origin.document {
        return None;
    }
    // Whose sheet it was shows in the document: it may have been read as another dialect.
    Some(if is_sheet {
        let sheets = sheet::of_document(&document)?;
        sheet::write(sheets, &document, &Layout::kept(origin))
    } else {
        write_compact(&document)
    })
}

/// What to change in one value to get the other. Numbers are compared as they
/// are written, so that no digit is lost.
fn difference(from: &Value, to: &Value) -> Vec<PatchStep> {
    let mut steps = Vec::new();
    let mut open = alloc::vec![(Pointer::root(), from, to)];
    while let Some((here, from, to)) = open.pop() {
        match (from, to) {
            (Value::Object(from), Value::Object(to)) => {
                for (key, _) in from {
                    if to.get(key).is_none() {
                        steps.push(step(&here.child(key), None));
                    }
                }
                for (key, to) in to {
                    let pointer = here.child(key);
                    match from.get(key) {
                        Some(from) => open.push((pointer, from, to)),
                        None => steps.push(step(&pointer, Some(to))),
                    }
                }
            }
            (Value::Array(from), Value::Array(to)) if from.len() == to.len() => {
                for (index, (from, to)) in (0u64..).zip(from.iter().zip(to)) {
                    open.push((here.item(index), from, to));
                }
            }
            (Value::Array(_) | Value::Object(_), _) | (_, Value::Array(_) | Value::Object(_)) => {
                steps.push(step(&here, Some(to)));
            }
            (from, to) if from == to => {}
            _ => steps.push(step(&here, Some(to))),
        }
    }
    steps.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    steps
}

fn step(pointer: &Pointer, value: Option<&Value>) -> PatchStep {
    PatchStep {
        pointer: pointer.to_string(),
        raw: value.map(write_compact),
        extra: Object::new(),
    }
}

fn apply(document: &mut Value, step: &PatchStep) -> Option<()> {
    let pointer = Pointer::parse(&step.pointer).ok()?;
    let value = match &step.raw {
        Some(raw) => Some(reread(raw)?.to_value()),
        None => None,
    };
    let mut parent = pointer.clone();
    let Some(name) = pointer.tokens().last().map(|token| token.to_string()) else {
        *document = value?;
        return Some(());
    };
    parent.pop();
    match (document.at_mut(&parent)?, value) {
        (Value::Object(members), Some(value)) => {
            members.insert(name, value);
        }
        (Value::Object(members), None) => {
            members.remove(&name)?;
        }
        (Value::Array(_), Some(value)) => *document.at_mut(&pointer)? = value,
        _ => return None,
    }
    Some(())
}
