//! The reader: one pass over the bytes, no recursion, one tape.
//!
//! It accepts exactly RFC 8259 with the restrictions of I-JSON (RFC 7493) that
//! protect meaning: UTF-8 only, no duplicate keys, no lone surrogates, no
//! number beyond a double. What an error looks like is worked out in `explain`,
//! after the fact.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::document::Document;
use super::error::{JsonError, JsonErrorKind, Limit};
use super::escape;
use super::explain;
use super::fault::{At, Fault, Step};
use super::lint::{LintKind, RawLint};
use super::number;
use super::options::{DuplicateKeys, LoneSurrogates, ReadOptions};
use super::place::PieceStart;
use super::scan;
use super::tape::{
    self, ESCAPED, Entry, MAX_ITEMS, MAX_STRING, MAX_TEXT, PLAIN_INTEGER, Tag, WIDE,
};
use crate::text::BYTE_ORDER_MARK;

/// A container that is open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Index of its open entry.
    open: usize,
    /// Byte offset of its bracket.
    pub(super) start: usize,
    pub(super) is_object: bool,
    /// Where the hashes of its keys begin in `Reader::hashes`.
    hashes: usize,
    /// The bits of the keys of all objects that stand directly in it.
    inside: u32,
    /// What `Reader::likely` is after it.
    likely: usize,
    /// What `Reader::pattern` is after it.
    pattern: usize,
    /// The entry of the object in it whose keys the next one is likely to have; 0 for none.
    model: usize,
    /// Whether the last object in it had the keys of that one.
    followed: bool,
    /// Elements of an array that were read, and how many of them are objects.
    elements: u64,
    objects: u64,
    /// The layout of all those objects; 0 if they have none in common.
    layout: u32,
}

pub(super) struct Reader<'t, 'o> {
    pub(super) text: &'t str,
    options: &'o ReadOptions,
    max_depth: usize,
    max_string: usize,
    /// The greatest length of a string that needs no second look.
    short_string: usize,
    max_items: u64,
    tape: Vec<u64>,
    pub(super) frames: Vec<Frame>,
    /// How many containers were open at the deepest place.
    deepest: usize,
    /// Hashes of the keys of all open objects that follow no pattern.
    hashes: Vec<u32>,
    /// The entry of the key that is likely to be next, because it was next in the
    /// element before; `NO_KEY` if nothing is known.
    likely: usize,
    /// The entry of the key that was likely, if it was the last key; or `NO_KEY`.
    met: usize,
    /// The entry of the object that has had the same keys so far as the innermost one,
    /// and no others between them; or `NO_KEY`. While there is one, the innermost object
    /// has no entries for its keys.
    pattern: usize,
    /// Of an object that gets keys: those, and the entries of its values. Empty otherwise.
    moved: Vec<(usize, usize)>,
    /// How many layouts were met; see [`Entry`].
    layouts: u32,
    lints: Vec<RawLint>,
    items: u64,
    piece_start: PieceStart,
    /// What follows the document is no concern of this reader.
    pub(super) head_only: bool,
}

/// Bytes of text for one word of the tape, in the JSON that tools print. At
/// most so much is taken in advance, and never more than 16 MB.
const USUAL_TOKEN: usize = 8;

/// No entry of a key: the first entry is the document.
const NO_KEY: usize = 0;

/// Objects deeper than this have keys of their own. What tools print is not as deep.
const DEEPEST_PATTERN: usize = 64;

/// Reads one document. `piece_start` is where `text` stands in what the caller gave.
pub(super) fn read_at<'t>(
    text: &'t [u8],
    options: &ReadOptions,
    piece_start: PieceStart,
) -> Result<Document<'t>, JsonError> {
    let refuse = |fault: Fault, pointer| Err(fault.in_text(text, piece_start, pointer));
    let limit = options.max_bytes.min(MAX_TEXT);
    if text.len() as u64 > limit {
        let what = Limit::Bytes;
        let kind = JsonErrorKind::TooLarge { what, limit };
        return refuse(Fault::new(kind, 0, 0, At::Container), String::new());
    }
    if piece_start.byte == 0
        && let Some(kind) = explain::other_encoding(text)
    {
        return refuse(
            Fault::new(kind, 0, text.len(), At::Container),
            String::new(),
        );
    }
    match scan::text(text) {
        Ok(valid) => Reader::new(valid, options, piece_start).with_room().read(),
        Err(invalid) => {
            let start = invalid.valid_up_to();
            let end = invalid.error_len().map_or(text.len(), |len| start + len);
            let prefix = text.get(..start).unwrap_or_default();
            // What can be read before tells which value the bytes are in.
            let options = ReadOptions {
                duplicate_keys: DuplicateKeys::LastWins,
                lone_surrogates: LoneSurrogates::Replace,
                ..options.clone()
            };
            let prefix = core::str::from_utf8(prefix).unwrap_or_default();
            let mut reader = Reader::new(prefix, &options, piece_start);
            let at = reader
                .run()
                .map_or_else(|fault| fault.at(), |()| At::Container);
            let pointer = reader.path(at);
            refuse(
                Fault::new(JsonErrorKind::InvalidUtf8, start, end, at),
                pointer,
            )
        }
    }
}

/// Reads the document at the beginning of `text`, whatever comes after it, and
/// gives the offset after it too.
pub(super) fn read_head<'t>(
    text: &'t str,
    options: &ReadOptions,
    piece_start: PieceStart,
) -> Result<(Document<'t>, usize), JsonError> {
    let mut reader = Reader::new(text, options, piece_start).with_room();
    reader.head_only = true;
    let document = reader.read()?;
    let end = document.end_of(0);
    Ok((document, end))
}

impl<'t, 'o> Reader<'t, 'o> {
    fn new(text: &'t str, options: &'o ReadOptions, piece_start: PieceStart) -> Self {
        let max_string = options.max_string_bytes.min(MAX_STRING);
        let max_string = usize::try_from(max_string).unwrap_or(usize::MAX);
        Self {
            text,
            options,
            max_depth: usize::try_from(options.max_depth).unwrap_or(usize::MAX),
            max_string,
            short_string: max_string.min(tape::SHORT),
            max_items: options.max_items.min(MAX_ITEMS),
            tape: Vec::new(),
            // As many as a line of JSON Lines needs.
            frames: Vec::with_capacity(8),
            deepest: 0,
            hashes: Vec::with_capacity(32),
            likely: NO_KEY,
            met: NO_KEY,
            pattern: NO_KEY,
            moved: Vec::new(),
            layouts: 0,
            lints: Vec::new(),
            items: 0,
            piece_start,
            head_only: false,
        }
    }

    /// Takes room for what a text of this length usually holds.
    fn with_room(mut self) -> Self {
        let usual = self.text.len() / USUAL_TOKEN;
        self.tape.reserve(usual.clamp(16, 1 << 21));
        self
    }

    fn read(mut self) -> Result<Document<'t>, JsonError> {
        match self.run() {
            Ok(()) => {
                let depth = self.deepest as u64;
                let (tape, lints) = (self.tape, self.lints);
                let (piece_start, layouts) = (self.piece_start, self.layouts);
                Ok(Document::new(
                    self.text,
                    tape,
                    lints,
                    piece_start,
                    depth,
                    layouts,
                ))
            }
            Err(fault) => {
                let pointer = self.path(fault.at());
                Err(fault.in_text(self.text.as_bytes(), self.piece_start, pointer))
            }
        }
    }

    fn run(&mut self) -> Step<()> {
        let bytes = self.text.as_bytes();
        let mut pos = 0;
        if self.piece_start.byte == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
            pos = BYTE_ORDER_MARK.len();
            self.lints
                .push(RawLint::new(LintKind::ByteOrderMark, 0, pos, 0));
        }
        loop {
            pos = scan::skip_whitespace(bytes, pos);
            pos = match self.value(pos)? {
                Next::Value(next) => next,
                Next::After(next) => match self.after_value(next)? {
                    Some(next) => next,
                    None => return Ok(()),
                },
            };
        }
    }

    /// Reads a scalar, or opens a container, at `pos`.
    #[inline]
    fn value(&mut self, pos: usize) -> Step<Next> {
        let bytes = self.text.as_bytes();
        self.items += 1;
        if self.items > self.max_items {
            return Err(explain::one_too_many(self, pos, self.max_items));
        }
        match bytes.get(pos) {
            Some(b'"') => self.string(pos, Tag::String).map(Next::After),
            Some(b'-' | b'0'..=b'9') => self.number(pos).map(Next::After),
            Some(b'{') => self.open(pos, true),
            Some(b'[') => self.open(pos, false),
            Some(b't') => self.literal(pos, "true", Tag::True),
            Some(b'f') => self.literal(pos, "false", Tag::False),
            Some(b'n') => self.literal(pos, "null", Tag::Null),
            _ => Err(explain::value(self, pos)),
        }
    }

    #[inline]
    fn literal(&mut self, pos: usize, word: &str, tag: Tag) -> Step<Next> {
        let end = pos + word.len();
        if self.text.as_bytes().get(pos..end) == Some(word.as_bytes()) {
            self.tape.push(tape::scalar(tag, 0, pos, word.len()));
            Ok(Next::After(end))
        } else {
            Err(explain::value(self, pos))
        }
    }

    #[inline]
    fn open(&mut self, pos: usize, is_object: bool) -> Step<Next> {
        if self.frames.len() >= self.max_depth {
            let limit = self.options.max_depth;
            let kind = JsonErrorKind::TooDeep { limit };
            return Err(Fault::new(kind, pos, pos + 1, At::Child));
        }
        let bytes = self.text.as_bytes();
        let (tag, close) = if is_object {
            (Tag::Object, b'}')
        } else {
            (Tag::Array, b']')
        };
        let (pattern, model) = if is_object {
            // To leave one moves what is inside, for each that is around it.
            let deep = self.frames.len() > DEEPEST_PATTERN;
            let pattern = if deep { NO_KEY } else { self.likely_pattern() };
            (pattern, NO_KEY)
        } else {
            (NO_KEY, self.likely_element())
        };
        self.frames.push(Frame {
            open: self.tape.len(),
            start: pos,
            is_object,
            hashes: self.hashes.len(),
            inside: 0,
            likely: self.likely,
            pattern: self.pattern,
            model,
            followed: false,
            elements: 0,
            objects: 0,
            layout: 0,
        });
        self.pattern = pattern;
        self.likely = if pattern == NO_KEY {
            NO_KEY
        } else {
            pattern + WIDE
        };
        self.deepest = self.deepest.max(self.frames.len());
        self.wide(tape::open(tag, pos));
        let next = scan::skip_whitespace(bytes, pos + 1);
        if bytes.get(next) == Some(&close) {
            self.close(next)?;
            Ok(Next::After(next + 1))
        } else if is_object {
            self.key(next).map(Next::Value)
        } else {
            Ok(Next::Value(next))
        }
    }

    /// Closes containers and reads commas until the next value is due. `None`
    /// when the document is complete.
    #[inline]
    fn after_value(&mut self, mut pos: usize) -> Step<Option<usize>> {
        let bytes = self.text.as_bytes();
        loop {
            pos = scan::skip_whitespace(bytes, pos);
            let Some(frame) = self.frames.last_mut() else {
                return if pos == bytes.len() || self.head_only {
                    Ok(None)
                } else {
                    Err(explain::trailing(self, pos))
                };
            };
            match (bytes.get(pos), frame.is_object) {
                (Some(b','), true) => {
                    let next = scan::skip_whitespace(bytes, pos + 1);
                    return self.key(next).map(Some);
                }
                (Some(b','), false) => {
                    frame.elements += 1;
                    return Ok(Some(pos + 1));
                }
                (Some(b']'), false) => {
                    frame.elements += 1;
                    self.close(pos)?;
                    pos += 1;
                }
                (Some(b'}'), true) => {
                    self.close(pos)?;
                    pos += 1;
                }
                _ => return Err(explain::after_value(self, pos)),
            }
        }
    }

    /// Reads the string whose opening quote is at `pos`.
    #[allow(clippy::inline_always, reason = "measured: a tenth of all reading")]
    #[inline(always)]
    fn string(&mut self, pos: usize, tag: Tag) -> Step<usize> {
        let bytes = self.text.as_bytes();
        let stop = scan::string_stop(bytes, pos + 1);
        if bytes.get(stop) == Some(&b'"') {
            self.end_string(pos, stop, tag, 0)
        } else {
            self.unusual_string(pos, stop, tag)
        }
    }

    #[inline]
    fn end_string(&mut self, pos: usize, quote: usize, tag: Tag, flags: u64) -> Step<usize> {
        let length = quote - pos - 1;
        if length > self.short_string {
            return self.long_string(pos, quote, tag, flags);
        }
        if tag == Tag::Key {
            self.wide(tape::key(flags, pos, length, 0));
        } else {
            self.tape.push(tape::scalar(tag, flags, pos, length));
        }
        Ok(quote + 1)
    }

    /// The end of a string that is too long, or too long for one word.
    #[cold]
    fn long_string(&mut self, pos: usize, quote: usize, tag: Tag, flags: u64) -> Step<usize> {
        let length = quote - pos - 1;
        if length > self.max_string {
            let limit = self.max_string as u64;
            let what = Limit::StringBytes;
            let kind = JsonErrorKind::TooLarge { what, limit };
            return Err(Fault::new(kind, pos, quote + 1, at_of(tag)));
        }
        if tag == Tag::Key {
            self.wide(tape::key(flags, pos, length, 0));
        } else {
            self.scalar(tag, flags, pos, length);
        }
        Ok(quote + 1)
    }

    /// Goes on with a string at its first backslash or mistake.
    fn unusual_string(&mut self, pos: usize, mut stop: usize, tag: Tag) -> Step<usize> {
        let bytes = self.text.as_bytes();
        while bytes.get(stop) == Some(&b'\\') {
            let next = self.escape(pos, stop, tag)?;
            stop = scan::string_stop(bytes, next);
        }
        if bytes.get(stop) == Some(&b'"') {
            self.end_string(pos, stop, tag, ESCAPED)
        } else {
            Err(explain::string(self, pos, stop, tag))
        }
    }

    /// Checks the escape at `at` and returns the offset after it.
    fn escape(&mut self, string: usize, at: usize, tag: Tag) -> Step<usize> {
        let bytes = self.text.as_bytes();
        match bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => return Ok(at + 2),
            Some(b'u') => {}
            _ => return Err(explain::escape(self, string, at, tag)),
        }
        let Some(unit) = scan::hex4(bytes, at + 2) else {
            return Err(explain::escape(self, string, at, tag));
        };
        if escape::is_high(unit)
            && bytes.get(at + 6..at + 8) == Some(b"\\u")
            && scan::hex4(bytes, at + 8).is_some_and(escape::is_low)
        {
            return Ok(at + 12);
        }
        if escape::is_high(unit) || escape::is_low(unit) {
            match self.options.lone_surrogates {
                LoneSurrogates::Error => {
                    return Err(explain::surrogate(self, string, at, unit, tag));
                }
                LoneSurrogates::Replace => {
                    let kind = LintKind::LoneSurrogate { unit };
                    let index = self.tape.len() + WIDE * usize::from(tag == Tag::Key);
                    self.lints.push(RawLint::new(kind, at, at + 6, index));
                }
            }
        }
        Ok(at + 6)
    }

    #[inline]
    fn number(&mut self, pos: usize) -> Step<usize> {
        match scan::short_natural(self.text.as_bytes(), pos) {
            Some((end, value)) if (end - pos) as u64 <= self.options.max_number_bytes => {
                self.tape.push(tape::natural(pos, value, end - pos));
                Ok(end)
            }
            _ => self.other_number(pos),
        }
    }

    #[inline(never)]
    fn other_number(&mut self, pos: usize) -> Step<usize> {
        let bytes = self.text.as_bytes();
        let token = match scan::number(bytes, pos) {
            Ok(token) => token,
            Err(problem) => return Err(explain::number(self, pos, problem)),
        };
        let length = (token.end - pos) as u64;
        if length > self.options.max_number_bytes.min(MAX_STRING) {
            let limit = self.options.max_number_bytes.min(MAX_STRING);
            return Err(too_large(Limit::NumberBytes, limit, pos, token.end));
        }
        if length > number::ALWAYS_EXACT || token.long_exponent {
            self.check_number(pos, token.end)?;
        }
        let flags = if token.plain_integer {
            PLAIN_INTEGER
        } else {
            0
        };
        self.scalar(Tag::Number, flags, pos, token.end - pos);
        Ok(token.end)
    }

    /// Refuses a number beyond a double, and marks one that a double changes.
    #[cold]
    fn check_number(&mut self, pos: usize, end: usize) -> Step<()> {
        let raw = self.text.get(pos..end).unwrap_or_default();
        match number::survives_double(raw) {
            None => {
                let token = explain::shorten(raw);
                let kind = JsonErrorKind::NumberOutOfRange { token };
                return Err(Fault::new(kind, pos, end, At::Child));
            }
            Some(true) => {}
            Some(false) => {
                let index = self.tape.len();
                let lint = RawLint::new(LintKind::InexactNumber, pos, end, index);
                self.lints.push(lint);
            }
        }
        Ok(())
    }

    fn raw(&self, entry: Entry) -> &'t str {
        let start = entry.start() + 1;
        self.text
            .get(start..start + entry.length())
            .unwrap_or_default()
    }

    #[inline]
    fn scalar(&mut self, tag: Tag, flags: u64, start: usize, length: usize) {
        if length <= tape::SHORT {
            self.tape.push(tape::scalar(tag, flags, start, length));
        } else {
            self.long_scalar(tag, flags, start, length);
        }
    }

    #[cold]
    fn long_scalar(&mut self, tag: Tag, flags: u64, start: usize, length: usize) {
        self.wide(tape::long_scalar(tag, flags, start, length));
    }

    #[inline]
    fn wide(&mut self, words: [u64; 2]) {
        self.tape.extend_from_slice(&words);
    }

    fn entry(&self, index: usize) -> Option<Entry> {
        tape::entry(&self.tape, index)
    }

    fn key_text(&self, index: usize) -> Cow<'t, str> {
        match self.entry(index) {
            Some(entry) if entry.has(ESCAPED) => escape::decode(self.raw(entry)),
            Some(entry) => Cow::Borrowed(self.raw(entry)),
            None => Cow::Borrowed(""),
        }
    }
}

/// Where reading goes on.
enum Next {
    /// A value is due at or after this offset.
    Value(usize),
    /// A value ended at this offset.
    After(usize),
}

/// The value that an error in a string is about: a key belongs to its object.
pub(super) fn at_of(tag: Tag) -> At {
    if tag == Tag::Key {
        At::Container
    } else {
        At::Child
    }
}

#[cold]
fn too_large(what: Limit, limit: u64, start: usize, end: usize) -> Fault {
    Fault::new(
        JsonErrorKind::TooLarge { what, limit },
        start,
        end,
        At::Child,
    )
}

mod close;
mod key;
mod path;
#[cfg(test)]
mod tests;
