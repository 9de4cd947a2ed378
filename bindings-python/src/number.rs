//! Many numbers at once: in from a list, a buffer or any iterable, out as the bytes of
//! an `array`.

use llm_types::{ByteRange, Error, Position, Takes, TextError, offset_from_f64, offset_from_i128};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyMemoryView, PyString, PyTuple};

use crate::error::{of_element, raise};
use crate::input::{Offset, number, wrong_type};

/// Offsets, lines or columns. An invalid element is kept as its refusal, so that
/// the core can say which one it is.
pub(crate) struct Numbers(Vec<Result<u64, TextError>>);

impl Numbers {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The elements of an object, and what each of them is, if that is to be told of one
    /// that is of another type. Of one that is no offset its user tells.
    pub(crate) fn of(object: &Bound<'_, PyAny>, name: Option<&'static str>) -> PyResult<Self> {
        let mut numbers = Vec::new();
        if let Ok(list) = object.cast::<PyList>() {
            numbers.reserve(list.len());
            for element in list.iter() {
                numbers.push(element_of(&element, numbers.len(), name)?);
            }
        } else if let Ok(tuple) = object.cast::<PyTuple>() {
            numbers.reserve(tuple.len());
            for element in tuple.iter() {
                numbers.push(element_of(&element, numbers.len(), name)?);
            }
        } else if object.is_instance_of::<PyString>() {
            return Err(wrong_type(object, "integers"));
        } else if let Ok(view) = PyMemoryView::from(object) {
            return of_buffer(&view, name);
        } else if let Ok(elements) = object.try_iter() {
            for element in elements {
                numbers.push(element_of(&element?, numbers.len(), name)?);
            }
        } else {
            return Err(wrong_type(object, "integers"));
        }
        Ok(Self(numbers))
    }

    pub(crate) fn into_iter(self) -> impl ExactSizeIterator<Item = Result<u64, TextError>> {
        self.0.into_iter()
    }
}

impl<'py> FromPyObject<'_, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Self::of(&object, None)
    }
}

/// An element, or its refusal if that is about its value; a wrong type is raised.
fn element_of(
    object: &Bound<'_, PyAny>,
    index: usize,
    name: Option<&'static str>,
) -> PyResult<Result<u64, TextError>> {
    match number(object)? {
        Ok(offset) => Ok(Ok(offset)),
        Err(Error::Text(error)) => Ok(Err(error)),
        Err(other) => {
            let py = object.py();
            let other = match name {
                Some(name) => other.of_argument(name, Takes::Count),
                None => other,
            };
            Err(of_element(py, raise(py, &other), index))
        }
    }
}

/// The elements of a buffer of native integers or doubles. The stable ABI of Python 3.10
/// has no buffers, so `memoryview` reads it: one copy, no call for an element.
fn of_buffer(view: &Bound<'_, PyMemoryView>, name: Option<&'static str>) -> PyResult<Numbers> {
    let format: String = view.getattr("format")?.extract()?;
    let width: usize = view.getattr("itemsize")?.extract()?;
    let signed = match format.strip_prefix('@').unwrap_or(&format) {
        "B" | "H" | "I" | "L" | "Q" | "N" => false,
        "b" | "h" | "i" | "l" | "q" | "n" => true,
        "d" => {
            let bytes = view.call_method0("tobytes")?;
            return Ok(Numbers(each(bytes.extract()?, |it| {
                offset_from_f64(f64::from_ne_bytes(it))
            })));
        }
        // Another byte order, half-precision floats, booleans: Python reads them.
        _ => return Numbers::of(&view.call_method0("tolist")?, name),
    };
    let bytes = view.call_method0("tobytes")?;
    let bytes: &[u8] = bytes.extract()?;
    Ok(Numbers(match (width, signed) {
        (1, false) => each(bytes, |it| Ok(u8::from_ne_bytes(it).into())),
        (2, false) => each(bytes, |it| Ok(u16::from_ne_bytes(it).into())),
        (4, false) => each(bytes, |it| Ok(u32::from_ne_bytes(it).into())),
        (8, false) => each(bytes, |it| offset_from_i128(u64::from_ne_bytes(it).into())),
        (1, true) => each(bytes, |it| offset_from_i128(i8::from_ne_bytes(it).into())),
        (2, true) => each(bytes, |it| offset_from_i128(i16::from_ne_bytes(it).into())),
        (4, true) => each(bytes, |it| offset_from_i128(i32::from_ne_bytes(it).into())),
        (8, true) => each(bytes, |it| offset_from_i128(i64::from_ne_bytes(it).into())),
        _ => return Numbers::of(&view.call_method0("tolist")?, name),
    }))
}

fn each<const N: usize>(
    bytes: &[u8],
    read: impl Fn([u8; N]) -> Result<u64, TextError>,
) -> Vec<Result<u64, TextError>> {
    bytes.as_chunks().0.iter().map(|it| read(*it)).collect()
}

/// Two numbers that belong together: a line and a column, a start and an end.
pub(crate) struct Pair(Offset, Offset);

impl<'py> FromPyObject<'_, 'py> for Pair {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => Ok(Self(
                pair.get_item(0)?.extract()?,
                pair.get_item(1)?.extract()?,
            )),
            _ => Err(wrong_type(&object, "a tuple of two integers")),
        }
    }
}

impl Pair {
    /// A line and a column.
    pub(crate) fn position(self) -> Result<Position, Error> {
        Ok(Position::new(self.0.of("line")?, self.1.of("column")?))
    }

    /// A start and an end.
    pub(crate) fn range(self) -> Result<ByteRange, Error> {
        let (start, end) = self.of("start", "end")?;
        Ok(ByteRange::new(start, end)?)
    }

    /// Both, by what the caller calls them.
    pub(crate) fn of(self, first: &'static str, second: &'static str) -> Result<(u64, u64), Error> {
        Ok((self.0.of(first)?, self.1.of(second)?))
    }
}

/// The bytes of an `array('Q')`, filled one by one.
pub(crate) struct Column(Vec<u8>);

impl Column {
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self(Vec::with_capacity(count.saturating_mul(8)))
    }

    #[inline]
    pub(crate) fn push(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_ne_bytes());
    }

    pub(crate) fn give<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0)
    }
}
