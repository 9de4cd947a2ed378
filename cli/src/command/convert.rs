//! `llm-types convert`: one dialect in, another one out.

use std::fmt::Write as _;

use llm_types::{Conversion, ConvertOptions, Loss};

use crate::args::Convert;
use crate::cells::tame;
use crate::failure::Failure;
use crate::findings;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::sources::Shelf;
use crate::style;

pub(super) fn run(args: &Convert) -> Result<Status, Failure> {
    let input = Input::read(args.document.file.as_deref())?;
    let shelf = Shelf::load(&args.document, &input)?;
    let options = ConvertOptions {
        dialect: args.document.dialect.clone(),
        sources: shelf.as_ref().map(|shelf| &shelf.sources),
        root: args.document.root.clone(),
        strict: args.strict,
        origin: args.origin,
        ..ConvertOptions::default()
    };
    let busy = input::busy("converting", input.bytes.len());
    let conversion = llm_types::convert(&input.bytes, &args.to, &options)
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);
    if let Some(path) = &args.loss_report {
        output::to_file(path, &output::json(&conversion.losses)?)?;
    }
    // Without `--report` only what is wrong is worth interrupting for.
    let told = conversion
        .diagnostics
        .iter()
        .filter(|found| args.report || found.is_error());
    output::stderr(&findings::render(told, &input, shelf.as_ref()));
    output::stderr(&losses(&conversion, args.report));
    output::document(&conversion.text)?;
    let mut made: Vec<Option<u64>> = conversion.losses.iter().map(|loss| loss.document).collect();
    made.dedup();
    let refused = conversion.documents.saturating_sub(made.len() as u64);
    Ok(Status::of(refused, conversion.documents))
}

/// What is not in the result, in one line; all that became of the values, if asked.
fn losses(conversion: &Conversion, all: bool) -> String {
    let strong = style::STRONG;
    let count = |kind: &str| {
        conversion
            .losses
            .iter()
            .filter(|loss| loss.kind == kind)
            .count()
    };
    let (dropped, defaulted) = (count("dropped"), count("defaulted"));
    let mut text = String::new();
    if all {
        for Loss {
            pointer,
            kind,
            note,
            ..
        } in &conversion.losses
        {
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(
                text,
                "  {} {strong}{kind}{strong:#}: {}",
                shown_pointer(pointer),
                tame(note)
            );
        }
    }
    if dropped + defaulted > 0 {
        let note = style::of(llm_types::Level::Note);
        let more = if all { "" } else { "; `--report` lists them" };
        let _ = writeln!(
            text,
            "{note}note{note:#}: {dropped} values dropped, {defaulted} defaulted{more}"
        );
    }
    text
}
