//! `llm-types validate`: is the document right?

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use llm_types::stream::Dialects;
use llm_types::{
    Applicability, FixOptions, Level, NotChecked, ValidateOptions, ValidatedDocument, Validation,
    Validator,
};

use crate::args::{ReportFormat, Validate, fix_word};
use crate::cells::tame;
use crate::dialects;
use crate::failure::Failure;
use crate::findings::{self, ALONE, AS_JSON, Count, Findings};
use crate::input::{self, Input, Opened};
use crate::output::{self, Status};
use crate::report::{self, Sarif};
use crate::sources::SourceFolder;
use crate::stream::Long;
use crate::style;

pub(super) fn run(args: &Validate, format: ReportFormat) -> Result<Status, Failure> {
    if let Some(applicability) = args.fix {
        // The edits of a finding are made in the whole text.
        let file = args.document.file.as_deref();
        let input = Input::read(file).map_err(|failure| match file {
            Some(file) if !file.exists() => no_file(file, failure),
            _ => failure,
        })?;
        let folder = SourceFolder::load(&args.document, &input)?;
        return fixed(&input, args, folder.as_ref(), applicability);
    }
    let (opened, folder) = args.document.open()?;
    let input = match opened {
        Opened::Short(input) => input,
        Opened::Long(long) => return pieces(args, format, long, folder.as_ref()),
    };
    let options = options(args, folder.as_ref());
    let busy = input::busy("validating", input.bytes.len());
    let validation = llm_types::validate(&input.bytes, &options);
    drop(busy);
    match format {
        ReportFormat::Json => output::document(&validation.to_json())?,
        ReportFormat::Sarif => {
            let mut sarif = Sarif::of(args.document.file.as_deref(), Some(&input.bytes));
            sarif.add(&validation.diagnostics, &input.view(), folder.as_ref())?;
            sarif.finish()?;
        }
        ReportFormat::Github => {
            output::stdout(&report::github(&validation.diagnostics, &input.name))?;
        }
        ReportFormat::Human => {
            let mut count = Count::default();
            count.add(&validation.diagnostics);
            let findings = Findings::of(&validation.diagnostics, &input, folder.as_ref(), AS_JSON);
            let places = Places::of(&input.bytes, &validation, args);
            let dialects = dialects(&validation, &input, args);
            let summary = summary(&validation, &input.name, &count, &dialects, &places);
            output::stdout(&format!("{findings}{summary}"))?;
        }
    }
    Ok(proved(args, &validation, judged(args, &validation)))
}

/// The status of a verdict on all documents together.
fn judged(args: &Validate, validation: &Validation) -> Status {
    if validation.ok {
        return Status::Success;
    }
    let failed = findings::failed(&validation.diagnostics, |found| found.fails(args.strict));
    Status::of(failed.max(1), validation.documents.max(1))
}

/// The same status, or with `--require-proof` a failure where a range is not proved, or where a
/// part that may hold one was not checked.
fn proved(args: &Validate, validation: &Validation, status: Status) -> Status {
    let source = &validation.checked.source;
    let open = source.spans_total.saturating_sub(source.spans_proved);
    let unread = validation.checked.not_checked.first();
    let what = match unread {
        _ if !args.require_proof => return status,
        _ if open > 0 => format!("{open} of {} ranges", source.spans_total),
        Some(left) => format!("{}: {}", left.what, left.why),
        None => return status,
    };
    output::stderr(&format!(
        "not proved: {what}; act on nothing of it before you have looked\n"
    ));
    match status {
        Status::Success => Status::Failure,
        other => other,
    }
}

/// Explains `--fix suggested`, where the word was taken for a file.
fn no_file(file: &Path, failure: Failure) -> Failure {
    match fix_word(file) {
        Some(word) => Failure::helped(
            "FILE_UNREADABLE",
            format!("cannot read `{word}`: there is no such file"),
            "The word of `--fix` stands behind `=`, as in `--fix=suggested`.",
        ),
        None => failure,
    }
}

/// Prints the document with its fixes, and what became of each on standard error.
fn fixed(
    input: &Input,
    args: &Validate,
    folder: Option<&SourceFolder>,
    applicability: Applicability,
) -> Result<Status, Failure> {
    let options = FixOptions {
        validate: options(args, folder),
        applicability,
        ..FixOptions::default()
    };
    let busy = input::busy("fixing", input.bytes.len());
    let fixed = llm_types::apply_fixes(&input.bytes, &options).map_err(Failure::new)?;
    drop(busy);
    output::exactly(&fixed.text)?;
    let mut said = String::new();
    for report in fixed.applied.iter().chain(&fixed.skipped) {
        let place = report.pointer.as_deref().unwrap_or_default();
        let fate = report.why.as_deref().unwrap_or("fixed");
        // Writing to a String cannot fail.
        let _ = writeln!(
            said,
            "{fate}: {}: {}: {}",
            report.code,
            tame(place),
            tame(&report.title)
        );
    }
    output::stderr(&said);
    // What is left is left in the text with its fixes.
    let left = Input {
        name: input.name.clone(),
        bytes: fixed.text.into_bytes(),
    };
    output::stderr(&Findings::of(
        &fixed.validation.diagnostics,
        &left,
        folder,
        ALONE,
    ));
    let mut count = Count::default();
    count.add(&fixed.validation.diagnostics);
    let places = Places::of(&left.bytes, &fixed.validation, args);
    let dialects = dialects(&fixed.validation, input, args);
    let verdict = summary(&fixed.validation, &input.name, &count, &dialects, &places);
    output::stderr(&verdict);
    let status = judged(args, &fixed.validation);
    Ok(proved(args, &fixed.validation, status))
}

fn options<'s>(args: &Validate, folder: Option<&'s SourceFolder>) -> ValidateOptions<'s> {
    ValidateOptions {
        dialect: args.document.dialect.clone(),
        sources: folder.map(|folder| &folder.sources),
        root: args.document.root.clone(),
        strict: args.strict,
        ..ValidateOptions::default()
    }
}

/// The same for a text that is read piece by piece. The report in JSON grows with what is found,
/// not with what is read.
fn pieces(
    args: &Validate,
    format: ReportFormat,
    long: Long,
    folder: Option<&SourceFolder>,
) -> Result<Status, Failure> {
    let name = long.name.clone();
    let mut validator = Validator::new(options(args, folder)).map_err(Failure::new)?;
    let (mut findings, mut count) = (Findings::default(), Count::default());
    let mut diagnostics = String::new();
    let mut sarif = Sarif::of(args.document.file.as_deref(), None);
    let (mut dialects, mut places) = (Dialects::default(), Places::default());
    let mut failed = 0;
    long.work(&mut validator, |results, view| {
        places.add(&results);
        for one in results {
            dialects.add(one.dialect.as_deref(), one.generation.as_deref());
            failed += u64::from(!one.ok);
            match format {
                ReportFormat::Json => {
                    // As the text that they will be: values are mostly empty members.
                    for found in &one.diagnostics {
                        let comma = if diagnostics.is_empty() { "" } else { "," };
                        diagnostics.push_str(comma);
                        diagnostics.push_str(&found.to_json());
                    }
                }
                ReportFormat::Sarif => sarif.add(&one.diagnostics, view, folder)?,
                ReportFormat::Github => {
                    output::stdout(&report::github(&one.diagnostics, view.name))?;
                }
                ReportFormat::Human => {
                    count.add(&one.diagnostics);
                    let text = findings.render(&one.diagnostics, view, folder);
                    if !text.is_empty() {
                        output::stdout(&text)?;
                    }
                }
            }
        }
        // The verdict is of the whole text, whoever reads the findings.
        Ok(ControlFlow::Continue(()))
    })?;
    let validation = validator.summary();
    match format {
        ReportFormat::Sarif => sarif.finish()?,
        ReportFormat::Github => {}
        ReportFormat::Json => {
            // In a string the quotes are escaped, so that this is the member.
            let report = validation.to_json();
            let (before, after) = report
                .split_once(r#""diagnostics":[]"#)
                .unwrap_or((&report, ""));
            output::parts(&[before, r#""diagnostics":["#, &diagnostics, "]", after])?;
        }
        ReportFormat::Human => {
            let summary = summary(&validation, &name, &count, &dialects, &places);
            output::stdout(&format!("{}{summary}", findings.rest(AS_JSON)))?;
        }
    }
    let status = Status::of(failed, validation.documents);
    Ok(proved(args, &validation, status))
}

/// What the documents of a text were checked as.
fn dialects(validation: &Validation, input: &Input, args: &Validate) -> Dialects {
    let generation = validation.generation.as_deref();
    let first = validation.dialect.as_deref();
    let first = first.map(|dialect| (dialect, generation));
    dialects::of(&input.bytes, validation.documents, first, &args.document)
}

/// The lines of those of several documents that were refused, by what `not_checked` says of them.
#[derive(Default)]
struct Places(BTreeMap<[Cow<'static, str>; 2], u64>);

impl Places {
    /// The lines in a text. A verdict on all documents together has none, so that the documents are
    /// read once more if one was refused.
    fn of(text: &[u8], validation: &Validation, args: &Validate) -> Self {
        let mut places = Self::default();
        if validation.documents > 1
            && !validation.checked.structure
            && let Ok(mut validator) = Validator::new(options(args, None))
        {
            places.add(&validator.push(text));
            places.add(&validator.finish());
        }
        places
    }

    fn add(&mut self, documents: &[ValidatedDocument]) {
        let of_several = documents.iter().filter(|one| one.document.is_some());
        for refused in of_several.filter(|one| !one.checked.structure) {
            let line = refused.diagnostics.iter().find_map(|it| it.start_line);
            for (left, line) in refused.checked.not_checked.iter().zip(line) {
                let key = [left.what.clone(), left.why.clone()];
                self.0.entry(key).or_insert(line);
            }
        }
    }

    /// The line of what was not checked, if that is a document.
    fn line(&self, left: &NotChecked) -> Option<u64> {
        self.0.get(&[left.what.clone(), left.why.clone()]).copied()
    }
}

/// The verdict, and how much it is worth.
fn summary(
    validation: &Validation,
    name: &str,
    count: &Count,
    read: &Dialects,
    places: &Places,
) -> String {
    let (good, bad, faint) = (style::GOOD, style::of(Level::Error), style::FAINT);
    let verdict = if validation.ok {
        format!("{good}ok{good:#}")
    } else {
        format!("{bad}not ok{bad:#}")
    };
    let mut text = format!("{}: {verdict}", tame(name));
    // Writing to a String cannot fail, here and below.
    if !read.list().is_empty() {
        let _ = write!(text, ", {}", dialects::shown(read));
    }
    let source = &validation.checked.source;
    if source.spans_total > 0 {
        let _ = write!(
            text,
            ", {} of {} spans proved",
            source.spans_proved, source.spans_total
        );
    }
    let count = count.show();
    if !count.is_empty() {
        let _ = write!(text, ", {count}");
    }
    text.push('\n');
    for entry in &validation.checked.not_checked {
        let line = places.line(entry);
        let line = line.map(|line| format!(", line {line}"));
        let _ = writeln!(
            text,
            "{faint}not checked: {}{}: {}{faint:#}",
            tame(&entry.what),
            line.unwrap_or_default(),
            tame(&entry.why)
        );
    }
    text
}
