//! The commands, one file each. A command fetches, asks the core and prints.

mod canonicalize;
mod checksum;
mod completions;
mod convert;
mod detect;
mod detective;
mod edit;
mod enrich;
mod explain;
mod locate;
mod match_findings;
mod normalize;
mod positions;
mod schema;
mod selector;
mod span_id;
mod validate;

use crate::args::{Command, Format, ReportFormat};
use crate::failure::Failure;
use crate::output::{self, Status};

/// Runs one command and reports its failure.
pub(crate) fn run(command: Command) -> Status {
    // The second value says whether a failure is printed as JSON on standard output as well: only
    // where a report in JSON is expected there. Where a document is expected, nothing is printed
    // but the failure on standard error.
    let (result, report) = match command {
        Command::Validate(args) => {
            let format = args.format.or_by_terminal();
            // With `--fix` a document is printed, and no report.
            let report = if format == ReportFormat::Json && args.fix.is_none() {
                Format::Json
            } else {
                Format::Human
            };
            (validate::run(&args, format), report)
        }
        Command::Detect(args) => {
            let format = args.format.or_by_terminal();
            (detect::run(&args, format), format)
        }
        Command::Normalize(args) => {
            return beside(normalize::run(&args), args.aside.format);
        }
        Command::Convert(args) => return beside(convert::run(&args), args.aside.format),
        Command::Enrich(args) => return beside(enrich::run(&args), args.aside.format),
        Command::MatchFindings(args) => {
            let format = args.format.or_by_terminal();
            (match_findings::run(&args, format), format)
        }
        Command::Detective(args) => {
            let format = args.format.or_by_terminal();
            (detective::run(&args, format), format)
        }
        Command::Edit(args) => (edit::run(&args), args.format),
        Command::Positions(args) => {
            let format = args.format.or_by_terminal();
            (positions::run(&args, format), format)
        }
        Command::Locate(args) => {
            let format = args.format.or_by_terminal();
            (locate::run(&args, format), format)
        }
        Command::Explain(args) => {
            let format = args.format.or_by_terminal();
            (explain::run(&args, format), format)
        }
        Command::Schema(args) => {
            let format = args.format.or_by_terminal();
            (schema::run(&args, format), format)
        }
        Command::Canonicalize(args) => (canonicalize::run(&args), Format::Human),
        Command::SpanId(args) => (span_id::run(&args), args.format),
        Command::Checksum(args) => (checksum::run(&args), args.format),
        Command::Selector(args) => (selector::run(&args), args.format),
        Command::Completions(args) => (completions::run(&args), Format::Human),
    };
    result.unwrap_or_else(|failure| fail(&failure, report))
}

/// The end of a command that prints a document.
fn beside(result: Result<Status, Failure>, format: Format) -> Status {
    result.unwrap_or_else(|failure| {
        output::stderr(&match format {
            Format::Human => failure.render(),
            Format::Json => failure.to_json() + "\n",
        });
        failure.status()
    })
}

fn fail(failure: &Failure, format: Format) -> Status {
    output::stderr(&failure.render());
    if format == Format::Json {
        // If even this cannot be written, the exit code is what is left.
        let _ = output::document(&failure.to_json());
    }
    failure.status()
}
