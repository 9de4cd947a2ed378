//! `serde::Serialize` for values.
//!
//! Serde's interface recurses, so that a value deeper than
//! [`MAX_SERIALIZE_DEPTH`] is refused with an error of the serializer rather
//! than with a stack overflow. Numbers are given as `u64` or `i64` where the
//! token is such an integer, as `f64` otherwise: serde has no way to hand over
//! a token. Use [`write_compact`](super::write_compact) to keep tokens.

use serde::ser::{Error as _, Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use super::number::Number;
use super::object::Object;
use super::value::{Array, Value};

/// The greatest depth that `Serialize` accepts.
pub const MAX_SERIALIZE_DEPTH: u64 = 512;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth() > MAX_SERIALIZE_DEPTH {
            return Err(S::Error::custom("TOO_DEEP: a value nested deeper than 512"));
        }
        Checked(self).serialize(serializer)
    }
}

/// A value whose depth is known to be bounded.
struct Checked<'a>(&'a Value);

impl Serialize for Checked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) => serializer.serialize_str(text),
            Value::Array(array) => {
                let mut sequence = serializer.serialize_seq(Some(array.len()))?;
                for value in array {
                    sequence.serialize_element(&Checked(value))?;
                }
                sequence.end()
            }
            Value::Object(object) => {
                let mut map = serializer.serialize_map(Some(object.len()))?;
                for (key, value) in object {
                    map.serialize_entry(key, &Checked(value))?;
                }
                map.end()
            }
        }
    }
}

impl Serialize for Array {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let token = self.token();
        if token == "-0" {
            return serializer.serialize_f64(-0.0);
        }
        if let Some(integer) = self.as_i64() {
            return serializer.serialize_i64(integer);
        }
        match token.parse::<u64>() {
            Ok(integer) => serializer.serialize_u64(integer),
            Err(_) => serializer.serialize_f64(self.as_f64()),
        }
    }
}
