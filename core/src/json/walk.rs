//! A value as a sequence of events, and back, without recursion.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::number::Number;
use super::object::{self, Object};
use super::value::{Array, Value};

/// One step of a walk through a value.
#[derive(Debug)]
pub(super) enum Event<'a> {
    Null,
    Bool(bool),
    Number(&'a Number),
    /// A number as it is written.
    Token(&'a str),
    String(Cow<'a, str>),
    Key(Cow<'a, str>),
    /// An array begins, with so many elements.
    BeginArray(usize),
    /// An object begins, with so many members.
    BeginObject(usize),
    EndArray,
    EndObject,
}

/// Walks through a value in document order.
pub(super) struct Walk<'a> {
    root: Option<&'a Value>,
    stack: Vec<Rest<'a>>,
    /// The value of the key that was just reported.
    member: Option<&'a Value>,
}

enum Rest<'a> {
    Array(core::slice::Iter<'a, Value>),
    Object(object::Iter<'a>),
}

impl<'a> Walk<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self {
            root: Some(value),
            stack: Vec::new(),
            member: None,
        }
    }

    /// Containers that are open.
    pub(super) fn depth(&self) -> u64 {
        self.stack.len() as u64
    }

    fn enter(&mut self, value: &'a Value) -> Event<'a> {
        match value {
            Value::Null => Event::Null,
            Value::Bool(value) => Event::Bool(*value),
            Value::Number(number) => Event::Number(number),
            Value::String(text) => Event::String(Cow::Borrowed(text)),
            Value::Array(array) => {
                self.stack.push(Rest::Array(array.iter()));
                Event::BeginArray(array.len())
            }
            Value::Object(object) => {
                self.stack.push(Rest::Object(object.iter()));
                Event::BeginObject(object.len())
            }
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(value) = self.member.take().or_else(|| self.root.take()) {
            return Some(self.enter(value));
        }
        let end = match self.stack.last_mut()? {
            Rest::Array(items) => {
                if let Some(value) = items.next() {
                    return Some(self.enter(value));
                }
                Event::EndArray
            }
            Rest::Object(members) => {
                if let Some((key, value)) = members.next() {
                    self.member = Some(value);
                    return Some(Event::Key(Cow::Borrowed(key)));
                }
                Event::EndObject
            }
        };
        self.stack.pop();
        Some(end)
    }
}

/// Builds a value from the events of a walk. Keys of one object must differ.
pub(super) struct Builder {
    root: Value,
    stack: Vec<Open>,
}

enum Open {
    Array(Vec<Value>),
    Object(Vec<(Cow<'static, str>, Value)>),
}

impl Builder {
    pub(super) const fn new() -> Self {
        Self {
            root: Value::Null,
            stack: Vec::new(),
        }
    }

    pub(super) fn event(&mut self, event: Event<'_>) {
        let value = match event {
            Event::Null => Value::Null,
            Event::Bool(value) => Value::Bool(value),
            Event::Number(number) => Value::Number(number.clone()),
            Event::Token(token) => Value::Number(Number::from_token(token)),
            Event::String(text) => Value::String(text.into_owned()),
            Event::Key(key) => {
                if let Some(Open::Object(members)) = self.stack.last_mut() {
                    members.push((Cow::Owned(key.into_owned()), Value::Null));
                }
                return;
            }
            Event::BeginArray(length) => {
                return self.stack.push(Open::Array(Vec::with_capacity(length)));
            }
            Event::BeginObject(length) => {
                return self.stack.push(Open::Object(Vec::with_capacity(length)));
            }
            Event::EndArray | Event::EndObject => match self.stack.pop() {
                Some(Open::Array(items)) => Value::Array(Array::from(items)),
                Some(Open::Object(members)) => Value::Object(Object::from_distinct(members)),
                None => return,
            },
        };
        match self.stack.last_mut() {
            Some(Open::Array(items)) => items.push(value),
            Some(Open::Object(members)) => {
                if let Some((_, slot)) = members.last_mut() {
                    *slot = value;
                }
            }
            None => self.root = value,
        }
    }

    pub(super) fn finish(self) -> Value {
        self.root
    }
}
