//! The result of [`crate::detective()`].

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::text::words::{meanings, words};
use crate::text::{BomPolicy, EndRule, PositionEncoding};
use crate::validate::NotChecked;

/// What follows from the ranges of a document about how its tool counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DetectiveVerdict {
    /// The convention of the dialect explains all ranges.
    Declared,
    /// Another one does, and the declared one does not.
    Other,
    /// Several do, and they put the ranges in different places.
    Tie,
    /// No one does, but each file has one that explains all ranges of it.
    ByFile,
    /// No one explains all.
    None,
    /// There is nothing to hold the numbers against.
    NoEvidence,
}

words!(DetectiveVerdict {
    Declared => "declared",
    Other => "other",
    Tie => "tie",
    ByFile => "by_file",
    None => "none",
    NoEvidence => "no_evidence",
} of "verdict of the detective");

record! {
    /// Which conventions explain the ranges of a document.
    pub struct DetectiveReport closed {
        /// `declared`: the convention of the dialect explains all ranges. `other`: another
        /// one does, and the declared one does not. `tie`: several do, and they put the
        /// ranges in different places. `by_file`: no one does, but each file has one that
        /// explains all ranges of it. `none`: no one explains all. `no_evidence`: there
        /// is nothing to hold the numbers against.
        required verdict: String = (Type::Words(DetectiveVerdict::WORDS)),
        /// The verdict in a sentence or two, with counts and the first witness.
        required summary: String,
        /// The dialect of the document; absent if none fits, and then the convention of
        /// the envelope is taken for the declared one.
        optional dialect: Cow<'static, str>,
        /// The generation of the tool, if it shows.
        optional generation: Cow<'static, str>,
        /// Ranges that name a file and state a start.
        required spans: u64,
        /// Those of which there is a source text.
        required examined: u64,
        /// What may explain the numbers, the best first. The declared convention is among
        /// them.
        required hypotheses: Vec<Hypothesis>,
        /// Of `by_file`: what explains each file.
        list by_file: Hypothesis,
        /// The document with its ranges in the declared convention. Absent where that
        /// would be a guess: see `uncorrected`.
        optional text: String,
        /// Every number that is another one in `text`.
        list changes: SpanChange,
        /// Why there is no `text`.
        optional uncorrected: String,
        /// What the corrected text leaves for others to mend.
        list notes: String,
        /// What could not be looked at.
        required not_checked: Vec<NotChecked>,
    }
}

record! {
    /// One way to count, and how far it explains the ranges.
    pub struct Hypothesis closed {
        /// The file whose ranges it is about, as the document spells it; all if absent.
        optional path: String,
        /// The convention in words.
        required says: String,
        /// How the ranges are counted; of the ends only, see `end_convention`.
        required convention: SpanConvention,
        /// How the ends are counted, where that is not how the starts are.
        optional end_convention: Box<SpanConvention>,
        /// Whether it is the convention of the dialect.
        required declared: bool,
        /// Ranges that it explains.
        required fits: u64,
        /// Ranges that were examined.
        required of: u64,
        /// Of those that it explains, the ones whose text, checksum, context or name is
        /// found at the place.
        required proved: u64,
        /// Members of the convention that are not as declared.
        required differs: Vec<String>,
        /// Values of single members with which everything is explained as well: no range
        /// tells them apart.
        list undecided: Undecided,
        /// The first range that the declared convention does not explain and this one does.
        optional witness: Witness,
        /// The first range that this one does not explain.
        optional counter_example: Witness,
    }
}

record! {
    /// How positions are counted. What the ranges do not state is absent.
    pub struct SpanConvention closed {
        /// What a flat offset counts: `utf-8`, `utf-16` or `utf-32` code units.
        optional offset_unit: String = (Type::Words(&["utf-8", "utf-16", "utf-32"])),
        /// Number of the first place of the text.
        optional offset_base: i64,
        /// Whether a byte order mark counts in offsets: `count` or `strip`.
        optional offset_bom: String = (Type::Words(&["count", "strip"])),
        /// What says where a range ends: `after`, `inclusive` or `length`.
        optional offset_end: String = (Type::Words(&["after", "inclusive", "length"])),
        /// The text that offsets are in: `as_is`, `crlf_as_lf` or `ill_formed_replaced`.
        optional offset_text: String = (Type::Words(&["as_is", "crlf_as_lf", "ill_formed_replaced"])),
        /// Number of the first line.
        optional line_base: i64,
        /// What ends a line: a preset, `each_cr_and_lf` (so that CRLF is two) or `custom`.
        optional line_terminators: String = (Type::Words(&[
            "lf_crlf", "lf", "lsp", "ecmascript", "unicode", "python_splitlines", "each_cr_and_lf",
            "custom",
        ])),
        /// Number of the first column.
        optional column_base: i64,
        /// What a column counts: code units, or `display`, `tabbed`, `doubly_converted`.
        optional column_unit: String = (Type::Words(&[
            "utf-8", "utf-16", "utf-32", "display", "tabbed", "doubly_converted",
        ])),
        /// Columns between tab stops, where tabs are more than one column.
        optional tab_stop: u64,
        /// Whether a byte order mark counts in columns: `count` or `strip`.
        optional column_bom: String = (Type::Words(&["count", "strip"])),
        /// Which position is the end: `after`, `last_byte` or `inclusive`.
        optional end_rule: String = (Type::Words(&["after", "last_byte", "inclusive"])),
    }
}

record! {
    /// A member of a convention whose value no range tells.
    pub struct Undecided closed {
        /// Name of the member.
        required axis: String = (Type::Words(&[
            "offset_unit",
            "offset_bom",
            "offset_text",
            "offset_end",
            "line_terminators",
            "column_unit",
            "column_bom",
            "end_rule",
        ])),
        /// The values that explain everything, that of the hypothesis first.
        required values: Vec<String>,
    }
}

record! {
    /// A range that speaks for or against a hypothesis.
    pub struct Witness closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// JSON Pointer (RFC 6901) of the number that is wrong, or of the range.
        required pointer: String,
        /// The path of its file, as the document spells it.
        required path: String,
        /// The number that the document states.
        optional stated: i64,
        /// The number that would stand there.
        optional computed: i64,
        /// What is wrong, in words.
        required says: String,
    }
}

record! {
    /// A number of the document that is another one in the corrected text.
    pub struct SpanChange closed {
        /// Number of the document, from 0, where the text holds several.
        optional document: u64,
        /// JSON Pointer (RFC 6901) of the number.
        required pointer: String,
        /// What it was.
        required from: i64,
        /// What it is.
        required to: i64,
    }
}

meanings!(DetectiveReport {
    verdict: DetectiveVerdict
});
meanings!(SpanConvention {
    offset_unit?: PositionEncoding,
    offset_bom?: BomPolicy,
    column_bom?: BomPolicy,
    end_rule?: EndRule,
});
