//! `llm-types completions`: a script that completes commands and options.

use clap::CommandFactory as _;

use crate::args::{Cli, Completions};
use crate::failure::Failure;
use crate::output::{self, Status};

pub(super) fn run(args: &Completions) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "llm-types", &mut script);
    output::document(&String::from_utf8_lossy(&script))?;
    Ok(Status::Success)
}
