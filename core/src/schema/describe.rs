//! A shape as a schema.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::choice;
use super::plain;
use crate::envelope::shape::{Field, Role, Shape, Type};
use crate::envelope::{RichSpan, STATUSES};
use crate::json::{Array, Object, Value};
use crate::rule::Level;
use crate::text::MAX_SAFE_OFFSET;

static SPAN: Shape = RichSpan::SHAPE;

/// The shapes that a schema refers to, each once.
pub(super) struct Definitions {
    known: Vec<(String, &'static Shape)>,
    /// What is not a shape: the ends of long chains, and what is open.
    parts: Vec<(String, Object)>,
    /// Whether spans are looked for in what is open.
    sweeping: bool,
}

/// What is open: a value of which no shape is known.
const OPEN: &str = "Open";

impl Definitions {
    /// None yet. Documents that are checked are `sweeping`: where their shapes end,
    /// what has the path and the offsets of a span must be one all the same.
    pub(super) fn new(sweeping: bool) -> Self {
        Self {
            known: Vec::new(),
            parts: Vec::new(),
            sweeping,
        }
    }

    /// The definitions of everything that was referred to, by name.
    pub(super) fn done(mut self) -> Object {
        let mut shapes: Vec<(String, Object)> = Vec::new();
        // Describing one may refer to more.
        while let Some((name, shape)) = self.known.get(shapes.len()).cloned() {
            shapes.push((name, self.shape(shape)));
        }
        let mut parts = self.parts;
        parts.append(&mut shapes);
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

    /// A reference to a part that is defined once, with a number in its name.
    pub(super) fn part(&mut self, name: &str, schema: Object) -> Object {
        let mut number = 2u32;
        let named = |number: u32| format!("{name}.{number}");
        while self.parts.iter().any(|(known, _)| *known == named(number)) {
            number += 1;
        }
        self.parts.push((named(number), schema));
        object("$ref", format!("#/$defs/{}", named(number)))
    }

    /// A value of which no shape is known, as far as something is known of it.
    fn open(&mut self) -> Object {
        if !self.sweeping {
            return Object::new();
        }
        let here = object("$ref", format!("#/$defs/{OPEN}"));
        if self.parts.iter().all(|(known, _)| known != OPEN) {
            self.parts.push((OPEN.to_owned(), Object::new()));
            let span = self.refer(&SPAN);
            let mut is_span = object("type", "object");
            let names = ["file_path", "byte_start", "byte_end"];
            is_span.insert("required", names.into_iter().collect::<Array>());
            let kinds = ["string", "number", "number"];
            let kinds = names.into_iter().zip(kinds);
            let kinds = kinds.map(|(name, kind)| (name, Value::Object(object("type", kind))));
            is_span.insert("properties", kinds.collect::<Object>());
            let mut inner = object("items", here.clone());
            inner.insert("additionalProperties", here.clone());
            let what = "Anything. What has the path and the offsets of a span is one.";
            let mut open = object("description", what);
            open.insert("if", is_span);
            open.insert("then", span);
            open.insert("else", inner);
            for (known, schema) in &mut self.parts {
                if known == OPEN {
                    schema.clone_from(&open);
                }
            }
        }
        here
    }

    /// The documents of a dialect: an object of none of their shapes is taken for
    /// a faulty one of the first.
    pub(super) fn documents(&mut self, ty: &'static Type) -> Object {
        match ty {
            Type::Choice(shapes @ [wrapper, ..]) => {
                let otherwise = self.refer(wrapper);
                let mut schema = object("type", "object");
                for (key, value) in choice::schema(shapes, self, otherwise) {
                    schema.insert(key, value);
                }
                schema
            }
            Type::OneOf([choice @ Type::Choice(_), rest @ ..]) => {
                let mut either: Array = [self.documents(choice)].into_iter().collect();
                for ty in rest {
                    either.push(self.value(ty).into());
                }
                object("anyOf", either)
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
        let open = self.open();
        if !open.is_empty() {
            schema.insert("additionalProperties", open);
        }
        schema
    }

    fn member(&mut self, field: &'static Field) -> Object {
        let mut schema = self.value(&field.ty);
        if let Some(words) = words(field) {
            schema.insert("examples", words.iter().copied().collect::<Array>());
        }
        if let Role::Tag(word) = field.role {
            schema.insert("examples", [word].into_iter().collect::<Array>());
        }
        // `null` and absent are read alike where a member is optional.
        if field.presence.takes_null() {
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
            Type::Any | Type::Open(_) => self.open(),
            Type::Text => object("type", "string"),
            Type::Words(words) => {
                let mut schema = object("type", "string");
                schema.insert("enum", words.iter().copied().collect::<Array>());
                schema
            }
            Type::Flag => object("type", "boolean"),
            Type::Number => object("type", "number"),
            Type::Count => integer(0),
            Type::Count32 => {
                let mut narrow = integer(0);
                narrow.insert("maximum", u64::from(u32::MAX));
                narrow
            }
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
                let open = self.open();
                for (key, value) in choice::schema(shapes, self, open) {
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
        if !types.iter().any(|ty| matches!(ty, Type::Any)) {
            return object(
                "anyOf",
                types.iter().map(|ty| self.value(ty)).collect::<Array>(),
            );
        }
        // What is of no kind that a type takes is open.
        let mut schema = self.open();
        for ty in types.iter().rev().filter(|ty| !matches!(ty, Type::Any)) {
            let mut rule = object("if", object("type", kind(ty)));
            rule.insert("then", self.value(ty));
            if !schema.is_empty() {
                rule.insert("else", schema);
            }
            schema = rule;
        }
        schema
    }
}

/// The JSON kind that a type takes, in the words of JSON Schema.
fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Text | Type::Words(_) => "string",
        Type::Flag => "boolean",
        Type::Count | Type::Count32 | Type::Integer | Type::Number => "number",
        Type::List(_) => "array",
        Type::Any
        | Type::Open(_)
        | Type::Map(_)
        | Type::Record(_)
        | Type::Choice(_)
        | Type::OneOf(_) => "object",
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
        Role::Words(words) | Role::Only(words) | Role::StatusOver { words, .. } => Some(words),
        Role::Status => Some(STATUSES),
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
    let open = schema.get("$ref").and_then(Value::as_str) == Some("#/$defs/Open");
    let by_kind = schema.contains_key("if") && !schema.contains_key("type");
    if schema.is_empty() || open || by_kind {
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
