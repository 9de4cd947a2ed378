//! What the steps need beside Rust, Node, npm and Python: targets, packages, a browser.
//!
//! Everything comes from the package registries by their ordinary clients, and is
//! left alone when it is already there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::run::{Log, Run as _};
use crate::workspace::Workspace;

/// A target without an operating system: a core that builds here does no I/O.
pub(crate) const BARE_METAL: &str = "thumbv7em-none-eabihf";

/// Wasm with just enough of a system to run a test program.
pub(crate) const WASI: &str = "wasm32-wasip1";

/// The compiler that comes with Miri. Pinned, because what Miri can do changes with it.
pub(crate) const NIGHTLY: &str = "nightly-2026-05-20";

/// Adds the Rust targets and components that the steps compile with.
pub(crate) fn rust(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .command("rustup")
        .args(["target", "add", crate::wasm::TARGET, BARE_METAL, WASI])
        .run(log)
        .context("rustup is needed to add targets; see https://rustup.rs")?;
    workspace
        .command("rustup")
        .args(["component", "add", "rustfmt", "clippy"])
        .run(log)
}

/// Installs Miri, with the compiler that it belongs to.
pub(crate) fn miri(workspace: &Workspace, log: &mut Log) -> Result<()> {
    workspace
        .command("rustup")
        .args(["toolchain", "install", NIGHTLY, "--no-self-update"])
        .args(["--profile", "minimal", "--component", "miri,rust-src"])
        .run(log)
}

/// Installs the npm packages that the lock file names.
pub(crate) fn npm(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let version = workspace
        .node()
        .arg("--version")
        .output_text(log)
        .context("Node 20 or newer is needed, with npm; see https://nodejs.org")?;
    let major = version.trim().trim_start_matches('v').split('.').next();
    let major: u32 = major.and_then(|text| text.parse().ok()).unwrap_or(0);
    if major < 20 {
        bail!("Node 20 or newer is needed; this is {}", version.trim());
    }
    let lock = workspace.root().join("package-lock.json");
    let stamp = workspace.root().join("node_modules/.llm-types-lock");
    let wanted = fs::read(&lock)?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        log.line("node_modules is up to date");
        return Ok(());
    }
    workspace
        .npm()
        .args(["ci", "--no-audit", "--no-fund"])
        .run(log)?;
    fs::write(&stamp, wanted)?;
    Ok(())
}

/// Makes the project's own Python environment with the pinned tools.
pub(crate) fn python(workspace: &Workspace, log: &mut Log) -> Result<()> {
    let requirements = workspace.root().join("xtask/requirements.txt");
    let wanted = fs::read(&requirements)?;
    let stamp = workspace.venv().join("llm-types-requirements.txt");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        log.line("the Python environment is up to date");
        return Ok(());
    }
    let python = find_python(workspace)?;
    workspace
        .command(python)
        .args(["-m", "venv", "--clear"])
        .arg(workspace.venv())
        .run(log)
        .context("cannot make a Python environment (on Debian: apt-get install python3-venv)")?;
    workspace
        .python_tool("python")
        .args([
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--quiet",
        ])
        .arg("--requirement")
        .arg(&requirements)
        .run(log)?;
    fs::write(&stamp, wanted)?;
    Ok(())
}

/// The first Python on the path that is new enough.
fn find_python(workspace: &Workspace) -> Result<&'static str> {
    const NEW_ENOUGH: &str = "import sys; sys.exit(sys.version_info < (3, 10))";
    ["python3", "python", "py"]
        .into_iter()
        .find(|name| {
            workspace
                .command(name)
                .args(["-c", NEW_ENOUGH])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
        .context("Python 3.10 or newer is needed; see https://www.python.org")
}

/// Finds a browser, or installs Debian's where that is possible without asking.
pub(crate) fn browser(workspace: &Workspace, log: &mut Log) -> Result<()> {
    if let Some(found) = find_browser() {
        log.line(&format!("found {}", found.display()));
        return Ok(());
    }
    if !(Path::new("/etc/debian_version").exists() && is_root()) {
        bail!(
            "no Chrome, Chromium or Edge found: install one, or set LLM_TYPES_BROWSER to the program"
        );
    }
    let apt = || {
        let mut apt = workspace.command("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    apt().args(["update", "--quiet"]).run(log)?;
    apt()
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .arg("chromium")
        .run(log)?;
    find_browser()
        .map(|_| ())
        .context("chromium was installed and is still not on the path")
}

/// The browser that the tests start: `LLM_TYPES_BROWSER`, else the first installed.
pub(crate) fn find_browser() -> Option<PathBuf> {
    const NAMES: &[&str] = &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "msedge",
        "chrome",
    ];
    const PLACES: &[&str] = &[
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
        "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
    ];
    if let Some(chosen) = env::var_os("LLM_TYPES_BROWSER") {
        return Some(PathBuf::from(chosen));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| {
            let file = format!("{name}{}", env::consts::EXE_SUFFIX);
            folders.iter().map(move |folder| folder.join(&file))
        })
        .chain(PLACES.iter().map(PathBuf::from))
        .find(|program| program.is_file())
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
