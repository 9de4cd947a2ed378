//! Sections of prose by selector: what an index of documents lists, and what a
//! selection gives.

use alloc::string::String;

use super::mention::Mention;
use super::record::record;
use super::shape::Role;
use super::sign::Sign::{All, Either, Has, Item, Within};
use super::span::RichSpan;
use crate::pages::{MAX_WORDS, TRUNCATION_MARKER};
use crate::rule::Level;

record! {
    /// Documents and the selectors of their parts.
    pub struct IndexResponse open [Either(&[
        All(&[Has("documents"), Has("summary")]),
        Item("documents", &Has("namespace")),
        Within("summary", &Has("total_selectors")),
    ])] {
        /// The documents.
        required documents: alloc::vec::Vec<DocumentIndex>,
        /// Their sums.
        required summary: IndexSummary,
    }
}

record! {
    /// Sums over all documents.
    pub struct IndexSummary open {
        /// Documents.
        required total_documents: u64 as Role::CountAt("#/data/documents"),
        /// Nodes of their trees.
        required total_nodes: u64 as parts("total_selectors"),
        /// Selectors.
        required total_selectors: u64 as parts("total_nodes"),
    }
}

/// What of all documents has a selector: the text before the first heading, the headings,
/// and the blocks, which are counted and not listed. Each capture adds up; the example of
/// seed 003 does not, so that another number is no error.
const fn parts(twin: &'static str) -> Role {
    Role::CountAll {
        places: &[
            "#/data/documents/*/root",
            "#/data/documents/*/headings",
            "#/data/documents/*/blocks/*",
        ],
        twin: Some(twin),
        level: Level::Warning,
    }
}

record! {
    /// One document and its parts.
    pub struct DocumentIndex open {
        /// What its selectors begin with.
        required namespace: String,
        /// Path of the file.
        required file_path: String,
        /// Its text before the first heading; absent if there is none.
        optional root: NodeDescriptor as IN_NAMESPACE,
        /// Its headings, in order.
        list headings: HeadingDescriptor as IN_NAMESPACE,
        /// How many blocks of each kind it has.
        optional blocks: BlockSummary,
    }
}

record! {
    /// One part of a document.
    pub struct NodeDescriptor open at [Mention::text("content_preview")] {
        /// What selects it.
        required selector: String as OF_PART,
        /// Its kind: `root`, `heading:h1`, `block:code`, ...
        required node = "type": String,
        /// The beginning of its text.
        required content_preview: String,
        /// Whether its text was cut.
        required truncated: bool as Role::TrueOnlyOver { count: "word_count", most: MAX_WORDS },
        /// How many children it has.
        required children_count: u64,
        /// How many words it has.
        required word_count: u64 as Role::WordsOfPreview("content_preview"),
    }
}

record! {
    /// A heading.
    pub struct HeadingDescriptor open at [Mention::text("text")] {
        /// What selects it.
        required selector: String as OF_PART,
        /// `heading:h1` to `heading:h6`.
        required node = "type": String,
        /// Its level, from 1 to 6.
        required depth: u64 as Role::EndsWord { member: "type", after: "heading:h" },
        /// Its whole text.
        required text: String,
        /// The beginning of its text.
        required content_preview: String as Role::PreviewOf("text"),
        /// Whether its text was cut.
        required truncated: bool as Role::TrueOnlyOver { count: "word_count", most: MAX_WORDS },
        /// How many children it has.
        required children_count: u64,
        /// How many words the heading has.
        required word_count: u64 as Role::WordsOf("text"),
        /// How many words its section has.
        required section_word_count: u64 as Role::WordsAfter("text"),
        /// Whether the text of its section is cut when it is selected.
        required section_truncated: bool as Role::TrueOnlyOver {
            count: "section_word_count",
            most: MAX_WORDS,
        },
    }
}

record! {
    /// How many blocks of each kind a document has.
    pub struct BlockSummary open {
        /// Paragraphs.
        required paragraphs: u64,
        /// Blocks of code.
        required code_blocks: u64,
        /// Lists.
        required lists: u64,
        /// Tables.
        required tables: u64,
        /// Quotations.
        required blockquotes: u64,
    }
}

record! {
    /// What selectors gave.
    pub struct SelectResponse open [Either(&[Has("unresolved"), Item("matches", &Has("selector"))])] {
        /// What was found.
        required matches: alloc::vec::Vec<SelectMatch>,
        /// What was not.
        required unresolved: alloc::vec::Vec<UnresolvedSelector> as Role::Unanswered("matches"),
    }
}

record! {
    /// A part of a document with its text.
    pub struct SelectMatch open at [Mention::text("content")] {
        /// What selects it.
        required selector: String as OF_PART,
        /// Its kind.
        required node = "type": String,
        /// Its text; ends in a marker if it was cut.
        required content: String,
        /// Whether the text was cut.
        required truncated: bool as Role::Marked {
            text: "content",
            marker: TRUNCATION_MARKER,
            // Who builds one says after how many words he cuts.
            most: None,
            selector: "selector",
        },
        /// Which page of it this is.
        optional pagination: PaginationInfo,
        /// What can be selected inside it.
        required children_available: alloc::vec::Vec<ChildInfo> as IN_PART,
        /// Where it is in its file.
        optional span: RichSpan,
    }
}

/// What a document has is selected by its namespace.
pub(crate) const IN_NAMESPACE: Role = Role::SelectorIn {
    whole: "namespace",
    then: "::",
    each: true,
};

/// What stands inside of a part is selected by the selector of the part.
pub(crate) const IN_PART: Role = Role::SelectorIn {
    whole: "selector",
    then: "/",
    each: false,
};

/// What selects a part that says of what kind it is.
pub(crate) const OF_PART: Role = Role::SelectorOf {
    kind: "type",
    is_read: true,
};

/// The same of a part of a part.
const OF_CHILD: Role = Role::SelectorOf {
    kind: "type",
    is_read: false,
};

record! {
    /// A page of a long text.
    pub struct PaginationInfo open {
        /// Number of this page; the tool says whether it counts from 0 or 1.
        required current_page: u64 as Role::PageOf {
            pages: "total_pages",
            bases: &[0, 1],
            list: None,
        },
        /// How many pages there are.
        required total_pages: u64,
        /// How many words all pages have.
        required word_count: u64,
        /// Whether a page follows.
        required has_more: bool as Role::MoreAfter {
            page: "current_page",
            pages: "total_pages",
            bases: &[0, 1],
        },
    }
}

record! {
    /// Something inside a part.
    pub struct ChildInfo open at [Mention::text("preview")] {
        /// What selects it.
        required selector: String as OF_CHILD,
        /// Its kind.
        required node = "type": String,
        /// The beginning of its text.
        required preview: String,
    }
}

record! {
    /// A selector that selects nothing.
    pub struct UnresolvedSelector open {
        /// The selector.
        required selector: String,
        /// Why it selects nothing.
        required reason: String,
        /// Selectors that may be meant.
        required suggestions: alloc::vec::Vec<String>,
    }
}
