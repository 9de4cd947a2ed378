//! Numbers of JavaScript, which are doubles, checked by the core one by one.

use js_sys::{Float64Array, Uint32Array};
use llm_types::{Error, Position, Takes, TextError, offset_from_f64, shift_from_f64};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::error::Thrown;

/// A number, or its refusal.
pub(crate) type Checked<T> = Result<T, TextError>;

/// A copy of a `Uint32Array` or a `Float64Array`. Which of the two is asked once for all
/// of its elements, not for each.
pub(crate) enum Numbers {
    Narrow(Elements<u32>),
    Wide(Elements<f64>),
}

impl Numbers {
    pub(crate) fn of(array: &JsValue) -> Result<Self, Thrown> {
        if let Some(array) = array.dyn_ref::<Uint32Array>() {
            Ok(Self::Narrow(Elements(array.to_vec().into_iter())))
        } else if let Some(array) = array.dyn_ref::<Float64Array>() {
            Ok(Self::Wide(Elements(array.to_vec().into_iter())))
        } else {
            Err(Thrown::from(Error::WrongType {
                expected: "a Uint32Array or a Float64Array",
                found: array.js_typeof().as_string().unwrap_or_default(),
            }))
        }
    }

    /// Whichever of the two they are: slower, since it is asked for each.
    pub(crate) fn either(self) -> Box<dyn ExactSizeIterator<Item = Checked<u64>>> {
        match self {
            Self::Narrow(numbers) => Box::new(numbers),
            Self::Wide(numbers) => Box::new(numbers),
        }
    }
}

/// The elements of a typed array.
pub(crate) struct Elements<T>(std::vec::IntoIter<T>);

impl Iterator for Elements<u32> {
    type Item = Checked<u64>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|number| Ok(u64::from(number)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl Iterator for Elements<f64> {
    type Item = Checked<u64>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(offset_from_f64)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Elements<u32> {}
impl ExactSizeIterator for Elements<f64> {}

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
pub(crate) fn offset(value: f64, name: &'static str) -> Result<u64, Thrown> {
    offset_from_f64(value).map_err(|error| refused(error, name, Takes::Count))
}

/// The same of a member of an object, by its pointer.
pub(crate) fn member(value: f64, pointer: &'static str) -> Result<u64, Thrown> {
    offset_from_f64(value)
        .map_err(|error| Error::from(error).of_member(pointer, Takes::Count).into())
}

/// One number, or nothing.
pub(crate) fn limit(value: Option<f64>, name: &'static str) -> Result<Option<u64>, Thrown> {
    value.map(|value| offset(value, name)).transpose()
}

/// One number that may be negative.
pub(crate) fn signed(value: f64, name: &'static str) -> Result<i64, Thrown> {
    shift_from_f64(value).map_err(|error| refused(error, name, Takes::Shift))
}

/// The milliseconds of a `Date`.
pub(crate) fn moment(value: f64, name: &'static str) -> Result<u64, Thrown> {
    offset_from_f64(value)
        .map_err(Error::from)
        .and_then(llm_types::moment)
        .map_err(|error| refused(error, name, Takes::Moment))
}

fn refused(error: impl Into<Error>, name: &'static str, takes: Takes) -> Thrown {
    error.into().of_argument(name, takes).into()
}

/// An offset, line or column as JavaScript holds it. Exact: no text in the memory of
/// a wasm module is longer than 4 GiB.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn double(value: u64) -> f64 {
    value as f64
}

/// A small result: the package gives the numbers their names.
pub(crate) fn doubles<const N: usize>(values: [u64; N]) -> Vec<f64> {
    values.map(double).to_vec()
}
