//! Numbers of JavaScript, which are doubles, checked by the core one by one.

use llm_types::{TextError, offset_from_f64};
use napi::bindgen_prelude::{TypedArray, TypedArrayType};

use crate::error::{Result, thrown};

/// The elements of a `Uint32Array` or a `Float64Array`, read where they lie.
#[derive(Clone)]
pub(crate) enum Numbers<'a> {
    Narrow(std::slice::Iter<'a, [u8; 4]>),
    Wide(std::slice::Iter<'a, [u8; 8]>),
}

impl<'a> Numbers<'a> {
    pub(crate) fn of(array: &'a TypedArray<'_>) -> Result<Self> {
        match array.typed_array_type {
            TypedArrayType::Uint32 => Ok(Self::Narrow(array.arraybuffer.as_chunks().0.iter())),
            TypedArrayType::Float64 => Ok(Self::Wide(array.arraybuffer.as_chunks().0.iter())),
            other => Err(thrown(llm_types::Error::WrongType {
                expected: "a Uint32Array or a Float64Array",
                found: format!("{}Array", other.as_ref()),
            })),
        }
    }
}

impl Iterator for Numbers<'_> {
    type Item = std::result::Result<u64, TextError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Narrow(numbers) => numbers
                .next()
                .map(|bytes| Ok(u64::from(u32::from_ne_bytes(*bytes)))),
            Self::Wide(numbers) => numbers
                .next()
                .map(|bytes| offset_from_f64(f64::from_ne_bytes(*bytes))),
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

impl ExactSizeIterator for Numbers<'_> {}

/// One number.
pub(crate) fn offset(value: f64) -> Result<u64> {
    offset_from_f64(value).map_err(thrown)
}

/// One number that may be negative.
pub(crate) fn signed(value: f64) -> Result<i64> {
    // Offsets have 53 bits, so neither the conversion nor the sign can overflow.
    let size = offset(value.abs())?.cast_signed();
    Ok(if value < 0.0 { -size } else { size })
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
