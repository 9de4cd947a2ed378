//! Files are replaced: all of them, or none.
//!
//! Every new text is first written, whole, to a temporary file in the folder of its
//! target and brought to the disk. Then it is made sure that no target was changed
//! since it was read, and only then they take the places of their targets, one after
//! the other. So a file is at every moment the old one or the new one, also where the
//! program is killed or the power fails. Whoever asks the program to stop is heard until the
//! first of them takes its place, and then no more. Between two files there is no such promise:
//! a request that was cut short is sent again, and finds the first ones done.
//!
//! The owner and the mode bits are kept; what else a system may attach to a file is
//! not. Two runs of this program take turns ([`crate::folder_lock`]); what another program does in
//! the folder between the check and the replacement is not seen.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::failure::Failure;
use crate::stop::Stop;

/// How the names of temporary files begin and end. Those of a program that was killed
/// stay, and may be removed.
pub(crate) const PREFIX: &str = ".llm-types-";
pub(crate) const SUFFIX: &str = ".tmp";

const UNPROTECT: &str = "Make the file writable, or leave it out of the request.";
const LEAVE_OUT: &str =
    "Remove what stands in the way, if you can, or leave the file out of the request.";
const NOT_OURS: &str = "Run the command as the owner of the file and in its group, give the file \
    to yourself, or leave it out of the request.";

/// What becomes of one file.
#[derive(Debug)]
pub(crate) struct Change<'t> {
    /// What to call it.
    pub(crate) name: String,
    /// Where it is, without links.
    pub(crate) path: PathBuf,
    /// The text that was read.
    pub(crate) old: &'t [u8],
    /// The text that it is to have.
    pub(crate) new: &'t [u8],
}

/// New texts that are on the disk, beside their targets. Dropped, they are removed.
#[derive(Debug)]
pub(crate) struct Staged<'t>(Vec<(Change<'t>, TempPath)>);

impl Change<'_> {
    /// Whether a path leads to the file, by whatever name.
    pub(crate) fn is_file(&self, path: &Path) -> bool {
        Identity::of(path) == Identity::of(&self.path)
    }

    /// Refuses a file that may not be written. A folder that may be written lets any
    /// of its files be replaced, so that this is asked and not left to fail.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let refused = |why: &str, help| {
            let message = format!("`{}` is not replaced: {why}", self.name);
            Err(Failure::helped("TARGET_REFUSED", message, help))
        };
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::PermissionDenied => refused("you may not write it", UNPROTECT),
            _ => refused(&error.to_string(), LEAVE_OUT),
        };
        match std::fs::symlink_metadata(&self.path) {
            Ok(about) if !about.is_file() => refused("it is no file", LEAVE_OUT),
            Ok(about) if about.permissions().readonly() => refused("it is read-only", UNPROTECT),
            Ok(_) => match OpenOptions::new().write(true).open(&self.path) {
                Ok(_) => Ok(()),
                Err(error) => failed(error),
            },
            Err(error) => failed(error),
        }
    }
}

impl<'t> Staged<'t> {
    /// Writes the new texts beside their targets.
    pub(crate) fn write(changes: Vec<Change<'t>>, stop: &Stop) -> Result<Self, Failure> {
        let mut staged = Vec::with_capacity(changes.len());
        for change in changes {
            stop.check()?;
            change.check()?;
            let temporary = temporary(&change.path, change.new).map_err(|step| {
                let name = &change.name;
                match step {
                    Step::Text(_) => unwritable(format!(
                        "cannot write beside `{name}`: {step}; nothing was replaced"
                    )),
                    Step::Owner(_) => Failure::helped(
                        "TARGET_UNWRITABLE",
                        format!("`{name}` is not replaced: {step}; nothing was replaced"),
                        NOT_OURS,
                    ),
                }
            })?;
            staged.push((change, temporary));
        }
        Ok(Self(staged))
    }

    /// The folders of the targets.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        let changes = self.0.iter();
        changes.filter_map(|(change, _)| change.path.parent())
    }

    /// Makes sure that every target still is what was read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for (change, _) in &self.0 {
            let same = std::fs::symlink_metadata(&change.path).is_ok_and(|about| about.is_file())
                && change
                    .path
                    .canonicalize()
                    .is_ok_and(|path| path == change.path)
                && std::fs::read(&change.path).is_ok_and(|text| text == change.old);
            if !same {
                return Err(Failure::coded(
                    "TARGET_CHANGED",
                    format!(
                        "`{}` was changed after it was read; nothing was replaced",
                        change.name
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Puts the new texts in the places of their targets. Where one cannot be, those
    /// before it get their old texts back. A failure after which some files have their new
    /// texts is a partial one.
    pub(crate) fn replace(self) -> Result<(), Failure> {
        let mut done: Vec<Change<'t>> = Vec::with_capacity(self.0.len());
        for (change, temporary) in self.0 {
            if let Err(error) = temporary.persist(&change.path) {
                let (rest, is_whole) = put_back(&done);
                let failure = unwritable(format!(
                    "cannot replace `{}`: {}; {rest}",
                    change.name, error.error
                ));
                return Err(if is_whole { failure } else { failure.partly() });
            }
            done.push(change);
        }
        let folders: BTreeSet<&Path> = done.iter().filter_map(|one| one.path.parent()).collect();
        for folder in folders {
            sync(folder).map_err(|error| {
                unwritable(format!(
                    "the files are replaced, but `{}` may not be on the disk: {error}",
                    folder.display()
                ))
                .partly()
            })?;
        }
        Ok(())
    }
}

/// Gives files their old texts back, the last one first, and says what became of it, and
/// whether all have them.
fn put_back(done: &[Change<'_>]) -> (String, bool) {
    let mut lost = Vec::new();
    for change in done.iter().rev() {
        let back = match std::fs::read(&change.path) {
            Ok(text) if text != change.new => Err(io::Error::other("it was changed again")),
            _ => temporary(&change.path, change.old)
                .map_err(|step| io::Error::other(step.to_string()))
                .and_then(|old| old.persist(&change.path).map_err(|error| error.error)),
        };
        if let Err(error) = back {
            lost.push(format!(
                "`{}` has its new text and could not be put back: {error}",
                change.name
            ));
        }
    }
    let is_whole = lost.is_empty();
    let said = match (is_whole, done.len()) {
        (true, 0) => "nothing was replaced".into(),
        (true, 1) => "the file before it was put back, so that nothing is changed".into(),
        (true, count) => {
            format!("the {count} files before it were put back, so that nothing is changed")
        }
        (false, _) => lost.join("; "),
    };
    (said, is_whole)
}

/// What failed while a temporary file was made.
enum Step {
    Text(io::Error),
    Owner(io::Error),
}

impl From<io::Error> for Step {
    fn from(error: io::Error) -> Self {
        Self::Text(error)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The error of the system names the temporary file, which nobody knows.
            Self::Text(error) if error.kind() == ErrorKind::PermissionDenied => {
                out.write_str("you may not write to its folder")
            }
            Self::Text(error) => error.fmt(out),
            Self::Owner(error) => write!(out, "its owner and group cannot be kept: {error}"),
        }
    }
}

/// Writes a text to a new file beside `target`, with its owner and mode bits, and
/// brings it to the disk.
fn temporary(target: &Path, text: &[u8]) -> Result<TempPath, Step> {
    let folder = target
        .parent()
        .ok_or_else(|| io::Error::from(ErrorKind::NotADirectory))?;
    let about = std::fs::metadata(target)?;
    let mut file = Builder::new()
        .prefix(PREFIX)
        .suffix(SUFFIX)
        .tempfile_in(folder)?;
    file.write_all(text)?;
    keep_owner(file.as_file(), &about).map_err(Step::Owner)?;
    file.as_file().set_permissions(about.permissions())?;
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// Before the mode bits, because a new owner takes some of them away.
#[cfg(unix)]
fn keep_owner(file: &File, about: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = file.metadata()?;
    if (now.uid(), now.gid()) == (about.uid(), about.gid()) {
        return Ok(());
    }
    fchown(file, Some(about.uid()), Some(about.gid()))
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "there it can fail")]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// What is the same for all names of a file, and for no two files.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Identity {
    /// The number of the device, and the number of the file on it.
    #[cfg(unix)]
    Number(u64, u64),
    Path(PathBuf),
}

impl Identity {
    /// That of a file that may or may not be there.
    pub(crate) fn of(path: &Path) -> Self {
        #[cfg(unix)]
        if let Ok(about) = std::fs::metadata(path) {
            use std::os::unix::fs::MetadataExt as _;
            return Self::Number(about.dev(), about.ino());
        }
        Self::Path(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }
}

/// Brings the names in a folder to the disk.
#[cfg(unix)]
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Not every file system can.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "there it can fail")]
pub(crate) fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}

fn unwritable(message: String) -> Failure {
    Failure::coded("TARGET_UNWRITABLE", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn change(folder: &Path, name: &str) -> Change<'static> {
        let path = folder.canonicalize().unwrap().join(name);
        std::fs::write(&path, "old").unwrap();
        Change {
            name: name.into(),
            path,
            old: b"old",
            new: b"new",
        }
    }

    fn text(folder: &Path, name: &str) -> String {
        std::fs::read_to_string(folder.join(name)).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_that_may_not_be_written_is_told_without_the_temporary_file() {
        let denied = io::Error::new(ErrorKind::PermissionDenied, "denied at path \".x.tmp\"");
        let said = Step::from(denied).to_string();
        assert_eq!(said, "you may not write to its folder");
    }

    #[test]
    fn a_file_that_was_changed_since_stops_all() {
        let folder = folder();
        let folder = folder.path();
        let staged = Staged::write(
            vec![change(folder, "a"), change(folder, "b")],
            &Stop::hold(),
        )
        .unwrap();
        assert_eq!(names(folder).len(), 4);
        std::fs::write(folder.join("b"), "other").unwrap();
        let failure = staged.check().unwrap_err();
        assert!(failure.to_json().contains("\"TARGET_CHANGED\""));
        drop(staged);
        assert_eq!(names(folder), ["a", "b"]);
        assert_eq!(
            (text(folder, "a"), text(folder, "b")),
            ("old".into(), "other".into())
        );
    }

    /// A file cannot take the place of a folder, whoever asks.
    #[test]
    fn where_one_cannot_be_replaced_the_others_are_put_back() {
        let folder = folder();
        let folder = folder.path();
        let changes = ["a", "b", "c", "d"].map(|name| change(folder, name));
        let staged = Staged::write(changes.into(), &Stop::hold()).unwrap();
        staged.check().unwrap();
        std::fs::remove_file(folder.join("c")).unwrap();
        std::fs::create_dir(folder.join("c")).unwrap();
        let failure = staged.replace().unwrap_err().to_json();
        assert!(failure.contains("\"TARGET_UNWRITABLE\""), "{failure}");
        assert!(
            failure.contains("the 2 files before it were put back"),
            "{failure}"
        );
        assert_eq!(names(folder), ["a", "b", "c", "d"]);
        for name in ["a", "b", "d"] {
            assert_eq!(text(folder, name), "old");
        }
    }

    #[test]
    fn what_somebody_wrote_meanwhile_is_not_put_back() {
        let folder = folder();
        let folder = folder.path();
        let one = change(folder, "a");
        std::fs::write(&one.path, "theirs").unwrap();
        let (said, is_whole) = put_back(&[one]);
        assert!(
            said.contains("could not be put back") && !is_whole,
            "{said}"
        );
        assert_eq!(text(folder, "a"), "theirs");
    }

    #[test]
    #[cfg(unix)]
    fn mode_bits_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder();
        let folder = folder.path();
        for mode in [0o755, 0o600, 0o664] {
            let one = change(folder, "a");
            let path = one.path.clone();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            Staged::write(vec![one], &Stop::hold())
                .unwrap()
                .replace()
                .unwrap();
            let now = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!((now & 0o7777, text(folder, "a")), (mode, "new".into()));
        }
        assert_eq!(names(folder), ["a"]);
    }
}
