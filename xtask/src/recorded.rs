//! What is published is compiled by a recorded profile: how often each branch was taken
//! while an addon that counts did typical work (`benches/hosts/training.mjs`).
//!
//! Documents take 10 to 15 % less time by it; `benches/documents.md` has the figures. One
//! recording serves the addon and the Python extension, for the core in both is the same
//! code. Only functions whose source is as it was are found again in a profile, so it is
//! recorded anew each time and never committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::run::{Log, Run as _};
use crate::workspace::Workspace;
use crate::{addon, artefacts, install};

/// A recorded profile, and the machine that it is for.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    profile: PathBuf,
    machine: String,
}

impl Recorded {
    /// Builds the addon so that it counts, has it work in a copy of the package, and collects
    /// the counts. The package itself is left as it is.
    pub(crate) fn record(workspace: &Workspace, log: &mut Log) -> Result<Self> {
        install::npm(workspace, log)?;
        artefacts::javascript(workspace, log)?;
        workspace
            .command("rustup")
            .args(["component", "add", "llvm-tools"])
            .run(log)?;
        let compiler = Compiler::ask(workspace, log)?;
        let folder = workspace.scratch().join("recorded");
        let counts = emptied(folder.join("counts"))?;
        let package = emptied(folder.join("package"))?;
        copy_package(workspace, &package)?;

        let target = folder.join("target");
        let mut build = workspace.cargo();
        build
            .args(["build", "--package", "llm-types-node", "--lib"])
            .args(["--profile", "release", "--target", &compiler.machine])
            .arg("--target-dir")
            .arg(&target);
        flag(
            &mut build,
            &format!("-Cprofile-generate={}", counts.display()),
        );
        build.run(log)?;
        let built = target.join(&compiler.machine).join("release");
        addon::copy(&built, &package.join(addon::FOLDER))?;
        workspace
            .node()
            .arg("benches/hosts/training.mjs")
            .arg(package.join("dist/native/node.js"))
            .run(log)?;

        let profile = folder.join("llm-types.profdata");
        let counted = fs::read_dir(&counts)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()?;
        if counted.is_empty() {
            bail!(
                "the addon that counts wrote nothing to {}",
                workspace.shown(&counts)
            );
        }
        workspace
            .command(compiler.programs.join("llvm-profdata"))
            .args(["merge", "--output"])
            .arg(&profile)
            .args(counted)
            .run(log)?;
        Ok(Self {
            profile,
            machine: compiler.machine,
        })
    }

    /// Has a build that Cargo does, by itself or through another program, use the profile.
    pub(crate) fn guide(&self, build: &mut Command) {
        build.args(["--target", &self.machine]);
        flag(build, &format!("-Cprofile-use={}", self.profile.display()));
    }

    /// Where Cargo puts what a guided build of `profile` makes.
    pub(crate) fn folder(&self, workspace: &Workspace, profile: &str) -> PathBuf {
        workspace
            .target()
            .join(&self.machine)
            .join(Workspace::profile_folder(profile))
    }
}

/// An empty folder.
fn emptied(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Where a package has what its JavaScript loads, beside the addon.
const LOADED: [&str; 2] = ["dist/native", "bindings-wasm/dist/web"];

/// Copies what the JavaScript of the package needs to run, but for the addon.
fn copy_package(workspace: &Workspace, to: &Path) -> Result<()> {
    let from = workspace.root();
    fs::copy(from.join("package.json"), to.join("package.json"))?;
    for folder in LOADED {
        fs::create_dir_all(to.join(folder))?;
        let files = fs::read_dir(from.join(folder))
            .with_context(|| format!("no {folder}: `cargo xtask wasm` comes first"))?;
        for file in files {
            let file = file?;
            fs::copy(file.path(), to.join(folder).join(file.file_name()))?;
        }
    }
    Ok(())
}

/// Adds a flag to those of the environment. Cargo takes none of its configuration beside them;
/// this project has none there for native code.
fn flag(build: &mut Command, flag: &str) {
    // Between the flags of this variable stand separators, so that paths may have spaces.
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_else(|_| {
        let plain = std::env::var("RUSTFLAGS").unwrap_or_default();
        plain.split_whitespace().collect::<Vec<_>>().join("\u{1f}")
    });
    let separator = if flags.is_empty() { "" } else { "\u{1f}" };
    build.env(
        "CARGO_ENCODED_RUSTFLAGS",
        format!("{flags}{separator}{flag}"),
    );
}

/// The compiler that Cargo calls.
struct Compiler {
    /// The target for which it compiles if it is told none.
    machine: String,
    /// Where its programs of LLVM are.
    programs: PathBuf,
}

impl Compiler {
    fn ask(workspace: &Workspace, log: &mut Log) -> Result<Self> {
        let about = workspace.command("rustc").arg("-vV").output_text(log)?;
        let machine = about
            .lines()
            .find_map(|line| line.strip_prefix("host: "))
            .context("rustc -vV names no host")?
            .to_owned();
        let libraries = workspace
            .command("rustc")
            .args(["--print", "target-libdir"])
            .output_text(log)?;
        let programs = PathBuf::from(libraries.trim()).with_file_name("bin");
        Ok(Self { machine, programs })
    }
}
