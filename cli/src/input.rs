//! Where a document comes from: a file, or standard input.

use std::fs::File;
use std::io::{IsTerminal as _, Read};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use llm_types::LineIndex;

use crate::failure::Failure;

/// Inputs from this size on show how far the reading is.
const LONG: u64 = 16 << 20;

/// A text and what to call it in messages.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path as it was given, or `<stdin>`.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// Reads a file, or standard input if there is no path or it is `-`.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            Some(path) if path.as_os_str() != "-" => Self::read_file(path),
            _ => Self::read_stdin(),
        }
    }

    /// The lines of the text, for showing places in it.
    pub(crate) fn index(&self) -> LineIndex<'_> {
        LineIndex::from_bytes(&self.bytes)
    }

    fn read_file(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failed = |error| Failure::read(&name, &error);
        let file = File::open(path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if about.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into()));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0));
        let bar = progress(about.len());
        let read = bar.wrap_read(file).read_to_end(&mut bytes);
        bar.finish_and_clear();
        read.map_err(failed)?;
        Ok(Self { name, bytes })
    }

    fn read_stdin() -> Result<Self, Failure> {
        let name = String::from("<stdin>");
        let mut stdin = std::io::stdin().lock();
        if stdin.is_terminal() {
            crate::output::stderr("reading standard input, until Ctrl-D (Ctrl-Z on Windows)\n");
        }
        let mut bytes = Vec::new();
        match stdin.read_to_end(&mut bytes) {
            Ok(_) => Ok(Self { name, bytes }),
            Err(error) => Err(Failure::read(&name, &error)),
        }
    }
}

/// A sign of life on standard error while a long text is worked on; it goes
/// when the value is dropped.
pub(crate) fn busy(what: &'static str, bytes: usize) -> Busy {
    if (bytes as u64) < LONG {
        return Busy(ProgressBar::hidden());
    }
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(100));
    Busy(bar)
}

/// See [`busy`].
pub(crate) struct Busy(ProgressBar);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar on standard error for reading a long file; nothing for a short one, and
/// nothing where standard error is no terminal.
fn progress(bytes: u64) -> ProgressBar {
    if bytes < LONG {
        return ProgressBar::hidden();
    }
    // The template is fixed; if it were wrong the default would do.
    let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(bytes)
        .with_style(style)
        .with_message("reading")
}
