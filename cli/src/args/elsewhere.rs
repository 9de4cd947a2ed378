//! What people type who know other programs: flags that the seeds give to the tools and that no
//! command here has, the value of `--fix` without its `=`, `help` with `--help`.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use llm_types::Applicability;

const RELATIONSHIPS: &str = "no text says who calls or imports whom: ask the tool for its \
    relationships, and `enrich` keeps them";
const VERIFICATION: &str = "`llm-types validate --source` verifies checksums, and `enrich` leaves \
    spans alone whose text has another one";

/// The arguments, where `help` is asked for help without the flag that says so again: `help --help`
/// is `help help`, and `help edit --help` is `help edit`.
pub(crate) fn of_help(args: &[OsString]) -> Vec<OsString> {
    let [program, help, rest @ ..] = args else {
        return args.to_vec();
    };
    let is_flag = |arg: &&OsString| matches!(arg.to_str(), Some("-h" | "--help"));
    if help != "help" || !rest.iter().any(|arg| is_flag(&arg)) {
        return args.to_vec();
    }
    let mut asked: Vec<OsString> = rest.iter().filter(|arg| !is_flag(arg)).cloned().collect();
    if asked.is_empty() {
        asked.push(help.clone());
    }
    [&[program.clone(), help.clone()], asked.as_slice()].concat()
}

/// The value that was meant for `--fix` and was taken for the file, because it has no `=`.
pub(crate) fn fix_word(file: &Path) -> Option<&str> {
    let word = file.to_str()?;
    word.parse::<Applicability>().ok().map(|_| word)
}

/// An error about such an argument, with what to do instead; the parser would propose the flag
/// that is spelt most like it.
pub(crate) fn explained(mut error: Error, args: &[OsString]) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let mut pairs = args.windows(2);
    let fix = pairs.find_map(|pair| match pair {
        [flag, word] if flag == "--fix" => fix_word(Path::new(word)),
        _ => None,
    });
    if let Some(word) = fix {
        let tip = format!("to fix up to `{word}`, write `--fix={word}`");
        let tip = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tip);
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
