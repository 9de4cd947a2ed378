//! What llmgrep prints without its wrapper.

use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Only, Two};

use Type::{Count, Integer, List, Record, Text};

/// Answers that come without the wrapper.
pub(super) const BARE: &[&Shape] = &[&COMPLETE, &FILE_NODES, &KIND_NODES, &BACKEND, &FAILURE];

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
    /// Nothing was found.
    pub(super) FAILURE "LlmgrepFailure" [All(&[Has("error"), Only(&["error"])])] {
        required "error": Text;
    }
}
