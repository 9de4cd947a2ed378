//! Each entry of a table, in both directions.

use alloc::string::String;
use alloc::vec::Vec;

use super::{How, Mapping};
use crate::checksum::ChecksumAlgorithm;
use crate::dialect::convention::Convention;
use crate::dialect::follows::Follows;
use crate::dialect::{At, Made, Making, Members, Writing};
use crate::envelope::record::shape;
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::Sign;
use crate::json::{Node, Object, Pointer, ReadOptions, Value, read, write_compact};
use crate::normalize::{ChangeKind, Changes};
use crate::validate::{Slot, walk};

use Type::{Any, Choice, Count, List, Record, Text};

mod roles;

const DIGITS: &str = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

static THEIRS: Convention = Convention {
    levels: ["error", "warning", "info", "hint"],
    ..Convention::CANONICAL
};

shape! {
    /// The envelope's.
    OURS "Ours" {
        required "name": Text;
        optional "place": Any;
        optional "kind": Text;
        optional "origin": Any, as Role::Origin;
    }
}

shape! {
    /// Something that may stand in its place.
    OTHER "Other" {
        required "name": Text;
        optional "caller": Text;
    }
}

shape! {
    /// The tool's.
    TOOL "Tool" (
        Mapping::to(&OURS)
            .among(&[&OTHER])
            .adding(&[("/kind", "thing")])
            .following(&[("/place/id", Follows::Around)])
            .reading(complete)
            .writing(finish)
    ) {
        required "title": Text, to "/name" or "/alias";
        optional "file": Text, to "/place/file" by How::Path;
        optional "column": Count, to "/place/column";
        optional "mood": Text, to "/place/mood"
            by How::Words(&[("happy", "glad"), ("merry", "glad"), ("sad", "sorry")]);
        optional "severity": Text, to "/place/level" by How::Level;
        optional "sum": Text, to "/place/sum" by How::Digest(ChecksumAlgorithm::Sha256);
        optional "shout": Text, to "/place/whisper" by How::With(lower, upper);
        optional "hidden": Text, to "/place/hooked" by How::Hook;
        nullable "rest": Text;
        optional "parts": List(&Choice(&[&PART, &PIECE])), to "/place/parts";
    }
}

shape! {
    /// One element.
    PART "Part" (Mapping::to(&OTHER)) [Sign::Has("from")] {
        required "label": Text, to "/name";
        required "from": Count, to "/range/from";
    }
}

shape! {
    /// Another kind of element.
    PIECE "Piece" (Mapping::to(&OTHER)) [Sign::Has("by")] {
        required "label": Text, to "/name";
        required "by": Text, to "/caller";
    }
}

fn lower<'d>(making: &mut Making<'d, '_>, slot: Slot<'d>, at: &At<'_>) -> Option<Made<'d>> {
    let text = slot.node.as_str()?;
    if text.is_empty() {
        making.changed(slot, ChangeKind::UnknownLeftOut, Some(&"".into()), None);
        return None;
    }
    (text != "?").then(|| {
        let lower = Made::from(text.to_lowercase());
        making.note(slot, ChangeKind::Converted, &lower, at);
        lower
    })
}

fn upper(_: &mut Writing<'_, '_>, node: Node<'_>, _: &Pointer) -> Option<Value> {
    let text = node.as_str()?;
    (!text.is_empty() && text != "?").then(|| text.to_uppercase().into())
}

fn complete<'d>(_: &mut Making<'d, '_>, slot: Slot<'d>, found: &mut Members<'d>, _: &At<'_>) {
    if let Some(hidden) = slot.node.get("hidden") {
        super::put(found, &super::keys("/place/hooked"), hidden.into());
    }
}

fn finish<'d>(writing: &mut Writing<'d, '_>, node: Node<'d>, here: &Pointer, found: &mut Object) {
    match super::descend(node, "/place/hooked") {
        Some(hooked) if hooked.as_str().as_deref() == Some("!") => {
            let place = here.child("place").child("hooked");
            writing.lost(&place, crate::loss::LossKind::Derived, "said by the hook");
            found.insert("hidden", "derived");
        }
        Some(hooked) => {
            found.insert("hidden", hooked.to_value());
        }
        None => {}
    }
}

/// The canonical object, and what changed, as `what pointer > at`.
fn inward(text: &str, shape: &'static Shape) -> (String, Vec<String>, Vec<&'static str>) {
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    let ty: &'static Type = alloc::boxed::Box::leak(alloc::boxed::Box::new(Type::Record(shape)));
    let seen = walk(document.root(), ty);
    let mut making = Making::new(&document, &seen, &THEIRS, None, true, Changes::default());
    let value = making.value(Slot::of(document.root()), ty, &At::root());
    let changes = making.settled();
    let changes = changes.iter().map(|change| {
        let at = change.at.as_deref().unwrap_or("-");
        alloc::format!("{} {} > {at}", change.what, change.pointer)
    });
    (
        write_compact(&value.to_value()),
        changes.collect(),
        making.found.iter().map(|found| found.code).collect(),
    )
}

/// The tool's object, and what was lost, as `kind pointer`.
fn homeward(text: &str, shape: &'static Shape) -> (String, Vec<String>) {
    let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    let mut writing = Writing::of(document.root(), &THEIRS);
    let value = writing.record(document.root(), &Pointer::root(), shape);
    let losses = writing.losses.iter();
    (
        write_compact(&value),
        losses
            .map(|loss| alloc::format!("{} {}", loss.loss.kind, loss.loss.pointer))
            .collect(),
    )
}

/// Both ways: nothing is lost, and the tool's object comes back.
fn round(theirs: &str, ours: &str, changes: &[&str]) {
    let (canonical, said, found) = inward(theirs, &TOOL);
    assert_eq!(canonical, ours);
    assert_eq!(said, changes, "{theirs}");
    assert_eq!(found, [""; 0]);
    let (home, losses) = homeward(ours, &TOOL);
    assert_eq!(home, theirs);
    assert_eq!(losses, [""; 0]);
}

const KIND: &str = "derived  > /kind";
const NAME: &str = "moved /title > /name";

#[test]
fn a_value_goes_to_its_place_and_comes_back() {
    round(
        r#"{"title":"a","file":"x/y","rest":"z"}"#,
        r#"{"rest":"z","name":"a","place":{"file":"x/y"},"kind":"thing"}"#,
        &[NAME, "moved /file > /place/file", KIND],
    );
}

#[test]
fn words_levels_and_checksums_are_translated() {
    let named = alloc::format!("sha256:{DIGITS}");
    round(
        &alloc::format!(
            r#"{{"title":"a","mood":"sad","severity":"hint","sum":"{DIGITS}","shout":"HEY","rest":"z"}}"#
        ),
        &alloc::format!(
            r#"{{"rest":"z","name":"a","place":{{"mood":"sorry","level":"help","sum":"{named}","whisper":"hey"}},"kind":"thing"}}"#
        ),
        &[
            NAME,
            "converted /mood > /place/mood",
            "converted /severity > /place/level",
            "algorithm_named /sum > /place/sum",
            "converted /shout > /place/whisper",
            KIND,
        ],
    );
}

#[test]
fn an_unknown_word_is_kept_and_a_second_one_for_the_same_is_not() {
    round(
        r#"{"title":"a","mood":"odd","severity":"fatal","sum":"abc","rest":"z"}"#,
        r#"{"rest":"z","name":"a","place":{"mood":"odd","level":"fatal","sum":"abc"},"kind":"thing"}"#,
        &[
            NAME,
            "moved /mood > /place/mood",
            "moved /severity > /place/level",
            "moved /sum > /place/sum",
            KIND,
        ],
    );
    let (ours, ..) = inward(r#"{"title":"a","mood":"merry"}"#, &TOOL);
    let (home, losses) = homeward(&ours, &TOOL);
    assert_eq!(home, r#"{"title":"a","mood":"happy","rest":null}"#);
    assert_eq!(losses, ["derived /place/mood"]);
}

#[test]
fn a_function_may_have_no_value_and_say_why() {
    let (ours, said, _) = inward(r#"{"title":"a","shout":"?","rest":null}"#, &TOOL);
    assert_eq!(ours, r#"{"name":"a","kind":"thing"}"#);
    assert!(said.contains(&"left_out /shout > -".into()), "{said:?}");
    let (_, said, _) = inward(r#"{"title":"a","shout":""}"#, &TOOL);
    assert!(said.contains(&"unknown_left_out /shout > -".into()));
    assert!(!said.iter().any(|change| change.starts_with("left_out")));
    let (_, losses) = homeward(
        r#"{"name":"a","kind":"thing","place":{"whisper":"?"}}"#,
        &TOOL,
    );
    assert_eq!(losses, ["dropped /place/whisper"]);
    let (_, losses) = homeward(
        r#"{"name":"a","kind":"thing","place":{"whisper":""}}"#,
        &TOOL,
    );
    assert_eq!(losses, [""; 0], "an empty text has nothing to lose");
}

#[test]
fn the_first_place_is_taken_and_the_other_one_is_lost() {
    let (home, losses) = homeward(r#"{"alias":"b","kind":"thing"}"#, &TOOL);
    assert_eq!(home, r#"{"title":"b","rest":null}"#);
    assert_eq!(losses, [""; 0]);
    let (home, losses) = homeward(r#"{"name":"a","alias":"b","kind":"thing"}"#, &TOOL);
    assert_eq!(home, r#"{"title":"a","rest":null,"alias":"b"}"#);
    assert_eq!(losses, [""; 0], "nobody knows it, and it is carried along");
}

#[test]
fn what_follows_is_not_lost_and_what_does_not_is() {
    let (home, losses) = homeward(
        r#"{"name":"a","kind":"thing","place":{"id":1,"colour":"red","deep":{"er":1}},"caller":"c","x":[1],"origin":{}}"#,
        &TOOL,
    );
    assert_eq!(home, r#"{"title":"a","rest":null,"x":[1]}"#);
    assert_eq!(
        losses,
        [
            "dropped /place/colour",
            "dropped /place/deep",
            "dropped /caller"
        ]
    );
}

#[test]
fn a_hook_writes_what_no_table_can() {
    round(
        r#"{"title":"a","hidden":"h","rest":"z"}"#,
        r#"{"rest":"z","name":"a","place":{"hooked":"h"},"kind":"thing"}"#,
        &[NAME, KIND],
    );
    let (home, losses) = homeward(
        r#"{"name":"a","kind":"thing","place":{"hooked":"!"}}"#,
        &TOOL,
    );
    assert_eq!(home, r#"{"title":"a","hidden":"derived","rest":null}"#);
    assert_eq!(losses, ["derived /place/hooked"]);
}

#[test]
fn each_element_of_a_list_is_of_its_kind() {
    round(
        r#"{"title":"a","rest":"z","parts":[{"label":"p","from":3},{"label":"q","by":"c"}]}"#,
        r#"{"rest":"z","name":"a","place":{"parts":[{"name":"p","range":{"from":3}},{"name":"q","caller":"c"}]},"kind":"thing"}"#,
        &[
            NAME,
            "moved /parts/0/label > /place/parts/0/name",
            "moved /parts/0/from > /place/parts/0/range/from",
            "moved /parts/1/label > /place/parts/1/name",
            "moved /parts/1/by > /place/parts/1/caller",
            "moved /parts > /place/parts",
            KIND,
        ],
    );
    let (home, losses) = homeward(
        r#"{"name":"a","kind":"thing","place":{"parts":[{"name":"p","range":{"from":3,"to":4}}]}}"#,
        &TOOL,
    );
    assert_eq!(
        home,
        r#"{"title":"a","rest":null,"parts":[{"label":"p","from":3}]}"#
    );
    assert_eq!(losses, ["dropped /place/parts/0/range/to"]);
}

#[test]
fn a_member_that_nobody_knows_is_carried_unless_its_name_is_taken() {
    round(
        r#"{"title":"a","rest":"z","x":{"y":1}}"#,
        r#"{"rest":"z","name":"a","kind":"thing","x":{"y":1}}"#,
        &[NAME, KIND],
    );
    let (ours, said, found) = inward(r#"{"title":"a","kind":7,"alias":8}"#, &TOOL);
    assert_eq!(ours, r#"{"name":"a","kind":"thing"}"#);
    assert!(said.contains(&"left_out /kind > -".into()), "{said:?}");
    assert_eq!(found, ["NAME_TAKEN", "NAME_TAKEN"]);
}

#[test]
fn a_value_of_another_kind_goes_where_a_right_one_goes() {
    let (ours, said, found) = inward(r#"{"title":7,"column":"one"}"#, &TOOL);
    assert_eq!(
        ours,
        r#"{"name":7,"place":{"column":"one"},"kind":"thing"}"#
    );
    assert_eq!(said, [NAME, "moved /column > /place/column", KIND,]);
    assert_eq!(found, [""; 0]);
    let (home, losses) = homeward(&ours, &TOOL);
    assert_eq!(home, r#"{"title":7,"column":"one","rest":null}"#);
    assert_eq!(losses, [""; 0]);
}

#[test]
fn a_null_does_not_go_where_it_would_say_that_nothing_is_known() {
    let (ours, said, _) = inward(r#"{"title":null}"#, &TOOL);
    assert_eq!(ours, r#"{"kind":"thing","title":null}"#);
    assert_eq!(said, [KIND]);
}

static WRAPPED: Type = Record(&TOOL);

#[test]
fn what_must_be_there_and_is_not_is_a_loss() {
    let (home, losses) = homeward(r#"{"kind":"thing"}"#, &TOOL);
    assert_eq!(home, r#"{"rest":null}"#);
    assert_eq!(losses, ["defaulted /name"]);
    let (_, losses) = homeward(r#"{"name":"a","kind":"person"}"#, &TOOL);
    assert_eq!(losses, ["dropped /kind"], "the tool has only things");
    let document = read(b"[1]", &ReadOptions::default()).unwrap();
    let mut writing = Writing::of(document.root(), &THEIRS);
    let value = writing.value(document.root(), &Pointer::root(), &WRAPPED);
    assert_eq!(write_compact(&value), "[1]", "what is no object stays");
}
