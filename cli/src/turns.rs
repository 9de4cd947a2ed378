//! Runs of this program that replace files of one folder do so one after the other: what one
//! has compared is not replaced by another before it is done.
//!
//! The lock is that of the system on the folder itself, so that nothing is left behind
//! whatever becomes of a run, and other programs need not know of it.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;

use crate::failure::Failure;
use crate::stop::Stop;

/// The folders that this run may replace files of, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _folders: Vec<File>,
}

impl Turn {
    /// Waits until nobody else is at these folders. All runs ask for them in the same order,
    /// so that no two wait for each other.
    pub(crate) fn wait(folders: &BTreeSet<&Path>, stop: &Stop) -> Result<Self, Failure> {
        let mut held = Vec::with_capacity(folders.len());
        for folder in folders {
            held.extend(locked(folder, stop)?);
        }
        Ok(Self { _folders: held })
    }
}

/// Nothing where the system has no lock for a folder, or lets nobody look into it.
#[cfg(unix)]
fn locked(folder: &Path, stop: &Stop) -> Result<Option<File>, Failure> {
    use std::fs::TryLockError;
    use std::time::Duration;

    const A_MOMENT: Duration = Duration::from_millis(2);
    let Ok(file) = File::open(folder) else {
        return Ok(None);
    };
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => {
                stop.check()?;
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
