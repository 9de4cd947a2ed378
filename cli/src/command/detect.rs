//! `llm-types detect`: which tool printed this?

use std::fmt::Write as _;

use llm_types::Detection;

use crate::args::{Detect, Format};
use crate::cells::tame;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::style;

pub(super) fn run(args: &Detect, format: Format) -> Result<Status, Failure> {
    let input = Input::read(args.file.as_deref())?;
    let busy = input::busy("detecting", input.bytes.len());
    let detection =
        llm_types::detect(&input.bytes).map_err(|error| Failure::about(error, &input))?;
    drop(busy);
    match format {
        Format::Json => output::document(&detection.to_json())?,
        Format::Human => output::stdout(&human(&detection))?,
    }
    Ok(if detection.dialect.is_some() {
        Status::Success
    } else {
        Status::Failure
    })
}

fn human(detection: &Detection) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let name = |dialect: &str, generation: Option<&str>| match generation {
        Some(generation) => format!("{dialect} {}", tame(generation)),
        None => dialect.to_owned(),
    };
    let mut text = match &detection.dialect {
        Some(dialect) => {
            let name = name(dialect, detection.generation.as_deref());
            let tie = if detection.near_tie {
                "; another dialect is nearly as likely"
            } else {
                ""
            };
            format!(
                "{strong}{name}{strong:#}, {} of 100{tie}\n",
                detection.score
            )
        }
        None => String::from("no dialect is likely enough\n"),
    };
    for candidate in &detection.candidates {
        // Writing to a String cannot fail, here and below.
        let name = name(&candidate.dialect, candidate.generation.as_deref());
        let _ = writeln!(text, "\n{:>4}  {strong}{name}{strong:#}", candidate.score);
        for evidence in &candidate.evidence {
            let pointer = shown_pointer(&evidence.pointer);
            let _ = writeln!(
                text,
                "{:>+4}  {} {faint}at {pointer}{faint:#}",
                evidence.weight,
                tame(&evidence.says)
            );
        }
    }
    text
}
