//! What can be typed: commands, options and their help.

mod check;
mod detective;
mod edit;
mod elsewhere;
mod enrich;
mod match_findings;
mod number;

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use llm_types::{
    Applicability, BomPolicy, ChecksumAlgorithm, LineTerminators, PositionEncoding, SpanIdScheme,
};

pub(crate) use detective::Detective;
pub(crate) use edit::Edit;
pub(crate) use elsewhere::{explained, fix_word, of_help};
pub(crate) use enrich::Enrich;
pub(crate) use match_findings::MatchFindings;
use number::offset;

use crate::failure::Failure;
use crate::input::{Input, Opened};
use crate::sources::SourceFolder;

/// Reads the JSON that code tools print for language models, makes one envelope of it, and
/// proves every position against the source.
///
/// Offsets and columns are counted from 0 and in UTF-8 bytes unless an encoding
/// is named; lines are counted from 1.
#[derive(Debug, Parser)]
#[command(
    name = "llm-types",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = EXIT_CODES
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours; `NO_COLOR` turns them off where this is `auto`
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

const EXIT_CODES: &str = "\
Exit codes: 0 success; 1 failure: the input was refused, or `validate` found errors; 2 wrong usage; \
4 partial: some of several documents failed. See the help of each command.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// In every output that is not a document
    Always,
    /// Nowhere
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The shape of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// JSON for programs
    Json,
}

/// The shape of a report on a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people
    Human,
    /// One JSON document
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

/// The option `--format` of a report.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ReportOption {
    /// Shape of the report [default: human on a terminal, json elsewhere]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ReportFormat>,
}

impl ReportOption {
    pub(crate) fn or_by_terminal(self) -> ReportFormat {
        self.format
            .unwrap_or_else(|| by_terminal(ReportFormat::Human, ReportFormat::Json))
    }
}

/// The option `--format`.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FormatOption {
    /// Shape of the result [default: human on a terminal, json elsewhere]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
}

impl FormatOption {
    pub(crate) fn or_by_terminal(self) -> Format {
        self.format
            .unwrap_or_else(|| by_terminal(Format::Human, Format::Json))
    }
}

/// People read terminals; programs read pipes.
fn by_terminal<F>(person: F, program: F) -> F {
    use std::io::IsTerminal as _;
    if std::io::stdout().is_terminal() {
        person
    } else {
        program
    }
}

/// What standard error tells while a document goes to standard output.
#[derive(Debug, Args)]
pub(crate) struct AsideArgs {
    /// Report on standard error everything that was found, and what became of each value, not
    /// only what is wrong
    #[arg(long)]
    pub(crate) report: bool,

    /// Shape of what goes to standard error: text, or JSON Lines whose objects have one member
    /// (`diagnostic`, `change`, `loss`, `not_enriched`, `summary`, `error`)
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// The document, and what is known about it.
#[derive(Debug, Args)]
pub(crate) struct DocumentArgs {
    /// The document: JSON or JSON Lines; standard input if it is `-` or left out
    pub(crate) file: Option<PathBuf>,

    #[arg(long, value_name = "D", value_parser = dialect,
        help = listed("The dialect of the document, if it is known [default: detected]"))]
    pub(crate) dialect: Option<String>,

    /// Folder of the source texts that the document speaks of; only these are read
    #[arg(long, value_name = "DIR")]
    pub(crate) source: Option<PathBuf>,

    /// What absolute paths of the document begin with, where the tool saw the folder
    /// of `--source` elsewhere [default: inferred]
    #[arg(long, value_name = "PATH")]
    pub(crate) root: Option<String>,
}

impl DocumentArgs {
    /// The document, and the sources that it names. Which these are must be known before
    /// it is worked on, so that with sources it is read as a whole first; JSON Lines are
    /// worked on line by line all the same.
    pub(crate) fn open(&self) -> Result<(Opened, Option<SourceFolder>), Failure> {
        let file = self.file.as_deref();
        if self.source.is_none() {
            return Ok((Input::open(file)?, None));
        }
        let input = Input::read(file)?;
        let folder = SourceFolder::load(self, &input)?;
        Ok((input.opened(), folder))
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Detect(Detect),
    Normalize(Normalize),
    Validate(Validate),
    Convert(Convert),
    Enrich(Enrich),
    MatchFindings(MatchFindings),
    Detective(Detective),
    Edit(Edit),
    Positions(Positions),
    Locate(Locate),
    Canonicalize(Canonicalize),
    SpanId(SpanId),
    Checksum(Checksum),
    Selector(Selector),
    Explain(Explain),
    Schema(Schema),
    Completions(Completions),
}

/// Name the tool that printed a document, with the evidence
///
/// Exit code 1 if no dialect is likely enough.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types detect out.json
  magellan find --name main --output json | llm-types detect --format human")]
pub(crate) struct Detect {
    /// The document: JSON or JSON Lines; standard input if it is `-` or left out
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}

/// Print the envelope of a document of any known dialect
///
/// Prints canonical JSON on one line; one line for each document, where the text holds several.
/// Lines and columns that count other units than the envelope are converted where something proves
/// them, and left out where nothing does. With `--source`, errors in what the document says of its
/// ranges are reported on standard error. The exit code is 0 all the same, because judging the
/// document is what `validate` does. It is 1 if the input was refused, so that there is no
/// envelope, and 4 if only some of several documents have none.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types normalize out.json --source .
  llm-types normalize out.json --source corpus/workspace --root /workspace --pretty
  llm-types normalize out.json --origin | llm-types convert --to magellan")]
pub(crate) struct Normalize {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,

    /// Keep in the envelope the way back to the document as it was (member `origin`)
    #[arg(long)]
    pub(crate) origin: bool,

    /// Indent the envelope
    #[arg(long)]
    pub(crate) pretty: bool,

    #[command(flatten)]
    pub(crate) aside: AsideArgs,
}

/// Check a document: its shape, its arithmetic, and its ranges against the sources
///
/// What could not be checked is listed with the reason. Exit code 1 if an error was found, 4 if only
/// some of several documents have errors. That nothing is wrong does not mean that everything is
/// proved: before you act on the ranges, ask for that with `--require-proof`.
///
/// In text for people, `--> FILE:LINE:COLUMN` counts lines and columns from 1, and columns in
/// code points, as editors and compilers do. The numbers in a message are those of the document.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types validate out.json --source . --format human
  llm-types validate out.json --source . --require-proof > report.json && patch-with out.json
  llm-types validate out.json --strict --format json | jq .diagnostics
  llm-types validate out.json --format sarif > out.sarif")]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,

    /// Count warnings as errors; also list unknown members, and recommended ones that are absent
    #[arg(long)]
    pub(crate) strict: bool,

    /// Fail also (exit code 1) if the sources do not prove every range of the document, or if a
    /// part of it was not checked
    #[arg(long, requires = "source")]
    pub(crate) require_proof: bool,

    /// Print the document with its safe fixes, or with those up to `suggested` or `unsafe`;
    /// what was fixed and what is left is reported on standard error
    #[arg(long, value_name = "APPLICABILITY", num_args = 0..=1, require_equals = true,
        default_missing_value = "safe", value_parser = word::<Applicability>)]
    pub(crate) fix: Option<Applicability>,

    #[command(flatten)]
    pub(crate) format: ReportOption,
}

/// Write a document of one dialect in another one
///
/// What the target has no place for is reported; with `--strict` it is refused. With `--source`,
/// errors in what the document says of its ranges are reported, too, and the exit code is 0 all the
/// same. It is 1 if the input was refused, and 4 if only some of several documents were.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types convert out.json --to unified --source .
  llm-types convert envelope.json --to magellan --loss-report losses.json")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) document: DocumentArgs,

    #[arg(long, value_name = "D", value_parser = target, help = listed("The dialect to write"))]
    pub(crate) to: String,

    /// Refuse if anything would be dropped or made up
    #[arg(long)]
    pub(crate) strict: bool,

    /// Keep in an envelope the way back to the document as it was (member `origin`)
    #[arg(long)]
    pub(crate) origin: bool,

    #[command(flatten)]
    pub(crate) aside: AsideArgs,

    /// Write what became of each value to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) loss_report: Option<PathBuf>,
}

/// Show one place of a text in every encoding
///
/// The place is an offset from the start of the text (`--offset`, from 0), or a
/// line and a column (`--line` from 1, `--column` from 0, as on the wire). A place
/// inside a character or beyond its line is refused, unless `--clamp` is given.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("place").required(true).args(["offset", "line"])))]
#[command(after_help = "\
Examples:
  llm-types positions src/main.rs --offset 5
  llm-types positions src/main.rs --line 3 --column 7 --encoding utf-16 --format json")]
pub(crate) struct Positions {
    /// The text; standard input if it is `-` or left out
    pub(crate) file: Option<PathBuf>,

    /// Offset from the start of the text, from 0, in units of `--encoding`
    #[arg(long, value_name = "N", value_parser = offset, allow_hyphen_values = true,
          conflicts_with = "column")]
    pub(crate) offset: Option<u64>,

    /// Line, from 1
    #[arg(long, value_name = "L", value_parser = number::line, allow_hyphen_values = true,
          requires = "column")]
    pub(crate) line: Option<u64>,

    /// Column, from 0, in units of `--encoding`
    #[arg(long, value_name = "C", value_parser = offset, allow_hyphen_values = true,
          requires = "line")]
    pub(crate) column: Option<u64>,

    /// What offset and column count: utf-8 (bytes), utf-16 (code units) or utf-32 (code points)
    #[arg(long, value_name = "E", default_value = "utf-8", value_parser = word::<PositionEncoding>)]
    pub(crate) encoding: PositionEncoding,

    /// What ends a line: `lf_crlf`, `lf`, `lsp`, `ecmascript`, `unicode` or `python_splitlines`
    #[arg(long, value_name = "T", default_value = "lf_crlf", value_parser = word::<LineTerminators>)]
    pub(crate) terminators: LineTerminators,

    /// Whether a byte order mark counts in the columns of line 1: `count` or `strip`
    #[arg(long, value_name = "B", default_value = "count", value_parser = word::<BomPolicy>)]
    pub(crate) bom: BomPolicy,

    /// Move an impossible place to the nearest possible one, as LSP clients expect
    #[arg(long)]
    pub(crate) clamp: bool,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}

/// Find the value at a JSON Pointer: its bytes, line and columns
///
/// Exit code 1 if there is no such value, or the document is not JSON.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types locate out.json /data/symbols/0/span
  llm-types locate out.json ''          the whole document")]
pub(crate) struct Locate {
    /// The JSON document; standard input if it is `-`
    pub(crate) file: PathBuf,

    /// JSON Pointer (RFC 6901); the empty one is the whole document
    #[arg(value_parser = pointer)]
    pub(crate) pointer: String,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}

/// Print a JSON document in the canonical form of RFC 8785
///
/// Exit code 1 if it is not JSON; the error says where.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types canonicalize out.json | sha256sum")]
pub(crate) struct Canonicalize {
    /// The JSON document; standard input if it is `-` or left out
    pub(crate) file: Option<PathBuf>,
}

/// Compute the id of a span, or name the scheme of a given one
///
/// The id is 16 hexadecimal digits, made from the path as it is spelt and from the byte range.
/// Prints the bare id, or with `--check` the scheme that made it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types span-id src/main.rs 42 100
  llm-types span-id src/main.rs 42 100 --scheme decimal
  llm-types span-id src/main.rs 42 100 --check 6c585096886d7b69")]
pub(crate) struct SpanId {
    /// The path, hashed as it is spelt; the file need not exist
    pub(crate) path: String,

    /// First byte, from 0
    #[arg(value_parser = offset, allow_hyphen_values = true)]
    pub(crate) start: u64,

    /// One past the last byte
    #[arg(value_parser = offset, allow_hyphen_values = true)]
    pub(crate) end: u64,

    /// How offsets enter the hash: `be64` (ours), `be32` (32-bit builds) or `decimal` (llmgrep)
    #[arg(long, value_name = "S", default_value = "be64", value_parser = word::<SpanIdScheme>)]
    pub(crate) scheme: SpanIdScheme,

    /// Instead of computing one, name the scheme that gives this id; exit code 1 if none does
    #[arg(long, value_name = "ID", conflicts_with = "scheme")]
    pub(crate) check: Option<String>,

    /// Shape of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// Compute the checksum of a file, or verify one
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types checksum src/main.rs
  llm-types checksum src/main.rs --range 42..100 --algorithm blake3
  llm-types checksum src/main.rs --verify sha256:ba7816bf...")]
pub(crate) struct Checksum {
    /// The file; standard input if it is `-` or left out
    pub(crate) file: Option<PathBuf>,

    /// `sha256` or `blake3`
    #[arg(long, value_name = "A", default_value = "sha256", value_parser = word::<ChecksumAlgorithm>)]
    pub(crate) algorithm: ChecksumAlgorithm,

    /// Only these bytes: `START..END`, from 0, the end excluded
    #[arg(long, value_name = "START..END", value_parser = number::range,
          allow_hyphen_values = true)]
    pub(crate) range: Option<llm_types::ByteRange>,

    /// Verify this checksum, `algorithm:digits`; exit code 1 if the file has another one
    #[arg(long, value_name = "CHECKSUM", conflicts_with = "algorithm",
          value_parser = word::<llm_types::Checksum>)]
    pub(crate) verify: Option<llm_types::Checksum>,

    /// Shape of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// Read a selector of a part of a Markdown document, and print it in its shortest form
///
/// The grammar is mdsel's. A selector that is wrong is refused with mdsel's code and the bytes
/// that are wrong; nothing is looked up in a document.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types selector 'readme::heading:h2[0]/block:code[0]'
  llm-types selector ' doc :: section[ 07 ]?full=true' --format json")]
pub(crate) struct Selector {
    /// The selector
    pub(crate) text: String,

    /// Shape of the result
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// Print the JSON Schema of a type or of a dialect, or list all schemas
///
/// A schema is one JSON document, whatever the shape of the list.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types schema response
  llm-types schema --list")]
pub(crate) struct Schema {
    /// The name, as the list has it
    #[arg(required_unless_present = "list")]
    pub(crate) name: Option<String>,

    /// List all schemas
    #[arg(long, conflicts_with = "name")]
    pub(crate) list: bool,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}

/// Explain the code of a finding, a refusal or a tool's error: what it means, why, and what to do
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types explain NOT_CHAR_BOUNDARY
  llm-types explain --list")]
pub(crate) struct Explain {
    /// The code, in either case
    #[arg(required_unless_present = "list")]
    pub(crate) code: Option<String>,

    /// List all codes
    #[arg(long, conflicts_with = "code")]
    pub(crate) list: bool,

    #[command(flatten)]
    pub(crate) format: FormatOption,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  llm-types completions bash > ~/.local/share/bash-completion/completions/llm-types")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// The help of an option that names a dialect, with the names that it takes.
fn listed(help: &str) -> String {
    let mut names: Vec<&str> = llm_types::dialect::names().collect();
    let last = names.pop().unwrap_or_default();
    format!("{help}: {} or {last}", names.join(", "))
}

/// The name of a dialect.
fn dialect(text: &str) -> Result<String, String> {
    let options = llm_types::NormalizeOptions {
        dialect: Some(text.into()),
        ..llm_types::NormalizeOptions::default()
    };
    match llm_types::Normalizer::new(options) {
        Ok(_) => Ok(text.into()),
        Err(error) => Err(number::coded(error)),
    }
}

/// The name of a dialect that can be written.
fn target(text: &str) -> Result<String, String> {
    match llm_types::Converter::new(text, llm_types::ConvertOptions::default()) {
        Ok(_) => Ok(text.into()),
        Err(error) => Err(number::coded(error)),
    }
}

/// Reads a word of the core; its error names the code and the words there are.
fn word<T>(text: &str) -> Result<T, String>
where
    T: std::str::FromStr,
    T::Err: Into<llm_types::Error>,
{
    text.parse().map_err(|error: T::Err| number::coded(error))
}

/// A JSON Pointer, as it is typed.
fn pointer(text: &str) -> Result<String, String> {
    word::<llm_types::json::Pointer>(text).map(|_| text.into())
}
