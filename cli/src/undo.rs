//! The file that keeps the way back of edits.
//!
//! It is whole and in its place before the first file is replaced, so that at no moment
//! something is changed that nothing undoes. A request that was cut short is sent again, and
//! what is left of it has a smaller way back than the whole had: so a file that is there is
//! never replaced, unless it is empty. It is kept if it undoes all that would be undone, and
//! refused otherwise.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use llm_types::{EditPlan, EditRequests};
use tempfile::{Builder, NamedTempFile};

use crate::cells::tame;
use crate::failure::Failure;
use crate::output;
use crate::replace::{self, Change};

/// A way back, and where it is to be kept.
#[derive(Debug)]
pub(crate) struct Undo<'p> {
    path: &'p Path,
    text: String,
    target: Target,
}

/// What is at the path.
#[derive(Debug)]
enum Target {
    Nothing,
    /// A file without a byte, which holds nothing that could be lost.
    Empty,
    /// A way back that this one is a part of.
    Kept,
    /// A pipe or a device.
    Stream,
}

/// A way back that is in its place.
#[derive(Debug)]
pub(crate) struct Placed<'p>(Undo<'p>);

impl<'p> Undo<'p> {
    /// The way back, if there is something to undo. A file that would be lost by it is refused.
    pub(crate) fn of(
        path: &'p Path,
        plan: &EditPlan,
        changes: &[Change<'_>],
    ) -> Result<Option<Self>, Failure> {
        let Some(inverse) = &plan.inverse else {
            // Sent again, a request changes nothing, and what undoes it is there.
            say(
                path,
                if std::fs::metadata(path).is_ok_and(|about| about.len() > 0) {
                    "is kept as it was: nothing was changed, so it undoes what it undid before"
                } else {
                    "was not written, because there is nothing to undo"
                },
            );
            return Ok(None);
        };
        if changes.iter().any(|change| change.is_file(path)) {
            return Err(refused(path, "is a file of the request"));
        }
        Ok(Some(Self {
            path,
            text: inverse.to_json() + "\n",
            target: Target::of(path, inverse)?,
        }))
    }

    /// Says that nothing is written without `--write`.
    pub(crate) fn left_out(&self) {
        say(self.path, "was not written: `--write` writes it");
    }

    /// Puts it in its place, whole or not at all.
    pub(crate) fn place(self) -> Result<Placed<'p>, Failure> {
        let path = self.path;
        let written = match self.target {
            Target::Kept => {
                say(path, "undoes this already, and was kept");
                Ok(())
            }
            Target::Nothing => create(path, &self.text),
            Target::Empty => fill(path, &self.text),
            Target::Stream => OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut stream| stream.write_all(self.text.as_bytes())),
        };
        match written {
            Ok(()) => Ok(Placed(self)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(lost(path)),
            Err(error) => Err(Failure::write_first(path, &error)),
        }
    }
}

impl Placed<'_> {
    /// Leaves the path as it was, because nothing was changed. If that fails, a way back stays that
    /// undoes nothing, and does no harm.
    pub(crate) fn take_back(self) {
        let _ = match self.0.target {
            Target::Nothing => std::fs::remove_file(self.0.path),
            Target::Empty => std::fs::write(self.0.path, ""),
            Target::Kept | Target::Stream => Ok(()),
        };
    }
}

impl Target {
    fn of(path: &Path, inverse: &EditRequests) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::write_first(path, &error);
        let about = match std::fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return if path.is_symlink() {
                    Err(refused(path, "is a link that leads nowhere"))
                } else {
                    std::fs::metadata(folder(path)).map_err(failed)?;
                    Ok(Self::Nothing)
                };
            }
            about => about.map_err(failed)?,
        };
        if about.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        if !about.is_file() {
            return Ok(Self::Stream);
        }
        if about.len() == 0 {
            return Ok(Self::Empty);
        }
        let before = std::fs::read(path).map_err(failed)?;
        if inverse.is_covered_by(&before) {
            Ok(Self::Kept)
        } else {
            Err(lost(path))
        }
    }
}

/// A new file, which appears with its whole text.
fn create(path: &Path, text: &str) -> io::Result<()> {
    let folder = folder(path);
    let mut builder = Builder::new();
    builder.prefix(replace::PREFIX).suffix(replace::SUFFIX);
    // The mode bits of any new file, from which the user's mask takes some away.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = write(builder.tempfile_in(folder)?, text)?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    // One that may not outlast a loss of power is refused, and then it must not be there.
    replace::sync(folder).inspect_err(|_| {
        let _ = std::fs::remove_file(path);
    })
}

/// The same in the place of a file that holds nothing, and may be written.
fn fill(path: &Path, text: &str) -> io::Result<()> {
    let path: PathBuf = path.canonicalize()?;
    OpenOptions::new().write(true).open(&path)?;
    let about = std::fs::metadata(&path)?;
    let folder = folder(&path);
    let mut builder = Builder::new();
    builder.prefix(replace::PREFIX).suffix(replace::SUFFIX);
    let file = write(builder.tempfile_in(folder)?, text)?;
    file.as_file().set_permissions(about.permissions())?;
    // Somebody may have written to it since it was looked at, as another run that keeps its
    // way back there.
    if std::fs::metadata(&path)?.len() > 0 {
        return Err(ErrorKind::AlreadyExists.into());
    }
    file.persist(&path).map_err(|error| error.error)?;
    replace::sync(folder).inspect_err(|_| {
        let _ = std::fs::write(&path, "");
    })
}

fn write(mut file: NamedTempFile, text: &str) -> io::Result<NamedTempFile> {
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn lost(path: &Path) -> Failure {
    refused(path, "exists, and does not undo these edits")
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::helped(
        "TARGET_REFUSED",
        format!("`{}` {why}; nothing was replaced", path.display()),
        "Give `--inverse` the name of a file that does not exist yet.",
    )
}

fn say(path: &Path, what: &str) {
    output::stderr(&format!("`{}` {what}\n", tame(&path.display().to_string())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_longer_empty_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("undo.json");
        std::fs::write(&path, "").unwrap();
        fill(&path, "one").unwrap();
        let error = fill(&path, "two").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
