//! How the results of `normalize` cross to the hosts: with their envelopes as values,
//! which are the text that they have already.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::Changes;
use crate::diagnostic::Diagnostic;
use crate::envelope::record::record;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::written::{USUAL, Written, write_members};
use crate::envelope::{Envelope, Misfit, Wire};
use crate::json::Value;

record! {
    /// The result of [`crate::normalize()`].
    pub struct Normalized closed {
        /// The envelope; of the first document, where the text holds several.
        required envelope: Value = (Envelope::TYPE),
        /// The envelope as canonical JSON (RFC 8785); one a line, where the text
        /// holds several documents.
        required text: String,
        /// The dialect of the document; of the first, where there are several.
        required dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// How many documents the text holds, those that were refused included.
        required documents: u64,
        /// How many of them were refused; `diagnostics` say why.
        required refused: u64,
        /// All envelopes, where the text holds several documents.
        list envelopes: Value = (Type::List(&Envelope::TYPE)),
        /// What is not as it was read.
        required changes: Changes,
        /// What was found on the way.
        required diagnostics: Vec<Diagnostic>,
    }
}

record! {
    /// What became of one document of a text that arrives in pieces; see
    /// [`crate::Normalizer`].
    pub struct NormalizedDocument closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// The envelope; absent if the document was refused.
        optional envelope: Value = (Envelope::TYPE),
        /// The envelope as canonical JSON (RFC 8785), on one line.
        optional text: String,
        /// The dialect of the document.
        optional dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// What is not as it was read.
        required changes: Changes,
        /// What was found on the way; why it was refused, if it was.
        required diagnostics: Vec<Diagnostic>,
    }
}

/// A text that is JSON already; null where it was taken out.
struct Json<'t>(&'t str);

impl Written for Json<'_> {
    fn written(&self, out: &mut String) {
        out.push_str(if self.0.is_empty() { "null" } else { self.0 });
    }
}

/// A list of such texts.
struct JsonList<'t>(Vec<&'t str>);

impl Written for JsonList<'_> {
    fn written(&self, out: &mut String) {
        out.push('[');
        for (at, text) in self.0.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            Json(text).written(out);
        }
        out.push(']');
    }
}

impl From<Normalized> for super::Normalized {
    fn from(record: Normalized) -> Self {
        Self {
            text: record.text,
            dialect: record.dialect,
            generation: record.generation,
            documents: record.documents,
            refused: record.refused,
            changes: record.changes,
            diagnostics: record.diagnostics,
            several: !record.envelopes.is_empty(),
        }
    }
}

impl From<NormalizedDocument> for super::NormalizedDocument {
    fn from(record: NormalizedDocument) -> Self {
        Self {
            document: record.document,
            text: record.text,
            dialect: record.dialect,
            generation: record.generation,
            changes: record.changes,
            diagnostics: record.diagnostics,
        }
    }
}

impl super::Normalized {
    fn to_record(&self) -> Normalized {
        Normalized {
            envelope: self.envelope(),
            text: self.text.clone(),
            dialect: self.dialect.clone(),
            generation: self.generation.clone(),
            documents: self.documents,
            refused: self.refused,
            envelopes: self.envelopes(),
            changes: self.changes.clone(),
            diagnostics: self.diagnostics.clone(),
        }
    }

    fn write(&self, out: &mut String) {
        let envelope = Json(self.first());
        let envelopes = JsonList(self.lines().collect());
        let several = !envelopes.0.is_empty();
        write_members!(
            out,
            "envelope" => Some(&envelope),
            "text" => Some(&self.text),
            "dialect" => Some(&self.dialect),
            "generation" => self.generation.as_ref().map(|it| it as _),
            "documents" => Some(&self.documents),
            "refused" => Some(&self.refused),
            "envelopes" => several.then_some(&envelopes as _),
            "changes" => Some(&self.changes),
            "diagnostics" => Some(&self.diagnostics),
        );
    }
}

impl super::NormalizedDocument {
    fn to_record(&self) -> NormalizedDocument {
        NormalizedDocument {
            document: self.document,
            envelope: self.envelope(),
            text: self.text.clone(),
            dialect: self.dialect.clone(),
            generation: self.generation.clone(),
            changes: self.changes.clone(),
            diagnostics: self.diagnostics.clone(),
        }
    }

    fn write(&self, out: &mut String) {
        let envelope = self.text.as_deref().map(Json);
        write_members!(
            out,
            "document" => self.document.as_ref().map(|it| it as _),
            "envelope" => envelope.as_ref().map(|it| it as _),
            "text" => self.text.as_ref().map(|it| it as _),
            "dialect" => self.dialect.as_ref().map(|it| it as _),
            "generation" => self.generation.as_ref().map(|it| it as _),
            "changes" => Some(&self.changes),
            "diagnostics" => Some(&self.diagnostics),
        );
    }
}

/// What a record has, for a type that crosses as one.
macro_rules! crosses_as_record {
    ($name:ident) => {
        impl Wire for super::$name {
            const TYPE: Type = $name::TYPE;

            fn from_value(value: Value) -> Result<Self, Misfit> {
                $name::from_value(value).map(Into::into)
            }

            fn to_value(&self) -> Value {
                self.to_record().to_value()
            }

            fn write_json(&self, out: &mut String) {
                self.write(out);
            }
        }

        impl super::$name {
            /// The members of this type, as data.
            pub const SHAPE: Shape = $name::SHAPE;

            /// Canonical JSON (RFC 8785): the same bytes in every host.
            pub fn to_json(&self) -> String {
                let mut text = String::with_capacity(USUAL);
                self.write(&mut text);
                text
            }
        }

        impl From<super::$name> for Value {
            fn from(value: super::$name) -> Self {
                value.to_record().to_value()
            }
        }

        impl<'de> serde::Deserialize<'de> for super::$name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $name::deserialize(from).map(Into::into)
            }
        }

        impl serde::Serialize for super::$name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                self.to_record().serialize(to)
            }
        }
    };
}

crosses_as_record!(Normalized);
crosses_as_record!(NormalizedDocument);
