//! `llm-types validate`: is the document right?

use std::fmt::Write as _;

use llm_types::{Level, ValidateOptions, Validation};

use crate::args::{Format, Validate};
use crate::cells::tame;
use crate::failure::Failure;
use crate::findings;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::sources::Shelf;
use crate::style;

pub(super) fn run(args: &Validate, format: Format) -> Result<Status, Failure> {
    let input = Input::read(args.document.file.as_deref())?;
    let shelf = Shelf::load(&args.document, &input)?;
    let options = ValidateOptions {
        dialect: args.document.dialect.clone(),
        sources: shelf.as_ref().map(|shelf| &shelf.sources),
        root: args.document.root.clone(),
        strict: args.strict,
        ..ValidateOptions::default()
    };
    let busy = input::busy("validating", input.bytes.len());
    let validation = llm_types::validate(&input.bytes, &options);
    drop(busy);
    match format {
        Format::Json => output::document(&validation.to_json())?,
        Format::Human => {
            let findings = findings::render(&validation.diagnostics, &input, shelf.as_ref());
            output::stdout(&format!("{findings}{}", summary(&validation, &input.name)))?;
        }
    }
    if validation.ok {
        return Ok(Status::Success);
    }
    let failed = findings::failed(&validation.diagnostics, |found| {
        found.is_error() || (args.strict && found.level == Level::Warning)
    });
    Ok(Status::of(failed.max(1), validation.documents.max(1)))
}

/// The verdict, and how much it is worth.
fn summary(validation: &Validation, name: &str) -> String {
    let (good, bad, faint) = (style::GOOD, style::of(Level::Error), style::FAINT);
    let verdict = if validation.ok {
        format!("{good}ok{good:#}")
    } else {
        format!("{bad}not ok{bad:#}")
    };
    let mut text = format!("{}: {verdict}", tame(name));
    // Writing to a String cannot fail, here and below.
    if let Some(dialect) = &validation.dialect {
        let _ = write!(text, ", {dialect}");
    }
    if let Some(generation) = &validation.generation {
        let _ = write!(text, " {}", tame(generation));
    }
    let source = &validation.checked.source;
    if source.spans_total > 0 {
        let _ = write!(
            text,
            ", {} of {} spans proved",
            source.spans_proved, source.spans_total
        );
    }
    let count = findings::count(&validation.diagnostics);
    if !count.is_empty() {
        let _ = write!(text, ", {count}");
    }
    text.push('\n');
    for entry in &validation.checked.not_checked {
        let _ = writeln!(
            text,
            "{faint}not checked: {}: {}{faint:#}",
            tame(&entry.what),
            tame(&entry.why)
        );
    }
    text
}
