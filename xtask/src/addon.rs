//! Building the native addon of Node and putting it where the package looks for it.

use std::env::consts::{ARCH, DLL_PREFIX, DLL_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::recorded::Recorded;
use crate::run::{Log, Run as _};
use crate::workspace::Workspace;

/// What to build.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// The Cargo profile.
    #[arg(long, default_value = "release")]
    pub(crate) profile: String,
    /// Compile it by a profile recorded first, as what is published is: takes twice as long.
    #[arg(long, conflicts_with = "profile")]
    pub(crate) recorded: bool,
}

/// Compiles the addon for this machine and copies it; gives the path of the copy.
pub(crate) fn build(workspace: &Workspace, log: &mut Log, options: &Options) -> Result<PathBuf> {
    let recorded = options
        .recorded
        .then(|| Recorded::record(workspace, log))
        .transpose()?;
    build_by(workspace, log, &options.profile, recorded.as_ref())
}

/// The same, by a profile that was recorded before, if there is one.
pub(crate) fn build_by(
    workspace: &Workspace,
    log: &mut Log,
    profile: &str,
    recorded: Option<&Recorded>,
) -> Result<PathBuf> {
    let mut cargo = workspace.cargo();
    cargo
        .args(["build", "--package", "llm-types-node", "--lib"])
        .args(["--profile", profile]);
    let Some(recorded) = recorded else {
        cargo.run(log)?;
        return install(workspace, log, profile);
    };
    recorded.guide(&mut cargo);
    cargo.run(log)?;
    install_from(workspace, log, &recorded.folder(workspace, profile))
}

/// Copies what an earlier build of `profile` made.
pub(crate) fn install(workspace: &Workspace, log: &mut Log, profile: &str) -> Result<PathBuf> {
    let folder = workspace.target().join(Workspace::profile_folder(profile));
    install_from(workspace, log, &folder)
}

/// Copies the addon that Cargo put into a folder to where the package looks for it.
fn install_from(workspace: &Workspace, log: &mut Log, from: &Path) -> Result<PathBuf> {
    let addon = copy(from, &workspace.root().join(FOLDER))?;
    let size = fs::metadata(&addon).map_or(0, |file| file.len());
    log.line(&format!("{}: {size} bytes", workspace.shown(&addon)));
    Ok(addon)
}

/// Where a package has its addons, from its root.
pub(crate) const FOLDER: &str = "bindings-node/dist";

/// Copies the addon that Cargo put into a folder, under the name by which Node finds it.
pub(crate) fn copy(from: &Path, folder: &Path) -> Result<PathBuf> {
    let compiled = from.join(format!("{DLL_PREFIX}llm_types_node{DLL_SUFFIX}"));
    fs::create_dir_all(folder)?;
    let addon = folder.join(format!("llm-types.{}.node", platform()));
    // Node may have the old file mapped; a new file under the same name is safe, a
    // file whose bytes change is not.
    if addon.exists() {
        fs::remove_file(&addon)?;
    }
    fs::copy(&compiled, &addon).with_context(|| format!("no addon at {}", compiled.display()))?;
    Ok(addon)
}

/// The platform in Node's own words (`process.platform`, `process.arch`), with the
/// C library where one system has two.
fn platform() -> String {
    let arch = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    };
    match OS {
        "macos" => format!("darwin-{arch}"),
        "windows" => format!("win32-{arch}-msvc"),
        "linux" if cfg!(target_env = "musl") => format!("linux-{arch}-musl"),
        "linux" => format!("linux-{arch}-gnu"),
        other => format!("{other}-{arch}"),
    }
}
