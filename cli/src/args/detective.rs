//! `llm-types detective` as it is typed.

use std::path::PathBuf;

use clap::Args;

use super::{DocumentArgs, FormatOption};

/// Find out how a tool counted: the conventions that explain the ranges of a document
///
/// The sources show which base, unit, line terminators, byte order mark and rule for ends the
/// tool counted with. Exit code 0 if it counted as its dialect declares, 1 if it did not, or if
/// nothing shows. With `--fix`, prints the document with its ranges in the declared convention;
/// exit code 1 if there is no such document.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types detective out.json --source .
  llm-types detective out.json --source . --fix > mended.json
  llm-types detective out.json --source . --format json | jq .hypotheses[0].convention")]
pub(crate) struct Detective {
    /// The document: JSON or JSON Lines; standard input if it is `-` or left out
    pub(crate) file: Option<PathBuf>,

    /// Folder of the source texts that the document speaks of; only these are read
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) source: Option<PathBuf>,

    #[arg(long, value_name = "D", value_parser = super::dialect,
        help = super::listed("The dialect of the document, if it is known [default: detected]"))]
    pub(crate) dialect: Option<String>,

    /// What absolute paths of the document begin with, where the tool saw the folder
    /// of `--source` elsewhere [default: inferred]
    #[arg(long, value_name = "PATH")]
    pub(crate) root: Option<String>,

    /// Print the corrected document, or refuse where that would be a guess
    #[arg(long, conflicts_with = "format")]
    pub(crate) fix: bool,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}

impl Detective {
    /// The document with what is known about it, as the other commands have it.
    pub(crate) fn document(&self) -> DocumentArgs {
        DocumentArgs {
            file: self.file.clone(),
            dialect: self.dialect.clone(),
            source: self.source.clone(),
            root: self.root.clone(),
        }
    }
}
