//! `llm-types selector`: read a selector, and print it.

use llm_types::{parse_selector, write_selector};

use crate::args::Selector;
use crate::failure::Failure;
use crate::output::{self, Status};

pub(super) fn run(args: &Selector) -> Result<Status, Failure> {
    let selector = parse_selector(&args.text).map_err(Failure::new)?;
    let text = write_selector(&selector).map_err(Failure::new)?;
    output::result(args.format, &selector, || format!("{text}\n"))?;
    Ok(Status::Success)
}
