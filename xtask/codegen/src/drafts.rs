//! What a builder fills in, as types of TypeScript: what a draft may lack is read from the
//! table by which the core fills it in.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::guards::{names, reachable};
use crate::model::Definition;

/// The declarations, for the `roots` that builders make.
pub(crate) fn write(definitions: &[Definition], roots: &[&'static str]) -> String {
    let parts = reachable(definitions, roots);
    let parts: Vec<&Definition> = definitions
        .iter()
        .filter(|definition| parts.contains(definition.name))
        .collect();
    let mut out = String::from(
        "\n/** The members of a type that must be there, and that a builder fills in where a draft has none. */\n\
         export type Filled<T> =",
    );
    for definition in &parts {
        let filled: Vec<String> = demanded(definition).map(|it| format!("\"{it}\"")).collect();
        if !filled.is_empty() {
            let filled = filled.join(" | ");
            let _ = write!(
                out,
                "\n  | (T extends {} ? {filled} : never)",
                definition.name
            );
        }
    }
    out.push_str(
        ";\n\n/** The types that have such members, or hold others that do. */\nexport type Drafted =",
    );
    let drafted = drafted(&parts);
    for name in parts
        .iter()
        .map(|it| it.name)
        .filter(|it| drafted.contains(it))
    {
        let _ = write!(out, "\n  | {name}");
    }
    out.push_str(";\n");
    out
}

fn demanded(definition: &Definition) -> impl Iterator<Item = &'static str> + '_ {
    let fields = definition.fields.iter();
    fields
        .filter(|it| it.required && it.filled)
        .map(|it| it.name)
}

/// Those that hold, however deep, a member that is filled in.
fn drafted(parts: &[&Definition]) -> BTreeSet<&'static str> {
    let own = parts.iter().filter(|it| demanded(it).next().is_some());
    let mut all: BTreeSet<&str> = own.map(|it| it.name).collect();
    loop {
        let holds = |definition: &&&Definition| {
            let mut held = Vec::new();
            for field in &definition.fields {
                names(&field.kind, &mut held);
            }
            held.iter().any(|name| all.contains(name))
        };
        let more: Vec<&str> = parts.iter().filter(holds).map(|it| it.name).collect();
        let before = all.len();
        all.extend(more);
        if all.len() == before {
            return all;
        }
    }
}
