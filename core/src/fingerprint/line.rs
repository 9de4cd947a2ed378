//! GitHub's `primaryLocationLineHash`: a rolling hash over the text that follows the
//! start of a line.
//!
//! GitHub's code scanning computes it where a SARIF file brings no hash of its own. Blanks do
//! not count, every line terminator counts as LF, and the hash covers 100 UTF-16 code units, so
//! that it survives all edits above the line. Lines with the same hash are numbered.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How many code units a hash covers.
const WINDOW: usize = 100;

/// The base of the polynomial.
const BASE: u64 = 37;

/// What stands after the last code unit of the text.
const END: u16 = 0xFFFF;

/// The weight of the unit that leaves the window.
const LEAVING: u64 = {
    let (mut power, mut at) = (1u64, 0);
    while at < WINDOW {
        power = power.wrapping_mul(BASE);
        at += 1;
    }
    power
};

/// GitHub's hash of every line of a text, in their order: hexadecimal digits without
/// leading zeros, a colon, and which of the lines with this hash it is, from 1.
///
/// Lines end with LF, CR or CRLF. Ill-formed bytes count as U+FFFD each, as a decoder
/// of the web reads them. Time O(n + lines · log lines).
///
/// # Examples
///
/// ```
/// assert_eq!(llm_types::line_hashes(b""), ["c129715d7a2bc9a3:1"]);
/// assert_eq!(llm_types::line_hashes(b" a\nb\n  \t\tc\n d")[1], "54703d4cd895b18:1");
/// ```
pub fn line_hashes(text: &[u8]) -> Vec<String> {
    let mut rolling = Rolling::new();
    let mut after_cr = false;
    for chunk in text.utf8_chunks() {
        let ill_formed = if chunk.invalid().is_empty() {
            ""
        } else {
            "\u{fffd}"
        };
        for unit in chunk
            .valid()
            .encode_utf16()
            .chain(ill_formed.encode_utf16())
        {
            let unit = match unit {
                0x20 | 0x09 => {
                    after_cr = false;
                    continue;
                }
                0x0A if after_cr => {
                    after_cr = false;
                    continue;
                }
                0x0D => {
                    after_cr = true;
                    0x0A
                }
                other => {
                    after_cr = false;
                    other
                }
            };
            rolling.push(unit);
        }
    }
    rolling.finish()
}

/// The hash over a window that moves through the text.
struct Rolling {
    window: [u16; WINDOW],
    /// Whether a line starts at this place of the window.
    starts: [bool; WINDOW],
    /// The place of the window that is written next.
    at: usize,
    hash: u64,
    /// Whether the next unit is the first one of a line.
    line_begins: bool,
    /// How many lines had each hash so far.
    counts: BTreeMap<u64, u64>,
    hashes: Vec<String>,
}

impl Rolling {
    const fn new() -> Self {
        Self {
            window: [0; WINDOW],
            starts: [false; WINDOW],
            at: 0,
            hash: 0,
            line_begins: true,
            counts: BTreeMap::new(),
            hashes: Vec::new(),
        }
    }

    fn push(&mut self, unit: u16) {
        self.flush();
        if let Some(start) = self.starts.get_mut(self.at) {
            *start = self.line_begins;
        }
        self.line_begins = unit == 0x0A;
        self.roll(unit);
    }

    /// Prints the hash of the line whose first unit is about to leave the window.
    fn flush(&mut self) {
        let Some(start) = self.starts.get_mut(self.at) else {
            return;
        };
        if core::mem::take(start) {
            let count = self.counts.entry(self.hash).or_default();
            *count += 1;
            self.hashes.push(format!("{:x}:{count}", self.hash));
        }
    }

    fn roll(&mut self, unit: u16) {
        let leaving = self
            .window
            .get_mut(self.at)
            .map_or(0, |slot| core::mem::replace(slot, unit));
        self.hash = self
            .hash
            .wrapping_mul(BASE)
            .wrapping_add(unit.into())
            .wrapping_sub(LEAVING.wrapping_mul(leaving.into()));
        self.at = (self.at + 1) % WINDOW;
    }

    fn finish(mut self) -> Vec<String> {
        self.push(END);
        for _ in 0..WINDOW {
            self.flush();
            self.roll(0);
        }
        self.hashes
    }
}
