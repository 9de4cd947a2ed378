//! Numbers of JavaScript, which are doubles, checked by the core one by one.

use js_sys::{Float64Array, Uint32Array};
use llm_types::{Error, TextError, offset_from_f64};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::error::Thrown;

/// A copy of a `Uint32Array` or a `Float64Array`.
pub(crate) enum Numbers {
    Narrow(std::vec::IntoIter<u32>),
    Wide(std::vec::IntoIter<f64>),
}

impl Numbers {
    pub(crate) fn of(array: &JsValue) -> Result<Self, Thrown> {
        if let Some(array) = array.dyn_ref::<Uint32Array>() {
            Ok(Self::Narrow(array.to_vec().into_iter()))
        } else if let Some(array) = array.dyn_ref::<Float64Array>() {
            Ok(Self::Wide(array.to_vec().into_iter()))
        } else {
            Err(Thrown::from(Error::WrongType {
                expected: "a Uint32Array or a Float64Array",
                found: array.js_typeof().as_string().unwrap_or_default(),
            }))
        }
    }
}

impl Iterator for Numbers {
    type Item = Result<u64, TextError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Narrow(numbers) => numbers.next().map(|number| Ok(u64::from(number))),
            Self::Wide(numbers) => numbers.next().map(offset_from_f64),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Narrow(numbers) => numbers.size_hint(),
            Self::Wide(numbers) => numbers.size_hint(),
        }
    }
}

impl ExactSizeIterator for Numbers {}

/// One number.
pub(crate) fn offset(value: f64) -> Result<u64, Thrown> {
    Ok(offset_from_f64(value)?)
}

/// One number that may be negative.
pub(crate) fn signed(value: f64) -> Result<i64, Thrown> {
    // Offsets have 53 bits, so neither the conversion nor the sign can overflow.
    let size = offset(value.abs())?.cast_signed();
    Ok(if value < 0.0 { -size } else { size })
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
