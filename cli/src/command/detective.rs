//! `llm-types detective`: how did the tool count?

use std::fmt::Write as _;

use llm_types::{DetectiveOptions, DetectiveReport, Hypothesis, Level, detective};

use crate::args::{Detective, Format};
use crate::cells::tame;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::{self, Status};
use crate::problem::shown_pointer;
use crate::sources::SourceFolder;
use crate::style;

pub(super) fn run(args: &Detective, format: Format) -> Result<Status, Failure> {
    let input = Input::read(args.file.as_deref())?;
    let folder = SourceFolder::load(&args.document(), &input)?.unwrap_or_default();
    let options = DetectiveOptions {
        dialect: args.dialect.clone(),
        root: args.root.clone(),
        ..DetectiveOptions::default()
    };
    let busy = input::busy("investigating", input.bytes.len());
    let report = detective(&input.bytes, &folder.sources, &options)
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);
    if args.fix {
        return fix(&report, &input);
    }
    match format {
        Format::Json => output::document(&report.to_json())?,
        Format::Human => output::stdout(&human(&report, &input.name))?,
    }
    Ok(if report.verdict == "declared" {
        Status::Success
    } else {
        Status::Failure
    })
}

/// Prints the corrected document; the one that was given, where nothing is wrong.
fn fix(report: &DetectiveReport, input: &Input) -> Result<Status, Failure> {
    let level = if report.verdict == "declared" || report.text.is_some() {
        Level::Note
    } else {
        Level::Error
    };
    let (word, strong) = (style::of(level), style::STRONG);
    let mut told = format!(
        "{word}{}{word:#}: {}\n",
        level.as_str(),
        tame(&report.summary)
    );
    if let Some(why) = report
        .uncorrected
        .as_deref()
        .filter(|_| level == Level::Error)
    {
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(told, "  {strong}not corrected{strong:#}: {}", tame(why));
    }
    for note in &report.notes {
        let _ = writeln!(told, "  note: {}", tame(note));
    }
    output::stderr(&told);
    match (&report.text, level) {
        (Some(text), _) => output::document(text).map(|()| Status::Success),
        (None, Level::Note) => {
            output::document(&String::from_utf8_lossy(&input.bytes)).map(|()| Status::Success)
        }
        (None, _) => Ok(Status::Failure),
    }
}

/// The verdict, then a line for each hypothesis, with what speaks for and against it.
fn human(report: &DetectiveReport, name: &str) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let colour = match report.verdict.as_str() {
        "declared" => style::GOOD,
        "other" | "by_file" => style::of(Level::Warning),
        _ => style::of(Level::Error),
    };
    let verdict = report.verdict.replace('_', " ");
    let mut text = format!("{}: {colour}{verdict}{colour:#}\n", tame(name));
    let _ = writeln!(text, "{}\n", tame(&report.summary));
    if !report.hypotheses.is_empty() {
        let _ = writeln!(text, "{strong} fits  proved  hypothesis{strong:#}");
    }
    for one in report.by_file.iter().chain(&report.hypotheses) {
        let file = one.path.as_deref();
        let file = file.map_or_else(String::new, |path| format!("{}: ", tame(path)));
        let _ = writeln!(
            text,
            "{:>5}  {:>6}  {file}{}{}",
            one.fits,
            one.proved,
            tame(&one.says),
            if one.declared { " (declared)" } else { "" },
        );
        details(&mut text, one);
    }
    match (&report.text, &report.uncorrected) {
        (Some(_), _) => {
            let count = report.changes.len();
            let numbers = if count == 1 { "number" } else { "numbers" };
            let _ = writeln!(text, "\n`--fix` writes {count} {numbers} otherwise");
        }
        (None, Some(why)) => {
            let _ = writeln!(text, "\nnot corrected: {}", tame(why));
        }
        (None, None) => {}
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {}", tame(note));
    }
    for entry in &report.not_checked {
        let _ = writeln!(
            text,
            "{faint}not checked: {}: {}{faint:#}",
            tame(&entry.what),
            tame(&entry.why)
        );
    }
    text
}

fn details(text: &mut String, one: &Hypothesis) {
    let faint = style::FAINT;
    let mut line = |what: &str, says: &str| {
        let _ = writeln!(text, "{:15}{faint}{what}: {}{faint:#}", "", tame(says));
    };
    if let Some(witness) = &one.witness {
        let pointer = shown_pointer(&witness.pointer);
        line("witness", &format!("{pointer}: {}", witness.says));
    }
    if let Some(witness) = &one.counter_example {
        let pointer = shown_pointer(&witness.pointer);
        line("against it", &format!("{pointer}: {}", witness.says));
    }
    if !one.undecided.is_empty() {
        let all = one.undecided.iter();
        let all = all.map(|it| format!("{} ({})", it.axis, it.values.join(", ")));
        line("no range tells", &all.collect::<Vec<_>>().join("; "));
    }
}
