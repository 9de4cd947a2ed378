//! What became of the edits of one text is put into words and numbers.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ask::{Asked, Complaint};
use super::find::{self, MOST_CANDIDATES};
use super::inverse;
use super::options::{EditDetail, EditFormat, EditOptions};
use super::outcome::{EditConflict, EditOutcome, EditedSpan, EditedText, TextPlace};
use super::place::Places;
use super::pointed::Pointed;
use super::rebase::Spot;
use super::response;
use super::run::Run;
use super::state::State;
use super::status::FileEditStatus;
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::diagnostic::{Diagnostic, Related};
use crate::json::{Document, PieceStart};
use crate::text::{LineIndex, Position, PositionEncoding, TextError};
use crate::validate;

/// So many conflicts are searched for candidates.
const MOST_SEARCHED: usize = 16;

/// Everything that is told about the edits of one text; `any_changed`, if it or another one
/// of the request was changed.
pub(super) fn edited(
    mut run: Run<'_, '_, '_>,
    asked: &Asked<'_>,
    options: &EditOptions<'_>,
    document: Option<&Document<'_>>,
    any_changed: bool,
) -> EditedText {
    let status = FileEditStatus::of(&run);
    let (mut applied, mut failed) = (0_u64, 0_u64);
    for state in &run.states {
        applied += u64::from(*state == State::Applied);
        failed += u64::from(state.failed());
    }
    let new_text = run.new_text.take();
    let text: &[u8] = new_text.as_deref().unwrap_or(run.text);
    let shift = difference(run.text.len(), text.len());
    let mut outcome = EditOutcome {
        ok: status.is_met(),
        status: status.as_str().into(),
        format: asked.format.as_str().into(),
        file_path: run.ask.path.as_deref().map(Into::into),
        changed: new_text.is_some(),
        applied_count: applied,
        skipped_count: run.states.len() as u64 - applied - failed,
        error_count: failed,
        total_byte_shift: shift,
        total_line_shift: None,
        checksum_before: None,
        final_checksum: None,
        edits: Vec::new(),
        map: run.map.to_data(),
        inverse: None,
        response: None,
        diagnostics: Vec::new(),
    };
    let complaints = core::mem::take(&mut run.complaints);
    if options.detail == EditDetail::Full {
        let (before, after) = checksums(&mut run, options.checksum, new_text.as_deref());
        if new_text.is_some() {
            let path = outcome.file_path.as_deref();
            let stretches = run.map.stretches();
            let inverse = inverse::of(path, (run.text, &before), (text, &after), stretches);
            outcome.inverse = Some(Box::new(inverse));
        }
        if run.missing.is_none() {
            outcome.checksum_before = Some(before.to_text());
            outcome.final_checksum = Some(after.to_text());
        }
        let (old_lines, new_lines) = (LineIndex::from_bytes(run.text), LineIndex::from_bytes(text));
        let lines = i128::from(new_lines.line_count()) - i128::from(old_lines.line_count());
        outcome.total_line_shift = lines.try_into().ok();
        outcome.edits = spans(&mut run, options, (&old_lines, &new_lines));
        if asked.format != EditFormat::Canonical {
            outcome.response = response::of(&run, asked, options, &complaints, text);
        }
    }
    outcome.diagnostics = diagnostics(complaints, document, any_changed);
    let map = core::mem::take(&mut run.map);
    let text = match new_text {
        Some(text) => text,
        None => run.text.to_vec(),
    };
    EditedText { text, map, outcome }
}

/// What to do about a request that was refused, and first that nothing was changed, if nothing
/// was (E14): who reads on need not find out whether half of it was done. The registry, whose
/// words `help` are, knows of no outcome.
fn refusing(code: &str, help: &mut Cow<'static, str>, any_changed: bool) {
    if let Some(own) = in_a_request(code) {
        *help = own.into();
    }
    if !any_changed {
        *help = format!("Nothing was changed. {help}").into();
    }
}

/// What to do in a request, where the registry speaks of something else: of functions that
/// round and clamp, and an edit has none of them but for lines and columns (E12); of
/// documents and of how a line index is made.
fn in_a_request(code: &str) -> Option<&'static str> {
    Some(match code {
        "OFFSET_OUT_OF_RANGE" => {
            "Read the file again and make the edit for the text as it is, in the unit of the request."
        }
        "NOT_CHAR_BOUNDARY" | "SPLIT_SURROGATE" => {
            "Let the range begin and end between characters, counted in the unit of the request."
        }
        "INSIDE_CRLF" => "Move the place before the CR or after the LF.",
        "COL_OUT_OF_RANGE" => {
            "Check the base and the unit of the column, or ask with `clamp` for the end of the line."
        }
        "LINE_OUT_OF_RANGE" => {
            "Check the base of the line, or ask with `clamp` for the end of the text."
        }
        "REVERSED" => "Let the range end where it starts or behind that.",
        "INVALID_UTF8" => {
            "Pass the text as bytes, or give edits that leave it UTF-8; where it is about columns, count them in `utf-8`."
        }
        _ => return None,
    })
}

/// The checksums of the text before and afterwards.
fn checksums(
    run: &mut Run<'_, '_, '_>,
    algorithm: ChecksumAlgorithm,
    new: Option<&[u8]>,
) -> (Checksum, Checksum) {
    let Some(new) = new else {
        let before = run.checksums.of(algorithm);
        return (before, before);
    };
    match run.result.filter(|after| after.algorithm() == algorithm) {
        Some(after) => (run.checksums.of(algorithm), after),
        None => run.checksums.with(algorithm, new),
    }
}

fn difference(from: usize, to: usize) -> i64 {
    let difference = i128::from(to as u64) - i128::from(from as u64);
    difference.try_into().unwrap_or(0)
}

/// The edits in the order of the request.
fn spans(
    run: &mut Run<'_, '_, '_>,
    options: &EditOptions<'_>,
    (old, new): (&LineIndex<'_>, &LineIndex<'_>),
) -> Vec<EditedSpan> {
    let mut pieces = pieces(run, options.checksum, (old, new));
    let mut spans = Vec::with_capacity(run.states.len());
    for edit in 0..run.states.len() {
        let state = run.states.get(edit).copied().unwrap_or(State::Skipped);
        let made = state.is_made();
        let piece = pieces.get_mut(edit).map(core::mem::take);
        let piece = piece.unwrap_or_default();
        let (mut byte_shift, mut line_shift) = (0, 0);
        if let (Some(old), Some(new)) = (&piece.old, &piece.new) {
            let bytes = |place: &TextPlace| i128::from(place.byte_end - place.byte_start);
            let lines =
                |place: &TextPlace| i128::from(place.end_line) - i128::from(place.start_line);
            byte_shift = bytes(new) - bytes(old);
            line_shift = lines(new) - lines(old);
        }
        let moved = run.shifts.get(edit).copied().unwrap_or(0);
        let conflict = (state == State::Conflict).then(|| conflict(run, edit, options));
        spans.push(EditedSpan {
            index: edit as u64,
            status: state.status().as_str().into(),
            old: piece.old,
            new: piece.new,
            byte_shift: byte_shift.try_into().unwrap_or(0),
            line_shift: line_shift.try_into().unwrap_or(0),
            relocated_by: (moved != 0 && made).then_some(moved),
            checksum_before: piece.before.map(Checksum::to_text),
            checksum_after: piece.after.map(Checksum::to_text),
            code: run.codes.get(edit).copied().flatten().map(Into::into),
            conflict,
        });
    }
    let mut base = None;
    let conflicts = spans.iter_mut().enumerate();
    let conflicts = conflicts.filter_map(|(edit, span)| Some((edit, span.conflict.as_mut()?)));
    for (edit, found) in conflicts.take(MOST_SEARCHED) {
        let base = base.get_or_insert_with(|| run.base());
        search(run, edit, old, base.as_mut(), found);
    }
    spans
}

/// What is told of one edit about its range, if it has one, and about what is there now,
/// if it was made.
#[derive(Debug, Clone, Default)]
struct Piece {
    old: Option<TextPlace>,
    new: Option<TextPlace>,
    before: Option<Checksum>,
    after: Option<Checksum>,
}

/// The pieces of all edits, in the order of the request. They are looked at in the order of
/// the text, because what is close together is at hand, and hashed all at once, because
/// that takes less time.
fn pieces(
    run: &Run<'_, '_, '_>,
    algorithm: ChecksumAlgorithm,
    (old, new): (&LineIndex<'_>, &LineIndex<'_>),
) -> Vec<Piece> {
    let mut pieces = alloc::vec![Piece::default(); run.states.len()];
    let mut texts = Vec::with_capacity(run.states.len().saturating_mul(2));
    let mut shift = 0_i64;
    for one in &run.made {
        let after = run.new_of(one.edit);
        let start = (one.start as u64).saturating_add_signed(shift);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        if let Some(piece) = pieces.get_mut(one.edit) {
            piece.old = Some(place_of(old, one.start, one.end));
            piece.new = Some(place_of(new, start, start.saturating_add(after.len())));
        }
        texts.push(run.text.get(one.start..one.end).unwrap_or_default());
        texts.push(after);
        shift += difference(one.end - one.start, after.len());
    }
    // Ranges that are in each other's way may be longer together than the text, as many
    // times as there are edits.
    let made: usize = run.made.iter().map(|one| one.end - one.start).sum();
    let mut left = run.text.len().saturating_sub(made);
    let mut others = Vec::new();
    for (edit, state) in run.states.iter().enumerate() {
        let place = run.places.get(edit).copied().flatten();
        if let (false, Some((start, end))) = (state.is_made(), place) {
            if let Some(piece) = pieces.get_mut(edit) {
                piece.old = Some(place_of(old, start, end));
            }
            if let Some(was) = run.old_of(edit)
                && let Some(rest) = left.checked_sub(was.len())
            {
                left = rest;
                others.push(edit);
                texts.push(was);
            }
        }
    }
    let mut checksums = Checksum::of_each(algorithm, &texts).into_iter();
    for one in &run.made {
        if let Some(piece) = pieces.get_mut(one.edit) {
            (piece.before, piece.after) = (checksums.next(), checksums.next());
        }
    }
    for edit in others {
        if let Some(piece) = pieces.get_mut(edit) {
            piece.before = checksums.next();
        }
    }
    pieces
}

fn place_of(index: &LineIndex<'_>, start: usize, end: usize) -> TextPlace {
    let at = |offset: usize| {
        let offset = offset as u64;
        match index.position(offset, PositionEncoding::Utf8) {
            // What was put in ends with the half of a character that the text goes on with.
            Err(TextError::NotCharBoundary { floor, .. }) => {
                let position = index.position(floor, PositionEncoding::Utf8);
                let position = position.unwrap_or_default();
                Position::new(position.line, position.column + (offset - floor))
            }
            position => position.unwrap_or_default(),
        }
    };
    let (from, to) = (at(start), at(end));
    TextPlace {
        byte_start: start as u64,
        byte_end: end as u64,
        start_line: from.line + 1,
        start_col: from.column,
        end_line: to.line + 1,
        end_col: to.column,
    }
}

/// What stands there instead.
fn conflict(run: &mut Run<'_, '_, '_>, edit: usize, options: &EditOptions<'_>) -> EditConflict {
    let ask = run.ask.edits.get(edit);
    let stated = ask.and_then(|ask| ask.guard.text);
    let was = run.old_of(edit).map(find::shown);
    let algorithm = run.settings.expected.as_ref().map(|expected| {
        let named: Option<Checksum> = expected.text.parse().ok();
        named.map(|named| named.algorithm()).or(expected.bare)
    });
    let algorithm = algorithm.flatten().unwrap_or(options.checksum);
    let mut found = EditConflict {
        expected_checksum: run
            .settings
            .expected
            .as_ref()
            .map(|expected| expected.text.clone().into_owned()),
        actual_checksum: Some(run.checksums.of(algorithm).to_string()),
        expected_text: stated.map(|text| String::from_utf8_lossy(text).into_owned()),
        actual_text: None,
        actual_base64: None,
        truncated: None,
        candidates: Vec::new(),
        more_candidates: None,
    };
    if let Some(was) = was {
        found.actual_text = was.text;
        found.actual_base64 = was.base64;
        found.truncated = was.truncated.then_some(true);
    }
    found
}

/// Where the expected text is, and how much of what was around it is there.
fn search(
    run: &Run<'_, '_, '_>,
    edit: usize,
    index: &LineIndex<'_>,
    base: Option<&mut Places<'_>>,
    found: &mut EditConflict,
) {
    let Some(ask) = run.ask.edits.get(edit) else {
        return;
    };
    let Some(stated) = ask.guard.text else {
        return;
    };
    let find::Occurrences { starts, more, .. } =
        find::occurrences(run.text, stated, MOST_CANDIDATES);
    let asked = base.and_then(|base| Some((base.find(ask.place).ok()?, base.text())));
    found.candidates = find::candidates(index, &starts, stated.len(), |start| {
        let ((from, to), base) = asked?;
        let asked = Spot {
            text: base,
            start: from,
            end: to,
        };
        let here = Spot {
            text: run.text,
            start,
            end: start + stated.len(),
        };
        Some(asked.shared_context(here))
    });
    found.more_candidates = more.then_some(true);
}

impl Run<'_, '_, '_> {
    /// The text that the edits were made for, if it is given and is the one.
    fn base(&self) -> Option<Places<'_>> {
        let base = self.settings.base.as_deref()?;
        let stated = self.settings.expected.as_ref();
        let is_it = stated.is_none_or(|stated| {
            let expected = stated.read();
            expected.is_ok_and(|expected| expected.matches(base))
        });
        is_it.then(|| self.places_in(base))
    }
}

/// Complaints with their places in the JSON text, if there is one; `any_changed`, if a text of
/// the request was changed.
pub(super) fn diagnostics(
    complaints: Vec<Complaint>,
    document: Option<&Document<'_>>,
    any_changed: bool,
) -> Vec<Diagnostic> {
    let mut places = document
        .map(|document| validate::Places::of(document.text().as_bytes(), PieceStart::default()));
    let mut pointed = Pointed::new(document);
    complaints
        .into_iter()
        .map(|complaint| {
            let refuses = complaint.refuses();
            let mut diagnostic = Diagnostic::new(complaint.code, complaint.message);
            diagnostic.level = complaint.level;
            if refuses {
                refusing(complaint.code, &mut diagnostic.help, any_changed);
            }
            if let (Some(places), Some(range)) = (&mut places, pointed.range(&complaint.pointer)) {
                places.fill(&mut diagnostic, range);
            }
            for (message, pointer) in complaint.related {
                let (byte_start, byte_end) = pointed.range(&pointer).unzip();
                diagnostic.related.push(Related {
                    message: message.into(),
                    pointer: pointer.into(),
                    byte_start,
                    byte_end,
                });
            }
            diagnostic.pointer = Some(complaint.pointer.into());
            diagnostic
        })
        .collect()
}
