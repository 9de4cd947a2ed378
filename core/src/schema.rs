//! JSON Schemas (draft 2020-12) of everything on the wire, from the tables that
//! the checks read.
//!
//! A schema checks structure only. Whether a column belongs to its byte, or a
//! path to a file, is the business of rules with codes. Members that are not
//! listed are allowed everywhere, because a tool's own members are kept.
//!
//! How a shape becomes a schema is in `describe`, how one of several is told in
//! `choice`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::convert::{Conversion, ConvertedDocument};
use crate::detect::Detection;
use crate::detective::DetectiveReport;
use crate::diagnostic::Diagnostic;
use crate::dialect::{self, DialectInfo, unified};
use crate::document_error::DocumentError;
use crate::edit::{CarriedSpans, EditOutcome, EditPlan};
use crate::enrich::{Enriched, EnrichedDocument};
use crate::envelope::record::record;
use crate::envelope::shape::{Shape, Type};
use crate::envelope::{
    ERRORS, EditRequests, OPERATION_VERSION, OperationResult, PAYLOADS, RESPONSE_VERSION, RESULTS,
};
use crate::findings::FindingMatches;
use crate::fix::FixedDocument;
use crate::json::{Object, Value, write_pretty};
use crate::normalize::{Normalized, NormalizedDocument};
use crate::rule;
use crate::validate::{ValidatedDocument, Validation};

mod choice;
mod describe;
mod plain;

pub use plain::plain;

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Version of the schemas of our reports, and of those of the dialects. It says
/// which description of the dialect this is, not which version of the tool.
const VERSION: &str = "1.0.0";

record! {
    /// One JSON Schema that [`schema`] gives.
    pub struct SchemaInfo closed {
        /// Its name, as [`schema`] takes it.
        required name: String,
        /// `envelope` for a wrapper and what it wraps, `report` for what a
        /// function gives, `dialect` for the documents of a tool.
        required kind: String = (Type::Words(&["envelope", "report", "dialect"])),
        /// What it describes, on one line.
        required title: String,
        /// Its version. A change that refuses what was accepted raises the first
        /// number.
        required version: String,
        /// Its `$id`.
        required id: String,
    }
}

/// A schema that can be asked for, before it is written.
struct Listed {
    name: String,
    kind: &'static str,
    title: String,
    version: &'static str,
    root: Root,
}

/// What its root describes.
enum Root {
    /// An object of this shape.
    Shape(&'static Shape),
    /// The documents of a dialect.
    Documents(&'static Type),
}

impl Listed {
    fn of(shape: &'static Shape, kind: &'static str, version: &'static str) -> Self {
        Self {
            name: kebab(shape.name),
            kind,
            title: first_sentence(&plain(shape.what)),
            version,
            root: Root::Shape(shape),
        }
    }

    fn id(&self) -> String {
        format!("urn:llm-types:{}:{}", self.name, self.version)
    }

    fn info(&self) -> SchemaInfo {
        SchemaInfo {
            name: self.name.clone(),
            kind: self.kind.into(),
            title: self.title.clone(),
            version: self.version.into(),
            id: self.id(),
        }
    }
}

/// What our functions give.
const REPORTS: &[&Shape] = &[
    &Detection::SHAPE,
    &Normalized::SHAPE,
    &Validation::SHAPE,
    &FixedDocument::SHAPE,
    &Conversion::SHAPE,
    &DetectiveReport::SHAPE,
    &NormalizedDocument::SHAPE,
    &ValidatedDocument::SHAPE,
    &ConvertedDocument::SHAPE,
    &Enriched::SHAPE,
    &EnrichedDocument::SHAPE,
    &FindingMatches::SHAPE,
    &Diagnostic::SHAPE,
    &DialectInfo::SHAPE,
    &SchemaInfo::SHAPE,
    &EditOutcome::SHAPE,
    &EditPlan::SHAPE,
    &EditRequests::SHAPE,
    &CarriedSpans::SHAPE,
];

fn all() -> impl Iterator<Item = Listed> {
    // What `data` may be is more than the payloads that have a type.
    let answers = core::iter::once(&unified::RESPONSE)
        .chain(PAYLOADS.iter().copied())
        .map(|shape| Listed::of(shape, "envelope", RESPONSE_VERSION));
    let operations = core::iter::once(&OperationResult::SHAPE as &Shape)
        .chain(RESULTS.iter().copied())
        .chain(ERRORS.iter().copied())
        .map(|shape| Listed::of(shape, "envelope", OPERATION_VERSION));
    let reports = REPORTS
        .iter()
        .copied()
        .map(|shape| Listed::of(shape, "report", VERSION));
    let targets = dialect::all().chain(core::iter::once(dialect::STANDARD));
    let dialects = targets.map(|adapter| Listed {
        name: adapter.name().into(),
        kind: "dialect",
        title: format!("Documents of {}", adapter.title()),
        version: VERSION,
        root: Root::Documents(adapter.documents()),
    });
    answers.chain(operations).chain(reports).chain(dialects)
}

/// Every schema that [`schema`] gives: the wrappers and what they wrap, the
/// reports of our functions, and the dialects.
///
/// # Examples
///
/// ```
/// let names: Vec<String> = llm_types::schemas().into_iter().map(|known| known.name).collect();
/// assert!(names.contains(&"response".into()) && names.contains(&"magellan".into()));
/// ```
pub fn schemas() -> Vec<SchemaInfo> {
    all().map(|listed| listed.info()).collect()
}

/// The JSON Schema (draft 2020-12) of this name, indented, with a line feed at
/// its end.
///
/// A document that is structurally valid passes the schema of its dialect, and
/// one that lacks a member, or has a value of another type or out of range,
/// fails it. What is open on the wire is open in the schema: members that are
/// not listed, words that are not known, answers that nobody knows.
///
/// # Errors
///
/// `UNKNOWN_SCHEMA`, with the nearest name by spelling.
///
/// # Examples
///
/// ```
/// let text = llm_types::schema("response")?;
/// let schema = llm_types::read(text.as_bytes(), &Default::default())?.to_value();
/// assert_eq!(schema.get("$id").unwrap().as_str(), Some("urn:llm-types:response:1.1.0"));
/// assert_eq!(llm_types::schema("respones").unwrap_err().code(), "UNKNOWN_SCHEMA");
/// # Ok::<(), llm_types::Error>(())
/// ```
pub fn schema(name: &str) -> Result<String, crate::Error> {
    let Some(listed) = all().find(|listed| listed.name == name) else {
        let names: Vec<String> = all().map(|listed| listed.name).collect();
        let nearest = rule::nearest(name, names.iter().map(String::as_str));
        return Err(DocumentError::UnknownSchema {
            asked: name.into(),
            nearest: nearest.map(ToString::to_string),
        }
        .into());
    };
    let mut schema = Object::new();
    schema.insert("$schema", DRAFT);
    schema.insert("$id", listed.id());
    schema.insert("title", listed.title.clone());
    let mut definitions = describe::Definitions::new(listed.kind != "report");
    let root = match listed.root {
        Root::Shape(shape) => definitions.shape(shape),
        Root::Documents(ty) => definitions.documents(ty),
    };
    for (key, value) in root {
        schema.insert(key, value);
    }
    let parts = definitions.done();
    if !parts.is_empty() {
        schema.insert("$defs", parts);
    }
    let mut text = write_pretty(&Value::Object(schema));
    text.push('\n');
    Ok(text)
}

/// `FindResponse` as `find-response`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    let sentence: Vec<&str> = text.get(..end).unwrap_or(text).split_whitespace().collect();
    sentence.join(" ")
}
