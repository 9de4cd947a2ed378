//! Can a range with these offsets have these lines and columns, in any text?
//!
//! What `validate` reports and what a conversion of columns relies on is the same: both ask
//! here. What several ranges of a file say of each other is in `order` and
//! [`proof`](crate::dialect::proof).

use alloc::format;
use alloc::string::String;

use super::Said;
use crate::dialect::convention::{ColumnUnit, Convention};
use crate::text::{BomPolicy, EndRule, PositionEncoding};

/// The offsets of a range: those that are there and can be offsets.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Offsets {
    pub(crate) start: Option<u64>,
    pub(crate) end: Option<u64>,
}

impl Offsets {
    pub(crate) fn range(self) -> Option<(u64, u64)> {
        self.start.zip(self.end)
    }

    pub(crate) fn length(self) -> Option<u64> {
        let (start, end) = self.range()?;
        end.checked_sub(start)
    }
}

/// The most bytes that one code unit stands for.
pub(crate) const fn widest(unit: PositionEncoding) -> u64 {
    match unit {
        PositionEncoding::Utf8 => 1,
        // Four bytes are two units; three are one.
        PositionEncoding::Utf16 => 3,
        PositionEncoding::Utf32 => 4,
    }
}

/// Bytes of a byte order mark, which stands in no column where it does not count.
const BOM: u64 = 3;

/// Why lines and columns cannot belong to these offsets; nothing, if there is a text in which they
/// do. The end of the lines and columns must not be before their start.
pub(crate) fn impossible(
    convention: &Convention,
    (from, to): (Said, Option<Said>),
    offsets: Offsets,
) -> Option<String> {
    let lines = convention.lines.as_ref()?;
    let columns = lines.columns?;
    let ColumnUnit::Encoded(unit) = columns.unit else {
        return None;
    };
    let hidden = |line: u64| {
        if columns.bom == BomPolicy::Count || line > 0 {
            0
        } else {
            BOM
        }
    };
    let most = |columns: u64| {
        let bytes = columns.saturating_mul(widest(unit));
        bytes.saturating_add(hidden(from.line))
    };
    let is_exact = unit == PositionEncoding::Utf8 && hidden(from.line) == 0;
    if let Some(start) = offsets.start {
        if is_exact && from.line == 0 && start != from.column {
            return Some(format!(
                "on the first line, column {} is offset {}, not {start}",
                from.column, from.column
            ));
        }
        // A terminator is at least one byte, and so is a column.
        if start < from.line.checked_add(from.column)? {
            return Some(format!(
                "offset {start} is too small for {} lines and {} columns before it",
                from.line, from.column
            ));
        }
        if from.line == 0 && start > most(from.column) {
            return Some(format!(
                "{} columns of the first line are at most {} bytes, not {start}",
                from.column,
                most(from.column)
            ));
        }
    }
    let to = to?;
    let length = offsets.length()?;
    let rule = lines.end.unwrap_or_default();
    if length == 0 {
        return (to != from).then(|| "an empty range ends where it starts".into());
    }
    // Where the end is the last unit, that unit belongs to the range.
    let end = to
        .column
        .checked_add(u64::from(rule == EndRule::Inclusive))?;
    if to.line == from.line {
        let width = end.checked_sub(from.column)?;
        let fits = (width..=most(width)).contains(&length);
        return (!fits).then(|| {
            if is_exact {
                format!("the columns span {width} bytes, the offsets {length}")
            } else {
                format!(
                    "{width} columns are {width} to {} bytes, and the offsets span {length}",
                    most(width)
                )
            }
        });
    }
    if rule == EndRule::LastByte && to.column == 0 {
        return Some("no byte of the range is on the line of its end".into());
    }
    let least = to.line.checked_sub(from.line)?.checked_add(end)?;
    (length < least).then(|| {
        format!("{length} bytes are too few for the lines and columns between start and end")
    })
}
