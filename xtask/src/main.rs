//! `cargo xtask`: the commands of the project, one place for people and for CI.
//!
//! Each module is one command or one thing that commands share. Nothing here knows
//! a rule of the domain: that is `core`'s; this only builds, runs and compares.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

mod addon;
mod artefacts;
mod bench;
mod counts;
mod demo;
mod examples;
mod install;
mod pack;
mod published;
mod recorded;
mod run;
mod schedule;
mod steps;
mod tidy;
mod wasm;
mod workspace;

use run::Log;
use schedule::Manner;
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
    /// Send real tool output through every host: what it becomes, and whether they agree.
    Demo,
    /// Run everything that must hold: what CI runs.
    Test(TestOptions),
    /// Race the peers: every benchmark, or those whose names contain one of these words.
    Bench {
        /// Parts of names.
        wanted: Vec<String>,
    },
    /// Write the schemas, types and pages that are made from the core's tables.
    Codegen {
        /// Write nothing; fail if a file is stale.
        #[arg(long)]
        check: bool,
    },
    /// Make the npm tarball and the wheel for this machine, and print their sizes.
    Pack,
    /// Build the native addon of Node for this machine.
    Addon(addon::Options),
    /// Build the wasm module and its JavaScript glue.
    Wasm(wasm::Options),
}

#[derive(Debug, Args)]
struct TestOptions {
    /// Run this step and what it needs; can be given more than once.
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Leave out what the steps of `--only` need, because it was made before.
    #[arg(long, requires = "only")]
    alone: bool,
    /// Show the output of every step as it comes, one step at a time.
    #[arg(long, short)]
    verbose: bool,
    /// Print the names of the steps and stop.
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        // What failed has been said.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the command did what it was to do; what it found is printed by then.
fn run(cli: Cli) -> Result<bool> {
    let workspace = Workspace::find()?;
    match cli.command {
        Verb::Demo => demo::demo(&workspace),
        Verb::Test(options) => test(&workspace, &options),
        Verb::Bench { wanted } => {
            bench::bench(&workspace, &mut Log::terminal(), &wanted)?;
            Ok(true)
        }
        Verb::Codegen { check } => {
            artefacts::codegen(&workspace, &mut Log::terminal(), check)?;
            Ok(true)
        }
        Verb::Pack => {
            pack::pack(&workspace, &mut Log::terminal())?;
            Ok(true)
        }
        Verb::Addon(options) => {
            addon::build(&workspace, &mut Log::terminal(), &options)?;
            Ok(true)
        }
        Verb::Wasm(options) => {
            wasm::build(&workspace, &mut Log::terminal(), &options)?;
            Ok(true)
        }
    }
}

fn test(workspace: &Workspace, options: &TestOptions) -> Result<bool> {
    if options.list {
        for step in steps::ALL {
            println!("{:<18} {}", step.name, step.proves);
        }
        return Ok(true);
    }
    let mut chosen = schedule::select(steps::ALL, &options.only)?;
    if options.alone {
        chosen.retain(|step| options.only.iter().any(|name| name == step.name));
    }
    let manner = Manner {
        verbose: options.verbose,
    };
    Ok(schedule::run_all(workspace, chosen, manner))
}
