//! The two streams, and the exit code.
//!
//! Both streams drop colours where nobody sees them (a pipe, `NO_COLOR`).

use std::io::{ErrorKind, IsTerminal as _, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use llm_types::exit;
use serde::Serialize;

use crate::args::Format;
use crate::failure::Failure;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All is well.
    Success,
    /// Errors were found, or the input was refused.
    Failure,
    /// The command line itself was wrong.
    Usage,
    /// Some of several documents or edits failed.
    Partial,
}

impl Status {
    /// The status of a text in which `failed` of `all` documents failed.
    pub(crate) const fn of(failed: u64, all: u64) -> Self {
        if failed == 0 {
            Self::Success
        } else if failed < all {
            Self::Partial
        } else {
            Self::Failure
        }
    }

    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Success => exit::SUCCESS,
            Self::Failure => exit::FAILURE,
            Self::Usage => exit::USAGE,
            Self::Partial => exit::PARTIAL,
        }
    }
}

/// Writes text for people to standard output.
pub(crate) fn stdout(text: &str) -> Result<(), Failure> {
    let mut stream = anstream::stdout().lock();
    unless_closed(
        stream
            .write_all(text.as_bytes())
            .and_then(|()| stream.flush()),
    )
}

/// Writes a document and a line feed to standard output, untouched: what looks
/// like a colour in a document is part of it.
pub(crate) fn document(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    raw(&[text, end])
}

/// Documents on standard output, one a line.
pub(crate) struct Lines {
    stream: std::io::BufWriter<std::io::StdoutLock<'static>>,
    is_closed: bool,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Self {
            stream: std::io::BufWriter::new(std::io::stdout().lock()),
            is_closed: false,
        }
    }

    /// Writes a part of a document.
    pub(crate) fn part(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.stream.write_all(text.as_bytes());
        self.unless_closed(written)
    }

    /// Writes a document, untouched, and a line feed.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        let end: &[u8] = if text.ends_with('\n') { b"" } else { b"\n" };
        let written = self.stream.write_all(text.as_bytes());
        let written = written.and_then(|()| self.stream.write_all(end));
        self.unless_closed(written)
    }

    /// Hands over what was written, because the next piece of the input may be long in coming, and
    /// says whether anybody is left to read more.
    pub(crate) fn flush(&mut self) -> Result<ControlFlow<()>, Failure> {
        let written = self.stream.flush();
        self.unless_closed(written)?;
        Ok(if self.is_closed {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn unless_closed(&mut self, written: std::io::Result<()>) -> Result<(), Failure> {
        self.is_closed |= matches!(&written, Err(error) if is_closed(error));
        unless_closed(written)
    }
}

fn is_closed(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}

/// A file that holds a list in JSON, which is never in memory as a whole.
pub(crate) struct ListFile {
    path: PathBuf,
    file: std::io::BufWriter<std::fs::File>,
    empty: bool,
}

impl ListFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let file = std::fs::File::create(path).map_err(|error| Failure::write_to(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            file: std::io::BufWriter::new(file),
            empty: true,
        })
    }

    /// Adds an element.
    pub(crate) fn add(&mut self, json: &str) -> Result<(), Failure> {
        let comma = if core::mem::take(&mut self.empty) {
            "["
        } else {
            ","
        };
        let written = write!(self.file, "{comma}{json}");
        written.map_err(|error| Failure::write_to(&self.path, &error))
    }

    pub(crate) fn end(mut self) -> Result<(), Failure> {
        let end = if self.empty { "[]\n" } else { "]\n" };
        let written = self.file.write_all(end.as_bytes());
        let written = written.and_then(|()| self.file.flush());
        written.map_err(|error| Failure::write_to(&self.path, &error))
    }
}

/// Writes text to standard output and nothing more, not even a line feed: for
/// what is going to be hashed.
pub(crate) fn exactly(text: &str) -> Result<(), Failure> {
    raw(&[text])
}

/// Writes bytes to standard output, untouched.
pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    raw(&[bytes])
}

/// Whether a person looks at standard output: it is a terminal, or colours were asked for.
pub(crate) fn is_looked_at() -> bool {
    let stdout = std::io::stdout();
    stdout.is_terminal() || anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
}

/// Writes a document that is there in parts, and a line feed to standard output.
pub(crate) fn parts(parts: &[&str]) -> Result<(), Failure> {
    raw(&[parts, &["\n"]].concat())
}

fn raw(parts: &[impl AsRef<[u8]>]) -> Result<(), Failure> {
    let mut stream = std::io::stdout().lock();
    let written = parts
        .iter()
        .try_for_each(|part| stream.write_all(part.as_ref()))
        .and_then(|()| stream.flush());
    unless_closed(written)
}

/// A reader that went away is no failure: it has what it wanted.
fn unless_closed(written: std::io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if !is_closed(&error) => Err(Failure::write(&error)),
        _ => Ok(()),
    }
}

/// Writes a file that was asked for, with a line feed at its end.
pub(crate) fn to_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, format!("{text}\n")).map_err(|error| Failure::write_to(path, &error))
}

/// Writes to standard error. If that is gone there is nobody to tell.
pub(crate) fn stderr(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// The canonical JSON (RFC 8785) of a value, so that members come in the same
/// order from every host.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_vec(value).map_err(|error| Failure::internal(&error))?;
    llm_types::canonicalize(&text).map_err(|error| Failure::internal(&error))
}

/// Prints a result in the asked-for format: JSON made from `value`, or the text
/// for people.
pub(crate) fn result(
    format: Format,
    value: &impl Serialize,
    human: impl FnOnce() -> String,
) -> Result<(), Failure> {
    match format {
        Format::Json => document(&json(value)?),
        Format::Human => stdout(&human()),
    }
}
