//! Edits of several files: which file is meant, and all of them or none (E13).

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ask::{Ask, Asked, Complaint};
use super::lint;
use super::options::{EditDetail, EditOptions, PlanOptions};
use super::outcome::{EditOutcome, EditPlan, PlannedEdits};
use super::report;
use super::run::Run;
use super::settings::{OfText, Settings};
use super::state::State;
use super::status::FileEditStatus;
use crate::checksum::Checksum;
use crate::envelope::EditRequests;
use crate::json::{Document, Pointer};
use crate::source::{self, PathMatch, Sources, is_absolute, match_paths_surely};

pub(super) fn planned(
    sources: &Sources,
    mut asked: Asked<'_>,
    options: &PlanOptions<'_>,
    each: &EditOptions<'_>,
    document: Option<&Document<'_>>,
) -> PlannedEdits {
    let mut complaints = core::mem::take(&mut asked.notes);
    let texts = find(sources, &mut asked.files, options, &mut complaints);
    let (expected, is_guarded) = guards(sources, options, &texts, &mut complaints);
    let files = asked.files.iter().zip(&texts);
    let settings: Vec<Settings<'_>> = files
        .map(|(ask, meant)| {
            let path = meant.source().unwrap_or_default();
            let of_text = OfText {
                expected: expected.get(path).copied(),
                now: meant.source().and_then(|path| sources.get(path)),
                base: options.bases.and_then(|bases| bases.get(path)),
                well_formed: options.well_formed.contains(path),
            };
            Settings::of(ask, each, of_text)
        })
        .collect();
    let files = asked.files.iter().zip(&texts).zip(&settings);
    let mut runs: Vec<Run<'_, '_, '_>> = files
        .map(|((ask, meant), settings)| {
            let path = match meant {
                Meant::Source(path) => path,
                Meant::Again(_, why) | Meant::None(why) => {
                    let guarded = !options.expected_checksums.is_empty();
                    return Run::without_text(ask, settings, guarded, why.clone());
                }
            };
            // It is one of theirs.
            let text = sources.get(path).unwrap_or_default();
            let mut run = Run::of(text, ask, settings);
            if !is_guarded {
                run.leave_out();
            }
            run
        })
        .collect();
    let any_failed = !is_guarded || runs.iter().any(Run::failed);
    if any_failed && !options.partial {
        // What one file asks for is said of no other.
        let whole = runs.iter_mut().zip(&asked.files);
        let whole = whole.filter(|(run, ask)| !ask.partial && !run.failed());
        whole.for_each(|(run, _)| run.leave_out());
    }
    let any_changed = runs.iter().any(|run| run.new_text.is_some());
    let mut planned = PlannedEdits {
        texts: Vec::with_capacity(runs.len()),
        maps: Vec::with_capacity(runs.len()),
        plan: EditPlan {
            ok: !any_failed,
            status: String::new(),
            format: asked.format.as_str().into(),
            files: Vec::with_capacity(runs.len()),
            inverse: None,
            diagnostics: report::diagnostics(complaints, document, any_changed),
        },
    };
    // A small request may ask for one text very often.
    let mut left = 0_u64;
    let mut places = BTreeMap::new();
    for (run, meant) in runs.into_iter().zip(texts) {
        let edited = report::edited(run, &asked, each, document, any_changed);
        let text = match &meant {
            Meant::Source(path) => {
                places.insert(path.clone(), planned.texts.len());
                left = left.saturating_add(edited.text.len() as u64);
                Some(edited.text)
            }
            Meant::Again(path, _) => planned.again(places.get(path), &mut left),
            Meant::None(_) => None,
        };
        planned.texts.push(text);
        planned.maps.push(edited.map);
        planned.plan.add(meant, edited.outcome);
    }
    planned.plan.conclude(options.detail);
    planned
}

/// Which source a part of a request means.
enum Meant {
    /// This one.
    Source(String),
    /// This one, which another part is for.
    Again(String, Complaint),
    /// None, or nobody knows which.
    None(Complaint),
}

impl Meant {
    /// The path of the source that is edited for it.
    const fn source(&self) -> Option<&str> {
        match self {
            Self::Source(path) => Some(path.as_str()),
            Self::Again(..) | Self::None(_) => None,
        }
    }
}

impl PlannedEdits {
    /// A text that is there once more, while `left` bytes are enough for it.
    fn again(&self, at: Option<&usize>, left: &mut u64) -> Option<Vec<u8>> {
        let text = self.texts.get(*at?)?.as_ref()?;
        *left = left.checked_sub(text.len() as u64)?;
        Some(text.clone())
    }
}

impl EditPlan {
    /// Adds what became of one file, under the path of its source.
    fn add(&mut self, meant: Meant, mut outcome: EditOutcome) {
        if let Meant::Source(path) | Meant::Again(path, _) = meant {
            outcome.file_path = Some(path);
        }
        if let (Some(inverse), Some(path)) = (&mut outcome.inverse, &outcome.file_path) {
            inverse.file_path = Some(path.clone());
        }
        self.files.push(outcome);
    }

    /// Says of the whole what the files say together.
    fn conclude(&mut self, detail: EditDetail) {
        let changed = self.files.iter().any(|file| file.changed);
        let is_done = |file: &EditOutcome| file.status() == Some(FileEditStatus::AlreadyApplied);
        let status = match (self.ok, changed) {
            (false, true) => FileEditStatus::Partial,
            (false, false) => FileEditStatus::Refused,
            (true, true) => FileEditStatus::Applied,
            (true, false) if self.files.iter().any(is_done) => FileEditStatus::AlreadyApplied,
            (true, false) => FileEditStatus::Noop,
        };
        self.status = status.as_str().into();
        if changed && detail == EditDetail::Full {
            let undo = self.files.iter();
            let undo = undo.filter_map(|file| file.inverse.as_deref().cloned());
            self.inverse = Some(Box::new(EditRequests {
                files: undo.collect(),
                ..EditRequests::default()
            }));
        }
    }
}

/// The checksums that the texts must have, by the paths of the sources, and whether each
/// of them guards one: a guard that guards nothing must not look like one.
fn guards<'o>(
    sources: &Sources,
    options: &'o PlanOptions<'_>,
    asked: &[Meant],
    complaints: &mut Vec<Complaint>,
) -> (BTreeMap<String, &'o str>, bool) {
    let stated = &options.expected_checksums;
    let mut guards = BTreeMap::new();
    if stated.is_empty() {
        return (guards, true);
    }
    let loaded: Vec<&str> = sources.paths().collect();
    let named: Vec<&str> = stated.keys().map(String::as_str).collect();
    let matches = match_paths_surely(&named, &loaded, options.root.as_deref());
    let mut refused = Vec::new();
    for ((named, checksum), found) in stated.iter().zip(matches) {
        let (code, message) = match found {
            PathMatch::Found(path) => {
                let known = guards.insert(path.clone(), checksum.as_str());
                if known.is_none_or(|known| known == checksum) {
                    continue;
                }
                let message = format!("two checksums are expected of `{path}`");
                ("EDIT_FILE_TWICE", message)
            }
            PathMatch::Missing => (
                "EDIT_SOURCE_MISSING",
                format!("there is no text for `{named}`, of which a checksum is expected"),
            ),
            PathMatch::Ambiguous(paths) => (
                "EDIT_SOURCE_AMBIGUOUS",
                format!(
                    "`{named}`, of which a checksum is expected, may be any of {}",
                    source::named(&paths, ", ")
                ),
            ),
        };
        refused.push((code, message));
    }
    // Those of texts that are to be edited are held against them with the edits.
    let asked: BTreeSet<&str> = asked.iter().filter_map(Meant::source).collect();
    for (path, checksum) in &guards {
        if asked.contains(path.as_str()) {
            continue;
        }
        let text = sources.get(path).unwrap_or_default();
        match checksum.parse::<Checksum>() {
            Ok(expected) if expected.matches(text) => {}
            Ok(_) => {
                let message = format!("`{path}` has another checksum than `{checksum}`");
                refused.push(("EDIT_FILE_CHANGED", message));
            }
            Err(error) => refused.push((error.code(), error.to_string())),
        }
    }
    let is_guarded = refused.is_empty();
    let told = refused.into_iter();
    complaints.extend(told.map(|(code, message)| Complaint::new(code, Pointer::root(), message)));
    (guards, is_guarded)
}

/// The sources that are meant.
fn find(
    sources: &Sources,
    files: &mut [Ask<'_>],
    options: &PlanOptions<'_>,
    complaints: &mut Vec<Complaint>,
) -> Vec<Meant> {
    let loaded: Vec<&str> = sources.paths().collect();
    let named: Vec<&str> = files
        .iter()
        .map(|ask| ask.path.as_deref().unwrap_or_default())
        .collect();
    let matches = match_paths_surely(&named, &loaded, options.root.as_deref());
    let mut taken = BTreeSet::new();
    files
        .iter()
        .zip(matches)
        .map(|(ask, found)| {
            let mut again = None;
            let (code, place, message) = match found {
                _ if ask.path.is_none() => (
                    "EDIT_REQUEST_INVALID",
                    &ask.here,
                    "the request does not say which file it is for: `file_path` beside `edits` does, and \
                     of a list of edits alone the option `file`, in a shell `--file`"
                        .into(),
                ),
                PathMatch::Found(path) => {
                    if taken.insert(path.clone()) {
                        return Meant::Source(path);
                    }
                    let message = format!("`{path}` is asked for twice");
                    again = Some(path);
                    ("EDIT_FILE_TWICE", &ask.here, message)
                }
                PathMatch::Missing => {
                    let why = if options.root.is_none() && is_absolute(ask.name()) {
                        ", and no root was given"
                    } else {
                        ""
                    };
                    let message = format!("there is no text for `{}`{why}", ask.name());
                    ("EDIT_SOURCE_MISSING", &ask.named, message)
                }
                PathMatch::Ambiguous(paths) => (
                    "EDIT_SOURCE_AMBIGUOUS",
                    &ask.named,
                    format!(
                        "`{}` may be any of {}",
                        ask.name(),
                        source::named(&paths, ", ")
                    ),
                ),
            };
            let why = Complaint::new(code, place.clone(), message);
            complaints.push(why.clone());
            match again {
                Some(path) => Meant::Again(path, why),
                None => Meant::None(why),
            }
        })
        .collect()
}

impl Run<'_, '_, '_> {
    /// Whether something that was asked for was not done.
    fn failed(&self) -> bool {
        !FileEditStatus::of(self).is_met()
    }

    /// Takes back what was done, because it is all or none.
    fn leave_out(&mut self) {
        // What was told of the new text is of none.
        self.complaints
            .retain(|complaint| !lint::is_lint(complaint.code));
        self.new_text = None;
        self.take_back();
        self.map = super::map::PositionMap::identity(self.text.len() as u64);
        self.states.fill(State::Skipped);
        self.skipped = true;
    }
}
