//! The names of the columns, and the rows that have another number of cells.
//!
//! Where a name is lost, every row below has a cell too many; where one is misspelt, every
//! record lacks a member and has another; where one is missing altogether, every record that needs
//! it lacks it. That is one thing that is wrong, and it is wrong at
//! the names.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Cell, Problem, Reading, Row, is_blank, quoted};
use crate::envelope::shape::Field;
use crate::rule;

/// As many rows may be wrong by themselves: more of them mean that the names are.
const FEW: u64 = 1;

/// The names of the columns, and how the rows below fit them.
#[derive(Debug)]
pub(super) struct Header {
    range: (u64, u64),
    names: usize,
    /// How many problems there were before its rows.
    first: usize,
    /// Rows that have a cell for each name.
    fitting: u64,
    /// Problems of rows that have not, and how many cells these have.
    misfits: Vec<(usize, usize)>,
}

/// One row of names, and what is wrong with it: told there once, and not again at each record below.
#[derive(Debug)]
pub(super) struct NameRow {
    /// Where it stands.
    pub(super) range: (u64, u64),
    /// Names that no record has, as keys of the JSON form. Each was told where it stands.
    strange: BTreeSet<String>,
    /// The members that they are probably misspelt from.
    meant: BTreeSet<&'static str>,
    /// Members of records that no column has the name of.
    absent: BTreeSet<&'static str>,
    /// Where in the text the rows below them are.
    rows: (u64, u64),
}

impl NameRow {
    /// Of the names above some rows in the order of the text, those above the row that begins
    /// here.
    pub(super) fn above(all: &[Self], row: u64) -> Option<&Self> {
        let after = all.partition_point(|one| one.rows.0 <= row);
        let one = all.get(after.checked_sub(1)?)?;
        (row < one.rows.1).then_some(one)
    }

    /// Whether a name that no record has is this key of the JSON form.
    pub(super) fn has_strange(&self, key: &str) -> bool {
        self.strange.contains(key)
    }

    /// Whether one is probably meant for this member.
    pub(super) fn has_meant(&self, member: &str) -> bool {
        self.meant.contains(member)
    }

    /// The name of this member, if there is none for it.
    pub(super) fn lacks(&self, member: &str) -> Option<&'static str> {
        self.absent.get(member).copied()
    }
}

/// Whether a text is like the names of members, and not like a value.
fn may_be_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(|it| it.is_alphanumeric() || it == '_')
}

impl Reading {
    /// The names of the columns for the rows after this one, if no two are the same;
    /// each that no record has is told, but for one that a later version may have added. `first`
    /// is one that is no member, and `fields` are those of the records.
    pub(crate) fn names(
        &mut self,
        row: &Row<'_>,
        cells: &[Cell<'_>],
        first: Option<&'static str>,
        fields: &(impl Iterator<Item = &'static Field> + Clone),
    ) -> Option<Vec<String>> {
        self.close();
        if let Some(last) = self.name_rows.last_mut() {
            last.rows.1 = last.rows.1.min(row.range.0);
        }
        let names: Vec<String> = cells
            .iter()
            .map(|cell| cell.text.clone().into_owned())
            .collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair.first() == pair.last()) {
            let name = twice.first().map_or("", String::as_str);
            let message = format!("two columns have the name `{name}`");
            self.unread("CSV_HEADER", message, row.range);
            return None;
        }
        let is_known = |name: &str| Some(name) == first || fields.clone().any(|it| it.name == name);
        let is_there = |name: &str| names.iter().any(|there| there == name);
        let are_names = fields.clone().any(|field| is_there(field.name));
        let all = fields.clone().map(|field| field.name).chain(first);
        let absent: Vec<&'static str> = all.filter(|name| !is_there(name)).collect();
        let mut name_row = NameRow {
            range: row.range,
            strange: BTreeSet::new(),
            meant: BTreeSet::new(),
            absent: BTreeSet::new(),
            rows: (row.range.1, u64::MAX),
        };
        for cell in cells.iter().filter(|cell| !is_known(&cell.text)) {
            let meant = rule::nearest_name(&cell.text, absent.iter().copied());
            // As a member that nobody knows in a record of JSON, it is carried.
            if meant.is_none() && are_names && may_be_name(&cell.text) {
                continue;
            }
            let hint = meant.map(|meant| format!("; did you mean `{meant}`?"));
            let message = format!(
                "`{}` is no member of any record{}",
                cell.text,
                hint.unwrap_or_default()
            );
            self.problem("CSV_HEADER", message, cell.range);
            if let Some(problem) = self.problems.last_mut() {
                problem.meant = meant;
            }
            name_row.strange.insert(quoted(&cell.text));
            name_row.meant.extend(meant);
        }
        let absent = absent.into_iter();
        name_row.absent = absent
            .filter(|name| !name_row.meant.contains(name))
            .collect();
        self.name_rows.push(name_row);
        self.header = Some(Header {
            range: row.range,
            names: names.len(),
            first: self.problems.len(),
            fitting: 0,
            misfits: Vec::new(),
        });
        Some(names)
    }

    /// Whether a row has as many cells as there are columns; if not, that is told.
    pub(crate) fn fits(&mut self, row: &Row<'_>, cells: &[Cell<'_>], columns: usize) -> bool {
        if cells.len() == columns {
            if let Some(header) = &mut self.header {
                header.fitting += 1;
            }
            return true;
        }
        if is_blank(cells) {
            return false;
        }
        if let Some(header) = &mut self.header {
            header.misfits.push((self.problems.len(), cells.len()));
        }
        let message = format!(
            "the row has {} cells, and there are {columns} columns",
            cells.len()
        );
        self.unread("CSV_ROW", message, row.range);
        false
    }

    /// Ends the rows below some names: what is wrong with most of them is told once, where
    /// the names are.
    pub(super) fn close(&mut self) {
        let Some(header) = self.header.take() else {
            return;
        };
        let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
        for (_, cells) in &header.misfits {
            *counts.entry(*cells).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        let Some((cells, count)) = most.filter(|(_, count)| *count > FEW.max(header.fitting))
        else {
            return;
        };
        let told = self.problems.split_off(header.first);
        let mut alike = header.misfits.iter().filter(|(_, other)| *other == cells);
        let mut next = alike.next();
        self.problems.push(Problem {
            code: "CSV_HEADER",
            message: format!(
                "there are {} names, and {count} rows below them have {cells} cells",
                header.names
            ),
            csv: header.range,
            costs: count,
            meant: None,
        });
        for (at, problem) in (header.first..).zip(told) {
            if next.is_some_and(|(row, _)| *row == at) {
                next = alike.next();
            } else {
                self.problems.push(problem);
            }
        }
    }
}
