//! Building what is published: the npm tarball and the Python wheel, and their sizes.
//!
//! Made in the release profiles, unlike everything that the tests use. Nothing is
//! uploaded.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::run::{Log, Run as _};
use crate::workspace::Workspace;
use crate::{addon, artefacts, install, wasm};

/// Makes both packages for this machine and prints where they are and how large.
pub(crate) fn pack(workspace: &Workspace, log: &mut Log) -> Result<()> {
    install::rust(workspace, log)?;
    install::npm(workspace, log)?;
    install::python(workspace, log)?;
    let options = wasm::Options {
        profile: "release-wasm".to_owned(),
        ..wasm::Options::default()
    };
    let modules = wasm::build(workspace, log, &options)?;
    let addon_options = addon::Options {
        profile: "release".to_owned(),
    };
    addon::build(workspace, log, &addon_options)?;
    artefacts::javascript(workspace, log)?;
    let out = workspace.scratch().join("pack");
    fs::create_dir_all(&out)?;
    workspace
        .npm()
        .args(["pack", "--pack-destination"])
        .arg(&out)
        .run(log)?;
    workspace
        .python_tool("maturin")
        .args(["build", "--release", "--out"])
        .arg(&out)
        .run(log)?;
    println!();
    for entry in fs::read_dir(&out)? {
        let path = entry?.path();
        println!("{:>10}  {}", size(&path), workspace.shown(&path));
    }
    for module in &modules {
        println!("{:>10}  {}", size(module), workspace.shown(module));
        compressed(workspace, log, module)?;
    }
    Ok(())
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// What travels to a browser; Node carries both compressors.
fn compressed(workspace: &Workspace, log: &mut Log, module: &Path) -> Result<()> {
    const SCRIPT: &str = "\
        const { readFileSync } = require('node:fs'); \
        const { gzipSync, brotliCompressSync } = require('node:zlib'); \
        const bytes = readFileSync(process.argv[1]); \
        console.log(gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length);";
    let sizes = workspace
        .node()
        .args(["-e", SCRIPT])
        .arg(module)
        .output_text(log)?;
    let mut sizes = sizes.split_whitespace();
    for name in ["gzip", "brotli"] {
        println!("{:>10}  with {name}", sizes.next().unwrap_or("?"));
    }
    Ok(())
}
