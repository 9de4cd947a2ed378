//! A shape as a schema.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::choice;
use super::plain;
use crate::envelope::shape::{Field, Presence, Role, Shape, Type};
use crate::json::{Array, Object, Value};
use crate::rule::Level;
use crate::text::MAX_SAFE_OFFSET;

/// The shapes that a schema refers to, each once.
#[derive(Default)]
pub(super) struct Definitions {
    known: Vec<(String, &'static Shape)>,
}

impl Definitions {
    /// The definitions of everything that was referred to, by name.
    pub(super) fn done(mut self) -> Object {
        let mut parts: Vec<(String, Object)> = Vec::new();
        // Describing one may refer to more.
        while let Some((name, shape)) = self.known.get(parts.len()).cloned() {
            parts.push((name, self.shape(shape)));
        }
        parts.sort_by(|(a, _), (b, _)| a.cmp(b));
        parts.into_iter().collect()
    }

    /// A reference to a shape.
    pub(super) fn refer(&mut self, shape: &'static Shape) -> Object {
        let known = self
            .known
            .iter()
            .find(|(_, known)| is_same(known, shape))
            .map(|(name, _)| name.clone());
        let name = known.unwrap_or_else(|| {
            // Two tools may call different things alike.
            let taken = |name: &str| self.known.iter().any(|(known, _)| known == name);
            let mut name = shape.name.to_owned();
            let mut number = 2u32;
            while taken(&name) {
                name = format!("{}{number}", shape.name);
                number += 1;
            }
            self.known.push((name.clone(), shape));
            name
        });
        object("$ref", format!("#/$defs/{name}"))
    }

    /// The documents of a dialect: what is none of them is at least a bad one of
    /// the first kind.
    pub(super) fn documents(&mut self, ty: &'static Type) -> Object {
        match ty {
            Type::Choice(shapes @ [wrapper, ..]) => {
                let otherwise = self.refer(wrapper);
                choice::schema(shapes, self, otherwise)
            }
            ty => self.value(ty),
        }
    }

    pub(super) fn shape(&mut self, shape: &'static Shape) -> Object {
        let mut schema = Object::new();
        let what = plain(shape.what);
        if !what.is_empty() {
            schema.insert("description", what);
        }
        schema.insert("type", "object");
        let required: Array = shape.required().map(|field| field.name).collect();
        if !required.is_empty() {
            schema.insert("required", required);
        }
        let members: Object = shape
            .fields
            .iter()
            .map(|field| (field.name, Value::Object(self.member(field))))
            .collect();
        schema.insert("properties", members);
        schema
    }

    fn member(&mut self, field: &'static Field) -> Object {
        let mut schema = self.value(&field.ty);
        if let Some(words) = words(field) {
            schema.insert("examples", words.iter().copied().collect::<Array>());
        }
        if let Role::Tag(word) = field.role {
            schema.insert("const", word);
        }
        // `null` and absent are read alike where a member is optional.
        if field.presence != Presence::Required {
            schema = nullable(schema);
        }
        let what = plain(field.what);
        if !what.is_empty() {
            schema.insert("description", what);
        }
        schema
    }

    /// The schema of a type.
    pub(super) fn value(&mut self, ty: &'static Type) -> Object {
        match ty {
            Type::Any => Object::new(),
            Type::Text => object("type", "string"),
            Type::Words(words) => {
                let mut schema = object("type", "string");
                schema.insert("enum", words.iter().copied().collect::<Array>());
                schema
            }
            Type::Flag => object("type", "boolean"),
            Type::Number => object("type", "number"),
            Type::Count => integer(0),
            Type::Integer => integer(-i64::try_from(MAX_SAFE_OFFSET).unwrap_or(i64::MAX)),
            Type::List(item) => {
                let mut schema = object("type", "array");
                schema.insert("items", self.value(item));
                schema
            }
            Type::Map(item) => {
                let mut schema = object("type", "object");
                schema.insert("additionalProperties", self.value(item));
                schema
            }
            Type::Record(shape) => self.refer(shape),
            Type::Choice(shapes) => {
                let mut schema = object("type", "object");
                for (key, value) in choice::schema(shapes, self, Object::new()) {
                    schema.insert(key, value);
                }
                schema
            }
            Type::OneOf(types) => self.one_of(types),
        }
    }

    /// The first of the types that takes the kind of value: an object is judged
    /// by the first that takes objects, whatever the others would say.
    fn one_of(&mut self, types: &'static [Type]) -> Object {
        let open = types.iter().any(|ty| matches!(ty, Type::Any));
        let parts: Vec<(&'static Type, Object)> = types
            .iter()
            .filter(|ty| !matches!(ty, Type::Any))
            .map(|ty| (ty, self.value(ty)))
            .collect();
        if !open {
            let parts: Array = parts.into_iter().map(|(_, part)| part).collect();
            return object("anyOf", parts);
        }
        let mut rules = Array::new();
        for (ty, part) in parts {
            let mut rule = object("if", object("type", kind(ty)));
            rule.insert("then", part);
            rules.push(rule.into());
        }
        object("allOf", rules)
    }
}

/// The JSON kind that a type takes, in the words of JSON Schema.
fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Text | Type::Words(_) => "string",
        Type::Flag => "boolean",
        Type::Count | Type::Integer | Type::Number => "number",
        Type::List(_) => "array",
        Type::Any | Type::Map(_) | Type::Record(_) | Type::Choice(_) | Type::OneOf(_) => "object",
    }
}

/// The known words of a member; it may have others.
fn words(field: &Field) -> Option<&'static [&'static str]> {
    const LEVELS: &[&str] = &[
        Level::Error.as_str(),
        Level::Warning.as_str(),
        Level::Note.as_str(),
        Level::Help.as_str(),
    ];
    match field.role {
        Role::Words(words) => Some(words),
        Role::Status => Some(&["ok", "partial", "error"]),
        Role::Level => Some(LEVELS),
        _ => None,
    }
}

fn is_same(known: &Shape, shape: &Shape) -> bool {
    // A constant may be instantiated at several addresses; its table is the same.
    core::ptr::eq(known, shape)
        || (known.name == shape.name
            && known.fields.len() == shape.fields.len()
            && known
                .fields
                .iter()
                .zip(shape.fields)
                .all(|(a, b)| a.name == b.name && a.presence == b.presence && a.what == b.what))
}

fn integer(minimum: i64) -> Object {
    let mut schema = object("type", "integer");
    schema.insert("minimum", minimum);
    schema.insert("maximum", MAX_SAFE_OFFSET);
    schema
}

pub(super) fn object(key: &str, value: impl Into<Value>) -> Object {
    [(key, value.into())].into_iter().collect()
}

fn nullable(mut schema: Object) -> Object {
    if schema.is_empty() || schema.contains_key("allOf") {
        return schema;
    }
    let null = Value::from("null");
    if let Some(Value::String(name)) = schema.get("type").cloned()
        && schema.get("enum").is_none()
        && schema.get("const").is_none()
        && schema.get("if").is_none()
    {
        let both: Array = [Value::String(name), null].into_iter().collect();
        schema.insert("type", both);
        return schema;
    }
    let either: Array = [schema, object("type", null)].into_iter().collect();
    object("anyOf", either)
}
