//! `llm-types enrich` as it is typed.

use clap::{ArgGroup, Args};

use super::number::offset;
use super::{AsideArgs, DocumentArgs};

/// Add to the envelope of a document what its sources can say
///
/// At least one flag that adds something is needed; the envelope alone is what `normalize` prints.
/// What a tool said stays as it is. A span whose text is not the one that the tool saw is left alone
/// and named on standard error; the exit code is 4 then, and 1 if the input was refused. Who calls
/// whom cannot be read off a text: relationships come from the tool that knows them.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("additions").required(true).multiple(true).args([
        "with_context", "with_checksums", "with_semantics", "with_positions", "with_utf16",
        "with_fingerprints", "error_codes", "atomic", "full_context", "context_lines",
    ])),
    after_help = "\
Examples:
  llm-types enrich out.json --source . --with-context --context-lines 5 --with-checksums
  magellan find --name main --output json | llm-types enrich --source . -C -S -E --pretty")]
pub(crate) struct Enrich {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,

    /// Add the lines before, of and after each span
    #[arg(short = 'C', long)]
    pub(crate) with_context: bool,

    #[arg(long, value_name = "N", value_parser = offset, allow_negative_numbers = true,
          help = format!("Lines of context on either side; asks for the context, too [default: {}]",
                         llm_types::enrich::CONTEXT_LINES))]
    pub(crate) context_lines: Option<u64>,

    /// Add no context even if it is asked for
    #[arg(long)]
    pub(crate) no_context: bool,

    /// Add checksums of the text of each span and of its file
    #[arg(long)]
    pub(crate) with_checksums: bool,

    /// Add the kind that the document gives, and the language of the path
    #[arg(short = 'S', long)]
    pub(crate) with_semantics: bool,

    /// Add no semantics even if they are asked for
    #[arg(long)]
    pub(crate) no_semantics: bool,

    /// Add lines and columns to spans that have none, and offsets to those with only these
    #[arg(long)]
    pub(crate) with_positions: bool,

    /// Add columns in UTF-16 code units, beside those in bytes
    #[arg(long)]
    pub(crate) with_utf16: bool,

    /// Add hashes that recognise a finding when the text around it has changed
    #[arg(long)]
    pub(crate) with_fingerprints: bool,

    /// Add what each known error code means, and what to do
    #[arg(short = 'E', long)]
    pub(crate) error_codes: bool,

    /// Ask whoever acts on the spans to do all or nothing
    #[arg(long)]
    pub(crate) atomic: bool,

    /// Ask whoever acts on the spans to look at the whole file
    #[arg(long)]
    pub(crate) full_context: bool,

    /// Replace what a tool said by what the sources say
    #[arg(long)]
    pub(crate) overwrite: bool,

    /// Keep in the envelope the way back to the document as it was (member `origin`)
    #[arg(long)]
    pub(crate) origin: bool,

    /// Indent the envelope
    #[arg(long)]
    pub(crate) pretty: bool,

    #[command(flatten)]
    pub(crate) aside: AsideArgs,
}
