//! `llm-types normalize`: any document in, the envelope out.

use llm_types::{NormalizeOptions, Normalized, Normalizer, write_pretty};

use crate::args::Normalize;
use crate::changes::{changes, head};
use crate::failure::Failure;
use crate::findings::Findings;
use crate::input::{self, Opened};
use crate::output::{self, Status};
use crate::sources::Shelf;
use crate::stream::Long;

pub(super) fn run(args: &Normalize) -> Result<Status, Failure> {
    let input = match args.document.open()? {
        Opened::Short(input) => input,
        Opened::Long(long) => return pieces(args, long),
    };
    let shelf = Shelf::load(&args.document, &input)?;
    let options = options(args, shelf.as_ref());
    let busy = input::busy("normalizing", input.bytes.len());
    let normalized = llm_types::normalize(&input.bytes, &options)
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);

    // Without `--report` only what is wrong is worth interrupting for.
    let told = normalized
        .diagnostics
        .iter()
        .filter(|found| args.report || found.is_error());
    output::stderr(&Findings::of(told, &input, shelf.as_ref()));
    if args.report {
        let several = normalized.documents > 1;
        output::stderr(&head(
            &normalized.dialect,
            normalized.generation.as_deref(),
            normalized.changes.len(),
        ));
        output::stderr(&changes(normalized.changes.iter(), several));
    }
    if args.pretty {
        output::document(&pretty(&normalized))?;
    } else {
        output::document(&normalized.text)?;
    }
    Ok(Status::of(refused(&normalized), normalized.documents))
}

fn options<'s>(args: &Normalize, shelf: Option<&'s Shelf>) -> NormalizeOptions<'s> {
    NormalizeOptions {
        dialect: args.document.dialect.clone(),
        sources: shelf.map(|shelf| &shelf.sources),
        root: args.document.root.clone(),
        origin: args.origin,
        ..NormalizeOptions::default()
    }
}

/// The same for a long text, an envelope as soon as there is one.
fn pieces(args: &Normalize, long: Long) -> Result<Status, Failure> {
    let mut normalizer = Normalizer::new(options(args, None)).map_err(Failure::new)?;
    let mut out = output::Lines::new();
    let mut findings = Findings::default();
    let (mut refused, mut all, mut changed) = (0, 0, 0);
    let mut dialect: Option<(String, Option<String>)> = None;
    long.work(&mut normalizer, |one, view| {
        all += 1;
        changed += one.changes.len();
        let told = one
            .diagnostics
            .iter()
            .filter(|found| args.report || found.is_error());
        output::stderr(&findings.render(told, view, None));
        if args.report {
            output::stderr(&changes(one.changes.iter(), one.document.is_some()));
        }
        if dialect.is_none() {
            dialect = one.dialect.map(|dialect| (dialect, one.generation));
        }
        match (one.text, one.envelope) {
            (Some(_), Some(envelope)) if args.pretty => out.line(&write_pretty(&envelope)),
            (Some(text), _) => out.line(&text),
            (None, _) => {
                refused += 1;
                Ok(())
            }
        }
    })?;
    out.end()?;
    output::stderr(&findings.rest());
    if let (true, Some((dialect, generation))) = (args.report, &dialect) {
        output::stderr(&head(dialect, generation.as_deref(), changed));
    }
    Ok(Status::of(refused, all))
}

/// How many documents gave no envelope.
fn refused(normalized: &Normalized) -> u64 {
    // One document has its envelope in `envelope`; several have theirs in the list.
    let made = normalized.envelopes.len().max(1) as u64;
    normalized.documents.saturating_sub(made)
}

fn pretty(normalized: &Normalized) -> String {
    if normalized.envelopes.is_empty() {
        return write_pretty(&normalized.envelope);
    }
    let envelopes: Vec<String> = normalized.envelopes.iter().map(write_pretty).collect();
    envelopes.join("\n")
}
