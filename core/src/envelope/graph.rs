//! The graph of a code index: files, symbols, references, calls, and the names
//! that several symbols share.

use alloc::string::String;

use super::mention::Mention;
use super::record::record;
use super::shape::{Role, Type};
use super::sign::Sign::{All, Either, Is, Word};
use crate::json::{Kind, Value};

record! {
    /// The whole graph. Its version counter is its own.
    pub struct GraphExport open [Either(&[
        All(&[
            Is("symbols", Kind::Array),
            Either(&[
                Is("files", Kind::Array),
                Is("references", Kind::Array),
                Is("calls", Kind::Array),
            ]),
        ]),
        All(&[Is("references", Kind::Array), Is("calls", Kind::Array)]),
    ])] {
        /// Version of the export; old exports have none.
        optional version: String,
        /// The files.
        required files: alloc::vec::Vec<FileExport> as Role::Distinct("path"),
        /// The symbols.
        required symbols: alloc::vec::Vec<SymbolExport>,
        /// The references.
        required references: alloc::vec::Vec<ReferenceExport>,
        /// The calls.
        required calls: alloc::vec::Vec<CallExport>,
        /// Names that several symbols share.
        list collisions: CollisionExport,
    }
}

record! {
    /// A file of the graph.
    pub struct FileExport open at [Mention::checksum("path", "hash")] {
        /// Its path.
        required path: String,
        /// Hash of its content. The algorithm depends on the tool, and is named
        /// only where the tool names it.
        required hash: String as Role::FileHash,
    }
}

record! {
    /// A symbol of the graph.
    pub struct SymbolExport open [Word("type", "Symbol")] {
        /// Id of the symbol.
        optional symbol_id: String,
        /// Its full name, unique in the project.
        optional canonical_fqn: String,
        /// Its full name, as people write it.
        optional display_fqn: String,
        /// Its name.
        optional name: String as Role::Said,
        /// Its kind, in the tool's own word.
        required kind: String,
        /// Its kind in short: `fn`, `struct`, ...
        optional kind_normalized: String,
        /// Path of its file.
        required file: String as Role::Path,
        /// Offset of its first byte.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after its last byte.
        required byte_end: u64 as Role::ByteEnd,
        /// Line of `byte_start`, from 1.
        optional start_line: u64 as Role::StartLine,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64 as Role::StartColumn,
        /// Line of `byte_end`, from 1.
        optional end_line: u64 as Role::EndLine,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        optional end_col: u64 as Role::EndColumn,
    }
}

record! {
    /// A reference of the graph.
    pub struct ReferenceExport open [Word("type", "Reference")] {
        /// Path of the file that refers.
        required file: String as Role::Path,
        /// Name of the symbol that it refers to.
        required referenced_symbol: String as Role::Said,
        /// Id of that symbol.
        optional target_symbol_id: String,
        /// Offset of the first byte of the reference.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after its last byte.
        required byte_end: u64 as Role::ByteEnd,
        /// Line of `byte_start`, from 1.
        optional start_line: u64 as Role::StartLine,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64 as Role::StartColumn,
        /// Line of `byte_end`, from 1.
        optional end_line: u64 as Role::EndLine,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        optional end_col: u64 as Role::EndColumn,
    }
}

record! {
    /// A call of the graph.
    pub struct CallExport open [Word("type", "Call")] {
        /// Path of the file that calls.
        required file: String as Role::Path,
        /// Name of the symbol that calls.
        required caller: String as Role::Said,
        /// Name of the symbol that is called.
        required callee: String as Role::Said,
        /// Id of the symbol that calls.
        optional caller_symbol_id: String,
        /// Id of the symbol that is called.
        optional callee_symbol_id: String,
        /// Offset of the first byte of the call.
        required byte_start: u64 as Role::ByteStart,
        /// Offset after its last byte.
        required byte_end: u64 as Role::ByteEnd,
        /// Line of `byte_start`, from 1.
        optional start_line: u64 as Role::StartLine,
        /// Column of `byte_start`, from 0, in UTF-8 bytes.
        optional start_col: u64 as Role::StartColumn,
        /// Line of `byte_end`, from 1.
        optional end_line: u64 as Role::EndLine,
        /// Column of `byte_end`, from 0, in UTF-8 bytes.
        optional end_col: u64 as Role::EndColumn,
    }
}

record! {
    /// A name and the symbols that share it.
    pub struct CollisionExport open {
        /// What kind of name: `fqn`, `display_fqn`, `canonical_fqn`.
        required field: String,
        /// The name.
        required value: String,
        /// How many symbols share it.
        required count: u64 as Role::CountOf("candidates"),
        /// The symbols.
        required candidates: alloc::vec::Vec<CollisionCandidate> as Role::Distinct("entity_id"),
    }
}

record! {
    /// One of the symbols that share a name.
    pub struct CollisionCandidate open {
        /// Its number or id in the index.
        required entity_id: Value = (Type::OneOf(&[Type::Text, Type::Count])),
        /// Id of the symbol.
        optional symbol_id: String,
        /// Its full name, unique in the project.
        optional canonical_fqn: String,
        /// Its full name, as people write it.
        optional display_fqn: String,
        /// Its name.
        optional name: String,
        /// Path of its file.
        optional file_path: String,
    }
}
