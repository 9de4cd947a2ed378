//! `cargo xtask bench`: every benchmark, ours beside the peers', on this machine.
//!
//! Nothing is asserted: a number that depends on the machine is for people. The Rust
//! rows are programs of the crate in `benches/`, in the release profile; those of the
//! hosts are scripts in `benches/hosts/`, over the packages as they are published.

use std::fs;

use anyhow::{Result, bail};

use crate::run::{Log, Run as _};
use crate::workspace::Workspace;
use crate::{addon, artefacts, install, wasm};

/// Runs the benchmarks whose names contain one of `wanted`; all, if none is given.
pub(crate) fn bench(workspace: &Workspace, log: &mut Log, wanted: &[String]) -> Result<()> {
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let mut ran = 0;
    for name in names(workspace, "benches/src/bin")? {
        if is_wanted(&name) {
            ran += 1;
            workspace
                .cargo()
                .args(["run", "--release", "--package", "llm-types-benches"])
                .args(["--bin", &name])
                .run(log)?;
        }
    }
    let scripts: Vec<String> = names(workspace, "benches/hosts")?
        .into_iter()
        .filter(|name| is_wanted(name))
        .collect();
    if !scripts.is_empty() {
        release(workspace, log)?;
    }
    for name in &scripts {
        ran += 1;
        let folder = workspace.root().join("benches/hosts");
        let script = folder.join(format!("{name}.mjs"));
        if script.exists() {
            workspace.node().arg(&script).run(log)?;
        }
        let script = folder.join(format!("{name}.py"));
        if script.exists() {
            workspace.python_tool("python").arg(&script).run(log)?;
        }
    }
    if ran == 0 {
        bail!("no benchmark of this name");
    }
    Ok(())
}

/// The packages as they are published.
fn release(workspace: &Workspace, log: &mut Log) -> Result<()> {
    install::rust(workspace, log)?;
    install::npm(workspace, log)?;
    install::python(workspace, log)?;
    let options = wasm::Options {
        profile: "release-wasm".to_owned(),
        no_opt: false,
        ..wasm::Options::default()
    };
    wasm::build(workspace, log, &options)?;
    let options = addon::Options {
        profile: "release".to_owned(),
    };
    addon::build(workspace, log, &options)?;
    artefacts::javascript(workspace, log)?;
    workspace
        .python_tool("maturin")
        .args(["develop", "--release"])
        .run(log)
}

/// What a folder holds, without extensions, each name once.
fn names(workspace: &Workspace, folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let Ok(entries) = fs::read_dir(workspace.root().join(folder)) else {
        return Ok(names);
    };
    for entry in entries {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if matches!(extension, None | Some("rs" | "mjs" | "py"))
            && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
        {
            names.push(stem.to_owned());
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}
