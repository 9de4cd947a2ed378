//! `llm-types enrich`: any document in, the envelope out with what the sources can say.

use std::fmt::Write as _;

use llm_types::{EnrichOptions, Enriched, NotEnriched, write_pretty};

use crate::args::Enrich;
use crate::cells::tame;
use crate::changes::{changes, head};
use crate::failure::Failure;
use crate::findings::Findings;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::sources::Shelf;
use crate::style;

pub(super) fn run(args: &Enrich) -> Result<Status, Failure> {
    let input = Input::read(args.document.file.as_deref())?;
    let shelf = Shelf::load(&args.document, &input)?;
    let busy = input::busy("enriching", input.bytes.len());
    let enriched = llm_types::enrich(&input.bytes, &options(args, shelf.as_ref()))
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);

    // Without `--report` only what is wrong is worth interrupting for.
    let told = enriched
        .diagnostics
        .iter()
        .filter(|found| args.report || found.is_error());
    output::stderr(&Findings::of(told, &input, shelf.as_ref()));
    if args.report {
        output::stderr(&head(
            &enriched.dialect,
            enriched.generation.as_deref(),
            enriched.changes.len(),
        ));
        output::stderr(&changes(enriched.changes.iter(), enriched.documents > 1));
    }
    output::stderr(&left(&enriched.not_enriched));
    if args.pretty {
        output::document(&pretty(&enriched))?;
    } else {
        output::document(&enriched.text)?;
    }
    let made = enriched.envelopes.len().max(1) as u64;
    let refused = enriched.documents.saturating_sub(made);
    if refused == 0 && !enriched.not_enriched.is_empty() {
        return Ok(Status::Partial);
    }
    Ok(Status::of(refused, enriched.documents))
}

fn options<'s>(args: &Enrich, shelf: Option<&'s Shelf>) -> EnrichOptions<'s> {
    EnrichOptions {
        sources: shelf.map(|shelf| &shelf.sources),
        context: args.with_context && !args.no_context,
        context_lines: Some(args.context_lines),
        checksums: args.with_checksums,
        semantics: args.with_semantics && !args.no_semantics,
        positions: args.with_positions,
        utf16: args.with_utf16,
        fingerprints: args.with_fingerprints,
        error_codes: args.error_codes,
        atomic: args.atomic,
        full_context: args.full_context,
        overwrite: args.overwrite,
        dialect: args.document.dialect.clone(),
        root: args.document.root.clone(),
        origin: args.origin,
        ..EnrichOptions::default()
    }
}

fn pretty(enriched: &Enriched) -> String {
    if enriched.envelopes.is_empty() {
        return write_pretty(&enriched.envelope);
    }
    let envelopes: Vec<String> = enriched.envelopes.iter().map(write_pretty).collect();
    envelopes.join("\n")
}

/// The spans that nothing was added to, a line each.
fn left(spans: &[NotEnriched]) -> String {
    let strong = style::STRONG;
    spans.iter().fold(String::new(), |mut text, span| {
        // Writing to a String cannot fail.
        let _ = match span.document {
            Some(document) => write!(text, "  [{document}] "),
            None => write!(text, "  "),
        };
        let place = shown_pointer(&span.pointer);
        let _ = writeln!(
            text,
            "{place} {strong}left alone{strong:#}: {}",
            tame(&span.why)
        );
        text
    })
}
