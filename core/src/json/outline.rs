//! The outline of a JSON text that is still arriving: whether the first value
//! has ended, or cannot be one any more.
//!
//! Brackets, commas, colons and quotes are followed; what stands between them is
//! not looked at. Whatever the reader accepts has an outline, so that a broken
//! outline is a text that the reader refuses, before the rest of it is there.

use alloc::vec::Vec;

use super::scan;
use crate::text::BYTE_ORDER_MARK;

/// How far a value has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It goes on.
    Open,
    /// It ended before this offset.
    Ended(usize),
    /// No value begins like this.
    Broken,
}

/// What may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Value,
    /// A value, or the end of the array that was just opened.
    FirstItem,
    /// A key, or the end of the object that was just opened.
    FirstKey,
    Key,
    Colon,
    /// A comma, or the end of the container.
    More,
    /// The rest of a string; `true` for a key.
    Text(bool),
    /// The byte after a backslash in a string; `true` for a key.
    Escape(bool),
    /// The rest of a number or word.
    Word,
}

/// Follows one value from its first byte on.
#[derive(Debug, Clone)]
pub(crate) struct Outline {
    due: Due,
    /// Which of the open containers are objects.
    open: Vec<bool>,
    max_depth: usize,
    /// How far the text was followed.
    at: usize,
    progress: Progress,
}

impl Outline {
    pub(crate) fn new(max_depth: u32) -> Self {
        Self {
            due: Due::Value,
            open: Vec::new(),
            max_depth: usize::try_from(max_depth).unwrap_or(usize::MAX),
            at: 0,
            progress: Progress::Open,
        }
    }

    /// Goes on to the end of `text`, of which an earlier call may have seen the
    /// beginning. Time in proportion to what is new.
    pub(crate) fn follow(&mut self, text: &[u8]) -> Progress {
        if self.at == 0 && text.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
        } else if self.at == 0 && BYTE_ORDER_MARK.starts_with(text) {
            return Progress::Open;
        }
        while self.progress == Progress::Open {
            if let Due::Text(_) = self.due {
                self.at = scan::string_stop(text, self.at);
            }
            let Some(&byte) = text.get(self.at) else {
                break;
            };
            self.progress = self.byte(byte);
        }
        self.progress
    }

    fn byte(&mut self, byte: u8) -> Progress {
        let here = self.at;
        self.at += 1;
        match (self.due, byte) {
            (Due::Text(key), b'"') => {
                self.due = if key { Due::Colon } else { Due::More };
                return self.unless_done(here + 1);
            }
            (Due::Text(key), b'\\') => self.due = Due::Escape(key),
            (Due::Escape(_), ..b' ') => return Progress::Broken,
            (Due::Escape(key), _) => self.due = Due::Text(key),
            (Due::Word, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t') => {
                self.due = Due::More;
                if self.open.is_empty() {
                    return Progress::Ended(here);
                }
                self.at = here;
            }
            // A control character: strings have none.
            (Due::Text(_), _) | (Due::Word, b'"' | b'[' | b'{' | b':') => {
                return Progress::Broken;
            }
            (Due::Word, _) | (_, b' ' | b'\n' | b'\r' | b'\t') => {}
            (Due::Value | Due::FirstItem, b'{') => return self.begin(true),
            (Due::Value | Due::FirstItem, b'[') => return self.begin(false),
            (Due::FirstItem | Due::More, b']') => return self.end(false, here + 1),
            (Due::FirstKey | Due::More, b'}') => return self.end(true, here + 1),
            (Due::Value | Due::FirstItem, b'"') => self.due = Due::Text(false),
            (Due::Value | Due::FirstItem, b',' | b':' | b']' | b'}') => return Progress::Broken,
            (Due::Value | Due::FirstItem, _) => self.due = Due::Word,
            (Due::FirstKey | Due::Key, b'"') => self.due = Due::Text(true),
            (Due::Colon, b':') => self.due = Due::Value,
            (Due::More, b',') => match self.open.last() {
                Some(true) => self.due = Due::Key,
                Some(false) => self.due = Due::Value,
                None => return Progress::Broken,
            },
            (Due::FirstKey | Due::Key | Due::Colon | Due::More, _) => return Progress::Broken,
        }
        Progress::Open
    }

    fn begin(&mut self, object: bool) -> Progress {
        if self.open.len() >= self.max_depth {
            return Progress::Broken;
        }
        self.open.push(object);
        self.due = if object {
            Due::FirstKey
        } else {
            Due::FirstItem
        };
        Progress::Open
    }

    fn end(&mut self, object: bool, end: usize) -> Progress {
        if self.open.pop() != Some(object) {
            return Progress::Broken;
        }
        self.due = Due::More;
        self.unless_done(end)
    }

    const fn unless_done(&self, end: usize) -> Progress {
        if self.open.is_empty() {
            Progress::Ended(end)
        } else {
            Progress::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(text: &str) -> Progress {
        let whole = Outline::new(4).follow(text.as_bytes());
        // In pieces it must come out the same.
        let mut outline = Outline::new(4);
        for end in 0..=text.len() {
            outline.follow(&text.as_bytes()[..end]);
        }
        assert_eq!(outline.follow(text.as_bytes()), whole, "{text}");
        whole
    }

    #[test]
    fn a_value_ends_where_the_reader_ends_it() {
        for (text, end) in [
            ("{}", 2),
            ("[1, {\"a\": \"]\\\"\"}] x", 17),
            ("\"a\" 1", 3),
            ("12 ", 2),
            ("null\n", 4),
            ("\u{feff}{}", 5),
            (" [[[[]]]]", 9),
        ] {
            assert_eq!(outline(text), Progress::Ended(end), "{text}");
        }
    }

    #[test]
    fn a_value_may_go_on() {
        for text in [
            "",
            " ",
            "{\"a",
            "{\"a\":1,",
            "[1,\n",
            "12",
            "\"\\",
            "{\"a\":\n{\"b\":1}\n",
        ] {
            assert_eq!(outline(text), Progress::Open, "{text}");
        }
    }

    #[test]
    fn what_cannot_become_a_value_is_broken() {
        for text in [
            "{\"a\n",
            "{\"a\":1,\n{",
            "[1,\n{\"a\":1}\n{",
            "{\"a\":\n{\"b\":1}\n{",
            "]",
            "{]",
            "[[[[[",
            ",",
            "{\"a\" 1",
            "[1 2",
        ] {
            assert_eq!(outline(text), Progress::Broken, "{text}");
        }
    }
}
