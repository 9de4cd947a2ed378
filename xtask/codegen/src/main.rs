//! Writes the generated files: JSON Schemas, TypeScript and Python types, `docs/rules.md`, `docs/tool-codes.md`.
//!
//! The Rust types and the rule registry of the core are the one source; what is
//! committed is only their print in other languages. With `--check` nothing is
//! written, and a file that differs is an error.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use llm_types::envelope::shape::Shape;
use llm_types::{
    CarriedSpans, Conversion, ConvertedDocument, Detection, DetectiveReport, Diagnostic,
    DialectInfo, EditOutcome, EditPlan, EditRequests, Enriched, EnrichedDocument, FindingMatches,
    FindingPlace, FixedDocument, Normalized, NormalizedDocument, OperationResult, Page,
    ReferencedSpan, Response, Rule, SchemaInfo, Selector, TextPage, TruncatedText,
    ValidatedDocument, Validation,
};

mod compat;
mod drafts;
mod guards;
mod model;
mod names;
mod python;
mod python_drafts;
mod rules;
mod schema;
mod signs;
mod told;
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
    &FindingPlace::SHAPE,
    &Diagnostic::SHAPE,
    &DialectInfo::SHAPE,
    &Selector::SHAPE,
    &TruncatedText::SHAPE,
    &Page::SHAPE,
    &TextPage::SHAPE,
    &SchemaInfo::SHAPE,
    &EditRequests::SHAPE,
    &EditOutcome::SHAPE,
    &EditPlan::SHAPE,
    &CarriedSpans::SHAPE,
    &ReferencedSpan::SHAPE,
];

/// Members that are one of several types, and the name that the several have together.
const UNIONS: &[(&str, &str, &str)] = &[
    ("Payload", "Response", "data"),
    ("OperationData", "OperationResult", "result"),
    ("OperationError", "OperationResult", "error"),
];

/// What builders make.
const BUILT: &[&str] = &[Response::SHAPE.name, OperationResult::SHAPE.name];

/// What Python writes as dictionaries: what builders make, and requests for edits.
const WRITTEN: &[&str] = &[
    Response::SHAPE.name,
    OperationResult::SHAPE.name,
    EditRequests::SHAPE.name,
];

fn generate() -> Result<Vec<Generated>> {
    let definitions = model::read(ROOTS)?;
    let mut files = schema::files()?;
    let unions = model::unions(&definitions, UNIONS)?;
    told::check(&definitions, &unions)?;
    files.push(Generated {
        path: PathBuf::from("js/src/types.generated.ts"),
        text: typescript::write(&definitions, &unions)
            + &names::typescript()
            + &drafts::write(&definitions, BUILT),
    });
    files.push(Generated {
        path: PathBuf::from("js/src/guards.generated.ts"),
        text: guards::write(&definitions, BUILT, &unions),
    });
    files.push(Generated {
        path: PathBuf::from("bindings-python/python/llm_types/types_generated.py"),
        text: python::write(&definitions, &unions),
    });
    files.push(Generated {
        path: PathBuf::from("bindings-python/python/llm_types/drafts.py"),
        text: python_drafts::write(&definitions, WRITTEN)?,
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
    write(std::env::args().any(|argument| argument == "--check"))
}

/// Writes all files, or only looks whether they are as they would be written.
fn write(check: bool) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .context("no root")?
        .to_path_buf();
    let mut drifted = Vec::new();
    let mut files = generate()?;
    files.extend(schema::unpublished(&root)?);
    for file in files {
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
    let broken = schema::broken(&root)?;
    for change in &broken {
        println!("{change}");
    }
    if !broken.is_empty() {
        bail!("published schemas would break; raise the first number of the version");
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
