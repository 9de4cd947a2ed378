//! `llm-types convert`: one dialect in, another one out.

use std::path::Path;

use llm_types::{ConvertOptions, Converter};

use crate::args::Convert;
use crate::aside::Aside;
use crate::failure::Failure;
use crate::input::{self, Opened};
use crate::output::{self, Status};
use crate::replace::Identity;
use crate::sources::SourceFolder;
use crate::stream::Long;

pub(super) fn run(args: &Convert) -> Result<Status, Failure> {
    if let Some(report) = &args.loss_report {
        spare(report, args.document.file.as_deref())?;
    }
    let (opened, folder) = args.document.open()?;
    let input = match opened {
        Opened::Short(input) => input,
        Opened::Long(long) => return pieces(args, long, folder.as_ref()),
    };
    let options = options(args, folder.as_ref());
    let busy = input::busy("converting", input.bytes.len());
    let conversion = llm_types::convert(&input.bytes, &args.to, &options)
        .map_err(|error| Failure::about(error, &input))?;
    drop(busy);
    if let Some(path) = &args.loss_report {
        output::to_file(path, &output::json(&conversion.losses)?)?;
    }
    let mut aside = Aside::new(&args.aside);
    aside.found(&conversion.diagnostics, || input.view(), folder.as_ref());
    aside.lost(&conversion.losses);
    aside.end();
    output::document(&conversion.text)?;
    Ok(Status::of(conversion.refused, conversion.documents))
}

/// Refuses a report that would take the place of the document that it is about, or of the
/// one that is made of it.
fn spare(report: &Path, document: Option<&Path>) -> Result<(), Failure> {
    let named = document.filter(|path| path.as_os_str() != "-");
    let document = named.unwrap_or(Path::new("/dev/stdin"));
    if !report.is_file() {
        return Ok(());
    }
    let place = Identity::of(report);
    let refused = |what: &str| {
        Err(Failure::helped(
            "TARGET_REFUSED",
            format!("`{}` is {what}", report.display()),
            "Give `--loss-report` a file of its own.",
        ))
    };
    if place == Identity::of(document) {
        return refused("the document itself");
    }
    if place == Identity::of(Path::new("/dev/stdout")) {
        return refused("where the converted document goes");
    }
    Ok(())
}

fn options<'s>(args: &Convert, folder: Option<&'s SourceFolder>) -> ConvertOptions<'s> {
    ConvertOptions {
        dialect: args.document.dialect.clone(),
        sources: folder.map(|folder| &folder.sources),
        root: args.document.root.clone(),
        strict: args.strict,
        origin: args.origin,
        ..ConvertOptions::default()
    }
}

/// The same for a long text, a document as soon as there is one.
fn pieces(args: &Convert, long: Long, folder: Option<&SourceFolder>) -> Result<Status, Failure> {
    let mut converter = Converter::new(&args.to, options(args, folder)).map_err(Failure::new)?;
    let mut out = output::Lines::new();
    let mut report = match &args.loss_report {
        Some(path) => Some(output::ListFile::create(path)?),
        None => None,
    };
    let mut aside = Aside::new(&args.aside);
    let (mut refused, mut all) = (0, 0);
    long.work(&mut converter, |results, view| {
        for one in results {
            all += 1;
            aside.found(&one.diagnostics, || view, folder);
            aside.lost(&one.losses);
            if let Some(report) = &mut report {
                for loss in &one.losses {
                    report.add(&loss.to_json())?;
                }
            }
            match one.text {
                Some(text) => out.line(&text)?,
                None => refused += 1,
            }
        }
        out.flush()
    })?;
    if let Some(report) = report {
        report.end()?;
    }
    aside.end();
    Ok(Status::of(refused, all))
}
