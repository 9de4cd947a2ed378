//! From the text of a selector to its parts.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{
    BLOCKS, LEVELS, PLAIN, SHORT, Selector, SelectorError, SelectorFault, SelectorParameter,
    SelectorRange, SelectorSegment, is_word,
};
use crate::pages::is_space;
use crate::text::MAX_SAFE_OFFSET;

/// Reads a selector.
///
/// Parameters are read and not judged: the grammar takes any name with any value, and only
/// `full=true` means something ([`Selector::is_full`]).
///
/// Time O(n).
///
/// # Errors
///
/// [`SelectorError`], with mdsel's code and the bytes that are wrong:
/// `EMPTY_SELECTOR`, `INVALID_NAMESPACE`, `INVALID_HEADING_LEVEL`,
/// `INVALID_BLOCK_TYPE`, `INVALID_INDEX`, `UNCLOSED_BRACKET`, `TRAILING_SLASH`,
/// `MALFORMED_QUERY`, `INVALID_SYNTAX`. An index is at most 2^53 − 1.
///
/// # Examples
///
/// ```
/// use llm_types::parse_selector;
///
/// let selector = parse_selector("readme::heading:h2[1]/block:code[0]?full=true")?;
/// assert_eq!(selector.namespace.as_deref(), Some("readme"));
/// assert_eq!(selector.segments[0].kind.as_deref(), Some("h2"));
/// assert_eq!(selector.segments[1].index, Some(0));
/// assert!(selector.is_full());
///
/// // The short form of later versions says the same.
/// assert_eq!(parse_selector("readme::h2.1/code.0?full=true")?, selector);
///
/// let error = parse_selector("readme::heading:h7[0]").unwrap_err();
/// assert_eq!((error.code(), error.byte_range()), ("INVALID_HEADING_LEVEL", Some((16, 18))));
/// # Ok::<(), llm_types::SelectorError>(())
/// ```
pub fn parse_selector(text: &str) -> Result<Selector, SelectorError> {
    let mut parser = Parser { text, at: 0 };
    parser.skip();
    if parser.is_done() {
        return Err(parser.here(SelectorFault::Empty, "the selector is empty"));
    }
    let namespace = parser.namespace()?;
    let mut segments = Vec::new();
    loop {
        segments.push(parser.segment(segments.is_empty())?);
        if !parser.eat('/') {
            break;
        }
    }
    let mut parameters = Vec::new();
    if parser.eat('?') {
        parameters.push(parser.parameter()?);
        while parser.eat('&') {
            parameters.push(parser.parameter()?);
        }
    }
    if let Some(c) = parser.peek() {
        let what = format!("`{}` cannot stand here", c.escape_debug());
        return Err(parser.char(SelectorFault::Syntax, &what));
    }
    Ok(Selector {
        namespace,
        segments,
        parameters,
    })
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is no white space.
    fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest().chars().next()
    }

    fn skip(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_space).len();
    }

    fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    fn eat(&mut self, c: char) -> bool {
        let there = self.peek() == Some(c);
        if there {
            self.at += c.len_utf8();
        }
        there
    }

    /// The word that begins here, maybe an empty one.
    fn word(&mut self) -> &'t str {
        self.skip();
        let rest = self.rest();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn wrong(fault: SelectorFault, what: &str, start: usize, end: usize) -> SelectorError {
        SelectorError {
            fault,
            what: what.to_string(),
            range: Some((start as u64, end as u64)),
        }
    }

    /// Something is missing here.
    fn here(&self, fault: SelectorFault, what: &str) -> SelectorError {
        Self::wrong(fault, what, self.at, self.at)
    }

    /// The next character is wrong, or missing.
    fn char(&self, fault: SelectorFault, what: &str) -> SelectorError {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Self::wrong(fault, what, self.at, self.at + length)
    }

    /// What stands before `::`. That cannot stand anywhere else, but in quotes.
    fn namespace(&mut self) -> Result<Option<String>, SelectorError> {
        let unquoted = self.rest().split(['"', '\'']).next().unwrap_or_default();
        let Some((before, _)) = unquoted.split_once("::") else {
            return Ok(None);
        };
        let end = self.at + before.len();
        let name = before.trim_end_matches(is_space);
        if name.is_empty() || !name.chars().all(is_word) {
            let what = if name.is_empty() {
                "a namespace is missing before `::`"
            } else {
                "a namespace is made of letters, digits, `_` and `-`"
            };
            let last = self.at + name.len();
            return Err(Self::wrong(SelectorFault::Namespace, what, self.at, last));
        }
        self.at = end + 2;
        Ok(Some(name.to_string()))
    }

    fn segment(&mut self, first: bool) -> Result<SelectorSegment, SelectorError> {
        let expected = "`root`, `heading:`, `section`, `block:`, `page` or a short word like `h2`";
        self.skip();
        let start = self.at;
        let node = self.word();
        if node.is_empty() && self.is_done() && !first {
            let what = format!("{expected} is missing after `/`");
            let slash = self.text.trim_end_matches(is_space).len();
            return Err(Self::wrong(
                SelectorFault::TrailingSlash,
                &what,
                slash.saturating_sub(1),
                slash,
            ));
        }
        let (node, kind) = match node {
            "heading" => {
                let level = self.kind(node, LEVELS, SelectorFault::HeadingLevel)?;
                (node, Some(level))
            }
            "block" => {
                let kind = self.kind(node, BLOCKS, SelectorFault::BlockType)?;
                (node, Some(kind))
            }
            _ if PLAIN.contains(&node) => (node, None),
            _ if LEVELS.contains(&node) => ("heading", Some(node)),
            _ if BLOCKS.contains(&node) => ("block", Some(node)),
            _ if let Some((_, kind)) = SHORT.iter().find(|(short, _)| *short == node) => {
                ("block", Some(*kind))
            }
            "" => {
                let what = format!("{expected} is missing");
                return Err(self.char(SelectorFault::Syntax, &what));
            }
            _ => {
                let what = format!("`{node}` is none of {expected}");
                return Err(Self::wrong(SelectorFault::Syntax, &what, start, self.at));
            }
        };
        let (index, ranges) = self.which()?;
        Ok(SelectorSegment {
            node: node.to_string(),
            kind: kind.map(str::to_string),
            index,
            ranges,
        })
    }

    fn kind(
        &mut self,
        node: &str,
        known: &[&str],
        fault: SelectorFault,
    ) -> Result<&'t str, SelectorError> {
        if !self.eat(':') {
            let what = format!("`:` is missing after `{node}`");
            return Err(self.char(SelectorFault::Syntax, &what));
        }
        self.skip();
        let start = self.at;
        let kind = self.word();
        if known.contains(&kind) {
            return Ok(kind);
        }
        let known = known.join("`, `");
        let what = if kind.is_empty() {
            format!("one of `{known}` is missing after `{node}:`")
        } else {
            format!("`{kind}` is none of `{known}`")
        };
        Err(Self::wrong(fault, &what, start, self.at))
    }

    /// Which of the parts: one, some, or all of them.
    fn which(&mut self) -> Result<(Option<u64>, Vec<SelectorRange>), SelectorError> {
        let in_brackets = self.eat('[');
        if !in_brackets && !self.eat('.') {
            return Ok((None, Vec::new()));
        }
        let length = self.rest().find([']', '/', '?', '[']);
        let inside = self.rest().get(..length.unwrap_or(self.rest().len()));
        let inside = inside.unwrap_or_default();
        let mut ranges = Vec::new();
        let mut is_one = true;
        for text in inside.split(',') {
            self.skip();
            let range = text.trim_matches(is_space);
            let is_range = range.contains('-');
            is_one &= !is_range && ranges.is_empty();
            ranges.push(self.range(range)?);
            self.at += range.len();
            self.eat(',');
        }
        if in_brackets && !self.eat(']') {
            let what = "`]` is missing after the number";
            return Err(self.here(SelectorFault::UnclosedBracket, what));
        }
        Ok(match ranges.as_slice() {
            [one] if is_one => (Some(one.first), Vec::new()),
            _ => (None, ranges),
        })
    }

    /// The range that begins here.
    fn range(&self, text: &str) -> Result<SelectorRange, SelectorError> {
        let number = |digits: &str| {
            let digits = digits.trim_matches(is_space);
            if digits.is_empty() {
                Err("a number is missing")
            } else if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                Err("an index is a number from 0")
            } else {
                let index = digits.parse().ok();
                index
                    .filter(|index| *index <= MAX_SAFE_OFFSET)
                    .ok_or("an index is at most 9007199254740991")
            }
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = number(first).and_then(|first| {
            let last = number(last)?;
            let range = SelectorRange { first, last };
            (first <= last)
                .then_some(range)
                .ok_or("the range ends before it begins")
        });
        range.map_err(|what| Self::wrong(SelectorFault::Index, what, self.at, self.at + text.len()))
    }

    fn parameter(&mut self) -> Result<SelectorParameter, SelectorError> {
        let name = self.word();
        if name.is_empty() {
            let what = "the name of a parameter is missing";
            return Err(self.char(SelectorFault::Query, what));
        }
        if !self.eat('=') {
            let what = format!("`=` is missing after `{name}`");
            return Err(self.char(SelectorFault::Query, &what));
        }
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            _ => self.word(),
        };
        Ok(SelectorParameter {
            name: name.to_string(),
            value: value.to_string(),
        })
    }

    fn quoted(&mut self, quote: char) -> Result<&'t str, SelectorError> {
        let start = self.at;
        let inside = self.rest().get(1..).unwrap_or_default();
        let Some((value, _)) = inside.split_once(quote) else {
            let what = "the quote is not closed";
            return Err(Self::wrong(
                SelectorFault::Query,
                what,
                start,
                self.text.len(),
            ));
        };
        self.at = start + value.len() + 2;
        Ok(value)
    }
}
