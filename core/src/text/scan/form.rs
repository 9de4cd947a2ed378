//! Whether bytes are UTF-8, 64 at a time (Unicode §3.9, table 3-7).
//!
//! Every lead byte says which of the bytes behind it must continue it; together
//! these must be exactly the continuation bytes. Four leads restrict their second
//! byte further, and some bytes never occur.

use super::{CHUNK, Lanes};

/// A text on its way through the check, chunk after chunk.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::text) struct Form {
    /// The masks of the chunk before, for characters that straddle it.
    two: u64,
    three: u64,
    four: u64,
    e0: u64,
    ed: u64,
    f0: u64,
    f4: u64,
    /// Not 0 once anything was wrong.
    wrong: u64,
}

impl Form {
    /// Looks at the next chunk; the last one is filled up with zeros.
    #[inline(always)]
    pub(in crate::text) fn add<L: Lanes>(&mut self, lanes: L, bytes: &[u8; CHUNK]) {
        let chunk = lanes.load(bytes);
        if lanes.non_ascii(chunk) == 0 {
            self.add_ascii();
            return;
        }
        let next = Self {
            two: lanes.at_least(chunk, 0xC2),
            three: lanes.at_least(chunk, 0xE0),
            four: lanes.at_least(chunk, 0xF0),
            e0: lanes.equal(chunk, 0xE0),
            ed: lanes.equal(chunk, 0xED),
            f0: lanes.equal(chunk, 0xF0),
            f4: lanes.equal(chunk, 0xF4),
            wrong: 0,
        };
        let expected = (next.two << 1 | self.two >> 63)
            | (next.three << 2 | self.three >> 62)
            | (next.four << 3 | self.four >> 61);
        let from_90 = lanes.at_least(chunk, 0x90);
        let from_a0 = lanes.at_least(chunk, 0xA0);
        let never = (lanes.at_least(chunk, 0xC0) & !next.two) | lanes.at_least(chunk, 0xF5);
        let wrong = (expected ^ lanes.continuation(chunk))
            | never
            | ((next.e0 << 1 | self.e0 >> 63) & !from_a0)
            | ((next.ed << 1 | self.ed >> 63) & from_a0)
            | ((next.f0 << 1 | self.f0 >> 63) & !from_90)
            | ((next.f4 << 1 | self.f4 >> 63) & from_90);
        *self = Self {
            wrong: self.wrong | wrong,
            ..next
        };
    }

    /// Looks at any number of ASCII bytes, or at the end of the text.
    #[inline(always)]
    pub(in crate::text) fn add_ascii(&mut self) {
        let cut = self.two >> 63 | self.three >> 62 | self.four >> 61;
        *self = Self {
            wrong: self.wrong | cut,
            ..Self::default()
        };
    }

    pub(in crate::text) fn is_ill_formed(self) -> bool {
        self.wrong != 0
    }
}
