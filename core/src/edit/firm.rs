//! Which lines of a run that two texts share can be no others (E6, `rebase`).
//!
//! Of two equal steps one was taken out: which one, nobody can tell, and each reading of
//! the texts keeps as many lines. Beside what was put in or taken out, the lines of a run
//! are firm only as far as they cannot be moved along it.

use alloc::vec::Vec;
use core::cmp::min;

type Line<'a> = &'a [u8];

/// How many lines at the end of `run` may as well be other ones: the same lines end somewhere in
/// the `gap` that follows. O(n) comparisons of lines.
pub(super) fn loose_end(run: &[Line<'_>], gap: &[Line<'_>]) -> usize {
    loose(run.iter().rev(), gap.iter().rev())
}

/// The same of the start of `run` and a `gap` before it.
pub(super) fn loose_start(run: &[Line<'_>], gap: &[Line<'_>]) -> usize {
    loose(run.iter(), gap.iter())
}

/// Both are read in the direction from the gap to the run. How many lines at most the run has in
/// common with what begins somewhere in the gap and goes on into the run.
fn loose<'a>(
    run: impl ExactSizeIterator<Item = &'a Line<'a>> + Clone,
    gap: impl ExactSizeIterator<Item = &'a Line<'a>> + Clone,
) -> usize {
    let Some(first) = run.clone().next() else {
        return 0;
    };
    if !gap.clone().any(|line| line == first) {
        return 0;
    }
    let (length, behind) = (run.len(), gap.len());
    let lines: Vec<Line<'a>> = run.clone().chain(gap).chain(run).copied().collect();
    let shared = shared_with_start(&lines);
    let places = shared.iter().skip(length).take(behind);
    places.map(|shared| min(*shared, length)).max().unwrap_or(0)
}

/// For each place, how many lines from there on are those from the start on (the Z
/// function).
fn shared_with_start(lines: &[Line<'_>]) -> Vec<usize> {
    let mut shared = Vec::with_capacity(lines.len());
    // The run of such lines that reaches farthest.
    let (mut from, mut to) = (0, 0);
    for at in 0..lines.len() {
        let known = match shared.get(at - from) {
            Some(known) if at < to => min(*known, to - at),
            _ => 0,
        };
        let more = lines.iter().skip(known).zip(lines.iter().skip(at + known));
        let length = match at {
            0 => lines.len(),
            _ => known + more.take_while(|(a, b)| a == b).count(),
        };
        if at > 0 && at + length > to {
            (from, to) = (at, at + length);
        }
        shared.push(length);
    }
    shared
}
