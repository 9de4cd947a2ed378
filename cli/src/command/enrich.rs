//! `llm-types enrich`: any document in, the envelope out with what the sources can say.

use llm_types::{EnrichOptions, Enriched, write_pretty};

use crate::args::Enrich;
use crate::aside::Aside;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::sources::Shelf;

pub(super) fn run(args: &Enrich) -> Result<Status, Failure> {
    let input = Input::read(args.document.file.as_deref())?;
    let shelf = Shelf::load(&args.document, &input)?;
    let busy = input::busy("enriching", input.bytes.len());
    let enriched = llm_types::enrich(&input.bytes, &options(args, shelf.as_ref()))
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);

    let mut aside = Aside::new(&args.aside);
    aside.found(&enriched.diagnostics, || input.view(), shelf.as_ref());
    aside.read_as(
        &enriched.dialect,
        enriched.generation.as_deref(),
        enriched.changes.len(),
    );
    aside.changed(enriched.changes.iter(), enriched.documents > 1);
    aside.left_alone(&enriched.not_enriched);
    aside.end();
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
