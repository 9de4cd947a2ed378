//! What the sources say against the places in a document that becomes an envelope. Lines and columns
//! that count other units are not written unless something proves them; those that count as the
//! envelope does are written as they were said, and whoever gave the sources is told where they are
//! wrong.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::{Chosen, Judging, Normalizing, One};
use crate::json::Document;
use crate::validate::{Found, OfPlaces, ValidateOptions, Validating, located};

impl Normalizing<'_> {
    /// Adds the errors in what a document says of places, if that is what is asked for.
    pub(super) fn judge(&self, document: &Document<'_>, one: &mut One, of_places: OfPlaces) {
        let OfPlaces {
            found: mut errors,
            ranges,
            ..
        } = of_places;
        if errors.is_empty() || self.judging == Judging::Silently {
            return;
        }
        let ranges = outermost(ranges);
        let around = |found: &Found| {
            let after = ranges.partition_point(|(start, _)| *start <= found.range.0);
            let range = ranges.get(after.checked_sub(1)?)?;
            (found.range.0 < range.1).then_some(*range)
        };
        // What is wrong with a range says more than that its lines were not proved.
        let explained: BTreeSet<_> = errors.iter().filter_map(around).collect();
        let is_explained = |one: &Found| around(one).is_some_and(|at| explained.contains(&at));
        let found = &mut one.found;
        found.retain(|one| one.code != UNPROVED || !is_explained(one));
        let told: BTreeSet<_> = found.iter().map(|one| (one.range, one.code)).collect();
        errors.retain(|error| !told.contains(&(error.range, error.code)));
        located(document, &mut errors);
        found.append(&mut errors);
    }

    /// What the sources show of the places in a document, if there are any sources.
    pub(super) fn of_places(
        &mut self,
        document: &Document<'_>,
        chosen: &Chosen,
    ) -> Option<OfPlaces> {
        self.sources.as_ref()?;
        let mut judge = Validating::new(ValidateOptions {
            root: self.options.root.clone(),
            ..ValidateOptions::default()
        });
        let chosen = Chosen {
            rival: None,
            ..*chosen
        };
        judge.sources.clone_from(&self.sources);
        judge.swap_indexes(&mut self.indexes);
        let of_places = judge.of_places(document, &chosen);
        judge.swap_indexes(&mut self.indexes);
        Some(of_places)
    }
}

/// What is said of a range whose lines and columns were not written.
const UNPROVED: &str = "POSITION_IMPOSSIBLE";

/// Those of some objects that lie in no other, in order.
fn outermost(mut objects: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    objects.sort_unstable_by_key(|(start, end)| (*start, core::cmp::Reverse(*end)));
    objects.dedup_by(|inner, outer| inner.1 <= outer.1);
    objects
}
