//! Law 1 and the way home where a span says flat what it is, as seed 000 does, whatever
//! tool the document is of.

use super::fixtures::{Fixture, outputs};
use llm_types::json::{ReadOptions, Value, read};
use llm_types::{
    ConvertOptions, NormalizeOptions, ValidateOptions, canonicalize, convert, normalize, validate,
    write_canonical,
};

/// Adds kind and language to every object that has one of these members.
fn said_flat(value: &mut Value, where_: &[&str]) -> usize {
    match value {
        Value::Array(items) => items.iter_mut().map(|item| said_flat(item, where_)).sum(),
        Value::Object(members) => {
            let inner = members.iter_mut();
            let mut count = inner.map(|(_, value)| said_flat(value, where_)).sum();
            if where_.iter().any(|name| members.contains_key(name)) {
                members.insert("semantic_kind", "fn");
                members.insert("language", "rust");
                count += 1;
            }
            count
        }
        _ => 0,
    }
}

#[test]
fn an_envelope_of_flat_members_is_its_own_envelope() {
    let mut changed = 0;
    for Fixture {
        name, tool, text, ..
    } in outputs(&["json"])
    {
        for where_ in [&["byte_start", "start_byte"][..], &["span"]] {
            let document = read(&text, &ReadOptions::default()).unwrap();
            let mut value = document.root().to_value();
            if said_flat(&mut value, where_) == 0 {
                continue;
            }
            changed += 1;
            let text = write_canonical(&value);
            for origin in [false, true] {
                let options = NormalizeOptions {
                    origin,
                    ..Default::default()
                };
                let once = normalize(text.as_bytes(), &options).unwrap();
                let again = normalize(once.text.as_bytes(), &options).unwrap();
                assert_eq!(again.text, once.text, "{name} {where_:?}");
                assert!(again.changes.is_empty(), "{name}: {:?}", again.changes);
                let told = validate(once.text.as_bytes(), &ValidateOptions::default());
                let stale = told
                    .diagnostics
                    .iter()
                    .any(|told| told.code == "ORIGIN_STALE");
                assert!(!stale, "{name}");
                if origin {
                    let home = convert(once.text.as_bytes(), &tool, &ConvertOptions::default());
                    let home = canonicalize(home.unwrap().text.as_bytes()).unwrap();
                    assert_eq!(home, text, "{name}");
                }
            }
        }
    }
    assert!(changed > 100, "{changed}");
}
