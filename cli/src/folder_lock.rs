//! Runs of this program that replace files of one folder take turns: what one has compared is
//! not replaced by another before it is done.
//!
//! The lock is that of the system on the folder itself, so that nothing is left behind
//! whatever becomes of a run. Other programs need not know of it.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use crate::failure::Failure;
use crate::replace::Identity;
use crate::stop::Stop;

/// Holds folders for this run until it is dropped.
#[derive(Debug)]
pub(crate) struct FolderLock {
    _folders: Vec<File>,
}

impl FolderLock {
    /// Waits until nobody else holds any of these folders. A folder that has two paths is held
    /// once, and all runs ask in the same order, so that nobody waits for itself or in a ring.
    pub(crate) fn wait<'p>(
        folders: impl Iterator<Item = &'p Path>,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        let folders: BTreeMap<Identity, &Path> = folders
            .map(|folder| (Identity::of(folder), folder))
            .collect();
        let mut held = Vec::with_capacity(folders.len());
        for folder in folders.values() {
            held.extend(locked(folder, stop)?);
        }
        Ok(Self { _folders: held })
    }
}

/// The lock of a folder; nothing where the system has none, or the folder may not be opened.
#[cfg(unix)]
fn locked(folder: &Path, stop: &Stop) -> Result<Option<File>, Failure> {
    use std::fs::TryLockError;
    use std::time::{Duration, Instant};

    const A_MOMENT: Duration = Duration::from_millis(2);
    /// Others are done long before.
    const LONG: Duration = Duration::from_secs(2);
    let Ok(file) = File::open(folder) else {
        return Ok(None);
    };
    let since = Instant::now();
    let mut is_told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => {
                stop.check()?;
                if !is_told && since.elapsed() > LONG {
                    is_told = true;
                    crate::output::stderr(&format!(
                        "waiting for another program that has locked `{}`\n",
                        folder.display()
                    ));
                }
                std::thread::sleep(A_MOMENT);
            }
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "there it can fail")]
fn locked(_: &Path, _: &Stop) -> Result<Option<File>, Failure> {
    Ok(None)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// Whether a second run would have to wait.
    fn is_held(folder: &Path) -> bool {
        File::open(folder).unwrap().try_lock().is_err()
    }

    #[test]
    fn a_folder_with_two_paths_is_held_once_and_let_go() {
        let folder = tempfile::tempdir().unwrap();
        let again = folder.path().join(".");
        let paths = [folder.path(), again.as_path()];
        let lock = FolderLock::wait(paths.into_iter(), &Stop::hold()).unwrap();
        assert!(is_held(folder.path()));
        drop(lock);
        assert!(!is_held(folder.path()));
    }
}
