//! The artefacts that tests and the demo use: command line, addon, wasm, extension.
//!
//! All without the minutes of link-time optimisation that a release takes: `cargo xtask pack`
//! makes what is published. What runs on this machine is built by the profile of the tests of
//! Rust, whose core it shares, and so with their checks for overflow; wasm by one of its own.

use std::path::PathBuf;

use anyhow::Result;

use crate::run::{Log, Run as _};
use crate::workspace::Workspace;
use crate::{addon, wasm};

/// The Cargo profile of what runs on this machine.
pub(crate) const PROFILE: &str = "dev";

/// The command line and the addon, in one build because they share the core.
pub(crate) fn native(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .cargo()
        .args(["build", "--profile", PROFILE])
        .args(["--package", "llm-types-node", "--package", "llm-types-cli"])
        .run(log)?;
    addon::install(workspace, log, PROFILE).map(drop)
}

/// The wasm module, with the glue that every JavaScript host loads.
pub(crate) fn wasm(workspace: &Workspace, log: &mut Log) -> Result<()> {
    wasm::build(workspace, log, &wasm::Options::default()).map(drop)
}

/// The TypeScript facade over both.
pub(crate) fn javascript(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace.npm().args(["run", "build:js"]).run(log)
}

/// The Python package, installed into the project's own environment.
pub(crate) fn python(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .python_tool("maturin")
        .args(["develop", "--profile", PROFILE])
        .run(log)
}

/// The files that are generated from the core; with `check`, only whether they are.
pub(crate) fn codegen(workspace: &Workspace, log: &mut Log, check: bool) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo.args(["run", "--quiet", "--package", "llm-types-codegen", "--"]);
    if check {
        cargo.arg("--check");
    }
    cargo.run(log)
}

/// The command-line program that [`native`] built.
pub(crate) fn command_line(workspace: &Workspace) -> PathBuf {
    workspace
        .target()
        .join(Workspace::profile_folder(PROFILE))
        .join(format!("llm-types{}", std::env::consts::EXE_SUFFIX))
}
