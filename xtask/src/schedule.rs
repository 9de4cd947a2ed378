//! Running a list of steps: in order of need, two at a time, each with its own log.
//!
//! What the steps do is in [`crate::steps`]; nothing here knows a step by name.
//!
//! A machine with two cores is the smallest we promise to be quick on. Cargo locks the
//! folder of the profile that it builds, so two steps in one folder only wait for each
//! other: while one worker builds, the other takes a step that needs another folder, or none.

use std::io::IsTerminal as _;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::counts;
use crate::run::Log;
use crate::workspace::Workspace;

/// What a step competes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The folder in which Cargo builds a profile: one step at a time.
    Cargo(&'static str),
    /// Nothing that another step needs.
    Free,
}

/// One named thing that can pass or fail.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// The name for `--only`: lower case with hyphens.
    pub(crate) name: &'static str,
    /// What a pass proves, in a few words.
    pub(crate) proves: &'static str,
    /// Names of the steps that must have passed before.
    pub(crate) needs: &'static [&'static str],
    /// What the step competes for.
    pub(crate) lane: Lane,
    /// Whether the step runs tests of which at least one must have run.
    pub(crate) tests: bool,
    /// The work.
    pub(crate) run: fn(&Workspace, &mut Log) -> Result<()>,
}

/// How a step ended.
#[derive(Debug)]
enum End {
    Passed { tests: u64 },
    Failed { error: String, log: Log },
    Skipped { missing: &'static str },
}

struct Report {
    step: Step,
    end: End,
    time: Duration,
}

/// How to run the list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// Output of each step straight to the terminal, one step at a time.
    pub(crate) verbose: bool,
}

struct State {
    waiting: Vec<Step>,
    running: Vec<Step>,
    done: Vec<Report>,
}

/// The steps that `wanted` names, with everything they need, in list order.
///
/// No name at all means every step.
pub(crate) fn select(steps: &[Step], wanted: &[String]) -> Result<Vec<Step>> {
    if wanted.is_empty() {
        return Ok(steps.to_vec());
    }
    let mut names: Vec<&str> = Vec::new();
    let mut open: Vec<&str> = wanted.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        let Some(step) = steps.iter().find(|step| step.name == name) else {
            let known: Vec<&str> = steps.iter().map(|step| step.name).collect();
            bail!("no step `{name}`; there are: {}", known.join(", "));
        };
        if !names.contains(&name) {
            names.push(name);
            open.extend(step.needs);
        }
    }
    Ok(steps
        .iter()
        .filter(|step| names.contains(&step.name))
        .copied()
        .collect())
}

/// Runs the steps and prints how each ended; whether all passed.
pub(crate) fn run_all(workspace: &Workspace, steps: Vec<Step>, manner: Manner) -> bool {
    let started = Instant::now();
    let total = steps.len();
    let state = Mutex::new(State {
        waiting: steps,
        running: Vec::new(),
        done: Vec::new(),
    });
    let changed = Condvar::new();
    let workers = if manner.verbose { 1 } else { 2 };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| work(workspace, &state, &changed, manner, total));
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary(workspace, &state.done, started.elapsed())
}

fn work(
    workspace: &Workspace,
    state: &Mutex<State>,
    changed: &Condvar,
    manner: Manner,
    total: usize,
) {
    let mut guard = state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        skip_the_hopeless(&mut guard, total);
        let Some(step) = next(&mut guard) else {
            if guard.waiting.is_empty() {
                changed.notify_all();
                return;
            }
            guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        if manner.verbose || std::io::stderr().is_terminal() {
            eprintln!("      ...  {}", step.name);
        }
        drop(guard);
        let report = run_one(workspace, step, manner);
        guard = state.lock().unwrap_or_else(PoisonError::into_inner);
        guard.running.retain(|running| running.name != step.name);
        guard.done.push(report);
        if let Some(report) = guard.done.last() {
            announce(report, guard.done.len(), total);
        }
        changed.notify_all();
    }
}

/// Takes the first step that could run now, and marks it as running.
fn next(state: &mut State) -> Option<Step> {
    let busy =
        |lane: Lane| lane != Lane::Free && state.running.iter().any(|running| running.lane == lane);
    let at = state.waiting.iter().position(|step| {
        !busy(step.lane)
            && step.needs.iter().all(|need| {
                // A need that is not in the list at all was left out on purpose.
                !state.waiting.iter().any(|other| other.name == *need)
                    && !state.running.iter().any(|other| other.name == *need)
            })
    })?;
    let step = state.waiting.remove(at);
    state.running.push(step);
    Some(step)
}

/// Skips the steps that need a step which did not pass.
fn skip_the_hopeless(state: &mut State, total: usize) {
    loop {
        let found = state.waiting.iter().enumerate().find_map(|(at, step)| {
            let missing = step.needs.iter().find(|need| {
                state.done.iter().any(|report| {
                    report.step.name == **need && !matches!(report.end, End::Passed { .. })
                })
            })?;
            Some((at, *missing))
        });
        let Some((at, missing)) = found else { return };
        let report = Report {
            step: state.waiting.remove(at),
            end: End::Skipped { missing },
            time: Duration::ZERO,
        };
        state.done.push(report);
        if let Some(report) = state.done.last() {
            announce(report, state.done.len(), total);
        }
    }
}

fn run_one(workspace: &Workspace, step: Step, manner: Manner) -> Report {
    let started = Instant::now();
    let mut log = Log::terminal();
    let mut result = Ok(());
    if !manner.verbose {
        let path = workspace
            .scratch()
            .join("log")
            .join(format!("{}.txt", step.name));
        match Log::file(&path) {
            Ok(file) => log = file,
            Err(error) => result = Err(error),
        }
    }
    let result = result.and_then(|()| (step.run)(workspace, &mut log));
    let tests = counts::tests_in(&log.read());
    let end = match result {
        Ok(()) if step.tests && tests == 0 && !manner.verbose => End::Failed {
            error: "no test ran".to_owned(),
            log,
        },
        Ok(()) => End::Passed { tests },
        Err(error) => End::Failed {
            error: format!("{error:#}"),
            log,
        },
    };
    Report {
        step,
        end,
        time: started.elapsed(),
    }
}

fn announce(report: &Report, done: usize, total: usize) {
    let seconds = report.time.as_secs_f64();
    let name = report.step.name;
    let proves = report.step.proves;
    let head = |word: &str| format!("[{done:>2}/{total}] {word:<6} {seconds:>6.1} s  {name:<18}");
    match &report.end {
        End::Passed { tests: 0 } => println!("{} {proves}", head("ok")),
        End::Passed { tests } => println!("{} {proves} ({tests} tests)", head("ok")),
        End::Skipped { missing } => println!("{} needs `{missing}`", head("skip")),
        End::Failed { error, log } => {
            println!("{} {error}", head("FAILED"));
            let text = log.read();
            let lines: Vec<&str> = text.lines().collect();
            let shown = lines.len().saturating_sub(SHOWN_ON_FAILURE);
            if shown > 0 {
                println!("    | ({shown} lines before these are in the log)");
            }
            for line in lines.iter().skip(shown) {
                println!("    | {line}");
            }
        }
    }
}

/// Enough for a compiler's or a test runner's whole report, not for a flood.
const SHOWN_ON_FAILURE: usize = 150;

/// Prints the failures again and, last, the line that CI reads.
fn summary(workspace: &Workspace, done: &[Report], time: Duration) -> bool {
    let mut tests_run = 0;
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for report in done {
        match report.end {
            End::Passed { tests } => {
                passed += 1;
                tests_run += tests;
            }
            End::Failed { .. } => failed += 1,
            End::Skipped { .. } => skipped += 1,
        }
    }
    println!();
    for report in done {
        if let End::Failed { error, .. } = &report.end {
            let name = report.step.name;
            println!("failed: {name}: {error}");
            println!("        again with: cargo xtask test --only {name} --verbose");
        }
    }
    println!(
        "{tests_run} tests in {} steps, {:.0} s; logs in {}",
        done.len(),
        time.as_secs_f64(),
        workspace.shown(&workspace.scratch().join("log")),
    );
    let skipped_too = if skipped > 0 {
        format!(", {skipped} skipped")
    } else {
        String::new()
    };
    println!("{passed} passed, {failed} failed{skipped_too}");
    failed == 0 && skipped == 0
}

#[cfg(test)]
mod tests;
