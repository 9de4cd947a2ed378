//! What a document looks like without its words: of those that look alike, a law needs one.

use llm_types::json::Value;

/// Leaves no more elements than these in each list: the others are alike.
pub(crate) fn shorten(value: &mut Value, most: usize) {
    match value {
        Value::Array(list) => {
            let mut short: Vec<Value> = list.iter().take(most).cloned().collect();
            for value in &mut short {
                shorten(value, most);
            }
            *value = Value::Array(short.into());
        }
        Value::Object(members) => {
            for (_, value) in members.iter_mut() {
                shorten(value, most);
            }
        }
        _ => {}
    }
}

/// The names and kinds in a value, without its words and numbers.
pub(crate) fn structure(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("[{}]", list.first().map_or(String::new(), structure)),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| format!("{key}:{}", structure(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        other => format!("{:?}", other.kind()),
    }
}

/// Whether what a report tells of is a place, what that is in, or a part of it.
pub(crate) fn is_told(told: &str, place: &str) -> bool {
    let is_in = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    !told.is_empty() && (is_in(place, told) || is_in(told, place))
}
