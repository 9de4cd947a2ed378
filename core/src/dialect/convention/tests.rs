//! Every convention that was measured can be said.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::json::{Node, ReadOptions, read};
use crate::text::PositionEncoding;

/// The measured rows, as they were written down: one object a tool.
const MEASURED: &[u8] = include_bytes!("../../../../tests/fixtures/conventions.json");

fn parse_row(row: Node<'_>) -> Result<Convention, String> {
    let word = |key: &str| row.get(key).and_then(Node::as_str);
    let number = |key: &str| row.get(key).and_then(|node| node.as_u64_safe().ok());
    let bom = |key: &str| match word(key).as_deref() {
        Some("count") | None => Ok(BomPolicy::Count),
        Some("strip") => Ok(BomPolicy::Strip),
        Some(other) => Err(other.to_string()),
    };
    let encoding = |unit: &str| match unit {
        "byte" => Some(PositionEncoding::Utf8),
        "u16" => Some(PositionEncoding::Utf16),
        "cp" => Some(PositionEncoding::Utf32),
        _ => None,
    };
    let unit = |unit: &str| match (encoding(unit), unit) {
        (Some(encoding), _) => Ok(ColumnUnit::Encoded(encoding)),
        (None, "disp8") => Ok(ColumnUnit::Display { tab_stop: 8 }),
        (None, "cp8") => Ok(ColumnUnit::Tabbed { tab_stop: 8 }),
        (None, "mypy2") => Ok(ColumnUnit::DoublyConverted),
        (None, other) => Err(other.to_string()),
    };
    let terminators = match word("term").as_deref() {
        Some("lf") => Some(LineTerminators::Lf),
        Some("lf_cr") => Some(LineTerminators::Lsp),
        Some("js") => Some(LineTerminators::Ecmascript),
        Some(other) => return Err(other.to_string()),
        None => None,
    };
    let columns = match (number("cb"), word("unit")) {
        (Some(base), Some(name)) => Some(Columns {
            base: u32::try_from(base.value).map_err(|error| error.to_string())?,
            unit: unit(&name)?,
            bom: bom("bom")?,
        }),
        (None, None) => None,
        _ => return Err("a column base without a unit".into()),
    };
    let end = match word("end").as_deref() {
        Some("excl") | None => EndRule::After,
        Some("incl") => EndRule::Inclusive,
        Some(other) => return Err(other.to_string()),
    };
    let offsets = match word("ou") {
        Some(unit) => Some(Offsets {
            unit: encoding(&unit).ok_or_else(|| unit.to_string())?,
            bom: bom("ob")?,
            end: OffsetEnd::After,
        }),
        None => None,
    };
    for (key, _) in row.members() {
        let known = ["lb", "cb", "unit", "term", "bom", "end", "ou", "ob"];
        if !known.contains(&key.as_str().as_ref()) {
            return Err(key.to_string());
        }
    }
    Ok(Convention {
        lines: match (number("lb"), terminators) {
            (Some(base), Some(terminators)) => Some(LineColumns {
                line_base: u32::try_from(base.value).map_err(|error| error.to_string())?,
                columns,
                terminators,
                end: Some(end),
            }),
            // Diffs name lines in their hunk headers only.
            _ => None,
        },
        offsets,
        ..Convention::CANONICAL
    })
}

#[test]
fn every_measured_convention_can_be_said() {
    let document = read(MEASURED, &ReadOptions::default()).unwrap();
    let mut said: BTreeMap<String, Convention> = BTreeMap::new();
    for (tool, row) in document.root().members() {
        if !tool.is("_") {
            let convention = parse_row(row).map_err(|what| alloc::format!("{tool}: {what}"));
            said.insert(tool.to_string(), convention.unwrap());
        }
    }
    assert!(said.len() > 50, "{}", said.len());
    // Rows that differ in what was measured stay different when they are said.
    let rows: Vec<(String, String)> = document
        .root()
        .members()
        .filter(|(tool, row)| !tool.is("_") && row.get("lb").is_some())
        .map(|(tool, row)| (tool.to_string(), row.to_value().to_string()))
        .collect();
    for (a, measured) in &rows {
        for (b, other) in &rows {
            assert!((said[a] == said[b]) || measured != other, "{a} and {b}");
            if said[a] == said[b] {
                let without = |text: &str| text.replace(r#","end":"excl""#, "");
                assert_eq!(without(measured), without(other), "{a} and {b}");
            }
        }
    }
}

#[test]
fn precision_is_what_can_be_stated() {
    assert_eq!(Convention::CANONICAL.precision(), Precision::Range);
    let lines = Convention::CANONICAL.lines;
    let point = lines
        .clone()
        .map(|lines| LineColumns { end: None, ..lines });
    let line = lines.map(|lines| LineColumns {
        end: None,
        columns: None,
        ..lines
    });
    let with = |lines| Convention {
        lines,
        offsets: None,
        ..Convention::CANONICAL
    };
    assert_eq!(with(point).precision(), Precision::Point);
    assert_eq!(with(line).precision(), Precision::Line);
}
