//! mdsel: parts of Markdown documents by selector.
//!
//! It prints no positions: a part is named by its selector (see
//! [`crate::selector`]). What it found is the payload; what went wrong (`errors`,
//! `warnings`, selectors that fit nothing) becomes diagnostics. `partial_results`
//! and `unresolved_selectors` repeat what `data` says and are printed again from it.

use super::convention::{Convention, Nulls, PathStyle};
use super::recognise::{Promise, Recognition, has, word};
use super::{Adapter, Reason, Type, Writing};
use crate::json::{Kind, Node, Pointer, Value};

mod answer;
mod failure;
mod shapes;

use shapes::{COMMANDS, RESPONSE, STUB};

/// See the module.
pub(crate) struct Mdsel;

static CONVENTION: Convention = Convention {
    lines: None,
    offsets: None,
    zeros_are_unknown: false,
    nulls: Nulls::PerField,
    bare_checksum: None,
    file_hashes: &[],
    fragments: None,
    late_checksums: false,
    levels: ["error", "warning", "note", "help"],
    span_ids: None,
    paths: PathStyle::Verbatim,
};

static DOCUMENTS: Type = Type::Choice(&[&RESPONSE, &STUB]);

impl Adapter for Mdsel {
    fn name(&self) -> &'static str {
        "mdsel"
    }

    fn title(&self) -> &'static str {
        "mdsel: parts of Markdown documents by selector"
    }

    fn generations(&self) -> &'static [&'static str] {
        &["1.0-stub", "1.0"]
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn versions(&self) -> &'static [&'static str] {
        &[]
    }

    fn documents(&self) -> &'static Type {
        &DOCUMENTS
    }

    fn gathered(&self) -> &'static [Reason] {
        &[Reason::Checks, Reason::Result, Reason::Message]
    }

    fn promises(&self) -> &'static [Promise] {
        const {
            &[
                Promise::of("status", 60),
                Promise::of("files", 30),
                Promise::of("success", 15),
                Promise::of("command", 45),
                Promise::of("timestamp", 5),
                Promise::of("data", 60),
                Promise::of("errors", 25),
            ]
        }
    }

    fn recognise(&self, root: Node<'_>, signs: &mut Recognition) {
        if root.kind() != Kind::Object {
            return;
        }
        if word(root, "status").as_deref() == Some("not_implemented") {
            stub_signs(root, signs);
        } else {
            answer_signs(root, signs);
        }
        for key in [
            "schema_version",
            "execution_id",
            "operation_type",
            "pattern",
        ] {
            if root.get(key).is_some() {
                let says = "mdsel's answer has no such member";
                signs.sign(format_args!("/{key}"), -40, says);
            }
        }
    }

    fn home(&self, writing: &mut Writing<'_, '_>) -> Value {
        let root = writing.root;
        let shape = if is_stub(root) { &STUB } else { &RESPONSE };
        writing.record(root, &Pointer::root(), shape)
    }
}

/// Whether an envelope is of what the first version printed instead of an answer: an error that
/// says nothing but what was asked for.
fn is_stub(root: Node<'_>) -> bool {
    let Some(data) = root
        .get("data")
        .filter(|data| has(*data, "files", Kind::Array))
    else {
        return false;
    };
    let is_asked = |key: &str| ["files", "selector", "options"].contains(&key);
    let silent = ["error", "diagnostics", "message"];
    word(root, "status").as_deref() == Some("error")
        && data.members().all(|(key, _)| is_asked(&key.as_str()))
        && silent.iter().all(|name| root.get(name).is_none())
}

/// What the first version printed instead of an answer.
fn stub_signs(root: Node<'_>, signs: &mut Recognition) {
    signs.sign("/status", 60, "the word of mdsel's first version");
    if has(root, "files", Kind::Array) {
        signs.sign("/files", 30, "the files that were named");
    }
    signs.generation = Some("1.0-stub");
}

fn answer_signs(root: Node<'_>, signs: &mut Recognition) {
    if has(root, "success", Kind::Bool) {
        signs.sign("/success", 15, "a flag for how it went");
    }
    match word(root, "command").as_deref() {
        Some(command) if COMMANDS.contains(&command) => {
            signs.sign("/command", 45, "a command of mdsel");
        }
        Some(_) => signs.sign("/command", -10, "no command that is known of mdsel"),
        // With nothing else wrong, it is mdsel's all the same.
        None => signs.sign("", -10, "no `command`"),
    }
    if has(root, "timestamp", Kind::String) {
        signs.sign("/timestamp", 5, "a time");
    }
    let Some(data) = root.get("data") else {
        return;
    };
    signs.sign("/data", 10, "a member `data`");
    for (first, second) in [("documents", "summary"), ("matches", "unresolved")] {
        if has(data, first, Kind::Array) && data.get(second).is_some() {
            signs.sign(
                format_args!("/data/{second}"),
                25,
                format_args!("`{first}` and `{second}`, as mdsel answers"),
            );
        }
    }
    if let Some(first) = root.get("errors").and_then(|errors| errors.item(0))
        && has(first, "type", Kind::String)
        && has(first, "code", Kind::String)
    {
        signs.sign("/errors/0/type", 25, "an error with type and code");
    }
    if signs.score() > 0 {
        signs.generation = Some("1.0");
    }
}
