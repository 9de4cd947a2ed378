//! The command line of `llm-types`: the one place of the project with files,
//! streams and a terminal.
//!
//! What a document means is decided in the core; here its answers are fetched,
//! printed and turned into an exit code. The library has one function, which tests can
//! call as the program does.
//!
//! Contracts that scripts rely on:
//!
//! - with `--format json` standard output holds exactly one JSON document, or
//!   JSON Lines for JSON Lines; everything for people goes to standard error or
//!   needs `--format human`; of the commands that print a document (`normalize`, `convert`,
//!   `enrich`) it is standard error that `--format` shapes: JSON Lines, one object a line;
//! - exit codes: 0 success, 1 failure (the input refused, or of `validate` errors
//!   found), 2 usage, 4 partial (some documents of several failed);
//! - offsets and columns are counted from 0 and lines from 1, as on the wire;
//!   only the `file:line:column` of messages for people counts columns from 1,
//!   in code points.

mod args;
mod aside;
mod cells;
mod changes;
mod command;
mod dialects;
mod diff;
mod excerpt;
mod failure;
mod findings;
mod folder_lock;
mod input;
mod output;
mod problem;
mod replace;
mod report;
mod sources;
mod stop;
mod stream;
mod style;
mod undo;

use std::ffi::OsString;

use clap::Parser as _;

use args::Cli;
use output::Status;

/// Runs the program and gives its exit code. The first argument is its name.
///
/// Standard input is read only if no file was named. A closed pipe on standard
/// output is not an error.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let parsed = Cli::try_parse_from(args::of_help(&args));
    let cli = match parsed.and_then(Cli::checked) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for; everything else is wrong usage.
            let code = if error.use_stderr() {
                Status::Usage
            } else {
                Status::Success
            };
            // Nothing can be said if the stream is gone.
            let _ = args::explained(error, &args).print();
            return code.exit_code();
        }
    };
    cli.color.write_global();
    let status = command::run(cli.command);
    status.exit_code()
}
