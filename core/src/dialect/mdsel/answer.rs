//! What no table says of mdsel's answer: how it went, and what went wrong.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::failure;
use super::shapes::ERROR;
use crate::dialect::unified::name_run;
use crate::dialect::{At, Made, Making, Members, Writing};
use crate::envelope::failure::{is_error, lacks_something, tells_of_failure};
use crate::envelope::shape::Type;
use crate::json::{Array, Kind, Node, Object, Pointer, Value};
use crate::loss::LossKind;
use crate::normalize::ChangeKind;
use crate::validate::Slot;

/// The code of what `data.unresolved` says, which is no error of mdsel's own.
const UNRESOLVED: &str = "SELECTOR_NOT_FOUND";

/// Why a success stands beside no answer.
const NOTHING_HOLDS_IT: &str =
    "STATUS_MISMATCH: `success` is true without an answer, as the tool has none for this one";

static ERRORS: Type = Type::Record(&ERROR);

/// Completes the envelope of an answer.
pub(super) fn read<'d>(
    making: &mut Making<'d, '_>,
    slot: Slot<'d>,
    object: &mut Members<'d>,
    at: &At<'_>,
) {
    let member = |name: &str| slot.node.get(name).map(Slot::of);
    name_run(making, slot, object, at);
    let data = slot.node.get("data");
    if let Some(flag) = member("success")
        && let Some(success) = flag.node.as_bool()
    {
        let word = match success {
            true => "ok",
            false if finds(data) => "partial",
            false => "error",
        };
        let place = at.child("status");
        making.changed_to(
            flag,
            ChangeKind::Converted,
            &success.into(),
            &word.into(),
            place,
        );
        object.insert("status", word);
        if word == "partial" {
            making.added(ChangeKind::Derived, at.child("partial"), &true.into());
            object.insert("partial", true);
        }
    }
    let diagnostics = diagnostics(making, [member("errors"), member("warnings")], data, at);
    if !diagnostics.is_empty() {
        object.insert("diagnostics", diagnostics);
    }
    let failed = member("success").and_then(|flag| flag.node.as_bool()) == Some(false);
    for (name, within, again) in [
        ("partial_results", "documents", documents(data)),
        ("unresolved_selectors", "unresolved", unresolved(data)),
    ] {
        let Some(repeated) = member(name) else {
            continue;
        };
        // Only what is printed again from `data` on the way home may be left out.
        let is_printed = failed && repetition(data).is_some_and(|(printed, _)| printed == name);
        let value = repeated.node.to_value();
        if is_printed && again.as_ref() == Some(&value) {
            making.moved(repeated, at.child("data").child(within));
        } else if repeated.node.kind() == Kind::Array {
            object.insert(name, repeated.node);
        }
    }
}

/// Whether there is anything in the answer.
fn finds(data: Option<Node<'_>>) -> bool {
    let list = |name| data.and_then(|data| data.get(name));
    let mut lists = ["documents", "matches"].into_iter().filter_map(list);
    lists.any(|list| list.kind() == Kind::Array && !list.is_empty())
}

fn documents(data: Option<Node<'_>>) -> Option<Value> {
    Some(data?.get("documents")?.to_value())
}

/// The selectors that `data` says fit nothing.
fn unresolved(data: Option<Node<'_>>) -> Option<Value> {
    let list = data?.get("unresolved")?;
    let selectors = list
        .items()
        .map(|item| Some(item.get("selector")?.to_value()));
    Some(Value::Array(selectors.collect::<Option<Array>>()?))
}

/// Which command is answered so.
fn command_of(data: Option<Node<'_>>) -> Option<&'static str> {
    let has = |name: &str| data.is_some_and(|data| data.get(name).is_some());
    match () {
        () if has("documents") && has("summary") => Some("index"),
        () if has("matches") && has("unresolved") => Some("select"),
        () => None,
    }
}

/// What a failure repeats of its `data`, under which name.
fn repetition(data: Option<Node<'_>>) -> Option<(&'static str, Value)> {
    let (name, list) = match command_of(data)? {
        "index" => ("partial_results", documents(data)?),
        _ => ("unresolved_selectors", unresolved(data)?),
    };
    let is_told = list.as_array().is_some_and(|list| !list.is_empty());
    is_told.then_some((name, list))
}

/// Errors first, then what `data` says fits nothing, then warnings.
fn diagnostics<'d>(
    making: &mut Making<'d, '_>,
    [errors, warnings]: [Option<Slot<'d>>; 2],
    data: Option<Node<'d>>,
    at: &At<'_>,
) -> Vec<Made<'d>> {
    let at = at.child("diagnostics");
    let mut found: Vec<Made<'d>> = Vec::new();
    for (list, is_error) in [(errors, true), (warnings, false)] {
        if !is_error {
            // In what `index` answers, nobody knows the name.
            let select = data.filter(|_| command_of(data) != Some("index"));
            let unresolved = select.and_then(|data| data.get("unresolved"));
            for item in unresolved.into_iter().flat_map(Node::items) {
                let diagnostic = not_found(item);
                making.added(
                    ChangeKind::Derived,
                    at.item(found.len() as u64),
                    &diagnostic,
                );
                found.push(diagnostic);
            }
        }
        let list = list.filter(|list| list.node.kind() == Kind::Array);
        let Some(list) = list else { continue };
        for item in list.node.items() {
            let slot = Slot::of(item);
            let at = at.item(found.len() as u64);
            making.moved(slot, &at);
            let mut diagnostic = if is_error {
                making.value(slot, &ERRORS, &at)
            } else {
                warning(item)
            };
            without_empty(&mut diagnostic);
            found.push(diagnostic);
        }
    }
    found
}

/// In the envelope, an empty list and none are the same.
fn without_empty(diagnostic: &mut Made<'_>) {
    if let Some(members) = diagnostic.as_object_mut()
        && members.get("suggestions").is_some_and(Made::is_empty_list)
    {
        members.remove("suggestions");
    }
}

fn warning(item: Node<'_>) -> Made<'_> {
    let mut warning = Members::default();
    warning.insert("level", "warning");
    warning.insert("message", item);
    Made::Object(warning)
}

/// What an entry of `unresolved` says, as a diagnostic.
fn not_found(item: Node<'_>) -> Made<'_> {
    let mut error = Members::default();
    error.insert("level", "error");
    error.insert("code", UNRESOLVED);
    for (from, to) in [
        ("reason", "message"),
        ("selector", "selector"),
        ("suggestions", "suggestions"),
    ] {
        // In the envelope, `null` and nothing are the same, but for what must be there.
        let is_silent = |value: &Node<'_>| value.is_null() && to != "message";
        if let Some(value) = item.get(from).filter(|value| !is_silent(value)) {
            error.insert(to, value);
        }
    }
    let mut error = Made::Object(error);
    without_empty(&mut error);
    error
}

/// Completes an answer of mdsel's from an envelope.
pub(super) fn write<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
    found: &mut Object,
) {
    let data = node.get("data");
    let command = command_of(data);
    let silent =
        data.is_none_or(|data| data.is_null() || data.kind() == Kind::Object && data.is_empty());
    if command.is_none() {
        found.insert("data", Value::Null);
        // An answer that is an error is one of the errors.
        if !silent && !data.is_some_and(is_error) {
            writing.dropped(&pointer.child("data"));
        }
    }
    if let (None, Some(command)) = (found.get("command"), command) {
        found.insert("command", command);
        let note = "the command that is answered so";
        writing.lost(&pointer.child("command"), LossKind::Derived, note);
    }
    let told = node.get("status").filter(|status| !status.is_null());
    let status = told.and_then(Node::as_str);
    if told.is_some() && !matches!(status.as_deref(), Some("ok" | "partial" | "error")) {
        writing.dropped(&pointer.child("status"));
    }
    write_diagnostics(writing, node, pointer, found);
    let success = if let Some(word) = &status {
        word == "ok"
    } else if told.is_none() && writing.only_asks("success") {
        return;
    } else {
        if told.is_none() {
            let note = "whether there is an error, or something is missing";
            writing.lost(&pointer.child("status"), LossKind::Derived, note);
        }
        let is_partial = node.get("partial").and_then(Node::as_bool) == Some(true);
        !is_partial && !tells_of_failure(node) && !lacks_something(node)
    };
    found.insert("success", success);
    if success && command.is_none() {
        writing.lost(&Pointer::root(), LossKind::Dropped, NOTHING_HOLDS_IT);
    }
    // A failure of mdsel is partial where something was found, and no other word says it.
    let is_partial = command.is_some() && finds(data);
    if matches!(status.as_deref(), Some("partial") if !is_partial)
        || matches!(status.as_deref(), Some("error") if is_partial)
    {
        let note = if is_partial {
            "the tool says that it failed; with what it found that is `partial`"
        } else {
            "the tool says that it failed; with nothing found that is `error`"
        };
        writing.lost(&pointer.child("status"), LossKind::Dropped, note);
    }
    if success {
        return;
    }
    // One that says something else was kept, and is written as it is.
    if let Some((name, list)) = repetition(data).filter(|(name, _)| node.get(name).is_none()) {
        let printed = found.get("data").and_then(|data| data.get("documents"));
        let documents = printed.filter(|_| command == Some("index")).cloned();
        found.insert(name, documents.unwrap_or(list));
        let note = "the tool says again what is in `data`";
        writing.lost(&pointer.child(name), LossKind::Derived, note);
    }
}

/// Writes `errors` and `warnings`: the error that ended a run, what led to it, and the others.
fn write_diagnostics<'d>(
    writing: &mut Writing<'d, '_>,
    node: Node<'d>,
    pointer: &Pointer,
    found: &mut Object,
) {
    let (mut errors, mut warnings) = (Array::new(), Array::new());
    for error in failure::write(writing, node, pointer) {
        errors.push(error);
    }
    let lists = [
        (
            pointer.child("error").child("diagnostics"),
            failure::led_to(node),
        ),
        (pointer.child("diagnostics"), node.get("diagnostics")),
    ];
    let unresolved = by_selector(node);
    for (here, list) in lists {
        if list.is_some_and(|list| !matches!(list.kind(), Kind::Array | Kind::Null)) {
            writing.dropped(&here);
        }
        for (index, item) in (0u64..).zip(list.into_iter().flat_map(Node::items)) {
            let here = here.item(index);
            match repeated(&unresolved, item) {
                Some(again) => {
                    let is_said = |key: &str, value: &Value| again.get(key) == Some(value);
                    for (key, value) in item.members() {
                        let key = key.as_str();
                        if !value.is_null() && !is_said(&key, &value.to_value()) {
                            writing.dropped(&here.child(&key));
                        }
                    }
                }
                None => write_one(writing, item, &here, [&mut errors, &mut warnings]),
            }
        }
    }
    for (name, list) in [("errors", errors), ("warnings", warnings)] {
        if !list.is_empty() {
            found.insert(name, Value::Array(list));
        }
    }
}

/// Writes a diagnostic as an error or as a warning, which has nothing but a message.
fn write_one<'d>(
    writing: &mut Writing<'d, '_>,
    item: Node<'d>,
    here: &Pointer,
    [errors, warnings]: [&mut Array; 2],
) {
    let level = item.get("level").and_then(Node::as_str);
    match level.as_deref() {
        Some("error") => errors.push(writing.value(item, here, &ERRORS)),
        Some("warning") if item.get("message").is_some() => {
            for (key, value) in item.members() {
                let name = key.as_str();
                if name == "message" {
                    warnings.push(value.to_value());
                } else if name != "level" {
                    writing.dropped(&here.child(&name));
                }
            }
        }
        _ => writing.dropped(here),
    }
}

/// What `data` says fits nothing, by its selector; of two entries for one, the first.
type Unresolved<'d> = BTreeMap<Option<Cow<'d, str>>, Node<'d>>;

fn by_selector(node: Node<'_>) -> Unresolved<'_> {
    let list = node.get("data").and_then(|data| data.get("unresolved"));
    let mut all = Unresolved::new();
    for item in list.into_iter().flat_map(Node::items) {
        let selector = item.get("selector").and_then(Node::as_str);
        all.entry(selector).or_insert(item);
    }
    all
}

/// The diagnostic as it is made of what `data` says in its own way, if it says that.
fn repeated<'d>(unresolved: &Unresolved<'d>, diagnostic: Node<'d>) -> Option<Value> {
    let word = |name: &str| diagnostic.get(name).and_then(Node::as_str);
    let may_be = word("level").as_deref() == Some("error")
        && word("code").as_deref() == Some(UNRESOLVED)
        && diagnostic.get("type").is_none();
    if !may_be {
        return None;
    }
    let item = unresolved.get(&word("selector"))?;
    Some(not_found(*item).to_value())
}

/// Completes an error of mdsel's from a diagnostic of another tool.
pub(super) fn write_error<'d>(
    writing: &mut Writing<'d, '_>,
    _: Node<'d>,
    pointer: &Pointer,
    found: &mut Object,
) {
    failure::with_type(writing, pointer, found);
    failure::with_code(writing, pointer, found);
}
