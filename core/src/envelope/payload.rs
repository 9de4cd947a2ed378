//! What `data` holds, by question. What is found is in `matches.rs`, the graph in
//! `graph.rs`, prose in `section.rs`.

use alloc::string::String;

use super::diagnostic::DiagnosticsReport;
use super::graph::GraphExport;
use super::matches::{
    AstMatch, CallMatch, ImplementationMatch, PlainMatch, ReferenceMatch, SymbolMatch, TextMatch,
};
use super::record::{choice, record, shape};
use super::request::{CreateRequest, EditRequest};
use super::section::{IndexResponse, SelectResponse};
use super::shape::{Role, Type};
use super::sign::Sign::{All, Either, Empty, Has, Is, Item, Not, Of, Only, Two, Within};
use super::span::RichSpan;
use super::wire::Map;
use crate::json::{Kind, Value};
use crate::rule::Level;

record! {
    /// Symbols by name.
    pub struct FindResponse open [Either(&[
        Has("query_name"),
        Empty("matches"),
        Item("matches", &All(&[
                Has("name"),
                Either(&[Has("span"), Has("match_id"), Has("kind")]),
                Not(&Has("file")),
            ])),
        Item("matches", &All(&[Has("kind"), Has("span"), Not(&Has("content"))])),
        All(&[Has("matches"), Has("count"), Not(&Is("matches", Kind::Array))]),
    ])] {
        /// What was found.
        required matches: alloc::vec::Vec<SymbolMatch>,
        /// The name that was asked for.
        optional query_name: String,
        /// The file that the search was limited to.
        optional file_filter: String,
        /// The kind that the search was limited to.
        optional kind_filter: String,
        /// How many matches are in this document.
        optional count: u64 as Role::CountOf("matches"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("matches"),
    }
}

record! {
    /// Symbols of a file.
    pub struct QueryResponse open [Either(&[
        All(&[Has("symbols"), Either(&[Has("file_path"), Has("kind_filter")])]),
        Item("symbols", &Has("span")),
    ])] {
        /// What was found.
        required symbols: alloc::vec::Vec<SymbolMatch>,
        /// Path of the file.
        required file_path: String as Role::SamePaths(&["/file_path", "/symbols/*/span/file_path"]),
        /// The kind that the search was limited to.
        optional kind_filter: String,
        /// How many symbols are in this document.
        optional count: u64 as Role::CountOf("symbols"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("symbols"),
    }
}

record! {
    /// References from or to a symbol.
    pub struct RefsResponse open [Either(&[
        All(&[Has("references"), Either(&[Has("symbol_name"), Has("direction")])]),
        All(&[Has("symbol_name"), Has("direction")]),
    ])] {
        /// What was found.
        required references: alloc::vec::Vec<ReferenceMatch>,
        /// Name of the symbol.
        required symbol_name: String,
        /// Path of its file.
        required file_path: String,
        /// `in` or `out`.
        required direction: String as Role::Words(&["in", "out"]),
        /// How many references are in this document.
        optional count: u64 as Role::CountOf("references"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("references"),
    }
}

record! {
    /// One symbol with its text.
    pub struct GetResponse open [Either(&[
        All(&[Has("symbol"), Has("content")]),
        Within("symbol", &Has("span")),
    ])] {
        /// The symbol.
        required symbol: SymbolMatch,
        /// The text of its span. If the file has other symbols of its name, theirs stand
        /// before and after it, each on lines of its own.
        required content: String as Role::AmongOf("/symbol/span"),
    }
}

record! {
    /// Files of an index.
    pub struct FilesResponse open [Either(&[
        Has("symbol_counts"),
        Empty("files"),
        Item("files", &Of(Kind::String)),
        All(&[Has("files"), Only(&["files", "symbol_counts"])]),
    ])] {
        /// Their paths.
        required files: alloc::vec::Vec<String> as Role::Distinct(""),
        /// How many symbols each has.
        optional symbol_counts: Map<u64>,
    }
}

record! {
    /// Size of an index.
    pub struct StatusResponse open [Either(&[
        Has("code_chunks"),
        All(&[
            Is("files", Kind::Number),
            Two(&["symbols", "references", "calls"]),
        ]),
    ])] {
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
        optional coverage: Value = (Type::Open(COVERED)),
    }
}

/// What Magellan writes there.
const COVERED: &Type = &Type::Record(&COVERAGE);

shape! {
    /// How much of an index tests have run.
    COVERAGE "IndexCoverage" {
        optional "available": Type::Flag;
        optional "covered_blocks": Type::Count;
        optional "covered_edges": Type::Count;
    }
}

record! {
    /// Text that was found.
    pub struct SearchResponse open [Either(&[
        All(&[Has("pattern"), Either(&[Has("matches"), Has("count")])]),
        Item("matches", &Has("matched_text")),
    ])] {
        /// The pattern that was asked for.
        required pattern: String,
        /// What was found.
        required matches: alloc::vec::Vec<TextMatch>,
        /// How many matches are in this document.
        optional count: u64 as Role::CountOf("matches"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("matches"),
    }
}

record! {
    /// What a check of an index found.
    pub struct ValidationResponse open [Either(&[
        Two(&["passed", "error_count", "warning_count"]),
        All(&[Has("passed"), Has("errors")]),
    ])] {
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
        required code: String as Role::Code(""),
        /// What is wrong.
        required message: String,
        /// What it is about: a string, or a number in some versions.
        optional entity_id: Value = (Type::OneOf(&[Type::Text, Type::Count])),
        /// More about it.
        optional details: Value,
    }
}

record! {
    /// Why a question was not answered.
    pub struct ErrorResponse open [Two(&["code", "error", "message"])] {
        /// Code of the kind of error.
        required code: String as Role::Code(""),
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

record! {
    /// Calls of symbols.
    pub struct CallsResponse open [Either(&[
        Item("calls", &Either(&[Has("caller"), Has("callee")])),
        All(&[Has("calls"), Either(&[Has("query"), Has("count"), Only(&["calls"])])]),
    ])] {
        /// What was found.
        required calls: alloc::vec::Vec<CallMatch>,
        /// What was asked for.
        optional query: String,
        /// The file that the search was limited to.
        optional file_filter: String,
        /// How many calls are in this document.
        optional count: u64 as Role::CountOf("calls"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("calls"),
    }
}

record! {
    /// References to symbols, in whatever file.
    pub struct ReferencesResponse open [Either(&[
        All(&[Has("references"), Has("query")]),
        Item("references", &Has("referenced_symbol")),
    ])] {
        /// What was found.
        required references: alloc::vec::Vec<ReferenceMatch>,
        /// What was asked for.
        required query: String,
        /// The file that the search was limited to.
        optional file_filter: String,
        /// How many references are in this document.
        optional count: u64 as Role::CountOf("references"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("references"),
    }
}

record! {
    /// Types that implement a trait or an interface.
    pub struct ImplementationsResponse open [Has("implementations")] {
        /// What was found.
        required implementations: alloc::vec::Vec<ImplementationMatch>,
        /// What was asked for.
        optional query: String,
        /// The file that the search was limited to.
        optional file_filter: String,
        /// How many implementations are in this document.
        optional count: u64 as Role::CountOf("implementations"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("implementations"),
    }
}

record! {
    /// Symbols, references and calls that one question found.
    pub struct CombinedResponse open [Either(&[
        All(&[Is("symbols", Kind::Object), Is("references", Kind::Object)]),
        All(&[Is("symbols", Kind::Object), Is("calls", Kind::Object)]),
        All(&[Is("references", Kind::Object), Is("calls", Kind::Object)]),
    ])] {
        /// What was asked for.
        required query: String,
        /// Symbols.
        required symbols: FindResponse,
        /// References.
        required references: ReferencesResponse,
        /// Calls.
        required calls: CallsResponse,
        /// The file that the search was limited to.
        optional file_filter: String,
        /// How many there are in all, of the three kinds together.
        optional total_count: u64 as Role::CountAll { places: &[
            "/symbols/total_count",
            "/references/total_count",
            "/calls/total_count",
        ], twin: None, level: Level::Error },
    }
}

record! {
    /// Nodes of syntax trees that a query fits.
    pub struct AstSearchResponse open [Either(&[
        Item("matches", &Has("captures")),
        All(&[Has("matches"), Has("query"), Has("language")]),
    ])] {
        /// The query, in the language of the parser.
        required query: String as Role::Captures {
            list: "matches",
            range: "/span",
        },
        /// What was found.
        required matches: alloc::vec::Vec<AstMatch>,
        /// Path of the file, if it is one.
        optional file_path: String as Role::SamePaths(&["/file_path", "/matches/*/span/file_path"]),
        /// Language, in lower case.
        optional language: String,
        /// How many matches are in this document.
        optional count: u64 as Role::CountOf("matches"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("matches"),
    }
}

record! {
    /// Matches of which only the text is known.
    pub struct MatchesResponse open [Item("matches", &All(&[Has("content"), Has("span")]))] {
        /// What was found.
        required matches: alloc::vec::Vec<PlainMatch>,
        /// What was asked for.
        optional query: String,
        /// How many matches are in this document.
        optional count: u64 as Role::CountOf("matches"),
        /// How many there are in all.
        optional total_count: u64 as Role::TotalOf("matches"),
    }
}

choice! {
    /// What [`data`](super::Response::data) can be.
    ///
    /// The first whose sign an object bears is the one that it is: those with the more
    /// particular signs come first.
    pub enum Payload over PAYLOADS {
        /// Symbols, references and calls.
        Combined(CombinedResponse),
        /// The graph of a code index.
        Graph(GraphExport),
        /// Size of an index.
        Status(StatusResponse),
        /// What a check of an index found.
        Validation(ValidationResponse),
        /// Why a question was not answered.
        Error(ErrorResponse),
        /// References from or to a symbol.
        Refs(RefsResponse),
        /// References in whatever file.
        References(ReferencesResponse),
        /// Types that implement something.
        Implementations(ImplementationsResponse),
        /// Calls of symbols.
        Calls(CallsResponse),
        /// One symbol with its text.
        Get(GetResponse),
        /// Symbols of a file.
        Query(QueryResponse),
        /// Text that was found.
        Search(SearchResponse),
        /// What selectors gave.
        Select(SelectResponse),
        /// Documents and their selectors.
        Index(IndexResponse),
        /// Nodes of syntax trees.
        AstSearch(AstSearchResponse),
        /// Counts of diagnostics.
        Diagnostics(DiagnosticsReport),
        /// Edits that are asked for.
        EditRequest(EditRequest),
        /// A file that is asked for.
        CreateRequest(CreateRequest),
        /// Symbols by name.
        Find(FindResponse),
        /// Matches of which only the text is known.
        Matches(MatchesResponse),
        /// Files of an index.
        Files(FilesResponse),
    }
}

/// The type of `data`: one of the known payloads, or anything.
pub(crate) const PAYLOAD: Type = Type::OneOf(&[Type::Choice(PAYLOADS), Type::Any]);
