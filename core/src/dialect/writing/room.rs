//! How much text of the sources may be copied into documents.

/// On average each byte of a text and of its sources may be copied so many times. Ranges
/// inside of ranges are not so deep in what tools find; and whatever the ranges are, the
/// result stays in proportion to what it is made of.
const MOST_COPIES: u64 = 16;

/// Why the text of a range is not written: it is not known.
pub(crate) const NO_TEXT: &str = "NEEDS_SOURCE: the text of the range is not known";

/// Why the text of a range is not written: it would be copied too often.
pub(super) const NO_ROOM: &str = "SOURCE_TEXT_LIMIT: the ranges have more text together than 16 \
     times the document and the sources; convert fewer of them at once";

/// How many bytes of the sources may be copied still.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Room(u64);

impl Room {
    /// Makes room for copies of a text of so many bytes.
    pub(crate) const fn add(&mut self, bytes: u64) {
        let more = bytes.saturating_mul(MOST_COPIES);
        self.0 = self.0.saturating_add(more);
    }

    /// Whether there was room for so many bytes, which are taken then.
    pub(crate) fn take(&mut self, bytes: usize) -> bool {
        let left = self.0.checked_sub(bytes as u64);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}
