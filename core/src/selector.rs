//! Selectors of prose: which part of a Markdown document is meant.
//!
//! The grammar is mdsel's: that of seed 003, and what the manual of later versions adds to it, which
//! are the short words, the dot, and several indexes.
//!
//! ```text
//! selector  = [ namespace "::" ] segment *( "/" segment ) [ "?" parameter *( "&" parameter ) ]
//! segment   = part [ "[" which "]" | "." which ]
//! part      = "root" | "section" | "page" | [ "heading:" ] level | [ "block:" ] kind | short
//! level     = "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
//! kind      = "paragraph" | "list" | "code" | "table" | "blockquote"
//! short     = "para" | "quote"
//! which     = range *( "," range )
//! range     = index [ "-" index ]
//! parameter = name "=" [ value ]
//! ```
//!
//! A namespace and a name are made of ASCII letters, digits, `_` and `-`; an index
//! counts from 0, and both ends of a range belong to it. White space may stand between the parts, and
//! is not printed; what can be said in the words and brackets of the seed is printed in them. A
//! selector is only read and printed here: which part of a document it means needs
//! a Markdown parser, and is the tool's to say.

use alloc::string::String;
use alloc::vec::Vec;

use crate::envelope::Wire;
use crate::envelope::record::record;
use crate::envelope::shape::Type;
use crate::error::Error;
use crate::json::{ReadOptions, read};

mod error;
mod parse;
#[cfg(test)]
mod tests;
mod write;

pub use error::{SelectorError, SelectorFault};
pub use parse::parse_selector;
pub use write::write_selector;

/// The levels of headings, and the kinds of blocks.
const KINDS: &[&str] = &[
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "paragraph",
    "list",
    "code",
    "table",
    "blockquote",
];

const LEVELS: &[&str] = KINDS.split_at(6).0;
const BLOCKS: &[&str] = KINDS.split_at(6).1;

/// The kinds of nodes that need no further word.
const PLAIN: [&str; 3] = ["root", "section", "page"];

/// Short words of blocks that are not their kinds.
const SHORT: [(&str, &str); 2] = [("para", "paragraph"), ("quote", "blockquote")];

record! {
    /// A selector in its parts.
    pub struct Selector closed {
        /// Which document; all that are at hand if absent.
        optional namespace: String,
        /// The way to the part, each segment inside the one before; at least one.
        required segments: Vec<SelectorSegment>,
        /// What is asked besides, such as `full=true`.
        list parameters: SelectorParameter,
    }
}

record! {
    /// One step of a selector.
    pub struct SelectorSegment closed {
        /// `root`, `heading`, `section`, `block` or `page`.
        required node: String = (Type::Words(&["root", "heading", "section", "block", "page"])),
        /// Of a heading `h1` to `h6`; of a block `paragraph`, `list`, `code`, `table`
        /// or `blockquote`; absent otherwise.
        optional kind: String = (Type::Words(KINDS)),
        /// Which one of them, from 0. All are meant if neither this nor `ranges` is there.
        optional index: u64,
        /// Which of them, if not just one.
        list ranges: SelectorRange,
    }
}

record! {
    /// Some parts that follow each other.
    pub struct SelectorRange closed {
        /// The index of the first, from 0.
        required first: u64,
        /// The index of the last, from 0: at least `first`, and part of the range.
        required last: u64,
    }
}

record! {
    /// One parameter of a selector.
    pub struct SelectorParameter closed {
        /// Its name.
        required name: String,
        /// Its value, without quotes; may be empty.
        required value: String,
    }
}

impl Selector {
    /// Whether the whole text is asked for, not cut: the parameter `full=true`.
    pub fn is_full(&self) -> bool {
        let mut parameters = self.parameters.iter();
        parameters.any(|parameter| parameter.name == "full" && parameter.value == "true")
    }

    /// Reads a selector from the JSON text of its parts, as hosts pass it.
    ///
    /// # Errors
    ///
    /// The codes of [`crate::read`]; `WRONG_TYPE` if the parts are not those of a
    /// selector.
    pub fn from_json(text: &[u8]) -> Result<Self, Error> {
        let value = read(text, &ReadOptions::default())?.to_value();
        Self::from_value(value).map_err(|misfit| misfit.refusal("the parts of a selector"))
    }
}

/// Whether a character may stand in a namespace or a name.
const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}
