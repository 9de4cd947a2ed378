//! A draft as JSON text that nobody has seen: a host writes it of what its caller gives.
//! What is wrong with it is told by its pointer alone.

use crate::error::Error;
use crate::json::{ReadOptions, Value, read, write_compact};

/// Reads the JSON text that a host wrote of its caller's draft.
///
/// Limits are the default ones, but for the length of numbers, which the host has written
/// already. Time O(n).
///
/// # Errors
///
/// Those of the reader that a host's own writer leaves, by JSON Pointer, without a place in
/// the text: `LONE_SURROGATE`, `TOO_DEEP`, and of hosts whose objects can have one name twice,
/// or whose integers have no end, `DUPLICATE_KEY` and `NUMBER_OUT_OF_RANGE`.
///
/// # Examples
///
/// ```
/// use llm_types::build::read_draft;
///
/// let refusal = read_draft(br#"{"tool":"\ud800"}"#).unwrap_err();
/// assert_eq!((refusal.code(), refusal.pointer()), ("LONE_SURROGATE", Some("/tool")));
/// assert_eq!(refusal.byte_range(), None);
/// ```
pub fn read_draft(text: &[u8]) -> Result<Value, Error> {
    let options = ReadOptions {
        max_number_bytes: u64::MAX,
        ..ReadOptions::default()
    };
    match read(text, &options) {
        Ok(document) => Ok(document.to_value()),
        Err(error) => Err(error.without_place().into()),
    }
}

/// Why no host could have handed over such a draft, if that is so: then it is what is told,
/// as the hosts look at it first.
pub(super) fn refused(draft: &Value) -> Option<Error> {
    read_draft(write_compact(draft).as_bytes()).err()
}
