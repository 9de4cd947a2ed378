//! `cargo xtask`: the commands of the project, one place for people and for CI.
//!
//! Each module is one command or one thing that commands share. Nothing here knows
//! a rule of the domain: that is `core`'s; this only builds, runs and compares.

use anyhow::Result;
use clap::{Parser, Subcommand};

#[allow(dead_code)]
mod run;
mod wasm;
#[allow(dead_code)]
mod workspace;

use run::Log;
use workspace::Workspace;

/// The project's own commands.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Build the wasm module and its JavaScript glue.
    Wasm(wasm::Options),
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    let workspace = Workspace::find()?;
    match cli.command {
        Verb::Wasm(options) => {
            wasm::build(&workspace, &mut Log::terminal(), &options)?;
        }
    }
    Ok(())
}
