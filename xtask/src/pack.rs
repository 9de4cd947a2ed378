//! Building what is published: the npm tarball and the Python wheel, and their sizes.
//!
//! Nothing is uploaded.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::published::{self, Published};
use crate::run::{Log, Run as _};
use crate::workspace::Workspace;

/// Makes both packages for this machine and prints where they are and how large.
pub(crate) fn pack(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let Published { recorded, modules } = published::build(workspace, log)?;
    let out = workspace.scratch().join("pack");
    fs::create_dir_all(&out)?;
    workspace
        .npm()
        .args(["pack", "--pack-destination"])
        .arg(&out)
        .run(log)?;
    let mut wheel = workspace.python_tool("maturin");
    wheel.args(["build", "--release", "--out"]).arg(&out);
    recorded.guide(&mut wheel);
    wheel.run(log)?;
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
