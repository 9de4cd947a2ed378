//! What `data` holds, by question: the payloads of seed 002 as Magellan ships
//! them, and the text search.

use alloc::string::String;

use super::record::{Map, record};
use super::shape::Role;
use super::span::RichSpan;
use crate::json::Value;

record! {
    /// A symbol that was found.
    pub struct SymbolMatch open {
        /// Id of the match.
        required match_id: String,
        /// Where it is.
        required span: RichSpan,
        /// Its name.
        required name: String,
        /// Its kind, in the tool's own word.
        required kind: String,
        /// The symbol that contains it.
        optional parent: String,
        /// Id of the symbol.
        optional symbol_id: String,
        /// The text of the span, or the name of a capture.
        optional content: String,
        /// Exactly the text of the span.
        optional source: String as Role::TextOf("/span"),
        /// The project that it belongs to.
        optional project: String,
        /// Who calls it.
        list callers: NeighbourSymbol,
        /// Whom it calls.
        list callees: NeighbourSymbol,
    }
}

record! {
    /// A symbol beside another one in the call graph.
    pub struct NeighbourSymbol open {
        /// Its name.
        required name: String,
        /// Path of its file.
        required file_path: String,
        /// A line; its numbering differs between versions of the tool.
        optional line: u64,
        /// A column; its numbering differs between versions of the tool.
        optional column: u64,
        /// The project that it belongs to.
        optional project: String,
    }
}

record! {
    /// A reference to a symbol.
    pub struct ReferenceMatch open {
        /// Id of the match.
        required match_id: String,
        /// Where it is.
        required span: RichSpan,
        /// The symbol at the other end of the edge.
        required referenced_symbol: String,
        /// `call`, `read`, `write`, ...
        optional reference_kind: String,
        /// Id of the symbol at the other end.
        optional target_symbol_id: String,
    }
}

record! {
    /// A piece of text that was found.
    pub struct TextMatch open {
        /// Id of the match.
        required match_id: String,
        /// Where it is.
        required span: RichSpan,
        /// Exactly the text of the span.
        required matched_text: String as Role::TextOf("/span"),
    }
}

record! {
    /// Symbols by name.
    pub struct FindResponse open {
        /// What was found.
        required matches: alloc::vec::Vec<SymbolMatch>,
        /// The name that was asked for.
        optional query_name: String,
        /// The file that the search was limited to.
        optional file_filter: String,
        /// How many matches are in this document.
        optional count: u64 as Role::CountOf("matches"),
    }
}

record! {
    /// Symbols of a file.
    pub struct QueryResponse open {
        /// What was found.
        required symbols: alloc::vec::Vec<SymbolMatch>,
        /// Path of the file.
        required file_path: String,
        /// The kind that the search was limited to.
        optional kind_filter: String,
    }
}

record! {
    /// References from or to a symbol.
    pub struct RefsResponse open {
        /// What was found.
        required references: alloc::vec::Vec<ReferenceMatch>,
        /// Name of the symbol.
        required symbol_name: String,
        /// Path of its file.
        required file_path: String,
        /// `in` or `out`.
        required direction: String,
    }
}

record! {
    /// One symbol with its text.
    pub struct GetResponse open {
        /// The symbol.
        required symbol: SymbolMatch,
        /// Exactly the text of its span.
        required content: String as Role::TextOf("/symbol/span"),
    }
}

record! {
    /// Files of an index.
    pub struct FilesResponse open {
        /// Their paths.
        required files: alloc::vec::Vec<String>,
        /// How many symbols each has.
        optional symbol_counts: Map<u64>,
    }
}

record! {
    /// Size of an index.
    pub struct StatusResponse open {
        /// Files.
        required files: u64,
        /// Symbols.
        required symbols: u64,
        /// References.
        required references: u64,
        /// Calls.
        required calls: u64,
        /// Stored pieces of code.
        required code_chunks: u64,
        /// What is known about test coverage.
        optional coverage: Value,
    }
}

record! {
    /// Text that was found.
    pub struct SearchResponse open {
        /// The pattern that was asked for.
        required pattern: String,
        /// What was found.
        required matches: alloc::vec::Vec<TextMatch>,
        /// How many matches are in this document.
        optional count: u64 as Role::CountOf("matches"),
    }
}

record! {
    /// What a check of an index found.
    pub struct ValidationResponse open {
        /// Whether there is no error.
        required passed: bool as Role::TrueIfNone("error_count"),
        /// How many errors there are.
        required error_count: u64 as Role::CountOf("errors"),
        /// The errors.
        required errors: alloc::vec::Vec<ValidationEntry>,
        /// How many warnings there are.
        required warning_count: u64 as Role::CountOf("warnings"),
        /// The warnings.
        required warnings: alloc::vec::Vec<ValidationEntry>,
    }
}

record! {
    /// One entry of a [`ValidationResponse`].
    pub struct ValidationEntry open {
        /// Code of the kind of entry.
        required code: String,
        /// What is wrong.
        required message: String,
        /// What it is about: a string, or a number in some versions.
        optional entity_id: Value,
        /// More about it.
        optional details: Value,
    }
}

record! {
    /// Why a question was not answered.
    pub struct ErrorResponse open {
        /// Code of the kind of error.
        required code: String,
        /// Short name of the kind of error.
        required error: String,
        /// What went wrong.
        required message: String,
        /// Where.
        optional span: RichSpan,
        /// What to do.
        optional remediation: String,
    }
}
