//! Places that are only mentioned, by the lines and columns of both their ends.
//!
//! They are no ranges, as they have no offsets; but what is wrong with the lines and columns of
//! a range in any text is wrong with theirs as well. A tool that knows only where something
//! begins, or only its line, says fewer than four numbers, and is right.

use alloc::format;
use alloc::vec::Vec;

use super::Walk;
use super::mentions::natural;
use crate::envelope::mention::{Counted, Mention, Says};
use crate::json::Node;
use crate::validate::found::{Found, Slot, are_missing};

impl<'d> Walk<'d, '_> {
    /// Tells what is wrong with the places that an object mentions.
    pub(super) fn placed(&mut self, record: Node<'d>, mentions: &[Mention]) {
        for mention in mentions {
            let Says::Place(spot) = mention.says else {
                continue;
            };
            let [line, .., end_column] = spot.lines;
            // Where lines that are not known are left out, 0 is wrong by itself.
            if spot.leaves_out
                && natural(record, line) == Some(0)
                && let Some(place) = record.get(line)
            {
                self.line_zero(place);
            }
            if end_column.is_empty() || spot.counted != Counted::FromOne {
                continue;
            }
            // Which keys there are is the same for all objects of a layout; what they say is not.
            let layout = record.layout();
            if layout != 0 && (layout, line) == self.nowhere {
                continue;
            }
            let places = spot.lines.map(|name| record.get(name));
            if places.iter().all(Option::is_none) {
                self.nowhere = (layout, line);
                continue;
            }
            let places = places.map(|place| place.filter(|value| !value.is_null()));
            if places.iter().any(Option::is_some) {
                self.both_ends(record, spot.lines, places);
            }
        }
    }

    /// A place that is said by line and column of both its ends, or of one.
    fn both_ends(
        &mut self,
        record: Node<'d>,
        names: [&'static str; 4],
        places: [Option<Node<'d>>; 4],
    ) {
        let numbers = names.map(|name| natural(record, name));
        let is_whole = match places {
            [Some(_), _, None, None] => true,
            _ => places.iter().all(Option::is_some),
        };
        if !is_whole {
            let names = names.into_iter().zip(places);
            let missing = names.filter_map(|(name, place)| place.is_none().then_some(name));
            let message = format!(
                "{}; a range has lines and columns of both ends, a place at least its line",
                are_missing(&missing.collect::<Vec<_>>())
            );
            let found = Found::at("PARTIAL_COORDINATES", Slot::of(record), message);
            self.seen.found.push(found);
        }
        // Nothing but zeros says that the place is not known.
        if numbers.iter().flatten().all(|number| *number == 0) {
            return;
        }
        let [line, column, end_line, end_column] = numbers;
        let [start, _, end, last] = places;
        let mut has_zero = false;
        for (number, place) in [(line, start), (end_line, end)] {
            if let (Some(0), Some(place)) = (number, place) {
                self.line_zero(place);
                has_zero = true;
            }
        }
        if has_zero {
            return;
        }
        let reversed = match line.zip(end_line) {
            Some((from, to)) if to < from => Some((from, to, end)),
            Some((from, to)) if to == from => match column.zip(end_column) {
                Some((from, to)) if to < from => Some((from, to, last)),
                _ => None,
            },
            _ => None,
        };
        if let Some((start, end, Some(place))) = reversed {
            let message = format!("the range ends at {end}, before it starts at {start}");
            let found = Found::at("REVERSED", Slot::of(place), message);
            self.seen.found.push(found);
        }
    }

    fn line_zero(&mut self, line: Node<'d>) {
        let message = "is 0, but lines are counted from 1";
        let found = Found::of("LINE_ZERO", Slot::of(line), message);
        self.seen.found.push(found);
    }
}
