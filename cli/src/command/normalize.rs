//! `llm-types normalize`: any document in, the envelope out.

use std::fmt::Write as _;

use llm_types::{Change, NormalizeOptions, Normalized, write_compact, write_pretty};

use crate::args::Normalize;
use crate::cells::tame;
use crate::failure::Failure;
use crate::findings;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::sources::Shelf;
use crate::style;

pub(super) fn run(args: &Normalize) -> Result<Status, Failure> {
    let input = Input::read(args.document.file.as_deref())?;
    let shelf = Shelf::load(&args.document, &input)?;
    let options = NormalizeOptions {
        dialect: args.document.dialect.clone(),
        sources: shelf.as_ref().map(|shelf| &shelf.sources),
        root: args.document.root.clone(),
        origin: args.origin,
        ..NormalizeOptions::default()
    };
    let busy = input::busy("normalizing", input.bytes.len());
    let normalized = llm_types::normalize(&input.bytes, &options)
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);

    // Without `--report` only what is wrong is worth interrupting for.
    let told = normalized
        .diagnostics
        .iter()
        .filter(|found| args.report || found.is_error());
    output::stderr(&findings::render(told, &input, shelf.as_ref()));
    if args.report {
        output::stderr(&changes(&normalized));
    }
    if args.pretty {
        output::document(&pretty(&normalized))?;
    } else {
        output::document(&normalized.text)?;
    }
    Ok(Status::of(refused(&normalized), normalized.documents))
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

/// What is not as it was read, a line each.
fn changes(normalized: &Normalized) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let dialect = &normalized.dialect;
    let generation = tame(normalized.generation.as_deref().unwrap_or_default());
    let count = match normalized.changes.len() {
        1 => String::from("1 change"),
        count => format!("{count} changes"),
    };
    let mut text = format!(
        "{strong}{}{strong:#}: {count}\n",
        format!("{dialect} {generation}").trim_end()
    );
    let several = normalized.documents > 1;
    for change in &normalized.changes {
        let Change {
            pointer,
            what,
            from,
            to,
            at,
            document,
        } = change;
        // Writing to a String cannot fail, here and below.
        let _ = match document.filter(|_| several) {
            Some(document) => write!(text, "  [{document}] {}", shown_pointer(pointer)),
            None => write!(text, "  {}", shown_pointer(pointer)),
        };
        let _ = write!(text, " {strong}{what}{strong:#}");
        if let Some(from) = from {
            let _ = write!(text, " {}", short(&write_compact(from)));
        }
        if let Some(to) = to {
            let _ = write!(text, " → {}", short(&write_compact(to)));
        }
        match at {
            Some(at) if at != pointer => {
                let _ = writeln!(text, " {faint}at {}{faint:#}", shown_pointer(at));
            }
            _ => text.push('\n'),
        }
    }
    text
}

/// A value that fits on a line.
fn short(json: &str) -> String {
    const MOST: usize = 60;
    let json = tame(json);
    match json.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{}…", &json[..cut]),
        None => json.into_owned(),
    }
}
