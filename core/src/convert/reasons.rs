//! What went wrong, on the way to a tool that says it in one place: an envelope has it in the error
//! that ended an operation, in an answer that is an error, among the entries of a check, beside a
//! result or in a message.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::below;
use crate::dialect::{Adapter, Reason, Refusal};
use crate::envelope::{DATA, RESPONSE_VERSION};
use crate::json::{Array, Node, Object, Pointer, Value, write_canonical};
use crate::loss::{Loss, LossKind, Lost, NO_MEMBER};

mod found;

pub(super) use found::is_check;
use found::{
    CHECKS, Found, code_of, hint_of, is_answer, is_level, is_leveled, is_list, is_object,
    is_reason, reason_of, reasons, said_in,
};

/// An envelope whose reasons stand where a target writes them.
pub(super) struct Gathered {
    pub(super) text: String,
    /// For each diagnostic that is written, or for the answer: its pointer now, and where it was.
    places: Vec<(String, Place)>,
    lost: Vec<Lost>,
}

/// Where a reason stands in the envelope that was read.
struct Place {
    at: String,
    /// The members of the diagnostic that have other names there.
    names: Vec<(&'static str, String)>,
}

/// What the wrapper of an operation says of it.
const OF_OPERATION: [&str; 5] = ["operation_type", "result", "error", "verdict", "workspace"];

/// The members of an answer that is an error.
const ANSWERED: [&str; 4] = ["code", "message", "span", "remediation"];

impl Gathered {
    /// Nothing if the target writes the envelope as it is.
    pub(super) fn of(root: Node<'_>, target: &dyn Adapter) -> Option<Self> {
        if let Some(refusal) = refusal_of(root, target.refusal()) {
            return Self::answered(root, refusal);
        }
        let wanted = target.gathered();
        if wanted.is_empty() {
            return None;
        }
        let found = reasons(root, wanted);
        let is_sound = root
            .get("diagnostics")
            .is_none_or(|list| list.is_null() || is_list(list));
        if found.iter().all(|one| one.is_listed) || !is_sound {
            return None;
        }
        let mut gathered = Self::empty();
        let mut envelope = root.to_value();
        let members = envelope.as_object_mut()?;
        gathered.strip(root, members, wanted, &found);
        let mut list = Array::new();
        for one in found {
            if let Some((_, at)) = one.kind {
                gathered.dropped(at);
            }
            let to = format!("/diagnostics/{}", list.len());
            gathered.places.push((to, one.place));
            list.push(Value::Object(one.diagnostic));
        }
        members.insert("diagnostics", list);
        gathered.text = write_canonical(&envelope);
        Some(gathered)
    }

    const fn empty() -> Self {
        Self {
            text: String::new(),
            places: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn dropped(&mut self, pointer: String) {
        let loss = Loss::new(LossKind::Dropped, pointer, NO_MEMBER);
        self.lost.push(loss.into());
    }

    /// Takes away what stands among the diagnostics now, and says what of it does not.
    fn strip(&mut self, root: Node<'_>, members: &mut Object, wanted: &[Reason], found: &[Found]) {
        if wanted.contains(&Reason::Error)
            && let Some(error) = root.get("error").filter(|error| is_object(*error))
        {
            members.remove("error");
            self.unsaid(error);
        }
        if wanted.contains(&Reason::Answer) && root.get(DATA).is_some_and(is_answer) {
            members.insert(DATA, Object::new());
        }
        if wanted.contains(&Reason::Checks)
            && let Some(check) = root.get(DATA).filter(|data| is_check(*data))
            && let Some(data) = members.get_mut(DATA).and_then(Value::as_object_mut)
        {
            for (list, level, count) in CHECKS {
                data.remove(list);
                self.levels(check, list, level);
                let length = check.get(list).map_or(0, Node::len);
                let counted = data.remove(count);
                if counted.is_some_and(|counted| counted.as_u64() != Some(length)) {
                    self.dropped(format!("/{DATA}/{count}"));
                }
            }
            let is_passed = check.get("errors").is_none_or(Node::is_empty);
            let passed = data.remove("passed");
            if passed.is_some_and(|passed| passed.as_bool() != Some(is_passed)) {
                self.dropped(format!("/{DATA}/passed"));
            }
        }
        if let Some(result) = root.get("result").filter(|result| is_object(*result)) {
            if wanted.contains(&Reason::Result) {
                members.remove("result");
                self.rest_of(result, None);
            } else if wanted.contains(&Reason::InResult)
                && let Some(kept) = members.get_mut("result").and_then(Value::as_object_mut)
                && said_in(result).is_some()
            {
                kept.remove("diagnostics");
            }
        }
        if wanted.contains(&Reason::Message) && members.remove("message").is_some() {
            self.message(root, found);
        }
    }

    /// Entries of a check that say another level than that of their list, which is written.
    fn levels(&mut self, check: Node<'_>, list: &str, level: &str) {
        let entries = check.get(list).into_iter().flat_map(Node::items);
        for (index, entry) in (0u64..).zip(entries) {
            let said = entry.get("level").filter(|said| !said.is_null());
            if said.is_some_and(|said| said.as_str().as_deref() != Some(level)) {
                self.dropped(format!("/{DATA}/{list}/{index}/level"));
            }
        }
    }

    /// What a result has besides its reasons. `written`: the place of the only one that is
    /// written, if not all are.
    fn rest_of(&mut self, result: Node<'_>, written: Option<&str>) {
        let mut edits = result.get("edits").into_iter().flat_map(Node::items);
        let is_taken = said_in(result).is_some_and(|list| !list.is_empty())
            || edits.any(|edit| reason_of(edit).is_some());
        if !is_taken {
            if !result.is_empty() {
                self.dropped("/result".into());
            }
            return;
        }
        for (name, value) in result.members() {
            let name = name.as_str();
            let at = Pointer::root().child("result").child(&name);
            let is_list = name == "diagnostics" && is_list(value);
            let reasons = |value: Node<'_>| value.items().any(|edit| reason_of(edit).is_some());
            if name == "edits" && reasons(value) {
                for (index, edit) in (0u64..).zip(value.items()) {
                    let at = at.item(index);
                    match written {
                        Some(written) if written != at.as_str() => self.dropped(at.to_string()),
                        _ => self.rest_of_edit(edit, &at),
                    }
                }
            } else if !is_list && !value.is_null() {
                self.dropped(at.to_string());
            }
        }
    }

    /// What an edit has besides the reason why it was not made.
    fn rest_of_edit(&mut self, edit: Node<'_>, at: &Pointer) {
        if reason_of(edit).is_none() {
            return self.dropped(at.to_string());
        }
        let others = edit.members().filter(|(name, value)| {
            let is_said = ["reason", "status", "span"]
                .iter()
                .any(|said| name.is(said));
            !is_said && !value.is_null()
        });
        for (name, _) in others {
            self.dropped(at.child(&name.as_str()).to_string());
        }
    }

    /// Members of an error that no diagnostic has a place for.
    fn unsaid(&mut self, error: Node<'_>) {
        if is_leveled(error) {
            return;
        }
        let led = error.get("diagnostics").filter(|led| !led.is_null());
        if led.is_some_and(|led| !is_list(led)) {
            self.dropped("/error/diagnostics".into());
        }
        for name in ["symbol", "explain_command"] {
            if error.get(name).is_some_and(|value| !value.is_null()) {
                self.dropped(format!("/error/{name}"));
            }
        }
        let hint = hint_of(error).map(|(hint, _)| hint.to_value());
        let coded = code_of(error).map(|(code, _)| code.to_value());
        // Of two that mean the same the first is written.
        for (name, written) in [("code", &coded), ("remediation", &hint)] {
            let said = error.get(name).filter(|value| !value.is_null());
            if said.is_some_and(|said| Some(said.to_value()) != *written) {
                self.dropped(format!("/error/{name}"));
            }
        }
        let code = error.get("error_code");
        if code.is_some_and(|code| !code.is_null() && !is_object(code)) {
            self.dropped("/error/error_code".into());
        }
        for (name, value) in code.into_iter().flat_map(Node::members) {
            let name = name.as_str();
            let is_written = match &*name {
                "code" => value.is_null() || value.as_str().is_some(),
                "severity" => value.as_str().is_some_and(|word| is_level(&word)),
                "hint" => value.is_null() || Some(value.to_value()) == hint,
                _ => value.is_null(),
            };
            if !is_written {
                let place = Pointer::root().child("error").child("error_code");
                self.dropped(place.child(&name).to_string());
            }
        }
    }

    /// What became of the message.
    fn message(&mut self, root: Node<'_>, found: &[Found]) {
        let Some(said) = root.get("message").filter(|said| !said.is_null()) else {
            return;
        };
        let text = said.as_str().unwrap_or_default();
        let mut others = found.iter().filter(|one| one.place.at != "/message");
        if others.any(|one| one.says(&text)) {
            return;
        }
        if is_reason(root, &text) {
            let note = "the message of a failure is an error among the diagnostics";
            let loss = Loss::new(LossKind::Derived, "/message", note);
            self.lost.push(loss.into());
        } else if !text.is_empty() {
            self.dropped("/message".into());
        }
    }

    /// The first error as the answer, which the target words as `refusal` says.
    fn answered(root: Node<'_>, refusal: Refusal) -> Option<Self> {
        let list = root.get("diagnostics").filter(|list| !list.is_null());
        if list.is_some_and(|list| !is_list(list)) {
            return None;
        }
        let mut found = reasons(root, &Reason::ALL);
        let is_error =
            |one: &Found| one.diagnostic.get("level").and_then(Value::as_str) == Some("error");
        let first = found.iter().position(is_error)?;
        let one = found.remove(first);
        let mut gathered = Self::empty();
        let mut envelope = root.to_value();
        let members = envelope.as_object_mut()?;
        for name in OF_OPERATION {
            let value = members.remove(name);
            let has_members = value.as_ref().is_some_and(|it| it.as_object().is_some());
            let is_told = has_members && ["result", "error"].contains(&name);
            let is_said = is_told || value.as_ref().is_none_or(says_nothing);
            if !is_said {
                gathered.dropped(format!("/{name}"));
            }
        }
        if let Some(result) = root.get("result").filter(|result| is_object(*result)) {
            gathered.rest_of(result, Some(&one.place.at));
        }
        // Of an error that is not the answer it is told as a whole.
        let error = root.get("error").filter(|error| is_object(*error));
        if let Some(error) = error.filter(|_| one.place.at == "/error") {
            gathered.unsaid(error);
        }
        if members
            .remove(DATA)
            .is_some_and(|data| !says_nothing(&data))
        {
            gathered.dropped(format!("/{DATA}"));
        }
        // The answer says it.
        members.remove("status");
        members.remove("diagnostics");
        let said = one.diagnostic.get("message").cloned();
        let told = members.get("message");
        if told.is_some_and(|told| says_nothing(told) || Some(told) == said.as_ref()) {
            members.remove("message");
        }
        for other in found {
            // The edits are told with the rest of the result.
            let at = other.place.at;
            if at == "/message" {
                members.remove("message");
            }
            if !at.starts_with("/result/edits/") {
                gathered.dropped(at);
            }
        }
        let (answer, place) = gathered.answer(one, refusal);
        gathered.places.push((format!("/{DATA}"), place));
        members.insert(DATA, answer);
        members.insert("schema_version", RESPONSE_VERSION);
        gathered.text = write_canonical(&envelope);
        Some(gathered)
    }

    /// A reason as an answer that is an error.
    fn answer(&mut self, one: Found, refusal: Refusal) -> (Object, Place) {
        let Found {
            mut diagnostic,
            mut place,
            kind,
            ..
        } = one;
        let mut answer = Object::new();
        let named = match (refusal, kind) {
            (Refusal::InKinds, Some((kind, _))) => kind,
            (_, kind) => {
                if let Some((_, at)) = kind {
                    self.dropped(at);
                }
                "error".into()
            }
        };
        answer.insert("error", named);
        diagnostic.remove("level");
        for name in ANSWERED {
            answer.insert_some(name, diagnostic.remove(name));
        }
        if !answer.contains_key("code") {
            let note = "the tool has `code` here; nothing says what it would be";
            let loss = Loss::new(LossKind::Defaulted, place.of("/code"), note);
            let members = ["code"].into();
            self.lost.push(Lost { loss, members });
        }
        for (name, value) in &diagnostic {
            if !value.is_null() {
                let at = place.of(Pointer::root().child(name).as_str());
                self.dropped(at);
            }
        }
        let level = place.of("/level");
        place.names.push(("error", level));
        (answer, place)
    }

    /// Says what was lost in the places of the envelope that was read.
    pub(super) fn restate(&self, lost: &mut Vec<Lost>) {
        self.restate_list(lost);
        for one in lost.iter_mut() {
            let pointer = &one.loss.pointer;
            // Places are in the order of the diagnostics; an answer has the only one.
            let number = pointer
                .strip_prefix("/diagnostics/")
                .and_then(|rest| rest.split('/').next()?.parse().ok());
            let place = self.places.get(number.unwrap_or(0usize));
            if let Some((to, place)) = place
                && let Some(rest) = below(pointer, to)
            {
                one.loss.pointer = place.of(rest);
            }
        }
        lost.extend(self.lost.iter().cloned());
        // A range may be written beside an edit and in the diagnostic of it.
        let mut told = BTreeSet::new();
        lost.retain(|one| {
            let Loss {
                pointer,
                kind,
                note,
                ..
            } = &one.loss;
            told.insert((pointer.clone(), kind.clone(), note.clone()))
        });
    }
}

impl Gathered {
    /// A list that is lost is one that no document has: each of its reasons is lost.
    fn restate_list(&self, lost: &mut Vec<Lost>) {
        const LIST: &str = "/diagnostics";
        let reasons = || {
            self.places
                .iter()
                .filter(|(to, _)| below(to, LIST).is_some())
        };
        let Some(at) = lost.iter().position(|one| one.loss.pointer == LIST) else {
            return;
        };
        if reasons().next().is_none() {
            return;
        }
        let whole = lost.remove(at);
        lost.extend(reasons().map(|(to, _)| {
            let mut one = whole.clone();
            one.loss.pointer.clone_from(to);
            one
        }));
    }
}

impl Place {
    fn plain(at: String) -> Self {
        Self {
            at,
            names: Vec::new(),
        }
    }

    /// Where that was which has this pointer inside of the diagnostic.
    fn of(&self, below: &str) -> String {
        let name = below.split('/').nth(1).unwrap_or_default();
        match self.names.iter().find(|(known, _)| *known == name) {
            Some((_, there)) => {
                let rest = below
                    .get(name.len().saturating_add(1)..)
                    .unwrap_or_default();
                format!("{there}{rest}")
            }
            None => format!("{}{below}", self.at),
        }
    }
}

/// How a target says that an envelope failed, if it has to be made one that says it so.
fn refusal_of(root: Node<'_>, refusal: Refusal) -> Option<Refusal> {
    if refusal == Refusal::AsItIs {
        return None;
    }
    let status = root.get("status").and_then(Node::as_str);
    let data = root.get(DATA).filter(|data| !data.is_null());
    let is_empty = data.is_none_or(|data| is_object(data) && data.is_empty());
    let is_told = data.is_some_and(|data| is_answer(data) || is_check(data));
    let may_be = match status.as_deref() {
        // What carries the rest along says that it failed beside an answer, too.
        Some("error") => !is_told && (is_empty || refusal == Refusal::InLevels),
        Some(_) => false,
        None => is_empty,
    };
    may_be.then_some(refusal)
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
