//! The outcome in the shape of the request: as llmtransform prints it, as a client answers a
//! language server, as a log of SARIF tells how a run went.
//!
//! llmtransform takes the edits from the end of the file to its start, and gives the
//! checksum of the file after each. It counts no errors and says `success` of edits that
//! failed; here both are as they are.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::ask::{Asked, Complaint};
use super::options::{EditFormat, EditOptions};
use super::run::Run;
use super::state::State;
use super::status::FileEditStatus;
use crate::checksum::{Checksum, ChecksumAlgorithm};
use crate::hex;
use crate::json::{Array, Object, Pointer, Value};
use crate::rule::Level;

/// So many bytes are hashed for the checksums in between. Beyond that none of them is given,
/// only that of the whole file at the end.
const MOST_HASHED: usize = 1 << 28;

pub(super) fn of(
    run: &Run<'_, '_, '_>,
    asked: &Asked<'_>,
    options: &EditOptions<'_>,
    complaints: &[Complaint],
    text: &[u8],
) -> Option<Value> {
    // The plan tells why there is no text, and who gets this sees no plan.
    let complaints: Vec<&Complaint> = run.missing.iter().chain(complaints).collect();
    let complaints = complaints.as_slice();
    let algorithm = match asked.format {
        EditFormat::Llmtransform => ChecksumAlgorithm::Blake3,
        EditFormat::LlmtransformSeed => ChecksumAlgorithm::Sha256,
        EditFormat::Canonical => return None,
        EditFormat::Lsp => return Some(applied(run, complaints)),
        EditFormat::Sarif => return Some(invocation(run, complaints)),
    };
    let digits = |text: &[u8]| hex::encode(Checksum::of(algorithm, text).digest());
    let named = asked.execution_id.as_deref().filter(|id| *id != "auto");
    let id = named.or(options.execution_id.as_deref()).unwrap_or("auto");
    let failed = run.states.iter().filter(|state| state.failed()).count();
    let status = FileEditStatus::of(run);
    let success = status.is_met();
    let count = |states: &[State]| {
        let all = run.states.iter().filter(|state| states.contains(state));
        all.count() as u64
    };
    let mut out = Object::new();
    out.insert("execution_id", id);
    out.insert("success", success);
    out.insert(
        "final_checksum",
        if success || status == FileEditStatus::Partial {
            digits(text)
        } else {
            String::new()
        },
    );
    let shift = i128::from(text.len() as u64) - i128::from(run.text.len() as u64);
    out.insert("total_byte_shift", i64::try_from(shift).unwrap_or(0));
    out.insert("applied_count", count(&[State::Applied, State::Noop]));
    out.insert(
        "skipped_count",
        count(&[State::AlreadyApplied, State::Skipped]),
    );
    out.insert("error_count", failed as u64);
    out.insert(
        "edits",
        Value::Array(edits(run, asked.format, complaints, &digits)),
    );
    if !success {
        out.insert("error", reasons(complaints));
    }
    Some(Value::Object(out))
}

/// Why edits were not made, in one text.
fn reasons(complaints: &[&Complaint]) -> String {
    let wrong = complaints.iter().filter(|said| said.refuses());
    let said: Vec<&str> = wrong.map(|said| said.message.as_str()).collect();
    said.join("; ")
}

/// `ApplyWorkspaceEditResult` of LSP 3.17. The change that failed is the document change
/// that the edits are from, if they are from one.
fn applied(run: &Run<'_, '_, '_>, complaints: &[&Complaint]) -> Value {
    let status = FileEditStatus::of(run);
    let met = status.is_met();
    let mut out = Object::new();
    out.insert("applied", met);
    let reasons = reasons(complaints);
    if !met && !reasons.is_empty() {
        out.insert("failureReason", reasons);
    }
    let here: Vec<_> = run.ask.here.tokens().collect();
    // A change that was left out because of another one did not fail itself.
    if let (false, [.., list, number]) = (met || status == FileEditStatus::Skipped, here.as_slice())
        && list == "documentChanges"
    {
        out.insert_some("failedChange", number.parse::<u64>().ok());
    }
    Value::Object(out)
}

/// `invocation` of SARIF 2.1.0 (§3.20), with a notification (§3.58) for all that is to be
/// told.
fn invocation(run: &Run<'_, '_, '_>, complaints: &[&Complaint]) -> Value {
    let mut out = Object::new();
    out.insert("executionSuccessful", FileEditStatus::of(run).is_met());
    let told = complaints.iter().map(|said| {
        let (mut one, mut message, mut descriptor) = (Object::new(), Object::new(), Object::new());
        descriptor.insert("id", said.code);
        message.insert("text", said.message.clone());
        let level = match said.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note | Level::Help => "note",
        };
        one.insert("descriptor", Value::Object(descriptor));
        one.insert("level", level);
        one.insert("message", Value::Object(message));
        Value::Object(one)
    });
    let told: Array = told.collect();
    if !told.is_empty() {
        out.insert("toolExecutionNotifications", Value::Array(told));
    }
    Value::Object(out)
}

fn edits(
    run: &Run<'_, '_, '_>,
    format: EditFormat,
    complaints: &[&Complaint],
    digits: &impl Fn(&[u8]) -> String,
) -> Array {
    // From the end of the file to its start: of those that begin at one place, too, what
    // stands behind comes first, or the file would not be the one that it is at the end.
    let mut ranks = alloc::vec![0; run.states.len()];
    for (rank, one) in (1_usize..).zip(&run.made) {
        if let Some(slot) = ranks.get_mut(one.edit) {
            *slot = rank;
        }
    }
    let mut order: Vec<(u64, usize, usize)> = Vec::with_capacity(run.states.len());
    for (edit, rank) in ranks.into_iter().enumerate() {
        order.push((run.asked_start(edit).unwrap_or(0), rank, edit));
    }
    order.sort_by_key(|(start, rank, edit)| (Reverse(*start), Reverse(*rank), *edit));
    let mut now = run.text.to_vec();
    let reasons = Reasons::of(complaints);
    let afford = run.made.len().saturating_mul(now.len()) <= MOST_HASHED;
    let mut out = Vec::with_capacity(order.len());
    for (start, rank, edit) in order {
        let state = run.states.get(edit).copied().unwrap_or(State::Skipped);
        let mut one = Object::new();
        if format == EditFormat::Llmtransform {
            one.insert("byte_offset", start);
        } else {
            let (from, to) = run.asked_bytes(edit).unwrap_or((start, start));
            one.insert("byte_start", from);
            one.insert("byte_end", to);
        }
        let word = match state {
            State::Applied | State::Noop => "applied",
            state if state.failed() => "error",
            _ => "skipped",
        };
        one.insert("status", word);
        let made = rank.checked_sub(1).and_then(|at| run.made.get(at));
        if let (Some(made), EditFormat::Llmtransform) = (made, format) {
            let new = run.new_of(edit);
            if afford && made.end <= now.len() {
                now.splice(made.start..made.end, new.iter().copied());
                one.insert("new_checksum", digits(&now));
            }
            let shift = i128::from(new.len() as u64) - i128::from((made.end - made.start) as u64);
            one.insert("byte_shift", i64::try_from(shift).unwrap_or(0));
        }
        if word == "error" {
            let said = reasons.about(&run.ask.pointer(edit));
            let key = if format == EditFormat::Llmtransform {
                "reason"
            } else {
                "error"
            };
            one.insert_some(key, said.map(|said| said.message.clone()));
        }
        out.push(Value::Object(one));
    }
    out.into_iter().collect()
}

/// What refuses edits, by what it speaks of: as many edits may have failed as there are complaints.
struct Reasons<'c> {
    about: BTreeMap<&'c str, &'c Complaint>,
    first: Option<&'c Complaint>,
}

impl<'c> Reasons<'c> {
    fn of(complaints: &[&'c Complaint]) -> Self {
        let mut about = BTreeMap::new();
        let mut refusing = complaints.iter().copied().filter(|said| said.refuses());
        for said in refusing.clone() {
            let others = said.related.iter().map(|(_, other)| other);
            for pointer in core::iter::once(&said.pointer).chain(others) {
                about.entry(pointer.as_str()).or_insert(said);
            }
        }
        Self {
            about,
            first: refusing.next(),
        }
    }

    /// The first that speaks of a part of the request; else the first of all.
    fn about(&self, part: &Pointer) -> Option<&'c Complaint> {
        self.about.get(part.as_str()).copied().or(self.first)
    }
}
