//! `llm-types canonicalize`: RFC 8785.

use crate::args::Canonicalize;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{self, Status};

pub(super) fn run(args: &Canonicalize) -> Result<Status, Failure> {
    let input = Input::read(args.file.as_deref())?;
    let text =
        llm_types::canonicalize(&input.bytes).map_err(|error| Failure::about(error, &input))?;
    output::exactly(&text)?;
    Ok(Status::Success)
}
