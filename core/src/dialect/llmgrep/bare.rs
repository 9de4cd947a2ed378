//! What llmgrep prints without its wrapper.

use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Only, Two};
use crate::json::Kind;
use crate::rule::Level;

use Type::{Count, Integer, List, Map, Record, Text};

/// Answers that come without the wrapper.
pub(super) const BARE: &[&Shape] = &[
    &COMPLETE,
    &FILE_NODES,
    &KIND_NODES,
    &BACKEND,
    &FAILURE,
    &EXPORTED,
];

shape! {
    /// Names that begin with a prefix.
    pub(super) COMPLETE "LlmgrepComplete" [Either(&[All(&[Has("completions"), Two(&["count", "prefix", "completions"])]), All(&[Has("prefix"), Has("count")])])] {
        required "completions": List(&Text);
        required "count": Count, as Role::CountOf("completions");
        required "prefix": Text;
    }
}

shape! {
    /// Nodes of the syntax tree of one file.
    pub(super) FILE_NODES "LlmgrepAst" [All(&[Has("nodes"), Has("file_path")])] {
        required "count": Count, as Role::CountOf("nodes");
        required "file_path": Text;
        required "nodes": List(&Record(&FILE_NODE)), as Role::InFileOf("/file_path");
    }
}

shape! {
    /// One node.
    FILE_NODE "LlmgrepAstNode" {
        required "byte_end": Count, as Role::ByteEnd;
        required "byte_start": Count, as Role::ByteStart;
        required "id": Count;
        required "kind": Text;
        /// Below zero where the index has not found it out.
        nullable "parent_id": Integer;
    }
}

shape! {
    /// Nodes of one kind, in whatever file.
    pub(super) KIND_NODES "LlmgrepFindAst" [All(&[Has("nodes"), Has("kind")])] {
        required "count": Count, as Role::CountOf("nodes");
        required "kind": Text;
        required "nodes": List(&Record(&KIND_NODE));
    }
}

shape! {
    /// One node.
    KIND_NODE "LlmgrepFindAstNode" {
        required "byte_end": Count, as Role::ByteEnd;
        required "byte_start": Count, as Role::ByteStart;
        required "file_path": Text, as Role::Path;
        required "id": Count;
        required "kind": Text;
        /// Below zero where the index has not found it out.
        nullable "parent_id": Integer;
    }
}

shape! {
    /// What an index is kept in.
    pub(super) BACKEND "LlmgrepBackend" [All(&[Has("backend"), Has("database")])] {
        required "backend": Text;
        required "database": Text;
    }
}

shape! {
    /// What is in an index by name, as `export-symbols` writes it to a file.
    pub(super) EXPORTED "LlmgrepExport" [All(&[Is("symbols", Kind::Object), Two(&["export_time", "total_symbols"])])] {
        required "export_time": Text, as Role::Timestamp;
        required "symbols": Map(&List(&Record(&EXPORTED_ENTITY)));
        /// How many names there are.
        required "total_symbols": Count, as Role::CountAll {
            places: &["/symbols/*/0"],
            twin: None,
            level: Level::Error,
        };
    }
}

shape! {
    /// A file, a symbol, an import, a reference or a call.
    EXPORTED_ENTITY "LlmgrepExported" {
        required "file_path": Text;
        required "id": Count;
        required "kind": Text;
        required "name": Text;
    }
}

shape! {
    /// Nothing was found.
    pub(super) FAILURE "LlmgrepFailure" [All(&[Has("error"), Only(&["error"])])] {
        required "error": Text;
    }
}
