//! Where things are: the root, the target folder, the programs of other languages.
//!
//! Nothing here runs a step; it only finds what a step needs, and says in one line
//! what to install where something is missing.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, anyhow};

/// The checkout that the command works on.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Finds the root from the environment that `cargo run` sets, or from the
    /// current folder upwards.
    pub(crate) fn find() -> Result<Self> {
        let start = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(env::current_dir, |dir| Ok(PathBuf::from(dir)))?;
        let root = start
            .ancestors()
            .find(|dir| dir.join("Cargo.lock").exists() && dir.join("xtask").is_dir())
            .ok_or_else(|| anyhow!("not inside the project"))?
            .to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(
            || root.join("target"),
            |dir| env::current_dir().unwrap_or_default().join(dir),
        );
        Ok(Self { root, target })
    }

    /// The folder of the workspace manifest.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's target folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// The name of the folder in which Cargo puts what a profile makes.
    pub(crate) fn profile_folder(profile: &str) -> &str {
        match profile {
            "dev" | "test" => "debug",
            "bench" => "release",
            other => other,
        }
    }

    /// Where our own by-products go: logs, the Python environment, packed files.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// A path as people are shown it: relative to the root where it lies inside.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let path = path.strip_prefix(&self.root).unwrap_or(path);
        path.display().to_string().replace('\\', "/")
    }

    /// The version of every artefact: `workspace.package.version`.
    pub(crate) fn version(&self) -> Result<String> {
        let manifest = std::fs::read_to_string(self.root.join("Cargo.toml"))?;
        manifest
            .lines()
            .skip_while(|line| line.trim() != "[workspace.package]")
            .find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
            .map(str::to_owned)
            .ok_or_else(|| anyhow!("Cargo.toml has no workspace version"))
    }

    /// Cargo, the one that runs us, in the root.
    pub(crate) fn cargo(&self) -> Command {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = self.command(cargo);
        // What Cargo set for this program describes this program, not the next one.
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("CARGO_PKG_")
                || name.to_string_lossy().starts_with("CARGO_MANIFEST_")
            {
                command.env_remove(name);
            }
        }
        command
    }

    /// Any program, in the root.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// Node, in the root.
    pub(crate) fn node(&self) -> Command {
        self.command("node")
    }

    /// npm, in the root. On Windows it is a script and needs its extension.
    pub(crate) fn npm(&self) -> Command {
        self.command(if cfg!(windows) { "npm.cmd" } else { "npm" })
    }

    /// A program of an npm package that `npm ci` installed, in the root.
    pub(crate) fn npm_tool(&self, name: &str) -> Command {
        let name = if cfg!(windows) {
            format!("{name}.cmd")
        } else {
            name.to_owned()
        };
        self.command(self.root.join("node_modules/.bin").join(name))
    }

    /// The folder of the project's own Python environment.
    pub(crate) fn venv(&self) -> PathBuf {
        self.scratch().join("venv")
    }

    /// A program of that environment (`python`, `pytest`, `maturin`), in the root.
    pub(crate) fn python_tool(&self, name: &str) -> Command {
        let programs = self.venv_programs();
        let mut command = self.command(programs.join(name));
        command.env("VIRTUAL_ENV", self.venv());
        command.env_remove("PYTHONHOME");
        let path = env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(programs).chain(env::split_paths(&path));
        if let Ok(joined) = env::join_paths(all) {
            command.env("PATH", joined);
        }
        command
    }

    fn venv_programs(&self) -> PathBuf {
        self.venv()
            .join(if cfg!(windows) { "Scripts" } else { "bin" })
    }
}
