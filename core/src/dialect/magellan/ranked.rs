//! What `hopgraph`, `score` and the search for vectors print: a list without a wrapper, of things
//! of the index by how well they answer a question.

use super::queried::{NEAREST, SCORED};
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::record::shape;
use crate::envelope::shape::{Field, Shape, Type};
use crate::envelope::sign::Sign::{All, Has};
use crate::json::{Kind, Node};
use crate::validate::takes;

use Type::{Count, Number, Text};

/// The whole answer.
pub(super) const LIST: Type = Type::List(&Type::Choice(ELEMENTS));

const ELEMENTS: &[&Shape] = &[&RANKED, &SCORED, &NEAREST];

/// Whether a list is one of these: an empty one says nothing.
pub(super) fn is_list(root: Node<'_>) -> bool {
    let is_whole = |shape: &Shape, first: Node<'_>| {
        let fits = |field: &Field| first.get(field.name).is_some_and(|it| takes(&field.ty, it));
        shape.sign.is_on(first) && shape.required().all(fits)
    };
    let is_one = |first| ELEMENTS.iter().any(|shape| is_whole(shape, first));
    root.kind() == Kind::Array && root.item(0).is_some_and(is_one)
}

/// Whether a list is one of these, as far as its first element shows.
pub(super) fn may_be_list(root: Node<'_>) -> bool {
    is_list(root) || (root.kind() == Kind::Array && root.is_empty())
}

shape! {
    /// A file, a symbol, a reference or a call. Of a file the line is 0, and the path that of its
    /// name. 4.3 tells only its number; its name and how many hops lead to it are told from 4.6 on.
    pub(super) RANKED "RankedEntity" [All(&[Has("entity_id"), Has("rank"), Has("score")])]
        at [Mention::place("file_path", ["start_line", ""], Counted::ByConvention).indexed()]
    {
        required "entity_id": Count;
        optional "file_path": Text;
        optional "hop_distance": Count;
        optional "kind": Text;
        optional "name": Text;
        required "rank": Count;
        required "score": Number;
        optional "start_line": Count;
    }
}
