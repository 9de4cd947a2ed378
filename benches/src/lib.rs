//! What all benchmarks share: a race with interleaved laps, and a random source.
//!
//! A benchmark prints; it never fails because something was slow. Targets are
//! printed beside the ratio, and a person judges.

use std::hint::black_box;
use std::time::{Duration, Instant};

pub mod random;
pub mod texts;

/// One contender: its name and one lap of work.
pub struct Runner<'r> {
    name: &'static str,
    lap: Box<dyn FnMut() -> u64 + 'r>,
}

/// Contenders that do the same work, timed in turns.
pub struct Race<'r> {
    runners: Vec<Runner<'r>>,
}

/// The best lap of one contender.
#[derive(Debug, Clone, Copy)]
pub struct Lap {
    /// Who ran.
    pub name: &'static str,
    /// The shortest of all laps: on a busy machine the one that was disturbed least.
    pub best: Duration,
}

impl<'r> Race<'r> {
    /// A race without contenders.
    pub const fn new() -> Self {
        Self {
            runners: Vec::new(),
        }
    }

    /// Adds a contender. A lap returns a number made from its result, so that no
    /// work can be left out.
    #[must_use]
    pub fn run(mut self, name: &'static str, lap: impl FnMut() -> u64 + 'r) -> Self {
        self.runners.push(Runner {
            name,
            lap: Box::new(lap),
        });
        self
    }

    /// Runs `rounds` turns of two laps of each contender, one contender after the
    /// other, so that a disturbance hits all alike, and gives the best lap of each.
    /// Two, because the first finds the caches full of somebody else's tables.
    pub fn finish(mut self, rounds: u32) -> Vec<Lap> {
        let mut best = vec![Duration::MAX; self.runners.len()];
        for _ in 0..rounds {
            for (runner, best) in self.runners.iter_mut().zip(&mut best) {
                for _ in 0..2 {
                    let start = Instant::now();
                    black_box((runner.lap)());
                    *best = start.elapsed().min(*best);
                }
            }
        }
        let names = self.runners.iter().map(|runner| runner.name);
        names
            .zip(best)
            .map(|(name, best)| Lap { name, best })
            .collect()
    }
}

impl Default for Race<'_> {
    fn default() -> Self {
        Self::new()
    }
}
