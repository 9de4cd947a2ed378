//! Laws of the scheduler, on steps that only write down that they ran.

// Every step has the signature that the list wants.
#![allow(clippy::unnecessary_wraps)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Result, bail};

use super::*;

static RAN: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// The steps below share one list.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn note(name: &str) {
    RAN.lock().unwrap().push(name.to_owned());
}

fn first(_: &Workspace, _: &mut Log) -> Result<()> {
    note("first");
    Ok(())
}

fn second(_: &Workspace, log: &mut Log) -> Result<()> {
    note("second");
    log.line("test result: ok. 3 passed; 0 failed");
    Ok(())
}

fn fails(_: &Workspace, _: &mut Log) -> Result<()> {
    note("fails");
    bail!("on purpose")
}

const fn step(
    name: &'static str,
    needs: &'static [&'static str],
    run: fn(&Workspace, &mut Log) -> Result<()>,
) -> Step {
    Step {
        name,
        proves: "",
        needs,
        lane: Lane::Free,
        tests: false,
        run,
    }
}

/// Runs the steps; what ran, in order of starting, and whether all passed.
fn run(steps: &[Step]) -> (Vec<String>, bool) {
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    RAN.lock().unwrap().clear();
    let workspace = Workspace::find().unwrap();
    let passed = run_all(&workspace, steps.to_vec(), Manner { verbose: false });
    (RAN.lock().unwrap().clone(), passed)
}

#[test]
fn a_step_waits_for_what_it_needs() {
    let (ran, passed) = run(&[
        step("test-second", &["test-first"], second),
        step("test-first", &[], first),
    ]);
    assert_eq!(ran, ["first", "second"]);
    assert!(passed);
}

#[test]
fn what_needs_a_failure_is_skipped_and_the_run_fails() {
    let (ran, passed) = run(&[
        step("test-fails", &[], fails),
        step("test-next", &["test-fails"], second),
        step("test-after", &["test-next"], second),
        step("test-other", &[], first),
    ]);
    assert!(!ran.contains(&"second".to_owned()));
    assert!(ran.contains(&"first".to_owned()));
    assert!(!passed);
}

#[test]
fn a_step_of_tests_that_ran_none_fails() {
    let tests = |run| Step {
        tests: true,
        ..step("test-tests", &[], run)
    };
    assert!(!run(&[tests(first)]).1);
    assert!(run(&[tests(second)]).1);
}

/// How many steps of the lane below are at work.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

fn works_alone(_: &Workspace, _: &mut Log) -> Result<()> {
    let others = AT_WORK.fetch_add(1, Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(20));
    AT_WORK.fetch_sub(1, Ordering::SeqCst);
    anyhow::ensure!(others == 0, "another step is in the folder");
    Ok(())
}

#[test]
fn one_step_at_a_time_is_in_a_folder() {
    let lane = |folder: &'static str, name, run| Step {
        lane: Lane::Cargo(folder),
        ..step(name, &[], run)
    };
    assert!(
        run(&[
            lane("test", "test-one", works_alone),
            lane("test", "test-two", works_alone),
            lane("other", "test-three", first),
        ])
        .1
    );
}

#[test]
fn a_choice_brings_its_needs_in_list_order() {
    let all = [
        step("a", &[], first),
        step("b", &["a"], first),
        step("c", &[], first),
        step("d", &["b"], first),
    ];
    let chosen = select(&all, &["d".to_owned()]).unwrap();
    let names: Vec<&str> = chosen.iter().map(|step| step.name).collect();
    assert_eq!(names, ["a", "b", "d"]);
    assert!(select(&all, &["e".to_owned()]).is_err());
}
