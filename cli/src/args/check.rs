//! Arguments that exclude each other by their values, which the parser cannot know.

use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Error};

use super::{Cli, Command, ReportFormat};

impl Cli {
    /// The arguments, unless some of them exclude each other.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        match wrong(&self.command) {
            None => Ok(self),
            Some((command, message)) => {
                let mut program = Self::command();
                program.build();
                let typed = match program.find_subcommand_mut(command) {
                    Some(typed) => typed,
                    None => &mut program,
                };
                Err(typed.error(ErrorKind::ArgumentConflict, message))
            }
        }
    }
}

/// The command and what is wrong with it.
fn wrong(command: &Command) -> Option<(&'static str, &'static str)> {
    let is_dash = |path: &Path| path.as_os_str() == "-";
    match command {
        Command::Validate(args)
            if args.fix.is_some()
                && !matches!(args.format.format, None | Some(ReportFormat::Human)) =>
        {
            Some((
                "validate",
                "`--fix` prints the document and no report, so that `--format` can only be `human`",
            ))
        }
        Command::MatchFindings(args) if is_dash(&args.old) && is_dash(&args.new) => Some((
            "match-findings",
            "two documents cannot both be read from standard input",
        )),
        Command::Edit(args)
            if args.carry.as_deref().is_some_and(is_dash)
                && args.request.as_deref().is_none_or(is_dash) =>
        {
            Some((
                "edit",
                "the request and the document of `--carry` cannot both be read from standard input",
            ))
        }
        Command::Convert(args) if args.loss_report.as_deref().is_some_and(is_dash) => Some((
            "convert",
            "standard output holds the document, so that `--loss-report` has to name a file",
        )),
        Command::Edit(args) if args.inverse.as_deref().is_some_and(is_dash) => Some((
            "edit",
            "standard output holds what changes, so that `--inverse` has to name a file",
        )),
        _ => None,
    }
}
