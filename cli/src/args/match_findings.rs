//! `llm-types match-findings` as it is typed.

use std::path::PathBuf;

use clap::Args;

use super::FormatOption;

/// Pair the findings of two runs: new, unchanged, moved, absent
///
/// A moved finding is recognised by its text and by what stands around it, as far as the
/// documents or the sources tell. Exit code 0 whatever changed, unless `--fail-on-new` is
/// given; 1 if a run was refused, and 4 if only some of its documents were.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types match-findings old.json new.json --old-source ../before --new-source .
  llm-types match-findings baseline.json new.json --new-source . --fail-on-new")]
pub(crate) struct MatchFindings {
    /// The document of the older run
    pub(crate) old: PathBuf,

    /// The document of the newer run; standard input if it is `-`
    pub(crate) new: PathBuf,

    #[arg(long, value_name = "D", value_parser = super::dialect,
        help = super::listed("The dialect of both documents, if it is known [default: detected]"))]
    pub(crate) dialect: Option<String>,

    /// Folder of the texts that the older run looked at
    #[arg(long, value_name = "DIR")]
    pub(crate) old_source: Option<PathBuf>,

    /// Folder of the texts that the newer run looked at
    #[arg(long, visible_alias = "source", value_name = "DIR")]
    pub(crate) new_source: Option<PathBuf>,

    /// What absolute paths of the documents begin with [default: inferred]
    #[arg(long, value_name = "PATH")]
    pub(crate) root: Option<String>,

    /// Exit with code 1 if there is a new finding
    #[arg(long)]
    pub(crate) fail_on_new: bool,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}
