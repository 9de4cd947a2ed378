//! `llm-types normalize`: any document in, the envelope out.

use llm_types::stream::Dialects;
use llm_types::{NormalizeOptions, Normalized, Normalizer, write_pretty};

use crate::args::Normalize;
use crate::aside::Aside;
use crate::dialects;
use crate::failure::Failure;
use crate::input::{self, Opened};
use crate::output::{self, Status};
use crate::sources::SourceFolder;
use crate::stream::Long;

pub(super) fn run(args: &Normalize) -> Result<Status, Failure> {
    let (opened, folder) = args.document.open()?;
    let input = match opened {
        Opened::Short(input) => input,
        Opened::Long(long) => return pieces(args, long, folder.as_ref()),
    };
    let options = options(args, folder.as_ref());
    let busy = input::busy("normalizing", input.bytes.len());
    let normalized = llm_types::normalize(&input.bytes, &options)
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);

    let mut aside = Aside::new(&args.aside);
    aside.found(&normalized.diagnostics, || input.view(), folder.as_ref());
    if aside.tells_all() {
        let first = (&*normalized.dialect, normalized.generation.as_deref());
        let (text, documents) = (&input.bytes, normalized.documents);
        let dialects = dialects::of(text, documents, Some(first), &args.document);
        aside.read_as(&dialects, normalized.changes.len());
    }
    aside.changed(normalized.changes.iter(), normalized.documents > 1);
    aside.end();
    if args.pretty {
        output::document(&pretty(&normalized))?;
    } else {
        output::document(&normalized.text)?;
    }
    Ok(Status::of(normalized.refused, normalized.documents))
}

fn options<'s>(args: &Normalize, folder: Option<&'s SourceFolder>) -> NormalizeOptions<'s> {
    NormalizeOptions {
        dialect: args.document.dialect.clone(),
        sources: folder.map(|folder| &folder.sources),
        root: args.document.root.clone(),
        origin: args.origin,
        without_changes: !args.aside.report,
        ..NormalizeOptions::default()
    }
}

/// The same for a long text, an envelope as soon as there is one.
fn pieces(args: &Normalize, long: Long, folder: Option<&SourceFolder>) -> Result<Status, Failure> {
    let mut normalizer = Normalizer::new(options(args, folder)).map_err(Failure::new)?;
    let mut out = output::Lines::new();
    let mut aside = Aside::new(&args.aside);
    let (mut refused, mut all, mut changed) = (0, 0, 0);
    let mut dialects = Dialects::default();
    long.work(&mut normalizer, |results, view| {
        for one in results {
            all += 1;
            changed += one.changes.len();
            aside.found(&one.diagnostics, || view, folder);
            aside.changed(one.changes.iter(), one.document.is_some());
            let pretty = args.pretty.then(|| one.envelope()).flatten();
            dialects.add(one.dialect.as_deref(), one.generation.as_deref());
            match (one.text, pretty) {
                (Some(_), Some(envelope)) => out.line(&write_pretty(&envelope))?,
                (Some(text), None) => out.line(&text)?,
                (None, _) => refused += 1,
            }
        }
        out.flush()
    })?;
    aside.read_as(&dialects, changed);
    aside.end();
    Ok(Status::of(refused, all))
}

fn pretty(normalized: &Normalized) -> String {
    let envelopes = normalized.envelopes();
    if envelopes.is_empty() {
        return write_pretty(&normalized.envelope());
    }
    let envelopes: Vec<String> = envelopes.iter().map(write_pretty).collect();
    envelopes.join("\n")
}
