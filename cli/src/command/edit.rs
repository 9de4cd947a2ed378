//! `llm-types edit`: the edits that a request asks for, shown or made.
//!
//! The core plans; here files are read before and replaced after.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use llm_types::{
    CarriedSpans, CarryOptions, EditPlan, EditedFile, FileEditStatus, Level, LineIndex,
    PlanOptions, PlannedEdits, PositionEncoding, Sources, carry_spans, edited_paths, plan_edits,
};

use crate::args::{Edit, Format};
use crate::cells::{self, tame};
use crate::diff::{self, Reader};
use crate::failure::Failure;
use crate::findings::{ALONE, AS_JSON, Findings};
use crate::folder_lock::FolderLock;
use crate::input::Input;
use crate::output::{self, Status};
use crate::replace::{Change, Identity, Staged};
use crate::sources::SourceFolder;
use crate::stop::Stop;
use crate::style;
use crate::undo::Undo;

mod carrying;

pub(super) fn run(args: &Edit) -> Result<Status, Failure> {
    let input = Input::read(args.request.as_deref())?;
    let mut options = options(args);
    let about = |error| Failure::about_request(error, &input);
    let named = edited_paths(&input.bytes, &options).map_err(about)?;
    options.root = root(args, &named);
    let folder = SourceFolder::open(&args.source, &named, options.root.as_deref())?;
    let bases = match &args.base {
        Some(base) => {
            let paths: Vec<String> = folder.sources.paths().map(Into::into).collect();
            Some(SourceFolder::open(base, &paths, None)?.sources)
        }
        None => None,
    };
    options.bases = bases.as_ref();
    options.expected_checksums = expected(args, &named)?;
    let planned = plan_edits(&folder.sources, &input.bytes, &options).map_err(about)?;
    let plan = &planned.plan;
    let said = plan.files.iter().flat_map(|file| &file.diagnostics);
    let said = plan.diagnostics.iter().chain(said);
    let all = if args.carry.is_some() { ALONE } else { AS_JSON };
    output::stderr(&Findings::of(said, &input, None, all));
    output::stderr(&conflicts(plan, &folder.sources));

    let changes = changes(&planned, &folder)?;
    let count = changes.len();
    let root = options.root.as_deref();
    let carried = match carried_along(args, root, &planned)? {
        Carrying::Stuck => return Ok(Status::Failure),
        Carrying::Made(carried) => Some(carried),
        Carrying::NotAsked => None,
    };
    // What is printed comes after what is done: a reader that goes away must not
    // leave half of it undone.
    let is_free = make(args, plan, changes)?;
    let verdict = verdict(plan, args.write, is_free, count);
    if let Err(failure) = print(args, &planned, &folder, carried.as_ref()) {
        if !args.write || count == 0 {
            return Err(failure);
        }
        output::stderr(&format!("{}{verdict}", failure.render()));
        return Ok(Status::Partial);
    }
    output::stderr(&verdict);
    Ok(match plan.status() {
        Some(FileEditStatus::Refused) => Status::Failure,
        Some(FileEditStatus::Partial) => Status::Partial,
        _ if carried.as_ref().is_some_and(is_cut) => Status::Partial,
        _ if carried.is_some_and(|carried| !carried.gone.is_empty()) => Status::Partial,
        _ => Status::Success,
    })
}

/// What becomes of a document that goes along with the edits.
enum Carrying {
    /// There is none, or no edit that it could go along with.
    NotAsked,
    /// It cannot be carried.
    Stuck,
    Made(CarriedSpans),
}

/// A document that cannot be carried stops everything before a file is replaced: after that, the
/// text that its ranges are ranges of would be gone.
fn carried_along(
    args: &Edit,
    root: Option<&str>,
    planned: &PlannedEdits,
) -> Result<Carrying, Failure> {
    let document = args.carry.as_ref();
    let Some(document) =
        document.filter(|_| planned.plan.status() != Some(FileEditStatus::Refused))
    else {
        return Ok(Carrying::NotAsked);
    };
    let input = Input::read(Some(document))?;
    let options = CarryOptions {
        dialect: args.dialect.clone(),
        root: root.map(String::from),
        ..CarryOptions::default()
    };
    let carried = carried(&input, &options, planned)?;
    let errors = carried.diagnostics.iter().filter(|found| found.is_error());
    output::stderr(&Findings::of(errors, &input, None, ALONE));
    if is_cut(&carried) && !args.partial {
        output::stderr(&stuck(document, &carried));
        return Ok(Carrying::Stuck);
    }
    Ok(Carrying::Made(carried))
}

/// Replaces the files with `--write`; without, names what would stand in the way. Gives whether
/// nothing does.
fn make(args: &Edit, plan: &EditPlan, changes: Vec<Change<'_>>) -> Result<bool, Failure> {
    let undo = match &args.inverse {
        Some(path) => Undo::of(path, plan, &changes),
        None => Ok(None),
    };
    if args.write {
        return write(changes, undo?).map(|()| true);
    }
    let targets = changes.iter().filter_map(|change| change.check().err());
    let (undo, failure) = match undo {
        Ok(undo) => (undo, None),
        Err(failure) => (None, Some(failure)),
    };
    let mut is_free = true;
    for failure in targets.chain(failure) {
        output::stderr(&failure.render());
        is_free = false;
    }
    if let Some(undo) = undo {
        undo.left_out();
    }
    Ok(is_free)
}

fn options(args: &Edit) -> PlanOptions<'static> {
    PlanOptions {
        format: args.request_format,
        at: args.at.clone(),
        file: args.file.clone(),
        encoding: args.encoding,
        clamp: args.clamp,
        unchecked: args.unchecked,
        partial: args.partial,
        relocate: args.relocate,
        eol: args.eol,
        root: args.root.clone(),
        checksum: args.checksum,
        execution_id: args.execution_id.clone(),
        ..PlanOptions::default()
    }
}

/// The root of the request: by default the folder itself, as the paths of the request spell it.
/// An absolute path that leads elsewhere means no file of the folder, whatever it ends with.
fn root(args: &Edit, named: &[String]) -> Option<String> {
    if args.root.is_some() {
        return args.root.clone();
    }
    let spellings = [
        std::path::absolute(&args.source).ok()?,
        args.source.canonicalize().ok()?,
    ];
    let [_, real] = &spellings;
    let is_meant = |folder: &&PathBuf| named.iter().any(|path| Path::new(path).starts_with(folder));
    let folder = spellings.iter().find(is_meant).unwrap_or(real);
    folder.to_str().map(Into::into)
}

/// The checksums of the command line, by the paths as they are spelt there. The plan finds the files
/// of these paths; two checksums for one spelling are refused here, because a map holds only one.
fn expected(args: &Edit, named: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let mut expected = BTreeMap::new();
    for stated in &args.expected_checksum {
        let (path, checksum) = match (stated.rsplit_once('='), named) {
            (Some((path, checksum)), _) => (path, checksum),
            (None, [only]) => (only.as_str(), stated.as_str()),
            (None, _) => {
                return Err(Failure::coded(
                    "EDIT_SEVERAL_FILES",
                    format!(
                        "the request names {} files; write `--expected-checksum PATH={stated}`",
                        named.len()
                    ),
                ));
            }
        };
        let before = expected.insert(path.into(), checksum.into());
        if before.is_some_and(|before: String| before != checksum) {
            return Err(Failure::coded(
                "EDIT_FILE_TWICE",
                format!("two checksums are expected of `{path}`"),
            ));
        }
    }
    Ok(expected)
}

/// The files that get another text.
fn changes<'t>(
    planned: &'t PlannedEdits,
    folder: &'t SourceFolder,
) -> Result<Vec<Change<'t>>, Failure> {
    let mut changes: Vec<Change<'t>> = Vec::new();
    let mut names: BTreeMap<Identity, String> = BTreeMap::new();
    for (file, new) in planned.plan.files.iter().zip(&planned.texts) {
        let source = file.file_path.as_deref().filter(|_| file.changed);
        let Some(source) = source else { continue };
        let old = folder.sources.get(source);
        let (Some(path), Some(old), Some(new)) = (folder.file(source), old, new) else {
            continue;
        };
        let name = folder.shown(source);
        if let Some(other) = names.insert(Identity::of(path), name.clone()) {
            return Err(Failure::helped(
                "TARGET_REFUSED",
                format!("`{other}` and `{name}` are the same file; nothing was replaced"),
                "Put all edits of the file in one list, under one of its names.",
            ));
        }
        changes.push(Change {
            name,
            path: path.to_owned(),
            old,
            new,
        });
    }
    Ok(changes)
}

/// Replaces the files. The way back is there before the first of them is another, and is
/// taken away if none is.
fn write(changes: Vec<Change<'_>>, undo: Option<Undo<'_>>) -> Result<(), Failure> {
    let stop = Stop::hold();
    let done = written(changes, undo, &stop);
    stop.release(done)
}

fn written(changes: Vec<Change<'_>>, undo: Option<Undo<'_>>, stop: &Stop) -> Result<(), Failure> {
    let staged = Staged::write(changes, stop)?;
    let placed = undo.map(Undo::place).transpose()?;
    let ready = FolderLock::wait(staged.folders(), stop).and_then(|lock| {
        staged.check()?;
        stop.check()?;
        Ok(lock)
    });
    let done = ready.and_then(|_lock| staged.replace());
    if let (Err(failure), Some(placed)) = (&done, placed)
        && failure.status() != Status::Partial
    {
        placed.take_back();
    }
    done
}

fn print(
    args: &Edit,
    planned: &PlannedEdits,
    folder: &SourceFolder,
    carried: Option<&CarriedSpans>,
) -> Result<(), Failure> {
    let plan = &planned.plan;
    if args.carry.is_some() {
        return carried.map_or(Ok(()), print_carried);
    }
    if args.format == Format::Json {
        return output::document(&plan.to_json());
    }
    if args.write {
        return output::stdout(&summary(plan, folder));
    }
    let reader = if output::is_looked_at() {
        Reader::Person
    } else {
        Reader::Program
    };
    for (file, new) in plan.files.iter().zip(&planned.texts) {
        let path = file.file_path.as_deref().filter(|_| file.changed);
        let texts = |path| Some((path, folder.sources.get(path)?, new.as_deref()?));
        if let Some((path, old, new)) = path.and_then(texts) {
            let diff = diff::unified(&folder.inside(path), old, new, reader);
            match reader {
                Reader::Program => output::bytes(&diff)?,
                Reader::Person => output::stdout(&String::from_utf8_lossy(&diff))?,
            }
        }
    }
    output::stderr(&summary(plan, folder));
    Ok(())
}

/// A document whose ranges are where the edits moved them.
fn carried(
    document: &Input,
    options: &CarryOptions,
    planned: &PlannedEdits,
) -> Result<CarriedSpans, Failure> {
    let files = planned.plan.files.iter().zip(&planned.texts);
    let edited: Vec<EditedFile<'_>> = files
        .zip(&planned.maps)
        .filter_map(|((file, text), map)| {
            let (path, text) = (file.file_path.as_deref()?, text.as_deref()?);
            Some(EditedFile {
                path,
                map,
                text,
                checksum_before: file.checksum_before.as_deref(),
            })
        })
        .collect();
    carry_spans(&document.bytes, &edited, options).map_err(|error| Failure::about(error, document))
}

/// Whether a document of the text that was to be carried was refused.
fn is_cut(carried: &CarriedSpans) -> bool {
    carried.refused > 0
}

/// Why nothing was written although every edit could be made, and what to do.
fn stuck(document: &Path, carried: &CarriedSpans) -> String {
    let bad = style::of(Level::Error);
    let (count, them) = match carried.refused {
        1 => ("1 document".into(), "it"),
        count => (format!("{count} documents"), "them"),
    };
    let name = tame(&document.display().to_string()).into_owned();
    format!(
        "{bad}refused{bad:#}: nothing was written, because {count} of `{name}` cannot be carried; \
         mend {them} or take {them} out, or give `--partial` to carry the others\n"
    )
}

fn print_carried(carried: &CarriedSpans) -> Result<(), Failure> {
    output::stderr(&carrying::told(carried));
    output::document(&carried.text)
}

/// What became of each file, in one line.
fn summary(plan: &EditPlan, folder: &SourceFolder) -> String {
    let (strong, faint) = (style::STRONG, style::FAINT);
    let mut text = String::new();
    for file in &plan.files {
        let name = match &file.file_path {
            Some(path) => folder.shown(path),
            None => "no file".into(),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}: {strong}{}{strong:#}{faint}, {} of {} edits made, {:+} bytes{faint:#}",
            tame(&name),
            file.status,
            file.applied_count,
            file.applied_count + file.skipped_count + file.error_count,
            file.total_byte_shift
        );
    }
    text
}

/// What is there instead of what was expected, and where that is. Columns are those of a
/// reader: from 1, in code points.
fn conflicts(plan: &EditPlan, sources: &Sources) -> String {
    /// Characters of a text that are shown.
    const MOST: usize = 60;
    let note = style::of(Level::Note);
    let short = |text: &str| {
        let cut = text.char_indices().nth(MOST);
        let shown = cut.map_or(text, |(at, _)| &text[..at]);
        let shown: String = cells::cells(shown.as_bytes(), 0)
            .map(|cell| cell.text)
            .collect();
        format!("`{shown}`{}", if cut.is_some() { "…" } else { "" })
    };
    let mut text = String::new();
    for file in &plan.files {
        let path = file.file_path.as_deref().unwrap_or("the text");
        let source = file.file_path.as_deref().and_then(|path| sources.get(path));
        // Made of a text once, and only where a place is shown.
        let index = LazyCell::new(|| LineIndex::from_bytes(source.unwrap_or_default()));
        for edit in &file.edits {
            let Some(conflict) = &edit.conflict else {
                continue;
            };
            let mut parts = Vec::new();
            // An insertion expects nothing, and finds it everywhere.
            let expected = conflict.expected_text.as_ref();
            let actual = conflict.actual_text.as_ref();
            let is_insertion = [expected, actual].iter().flatten().all(|it| it.is_empty());
            if let Some(expected) = expected.filter(|_| !is_insertion) {
                parts.push(format!("expected {}", short(expected)));
            }
            if let Some(actual) = actual.filter(|_| !is_insertion) {
                parts.push(format!("the text is {}", short(actual)));
            }
            if !conflict.candidates.is_empty() {
                let shown = |offset| {
                    let place = index.position_clamped(offset, PositionEncoding::Utf32);
                    format!("{}:{}", place.line + 1, place.column + 1)
                };
                let places = conflict.candidates.iter();
                let places: Vec<String> = places.map(|place| shown(place.byte_start)).collect();
                let more = conflict.more_candidates.map_or("", |_| " and more");
                let places = places.join(", ");
                parts.push(format!("the expected text is at {places}{more}"));
            }
            if !parts.is_empty() {
                // Writing to a String cannot fail.
                let _ = writeln!(
                    text,
                    "{note}note{note:#}: edit {} of `{}`: {}",
                    edit.index,
                    tame(path),
                    parts.join("; ")
                );
            }
        }
    }
    text
}

/// Whether something was written, or would be, in one line.
fn verdict(plan: &EditPlan, write: bool, is_free: bool, changed: usize) -> String {
    let (good, bad) = (style::GOOD, style::of(Level::Error));
    let left = plan.files.iter().map(|file| file.error_count).sum::<u64>();
    let files = if changed == 1 { "file" } else { "files" };
    let left = match left {
        0 => String::new(),
        1 => "; 1 edit could not be made".into(),
        left => format!("; {left} edits could not be made"),
    };
    match (plan.status(), changed) {
        (Some(FileEditStatus::Refused), _) => format!("{bad}refused{bad:#}: nothing was written\n"),
        (Some(FileEditStatus::AlreadyApplied), _) => {
            format!("{good}already applied{good:#}: nothing was written\n")
        }
        (_, 0) => format!("{good}nothing to change{good:#}: nothing was written\n"),
        (_, _) if write => format!("{good}written{good:#}: {changed} {files} replaced{left}\n"),
        (_, _) if !is_free => format!("nothing was written; `--write` would be refused{left}\n"),
        (_, _) => format!("nothing was written; `--write` replaces {changed} {files}{left}\n"),
    }
}
