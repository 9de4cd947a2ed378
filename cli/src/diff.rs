//! What is different between two texts, as a unified diff.
//!
//! The bytes are those of the texts, so that the diff can be applied: a line ends at
//! LF and nowhere else, CR is part of its line, and a last line without LF is said to
//! be one. Where somebody looks at it, what a terminal would not show is made visible
//! instead, see [`crate::cells`].

use std::fmt::Write as _;
use std::ops::Range;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};

use crate::cells;
use crate::style;

/// Lines that are the same around those that are not.
const CONTEXT: usize = 3;

/// After so long the lines in between are shown as replaced, though some may be alike.
const PATIENCE: Duration = Duration::from_secs(2);

const GONE: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const PLACE: Style = AnsiColor::Cyan.on_default();

/// For whom the diff is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A program: the bytes as they are.
    Program,
    /// Somebody at a terminal: with colours, and nothing that moves the cursor.
    Person,
}

/// The diff of a file; empty if the texts are the same.
pub(crate) fn unified(path: &str, old: &[u8], new: &[u8], reader: Reader) -> Vec<u8> {
    if old == new {
        return Vec::new();
    }
    let (old, new) = (split(old), split(new));
    let deadline = Instant::now().checked_add(PATIENCE);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
    let mut out = Writer {
        bytes: Vec::new(),
        reader,
    };
    let (a, b) = (quoted("a/", path), quoted("b/", path));
    // The first line tells that a file is changed, and not made or removed, even
    // where it is or becomes empty.
    out.frame(style::STRONG, &format!("diff --git {a} {b}"));
    // A tab ends a name that has spaces.
    let end = if path.contains(' ') { "\t" } else { "" };
    out.frame(style::STRONG, &format!("--- {a}{end}"));
    out.frame(style::STRONG, &format!("+++ {b}{end}"));
    for hunk in group_diff_ops(ops, CONTEXT) {
        out.hunk(&hunk, &old, &new);
    }
    out.bytes
}

fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

struct Writer {
    bytes: Vec<u8>,
    reader: Reader,
}

impl Writer {
    fn hunk(&mut self, ops: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) {
        let (Some(first), Some(last)) = (ops.first(), ops.last()) else {
            return;
        };
        let was = first.old_range().start..last.old_range().end;
        let is = first.new_range().start..last.new_range().end;
        self.frame(
            PLACE,
            &format!("@@ -{} +{} @@", counted(&was), counted(&is)),
        );
        for op in ops {
            if op.tag() == DiffTag::Equal {
                self.lines(b' ', Style::new(), &old[op.old_range()]);
            } else {
                self.lines(b'-', GONE, &old[op.old_range()]);
                self.lines(b'+', NEW, &new[op.new_range()]);
            }
        }
    }

    fn lines(&mut self, sign: u8, style: Style, lines: &[&[u8]]) {
        for line in lines {
            let (content, ended) = match line.strip_suffix(b"\n") {
                Some(content) => (content, true),
                None => (*line, false),
            };
            match self.reader {
                Reader::Program => {
                    self.bytes.push(sign);
                    self.bytes.extend_from_slice(content);
                    self.bytes.push(b'\n');
                }
                Reader::Person => {
                    let mut text = String::from(char::from(sign));
                    text.extend(cells::cells(content, 0).map(|cell| cell.text));
                    self.frame(style, &text);
                }
            }
            if !ended {
                self.frame(style::FAINT, "\\ No newline at end of file");
            }
        }
    }

    /// A line of the diff itself.
    fn frame(&mut self, style: Style, text: &str) {
        let line = match self.reader {
            Reader::Program => format!("{text}\n"),
            Reader::Person => format!("{style}{text}{style:#}\n"),
        };
        self.bytes.extend_from_slice(line.as_bytes());
    }
}

/// Lines as a hunk counts them: from 1; an empty range is after the line that it names.
fn counted(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

/// A path as `git` and `patch` read it: in quotes, where it has a character that would
/// end it or act on a terminal, or ends with a blank, which `patch` takes for what follows
/// the path.
fn quoted(side: &str, path: &str) -> String {
    let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\');
    if path.chars().all(is_plain) && !path.ends_with(' ') {
        return format!("{side}{path}");
    }
    let mut text = format!("\"{side}");
    for c in path.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            c if c.is_control() => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    // Writing to a String cannot fail.
                    let _ = write!(text, "\\{byte:03o}");
                }
            }
            c => text.push(c),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &[u8], new: &[u8]) -> String {
        String::from_utf8_lossy(&unified("p", old, new, Reader::Program)).into_owned()
    }

    const HEAD: &str = "diff --git a/p b/p\n--- a/p\n+++ b/p\n";

    #[test]
    fn only_lf_ends_a_line_and_a_missing_one_is_said() {
        assert_eq!(diff(b"a\rb\n", b"a\rb\n"), "");
        assert_eq!(
            diff(b"a\rb\nc\r\n", b"a\rB\nc\r\n"),
            format!("{HEAD}@@ -1,2 +1,2 @@\n-a\rb\n+a\rB\n c\r\n")
        );
        assert_eq!(
            diff(b"a\nb", b"a\nb\n"),
            format!("{HEAD}@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n")
        );
        assert_eq!(
            diff(b"a\r", b"b\r"),
            format!(
                "{HEAD}@@ -1 +1 @@\n-a\r\n\\ No newline at end of file\n+b\r\n\\ No newline at end of file\n"
            )
        );
    }

    #[test]
    fn a_file_may_be_or_become_empty() {
        assert_eq!(diff(b"", b"a\n"), format!("{HEAD}@@ -0,0 +1 @@\n+a\n"));
        assert_eq!(diff(b"a\n", b""), format!("{HEAD}@@ -1 +0,0 @@\n-a\n"));
    }

    #[test]
    fn bytes_go_through_to_programs_and_are_shown_to_people() {
        let (old, new) = (&b"\xEF\xBB\xBFa\xFF\r\n"[..], &b"\xEF\xBB\xBFb\xFF\r\n"[..]);
        let bytes = unified("p", old, new, Reader::Program);
        assert!(bytes.ends_with(b"-\xEF\xBB\xBFa\xFF\r\n+\xEF\xBB\xBFb\xFF\r\n"));
        let shown = unified("p", old, new, Reader::Person);
        let shown = anstream::adapter::strip_bytes(&shown).into_vec();
        let shown = String::from_utf8(shown).unwrap();
        assert!(
            shown.ends_with("-<U+FEFF>a<FF>␍\n+<U+FEFF>b<FF>␍\n"),
            "{shown}"
        );
    }

    #[test]
    fn a_path_cannot_end_its_line() {
        assert_eq!(quoted("a/", "x y.rs"), "a/x y.rs");
        assert_eq!(quoted("a/", "x "), r#""a/x ""#);
        assert_eq!(
            quoted("a/", "x\n\"\u{1b}\u{9b}"),
            r#""a/x\n\"\033\302\233""#
        );
    }
}
