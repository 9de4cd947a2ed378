//! What a value means to the checks, whatever the member is called.
//!
//! Which member has which role the tables of shapes say; what is checked of it,
//! `validate` does.

use super::shape::Shape;
use crate::rule::Level;

/// What numbers, or other values, come to together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The greatest number; 0 of none.
    Most,
    /// The least number; 0 of none.
    Least,
    /// The mean of the numbers; 0 of none.
    Mean,
    /// How many different values there are.
    Different,
}

/// What a value means to the checks, whatever the member is called.
///
/// A dialect gets a check by giving a member its role; no check knows a name. Where
/// a role names a *place*, this is a pointer of plain keys from the object that has
/// the member (`/span/file_path`), or from the root of the document if it begins
/// with `#` (`#/diagnostics`), or of what it wraps if the root has no such member; `*` stands
/// for every element, `0` for the first one. What is not there is not checked.
///
/// | Roles | Rules |
/// |---|---|
/// | `Path`, `ByteStart` to `InlineAfter` | all that is said of ranges, alone, against each other and against the source |
/// | `EndOf` | `REVERSED` |
/// | `SpanId`, `RandomId`, `IdOf` | `SPAN_ID_…`, `ID_…`, `UUID_NOT_V4` |
/// | `WordsOf`, `CountOf`, `CountAt`, `CountIn`, `CountAll`, `CountEach`, `CountWhere`, `CountWhereUnlessZero`, `TotalOf`, `Tally`, `Over`, `WordsAfter`, `WordsOfPreview` | `COUNT_MISMATCH` |
/// | `TrueIfNone`, `TrueIfNoneFailed`, `TrueUnless`, `WordOfFlag`, `Status`, `StatusOver`, `StatusIn`, `Partial`, `Unanswered` | `STATUS_MISMATCH`, `UNKNOWN_VALUE` |
/// | `PageOf`, `PagesOf`, `PagesBy`, `MoreAfter` | `PAGE_MISMATCH` |
/// | `Marked`, `TrueOnlyOver` | `TRUNCATION_MISMATCH` |
/// | `OperationOf` | `OPERATION_MISMATCH` |
/// | `SamePaths`, `SameAs`, `Distinct`, `Among`, `TrueIfSame`, `SelectorIn`, `SelectorOf`, `AtMost`, `PreviewOf`, `Captures`, `Percent`, `EndsWord`, `SumOf`, `BytesIn`, `ChecksumOfLast`, `FileChecksumOf`, `FileAfterOf` | `PATH_MISMATCH`, `VALUES_DISAGREE` |
/// | `Checksum`, `FileHash` | `CHECKSUM_…` |
/// | `Said` | `TEXT_EMPTY` |
/// | `SchemaVersion`, `WrapperVersion`, `FormatVersion` | `VERSION_…` |
/// | `ExecutionId`, `Timestamp`, `Level`, `Only` | `EXECUTION_ID_SHAPE`, `TIMESTAMP_INVALID`, `UNKNOWN_VALUE` |
/// | `Data`, `DataOr`, `Answer`, `AnswerTo`, `Failure`, `AnyOf` | `OPEN_VALUE_MISFIT`, `ALTERNATIVE_MISSING` |
/// | `Code` | `TOOL_CODE_…`, `CODE_LEVEL_MISMATCH` |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing that a check knows of.
    Plain,
    /// What was asked, in the language of the tool; in another one it is another question.
    Question,
    /// Path of the file that the offsets of this object are in.
    Path,
    /// Offset of the first unit of the range.
    ByteStart,
    /// Offset after the last unit of the range.
    ByteEnd,
    /// The same of a range that is only mentioned, whose start is in the member of this
    /// name: it is no range of the document, and not counted among those. Against the
    /// source it is held as a place that is mentioned.
    EndOf(&'static str),
    /// Line of the start, in the numbering of the dialect.
    StartLine,
    /// Column of the start, in the unit of the dialect.
    StartColumn,
    /// Line of the end.
    EndLine,
    /// Column of the end.
    EndColumn,
    /// Column of the start, from 0, in UTF-16 code units, whatever the dialect counts.
    StartColumnUtf16,
    /// The same of the end.
    EndColumnUtf16,
    /// Id computed from path and offsets.
    SpanId,
    /// Id of a range of a tool that makes it anew at each run: a UUID, or spelt as a computed one.
    RandomId,
    /// Exactly the text of the range.
    Text,
    /// Exactly the text of the range of the object at this relative pointer.
    TextOf(&'static str),
    /// The text of the range of the object at this relative pointer, perhaps among
    /// others: each is ended by LF but the last.
    AmongOf(&'static str),
    /// The whole lines that the range of the object at this relative pointer touches, as
    /// one text: each but the first after a line feed, and none with its terminator. Or
    /// its text alone.
    LinesOf(&'static str),
    /// The text of the range of the object at a relative pointer, or its head.
    HeadOf {
        /// The pointer.
        range: &'static str,
        /// The member that is `true` if it is the head.
        cut: &'static str,
        /// Whether nothing is known of a text without that member.
        needs_cut: bool,
    },
    /// What stands around the range of the object at this relative pointer.
    AroundOf(&'static str),
    /// Path of the file that the ranges inside this value are in, by the relative
    /// pointer of that path, unless they name one themselves.
    InFileOf(&'static str),
    /// Checksum of the text of the range of the object at this relative pointer.
    ChecksumOf(&'static str),
    /// Checksum of something that no source has, such as the text after an edit: only
    /// how it is written is checked. An empty one is none.
    Checksum,
    /// A hash by which a code index sees that a file has changed, in one of the forms that the
    /// tool prints. An empty one is none.
    FileHash,
    /// A hash of which no text can show whether it is right, for this reason.
    Unproved(&'static str),
    /// Checksum of the text of the range.
    SpanChecksum,
    /// The same, written without the name of its algorithm in its home dialect.
    BareSpanChecksum,
    /// Checksum of the text of the range, after an operation.
    SpanChecksumAfter,
    /// Checksum of the whole file.
    FileChecksum,
    /// Checksum of the whole file after an operation, beside one that is called `before`
    /// and need not be of the text before.
    FileChecksumAfter,
    /// The same of one file, beside the ranges that are in it.
    FileChecksumOf {
        /// The member with the list of ranges; behind `/*/`, the member that has the range
        /// in each element.
        ranges: &'static str,
        /// The member with the path of the file.
        file: &'static str,
    },
    /// Checksum of the whole file as it was before an operation that changed it.
    FileBefore,
    /// Checksum of the whole file as it is after an operation that changed it.
    FileAfter,
    /// The same of one file, beside the ranges that the operation had in it.
    FileAfterOf {
        /// The member with the list of ranges, as above.
        ranges: &'static str,
        /// The member with the path of the file.
        file: &'static str,
        /// Where the changes are, and their member with the checksum of the file that each left:
        /// the last one says the same.
        last: Option<(&'static str, &'static str)>,
    },
    /// Whole lines before the first line of the range, without terminators.
    LinesBefore,
    /// The whole lines that the range touches.
    LinesSelected,
    /// Whole lines after the last line of the range.
    LinesAfter,
    /// Text on the line of the start, up to the start; the tail of it if cut.
    InlineBefore,
    /// Text on the line of the end, from the end; the head of it if cut.
    InlineAfter,
    /// Number of elements of the array in the member of this name, beside it.
    CountOf(&'static str),
    /// Number of elements of the array at this place.
    CountAt(&'static str),
    /// A value that may be anything. If it has such a member, that is the number of elements of
    /// an array beside it.
    CountIn {
        /// The member of the value.
        member: &'static str,
        /// The member with the array.
        list: &'static str,
    },
    /// Number of all at these places: of an array its elements, of a number itself, of
    /// anything else but `null` one. All but the first of several with `*` must be there.
    CountAll {
        /// Where they are, see [`Role`].
        places: &'static [&'static str],
        /// Another member that says the same; of two that agree none is fixed.
        twin: Option<&'static str>,
        /// How much another number matters.
        level: Level,
    },
    /// What the numbers at each of these places come to alone.
    CountEach(&'static [&'static str]),
    /// A list of which no two elements have the same in this member, or no two are the same
    /// if it has no name.
    Distinct(&'static str),
    /// What stands at some places is among what stands at another one, if anything does.
    Among {
        /// Where those are, see [`Role`].
        places: &'static [&'static str],
        /// Where all that are known are.
        known: &'static str,
    },
    /// A list with an element for each text that stands at some places, and how often it does.
    Tally {
        /// The member of an element with the text.
        text: &'static str,
        /// Its member that says how often.
        count: &'static str,
        /// Where the texts are, see [`Role`].
        places: &'static [&'static str],
    },
    /// What the values at this place come to.
    Over(Over, &'static str),
    /// How many of a hundred. If this is not empty, it names the members with the part and the
    /// whole; of nothing it is 0.
    Percent(&'static [&'static str]),
    /// A number that ends the word in the member of this name, after this beginning.
    EndsWord {
        /// The member with the word.
        member: &'static str,
        /// What the word begins with.
        after: &'static str,
    },
    /// Number of the elements of a list that have this word, or this `true` or
    /// `false`, in this member.
    CountWhere {
        /// Where the elements are, see [`Role`].
        list: &'static str,
        /// Their member.
        member: &'static str,
        /// Its word.
        word: &'static str,
        /// Words of others that a tool may count as well.
        perhaps: &'static [&'static str],
    },
    /// The same, of a tool that has the member and may never count: 0 says nothing.
    CountWhereUnlessZero {
        /// Where the elements are, see [`Role`].
        list: &'static str,
        /// Their member.
        member: &'static str,
        /// Its word.
        word: &'static str,
        /// Another member: a tool whose first element has it does count.
        counted_with: &'static str,
    },
    /// Sum of this member of the elements that were applied; unknown where one of them
    /// does not say it.
    SumOf {
        /// Where the elements are, see [`Role`].
        list: &'static str,
        /// Their member, an integer.
        member: &'static str,
    },
    /// Number of all bytes that lie in ranges of the array in the member of this name.
    BytesIn(&'static str),
    /// Number of all elements, with those left out of the array in this member: never less.
    TotalOf(&'static str),
    /// `true` exactly when the count in the member of this name is 0.
    TrueIfNone(&'static str),
    /// `true` exactly when nothing stands at any of these places: no list with elements, no
    /// value that is not `null`; and something does at those behind a `!`.
    TrueUnless(&'static [&'static str]),
    /// `true` exactly when the text in a member beside it is that at one of these places.
    TrueIfSame {
        /// The member with the text.
        member: &'static str,
        /// Where the other one is: the first place where there is one.
        places: &'static [&'static str],
    },
    /// A word beside which a flag can say but one thing.
    WordOfFlag {
        /// The member with the flag.
        flag: &'static str,
        /// The words, and what the flag says beside each.
        words: &'static [(&'static str, bool)],
    },
    /// Number of a page; `pages` is the member beside it that says how many there
    /// are. After the last one, the page is empty.
    PageOf {
        /// The member with the number of pages.
        pages: &'static str,
        /// Number of the first page, or those that it may have.
        bases: &'static [u64],
        /// The array with what is on the page, if it is one.
        list: Option<&'static str>,
    },
    /// Number of pages, of `size` units each, for the count in the member `total`.
    PagesOf {
        /// The member with the number of units.
        total: &'static str,
        /// Units of a page.
        size: u64,
        /// The number of the page, from 0, and the flag that another one follows.
        more: [&'static str; 2],
    },
    /// Number of pages, all of one size that is not said, for the count in the member
    /// `total`: every page is full but the last.
    PagesBy {
        /// The member with the number of elements on all pages.
        total: &'static str,
        /// The member with the number of the page.
        page: &'static str,
        /// Number of the first page.
        base: u64,
        /// The array with what is on the page; empty on one after the last.
        list: &'static str,
    },
    /// Whether there is another page after the one in the member `page`.
    MoreAfter {
        /// The member with the number of the page.
        page: &'static str,
        /// The member with the number of pages.
        pages: &'static str,
        /// Number of the first page, or those that it may have.
        bases: &'static [u64],
    },
    /// `true` exactly when the text in the member `text` ends with `marker`, but for what `selector` says.
    Marked {
        /// The member with the text.
        text: &'static str,
        /// What the tool puts at the end of a text that it cut.
        marker: &'static str,
        /// The words after which it cuts, if that is known.
        most: Option<u64>,
        /// The member with the selector; where its query asks for lines, the mark stands at the
        /// other end of them, or nowhere.
        selector: &'static str,
    },
    /// `true` only when the count in the member `count` is more than `most`. An index shows no text
    /// that could be cut, so `false` says nothing of the count.
    TrueOnlyOver {
        /// The member with the count.
        count: &'static str,
        /// So many are not too many.
        most: u64,
    },
    /// How many words the text in this member beside it has.
    WordsOf(&'static str),
    /// How many words a text has that begins with the one in this member beside it.
    WordsAfter(&'static str),
    /// How many words a text has whose preview is in this member beside it.
    WordsOfPreview(&'static str),
    /// The preview of the text in this member beside it.
    PreviewOf(&'static str),
    /// Kind of an operation; the word at this place says it too.
    OperationOf(&'static str),
    /// One of several paths that mean one file: all texts at these places.
    SamePaths(&'static [&'static str]),
    /// Says the same as the value at this place, if there is one; the case of words
    /// apart. A list says the same as all values at a place with `*`.
    SameAs(&'static str),
    /// Checksum that is also the one at this place, if there is one.
    ChecksumAs(&'static str),
    /// An object with a `selector`, or a list of such: each selects something inside of what the
    /// member `whole` beside it names.
    SelectorIn {
        /// The member with the namespace or the selector of the whole.
        whole: &'static str,
        /// What stands between that and the rest.
        then: &'static str,
        /// Whether each has one of its own.
        each: bool,
    },
    /// A selector, which says of what kind the part is that it selects.
    SelectorOf {
        /// The member that says the kind, too.
        kind: &'static str,
        /// Whether the tool reads it again: those of children it prints otherwise.
        is_read: bool,
    },
    /// A number that is at most the one in the member of this name.
    AtMost(&'static str),
    /// The same as [`Self::Question`], in the language of tree-sitter: it names all that is
    /// captured, which stands inside of what fits it.
    Captures {
        /// The member with the list of what fits.
        list: &'static str,
        /// Where the range of an element of it is, from there.
        range: &'static str,
    },
    /// What names something, or tells people of it.
    Said,
    /// Id of a match whose range is the object at this place; another range has another.
    IdOf(&'static str),
    /// `true` only if nothing went wrong. Tools were seen to say it where an element of the
    /// list has the `status` `error`.
    TrueIfNoneFailed {
        /// Where the elements are.
        list: &'static str,
        /// Where it is said why nothing came of it.
        error: &'static str,
    },
    /// Checksum of a file after several changes: the last one that was made says it, too. An
    /// empty one is none.
    ChecksumOfLast {
        /// Where the changes are.
        list: &'static str,
        /// Their member with the checksum.
        member: &'static str,
    },
    /// Version of the wrapper.
    SchemaVersion,
    /// Version of a wrapper that has this major number: 1 answers, 2 operations.
    WrapperVersion(u64),
    /// Version of a format with a counter of its own, of which this one is known.
    FormatVersion(&'static str),
    /// Name of one run.
    ExecutionId,
    /// A moment (RFC 3339).
    Timestamp,
    /// How an operation went.
    Status,
    /// The same, in one of these words, of an operation whose parts have words of their own.
    StatusOver {
        /// The words.
        words: &'static [&'static str],
        /// Where the words of the parts are.
        parts: &'static [&'static str],
        /// Where the error is that ended it, if one did.
        error: &'static str,
        /// Where else it may be said why nothing came of it.
        why: &'static [&'static str],
        /// The operations of which `message` says it: those of tools whose reason is a text.
        told: &'static [&'static str],
        /// Where it stands what was done, of an operation that went well; nowhere if empty.
        done: &'static str,
    },
    /// The same, in words of its own: all went well, nothing did, some did.
    StatusIn(&'static [&'static str; 3]),
    /// Whether something is missing from the answer.
    Partial,
    /// What was asked for and not found, beside the list of what was found: with anything in it
    /// the answer is partial, or failed.
    Unanswered(&'static str),
    /// Level of a diagnostic.
    Level,
    /// Code of an error; its level is at this place, if this is not empty.
    Code(&'static str),
    /// The same, of a place where a tool prints no codes but its own.
    OwnCode {
        /// Where its level is, if this is not empty.
        level: &'static str,
        /// What its codes begin with.
        prefixes: &'static [&'static str],
    },
    /// What the wrapper wraps: an object, a list, or `null` where there is nothing.
    Data,
    /// The same, of a wrapper that would be another one if it wrapped one of these.
    DataOr(&'static [&'static Shape]),
    /// The same of a tool that has an object for every answer.
    Answer,
    /// The same of a tool whose command, in the member of this name, says which answer it is:
    /// an object of the shape beside the word of the command.
    AnswerTo {
        /// The member with the command.
        command: &'static str,
        /// Each command, and its answer.
        answers: &'static [(&'static str, &'static Shape)],
    },
    /// The error that ended it: an object that has at least one of these members or others,
    /// or `null` where there is none.
    Failure(&'static [&'static str]),
    /// An object that has at least one of these members.
    AnyOf(&'static [&'static str]),
    /// The member that holds the way home.
    Origin,
    /// The word that says which of several shapes an object has. An object of
    /// this shape has exactly this one.
    Tag(&'static str),
    /// One of these words, or another that a tool made up.
    Words(&'static [&'static str]),
    /// One of these words: the format itself says that another one is another version.
    Only(&'static [&'static str]),
}

impl Role {
    /// Whether it is what was asked.
    pub(crate) const fn is_question(self) -> bool {
        matches!(self, Self::Question | Self::Captures { .. })
    }

    /// Hashes of a place that are there to find it again.
    pub(crate) const FINGERPRINTS: Self =
        Self::Unproved("they recognise a place in another version of its text");

    /// The members of a span that say where it is in lines, in the order in which it has them.
    pub(crate) const COORDINATES: [Self; 4] = [
        Self::StartLine,
        Self::StartColumn,
        Self::EndLine,
        Self::EndColumn,
    ];
}
