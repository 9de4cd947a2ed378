//! Lines and columns that only a source says: those of a range whose envelope has none.

use super::Writing;
use crate::dialect::convention::{ColumnUnit, Columns};
use crate::dialect::mapping::Mapping;
use crate::envelope::shape::{Field, Role, Shape};
use crate::json::{Node, Object, Pointer};
use crate::loss::LossKind;
use crate::text::{BomPolicy, EndRule, PositionEncoding};
use crate::validate::COORDINATES;

/// Why a line or a column is written that the envelope does not say.
pub(crate) const PLACED: &str = "the place of the range in its source";

/// Which of [`COORDINATES`] a member is.
fn number_of(field: &Field) -> Option<usize> {
    Role::COORDINATES
        .iter()
        .position(|role| *role == field.role)
}

impl<'d> Writing<'d, '_> {
    /// Writes the lines and columns of a range that has none, where its source says them and the
    /// dialect has them in members of their own. Whoever counts in another way has hooks.
    pub(super) fn place_range(
        &mut self,
        node: Node<'d>,
        pointer: &Pointer,
        (shape, mapping): (&Shape, Option<&Mapping>),
        found: &mut Object,
    ) {
        if !shape.is_range {
            return;
        }
        let Some(numbers) = self.counted_in_source(node) else {
            return;
        };
        for (index, field) in shape.fields.iter().enumerate() {
            let Some(at) = number_of(field) else { continue };
            let is_moved = mapping.is_some_and(|mapping| mapping.of(index).is_some());
            let number = numbers.get(at).copied();
            if let (Some(number), false, false) = (number, is_moved, found.contains_key(field.name))
            {
                found.insert(field.name, number);
                self.lost(&pointer.child(field.name), LossKind::Derived, PLACED);
            }
        }
    }

    /// Both ends of a span without lines and columns, as the dialect counts them, if that differs
    /// from the envelope in nothing but in what ends a line.
    pub(in crate::dialect) fn counted_in_source(&mut self, span: Node<'d>) -> Option<[u64; 4]> {
        const COLUMNS: Columns = Columns {
            base: 0,
            unit: ColumnUnit::BYTES,
            bom: BomPolicy::Count,
        };
        let is_said = |(_, name): &(_, &str)| span.get(name).is_some();
        if self.library.is_none() || COORDINATES.iter().any(is_said) {
            return None;
        }
        let lines = self.convention.lines.as_ref()?;
        let is_ours = lines.line_base == 1
            && lines.columns.is_none_or(|columns| columns == COLUMNS)
            && lines.end.is_none_or(|end| end == EndRule::After);
        let (path, start, end) = Self::range(span).filter(|_| is_ours)?;
        self.source_of(span)?;
        let index = self
            .library
            .as_deref_mut()?
            .open_by(&path, &lines.terminators)?;
        let from = index.position(start, PositionEncoding::Utf8).ok()?;
        let to = index.position(end, PositionEncoding::Utf8).ok()?;
        let lines = [from.line.checked_add(1)?, to.line.checked_add(1)?];
        Some([lines[0], from.column, lines[1], to.column])
    }
}
