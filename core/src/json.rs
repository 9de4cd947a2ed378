//! JSON: the strict reader that knows where everything stands, and the writers.
//!
//! [`read`] accepts what RFC 8259 allows, in UTF-8, and refuses what hosts
//! understand differently: a key that stands twice, a lone surrogate, a
//! number beyond a double. It keeps number tokens and the order of members, so
//! that nothing is lost; [`write_canonical`] gives the one form of RFC 8785.
//!
//! The reader is written here and not taken from a crate, because none of the
//! crates of this language gives all of: the byte range of each value and key,
//! number tokens as written, refusal of duplicate keys and lone surrogates with
//! their place, no recursion, `no_std`, and errors that say what the text looks
//! like. Those that are strict give no tree with places; those that give places
//! recurse, or accept duplicates.
//!
//! What the documents mean is not known here: see `dialect`.

mod canonical;
mod children;
mod deserialize;
mod document;
mod error;
mod escape;
mod explain;
mod fault;
mod keys;
mod lines;
mod lint;
mod locate;
mod node;
mod number;
mod object;
mod options;
mod ordered;
mod outline;
mod place;
mod pointer;
mod read;
mod scan;
mod serialize;
mod tape;
mod trail;
mod value;
mod walk;
mod write;

use alloc::string::String;

pub use canonical::write_canonical;
pub(crate) use canonical::{compare_utf16, write_canonical_to};
pub use children::{Items, Key, Members};
pub use document::{Document, Kind};
pub use error::{Found, JsonError, JsonErrorKind, Limit, NumberProblem, TrailingData};
pub(crate) use escape::write_string;
pub(crate) use keys::{KeyBits, hash as hash_of_key, same as same_key};
pub use lines::{LineBounds, Lines, read_lines};
pub use lint::{Lint, LintKind};
pub(crate) use locate::Ways;
pub use node::Node;
pub(crate) use number::write_count;
pub use number::{IntegerError, Number, SafeInteger};
pub use object::{Iter, Object};
pub use options::{DuplicateKeys, GivenLimits, LoneSurrogates, ReadOptions};
pub(crate) use ordered::Ordered;
pub(crate) use outline::{Outline, Progress};
pub use place::Place;
pub(crate) use place::{PieceStart, Sweep};
pub use pointer::Pointer;
pub(crate) use pointer::{push_index, push_token};
pub use serialize::MAX_SERIALIZE_DEPTH;
pub(crate) use tape::Form;
pub(crate) use trail::{Token, Trail};
pub use value::{Array, Value};
pub use write::{write_compact, write_pretty};

/// Reads one JSON document.
///
/// Time O(n log n) in the worst case, which is an object of many keys, and O(n)
/// otherwise. No recursion.
///
/// Memory is at most 16 bytes for each value, closing bracket and key, and growing may double
/// it. Keys take none in an object that has those of an earlier one. So what tools print takes
/// about as much as its text, and `[[],[],…]` some 20 times as much. Each container that
/// is open takes 80 bytes more, which counts only with a raised depth.
///
/// # Errors
///
/// A [`JsonError`] for the first thing that is wrong, encoding first; a
/// duplicate key is found when its object ends. See [`JsonErrorKind`] for the
/// codes.
///
/// # Examples
///
/// ```
/// use llm_types::json::{ReadOptions, read};
///
/// let error = read(b"{\"a\": [1,]}", &ReadOptions::default()).unwrap_err();
/// assert_eq!(error.code(), "TRAILING_COMMA");
/// assert_eq!(error.pointer(), "/a");
/// assert_eq!(error.byte_range(), (8, 9));
/// assert_eq!((error.place().line, error.place().column_utf16), (1, 8));
/// ```
pub fn read<'t>(text: &'t [u8], options: &ReadOptions) -> Result<Document<'t>, JsonError> {
    read::read_at(text, options, place::PieceStart::default())
}

/// Reads one document that is a part of a longer text. Offsets, and the place of
/// a refusal, are those of the longer text.
pub(crate) fn read_part<'t>(
    part: &'t [u8],
    piece_start: PieceStart,
    options: &ReadOptions,
) -> Result<Document<'t>, JsonError> {
    read::read_at(part, options, piece_start)
}

/// Reads the document at the beginning of a part of a longer text, whatever
/// comes after it, and gives the offset in the part after its last byte. Time
/// O(document), not O(part).
pub(crate) fn read_head<'t>(
    part: &'t str,
    piece_start: PieceStart,
    options: &ReadOptions,
) -> Result<(Document<'t>, usize), JsonError> {
    read::read_head(part, options, piece_start)
}

/// Reads a JSON text strictly and writes it in the canonical form of RFC 8785.
/// Time O(n log n).
///
/// # Errors
///
/// Those of [`read`].
///
/// # Examples
///
/// ```
/// use llm_types::json::canonicalize;
///
/// assert_eq!(canonicalize(br#"{"b": 1.0, "a": []}"#)?, r#"{"a":[],"b":1}"#);
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn canonicalize(text: &[u8]) -> Result<String, JsonError> {
    let document = read(text, &ReadOptions::default())?;
    Ok(document.root().to_canonical())
}

/// Finds the place of the value at a JSON Pointer. Time O(n): the text is read.
///
/// # Errors
///
/// Those of [`read`], and `POINTER_SYNTAX` and `POINTER_NOT_FOUND`.
///
/// # Examples
///
/// ```
/// use llm_types::json::locate;
///
/// let place = locate("{\n  \"é\": {\"a\": 1}}".as_bytes(), "/é/a")?;
/// assert_eq!((place.line, place.column_utf8, place.column_utf16), (2, 14, 13));
/// assert_eq!((place.byte_start, place.key_start), (16, Some(11)));
/// # Ok::<(), llm_types::json::JsonError>(())
/// ```
pub fn locate(text: &[u8], pointer: &str) -> Result<Place, JsonError> {
    let document = read(text, &ReadOptions::default())?;
    Ok(document.find(pointer)?.place())
}
