//! Places in text: byte offsets, lines and columns, and the way between them.
//!
//! Tools disagree about what "column 5" means. Here the disagreement ends: inside
//! the crate every place is a **byte offset**, and a line and column are made only
//! on request, in an encoding that the caller names.
//!
//! | In `🚀 Woo` | `utf-8` | `utf-16` | `utf-32` |
//! |---|---|---|---|
//! | column of `W` | 5 | 3 | 2 |
//!
//! Without exception:
//!
//! - lines and columns are counted from 0; ranges are half-open;
//! - the offset after the last byte is valid: it is where a range ends that covers
//!   the whole text (P1). Empty text has one line (P9), and so has the place after
//!   the last terminator (P8);
//! - a plain function is strict: it answers exactly or refuses with a code, and its
//!   inverse gives back what went in. A function that clamps says `clamped`, one
//!   that rounds says `rounded`;
//! - offsets are `u64` in every signature, on 32-bit targets too (P22).
//!
//! What ends a line is [`LineTerminators`], `lf_crlf` by default; see there for
//! the table. What a byte order mark and ill-formed bytes mean is said by
//! [`LineIndexOptions`].
//!
//! How the golden text `"a😀é\r\ncd\n"` reads with the defaults:
//!
//! | Byte | Line | `utf-8` | `utf-16` | `utf-32` | |
//! |---|---|---|---|---|---|
//! | 0 | 0 | 0 | 0 | 0 | |
//! | 1 | 0 | 1 | 1 | 1 | |
//! | 2 to 4 | | | | | `NOT_CHAR_BOUNDARY` (P2) |
//! | 5 | 0 | 5 | 3 | 2 | |
//! | 7 | 0 | 7 | 4 | 3 | |
//! | 8 | 0 | 8 | 5 | 4 | between CR and LF (P7) |
//! | 9 | 1 | 0 | 0 | 0 | |
//! | 12 | 2 | 0 | 0 | 0 | |
//!
//! Display width, tab stops and rendering do not live here, and neither do paths,
//! spans of an envelope, or JSON.

mod decode;
mod error;
mod index;
mod number;
mod options;
mod position;
mod profile;
mod range;
mod scan;
mod terminators;
mod utf16;
pub(crate) mod words;

pub(crate) use decode::{BYTE_ORDER_MARK, character_around};
pub use error::{Expected, TextError};
pub use index::LineIndex;
pub use number::{
    MAX_SAFE_OFFSET, offset_from_f64, offset_from_i128, shift_from_f64, shift_from_i128,
};
pub use options::{BomPolicy, GivenIndexOptions, IllFormed, LineIndexOptions};
pub use position::{EndRule, Position, PositionEncoding, Rounding, WholeLines};
pub use profile::{AmbiguousEol, LineCounts, TextProfile, text_profile};
pub use range::{ByteOffset, ByteRange};
pub(crate) use scan::passed::Passed;
pub use terminators::{LineTerminators, TerminatorList};
pub use utf16::{Utf16Text, text_from_utf16};
