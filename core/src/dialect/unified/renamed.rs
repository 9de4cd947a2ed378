//! Spans whose lines and columns have the names of another generation: those of seed 001, and
//! those of the envelope where a tool printed others. What else a span has is as its shape says.

use super::standard;
use crate::dialect::mapping::{How, Mapping, Move, keys};
use crate::dialect::splice;
use crate::envelope::key_set::KeySet;
use crate::envelope::needs::Needs;
use crate::envelope::shape::{Field, Role, Shape};
use crate::envelope::sign::Sign::{self, All, Either, Has, Not, Two};
use crate::envelope::{RichSpan, SpanResult};
use crate::json::Node;

/// Each name of the envelope, and that of seed 001.
pub(super) const NAMES: [(&str, &str); 4] = [
    ("start_line", "line_start"),
    ("start_col", "col_start"),
    ("end_line", "line_end"),
    ("end_col", "col_end"),
];

/// Where the members of [`NAMES`] stand in the envelope.
const PLACES: [Move; 4] = [
    place("/start_line"),
    place("/start_col"),
    place("/end_line"),
    place("/end_col"),
];

/// Under which names.
#[derive(Debug, Clone, Copy)]
enum Under {
    /// Those of seed 001.
    Older,
    /// Those of the envelope.
    Newer,
}

/// What shows a span under the names of seed 001: lines the other way round, and none as the
/// envelope calls them.
pub(crate) const SPAN_SIGN: Sign = All(&[
    Two(&["line_start", "line_end", "col_start", "col_end"]),
    Not(&Either(&[Has("start_line"), Has("end_line")])),
]);

/// What shows a span under the names of the envelope.
const OUR_SPAN: Sign = All(&[
    Two(&["start_line", "end_line", "start_col", "end_col"]),
    Not(&Either(&[Has("line_start"), Has("line_end")])),
]);

const OLDER: Needs = Needs::of(&SPAN_SIGN);
const NEWER: Needs = Needs::of(&OUR_SPAN);

/// A shape whose lines and columns have other names, with the mapping that it has. It is read
/// only: what goes home has the names of its generation.
macro_rules! renamed {
    ($(#[doc = $what:literal])* $const:ident $name:literal of $shape:expr, $under:ident) => {
        $(#[doc = $what])*
        static $const: Shape = {
            const SIZE: usize = $shape.fields.len();
            const FIELDS: [Field; SIZE] = fields(&$shape, Under::$under);
            const MOVES: [Option<Move>; SIZE] = moves(&$shape, Under::$under);
            const MAPPING: Mapping = match $shape.mapping {
                Some(mapping) => mapping.moving(&MOVES),
                None => Mapping::to(&$shape).moving(&MOVES),
            };
            Shape::new($name, $shape.what, &FIELDS).mapped(&MAPPING)
        };
    };
}

renamed! {
    /// The span of the envelope.
    RICH "RenamedSpan" of RichSpan::SHAPE, Older
}

renamed! {
    /// The range that an operation touched.
    RESULT "RenamedSpanResult" of SpanResult::SHAPE, Older
}

// Not all that splice names changed at the same time.

renamed! {
    /// The range of an operation of splice 2.2 and later.
    SPLICE "SpliceSpanOlderNames" of splice::SPAN, Older
}

renamed! {
    /// That of a deletion.
    SPLICE_DELETED "SpliceDeletedSpanOlderNames" of splice::DELETED_SPAN, Older
}

renamed! {
    /// The range of an operation of splice 2.0.
    SPLICE_2_0 "SpliceSpan20NewerNames" of splice::SPAN_2_0, Newer
}

renamed! {
    /// That of a deletion.
    SPLICE_DELETED_2_0 "SpliceDeletedSpan20NewerNames" of splice::DELETED_SPAN_2_0, Newer
}

/// Each shape of a span, what shows that its lines and columns have other names, and its shape
/// under these.
static RENAMED: [(&Shape, &Sign, &Shape); 6] = [
    (&RichSpan::SHAPE, &SPAN_SIGN, &RICH),
    (&SpanResult::SHAPE, &SPAN_SIGN, &RESULT),
    (&splice::SPAN, &SPAN_SIGN, &SPLICE),
    (&splice::DELETED_SPAN, &SPAN_SIGN, &SPLICE_DELETED),
    (&splice::SPAN_2_0, &OUR_SPAN, &SPLICE_2_0),
    (&splice::DELETED_SPAN_2_0, &OUR_SPAN, &SPLICE_DELETED_2_0),
];

fn renamed(shape: &Shape) -> Option<&'static (&'static Shape, &'static Sign, &'static Shape)> {
    RENAMED.iter().find(|(known, ..)| known.name == shape.name)
}

/// Whether a shape is one of those that may have other names.
pub(crate) fn may_be_renamed(shape: &Shape) -> bool {
    renamed(shape).is_some()
}

/// Whether a span has the names that its shape does not have.
pub(crate) fn is_renamed(shape: &Shape, node: Node<'_>) -> bool {
    let keys = KeySet::noted(node);
    (OLDER.may_be_met(keys) || NEWER.may_be_met(keys))
        && renamed(shape).is_some_and(|(_, sign, _)| sign.is_on(node))
}

const fn fields<const N: usize>(shape: &Shape, under: Under) -> [Field; N] {
    let mut fields = [shape.fields[0]; N];
    let mut at = 0;
    while at < N {
        fields[at] = shape.fields[at];
        if let Some(number) = number_of(&fields[at]) {
            fields[at].name = match under {
                Under::Older => NAMES[number].1,
                Under::Newer => NAMES[number].0,
            };
        }
        at += 1;
    }
    fields
}

const fn moves<const N: usize>(shape: &Shape, under: Under) -> [Option<Move>; N] {
    let mut moves = [None; N];
    let mut at = 0;
    while at < N {
        let own = match shape.mapping {
            Some(mapping) if at < mapping.moves.len() => mapping.moves[at],
            _ => None,
        };
        moves[at] = match (number_of(&shape.fields[at]), own) {
            (None, own) => own,
            // The hook finds it by its role.
            (Some(_), Some(Move { how: How::Hook, .. })) => own,
            (Some(number), _) => match under {
                Under::Older => Some(PLACES[number]),
                Under::Newer => None,
            },
        };
        at += 1;
    }
    moves
}

const fn place(to: &'static str) -> Move {
    Move {
        to,
        keys: keys(to),
        or: &[],
        how: How::Same,
    }
}

/// Which of the four a member is.
const fn number_of(field: &Field) -> Option<usize> {
    match field.role {
        Role::StartLine => Some(0),
        Role::StartColumn => Some(1),
        Role::EndLine => Some(2),
        Role::EndColumn => Some(3),
        _ => None,
    }
}

/// The shape of a span where one of the envelope, of seed 001 or of splice is expected: the names
/// of the lines tell which it is. `standard`: whether the document is of seed 001.
pub(crate) fn span_shape<'s>(shape: &'s Shape, node: Node<'_>, standard: bool) -> &'s Shape {
    if is_renamed(shape, node)
        && let Some((_, _, renamed)) = renamed(shape)
    {
        let are_numbers = || {
            let mut values = NAMES.iter().filter_map(|(_, name)| node.get(name));
            values.all(|value| value.as_u64_safe().is_ok())
        };
        if standard && shape.name == RichSpan::SHAPE.name {
            return &standard::SPAN;
        }
        // In the published envelope these names may have any values.
        let is_published = [RichSpan::SHAPE.name, SpanResult::SHAPE.name].contains(&shape.name);
        return if is_published && !are_numbers() {
            shape
        } else {
            renamed
        };
    }
    if standard
        && shape.name == standard::SPAN.name
        && NEWER.may_be_met(KeySet::noted(node))
        && OUR_SPAN.is_on(node)
    {
        return &RichSpan::SHAPE;
    }
    shape
}
