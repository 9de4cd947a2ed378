//! What can be typed after `edit`.

use std::path::PathBuf;

use clap::Args;
use llm_types::{Checksum, ChecksumAlgorithm, EditFormat, NewEol, PositionEncoding, Relocation};

use super::{Format, pointer, word};

/// Show the edits that a request asks for, or make them with `--write`
///
/// Prints a unified diff and writes nothing, unless `--write` is given. With `--write`
/// all files are replaced or none, each as a whole; what cannot be proved is refused.
/// Exit code 1 if the request, or a document of `--carry`, was refused; 4 if with `--partial`
/// only some edits can be made, or only some documents carried. The rules are in docs/edits.md.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types edit request.json --source .
  llm-types edit request.json --source . --write --inverse undo.json
  llm-types edit edits.json --source . --file src/main.rs --expected-checksum sha256:ba78... --write")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own on the command line"
)]
pub(crate) struct Edit {
    /// The request: JSON of any shape that is known; standard input if it is `-` or left out
    pub(crate) request: Option<PathBuf>,

    /// Folder of the files; nothing outside of it is read or replaced
    #[arg(long, value_name = "DIR")]
    pub(crate) source: PathBuf,

    /// Replace the files; exit code 4 if that was done and the result cannot be printed
    #[arg(long)]
    pub(crate) write: bool,

    /// The file that the request is for, if it names none, such as a list of LSP's `TextEdit`
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Option<String>,

    /// What absolute paths of the request begin with, where the tool saw the folder
    /// of `--source` elsewhere [default: the path of the folder itself]
    #[arg(long, value_name = "PATH")]
    pub(crate) root: Option<String>,

    /// Shape of the request: canonical, llmtransform, llmtransform-seed-001, lsp or sarif
    /// [default: recognised by its members]
    #[arg(long, value_name = "F", value_parser = word::<EditFormat>)]
    pub(crate) request_format: Option<EditFormat>,

    /// JSON Pointer of the part of the document that is the request [default: the whole]
    #[arg(long, value_name = "POINTER", value_parser = pointer)]
    pub(crate) at: Option<String>,

    /// What columns of the request count: utf-8, utf-16 or utf-32 [default: what its shape says]
    #[arg(long, value_name = "E", value_parser = word::<PositionEncoding>)]
    pub(crate) encoding: Option<PositionEncoding>,

    /// Read a line or column past its end as that end, as editors do
    #[arg(long)]
    pub(crate) clamp: bool,

    /// Checksum that a file must have; with its path if the request names several files
    #[arg(long, value_name = "[PATH=]CHECKSUM", value_parser = of_path)]
    pub(crate) expected_checksum: Vec<String>,

    /// Make edits that nothing proves to be of this text
    #[arg(long)]
    pub(crate) unchecked: bool,

    /// Make the edits that can be made although others cannot, and carry the documents that can be
    #[arg(long)]
    pub(crate) partial: bool,

    /// Where to look for text that has moved: `refuse`, `exact_unique` or `rebase`
    /// [default: what the request says, else refuse]
    #[arg(long, value_name = "R", value_parser = word::<Relocation>)]
    pub(crate) relocate: Option<Relocation>,

    /// Folder of the files as they were when the edits were made; for `--relocate rebase`
    #[arg(long, value_name = "DIR")]
    pub(crate) base: Option<PathBuf>,

    /// Line terminators of new text: `keep`, `match_file`, `lf` or `crlf`
    /// [default: what the request says, else keep]
    #[arg(long, value_name = "EOL", value_parser = word::<NewEol>)]
    pub(crate) eol: Option<NewEol>,

    /// Algorithm of the checksums in the plan: `sha256` or `blake3`
    #[arg(long, value_name = "A", default_value = "sha256", value_parser = word::<ChecksumAlgorithm>)]
    pub(crate) checksum: ChecksumAlgorithm,

    /// Id for the answer to a request of llmtransform that names none
    #[arg(long, value_name = "ID")]
    pub(crate) execution_id: Option<String>,

    /// With `--write`, write the request that undoes the edits to this file, before anything is
    /// replaced. If the file exists and is not empty, it is kept if it undoes them already (a
    /// request that was cut short is sent again), and refused if it does not
    #[arg(long, value_name = "FILE")]
    pub(crate) inverse: Option<PathBuf>,

    /// Print this document with its ranges carried along with the edits, instead of the diff;
    /// ranges that were edited inside or are gone, and values that were dropped, are named on
    /// standard error, and the exit code is 4 if a range is gone
    #[arg(long, value_name = "DOCUMENT", conflicts_with = "format")]
    pub(crate) carry: Option<PathBuf>,

    #[arg(long, value_name = "D", value_parser = super::dialect, requires = "carry",
        help = super::listed("The dialect of the document of `--carry`, if it is known [default: detected]"))]
    pub(crate) dialect: Option<String>,

    /// Shape of the result: a diff, or the plan
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// `[PATH=]CHECKSUM`, as it is typed.
fn of_path(text: &str) -> Result<String, String> {
    let checksum = text.rsplit_once('=').map_or(text, |(_, checksum)| checksum);
    word::<Checksum>(checksum).map(|_| text.into())
}
