//! How a value of the wire is read and written: the trait, and what texts, numbers,
//! lists and maps do. Records are declared in `record`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::shape::Type;
use crate::error::{Error, place};
use crate::json::{Number, Pointer, Value, write_canonical_to, write_count, write_string};
use crate::rule::Level;

/// Bytes that a list takes at most before they are written.
const MOST_AHEAD: usize = 1 << 16;

/// A value that does not fit a type, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}{}", place(pointer))]
pub struct Misfit {
    /// JSON Pointer of the value, from the value that was read.
    pub pointer: String,
    /// What belongs there.
    pub expected: &'static str,
}

impl Misfit {
    pub(crate) fn here(expected: &'static str) -> Self {
        Self {
            pointer: String::new(),
            expected,
        }
    }

    /// The refusal of what a host was given, which is this as a whole.
    pub(crate) fn refusal(self, expected: &'static str) -> Error {
        Error::Misfit {
            expected,
            wanted: self.expected,
            pointer: self.pointer,
            index: None,
        }
    }

    /// The same of a list; if the misfit is in one element, that is not what each is.
    pub(crate) fn refusal_of_list(self, expected: &'static str, each: &'static str) -> Error {
        let index = self.pointer.split('/').nth(1);
        let index = index.and_then(|index| index.parse().ok());
        Error::Misfit {
            expected: index.map_or(expected, |_: u64| each),
            wanted: self.expected,
            index,
            pointer: self.pointer,
        }
    }

    /// The same misfit, seen from the container of the value.
    #[must_use]
    pub(crate) fn inside(mut self, token: &str) -> Self {
        self.pointer
            .insert_str(0, Pointer::root().child(token).as_str());
        self
    }
}

/// A type of the wire.
pub trait Wire: Sized {
    /// Its type, for the tables.
    const TYPE: Type;

    /// Reads it.
    ///
    /// # Errors
    ///
    /// [`Misfit`] for the first value that is of another type, or missing.
    fn from_value(value: Value) -> Result<Self, Misfit>;

    /// Writes it.
    fn to_value(&self) -> Value;

    /// Adds its canonical JSON (RFC 8785) to a text.
    fn write_json(&self, out: &mut String) {
        write_canonical_to(&self.to_value(), out);
    }
}

/// A value that is held elsewhere is written as itself.
macro_rules! held {
    ($($holder:ident),+) => {$(
        impl<T: Wire> Wire for $holder<T> {
            const TYPE: Type = T::TYPE;
            fn from_value(value: Value) -> Result<Self, Misfit> {
                T::from_value(value).map(Self::new)
            }
            fn to_value(&self) -> Value {
                T::to_value(self)
            }
            fn write_json(&self, out: &mut String) {
                T::write_json(self, out);
            }
        }
    )+};
}

held!(Arc, Box);

impl Wire for Value {
    const TYPE: Type = Type::Any;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        Ok(value)
    }
    fn to_value(&self) -> Value {
        self.clone()
    }
    fn write_json(&self, out: &mut String) {
        write_canonical_to(self, out);
    }
}

impl Wire for String {
    const TYPE: Type = Type::Text;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err(Misfit::here(Self::TYPE.expects())),
        }
    }
    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }
    fn write_json(&self, out: &mut String) {
        write_string(out, self);
    }
}

/// A word of ours, which takes no memory of its own.
impl Wire for Cow<'static, str> {
    const TYPE: Type = Type::Text;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        String::from_value(value).map(Cow::Owned)
    }
    fn to_value(&self) -> Value {
        Value::from(self.clone())
    }
    fn write_json(&self, out: &mut String) {
        write_string(out, self);
    }
}

impl Wire for bool {
    const TYPE: Type = Type::Flag;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::Bool(flag) => Ok(flag),
            _ => Err(Misfit::here(Self::TYPE.expects())),
        }
    }
    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
    fn write_json(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Wire for u64 {
    const TYPE: Type = Type::Count;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        value.as_u64().ok_or(Misfit::here(Self::TYPE.expects()))
    }
    fn to_value(&self) -> Value {
        Value::from(*self)
    }
    fn write_json(&self, out: &mut String) {
        write_count(out, *self);
    }
}

impl Wire for i64 {
    const TYPE: Type = Type::Integer;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        value
            .as_number()
            .and_then(|number| number.as_i64_safe().ok())
            .map(|integer| integer.value)
            .ok_or(Misfit::here(Self::TYPE.expects()))
    }
    fn to_value(&self) -> Value {
        Value::from(*self)
    }
    fn write_json(&self, out: &mut String) {
        Number::from(*self).write_canonical(out);
    }
}

impl Wire for Number {
    const TYPE: Type = Type::Number;
    fn from_value(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::Number(number) => Ok(number),
            _ => Err(Misfit::here(Self::TYPE.expects())),
        }
    }
    fn to_value(&self) -> Value {
        Value::Number(self.clone())
    }
}

impl Wire for Level {
    const TYPE: Type = Type::Words(&[
        Self::Error.as_str(),
        Self::Warning.as_str(),
        Self::Note.as_str(),
        Self::Help.as_str(),
    ]);
    fn from_value(value: Value) -> Result<Self, Misfit> {
        [Self::Error, Self::Warning, Self::Note, Self::Help]
            .into_iter()
            .find(|level| value.as_str() == Some(level.as_str()))
            .ok_or(Misfit::here("`error`, `warning`, `note` or `help`"))
    }
    fn to_value(&self) -> Value {
        Value::from(self.as_str())
    }
    fn write_json(&self, out: &mut String) {
        write_string(out, self.as_str());
    }
}

impl<T: Wire> Wire for Vec<T> {
    const TYPE: Type = Type::List(&T::TYPE);
    fn from_value(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(at, item)| {
                    T::from_value(item).map_err(|misfit| misfit.inside(&at.to_string()))
                })
                .collect(),
            _ => Err(Misfit::here(Self::TYPE.expects())),
        }
    }
    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(Wire::to_value).collect())
    }
    fn write_json(&self, out: &mut String) {
        out.push('[');
        let start = out.len();
        for (at, item) in self.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            item.write_json(out);
            if at == 0 {
                // The others will be about as long.
                let others = (self.len() - 1).saturating_mul(out.len() - start + 1);
                out.reserve(others.min(MOST_AHEAD));
            }
        }
        out.push(']');
    }
}

/// An object whose keys are data.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Map<T>(pub alloc::collections::BTreeMap<String, T>);

impl<T: Wire> Wire for Map<T> {
    const TYPE: Type = Type::Map(&T::TYPE);
    fn from_value(value: Value) -> Result<Self, Misfit> {
        match value {
            Value::Object(members) => members
                .into_iter()
                .map(|(key, value)| match T::from_value(value) {
                    Ok(value) => Ok((key, value)),
                    Err(misfit) => Err(misfit.inside(&key)),
                })
                .collect::<Result<_, _>>()
                .map(Self),
            _ => Err(Misfit::here(Self::TYPE.expects())),
        }
    }
    fn to_value(&self) -> Value {
        let members = self.0.iter();
        Value::Object(
            members
                .map(|(key, value)| (key, value.to_value()))
                .collect(),
        )
    }
}
