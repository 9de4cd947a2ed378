//! What a text that is not JSON looks like (rule J10).
//!
//! Called once, when the reader has stopped. The message names the habit that
//! the text shows, because its author is often a model or a hand-written
//! printer that has that habit on every line.

use alloc::string::String;

use super::error::{Found, JsonErrorKind, Limit, NumberProblem, TrailingData};
use super::fault::{At, Fault};
use super::read::Reader;
use super::scan;

mod strings;

pub(super) use strings::{escape, string, surrogate};

type Kind = JsonErrorKind;

/// The words of JSON.
const WORDS: [&str; 3] = ["true", "false", "null"];

/// White space as JSON has it.
const WHITE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Characters of a token that a message shows.
const SHOWN: usize = 40;

/// The beginning of a token, for a message.
pub(super) fn shorten(token: &str) -> String {
    let mut shown: String = token.chars().take(SHOWN).collect();
    if shown.len() < token.len() {
        shown.push('…');
    }
    shown
}

/// Names UTF-16 and UTF-32, by byte order mark or by the zero bytes that the
/// first character of any JSON text, which is ASCII, must have there.
pub(super) fn other_encoding(text: &[u8]) -> Option<Kind> {
    let (wide, byte_order) = match *text {
        [0xff, 0xfe, 0, 0, ..] => (true, "little"),
        [0, 0, 0xfe, 0xff, ..] => (true, "big"),
        [0xff, 0xfe, ..] => (false, "little"),
        [0xfe, 0xff, ..] => (false, "big"),
        [0, 0, 0, last, ..] if last != 0 => (true, "big"),
        [first, 0, 0, 0, ..] if first != 0 => (true, "little"),
        [0, second, ref rest @ ..] if second != 0 && pairs(rest, 0) => (false, "big"),
        [first, 0, ref rest @ ..] if first != 0 && pairs(rest, 1) => (false, "little"),
        _ => return None,
    };
    Some(if wide {
        Kind::Utf32Input { byte_order }
    } else {
        Kind::Utf16Input { byte_order }
    })
}

/// Whether the rest of the text can be pairs of bytes: the next pair has its zero where it is
/// expected, or the last one, which is ASCII in a whole JSON text.
fn pairs(rest: &[u8], zero: usize) -> bool {
    let last = || {
        rest.chunks_exact(2)
            .last()
            .filter(|_| rest.len().is_multiple_of(2))
    };
    let has_zero = |pair: &[u8]| pair.get(zero) == Some(&0);
    rest.is_empty() || has_zero(rest) || last().is_some_and(has_zero)
}

/// The rest of the text from `pos`.
fn rest<'t>(reader: &Reader<'t, '_>, pos: usize) -> &'t str {
    reader.text.get(pos..).unwrap_or_default()
}

/// Whether the text ends at `pos`, but for white space: whoever prints output that was cut
/// off may well end the line.
fn is_end(reader: &Reader<'_, '_>, pos: usize) -> bool {
    let mut rest = rest(reader, pos).bytes();
    rest.all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Whether what ends at `pos` may have been cut off there. A word or number outside of all
/// brackets may as well be prose where documents are looked for.
fn is_cut(reader: &Reader<'_, '_>, pos: usize) -> bool {
    is_end(reader, pos) && !(reader.head_only && reader.frames.is_empty())
}

fn char_at(reader: &Reader<'_, '_>, pos: usize) -> Option<char> {
    rest(reader, pos).chars().next()
}

/// The last character before `pos` that is not white space.
fn before(reader: &Reader<'_, '_>, pos: usize) -> Option<(usize, char)> {
    let text = reader.text.get(..pos).unwrap_or_default();
    let trimmed = text.trim_end_matches(WHITE);
    let last = trimmed.chars().next_back()?;
    Some((trimmed.len() - last.len_utf8(), last))
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// The word that begins at `pos`: letters, digits, `_`, `$`.
fn word<'t>(reader: &Reader<'t, '_>, pos: usize) -> &'t str {
    let rest = rest(reader, pos);
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

fn end_of_text(reader: &Reader<'_, '_>, expected: &'static str, at: At) -> Fault {
    let end = reader.text.len();
    let nothing = reader.text.trim_start_matches('\u{feff}');
    if reader.frames.is_empty() && nothing.trim_matches(WHITE).is_empty() {
        return Fault::new(Kind::EmptyInput, 0, end, At::Container);
    }
    let opened_at = reader.frames.last().map(|frame| frame.start as u64);
    let kind = Kind::UnexpectedEnd {
        expected,
        opened_at,
    };
    Fault::new(kind, end, end, at)
}

/// Code fences, comments, foreign quotes and foreign white space, which are
/// wrong anywhere.
fn anywhere(reader: &Reader<'_, '_>, pos: usize, at: At) -> Option<Fault> {
    let rest = rest(reader, pos);
    let character = rest.chars().next()?;
    let found = |kind, length| Some(Fault::new(kind, pos, pos + length, at));
    let line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
    match character {
        '/' if rest.starts_with("/*") => {
            let body = rest.get(2..).unwrap_or_default();
            let length = body.find("*/").map_or(rest.len(), |close| close + 4);
            found(Kind::Comment, length)
        }
        '/' if rest.starts_with("//") => found(Kind::Comment, line()),
        '#' => found(Kind::Comment, line()),
        '<' if rest.starts_with("<!--") => {
            let length = rest.find("-->").map_or(rest.len(), |close| close + 3);
            found(Kind::Comment, length)
        }
        '`' if rest.starts_with("```") => found(Kind::CodeFence, line()),
        '\'' | '`' | '\u{2018}'..='\u{201f}' | '\u{ab}' => {
            let after = rest.get(character.len_utf8()..).unwrap_or_default();
            let closes = |c: char| match character {
                '\'' | '`' => c == character,
                _ => matches!(c, '\u{2018}'..='\u{201f}' | '\u{bb}'),
            };
            let same_line = after.split('\n').next().unwrap_or_default();
            let length = same_line
                .char_indices()
                .find(|&(_, c)| closes(c))
                .map_or(0, |(close, c)| close + c.len_utf8());
            let quote = Found(Some(character));
            found(Kind::WrongQuotes { quote }, character.len_utf8() + length)
        }
        '\u{feff}' | '\u{b}' | '\u{c}' => {
            let character = Found(Some(character));
            found(Kind::ForeignWhitespace { character }, length_of(rest))
        }
        other if !other.is_ascii() && other.is_whitespace() => {
            let character = Found(Some(other));
            found(Kind::ForeignWhitespace { character }, length_of(rest))
        }
        _ => None,
    }
}

/// A fault that says that the whole text is rows of CSV, if its first two lines look like it:
/// they have equally many cells, three or more, and begin with the same word, the kind of the
/// record. A blank behind a comma is a sign of prose.
fn rows(reader: &Reader<'_, '_>, head: usize, at: At) -> Option<Fault> {
    let text = rest(reader, head);
    let cells = |line: &str| {
        let (mut quoted, mut count, mut last) = (false, 1u32, '\0');
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => count += 1,
                ' ' if !quoted && last == ',' => return None,
                _ => {}
            }
            last = c;
        }
        let word = line.split(',').next().unwrap_or_default();
        let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        (count > 2 && !quoted && is_word).then_some((count, String::from(word)))
    };
    let mut lines = text.lines().filter(|line| !line.trim_ascii().is_empty());
    let first = lines.next()?;
    let same = cells(first)? == cells(lines.next()?)?;
    same.then(|| Fault::new(Kind::HeadlessRows, head, head + first.len(), at))
}

/// Where the text begins, behind blanks.
fn head(reader: &Reader<'_, '_>) -> usize {
    let blanks = ['\u{feff}', ' ', '\t', '\r', '\n'];
    reader.text.len() - reader.text.trim_start_matches(blanks).len()
}

/// Bytes of the first character.
fn length_of(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn unexpected(reader: &Reader<'_, '_>, pos: usize, expected: &'static str, at: At) -> Fault {
    let found = char_at(reader, pos);
    let length = found.map_or(0, char::len_utf8);
    let found = Found(found);
    Fault::new(
        Kind::UnexpectedCharacter { found, expected },
        pos,
        pos + length,
        at,
    )
}

/// Whether another word follows on the line of the one that ends here.
fn is_prose(reader: &Reader<'_, '_>, end: usize) -> bool {
    let rest = reader.text.get(end..).unwrap_or_default();
    let next = rest.trim_start_matches(' ');
    next.len() < rest.len() && next.starts_with(char::is_alphabetic)
}

/// A bare word where a value belongs, or right after one.
fn bare_word(word: &str, start: usize, end: usize, at: At) -> Fault {
    let lower = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let shown = shorten(word);
    let kind = match lower.as_str() {
        "nan" | "inf" | "infinity" => Kind::NonFiniteNumber { word: shown },
        other => {
            let meant = match other {
                "true" | "yes" | "on" | "t" => Some("true"),
                "false" | "no" | "off" | "f" => Some("false"),
                "null" | "none" | "nil" | "undefined" | "na" => Some("null"),
                _ if other.len() > SHOWN => None,
                _ => crate::rule::nearest(other, WORDS.into_iter()),
            };
            Kind::UnknownWord { word: shown, meant }
        }
    };
    Fault::new(kind, start, end, at)
}

/// Nothing that begins a value stands at `pos`.
#[cold]
pub(super) fn value(reader: &Reader<'_, '_>, pos: usize) -> Fault {
    let Some(character) = char_at(reader, pos) else {
        return end_of_text(reader, "a value", At::Child);
    };
    if let Some(fault) = anywhere(reader, pos, At::Child) {
        return fault;
    }
    if reader.frames.is_empty()
        && pos == head(reader)
        && let Some(fault) = rows(reader, pos, At::Child)
    {
        return fault;
    }
    let missing = || {
        let kind = Kind::MissingValue {
            what: "value",
            before: character,
        };
        Fault::new(kind, pos, pos + 1, At::Child)
    };
    match character {
        ']' | '}' => match (before(reader, pos), reader.frames.last()) {
            (Some((comma, ',')), Some(frame)) if frame.is_object == (character == '}') => {
                let close = character;
                Fault::new(
                    Kind::TrailingComma { close },
                    comma,
                    comma + 1,
                    At::Container,
                )
            }
            (_, Some(frame)) if frame.is_object != (character == '}') => {
                mismatched(frame.is_object, frame.start, character, pos)
            }
            (_, None) => unexpected(reader, pos, "a value", At::Child),
            _ => missing(),
        },
        ',' | ':' if !reader.frames.is_empty() => missing(),
        '+' | '.' => {
            let token = word_and_more(reader, pos);
            let signless = token.trim_start_matches('+');
            if signless.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return bare_word(token, pos, pos + token.len(), At::Child);
            }
            let problem = if character == '+' {
                NumberProblem::LeadingPlus
            } else {
                NumberProblem::NoIntegerDigits
            };
            bad_number(token, pos, problem)
        }
        c if is_word(c) => {
            let word = word(reader, pos);
            let end = pos + word.len();
            if is_cut(reader, end) && WORDS.iter().any(|whole| whole.starts_with(word)) {
                end_of_text(reader, "the rest of a word", At::Child)
            } else if reader.frames.is_empty() && is_prose(reader, end) {
                // A sentence means no value, whatever its first word is near to.
                let word = shorten(word);
                Fault::new(Kind::UnknownWord { word, meant: None }, pos, end, At::Child)
            } else {
                bare_word(word, pos, end, At::Child)
            }
        }
        _ => unexpected(reader, pos, "a value", At::Child),
    }
}

/// A value is due at `pos`, but no more values are allowed.
#[cold]
pub(super) fn one_too_many(reader: &Reader<'_, '_>, pos: usize, limit: u64) -> Fault {
    match reader.text.as_bytes().get(pos) {
        Some(b'"' | b'-' | b'0'..=b'9' | b'{' | b'[' | b't' | b'f' | b'n') => {
            let what = Limit::Items;
            Fault::new(Kind::TooLarge { what, limit }, pos, pos + 1, At::Child)
        }
        _ => value(reader, pos),
    }
}

/// No key stands at `pos`, inside an object.
#[cold]
pub(super) fn key(reader: &Reader<'_, '_>, pos: usize) -> Fault {
    let Some(character) = char_at(reader, pos) else {
        return end_of_text(reader, "a key or `}`", At::Container);
    };
    if let Some(fault) = anywhere(reader, pos, At::Container) {
        return fault;
    }
    let not_a_string = |found| {
        let kind = Kind::KeyNotAString { found };
        Fault::new(kind, pos, pos + 1, At::Container)
    };
    match character {
        '}' => {
            let (comma, _) = before(reader, pos).unwrap_or((pos, ','));
            let close = character;
            Fault::new(
                Kind::TrailingComma { close },
                comma,
                comma + 1,
                At::Container,
            )
        }
        ']' => match reader.frames.last() {
            Some(frame) => mismatched(true, frame.start, character, pos),
            None => unexpected(reader, pos, "a key", At::Container),
        },
        ',' | ':' => {
            let kind = Kind::MissingValue {
                what: if character == ',' { "member" } else { "key" },
                before: character,
            };
            Fault::new(kind, pos, pos + 1, At::Container)
        }
        '{' => not_a_string("an object"),
        '[' => not_a_string("an array"),
        '-' | '0'..='9' => not_a_string("a number"),
        c if is_word(c) => {
            let word = word(reader, pos);
            let key = shorten(word);
            Fault::new(
                Kind::UnquotedKey { key },
                pos,
                pos + word.len(),
                At::Container,
            )
        }
        _ => unexpected(reader, pos, "a key", At::Container),
    }
}

/// No colon stands at `pos`, after a key.
#[cold]
pub(super) fn colon(reader: &Reader<'_, '_>, pos: usize) -> Fault {
    let Some(character) = char_at(reader, pos) else {
        return end_of_text(reader, "a colon", At::Child);
    };
    if let Some(fault) = anywhere(reader, pos, At::Child) {
        return fault;
    }
    let found = Found(Some(character));
    let end = pos + character.len_utf8();
    Fault::new(Kind::MissingColon { found }, pos, end, At::Child)
}

/// Neither a comma nor the closing bracket stands at `pos`, after a value.
#[cold]
pub(super) fn after_value(reader: &Reader<'_, '_>, pos: usize) -> Fault {
    let is_object = reader.frames.last().is_some_and(|frame| frame.is_object);
    let expected = if is_object {
        "a comma or `}`"
    } else {
        "a comma or `]`"
    };
    let Some(character) = char_at(reader, pos) else {
        return end_of_text(reader, expected, At::Container);
    };
    if let Some(fault) =
        glued(reader, pos, At::Last).or_else(|| anywhere(reader, pos, At::Container))
    {
        return fault;
    }
    let missing = |before| {
        let kind = Kind::MissingComma { before };
        Fault::new(kind, pos, pos + 1, At::Container)
    };
    match character {
        ']' | '}' => {
            let start = reader.frames.last().map_or(0, |frame| frame.start);
            mismatched(is_object, start, character, pos)
        }
        '"' => missing(if is_object {
            "the next key"
        } else {
            "a string"
        }),
        '{' => missing("an object"),
        '[' => missing("an array"),
        '-' | '0'..='9' if !is_object => missing("a number"),
        't' | 'f' | 'n' if !is_object => missing("a word"),
        _ => unexpected(reader, pos, expected, At::Container),
    }
}

/// A word or number that does not end where the reader thought: `1_000`, `012`,
/// `truely`.
fn glued(reader: &Reader<'_, '_>, pos: usize, at: At) -> Option<Fault> {
    let next = char_at(reader, pos)?;
    let (last_start, last) = before(reader, pos)?;
    if last_start + last.len_utf8() != pos {
        return None;
    }
    if last.is_ascii_digit() && (is_word(next) || matches!(next, '.' | '+' | '-')) {
        let text = reader.text.get(..pos).unwrap_or_default();
        let head = text
            .trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-'));
        let token = word_and_more(reader, head.len());
        let digits = token.trim_start_matches('-');
        let problem = if digits.starts_with("0x") || digits.starts_with("0X") {
            NumberProblem::NotDecimal
        } else {
            NumberProblem::StrayCharacters
        };
        return Some(bad_number(token, head.len(), problem).of(at));
    }
    if last.is_ascii_alphabetic() && is_word(next) {
        let text = reader.text.get(..pos).unwrap_or_default();
        let start = text
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .len();
        let word = word(reader, start);
        return Some(bare_word(word, start, start + word.len(), at));
    }
    None
}

/// Something stands at `pos` after the end of the document.
#[cold]
pub(super) fn trailing(reader: &Reader<'_, '_>, pos: usize) -> Fault {
    let at = At::Container;
    if let Some(fault) = glued(reader, pos, at) {
        return fault;
    }
    if let Some(fault) = anywhere(reader, pos, at) {
        return fault;
    }
    let rest = rest(reader, pos);
    if rest.starts_with(',')
        && !reader.text.trim_ascii_start().starts_with(['[', '{'])
        && let Some(fault) = rows(reader, head(reader), at)
    {
        return fault;
    }
    let text = reader.text.get(..pos).unwrap_or_default();
    let trimmed = text.trim_end_matches(WHITE);
    let new_line = text.get(trimmed.len()..).unwrap_or_default().contains('\n');
    let looks_like = match rest.bytes().next() {
        Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9') if new_line => TrailingData::JsonLines,
        Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9') => TrailingData::SecondDocument,
        Some(b',') => TrailingData::Comma,
        Some(b']' | b'}') => TrailingData::ClosingBracket,
        _ => TrailingData::Other,
    };
    let end = pos + rest.trim_end_matches(WHITE).len();
    Fault::new(Kind::TrailingData { looks_like }, pos, end, at)
}

fn mismatched(is_object: bool, start: usize, close: char, pos: usize) -> Fault {
    let kind = Kind::MismatchedBracket {
        open: if is_object { '{' } else { '[' },
        opened_at: start as u64,
        close,
    };
    Fault::new(kind, pos, pos + 1, At::Container)
}

/// The number token at `pos` with everything that is stuck to it.
fn word_and_more<'t>(reader: &Reader<'t, '_>, pos: usize) -> &'t str {
    let rest = rest(reader, pos);
    let is_part = |c: char| is_word(c) || matches!(c, '.' | '+' | '-');
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

fn bad_number(token: &str, pos: usize, problem: NumberProblem) -> Fault {
    let kind = Kind::BadNumber {
        token: shorten(token),
        problem,
    };
    Fault::new(kind, pos, pos + token.len().max(1), At::Child)
}

/// The number that begins at `pos` is not one.
#[cold]
pub(super) fn number(reader: &Reader<'_, '_>, pos: usize, problem: NumberProblem) -> Fault {
    let token = word_and_more(reader, pos);
    let signless = token.trim_start_matches('-');
    if signless.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return bare_word(token, pos, pos + token.len(), At::Child);
    }
    // What one more digit makes a number of was one so far.
    let goes_on = || {
        let whole = [token, "0"].concat();
        scan::number(whole.as_bytes(), 0).is_ok_and(|number| number.end == whole.len())
    };
    if is_cut(reader, pos + token.len()) && goes_on() {
        return end_of_text(reader, "a digit", At::Child);
    }
    bad_number(token, pos, problem)
}
