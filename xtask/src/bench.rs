//! `cargo xtask bench`: every benchmark, ours beside the peers', on this machine.
//!
//! Nothing is asserted: a number that depends on the machine is for people. The Rust
//! rows are programs of the crate in `benches/`, in the release profile; those of the
//! hosts are scripts in `benches/hosts/`, over the packages as they are published.

use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

use crate::install;
use crate::published::{self, Published};
use crate::run::{Log, Run as _};
use crate::workspace::Workspace;

/// A benchmark of a host.
struct Host {
    name: &'static str,
    command: fn(&Workspace) -> Command,
}

const HOSTS: &[Host] = &[
    Host {
        name: "host-node",
        command: |workspace| {
            let mut node = workspace.node();
            node.arg("benches/hosts/node.mjs");
            node
        },
    },
    Host {
        name: "host-node-edits",
        command: |workspace| {
            let mut node = workspace.node();
            node.arg("benches/hosts/edits.mjs");
            node
        },
    },
    Host {
        name: "host-chromium",
        command: |workspace| {
            let mut node = workspace.node();
            node.args(["benches/hosts/node.mjs", "chromium"]);
            if let Some(browser) = install::find_browser() {
                node.env("LLM_TYPES_BROWSER", browser);
            }
            node
        },
    },
    Host {
        name: "host-python",
        command: |workspace| {
            let mut python = workspace.python_tool("python");
            python.arg("benches/hosts/positions.py");
            python
        },
    },
    Host {
        name: "host-node-documents",
        command: |workspace| {
            let mut node = workspace.node();
            node.arg("benches/hosts/documents.mjs");
            node
        },
    },
    Host {
        name: "host-chromium-documents",
        command: |workspace| {
            let mut node = workspace.node();
            node.args(["benches/hosts/documents.mjs", "chromium"]);
            if let Some(browser) = install::find_browser() {
                node.env("LLM_TYPES_BROWSER", browser);
            }
            node
        },
    },
    Host {
        name: "host-python-documents",
        command: |workspace| {
            let mut python = workspace.python_tool("python");
            python.arg("benches/hosts/documents.py");
            python
        },
    },
];

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
    let hosts: Vec<&Host> = HOSTS.iter().filter(|host| is_wanted(host.name)).collect();
    if !hosts.is_empty() {
        release(workspace, log)?;
    }
    for host in hosts {
        ran += 1;
        (host.command)(workspace).run(log)?;
    }
    if ran == 0 {
        bail!("no benchmark of this name");
    }
    Ok(())
}

/// The peers in Python, which nothing else needs.
const PEERS: [&str; 4] = [
    "jsonschema-rs==0.60.3",
    "msgspec==0.22.0",
    "orjson==3.13.0",
    "pygls==2.1.1",
];

/// The packages as they are published, and the peers of the hosts.
fn release(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let Published { recorded, .. } = published::build(workspace, log)?;
    let mut extension = workspace.python_tool("maturin");
    extension.args(["develop", "--release"]);
    recorded.guide(&mut extension);
    extension.run(log)?;
    workspace
        .python_tool("python")
        .args(["-m", "pip", "install", "--disable-pip-version-check"])
        .arg("--quiet")
        .args(PEERS)
        .run(log)
}

/// The programs of a folder, by name.
fn names(workspace: &Workspace, folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(workspace.root().join(folder))? {
        let path = entry?.path();
        if let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) {
            names.push(stem.to_owned());
        }
    }
    names.sort();
    Ok(names)
}
