//! Whether a text that arrives in pieces is a sheet.
//!
//! Two lines that are not blank decide it. Each byte is looked at once until then,
//! however small the pieces are.

use super::{may_begin, of};
use crate::text::BYTE_ORDER_MARK;

/// How far the search has come.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// How many bytes were looked at.
    seen: usize,
    /// How many lines that are not blank are complete.
    lines: u8,
    /// Whether the line at hand is not blank.
    begun: bool,
    /// The answer.
    is_sheet: Option<bool>,
}

impl Watch {
    /// Looks at a text that has grown. `None` if only more of it can tell.
    pub(crate) fn follow(&mut self, text: &[u8]) -> Option<bool> {
        if self.is_sheet.is_none() {
            self.is_sheet = self.look(text);
        }
        self.is_sheet
    }

    /// The same of a text that may be all that there is.
    pub(crate) fn knows(&mut self, text: &[u8], at_end: bool) -> Option<bool> {
        let is_sheet = self.follow(text);
        is_sheet.or_else(|| at_end.then(|| of(text).is_some()))
    }

    fn look(&mut self, text: &[u8]) -> Option<bool> {
        if self.seen == 0 {
            if text.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(text) {
                return None;
            }
            self.seen = if text.starts_with(BYTE_ORDER_MARK) {
                BYTE_ORDER_MARK.len()
            } else {
                0
            };
        }
        while let Some(byte) = text.get(self.seen) {
            if self.lines == 0 && !self.begun && !byte.is_ascii_whitespace() && !may_begin(*byte) {
                return Some(false);
            }
            self.seen += 1;
            if *byte != b'\n' {
                self.begun |= !byte.is_ascii_whitespace();
            } else if core::mem::take(&mut self.begun) {
                self.lines += 1;
            }
            if self.lines == 2 {
                return Some(of(text).is_some());
            }
        }
        None
    }
}
