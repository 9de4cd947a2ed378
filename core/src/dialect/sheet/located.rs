//! Where the findings about the records of a sheet stand in it, and what is wrong with the sheet
//! itself: what all records below a row of names lack is wrong with the names.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::Sheet;
use super::columns::NameRow;
use crate::diagnostic::Applicability;
use crate::json::Pointer;
use crate::validate::{COORDINATES, Found};

impl Sheet<'_> {
    /// Says of findings in the JSON form where they are in the sheet, and adds
    /// what is wrong with the sheet itself.
    pub(crate) fn locate(&self, found: &mut Vec<Found>) {
        let mut lacking: BTreeSet<((u64, u64), &'static str)> = BTreeSet::new();
        found.retain(|found| {
            let lacks = self.lacking_columns(found);
            let is_of_names = !lacks.is_empty() || self.is_of_name(found);
            lacking.extend(lacks);
            !is_of_names
        });
        let there = |range: (u64, u64)| (range.0 + self.base, range.1 + self.base);
        for found in found.iter_mut() {
            found.range = there(self.place(found.range));
            for related in &mut found.related {
                related.range = there(self.place(related.range));
            }
            // Their edits are of the object that the row stands for.
            found.fixes.clear();
        }
        found.extend(lacking.into_iter().map(|(range, name)| {
            let message = format!("no column has the name `{name}`, which the records below need");
            Found::new("CSV_HEADER", Pointer::root().into(), there(range), message)
        }));
        found.extend(self.problems.iter().map(|problem| {
            let place = Pointer::root().into();
            let csv = there(problem.csv);
            let found = Found::new(problem.code, place, csv, problem.message.clone());
            match problem.meant {
                Some(meant) => {
                    let title = format!("call it `{meant}`");
                    let found = found.expecting(meant);
                    found.fix(Applicability::Suggested, title, csv, meant)
                }
                None => found,
            }
        }));
    }

    /// The columns that are missing where a finding about a record says that it lacks a member, each
    /// with the place of the names above it.
    fn lacking_columns(&self, found: &Found) -> Vec<((u64, u64), &'static str)> {
        let coordinates = COORDINATES.map(|(_, name)| name);
        let members = match (found.code, &found.missing) {
            ("MISSING_FIELD", Some(member)) => core::slice::from_ref(member),
            ("PARTIAL_COORDINATES", _) => &coordinates[..],
            _ => return Vec::new(),
        };
        let (row, _) = self.place(found.range);
        let names = NameRow::above(&self.name_rows, row);
        let lacking = names.into_iter().flat_map(|names| {
            let lacking = members.iter().filter_map(|member| names.lacks(member));
            lacking.map(|name| (names.range, name))
        });
        lacking.collect()
    }

    /// Whether a finding about a record only says again that the name of a column is none.
    fn is_of_name(&self, found: &Found) -> bool {
        const OF_MEMBERS: [&str; 3] = ["UNKNOWN_FIELD", "MISSING_FIELD", "PARTIAL_COORDINATES"];
        if !OF_MEMBERS.contains(&found.code) {
            return false;
        }
        let (row, _) = self.place(found.range);
        let Some(names) = NameRow::above(&self.name_rows, row) else {
            return false;
        };
        match found.code {
            "UNKNOWN_FIELD" => {
                let [start, end] = [found.range.0, found.range.1].map(usize::try_from);
                let key = start.ok().zip(end.ok());
                let key = key.and_then(|(start, end)| self.json.get(start..end));
                key.is_some_and(|key| names.has_strange(key))
            }
            "MISSING_FIELD" => found.missing.is_some_and(|member| names.has_meant(member)),
            "PARTIAL_COORDINATES" => COORDINATES.iter().any(|(_, name)| names.has_meant(name)),
            _ => false,
        }
    }
}
