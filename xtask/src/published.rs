//! Compiled code as it is published: with link-time optimisation, by a recorded profile.
//!
//! `cargo xtask pack` packs it and `cargo xtask bench` races it. What tests use is in
//! [`crate::artefacts`]: built once, and without link-time optimisation.

use std::path::PathBuf;

use anyhow::Result;

use crate::recorded::Recorded;
use crate::run::Log;
use crate::workspace::Workspace;
use crate::{addon, install, wasm};

/// What was built, beside what now stands where the packages look for it.
pub(crate) struct Published {
    /// The profile, for a build of the Python extension.
    pub(crate) recorded: Recorded,
    /// Each `.wasm` file.
    pub(crate) modules: Vec<PathBuf>,
}

/// Installs what a build needs, and builds the wasm module, the JavaScript and the addon.
pub(crate) fn build(workspace: &Workspace, log: &mut Log) -> Result<Published> {
    install::rust(workspace, log)?;
    install::npm(workspace, log)?;
    install::python(workspace, log)?;
    let options = wasm::Options {
        profile: "release-wasm".to_owned(),
        ..wasm::Options::default()
    };
    let modules = wasm::build(workspace, log, &options)?;
    // Builds the JavaScript, too.
    let recorded = Recorded::record(workspace, log)?;
    addon::build_by(workspace, log, "release", Some(&recorded))?;
    Ok(Published { recorded, modules })
}
