//! [`LineIndex`]: a text and what was learnt about it in one pass.
//!
//! This file builds it and tells its facts. The questions have a file each:
//! `strict` and `clamped` (one place), `many` (whose loops are in `pieces`), `flat`
//! (whole-text offsets), `lines`, `ends` (ranges), `boundary` (characters). They
//! share what `line` says of one line; `store` is what they all ask, and only it
//! knows how the index is laid out in memory.

use alloc::borrow::Cow;

use super::decode::BYTE_ORDER_MARK;
use super::{BomPolicy, IllFormed, LineIndexOptions, LineTerminators};
use store::Store;

mod boundary;
mod clamped;
mod ends;
mod flat;
mod line;
mod lines;
mod many;
mod pieces;
mod store;
mod strict;

/// A text with an index of its lines: byte offset to line and column, and back,
/// in any [`PositionEncoding`](super::PositionEncoding).
///
/// The text is borrowed, or owned if a host gives it away; the index beside it
/// takes at most 0.16 bytes for each byte of text. Building takes one pass, O(n).
/// Nothing in it changes after that, so it can be shared between threads.
///
/// # Examples
///
/// ```
/// use llm_types::{LineIndex, Position, PositionEncoding::*};
///
/// let index = LineIndex::new("a😀é\r\ncd\n");
/// assert_eq!(index.position(7, Utf16), Ok(Position::new(0, 4)));
/// assert_eq!(index.offset(Position::new(0, 4), Utf16), Ok(7));
/// assert_eq!(index.line_count(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct LineIndex<'t> {
    text: Cow<'t, [u8]>,
    store: Store,
    /// Bytes of the mark that columns of line 0 do not count: 3 or 0.
    stripped: usize,
    /// P7: a place between CR and LF is not a position.
    crlf_is_closed: bool,
    /// P14: every column can be counted, because the text is UTF-8 or because
    /// what is not is replaced.
    decodable: bool,
    /// Where the text around is ASCII, a place is a position, and its column the
    /// distance from the line's start.
    simple: bool,
    terminators: LineTerminators,
    /// How many places before the last byte of an ASCII line may be refused.
    margin: u64,
    ill_formed: IllFormed,
}

impl<'t> LineIndex<'t> {
    /// Indexes a text with the default options. Time O(n).
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert_eq!(LineIndex::new("").line_count(), 1);
    /// ```
    pub fn new(text: &'t str) -> Self {
        Self::build(
            Cow::Borrowed(text.as_bytes()),
            &LineIndexOptions::default(),
            true,
        )
    }

    /// Indexes bytes that may not be UTF-8, with the default options. Time O(n).
    ///
    /// ```
    /// # use llm_types::{LineIndex, PositionEncoding::*};
    /// let index = LineIndex::from_bytes(b"ok\n\xFF!\n");
    /// assert_eq!(index.position(4, Utf8).map(|p| p.column), Ok(1));
    /// assert_eq!(index.position(4, Utf16).unwrap_err().code(), "INVALID_UTF8");
    /// ```
    pub fn from_bytes(bytes: &'t [u8]) -> Self {
        Self::with_options(bytes, &LineIndexOptions::default())
    }

    /// Indexes bytes, borrowed or owned, with the caller's options. Time O(n).
    ///
    /// ```
    /// # use llm_types::{BomPolicy, LineIndex, LineIndexOptions, PositionEncoding::*};
    /// let options = LineIndexOptions { bom: BomPolicy::Strip, ..Default::default() };
    /// let index: LineIndex<'static> =
    ///     LineIndex::with_options("\u{FEFF}abc".as_bytes().to_vec(), &options);
    /// assert_eq!(index.position(4, Utf8).map(|p| p.column), Ok(1));
    /// ```
    pub fn with_options(bytes: impl Into<Cow<'t, [u8]>>, options: &LineIndexOptions) -> Self {
        Self::build(bytes.into(), options, false)
    }

    fn build(text: Cow<'t, [u8]>, options: &LineIndexOptions, well_formed: bool) -> Self {
        let has_mark = text.starts_with(BYTE_ORDER_MARK);
        let stripped = match options.bom {
            BomPolicy::Strip if has_mark => BYTE_ORDER_MARK.len(),
            _ => 0,
        };
        let crlf_is_closed = options.terminators == LineTerminators::Lsp;
        let store = Store::build(&text, &options.terminators, well_formed);
        let decodable =
            store.first_ill_formed().is_none() || options.ill_formed == IllFormed::Replacement;
        Self {
            stripped,
            crlf_is_closed,
            simple: !crlf_is_closed && stripped == 0 && decodable,
            decodable,
            margin: u64::from(crlf_is_closed),
            terminators: options.terminators.clone(),
            ill_formed: options.ill_formed,
            store,
            text,
        }
    }

    /// The text, byte for byte as it was given.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert_eq!(LineIndex::new("abc").text(), b"abc");
    /// ```
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The length of the text in bytes, which is also its last valid offset.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert_eq!(LineIndex::new("é").len(), 2);
    /// ```
    pub fn len(&self) -> u64 {
        self.text.len() as u64
    }

    /// Whether the text has no bytes. It still has one line.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert!(LineIndex::new("").is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// How many lines there are: one more than terminators (P8, P9).
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert_eq!(LineIndex::new("a\nb").line_count(), 2);
    /// assert_eq!(LineIndex::new("a\nb\n").line_count(), 3);
    /// ```
    pub fn line_count(&self) -> u64 {
        self.store.line_count()
    }

    /// Whether every byte is ASCII, so that all encodings count alike.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert!(LineIndex::new("abc").is_ascii());
    /// ```
    pub fn is_ascii(&self) -> bool {
        self.store.is_ascii()
    }

    /// Whether the bytes are UTF-8.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert!(!LineIndex::from_bytes(b"\xFF").is_well_formed());
    /// ```
    pub fn is_well_formed(&self) -> bool {
        self.store.first_ill_formed().is_none()
    }

    /// The byte offset of the first ill-formed sequence; `None` for UTF-8.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// assert_eq!(LineIndex::from_bytes(b"a\xFF").first_ill_formed(), Some(1));
    /// ```
    pub fn first_ill_formed(&self) -> Option<u64> {
        self.store.first_ill_formed().map(|at| at as u64)
    }

    /// The memory that the index takes beside the text, in bytes.
    ///
    /// ```
    /// # use llm_types::LineIndex;
    /// let text = "let answer = 42;\n".repeat(10_000);
    /// let index = LineIndex::new(&text);
    /// assert!(index.index_bytes() * 100 <= index.len() * 16);
    /// ```
    pub fn index_bytes(&self) -> u64 {
        self.store.memory()
    }
}
