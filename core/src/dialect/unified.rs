//! The envelope itself, as we write it, as seed 000 describes it, and as seed 001
//! proposed it.

use super::convention::Convention;
use super::magellan::RECORDS;
use super::magellan::shapes::OWN;
use super::recognise::{
    Promise, Recognition, UNHEARD_OF, has, is_bare_wrapper, is_newer, is_unheard_of, word,
};
use super::{
    Adapter, At, Made, Making, Members, ToolName, Writing, all, llmgrep, magellan, splice,
};
use crate::envelope::shape::{Field, Shape, Type};
use crate::envelope::sign::Sign;
use crate::envelope::{
    CallExport, OPERATION_VERSION, ORIGIN, OperationResult, PAYLOADS, RESPONSE_VERSION,
    ReferenceExport, Response, SymbolExport, request,
};
use crate::id::{ExecutionIdKind, classify_execution_id};
use crate::json::{Kind, Node, Pointer, Value};
use crate::normalize::ChangeKind;
use crate::validate::Slot;

pub(super) mod asked;
mod hoist;
pub(crate) mod older;
pub(crate) mod renamed;
pub(crate) mod standard;

/// See the module.
pub(crate) struct Unified;

static CONVENTION: Convention = Convention::CANONICAL;

/// Of an envelope that was made of the result of a tool which prints checksums and lines of the
/// changed file, or may have been.
static LATE: Convention = Convention {
    late_checksums: true,
    ..Convention::CANONICAL
};

/// The answer to a question, with what is known of `data`.
pub(crate) static RESPONSE: Shape = Shape::new(Response::SHAPE.name, Response::SHAPE.what, &FIELDS)
    .told_by(Sign::All(&[
        Response::SHAPE.sign,
        Sign::Not(&standard::SIGN),
        Sign::Not(&older::SIGN),
    ]));

/// The same in the versions of seed 000.
static OLDER: Shape = Shape::new(
    "SeedResponse",
    Response::SHAPE.what,
    &older::with_severities(Response::fields_with(older::DATA)),
)
.told_by(Sign::All(&[
    Response::SHAPE.sign,
    Sign::Not(&standard::SIGN),
    older::SIGN,
]));

/// The result of an operation in the versions of seed 000.
static OLDER_OPERATION: Shape = Shape::new(
    "SeedOperationResult",
    OperationResult::SHAPE.what,
    &older::with_severities(
        older::members_of::<{ OperationResult::SHAPE.fields.len() }>(&OperationResult::SHAPE),
    ),
)
.told_by(Sign::All(&[
    OperationResult::SHAPE.sign,
    Sign::Either(&[
        older::SIGN,
        Sign::Word("schema_version", "2.0.0"),
        Sign::Word("schema_version", "2.0"),
    ]),
]));

/// The members of the wrapper, of which `data` may be anything that is known.
const FIELDS: [Field; Response::SHAPE.fields.len()] = Response::fields_with(DATA);

/// What `data` can be.
pub(crate) const DATA: Type = Type::OneOf(&[Type::Choice(&ANSWERS), LISTED_DATA, Type::Any]);

/// The same, if it is a list.
pub(super) const LISTED_DATA: Type =
    Type::List(&Type::OneOf(&[Type::Choice(&ELEMENTS), Type::Any]));

/// The shapes that `data` can have: the payloads of the envelope, what only one tool
/// answers, and the records of its graph that stand alone. What only one tool answers
/// comes first, because its signs are the more particular ones.
pub(crate) const ANSWERS: [&Shape; count(GROUPS)] = joined(GROUPS);

const GROUPS: &[&[&Shape]] = &[
    &GRAPH_RECORDS,
    OWN,
    splice::OWN[0],
    splice::OWN[1],
    llmgrep::shapes::OWN,
    PAYLOADS,
    // A published chain of rules is only added to at its end.
    magellan::later::CARRIED,
    splice::LATER,
    llmgrep::shapes::LATER,
    request::LATER,
    older::LATER,
];

/// Records of a graph that stand alone; their lines may be unknown.
const GRAPH_RECORDS: [&Shape; 6] = [
    RECORDS[0].1,
    RECORDS[1].1,
    &SymbolExport::SHAPE,
    &ReferenceExport::SHAPE,
    &CallExport::SHAPE,
    RECORDS[5].1,
];

/// What an element of a list in `data` can be.
const ELEMENTS: [&Shape; count(LISTED)] = joined(LISTED);

const LISTED: &[&[&Shape]] = &[
    magellan::shapes::ELEMENTS,
    &[&splice::LOG_ROW],
    magellan::later::ELEMENTS,
];

const fn count(groups: &[&[&Shape]]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < groups.len() {
        sum += groups[at].len();
        at += 1;
    }
    sum
}

/// All shapes of some groups, in their order.
pub(super) const fn joined<const N: usize>(groups: &[&[&'static Shape]]) -> [&'static Shape; N] {
    let mut all = [groups[0][0]; N];
    let (mut at, mut group) = (0, 0);
    while group < groups.len() {
        let mut item = 0;
        while item < groups[group].len() {
            all[at] = groups[group][item];
            at += 1;
            item += 1;
        }
        group += 1;
    }
    all
}

static DOCUMENTS: Type = Type::Choice(&[
    &RESPONSE,
    &OLDER,
    &standard::RESPONSE,
    asked::DOCUMENTS[0],
    asked::DOCUMENTS[1],
    &OLDER_OPERATION,
    &OperationResult::SHAPE,
]);

/// Whether the spans of a document of this shape may have the names of seed 001: where it expects
/// spans of the envelope, and in what Magellan and splice printed at that time.
pub(crate) fn may_rename(shape: &Shape) -> bool {
    let shapes = [
        RESPONSE.name,
        OLDER.name,
        OLDER_OPERATION.name,
        OperationResult::SHAPE.name,
        magellan::shapes::RESPONSE.name,
    ];
    shapes.contains(&shape.name) || splice::is_operation(shape)
}

/// Tools that print this wrapper under conventions of their own.
const OTHERS: [&str; 4] = ["magellan", "llmgrep", "mirage", "splice"];

const ONLY_OURS: &str = "a version that only the envelope has";
const WRAPPER: &str = "a version of the wrapper";
const SHORT: &str = "a version of the wrapper, without its last number";

/// The versions that are known, how much each says for the envelope and in which words, and
/// of which generation it is.
const VERSIONS: [(&str, i64, &str, Option<&str>); 8] = [
    ("1.1.0", 70, ONLY_OURS, Some("1.1.0")),
    ("2.1.0", 70, ONLY_OURS, Some("2.1.0")),
    ("1.0.0", 20, WRAPPER, Some("1.0.0")),
    ("2.0.0", 20, WRAPPER, Some("2.0.0")),
    ("1.0", 20, SHORT, Some("1.0.0")),
    ("2.0", 20, SHORT, Some("2.0.0")),
    ("1.1", 20, SHORT, None),
    ("2.1", 20, SHORT, None),
];

/// What the version of a document says, or that it has none. `list`: where it has a list as the
/// envelope has them.
fn version_signs(
    root: Node<'_>,
    version: Option<&str>,
    list: Option<&str>,
    signs: &mut Recognition,
) {
    let Some(version) = version else {
        let against = if list.is_some() { -10 } else { -40 };
        return if root.get("schema_version").is_some() {
            signs.sign("/schema_version", against, "a version that is no text");
        } else {
            signs.sign("", against, "no `schema_version`");
        };
    };
    // With the name of a run that Magellan gives, it is the one of its `context`.
    let is_magellans = matches!(version, "1.0" | "2.0") && is_named_by_magellan(root);
    let known = VERSIONS.iter().find(|(known, ..)| *known == version);
    let is_newer = is_newer(version, &[RESPONSE_VERSION, OPERATION_VERSION]);
    let is_newer = is_newer || signs.owner(root).is_some();
    if let Some((_, weight, says, generation)) = known.filter(|_| !is_magellans && !is_newer) {
        signs.sign("/schema_version", *weight, *says);
        signs.generation = *generation;
    } else if is_newer {
        signs.sign(
            "/schema_version",
            20,
            "a newer minor version of the wrapper",
        );
    } else if is_unheard_of(version) {
        signs.sign("/schema_version", UNHEARD_OF.0, UNHEARD_OF.1);
    }
}

/// Whether a document has all members of the wrapper of operations, and no answer.
fn is_whole_operation(root: Node<'_>) -> bool {
    let says = |key: &&str| has(root, key, Kind::String);
    let all = [
        "schema_version",
        "execution_id",
        "operation_type",
        "status",
        "message",
    ];
    all.iter().all(says) && root.get("data").is_none()
}

/// What the other members of the wrapper say.
fn wrapper_signs(root: Node<'_>, signs: &mut Recognition) {
    let says = |key| has(root, key, Kind::String);
    if says("execution_id") {
        signs.sign("/execution_id", 10, "a name of the run");
    } else {
        signs.sign("", -20, "no `execution_id`");
    }
    if let Some(data) = root.get("data") {
        signs.sign("/data", 15, "a wrapper with `data`");
        if has(data, "matches", Kind::Array) && has(data, "count", Kind::Number) {
            signs.sign("/data/count", 5, "matches, and how many they are");
        }
    } else if says("operation_type") && says("status") {
        signs.sign("/operation_type", 15, "the result of an operation");
    } else if says("operation_type") {
        signs.sign("/operation_type", 10, "an operation");
    } else if says("status") && says("message") && says("timestamp") {
        signs.sign("/status", 10, "how an operation went");
    }
}

impl Adapter for Unified {
    fn name(&self) -> &'static str {
        "unified"
    }

    fn title(&self) -> &'static str {
        "the envelope"
    }

    fn is_envelope(&self) -> bool {
        true
    }

    fn generations(&self) -> &'static [&'static str] {
        &[
            "standard",
            "1.0.0",
            "1.1.0",
            "2.0.0",
            "2.1.0",
            asked::GENERATION,
        ]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn convention_of(&self, root: Node<'_>) -> &'static Convention {
        let is_late = || match ToolName::of(root) {
            ToolName::Unsaid => true,
            ToolName::Of(name) => {
                all().any(|it| it.name() == name && it.convention().late_checksums)
            }
            ToolName::Other => false,
        };
        // Of what is no operation there is one text.
        if root.get("operation_type").is_some() && is_late() {
            &LATE
        } else {
            &CONVENTION
        }
    }

    fn versions(&self) -> &'static [&'static str] {
        &["1.0", "1.0.0", "1.1.0", "2.0.0", "2.1.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("schema_version", 70),
                Promise::of("execution_id", 10),
                Promise::of("data", 45),
                Promise::of("operation_type", 15),
                Promise::of("result", 25),
                Promise::of(ORIGIN, 20),
                Promise::of("status", 45),
                Promise::of("diagnostics", 20),
                // All that seed 001 demands has one, whatever else it lacks.
                Promise::of("timestamp", 45),
                Promise::of("edits", 70),
                Promise::of("files", 70),
                Promise::of("file_path", 5),
                Promise::of("expected_checksum", 5),
            ]
        }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object || asked::recognise(root, signs) {
            return;
        }
        let version = word(root, "schema_version");
        let is_strange = version.as_deref().is_none_or(is_unheard_of);
        // What has lost a member of the wrapper, or has a version that nobody prints, is known
        // by its spans. What has not may be another tool's, which has the same ones.
        let is_whole = root.get("schema_version").is_some() && root.get("execution_id").is_some();
        let is_other = is_whole && (!is_strange || may_be_magellans(root));
        let spans = if is_other { None } else { first_span(root) };
        let nothing = empty_list(root).filter(|_| is_whole && is_strange && !is_other);
        version_signs(root, version.as_deref(), spans.or(nothing), signs);
        let ours = matches!(signs.generation, Some(RESPONSE_VERSION | OPERATION_VERSION));
        wrapper_signs(root, signs);
        if let Some(place) = spans {
            signs.sign(place, 25, "a span of the envelope");
        }
        if let Some(place) = nothing {
            signs.sign(place, 25, "a list of the envelope, with nothing in it");
        }
        if has(root, ORIGIN, Kind::Object) {
            signs.sign("/origin", 20, "the way back to another dialect");
        }
        if standard::is_meant_by(root) {
            if root.get("status").is_some() {
                signs.sign("/status", 45, "a status as seed 001 has it");
            } else {
                signs.sign("", 45, "the wrapper of seed 001, without its status");
            }
            if has(root, "diagnostics", Kind::Array) {
                signs.sign("/diagnostics", 20, "diagnostics beside `data`");
            }
            signs.generation = Some("standard");
            return;
        }
        let named = signs.tool_name(root);
        // What splice prints around `data` has neither a tool nor the name of a run; beside the
        // result of an operation it is a stray.
        let is_wrapped = root.get("data").is_some() && root.get("result").is_none();
        let has_no_wrapper = named.is("splice") && is_wrapped;
        // Of these splice alone prints what became of an operation.
        let has_no_operation = !named.is("splice") && is_whole_operation(root);
        let other = named.name().filter(|name| OTHERS.contains(name));
        if let Some(tool) = other.filter(|_| !ours && !has_no_wrapper && !has_no_operation) {
            let says = format_args!("{tool} has conventions of its own");
            signs.sign("/tool", -40, says);
        }
    }

    fn looks_back(&self) -> bool {
        true
    }

    fn canonical<'d>(&self, making: &mut Making<'d, '_>) -> Made<'d> {
        let root = making.document.root();
        if let Some(shape) = asked::shape_of(root) {
            let mut data = making.record(Slot::of(root), shape, &At::new("/data"));
            asked::tell_from_answers(making, shape, &mut data);
            return wrap(making, data);
        }
        let mut envelope = making.root(&DOCUMENTS);
        hoist::settle(making, &mut envelope);
        if standard::is_meant_by(root) {
            standard::answered::settle(making, &mut envelope);
            // Its words and names were made ours, whatever version it says.
            state_version(making, &mut envelope);
        } else {
            raise_version(making, &mut envelope);
        }
        envelope
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let data = root.get("data").filter(|_| is_bare_wrapper(root));
        if let Some(data) = data.filter(|data| asked::shape_of(*data).is_some()) {
            return data.to_value();
        }
        let mut envelope = root.to_value();
        if let Some(members) = envelope.as_object_mut() {
            members.remove(ORIGIN);
        }
        envelope
    }
}

/// Lists in `data` whose elements have spans, and where the first one is.
const MATCHES: [(&str, &str); 5] = [
    ("matches", "/data/matches/0/span"),
    ("results", "/data/results/0/span"),
    ("symbols", "/data/symbols/0/span"),
    ("references", "/data/references/0/span"),
    ("calls", "/data/calls/0/span"),
];

/// Lists of spans in `result`, and where the first one is.
const RANGES: [(&str, &str); 2] = [
    ("spans", "/result/spans/0"),
    ("symbols", "/result/symbols/0"),
];

/// Where such a list is empty: what would be in it shows nothing then.
fn empty_list(root: Node<'_>) -> Option<&'static str> {
    let lists = [("data", &MATCHES[..]), ("result", &RANGES[..])];
    lists.into_iter().find_map(|(holder, lists)| {
        let inside = root.get(holder)?;
        let mut lists = lists.iter();
        let is_empty = |name: &str| {
            let list = inside.get(name);
            list.is_some_and(|list| list.kind() == Kind::Array && list.is_empty())
        };
        lists
            .any(|(name, _)| is_empty(name))
            .then_some(match holder {
                "data" => "/data",
                _ => "/result",
            })
    })
}

/// Where the first span with the names of the envelope is, if there is one: in the first element
/// of a list in `data`, or as the first element of one in `result`.
pub(super) fn first_span(root: Node<'_>) -> Option<&'static str> {
    let is_span =
        |span: Node<'_>| span.get("file_path").is_some() && span.get("byte_start").is_some();
    let first = |holder: &str, list: &str| root.get(holder)?.get(list)?.item(0);
    let found = MATCHES.iter().find(|(list, _)| {
        let span = first("data", list).and_then(|first| first.get("span"));
        span.is_some_and(is_span)
    });
    let found = found.or_else(|| {
        let mut ranges = RANGES.iter();
        ranges.find(|(list, _)| first("result", list).is_some_and(is_span))
    });
    found.map(|(_, place)| *place)
}

/// Whether a document may be of the first versions of Magellan: three members, and a name of the
/// run as Magellan gives it.
fn may_be_magellans(root: Node<'_>) -> bool {
    root.len() == 3 && is_named_by_magellan(root)
}

/// Whether the name of the run is one as Magellan gives it.
fn is_named_by_magellan(root: Node<'_>) -> bool {
    let id = word(root, "execution_id");
    id.is_some_and(|id| classify_execution_id(&id) == ExecutionIdKind::HexPid)
}

/// Sets the version that we write in an envelope of ours. The old one is a change.
/// Another version, or no text at all, is not ours to mend.
fn raise_version<'d>(making: &mut Making<'d, '_>, envelope: &mut Made<'d>) {
    let members = envelope.as_object_mut();
    let old = members.and_then(|members| members.get("schema_version")?.as_str());
    if matches!(
        old.as_deref(),
        Some("1.0" | "1.0.0" | "1.1" | "1.1.0" | "2.0" | "2.0.0" | "2.1" | "2.1.0")
    ) {
        state_version(making, envelope);
    }
}

/// Sets the version that we write in an envelope made of another tool's document. What
/// the tool said there, whatever it was, is a change: the version tells how to read what
/// stands beside it, and that is ours.
pub(crate) fn state_version<'d>(making: &mut Making<'d, '_>, envelope: &mut Made<'d>) {
    let Some(members) = envelope.as_object_mut() else {
        return;
    };
    // A null is left out.
    let is_said = |name: &&str| members.get(name).is_some_and(|value| !value.is_null());
    let of_operation = ["operation_type", "result"].iter().any(is_said);
    let version = if of_operation && !members.contains_key("data") {
        OPERATION_VERSION
    } else {
        RESPONSE_VERSION
    };
    let old = members.insert("schema_version", version);
    if old.as_ref().and_then(Made::as_str).as_deref() == Some(version) {
        return;
    }
    if let Some(node) = making.document.root().get("schema_version") {
        making.changed(
            Slot::of(node),
            ChangeKind::Version,
            old.as_ref(),
            Some(&version.into()),
        );
    } else {
        let place = Pointer::root().child("schema_version");
        making.added(ChangeKind::Derived, place, &version.into());
    }
}

/// Gives an envelope the name of a run that it must have, an empty one, if it has none.
pub(crate) fn name_run<'d>(
    making: &mut Making<'d, '_>,
    _: Slot<'d>,
    envelope: &mut Members<'d>,
    at: &At<'_>,
) {
    if !envelope.contains_key("execution_id") {
        making.added(ChangeKind::Defaulted, at.child("execution_id"), &"".into());
        envelope.insert("execution_id", "");
    }
}

/// The wrapper around an answer that had none.
pub(crate) fn wrap<'d>(making: &mut Making<'d, '_>, data: Made<'d>) -> Made<'d> {
    let mut envelope = Members::default();
    envelope.insert("schema_version", RESPONSE_VERSION);
    envelope.insert("execution_id", "");
    envelope.insert("data", data);
    let root = Pointer::root();
    making.added(ChangeKind::Wrapped, root.child("data"), &Made::Null);
    making.added(
        ChangeKind::Derived,
        root.child("schema_version"),
        &RESPONSE_VERSION.into(),
    );
    making.added(
        ChangeKind::Defaulted,
        root.child("execution_id"),
        &"".into(),
    );
    Made::Object(envelope)
}
