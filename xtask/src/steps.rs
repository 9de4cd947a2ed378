//! The list of steps of `cargo xtask test`. To add one, add a line.
//!
//! The order is the order of starting: what others wait for comes first, and what
//! fails most often and cheapest before what takes minutes. How steps are run is in
//! [`crate::schedule`].

use anyhow::Result;

use crate::install::{self, BARE_METAL};
use crate::run::{Log, Run as _};
use crate::schedule::{Lane, Step};
use crate::tidy;
use crate::workspace::Workspace;

/// Every step, in order.
pub(crate) const ALL: &[Step] = &[
    free("tidy", "our files keep our own rules", &[], tidy::check),
    cargo("fmt", "Rust is formatted", &[], fmt),
    free(
        "rust",
        "targets and components are there",
        &[],
        install::rust,
    ),
    tests(
        "rust-tests",
        "Rust units, laws and examples",
        &["rust"],
        rust_tests,
    ),
    cargo(
        "no-std",
        "the core builds without an operating system",
        &["rust"],
        no_std,
    ),
    cargo("clippy", "Rust lints", &["rust"], clippy),
    cargo(
        "docs",
        "Rust documentation has no broken link",
        &["rust"],
        docs,
    ),
];

type Work = fn(&Workspace, &mut Log) -> Result<()>;

const fn step(
    lane: Lane,
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    Step {
        name,
        proves,
        needs,
        lane,
        tests: false,
        run,
    }
}

const fn cargo(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    step(Lane::Cargo, name, proves, needs, run)
}

const fn free(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    step(Lane::Free, name, proves, needs, run)
}

/// A step of Cargo's that runs tests.
const fn tests(
    name: &'static str,
    proves: &'static str,
    needs: &'static [&'static str],
    run: Work,
) -> Step {
    Step {
        tests: true,
        ..cargo(name, proves, needs, run)
    }
}

fn fmt(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace.cargo().args(["fmt", "--all", "--check"]).run(log)
}

fn clippy(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ])
        .run(log)
}

fn no_std(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args([
            "build",
            "--package",
            "llm-types-core",
            "--target",
            BARE_METAL,
        ])
        .run(log)
}

fn rust_tests(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args(["test", "--workspace", "--no-fail-fast"])
        .run(log)
}

fn docs(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args(["doc", "--workspace", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run(log)
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn names_are_unique_and_needs_come_first() {
        for (at, step) in ALL.iter().enumerate() {
            let before = &ALL[..at];
            assert!(before.iter().all(|other| other.name != step.name));
            for need in step.needs {
                assert!(
                    before.iter().any(|other| other.name == *need),
                    "`{}` needs `{need}`, which does not come before it",
                    step.name
                );
            }
        }
    }
}
