//! What has to be known of a piece of text to say where its end stands.

use super::{CHUNK, Lanes, Task, low_bits};

/// What a piece of text does to line and column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Passed {
    /// Line feeds in it.
    pub(crate) feeds: usize,
    /// The offset behind the last one; 0 if there is none.
    pub(crate) last_line: usize,
    /// Whether the rest from there on is ASCII.
    pub(crate) is_ascii: bool,
}

impl Passed {
    /// Looks through a text, which need not be well-formed.
    pub(crate) fn through(text: &[u8]) -> Self {
        super::Engine::detect().run(PassedIn(text))
    }
}

/// The same, by one engine.
pub(super) struct PassedIn<'t>(pub(super) &'t [u8]);

impl Task for PassedIn<'_> {
    type Output = Passed;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Passed {
        let text = self.0;
        let mut passed = Passed {
            is_ascii: true,
            ..Passed::default()
        };
        let mut at = 0;
        while at < text.len() {
            let (chunk, shift) = lanes.load_at(text, at);
            let wanted = low_bits(text.len() - at);
            let feeds = lanes.equal(chunk, b'\n') >> shift & wanted;
            let mut others = lanes.non_ascii(chunk) >> shift & wanted;
            if feeds != 0 {
                let behind = CHUNK - feeds.leading_zeros() as usize;
                passed.feeds += feeds.count_ones() as usize;
                passed.last_line = at + behind;
                passed.is_ascii = true;
                // Of what stands before the last feed nobody asks.
                others &= !low_bits(behind);
            }
            passed.is_ascii &= others == 0;
            at += CHUNK;
        }
        passed
    }
}
