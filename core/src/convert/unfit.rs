//! What a written document lacks to be one of the target, which is said beside what was lost.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::is_home;
use crate::detect::{Likeliest, likeliest};
use crate::dialect::Adapter;
use crate::json::{Node, ReadOptions, read};
use crate::loss::{Loss, LossKind, Lost};
use crate::validate::{located, walk};

/// What keeps a written document from being one that the tool could have printed:
/// a reader of it has a right to know, and nothing else says so.
pub(super) fn unfit(
    written: &str,
    target: &dyn Adapter,
    options: &ReadOptions,
    lost: &[Lost],
) -> Vec<Loss> {
    // What is beyond the limits of the caller is not looked through again.
    let Ok(document) = read(written.as_bytes(), options) else {
        return Vec::new();
    };
    let told: BTreeSet<&str> = lost
        .iter()
        .flat_map(|lost| lost.members.iter().copied())
        .collect();
    let mut seen = walk(document.root(), target.documents());
    let mut found = core::mem::take(&mut seen.found);
    let mut lacking: BTreeSet<&str> = BTreeSet::new();
    found.retain(|found| {
        let member = found.missing.filter(|member| told.contains(member));
        lacking.extend(member.filter(|_| found.code == "MISSING_FIELD"));
        found.is_error() && member.is_none()
    });
    located(&document, &mut found);
    let mut said: BTreeMap<(&'static str, String), (u64, String)> = BTreeMap::new();
    for one in found {
        let (code, message, place) = (one.code, one.message, one.place.into_text());
        said.entry((code, message)).or_insert((0, place)).0 += 1;
    }
    let name = target.name();
    let said = said.into_iter().map(|((code, message), (count, place))| {
        let times = match count {
            1 => String::new(),
            2 => ", and in 1 more place".to_owned(),
            _ => format!(", and in {} more places", count - 1),
        };
        let place = match &*place {
            "" => String::new(),
            place => format!(", at `{place}`"),
        };
        Loss::of_document(
            LossKind::Dropped,
            format!("{code}: no whole document of {name}: {message}{place}{times}"),
        )
    });
    // Each of them is told at its place.
    let lacking: Vec<String> = lacking.iter().map(|name| format!("`{name}`")).collect();
    let lacks = (!lacking.is_empty()).then(|| {
        let lacking = lacking.join(", ");
        Loss::of_document(
            LossKind::Dropped,
            format!("MISSING_FIELD: no whole document of {name}: it lacks {lacking}"),
        )
    });
    let said = lacks.into_iter().chain(said);
    said.chain(unrecognised(document.root(), target)).collect()
}

/// What is said where a written document is not taken for one of the target again: who reads
/// it next has to be told by whom it is, which the document itself should.
fn unrecognised(written: Node<'_>, target: &dyn Adapter) -> Option<Loss> {
    let Likeliest { first, .. } = likeliest(written);
    let taken_for = first.map(|(adapter, _)| adapter.name());
    if first.is_some_and(|(adapter, generation)| is_home(target, adapter.name(), generation)) {
        return None;
    }
    let name = target.name();
    let note = match taken_for {
        Some(other) if other != name => format!("it is taken for a document of {other}"),
        _ => "too little in it shows which tool it is of".to_owned(),
    };
    Some(Loss::of_document(
        LossKind::Dropped,
        format!("DIALECT_NOT_RECOGNISED: {note}; to be read, `dialect` has to say `{name}`"),
    ))
}
