//! What `hopgraph` prints: a list without a wrapper, of things of the index by how well they
//! answer a question.

use crate::dialect::recognise::has;
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::Type;
use crate::envelope::sign::Sign::{All, Has, Is};
use crate::json::{Kind, Node};

use Type::{Count, Number, Record, Text};

/// The whole answer.
pub(super) const LIST: Type = Type::List(&Record(&RANKED));

/// Whether a list is one of these: an empty one says nothing.
pub(super) fn is_list(root: Node<'_>) -> bool {
    let members = [
        ("entity_id", Kind::Number),
        ("rank", Kind::Number),
        ("score", Kind::Number),
        ("name", Kind::String),
    ];
    root.kind() == Kind::Array
        && root
            .item(0)
            .is_some_and(|first| members.iter().all(|(name, kind)| has(first, name, *kind)))
}

/// Whether a list is one of these, as far as its first element shows.
pub(super) fn may_be_list(root: Node<'_>) -> bool {
    is_list(root) || (root.kind() == Kind::Array && root.is_empty())
}

shape! {
    /// A file, a symbol, a reference or a call. Of a file the line is 0, and the path that of its
    /// name.
    pub(super) RANKED "RankedEntity" [All(&[
        Has("entity_id"),
        Is("rank", Kind::Number),
        Is("score", Kind::Number),
    ])] at [Mention::place("file_path", ["start_line", ""], Counted::ByConvention).indexed()] {
        required "entity_id": Count;
        required "file_path": Text;
        required "kind": Text;
        required "name": Text;
        required "rank": Count;
        required "score": Number;
        required "start_line": Count;
    }
}
