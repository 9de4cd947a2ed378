//! The program `llm-types`. All of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(llm_types_cli::run(std::env::args_os()))
}
