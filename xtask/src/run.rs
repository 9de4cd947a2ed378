//! Running programs: what they print goes to a log, and is shown when they fail.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// Where the output of a step goes.
#[derive(Debug)]
pub(crate) struct Log {
    /// The file, or nothing if the output goes straight to the terminal.
    file: Option<(PathBuf, File)>,
}

impl Log {
    /// A log that is the terminal.
    pub(crate) fn terminal() -> Self {
        Self { file: None }
    }

    /// A log in a new file; its folder is made.
    pub(crate) fn file(path: &Path) -> Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self {
            file: Some((path.to_path_buf(), file)),
        })
    }

    /// Adds one line of our own.
    pub(crate) fn line(&mut self, text: &str) {
        match &mut self.file {
            // A log that cannot be written must not hide the result of the step.
            Some((_, file)) => drop(writeln!(file, "{text}")),
            None => eprintln!("{text}"),
        }
    }

    /// Everything written so far.
    pub(crate) fn read(&self) -> String {
        self.file.as_ref().map_or_else(String::new, |(path, _)| {
            String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
        })
    }

    fn sink(&self) -> Result<Stdio> {
        Ok(match &self.file {
            Some((_, file)) => Stdio::from(file.try_clone()?),
            None => Stdio::inherit(),
        })
    }
}

/// Running a command to its end.
pub(crate) trait Run {
    /// Runs it; both outputs go to the log. Any exit but success is an error.
    fn run(&mut self, log: &mut Log) -> Result<()>;
    /// Runs it and gives its standard output; only standard error goes to the log.
    fn output_text(&mut self, log: &mut Log) -> Result<String>;
}

impl Run for Command {
    fn run(&mut self, log: &mut Log) -> Result<()> {
        log.line(&format!("$ {}", shown(self)));
        let status = self
            .stdin(Stdio::null())
            .stdout(log.sink()?)
            .stderr(log.sink()?)
            .status()
            .with_context(|| format!("cannot start `{}`", self.get_program().display()))?;
        if !status.success() {
            bail!("`{}` ended with {status}", shown(self));
        }
        Ok(())
    }

    fn output_text(&mut self, log: &mut Log) -> Result<String> {
        log.line(&format!("$ {}", shown(self)));
        let output = self
            .stdin(Stdio::null())
            .stderr(log.sink()?)
            .output()
            .with_context(|| format!("cannot start `{}`", self.get_program().display()))?;
        let text = String::from_utf8(output.stdout).context("the output is not UTF-8")?;
        if !output.status.success() {
            log.line(&text);
            bail!("`{}` ended with {}", shown(self), output.status);
        }
        Ok(text)
    }
}

/// A command as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let mut text = name.to_string_lossy().into_owned();
    for argument in command.get_args() {
        let argument = argument.to_string_lossy();
        text.push(' ');
        if argument.is_empty() || argument.contains(char::is_whitespace) {
            text.extend(["'", &argument, "'"]);
        } else {
            text.push_str(&argument);
        }
    }
    text
}
