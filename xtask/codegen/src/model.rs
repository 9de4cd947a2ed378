//! The types of the wire, as the writers of other languages need them.
//!
//! Read from the shapes of the core: the same tables that its checks read. Here they
//! get what only a declaration needs: a list of every type that is reachable, each
//! once, and names for unions. What a language cannot say is refused, because a type
//! that was guessed is a type that is wrong in one language.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use llm_types::Level;
use llm_types::build::fills;
use llm_types::envelope::STATUSES;
use llm_types::envelope::shape::{self, Presence, Role, Shape};

use crate::signs;

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    /// Any JSON value.
    Any,
    /// A string.
    String,
    /// `true` or `false`.
    Boolean,
    /// An integer from 0 to 2^53 - 1.
    Count,
    /// An integer in ±(2^53 - 1).
    Integer,
    /// Any number.
    Number,
    /// One of these words.
    Words(Vec<&'static str>),
    /// One of these words, or another that a tool made up.
    OpenWords(Vec<&'static str>),
    /// An array.
    Array(Box<Type>),
    /// An object with free keys.
    Map(Box<Type>),
    /// A definition.
    Named(&'static str),
    /// One of several.
    Union(Vec<Type>),
    /// One of several that are known, or anything.
    Open(Vec<Type>),
    /// The value or `null`.
    Nullable(Box<Type>),
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    /// The JSON key.
    pub(crate) name: &'static str,
    /// What it means, as the core says it: see [`crate::told`].
    pub(crate) doc: String,
    /// Its type, when present.
    pub(crate) kind: Type,
    /// Whether it is always there.
    pub(crate) required: bool,
    /// Whether a builder fills it in.
    pub(crate) filled: bool,
}

/// An object type with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The name of the Rust type, the same in every language.
    pub(crate) name: &'static str,
    /// What it is for, as the core says it: see [`crate::told`].
    pub(crate) doc: String,
    /// What shows that an object among others is one, see [`crate::signs`].
    pub(crate) sign: String,
    /// Its members, in the order in which they are printed.
    pub(crate) fields: Vec<Field>,
}

/// The words of [`Role::Level`].
const LEVELS: &[&str] = &[
    Level::Error.as_str(),
    Level::Warning.as_str(),
    Level::Note.as_str(),
    Level::Help.as_str(),
];

/// A name for several types, and the types.
pub(crate) type Union = (&'static str, Vec<&'static str>);

/// The types that members which are open can have.
pub(crate) fn unions(
    definitions: &[Definition],
    wanted: &[(&'static str, &str, &str)],
) -> Result<Vec<Union>> {
    let mut unions = Vec::new();
    for (name, definition, field) in wanted {
        let found = definitions
            .iter()
            .find(|known| known.name == *definition)
            .and_then(|known| known.fields.iter().find(|known| known.name == *field));
        let Some(Type::Open(parts)) = found.map(|field| &field.kind) else {
            bail!("`{definition}.{field}` is not one of several types");
        };
        let parts = parts.iter().filter_map(|part| match part {
            Type::Named(name) => Some(*name),
            _ => None,
        });
        unions.push((*name, parts.collect()));
    }
    Ok(unions)
}

/// Every shape that `roots` are made of, each once, in the order of first mention.
pub(crate) fn read(roots: &[&'static Shape]) -> Result<Vec<Definition>> {
    let mut reader = Reader::default();
    for root in roots {
        reader.shape(root)?;
    }
    Ok(reader.done)
}

#[derive(Default)]
struct Reader {
    done: Vec<Definition>,
    /// What a name stands for, so that two types cannot share one.
    seen: BTreeMap<&'static str, *const Shape>,
}

impl Reader {
    fn shape(&mut self, shape: &'static Shape) -> Result<()> {
        if let Some(known) = self.seen.get(shape.name) {
            // A constant may be instantiated at several addresses; its table is the same.
            if *known != std::ptr::from_ref(shape) && !self.is_as_known(shape) {
                bail!("two types are named `{}`", shape.name);
            }
            return Ok(());
        }
        if shape.name.is_empty() || !shape.name.starts_with(|c: char| c.is_ascii_uppercase()) {
            bail!("`{}` is no name for a type", shape.name);
        }
        self.seen.insert(shape.name, shape);
        let at = self.done.len();
        self.done.push(Definition {
            name: shape.name,
            doc: shape.what.to_owned(),
            sign: signs::written(&shape.sign),
            fields: Vec::new(),
        });
        let mut fields = Vec::new();
        for field in shape.fields {
            fields.push(Field {
                filled: fills(shape, field),
                ..self.field(field)?
            });
        }
        self.done[at].fields = fields;
        Ok(())
    }

    fn is_as_known(&self, shape: &Shape) -> bool {
        self.done.iter().any(|known| {
            known.name == shape.name
                && known.fields.len() == shape.fields.len()
                && known
                    .fields
                    .iter()
                    .zip(shape.fields)
                    .all(|(a, b)| a.name == b.name)
        })
    }

    fn field(&mut self, field: &'static shape::Field) -> Result<Field> {
        let kind = match &field.ty {
            // A tool's own levels are read by role; ours have none, for they are right.
            shape::Type::Text if field.role == Role::Level => Type::OpenWords(LEVELS.to_vec()),
            ty => match field.role {
                Role::Tag(word) => Type::Words(vec![word]),
                Role::Words(words) => Type::OpenWords(words.to_vec()),
                Role::Status | Role::StatusOver { .. } => Type::OpenWords(STATUSES.to_vec()),
                _ => self.kind(ty)?,
            },
        };
        let kind = match field.presence {
            Presence::Nullable | Presence::Stated => Type::Nullable(Box::new(kind)),
            Presence::Required | Presence::Optional => kind,
        };
        Ok(Field {
            name: field.name,
            doc: field.what.to_owned(),
            kind,
            required: field.presence.is_demanded(),
            filled: false,
        })
    }

    fn kind(&mut self, ty: &'static shape::Type) -> Result<Type> {
        Ok(match ty {
            shape::Type::Text => Type::String,
            shape::Type::Words(words) => Type::Words(words.to_vec()),
            shape::Type::Count | shape::Type::Count32 => Type::Count,
            shape::Type::Integer => Type::Integer,
            shape::Type::Number => Type::Number,
            shape::Type::Flag => Type::Boolean,
            shape::Type::Any | shape::Type::Open(_) => Type::Any,
            shape::Type::List(item) => Type::Array(Box::new(self.kind(item)?)),
            shape::Type::Map(value) => Type::Map(Box::new(self.kind(value)?)),
            shape::Type::Record(shape) => {
                self.shape(shape)?;
                Type::Named(shape.name)
            }
            shape::Type::Choice(shapes) => {
                let mut parts = Vec::new();
                for shape in *shapes {
                    self.shape(shape)?;
                    parts.push(Type::Named(shape.name));
                }
                Type::Union(parts)
            }
            shape::Type::OneOf(types) => {
                let mut parts = Vec::new();
                for ty in *types {
                    match self.kind(ty)? {
                        Type::Union(more) => parts.extend(more),
                        part => parts.push(part),
                    }
                }
                let known = parts.len();
                parts.retain(|part| *part != Type::Any);
                if parts.len() < known {
                    Type::Open(parts)
                } else {
                    Type::Union(parts)
                }
            }
        })
    }
}
