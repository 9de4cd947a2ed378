//! Flags that the seeds give to the tools and that no command here has: why, and what does it.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

const RELATIONSHIPS: &str = "no text says who calls or imports whom: ask the tool for its \
    relationships, and `enrich` keeps them";
const VERIFICATION: &str = "`llm-types validate --source` verifies checksums, and `enrich` leaves \
    spans alone whose text has another one";

/// An error about such a flag, with the reason in place of the flag that is spelt most like it.
pub(crate) fn explained(mut error: Error) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let why = match flag.as_str() {
        "--with-relationships"
        | "--with-all-relationships"
        | "-R"
        | "--with-callers"
        | "--with-callees"
        | "--with-imports"
        | "--with-exports" => RELATIONSHIPS,
        "--verify-checksums" => VERIFICATION,
        _ => return error,
    };
    error.remove(ContextKind::SuggestedArg);
    let why = ContextValue::StyledStrs(vec![StyledStr::from(why)]);
    error.insert(ContextKind::Suggested, why);
    error
}
