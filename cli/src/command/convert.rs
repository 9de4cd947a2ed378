//! `llm-types convert`: one dialect in, another one out.

use std::fmt::Write as _;

use llm_types::{ConvertOptions, Converter, Loss};

use crate::args::Convert;
use crate::cells::tame;
use crate::failure::Failure;
use crate::findings::Findings;
use crate::input::{self, Opened};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::sources::Shelf;
use crate::stream::Long;
use crate::style;

pub(super) fn run(args: &Convert) -> Result<Status, Failure> {
    let input = match args.document.open()? {
        Opened::Short(input) => input,
        Opened::Long(long) => return pieces(args, long),
    };
    let shelf = Shelf::load(&args.document, &input)?;
    let options = options(args, shelf.as_ref());
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
    output::stderr(&Findings::of(told, &input, shelf.as_ref()));
    let mut lost = Lost::default();
    output::stderr(&lost.add(&conversion.losses, args.report));
    output::stderr(&lost.show(args.report));
    output::document(&conversion.text)?;
    let mut made: Vec<Option<u64>> = conversion.losses.iter().map(|loss| loss.document).collect();
    made.dedup();
    let refused = conversion.documents.saturating_sub(made.len() as u64);
    Ok(Status::of(refused, conversion.documents))
}

fn options<'s>(args: &Convert, shelf: Option<&'s Shelf>) -> ConvertOptions<'s> {
    ConvertOptions {
        dialect: args.document.dialect.clone(),
        sources: shelf.map(|shelf| &shelf.sources),
        root: args.document.root.clone(),
        strict: args.strict,
        origin: args.origin,
        ..ConvertOptions::default()
    }
}

/// The same for a long text, a document as soon as there is one.
fn pieces(args: &Convert, long: Long) -> Result<Status, Failure> {
    let mut converter = Converter::new(&args.to, options(args, None)).map_err(Failure::new)?;
    let mut out = output::Lines::new();
    let mut report = match &args.loss_report {
        Some(path) => Some(output::ListFile::create(path)?),
        None => None,
    };
    let (mut findings, mut lost) = (Findings::default(), Lost::default());
    let (mut refused, mut all) = (0, 0);
    long.work(&mut converter, |one, view| {
        all += 1;
        let told = one
            .diagnostics
            .iter()
            .filter(|found| args.report || found.is_error());
        output::stderr(&findings.render(told, view, None));
        output::stderr(&lost.add(&one.losses, args.report));
        if let Some(report) = &mut report {
            for loss in &one.losses {
                report.add(&loss.to_json())?;
            }
        }
        refused += u64::from(one.text.is_none());
        one.text.map_or(Ok(()), |text| out.line(&text))
    })?;
    out.end()?;
    if let Some(report) = report {
        report.end()?;
    }
    output::stderr(&findings.rest());
    output::stderr(&lost.show(args.report));
    Ok(Status::of(refused, all))
}

/// What is not in the result.
#[derive(Default)]
struct Lost {
    dropped: u64,
    defaulted: u64,
}

impl Lost {
    /// Counts losses; what became of each value, if asked.
    fn add(&mut self, losses: &[Loss], all: bool) -> String {
        let strong = style::STRONG;
        let mut text = String::new();
        for Loss {
            pointer,
            kind,
            note,
            ..
        } in losses
        {
            match kind.as_str() {
                "dropped" => self.dropped += 1,
                "defaulted" => self.defaulted += 1,
                _ => {}
            }
            if all {
                // Writing to a String cannot fail.
                let _ = writeln!(
                    text,
                    "  {} {strong}{kind}{strong:#}: {}",
                    shown_pointer(pointer),
                    tame(note)
                );
            }
        }
        text
    }

    /// The sum, in one line.
    fn show(&self, all: bool) -> String {
        let Self { dropped, defaulted } = self;
        if dropped + defaulted == 0 {
            return String::new();
        }
        let note = style::of(llm_types::Level::Note);
        let more = if all { "" } else { "; `--report` lists them" };
        format!("{note}note{note:#}: {dropped} values dropped, {defaulted} defaulted{more}\n")
    }
}
