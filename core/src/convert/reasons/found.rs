//! What went wrong, wherever an envelope says it: each reason as a diagnostic, with the place where
//! it stands.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Place;
use crate::dialect::Reason;
use crate::dialect::convention::SEED_LEVELS;
use crate::envelope::sign::Sign::Has;
use crate::envelope::{DATA, ErrorDetails, ErrorResponse, ToolDiagnostic, ValidationResponse};
use crate::json::{Kind, Node, Object, Value};

/// One reason.
pub(super) struct Found {
    pub(super) diagnostic: Object,
    pub(super) place: Place,
    /// The tool's own word for its kind, and where it stands, unless it is written as the code.
    pub(super) kind: Option<(String, String)>,
    /// Whether it stands among the diagnostics of the wrapper.
    pub(super) is_listed: bool,
}

impl Found {
    /// Whether this is its message.
    pub(super) fn says(&self, text: &str) -> bool {
        self.diagnostic.get("message").and_then(Value::as_str) == Some(text)
    }
}

/// The lists of a check, with the level of their entries and what counts them.
pub(super) const CHECKS: [(&str, &str, &str); 2] = [
    ("errors", "error", "error_count"),
    ("warnings", "warning", "warning_count"),
];

/// What became of an edit that was not made, and has a reason.
const NOT_MADE: [&str; 2] = ["error", "conflict"];

/// What went wrong: what ended it first, then what led to it, then what else was said.
pub(super) fn reasons(root: Node<'_>, wanted: &[Reason]) -> Vec<Found> {
    let mut all = Vec::new();
    let data = root.get(DATA);
    if wanted.contains(&Reason::Error)
        && let Some(error) = root.get("error").filter(|error| is_object(*error))
    {
        if is_leveled(error) {
            all.push(listed(error, "/error".into(), false));
        } else {
            all.push(ended(error));
            each(said_in(error), "/error/diagnostics", false, &mut all);
        }
    }
    if wanted.contains(&Reason::Answer)
        && let Some(answer) = data.filter(|data| is_answer(*data))
    {
        all.push(refused(answer));
    }
    if wanted.contains(&Reason::Checks)
        && let Some(check) = data.filter(|data| is_check(*data))
    {
        for (list, level, _) in CHECKS {
            let entries = check.get(list).into_iter().flat_map(Node::items);
            for (index, entry) in (0u64..).zip(entries) {
                let mut one = listed(entry, format!("/{DATA}/{list}/{index}"), false);
                one.diagnostic.insert("level", level);
                all.push(one);
            }
        }
    }
    each(said_in(root), "/diagnostics", true, &mut all);
    let of_result = [Reason::Result, Reason::InResult];
    if of_result.iter().any(|one| wanted.contains(one))
        && let Some(result) = root.get("result").filter(|result| is_object(*result))
    {
        each(said_in(result), "/result/diagnostics", false, &mut all);
        let edits = result.get("edits").into_iter().flat_map(Node::items);
        let is_kept = wanted.contains(&Reason::InResult);
        all.extend(
            (0u64..)
                .zip(edits)
                .filter_map(|(index, edit)| not_made(edit, index, is_kept)),
        );
    }
    if wanted.contains(&Reason::Message)
        && let Some(said) = root.get("message").and_then(Node::as_str)
        && is_reason(root, &said)
        && !all.iter().any(|one: &Found| one.says(&said))
    {
        let mut diagnostic = Object::new();
        diagnostic.insert("level", "error");
        diagnostic.insert("message", said.into_owned());
        let mut place = Place::plain("/message".to_owned());
        place.names.push(("message", "/message".to_owned()));
        place.names.push(("level", "/status".to_owned()));
        all.push(Found {
            diagnostic,
            place,
            kind: None,
            is_listed: false,
        });
    }
    all
}

/// Whether a message says why it failed: nothing else says what ended it.
pub(super) fn is_reason(root: Node<'_>, said: &str) -> bool {
    let failed = root.get("status").and_then(Node::as_str).as_deref() == Some("error");
    failed && !said.is_empty() && root.get("error").is_none_or(Node::is_null)
}

fn each(list: Option<Node<'_>>, at: &str, is_listed: bool, all: &mut Vec<Found>) {
    let items = list.into_iter().flat_map(Node::items);
    for (index, item) in (0u64..).zip(items) {
        all.push(listed(item, format!("{at}/{index}"), is_listed));
    }
}

/// The diagnostics that an object lists.
pub(super) fn said_in(node: Node<'_>) -> Option<Node<'_>> {
    node.get("diagnostics").filter(|list| is_list(*list))
}

pub(super) fn is_list(node: Node<'_>) -> bool {
    node.kind() == Kind::Array && node.items().all(is_object)
}

/// A diagnostic that stands elsewhere.
fn listed(node: Node<'_>, at: String, is_listed: bool) -> Found {
    let diagnostic = match node.to_value() {
        Value::Object(diagnostic) => diagnostic,
        _ => Object::new(),
    };
    Found {
        diagnostic,
        place: Place::plain(at),
        kind: None,
        is_listed,
    }
}

/// What can be the code of an error: that of its registry, or one of its own.
pub(super) fn code_of(error: Node<'_>) -> Option<(Node<'_>, String)> {
    let coded = error.get("error_code").and_then(|code| code.get("code"));
    let coded = coded.filter(|code| code.kind() == Kind::String);
    let own = error.get("code").filter(|code| !code.is_null());
    let coded = coded.map(|code| (code, "/error/error_code/code".into()));
    coded.or_else(|| Some((own?, "/error/code".into())))
}

/// What an error says is to be done, and where.
pub(super) fn hint_of(error: Node<'_>) -> Option<(Node<'_>, String)> {
    let coded = error.get("error_code").and_then(|code| code.get("hint"));
    [
        (error.get("hint"), "/error/hint"),
        (coded, "/error/error_code/hint"),
        (error.get("remediation"), "/error/remediation"),
    ]
    .into_iter()
    .find_map(|(hint, at)| Some((hint.filter(|hint| !hint.is_null())?, at.into())))
}

/// The error that ended an operation.
fn ended(error: Node<'_>) -> Found {
    let at = "/error";
    let mut diagnostic = Object::new();
    let mut place = Place::plain(at.to_owned());
    let coded = error.get("error_code");
    let of_code = |name: &str| coded.and_then(|code| code.get(name));
    let severity = of_code("severity").and_then(Node::as_str);
    let level = severity.filter(|word| is_level(word));
    if level.is_some() {
        place
            .names
            .push(("level", format!("{at}/error_code/severity")));
    }
    diagnostic.insert("level", level.as_deref().unwrap_or("error"));
    let kind = error.get("kind").and_then(Node::as_str);
    let mut kind = kind.map(|kind| (kind.into_owned(), format!("{at}/kind")));
    if let Some((code, there)) = code_of(error) {
        diagnostic.insert("code", code.to_value());
        place.names.push(("code", there));
    } else if let Some((word, there)) = kind.clone() {
        diagnostic.insert("code", word.clone());
        place.names.push(("code", there));
        kind = None;
    }
    if let Some((hint, there)) = hint_of(error) {
        diagnostic.insert("remediation", hint.to_value());
        place.names.push(("remediation", there));
    }
    for (name, value) in error.members() {
        let name = name.as_str();
        let is_known = ErrorDetails::SHAPE.field(&name).is_some();
        let may_stand = !is_known || ToolDiagnostic::SHAPE.field(&name).is_some();
        if may_stand && !diagnostic.contains_key(&name) {
            diagnostic.insert(name, value.to_value());
        }
    }
    Found {
        diagnostic,
        place,
        kind,
        is_listed: false,
    }
}

/// An answer that is an error. The word in `error` is its level where the tool has one.
fn refused(answer: Node<'_>) -> Found {
    let at = format!("/{DATA}");
    let mut one = listed(answer, at.clone(), false);
    let word = answer
        .get("error")
        .and_then(Node::as_str)
        .unwrap_or_default();
    one.diagnostic.remove("error");
    let level = is_level(&word).then(|| word.clone().into_owned());
    if level.is_some() {
        one.place.names.push(("level", format!("{at}/error")));
    } else if answer.get("message").is_none_or(Node::is_null) {
        one.diagnostic.insert("message", word.clone().into_owned());
        one.place.names.push(("message", format!("{at}/error")));
    } else if answer.get("code").is_none_or(Node::is_null) {
        one.diagnostic.insert("code", word.clone().into_owned());
        one.place.names.push(("code", format!("{at}/error")));
    } else {
        one.kind = Some((word.clone().into_owned(), format!("{at}/error")));
    }
    let level = level.unwrap_or_else(|| "error".into());
    one.diagnostic.insert("level", level);
    one
}

/// An edit that was not made, and says why. `is_kept`: whether it is written itself, too.
fn not_made(edit: Node<'_>, index: u64, is_kept: bool) -> Option<Found> {
    let reason = reason_of(edit)?;
    let at = format!("/result/edits/{index}");
    let mut diagnostic = Object::new();
    diagnostic.insert("level", "error");
    diagnostic.insert("message", reason.into_owned());
    diagnostic.insert_some("span", edit.get("span").map(Node::to_value));
    let names = [("message", "reason"), ("level", "status")];
    let names = names.map(|(name, there)| (name, format!("{at}/{there}")));
    // It says more than that it is an error.
    let word = edit.get("status").and_then(Node::as_str);
    let word = word.filter(|word| !is_kept && word != "error");
    let kind = word.map(|word| (word.into_owned(), format!("{at}/status")));
    Some(Found {
        diagnostic,
        place: Place {
            at,
            names: names.into(),
        },
        kind,
        is_listed: false,
    })
}

/// Why an edit was not made, if it says that.
pub(super) fn reason_of(edit: Node<'_>) -> Option<Cow<'_, str>> {
    let status = edit.get("status").and_then(Node::as_str)?;
    let reason = edit.get("reason").and_then(Node::as_str)?;
    (NOT_MADE.contains(&&*status) && !reason.is_empty()).then_some(reason)
}

pub(super) fn is_object(node: Node<'_>) -> bool {
    node.kind() == Kind::Object
}

/// Whether an error is a diagnostic.
pub(super) fn is_leveled(error: Node<'_>) -> bool {
    Has("level").is_on(error)
}

pub(super) fn is_level(word: &str) -> bool {
    SEED_LEVELS.contains(&word)
}

/// Whether an answer is an error, or a warning, in the place of one.
pub(super) fn is_answer(data: Node<'_>) -> bool {
    let is_word = data
        .get("error")
        .is_some_and(|word| word.kind() == Kind::String);
    is_word && (ErrorResponse::SHAPE.sign.is_on(data) || data.len() == 1)
}

/// Whether an answer is what a check found.
pub(in crate::convert) fn is_check(data: Node<'_>) -> bool {
    is_object(data)
        && ValidationResponse::SHAPE.sign.is_on(data)
        && CHECKS
            .iter()
            .all(|(list, ..)| data.get(list).is_none_or(is_list))
}
