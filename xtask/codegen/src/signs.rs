//! What shows which of several shapes an object has, as a literal that TypeScript and
//! Python read alike.
//!
//! A sign is a list of its word, the names that it speaks of, and the signs that it is made
//! of. The core chooses by the same tables; the hosts have the few lines that look.

use llm_types::envelope::shape::Sign;
use llm_types::json::{Kind, Value, write_compact};

/// The literal.
pub(crate) fn written(sign: &Sign) -> String {
    write_compact(&value(sign))
}

fn value(sign: &Sign) -> Value {
    let (by, names, of): (&str, Vec<&str>, Vec<&Sign>) = match sign {
        Sign::Has(name) => ("has", vec![name], vec![]),
        Sign::Says(name) => ("says", vec![name], vec![]),
        Sign::Two(names) => ("two", names.to_vec(), vec![]),
        Sign::Is(name, kind) => ("is", vec![name, word(*kind)], vec![]),
        Sign::Word(name, word) => ("word", vec![name, word], vec![]),
        Sign::Empty(name) => ("empty", vec![name], vec![]),
        Sign::Within(name, sign) => ("within", vec![name], vec![sign]),
        Sign::Item(name, sign) => ("item", vec![name], vec![sign]),
        Sign::Of(kind) => ("of", vec![word(*kind)], vec![]),
        Sign::Only(names) => ("only", names.to_vec(), vec![]),
        Sign::Each(kind) => ("each", vec![word(*kind)], vec![]),
        Sign::Not(sign) => ("not", vec![], vec![sign]),
        Sign::All(signs) => ("all", vec![], signs.iter().collect()),
        Sign::Either(signs) => ("either", vec![], signs.iter().collect()),
    };
    let names: Vec<Value> = names.into_iter().map(Value::from).collect();
    let of: Vec<Value> = of.into_iter().map(value).collect();
    Value::from(vec![Value::from(by), Value::from(names), Value::from(of)])
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "boolean",
        Kind::Number => "number",
        Kind::String => "string",
        Kind::Array => "array",
        Kind::Object => "object",
    }
}
