//! Writes the generated files: JSON Schemas, TypeScript and Python types, `docs/rules.md`, `docs/tool-codes.md`.
//!
//! The Rust types and the rule registry of the core are the one source; what is
//! committed is only their print in other languages. With `--check` nothing is
//! written, and a file that differs is an error.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use llm_types::envelope::shape::Shape;
use llm_types::envelope::{
    ErrorResponse, FilesResponse, FindResponse, GetResponse, QueryResponse, RefsResponse,
    SearchResponse, StatusResponse, ValidationResponse,
};
use llm_types::{
    Conversion, ConvertedDocument, Detection, Diagnostic, DialectInfo, Normalized,
    NormalizedDocument, OperationResult, Response, Rule, ValidatedDocument, Validation,
};

mod model;
mod python;
mod rules;
mod schema;
mod typescript;

/// A file as it must be.
struct Generated {
    path: PathBuf,
    text: String,
}

/// The types that have a name in every language, in the order of the files; what they
/// are made of comes by itself.
const ROOTS: &[&Shape] = &[
    &Response::SHAPE,
    &OperationResult::SHAPE,
    &FindResponse::SHAPE,
    &RefsResponse::SHAPE,
    &QueryResponse::SHAPE,
    &GetResponse::SHAPE,
    &SearchResponse::SHAPE,
    &FilesResponse::SHAPE,
    &StatusResponse::SHAPE,
    &ValidationResponse::SHAPE,
    &ErrorResponse::SHAPE,
    &Detection::SHAPE,
    &Normalized::SHAPE,
    &Validation::SHAPE,
    &Conversion::SHAPE,
    &NormalizedDocument::SHAPE,
    &ValidatedDocument::SHAPE,
    &ConvertedDocument::SHAPE,
    &Diagnostic::SHAPE,
    &DialectInfo::SHAPE,
];

/// The documents that are published as JSON Schemas: file name and type.
const PUBLISHED: &[(&str, &str)] = &[
    ("response.schema.json", "Response"),
    ("operation-result.schema.json", "OperationResult"),
    ("detection.schema.json", "Detection"),
    ("normalized.schema.json", "Normalized"),
    ("validation.schema.json", "Validation"),
    ("conversion.schema.json", "Conversion"),
];

fn generate() -> Result<Vec<Generated>> {
    let definitions = model::read(ROOTS)?;
    let mut files = Vec::new();
    for (name, root) in PUBLISHED {
        files.push(Generated {
            path: Path::new("schema").join(name),
            text: schema::write(root, &definitions)?,
        });
    }
    files.push(Generated {
        path: PathBuf::from("js/src/types.generated.ts"),
        text: typescript::write(&definitions),
    });
    files.push(Generated {
        path: PathBuf::from("bindings-python/python/llm_types/types_generated.py"),
        text: python::write(&definitions),
    });
    let rules: Vec<&Rule> = llm_types::rule::all().collect();
    files.push(Generated {
        path: PathBuf::from("docs/rules.md"),
        text: rules::write(&rules),
    });
    files.push(Generated {
        path: PathBuf::from("docs/tool-codes.md"),
        text: rules::write_tools(&rules),
    });
    Ok(files)
}

fn main() -> Result<()> {
    let check = std::env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .context("no root")?
        .to_path_buf();
    let mut drifted = Vec::new();
    for file in generate()? {
        let path = root.join(&file.path);
        let found = fs::read_to_string(&path).unwrap_or_default();
        if found == file.text {
            continue;
        }
        if check {
            println!(
                "{} differs: {}",
                file.path.display(),
                first_difference(&found, &file.text)
            );
            drifted.push(file.path);
        } else {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&path, &file.text)?;
            println!("wrote {}", file.path.display());
        }
    }
    if !drifted.is_empty() {
        bail!(
            "{} files are stale; run `cargo xtask codegen`",
            drifted.len()
        );
    }
    Ok(())
}

/// Where two texts part, for a person.
fn first_difference(found: &str, wanted: &str) -> String {
    for (number, (a, b)) in found.lines().zip(wanted.lines()).enumerate() {
        if a != b {
            return format!("line {}: is `{a}`, should be `{b}`", number + 1);
        }
    }
    format!(
        "{} lines, should be {}",
        found.lines().count(),
        wanted.lines().count()
    )
}

#[cfg(test)]
mod tests;
