//! Building the wasm module and its JavaScript glue.
//!
//! Cargo compiles `bindings-wasm`, and wasm-bindgen (as a library, of the version that
//! Cargo.lock pins) writes the glue. Nothing optimises the module afterwards: `wasm-opt`
//! (132, `-O3`) made it a tenth smaller, but no smaller to send – as large with gzip, 2 %
//! larger with brotli – and checking documents 2 to 7 % slower. What goes into the npm
//! package, and under which entry, is decided by the package, not here.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use crate::run::{Log, Run as _};
use crate::workspace::Workspace;

/// The Rust target of the browser and of wasm in Node.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The Cargo profile of the module that tests and the demo use.
pub(crate) const PROFILE: &str = "fast";

/// What loads the glue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Glue {
    /// ES module with an explicit asynchronous `init()`: browsers, Deno, workers.
    Web,
    /// ES module that leaves loading to a bundler.
    Bundler,
    /// `CommonJS` that loads the module synchronously: Node.
    Nodejs,
}

impl Glue {
    fn dir(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Bundler => "bundler",
            Self::Nodejs => "nodejs",
        }
    }
}

/// What to build.
#[derive(Debug, Clone, Args)]
pub(crate) struct Options {
    /// The Cargo profile.
    #[arg(long, default_value = "release-wasm")]
    pub(crate) profile: String,
    /// Which glue to write; each gets its own folder.
    #[arg(long, value_enum, default_values_t = [Glue::Web])]
    pub(crate) glue: Vec<Glue>,
    /// Folder for the output, relative to the root.
    #[arg(long, default_value = "bindings-wasm/dist")]
    pub(crate) out: PathBuf,
    /// File name of the module and the glue, without extension.
    #[arg(long, default_value = "llm_types")]
    pub(crate) name: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: PROFILE.to_owned(),
            glue: vec![Glue::Web],
            out: PathBuf::from("bindings-wasm/dist"),
            name: "llm_types".to_owned(),
        }
    }
}

/// Compiles and writes the glue. Gives the path of each `.wasm` file.
pub(crate) fn build(
    workspace: &Workspace,
    log: &mut Log,
    options: &Options,
) -> Result<Vec<PathBuf>> {
    workspace
        .cargo()
        .args(["build", "--package", "llm-types-wasm", "--lib"])
        .args(["--target", TARGET, "--profile", &options.profile])
        .run(log)?;
    let compiled = workspace
        .target()
        .join(TARGET)
        .join(Workspace::profile_folder(&options.profile))
        .join("llm_types_wasm.wasm");
    let mut modules = Vec::new();
    for glue in &options.glue {
        let out = workspace.root().join(&options.out).join(glue.dir());
        write_glue(&compiled, *glue, &out, &options.name)?;
        let module = out.join(format!("{}_bg.wasm", options.name));
        let size = std::fs::metadata(&module).map_or(0, |file| file.len());
        log.line(&format!("{}: {size} bytes", workspace.shown(&module)));
        modules.push(module);
    }
    Ok(modules)
}

fn write_glue(compiled: &Path, glue: Glue, out: &Path, name: &str) -> Result<()> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(compiled)
        .out_name(name)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    match glue {
        Glue::Web => bindgen.web(true)?.omit_default_module_path(false),
        Glue::Bundler => bindgen.bundler(true)?,
        Glue::Nodejs => bindgen.nodejs(true)?,
    };
    std::fs::create_dir_all(out)?;
    bindgen
        .generate(out)
        .with_context(|| format!("wasm-bindgen failed on {}", compiled.display()))
}
