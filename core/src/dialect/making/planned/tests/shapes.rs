//! What a plan puts down of shapes that no tool has yet: a member that has a shape and goes
//! elsewhere, lines and columns that stand deeper than the range, and words of nobody.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use alloc::string::String;
use alloc::vec::Vec;

use super::{FOLLOWED, LONG_WAY};
use crate::dialect::convention::{ColumnUnit, Columns, Convention, LineColumns};
use crate::dialect::mapping::{How, Mapping};
use crate::dialect::{At, Making};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::json::{ReadOptions, read};
use crate::normalize::Changes;
use crate::text::{BomPolicy, LineTerminators};
use crate::validate::{Slot, walk};

use Type::{Any, Count, List, Record, Text};

/// Columns from 1, in code points.
static THEIRS: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 1,
            unit: ColumnUnit::CODE_POINTS,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lf,
        end: None,
    }),
    ..Convention::CANONICAL
};

shape! {
    /// The envelope's.
    OURS "Ours" {
        optional "span": Any;
        optional "note": Any;
        optional "kind": Text;
    }
}

shape! {
    LISTED "Listed" {
        required "found": List(&Record(&FOUND));
    }
}

shape! {
    FOUND "Found" (
        Mapping::to(&OURS).adding(&[("/kind", "thing")]).proving("/span")
    ) {
        required "file": Text, as Role::Path, to "/span/file_path";
        required "from": Count, as Role::ByteStart, to "/span/byte_start";
        required "until": Count, as Role::ByteEnd, to "/span/byte_end";
        required "text": Text, as Role::Text, to "/span/text";
        required "before": Text, as Role::InlineBefore, to "/span/before";
        required "at": Record(&PLACE), to "/place" by How::Hook;
        required "remark": Record(&REMARK), to "/note";
    }
}

shape! {
    PLACE "Place" {
        required "row": Count, as Role::StartLine;
        required "column": Count, as Role::StartColumn;
    }
}

shape! {
    REMARK "Remark" {
        optional "by": Text;
        required "says": Text;
    }
}

/// The canonical text, the changes as `what pointer > at = to`, and how many objects were
/// written by plan.
fn inward(text: &str, shape: &'static Shape, long_way: bool) -> (String, Vec<String>, usize) {
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    let ty: &'static Type = alloc::boxed::Box::leak(alloc::boxed::Box::new(Record(shape)));
    let seen = walk(document.root(), ty);
    let mut making = Making::new(&document, &seen, &THEIRS, None, false, Changes::default());
    FOLLOWED.set(0);
    LONG_WAY.set(long_way);
    let value = making.value(Slot::of(document.root()), ty, &At::root());
    let text = making.text_of(&value);
    LONG_WAY.set(false);
    let changes = making.settled();
    let changes = changes.iter().map(|change| {
        let at = change.at.as_deref().unwrap_or("-");
        let to = change.to.as_deref().map(crate::json::write_compact);
        let to = to.map(|to| alloc::format!(" = {to}")).unwrap_or_default();
        alloc::format!("{} {} > {at}{to}", change.what, change.pointer)
    });
    (text, changes.collect(), FOLLOWED.get())
}

fn one(remark: &str) -> String {
    alloc::format!(
        r#"{{"file":"a.rs","from":2,"until":3,"text":"x","before":"é","at":{{"row":1,"column":2}},"remark":{remark}}}"#
    )
}

#[test]
fn what_no_tool_has_yet_is_put_down_by_plan_as_the_long_way_does() {
    let (plain, with_null) = (r#"{"says":"so"}"#, r#"{"by":null,"says":"so"}"#);
    let all: Vec<String> = [plain, with_null, plain, with_null].map(one).into();
    let text = alloc::format!(r#"{{"found":[{}]}}"#, all.join(","));
    let (written, changes, followed) = inward(&text, &LISTED, false);
    // Each of the four, and of two of them the remark.
    assert!(followed >= 4, "{followed}");
    let (long, said, by_plan) = inward(&text, &LISTED, true);
    assert_eq!(by_plan, 0);
    assert_eq!(written, long);
    assert_eq!(changes, said);

    // `é` is two bytes and one code point: column 2 is byte 2. The id is the first eight bytes of
    // SHA-256 over `a.rs`, `:`, 2, `:` and 3, as `hashlib` has them.
    let ours = r#"{"kind":"thing","note":{"says":"so"},"span":{"before":"é","byte_end":3,"byte_start":2,"end_col":3,"end_line":1,"file_path":"a.rs","span_id":"ec8d5c89171ad72e","start_col":2,"start_line":1,"text":"x"}}"#;
    assert_eq!(
        written,
        alloc::format!(r#"{{"found":[{}]}}"#, [ours; 4].join(","))
    );
    let of = |number: usize| {
        let place = alloc::format!("/found/{number}");
        let list = changes
            .iter()
            .filter(|change| change.contains(place.as_str()));
        let list: Vec<String> = list
            .map(|change| change.replace(place.as_str(), "~"))
            .collect();
        list
    };
    let expected = [
        "moved ~/file > ~/span/file_path",
        "moved ~/from > ~/span/byte_start",
        "moved ~/until > ~/span/byte_end",
        "moved ~/text > ~/span/text",
        "moved ~/before > ~/span/before",
        "moved ~/remark > ~/note",
        "converted ~/at/row > ~/span/start_line = 1",
        "converted ~/at/column > ~/span/start_col = 2",
        "derived  > ~/span/end_line = 1",
        "derived  > ~/span/end_col = 3",
        r#"derived  > ~/span/span_id = "ec8d5c89171ad72e""#,
        r#"derived  > ~/kind = "thing""#,
    ];
    assert_eq!(of(0), expected);
    assert_eq!(of(2), expected);
    // What becomes of something inside is said before all of it goes.
    let mut told = expected.to_vec();
    told.insert(5, "null_left_out ~/remark/by > -");
    assert_eq!(of(1), told);
    assert_eq!(of(3), told);
}
