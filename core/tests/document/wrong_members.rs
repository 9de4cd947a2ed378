//! A document in which one member at the root is wrong, or one more than is known stands there,
//! is still its tool's: what is wrong is a finding then, and no reason to refuse the document.

use super::fixtures::json_files;
use llm_types::detect;
use llm_types::json::{Object, ReadOptions, Value, read, write_compact};
use std::collections::BTreeSet;
use std::mem::discriminant;

/// A value of each kind.
fn values() -> [Value; 6] {
    [
        Value::Null,
        Value::from(true),
        Value::from(7u64),
        Value::from("x"),
        Value::Array(Vec::new().into()),
        Value::Object(Object::new()),
    ]
}

fn dialect(document: &Value) -> Option<String> {
    let text = write_compact(document);
    let found = detect(text.as_bytes()).unwrap();
    found.dialect.map(std::borrow::Cow::into_owned)
}

fn with(document: &Object, name: &str, value: Value) -> Value {
    let mut changed = document.clone();
    changed.insert(name.to_owned(), value);
    Value::Object(changed)
}

/// What is not told with this member wrong: the tool, all members of the document, the one that
/// is wrong (a star for each of them, and for one more), and why.
const EXCEPTIONS: [(&str, &str, &str, &str); 23] = [
    // What tells is in it, and the rest is the envelope's, too.
    (
        "llmastsearch",
        "schema_version,execution_id,data",
        "data",
        WRAPPED,
    ),
    (
        "llmastsearch",
        "schema_version,execution_id,data,partial",
        "data",
        WRAPPED,
    ),
    ("llmtransform", OPERATION, "result", WRAPPED),
    (
        "magellan",
        "schema_version,execution_id,data",
        "data",
        WRAPPED,
    ),
    (
        "magellan",
        "schema_version,execution_id,data",
        "execution_id",
        WRAPPED,
    ),
    (
        "llmgrep",
        "schema_version,execution_id,tool,timestamp,partial,data",
        "tool",
        NAMED,
    ),
    (
        "magellan",
        "schema_version,execution_id,data,tool,timestamp",
        "tool",
        NAMED,
    ),
    ("splice", OF_SPLICE, "tool", NAMED),
    // Nothing else is in it, or nothing else that many tools do not print.
    ("llmfilewrite", "status,message,result", "status", LITTLE),
    ("llmgrep", "backend,database", "*", LITTLE),
    ("llmgrep", "error", "*", LITTLE),
    (
        "llmtransform",
        "execution_id,file_path,expected_checksum,edits",
        "expected_checksum",
        LITTLE,
    ),
    (
        "llmtransform",
        "file_path,expected_checksum",
        "expected_checksum",
        LITTLE,
    ),
    ("magellan", "command,data", "*", LITTLE),
    ("magellan", CONFIG, "language-model", LITTLE),
    ("magellan", CONFIG, "registry", LITTLE),
    ("mdsel", "status,files", "status", LITTLE),
    ("mdsel", "status,selector,files,options", "status", LITTLE),
    ("splice", "error,valid", "error", LITTLE),
    ("splice", "error,valid", "valid", LITTLE),
    ("splice", "status,error", "error", LITTLE),
    ("splice", "status,message", "message", LITTLE),
    // Numbers by any names, in the answer of a count.
    ("splice", "status,message,data", "message", LITTLE),
];

const WRAPPED: &str = "what tells is in this member, and the others are the envelope's as well";
const NAMED: &str = "its name is what tells it from the envelope";
const LITTLE: &str = "the other members are printed by many";

const CONFIG: &str = "language-model,registry,embeddings,integrations";
const OPERATION: &str =
    "schema_version,execution_id,operation_type,status,message,timestamp,result";
const OF_SPLICE: &str =
    "schema_version,execution_id,operation_type,status,message,tool,timestamp,result";

fn exception(tool: &str, document: &Object, member: &str) -> Option<usize> {
    let all: Vec<&str> = document.keys().collect();
    let all = all.join(",");
    EXCEPTIONS.iter().position(|(of, members, one, _)| {
        *of == tool && *members == all && (*one == member || *one == "*")
    })
}

/// Each document of a tool that is one object, with the dialect that it is of.
fn documents() -> Vec<(String, Object, String)> {
    let small = json_files("").into_iter();
    // The large ones repeat the same records.
    let small = small.filter(|(_, text)| text.len() < 100_000);
    let found = small.filter_map(|(name, text)| {
        let value = read(&text, &ReadOptions::default()).ok()?.to_value();
        let tool = dialect(&value).filter(|tool| tool != "unified")?;
        Some((name, value.as_object()?.clone(), tool))
    });
    found.collect()
}

/// A document with each of its members in turn of each wrong kind, and with one more member.
fn changed(document: &Object) -> Vec<(&str, Value)> {
    let mut all = vec![("", with(document, "unheard_of", Value::from(7u64)))];
    for (key, old) in document {
        let wrong = values()
            .into_iter()
            .filter(|new| discriminant(new) != discriminant(old));
        all.extend(wrong.map(|new| (key, with(document, key, new))));
    }
    all
}

#[test]
fn a_member_of_a_wrong_kind_or_one_too_many_makes_no_document_strange() {
    let mut wrong = Vec::new();
    let mut excepted = BTreeSet::new();
    let mut asked = 0;
    for (name, document, tool) in documents() {
        for (member, changed) in changed(&document) {
            asked += 1;
            let found = dialect(&changed);
            if found.as_ref() == Some(&tool) {
                continue;
            }
            match exception(&tool, &document, member) {
                Some(one) => drop(excepted.insert(one)),
                None => wrong.push(format!("{name} with {member:?}: {found:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    let idle: Vec<_> = EXCEPTIONS
        .iter()
        .enumerate()
        .filter(|(at, _)| !excepted.contains(at))
        .collect();
    assert!(idle.is_empty(), "no longer exceptions: {idle:#?}");
    assert!(asked > 10_000, "{asked}");
}
