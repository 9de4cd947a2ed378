//! `llm-types enrich`: any document in, the envelope out with what the sources can say.

use llm_types::stream::Dialects;
use llm_types::{EnrichOptions, Enricher, JsonError, ReadOptions, write_pretty};

use crate::args::Enrich;
use crate::aside::Aside;
use crate::dialects;
use crate::failure::Failure;
use crate::input::{self, Opened};
use crate::output::{self, Status};
use crate::sources::SourceFolder;
use crate::stream::Long;

pub(super) fn run(args: &Enrich) -> Result<Status, Failure> {
    let (opened, folder) = args.document.open()?;
    let input = match opened {
        Opened::Short(input) => input,
        Opened::Long(long) => return pieces(args, long, folder.as_ref()),
    };
    let busy = input::busy("enriching", input.bytes.len());
    let enriched = llm_types::enrich(&input.bytes, &options(args, folder.as_ref()))
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);

    let mut aside = Aside::new(&args.aside);
    aside.found(&enriched.diagnostics, || input.view(), folder.as_ref());
    if aside.tells_all() {
        let first = (&*enriched.dialect, enriched.generation.as_deref());
        let (text, documents) = (&input.bytes, enriched.documents);
        let dialects = dialects::of(text, documents, Some(first), &args.document);
        aside.read_as(&dialects, enriched.changes.len());
    }
    aside.changed(enriched.changes.iter(), enriched.documents > 1);
    aside.left_alone(&enriched.not_enriched);
    aside.end();
    if args.pretty {
        output::document(&pretty(&enriched.text)?)?;
    } else {
        output::document(&enriched.text)?;
    }
    Ok(status(
        enriched.refused,
        enriched.documents,
        !enriched.not_enriched.is_empty(),
    ))
}

/// A text of which nothing was refused is a partial success if a span was left alone.
const fn status(refused: u64, all: u64, left_alone: bool) -> Status {
    if refused == 0 && left_alone {
        Status::Partial
    } else {
        Status::of(refused, all)
    }
}

/// The same for a long text, an envelope as soon as there is one.
fn pieces(args: &Enrich, long: Long, folder: Option<&SourceFolder>) -> Result<Status, Failure> {
    let mut run = Enricher::new(options(args, folder)).map_err(Failure::new)?;
    let mut out = output::Lines::new();
    let mut aside = Aside::new(&args.aside);
    let (mut refused, mut all, mut changed, mut left_alone) = (0, 0, 0, false);
    let mut dialects = Dialects::default();
    long.work(&mut run, |results, view| {
        for one in results {
            all += 1;
            aside.found(&one.diagnostics, || view, folder);
            aside.changed(one.changes.iter(), one.document.is_some());
            aside.left_alone(&one.not_enriched);
            changed += one.changes.len();
            left_alone |= !one.not_enriched.is_empty();
            dialects.add(one.dialect.as_deref(), one.generation.as_deref());
            match one.text {
                Some(text) if args.pretty => out.line(&pretty(&text)?)?,
                Some(text) => out.line(&text)?,
                None => refused += 1,
            }
        }
        out.flush()
    })?;
    aside.read_as(&dialects, changed);
    aside.end();
    Ok(status(refused, all, left_alone))
}

/// The envelopes, one on each line of a text, over several lines.
fn pretty(text: &str) -> Result<String, Failure> {
    // We wrote them; what they hold was within the limits.
    let options = ReadOptions {
        max_depth: u32::MAX,
        max_number_bytes: u64::MAX,
        ..ReadOptions::default()
    };
    let over_lines = |line: &str| {
        let document = llm_types::read(line.as_bytes(), &options)?;
        Ok(write_pretty(&document.to_value()))
    };
    let lines: Result<Vec<String>, JsonError> = text.lines().map(over_lines).collect();
    Ok(lines.map_err(Failure::new)?.join("\n"))
}

fn options<'s>(args: &Enrich, folder: Option<&'s SourceFolder>) -> EnrichOptions<'s> {
    EnrichOptions {
        sources: folder.map(|folder| &folder.sources),
        context: args.with_context && !args.no_context,
        context_lines: args.context_lines.filter(|_| !args.no_context),
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
