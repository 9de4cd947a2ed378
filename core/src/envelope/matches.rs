//! What a search finds: symbols, references, calls, pieces of text, and nodes of
//! a syntax tree with their captures.

use alloc::string::String;

use super::mention::{Counted, Mention};
use super::record::record;
use super::shape::{Role, Shape};
use super::sign::Sign::{All, Either, Has, Not};
use super::span::RichSpan;
use crate::json::Number;

/// What a list of matches can hold.
pub(crate) const MATCHES: &[&Shape] = &[
    &SymbolMatch::SHAPE,
    &CallMatch::SHAPE,
    &ReferenceMatch::SHAPE,
    &ImplementationMatch::SHAPE,
    &TextMatch::SHAPE,
    &AstMatch::SHAPE,
    &PlainMatch::SHAPE,
];

/// What an answer can hold that is a bare list of matches: one of all projects that are
/// known.
pub(crate) const LISTED_MATCHES: &[&Shape] = &[&SymbolMatch::SHAPE, &ReferenceMatch::SHAPE];

/// The text of a match, where it is said whether it is all of it.
const SNIPPET: Role = Role::HeadOf {
    range: "/span",
    cut: "snippet_truncated",
    needs_cut: true,
};

/// Where the node of a syntax tree is that a symbol is: it names no file, and is in that of the
/// symbol.
pub(crate) const NODE_OF_SYMBOL: Mention =
    Mention::place("/span/file_path", [""; 2], Counted::ByConvention)
        .bytes(["/ast_context/byte_start", "/ast_context/byte_end"]);

record! {
    /// A symbol that was found.
    pub struct SymbolMatch open [Either(&[
        All(&[Has("name"), Either(&[Has("span"), Has("match_id")])]),
        All(&[
            Has("kind"),
            Has("span"),
            Not(&Either(&[Has("content"), Has("captures"), Has("referenced_symbol")])),
        ]),
    ])]
        at [NODE_OF_SYMBOL]
    {
        /// Id of the match.
        required match_id: String as Role::IdOf("/span"),
        /// Where it is.
        required span: RichSpan,
        /// Its name.
        required name: String as Role::Said,
        /// Its kind, in the tool's own word.
        required kind: String,
        /// The symbol that contains it.
        optional parent: String,
        /// Id of the symbol.
        optional symbol_id: String,
        /// The text of the span, or the name of a capture.
        optional content: String,
        /// The whole lines that the span touches, joined by line feeds; or the text of the span.
        optional source: String as Role::LinesOf("/span"),
        /// The project that it belongs to.
        optional project: String,
        /// How well it fits the question; the scale is the tool's.
        optional score: Number,
        /// The text of the span, or the head of it; `snippet_truncated` says which.
        optional snippet: String as SNIPPET,
        /// Whether `snippet` is only the head.
        optional snippet_truncated: bool,
        /// Who calls it.
        list callers: NeighbourSymbol,
        /// Whom it calls.
        list callees: NeighbourSymbol,
    }
}

record! {
    /// A symbol beside another one in the call graph.
    pub struct NeighbourSymbol open at [
        Mention::place("file_path", ["line", "column"], Counted::Somehow)
    ] {
        /// Its name.
        required name: String as Role::Said,
        /// Path of its file.
        required file_path: String,
        /// A line; its numbering differs between versions of the tool.
        optional line: u64,
        /// A column; its numbering differs between versions of the tool.
        optional column: u64,
        /// The project that it belongs to.
        optional project: String,
        /// How many calls away it is, if it is not one.
        optional depth: u64,
    }
}

record! {
    /// A reference to a symbol.
    pub struct ReferenceMatch open [All(&[
        Either(&[Has("referenced_symbol"), Has("target_symbol_id")]),
        Either(&[Has("span"), Has("match_id")]),
    ])] {
        /// Id of the match.
        required match_id: String as Role::IdOf("/span"),
        /// Where it is.
        required span: RichSpan,
        /// The symbol at the other end of the edge.
        required referenced_symbol: String as Role::Said,
        /// `call`, `read`, `write`, ...
        optional reference_kind: String,
        /// Id of the symbol at the other end.
        optional target_symbol_id: String,
        /// How well it fits the question; the scale is the tool's.
        optional score: Number,
        /// The text of the span, or the head of it; `snippet_truncated` says which.
        optional snippet: String as SNIPPET,
        /// Whether `snippet` is only the head.
        optional snippet_truncated: bool,
    }
}

record! {
    /// A call of one symbol by another.
    pub struct CallMatch open {
        /// Id of the match.
        required match_id: String as Role::IdOf("/span"),
        /// Where the call is.
        required span: RichSpan,
        /// Name of the symbol that calls.
        required caller: String as Role::Said,
        /// Name of the symbol that is called.
        required callee: String as Role::Said,
        /// Id of the symbol that calls.
        optional caller_symbol_id: String,
        /// Id of the symbol that is called.
        optional callee_symbol_id: String,
        /// How well it fits the question; the scale is the tool's.
        optional score: Number,
        /// The text of the span, or the head of it; `snippet_truncated` says which.
        optional snippet: String as SNIPPET,
        /// Whether `snippet` is only the head.
        optional snippet_truncated: bool,
    }
}

record! {
    /// A type that implements a trait or an interface.
    pub struct ImplementationMatch open {
        /// Id of the match.
        required match_id: String as Role::IdOf("/span"),
        /// Where the type is.
        required span: RichSpan,
        /// Name of the type.
        required type_name: String as Role::Said,
        /// Name of what it implements.
        required trait_name: String as Role::Said,
        /// Id of the type.
        optional type_symbol_id: String,
        /// Id of what it implements.
        optional trait_symbol_id: String,
        /// How well it fits the question; the scale is the tool's.
        optional score: Number,
        /// The text of the span, or the head of it; `snippet_truncated` says which.
        optional snippet: String as SNIPPET,
        /// Whether `snippet` is only the head.
        optional snippet_truncated: bool,
    }
}

record! {
    /// A piece of text that was found.
    pub struct TextMatch open {
        /// Id of the match.
        required match_id: String as Role::IdOf("/span"),
        /// Where it is.
        required span: RichSpan,
        /// Exactly the text of the span.
        required matched_text: String as Role::TextOf("/span"),
        /// How well it fits the question; the scale is the tool's.
        optional score: Number,
    }
}

record! {
    /// Nodes of a syntax tree that a pattern fits.
    pub struct AstMatch open {
        /// Id of the match; a tool may give none.
        optional match_id: String as Role::IdOf("/span"),
        /// Where the whole of it is.
        required span: RichSpan,
        /// Number of the pattern in the query, from 0.
        optional pattern_index: u64,
        /// Kind of the node, as the grammar calls it.
        optional kind: String,
        /// The symbol that contains it.
        optional parent: String,
        /// Id of the symbol.
        optional symbol_id: String,
        /// Exactly the text of the span.
        optional content: String as Role::TextOf("/span"),
        /// The nodes that the pattern names.
        required captures: alloc::vec::Vec<Capture> as Role::InFileOf("/span/file_path"),
    }
}

record! {
    /// A node that a pattern names, in the file of its match.
    pub struct Capture open {
        /// Its name in the pattern, without `@`.
        required name: String as Role::Said,
        /// Number of the name in the query, from 0.
        optional index: u64,
        /// Offset of its first byte in the file.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after its last byte.
        required byte_end: u64 as Role::ByteEnd,
        /// Exactly its text.
        optional content: String as Role::Text,
    }
}

record! {
    /// A match of which only the text is known: neither a symbol nor a search says
    /// what it is.
    pub struct PlainMatch open {
        /// Id of the match.
        required match_id: String as Role::IdOf("/span"),
        /// Where it is.
        required span: RichSpan,
        /// The text that was found, or the name of a capture.
        required content: String,
        /// Kind of symbol, in the tool's own word.
        optional kind: String,
        /// The symbol that contains it.
        optional parent: String,
        /// Id of the symbol.
        optional symbol_id: String,
    }
}
