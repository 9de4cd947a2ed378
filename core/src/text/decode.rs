//! Where characters start in bytes that may not be UTF-8: the one place that
//! knows the form of UTF-8 byte by byte. Well-formed text does not come here.

/// U+FEFF at the start of a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What the decoder sees at one place: a character, or a maximal subpart of an
/// ill-formed sequence (Unicode §3.9; the WHATWG decoder's unit of replacement).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) len: usize,
    pub(super) well_formed: bool,
}

/// The item that starts at `at`, which must be the start of one and lie before
/// the end; else the answer is an ill-formed single byte.
pub(super) fn item_at(bytes: &[u8], at: usize) -> Item {
    let rest = bytes.get(at..).unwrap_or_default();
    let (len, second) = match rest.first() {
        Some(0x00..=0x7F) => {
            return Item {
                len: 1,
                well_formed: true,
            };
        }
        Some(0xC2..=0xDF) => (2, 0x80..=0xBF),
        Some(0xE0) => (3, 0xA0..=0xBF),
        Some(0xED) => (3, 0x80..=0x9F),
        Some(0xE1..=0xEF) => (3, 0x80..=0xBF),
        Some(0xF0) => (4, 0x90..=0xBF),
        Some(0xF1..=0xF3) => (4, 0x80..=0xBF),
        Some(0xF4) => (4, 0x80..=0x8F),
        _ => {
            return Item {
                len: 1,
                well_formed: false,
            };
        }
    };
    let mut got = 1;
    while got < len {
        let fits = match rest.get(got) {
            Some(byte) if got == 1 => second.contains(byte),
            Some(byte) => is_continuation(*byte),
            None => false,
        };
        if !fits {
            return Item {
                len: got,
                well_formed: false,
            };
        }
        got += 1;
    }
    Item {
        len,
        well_formed: true,
    }
}

pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The item that the byte at `at` belongs to, and where it starts.
///
/// No decoding from the start of the text is needed: an item starts at every
/// byte that is not a continuation byte, is at most four long, and takes in every
/// continuation byte that fits.
pub(super) fn item_around(bytes: &[u8], at: usize) -> (usize, Item) {
    for back in 1..=3 {
        let Some(lead) = at.checked_sub(back) else {
            break;
        };
        let follows = bytes
            .get(lead + 1..=at)
            .is_some_and(|run| run.iter().copied().all(is_continuation));
        if !follows {
            break;
        }
        if bytes.get(lead).copied().is_some_and(is_continuation) {
            continue;
        }
        let item = item_at(bytes, lead);
        if lead + item.len > at {
            return (lead, item);
        }
        break;
    }
    (at, item_at(bytes, at))
}

/// Start and end of the well-formed character that `at` lies strictly inside of.
pub(crate) fn character_around(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let first = *bytes.get(at)?;
    if !is_continuation(first) {
        return None;
    }
    let (start, item) = item_around(bytes, at);
    (start < at && item.well_formed).then_some((start, start + item.len))
}
