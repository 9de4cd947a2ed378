//! What callers may pass, checked before the core sees it.
//!
//! Python converts on request (`True` is an `int`), and fails in its own words on a
//! lone surrogate. So a value of the wrong type is refused here, and an ill-formed
//! string is shown to the core in UTF-16, which refuses it with the place.

use llm_types::{Error, Takes, TextError, offset_from_f64, offset_from_i128};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyType,
};

use crate::error::{of_element, raise};

/// A string that UTF-8 can hold.
pub(crate) struct Str<'a>(pub(crate) &'a str);

impl<'a, 'py> FromPyObject<'a, 'py> for Str<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            well_formed(object).map(Self)
        } else {
            Err(wrong_type(&object, "a str"))
        }
    }
}

/// The same, for elements of a list, which do not outlive the look at them.
pub(crate) struct OwnedStr(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for OwnedStr {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(|Str(text)| Self(text.to_owned()))
    }
}

/// The elements of a list. A refusal of one has its index.
pub(crate) struct Listed<T>(pub(crate) Vec<T>);

impl<'py, T> FromPyObject<'_, 'py> for Listed<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let list = object.cast::<PyList>()?;
        let mut found = Vec::with_capacity(list.len());
        for (index, element) in list.iter().enumerate() {
            let element = element.extract();
            found.push(element.map_err(|error| of_element(object.py(), error, index))?);
        }
        Ok(Self(found))
    }
}

/// `True` or `False`, and not whatever is truthy.
pub(crate) fn flag(object: &Bound<'_, PyAny>, expected: &'static str) -> PyResult<bool> {
    // That of NumPy is one, too.
    object.extract().map_err(|_| wrong_type(object, expected))
}

/// Whether an object is a string, however it is formed.
pub(crate) fn is_str(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
}

/// A text: a string, or bytes that should be UTF-8.
pub(crate) enum Text<'a> {
    Borrowed(&'a [u8]),
    Owned(Vec<u8>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return well_formed(object).map(|text| Self::Borrowed(text.as_bytes()));
        }
        if object.is_instance_of::<PyBytes>() {
            return Ok(Self::Borrowed(object.extract()?));
        }
        // Memory that its owner may change while we read is copied.
        if object.is_instance_of::<PyByteArray>() || object.is_instance_of::<PyMemoryView>() {
            let copy = object.py().get_type::<PyBytes>().call1((&*object,))?;
            return Ok(Self::Owned(copy.extract()?));
        }
        Err(wrong_type(&object, "a str or bytes"))
    }
}

/// 16 random bytes of the caller's: a `str` of that length is a mistake, and no entropy.
pub(crate) struct Random<'a>(Text<'a>);

impl<'a, 'py> FromPyObject<'a, 'py> for Random<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(bytes) if !object.is_instance_of::<PyString>() => Ok(Self(bytes)),
            _ => Err(wrong_type(&object, "bytes as `random`")),
        }
    }
}

impl AsRef<[u8]> for Random<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

impl AsRef<[u8]> for Text<'_> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl Text<'_> {
    pub(crate) fn into_owned(self) -> Vec<u8> {
        match self {
            Self::Borrowed(bytes) => bytes.to_vec(),
            Self::Owned(bytes) => bytes,
        }
    }
}

/// The same, for elements of a list.
pub(crate) struct OwnedText(pub(crate) Vec<u8>);

impl<'py> FromPyObject<'_, 'py> for OwnedText {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object
            .extract()
            .map(|text: Text<'_>| Self(text.into_owned()))
    }
}

/// An offset, line or column, or its refusal: which argument it is, only the call knows.
pub(crate) struct Offset(Result<u64, Error>);

impl<'py> FromPyObject<'_, 'py> for Offset {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        number(&object).map(Self)
    }
}

impl Offset {
    /// The number that this argument has.
    pub(crate) fn of(self, name: &'static str) -> Result<u64, Error> {
        self.0
            .map_err(|error| error.of_argument(name, Takes::Count))
    }

    /// The number that this member of an object has.
    pub(crate) fn of_member(self, pointer: &'static str) -> Result<u64, Error> {
        self.0
            .map_err(|error| error.of_member(pointer, Takes::Count))
    }

    /// The milliseconds of a `datetime`.
    pub(crate) fn moment(self, name: &'static str) -> Result<u64, Error> {
        self.0
            .and_then(llm_types::moment)
            .map_err(|error| error.of_argument(name, Takes::Moment))
    }
}

/// The number of an argument that need not be there.
pub(crate) fn limit(given: Option<Offset>, name: &'static str) -> Result<Option<u64>, Error> {
    given.map(|given| given.of(name)).transpose()
}

/// What an object says as an offset: the outer error is Python's (an `__index__` that
/// raises), the inner one the refusal.
pub(crate) fn number(object: &Bound<'_, PyAny>) -> PyResult<Result<u64, Error>> {
    if object.is_instance_of::<PyBool>() {
        return Ok(Err(wrong_type_error(object, "an integer")?));
    }
    if let Ok(integer) = object.cast::<PyInt>() {
        return whole(integer).map(|found| found.map_err(Error::from));
    }
    if let Ok(float) = object.cast::<PyFloat>() {
        return Ok(offset_from_f64(float.value()).map_err(Error::from));
    }
    // NumPy's integers, and whatever else says that it is one.
    match object.getattr_opt("__index__")? {
        // A class has the method, too, and nobody to call it on.
        Some(index) if !object.is_instance_of::<PyType>() => {
            let integer = index.call0()?.cast_into::<PyInt>()?;
            whole(&integer).map(|found| found.map_err(Error::from))
        }
        _ => Ok(Err(wrong_type_error(object, "an integer")?)),
    }
}

fn whole(integer: &Bound<'_, PyInt>) -> PyResult<Result<u64, TextError>> {
    if let Ok(small) = integer.extract::<i64>() {
        return Ok(offset_from_i128(small.into()));
    }
    // Python's integers have no bound; all that matters beyond 64 bits is the sign.
    let negative = integer.lt(0)?;
    let bits: u64 = integer.call_method0("bit_length")?.extract()?;
    let value = if bits <= 128 {
        integer.str()?.to_string()
    } else {
        format!("an integer of {bits} bits")
    };
    Ok(Err(if negative {
        TextError::NegativeOffset { value }
    } else {
        TextError::UnsafeInteger { value }
    }))
}

/// The refusal of a value that cannot be what the function takes.
pub(crate) fn wrong_type(object: &Bound<'_, PyAny>, expected: &'static str) -> PyErr {
    match wrong_type_error(object, expected) {
        Ok(error) => raise(object.py(), &error),
        Err(failure) => failure,
    }
}

pub(crate) fn wrong_type_error(
    object: &Bound<'_, PyAny>,
    expected: &'static str,
) -> PyResult<Error> {
    Ok(Error::WrongType {
        expected,
        found: object.get_type().name()?.to_string(),
    })
}

fn well_formed<'a>(object: Borrowed<'a, '_, PyAny>) -> PyResult<&'a str> {
    object
        .extract::<&'a str>()
        .map_err(|failure| refusal(&object).unwrap_or(failure))
}

/// What the core says about a string that Python cannot encode. What stands before its first half
/// of a pair is well-formed: to Python a half is one, though the other one may stand beside it.
fn refusal(object: &Bound<'_, PyAny>) -> Option<PyErr> {
    let encoded = object
        .call_method1("encode", ("utf-32-le", "surrogatepass"))
        .ok()?;
    let bytes: &[u8] = encoded.extract().ok()?;
    let mut units: Vec<u16> = Vec::with_capacity(bytes.len() / 4);
    for scalar in bytes.as_chunks().0 {
        let scalar = u32::from_le_bytes(*scalar);
        let Some(character) = char::from_u32(scalar) else {
            units.push(u16::try_from(scalar).ok()?);
            break;
        };
        units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
    }
    let error = llm_types::text_from_utf16(&units).err()?;
    Some(raise(object.py(), &error.into()))
}
