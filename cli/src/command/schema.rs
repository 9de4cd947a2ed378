//! `llm-types schema`: the JSON Schemas of everything on the wire.

use std::fmt::Write as _;

use llm_types::SchemaInfo;

use crate::args::{Format, Schema};
use crate::failure::Failure;
use crate::output::{self, Status};

pub(super) fn run(args: &Schema, format: Format) -> Result<Status, Failure> {
    if let Some(name) = &args.name {
        let text = llm_types::schema(name).map_err(Failure::new)?;
        output::stdout(&text)?;
    } else {
        let known = llm_types::schemas();
        output::result(format, &known, || list(&known))?;
    }
    Ok(Status::Success)
}

fn list(known: &[SchemaInfo]) -> String {
    let width = known
        .iter()
        .map(|schema| schema.name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for schema in known {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:width$}  {:8}  {:7}  {}",
            schema.name, schema.kind, schema.version, schema.title
        );
    }
    text
}
