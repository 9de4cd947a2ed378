//! What `context` answers in 3.x: a project, a file or a symbol in a few numbers, and the pages of
//! a list. The envelope calls a count of symbols otherwise, and the sums of a list: under the
//! names that Magellan has for them they would tell of other answers.

use super::shapes::LISTED;
use crate::dialect::mapping::Mapping;
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Type};
use crate::envelope::sign::Sign::{self, All, Either, Empty, Has, Item, Two};

use Type::{Any, Count, List, Map, Record, Text};

const OF_PROJECT: Sign = Two(&["total_files", "total_symbols", "entry_points"]);

const OF_FILE: Sign = Two(&["symbol_count", "public_symbols", "imports"]);

/// The items of a page, or that there are none.
const OF_LIST: Sign = Either(&[
    Item("items", &All(&[Has("name"), Has("kind"), Has("file")])),
    All(&[Empty("items"), Has("page_size")]),
]);

shape! {
    /// A project in a few numbers.
    pub(super) PROJECT "ContextProject" (Mapping::to(&CARRIED_PROJECT)) [All(&[Has("symbol_counts"), OF_PROJECT])] {
        required "name": Text;
        nullable "version": Text;
        nullable "language": Text;
        required "total_files": Count;
        required "total_symbols": Count;
        required "symbol_counts": Map(&Count), to "/symbols_by_kind";
        required "entry_points": List(&Any);
        nullable "description": Text;
    }
}

shape! {
    /// The same in the envelope.
    pub(super) CARRIED_PROJECT "ProjectSummary" [All(&[Has("symbols_by_kind"), OF_PROJECT])] {
        required "name": Text;
        nullable "version": Text;
        nullable "language": Text;
        required "total_files": Count;
        required "total_symbols": Count;
        required "symbols_by_kind": Map(&Count);
        required "entry_points": List(&Any);
        nullable "description": Text;
    }
}

shape! {
    /// A file in a few numbers.
    pub(super) FILE "ContextFile" (Mapping::to(&CARRIED_FILE)) [All(&[Has("symbol_counts"), OF_FILE])] {
        required "path": Text;
        nullable "language": Text;
        required "symbol_count": Count;
        required "symbol_counts": Map(&Count), to "/symbols_by_kind";
        required "public_symbols": List(&Text);
        required "imports": List(&Any);
    }
}

shape! {
    /// The same in the envelope.
    pub(super) CARRIED_FILE "FileSummary" [All(&[Has("symbols_by_kind"), OF_FILE])] {
        required "path": Text;
        nullable "language": Text;
        required "symbol_count": Count;
        required "symbols_by_kind": Map(&Count);
        required "public_symbols": List(&Text);
        required "imports": List(&Any);
    }
}

shape! {
    /// A page of symbols. That of a later version has `matches`.
    pub(super) LIST "ContextItems" (Mapping::to(&CARRIED_LIST))
        [All(&[
            // Whatever is wrong with its items, nothing else has a cursor and the number of all.
            Either(&[OF_LIST, All(&[Has("items"), Has("total_items"), Has("next_cursor")])]),
            Two(&["page", "total_pages", "total_items"]),
        ])]
    {
        required "page": Count, as Role::PageOf { pages: "total_pages", bases: &[1], list: Some("items") };
        required "total_pages": Count, to "/page_count";
        optional "page_size": Count;
        required "total_items": Count, as Role::TotalOf("items"), to "/item_count";
        nullable "next_cursor": Text;
        nullable "prev_cursor": Text;
        required "items": List(&Record(&LISTED));
    }
}

shape! {
    /// The same in the envelope.
    pub(super) CARRIED_LIST "SymbolPage"
        [All(&[OF_LIST, Two(&["page", "page_count", "item_count"])])]
    {
        required "page": Count, as Role::PageOf { pages: "page_count", bases: &[1], list: Some("items") };
        required "page_count": Count;
        optional "page_size": Count;
        required "item_count": Count, as Role::TotalOf("items");
        nullable "next_cursor": Text;
        nullable "prev_cursor": Text;
        required "items": List(&Record(&LISTED));
    }
}

shape! {
    /// A symbol, and the names of those around it.
    pub(super) SYMBOL "ContextSymbol"
        [All(&[Has("name"), Has("kind"), Has("file"), Has("related"), Two(&["callers", "callees"])])]
        at [Mention::place("file", ["line", ""], Counted::Somehow).indexed()]
    {
        required "name": Text, as Role::Said;
        required "kind": Text;
        required "file": Text;
        nullable "line": Count;
        nullable "signature": Text;
        nullable "documentation": Text;
        required "callers": List(&Any);
        required "callees": List(&Any);
        required "related": List(&Any);
    }
}
