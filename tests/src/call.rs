//! From a vector's `call` and `input` to a function of the core, and back.
//!
//! The notations for text and numbers are read here; the verbs themselves are
//! one file a room.

use std::fmt::Write as _;

use llm_types::{Error, Takes, offset_from_f64, offset_from_i128, text_from_utf16};
use serde_json::{Map, Value, json};

use crate::Answer;

mod build;
mod document;
mod edit;
mod id;
mod json;
mod prose;
mod span;
mod text;

pub(crate) use text::ENCODINGS;

/// Why a call did not give a value.
enum Failure {
    Refused(Box<Error>),
    Unsayable(String),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Refused(Box::new(error.into()))
    }
}

type Outcome = Result<Value, Failure>;

/// Calls the verb `call` of the core with the members of `input`.
pub fn call(call: &str, input: &Value) -> Answer {
    let Some(members) = input.as_object() else {
        return Answer::Unsayable("the input is not an object".into());
    };
    let input = Input(members);
    let outcome = text::call(call, &input)
        .or_else(|| id::call(call, &input))
        .or_else(|| span::call(call, &input))
        .or_else(|| self::json::call(call, &input))
        .or_else(|| document::call(call, &input))
        .or_else(|| build::call(call, &input))
        .or_else(|| edit::call(call, &input))
        .or_else(|| prose::call(call, &input))
        .unwrap_or_else(|| Err(unsayable(format!("there is no `{call}` yet"))));
    match outcome {
        Ok(value) => Answer::Ok(value),
        Err(Failure::Refused(error)) => Answer::Error(json!(error.report())),
        Err(Failure::Unsayable(reason)) => Answer::Unsayable(reason),
    }
}

impl Failure {
    /// Says which argument this is about, as the calls of the hosts do.
    fn of(self, name: &'static str) -> Self {
        match self {
            Self::Refused(error) => Self::from(error.of_argument(name, Takes::Count)),
            unsayable @ Self::Unsayable(_) => unsayable,
        }
    }

    /// Says which member of an object this is about.
    fn of_member(self, pointer: &'static str) -> Self {
        match self {
            Self::Refused(error) => Self::from(error.of_member(pointer, Takes::Count)),
            unsayable @ Self::Unsayable(_) => unsayable,
        }
    }

    /// Says which part of a position this is about.
    fn of_part(self, name: &'static str) -> Self {
        match self {
            Self::Refused(error) => match *error {
                Error::Text(error) => Self::from(error.of_part(name)),
                other => Self::from(other),
            },
            unsayable @ Self::Unsayable(_) => unsayable,
        }
    }

    /// Says which element of many this is about, as the plural functions do.
    fn at(self, index: usize) -> Self {
        match self {
            Self::Refused(error) => match *error {
                Error::Text(error) => Self::from(error.at_index(index as u64)),
                other => Self::from(other),
            },
            unsayable @ Self::Unsayable(_) => unsayable,
        }
    }
}

fn unsayable(reason: impl Into<String>) -> Failure {
    Failure::Unsayable(reason.into())
}

/// The members of a vector's input.
struct Input<'v>(&'v Map<String, Value>);

impl<'v> Input<'v> {
    fn get(&self, name: &str) -> &'v Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// A number as a host would hold it, checked as a host's is.
    fn number(&self, name: &'static str) -> Result<u64, Failure> {
        number(self.get(name)).map_err(|failure| failure.of(name))
    }

    fn numbers(&self, name: &str) -> Result<Vec<u64>, Failure> {
        let each = self.array(name)?.iter().enumerate();
        each.map(|(at, value)| number(value).map_err(|failure| failure.at(at)))
            .collect()
    }

    fn array(&self, name: &str) -> Result<&'v [Value], Failure> {
        let array = self.get(name).as_array();
        array
            .map(Vec::as_slice)
            .ok_or_else(|| unsayable(format!("`{name}` is not an array")))
    }

    /// A string: Rust has only well-formed ones.
    fn string(&self, name: &str) -> Result<String, Failure> {
        let bytes = data(self.get(name))?;
        String::from_utf8(bytes).map_err(|_| unsayable(format!("`{name}` is not UTF-8")))
    }

    /// Text or bytes.
    fn data(&self, name: &str) -> Result<Vec<u8>, Failure> {
        data(self.get(name))
    }
}

fn number(value: &Value) -> Result<u64, Failure> {
    if let Some(number) = value.as_number() {
        return Ok(match number.as_i128() {
            Some(integer) => offset_from_i128(integer)?,
            None => offset_from_f64(number.as_f64().unwrap_or(f64::NAN))?,
        });
    }
    let special = match value.get("special").and_then(Value::as_str) {
        Some("nan") => f64::NAN,
        Some("infinity") => f64::INFINITY,
        Some("-infinity") => f64::NEG_INFINITY,
        Some("-0") => -0.0,
        Some("1.0") => 1.0,
        Some("1e300") => 1e300,
        _ => return Err(unsayable(format!("{value} is not a number"))),
    };
    Ok(offset_from_f64(special)?)
}

fn data(value: &Value) -> Result<Vec<u8>, Failure> {
    if let Some(text) = value.as_str() {
        return Ok(text.into());
    }
    let Some((notation, given)) = value.as_object().and_then(|members| members.iter().next())
    else {
        return Err(unsayable(format!("{value} is not text")));
    };
    match (notation.as_str(), given) {
        ("bytes", Value::String(digits)) => Ok(hex(digits)),
        ("utf16", Value::Array(units)) => {
            let units: Vec<u16> = units
                .iter()
                .filter_map(|unit| u16::try_from(unit.as_u64()?).ok())
                .collect();
            Ok(text_from_utf16(&units)?.into_bytes())
        }
        ("repeat", Value::Array(parts)) => Ok(repeated(parts)),
        ("counting", Value::Number(length)) => {
            let bytes = (0..length.as_u64().unwrap_or(0)).map(|i| i % 251);
            Ok(bytes.filter_map(|byte| u8::try_from(byte).ok()).collect())
        }
        _ => Err(unsayable(format!("{value} is not text"))),
    }
}

/// `["a", 3]`, or a list of such pairs.
fn repeated(parts: &[Value]) -> Vec<u8> {
    match parts {
        [Value::String(part), Value::Number(times)] => {
            let times = times.as_u64().and_then(|times| usize::try_from(times).ok());
            part.repeat(times.unwrap_or(0)).into_bytes()
        }
        _ => parts
            .iter()
            .filter_map(Value::as_array)
            .flat_map(|pair| repeated(pair))
            .collect(),
    }
}

/// Bytes in hexadecimal digits, in lower case.
pub fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// The bytes that hexadecimal digits write.
pub fn hex(digits: &str) -> Vec<u8> {
    let digits = digits.as_bytes();
    digits
        .chunks_exact(2)
        .filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}
