//! Signals that ask the program to stop, while there is something to be put in order first.
//!
//! They are remembered, and looked for where the program can stop. A thread that waited for them
//! would remove files while this one still makes them.

use crate::failure::Failure;

/// Signals wait from when it is made until it is released.
#[derive(Debug, Default)]
pub(crate) struct Stop(signals::Held);

impl Stop {
    /// Lets signals wait.
    pub(crate) fn hold() -> Self {
        Self(signals::Held::new())
    }

    /// Refuses to go on after a signal.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.0.came() == 0 {
            return Ok(());
        }
        Err(Failure::coded(
            "TARGET_UNWRITABLE",
            "the program was asked to stop; nothing was replaced".into(),
        ))
    }

    /// Lets signals through again. If the work failed, a signal that came ends the program as it
    /// would have done at once; work that is done stays done.
    pub(crate) fn release(self, done: Result<(), Failure>) -> Result<(), Failure> {
        self.0.release(done.is_err());
        done
    }
}

#[cfg(unix)]
mod signals {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::{flag, low_level};

    #[derive(Debug, Default)]
    pub(super) struct Held {
        /// The number of the last signal.
        came: Arc<AtomicUsize>,
        /// Whether signals do again what they do without this.
        through: Arc<AtomicBool>,
    }

    impl Held {
        /// Where a signal cannot be held, it does what it did.
        pub(super) fn new() -> Self {
            let held = Self::default();
            let ignored = ignored();
            for signal in [SIGHUP, SIGINT, SIGTERM] {
                let number = usize::try_from(signal).unwrap_or_default();
                // `nohup`, and a shell for its jobs in the background, want it ignored.
                if number == 0 || ignored >> (number - 1) & 1 == 1 {
                    continue;
                }
                let through = Arc::clone(&held.through);
                if flag::register_conditional_default(signal, through).is_ok() {
                    let _ = flag::register_usize(signal, Arc::clone(&held.came), number);
                }
            }
            held
        }

        pub(super) fn came(&self) -> usize {
            self.came.load(Ordering::SeqCst)
        }

        pub(super) fn release(&self, failed: bool) {
            self.through.store(true, Ordering::SeqCst);
            if let (true, Ok(signal @ 1..)) = (failed, i32::try_from(self.came())) {
                let _ = low_level::emulate_default_handler(signal);
            }
        }
    }

    /// The signals that whoever started the program wants it to ignore, a bit each; none
    /// where the system has no way to ask.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or(0)
    }
}

#[cfg(not(unix))]
mod signals {
    #[derive(Debug, Default)]
    pub(super) struct Held;

    impl Held {
        pub(super) const fn new() -> Self {
            Self
        }

        pub(super) const fn came(&self) -> usize {
            0
        }

        pub(super) const fn release(&self, _: bool) {}
    }
}
