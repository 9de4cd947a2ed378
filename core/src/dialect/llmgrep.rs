//! llmgrep: symbols, references and calls of Magellan's index.
//!
//! Its wrapper is the envelope's with `data` last, and `partial` is always
//! printed. Its spans have the columns of the index, from 0 and in bytes, but ids
//! that hash the decimal text of the offsets. Some answers come without the
//! wrapper.

use super::convention::{
    ColumnUnit, Columns, Convention, LineColumns, Nulls, OffsetEnd, Offsets, PathStyle,
};
use super::owner::{is_newer_of, is_strange_to};
use super::recognise::{
    Clues, Promise, Recognition, TELLING, UNHEARD_OF, are_added, has, is_bare_wrapper, is_of_run,
    telling, word,
};
use super::unified::{joined, state_version, wrap};
use super::unwrapped::{is_unwrapped, wrapped};
use super::{Adapter, At, Made, Making, Records, Refusal, ToolName, Writing};
use crate::checksum::ChecksumAlgorithm;
use crate::envelope::RESPONSE_VERSION;
use crate::envelope::key_set::KeySet;
use crate::envelope::mention::{Counted, Mention};
use crate::envelope::shape::{Role, Shape, Type};
use crate::envelope::sign::choose;
use crate::id::{ExecutionIdKind, SpanIdScheme, classify_execution_id};
use crate::json::{Kind, Node, Pointer, Value};
use crate::text::{BomPolicy, EndRule, LineTerminators, PositionEncoding};
use crate::validate::Slot;

mod bare;
pub(crate) mod shapes;
mod write;

use bare::BARE;
use shapes::{RESPONSE, SYMBOL};

/// See the module.
pub(crate) struct Llmgrep;

/// A symbol by its line.
const BY_LINE: Mention = Mention::place("file", ["line", ""], Counted::ByConvention);

/// The text of a symbol, as it was indexed with its range.
const SNIPPET: Role = Role::HeadOf {
    range: "/span",
    cut: "snippet_truncated",
    needs_cut: false,
};

static CONVENTION: Convention = Convention {
    lines: Some(LineColumns {
        line_base: 1,
        columns: Some(Columns {
            base: 0,
            unit: ColumnUnit::BYTES,
            bom: BomPolicy::Count,
        }),
        terminators: LineTerminators::Lf,
        end: Some(EndRule::After),
    }),
    offsets: Some(Offsets {
        unit: PositionEncoding::Utf8,
        bom: BomPolicy::Count,
        end: OffsetEnd::After,
    }),
    zeros_are_unknown: false,
    nulls: Nulls::PerField,
    bare_checksum: Some(ChecksumAlgorithm::Sha256),
    file_hashes: &[],
    fragments: None,
    late_checksums: false,
    levels: ["error", "warning", "note", "help"],
    span_ids: Some(SpanIdScheme::Decimal),
    paths: PathStyle::Absolute,
};

/// The wrapper, an answer that comes without it, or the list that `lookup` gives.
static DOCUMENTS: Type = Type::OneOf(&[Type::Choice(&EVERYTHING), LOOKUP]);

static BARE_DOCUMENTS: Type = Type::OneOf(&[Type::Choice(BARE), LOOKUP]);

const LOOKUP: Type = Type::List(&Type::Record(&SYMBOL));

const EVERYTHING: [&Shape; BARE.len() + 1] = joined(&[&[&RESPONSE], BARE]);

/// What `navigate` says instead of an answer.
const NOTHING: &str = "no symbols found for ";

/// What the nodes of a syntax tree are known by.
const NODES: &str = "nodes of a syntax tree, without a wrapper";

const fn nodes_of(key: &'static str) -> [(&'static str, Kind); 3] {
    [
        ("count", Kind::Number),
        (key, Kind::String),
        ("nodes", Kind::Array),
    ]
}

/// The sign of an answer without a wrapper: all of its members, and nothing else or what a newer
/// version may have added.
fn bare_sign(root: Node<'_>, named: ToolName) -> Option<(i64, &'static str)> {
    if root.kind() == Kind::Array {
        let first = root.item(0)?;
        let Some(id) = word(first, "match_id") else {
            // Its own names for what is around a symbol tell it without an id.
            let is_ours = first.get("parent").is_some() && telling(&SYMBOL, first) >= TELLING;
            return is_ours.then_some((60, "a list of symbols with their parents"));
        };
        return id
            .starts_with("sym-")
            .then_some((85, "a list of symbols whose ids begin with `sym-`"));
    }
    let among = |keys: &[(&str, Kind)]| {
        let names = root.members().map(|(key, _)| key.as_str());
        let strange = names.filter(|name| !keys.iter().any(|(key, _)| name == key));
        keys.iter().all(|(key, kind)| has(root, key, *kind)) && are_added(keys.len(), strange)
    };
    // Three members and no other tell it with one of them of a wrong kind, too.
    let wrong = |keys: &[(&str, Kind)]| {
        let right = keys.iter().filter(|(key, kind)| has(root, key, *kind));
        let all = keys.iter().all(|(key, _)| root.get(key).is_some());
        all && root.len() == keys.len() as u64 && right.count() + 1 == keys.len()
    };
    let count = ("count", Kind::Number);
    let answers = [
        (
            [
                ("completions", Kind::Array),
                count,
                ("prefix", Kind::String),
            ],
            "an answer of `complete`",
        ),
        (nodes_of("file_path"), NODES),
        (nodes_of("kind"), NODES),
        (
            [
                ("export_time", Kind::String),
                ("symbols", Kind::Object),
                ("total_symbols", Kind::Number),
            ],
            "what `export-symbols` writes to a file",
        ),
    ];
    for (members, says) in answers {
        if among(&members) {
            return Some((80, says));
        }
        if wrong(&members) {
            return Some((70, says));
        }
    }
    // Another tool prints these as well: nothing of it may stand beside them.
    let backend = [("backend", Kind::String), ("database", Kind::String)];
    let is_ours = !named.is_other_than("llmgrep");
    let mut strange = root.members().map(|(key, _)| key.as_str());
    let is_alone =
        strange.all(|name| is_of_run(&name) || backend.iter().any(|(key, _)| name == *key));
    if is_ours && is_alone && among(&backend) {
        return Some((60, "what an index is kept in"));
    }
    (root.len() == 1 && word(root, "error")?.starts_with(NOTHING))
        .then_some((60, "what `navigate` says when it finds nothing"))
}

/// Whether an answer is one of nodes of syntax trees, with all that it must have.
fn is_nodes(data: Node<'_>) -> bool {
    let has_all = |key| {
        nodes_of(key)
            .iter()
            .all(|(key, kind)| has(data, key, *kind))
    };
    has_all("file_path") || has_all("kind")
}

/// Whether a document is to be wrapped. No list is a wrapper.
fn is_bare(root: Node<'_>) -> bool {
    let shape = choose(&EVERYTHING, root);
    root.kind() == Kind::Array || shape.is_some_and(|shape| shape.name != RESPONSE.name)
}

impl Adapter for Llmgrep {
    fn name(&self) -> &'static str {
        "llmgrep"
    }

    fn title(&self) -> &'static str {
        "llmgrep: symbols, references and calls of a code index"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["<=2.x", ">=2.x", "3.x"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &["1.0.0"]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn records(&self) -> Records {
        Records::ByKind
    }

    fn refusal(&self) -> Refusal {
        Refusal::InLevels
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("tool", 60),
                Promise::of("schema_version", 10),
                Promise::of("execution_id", 10),
                Promise::of("partial", 5),
                Promise::of("data", 55),
            ]
        }
    }

    fn of_other_tool(&self) -> u64 {
        60
    }

    fn without_tool(&self, clues: &Clues) -> u64 {
        const BARE: KeySet =
            KeySet::any_of(&["completions", "nodes", "backend", "error", "export_time"]);
        if clues.keys.has_any(BARE) { 80 } else { 0 }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if let Some((weight, says)) = bare_sign(root, signs.tool_name(root)) {
            signs.sign("", weight, says);
            signs.generation = Some("3.x");
        } else if root.kind() == Kind::Object {
            wrapper_signs(root, signs);
            if signs.score() > 0 {
                signs.generation = generation(root);
            }
        }
    }

    fn canonical<'d>(&self, making: &mut Making<'d, '_>) -> Made<'d> {
        let root = making.document.root();
        if is_bare(root) {
            let data = making.value(Slot::of(root), &BARE_DOCUMENTS, &At::new("/data"));
            return wrap(making, data);
        }
        if choose(&EVERYTHING, root).is_none() && is_unwrapped(root) {
            return wrapped(making);
        }
        let mut envelope = making.root(&DOCUMENTS);
        state_version(making, &mut envelope);
        envelope
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let unnamed = is_bare_wrapper(root);
        if let Some(data) = root.get("data").filter(|data| unnamed && is_bare(*data)) {
            return writing.value(data, &Pointer::root().child("data"), &BARE_DOCUMENTS);
        }
        // What another tool wraps, and this one does not.
        if let Some(data) = root.get("data").filter(|data| is_nodes(*data)) {
            let nodes = writing.value(data, &Pointer::root().child("data"), &BARE_DOCUMENTS);
            writing.unwrapped();
            return nodes;
        }
        let mut document = writing.record(root, &Pointer::root(), &RESPONSE);
        writing.state_version(&mut document, "1.0.0", "the version that the tool prints");
        document
    }
}

/// The generation, where something shows that only some of them print.
fn generation(root: Node<'_>) -> Option<&'static str> {
    let later = ["performance", "tokens_estimated", "truncated"];
    if later.iter().any(|name| root.get(name).is_some()) {
        return Some("3.x");
    }
    let data = root.get("data")?;
    let first = data.get("results")?.item(0)?;
    // Names of languages have capitals since 3.0.
    let capital = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
    match word(first, "language") {
        Some(language) if capital(&language) => Some("3.x"),
        Some(_) if first.get("ast_context").is_none() => Some("<=2.x"),
        _ => first.get("ast_context").map(|_| ">=2.x"),
    }
}

/// What the wrapper says.
fn wrapper_signs(root: Node<'_>, signs: &mut Recognition) {
    signs.of_tool(root, "llmgrep", 60);
    match word(root, "schema_version").as_deref() {
        Some("1.0.0") => signs.sign("/schema_version", 10, "the version that llmgrep prints"),
        Some(version) if is_newer_of("llmgrep", (root, signs), version, &["1.0.0"]) => {
            let says = "a newer minor version than llmgrep is known to print";
            signs.sign("/schema_version", 5, says);
        }
        Some(RESPONSE_VERSION) => {
            signs.sign("/schema_version", -45, "the version of the envelope");
        }
        Some(version) if is_strange_to("llmgrep", (root, signs), version, &["1.0.0"]) => {
            signs.sign("/schema_version", UNHEARD_OF.0, UNHEARD_OF.1);
        }
        Some(_) => signs.sign(
            "/schema_version",
            -30,
            "a version that llmgrep never printed",
        ),
        None => signs.sign("", -30, "no `schema_version`"),
    }
    if let Some(id) = word(root, "execution_id")
        && classify_execution_id(&id) == ExecutionIdKind::HexPid
    {
        let says = "seconds and process id, as llmgrep makes it";
        signs.sign("/execution_id", 10, says);
    }
    if has(root, "partial", Kind::Bool) {
        signs.sign("/partial", 5, "always printed by llmgrep");
    }
    for key in ["status", "diagnostics"] {
        if root.get(key).is_some() {
            let says = "llmgrep's wrapper has no such member";
            signs.sign(format_args!("/{key}"), -20, says);
        }
    }
    let Some(data) = root.get("data") else {
        signs.sign("", -30, "no `data`");
        return;
    };
    signs.sign("/data", 5, "a wrapper with `data`");
    if is_counted_list(data) {
        signs.sign("/data/results", 20, "a list as llmgrep names it");
    } else if ["symbols", "references", "calls"]
        .iter()
        .all(|name| data.get(name).is_some_and(is_counted_list))
    {
        // The envelope has the answer as it is printed, and then names the tool.
        let is_named = has(root, "tool", Kind::String);
        let weight = if is_named { 20 } else { 50 };
        signs.sign(
            "/data",
            weight,
            "an answer of `auto`: three lists as llmgrep names them",
        );
        return;
    }
    if word(data, "code").is_some_and(|code| code.starts_with("LLM-")) {
        signs.sign("/data/code", 30, "an error code of llmgrep");
    }
}

/// Whether a value has a list and how many there are in all, as llmgrep names them.
fn is_counted_list(value: Node<'_>) -> bool {
    has(value, "results", Kind::Array) && has(value, "total_count", Kind::Number)
}
