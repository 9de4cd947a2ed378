//! The text of a sheet, from the export that it says.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{ENDING, HEAD, KINDS, Layout};
use crate::envelope::RowRun;
use crate::json::Value;

/// Takes `null`s out of the records: a cell cannot say them.
pub(crate) fn without_nulls(export: &mut Value) {
    for (_, name, _) in KINDS {
        let list = export
            .as_object_mut()
            .and_then(|members| members.get_mut(name));
        for record in list.and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(members) = record.as_object_mut() {
                members.retain(|_, value| !value.is_null());
            }
        }
    }
}

/// The sheet of an export: a line that names the version, the names of the
/// columns, a row for each record, and the line terminators that it ended with.
pub(crate) fn write(export: &Value, layout: &Layout) -> String {
    let version = export.get("version").and_then(Value::as_str);
    let head = String::from_utf8_lossy(HEAD);
    let mut text = format!("{head} {}\n", version.unwrap_or_default());
    let columns = &layout.columns;
    if !columns.is_empty() {
        line(&mut text, columns.iter().map(String::as_str));
    }
    let mut lists: Vec<(&str, core::slice::Iter<'_, Value>)> = KINDS
        .iter()
        .map(|(kind, name, _)| {
            let list = export.get(name).and_then(Value::as_array);
            (*kind, list.map_or([].iter(), |list| list.iter()))
        })
        .collect();
    let usual: Vec<RowRun> = lists
        .iter()
        .map(|(kind, list)| run(kind, list.len()))
        .collect();
    let runs = if layout.rows.is_empty() {
        &usual
    } else {
        &layout.rows
    };
    for run in runs {
        let list = lists.iter_mut().find(|(kind, _)| *kind == run.kind);
        let Some((kind, list)) = list else { continue };
        let count = usize::try_from(run.count).unwrap_or(usize::MAX);
        for record in list.take(count) {
            let cells = columns.iter().skip(1).map(|name| cell(record.get(name)));
            let cells: Vec<String> = cells.collect();
            let kind = core::iter::once(*kind);
            line(&mut text, kind.chain(cells.iter().map(String::as_str)));
        }
    }
    text.pop();
    text.push_str(layout.ending.as_deref().unwrap_or(ENDING));
    text
}

fn run(kind: &str, count: usize) -> RowRun {
    RowRun {
        kind: kind.into(),
        count: count as u64,
        ..RowRun::default()
    }
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

fn line<'c>(text: &mut String, cells: impl Iterator<Item = &'c str>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(',');
        }
        if cell.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push('\n');
}
