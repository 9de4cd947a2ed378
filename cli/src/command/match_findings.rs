//! `llm-types match-findings`: two runs of a tool, compared.

use std::fmt::Write as _;
use std::path::Path;

use llm_types::{Error, FindingAt, FindingMatches, FindingState, MatchOptions};

use crate::args::{DocumentArgs, Format, MatchFindings};
use crate::cells::tame;
use crate::failure::Failure;
use crate::findings::{AS_JSON, Findings};
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::sources::SourceFolder;
use crate::style;

pub(super) fn run(args: &MatchFindings, format: Format) -> Result<Status, Failure> {
    let load = |file: &Path, source: Option<&Path>| -> Result<_, Failure> {
        let input = Input::read(Some(file))?;
        let document = DocumentArgs {
            file: None,
            dialect: args.dialect.clone(),
            source: source.map(Into::into),
            root: args.root.clone(),
        };
        let folder = SourceFolder::load(&document, &input)?;
        Ok((input, folder))
    };
    let (old, old_folder) = load(&args.old, args.old_source.as_deref())?;
    let (new, new_folder) = load(&args.new, args.new_source.as_deref())?;
    let options = MatchOptions {
        dialect: args.dialect.clone(),
        old_sources: old_folder.as_ref().map(|folder| &folder.sources),
        new_sources: new_folder.as_ref().map(|folder| &folder.sources),
        root: args.root.clone(),
        ..MatchOptions::default()
    };
    let busy = input::busy("comparing", old.bytes.len() + new.bytes.len());
    let matches = llm_types::match_findings(&old.bytes, &new.bytes, &options);
    let matches = matches.map_err(|error| match error {
        Error::Run { index: 0, error } => Failure::about(*error, &old),
        Error::Run { error, .. } => Failure::about(*error, &new),
        error => Failure::new(error),
    })?;
    drop(busy);
    match format {
        Format::Json => output::document(&matches.to_json())?,
        Format::Human => {
            for (said, input, folder) in [
                (&matches.old_diagnostics, &old, &old_folder),
                (&matches.new_diagnostics, &new, &new_folder),
            ] {
                let errors = said.iter().filter(|found| found.is_error());
                output::stderr(&Findings::of(errors, input, folder.as_ref(), AS_JSON));
            }
            output::stdout(&human(&matches))?;
        }
    }
    let failed = args.fail_on_new && matches.new > 0;
    let is_whole = matches.old_refused + matches.new_refused == 0;
    Ok(match (failed, is_whole) {
        (true, _) => Status::Failure,
        (false, false) => Status::Partial,
        (false, true) => Status::Success,
    })
}

/// A line for each finding that is not where it was, and the sums.
fn human(matches: &FindingMatches) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let mut text = String::new();
    for pair in &matches.pairs {
        if pair.state() == Some(FindingState::Unchanged) {
            continue;
        }
        let place = pair.new.as_ref().or(pair.old.as_ref());
        let _ = write!(text, "{strong}{:>6}{strong:#}  ", pair.state);
        let _ = write!(text, "{}", place.map(shown).unwrap_or_default());
        if let (Some(old), Some(_)) = (&pair.old, &pair.new) {
            let _ = write!(text, " {faint}from {}{faint:#}", shown(old));
        }
        for said in place
            .into_iter()
            .flat_map(|at| [&at.code, &at.message])
            .flatten()
        {
            let _ = write!(text, " {}", tame(said));
        }
        if let Some(by) = &pair.by {
            let _ = write!(text, " {faint}by {}{faint:#}", tame(by));
        }
        text.push('\n');
    }
    let FindingMatches {
        new,
        unchanged,
        moved,
        absent,
        ..
    } = matches;
    let _ = writeln!(
        text,
        "{strong}{new} new{strong:#}, {unchanged} unchanged, {moved} moved, {absent} absent"
    );
    for (run, refused) in [("old", matches.old_refused), ("new", matches.new_refused)] {
        let documents = match refused {
            0 => continue,
            1 => "1 document".to_owned(),
            several => format!("{several} documents"),
        };
        let _ = writeln!(
            text,
            "{documents} of the {run} run refused: what it found is not compared"
        );
    }
    text
}

/// Where a finding is, as short as a person can find it.
fn shown(at: &FindingAt) -> String {
    match (&at.file_path, at.start_line, at.byte_start) {
        (Some(path), Some(line), _) => format!("{}:{line}", tame(path)),
        (Some(path), None, Some(start)) => format!("{} byte {start}", tame(path)),
        _ => shown_pointer(&at.pointer),
    }
}
