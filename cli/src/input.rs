//! Where a document comes from: a file, or standard input.

use std::fs::File;
use std::io::{IsTerminal as _, Read};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use llm_types::{LineIndex, ReadOptions};

use crate::failure::Failure;
use crate::findings::View;
use crate::stream::Long;

/// Texts of this size and more are worked on piece by piece.
const PIECEWISE: u64 = 1 << 20;

/// How much is read at once as long as nobody knows whether a text is JSON Lines.
const CHUNK: usize = 1 << 16;

/// Inputs of this size and more show how far the work is.
const SLOW: u64 = 16 << 20;

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

    /// The text, for showing places in it.
    pub(crate) fn view(&self) -> View<'_> {
        View {
            name: &self.name,
            index: LineIndex::from_bytes(&self.bytes),
            start: 0,
            lines: 0,
        }
    }

    /// The same text, to be worked on at once; JSON Lines piece by piece, so that not all results
    /// are held beside it.
    pub(crate) fn opened(self) -> Opened {
        if !is_lines(&self.bytes) {
            return Opened::Short(self);
        }
        Opened::Long(Long {
            bar: progress(self.bytes.len() as u64),
            name: self.name,
            head: Vec::new(),
            rest: Box::new(std::io::Cursor::new(self.bytes)),
        })
    }

    /// Reads a text that is short, and begins to read one that is long.
    pub(crate) fn open(path: Option<&Path>) -> Result<Opened, Failure> {
        let (name, mut rest, bytes): (String, Box<dyn Read>, Option<u64>) = match path {
            Some(path) if path.as_os_str() != "-" => {
                let name = path.display().to_string();
                let (file, length) =
                    open_file(path).map_err(|error| Failure::read(&name, &error))?;
                (name, Box::new(file), Some(length))
            }
            _ => {
                ask_for_input();
                (STDIN.into(), Box::new(std::io::stdin()), None)
            }
        };
        let head = beginning(&mut rest).map_err(|error| Failure::read(&name, &error))?;
        let head = match head {
            Beginning::All(bytes) => return Ok(Opened::Short(Self { name, bytes })),
            Beginning::More(head) => head,
        };
        let bar = bytes.map_or_else(endless, progress);
        Ok(Opened::Long(Long {
            name,
            head,
            rest,
            bar,
        }))
    }

    fn read_file(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failed = |error| Failure::read(&name, &error);
        let (file, length) = open_file(path).map_err(failed)?;
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        let bar = progress(length);
        let read = bar.wrap_read(file).read_to_end(&mut bytes);
        bar.finish_and_clear();
        read.map_err(failed)?;
        Ok(Self { name, bytes })
    }

    fn read_stdin() -> Result<Self, Failure> {
        let name = String::from(STDIN);
        ask_for_input();
        let mut bytes = Vec::new();
        match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(Self { name, bytes }),
            Err(error) => Err(Failure::read(&name, &error)),
        }
    }
}

/// A file and its length. A folder, which some systems let a program open, is none.
fn open_file(path: &Path) -> std::io::Result<(File, u64)> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    Ok((file, about.len()))
}

/// What was read of a text at first.
enum Beginning {
    All(Vec<u8>),
    More(Vec<u8>),
}

/// Reads a text, or the beginning of one that is long or made of lines: such lines may come one
/// by one from another program, and are to go on as they come.
fn beginning(text: &mut dyn Read) -> std::io::Result<Beginning> {
    let (mut head, mut first) = (Vec::new(), None);
    loop {
        let before = head.len();
        if once(text, &mut head)? == 0 {
            return Ok(Beginning::All(head));
        }
        let new = head.get(before..).unwrap_or_default();
        let end = || new.iter().position(|byte| *byte == b'\n');
        first = first.or_else(|| end().map(|at| before.saturating_add(at)));
        // The first line says what it is, once there is more than that.
        let behind = first.and_then(|at: usize| head.get(at.max(before)..));
        let is_told = behind.is_some_and(|behind| !behind.trim_ascii().is_empty());
        if is_told || head.len() as u64 >= PIECEWISE {
            break;
        }
    }
    if is_lines(&head) {
        return Ok(Beginning::More(head));
    }
    let room = PIECEWISE.saturating_sub(head.len() as u64);
    text.take(room).read_to_end(&mut head)?;
    Ok(if (head.len() as u64) < PIECEWISE {
        Beginning::All(head)
    } else {
        Beginning::More(head)
    })
}

/// Reads what is there, and waits only if nothing is.
fn once(text: &mut dyn Read, head: &mut Vec<u8>) -> std::io::Result<usize> {
    let before = head.len();
    head.resize(before.saturating_add(CHUNK), 0);
    let room = head.get_mut(before..).unwrap_or_default();
    let read = loop {
        match text.read(room) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            other => break other,
        }
    };
    head.truncate(before.saturating_add(*read.as_ref().unwrap_or(&0)));
    read
}

/// A text that is here, or one that is worked on while it arrives.
pub(crate) enum Opened {
    Short(Input),
    Long(Long),
}

/// Whether the first line is a document, and not the last.
fn is_lines(text: &[u8]) -> bool {
    let Some(end) = text.iter().position(|byte| *byte == b'\n') else {
        return false;
    };
    let (first, rest) = text.split_at(end);
    !rest.trim_ascii().is_empty() && llm_types::read(first, &ReadOptions::default()).is_ok()
}

/// What standard input is called in messages.
pub(crate) const STDIN: &str = "<stdin>";

fn ask_for_input() {
    if std::io::stdin().is_terminal() {
        crate::output::stderr("reading standard input, until Ctrl-D (Ctrl-Z on Windows)\n");
    }
}

/// A sign of life for a text whose length nobody knows; nothing where the results are shown on
/// the same terminal, because they are a sign of life themselves.
fn endless() -> ProgressBar {
    if std::io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {spinner} {bytes}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner()
        .with_style(style)
        .with_message("reading");
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// A sign of life on standard error while a long text is worked on; it goes
/// when the value is dropped.
pub(crate) fn busy(what: &'static str, bytes: usize) -> Busy {
    if (bytes as u64) < SLOW {
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
    if bytes < SLOW {
        return ProgressBar::hidden();
    }
    // The template is fixed; if it were wrong the default would do.
    let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(bytes)
        .with_style(style)
        .with_message("reading")
}
