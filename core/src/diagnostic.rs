//! What we say about a document: one type for every check, in every host.
//!
//! What a tool says about code, inside an envelope, is another type:
//! [`crate::envelope::ToolDiagnostic`].

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::envelope::RichSpan;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::json::Value;
use crate::rule::{self, Level, Rule};
use crate::text::words::{meanings, words};

record! {
    /// One finding in a document.
    ///
    /// Offsets and columns are those of the JSON text that was checked; the place
    /// in a source text, if the finding has one, is in `span`.
    pub struct Diagnostic closed {
        /// Rule id or error code; [`crate::explain`] tells more.
        required code: Cow<'static, str>,
        /// How much it matters.
        required level: Level,
        /// What is wrong, with the values that are.
        required message: String,
        /// What to do next.
        required help: Cow<'static, str>,
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// JSON Pointer (RFC 6901) of the value.
        optional pointer: String,
        /// Offset of the first byte of the value, or of the key where the key is wrong.
        optional byte_start: u64,
        /// Offset after its last byte.
        optional byte_end: u64,
        /// Line of `byte_start`, from 1.
        optional start_line: u64,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64,
        /// The same column in UTF-16 code units.
        optional start_col_utf16: u64,
        /// The same column in code points.
        optional start_col_utf32: u64,
        /// The value that belongs there, where one value is known to be right.
        optional expected: Value,
        /// The place in a source text that the finding is about.
        optional span: Box<RichSpan>,
        /// Other places in the document that belong to it.
        list related: Related,
        /// Ways to mend it, the best one first.
        list fixes: DocumentFix,
    }
}

record! {
    /// Another place in the checked document.
    pub struct Related closed {
        /// What it has to do with the finding.
        required message: Cow<'static, str>,
        /// JSON Pointer (RFC 6901) of the value.
        required pointer: String,
        /// Offset of its first byte, where the document is a text that somebody has seen.
        optional byte_start: u64,
        /// Offset after its last byte.
        optional byte_end: u64,
    }
}

record! {
    /// A way to mend a finding, by changing the JSON text that was checked.
    pub struct DocumentFix closed {
        /// What it does, on one line.
        required title: String,
        /// How far to trust it: `safe`, `suggested` or `unsafe`.
        required applicability: Cow<'static, str> = (Type::Words(Applicability::WORDS)),
        /// The changes; all of them together, each in the text as it was.
        required edits: Vec<DocumentEdit>,
    }
}

record! {
    /// One replacement in the checked JSON text.
    pub struct DocumentEdit closed {
        /// Offset of the first byte that is replaced.
        required byte_start: u64,
        /// Offset after the last one; equal to `byte_start` where text is put in.
        required byte_end: u64,
        /// What stands there afterwards.
        required new_text: String,
    }
}

/// How far to trust a fix.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// The document says itself what belongs there; a program may apply it alone.
    #[default]
    Safe,
    /// Probably right; a person or a model should look at it.
    Suggested,
    /// It takes something away that cannot be had back, such as a tool's id.
    Unsafe,
}

words!(Applicability {
    Safe => "safe",
    Suggested => "suggested",
    Unsafe => "unsafe",
} of "applicability");

meanings!(DocumentFix {
    applicability: Applicability
});

impl DocumentEdit {
    /// Another text in the place of a byte range of the document.
    pub(crate) fn new((byte_start, byte_end): (u64, u64), new_text: impl Into<String>) -> Self {
        Self {
            byte_start,
            byte_end,
            new_text: new_text.into(),
        }
    }
}

impl Diagnostic {
    /// A diagnostic without a place, at the level of its rule.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self::of_rule(code, rule::find(code), message.into())
    }

    /// The same, of a rule that was looked up.
    pub(crate) fn of_rule(
        code: &'static str,
        rule: Option<&'static Rule>,
        message: String,
    ) -> Self {
        Self {
            code: code.into(),
            level: rule.map_or(Level::Error, |rule| rule.level),
            message,
            help: rule.map_or("", |rule| rule.remedy).into(),
            document: None,
            pointer: None,
            byte_start: None,
            byte_end: None,
            start_line: None,
            start_col: None,
            start_col_utf16: None,
            start_col_utf32: None,
            expected: None,
            span: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Whether it makes the document wrong.
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }

    /// Whether it makes the document wrong for who asks under
    /// [`strict`](crate::ValidateOptions::strict), where a warning counts as an error.
    pub fn fails(&self, strict: bool) -> bool {
        self.is_error() || (strict && self.level == Level::Warning)
    }
}
