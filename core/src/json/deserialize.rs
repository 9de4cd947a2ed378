//! `serde::Deserialize` for values, from formats that say what they hold.
//!
//! Serde's interface recurses, so that a value deeper than
//! [`MAX_SERIALIZE_DEPTH`] is refused. It hands over numbers, not tokens; read
//! JSON with [`read`](super::read) to keep those.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::number::Number;
use super::object::Object;
use super::serialize::MAX_SERIALIZE_DEPTH;
use super::value::Value;

impl<'de> serde::Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Nested(0).deserialize(deserializer)
    }
}

/// A value so many containers deep.
#[derive(Clone, Copy)]
struct Nested(u64);

impl Nested {
    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.0 >= MAX_SERIALIZE_DEPTH {
            return Err(E::custom("TOO_DEEP: a value nested deeper than 512"));
        }
        Ok(Self(self.0 + 1))
    }
}

impl<'de> DeserializeSeed<'de> for Nested {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Nested {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value);
        let number = number.ok_or_else(|| E::custom("NON_FINITE_NUMBER: not a number of JSON"))?;
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Object::new();
        while let Some(key) = members.next_key::<String>()? {
            let value = members.next_value_seed(inner)?;
            if object.contains_key(&key) {
                let message = format_args!("DUPLICATE_KEY: the key `{key}` stands twice");
                return Err(A::Error::custom(message));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
