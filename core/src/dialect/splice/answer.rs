//! What `data` of a payload holds that answers a question.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;

use super::change::CHANGE;
use super::lines;
use super::operation::PREVIEW;
use crate::dialect::follows::Follows;
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::writing::PLACED;
use crate::dialect::{At, Made, Making, Members, Why, Writing};
use crate::envelope::mention::Mention;
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign::{All, Either, Has, Is, Item, Only, Two};
use crate::envelope::{FilesResponse, FindResponse, SymbolMatch};
use crate::json::{Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::Slot;

use Type::{Any, Count, List, Record, Text};

/// Answers that are the same in the envelope.
pub(super) const OWN: &[&Shape] = &[
    &BACKEND, &CALLS, &EXPLAINED, &EXPORTED, &SUGGESTED, &LOG_COUNT, &LOG_ENTRY, &LOG_TOTAL,
    &PREVIEWED, &INDEXED,
];

shape! {
    /// Symbols by name.
    pub(super) FOUND_DATA "SpliceFindData" (Mapping::to(&FindResponse::SHAPE)) [Either(&[
        All(&[Has("count"), Has("symbols")]),
        Item("symbols", &Has("byte_start")),
    ])] {
        required "count": Count, as Role::CountOf("symbols");
        required "symbols": List(&Record(&FOUND_SYMBOL)), to "/matches" or "/symbols";
    }
}

shape! {
    /// A symbol, by its range and, from 2.6 on, its lines. It has no columns.
    FOUND_SYMBOL "SpliceSymbol" (
        Mapping::to(&SymbolMatch::SHAPE)
            .following(&[("/match_id", Follows::Empty), ("/span/span_id", Follows::SpanId)])
            .reading(found_symbol)
            .writing(lines_of_symbol)
    ) {
        required "byte_end": Count, as Role::ByteEnd, to "/span/byte_end";
        required "byte_start": Count, as Role::ByteStart, to "/span/byte_start";
        optional "end_line": Count, as Role::EndLine, to "/span/end_line" by How::Hook;
        required "file_path": Text, as Role::Path, to "/span/file_path";
        required "kind": Text;
        required "name": Text, as Role::Said;
        optional "start_line": Count, as Role::StartLine, to "/span/start_line" by How::Hook;
        optional "symbol_id": Text;
    }
}

fn found_symbol<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    found: &mut Members<'d>,
    at: &At<'_>,
) {
    super::with_span(making, found, at, |making, span, at| {
        lines::prove(making, slot.node, span, at);
    });
}

/// The lines, of which the columns are left out.
fn lines_of_symbol<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    symbol: &mut Object,
) {
    let Some(span) = node.get("span") else { return };
    if writing.has_short_kinds() {
        let short = span.get("semantics").and_then(|known| known.get("kind"));
        writing.shorten_kind(symbol, short.and_then(Node::as_str).as_deref(), at);
    }
    let [start, _, end, _] = writing
        .counted_in_source(span)
        .map_or([None; 4], |numbers| numbers.map(Some));
    for (name, counted) in [("start_line", start), ("end_line", end)] {
        if let Some(line) = span.get(name) {
            symbol.insert(name, line.to_value());
        } else if let Some(line) = counted {
            symbol.insert(name, line);
            writing.lost(&at.child("span").child(name), LossKind::Derived, PLACED);
        }
    }
}

shape! {
    /// Files of the index.
    pub(super) FILES_DATA "SpliceFilesData" (
        Mapping::to(&FilesResponse::SHAPE)
            .following(&[("/files", Follows::FileNames), ("/symbol_counts", Follows::SymbolCounts)])
            .reading(file_names)
            .writing(file_records)
    ) [Either(&[
        All(&[Has("count"), Has("files")]),
        Item("files", &Has("hash")),
    ])] {
        required "count": Count, as Role::CountOf("files");
        required "files": List(&Record(&INDEXED_FILE)), as Role::Distinct("path"), to "/records";
    }
}

shape! {
    /// A file of the index.
    pub(super) INDEXED_FILE "SpliceFile" at [Mention::checksum("path", "hash")] {
        required "hash": Text, as Role::FileHash;
        required "last_indexed_at": Type::Integer;
        required "last_modified": Type::Integer;
        required "path": Text;
        optional "symbol_count": Count;
    }
}

/// The names of the files, and how many symbols each has, beside the records.
fn file_names<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    found: &mut Members<'d>,
    at: &At<'_>,
) {
    let Some(files) = slot.node.get("files") else {
        return;
    };
    let names: Made<'d> = files.items().filter_map(|file| file.get("path")).collect();
    making.added(ChangeKind::Derived, at.child("files"), &names);
    found.insert("files", names);
    let counts: Members<'d> = files
        .items()
        .filter_map(|file| Some((file.get("path")?.as_str()?, file.get("symbol_count")?)))
        .filter(|(_, count)| !count.is_null())
        .collect();
    if !counts.is_empty() {
        let counts = Made::Object(counts);
        making.added(ChangeKind::Derived, at.child("symbol_counts"), &counts);
        found.insert("symbol_counts", counts);
    }
}

/// Records of the names, for an answer of another tool.
fn file_records<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    at: &Pointer,
    data: &mut Object,
) {
    if data.contains_key("files") {
        return;
    }
    let Some(files) = node.get("files") else {
        return;
    };
    let counts = node
        .get("symbol_counts")
        .into_iter()
        .flat_map(Node::members);
    let counts: BTreeMap<Cow<'_, str>, Node<'d>> =
        counts.map(|(path, count)| (path.as_str(), count)).collect();
    let record = |path: Node<'d>| {
        let mut record = Object::new();
        record.insert("path", path.to_value());
        let count = path.as_str().and_then(|path| counts.get(&path));
        if let Some(count) = count {
            record.insert("symbol_count", count.to_value());
        }
        Value::Object(record)
    };
    let records: Value = files.items().map(record).collect();
    data.insert("files", records);
    let note = "`hash`, `last_indexed_at` and `last_modified` of the files are not known";
    let members = ["hash", "last_indexed_at", "last_modified"];
    writing.missing(&at.child("files"), &members, Why::Naming(note.into()));
}

shape! {
    /// Size of the index, and where it is.
    pub(super) INDEXED "SpliceStatus" [All(&[Has("db_path"), Two(&["calls", "code_chunks", "references"])])] {
        required "calls": Count;
        required "code_chunks": Count;
        required "db_path": Text;
        required "files": Count;
        required "references": Count;
        required "symbols": Count;
    }
}

shape! {
    /// How the index is stored.
    BACKEND "SpliceBackend" [All(&[Has("backend"), Has("database")])] {
        required "backend": Text;
        required "database": Text;
    }
}

shape! {
    /// Who calls a symbol, and whom it calls.
    CALLS "SpliceCalls" [Either(&[
        All(&[Has("symbol"), Either(&[Has("callees"), Has("callers")])]),
        All(&[Has("callees"), Only(&["callees", "callers"])]),
    ])] {
        required "callees": List(&Record(&NEIGHBOUR));
        required "callers": List(&Record(&NEIGHBOUR));
        required "symbol": Record(&NEIGHBOUR);
    }
}

shape! {
    /// A symbol without its place.
    NEIGHBOUR "SpliceNeighbour" {
        required "file_path": Text;
        required "kind": Text;
        required "name": Text, as Role::Said;
    }
}

shape! {
    /// What a code means.
    EXPLAINED "SpliceExplanation" [All(&[Has("code"), Has("explanation")])] {
        required "code": Text;
        required "explanation": Text;
    }
}

shape! {
    /// How much was written to a file.
    pub(super) EXPORTED "SpliceExported" [All(&[Is("files", Kind::Number), Is("symbols", Kind::Number), Only(&["files", "symbols"])])] {
        required "files": Count;
        required "symbols": Count;
    }
}

shape! {
    /// What a replacement would do.
    PREVIEWED "SplicePreviewData" [Has("preview_report")] {
        required "files": List(&Record(&PREVIEWED_FILE)), as Role::Distinct("file");
        required "preview_report": Record(&PREVIEW), as Role::Among {
            places: &["/preview_report/file"],
            known: "/files/*/file",
        };
        optional "symbol": Text;
    }
}

shape! {
    /// A file that would be changed.
    PREVIEWED_FILE "SplicePreviewFile" at [CHANGE] {
        optional "after_hash": Text;
        optional "before_hash": Text;
        required "file": Text;
    }
}

shape! {
    /// The frame of a function that does not exist yet.
    SUGGESTED "SpliceScaffold" [Two(&["body_scaffold", "fn_name", "similar_existing"])] {
        required "body_scaffold": Text;
        required "callers_found": List(&Text);
        required "fn_name": Text;
        required "imports_needed": List(&Any);
        required "signature": Text;
        required "similar_existing": List(&Any);
    }
}

shape! {
    /// How many runs were printed before this.
    pub(super) LOG_COUNT "SpliceLogCount" [All(&[Has("count"), Only(&["count"])])] {
        required "count": Count;
    }
}

shape! {
    /// Which run was printed before this.
    LOG_ENTRY "SpliceLogEntry" [All(&[Has("execution_id"), Only(&["execution_id"])])] {
        required "execution_id": Text;
    }
}

shape! {
    /// How many runs were counted before this.
    pub(super) LOG_TOTAL "SpliceLogTotal" [All(&[Has("total_operations"), Only(&["total_operations"])])] {
        required "total_operations": Count;
    }
}
