//! Numbers of JavaScript, which are doubles, checked by the core one by one.

use llm_types::{Error, Position, Takes, TextError, offset_from_f64, shift_from_f64};
use napi::bindgen_prelude::{TypedArray, TypedArrayType};

use crate::error::{Result, thrown};

/// A number, or its refusal.
pub(crate) type Checked<T> = std::result::Result<T, TextError>;

/// The elements of a `Uint32Array` or a `Float64Array`, read where they lie. Which of
/// the two is asked once for all of them, not for each.
pub(crate) enum Numbers<'a> {
    Narrow(Elements<'a, 4>),
    Wide(Elements<'a, 8>),
}

impl<'a> Numbers<'a> {
    pub(crate) fn of(array: &'a TypedArray<'_>) -> Result<Self> {
        match array.typed_array_type {
            TypedArrayType::Uint32 => Ok(Self::Narrow(Elements::of(array))),
            TypedArrayType::Float64 => Ok(Self::Wide(Elements::of(array))),
            other => Err(thrown(Error::WrongType {
                expected: "a Uint32Array or a Float64Array",
                found: format!("{}Array", other.as_ref()),
            })),
        }
    }

    /// Whichever of the two they are: slower, since it is asked for each.
    pub(crate) fn either(self) -> Box<dyn ExactSizeIterator<Item = Checked<u64>> + 'a> {
        match self {
            Self::Narrow(numbers) => Box::new(numbers),
            Self::Wide(numbers) => Box::new(numbers),
        }
    }
}

/// Elements of so many bytes.
pub(crate) struct Elements<'a, const SIZE: usize>(std::slice::Iter<'a, [u8; SIZE]>);

impl<'a, const SIZE: usize> Elements<'a, SIZE> {
    fn of(array: &'a TypedArray<'_>) -> Self {
        Self(array.arraybuffer.as_chunks().0.iter())
    }
}

impl Iterator for Elements<'_, 4> {
    type Item = Checked<u64>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.0.next()?;
        Some(Ok(u64::from(u32::from_ne_bytes(*bytes))))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl Iterator for Elements<'_, 8> {
    type Item = Checked<u64>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.0.next()?;
        Some(offset_from_f64(f64::from_ne_bytes(*bytes)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Elements<'_, 4> {}
impl ExactSizeIterator for Elements<'_, 8> {}

/// Lines and columns, each in an array of its own, as places.
pub(crate) fn places(
    lines: impl ExactSizeIterator<Item = Checked<u64>>,
    columns: impl ExactSizeIterator<Item = Checked<u64>>,
) -> impl ExactSizeIterator<Item = Checked<Position>> {
    lines.zip(columns).map(|(line, column)| {
        let line = line.map_err(|error| error.of_part("line"))?;
        let column = column.map_err(|error| error.of_part("column"))?;
        Ok(Position::new(line, column))
    })
}

/// One number, and the name of the argument that it is.
pub(crate) fn offset(value: f64, name: &'static str) -> Result<u64> {
    offset_from_f64(value).map_err(|error| refused(error, name, Takes::Count))
}

/// The same of a member of an object, by its pointer.
pub(crate) fn member(value: f64, pointer: &'static str) -> Result<u64> {
    offset_from_f64(value)
        .map_err(|error| thrown(Error::from(error).of_member(pointer, Takes::Count)))
}

/// One number, or nothing.
pub(crate) fn limit(value: Option<f64>, name: &'static str) -> Result<Option<u64>> {
    value.map(|value| offset(value, name)).transpose()
}

/// One number that may be negative.
pub(crate) fn signed(value: f64, name: &'static str) -> Result<i64> {
    shift_from_f64(value).map_err(|error| refused(error, name, Takes::Shift))
}

/// The milliseconds of a `Date`.
pub(crate) fn moment(value: f64, name: &'static str) -> Result<u64> {
    offset_from_f64(value)
        .map_err(Error::from)
        .and_then(llm_types::moment)
        .map_err(|error| refused(error, name, Takes::Moment))
}

fn refused(error: impl Into<Error>, name: &'static str, takes: Takes) -> napi::Error<&'static str> {
    thrown(error.into().of_argument(name, takes))
}

/// An offset, line or column as JavaScript holds it. Exact: all are at most 2^53 − 1,
/// because no memory holds a longer text.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn double(value: u64) -> f64 {
    value as f64
}

/// A small result: the package gives the numbers their names.
pub(crate) fn doubles<const N: usize>(values: [u64; N]) -> Vec<f64> {
    values.map(double).to_vec()
}
